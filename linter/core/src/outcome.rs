//! What happened while the rules ran: the engine family reports it.

use designlint_document::{Directive, Document};

use crate::{Diagnostic, Family, RuleEntry, RuleMeta, nearest, selectors::names};

/// Rules that run whatever is selected.
pub(crate) const ALWAYS_ON: &[&str] = &["internal-error", "unreadable-file"];

/// What follows `designlint-` in a comment.
pub const ACTIONS: &[&str] = &["disable-line", "disable-next-line", "disable", "enable", "disable-file"];

/// What happened while the rules ran.
#[derive(Clone, Debug, Default)]
pub struct Outcome<'a> {
    /// What became of each comment of the document, in order.
    pub suppressions: Vec<Suppression<'a>>,
    /// What panicked.
    pub panics: Vec<Panic>,
    /// Where the file stops being UTF-8.
    pub bad_byte: Option<usize>,
}

/// Something that panicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The rule, or `None` where reading the facts did.
    pub rule: Option<&'static str>,
    /// What it said.
    pub message: String,
}

/// A comment that speaks to designlint, and what became of it.
#[derive(Clone, Debug)]
pub struct Suppression<'a> {
    /// The comment.
    pub directive: &'a Directive,
    /// What became of each of its names; of the comment as a whole where it names nothing.
    pub uses: Vec<Use>,
}

impl Suppression<'_> {
    /// Whether the comment is there to hide findings.
    pub fn suppresses(&self) -> bool {
        suppresses(self.directive)
    }
}

/// What became of a name in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Use {
    /// It hid a finding.
    Used,
    /// It hid nothing, though its rules ran.
    Unused,
    /// Its rules did not run, so nobody can tell.
    CannotTell,
    /// It names a rule of the engine family, which no comment hides.
    Engine,
    /// There is no such rule or family; the closest name there is.
    Unknown(Option<&'static str>),
}

/// Takes out the diagnostics that a comment covers, and says what became of each comment.
///
/// A diagnostic is covered when the line on which it starts is. `ran` tells whether a rule ran to its end, `narrowed`
/// whether the caller asked for fewer rules than there are.
pub(crate) fn suppress<'a>(
    document: &'a Document,
    diagnostics: &mut Vec<Diagnostic>,
    rules: &[RuleEntry],
    ran: impl Fn(&str) -> bool,
    narrowed: bool,
) -> Vec<Suppression<'a>> {
    let initial = |name: &str| initial_use(name, rules, &ran, narrowed);
    let mut suppressions: Vec<(Suppression<'a>, Lines)> = document
        .directives
        .iter()
        .map(|directive| {
            let uses = if directive.names.is_empty() {
                vec![initial("all")]
            } else {
                directive.names.iter().map(|(name, _)| initial(name)).collect()
            };
            (Suppression { directive, uses }, Lines::of(document, directive))
        })
        .collect();
    diagnostics.retain(|diagnostic| {
        let line = document.source.line_of(diagnostic.finding.span.start);
        let meta = rules.iter().find(|r| r.meta.name == diagnostic.rule).map(|r| r.meta);
        let mut hidden = false;
        for (suppression, lines) in &mut suppressions {
            if suppresses(suppression.directive) && lines.contain(line) {
                hidden |= mark(suppression, diagnostic.rule, meta);
            }
        }
        !hidden
    });
    suppressions.into_iter().map(|(suppression, _)| suppression).collect()
}

fn suppresses(directive: &Directive) -> bool {
    directive.action != "enable" && ACTIONS.contains(&directive.action.as_str())
}

/// Marks the names of a comment that cover a rule as used; whether there is one.
fn mark(suppression: &mut Suppression<'_>, rule: &str, meta: Option<&'static RuleMeta>) -> bool {
    let names = &suppression.directive.names;
    let mut hit = false;
    for (i, state) in suppression.uses.iter_mut().enumerate() {
        let name = names.get(i).map_or("all", |(name, _)| name.as_str());
        if name == "all" || name == rule || meta.is_some_and(|m| m.family.name() == name) {
            *state = Use::Used;
            hit = true;
        }
    }
    hit
}

fn initial_use(name: &str, rules: &[RuleEntry], ran: impl Fn(&str) -> bool, narrowed: bool) -> Use {
    if let Some(rule) = rules.iter().find(|r| r.meta.name == name) {
        return match (rule.meta.family, ran(name)) {
            (Family::Engine, _) => Use::Engine,
            (_, true) => Use::Unused,
            (_, false) => Use::CannotTell,
        };
    }
    match Family::from_name(name) {
        Some(Family::Engine) => Use::Engine,
        Some(_) if narrowed => Use::CannotTell,
        Some(_) => Use::Unused,
        None if name == "all" => {
            if narrowed {
                Use::CannotTell
            } else {
                Use::Unused
            }
        }
        None => Use::Unknown(nearest(name, names(rules))),
    }
}

/// The lines that a comment covers.
struct Lines {
    first: usize,
    last: usize,
}

impl Lines {
    fn of(document: &Document, directive: &Directive) -> Self {
        let covers = directive.covers;
        if covers.is_empty() {
            return Self { first: 1, last: 0 };
        }
        Self { first: document.source.line_of(covers.start), last: document.source.line_of(covers.end - 1) }
    }

    fn contain(&self, line: usize) -> bool {
        self.first <= line && line <= self.last
    }
}

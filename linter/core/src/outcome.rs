//! What happened while the rules ran: the engine family reports it.

use std::collections::BTreeSet;

use designlint_document::{Directive, Document, Span};

use crate::{Diagnostic, Family, RuleEntry, Settings, nearest, selectors::names};

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
    pub rule: Option<String>,
    /// What it said.
    pub message: String,
}

/// A comment that speaks to designlint, and what became of it.
#[derive(Clone, Debug)]
pub struct Suppression<'a> {
    /// The comment; where its names cover different places, the part with the first of them.
    pub directive: &'a Directive,
    /// Its names in order; `all`, at the place of the comment, where it names nothing.
    pub names: Vec<NameUse<'a>>,
}

/// A name in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse<'a> {
    /// As written.
    pub name: &'a str,
    /// Where.
    pub span: Span,
    /// What became of it.
    pub state: Use,
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
    /// It hid a finding; an `enable` ended something.
    Used,
    /// It hid nothing, though its rules ran; an `enable` ended nothing.
    Unused,
    /// Its rules did not run, so nobody can tell.
    CannotTell,
    /// It names a rule of the engine family, which no comment hides.
    Engine,
    /// There is no such rule or family; the closest name there is.
    Unknown(Option<String>),
}

/// Takes out the diagnostics that a comment covers, and says what became of each comment.
///
/// A diagnostic is covered when the line on which it starts is. `ran` tells whether a rule ran to its end.
pub(crate) fn suppress<'a>(
    document: &'a Document,
    diagnostics: &mut Vec<Diagnostic>,
    rules: &[RuleEntry],
    settings: &Settings,
    ran: impl Fn(&str) -> bool,
) -> Vec<Suppression<'a>> {
    let hidden = hide(document, diagnostics);
    let state = |directive: &Directive, name: &str, span: Span| match idle(name, rules, settings, &ran) {
        Use::Unknown(meant) => Use::Unknown(meant),
        _ if directive.action == "enable" && ends_something(document, directive) => Use::Used,
        _ if directive.action == "enable" => Use::Unused,
        _ if hidden.contains(&(span, name.to_owned())) => Use::Used,
        idle => idle,
    };
    let mut suppressions: Vec<Suppression<'a>> = Vec::new();
    for directive in &document.directives {
        let names = names_of(directive).map(|(name, span)| NameUse { name, span, state: state(directive, name, span) });
        match suppressions.last_mut().filter(|last| last.directive.span == directive.span) {
            Some(comment) => comment.names.extend(names),
            None => suppressions.push(Suppression { directive, names: names.collect() }),
        }
    }
    suppressions.iter_mut().for_each(|s| s.names.sort_by_key(|n| n.span));
    suppressions
}

/// Takes out the diagnostics that a comment covers; gives the names that covered one, with their places.
fn hide(document: &Document, diagnostics: &mut Vec<Diagnostic>) -> BTreeSet<(Span, String)> {
    let suppressing = document.directives.iter().filter(|d| suppresses(d));
    let suppressing: Vec<_> = suppressing.map(|d| (d, Lines::of(document, d))).collect();
    let mut hidden = BTreeSet::new();
    diagnostics.retain(|diagnostic| {
        let line = document.source.line_of(diagnostic.finding.span.start);
        let family = diagnostic.family.name();
        let covers = |name: &str| name == "all" || name == diagnostic.rule || name == family;
        let mut stays = true;
        for (directive, _) in suppressing.iter().filter(|(_, lines)| lines.contain(line)) {
            for (name, span) in names_of(directive).filter(|(name, _)| covers(name)) {
                stays = false;
                hidden.insert((span, name.to_owned()));
            }
        }
        stays
    });
    hidden
}

fn ends_something(document: &Document, enable: &Directive) -> bool {
    document.directives.iter().any(|d| d.action == "disable" && d.covers.end == enable.span.end)
}

fn suppresses(directive: &Directive) -> bool {
    directive.action != "enable" && ACTIONS.contains(&directive.action.as_str())
}

/// The names of a comment; `all` where it names nothing.
fn names_of(directive: &Directive) -> impl Iterator<Item = (&str, Span)> {
    let all = directive.names.is_empty().then_some(("all", directive.span));
    directive.names.iter().map(|(name, span)| (name.as_str(), *span)).chain(all)
}

/// What becomes of a name that hides nothing.
fn idle(name: &str, rules: &[RuleEntry], settings: &Settings, ran: impl Fn(&str) -> bool) -> Use {
    let narrowed = settings.select.is_some() || !settings.ignore.is_empty();
    let tells = if let Some(rule) = rules.iter().find(|r| r.meta.name == name) {
        if rule.meta.family == Family::Engine {
            return Use::Engine;
        }
        ran(name)
    } else if settings.check_ids().any(|id| id == name) {
        ran(name)
    } else {
        match Family::from_name(name) {
            Some(Family::Engine) => return Use::Engine,
            None if name != "all" => {
                let known: Vec<&str> = names(rules).map(|known| known as &str).chain(settings.check_ids()).collect();
                return Use::Unknown(nearest(name, known).map(str::to_owned));
            }
            _ => !narrowed,
        }
    };
    if tells { Use::Unused } else { Use::CannotTell }
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

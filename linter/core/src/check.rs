//! The one function that checks a document.

use std::{
    any::Any,
    borrow::Cow,
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
};

use designlint_document::{Document, Source, Span};
use designlint_facts::{Facts, Verdict};

use crate::{
    ConfiguredRule, Context, Family, Finding, Kind, KindFrom, Outcome, Panic, Profile, RuleEntry, Settings, Severity,
    kind::kind_of, outcome::suppress,
};

/// A finding with the rule's name and severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the rule, or the id of a profile's check.
    pub rule: Cow<'static, str>,
    /// Its family.
    pub family: Family,
    /// Severity that holds here.
    pub severity: Severity,
    /// What it says.
    pub finding: Finding,
}

/// How many calculations were found, and what became of them: `claims` is the sum of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All.
    pub claims: usize,
    /// Hold.
    pub verified: usize,
    /// Hold only weakly.
    pub weak: usize,
    /// Wrong.
    pub wrong: usize,
    /// Inherit a wrong input.
    pub inherits: usize,
    /// Not understood.
    pub not_understood: usize,
}

impl Coverage {
    fn of(facts: &Facts) -> Self {
        let mut coverage = Self { claims: facts.claims.len(), ..Self::default() };
        for claim in &facts.claims {
            let count = match claim.verdict {
                Verdict::Holds if claim.weak => &mut coverage.weak,
                Verdict::Holds => &mut coverage.verified,
                Verdict::Wrong => &mut coverage.wrong,
                Verdict::Inherits => &mut coverage.inherits,
                Verdict::Unknown => &mut coverage.not_understood,
            };
            *count += 1;
        }
        coverage
    }
}

/// All that is known about a checked document.
#[derive(Clone, Debug)]
pub struct Report {
    /// The document.
    pub document: Document,
    /// What it states.
    pub facts: Facts,
    /// Its kind and where that comes from.
    pub kind: (Kind, KindFrom),
    /// Id of the profile that held; the kind's name unless a team wrote it.
    pub profile: String,
    /// What the rules say, by place; at one place by the rule's name.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of findings that a comment suppressed.
    pub suppressed: usize,
    /// How many calculations were found.
    pub coverage: Coverage,
}

/// Checks a document with rules. Does no I/O and cannot fail.
///
/// A rule that panics, and facts that do, become a finding of the engine family, which runs last and sees the
/// [`Outcome`] of the others. Pass the whole table; [`Settings`] choose from it.
pub fn check(document: Document, settings: &Settings, rules: &[RuleEntry]) -> Report {
    let mut panics = Vec::new();
    let facts = guarded(None, &mut panics, || designlint_facts::extract(&document, &settings.knowledge));
    let facts = facts.unwrap_or_default();
    let (kind, from, profile) = kind_of(&document, &facts, settings);
    let run = Run { document: &document, facts: &facts, settings, kind, from, profile };

    let mut ran = BTreeSet::new();
    let mut diagnostics = Vec::new();
    for rule in rules.iter().filter(|r| r.meta.family != Family::Engine) {
        if run.rule(rule, &Outcome::default(), &mut panics, &mut diagnostics) {
            ran.insert(rule.meta.name);
        }
    }
    run.profile_checks(&mut ran, &mut panics, &mut diagnostics);
    let found = diagnostics.len();
    let suppressions = suppress(&document, &mut diagnostics, rules, settings, |name| ran.contains(name));
    let suppressed = found - diagnostics.len();

    let outcome = Outcome { suppressions, panics, bad_byte: None };
    run.engine(rules, &outcome, &mut diagnostics);
    diagnostics.sort_by(|a, b| {
        let place = |d: &Diagnostic| (d.finding.span.start, d.finding.span.end);
        place(a).cmp(&place(b)).then_with(|| a.rule.cmp(&b.rule))
    });
    let coverage = Coverage::of(&facts);
    Report { kind: (kind, from), profile: id(kind, profile), document, facts, diagnostics, suppressed, coverage }
}

/// The report on a file that is not UTF-8: its text ends at the first bad byte, and the finding stands there. `None`
/// where the bytes are UTF-8, so that [`check`] is the function to call.
pub fn check_unreadable(bytes: &[u8], settings: &Settings, rules: &[RuleEntry]) -> Option<Report> {
    let bad_byte = std::str::from_utf8(bytes).err()?.valid_up_to();
    let readable = std::str::from_utf8(&bytes[..bad_byte]).ok()?;
    let document = Document { source: Source::new(readable), ..Document::parse(Source::new("")) };
    let facts = Facts::default();
    let (kind, from, profile) = kind_of(&document, &facts, settings);
    let run = Run { document: &document, facts: &facts, settings, kind, from, profile };
    let outcome = Outcome { bad_byte: Some(bad_byte), ..Outcome::default() };
    let mut diagnostics = Vec::new();
    run.engine(rules, &outcome, &mut diagnostics);
    let (profile, coverage) = (id(kind, profile), Coverage::default());
    Some(Report { kind: (kind, from), profile, document, facts, diagnostics, suppressed: 0, coverage })
}

fn id(kind: Kind, profile: Option<&Profile>) -> String {
    profile.map_or_else(|| kind.name().to_owned(), |p| p.id.clone())
}

/// One document on its way through the rules.
struct Run<'a> {
    document: &'a Document,
    facts: &'a Facts,
    settings: &'a Settings,
    kind: Kind,
    /// Where the kind comes from.
    from: KindFrom,
    profile: Option<&'a Profile>,
}

impl<'a> Run<'a> {
    /// Runs the engine family. Nothing reports a panic of its rules.
    fn engine(&self, rules: &[RuleEntry], outcome: &Outcome<'_>, diagnostics: &mut Vec<Diagnostic>) {
        for rule in rules.iter().filter(|r| r.meta.family == Family::Engine) {
            self.rule(rule, outcome, &mut Vec::new(), diagnostics);
        }
    }

    /// Runs a rule if it is on; whether it ran to its end.
    fn rule(
        &self,
        rule: &RuleEntry,
        outcome: &Outcome<'_>,
        panics: &mut Vec<Panic>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> bool {
        let Some(severity) = self.settings.severity(rule.meta, self.profile) else {
            return false;
        };
        let cx = self.context(outcome);
        let findings = guarded(Some(rule.meta.name), panics, || match cx.settings.configured.get(rule.meta.name) {
            Some(configured) => configured.check(&cx),
            None => (rule.check)(&cx),
        });
        let Some(findings) = findings else {
            return false;
        };
        self.stamp(Cow::Borrowed(rule.meta.name), rule.meta.family, severity, findings, diagnostics);
        true
    }

    /// Runs what the profile asks for besides the rules.
    fn profile_checks(&self, ran: &mut BTreeSet<&'a str>, panics: &mut Vec<Panic>, diagnostics: &mut Vec<Diagnostic>) {
        let outcome = Outcome::default();
        let cx = self.context(&outcome);
        let checks = self.profile.into_iter().flat_map(|profile| profile.checks.iter().map(move |c| (profile, c)));
        for (profile, check) in checks {
            let Some(severity) = self.settings.check_severity(check, profile) else { continue };
            let test: &ConfiguredRule = &check.test;
            if let Some(findings) = guarded(Some(&check.id), panics, || test.check(&cx)) {
                ran.insert(&check.id);
                self.stamp(Cow::Owned(check.id.clone()), Family::Structure, severity, findings, diagnostics);
            }
        }
    }

    fn context<'o>(&'o self, outcome: &'o Outcome<'o>) -> Context<'o> {
        let Self { document, facts, settings, kind, from, profile } = *self;
        Context { document, facts, settings, kind, kind_from: from, profile, outcome }
    }

    fn stamp(
        &self,
        rule: Cow<'static, str>,
        family: Family,
        severity: Severity,
        findings: Vec<Finding>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        // What the configuration says is meant; otherwise a finding may be less grave than its rule, never graver.
        let fixed = self.settings.severities.contains_key(rule.as_ref());
        for finding in findings.into_iter().filter_map(|f| sound(f, &self.document.source)) {
            let own = finding.severity.filter(|_| !fixed);
            let severity = own.map_or(severity, |own| own.min(severity));
            diagnostics.push(Diagnostic { rule: rule.clone(), family, severity, finding });
        }
    }
}

/// The result of a function, or `None` and one more panic.
fn guarded<T>(rule: Option<&str>, panics: &mut Vec<Panic>, f: impl FnOnce() -> T) -> Option<T> {
    // Nothing that the function could leave half done is looked at again.
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(value) => Some(value),
        Err(payload) => {
            panics.push(Panic { rule: rule.map(str::to_owned), message: panic_message(payload.as_ref()) });
            None
        }
    }
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}

/// The finding without what lies outside the text and without line ends; `None` where its own place does.
fn sound(mut finding: Finding, source: &Source) -> Option<Finding> {
    finding.span = trimmed(finding.span, source)?;
    finding.labels.retain_mut(|label| match trimmed(label.span, source) {
        Some(span) => {
            label.span = span;
            true
        }
        None => false,
    });
    finding.fix = finding.fix.filter(|fix| fix.edits.iter().all(|e| source.text().get(e.span.range()).is_some()));
    Some(finding)
}

/// The span without the line ends it closes with; `None` where it is none of this text.
fn trimmed(span: Span, source: &Source) -> Option<Span> {
    let text = source.text().get(span.range())?;
    Some(Span::new(span.start, span.start + text.trim_end_matches(['\r', '\n']).len()))
}

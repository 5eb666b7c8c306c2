//! How a calculation was read: what an editor shows on a number.

use designlint_core::Report;
use designlint_facts::{Claim, ClaimKind, Inheritance, Verdict};

use crate::escape::{self, line};
use crate::ledger::{how_name, kind_name, verdict_name};

/// A calculation step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// `4,096 x 8.4 KB = 34.4064 MB`, or the side alone where it has no value.
    pub worked: String,
    /// "wrong", "holds, rounded (weakly)".
    pub verdict: String,
    /// What each further line is about, and what it says: the stated value, what would be accepted, the reading.
    pub notes: Vec<(&'static str, String)>,
}

impl Derivation {
    /// Of a claim of a report.
    pub fn of(report: &Report, claim: &Claim) -> Self {
        let at = report.facts.claims.iter().position(|c| std::ptr::eq(c, claim));
        let inherited = report.facts.inheritances.iter().find(|i| Some(i.claim) == at);
        let line_of = |byte: usize| report.document.source.line_of(byte);
        let mut notes = vec![("stated", stated(claim))];
        let mut note = |label, text: Option<String>| notes.extend(text.map(|text| (label, text)));
        note("accepted", accepted(claim).filter(|_| claim.kind != ClaimKind::Comparison));
        note("reading", Some(claim.reading.clone()).filter(|r| !r.is_empty()));
        note("because", claim.reason.clone().filter(|_| inherited.is_none()));
        note("inherits", inherited.map(|i| inherits(i, line_of(i.source.start))));
        note("matches", claim.explanation.as_ref().map(|e| e.text.clone()));
        let names = claim.operands.iter().filter_map(|o| {
            let name = o.symbol.as_ref()?;
            Some(format!("{name} = {}", report.document.source.slice(o.span)))
        });
        let names = names.collect::<Vec<_>>().join(", ");
        note("names", Some(names).filter(|n| !n.is_empty()));
        Self { worked: worked(claim), verdict: verdict(claim), notes }
    }

    /// As Markdown, in which the text of the document is text and nothing else.
    pub fn markdown(&self) -> String {
        let mut out = format!("**{}**: {}", self.verdict, code(&self.worked));
        for (label, text) in &self.notes {
            out += &format!("\n- {label}: {}", escape::markdown(text));
        }
        out
    }

    /// As plain text.
    pub fn plain(&self) -> String {
        let mut out = format!("{}: {}", self.verdict, line(&self.worked));
        for (label, text) in &self.notes {
            out += &format!("\n{label}: {}", line(text));
        }
        out
    }
}

fn worked(claim: &Claim) -> String {
    match &claim.computed {
        Some(computed) if claim.computed_text != *computed => format!("{} = {computed}", claim.computed_text),
        _ => claim.computed_text.clone(),
    }
}

/// The stated value; of a bound also what is said of it.
fn stated(claim: &Claim) -> String {
    let kind = kind_name(claim.kind);
    match claim.kind {
        ClaimKind::Comparison => format!("{} {} ({kind})", claim.relation, claim.stated),
        _ => format!("{} ({kind})", claim.stated),
    }
}

fn verdict(claim: &Claim) -> String {
    let how = claim.how.filter(|_| claim.verdict == Verdict::Holds).map(how_name);
    let how = how.map_or_else(String::new, |how| format!(", {how}"));
    let weak = if claim.weak { " (weakly)" } else { "" };
    format!("{}{how}{weak}", verdict_name(claim.verdict))
}

fn accepted(claim: &Claim) -> Option<String> {
    let (low, high) = claim.accepted.as_ref()?;
    Some(if low == high { low.clone() } else { format!("{low} to {high}") })
}

fn inherits(inherited: &Inheritance, line: usize) -> String {
    let Inheritance { uses, right, becomes, .. } = inherited;
    let becomes = becomes.as_ref().map_or_else(String::new, |becomes| format!("; with that this is {becomes}"));
    format!("{uses} from line {line}, which is {right}{becomes}")
}

/// A code span on one line, whatever stands in it.
pub fn code(text: &str) -> String {
    let text = line(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    let gap = if longest > 0 || text.starts_with(' ') || text.is_empty() { " " } else { "" };
    format!("{ticks}{gap}{text}{gap}{ticks}")
}

#[cfg(test)]
mod tests {
    use designlint_core::{Settings, check};
    use designlint_document::{Document, Source};

    use super::*;

    /// The derivations of the claims of a text, as plain text.
    fn derived(text: &str) -> Vec<String> {
        let report = check(Document::parse(Source::new(text)), &Settings::default(), &[]);
        report.facts.claims.iter().map(|c| Derivation::of(&report, c).plain()).collect()
    }

    #[test]
    fn a_derivation_says_what_was_read_and_how() {
        assert_eq!(
            derived("33.61 s / 3,710 = 9.06 ms\n"),
            [
                "holds, rounded: 33.61 s / 3,710 = 9.0593 ms\nstated: 9.06 ms (equation)\naccepted: 9.05 ms to 9.06 ms\nreading: as written"
            ]
        );
        assert_eq!(
            derived("100 million x 50 KB = 10 TB a day.\n"),
            [
                "wrong: 100 million x 50 KB = 5 TB a day\nstated: 10 TB a day (equation)\naccepted: 5 TB a day\nreading: rate as a label"
            ]
        );
        assert_eq!(
            derived("40 x 3 ms is at most 100 ms.\n"),
            ["wrong: 40 x 3 ms = 120 ms\nstated: is at most 100 ms (comparison)\nreading: as written"]
        );
        assert_eq!(
            derived("2 x width = 7\n"),
            ["unknown: 2 x width\nstated: 7 (equation)\nreading: as written\nbecause: `width` has no value"]
        );
    }

    #[test]
    fn a_result_that_rests_on_a_wrong_one_says_on_which() {
        let text = "6 * 24 * 365 = 52,650 readings a year.\n\nTwo sensors: 2 * 52,650 = 105,300.\n";
        assert_eq!(
            derived(text)[1],
            "inherits: 2 * 52,650 = 105,300\nstated: 105,300 (equation)\naccepted: 105,300\nreading: as written\n\
             inherits: 52,650 readings a year from line 1, which is 52,560 readings a year; with that this is 105,120"
        );
    }

    #[test]
    fn names_are_shown_with_the_numbers_that_stand_for_them() {
        let text = "```text\nkv = 2 x layers x width = 2 x 30 x 64 = 3,840\n```\n";
        let last = derived(text).pop().unwrap_or_default();
        assert!(last.ends_with("\nnames: layers = 30, width = 64"), "{last}");
    }

    #[test]
    fn a_code_span_holds_any_text() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a `b` ``c"), "``` a `b` ``c ```");
        assert_eq!(code("x\n::error"), "`x \\u{3a}:error`");
        assert_eq!(code(""), "`  `");
    }
}

//! `arith-mismatch`.

use designlint_core::{Context, Finding, Fix, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, ClaimKind, Fault, Verdict};
use designlint_quantity::{Quantity, Rational};
use serde::Deserialize;

declare_rule! {
    /// A calculation does not give the number that is stated.
    ///
    /// ## Why
    /// People size machines, budgets and alerts on the result. Every reading of units, prefixes and percentages is tried,
    /// and the digits shown are the tolerance; what is still wrong is wrong.
    ///
    /// ## Example
    /// ```md,fails
    /// Media: 100 million x 50 KB = 10 TB a day.
    /// ```
    /// ```md,passes
    /// Media: 100 million x 50 KB = 5 TB a day.
    /// ```
    ///
    /// ## Silent on
    /// Ranges, dates, versions, shapes such as 64x64, program code, names without a value, and results that some reading
    /// makes right: 1,000 or 1,024, B for bytes or billion, a month of 30 or 30.44 days, digits rounded or cut off.
    pub static META = { name: "arith-mismatch", family: Arithmetic, severity: Error }
}

/// `arith-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ArithMismatch {}

impl Rule for ArithMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let wrong = cx.facts.claims.iter().filter(|c| c.verdict == Verdict::Wrong);
        let ours = |c: &&Claim| match c.fault {
            Some(Fault::Value) => true,
            // Counts, sizes, times and money are `unit-mismatch`.
            Some(Fault::Unit) => crate::dimension_name::names(c).is_none(),
            _ => false,
        };
        wrong.filter(ours).map(|c| finding(cx, c)).collect()
    }
}

fn finding(cx: &Context<'_>, claim: &Claim) -> Finding {
    let side = &claim.computed_text;
    let message = match (&claim.computed, &claim.fault) {
        (Some(computed), Some(Fault::Value)) => match bound(claim) {
            Some(bound) => format!("`{side}` is {computed}, which is not {bound} {}", claim.stated),
            None => format!("`{side}` is {computed}, not {}", claim.stated),
        },
        (Some(_), _) => format!("`{side}` cannot be {}: the numbers agree, the units do not", claim.stated),
        _ => format!("`{side}` cannot be {}: the units of the two sides differ, so a factor is missing", claim.stated),
    };
    let mut finding = Finding::of_claim(claim, message);
    if bound(claim).is_some() {
        finding.help = Some("mend the bound, or the factor that is wrong".to_string());
        return finding;
    }
    if finding.help.is_none() {
        let cause = if is_far_off(claim) { "operator, the bracket or the factor" } else { "factor" };
        finding.help = claim.rounded.as_ref().map(|r| format!("write {r}, or mend the {cause} that is wrong"));
    }
    if claim.fault == Some(Fault::Value) {
        finding.fix = Fix::of_claim(cx, claim);
    }
    finding
}

/// Whether the two numbers are a factor of two apart or more: no slip of one number, as a rule.
fn is_far_off(claim: &Claim) -> bool {
    let (Some(stated), Some(computed)) = (&claim.value, &claim.recomputed) else { return false };
    let size = |q: &Quantity| if q.value < Rational::ZERO { -&q.value } else { q.value.clone() };
    let (a, b) = (size(stated), size(computed));
    let twice = |x: &Rational, y: &Rational| *x >= y * Rational::from(2u8);
    stated.dimension == computed.dimension && (twice(&a, &b) || twice(&b, &a))
}

/// What a comparison claims of the computed side, seen from there.
fn bound(claim: &Claim) -> Option<&str> {
    let swapped = claim.stated_span.start < claim.computed_span.start;
    let either = |left, right| if swapped { right } else { left };
    let bound = match claim.relation.as_str() {
        _ if claim.kind != ClaimKind::Comparison => return None,
        "<" => either("less than", "more than"),
        "<=" | "≤" => either("at most", "at least"),
        ">" => either("more than", "less than"),
        ">=" | "≥" => either("at least", "at most"),
        "≠" | "!=" => "different from",
        words => words.split_once(' ').map_or(words, |(_, bound)| bound),
    };
    Some(bound)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::{report, says};

    const RULE: &str = "arith-mismatch";

    /// The help of the one finding in a text, and the title of its fix.
    fn advice(text: &str) -> (Option<String>, Option<String>) {
        let report = report(RULE, Kind::Design, text);
        let [found] = report.diagnostics.as_slice() else { panic!("{text}: {:?}", report.diagnostics) };
        (found.finding.help.clone(), found.finding.fix.as_ref().map(|f| f.title.clone()))
    }

    #[test]
    fn the_help_says_what_to_write_and_what_else_may_be_wrong() {
        for (text, right, cause) in [
            ("70 x 6 MB = 440 MB.\n", "420 MB", "factor"),
            ("70 x 6 MB = 839 MB.\n", "420 MB", "factor"),
            ("70 x 6 MB = 840 MB.\n", "420 MB", "operator, the bracket or the factor"),
            ("70 x 6 MB = 13 MB.\n", "420 MB", "operator, the bracket or the factor"),
            ("20 - 47 = -29.\n", "-27", "factor"),
            ("20 - 47 = -67.\n", "-27", "operator, the bracket or the factor"),
        ] {
            let help = format!("write {right}, or mend the {cause} that is wrong");
            assert_eq!(advice(text), (Some(help), Some(format!("write {right}"))), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_in_its_units_or_its_bound_is_not_mended() {
        let (_, fix) = advice("5 ms + 3 KB = 8 ms.\n");
        assert_eq!(fix, None);
        let bound = Some("mend the bound, or the factor that is wrong".to_owned());
        assert_eq!(advice("40 x 3 ms is at most 100 ms.\n"), (bound, None));
    }

    #[test]
    fn a_fraction_as_a_result_is_exact() {
        assert_eq!(says(RULE, "2/24 = 1/12 of it; 14.4 x 1 h / 720 h = 1/50 of the budget.\n"), [""; 0]);
        assert_eq!(says(RULE, "2/24 = 4/12 of it.\n"), ["1:1-1:12 error: `2/24` is 0.0833333, not 4/12"]);
    }

    #[test]
    fn the_unit_of_a_group_may_be_left_out_of_its_result() {
        let text = "A bitmap: 2^14 bits = 16386.\n";
        assert_eq!(says(RULE, text), ["1:11-1:28 error: `2^14 bits` is 16,384, not 16386"]);
        assert_eq!(says("unit-mismatch", text), [""; 0]);
        assert_eq!(says(RULE, "A bitmap: 2^14 bits = 16384.\n"), [""; 0]);
    }

    #[test]
    fn a_sum_may_go_on_behind_a_result() {
        assert_eq!(says(RULE, "881 MB / 25 GB/s = 35.2 ms plus 160 x 30 us = 4.8 ms.\n"), [""; 0]);
        assert_eq!(
            says(RULE, "881 MB / 25 GB/s = 53.2 ms plus 160 x 30 us = 4.8 ms.\n"),
            ["1:1-1:44 error: `881 MB / 25 GB/s` is 0.03524, not 53.2 ms plus 160 x 30 us"]
        );
    }

    #[test]
    fn a_bound_that_is_not_kept_says_which() {
        assert_eq!(
            says(RULE, "40 x 3 ms is at most 100 ms.\n"),
            ["1:1-1:28 error: `40 x 3 ms` is 120 ms, which is not at most 100 ms"]
        );
        assert_eq!(says(RULE, "3 x 5 < 15.\n"), ["1:1-1:11 error: `3 x 5` is 15, which is not less than 15"]);
        assert_eq!(says(RULE, "16 < 3 x 5.\n"), ["1:1-1:11 error: `3 x 5` is 15, which is not more than 16"]);
        assert_eq!(says(RULE, "3 x 5 <= 14.\n"), ["1:1-1:12 error: `3 x 5` is 15, which is not at most 14"]);
        assert_eq!(says(RULE, "16 ≤ 3 x 5.\n"), ["1:1-1:11 error: `3 x 5` is 15, which is not at least 16"]);
        assert_eq!(says(RULE, "3 x 5 > 15.\n"), ["1:1-1:11 error: `3 x 5` is 15, which is not more than 15"]);
        assert_eq!(says(RULE, "3 x 5 ≥ 16.\n"), ["1:1-1:11 error: `3 x 5` is 15, which is not at least 16"]);
        assert_eq!(says(RULE, "14 >= 3 x 5.\n"), ["1:1-1:12 error: `3 x 5` is 15, which is not at most 14"]);
        assert_eq!(says(RULE, "3 x 5 ≠ 15.\n"), ["1:1-1:11 error: `3 x 5` is 15, which is not different from 15"]);
    }

    #[test]
    fn equal_numbers_of_different_units_are_told_apart() {
        assert_eq!(
            says(RULE, "5 ms + 3 KB = 8 ms.\n"),
            ["1:1-1:19 error: `5 ms + 3 KB` cannot be 8 ms: the numbers agree, the units do not"]
        );
        assert_eq!(
            says(RULE, "3 x €5 = $15.\n"),
            ["1:1-1:13 error: `3 x €5` cannot be $15: the numbers agree, the units do not"]
        );
        assert_eq!(says(RULE, "5 ms + 3 KB = 9 ms; 3 x €5 = $16.50.\n"), [""; 0]);
    }
}

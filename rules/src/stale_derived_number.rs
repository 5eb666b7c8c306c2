//! `stale-derived-number`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, Inheritance};
use serde::Deserialize;

declare_rule! {
    /// A calculation uses a result that the document gets wrong.
    ///
    /// ## Why
    /// The line itself is right, so nobody who checks it sees that the error has spread. Mended at its root only, the
    /// document contradicts itself.
    ///
    /// ## Example
    /// ```md,fails
    /// One reading every ten minutes: 6 * 24 * 365 = 52,650 readings a year.
    ///
    /// Two sensors double that: 2 * 52,650 = 105,300.
    /// ```
    /// ```md,passes
    /// One reading every ten minutes: 6 * 24 * 365 = 52,560 readings a year.
    ///
    /// Two sensors double that: 2 * 52,560 = 105,120.
    /// ```
    ///
    /// ## Silent on
    /// The later links of a chain whose first one is wrong, numbers of one or two digits, constants such as 86,400, numbers
    /// that stand in the document before the wrong result, and lines that the right number would not change.
    pub static META = { name: "stale-derived-number", family: Arithmetic, severity: Warning }
}

/// `stale-derived-number`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StaleDerivedNumber {}

impl Rule for StaleDerivedNumber {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let later = cx.facts.inheritances.iter().filter(|i| !i.same_chain);
        later.filter_map(|i| Some(finding(cx, i, cx.facts.claims.get(i.claim)?))).collect()
    }
}

fn finding(cx: &Context<'_>, inherited: &Inheritance, claim: &Claim) -> Finding {
    let Inheritance { uses, right, becomes, .. } = inherited;
    let line = cx.document.source.line_of(inherited.source.start);
    let effect = match becomes {
        Some(becomes) => format!("with {right} this is {becomes}, not {}", claim.stated),
        None => format!("with {right} this no longer holds"),
    };
    let message = format!("{uses} comes from line {line}, which gets it wrong: {effect}");
    let mut finding = Finding::of_claim(claim, message)
        .help("mend the line it comes from first, then every line that uses its result")
        .label(inherited.source, format!("this should be {right}"));
    if inherited.root != inherited.source {
        finding = finding.label(inherited.root, "the first wrong number".to_string());
    }
    if let Some(calculation) = &mut finding.calculation {
        calculation.computed.clone_from(becomes);
        calculation.accepted = becomes.iter().cloned().collect();
    }
    finding
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;
    use designlint_facts::Verdict;

    use crate::testing::{report, says};

    const RULE: &str = "stale-derived-number";

    #[test]
    fn what_rests_on_it_inherits_however_far() {
        let text = "6 * 24 * 365 = 52,650 readings.\n\n2 * 52,650 = 105,300 readings.\n\n105,300 x 8 B = 842,400 B.\n";
        assert_eq!(
            says(RULE, text),
            [
                "3:1-3:21 warning: 52,650 comes from line 1, which gets it wrong: with 52,560 this is 105,120, not 105,300",
                "5:1-5:26 warning: 105,300 comes from line 3, which gets it wrong: with 105,120 this is 840,960 B, not \
                 842,400 B",
            ]
        );
        let report = report(RULE, Kind::Design, text);
        let verdicts: Vec<Verdict> = report.facts.claims.iter().map(|c| c.verdict).collect();
        assert_eq!(verdicts, [Verdict::Wrong, Verdict::Inherits, Verdict::Inherits]);
        let reason = report.facts.claims[1].reason.as_deref();
        assert_eq!(reason, Some("inherits 52,650 from line 1, which is 52,560"));
        let labels: Vec<&str> = report.diagnostics[1].finding.labels.iter().map(|l| l.message.as_str()).collect();
        assert_eq!(labels, ["this should be 105,120", "the first wrong number"]);
    }

    #[test]
    fn by_name() {
        let text = "```text\nper_year = 6 x 24 x 365 = 52,650\ntotal = 2 x per_year = 105,300\n```\n";
        assert_eq!(
            says(RULE, text),
            [
                "3:9-3:31 warning: 52,650 comes from line 2, which gets it wrong: with 52,560 this is 105,120, not 105,300"
            ]
        );
    }

    #[test]
    fn by_the_cell_of_a_table() {
        let text = "| part | bytes |\n|---|---|\n| keys | 3 x 411 = 1,333 |\n| values | 2,100 |\n| maps | 610 |\n\
                    | total | 4,043 |\n";
        assert_eq!(
            says(RULE, text),
            ["6:1-6:18 warning: 1,333 comes from line 3, which gets it wrong: with 1,233 this is 3,943, not 4,043"]
        );
    }

    #[test]
    fn the_next_link_of_a_chain_is_no_second_place() {
        let text = "60 * 24 * 30 = 42,300 = 42.3 thousand.\n";
        assert_eq!(says(RULE, text), [""; 0]);
        let claims = report(RULE, Kind::Design, text).facts.claims;
        assert_eq!(claims[1].verdict, Verdict::Inherits);
    }

    #[test]
    fn a_wrong_middle_is_one_error() {
        let text = "1.25 PB / 86,400 s = 0.014467 PB/s = 14.467 GB/s.\n";
        assert_eq!(says("arith-mismatch", text).len(), 1, "{:?}", says("arith-mismatch", text));
        assert_eq!(says(RULE, text), [""; 0]);
    }

    #[test]
    fn with_a_rate_or_a_unit_left_out() {
        assert_eq!(
            says(RULE, "Nodes: 14 x $1,230 = $17,320 a month.\n\nPer year: 12 x $17,320 = $207,840.\n"),
            [
                "3:11-3:34 warning: $17,320 a month comes from line 1, which gets it wrong: with $17,220 a month this is \
                 $206,640, not $207,840"
            ]
        );
        assert_eq!(
            says(RULE, "1,234 x 56 = 69,014 keys; at 100 B each that is 69,014 x 100 B = 6.9014 MB.\n"),
            ["1:49-1:75 warning: 69,014 comes from line 1, which gets it wrong: with 69,104 this is 6.9104 MB, not \
                 6.9014 MB"]
        );
    }

    #[test]
    fn without_the_sign_of_the_result() {
        let text = "The slope is 3 x 1.111 - 10.5 = -7.617.\n\nIts size: 10 x 7.617 = 76.17.\n";
        let expected =
            "3:11-3:29 warning: -7.617 comes from line 1, which gets it wrong: with -7.167 this is 71.67, not 76.17";
        assert_eq!(says(RULE, text), [expected]);
    }

    #[test]
    fn a_number_that_the_first_side_of_its_chain_gives_may_be_used() {
        let text = "$`\\log_2(1 - 0.0255) = \\log_2(0.97449) \\approx -0.03726`$\n\n\
                    $`N \\geq \\lceil \\frac{128}{0.03726} \\rceil = 3435`$\n";
        assert_eq!(says(RULE, text), [""; 0]);
        let report = report("arith-mismatch", Kind::Design, text);
        let labels: Vec<&str> =
            report.diagnostics.iter().flat_map(|d| &d.finding.labels).map(|l| l.message.as_str()).collect();
        assert_eq!(labels, ["this gives -0.03726, as stated: what is wrong is the side between them"]);
        // Neither side gives it.
        let text = text.replace("-0.03726", "-0.03826").replace("0.03726", "0.03826").replace("3435", "3346");
        let said =
            "3:10-3:50 warning: -0.03826 comes from line 1, which gets it wrong: with -0.03728 this is 3434, not 3346";
        assert_eq!(says(RULE, &text), [said]);
    }

    #[test]
    fn silent() {
        for text in [
            "6 * 24 * 365 = 52,560.\n\n2 * 52,560 = 105,120.\n",
            // Few digits, constants, and numbers that were there before.
            "3 x 40 = 140.\n\n140 x 2 = 280.\n",
            "24 x 3,500 = 86,400.\n\n2 x 86,400 = 172,800.\n",
            "The cap is 52,650 x 1 = 52,650.\n\n6 * 24 * 365 = 52,650.\n\n2 * 52,650 = 105,300.\n",
            // The right number changes nothing.
            "411 x 3 = 1,234.\n\n1,234 / 1,000 ≈ 1.2.\n",
            // Another unit.
            "4 x 1,111 MB = 4,455 MB.\n\n4,455 s / 60 = 74.25 min.\n",
        ] {
            assert_eq!(says(RULE, text), [""; 0], "{text}");
        }
    }
}

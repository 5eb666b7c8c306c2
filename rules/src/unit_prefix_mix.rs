//! `unit-prefix-mix`.

use designlint_core::{Context, Edit, Finding, Fix, Rule, RuleMeta, Safety, declare_rule};
use designlint_facts::{Claim, Mixes, PrefixMix};
use serde::Deserialize;

declare_rule! {
    /// A size is right only if its prefix counts 1,024 where the unit says 1,000, or the reverse.
    ///
    /// ## Why
    /// A GB is 7% less than a GiB, a TB 9% less than a TiB. Nobody notices until a disk is full or a limit is hit, and a
    /// document that means both cannot be checked at all.
    ///
    /// ## Example
    /// ```md,fails
    /// A part of an upload: 8388608 B = 8.389 MB. The buffer holds four of them: 4 x 8388608 B = 32.00 MB.
    /// ```
    /// ```md,passes
    /// A part of an upload: 8388608 B = 8.389 MB. The buffer holds four of them: 4 x 8388608 B = 32.00 MiB.
    /// ```
    ///
    /// ## Silent on
    /// Documents and projects that say what their prefixes mean (`1 KB = 1,024 B`, `8 MB (8,388,608 bytes)`, `units: {prefix:
    /// binary}`), results of one or two digits that may be rounded and of three behind "about", lines that hold as written, and
    /// lines that count all their data in KB, MB ... of 1,024, unless another line of the document needs 1,000.
    pub static META = { name: "unit-prefix-mix", family: Arithmetic, severity: Info }
}

/// `unit-prefix-mix`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnitPrefixMix {}

impl Rule for UnitPrefixMix {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.prefix_mixes.iter().filter_map(|mix| finding(cx, mix, cx.facts.claims.get(mix.claim)?)).collect()
    }
}

fn finding(cx: &Context<'_>, mix: &PrefixMix, claim: &Claim) -> Option<Finding> {
    let mut names: Vec<&str> = mix.units.iter().map(|(_, unit)| unit.as_str()).collect();
    names.dedup();
    let mended = names.join(" and ");
    let message = message(cx, mix, claim)?;
    let help = match (&mix.mixes, mended.is_empty()) {
        (Mixes::Steps, _) | (_, true) => {
            "count in one family of prefixes: KB, MB, GB in 1,000; KiB, MiB, GiB in 1,024".to_owned()
        }
        (_, false) => format!("write {mended}, or the value in the unit that stands there"),
    };
    let mut finding = Finding::of_claim(claim, message).help(help);
    if let Mixes::Against { claim: other, unit } = &mix.mixes {
        let other = cx.facts.claims.get(*other)?;
        finding = finding.label(other.span, format!("holds only where {unit} counts in 1,000"));
    }
    for other in mix.also.iter().filter_map(|i| cx.facts.claims.get(*i)).take(MOST) {
        finding = finding.label(other.span, "right only that way, too");
    }
    if let Some(calculation) = &mut finding.calculation {
        calculation.stated = None;
        calculation.accepted.clear();
    }
    if !mix.units.is_empty() {
        let edits = mix.units.iter().map(|(span, text)| Edit { span: *span, text: text.clone() }).collect();
        finding.fix = Some(Fix { title: format!("write {mended}"), safety: Safety::Unsafe, edits });
    }
    Some(finding)
}

fn message(cx: &Context<'_>, mix: &PrefixMix, claim: &Claim) -> Option<String> {
    let line = |claim: &Claim| cx.document.source.line_of(claim.span.start);
    let (side, stated) = (&claim.computed_text, &claim.stated);
    Some(match &mix.mixes {
        Mixes::BinaryValue => {
            format!("`{side}` is {stated} only if the prefix counts 1,024: the value is binary, the unit decimal")
        }
        Mixes::DecimalValue => {
            let computed = claim.computed.as_deref().unwrap_or("another value");
            format!("`{side}` is {computed}: {stated} counts 1,000 in a unit that counts 1,024")
        }
        Mixes::Steps => {
            let computed = claim.computed.as_deref().unwrap_or("another value");
            format!("`{side}` is {computed}, not {stated}: one step counts 1,000 and another 1,024")
        }
        Mixes::Against { claim: other, unit } => {
            let other = cx.facts.claims.get(*other)?;
            let steps = "KMGTPE".find(&unit[..1]).map_or(1, |i| i + 1);
            format!(
                "{unit} means 10^{} at line {} and 2^{} at line {}: each line is right only that way",
                3 * steps,
                line(other),
                10 * steps,
                line(claim)
            )
        }
    })
}

/// Most other lines that a finding points at.
const MOST: usize = 8;

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::{report, says};

    const RULE: &str = "unit-prefix-mix";

    #[test]
    fn a_binary_value_in_a_decimal_unit() {
        let text = "The part is 10485760 B = 10 MB.\n";
        assert_eq!(
            says(RULE, text),
            ["1:13-1:31 info: `10485760 B` is 10 MB only if the prefix counts 1,024: the value is binary, the unit \
                 decimal"]
        );
        let report = report(RULE, Kind::Design, text);
        let finding = &report.diagnostics[0].finding;
        assert_eq!(finding.help.as_deref(), Some("write MiB, or the value in the unit that stands there"));
        let edits: Vec<&str> = finding.fix.iter().flat_map(|f| &f.edits).map(|e| e.text.as_str()).collect();
        assert_eq!(edits, ["MiB"]);
        assert_eq!(finding.calculation.as_ref().and_then(|c| c.stated.as_deref()), None);
        assert_eq!(says("arith-mismatch", text), [""; 0]);
    }

    #[test]
    fn a_decimal_value_in_a_binary_unit() {
        let text = "One buffer: 4128 * 17408 * 2 B = 144 MiB.\n";
        assert_eq!(
            says(RULE, text),
            ["1:13-1:41 info: `4128 * 17408 * 2 B` is 137.063 MiB: 144 MiB counts 1,000 in a unit that counts 1,024"]
        );
        assert_eq!(says("arith-mismatch", text), [""; 0]);
    }

    #[test]
    fn both_within_one_line() {
        let text = "Each shard: 5 TB / 10,000 = 512 MB.\n";
        assert_eq!(
            says(RULE, text),
            ["1:13-1:35 info: `5 TB / 10,000` is 500 MB, not 512 MB: one step counts 1,000 and another 1,024"]
        );
        assert_eq!(says("arith-mismatch", text), [""; 0]);
    }

    #[test]
    fn one_unit_with_two_meanings() {
        let text = "Weights: 70 x 2.5 GB = 175,000 MB.\n\nCache: 4,096 x 327,680 B = 1.25 GB.\n";
        assert_eq!(
            says(RULE, text),
            ["3:8-3:35 info: GB means 10^9 at line 1 and 2^30 at line 3: each line is right only that way"]
        );
        assert_eq!(
            says(RULE, "1 MB / 4 KB = 256 units.\n\n1 MB / 3 KB = 333 records.\n"),
            ["1:1-1:18 info: KB means 10^3 at line 3 and 2^10 at line 1: each line is right only that way"]
        );
    }

    #[test]
    fn data_counted_otherwise_than_its_result() {
        for (text, said) in [
            ("320 KiB x 4,096 = 1.25 GB.", "`320 KiB x 4,096` is 1.25 GB only if the prefix counts 1,024"),
            ("10 Gbit/s x 100 ms = 119.2 MB.", "`10 Gbit/s x 100 ms` is 119.2 MB only if the prefix counts 1,024"),
        ] {
            let found = says(RULE, text);
            assert!(found.len() == 1 && found[0].contains(said), "{found:?}");
        }
    }

    #[test]
    fn silent() {
        for text in [
            "10485760 B = 10 MiB, about 10.5 MB.\n",
            "4128 * 17408 * 2 B = 144 MB (137 MiB).\n",
            "Here 1 MB = 1,024 KB.\n\nThe part is 10485760 B = 10 MB.\n",
            "Sizes are in powers of two.\n\nThe part is 10485760 B = 10 MB.\n",
            "A chunk is 8 MB (8,388,608 bytes).\n\nThe part is 10485760 B = 10 MB.\n",
            // Both readings hold.
            "8 x 192 GB = 1.5 TB.\n",
            // Two digits that may be rounded.
            "10,400,000 B = 9.9 MB.\n",
            // All that the line counts may be counted in 1,024, or nothing but the result has a unit.
            "4 KB x 10,000 = 39.06 MB.\n",
            "7 x 4096 x 16 = 448 KB.\n",
            "3 MB / 2 B = 1,572,864 elements.\n",
            // What is about a number holds by either.
            "1 MB / 4 KB = 256 units.\n\nAt ~333 records/s (1 MB / 3 KB) it is full.\n",
            "1 MB / 4 KB = 256 units.\n\n1 MB / 3 KB is about 333 records.\n",
            // Two digits behind a point.
            "1 MB / 4 KB = 256 units.\n\n100 million x 64 KB = 6.4 TB.\n",
        ] {
            assert_eq!(says(RULE, text), [""; 0], "{text}");
        }
    }
}

//! Whatever the text, nothing panics, places are places of it, and fixes come to an end.

mod common;

use common::{lines, report};
use designlint_core::{Safety, apply_fixes};
use proptest::prelude::*;

/// Pieces of documents, so that chance builds tables, fences, comments and calculations and not only noise.
fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "# ",
        "## Failure modes\n\n",
        "## Options\n",
        "## Open questions\n\n- ",
        "**Rollout**\n",
        "---\n",
        "kind: design\n",
        "Problem: ",
        "Capacity: ",
        "| ",
        " |",
        "|---|---|\n",
        "\\|",
        "```\n",
        "~~~text\n",
        "$$",
        "$",
        "`",
        "> ",
        "- [ ] ",
        "1. ",
        "<!-- designlint-disable-line all: x -->",
        "<!-- designlint-enable -->",
        "<!--",
        "-->",
        "<td>",
        "&amp;",
        "4,096 x 8.4 KB",
        "2 * 30 * 9",
        " = ",
        " ≈ ",
        "34 MB",
        "10^9",
        "2^10^9",
        "\\frac{1}{2}",
        "99.5% over 30 days",
        "(",
        ")",
        "total",
        "from 26 to 19",
        "→",
        "÷ 0",
        "TBD",
        "we accept ",
        "gateway down",
        "é",
        "😀",
        "\u{feff}",
        "\t",
        "\r\n",
        "\n",
        "\n\n",
        "\r",
        " ",
        "\u{0}",
    ]);
    let piece = prop_oneof![9 => piece.prop_map(str::to_owned), 1 => "\\PC{0,6}"];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_checked(text in text()) {
        let report = report(&text);
        prop_assert!(report.diagnostics.iter().all(|d| d.rule != "internal-error"), "{}", lines(&report));
        for diagnostic in &report.diagnostics {
            let finding = &diagnostic.finding;
            for span in finding.labels.iter().map(|l| l.span).chain([finding.span]) {
                prop_assert!(text.get(span.range()).is_some(), "{}: {span:?}", diagnostic.rule);
            }
        }
        let c = report.coverage;
        prop_assert_eq!(c.claims, c.verified + c.weak + c.wrong + c.inherits + c.not_understood);
    }

    #[test]
    fn fixes_come_to_an_end(text in text()) {
        let mut text = text;
        for _ in 0..10 {
            let (fixed, taken) = apply_fixes(&text, &report(&text).diagnostics, Safety::Unsafe);
            if taken == 0 {
                return Ok(());
            }
            text = fixed;
        }
        prop_assert!(false, "there is still something to fix in {text:?}");
    }
}

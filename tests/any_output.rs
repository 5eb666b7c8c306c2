//! Any text whatever in every format: nothing that a terminal or a CI runner obeys comes out, and every place is drawn.

mod common;

use designlint_core::{Finding, Severity};
use designlint_document::{Source, Span};
use designlint_render::full::{self, Style};
use designlint_render::{Base, Checked, concise, gitlab, json, jsonl, junit, ledger, markdown, rdjson, sarif, summary};
use designlint_report::{Subject, page};
use designlint_rules::ALL;
use proptest::prelude::*;

/// Text that looks like a document gone wrong, or like nothing at all.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => any::<String>(),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

const PIECES: &[&str] = &[
    "# Title\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "Total | 3 |\n",
    "```\n",
    "$$\n",
    "2 + 2 = 5 ",
    "4,096 × 8.4 KB = 34 MB",
    "= 320 KiB",
    " 99.9% over 30 days is 43 minutes ",
    "\u{feff}",
    "\u{1b}[31m",
    "\u{9b}2J",
    "\u{202e}",
    "##[error]",
    "::error::x\n",
    "\u{200b}é数🦀",
    "<!-- designlint-disable-next-line all -->\n",
    "<!-- designlint-disable -->",
    "- item\n  - nested\n",
    "> quote\n",
    "**Owner:** TBD. ",
    "((((",
    "2^10^9",
    "1/0 = ",
    "---\nkind: kep\n---\n",
    "\\|",
    "`",
    "x ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_format_shows_any_document(text in text()) {
        let report = common::report(&text);
        for diagnostic in &report.diagnostics {
            for span in std::iter::once(diagnostic.finding.span).chain(diagnostic.finding.labels.iter().map(|l| l.span)) {
                prop_assert!(text.get(span.range()).is_some(), "{}: {span:?}", diagnostic.rule);
            }
        }
        let coverage = report.coverage;
        let sum = coverage.verified + coverage.weak + coverage.wrong + coverage.inherits + coverage.not_understood;
        prop_assert_eq!(coverage.claims, sum);
        let checked = [Checked { path: "a.md".to_owned(), outcome: Ok(report), review: None }];
        let (style, base) = (Style::default(), Base::new("/", "/"));
        for human in [
            full::full(&checked, style, None),
            concise::concise(&checked, None),
            ledger::text(&checked, true),
            summary::summary(&checked, None),
            junit::junit(&checked, &base, None),
            markdown::markdown(&checked, ALL, &base, None),
            page(&checked.iter().map(Subject::new).collect::<Vec<_>>(), None).unwrap_or_default(),
        ] {
            harmless(&human)?;
        }
        for machine in [
            json::json(&checked, None, json::Also { review: true, statistics: true }),
            sarif::sarif(&checked, ALL, &base, None),
            gitlab::gitlab(&checked, &base, None),
            rdjson::rdjson(&checked, ALL, &base, None),
            ledger::json(&checked, true),
        ] {
            prop_assert!(!machine.contains(is_harmful), "{machine:?}");
            prop_assert!(serde_json::from_str::<serde_json::Value>(&machine).is_ok(), "{machine}");
            prop_assert!(!machine.contains("##["), "{machine}");
        }
        for line in jsonl::jsonl(&checked, None).lines() {
            prop_assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
        }
    }

    #[test]
    fn a_finding_anywhere_can_be_drawn(text in text(), spans in proptest::collection::vec((0..400usize, 0..80usize), 1..6)) {
        let at = |(start, length): &(usize, usize)| {
            let boundary = |mut byte: usize| {
                byte = byte.min(text.len());
                while !text.is_char_boundary(byte) {
                    byte -= 1;
                }
                byte
            };
            Span::new(boundary(*start), boundary(start + length))
        };
        let mut finding = Finding::new(at(&spans[0]), "the message");
        for (i, span) in spans[1..].iter().enumerate() {
            finding = finding.label(at(span), format!("label {i}"));
        }
        let source = Source::new(text.as_str());
        for style in [Style::default(), Style { ascii: true, color: false }] {
            let drawn = full::one("a.md", &source, "rule", Severity::Error, &finding, style);
            harmless(&drawn)?;
            for i in 0..spans.len() - 1 {
                let label = format!("label {i}");
                prop_assert!(drawn.contains(&label), "{label}:\n{drawn}");
            }
            let place = source.position(finding.span.start);
            let header = format!("[a.md:{}:{}]", place.line, place.column);
            prop_assert!(drawn.contains(&header), "{header}:\n{drawn}");
        }
    }
}

fn harmless(shown: &str) -> Result<(), TestCaseError> {
    prop_assert!(!shown.contains(is_harmful), "{shown:?}");
    prop_assert!(!shown.contains("##["), "{shown}");
    prop_assert!(!shown.lines().any(|line| line.trim_start().starts_with("::")), "{shown}");
    Ok(())
}

fn is_harmful(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

//! The whole check and its fixes: findings and edits stand at places of the text, a fix changes its places only, every format
//! can show what was found, and fixing comes to an end.

#![no_main]

use designlint_core::review::review;
use designlint_core::{Diagnostic, Report, Safety, apply_fixes};
use designlint_fuzz::{SETTINGS, all_within, report, within};
use designlint_render::full::{self, Style};
use designlint_render::{Base, Checked, concise, json, ledger, markdown, sarif};
use libfuzzer_sys::fuzz_target;

/// More rounds than any fix needs.
const ROUNDS: usize = 10;

fuzz_target!(|text: &str| {
    let mut text = text.to_owned();
    for round in 0.. {
        let report = report(&text);
        all_within(&text, &report.diagnostics);
        report.diagnostics.iter().for_each(|found| touches_its_places_only(&text, found));
        let (fixed, taken) = apply_fixes(&text, &report.diagnostics, Safety::Unsafe);
        if round == 0 {
            show(&text, report);
        }
        if taken == 0 {
            return;
        }
        assert!(round < ROUNDS, "there is still something to fix in {fixed:?}");
        text = fixed;
    }
});

fn touches_its_places_only(text: &str, found: &Diagnostic) {
    let Some(fix) = &found.finding.fix else { return };
    let mut expected = String::new();
    let mut done = 0;
    for edit in &fix.edits {
        within(text, edit.span);
        assert!(done <= edit.span.start, "edits of {} stand in each other", found.rule);
        expected += &text[done..edit.span.start];
        expected += &edit.text;
        done = edit.span.end;
    }
    expected += &text[done..];
    let (fixed, _) = apply_fixes(text, [found], fix.safety);
    assert_eq!(fixed, expected, "{} changes what it does not name", found.rule);
}

fn show(text: &str, report: Report) {
    let review = review(&report, &SETTINGS);
    all_within(text, &review);
    let checked = [Checked { path: "a.md".to_owned(), outcome: Ok(report), review: Some(review) }];
    let (style, base) = (Style::default(), Base::new("/", "/"));
    let _ = full::full(&checked, style, None);
    let _ = concise::concise(&checked, None);
    let _ = ledger::text(&checked, true);
    let _ = markdown::markdown(&checked, designlint_rules::ALL, &base, None);
    let _ = json::json(&checked, None, json::Also { review: true, statistics: true });
    let _ = sarif::sarif(&checked, designlint_rules::ALL, &base, None);
}

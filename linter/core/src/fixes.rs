//! Applies fixes to a text.

use std::collections::BTreeSet;

use designlint_document::Span;

use crate::{Diagnostic, Edit, Safety};

/// The text with the fixes of diagnostics that are at least as safe as `safety`, and how many of them it took.
///
/// A fix is taken whole or not at all: one that touches what an earlier one changes is left for the next run, and the
/// same fix twice is taken once. Bytes outside the edits stay as they are.
pub fn apply_fixes<'a>(
    text: &str,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    safety: Safety,
) -> (String, usize) {
    let fixes = diagnostics.into_iter().filter_map(|d| d.finding.fix.as_ref());
    let mut taken: BTreeSet<&[Edit]> = BTreeSet::new();
    let mut changed: BTreeSet<Span> = BTreeSet::new();
    let mut edits: Vec<&Edit> = Vec::new();
    for fix in fixes.filter(|f| f.safety >= safety) {
        let sound = fix.edits.iter().all(|e| text.get(e.span.range()).is_some());
        let changes = fix.edits.iter().any(|e| text.get(e.span.range()) != Some(e.text.as_str()));
        let clash = fix.edits.iter().any(|e| clashes(e.span, &changed));
        if sound && changes && !clash && taken.insert(&fix.edits) {
            changed.extend(fix.edits.iter().map(|e| e.span));
            edits.extend(&fix.edits);
        }
    }
    edits.sort_by_key(|e| e.span);
    let mut fixed = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        fixed.push_str(text.get(done..edit.span.start).unwrap_or(""));
        fixed.push_str(&edit.text);
        done = edit.span.end;
    }
    fixed.push_str(text.get(done..).unwrap_or(""));
    (fixed, taken.len())
}

/// Whether an edit changes bytes that one of the others changes, of which no two do. Two that insert at one place do not clash: the
/// earlier goes first.
fn clashes(span: Span, changed: &BTreeSet<Span>) -> bool {
    let before = changed.range(..Span::new(span.end, span.end)).next_back();
    before.is_some_and(|before| span.start < before.end)
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::{Family, Finding, Fix, Severity};

    fn fix(safety: Safety, edits: &[(usize, usize, &str)]) -> Diagnostic {
        let edits = edits.iter().map(|&(start, end, text)| Edit { span: Span::new(start, end), text: text.into() });
        let fix = Fix { title: "write it".into(), safety, edits: edits.collect() };
        let finding = Finding::new(Span::new(0, 1), "wrong").fix(fix);
        Diagnostic { rule: "any".into(), family: Family::Engine, severity: Severity::Error, finding }
    }

    fn applied(text: &str, diagnostics: &[Diagnostic]) -> (String, usize) {
        apply_fixes(text, diagnostics, Safety::Safe)
    }

    #[test]
    fn changes_the_bytes_it_says_and_no_others() {
        let text = "\u{feff}a = 1\r\nb = 2\r\n\tc";
        let fixes = [fix(Safety::Safe, &[(14, 15, "20")]), fix(Safety::Safe, &[(7, 8, "10")])];
        assert_eq!(applied(text, &fixes), ("\u{feff}a = 10\r\nb = 20\r\n\tc".to_owned(), 2));
    }

    #[test]
    fn takes_only_what_is_safe_enough() {
        let fixes = [fix(Safety::Unsafe, &[(0, 1, "x")]), fix(Safety::DisplayOnly, &[(1, 2, "y")])];
        assert_eq!(applied("ab", &fixes), ("ab".to_owned(), 0));
        assert_eq!(apply_fixes("ab", &fixes, Safety::Unsafe), ("xb".to_owned(), 1));
    }

    #[test]
    fn leaves_a_fix_that_overlaps_whole() {
        let fixes = [fix(Safety::Safe, &[(0, 3, "x")]), fix(Safety::Safe, &[(2, 4, "y"), (5, 6, "z")])];
        assert_eq!(applied("abcdef", &fixes), ("xdef".to_owned(), 1));
    }

    #[test]
    fn inserts_at_one_place_in_order_and_the_same_fix_once() {
        let one = fix(Safety::Safe, &[(2, 2, "1")]);
        let fixes = [one.clone(), fix(Safety::Safe, &[(2, 2, "2")]), one, fix(Safety::Safe, &[(2, 3, "C")])];
        assert_eq!(applied("abcd", &fixes), ("ab12Cd".to_owned(), 3));
    }

    #[test]
    fn skips_an_edit_outside_the_text_and_one_that_changes_nothing() {
        let fixes = [fix(Safety::Safe, &[(1, 9, "x")]), fix(Safety::Safe, &[(0, 1, "é"), (1, 2, "x")])];
        assert_eq!(applied("éa", &fixes), ("éa".to_owned(), 0));
        assert_eq!(applied("ab", &[fix(Safety::Safe, &[(0, 1, "a")])]), ("ab".to_owned(), 0));
    }
}

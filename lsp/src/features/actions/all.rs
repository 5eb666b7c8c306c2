//! All safe fixes at once, as `--fix` takes them: again and again until none is left.

use designlint_core::{Edit, Safety, mend};
use designlint_document::Span;
use similar::{DiffTag, TextDiff};

use crate::features::Asked;

/// Whether there is a safe fix.
pub(super) fn is_needed(asked: Asked<'_>) -> bool {
    let mut fixes = asked.report().diagnostics.iter().filter_map(|d| d.finding.fix.as_ref());
    fixes.any(|fix| fix.safety == Safety::Safe)
}

/// The edits that turn the text into the one in which no safe fix is left.
pub(super) fn edits(asked: Asked<'_>) -> Vec<Edit> {
    let (settings, rules) = (&asked.checked.settings, designlint_rules::ALL);
    let (mended, _) = mend(asked.report().clone(), settings, rules, Safety::Safe);
    between(asked.source().text(), mended.document.source.text())
}

/// The edits between two texts: the lines that differ, without what is the same at both ends.
pub(super) fn between(before: &str, after: &str) -> Vec<Edit> {
    let diff = TextDiff::from_lines(before, after);
    let starts = |lines: &[&str]| {
        let mut at = 0;
        let mut starts = vec![0];
        starts.extend(lines.iter().map(|line| {
            at += line.len();
            at
        }));
        starts
    };
    let (old, new) = (starts(diff.old_slices()), starts(diff.new_slices()));
    let changed = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    let edits = changed.filter_map(|op| {
        let span = Span::new(*old.get(op.old_range().start)?, *old.get(op.old_range().end)?);
        let text = after.get(*new.get(op.new_range().start)?..*new.get(op.new_range().end)?)?;
        Some(trimmed(before.get(span.range())?, span.start, text))
    });
    edits.collect()
}

fn trimmed(old: &str, start: usize, new: &str) -> Edit {
    let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
    };
    let head = same(&mut old.chars(), &mut new.chars());
    let tail = same(&mut old[head..].chars().rev(), &mut new[head..].chars().rev());
    let span = Span::new(start + head, start + old.len() - tail);
    Edit { span, text: new[head..new.len() - tail].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_touch_what_differs() {
        let before = "a\r\n😀 b = 1 MB\r\nc\r\nd\r\n";
        let after = "a\r\n😀 b = 12 MB\r\nc\r\n";
        let edits = between(before, after);
        let shown: Vec<(&str, &str)> = edits.iter().map(|e| (&before[e.span.range()], e.text.as_str())).collect();
        assert_eq!(shown, [("", "2"), ("d\r\n", "")]);
        assert_eq!(between(before, before), []);
    }
}

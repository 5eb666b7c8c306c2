//! A safe fix as a block that GitHub applies: whole lines, which a hunk of the diff shows.

use std::ops::RangeInclusive;

use crate::artifact::Edit;
use crate::hunks::Hunks;
use crate::text::Text;

/// The most lines that a suggestion takes the place of.
const MOST_LINES: usize = 20;
/// The most bytes of a suggestion with its fences, which are as long as any in the text.
const MOST_BYTES: usize = 20_000;

/// What to write in place of some lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The lines that go.
    pub lines: RangeInclusive<usize>,
    /// The lines that come, each with its line end; empty where none comes.
    pub text: String,
}

impl Suggestion {
    /// The edits of a fix as whole lines, among them the line of the finding; `None` where they do not fit into one hunk or
    /// into a comment, or where what is shown would not be what is written.
    pub fn of(edits: &[Edit], text: &Text, line: usize, hunks: &Hunks) -> Option<Self> {
        let spans = edits.iter().map(|edit| edit.span);
        if edits.is_empty() || spans.clone().any(|span| text.slice(span).is_none()) {
            return None;
        }
        let first = spans.clone().map(|span| text.line_of(span[0])).min()?.min(line);
        let mut last = spans.map(|span| *text.lines_of(span).end()).max()?.max(line);
        // An insertion behind the last line end belongs to the line that it ends.
        last = last.min(text.line_count().max(1));
        // A finding may name a line that the text does not have.
        if last < first {
            return None;
        }
        let new = loop {
            let new = edited(edits, text, &(first..=last))?;
            let joined = !new.is_empty() && !new.ends_with('\n') && last < text.line_count();
            if !joined {
                break new;
            }
            last += 1;
        };
        let suggestion = Self { lines: first..=last, text: new };
        let Self { lines, text: new } = &suggestion;
        let fits = last - first < MOST_LINES && suggestion.block().len() <= MOST_BYTES && hunks.show(lines.clone());
        let changes = text.whole().get(text.bytes_of(lines)) != Some(new.as_str());
        (fits && changes && is_plain(new)).then_some(suggestion)
    }

    /// The block as it stands in a comment, with a line end.
    pub fn block(&self) -> String {
        let fence = "`".repeat(longest_run(&self.text).max(2) + 1);
        let end = if self.text.is_empty() || self.text.ends_with('\n') { "" } else { "\n" };
        format!("{fence}suggestion\n{}{end}{fence}\n", self.text)
    }
}

/// The text of lines after the edits. `None` where the edits overlap, or one lies outside.
fn edited(edits: &[Edit], text: &Text, lines: &RangeInclusive<usize>) -> Option<String> {
    let region = text.bytes_of(lines);
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let (mut new, mut done) = (String::new(), region.start);
    for edit in sorted {
        new.push_str(text.slice([done, edit.span[0]])?);
        new.push_str(&edit.text);
        done = edit.span[1];
    }
    new.push_str(text.slice([done, region.end])?);
    Some(new)
}

/// The length of the longest run of backticks.
pub fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Whether nothing in it hides from whoever reads it.
fn is_plain(text: &str) -> bool {
    let hides = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\r' | '\t')
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    !text.contains(hides) && !text.replace("\r\n", "\n").contains('\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The suggestion for edits of a text in which each line is in the diff, as if the finding stood on a line.
    fn suggested(text: &str, line: usize, edits: &[(&str, &str)]) -> Option<Suggestion> {
        let edit = |&(old, new): &(&str, &str)| {
            let at = text.find(old).unwrap();
            Edit { span: [at, at + old.len()], text: new.to_owned() }
        };
        let edits: Vec<Edit> = edits.iter().map(edit).collect();
        let patch = format!("@@ -0,0 +1,99 @@\n{}", "+\n".repeat(99));
        Suggestion::of(&edits, &Text::new(text.to_owned()), line, &Hunks::parse(&patch))
    }

    #[test]
    fn whole_lines_take_the_place_of_whole_lines() {
        let one = suggested("a\nb = 2\nc\n", 2, &[("2", "3")]).unwrap();
        assert_eq!((one.lines.clone(), one.text.as_str()), (2..=2, "b = 3\n"));
        assert_eq!(one.block(), "```suggestion\nb = 3\n```\n");
        let two = suggested("a = 1\nb\nc = 2\n", 1, &[("1", "4"), ("2", "5")]).unwrap();
        assert_eq!((two.lines, two.text.as_str()), (1..=3, "a = 4\nb\nc = 5\n"));
    }

    #[test]
    fn a_line_that_the_text_does_not_have_gets_none() {
        let edit = Edit { span: [2, 2], text: "b\n".to_owned() };
        let hunks = Hunks::parse("@@ -0,0 +1,9 @@\n+a\n+\n+\n");
        let text = Text::new("a\n".to_owned());
        assert!(Suggestion::of(std::slice::from_ref(&edit), &text, 2, &hunks).is_none());
        assert!(Suggestion::of(&[edit], &text, 1, &hunks).is_some());
    }

    #[test]
    fn line_ends_stay() {
        let crlf = suggested("a\r\nb = 2\r\nc\r\n", 2, &[("2", "3")]).unwrap();
        assert_eq!(crlf.block(), "```suggestion\nb = 3\r\n```\n");
        let unended = suggested("a\nb = 2", 2, &[("2", "3")]).unwrap();
        assert_eq!(unended.block(), "```suggestion\nb = 3\n```\n");
    }

    #[test]
    fn lines_that_go_leave_nothing_and_empty_lines_stay() {
        let gone = suggested("a\nb\nc\n", 2, &[("b\n", "")]).unwrap();
        assert_eq!((gone.lines.clone(), gone.block().as_str()), (2..=2, "```suggestion\n```\n"));
        let emptied = suggested("a\nb\nc\n", 2, &[("b", "")]).unwrap();
        assert_eq!(emptied.block(), "```suggestion\n\n```\n");
        let joined = suggested("a\nb\nc\n", 1, &[("\nb", " b")]).unwrap();
        assert_eq!((joined.lines, joined.text.as_str()), (1..=2, "a b\n"));
        let swallowed = suggested("a\nb\nc\n", 1, &[("a\n", "a ")]).unwrap();
        assert_eq!((swallowed.lines, swallowed.text.as_str()), (1..=2, "a b\n"));
        let added = suggested("a\nb\n", 2, &[("b\n", "b\n\n## C\n")]).unwrap();
        assert_eq!(added.block(), "```suggestion\nb\n\n## C\n```\n");
    }

    #[test]
    fn a_fence_is_longer_than_any_in_the_text() {
        let fenced = suggested("````text\n2 + 2 = 5\n````\n", 1, &[("5\n````", "4\n````")]).unwrap();
        assert_eq!(fenced.block(), "`````suggestion\n````text\n2 + 2 = 4\n````\n`````\n");
    }

    #[test]
    fn what_cannot_be_shown_is_not_suggested() {
        assert_eq!(suggested("a\nb\n", 2, &[("b", "b")]), None, "nothing changes");
        for hidden in ["\u{202e}", "\u{200b}", "\u{feff}", "\u{ad}", "\u{e0041}", "\u{1b}"] {
            assert_eq!(
                suggested("a\nb\n", 2, &[("b", &format!("{hidden}b"))]),
                None,
                "it would read otherwise: {hidden:?}"
            );
        }
        let ticks = "`".repeat(MOST_BYTES / 3);
        assert_eq!(suggested("a\nb\n", 2, &[("b", &ticks)]), None, "its fences would be too long");
        assert!(suggested("a\nb\n", 2, &[("b", &ticks[..MOST_BYTES / 4])]).is_some());
        assert_eq!(suggested("a\rb\nc\n", 1, &[("b", "d")]), None, "a carriage return alone");
        let text = Text::new("a\nb\n".to_owned());
        let edit = |start, end| [Edit { span: [start, end], text: "x".to_owned() }];
        let hunks = Hunks::parse("@@ -1 +1 @@\n+a");
        assert_eq!(Suggestion::of(&edit(2, 3), &text, 2, &hunks), None, "its line is not in the diff");
        assert_eq!(Suggestion::of(&edit(0, 1), &text, 2, &hunks), None, "the line of the finding is not");
        assert_eq!(Suggestion::of(&edit(2, 9), &text, 1, &hunks), None, "outside the text");
        assert!(Suggestion::of(&edit(0, 1), &text, 1, &hunks).is_some());
    }
}

//! Text of a document made harmless for a terminal and a CI log.
//!
//! A terminal obeys control characters, a reader is fooled by marks that turn the writing direction, and CI runners
//! obey `##[command]` anywhere in a line and `::command` where a line starts. All of these are written as `\u{..}`.

use std::borrow::Cow;
use std::fmt::Write;

/// The text on one line: control characters and what a CI runner obeys are written out, line ends become blanks.
pub fn line(text: &str) -> Cow<'_, str> {
    if !text.contains(['\n', '\r', '\t']) {
        return words(text);
    }
    let mut flat = String::with_capacity(text.len());
    for (i, part) in text.split(['\n', '\r']).filter(|part| !part.is_empty()).enumerate() {
        if i > 0 {
            flat.push(' ');
        }
        flat.push_str(&part.replace('\t', " "));
    }
    Cow::Owned(words(&flat).into_owned())
}

/// One line of a document for a snippet with a gutter before it, and for each of its bytes (and the end) where in the
/// snippet it went. Tabs stay, for they make the columns; a byte order mark goes.
pub(crate) fn snippet(text: &str) -> (String, Vec<usize>) {
    let mut safe = String::with_capacity(text.len());
    let mut went = Vec::with_capacity(text.len() + 1);
    for (i, c) in text.char_indices() {
        went.extend(std::iter::repeat_n(safe.len(), c.len_utf8()));
        if (is_unsafe(c) && c != '\t') || begins_bracket_command(text, i) {
            _ = write!(safe, "\\u{{{:x}}}", u32::from(c));
        } else if c != '\u{feff}' {
            safe.push(c);
        }
    }
    went.push(safe.len());
    (safe, went)
}

/// A line of a diff with its line end, which stays. Only what is harmful in this place changes, so that nearly every diff
/// can be applied.
pub(crate) fn diff_line(text: &str) -> Cow<'_, str> {
    let body = text.trim_end_matches(['\n', '\r']).len();
    let blanks = text.len() - text.trim_start().len();
    written_out(text, |i, c| {
        let starts = i == blanks && text[i..].starts_with("::");
        i < body && (is_unsafe(c) && c != '\t' || starts || begins_bracket_command(text, i))
    })
}

/// JSON text in which what `serde_json` lets through (`DEL`, C1, direction marks, `##[command]`) is escaped too. The
/// result is the same JSON value: such characters only stand inside strings.
pub fn json(text: String) -> String {
    let is_harmful = |c: char| is_unsafe(c) && !matches!(c, '\n' | '\r' | '\t');
    if !text.contains(is_harmful) && !text.contains("##") {
        return text;
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for (i, c) in text.char_indices() {
        if is_harmful(c) || begins_bracket_command(&text, i) {
            _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    safe
}

/// Text on one line of a Markdown document, where it is text and nothing else: no HTML, no link, no emphasis, nobody is
/// mentioned. Code spans stay where they are plain.
pub fn markdown(text: &str) -> String {
    let text = line(text);
    let spans = text.matches('`').count();
    let plain = spans.is_multiple_of(2) && !text.contains("``");
    let mut safe = String::with_capacity(text.len() + 16);
    for (i, part) in text.split('`').enumerate() {
        if i > 0 {
            safe.push_str(if plain { "`" } else { "\\`" });
        }
        if plain && i % 2 == 1 { safe.push_str(part) } else { as_text(part, &mut safe) }
    }
    safe
}

/// Markdown of one line, as [`markdown`] gives it, for a cell of a table. In code, where nothing else is escaped, a bar still
/// ends the cell.
pub fn cell(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut escaped = false;
    for c in markdown.chars() {
        if c == '|' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    out
}

/// XML 1.0, or HTML, that shows these characters and no others: line ends stay, what XML cannot hold and what `line` does not write
/// out is dropped.
pub fn xml(text: &str) -> String {
    let is_legal = |c: &char| !matches!(c, '\u{fffe}' | '\u{ffff}');
    let lines: Vec<String> = text.lines().map(|part| line(part).chars().filter(is_legal).collect()).collect();
    quick_xml::escape::escape(lines.join("\n")).into_owned()
}

/// Markdown that shows these characters.
fn as_text(text: &str, safe: &mut String) {
    for (i, c) in text.char_indices() {
        if matches!(c, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '$' | '&') {
            safe.push('\\');
        }
        let refers = begins_reference(text, i);
        // After the dot it would be too late: to GitHub `www.&` begins an address too.
        let before = refers && c == '.';
        safe.push_str(if before { "&#8203;" } else { "" });
        safe.push(c);
        safe.push_str(if refers && !before { "&#8203;" } else { "" });
    }
}

/// Whether a host would make a link of what starts at the character, or goes on behind it: somebody's name, the number of
/// an issue, a bare address. It does so after Markdown is done, so only something in between stops it.
fn begins_reference(text: &str, i: usize) -> bool {
    let before = |word: &str| {
        let from = i.checked_sub(word.len());
        from.and_then(|from| text.get(from..i)).is_some_and(|found| found.eq_ignore_ascii_case(word))
    };
    let mut chars = text[i..].chars();
    let (c, next) = (chars.next(), chars.next());
    match c {
        Some('@' | '#') => next.is_some_and(char::is_alphanumeric),
        Some('!') => next.is_some_and(|c| c.is_ascii_digit()),
        Some('-') => next.is_some_and(|c| c.is_ascii_digit()) && before("gh"),
        Some(':') => text[i..].starts_with("://"),
        Some('.') => before("www"),
        _ => false,
    }
}

fn words(text: &str) -> Cow<'_, str> {
    written_out(text, |i, c| is_unsafe(c) && c != '\t' || begins_command(text, i) || begins_bracket_command(text, i))
}

/// The text with the characters that are harmful where they stand written out.
fn written_out(text: &str, is_harmful: impl Fn(usize, char) -> bool) -> Cow<'_, str> {
    if !text.char_indices().any(|(i, c)| is_harmful(i, c)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for (i, c) in text.char_indices() {
        if is_harmful(i, c) {
            _ = write!(safe, "\\u{{{:x}}}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// `::` at the start or after a blank: wrapping may put it at the start of a line.
fn begins_command(text: &str, i: usize) -> bool {
    text[i..].starts_with("::") && text[..i].chars().next_back().is_none_or(char::is_whitespace)
}

/// The second `#` of `##[` or of `##name[`.
fn begins_bracket_command(text: &str, i: usize) -> bool {
    let Some(rest) = text[i..].strip_prefix('#') else {
        return false;
    };
    text[..i].ends_with('#') && rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).starts_with('[')
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_written_out() {
        assert_eq!(line("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert_eq!(line("x\u{9b}2J \u{202e}y\u{2066}"), "x\\u{9b}2J \\u{202e}y\\u{2066}");
        assert_eq!(line("one\r\ntwo\tthree"), "one two three");
        assert_eq!(line("bell\u{7}\u{7f}"), "bell\\u{7}\\u{7f}");
    }

    #[test]
    fn nothing_else_changes() {
        for text in ["4,096 × 8.4 KB = 34 MB", "std::vec", "a ## b [c]", "# [x]", "naïve 数"] {
            assert!(matches!(line(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn commands_of_ci_runners_are_broken() {
        assert_eq!(line("::error::x"), "\\u{3a}:error::x");
        assert_eq!(line("say ::error::x"), "say \\u{3a}:error::x");
        assert_eq!(line("say\n::error::x"), "say \\u{3a}:error::x");
        assert_eq!(line("a ##[error]x"), "a #\\u{23}[error]x");
        assert_eq!(snippet("##vso[task.x]\ty").0, "#\\u{23}vso[task.x]\ty");
        assert_eq!(snippet("::error").0, "::error");
    }

    #[test]
    fn a_snippet_knows_where_its_bytes_went() {
        let (text, went) = snippet("\u{feff}é\u{1b}x");
        assert_eq!(text, "é\\u{1b}x");
        assert_eq!(went, [0, 0, 0, 0, 0, 2, 8, 9]);
    }

    #[test]
    fn markdown_begins_no_reference() {
        let text = "@ana #1 GH-2 https://x.example WWW.x.example a.b";
        let safe = "@&#8203;ana #&#8203;1 GH-&#8203;2 https:&#8203;//x.example WWW&#8203;.x.example a.b";
        assert_eq!(markdown(text), safe);
        assert_eq!(cell("a \\| `b|c`"), "a \\| `b\\|c`");
    }

    #[test]
    fn json_stays_the_same_value() {
        let text = serde_json::to_string("a\u{9b}\u{202e}\u{7f}é\n").unwrap_or_default();
        let safe = json(text.clone());
        assert_eq!(safe, "\"a\\u009b\\u202e\\u007fé\\n\"");
        assert_eq!(serde_json::from_str::<String>(&safe).ok(), serde_json::from_str::<String>(&text).ok());
    }
}

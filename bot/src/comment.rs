//! The text of a comment on a line, and what is known again of one that stands.

use std::fmt::Write;

use designlint_render::escape::markdown;

use crate::artifact::is_fingerprint;
use crate::findings::Finding;

/// The most bytes of a comment; GitHub takes 65,536 characters.
pub const MOST_BYTES: usize = 60_000;
/// The most bytes of a message or of help, once it is made harmless.
const MOST_WORDS: usize = 4_000;
/// The most other lines that a comment speaks of.
const MOST_RELATED: usize = 5;

/// The last line of the summary.
pub const SUMMARY: &str = "<!-- designlint:summary -->";
/// The line before the last of a comment that is answered for and stays because somebody replied.
pub const RESOLVED: &str = "<!-- designlint:resolved -->";

/// The text of a comment about a finding; its suggestion only where the comment stands on exactly its lines.
pub fn comment(finding: &Finding, with_suggestion: bool) -> String {
    let mut text = format!("{}\n", headline(finding));
    if let Some(help) = &finding.help {
        _ = writeln!(text, "\nhelp: {}", words(help));
    }
    if !finding.related.is_empty() {
        text.push('\n');
    }
    for (line, message) in finding.related.iter().take(MOST_RELATED) {
        _ = writeln!(text, "- line {line}: {}", words(message));
    }
    let suggestion = finding.place.as_ref().ok().and_then(|place| place.suggestion.as_ref());
    if let (Some(suggestion), true) = (suggestion, with_suggestion) {
        _ = write!(text, "\n{}", suggestion.block());
    }
    _ = write!(text, "\n{}", marker(&finding.fingerprint));
    text
}

/// "**error** [arith-mismatch](…): what is wrong".
pub fn headline(finding: &Finding) -> String {
    let rule = match finding.meta() {
        Some(meta) => format!("[{}]({})", meta.name, meta.page()),
        None => words(&finding.rule),
    };
    format!("**{}** {rule}: {}", finding.severity.name(), words(&finding.message))
}

/// Text of a document on one line, where it does nothing; long text is cut.
pub fn words(text: &str) -> String {
    let safe = markdown(text);
    if safe.len() <= MOST_WORDS {
        return safe;
    }
    // What is cut off may be the end of a code span or of a break in a mention, so the text is cut and not what became of it.
    let cut = text.char_indices().map(|(at, _)| at).take_while(|&at| at <= MOST_WORDS / 8).last().unwrap_or(0);
    format!("{} …", markdown(&text[..cut].replace('`', "'")))
}

/// The text of a comment whose finding is gone and which somebody answered.
pub fn resolved(body: &str, fingerprint: &str) -> String {
    let is_block = |line: &str| line.starts_with("```") && line.ends_with("suggestion");
    let kept: Vec<&str> =
        body.lines().take_while(|line| !is_block(line)).filter(|line| !line.starts_with("<!-- designlint:")).collect();
    let kept = kept.join("\n");
    let note = "**Resolved**: designlint no longer finds this. The comment stays because it was answered.";
    format!("{note}\n\n{}\n\n{RESOLVED}\n{}", kept.trim_end(), marker(fingerprint))
}

fn marker(fingerprint: &str) -> String {
    format!("<!-- designlint:v1:{fingerprint} -->")
}

/// The fingerprint in the last line of a comment.
pub fn fingerprint_of(body: &str) -> Option<&str> {
    let last = body.trim_end().lines().last()?;
    let found = last.strip_prefix("<!-- designlint:v1:")?.strip_suffix(" -->")?;
    is_fingerprint(found).then_some(found)
}

/// Whether a comment is marked as resolved.
pub fn is_resolved(body: &str) -> bool {
    body.trim_end().lines().nth_back(1) == Some(RESOLVED)
}

/// Whether a comment is a summary.
pub fn is_summary(body: &str) -> bool {
    body.trim_end().lines().last() == Some(SUMMARY)
}

/// Whether two comments are the same to GitHub, which may change line ends and blanks at the end.
pub fn is_same(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.replace("\r\n", "\n").trim_end().to_owned();
    plain(a) == plain(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINT: &str = "0123456789abcdef";

    #[test]
    fn only_the_last_line_is_a_marker() {
        assert_eq!(fingerprint_of(&format!("text\n\n{}\n", marker(PRINT))), Some(PRINT));
        for body in [
            format!("{}\n\nand more", marker(PRINT)),
            format!("text {}", marker(PRINT)),
            format!("> {}", marker(PRINT)),
            marker("0123456789ABCDEF"),
            marker("0123"),
            String::new(),
        ] {
            assert_eq!(fingerprint_of(&body), None, "{body}");
        }
        assert!(is_summary(&format!("text\n{SUMMARY}\r\n")) && !is_summary(&format!("{SUMMARY}\ntext")));
    }

    #[test]
    fn what_is_resolved_keeps_its_words_and_loses_its_suggestion() {
        let body = format!("**error** x: y\n\nhelp: z\n\n````suggestion\n```\n````\n\n{}", marker(PRINT));
        let now = resolved(&body, PRINT);
        let expected = "**Resolved**: designlint no longer finds this. The comment stays because it was answered.\n\n\
                        **error** x: y\n\nhelp: z\n\n<!-- designlint:resolved -->\n<!-- designlint:v1:0123456789abcdef -->";
        assert_eq!(now, expected);
        assert!(is_resolved(&now) && !is_resolved(&body));
        assert_eq!(fingerprint_of(&now), Some(PRINT));
    }

    #[test]
    fn long_text_is_cut_before_it_is_made_harmless() {
        let long = words(&format!("`a` {}", "@b ".repeat(5_000)));
        assert!(long.len() < MOST_WORDS && long.ends_with(" …"), "{}", long.len());
        assert!(!long.contains("@b"), "nobody is mentioned");
        assert_eq!(words("4 KB"), "4 KB");
    }
}

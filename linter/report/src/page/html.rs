//! What a template does to every text it prints.

use std::fmt;

use designlint_render::escape;

/// Text as text: markup is escaped, and control characters and marks that turn the writing direction are written out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Escaper;

impl askama::filters::Escaper for Escaper {
    fn write_escaped_str<W: fmt::Write>(&self, mut dest: W, string: &str) -> fmt::Result {
        dest.write_str(&escape::xml(string))
    }
}

/// At most so many characters, the last an ellipsis where some are left out.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Blanks and line ends folded to one blank.
pub(crate) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of a document without the marks of code around its parts.
pub(crate) fn plain(text: &str) -> String {
    folded(&text.replace('`', ""))
}

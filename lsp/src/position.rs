//! The only file of the server that converts places: bytes of the text to the protocol's lines and characters.

use designlint_document::{Source, Span};
use lsp_types::{Position, PositionEncodingKind, Range};

/// What the protocol counts as a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-16 code units, unless the client offers better.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

impl Encoding {
    /// The encoding to use with a client, by what it says when it initialises.
    pub(crate) fn negotiated(initialize: &serde_json::Value) -> Self {
        let offered = initialize.pointer("/capabilities/general/positionEncodings").and_then(|v| v.as_array());
        let utf8 = offered.is_some_and(|kinds| kinds.iter().any(|kind| kind == "utf-8"));
        if utf8 { Self::Utf8 } else { Self::Utf16 }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf8 => PositionEncodingKind::UTF8,
        }
    }

    /// The range of a span: lines from 0, characters from 0 in this encoding.
    pub(crate) fn range(self, source: &Source, span: Span) -> Range {
        Range::new(self.position(source, span.start), self.position(source, span.end))
    }

    fn position(self, source: &Source, byte: usize) -> Position {
        let line = source.line_of(byte);
        let before = source.slice(Span::new(source.line_span(line).start, byte));
        let characters = match self {
            Self::Utf16 => before.encode_utf16().count(),
            Self::Utf8 => before.len(),
        };
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position::new(number(line - 1), number(characters))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn range(encoding: Encoding, text: &str, word: &str) -> (u32, u32, u32, u32) {
        let start = text.find(word).unwrap();
        let range = encoding.range(&Source::new(text), Span::new(start, start + word.len()));
        (range.start.line, range.start.character, range.end.line, range.end.character)
    }

    #[test]
    fn characters_are_counted_as_agreed() {
        let text = "a\r\n😀é 34 MB\rb 35 MB\n";
        assert_eq!(range(Encoding::Utf16, text, "34 MB"), (1, 4, 1, 9));
        assert_eq!(range(Encoding::Utf8, text, "34 MB"), (1, 7, 1, 12));
        assert_eq!(range(Encoding::Utf16, text, "35 MB"), (2, 2, 2, 7));
        assert_eq!(range(Encoding::Utf16, "\u{feff}34", "34"), (0, 1, 0, 3));
    }

    #[test]
    fn utf8_is_taken_where_it_is_offered() {
        let client = |kinds| json!({"capabilities": {"general": {"positionEncodings": kinds}}});
        assert_eq!(Encoding::negotiated(&client(json!(["utf-16", "utf-8"]))), Encoding::Utf8);
        assert_eq!(Encoding::negotiated(&client(json!(["utf-32"]))), Encoding::Utf16);
        assert_eq!(Encoding::negotiated(&json!({})), Encoding::Utf16);
        assert_eq!(Encoding::negotiated(&json!(null)), Encoding::Utf16);
    }
}

//! The only file of the server that converts places: bytes of the text to the protocol's lines and characters, and back.

use designlint_document::{Source, Span};
use lsp_types::{Position, PositionEncodingKind, Range};

/// What the protocol counts as a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client knows.
    #[default]
    Utf16,
    /// Unicode scalars.
    Utf32,
}

impl Encoding {
    /// The encoding to use with a client, by the parameters of its `initialize`: the first it names that is known here.
    pub(crate) fn negotiated(initialize: &serde_json::Value) -> Self {
        let offered = initialize.pointer("/capabilities/general/positionEncodings").and_then(|v| v.as_array());
        let known = |kind: &serde_json::Value| match kind.as_str() {
            Some("utf-8") => Some(Self::Utf8),
            Some("utf-16") => Some(Self::Utf16),
            Some("utf-32") => Some(Self::Utf32),
            _ => None,
        };
        offered.into_iter().flatten().find_map(known).unwrap_or_default()
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The range of a span: lines from 0, characters from 0 in this encoding.
    pub(crate) fn range(self, source: &Source, span: Span) -> Range {
        Range::new(self.position(source, span.start), self.position(source, span.end))
    }

    /// The position of a byte. One past the end of its line, or of the text, is that end.
    pub(crate) fn position(self, source: &Source, byte: usize) -> Position {
        let line = source.line_of(byte.min(source.text().len()));
        let span = source.line_span(line);
        let before = source.slice(Span::new(span.start, byte.min(span.end)));
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position::new(number(line - 1), number(self.length(before)))
    }

    /// The byte at a position. A character past the end of its line is that end, a line past the last the end of the
    /// text, and a position within a character the start of it.
    pub(crate) fn offset(self, source: &Source, position: Position) -> usize {
        let number = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
        let line = source.line_span(number(position.line).saturating_add(1));
        let mut left = number(position.character);
        for (at, c) in source.slice(line).char_indices() {
            let width = match self {
                Self::Utf8 => c.len_utf8(),
                Self::Utf16 => c.len_utf16(),
                Self::Utf32 => 1,
            };
            if left < width {
                return line.start + at;
            }
            left -= width;
        }
        line.end
    }

    /// The length of a text. Counts bytes, so that a long line with many places in it stays cheap.
    fn length(self, text: &str) -> usize {
        let scalars = || text.bytes().filter(|byte| byte & 0xc0 != 0x80).count();
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => scalars() + text.bytes().filter(|byte| *byte >= 0xf0).count(),
            Self::Utf32 => scalars(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    fn range(encoding: Encoding, text: &str, word: &str) -> (u32, u32, u32, u32) {
        let start = text.find(word).unwrap();
        let range = encoding.range(&Source::new(text), Span::new(start, start + word.len()));
        (range.start.line, range.start.character, range.end.line, range.end.character)
    }

    #[test]
    fn characters_are_counted_as_agreed() {
        let text = "a\r\n😀é 34 MB\rb 35 MB\n";
        assert_eq!(range(Encoding::Utf8, text, "34 MB"), (1, 7, 1, 12));
        assert_eq!(range(Encoding::Utf16, text, "34 MB"), (1, 4, 1, 9));
        assert_eq!(range(Encoding::Utf32, text, "34 MB"), (1, 3, 1, 8));
        assert_eq!(range(Encoding::Utf16, text, "35 MB"), (2, 2, 2, 7));
        assert_eq!(range(Encoding::Utf16, "\u{feff}34", "34"), (0, 1, 0, 3));
    }

    #[test]
    fn each_place_in_a_text_comes_back() {
        let source = Source::new("a\t e\u{301}😀\r\n\r日本\n\u{feff}x");
        for encoding in ALL {
            for (byte, _) in source.text().char_indices().chain([(source.text().len(), ' ')]) {
                let back = encoding.offset(&source, encoding.position(&source, byte));
                // Between the two characters of a line end there is no position.
                let expected = if byte == 11 { 10 } else { byte };
                assert_eq!(back, expected, "{encoding:?} {byte}");
            }
        }
    }

    #[test]
    fn what_lies_past_an_end_is_that_end() {
        let source = Source::new("ab\r\ncd\re😀\n");
        let offset = |line, character| Encoding::Utf16.offset(&source, Position::new(line, character));
        assert_eq!((offset(0, 2), offset(0, 3), offset(0, u32::MAX)), (2, 2, 2));
        assert_eq!((offset(1, 9), offset(2, 9)), (6, 12));
        assert_eq!((offset(3, 0), offset(4, 0), offset(u32::MAX, u32::MAX)), (13, 13, 13));
        assert_eq!(Encoding::Utf16.position(&source, 99), Position::new(3, 0));
    }

    #[test]
    fn a_place_within_a_character_is_its_start() {
        let source = Source::new("😀é");
        let offset = |encoding: Encoding, character| encoding.offset(&source, Position::new(0, character));
        assert_eq!((offset(Encoding::Utf16, 1), offset(Encoding::Utf16, 2)), (0, 4));
        assert_eq!((offset(Encoding::Utf8, 3), offset(Encoding::Utf8, 5)), (0, 4));
        assert_eq!(offset(Encoding::Utf32, 1), 4);
    }

    #[test]
    fn the_first_encoding_of_the_client_that_is_known_holds() {
        let client = |kinds| json!({"capabilities": {"general": {"positionEncodings": kinds}}});
        assert_eq!(Encoding::negotiated(&client(json!(["utf-8", "utf-16"]))), Encoding::Utf8);
        assert_eq!(Encoding::negotiated(&client(json!(["utf-16", "utf-8"]))), Encoding::Utf16);
        assert_eq!(Encoding::negotiated(&client(json!(["utf-64", "utf-32"]))), Encoding::Utf32);
        assert_eq!(Encoding::negotiated(&client(json!("utf-8"))), Encoding::Utf16);
        assert_eq!(Encoding::negotiated(&json!({})), Encoding::Utf16);
        assert_eq!(Encoding::negotiated(&json!(null)), Encoding::Utf16);
    }
}

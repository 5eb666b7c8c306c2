//! After each of ten thousand edits the server's text is that of the client, whatever counts as a character.

use designlint_document::Source;

use super::*;
use crate::position::Encoding;
use crate::sync;

#[path = "../../../tests/common/edits.rs"]
#[allow(dead_code, reason = "it is shared with the tests of the whole")]
mod edits;

#[test]
fn the_text_is_that_of_the_client_after_each_edit() {
    let encodings = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
    for (encoding, counted) in encodings.into_iter().zip(edits::ENCODINGS) {
        assert_eq!(encoding.kind().as_str(), counted.0);
        let mut writer = edits::Writer::new(TEXT, counted, 0x9e37_79b9_7f4a_7c15);
        let mut source = Source::new(TEXT);
        for edit in 0..10_000 {
            let changes = writer.edit(1000);
            let shown = format!("edit {edit} in {}: {changes:?}", counted.0);
            assert_eq!(sync::apply(&mut source, changes, encoding), [""; 0], "{shown}");
            assert!(source.text().chars().eq(writer.text.iter().copied()), "{shown}");
        }
        assert!(writer.text.len() > 200, "the text was lost on the way");
    }
}

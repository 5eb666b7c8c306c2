//! designlint where there is no disk: a path and the bytes of a document in, what `check --isolated --format json` prints of a
//! document that lies in no repository out.
//!
//! The host writes into buffers of the module and reads the result there, so that no pointer of the host is ever followed here.
//! Only the names of the exports need what the compiler counts as unsafe: another symbol of that name would be taken for it.

use std::cell::RefCell;

use designlint_core::{check as check_document, check_unreadable};
use designlint_document::{Document, Source};
use designlint_render::Checked;
use designlint_render::json::{Also, json};
use designlint_rules::{ALL, packs};

thread_local! {
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

#[derive(Default)]
struct Buffers {
    path: Vec<u8>,
    document: Vec<u8>,
    json: Vec<u8>,
}

/// Where the host writes a path of this many bytes, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn path(length: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|buffers| room(&mut buffers.path, length))
}

/// Where the host writes a document of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn document(length: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|buffers| room(&mut buffers.document, length))
}

/// Checks the document at the path; the number of bytes that there are to say about it.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.json = checked(&buffers.path, &buffers.document).into_bytes();
        buffers.json.len()
    })
}

/// Where the host reads them, until it writes again.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    BUFFERS.with_borrow(|buffers| buffers.json.as_ptr())
}

fn room(buffer: &mut Vec<u8>, length: usize) -> *mut u8 {
    buffer.clear();
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

fn checked(path: &[u8], document: &[u8]) -> String {
    let settings = packs::settings();
    let report = check_unreadable(document, &settings, ALL).unwrap_or_else(|| {
        let text = String::from_utf8_lossy(document);
        check_document(Document::parse(Source::new(text)), &settings, ALL)
    });
    let path = String::from_utf8_lossy(path).into_owned();
    json(&[Checked { path, outcome: Ok(report), review: None }], None, Also::default())
}

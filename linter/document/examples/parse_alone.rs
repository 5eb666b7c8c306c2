//! What the Markdown parser alone takes: it parses each file that is named, as designlint has it parsed, and does nothing with the
//! trees. `benches/run limit` holds a whole check against it, so the allocator is that of the binary too.
//!
//! Prints `FILES files, BYTES bytes, BLOCKS blocks`.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::disallowed_methods)]

#[path = "../src/options.rs"]
mod options;

use std::{env, fs};

use comrak::{Arena, parse_document};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let options = options::options();
    let (mut files, mut bytes, mut blocks) = (0, 0, 0);
    for path in env::args_os().skip(1) {
        let read = fs::read(path).unwrap();
        let arena = Arena::new();
        blocks += parse_document(&arena, &String::from_utf8_lossy(&read), &options).children().count();
        files += 1;
        bytes += read.len();
    }
    println!("{files} files, {bytes} bytes, {blocks} blocks");
}

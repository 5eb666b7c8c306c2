//! What code scanning knows a line by: a hash of what stands from its start on.
//!
//! GitHub computes the same over the files of a repository (`primaryLocationLineHash`), and an alert outlives edits of
//! other lines only while the two agree.

use std::collections::BTreeMap;

/// How many characters count from the start of a line.
const WINDOW: usize = 100;
/// The base of the polynomial.
const BASE: u64 = 37;
/// What stands after the last character of a file.
const END: u16 = u16::MAX;

const TAB: u16 = 9;
const LF: u16 = 10;
const CR: u16 = 13;
const SPACE: u16 = 32;

/// The hash of each line, in order: 64 bits in hex, and how many lines up to this one have the same. Blanks and tabs do
/// not count, and all line ends are one.
pub(crate) fn line_hashes(text: &str) -> Vec<String> {
    let (units, starts) = units(text);
    let oldest = (0..WINDOW).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut starts = starts.into_iter().peekable();
    let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
    let mut hashes = Vec::new();
    let mut hash = 0_u64;
    for (i, unit) in units.iter().copied().chain(std::iter::repeat_n(0, WINDOW)).enumerate() {
        let gone = i.checked_sub(WINDOW);
        if gone.and_then(|first| starts.next_if_eq(&first)).is_some() {
            let count = seen.entry(hash).and_modify(|n| *n += 1).or_insert(1);
            hashes.push(format!("{hash:x}:{count}"));
        }
        let gone = gone.map_or(0, |first| units[first]);
        hash = hash.wrapping_mul(BASE).wrapping_add(unit).wrapping_sub(oldest.wrapping_mul(gone));
    }
    // The window slides until it holds the end alone, so that the last line has come out too.
    hashes
}

/// The characters that count as UTF-16, and which of them begin a line.
fn units(text: &str) -> (Vec<u64>, Vec<usize>) {
    let (mut units, mut starts) = (Vec::with_capacity(text.len() + 1), Vec::new());
    let (mut at_start, mut after_cr) = (true, false);
    for unit in text.encode_utf16().chain([END]) {
        let second_of_two = std::mem::replace(&mut after_cr, unit == CR) && unit == LF;
        if matches!(unit, SPACE | TAB) || second_of_two {
            continue;
        }
        if at_start {
            starts.push(units.len());
        }
        at_start = matches!(unit, CR | LF);
        units.push(u64::from(if unit == CR { LF } else { unit }));
    }
    (units, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash as it is defined, without a rolling window.
    fn slowly(text: &str) -> Vec<String> {
        let (mut units, starts) = units(text);
        units.resize(units.len() + WINDOW, 0);
        let mut seen: Vec<u64> = Vec::new();
        let of_line = |start: usize| {
            let window = &units[start..start + WINDOW];
            let hash = window.iter().fold(0_u64, |hash, unit| hash.wrapping_mul(BASE).wrapping_add(*unit));
            seen.push(hash);
            format!("{hash:x}:{}", seen.iter().filter(|other| **other == hash).count())
        };
        starts.into_iter().map(of_line).collect()
    }

    #[test]
    fn the_values_are_those_of_github() {
        assert_eq!(line_hashes(""), ["c129715d7a2bc9a3:1"]);
        assert_eq!(
            line_hashes(" a\nb\n  \t\tc\n d"),
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]
        );
    }

    #[test]
    fn line_ends_are_one_and_equal_lines_are_counted() {
        let text = "price 1\nprice 2\n\n\nprice 1\n";
        let hashes = line_hashes(text);
        assert_eq!(hashes.len(), 6);
        for end in ["\r", "\r\n"] {
            assert_eq!(line_hashes(&text.replace('\n', end)), hashes, "{end:?}");
        }
        let line = "A sentence that says the same again and again.\n";
        let again = line_hashes(&line.repeat(5));
        let prefix = again[0].trim_end_matches('1').to_owned();
        assert_eq!(again[..3], [format!("{prefix}1"), format!("{prefix}2"), format!("{prefix}3")]);
    }

    #[test]
    fn sliding_changes_nothing() {
        let long =
            "\u{feff}# Größe 🦀 — 4,096 × 8.4 KB = 34 MB, and so on for far more than a hundred characters of text.\n";
        for text in [long.to_owned(), long.repeat(30), format!("{long}\r \n\r\n{long}x"), "\n".repeat(250)] {
            assert_eq!(line_hashes(&text), slowly(&text));
        }
    }
}

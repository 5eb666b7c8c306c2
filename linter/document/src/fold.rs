//! Texts in the form in which they are compared.

/// Lower case, straight quotes, blanks folded: the form in which words are compared.
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    if text.is_ascii() {
        for word in text.split_whitespace() {
            if std::mem::replace(&mut blank, true) {
                out.push(' ');
            }
            out.push_str(word);
        }
        out.make_ascii_lowercase();
        return out;
    }
    let mut push = |c: char| match straight(c) {
        ' ' => blank = true,
        c => {
            if std::mem::take(&mut blank) && !out.is_empty() {
                out.push(' ');
            }
            out.push(c);
        }
    };
    for c in text.chars() {
        if c.is_ascii() { push(c.to_ascii_lowercase()) } else { c.to_lowercase().for_each(&mut push) }
    }
    out
}

fn straight(c: char) -> char {
    match c {
        '!'..='~' => c,
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}' | '\u{2011}' => '-',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

/// Blanks and line ends folded to one blank, none at the ends.
pub fn fold_blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_quotes_and_blanks_are_folded() {
        assert_eq!(folded("  The\u{a0}Edge’s\n“ÄRA”  p99 "), "the edge's \"ära\" p99");
        assert_eq!(folded(" A  b\tC\n"), "a b c");
        assert_eq!(fold_blanks(" A \n b"), "A b");
    }
}

//! Numeric literals: what they say, and how precisely.

use dashu_int::{IBig, UBig};

use crate::Rational;

/// Most digits of a number; more are no number of a document, and slow to compute with.
const DIGITS: usize = 400;
/// Largest power of ten behind a mantissa, above what a float can hold.
const EXPONENT: i64 = 400;
/// Groups of three digits from which on they are too many digits, whatever follows.
const GROUPS: usize = DIGITS / 3 + 1;

/// A number as displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// What it says at face value.
    pub value: Rational,
    /// One unit in the last place shown: `8.4` has 0.1, `34` has 1, `2e9` has 10^9.
    pub ulp: Rational,
    /// Whether it is displayed with a point or an exponent with mantissa digits, and so may be rounded.
    pub rounded: bool,
    /// Significant digits shown, leading zeros not counted.
    pub digits: usize,
    /// Zeros at the end of an integer; 0 for anything with a point.
    pub zeros: usize,
}

impl Number {
    /// An exact integer.
    pub fn integer(value: impl Into<IBig>) -> Self {
        let value: IBig = value.into();
        let shown = value.to_string();
        let shown = shown.trim_start_matches('-');
        Self {
            digits: shown.len(),
            zeros: shown.len() - shown.trim_end_matches('0').len(),
            value: Rational::from(value),
            ulp: Rational::ONE,
            rounded: false,
        }
    }

    /// The value where it is an integer that fits.
    pub(crate) fn whole(&self) -> Option<i64> {
        self.value.is_int().then(|| i64::try_from(self.value.numerator().clone()).ok()).flatten()
    }

    /// The same number times `scale`; precision goes with it.
    #[must_use]
    pub fn scaled(&self, scale: &Rational) -> Self {
        Self { value: &self.value * scale, ulp: &self.ulp * scale, ..self.clone() }
    }
}

/// What stands at a place where a digit is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scanned {
    /// A number.
    Number(Number),
    /// Digits that are no number here: a date, a version, an address, a hash, `1,5`.
    Other(&'static str),
}

/// Ten to the power `n`.
pub(crate) fn power_of_ten(n: i64) -> Rational {
    let exponent = u32::try_from(n.unsigned_abs()).unwrap_or(u32::MAX);
    if let Some(small) = 10u64.checked_pow(exponent) {
        return if n >= 0 { Rational::from(small) } else { Rational::from_parts(IBig::ONE, small.into()) };
    }
    let magnitude = UBig::from(10u8).pow(usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX).min(100_000));
    if n >= 0 { Rational::from(IBig::from(magnitude)) } else { Rational::from_parts(IBig::ONE, magnitude) }
}

/// The value of a string of decimal digits.
fn integer_of(digits: &str) -> IBig {
    match digits.parse::<u64>() {
        Ok(small) => small.into(),
        Err(_) => IBig::from_str_radix(digits, 10).unwrap_or(IBig::ZERO),
    }
}

/// Scans the number that starts at `at`. Gives what it is and where it ends.
/// In a list of arguments a comma groups no digits.
pub(crate) fn scan(text: &str, at: usize, arguments: bool) -> Option<(Scanned, usize)> {
    let bytes = text.as_bytes();
    if let Some(found) = not_a_number(text, at) {
        return Some(found);
    }
    if bytes[at] == b'0'
        && matches!(bytes.get(at + 1), Some(b'x' | b'X' | b'b' | b'B'))
        && let Some(found) = radix(text, at)
    {
        return Some(found);
    }
    let (whole, mut end) = whole_part(text, at, arguments)?;
    let mut fraction = String::new();
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        let start = end + 1;
        end = digits_end(bytes, start);
        fraction = text[start..end].to_string();
        if bytes.get(end) == Some(&b'_') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            return Some((Scanned::Other("identifier"), word_end(text, end)));
        }
    } else if !arguments && bytes.get(end) == Some(&b',') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        let last = digits_end(bytes, end + 1);
        let list = !whole.is_empty() && bytes.get(last) == Some(&b',');
        if !list {
            return Some((Scanned::Other("decimal comma"), last));
        }
    }
    let (exponent, end) = exponent(bytes, end);
    if whole.len() + fraction.len() > DIGITS || exponent.is_some_and(|e| e.abs() > EXPONENT) {
        return Some((Scanned::Other("number of more digits than are read"), end));
    }
    Some((Scanned::Number(build(&whole, &fraction, exponent)), end))
}

fn build(whole: &str, fraction: &str, exponent: Option<i64>) -> Number {
    let shown = format!("{whole}{fraction}");
    let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
    let ulp = power_of_ten(exponent.unwrap_or(0) - places);
    let value = Rational::from(integer_of(&shown));
    let value = if ulp.is_one() { value } else { value * &ulp };
    let significant = shown.trim_start_matches('0');
    let zeros = if fraction.is_empty() && exponent.is_none() {
        significant.len() - significant.trim_end_matches('0').len()
    } else {
        0
    };
    Number { value, ulp, rounded: !fraction.is_empty(), digits: significant.len(), zeros }
}

fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

fn word_end(text: &str, at: usize) -> usize {
    text[at..]
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':')))
        .map_or(text.len(), |n| at + n)
}

/// The digits before the point, grouping marks removed.
fn whole_part(text: &str, at: usize, arguments: bool) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    if bytes[at] == b'.' {
        return bytes.get(at + 1).is_some_and(u8::is_ascii_digit).then(|| (String::new(), at));
    }
    let mut end = digits_end(bytes, at);
    let mut whole = text[at..end].to_string();
    if whole.is_empty() {
        return None;
    }
    if bytes.get(end) == Some(&b'_') {
        while bytes.get(end) == Some(&b'_') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            let next = digits_end(bytes, end + 1);
            whole.push_str(&text[end + 1..next]);
            end = next;
        }
        return Some((whole, end));
    }
    if whole.len() <= 3
        && let Some((groups, next)) = grouped(text, end, arguments)
    {
        whole.push_str(&groups);
        end = next;
    }
    Some((whole, end))
}

/// Groups of three digits after the first, all with the same mark: `,`, `'`, a thin or plain space, `{,}`; a point only
/// where it stands twice or more.
fn grouped(text: &str, at: usize, arguments: bool) -> Option<(String, usize)> {
    const MARKS: [&str; 9] = [",", "'", "\u{2009}", "\u{202f}", "\u{a0}", "{,}", "\\,", " ", "."];
    let bytes = text.as_bytes();
    for mark in MARKS {
        if arguments && mark == "," {
            continue;
        }
        let (mut end, mut groups, mut count) = (at, String::new(), 0);
        while text[end..].starts_with(mark) {
            let start = end + mark.len();
            if digits_end(bytes, start) != start + 3 {
                break;
            }
            groups.push_str(&text[start..start + 3]);
            (end, count) = (start + 3, count + 1);
        }
        let glued = bytes.get(end).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let enough = match mark {
            "." => count >= 2,
            " " => count >= 1 && !glued,
            "," => count >= 1 && !(bytes.get(end) == Some(&b',') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit)),
            _ => count >= 1,
        };
        if enough || count > GROUPS {
            return Some((groups, end));
        }
    }
    None
}

/// `e9`, `E-3` after a mantissa.
fn exponent(bytes: &[u8], at: usize) -> (Option<i64>, usize) {
    if !matches!(bytes.get(at), Some(b'e' | b'E')) {
        return (None, at);
    }
    let sign = matches!(bytes.get(at + 1), Some(b'-' | b'+'));
    let start = at + 1 + usize::from(sign);
    let end = digits_end(bytes, start);
    let after = bytes.get(end).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    if end == start || end - start > 5 || after {
        return (None, at);
    }
    let digits = bytes[start..end].iter().fold(0i64, |n, b| n * 10 + i64::from(b - b'0'));
    (Some(if bytes[at + 1] == b'-' { -digits } else { digits }), end)
}

/// `0x1F`, `0b101`.
fn radix(text: &str, at: usize) -> Option<(Scanned, usize)> {
    let radix = if matches!(text.as_bytes()[at + 1], b'x' | b'X') { 16 } else { 2 };
    let body = &text[at + 2..];
    let len = body.find(|c: char| !c.is_digit(radix) && c != '_').unwrap_or(body.len());
    let digits = body[..len].replace('_', "");
    let end = at + 2 + len;
    if digits.is_empty() || digits.len() > 64 || text[end..].starts_with(|c: char| c.is_alphanumeric()) {
        return (radix == 16).then(|| (Scanned::Other("hexadecimal"), word_end(text, at)));
    }
    let value = IBig::from_str_radix(&digits, radix).ok()?;
    Some((Scanned::Number(Number::integer(value)), end))
}

/// Dates, times, versions, addresses, ratios, hashes: digits that are no number.
fn not_a_number(text: &str, at: usize) -> Option<(Scanned, usize)> {
    let bytes = text.as_bytes();
    let first = digits_end(bytes, at);
    let next = bytes.get(first).copied()?;
    let digit_after = bytes.get(first + 1).is_some_and(u8::is_ascii_digit);
    let other = |what, end| Some((Scanned::Other(what), end));
    match next {
        b':' if digit_after && first > at => {
            let end = word_end(text, first);
            let clock = first - at <= 2 && digits_end(bytes, first + 1) - first == 3;
            other(if clock { "time" } else { "ratio" }, end)
        }
        b'-' | b'/' if digit_after && first - at == 4 => {
            let second = digits_end(bytes, first + 1);
            let date = second - first <= 3 && bytes.get(second) == Some(&next);
            let last = digits_end(bytes, second + 1);
            (date && last > second + 1 && last - second <= 3).then(|| (Scanned::Other("date"), word_end(text, last)))
        }
        b'/' if digit_after && first - at <= 2 => {
            let second = digits_end(bytes, first + 1);
            let last = digits_end(bytes, second + 1);
            let date = bytes.get(second) == Some(&b'/') && second - first <= 3 && matches!(last - second, 3 | 5);
            date.then_some((Scanned::Other("date"), last))
        }
        b'.' if digit_after => {
            let second = digits_end(bytes, first + 1);
            let dotted = bytes.get(second) == Some(&b'.') && bytes.get(second + 1).is_some_and(u8::is_ascii_digit);
            let grouped = first - at <= 3 && second - first == 4 && digits_end(bytes, second + 1) - second == 4;
            if dotted && !grouped { other("version", word_end(text, second)) } else { None }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> (String, String, bool) {
        match scan(text, 0, false) {
            Some((Scanned::Number(n), end)) if end == text.len() => (n.value.to_string(), n.ulp.to_string(), n.rounded),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn value_and_last_place_of_each_format() {
        let cases = [
            ("34", "34", "1", false),
            ("8.4", "42/5", "1/10", true),
            ("1,536.0", "1536", "1/10", true),
            ("4_294_967_296", "4294967296", "1", false),
            ("1'000", "1000", "1", false),
            ("96\u{2009}721", "96721", "1", false),
            ("10 000 000", "10000000", "1", false),
            ("1.000.000", "1000000", "1", false),
            ("2e9", "2000000000", "1000000000", false),
            ("4.20e18", "4200000000000000000", "10000000000000000", true),
            ("3e-2", "3/100", "1/100", false),
            (".5", "1/2", "1/10", true),
            ("0x1F", "31", "1", false),
            ("0b101", "5", "1", false),
            ("35{,}000", "35000", "1", false),
        ];
        for (text, value, ulp, rounded) in cases {
            assert_eq!(number(text), (value.to_string(), ulp.to_string(), rounded), "{text}");
        }
    }

    #[test]
    fn what_is_no_number() {
        let cases = [
            ("2026-03-04", "date"),
            ("01/15/2026", "date"),
            ("10:02:31", "time"),
            ("3:1", "ratio"),
            ("1.28.3", "version"),
            ("10.0.0.8", "version"),
            ("1,5", "decimal comma"),
            ("1e401", "number of more digits than are read"),
            ("1e-99999", "number of more digits than are read"),
        ];
        for (text, what) in cases {
            assert_eq!(scan(text, 0, false).map(|(s, _)| s), Some(Scanned::Other(what)), "{text}");
        }
    }
}

//! The prefix or scale word that may have been meant in place of another.

use designlint_quantity::{Rational, Suffix, scale, unit};

/// Scale words that are taken for one another.
const SCALES: [&[&str]; 3] =
    [&["thousand", "million", "billion", "trillion", "quadrillion"], &["K", "M", "B", "T"], &["k", "M", "B", "T"]];
/// Prefixes that are taken for one another.
const PREFIXES: [&[&str]; 3] = [
    &["", "K", "M", "G", "T", "P", "E"],
    &["", "k", "M", "G", "T", "P", "E", "m", "µ", "n"],
    &["", "kilo", "mega", "giga", "tera", "peta", "exa", "milli", "micro", "nano"],
];

/// The word that stands behind a number which is 10^n times too large, and the one with which it is right.
pub(crate) fn meant(suffix: &Suffix, n: isize) -> Option<(String, String)> {
    let wanted = Rational::from(10u8).pow(-n);
    match (&suffix.scales[..], &suffix.units[..]) {
        ([(word, 1)], _) => other_scale(word, &wanted),
        ([], [first, ..]) if first.exponent == 1 => other_unit(&first.word, &wanted),
        _ => None,
    }
}

fn other_scale(word: &str, wanted: &Rational) -> Option<(String, String)> {
    let target = scale(word)? * wanted;
    let same = |w: &&str| w.len() == 1 && *w == word || w.len() > 1 && w.eq_ignore_ascii_case(word);
    let family = SCALES.iter().find(|f| f.iter().any(same))?;
    let other = family.iter().find(|w| scale(w).as_ref() == Some(&target))?;
    let capitals = word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase());
    Some((word.to_string(), if capitals { other.to_uppercase() } else { (*other).to_string() }))
}

fn other_unit(word: &str, wanted: &Rational) -> Option<(String, String)> {
    let is = unit(word)?;
    let target = &is.factor * wanted;
    let bases = |family: &'static [&'static str]| family.iter().filter_map(|p| word.strip_prefix(p));
    PREFIXES.iter().find_map(|&family| {
        bases(family).find_map(|base| {
            unit(base).filter(|u| u.dimension == is.dimension)?;
            let fits = |w: &String| unit(w).is_some_and(|u| u.dimension == is.dimension && u.factor == target);
            let other = family.iter().map(|p| format!("{p}{base}")).find(fits)?;
            Some((word.to_string(), other))
        })
    })
}

#[cfg(test)]
mod tests {
    use designlint_quantity::{parse, tokens};

    use super::*;

    fn of(text: &str, n: isize) -> Option<String> {
        let read = parse(text, &tokens(text), 0).unwrap().expression;
        meant(&read.as_literal().unwrap().suffix, n).map(|(is, other)| format!("{is} {other}"))
    }

    #[test]
    fn the_word_a_step_away() {
        for (text, n, words) in [
            ("351 GB", -3, "GB TB"),
            ("14,000 TB", 3, "TB GB"),
            ("70.2 exabytes", 3, "exabytes petabytes"),
            ("290 BILLION reads", 3, "BILLION MILLION"),
            ("2.592M reads", -3, "M B"),
            ("45 ms", -3, "ms s"),
            ("250 kB", -6, "kB GB"),
            ("40 MB/s", -3, "MB GB"),
        ] {
            assert_eq!(of(text, n).as_deref(), Some(words), "{text}");
        }
    }

    #[test]
    fn no_word_where_there_is_none() {
        for (text, n) in [("351", -3), ("351 GiB", -3), ("30 min", 3), ("12 nodes", 3), ("351 GB", -1)] {
            assert_eq!(of(text, n), None, "{text}");
        }
    }
}

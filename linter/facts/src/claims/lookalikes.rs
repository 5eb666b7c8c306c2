//! What looks like a wrong calculation and is written so for another reason: nobody can tell whether it is right.

use designlint_quantity::{Expression, Literal, Operator, Parsed, Quantity, Rational, TokenKind, unit};

use super::{Claim, Fault, Verdict, equations::Equation, passage::Passage};

/// A claim that is wrong only as far as it is one.
pub(super) fn leave_open(passage: &Passage, left: &Parsed, equation: &Equation, backwards: bool, claim: &mut Claim) {
    let about_values = matches!(claim.fault, Some(Fault::Value | Fault::Unit | Fault::Restated));
    if claim.verdict != Verdict::Wrong || !about_values {
        return;
    }
    let computed = if backwards { &equation.right } else { left };
    let stated = if backwards { left } else { &equation.right };
    let goes_on = || equation.bracket.is_none() && goes_on(computed, stated, backwards, claim.recomputed.as_ref());
    let why = reason(passage, computed, stated, equation, backwards);
    let Some(why) = why.or_else(|| goes_on().then_some("the line goes on from its result")) else { return };
    claim.verdict = Verdict::Unknown;
    claim.fault = None;
    claim.computed = None;
    claim.rounded = None;
    claim.explanation = None;
    claim.reason = Some(why.to_string());
}

fn reason(
    passage: &Passage,
    computed: &Parsed,
    stated: &Parsed,
    equation: &Equation,
    backwards: bool,
) -> Option<&'static str> {
    let text = passage.text[computed.range.clone()].trim();
    let sign = &passage.text[equation.sign.clone()];
    let said = passage.text[stated.range.clone()].trim();
    match () {
        () if is_multiple(text) => Some("a multiple does not say of what"),
        () if is_note(passage, computed, text) => Some("a bracket behind words belongs to them"),
        () if sign.trim() == "~" && is_rising(computed, stated, backwards) => {
            Some("a range from one number to the other")
        }
        () if powers_of_names(&computed.expression) => Some("a name is raised to a power"),
        () if is_split(text) => Some("two parts of a whole"),
        () if is_unknown_sum(text) => Some("an x stands for what is looked for"),
        () if is_shape(text) && sign.starts_with(char::is_alphabetic) => Some("a shape"),
        () if is_dash(&computed.expression) && !said.starts_with(['-', '−']) || is_lopsided(said) => {
            Some("a range from one number to the other")
        }
        () if backwards && is_one_period(stated, computed) => Some("a period names the line"),
        () if backwards && is_bound(passage, stated, computed) => Some("a bound stands before it"),
        () => None,
    }
}

/// `3x = 140K`: three times something.
fn is_multiple(text: &str) -> bool {
    text.strip_suffix(['x', '×', 'X'])
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
}

/// `2 × t3.medium ($30/mo) = $60/mo`: the side is a bracket of one number, or begins with one.
fn is_note(passage: &Passage, side: &Parsed, text: &str) -> bool {
    let Some(inside) = text.strip_prefix('(').and_then(|t| t.split_once(')')).map(|(inside, _)| inside) else {
        return false;
    };
    // A size in brackets is rather an addend.
    let priced = inside.trim_start().starts_with(['$', '€', '£']);
    let bare = inside.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.' | b' '));
    let one = |inside: &str| {
        !inside.contains(['+', '*', '×', '÷', '·', '^'])
            && [" - ", " − ", " x ", " / "].iter().all(|o| !inside.contains(o))
            && !inside.split('/').skip(1).any(|divisor| divisor.starts_with(|c: char| c.is_ascii_digit()))
    };
    let at = passage.tokens.partition_point(|t| t.range.start < side.range.start);
    let before = at.checked_sub(1).map(|i| &passage.tokens[i].kind);
    (bare || priced && one(inside))
        && matches!(before, Some(TokenKind::Word | TokenKind::Other | TokenKind::Number(_) | TokenKind::NoNumber(_)))
}

/// Two numbers of which the second is larger.
fn is_rising(computed: &Parsed, stated: &Parsed, backwards: bool) -> bool {
    let (first, second) = if backwards { (stated, computed) } else { (computed, stated) };
    let value = |side: &Parsed| side.expression.as_literal().map(|l| Quantity::of(l, "").value);
    value(first).zip(value(second)).is_some_and(|(a, b)| a < b)
}

/// `0 bytes – 50 TB`: no difference is less than nothing.
fn is_dash(e: &Expression) -> bool {
    // The period behind the second price is that of both.
    let rises = |a: &Literal, b: &Literal| {
        let priced = a.suffix.currency.is_some() && a.suffix.currency == b.suffix.currency && a.suffix.units.is_empty();
        Quantity::of(a, "").value < Quantity::of(b, "").value
            || (priced && a.suffix.scales == b.suffix.scales && a.number.value < b.number.value)
    };
    match e {
        Expression::Binary(Operator::Subtract, a, b) => {
            a.as_literal().zip(b.as_literal()).is_some_and(|(a, b)| rises(a, b))
        }
        _ => false,
    }
}

/// `$800-1.2K`: the scale word belongs to the upper number alone.
fn is_lopsided(text: &str) -> bool {
    let Some((low, high)) = text.split_once(['-', '–']) else { return false };
    let number = |t: &str| {
        t.trim_matches(|c: char| !c.is_ascii_digit())
            .replace(',', "")
            .split('.')
            .next()
            .and_then(|n| n.parse::<u64>().ok())
    };
    let scaled = high.trim_end().ends_with(['K', 'k', 'M', 'B']);
    scaled && low.ends_with(|c: char| c.is_ascii_digit()) && number(low).zip(number(high)).is_some_and(|(a, b)| a > b)
}

/// `200 x 1 MB = 200 MB stacks + 1 GB heap`, `$150K/month = $1.8M/year / 200M users`: the first number of the other side is
/// the result.
fn goes_on(computed: &Parsed, stated: &Parsed, backwards: bool, recomputed: Option<&Quantity>) -> bool {
    let (from, result) = if backwards {
        (computed, stated.expression.as_literal().map(|l| Quantity::of(l, "")))
    } else {
        (stated, recomputed.cloned())
    };
    let first = from.expression.literals().first().map(|l| Quantity::of(l, ""));
    let goes = from.expression.as_literal().is_none() && from.expression.computes();
    // A year is no twelve months of 30 days.
    let alike = |a: &Quantity, b: &Quantity| {
        let gap = if a.value > b.value { &a.value - &b.value } else { &b.value - &a.value };
        a.dimension == b.dimension && gap * Rational::from(50u8) <= a.value
    };
    goes && first.zip(result).is_some_and(|(a, b)| alike(&a, &b))
}

/// `0.73 pass^8`.
fn powers_of_names(e: &Expression) -> bool {
    e.any(|e| match e {
        Expression::Power(base, _) => base.as_literal().is_some_and(|l| !l.suffix.noun.is_empty()),
        _ => false,
    })
}

/// `50/50`, `80/20`.
fn is_split(text: &str) -> bool {
    let parts = text.split(' ').next().and_then(|t| t.split_once('/'));
    let parts = parts.and_then(|(a, b)| Some((a.parse::<u32>().ok()?, b.parse::<u32>().ok()?)));
    parts.is_some_and(|(a, b)| a.checked_add(b) == Some(100))
}

/// `2x + 5`, `3n - 1`: a letter glued to its factor, beside bare numbers.
fn is_unknown_sum(text: &str) -> bool {
    let mut terms = text.split(['+', '-', '−']).map(str::trim);
    let unknown = |t: &str| {
        let digits = t.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < t.len() && matches!(digits, "x" | "y" | "n")
    };
    let bare = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    terms.clone().count() > 1 && terms.clone().any(unknown) && terms.all(|t| unknown(t) || bare(t))
}

/// `1024x1024 image`: two bare numbers with a glued x, and perhaps a word.
fn is_shape(text: &str) -> bool {
    let mut words = text.split(' ');
    let shape = words.next().unwrap_or("");
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let glued = shape.split_once(['x', '×']).is_some_and(|(a, b)| digits(a) && digits(b));
    glued && words.all(|w| w.chars().all(char::is_alphabetic))
}

/// `1 hour = 200M / 24`: what happens in it.
fn is_one_period(stated: &Parsed, computed: &Parsed) -> bool {
    let of_time = |l: &Literal| l.suffix.units.iter().any(|u| unit(&u.word).is_some_and(|u| u.dimension.time() != 0));
    let one = stated.expression.as_literal().filter(|l| l.number.value.is_one());
    one.is_some_and(of_time) && !computed.expression.literals().iter().any(|l| of_time(l))
}

/// `≤100 ms = 0.99³`: what is bounded is something else than what is computed.
fn is_bound(passage: &Passage, stated: &Parsed, computed: &Parsed) -> bool {
    let measured = |side: &Parsed| side.expression.literals().iter().any(|l| !l.suffix.units.is_empty());
    let before = passage.text[..stated.range.start].trim_end();
    before.ends_with(['<', '>', '≤', '≥']) && measured(stated) && !measured(computed)
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Knowledge, Verdict, extract};

    /// What is said of the first claim that is not right: its reason where it is left open, "wrong" where it is wrong.
    fn said(text: &str) -> String {
        let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
        let found = facts.claims.into_iter().find(|c| c.verdict != Verdict::Holds);
        found.map_or("nothing".to_string(), |c| c.reason.unwrap_or("wrong".to_string()))
    }

    #[test]
    fn what_is_written_short_is_left_open() {
        for (text, why) in [
            ("The peak is 3x = 140K.", "a multiple does not say of what"),
            ("2 × t3.medium ($30/mo) = $60/month", "a bracket behind words belongs to them"),
            ("a-z (26) + A-Z (26) + 0-9 (10) = 62 characters", "a bracket behind words belongs to them"),
            ("It processes Big Data (500GB ~ 5TB).", "a range from one number to the other"),
            ("12-15 engineers = $4.2M-$5.25M/year = $350K-$437K/month", "a range from one number to the other"),
            ("To resolve it: 4-6 hours × $200/hour = $800-1.2K", "a range from one number to the other"),
            ("pass^3=0.73  and 0.31 pass^8=0.42", "`pass` has no value"),
            ("THRESHOLD: 50 = 50/50 split.", "two parts of a whole"),
            ("Solve for x: 2x + 5 = 13.", "an x stands for what is looked for"),
            ("A single 1024x1024 image is 4096 tokens.", "a shape"),
            ("1 hour = 200M / 24 = 8.3M messages", "a period names the line"),
            ("All of them ≤100 ms = 0.99³ ≈ 0.97.", "a bound stands before it"),
            ("Memory: 200 × 1 MB = 200 MB stacks + 1 GB heap.", "the line goes on from its result"),
        ] {
            assert_eq!(said(text), why, "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_wrong() {
        for text in [
            "Total (15/20) x 1200 = 825 GB",
            "300,000,000 - 869,278,271 = -569,278,272",
            "2 min - 30 s = 1.5 s",
            "88 blocks (11×9)",
            "3x2 = 7",
            "It is 64 ≤ 65 = 2^6.",
            "2 × 30 = 70 + 3 = 73",
        ] {
            assert_eq!(said(text), "wrong", "{text}");
        }
    }
}

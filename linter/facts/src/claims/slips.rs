//! Slips that multiply a result by a known number, and slips of its digits.

use designlint_quantity::{Expression, Literal, Number, Operator, Rational, decimal, last_place};

use super::{cues::Cues, meant::meant, mistakes::is_digit_slip, sums::magnitude};

/// A slip with the result it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slip {
    /// Row of the catalogue, in kebab case.
    pub kind: &'static str,
    /// The result, in the unit of the stated number.
    pub value: Rational,
    /// Whether something beside the numbers speaks for it.
    pub cue: bool,
    /// What happened.
    pub text: String,
    /// The number that the right result is multiplied or divided by, where that is the slip.
    pub factor: Option<Rational>,
}

/// A factor and the slip it points to.
const PERIODS: [(u32, &str); 6] = [
    (60, "seconds taken for minutes, or minutes for hours"),
    (3_600, "seconds taken for hours"),
    (24, "hours taken for days"),
    (86_400, "seconds taken for days"),
    (1_440, "minutes taken for days"),
    (7, "days taken for weeks"),
];
/// Lengths of a month and a year in days times 16, and one another that is taken for it.
const CALENDAR: [(u32, u32, &str); 5] = [
    (480, 496, "a month of 30 days taken for one of 31"),
    (480, 487, "a month of 30 days taken for the mean of 30.4375"),
    (5_760, 5_840, "a year of 360 days taken for one of 365"),
    (5_840, 5_856, "a year of 365 days taken for one of 366"),
    (5_840, 5_844, "a year of 365 days taken for the mean of 365.25"),
];
/// Powers of ten of lost and added zeros and of prefixes.
const TENS: [isize; 5] = [1, 2, 3, 6, 9];
/// Digits from which on one of them can be told to be the mistake.
const DIGITS: usize = 4;

/// The slips by a factor, the likeliest first.
pub(crate) fn factors(computed: &Rational, stated: &Literal, cues: &Cues) -> Vec<Slip> {
    let mut out = tens(computed, stated, cues);
    let mut add = |kind, factor: Rational, cue, shown: &str, says: &str| {
        for (way, value) in [("large", computed * &factor), ("small", computed / &factor)] {
            let text = format!("the stated number is {shown} times too {way}: {says}");
            out.push(Slip { kind, value, cue, text, factor: Some(factor.clone()) });
        }
    };
    if cues.data || cues.bits {
        add("bits-bytes", Rational::from(8u8), cues.bits, "8", "bits taken for bytes, or the reverse");
    }
    for (steps, shown) in [(1, "1.024"), (2, "1.024^2"), (3, "1.024^3")] {
        if cues.data_steps[steps - 1] {
            let steps = isize::try_from(steps).unwrap_or(0);
            let factor = (Rational::from(1024u32) / Rational::from(1000u32)).pow(steps);
            add("binary-prefix", factor, true, shown, "steps of 1000 taken for 1024, or the reverse");
        }
    }
    if cues.time {
        for (n, says) in PERIODS {
            add("period", Rational::from(n), true, &decimal(&Rational::from(n), 0), says);
        }
    }
    add("factor-two", Rational::from(2u8), cues.pair, "2", "one direction, copy or half of a pair");
    if cues.month {
        out.extend(calendar(computed));
    }
    out
}

fn tens(computed: &Rational, stated: &Literal, cues: &Cues) -> Vec<Slip> {
    // A few digits that are the same are no cue.
    let same_digits = stated.number.digits.saturating_sub(stated.number.zeros) >= 3;
    let mut out = Vec::new();
    for n in TENS.iter().rev().flat_map(|&n| [n, -n]) {
        let value = computed * Rational::from(10u8).pow(n);
        let percent = n.abs() == 2 && cues.percent;
        let step = [3, 6, 9].iter().position(|s| *s == n.abs());
        let cue = step.map_or(percent || same_digits, |step| cues.steps[step]);
        let shown = decimal(&Rational::from(10u8).pow(n.abs()), 0);
        let way = if n > 0 { "large" } else { "small" };
        let far = format!("the stated number is {shown} times too {way}");
        let (kind, text) = match meant(&stated.suffix, n).filter(|_| step.is_some()) {
            Some((is, other)) => ("prefix-step", format!("it matches if {other} were meant in place of {is}: {far}")),
            None if percent => ("percent", format!("{far}: a percentage taken for a fraction, or the reverse")),
            None => ("power-of-ten", format!("{far}: check the zeros and the prefixes")),
        };
        out.push(Slip { kind, value, cue, text, factor: Some(Rational::from(10u8).pow(n.abs())) });
    }
    out
}

fn calendar(computed: &Rational) -> impl Iterator<Item = Slip> + '_ {
    CALENDAR.iter().flat_map(move |&(short, long, says)| {
        let ratio = Rational::from(long) / Rational::from(short);
        [computed * &ratio, computed / &ratio].map(|value| Slip {
            kind: "calendar",
            value,
            cue: true,
            text: format!("it fits with {says}, or the reverse"),
            factor: None,
        })
    })
}

/// A number of a day or a month that is multiplied by the periods it should be divided by, as `1M x 24 x 3600 = 12` a
/// second.
pub(crate) fn wrong_way(computed: &Rational, side: &Expression) -> Option<Slip> {
    const COUNTS: [u32; 8] = [24, 60, 1_440, 3_600, 86_400, 604_800, 2_592_000, 31_536_000];
    let mut factors = Vec::new();
    product(side, &mut factors).then_some(())?;
    let counts = |l: &&&Literal| COUNTS.iter().any(|n| l.number.value == Rational::from(*n));
    let periods: Vec<&Rational> = factors.iter().filter(counts).map(|l| &l.number.value).collect();
    if periods.is_empty() || periods.len() == factors.len() {
        return None;
    }
    let product = periods.iter().fold(Rational::ONE, |all, n| all * *n);
    let shown: Vec<String> = periods.iter().map(|n| decimal(n, 0)).collect();
    Some(Slip {
        kind: "wrong-way",
        value: computed / (&product * &product),
        cue: true,
        text: format!("it fits if {} divides in place of multiplying", shown.join(" x ")),
        factor: None,
    })
}

/// The numbers of a product; false where something else stands in it.
fn product<'e>(e: &'e Expression, out: &mut Vec<&'e Literal>) -> bool {
    match e {
        Expression::Literal(l) => {
            out.push(l);
            true
        }
        Expression::Binary(Operator::Multiply, a, b) => product(a, out) && product(b, out),
        _ => false,
    }
}

/// How many numbers are a slip of a digit away from one of so many digits: two neighbours swapped, one mistyped, one
/// left out, one repeated.
pub(crate) fn digit_slips(digits: usize) -> usize {
    (12 * digits).saturating_sub(1)
}

/// The slip of a digit that lies between the computed and the stated number.
pub(crate) fn digit(computed: &Rational, stated: &Number) -> Option<Slip> {
    let steps = |value: &Rational| Rational::from((magnitude(value) / &stated.ulp).round());
    let (right, shown) = (steps(computed), steps(&stated.value));
    let (a, b) = (right.numerator().to_string(), shown.numerator().to_string());
    // One off in the last place is a matter of rounding and of counting as often as of typing.
    if magnitude(&(&right - &shown)).is_one() {
        return None;
    }
    if a.len().min(b.len()) < DIGITS || !is_digit_slip(&a, &b) {
        return None;
    }
    let (kind, text) = if a.len() > b.len() {
        ("digit-dropped", "a digit is missing")
    } else if a.len() < b.len() {
        if !is_repeated(&a, &b) {
            return None;
        }
        ("digit-repeated", "a digit stands there twice")
    } else if a.bytes().zip(b.bytes()).filter(|(x, y)| x != y).count() == 1 {
        ("digit-mistyped", "one digit differs")
    } else {
        ("digits-swapped", "two neighbouring digits are swapped")
    };
    Some(Slip { kind, value: stated.value.clone(), cue: false, text: text.to_string(), factor: None })
}

/// Whether the digit that the longer one has more stands beside its like.
fn is_repeated(short: &str, long: &str) -> bool {
    let at = short.bytes().zip(long.bytes()).take_while(|(x, y)| x == y).count();
    at > 0 && long.as_bytes().get(at).is_some_and(|&d| d == long.as_bytes()[at - 1])
}

/// What a value of so many digits covers of the numbers around it.
pub(crate) fn width(value: &Rational, digits: usize) -> Rational {
    last_place(value, digits) / magnitude(value)
}

//! Risk priority numbers: severity times occurrence times detection, row by row of a table of failures.

use designlint_quantity::{Quantity, Rational};

use super::{
    Claim, ClaimKind, Fault, How,
    amount::Amount,
    draft::{Draft, Judgement, operand},
    grid::Grid,
};

/// What the columns of the factors are called, and the product.
const FACTORS: [&[&str]; 3] = [
    &["s", "sev", "severity", "severity s"],
    &["o", "occ", "occurrence", "likelihood", "probability", "l", "p", "frequency"],
    &["d", "det", "detection", "detectability", "detection d", "detection rating"],
];
const PRODUCT: &[&str] = &["rpn", "risk priority number", "s x o x d", "s × o × d", "s*o*d"];

/// The largest factor that such a table rates with.
const LARGEST: u8 = 10;

/// The products of a table with a column for each factor.
pub(super) fn risk_numbers(grid: &Grid) -> Vec<Claim> {
    let names: Vec<String> = (0..grid.columns()).map(|c| name(grid.head(c))).collect();
    let Some(product) = names.iter().position(|n| PRODUCT.contains(&n.as_str())) else { return Vec::new() };
    let rated = |c: &usize| (0..grid.lines.len()).filter_map(|r| grid.amount(r, *c)).any(is_rating);
    let column = |called: &[&str]| {
        (0..grid.columns()).filter(|&c| c != product && called.contains(&names[c].as_str())).find(|c| rated(c))
    };
    let columns: Vec<usize> = FACTORS.iter().filter_map(|called| column(called)).collect();
    if columns.len() < FACTORS.len() {
        return Vec::new();
    }
    (0..grid.lines.len()).filter_map(|row| claim(grid, row, &columns, product)).collect()
}

/// A header without marks, brackets and capitals.
fn name(header: &str) -> String {
    let low = header.to_lowercase();
    let outside = low.split(['(', '[']).next().unwrap_or("").trim();
    let bare = if outside.is_empty() { low.as_str() } else { outside };
    bare.trim_matches(|c: char| !c.is_alphanumeric()).to_string()
}

fn is_rating(amount: &Amount) -> bool {
    let value = &amount.number().value;
    amount.is_integer() && amount.is_bare() && *value >= Rational::ONE && *value <= Rational::from(LARGEST)
}

fn claim(grid: &Grid, row: usize, columns: &[usize], product: usize) -> Option<Claim> {
    let stated = grid.amount(row, product).filter(|a| a.is_bare() && a.is_integer() && !a.bound)?;
    let factors: Vec<&Amount> =
        columns.iter().map(|&c| grid.amount(row, c).filter(|a| is_rating(a))).collect::<Option<_>>()?;
    let value = factors.iter().fold(Rational::ONE, |all, a| all * &a.number().value);
    let texts: Vec<&str> = factors.iter().map(|a| a.text.as_str()).collect();
    let judgement = if value == stated.number().value {
        Judgement::Holds(How::Exact)
    } else {
        Judgement::Wrong(Fault::Value, None)
    };
    let draft = Draft {
        kind: ClaimKind::Equation,
        span: grid.lines[row].span,
        stated,
        operands: factors.iter().map(|a| operand(a)).collect(),
        text: texts.join(" x "),
        recomputed: Some(Quantity { value: value.clone(), ..stated.quantity() }),
        computed: Some(value),
        judgement,
        reading: "as written".to_string(),
        section: grid.section,
    };
    Some(draft.claim())
}

//! A number of another row in place of a row's own: one change that makes a wrong row right.

use designlint_quantity::Rational;

use super::{
    Claim, ClaimKind, Explanation, Fault, Verdict,
    amount::Amount,
    explain::within,
    graph::is_telling,
    grid::Grid,
    labels::Role,
    rework::{Rework, Reworked},
    slips::width,
};

/// Most rows whose numbers are tried.
const ROWS: usize = 64;
/// The chance in percent up to which another row is named.
const CHANCE: u32 = 2;

/// A number that was used, and the one of another row in its place.
struct Swap<'g> {
    used: &'g Amount,
    other: &'g Amount,
    row: usize,
}

/// The number of another row that makes the stated one right, where there is one only and chance is small. `fits` says so
/// of the two numbers in these columns.
pub(super) fn another_row(
    grid: &Grid,
    row: usize,
    columns: [usize; 2],
    stated: &Amount,
    fits: &dyn Fn(&Amount, &Amount) -> bool,
) -> Option<Explanation> {
    let own = columns.map(|c| grid.first(row, c));
    let [Some(x), Some(y)] = own else { return None };
    let mut tried = Vec::new();
    let mut found = Vec::new();
    for other in other_rows(grid, row) {
        for (nth, used) in [x, y].into_iter().enumerate() {
            let Some(theirs) = grid.first(other, columns[nth]).filter(|a| differs(a, used)) else { continue };
            tried.push(theirs.quantity().value);
            if if nth == 0 { fits(theirs, y) } else { fits(x, theirs) } {
                found.push(Swap { used, other: theirs, row: other });
            }
        }
    }
    says(grid, &found, tried, stated)
}

/// Says of wrong calculations in the cells of a table which number is that of another row.
pub(super) fn explain(grids: &[Grid], claims: &mut [Claim]) {
    let wrong = |c: &Claim| c.verdict == Verdict::Wrong && c.fault == Some(Fault::Value) && c.explanation.is_none();
    let equation = |c: &Claim| matches!(c.kind, ClaimKind::Equation | ClaimKind::Chain);
    for claim in claims.iter_mut().filter(|c| wrong(c) && equation(c)) {
        let place = grids.iter().find_map(|g| Some((g, g.lines.iter().position(|l| l.span.contains(claim.span))?)));
        let Some((grid, row)) = place else { continue };
        claim.explanation = in_cell(grid, row, claim);
    }
}

/// An operand that stands in another row's cell where this row has its own number, or the reverse.
fn in_cell(grid: &Grid, row: usize, claim: &Claim) -> Option<Explanation> {
    let rework = Rework::of(claim).filter(|_| claim.value.as_ref().is_some_and(is_telling))?;
    let mut found: Vec<(String, String, usize)> = Vec::new();
    for (nth, operand) in claim.operands.iter().enumerate() {
        for column in 0..grid.columns() {
            let Some(own) = grid.amount(row, column).filter(|a| !claim.span.contains(a.span)) else { continue };
            for other in other_rows(grid, row) {
                let Some(theirs) = grid.amount(other, column).filter(|a| differs(a, own)) else { continue };
                if theirs.quantity().value != operand.value.value {
                    continue;
                }
                if rework.with(&[(nth, own.quantity().value)], &|_| None) == Some(Reworked::Holds) {
                    found.push((theirs.text.clone(), own.text.clone(), other));
                }
            }
        }
    }
    found.dedup();
    let [(used, own, other)] = found.as_slice() else { return None };
    let of = named(grid, *other).map_or_else(|| "another row".to_string(), |label| format!("`{label}`"));
    Some(Explanation { kind: "other-row".to_string(), text: format!("it uses {used} of {of}, but this row has {own}") })
}

fn other_rows(grid: &Grid, row: usize) -> impl Iterator<Item = usize> + '_ {
    let items = (0..grid.lines.len()).filter(move |&r| r != row && grid.lines[r].role == Role::Item);
    items.take(ROWS)
}

fn differs(a: &Amount, b: &Amount) -> bool {
    let (x, y) = (a.quantity(), b.quantity());
    !a.bound && x.dimension == y.dimension && x.value != y.value
}

fn says(grid: &Grid, found: &[Swap<'_>], mut tried: Vec<Rational>, stated: &Amount) -> Option<Explanation> {
    let [swap] = found else { return None };
    tried.sort_unstable();
    tried.dedup();
    let digits = stated.number().digits;
    if stated.number().value.is_zero() {
        return None;
    }
    let chance = width(&stated.number().value, digits) * Rational::from(tried.len());
    let of = named(grid, swap.row).filter(|_| within(&chance, CHANCE))?;
    let text = format!("it fits with {} of `{of}` in place of {}", swap.other.text, swap.used.text);
    Some(Explanation { kind: "other-row".to_string(), text })
}

fn named(grid: &Grid, row: usize) -> Option<&str> {
    grid.lines.get(row).map(|l| l.label.as_str()).filter(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Knowledge, Verdict, extract};

    /// The explanations of the wrong claims.
    fn explanations(text: &str) -> Vec<Option<(String, String)>> {
        let claims = extract(&Document::parse(Source::new(text)), &Knowledge::default()).claims;
        let wrong = claims.into_iter().filter(|c| c.verdict == Verdict::Wrong);
        wrong.map(|c| c.explanation.map(|e| (e.kind, e.text))).collect()
    }

    fn other_row(text: &str) -> Vec<Option<(String, String)>> {
        vec![Some(("other-row".to_string(), text.to_string()))]
    }

    #[test]
    fn a_row_that_takes_the_number_of_another() {
        let table = "| feed | rate | size | volume |\n|---|---|---|---|\n| clicks | 1,313 | 8 | 10,504 |\n\
            | views | 4,127 | 3 | 12,381 |\n| orders | 617 | 12 | 49,524 |\n| logs | 2,904 | 7 | 20,328 |\n\
            | mails | 5,551 | 9 | 49,959 |\n";
        assert_eq!(explanations(table), other_row("it fits with 4,127 of `views` in place of 617"));
    }

    #[test]
    fn a_cell_that_computes_with_the_number_of_another_row() {
        let table = |used: &str| {
            format!(
                "| feed | rate | a day |\n|---|---|---|\n| clicks | 1,313/s | 1,313 × 86,400 = 113,443,200 |\n\
                | views | 4,127/s | {used} × 86,400 = 356,572,800 |\n"
            )
        };
        assert_eq!(explanations(&table("1,313")), other_row("it uses 1,313/s of `clicks`, but this row has 4,127/s"));
        assert_eq!(explanations(&table("4,127")), []);
    }
}

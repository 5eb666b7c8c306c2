//! Balances that are carried on: what was there, what came and what went make what is left, and the next row starts with it.

use designlint_quantity::Rational;

use super::{
    Claim, ClaimKind, Fault,
    amount::Amount,
    draft::{Draft, Judgement, operand, sum_text},
    grid::Grid,
    labels::{Role, words},
    sums::{Sum, fit, recomputed, scales},
};

const OPENING: &[&str] = &["opening", "start", "starting", "beginning", "begin", "initial", "forward"];
const CLOSING: &[&str] = &["closing", "close", "end", "ending", "final", "remaining", "left"];
const COMES: &[&str] =
    &["added", "adds", "additions", "in", "inflow", "new", "received", "arrived", "arrivals", "joined"];
const GOES: &[&str] = &[
    "removed",
    "removals",
    "out",
    "outflow",
    "deleted",
    "deletions",
    "expired",
    "retired",
    "churned",
    "drained",
    "consumed",
    "used",
    "evicted",
    "departed",
];
/// Fewest rows that hold before another is called wrong.
const ROWS: usize = 2;

/// The columns of a balance.
struct Columns {
    opening: usize,
    closing: usize,
    /// What comes, and with `true` what goes.
    moves: Vec<(usize, bool)>,
}

/// The closing balances of a table, and the opening ones that repeat the row above.
pub(super) fn balances(grid: &Grid) -> Vec<Claim> {
    let Some(columns) = columns(grid) else { return Vec::new() };
    let rows: Vec<usize> = (0..grid.lines.len()).filter(|&r| grid.lines[r].role == Role::Item).collect();
    let mut out = settled(rows.iter().filter_map(|&row| closing(grid, &columns, row)).collect());
    out.extend(settled(rows.windows(2).filter_map(|pair| opening(grid, &columns, pair[0], pair[1])).collect()));
    out
}

/// Rows that do not hold say something only beside others that do.
fn settled(claims: Vec<(bool, Claim)>) -> Vec<Claim> {
    let held = claims.iter().filter(|(holds, _)| *holds).count();
    let tells = held >= ROWS && held * 2 > claims.len();
    claims.into_iter().filter(|(holds, _)| *holds || tells).map(|(_, claim)| claim).collect()
}

/// The columns, where each is named and nothing else stands between opening and closing.
fn columns(grid: &Grid) -> Option<Columns> {
    let is = |c: usize, list: &[&str]| words(grid.head(c)).iter().any(|w| list.contains(&w.as_str()));
    let mut opening = (0..grid.columns()).filter(|&c| is(c, OPENING));
    let mut closing = (0..grid.columns()).filter(|&c| is(c, CLOSING));
    let (first, last) = (opening.next()?, closing.next()?);
    if opening.next().is_some() || closing.next().is_some() || last < first + 2 {
        return None;
    }
    let moves = (first + 1..last).map(|c| match (is(c, COMES), is(c, GOES)) {
        (true, false) => Some((c, false)),
        (false, true) => Some((c, true)),
        _ => None,
    });
    Some(Columns { opening: first, closing: last, moves: moves.collect::<Option<_>>()? })
}

/// Whether what is left follows from the row, and the claim that says so.
fn closing(grid: &Grid, columns: &Columns, row: usize) -> Option<(bool, Claim)> {
    let stated = grid.amount(row, columns.closing).filter(|a| !a.bound && !a.about)?;
    let moved = columns.moves.iter().filter_map(|&(c, goes)| Some((grid.amount(row, c)?, goes)));
    let all: Vec<(&Amount, bool)> = std::iter::once((grid.amount(row, columns.opening)?, false)).chain(moved).collect();
    let readable = columns.moves.iter().all(|&(c, _)| !grid.is_unreadable(row, c));
    if !readable || all.iter().any(|(a, _)| a.bound || a.about) {
        return None;
    }
    let amounts: Vec<&Amount> = all.iter().map(|(a, _)| *a).collect();
    let scale = scales(&amounts, stated).into_iter().find(|s| s.certain)?;
    // What goes may itself be written with a minus.
    let goes = |a: &Amount, goes: bool| goes && !a.negative;
    let signs = all.iter().map(|&(a, g)| if goes(a, g) { -Rational::ONE } else { Rational::ONE });
    let sum = Sum::of(signs.zip(&scale.parts));
    let counts = amounts.iter().all(|p| p.is_bare() && p.is_integer());
    let fit = fit(&sum, &scale.total, stated.number(), counts);
    let listed: Vec<_> = all.iter().map(|&(a, g)| (a, goes(a, g))).collect();
    let draft = Draft {
        kind: ClaimKind::Total,
        span: grid.lines[row].span,
        stated,
        operands: amounts.iter().map(|a| operand(a)).collect(),
        text: sum_text(&listed),
        computed: Some(&sum.value / &scale.factor),
        recomputed: Some(recomputed(&sum, &scale)),
        judgement: fit.as_ref().map_or(Judgement::Wrong(Fault::Total, None), |f| Judgement::Holds(f.how)),
        reading: "the balance of its row".to_string(),
        section: grid.section,
    };
    Some((fit.is_some(), draft.claim()))
}

/// Whether a row starts with what the one above left, and the claim that says so.
fn opening(grid: &Grid, columns: &Columns, above: usize, row: usize) -> Option<(bool, Claim)> {
    let (left, stated) = (grid.amount(above, columns.closing)?, grid.amount(row, columns.opening)?);
    if [left, stated].iter().any(|a| a.bound || a.about) {
        return None;
    }
    let scale = scales(&[left], stated).into_iter().find(|s| s.certain)?;
    let sum = Sum::of(scale.parts.iter().map(|p| (Rational::ONE, p)));
    let fit = fit(&sum, &scale.total, stated.number(), left.is_bare() && left.is_integer());
    let draft = Draft {
        kind: ClaimKind::Change,
        span: grid.lines[row].span,
        stated,
        operands: vec![operand(left)],
        text: format!("{} at the end of the row above", left.text),
        computed: Some(&sum.value / &scale.factor),
        recomputed: Some(recomputed(&sum, &scale)),
        judgement: fit.as_ref().map_or(Judgement::Wrong(Fault::Value, None), |f| Judgement::Holds(f.how)),
        reading: "the balance carried forward".to_string(),
        section: grid.section,
    };
    Some((fit.is_some(), draft.claim()))
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Knowledge, Verdict, extract};

    const HEADER: &str = "| Week | Opening | Added | Expired | Closing |\n|---|---|---|---|---|\n";

    fn of(verdict: Verdict, table: &str) -> Vec<String> {
        let facts = extract(&Document::parse(Source::new(format!("{HEADER}{table}"))), &Knowledge::default());
        let claims = facts.claims.into_iter().filter(|c| c.verdict == verdict);
        claims.map(|c| format!("{} is {}, not {}", c.computed_text, c.computed.unwrap_or_default(), c.stated)).collect()
    }

    #[test]
    fn a_balance_follows_from_its_row_and_goes_on_in_the_next() {
        let rows = "| 1 | 400 | 120 | 20 | 500 |\n| 2 | 500 | 90 | 40 | 550 |\n| 3 | 550 | 60 | 30 | 580 |\n";
        assert_eq!(of(Verdict::Wrong, rows), [""; 0]);
        assert_eq!(of(Verdict::Holds, rows).len(), 5);
    }

    #[test]
    fn a_row_that_does_not_add_up_is_wrong_beside_others_that_do() {
        let rows = "| 1 | 400 | 120 | 20 | 500 |\n| 2 | 500 | 90 | 40 | 550 |\n| 3 | 550 | 60 | 30 | 590 |\n";
        assert_eq!(of(Verdict::Wrong, rows), ["550 + 60 − 30 is 580, not 590"]);
        let negative = "| 1 | 400 | 120 | -20 | 500 |\n| 2 | 500 | 90 | -40 | 550 |\n| 3 | 550 | 60 | -30 | 590 |\n";
        assert_eq!(of(Verdict::Wrong, negative), ["550 + 60 − 30 is 580, not 590"]);
    }

    #[test]
    fn a_row_that_starts_with_another_number_is_wrong_beside_others_that_go_on() {
        let rows = "| 1 | 400 | 120 | 20 | 500 |\n| 2 | 500 | 90 | 40 | 550 |\n| 3 | 550 | 60 | 30 | 580 |\n\
            | 4 | 560 | 60 | 30 | 590 |\n";
        assert_eq!(of(Verdict::Wrong, rows), ["580 at the end of the row above is 580, not 560"]);
    }

    #[test]
    fn rows_that_are_no_balance_are_not_judged() {
        let rows = "| 1 | 400 | 120 | 20 | 510 |\n| 2 | 900 | 90 | 40 | 560 |\n| 3 | 150 | 60 | 30 | 590 |\n";
        assert_eq!(of(Verdict::Wrong, rows), [""; 0]);
    }
}

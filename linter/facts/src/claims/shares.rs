//! Shares: percentages that should make 100, and what they were taken of.

use designlint_document::Span;
use designlint_quantity::Rational;

use super::{
    Claim, ClaimKind, Fault, How,
    amount::Amount,
    draft::{Draft, Judgement, operand},
    grid::Grid,
    labels::{self, Role},
    sums::magnitude,
    totals::{Others, Sums, TotalRow},
};

/// What is wrong with a total of percentages that is not the sum of its rows: a total of 100 that the shares do not make,
/// or the total itself.
pub(super) fn fault(total: &TotalRow<'_>, column: usize, sums: &Sums<'_>, others: &Others) -> Result<Fault, String> {
    let grid = total.grid;
    let line = &grid.lines[total.row];
    let says = format!("{} {} {}", line.label, line.notes, grid.head(column)).to_lowercase();
    if ["multiple", "overlap", "capped", "more than one"].iter().any(|w| says.contains(w)) {
        return Err("the shares may overlap".to_string());
    }
    if labels::has_no_sum(grid.head(column)) || !total.is_plain(column) && !others.agree {
        return Err("the column may have no sum".to_string());
    }
    let rows: Vec<usize> = sums.addends.covered(total.row).filter(|&r| grid.lines[r].role == Role::Item).collect();
    let Some((low, high)) = range(grid, &rows, column) else {
        return Err("a row cannot be read as one number".to_string());
    };
    let hundred = Rational::ONE;
    let makes_hundred = low <= hundred && high >= hundred;
    if sums.scale.total.value == hundred {
        return if rows.len() >= 2 { Ok(Fault::Shares) } else { Err("too few rows to tell".to_string()) };
    }
    if makes_hundred || others.agree {
        return Ok(Fault::Total);
    }
    Err("shares are judged by their amounts".to_string())
}

/// The least and the greatest sum of shares, each half a point off at most, and less than it says where it is a bound.
fn range(grid: &Grid, rows: &[usize], column: usize) -> Option<(Rational, Rational)> {
    let (mut low, mut high) = (Rational::ZERO, Rational::ZERO);
    for &row in rows {
        let share = grid.first(row, column).filter(|a| a.is_percent());
        let Some(share) = share else {
            if grid.is_unreadable(row, column) {
                return None;
            }
            continue;
        };
        let value = share.quantity().value;
        let half = share.quantity().ulp / Rational::from(2u8);
        low += if share.bound { Rational::ZERO } else { &value - &half };
        high += value + half;
    }
    Some((low, high))
}

/// The number that the shares were taken of, where a stated total of another column is it and the sum of its rows is not.
pub(super) fn base(grid: &Grid, row: usize, column: usize) -> Option<(Span, String)> {
    (0..grid.columns()).filter(|&c| c != column).find_map(|amounts| {
        let stated = grid.amount(row, amounts).filter(|a| !a.is_percent())?;
        let pairs: Vec<(&Amount, &Amount)> = (0..row)
            .filter(|&r| grid.lines[r].role == Role::Item)
            .filter_map(|r| Some((grid.amount(r, amounts)?, grid.amount(r, column)?)))
            .collect();
        let sum = pairs.iter().fold(Rational::ZERO, |all, p| all + p.0.quantity().value);
        let of = |base: &Rational| !base.is_zero() && pairs.iter().all(|(a, s)| is_share(a, s, base));
        let taken = pairs.len() >= 3 && of(&stated.quantity().value) && !of(&sum);
        taken.then(|| (stated.span, format!("the shares were taken of {}", stated.text)))
    })
}

/// Fewest rows that show that a column holds the shares of another.
const ROWS: usize = 4;

/// The shares of the rows: a column of percentages of the total of another column. Of four rows and more four fifths are
/// such shares; each other is wrong.
pub(super) fn shares(grid: &Grid) -> Vec<Claim> {
    let named = |c: &usize| {
        let words = labels::words(grid.head(*c));
        grid.head(*c).contains('%') || words.iter().any(|w| matches!(w.as_str(), "share" | "percent" | "percentage"))
    };
    let mut out = Vec::new();
    for column in (0..grid.columns()).filter(named) {
        let amounts = (0..grid.columns()).filter(|&c| c != column && !named(&c) && !labels::has_no_sum(grid.head(c)));
        let best = amounts.filter_map(|a| Column::of(grid, a, column)).max_by_key(|c| c.held());
        out.extend(best.map_or_else(Vec::new, |c| c.claims(grid)));
    }
    out
}

/// Amounts with their shares, and what these were taken of.
struct Column<'g> {
    rows: Vec<(usize, &'g Amount, &'g Amount)>,
    base: &'g Amount,
}

impl<'g> Column<'g> {
    /// The base is the stated total: a wrong total is a finding of its own, and no second one here.
    fn of(grid: &'g Grid, amounts: usize, column: usize) -> Option<Self> {
        let total = |r: &usize| matches!(grid.lines[*r].role, Role::Total(_));
        let row = (0..grid.lines.len()).rev().find(total)?;
        let base = grid.amount(row, amounts).filter(|a| !a.bound && !a.is_percent())?;
        let pair = |r: usize| {
            let (amount, share) = (grid.amount(r, amounts)?, grid.amount(r, column)?);
            let like = amount.quantity().dimension == base.quantity().dimension && share.is_percent();
            (like && !amount.bound && !share.bound && grid.lines[r].role == Role::Item).then_some((r, amount, share))
        };
        let rows: Vec<_> = (0..row).filter_map(pair).collect();
        let found = Self { rows, base };
        // The header says that these are shares: one odd row of four is one.
        let (held, all) = (found.held(), found.rows.len());
        let enough = all >= ROWS && (held + 1 >= all || held * 5 >= all * 4);
        (enough && !base.quantity().value.is_zero()).then_some(found)
    }

    fn held(&self) -> usize {
        let base = self.base.quantity().value;
        self.rows.iter().filter(|(_, a, s)| is_near_share(a, s, &base)).count()
    }

    fn claims(&self, grid: &Grid) -> Vec<Claim> {
        let base = self.base.quantity().value;
        let claim = |(row, amount, share): &(usize, &'g Amount, &'g Amount)| {
            let actual = amount.quantity().value / &base;
            let judgement = match () {
                () if is_share(amount, share, &base) => Judgement::Holds(How::Rounded),
                () if is_near_share(amount, share, &base) => Judgement::Holds(How::Consistent),
                () => Judgement::Wrong(Fault::Shares, None),
            };
            Draft {
                kind: ClaimKind::Change,
                span: grid.lines[*row].span,
                stated: share,
                operands: vec![operand(amount), operand(self.base)],
                text: format!("{} of {}", amount.text, self.base.text),
                computed: Some(actual * Rational::from(100u8)),
                recomputed: None,
                judgement,
                reading: "share of the total".to_string(),
                section: grid.section,
            }
            .claim()
        };
        self.rows.iter().map(claim).collect()
    }
}

/// Whether a share is that of an amount, to its last place: amounts and total may be rounded themselves.
fn is_near_share(amount: &Amount, share: &Amount, base: &Rational) -> bool {
    let actual = amount.quantity().value / base;
    let gap = magnitude(&(&actual - share.quantity().value));
    let slack = &amount.quantity().ulp / base / Rational::from(2u8);
    gap <= share.quantity().ulp + slack
}

/// Whether a share is that of an amount, to half a point.
fn is_share(amount: &Amount, share: &Amount, base: &Rational) -> bool {
    let gap = magnitude(&(amount.quantity().value / base - share.quantity().value));
    gap * Rational::from(2u8) <= share.quantity().ulp
}

//! Columns that follow from others, row by row: sums, differences, products, ratios and percentages that no header names.

use std::collections::BTreeSet;

use designlint_quantity::{Quantity, Rational, decimal};

use super::{
    Claim, ClaimKind, Fault, How,
    amount::Amount,
    changes::is_change_header,
    draft::{Draft, Judgement, operand, sum_text},
    grid::Grid,
    labels::{self, Role},
    mistakes::is_digit_slip,
    other_rows::another_row,
    ratios::{Computed, Operation, compute, compute_from},
    sums::{Fit, Scale, Sum, fit, recomputed, scales},
};

/// Fewest rows that show a relation.
const ROWS: usize = 4;
/// Most numeric columns of a table that is searched.
const COLUMNS: usize = 12;
/// Most rows of a table that is searched.
const MOST_ROWS: usize = 400;

/// The relations of the columns of a table.
pub(super) fn relations(grid: &Grid) -> Vec<Claim> {
    let rows: Vec<usize> = (0..grid.lines.len()).filter(|&r| grid.stands_for_itself(r)).collect();
    let numeric = |&c: &usize| rows.iter().filter(|&&r| grid.amount(r, c).is_some()).count() >= 2;
    let columns: Vec<usize> = (0..grid.columns()).filter(numeric).collect();
    if columns.len() < 3 || columns.len() > COLUMNS || rows.len() > MOST_ROWS {
        return Vec::new();
    }
    let quantity = |r: usize| columns.iter().map(|&c| grid.amount(r, c).map(Amount::quantity)).collect();
    let quantities = rows.iter().map(|&r| quantity(r)).collect();
    let search = Search { grid, rows, columns, quantities };
    let mut out = Vec::new();
    for &target in &search.columns {
        let named = matches!(labels::role(grid.head(target)), Role::Total(q) if !q.vague);
        let sums = if named { search.row_sums(target) } else { Vec::new() };
        if !sums.is_empty() {
            out.extend(sums);
        } else if !is_change_header(grid.head(target)) {
            out.extend(search.inferred(target));
        }
    }
    out
}

struct Search<'g> {
    grid: &'g Grid,
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// The numbers of the rows and columns that are searched.
    quantities: Vec<Vec<Option<Quantity>>>,
}

/// A row under a relation.
struct Row<'g> {
    row: usize,
    x: &'g Amount,
    y: &'g Amount,
    stated: &'g Amount,
    computed: Computed,
    how: Option<How>,
}

impl Row<'_> {
    fn is_firm(&self) -> bool {
        matches!(self.how, Some(How::Exact | How::Rounded | How::Truncated))
    }
}

impl<'g> Search<'g> {
    /// The relation of a column to two on its left, if there is one.
    fn inferred(&self, target: usize) -> Vec<Claim> {
        let left: Vec<usize> = self.columns.iter().copied().filter(|&c| c < target && self.varies(c)).collect();
        if !self.varies(target) {
            return Vec::new();
        }
        let mut best: Option<(Vec<Row<'g>>, [usize; 2])> = None;
        for (nth, &x) in left.iter().enumerate() {
            for &y in &left[nth + 1..] {
                for (operation, turned) in OPERATIONS {
                    let pair = if *turned { [y, x] } else { [x, y] };
                    let rows = self.rows_under(*operation, pair, target);
                    let better = |b: &(Vec<Row<'g>>, _)| held(&rows) > held(&b.0);
                    if is_relation(&rows) && best.as_ref().is_none_or(better) {
                        best = Some((rows, pair));
                    }
                }
            }
        }
        best.map_or_else(Vec::new, |(rows, pair)| self.claims(&rows, pair))
    }

    /// Whether the numbers of a column differ: a constant follows from nothing.
    fn varies(&self, column: usize) -> bool {
        let values: BTreeSet<_> =
            (0..self.rows.len()).filter_map(|nth| self.quantity(nth, column)).map(|q| &q.value).collect();
        values.len() >= 3
    }

    /// The number of a column in the nth of the rows that are searched.
    fn quantity(&self, nth: usize, column: usize) -> Option<&Quantity> {
        let column = self.columns.iter().position(|&c| c == column)?;
        self.quantities.get(nth)?.get(column)?.as_ref()
    }

    /// The rows that an operation computes; none where it fails in more of them than any relation does.
    fn rows_under(&self, operation: Operation, pair: [usize; 2], target: usize) -> Vec<Row<'g>> {
        let grid: &'g Grid = self.grid;
        let row = |nth: usize, row: usize| {
            let places = [pair[0], pair[1], target];
            let [Some(x), Some(y), Some(stated)] = places.map(|column| grid.amount(row, column)) else { return None };
            let [Some(p), Some(q), Some(c)] = places.map(|column| self.quantity(nth, column)) else { return None };
            if [x, y, stated].iter().any(|a| a.bound) || is_trivial(operation, x, y) {
                return None;
            }
            let computed = compute_from(operation, [x, y, stated], [p, q, c])?;
            let how = if computed.face < Rational::ZERO { None } else { computed.agrees_with(stated, c, false) };
            Some(Row { row, x, y, stated, computed, how })
        };
        let most = (self.rows.len() / 5).max(1);
        let (mut rows, mut failed) = (Vec::new(), 0);
        for found in self.rows.iter().enumerate().filter_map(|(nth, &r)| row(nth, r)) {
            failed += usize::from(found.how.is_none());
            if failed > most {
                return Vec::new();
            }
            rows.push(found);
        }
        rows
    }

    fn claims(&self, rows: &[Row<'_>], pair: [usize; 2]) -> Vec<Claim> {
        let firm = rows.iter().filter(|r| r.is_firm()).count();
        let mut out = Vec::new();
        for row in rows {
            let judgement = match row.how {
                Some(how) => Judgement::Holds(how),
                None if is_wrong(row, firm, rows.len()) => {
                    let fits = |x: &Amount, y: &Amount| {
                        let computed = compute(row.computed.operation, x, y, row.stated);
                        computed.is_some_and(|c| matches!(c.agrees(row.stated, false), Some(How::Exact | How::Rounded)))
                    };
                    let explanation = another_row(self.grid, row.row, pair, row.stated, &fits);
                    Judgement::Wrong(Fault::Value, explanation.filter(|_| !is_slip(row)))
                }
                None => continue,
            };
            let operation = row.computed.operation;
            let draft = Draft {
                kind: ClaimKind::Change,
                span: self.grid.lines[row.row].span,
                stated: row.stated,
                operands: vec![operand(row.x), operand(row.y)],
                text: operation.text(row.x, row.y),
                computed: Some(row.computed.in_unit_of(row.stated, false)),
                recomputed: None,
                judgement,
                reading: operation.reading().to_string(),
                section: self.grid.section,
            };
            out.push(draft.claim());
        }
        out
    }

    /// A column named total: the sum of the columns on its left.
    fn row_sums(&self, target: usize) -> Vec<Claim> {
        let left: Vec<usize> =
            self.columns.iter().copied().filter(|&c| c < target && !labels::has_no_sum(self.grid.head(c))).collect();
        let all: Vec<RowSum<'_>> = self.rows.iter().filter_map(|&row| self.row_sum(row, &left, target)).collect();
        let fits = all.iter().filter(|r| r.fit.is_some()).count();
        if fits < 2 || fits * 5 < all.len() * 4 {
            return Vec::new();
        }
        all.iter().filter(|r| r.fit.is_some() || r.readable && fits >= ROWS).map(|r| r.claim(self.grid)).collect()
    }

    fn row_sum(&self, row: usize, left: &[usize], target: usize) -> Option<RowSum<'g>> {
        let grid: &'g Grid = self.grid;
        let stated = grid.amount(row, target).filter(|a| !a.bound && !a.is_percent())?;
        let parts: Vec<&Amount> = left.iter().filter_map(|&c| grid.amount(row, c)).collect();
        let scale = scales(&parts, stated).into_iter().find(|s| s.certain)?;
        let sum = Sum::of(scale.parts.iter().map(|p| (Rational::ONE, p)));
        let counts = parts.iter().all(|p| p.is_bare() && p.is_integer());
        let fit = fit(&sum, &scale.total, stated.number(), counts);
        let readable = left.iter().all(|&c| !grid.is_unreadable(row, c));
        (parts.len() >= 2).then_some(RowSum { row, stated, parts, scale, sum, fit, readable })
    }
}

/// A row whose last column may be the sum of the others.
struct RowSum<'g> {
    row: usize,
    stated: &'g Amount,
    parts: Vec<&'g Amount>,
    scale: Scale,
    sum: Sum,
    fit: Option<Fit>,
    /// Whether every cell is a number or empty.
    readable: bool,
}

impl RowSum<'_> {
    fn claim(&self, grid: &Grid) -> Claim {
        let listed: Vec<_> = self.parts.iter().map(|p| (*p, false)).collect();
        let wrong = Judgement::Wrong(Fault::Total, None);
        let draft = Draft {
            kind: ClaimKind::Total,
            span: grid.lines[self.row].span,
            stated: self.stated,
            operands: self.parts.iter().map(|p| operand(p)).collect(),
            text: sum_text(&listed),
            computed: Some(&self.sum.value / &self.scale.factor),
            recomputed: Some(recomputed(&self.sum, &self.scale)),
            judgement: self.fit.as_ref().map_or(wrong, |fit| Judgement::Holds(fit.how)),
            reading: "the columns to its left".to_string(),
            section: grid.section,
        };
        draft.claim()
    }
}

/// What is tried; the second says that the two columns change places.
const OPERATIONS: &[(Operation, bool)] = &[
    (Operation::Product, false),
    (Operation::Sum, false),
    (Operation::Difference, false),
    (Operation::Difference, true),
    (Operation::Ratio, false),
    (Operation::Ratio, true),
    (Operation::Change, false),
];

/// Whether the operation says nothing on these numbers: plus 0, times 1.
fn is_trivial(operation: Operation, x: &Amount, y: &Amount) -> bool {
    let zero = |a: &Amount| a.number().value.is_zero();
    let one = |a: &Amount| a.shown().is_one();
    match operation {
        Operation::Product | Operation::Ratio => zero(x) || zero(y) || one(x) || one(y),
        _ => zero(x) || zero(y),
    }
}

fn held(rows: &[Row<'_>]) -> usize {
    rows.iter().filter(|r| r.how.is_some()).count()
}

/// Four rows, four fifths of them, and digits enough to say something.
fn is_relation(rows: &[Row<'_>]) -> bool {
    let firm = rows.iter().filter(|r| r.is_firm() && significant_digits(r.stated) >= 2).count();
    (firm >= ROWS && held(rows) * 5 >= rows.len() * 4) || is_product_with_a_slip(rows)
}

/// Whether all rows but one are products to the digit, three of them with digits that say something, and a wrong digit
/// explains that one.
fn is_product_with_a_slip(rows: &[Row<'_>]) -> bool {
    let exact: Vec<&Row<'_>> = rows.iter().filter(|r| r.how == Some(How::Exact)).collect();
    let telling = exact.iter().filter(|r| significant_digits(r.stated) >= 2).count();
    let odd = || rows.iter().find(|r| r.how.is_none());
    rows.len() >= ROWS
        && exact.len() + 1 == rows.len()
        && telling + 1 >= ROWS
        && odd().is_some_and(|r| r.computed.operation == Operation::Product && is_wrong(r, exact.len(), rows.len()))
}

/// The digits of a number without the zeros at its ends.
fn significant_digits(amount: &Amount) -> usize {
    let steps = &amount.number().value / &amount.number().ulp;
    decimal(&steps, 0).replace(',', "").trim_end_matches('0').len()
}

/// Whether a row that breaks the relation is wrong: a slip of a digit explains it, or all others follow the relation to the
/// digit; and nothing beside the numbers says that the row is special.
fn is_wrong(row: &Row<'_>, firm: usize, rows: usize) -> bool {
    let noted = [row.x, row.y, row.stated].iter().any(|a| a.about || a.rest.contains(char::is_alphabetic));
    !noted && (is_slip(row) || (firm >= ROWS && firm + 1 == rows))
}

/// Whether a slip of a digit of the stated number explains a row.
fn is_slip(row: &Row<'_>) -> bool {
    let places = |x: &Rational| decimal(&Rational::from((x / &row.stated.number().ulp).round()), 0).replace(',', "");
    let right = row.computed.in_unit_of(row.stated, false);
    is_digit_slip(&places(&right), &places(&row.stated.number().value))
}

//! Averages of tables: a row that states the mean of the rows above it, plain or weighted by a column.

use designlint_quantity::{Rational, decimal};

use super::{
    Claim, ClaimKind, Fault, How,
    addends::counts,
    amount::Amount,
    draft::{Draft, Judgement, operand, sum_text},
    grid::Grid,
    labels::{self, Role},
    mistakes::is_digit_slip,
    sums::{Scale, Sum, fit, magnitude, recomputed, scales},
};

/// Fewest rows of an average that can be wrong.
const ROWS: usize = 3;
/// Most numbers that a mean lists.
const LISTED: usize = 6;

/// The averages of a table.
pub(super) fn averages(grid: &Grid) -> Vec<Claim> {
    let mut out = Vec::new();
    for (row, line) in grid.lines.iter().enumerate() {
        let Some(weighted) = is_average(&line.label).filter(|_| line.role == Role::Statistic) else { continue };
        let average = AverageRow { grid, row, weighted, items: items(grid, row) };
        let tried: Vec<Tried<'_>> = (0..grid.columns()).filter_map(|c| average.tried(c)).collect();
        let fits = tried.iter().filter(|t| t.how.is_some()).count();
        for column in &tried {
            out.extend(average.claim(column, fits > 0));
        }
    }
    out
}

/// Whether a label says nothing but "average", and whether it says that it is weighted.
fn is_average(label: &str) -> Option<bool> {
    const WORDS: [&str; 4] = ["average", "avg", "mean", "weighted"];
    let words = labels::words(label);
    let weighted = words.iter().any(|w| w == "weighted");
    let only = !words.is_empty() && words.iter().all(|w| WORDS.contains(&w.as_str()));
    (only && words.len() > usize::from(weighted)).then_some(weighted)
}

/// The rows above up to the last total.
fn items(grid: &Grid, row: usize) -> Vec<usize> {
    let total = |r: &usize| matches!(grid.lines[*r].role, Role::Total(_));
    let start = (0..row).rev().find(|r| total(r) && *r + 1 < row).map_or(0, |r| r + 1);
    (start..row).filter(|&r| grid.lines[r].role == Role::Item).collect()
}

struct AverageRow<'g> {
    grid: &'g Grid,
    row: usize,
    weighted: bool,
    items: Vec<usize>,
}

/// An average with the means that it was compared with.
struct Tried<'g> {
    column: usize,
    stated: &'g Amount,
    parts: Vec<&'g Amount>,
    /// The means, each with the column of its weights; the first is what the label says.
    means: Vec<Mean>,
    /// How the best of them holds, and which it is.
    how: Option<(How, usize)>,
}

struct Mean {
    weights: Option<usize>,
    scale: Scale,
    sum: Sum,
}

impl<'g> AverageRow<'g> {
    fn tried(&self, column: usize) -> Option<Tried<'g>> {
        let grid: &'g Grid = self.grid;
        let stated = grid.amount(self.row, column).filter(|a| !a.bound)?;
        let parts: Vec<&Amount> = self.items.iter().map(|&r| grid.amount(r, column)).collect::<Option<_>>()?;
        if parts.len() < 2 || parts.iter().any(|p| p.bound) {
            return None;
        }
        let mut means: Vec<Mean> = Vec::new();
        for weights in (0..grid.columns()).filter(|&c| c != column) {
            means.extend(self.shares(weights).and_then(|shares| mean(Some(weights), &shares, &parts, stated)));
        }
        if !self.weighted {
            let even = Rational::ONE / Rational::from(parts.len());
            let plain = mean(None, &vec![even; parts.len()], &parts, stated);
            means = plain.into_iter().chain(means).collect();
        }
        let held = means.iter().enumerate().filter_map(|(at, m)| Some((m.holds(stated)?, at)));
        let how = held.min_by_key(|(how, at)| (*how != How::Exact, *at));
        (!means.is_empty()).then_some(Tried { column, stated, parts, means, how })
    }

    /// What part of the whole each row is by a column: counts, or percentages that make 100.
    fn shares(&self, column: usize) -> Option<Vec<Rational>> {
        let amount = |&r: &usize| self.grid.amount(r, column).filter(|a| !a.bound && !a.negative);
        let amounts: Vec<&Amount> = self.items.iter().map(amount).collect::<Option<_>>()?;
        let percent = amounts.iter().all(|a| a.is_percent());
        let counted = amounts.iter().all(|a| a.is_bare() && a.is_integer());
        let named = counts(self.grid.head(column)) || self.weighted;
        let all = amounts.iter().fold(Rational::ZERO, |all, a| all + a.shown());
        let whole = magnitude(&(&all - Rational::from(100u8))) <= Rational::ONE;
        let weigh = percent && whole || counted && named;
        (weigh && !all.is_zero()).then(|| amounts.iter().map(|a| a.shown() / &all).collect())
    }

    fn claim(&self, tried: &Tried<'g>, another_fits: bool) -> Option<Claim> {
        let (at, judgement) = match tried.how {
            Some((how, at)) => (at, Judgement::Holds(how)),
            None if self.is_wrong(tried, another_fits) => (0, Judgement::Wrong(Fault::Value, None)),
            None => return None,
        };
        let mean = &tried.means[at];
        let draft = Draft {
            kind: ClaimKind::Total,
            span: self.grid.lines[self.row].span,
            stated: tried.stated,
            operands: tried.parts.iter().map(|p| operand(p)).collect(),
            text: self.text(tried, mean),
            computed: Some(&mean.sum.value / &mean.scale.factor),
            recomputed: Some(recomputed(&mean.sum, &mean.scale)),
            judgement,
            reading: mean.scale.reading.clone(),
            section: self.grid.section,
        };
        Some(draft.claim())
    }

    /// A plain mean may be that of more than the rows show: it is wrong where another column is the mean of the same rows
    /// or a digit of it slipped. One weighted by the only column that can weigh is wrong where it does not fit.
    fn is_wrong(&self, tried: &Tried<'_>, another_fits: bool) -> bool {
        let [mean] = tried.means.as_slice() else { return false };
        let place = &tried.stated.number().ulp * &mean.scale.factor;
        let steps = |v: &Rational| decimal(&Rational::from((magnitude(v) / &place).round()), 0).replace(',', "");
        let slip = is_digit_slip(&steps(&mean.sum.value), &steps(&mean.scale.total.value));
        let clear = self.weighted || another_fits || slip;
        let noted = tried.stated.about || tried.stated.rest.contains(char::is_alphabetic);
        tried.parts.len() >= ROWS
            && mean.scale.certain
            && !noted
            && clear
            && !labels::is_statistic(self.grid.head(tried.column))
    }

    fn text(&self, tried: &Tried<'_>, mean: &Mean) -> String {
        if tried.parts.len() > LISTED {
            return format!("the mean of the {} numbers above", tried.parts.len());
        }
        let Some(column) = mean.weights else {
            let listed: Vec<_> = tried.parts.iter().map(|p| (*p, false)).collect();
            return format!("({}) / {}", sum_text(&listed), tried.parts.len());
        };
        let weights = self.items.iter().filter_map(|&r| self.grid.amount(r, column));
        let products = || weights.clone().zip(&tried.parts).map(|(w, p)| format!("{} × {}", w.text, p.text));
        let sum = products().collect::<Vec<_>>().join(" + ");
        if weights.clone().all(|w| w.is_percent()) {
            return sum;
        }
        let all = weights.fold(Rational::ZERO, |all, w| all + w.shown());
        format!("({sum}) / {}", decimal(&all, 0))
    }
}

fn mean(weights: Option<usize>, shares: &[Rational], parts: &[&Amount], stated: &Amount) -> Option<Mean> {
    let scale = scales(parts, stated).into_iter().next()?;
    let sum = Sum::of(shares.iter().cloned().zip(&scale.parts));
    Some(Mean { weights, scale, sum })
}

impl Mean {
    fn holds(&self, stated: &Amount) -> Option<How> {
        let total = &self.scale.total;
        let gap = magnitude(&(&self.sum.value - &total.value));
        match () {
            () if gap.is_zero() => Some(How::Exact),
            () if &gap * Rational::from(2u8) <= total.ulp => Some(How::Rounded),
            () if gap < total.ulp => Some(How::Truncated),
            () => fit(&self.sum, total, stated.number(), true).filter(|f| !f.unlikely).map(|f| f.how),
        }
    }
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Knowledge, Verdict, extract};

    /// Verdict, calculation and computed value of each claim.
    fn claims(header: &str, rows: &[&str]) -> Vec<String> {
        let rule = vec!["---"; header.matches('|').count() + 1].join("|");
        let rows: String = rows.iter().map(|r| format!("| {r} |\n")).collect();
        let text = format!("| {header} |\n|{rule}|\n{rows}");
        let claims = extract(&Document::parse(Source::new(text)), &Knowledge::default()).claims;
        claims
            .into_iter()
            .map(|c| {
                format!("{:?} {} from {} = {}", c.verdict, c.stated, c.computed_text, c.computed.unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn averages_of_rows() {
        let rows = ["1 | 40 ms", "2 | 55 ms", "3 | 61 ms", "Average | 52 ms"];
        assert_eq!(claims("run | p99", &rows), ["Holds 52 ms from (40 ms + 55 ms + 61 ms) / 3 = 52 ms"]);
        let rows = ["web | 70% | 12 ms", "app | 20% | 30 ms", "batch | 10% | 90 ms", "Weighted average | | 23.4 ms"];
        assert_eq!(
            claims("class | share | latency", &rows),
            ["Holds 23.4 ms from 70% × 12 ms + 20% × 30 ms + 10% × 90 ms = 23.4 ms"]
        );
        let rows = ["a | 4 | $50", "b | 2 | $320", "c | 2 | $90", "Mean | | $127.50"];
        assert_eq!(
            claims("host | count | price", &rows),
            ["Holds $127.50 from (4 × $50 + 2 × $320 + 2 × $90) / 8 = $127.5"]
        );
    }

    #[test]
    fn averages_that_their_rows_do_not_have() {
        let rows = ["web | 70% | 12 ms", "app | 20% | 30 ms", "batch | 10% | 90 ms", "Weighted average | | 44 ms"];
        assert_eq!(
            claims("class | share | latency", &rows),
            ["Wrong 44 ms from 70% × 12 ms + 20% × 30 ms + 10% × 90 ms = 23.4 ms"]
        );
        let rows = ["1 | 40 | 7", "2 | 55 | 8", "3 | 61 | 9", "Average | 52 | 9"];
        assert_eq!(
            claims("run | reads | writes", &rows),
            ["Holds 52 from (40 + 55 + 61) / 3 = 52", "Wrong 9 from (7 + 8 + 9) / 3 = 8"]
        );
    }

    #[test]
    fn averages_that_may_be_of_more_than_their_rows() {
        for rows in [
            ["1 | 40 ms", "2 | 55 ms", "3 | 61 ms", "Average | 49 ms"],
            ["1 | 40 ms", "2 | 55 ms", "3 | ~61 ms", "Mean | ~80 ms"],
            ["1 | 40 ms", "2 | < 55 ms", "3 | 61 ms", "Average | 52 ms"],
        ] {
            assert!(
                claims("run | p99", &rows).iter().all(|c| !c.starts_with(&format!("{:?}", Verdict::Wrong))),
                "{rows:?}"
            );
        }
    }
}

//! Totals of tables: which rows a total adds up, and whether it does.

use designlint_quantity::Rational;

use super::{
    Claim, ClaimKind, Fault, How,
    addends::{Addends, candidates},
    amount::Amount,
    draft::{Draft, Judgement, operand, sum_text},
    grid::Grid,
    labels::{self, Qualifier, Role},
    mistakes::{Mistake, explain, mistakes},
    sums::{Fit, Scale, Sum, Term, fit, recomputed, scales},
};

/// Most rows times totals of a table that is added up.
const WORK: usize = 20_000;

/// The totals of a table.
pub(super) fn table_totals(grid: &Grid) -> Vec<Claim> {
    let mut out = Vec::new();
    let totals = grid.lines.iter().filter(|l| matches!(l.role, Role::Total(_))).count();
    if totals * grid.lines.len() > WORK {
        return out;
    }
    for (row, line) in grid.lines.iter().enumerate() {
        match &line.role {
            Role::Total(qualifier) => out.extend(TotalRow { grid, row, qualifier }.claims()),
            Role::Headroom => out.extend(super::headroom::claims(grid, row)),
            _ => {}
        }
    }
    out
}

/// A row named total.
struct TotalRow<'g> {
    grid: &'g Grid,
    row: usize,
    qualifier: &'g Qualifier,
}

/// What became of a total in one column.
enum Outcome<'g> {
    Fits(Sums<'g>, Fit),
    Misses(Sums<'g>, Vec<Mistake>),
    Unclear(&'g Amount, String),
}

/// A total with the addends it was compared with.
struct Sums<'g> {
    stated: &'g Amount,
    addends: Addends,
    parts: Vec<&'g Amount>,
    scale: Scale,
    sum: Sum,
}

impl<'g> Sums<'g> {
    fn new(stated: &'g Amount, addends: Addends, parts: Vec<&'g Amount>, scale: Scale) -> Self {
        let sum = Sum::of(addends.weights().zip(&scale.parts));
        Self { stated, addends, parts, scale, sum }
    }

    fn terms(&self) -> Vec<(Rational, &Term)> {
        self.addends.weights().zip(&self.scale.parts).collect()
    }

    /// Whether the addends count things one by one.
    fn counts(&self) -> bool {
        self.parts.iter().all(|p| p.is_bare() && p.is_integer()) && self.stated.is_bare()
    }
}

impl<'g> TotalRow<'g> {
    fn claims(&self) -> Vec<Claim> {
        let columns: Vec<(usize, Outcome<'g>)> =
            (0..self.grid.columns()).filter_map(|c| Some((c, self.outcome(c)?))).collect();
        let mut out = Vec::new();
        for (at, (column, outcome)) in columns.iter().enumerate() {
            let others: Vec<&Outcome<'g>> =
                columns.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, (_, o))| o).collect();
            out.extend(self.claim(*column, outcome, &others));
        }
        out
    }

    fn outcome(&self, column: usize) -> Option<Outcome<'g>> {
        let grid: &'g Grid = self.grid;
        let stated = grid.amount(self.row, column)?;
        let plain = self.is_plain(column);
        if stated.bound {
            return plain.then(|| Outcome::Unclear(stated, "the total is a bound, not a value".to_string()));
        }
        let mut missed: Option<Sums<'g>> = None;
        let mut best: Option<(Sums<'g>, Fit)> = None;
        for addends in candidates(grid, self.row, column, self.qualifier) {
            let parts: Vec<&Amount> = addends.amounts(grid, column);
            for scale in scales(&parts, stated) {
                let sums = Sums::new(stated, addends.clone(), parts.clone(), scale);
                match sums.fit() {
                    Some(fit) if best.as_ref().is_none_or(|b| fit.rank() < b.1.rank()) => best = Some((sums, fit)),
                    None if missed.is_none() && sums.addends.is_primary => missed = Some(sums),
                    _ => {}
                }
            }
        }
        if let Some((sums, fit)) = best {
            return Some(Outcome::Fits(sums, fit));
        }
        let Some(sums) = missed else {
            return plain.then(|| Outcome::Unclear(stated, "no rows above that it could add up".to_string()));
        };
        let mistakes = mistakes(&sums.scale, &sums.terms(), &sums.sum, stated.number());
        Some(Outcome::Misses(sums, mistakes))
    }

    fn is_plain(&self, column: usize) -> bool {
        let mut header = self.grid.head(column).to_string();
        header.push(' ');
        header.push_str(self.grid.head(0));
        self.qualifier.is_plain(&header)
    }

    fn claim(&self, column: usize, outcome: &Outcome<'g>, others: &[&Outcome<'g>]) -> Option<Claim> {
        match outcome {
            Outcome::Unclear(stated, why) => Some(self.draft(stated, Judgement::Unknown(why.clone())).claim()),
            Outcome::Fits(sums, fit) => {
                let mut claim = self.summed(sums, Judgement::Holds(fit.how)).claim();
                if fit.unlikely {
                    claim.fault = Some(Fault::Total);
                }
                Some(claim)
            }
            Outcome::Misses(sums, mistakes) => {
                let doubt = self.doubt(column, sums, mistakes, others);
                let judgement = match doubt {
                    Some(why) if self.is_plain(column) => Judgement::Unknown(why),
                    Some(why) => Judgement::Unknown(why),
                    None => {
                        let names: Vec<String> =
                            sums.addends.rows.iter().map(|r| self.grid.lines[r.0].label.clone()).collect();
                        Judgement::Wrong(Fault::Total, explain(mistakes, &names, sums.stated.number().digits))
                    }
                };
                Some(self.summed(sums, judgement).claim())
            }
        }
    }

    fn draft<'a>(&self, stated: &'a Amount, judgement: Judgement) -> Draft<'a> {
        Draft {
            kind: ClaimKind::Total,
            span: self.grid.lines[self.row].span,
            stated,
            operands: Vec::new(),
            text: String::new(),
            computed: None,
            recomputed: None,
            judgement,
            reading: "as written".to_string(),
            section: self.grid.section,
        }
    }

    fn summed<'a>(&self, sums: &Sums<'a>, judgement: Judgement) -> Draft<'a> {
        Draft {
            operands: sums.parts.iter().map(|p| operand(p)).collect(),
            text: sums.text(),
            computed: Some(&sums.sum.value / &sums.scale.factor),
            recomputed: Some(recomputed(&sums.sum, &sums.scale)),
            reading: sums.addends.reading(&sums.scale.reading),
            ..self.draft(sums.stated, judgement)
        }
    }

    /// Why a total that is no sum of its rows may be right all the same; `None` where it is wrong.
    fn doubt(&self, column: usize, sums: &Sums<'g>, mistakes: &[Mistake], others: &[&Outcome<'g>]) -> Option<String> {
        let digit =
            mistakes.iter().any(|m| matches!(m, Mistake::Digit | Mistake::PowerOfTen(_) | Mistake::RowDigit(..)));
        let another_fits = others.iter().any(|o| matches!(o, Outcome::Fits(s, _) if !s.stated.is_percent()));
        let any_fits = others.iter().any(|o| matches!(o, Outcome::Fits(..)));
        if let Some(why) = self.unsound(column, sums) {
            return Some(why);
        }
        if !self.is_plain(column) || self.says_more() {
            let certain = digit && (another_fits || shows_enough(sums));
            return (!certain).then(|| "its label narrows it".to_string());
        }
        if labels::has_no_sum(self.grid.head(column)) && !(any_fits || digit) {
            return Some("the column may have no sum".to_string());
        }
        if !digit && self.within_the_rows(sums) {
            return Some("it lies among the rows, as an average or a maximum does".to_string());
        }
        if self.same_row_is_missing(mistakes, others) {
            return Some("one row is left out in every column".to_string());
        }
        if !digit && !any_fits && others.iter().any(|o| matches!(o, Outcome::Misses(s, _) if !s.stated.is_percent())) {
            return Some("no column of the row adds up".to_string());
        }
        let enough = sums.parts.len() >= 3 || any_fits || !mistakes.is_empty() || same_units(sums);
        (!enough).then(|| "too few rows to tell".to_string())
    }

    /// Why the rows cannot be taken for the addends.
    fn unsound(&self, column: usize, sums: &Sums<'g>) -> Option<String> {
        let grid = self.grid;
        let rows = || sums.addends.covered(self.row);
        if rows().any(|r| matches!(grid.lines[r].role, Role::Item) && grid.is_unreadable(r, column)) {
            return Some("a row cannot be read as one number".to_string());
        }
        if !sums.scale.certain {
            return Some("its unit or noun is not that of the rows".to_string());
        }
        if sums.stated.is_percent() {
            return Some("shares are judged by their amounts".to_string());
        }
        let lines = || rows().map(|r| &grid.lines[r]);
        let stems: Vec<String> = lines().map(|l| labels::stem(&l.label)).filter(|s| !s.is_empty()).collect();
        let repeated = stems.iter().enumerate().any(|(i, s)| stems[..i].contains(s));
        let unlike = |label: &str| {
            labels::is_nested(label)
                || labels::is_parallel(label)
                || labels::multiplicity(label).is_some()
                || is_a_view(label)
        };
        if repeated || lines().any(|l| unlike(&l.label)) {
            return Some("some rows are views or parts of others".to_string());
        }
        if rows().any(|r| grid.lines[r].separates) {
            return Some("the rows stand in groups".to_string());
        }
        let properties = grid.columns() == 2 && labels::lists_properties(grid.head(0), grid.head(1));
        properties.then(|| "the rows are properties, not parts".to_string())
    }

    /// Whether the words of the row say that the total covers something else than the rows.
    fn says_more(&self) -> bool {
        labels::has_scope(&self.grid.lines[self.row].notes)
    }

    /// Whether the total lies between the least and the greatest row.
    fn within_the_rows(&self, sums: &Sums<'g>) -> bool {
        let values = || sums.scale.parts.iter().map(|t| &t.value);
        let total = &sums.scale.total.value;
        values().max().is_some_and(|m| total <= m) && values().min().is_some_and(|m| total >= m)
    }

    /// Whether another column misses by the same row: then that row is no addend.
    fn same_row_is_missing(&self, mistakes: &[Mistake], others: &[&Outcome<'g>]) -> bool {
        let whole_row = |m: &&Mistake| matches!(m, Mistake::Omitted(_) | Mistake::Doubled(_));
        mistakes.iter().filter(whole_row).any(|m| {
            others
                .iter()
                .any(|o| matches!(o, Outcome::Misses(s, theirs) if !s.stated.is_percent() && theirs.contains(m)))
        })
    }
}

impl Sums<'_> {
    fn text(&self) -> String {
        let taken = |weight: &Rational| *weight < Rational::ZERO;
        let parts: Vec<_> = self.parts.iter().copied().zip(self.addends.weights().map(|w| taken(&w))).collect();
        sum_text(&parts)
    }

    fn fit(&self) -> Option<Fit> {
        if self.addends.caps {
            return (self.sum.value >= self.scale.total.value).then_some(Fit { how: How::Exact, unlikely: false });
        }
        fit(&self.sum, &self.scale.total, self.stated.number(), self.counts())
    }
}

/// Two addends suffice where all three numbers are written in one unit and the total exceeds both.
fn same_units(sums: &Sums<'_>) -> bool {
    let unit = sums.stated.quantity().unit;
    sums.parts.iter().all(|p| p.quantity().unit == unit)
        && sums.scale.parts.iter().all(|t| t.value < sums.scale.total.value)
}

/// Whether the total has three digits that say something, and its addends as many places.
fn shows_enough(sums: &Sums<'_>) -> bool {
    let number = sums.stated.number();
    let steps = &number.value / &number.ulp;
    let digits = designlint_quantity::decimal(&steps, 0).replace(',', "").trim_end_matches('0').len();
    digits >= 3 && sums.scale.parts.iter().all(|t| t.ulp == sums.scale.total.ulp)
}

/// Whether the label names a view of a quantity, such as its average or its peak, that is not added to the others.
fn is_a_view(label: &str) -> bool {
    const VIEWS: &[&str] =
        &["average", "avg", "peak", "mean", "median", "annual", "yearly", "monthly", "raw", "replicated"];
    let words = labels::words(label);
    let is = |w: Option<&String>| w.is_some_and(|w| VIEWS.contains(&w.as_str()));
    let in_brackets = label.split_once('(').is_some_and(|(_, note)| labels::words(note).iter().any(|w| is(Some(w))));
    in_brackets || is(words.first()) || is(words.last())
}

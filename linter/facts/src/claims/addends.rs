//! The sets of rows that a total may add up.

use designlint_quantity::Rational;

use super::{
    amount::Amount,
    grid::Grid,
    labels::{self, Qualifier, Role},
};

/// Rows with the weight of each.
#[derive(Clone, Debug)]
pub(crate) struct Addends {
    /// Row and weight.
    pub rows: Vec<(usize, Rational)>,
    /// The first row that could be one.
    from: usize,
    /// What was added.
    pub kind: &'static str,
    /// Whether a total that names nothing else adds these.
    pub is_primary: bool,
    /// Whether the total is a cap, at or below the sum.
    pub caps: bool,
    /// Whether only a sum to the digit says that these were added.
    pub to_the_digit: bool,
}

impl Addends {
    fn new(rows: Vec<usize>, kind: &'static str) -> Self {
        let from = rows.first().copied().unwrap_or(0);
        let rows = rows.into_iter().map(|r| (r, Rational::ONE)).collect();
        Self { rows, from, kind, is_primary: false, caps: false, to_the_digit: false }
    }

    /// The weights, in order of the rows.
    pub fn weights(&self) -> impl Iterator<Item = Rational> {
        self.rows.iter().map(|r| r.1.clone())
    }

    /// The numbers of the rows in a column.
    pub fn amounts<'g>(&self, grid: &'g Grid, column: usize) -> Vec<&'g Amount> {
        self.rows.iter().filter_map(|r| grid.amount(r.0, column)).collect()
    }

    /// The rows from the first that could be an addend to the total, that one left out.
    pub fn covered(&self, total: usize) -> std::ops::Range<usize> {
        self.from..total
    }

    /// How the total was read.
    pub fn reading(&self, scale: &str) -> String {
        match (self.kind, scale) {
            ("", scale) => scale.to_string(),
            (kind, "as written") => kind.to_string(),
            (kind, scale) => format!("{kind}, {scale}"),
        }
    }
}

/// The sets of rows that a total in a column may add up, the likeliest first.
pub(crate) fn candidates(grid: &Grid, row: usize, column: usize, qualifier: &Qualifier) -> Vec<Addends> {
    let search = Search { grid, row, column, qualifier };
    let mut out = search.sums();
    out.retain(|a| a.rows.len() >= 2);
    out.extend(search.multiples());
    out
}

struct Search<'g> {
    grid: &'g Grid,
    row: usize,
    column: usize,
    qualifier: &'g Qualifier,
}

impl Search<'_> {
    fn has_number(&self, row: usize) -> bool {
        self.grid.amount(row, self.column).is_some()
    }

    fn items(&self, rows: impl Iterator<Item = usize>) -> Vec<usize> {
        rows.filter(|&r| self.grid.lines[r].role == Role::Item && self.has_number(r)).collect()
    }

    fn totals_above(&self) -> Vec<usize> {
        let total = |r: &usize| matches!(self.grid.lines[*r].role, Role::Total(_)) && self.has_number(*r);
        (0..self.row).filter(total).collect()
    }

    fn sums(&self) -> Vec<Addends> {
        let all = self.items(0..self.row);
        let since = self.items(self.since());
        let totals = self.totals_above();
        let outer: Vec<usize> = all.iter().copied().filter(|&r| !self.grid.lines[r].nested).collect();
        let mut out = vec![Addends::new(all.clone(), "")];
        let mut add = |rows: Vec<usize>, kind| out.push(Addends::new(rows, kind));
        if since != all {
            add(since.clone(), "the rows since the last total or gap");
        }
        if !totals.is_empty() {
            add(totals.clone(), "the totals above");
            let last = totals.last().copied().unwrap_or(0);
            let rest = self.items(last + 1..self.row);
            add(totals.iter().copied().chain(rest.iter().copied()).collect(), "the totals and rows above");
            add([last].into_iter().chain(rest).collect(), "the last total and the rows since");
        }
        if outer.len() < all.len() {
            add(outer, "the outer rows");
        }
        add(self.group(&all), "the rows of its group");
        let primary = self.primary(&out, &all, &since, &totals);
        if let Some(primary) = primary {
            out[primary].is_primary = true;
            out[primary].from = if primary == 0 { 0 } else { self.since().start };
        }
        out.extend(self.parallel(&since));
        out.extend(self.weighted(&since));
        out.extend(self.signed(&since));
        out.extend(self.capped(&since));
        out
    }

    /// The set that a total stands for where nothing else is said.
    fn primary(&self, out: &[Addends], all: &[usize], since: &[usize], totals: &[usize]) -> Option<usize> {
        let kind = |kind: &str| out.iter().position(|a| a.kind == kind);
        if totals.is_empty() || since.len() == all.len() {
            return Some(0);
        }
        if since.len() >= 2 { kind("the rows since the last total or gap") } else { kind("the totals above") }
    }

    /// The rows above up to the last total or gap; gaps right above the total are skipped.
    fn since(&self) -> std::ops::Range<usize> {
        let lines = &self.grid.lines;
        let mut start = self.row;
        while start > 0 && lines[start - 1].separates {
            start -= 1;
        }
        while start > 0 && !lines[start - 1].separates && !matches!(lines[start - 1].role, Role::Total(_)) {
            start -= 1;
        }
        start..self.row
    }

    /// `Total (CBRS)`: the rows in which a cell says so.
    fn group(&self, all: &[usize]) -> Vec<usize> {
        if self.qualifier.words.is_empty() {
            return Vec::new();
        }
        let named = |r: &usize| {
            let line = &self.grid.lines[*r];
            let words = labels::words(&format!("{} {}", line.label, line.notes));
            self.qualifier.words.iter().all(|w| words.contains(w))
        };
        all.iter().copied().filter(named).collect()
    }

    /// Rows that run side by side count once, by the slowest.
    fn parallel(&self, rows: &[usize]) -> Vec<Addends> {
        let beside =
            |r: &&usize| labels::is_parallel(&format!("{} {}", self.grid.lines[**r].label, self.grid.lines[**r].notes));
        let value = |r: usize| self.grid.amount(r, self.column).map(|a| a.quantity().value);
        let slowest = rows.iter().filter(beside).copied().max_by_key(|r| value(*r));
        let Some(slowest) = slowest else { return Vec::new() };
        let kept = rows.iter().copied().filter(|r| *r == slowest || !beside(&r)).collect();
        vec![Addends::new(kept, "parallel rows by their slowest")]
    }

    /// Each row times how often it is there, by its label or a column that counts.
    fn weighted(&self, rows: &[usize]) -> Vec<Addends> {
        let mut out = Vec::new();
        let by_label = rows
            .iter()
            .map(|&r| (r, labels::multiplicity(&self.grid.lines[r].label).map_or(Rational::ONE, Rational::from)));
        let by_label: Vec<(usize, Rational)> = by_label.collect();
        if by_label.iter().any(|w| !w.1.is_one()) {
            out.push(Addends { rows: by_label, ..Addends::new(Vec::new(), "each row times its count") });
        }
        for column in (0..self.grid.columns()).filter(|&c| c != self.column) {
            let named = counts(self.grid.head(column));
            let weight = |&r: &usize| {
                let amount = self.grid.amount(r, column)?;
                (amount.is_integer() && amount.is_bare()).then(|| (r, amount.shown()))
            };
            if let Some(rows) = rows.iter().map(weight).collect::<Option<Vec<_>>>() {
                // A column that does not say that it counts does so where the products are the total to the digit.
                let kind = "each row times its count";
                out.push(Addends { rows: rows.clone(), to_the_digit: !named, ..Addends::new(Vec::new(), kind) });
                if !named {
                    continue;
                }
                let all: Rational = rows.iter().fold(Rational::ZERO, |sum, r| sum + &r.1);
                if !all.is_zero() {
                    let rows = rows.into_iter().map(|(r, w)| (r, w / &all)).collect();
                    out.push(Addends { rows, ..Addends::new(Vec::new(), "the average weighted by the counts") });
                }
            }
        }
        out
    }

    /// "Net": the first row less the others; rows named minus or less are taken away.
    fn signed(&self, rows: &[usize]) -> Vec<Addends> {
        let taken = |r: &usize| {
            let first = labels::words(&self.grid.lines[*r].label).into_iter().next().unwrap_or_default();
            matches!(
                first.as_str(),
                "minus"
                    | "less"
                    | "savings"
                    | "saving"
                    | "discount"
                    | "discounts"
                    | "credit"
                    | "credits"
                    | "refund"
                    | "refunds"
            ) || self.grid.lines[*r].label.starts_with(['-', '−', '–'])
        };
        let minus = -Rational::ONE;
        let sign = |negative: bool| if negative { minus.clone() } else { Rational::ONE };
        let mut out = Vec::new();
        if rows.iter().any(taken) {
            let rows = rows.iter().map(|r| (*r, sign(taken(r)))).collect();
            out.push(Addends { rows, ..Addends::new(Vec::new(), "rows named as deductions taken away") });
        }
        if self.qualifier.vague {
            let rows = rows.iter().enumerate().map(|(i, r)| (*r, sign(i > 0))).collect();
            out.push(Addends { rows, ..Addends::new(Vec::new(), "the first row less the others") });
        }
        out
    }

    /// "Total (capped at 100)".
    fn capped(&self, rows: &[usize]) -> Vec<Addends> {
        let line = &self.grid.lines[self.row];
        let says = format!("{} {}", line.label, line.notes).to_lowercase();
        if !says.contains("capped") && !says.contains("cap ") {
            return Vec::new();
        }
        vec![Addends { caps: true, ..Addends::new(rows.to_vec(), "a cap on the sum") }]
    }

    /// `Total, 3 nodes`: so many times the row or total above.
    fn multiples(&self) -> Vec<Addends> {
        let mut times = self.qualifier.numbers.clone();
        let says = |words: &[&str]| self.qualifier.words.iter().any(|w| words.contains(&w.as_str()));
        if says(&["year", "annual", "yearly", "annually"]) {
            times.extend([12, 365]);
        }
        if says(&["month", "monthly"]) {
            times.push(30);
        }
        let bases =
            self.totals_above().into_iter().rev().chain(self.row.checked_sub(1).filter(|&r| self.has_number(r)));
        let bases: Vec<usize> = bases.collect();
        let multiple = |base: usize, n: u32| Addends {
            rows: vec![(base, Rational::from(n))],
            ..Addends::new(Vec::new(), "a multiple of the row above")
        };
        times.iter().flat_map(|&n| bases.iter().map(move |&b| multiple(b, n))).collect()
    }
}

/// Whether a column says how often each row is there.
pub(crate) fn counts(header: &str) -> bool {
    const WORDS: &[&str] = &[
        "count",
        "qty",
        "quantity",
        "number",
        "nodes",
        "instances",
        "replicas",
        "hosts",
        "servers",
        "members",
        "units",
        "samples",
        "requests",
        "weight",
        "n",
        "#",
        "copies",
        "people",
    ];
    header.trim() == "#" || labels::words(header).iter().any(|w| WORDS.contains(&w.as_str()))
}

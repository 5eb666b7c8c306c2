//! Totals of tables: which rows a total adds up, and whether it does.

use designlint_quantity::Rational;

use super::{
    Claim, ClaimKind, Explanation, Fault, How,
    addends::{Addends, candidates},
    amount::Amount,
    draft::{Draft, Judgement, operand, sum_text},
    explain::within,
    grid::Grid,
    labels::{Qualifier, Role},
    mistakes::{Mistake, explain, mistakes},
    slips::width,
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
pub(super) struct TotalRow<'g> {
    pub grid: &'g Grid,
    pub row: usize,
    pub qualifier: &'g Qualifier,
}

/// What the other columns of a total say.
pub(super) struct Others {
    /// Whether one that is no percentage is the sum of the same rows.
    pub agree: bool,
    /// Whether one fits.
    pub any_fits: bool,
    /// Whether one that is no percentage fits.
    pub another_fits: bool,
    /// Whether one that is no percentage does not fit.
    pub another_misses: bool,
    /// Whether one misses by the same row.
    pub same_row: bool,
}

/// What became of a total in one column.
enum Outcome<'g> {
    Fits(Box<Sums<'g>>, Fit),
    /// The sum that a total names where nothing else is said, then the others that were tried.
    Misses(Vec<Sums<'g>>, Vec<Mistake>),
    Unclear(&'g Amount, String),
}

/// A total with the addends it was compared with.
pub(super) struct Sums<'g> {
    pub stated: &'g Amount,
    pub addends: Addends,
    pub parts: Vec<&'g Amount>,
    pub scale: Scale,
    pub sum: Sum,
}

impl<'g> Sums<'g> {
    fn new(stated: &'g Amount, addends: Addends, parts: Vec<&'g Amount>, scale: Scale) -> Self {
        let sum = Sum::of(addends.weights().zip(&scale.parts));
        Self { stated, addends, parts, scale, sum }
    }

    pub fn terms(&self) -> Vec<(Rational, &Term)> {
        self.addends.weights().zip(&self.scale.parts).collect()
    }

    /// Whether the addends count things one by one.
    fn counts(&self) -> bool {
        self.parts.iter().all(|p| p.is_bare() && p.is_integer()) && self.stated.is_bare()
    }
}

impl<'g> TotalRow<'g> {
    fn claims(&self) -> Vec<Claim> {
        let mut columns: Vec<(usize, Outcome<'g>)> =
            (0..self.grid.columns()).filter_map(|c| Some((c, self.outcome(c)?))).collect();
        let kinds: Vec<&'static str> = columns.iter().filter_map(|(_, o)| o.kind_that_fits()).collect();
        for (column, outcome) in &mut columns {
            self.follow(*column, outcome, &kinds);
        }
        let mut out = Vec::new();
        for (at, (column, outcome)) in columns.iter().enumerate() {
            let others: Vec<&Outcome<'g>> =
                columns.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, (_, o))| o).collect();
            out.extend(self.claim(*column, outcome, &others));
        }
        out
    }

    fn outcome(&self, column: usize) -> Option<Outcome<'g>> {
        let stated = self.grid.amount(self.row, column)?;
        let plain = self.is_plain(column);
        if stated.bound {
            return plain.then(|| Outcome::Unclear(stated, "the total is a bound, not a value".to_string()));
        }
        let mut missed: Vec<Sums<'g>> = Vec::new();
        let mut best: Option<(Sums<'g>, Fit)> = None;
        for sums in self.tried(column, stated) {
            match sums.fit() {
                Some(fit) if best.as_ref().is_none_or(|b| fit.rank() < b.1.rank()) => best = Some((sums, fit)),
                None => missed.push(sums),
                _ => {}
            }
        }
        if let Some((sums, fit)) = best {
            return Some(Outcome::Fits(Box::new(sums), fit));
        }
        let Some(primary) = missed.iter().position(|s| s.addends.is_primary) else {
            return Some(Outcome::Unclear(stated, "no rows above that it could add up".to_string()));
        };
        missed.swap(0, primary);
        Some(self.misses(missed))
    }

    /// Every sum that a total in a column is compared with.
    fn tried(&self, column: usize, stated: &'g Amount) -> Vec<Sums<'g>> {
        let grid: &'g Grid = self.grid;
        let mut out = Vec::new();
        for addends in candidates(grid, self.row, column, self.qualifier) {
            let parts: Vec<&Amount> = addends.amounts(grid, column);
            let sums = |scale| Sums::new(stated, addends.clone(), parts.clone(), scale);
            out.extend(scales(&parts, stated).into_iter().map(sums));
        }
        out
    }

    fn misses(&self, sums: Vec<Sums<'g>>) -> Outcome<'g> {
        let found = sums.first().map_or_else(Vec::new, |s| mistakes(&s.scale, &s.terms(), &s.sum, s.stated.number()));
        Outcome::Misses(sums, found)
    }

    /// A column adds up the rows that the other columns add up: what fits only by other rows does not fit.
    fn follow(&self, column: usize, outcome: &mut Outcome<'g>, kinds: &[&'static str]) {
        let Some((kind, count)) =
            kinds.iter().map(|k| (*k, kinds.iter().filter(|x| *x == k).count())).max_by_key(|k| k.1)
        else {
            return;
        };
        let elsewhere = match outcome {
            Outcome::Fits(sums, _) => count >= 2 && sums.addends.kind != kind && !sums.stated.is_percent(),
            Outcome::Misses(sums, _) => sums.first().is_some_and(|s| s.addends.kind != kind),
            Outcome::Unclear(stated, _) => !stated.bound,
        };
        let Some(stated) = self.grid.amount(self.row, column).filter(|_| elsewhere) else { return };
        let own: Vec<Sums<'g>> = self.tried(column, stated).into_iter().filter(|s| s.addends.kind == kind).collect();
        if !own.is_empty() && own.iter().all(|s| s.fit().is_none()) {
            *outcome = self.misses(own);
        }
    }

    pub fn is_plain(&self, column: usize) -> bool {
        let mut header = self.grid.head(column).to_string();
        header.push(' ');
        header.push_str(self.grid.head(0));
        self.qualifier.is_plain(&header)
    }

    fn claim(&self, column: usize, outcome: &Outcome<'g>, others: &[&Outcome<'g>]) -> Option<Claim> {
        match outcome {
            Outcome::Unclear(stated, why) => {
                let named = self.is_plain(column);
                named.then(|| self.draft(stated, Judgement::Unknown(why.clone())).claim())
            }
            Outcome::Fits(sums, fit) => {
                let mut claim = self.summed(sums, Judgement::Holds(fit.how)).claim();
                if fit.unlikely {
                    claim.fault = Some(Fault::Total);
                }
                Some(claim)
            }
            Outcome::Misses(tried, mistakes) => {
                let sums = tried.first()?;
                let subtotals = self.counts_subtotals(column, sums);
                let others = Others::of(sums, mistakes, others);
                let names = || sums.addends.rows.iter().map(|r| self.grid.lines[r.0].label.clone()).collect::<Vec<_>>();
                let judgement = match self.fault(column, sums, mistakes, &others) {
                    Err(why) => Judgement::Unknown(why),
                    Ok(Fault::Total) => {
                        let explanation = explain(mistakes, &names(), sums.stated.number());
                        Judgement::Wrong(Fault::Total, explanation.or(subtotals.clone()))
                    }
                    Ok(fault) => Judgement::Wrong(fault, None),
                };
                let shares = matches!(judgement, Judgement::Wrong(Fault::Shares, _));
                // A total that holds the subtotals is meant to hold all rows.
                let meant = tried.iter().find(|s| subtotals.is_some() && s.addends.kind.is_empty());
                let mut claim = self.summed(meant.unwrap_or(sums), judgement).claim();
                if shares {
                    claim.notes.extend(super::shares::base(self.grid, self.row, column));
                }
                Some(claim)
            }
        }
    }

    /// The subtotals that a total adds to the rows they are made of.
    fn counts_subtotals(&self, column: usize, sums: &Sums<'_>) -> Option<Explanation> {
        let grid = self.grid;
        let total = |r: &usize| matches!(grid.lines[*r].role, Role::Total(_));
        let subtotals: Vec<usize> =
            (0..self.row).filter(total).filter(|&r| grid.amount(r, column).is_some_and(|a| !a.bound)).collect();
        let items = (0..self.row).filter(|&r| grid.lines[r].role == Role::Item && grid.amount(r, column).is_some());
        let parts: Vec<&Amount> =
            items.chain(subtotals.iter().copied()).filter_map(|r| grid.amount(r, column)).collect();
        let scale = scales(&parts, sums.stated).into_iter().next().filter(|_| !subtotals.is_empty())?;
        let all = Sum::of(scale.parts.iter().map(|p| (Rational::ONE, p)));
        let number = sums.stated.number();
        let chance = width(&number.value, number.digits) * Rational::from(subtotals.len());
        (all.value == scale.total.value && within(&chance, 10)).then_some(())?;
        let names = subtotals.iter().map(|&r| format!("`{}`", grid.lines[r].label)).collect::<Vec<_>>().join(", ");
        let text = format!("the total counts {names} besides the rows that they add up");
        Some(Explanation { kind: "subtotal-counted".to_string(), text })
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

    /// What is wrong with a total that is no sum of its rows, or why it may be right all the same.
    fn fault(&self, column: usize, sums: &Sums<'g>, mistakes: &[Mistake], others: &Others) -> Result<Fault, String> {
        if sums.stated.is_percent() {
            return super::shares::fault(self, column, sums, others);
        }
        self.doubt(column, sums, mistakes, others).map_or(Ok(Fault::Total), Err)
    }
}

impl Outcome<'_> {
    /// The rows that the total is the sum of, where it is one by the digits shown and no percentage.
    fn kind_that_fits(&self) -> Option<&'static str> {
        match self {
            Self::Fits(sums, fit) if fit.rank() <= 2 && !sums.stated.is_percent() => Some(sums.addends.kind),
            _ => None,
        }
    }
}

impl Outcome<'_> {
    /// Whether three digits or more of the total say something.
    fn says_much(&self) -> bool {
        matches!(self, Self::Fits(s, _) if s.stated.number().digits.saturating_sub(s.stated.number().zeros) >= 3)
    }
}

impl Others {
    fn of(sums: &Sums<'_>, mistakes: &[Mistake], others: &[&Outcome<'_>]) -> Self {
        let fits = |o: &&&Outcome<'_>| matches!(o, Outcome::Fits(..));
        let amounts = |o: &&&Outcome<'_>| matches!(o, Outcome::Fits(s, _) if !s.stated.is_percent());
        let whole_row = |m: &&Mistake| matches!(m, Mistake::Omitted(_) | Mistake::Doubled(_));
        let missed = || {
            others.iter().filter_map(|o| match o {
                Outcome::Misses(s, theirs) if s.first().is_some_and(|s| !s.stated.is_percent()) => Some(theirs),
                _ => None,
            })
        };
        Self {
            agree: {
                let alike = || others.iter().filter(|o| o.kind_that_fits() == Some(sums.addends.kind));
                alike().count() >= 2 || alike().any(|o| o.says_much())
            },
            any_fits: others.iter().any(|o| fits(&o)),
            another_fits: others.iter().any(|o| amounts(&o)),
            another_misses: missed().next().is_some(),
            same_row: mistakes.iter().filter(whole_row).any(|m| missed().any(|theirs| theirs.contains(m))),
        }
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
        let found = fit(&self.sum, &self.scale.total, self.stated.number(), self.counts());
        let telling = || self.stated.number().digits - self.stated.number().zeros.min(self.stated.number().digits) >= 2;
        if self.addends.to_the_digit {
            return found.filter(|f| f.how == How::Exact && self.stated.number().digits >= 3 && telling());
        }
        // The zeros of 100 % are no rounding.
        let coarse = |f: &Fit| f.how == How::Approximate && self.stated.is_percent() && !self.stated.about;
        found.filter(|f| !coarse(f))
    }
}

//! Numbers that re-occur: a rounded result is still rounded where a later line uses it.

use std::collections::BTreeSet;

use designlint_quantity::{Expression, Literal, Number, Parsed, Rational, scale};

use super::{Claim, How, Verdict, amount::Content, equations::Equation, grid::Grid, passage::Passage};

/// What a number is told by: its value with its scale, and its unit.
type Key = (String, Vec<String>);

/// The rounded results of the document so far.
#[derive(Default)]
pub(crate) struct Provenance {
    results: BTreeSet<Key>,
    /// The rounded numbers of the tables that are still to come, with the place of each, the last first.
    cells: Vec<(usize, Key)>,
}

impl Provenance {
    /// Knows the rounded numbers of tables: those called approximate, those that hold as a result only by rounding, and
    /// those with decimals where they stand again with fewer.
    pub fn of_cells(grids: &[Grid], claims: &[Claim]) -> Self {
        let rounds = |c: &&Claim| matches!(c.how, Some(How::Rounded | How::Truncated | How::Consistent));
        let results: BTreeSet<_> = claims.iter().filter(rounds).map(|c| c.stated_span).collect();
        let mut cells = Vec::new();
        let amounts = grids.iter().flat_map(|g| &g.lines).flat_map(|l| &l.cells).filter_map(Content::amount);
        for amount in amounts.filter(|a| !a.bound && !a.negative) {
            let (at, literal) = (amount.span.end, &amount.literal);
            if literal.number.digits >= 2 && (amount.about || results.contains(&amount.span)) {
                cells.push((at, key(literal)));
            }
            cells.extend(shorter(literal).map(|key| (at, key)));
        }
        cells.sort_by(|a, b| b.cmp(a));
        Self { results: BTreeSet::new(), cells }
    }

    /// Learns the cells that stand before a passage.
    pub fn reach(&mut self, passage: &Passage) {
        let Some(first) = passage.tokens.first().filter(|_| !self.cells.is_empty()) else { return };
        let start = passage.span(first.range.clone()).start;
        while let Some((_, key)) = self.cells.pop_if(|cell| cell.0 <= start) {
            self.results.insert(key);
        }
    }

    /// Remembers the stated value of a claim that holds by rounding.
    pub fn learn(&mut self, claim: &Claim, equation: &Equation) {
        let holds = claim.verdict == Verdict::Holds;
        let rounded = holds && claim.how != Some(How::Exact);
        if !holds && !equation.about {
            return;
        }
        for side in [&equation.right].into_iter().chain(&equation.left) {
            if let Some(l) = side.expression.as_literal().filter(|l| l.number.digits >= 2) {
                if rounded || equation.about {
                    self.results.insert(key(l));
                }
                self.results.extend(shorter(l));
            }
        }
    }

    /// Marks the numbers of an equation that an earlier line rounded; a number that is what this one states stays.
    pub fn mark(&self, equation: &mut Equation) {
        let mark = |side: &mut Parsed| {
            if !matches!(side.expression, Expression::Literal(_)) || equation.chained {
                side.expression.each_literal_mut(&mut |l| l.number.rounded |= self.results.contains(&key(l)));
            }
        };
        if !self.results.is_empty() {
            equation.left.iter_mut().for_each(mark);
        }
    }
}

/// `5,555.6` stands again as `5,556`.
fn shorter(l: &Literal) -> impl Iterator<Item = Key> + '_ {
    let tenth = |ulp: &Rational| Some(ulp * Rational::from(10u8));
    let places = std::iter::successors(tenth(&l.number.ulp), tenth).take_while(|ulp| *ulp <= Rational::ONE);
    places.filter(|_| l.number.rounded).filter_map(|ulp| {
        let value = Rational::from((&l.number.value / &ulp).round()) * &ulp;
        let number = Number { value, ..l.number.clone() };
        (number.value >= Rational::from(100u8)).then(|| key(&Literal { number, ..l.clone() }))
    })
}

/// The number with its scale and unit: `333M` is `333 million`, and `5 GB/s` is `5 GB`.
fn key(l: &Literal) -> Key {
    let scales = l.suffix.scales.iter().filter(|s| s.1 > 0).filter_map(|s| scale(&s.0));
    let value = scales.fold(l.number.value.clone(), |value, scale| value * scale);
    let units = l.suffix.units.iter().filter(|u| u.exponent > 0).map(|u| u.word.clone());
    (value.to_string(), units.collect())
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Knowledge, Verdict, extract};

    fn verdicts(text: &str) -> Vec<Verdict> {
        let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
        facts.claims.iter().map(|c| c.verdict).collect()
    }

    #[test]
    fn a_rounded_result_stays_rounded_where_it_stands_again() {
        use Verdict::{Holds, Wrong};
        assert_eq!(verdicts("50,000 / 9 = 5,555.6.\n\n5,556 x 5 = 27,778.\n"), [Holds, Holds]);
        assert_eq!(verdicts("50,000 / 9 = 5,556.\n\n5,556 x 5 = 27,778.\n"), [Holds, Holds]);
        assert_eq!(verdicts("5,556 x 5 = 27,778.\n"), [Wrong]);
        assert_eq!(verdicts("50,000 / 9 = 5,555.6.\n\n5,557 x 5 = 27,778.\n"), [Holds, Wrong]);
    }

    #[test]
    fn a_scale_may_be_written_in_another_way_where_the_result_stands_again() {
        use Verdict::{Holds, Wrong};
        let chain = |factor: &str| {
            format!(
                "```\n10 billion reads / month\n= 10B / 30 days\n= 333 million reads / day\n= {factor} / 86,400 seconds\n≈ 3,858 reads/second\n```\n"
            )
        };
        assert!(!verdicts(&chain("333M")).contains(&Wrong), "{:?}", verdicts(&chain("333M")));
        assert_eq!(verdicts(&chain("334M")).last(), Some(&Wrong));
        assert_eq!(verdicts("40 billion / 7 = 5,714 million.\n\n5,714M x 4 = 22,857M.\n"), [Holds, Holds]);
    }

    #[test]
    fn a_rounded_cell_stays_rounded_where_it_stands_again() {
        use Verdict::{Holds, Wrong};
        let table = |cell: &str| format!("| zone | rate |\n|---|---|\n| a | {cell} |\n| b | 1,200 |\n\n");
        let later = "The pool takes 5,556 x 5 = 27,778.\n";
        for (cell, verdict) in [("5,555.6", Holds), ("~5,556", Holds), ("5,556", Wrong), ("5,557.2", Wrong)] {
            assert_eq!(verdicts(&format!("{}{later}", table(cell))), [verdict], "{cell}");
        }
        // What stands behind is no source.
        assert_eq!(verdicts(&format!("{later}\n{}", table("5,555.6"))), [Wrong]);
        let shares = "| zone | load | hosts | each |\n|---|---|---|---|\n| a | 50,000 | 9 | 5,556 |\n| b | 61,000 | 8 | 7,625 |\n\
            | c | 70,000 | 6 | 11,667 |\n| d | 44,400 | 12 | 3,700 |\n| e | 90,500 | 5 | 18,100 |\n\n";
        let all = verdicts(&format!("{shares}{later}"));
        assert_eq!(all, [Holds; 6]);
    }
}

//! Why a total of a table may be right although its rows do not add up to it.

use designlint_quantity::Rational;

use super::{
    grid::Line,
    labels::{self, Role},
    mistakes::Mistake,
    sums::magnitude,
    totals::{Others, Sums, TotalRow},
};

/// Most rows of which every partial sum is tried.
const SUBSETS: usize = 10;

impl TotalRow<'_> {
    /// Why a total that is no sum of its rows may be right all the same; `None` where it is wrong.
    pub fn doubt(&self, column: usize, sums: &Sums<'_>, mistakes: &[Mistake], others: &Others) -> Option<String> {
        let digit =
            mistakes.iter().any(|m| matches!(m, Mistake::Digit | Mistake::PowerOfTen(_) | Mistake::RowDigit(..)));
        if let Some(why) = self.unsound(column, sums, others.agree) {
            return Some(why.to_string());
        }
        if labels::has_no_sum(self.grid.head(column)) && !(others.any_fits && !others.agree || digit) {
            return Some("the column may have no sum".to_string());
        }
        if others.agree {
            return None;
        }
        let firm = digit && (others.another_fits || shows_enough(sums));
        if let Some(why) = self.narrows(column, sums).filter(|_| !firm) {
            return Some(why.to_string());
        }
        if !digit && within_the_rows(sums) {
            return Some("it lies among the rows, as an average or a maximum does".to_string());
        }
        if others.same_row {
            return Some("one row is left out in every column".to_string());
        }
        let clear = others.any_fits || (digit && shows_enough(sums));
        if !clear && others.another_misses {
            return Some("no column of the row adds up".to_string());
        }
        let enough = sums.parts.len() >= 3 || others.any_fits || !mistakes.is_empty() || exceeds_its_rows(sums);
        (!enough).then(|| "too few rows to tell".to_string())
    }

    /// Why the rows cannot be taken for the addends. That another column adds up the same rows says that they are.
    fn unsound(&self, column: usize, sums: &Sums<'_>, agree: bool) -> Option<&'static str> {
        let grid = self.grid;
        let rows = || sums.addends.covered(self.row);
        let unreadable = |r: usize| matches!(grid.lines[r].role, Role::Item) && grid.is_unreadable(r, column);
        let among = |r: usize| !agree || sums.addends.rows.iter().any(|a| a.0 == r);
        if rows().any(|r| among(r) && unreadable(r)) {
            return Some("a row cannot be read as one number");
        }
        if !sums.scale.certain {
            return Some("its unit or noun is not that of the rows");
        }
        if agree {
            return None;
        }
        let lines: Vec<&Line> = rows().map(|r| &grid.lines[r]).collect();
        let apart = |l: &&Line| labels::is_nested(&l.label) || labels::is_parallel(&l.label);
        if lines.iter().any(apart) || has_views(&lines) {
            return Some("some rows are views or parts of others");
        }
        let last = sums.addends.rows.iter().map(|r| r.0).max().unwrap_or(self.row);
        if rows().any(|r| r < last && grid.lines[r].separates) {
            return Some("the rows stand in groups");
        }
        let properties = grid.columns() == 2 && labels::lists_properties(grid.head(0), grid.head(1));
        properties.then_some("the rows are properties, not parts")
    }

    /// Why the words of the row say that the total covers something else than the rows.
    fn narrows(&self, column: usize, sums: &Sums<'_>) -> Option<&'static str> {
        let line = &self.grid.lines[self.row];
        let plain = self.is_plain(column);
        if plain && !labels::has_scope(&line.notes) {
            return None;
        }
        let other = self.qualifier.vague
            || labels::covers_otherwise(&line.label)
            || labels::is_statistic(&line.label)
            || !self.qualifier.numbers.is_empty();
        if other || labels::is_rate(&line.label) && has_rates(sums, self) {
            return Some("its label narrows it");
        }
        is_a_partial_sum(sums).then_some("it may cover some of the rows")
    }
}

/// Whether a row is a rate or an average, which is a factor rather than an addend.
fn has_rates(sums: &Sums<'_>, total: &TotalRow<'_>) -> bool {
    sums.addends.rows.iter().any(|r| labels::is_rate(&total.grid.lines[r.0].label))
}

/// Whether some rows show a quantity that others show in another way, such as its average and its peak.
fn has_views(lines: &[&Line]) -> bool {
    // `(raw events, 1 PB)` says what the row holds, not how it shows it.
    let short = |note: &str| labels::words(note).len() <= 2;
    let note = |l: &&Line| l.label.split_once('(').is_some_and(|(_, note)| labels::is_view(note) && short(note));
    let named = |l: &&Line| {
        let words = labels::words(&l.label);
        [words.first(), words.last()].into_iter().flatten().any(|w| labels::is_view(w))
    };
    lines.iter().any(|l| note(l) || named(l))
}

/// Whether the total lies between the least and the greatest row.
fn within_the_rows(sums: &Sums<'_>) -> bool {
    let values = || sums.scale.parts.iter().map(|t| &t.value);
    let total = &sums.scale.total.value;
    values().max().is_some_and(|m| total <= m) && values().min().is_some_and(|m| total >= m)
}

/// Two addends suffice where the total exceeds both.
fn exceeds_its_rows(sums: &Sums<'_>) -> bool {
    sums.scale.parts.iter().all(|t| t.value < sums.scale.total.value)
}

/// Whether the total has three digits that say something, and its addends as many places.
fn shows_enough(sums: &Sums<'_>) -> bool {
    let number = sums.stated.number();
    let steps = &number.value / &number.ulp;
    let digits = designlint_quantity::decimal(&steps, 0).replace(',', "").trim_end_matches('0').len();
    digits >= 3 && sums.scale.parts.iter().all(|t| t.ulp == sums.scale.total.ulp)
}

/// Whether the total is the sum of some of the rows: of any where they are few, else of the last ones.
fn is_a_partial_sum(sums: &Sums<'_>) -> bool {
    let (terms, total) = (&sums.scale.parts, &sums.scale.total);
    let half = &total.ulp / Rational::from(2u8);
    let room = if total.about { (&total.value / Rational::from(10u8)).max(half) } else { half };
    let close = |sum: &Rational| magnitude(&(sum - &total.value)) <= room;
    if terms.len() > SUBSETS {
        return (1..terms.len()).any(|from| close(&terms[from..].iter().fold(Rational::ZERO, |all, t| all + &t.value)));
    }
    (1usize..(1 << terms.len()) - 1).any(|chosen| {
        let picked = terms.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
        close(&picked.fold(Rational::ZERO, |all, (_, t)| all + &t.value))
    })
}

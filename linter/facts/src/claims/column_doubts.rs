//! Why a total may be right although the lines above do not add up to it.

use designlint_quantity::Rational;

use super::{
    amount::{Amount, Content},
    columns::{Attempt, Column, Run, takes_the_greater},
    labels::{self, Role},
    lines::{Kind, TextLine},
    mistakes::Mistake,
    sums::magnitude,
};

impl Column<'_> {
    /// Why the total may be right although the lines do not add up to it; `None` where it is wrong.
    pub fn doubt(&self, attempt: &Attempt<'_>, run: &Run, found: &[Mistake]) -> Option<&'static str> {
        let digit = found.iter().any(|m| matches!(m, Mistake::Digit | Mistake::PowerOfTen(_) | Mistake::RowDigit(..)));
        let signed = attempt.weights.iter().any(|w| !w.is_one());
        if let Some(why) = self.unsound(attempt, run) {
            return Some(why);
        }
        if !self.is_plain() && !self.is_narrow() {
            let certain = signed || (digit && self.stated.number().digits >= 3);
            return if self.ruled && certain { None } else { Some("its label names something else than a sum") };
        }
        let label = &self.line().label;
        let noted =
            [&self.stated.rest, label].iter().any(|t| labels::covers_otherwise(t)) || labels::is_statistic(label);
        if noted || self.is_followed_by_its_like() || self.is_a_partial_sum(attempt) {
            return Some("it may cover less than the lines");
        }
        let values = || attempt.scale.parts.iter().map(|t| &t.value);
        let within = values().max().is_some_and(|m| &attempt.scale.total.value <= m);
        let enough = attempt.parts.len() >= 3 || !found.is_empty() || !within;
        (!enough).then_some("too few lines to tell")
    }

    /// Why the lines cannot be taken for the addends.
    fn unsound(&self, attempt: &Attempt<'_>, run: &Run) -> Option<&'static str> {
        let covered = &self.lines[run.from..self.at];
        let unreadable =
            |l: &TextLine| matches!(l.content, Content::Unreadable | Content::Several(_)) || l.text.contains("(+");
        if covered.iter().any(unreadable) {
            return Some("a line cannot be read as one number");
        }
        if run.cut {
            return Some("a line with another kind of number stands above");
        }
        if !attempt.scale.certain || !counts_alike(attempt, self.stated, self.ruled) {
            return Some("its unit or noun is not that of the lines");
        }
        if self.stated.is_percent() {
            return Some("shares are judged by their amounts");
        }
        let rows = || attempt.rows.iter().map(|&r| &self.lines[r]);
        let unlike =
            |l: &TextLine| labels::is_parallel(&l.text) || labels::is_rate(&l.label) || takes_the_greater(&l.text);
        if rows().any(unlike) || covered.iter().any(|l| takes_the_greater(&l.text)) {
            return Some("some lines may not be addends");
        }
        let views = rows().filter(|l| labels::is_transformed(&l.label)).count();
        if views >= 2 || self.runs_on(attempt) {
            return Some("each line goes on from the one above");
        }
        product_fits(attempt).then_some("it is the product of the lines")
    }

    /// Whether a line computes with the number of the line above.
    fn runs_on(&self, attempt: &Attempt<'_>) -> bool {
        attempt.rows.windows(2).zip(&attempt.parts).any(|(pair, above)| {
            let line = &self.lines[pair[1]];
            let operands = line.text.rsplit_once(['=', '≈']).map_or("", |(left, _)| left);
            line.computes && !above.is_bare() && operands.contains(above.text.as_str())
        })
    }

    /// Whether the label is nothing but a word for total, or, under a rule, nothing at all.
    pub fn is_plain(&self) -> bool {
        match labels::role(&self.line().label) {
            Role::Total(qualifier) => qualifier.is_plain(""),
            _ => self.ruled && self.line().label.is_empty() && !labels::has_scope(&self.stated.rest),
        }
    }

    /// Whether the label says of what it is the total.
    fn is_narrow(&self) -> bool {
        matches!(labels::role(&self.line().label), Role::Total(qualifier) if !qualifier.vague)
    }

    /// Whether more lines of the list follow, up to a total of them all: then this one is a field named so.
    fn is_followed_by_its_like(&self) -> bool {
        let named = matches!(labels::role(&self.line().label), Role::Total(q) if !q.words.is_empty());
        let sibling =
            |l: &&TextLine| l.kind == Kind::Text && l.content.amount().is_some_and(|a| self.is_like_the_total(a));
        let is_total = |l: &TextLine| matches!(labels::role(&l.label), Role::Total(_));
        let behind = self.lines[self.total + 1..].iter().take_while(sibling).position(is_total);
        named && behind.is_some_and(|items| items > 0)
    }

    /// Whether the total is the sum of the last lines only. With few digits that says something only where a line is
    /// another view of the one above.
    fn is_a_partial_sum(&self, attempt: &Attempt<'_>) -> bool {
        let (terms, total) = (&attempt.scale.parts, &attempt.scale.total);
        let number = self.stated.number();
        let views = attempt.rows.iter().any(|&r| labels::is_transformed(&self.lines[r].label));
        if !views && number.digits.saturating_sub(number.zeros) < 3 {
            return false;
        }
        let close = |sum: Rational| magnitude(&(sum - &total.value)) * Rational::from(2u8) <= total.ulp;
        (1..terms.len()).any(|from| close(terms[from..].iter().fold(Rational::ZERO, |sum, t| sum + &t.value)))
    }
}

/// Whether bare numbers count the same things as the total: a column under a rule needs no nouns for that, and of three
/// lines without nouns it is taken.
fn counts_alike(attempt: &Attempt<'_>, stated: &Amount, ruled: bool) -> bool {
    if ruled || !attempt.parts.iter().all(|p| p.is_bare()) {
        return true;
    }
    let things = labels::things(&stated.literal.suffix.noun);
    let nouns: Vec<Vec<String>> = attempt.parts.iter().map(|p| labels::things(&p.literal.suffix.noun)).collect();
    if nouns.iter().all(Vec::is_empty) {
        return nouns.len() >= 3;
    }
    nouns.iter().all(|n| n.iter().any(|thing| things.contains(thing)))
}

/// `10,000 servers`, `100 metrics`, total 1,000,000: factors, no addends.
fn product_fits(attempt: &Attempt<'_>) -> bool {
    let numbers = || attempt.parts.iter().map(|p| p.number().value.clone());
    let product = numbers().fold(Rational::ONE, |all, n| all * n);
    let stated = &attempt.scale.total.value / &attempt.scale.factor;
    let gap = magnitude(&(&product - &stated));
    !stated.is_zero() && gap * Rational::from(50u8) <= magnitude(&stated)
}

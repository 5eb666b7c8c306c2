//! Sums written as a column over a rule line, and totals that end a list.

use designlint_document::Document;
use designlint_quantity::Rational;

use super::{
    Claim, ClaimKind, Fault,
    amount::{Amount, Content},
    draft::{Draft, Judgement, operand, sum_text},
    labels::{self, Role},
    lines::{Kind, Mark, TextLine, fence_lines, lists},
    mistakes::{Mistake, explain, mistakes},
    sums::{Fit, Scale, Sum, Term, fit, magnitude, recomputed, scales},
};

/// The sums of plain fences and lists.
pub(super) fn column_sums(document: &Document) -> Vec<Claim> {
    let mut out = Vec::new();
    let mut earlier: (usize, Vec<TextLine>) = (usize::MAX, Vec::new());
    for block in &document.blocks {
        let lines = fence_lines(document, block);
        if lines.is_empty() {
            continue;
        }
        if earlier.0 != block.section {
            earlier = (block.section, Vec::new());
        }
        out.extend(sums_of(&lines, &earlier.1, block.section));
        earlier.1.extend(lines);
    }
    for (section, lines) in lists(document) {
        out.extend(sums_of(&lines, &[], section));
    }
    out
}

fn sums_of(lines: &[TextLine], earlier: &[TextLine], section: usize) -> Vec<Claim> {
    let mut out = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let ruled = line.kind == Kind::Rule;
        let total = if ruled { at + 1 } else { at };
        let Some(stated) = lines.get(total).filter(|l| !l.computes).and_then(|l| l.content.amount()) else { continue };
        let named = matches!(labels::role(&lines[total].label), Role::Total(_));
        let listed = !ruled && named && !(at > 0 && lines[at - 1].kind == Kind::Rule);
        if (ruled || listed) && !stated.bound {
            out.extend(Column { lines, earlier, at, total, ruled, stated, section }.claim());
        }
    }
    out
}

/// Addends with the total below them.
struct Column<'l> {
    lines: &'l [TextLine],
    /// The lines of the fences before, in the same section.
    earlier: &'l [TextLine],
    /// The line below the addends: the rule, or the total itself.
    at: usize,
    total: usize,
    ruled: bool,
    stated: &'l Amount,
    section: usize,
}

/// One way to add the lines up.
struct Attempt<'l> {
    rows: Vec<usize>,
    parts: Vec<&'l Amount>,
    weights: Vec<Rational>,
    scale: Scale,
    sum: Sum,
    reading: &'static str,
}

impl<'l> Column<'l> {
    fn claim(&self) -> Option<Claim> {
        let (rows, from) = self.rows();
        let attempts = self.attempts(&rows);
        let mut best: Option<(&Attempt<'_>, Fit)> = None;
        for attempt in &attempts {
            let counts = attempt.parts.iter().all(|p| p.is_bare() && p.is_integer());
            let fit = fit(&attempt.sum, &attempt.scale.total, self.stated.number(), counts);
            if let Some(fit) = fit.filter(|f| best.as_ref().is_none_or(|b| f.rank() < b.1.rank())) {
                best = Some((attempt, fit));
            }
        }
        if let Some((attempt, fit)) = best {
            let mut claim = self.draft(attempt, Judgement::Holds(fit.how));
            claim.fault = fit.unlikely.then_some(Fault::Total);
            return Some(claim);
        }
        if let Some(claim) = self.slower_of_two(&rows) {
            return Some(claim);
        }
        let first = attempts.first()?;
        let terms: Vec<(Rational, &Term)> = first.weights.iter().cloned().zip(&first.scale.parts).collect();
        let found = mistakes(&first.scale, &terms, &first.sum, self.stated.number());
        let names: Vec<String> = first.rows.iter().map(|&r| self.lines[r].label.clone()).collect();
        match self.doubt(first, from, &found) {
            None => {
                let explanation = explain(&found, &names, self.stated.number().digits);
                Some(self.draft(first, Judgement::Wrong(Fault::Total, explanation)))
            }
            Some(why) if self.is_plain() || self.ruled => Some(self.draft(first, Judgement::Unknown(why.to_string()))),
            Some(why) => Some(self.draft(first, Judgement::Unknown(why.to_string()))),
        }
    }

    fn line(&self) -> &'l TextLine {
        &self.lines[self.total]
    }

    /// Whether the label is nothing but a word for total, or, under a rule, nothing at all.
    fn is_plain(&self) -> bool {
        match labels::role(&self.line().label) {
            Role::Total(qualifier) => qualifier.is_plain(""),
            _ => self.ruled && self.line().label.is_empty() && !labels::has_scope(&self.stated.rest),
        }
    }

    /// The lines above that hold a number of the total's kind, up to a gap, a rule or another kind of number; and the first
    /// line that stands among them.
    fn rows(&self) -> (Vec<usize>, usize) {
        let indent = self.lines[self.at.saturating_sub(1)].indent;
        let (mut out, mut from) = (Vec::new(), self.at);
        for row in (0..self.at).rev() {
            let line = &self.lines[row];
            if line.kind != Kind::Text || (!self.ruled && line.indent < self.line().indent) {
                break;
            }
            match &line.content {
                Content::Amount(amount) if self.is_like_the_total(amount) => {
                    if matches!(labels::role(&line.label), Role::Total(_)) {
                        break;
                    }
                    if self.ruled || line.indent == indent {
                        out.push(row);
                    }
                }
                Content::Amount(_) => break,
                _ => {}
            }
            from = row;
        }
        out.reverse();
        (out, from)
    }

    fn is_like_the_total(&self, amount: &Amount) -> bool {
        !amount.bound && !scales(&[amount], self.stated).is_empty() && amount.is_percent() == self.stated.is_percent()
    }

    /// The ways to add the lines, the likeliest first.
    fn attempts(&self, rows: &[usize]) -> Vec<Attempt<'l>> {
        if rows.len() < 2 {
            return Vec::new();
        }
        let minus = |r: &usize| self.lines[*r].mark == Mark::Minus;
        let signed = rows.iter().any(minus) && !minus(&rows[0]);
        let mut out = self.attempt(rows, signed, "as written");
        if signed {
            out.extend(self.attempt(rows, false, "dashes as bullets"));
        }
        let beside = |r: &&usize| labels::is_parallel(&self.lines[**r].text);
        let value = |r: &usize| self.lines[*r].content.amount().map(|a| a.quantity().value);
        if let Some(slowest) = rows.iter().filter(beside).max_by_key(|r| value(r)).copied() {
            let kept: Vec<usize> = rows.iter().copied().filter(|r| *r == slowest || !beside(&r)).collect();
            out.extend(self.attempt(&kept, false, "parallel lines by their slowest"));
        }
        if self.stated.number().digits >= 3 {
            for from in 1..rows.len().saturating_sub(1).min(8) {
                out.extend(self.attempt(&rows[from..], false, "the lines right above"));
            }
        }
        out
    }

    fn attempt(&self, rows: &[usize], signed: bool, reading: &'static str) -> Vec<Attempt<'l>> {
        let parts: Vec<&Amount> = rows.iter().filter_map(|r| self.lines[*r].content.amount()).collect();
        let taken = |r: &usize| signed && self.lines[*r].mark == Mark::Minus;
        let weights = rows.iter().map(|r| if taken(r) { -Rational::ONE } else { Rational::ONE }).collect();
        self.weighted(rows, parts, weights, reading)
    }

    fn weighted(
        &self,
        rows: &[usize],
        parts: Vec<&'l Amount>,
        weights: Vec<Rational>,
        reading: &'static str,
    ) -> Vec<Attempt<'l>> {
        if parts.len() < 2 {
            return Vec::new();
        }
        let attempt = |scale: Scale| {
            let sum = Sum::of(weights.iter().cloned().zip(&scale.parts));
            Attempt { rows: rows.to_vec(), parts: parts.clone(), weights: weights.clone(), scale, sum, reading }
        };
        scales(&parts, self.stated).into_iter().map(attempt).collect()
    }

    /// `t_compute = 6.46 ms (memory still wins)`: one line stands for the greater of two, the other of which is named
    /// above.
    fn slower_of_two(&self, rows: &[usize]) -> Option<Claim> {
        let line = rows.iter().copied().find(|&r| takes_the_greater(&self.lines[r].text))?;
        let own = self.lines[line].content.amount()?.quantity().value;
        let above = self.earlier.iter().chain(&self.lines[..rows.first().copied()?]);
        let others = above.filter_map(|l| l.content.amount());
        others.filter(|a| self.is_like_the_total(a) && a.quantity().value > own).find_map(|other| {
            let part = |&r: &usize| if r == line { Some(other) } else { self.lines[r].content.amount() };
            let parts: Vec<&Amount> = rows.iter().filter_map(part).collect();
            let weights = vec![Rational::ONE; parts.len()];
            let attempt = self.weighted(rows, parts, weights, "the greater of two lines").into_iter().next()?;
            let fit = fit(&attempt.sum, &attempt.scale.total, self.stated.number(), false)?;
            Some(self.draft(&attempt, Judgement::Holds(fit.how)))
        })
    }

    /// Why the total may be right although the lines do not add up to it; `None` where it is wrong.
    fn doubt(&self, attempt: &Attempt<'_>, from: usize, found: &[Mistake]) -> Option<&'static str> {
        let digit = found.iter().any(|m| matches!(m, Mistake::Digit | Mistake::PowerOfTen(_) | Mistake::RowDigit(..)));
        let covered = &self.lines[from..self.at];
        if covered
            .iter()
            .any(|l| matches!(l.content, Content::Unreadable | Content::Several(_)) || l.text.contains("(+"))
        {
            return Some("a line cannot be read as one number");
        }
        if !attempt.scale.certain || attempt.parts.iter().all(|p| p.is_bare()) && !self.ruled {
            return Some("its unit or noun is not that of the lines");
        }
        if self.stated.is_percent() {
            return Some("shares are judged by their amounts");
        }
        let unlike =
            |l: &TextLine| labels::is_parallel(&l.text) || labels::has_scope(&l.label) || takes_the_greater(&l.text);
        if covered.iter().any(unlike) {
            return Some("some lines may not be addends");
        }
        if product_fits(attempt) {
            return Some("it is the product of the lines");
        }
        let signed = attempt.weights.iter().any(|w| !w.is_one());
        if !self.is_plain() {
            let certain = signed || (digit && self.stated.number().digits >= 3);
            return if self.ruled && certain { None } else { Some("its label names something else than a sum") };
        }
        let scope = labels::has_scope(&self.stated.rest);
        let values = || attempt.scale.parts.iter().map(|t| &t.value);
        let total = &attempt.scale.total.value;
        let within = values().max().is_some_and(|m| total <= m);
        if scope || (within && !digit && !signed) {
            return Some("it may cover less than the lines");
        }
        let unit = self.stated.quantity().unit;
        let alike = attempt.parts.iter().all(|p| p.quantity().unit == unit);
        let enough = attempt.parts.len() >= 3 || !found.is_empty() || (alike && !within);
        (!enough).then_some("too few lines to tell")
    }

    fn draft(&self, attempt: &Attempt<'_>, judgement: Judgement) -> Claim {
        let negative = |w: &Rational| *w < Rational::ZERO;
        let signed: Vec<_> = attempt.parts.iter().copied().zip(attempt.weights.iter().map(negative)).collect();
        let mut operands: Vec<_> = attempt.parts.iter().map(|p| operand(p)).collect();
        for (operand, weight) in operands.iter_mut().zip(&attempt.weights) {
            operand.value.value *= weight;
        }
        let reading = match (attempt.reading, attempt.scale.reading.as_str()) {
            ("as written", scale) => scale.to_string(),
            (reading, "as written") => reading.to_string(),
            (reading, scale) => format!("{reading}, {scale}"),
        };
        Draft {
            kind: ClaimKind::Total,
            span: self.line().span,
            stated: self.stated,
            text: sum_text(&signed),
            operands,
            computed: Some(&attempt.sum.value / &attempt.scale.factor),
            recomputed: Some(recomputed(&attempt.sum, &attempt.scale)),
            judgement,
            reading,
            section: self.section,
        }
        .claim()
    }
}

/// Whether the line says that it counts only if it is the greater.
fn takes_the_greater(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["wins", "max(", "dominates", "hidden", "overlap", "slower of", "greater of"].iter().any(|m| lower.contains(m))
}

/// `10,000 servers`, `100 metrics`, total 1,000,000: factors, no addends.
fn product_fits(attempt: &Attempt<'_>) -> bool {
    let numbers = || attempt.parts.iter().map(|p| p.number().value.clone());
    let product = numbers().fold(Rational::ONE, |all, n| all * n);
    let stated = &attempt.scale.total.value / &attempt.scale.factor;
    let gap = magnitude(&(&product - &stated));
    !stated.is_zero() && gap * Rational::from(50u8) <= magnitude(&stated)
}

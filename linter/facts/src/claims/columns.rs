//! Sums written as a column over a rule line, and totals that end a list.

use designlint_document::Document;
use designlint_quantity::{Convention, Rational};

use super::{
    Claim, ClaimKind, Fault,
    amount::{Amount, Content},
    draft::{Draft, Judgement, operand, sum_text},
    labels::{self, Role},
    lines::{Kind, Mark, TextLine, fence_lines},
    lists::List,
    mistakes::{explain, mistakes},
    sums::{Fit, Scale, Sum, Term, fit, has_lone_b, recomputed, scales},
};

/// The sums of plain fences and lists.
pub(super) fn column_sums(document: &Document, lists: &[List], readings: Convention) -> Vec<Claim> {
    let agreed = |l: TextLine| TextLine { content: l.content.under(readings), ..l };
    let mut out = Vec::new();
    let mut earlier: (usize, Vec<TextLine>) = (usize::MAX, Vec::new());
    for block in &document.blocks {
        let lines: Vec<TextLine> = fence_lines(document, block).into_iter().map(agreed).collect();
        if lines.is_empty() {
            continue;
        }
        if earlier.0 != block.section {
            earlier = (block.section, Vec::new());
        }
        out.extend(sums_of(&lines, &earlier.1, block.section));
        earlier.1.extend(lines);
    }
    for list in lists {
        let lines: Vec<TextLine> = list.lines.iter().cloned().map(agreed).collect();
        out.extend(sums_of(&lines, &[], list.section));
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
pub(super) struct Column<'l> {
    pub lines: &'l [TextLine],
    /// The lines of the fences before, in the same section.
    earlier: &'l [TextLine],
    /// The line below the addends: the rule, or the total itself.
    pub at: usize,
    pub total: usize,
    pub ruled: bool,
    pub stated: &'l Amount,
    section: usize,
}

/// The lines that a total may add up.
pub(super) struct Run {
    /// Those with a number of the total's kind.
    pub rows: Vec<usize>,
    /// The first line among them.
    pub from: usize,
    /// Whether a line with another kind of number, or another total, ends them, and nothing else does.
    pub cut: bool,
}

/// How far a run of lines reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// To the heading of its lines: a line that ends in a colon.
    Heading,
    /// Past such lines.
    PastHeadings,
    /// Past gaps and such lines.
    PastGaps,
    /// Past lines that are named like totals and are fields: `Total amount: 8 bytes`.
    PastTotals,
}

/// One way to add the lines up.
pub(super) struct Attempt<'l> {
    pub rows: Vec<usize>,
    pub parts: Vec<&'l Amount>,
    pub weights: Vec<Rational>,
    pub scale: Scale,
    pub sum: Sum,
    reading: &'static str,
}

impl<'l> Column<'l> {
    fn claim(&self) -> Option<Claim> {
        let run = self.run(Reach::Heading);
        let mut attempts = self.attempts(&run.rows);
        for reach in [Reach::PastHeadings, Reach::PastGaps, Reach::PastTotals] {
            let rows = self.run(reach).rows;
            if rows.len() > run.rows.len() && (self.ruled || reach != Reach::PastGaps) {
                let wider = self.attempt(&rows, false, "lines of several groups");
                attempts.extend(wider.into_iter().filter(|a| a.scale.certain));
            }
        }
        let mut best: Option<(&Attempt<'_>, Fit)> = None;
        for attempt in &attempts {
            let fit = attempt.fit(self.stated);
            if let Some(fit) = fit.filter(|f| best.as_ref().is_none_or(|b| f.rank() < b.1.rank())) {
                best = Some((attempt, fit));
            }
        }
        if let Some((attempt, fit)) = best {
            let mut claim = self.draft(attempt, Judgement::Holds(fit.how));
            claim.fault = fit.unlikely.then_some(Fault::Total);
            return Some(claim);
        }
        if let Some(claim) = self.slower_of_two(&run.rows) {
            return Some(claim);
        }
        let first = attempts.first().filter(|_| run.rows.len() >= 2)?;
        let terms: Vec<(Rational, &Term)> = first.weights.iter().cloned().zip(&first.scale.parts).collect();
        let found = mistakes(&first.scale, &terms, &first.sum, self.stated.number());
        let names: Vec<String> = first.rows.iter().map(|&r| self.lines[r].label.clone()).collect();
        let judgement = match self.doubt(first, &run, &found) {
            None => Judgement::Wrong(Fault::Total, explain(&found, &names, self.stated.number())),
            Some(why) => Judgement::Unknown(why.to_string()),
        };
        Some(self.draft(first, judgement))
    }

    pub fn line(&self) -> &'l TextLine {
        &self.lines[self.total]
    }

    /// The lines above that hold a number of the total's kind, up to a gap, a rule, their heading or another kind of
    /// number.
    fn run(&self, reach: Reach) -> Run {
        let indent = self.lines[self.at.saturating_sub(1)].indent;
        let mut run = Run { rows: Vec::new(), from: self.at, cut: false };
        for row in (0..self.at).rev() {
            let line = &self.lines[row];
            let gap = line.kind == Kind::Blank && reach == Reach::PastGaps;
            if (line.kind != Kind::Text && !gap) || (!gap && !self.ruled && line.indent < self.line().indent) {
                break;
            }
            match &line.content {
                Content::Amount(amount) if self.is_like_the_total(amount) => {
                    let total = matches!(labels::role(&line.label), Role::Total(_));
                    if total && reach != Reach::PastTotals {
                        run.cut = true;
                        break;
                    }
                    if self.ruled || line.indent == indent || reach == Reach::PastGaps {
                        run.rows.push(row);
                    }
                }
                Content::Amount(amount) => {
                    run.cut = line.indent == indent && self.may_be_a_factor(amount);
                    break;
                }
                _ if reach == Reach::Heading && line.text.ends_with([':', '：']) => break,
                _ => {}
            }
            run.from = row;
        }
        run.rows.reverse();
        run
    }

    /// Whether a number that is not of the total's kind may be a factor of it, or an addend that is called otherwise.
    fn may_be_a_factor(&self, amount: &Amount) -> bool {
        let (own, total) = (amount.quantity(), self.stated.quantity());
        own.dimension.is_none() || own.dimension == total.dimension || has_lone_b(amount)
    }

    pub fn is_like_the_total(&self, amount: &Amount) -> bool {
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

    pub fn attempt(&self, rows: &[usize], signed: bool, reading: &'static str) -> Vec<Attempt<'l>> {
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

impl Attempt<'_> {
    /// How the stated number fits.
    pub fn fit(&self, stated: &Amount) -> Option<Fit> {
        let counts = self.parts.iter().all(|p| p.is_bare() && p.is_integer());
        fit(&self.sum, &self.scale.total, stated.number(), counts)
    }
}

/// Whether the line says that it counts only if it is the greater.
pub(super) fn takes_the_greater(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["wins", "max(", "dominates", "hidden", "overlap", "slower of", "greater of"].iter().any(|m| lower.contains(m))
}

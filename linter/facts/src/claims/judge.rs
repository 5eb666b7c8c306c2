//! Raw equations to claims with verdicts.

use designlint_quantity::{
    Comparison, Convention, Dimension, Evaluation, Expression, Holds, Literal, Operator, Outcome, Parsed, Quantity,
    Rational, Reading, Relation, Sides, TokenKind, Wrong, compare_under, period_slip, significant,
};

use super::{
    Claim, ClaimKind, Fault, How, Operand, Verdict, capacity,
    cues::{Cues, line_around},
    doubt::{is_doubled, may_be_wrong},
    equations::Equation,
    explain::{Explained, explain, explain_period},
    faults::{fault, is_restated},
    filters::{Filter, filtered, is_calculation, is_mixed},
    grouping, lookalikes, magnitudes,
    passage::Passage,
    ranges,
    shown::Shown,
};

/// Looks up a name where it stands.
pub(crate) type Names<'n> = dyn Fn(&str) -> Option<Quantity> + 'n;

/// The claim of an equation. It is none where nothing is calculated, or where a filter takes it for none.
pub(crate) fn claim_of(
    passage: &Passage,
    equation: &Equation,
    names: &Names<'_>,
    convention: Convention,
) -> Result<Claim, Option<Filter>> {
    let mut best = Err(None);
    for left in &equation.left {
        match claim_between(passage, left, equation, names, convention) {
            Ok(claim) if claim.verdict == Verdict::Holds => return Ok(claim),
            Ok(claim) if best.is_err() && may_be_wrong(passage, left, equation, &claim) => best = Ok(claim),
            Ok(_) if matches!(best, Err(None)) => {
                best = Err(Some(if equation.bracket.is_some() { Filter::Bracket } else { Filter::Prose }));
            }
            Err(filter) if matches!(best, Err(None)) => best = Err(filter),
            _ => {}
        }
    }
    best
}

fn claim_between(
    passage: &Passage,
    left: &Parsed,
    equation: &Equation,
    names: &Names<'_>,
    convention: Convention,
) -> Result<Claim, Option<Filter>> {
    let right = &equation.right;
    if !is_calculation(&left.expression, &right.expression, equation.relation) {
        return Err(None);
    }
    let backwards =
        left.expression.as_literal().is_some() && right.expression.computes() && !is_mixed(&right.expression);
    if let Some(filter) = filtered(passage, left, equation, backwards) {
        return Err(Some(filter));
    }
    let mut restated = left.clone();
    if equation.bracket.is_some() && !left.expression.computes() {
        // Both numbers may be roundings of one that is not shown.
        restated.expression.each_literal_mut(&mut |l| l.number.rounded |= l.number.digits >= 3);
    }
    let (computed, stated) = if backwards { (right, left) } else { (&restated, right) };
    let relation = if backwards { reversed(equation.relation) } else { equation.relation };
    let sides = Sides { computed: &computed.expression, stated: &stated.expression, relation, about: equation.about };
    let mut judged = Judged {
        passage,
        equation,
        left,
        sides,
        computed: computed.range.clone(),
        stated: stated.clone(),
        comparison: compare_under(sides, names, convention),
        convention,
    };
    judged.try_bound(names);
    judged.try_first_number(names);
    judged.leave_open();
    judged.correct_period();
    let place = left.range.start..right.range.end.max(left.range.end);
    magnitudes::accept(passage, place, stated.expression.as_literal(), &mut judged.comparison);
    let grouping = judged.grouping(names);
    let mut claim = judged.claim();
    if let Some(grouping) = grouping {
        grouping.explain(passage, &mut claim);
    }
    capacity::check(passage, equation, &mut claim);
    ranges::check_size(passage, equation, &mut claim);
    lookalikes::leave_open(passage, left, equation, backwards, &mut claim);
    Ok(claim)
}

fn reversed(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::AtMost => Relation::AtLeast,
        Relation::Greater => Relation::Less,
        Relation::AtLeast => Relation::AtMost,
        same => same,
    }
}

struct Judged<'p> {
    passage: &'p Passage,
    equation: &'p Equation,
    left: &'p Parsed,
    sides: Sides<'p>,
    computed: std::ops::Range<usize>,
    stated: Parsed,
    comparison: Comparison,
    convention: Convention,
}

impl Judged<'_> {
    /// Whether a dash and a word that has no value follow the result, as in `= 432.5 TFLOPS - matches the data sheet`.
    fn ends_in_a_note(&self, result: &Literal, names: &Names<'_>) -> bool {
        let tokens = &self.passage.tokens;
        let at = tokens.partition_point(|t| t.range.start < result.range.end);
        let (Some(dash), Some(word)) = (tokens.get(at), tokens.get(at + 1)) else { return false };
        let text = word.text(&self.passage.text);
        let plain = word.kind == TokenKind::Word && text.len() > 3 && text.bytes().all(|b| b.is_ascii_lowercase());
        let dashed = dash.kind == TokenKind::Minus && dash.blank_before && dash.blank_after;
        let valueless = || self.sides.stated.symbols().iter().all(|(name, _)| names(name).is_none());
        let long = word.kind == TokenKind::Word && text.len() > 3 && matches!(dash.text(&self.passage.text), "–" | "—");
        dashed && ((!result.suffix.units.is_empty() && plain && names(text).is_none()) || (long && valueless()))
    }

    /// `800 x 200M = 160B entries x 50 bytes`: the result may be only the first number of the next step.
    fn try_first_number(&mut self, names: &Names<'_>) {
        if matches!(self.comparison.outcome, Outcome::Holds(_)) || !self.sides.stated.computes() {
            return;
        }
        // `881 MB / 25 GB/s = 35.2 ms plus 160 x 30 us = 4.8 ms` also adds, where the line goes on after the next step.
        let goes_on =
            self.passage.tokens.get(self.stated.next).is_some_and(|t| t.kind == TokenKind::Relation(Relation::Equal));
        let mut first = self.sides.stated;
        while let Expression::Binary(operator, a, _) = first {
            let separates = matches!(operator, Operator::Subtract);
            if !goes_on && !separates && !matches!(operator, Operator::Multiply | Operator::Divide) {
                break;
            }
            first = a;
        }
        let Expression::Literal(literal) = first else { return };
        let sides = Sides { stated: first, ..self.sides };
        let again = compare_under(sides, names, self.convention);
        if matches!(again.outcome, Outcome::Holds(_)) || self.ends_in_a_note(literal, names) {
            self.comparison = again;
            self.stated = Parsed {
                expression: first.clone(),
                next: self.stated.next,
                range: literal.range.clone(),
                cut_off: false,
            };
        }
    }

    /// `25 x 3 = 50+`: more is right, too.
    fn try_bound(&mut self, names: &Names<'_>) {
        if !self.equation.at_least || !matches!(self.comparison.outcome, Outcome::Wrong(_)) {
            return;
        }
        let sides = Sides { relation: Relation::AtLeast, about: false, ..self.sides };
        let again = compare_under(sides, names, self.convention);
        if matches!(again.outcome, Outcome::Holds(_)) {
            (self.sides, self.comparison) = (sides, again);
        }
    }

    /// What was read in part, or holds digits that nobody wrote, is not called wrong.
    fn leave_open(&mut self) {
        let sides = [&self.left.expression, &self.equation.right.expression];
        let copied = || sides.iter().any(|e| e.literals().iter().any(|l| is_doubled(self.passage, l)));
        let why = match self.comparison.outcome {
            Outcome::Wrong(_) | Outcome::Unknown(_) if self.equation.right.cut_off => {
                "an operator follows that was not understood"
            }
            Outcome::Wrong(_) if self.is_listed() => "more digits follow behind a comma",
            Outcome::Wrong(_) if copied() => {
                "a number has its digits twice, as where a formula was copied with its alternative text"
            }
            _ => return,
        };
        self.comparison.outcome = Outcome::Unknown(why.to_string());
    }

    /// `= 2,106,0`: the result is the first of numbers without blanks between them, or is written with a slip of a comma.
    fn is_listed(&self) -> bool {
        let (before, behind) = self.passage.text.split_at(self.equation.right.range.end);
        let digit = |c: char| c.is_ascii_digit();
        before.ends_with(digit) && behind.strip_prefix(',').is_some_and(|rest| rest.starts_with(digit))
    }

    /// The slip that explains what is wrong.
    fn explained(&self) -> Explained {
        let (sides, comparison) = (self.sides, &self.comparison);
        let compared = matches!(sides.relation, Relation::Equal | Relation::About);
        match (&comparison.outcome, self.stated.expression.as_literal(), &comparison.computed) {
            (Outcome::Wrong(Wrong::RatePeriod), ..) => {
                Explained { explanation: explain_period(sides.computed), elsewhere: true }
            }
            (Outcome::Wrong(_), Some(stated), Some(computed)) if compared => {
                let cues = Cues::of(sides, line_around(&self.passage.text, self.computed.start));
                explain(computed, stated, sides.computed, &cues)
            }
            _ => Explained::default(),
        }
    }

    /// Of `15 KB/min x 86,400` the result is recomputed with the minutes of a day; where that is what is stated, the
    /// constant is the slip.
    fn correct_period(&mut self) {
        let Outcome::Wrong(wrong) = self.comparison.outcome else { return };
        let Some(slip) = period_slip(self.sides.computed) else { return };
        let share = &slip.right / &slip.constant;
        let meant = self.sides.stated.as_literal().zip(self.comparison.computed.clone()).is_some_and(|(l, v)| {
            let (low, high) = (&l.number.value - &l.number.ulp, &l.number.value + &l.number.ulp);
            let v = (v * &share) * Rational::from(2u8);
            v >= &low + &l.number.value && v <= high + &l.number.value
        });
        if wrong != Wrong::RatePeriod && !meant {
            return;
        }
        self.comparison.outcome = Outcome::Wrong(Wrong::RatePeriod);
        self.comparison.computed = self.comparison.computed.take().map(|v| v * &share);
        self.comparison.base = self.comparison.base.take().map(|(v, d)| (v * share, d));
    }

    /// The brackets that would make a wrong line right.
    fn grouping(&self, names: &Names<'_>) -> Option<grouping::Grouping> {
        let wrong = self.comparison.outcome == Outcome::Wrong(Wrong::Value);
        wrong
            .then(|| grouping::lost_brackets(self.passage, self.sides, self.computed.clone(), names, self.convention))
            .flatten()
    }

    fn claim(self) -> Claim {
        let Explained { explanation, elsewhere } = self.explained();
        let Self { passage, equation, left, sides, computed: computed_range, stated, comparison, .. } = self;
        let literal = stated.expression.as_literal();
        let stated_range = stated_range(&stated);
        let stated_text = passage.text[stated_range.clone()].trim().to_string();
        let (verdict, how, reason) = verdict(&comparison);
        let beside = &passage.text[computed_range.clone()];
        let shown = literal.and_then(|l| Shown::of(&stated_text, l, beside));
        let value = comparison.computed.as_ref();
        let known = matches!(verdict, Verdict::Wrong | Verdict::Holds);
        let computed = value.map(|v| shown.as_ref().map_or_else(|| significant(v, 6), |s| s.write(v)));
        let accepted = shown.as_ref().zip(value).filter(|_| known).map(|(s, v)| s.accepted(v));
        let rounded = shown.as_ref().zip(value).map(|(s, v)| s.nearest(v));
        let end = equation.right.range.end.max(left.range.end).min(stated_range.end.max(trimmed_end(&equation.right)));
        let span = passage.span(left.range.start..end.max(left.range.start + 1));
        let beside = equation.bracket.is_some() && is_restated(sides, literal, &comparison, &passage.text);
        let fault =
            (verdict == Verdict::Wrong).then(|| if beside { Fault::Restated } else { fault(&comparison, sides) });
        Claim {
            kind: kind(equation, sides),
            span,
            stated_span: passage.span(stated_range),
            computed_text: passage.text[computed_range.clone()].split_whitespace().collect::<Vec<_>>().join(" "),
            computed_span: passage.span(computed_range),
            relation: passage.text[equation.sign.clone()].to_string(),
            verdict,
            how,
            weak: comparison.weak,
            stated: stated_text,
            computed,
            accepted,
            rounded,
            reading: comparison.reading.clone(),
            reason,
            explanation,
            fault,
            value: literal.map(|l| Quantity::under(l, &passage.text, &passage.readings.reading())),
            recomputed: comparison.base.as_ref().map(|(value, dimension)| Quantity {
                value: value.clone(),
                dimension: *dimension,
                ..Quantity::count(0)
            }),
            operands: operands(passage, sides.computed),
            plain: !elsewhere && is_plain(sides.computed),
            notes: Vec::new(),
            section: passage.section,
        }
    }
}

/// The end of a side without its trailing nouns.
fn trimmed_end(parsed: &Parsed) -> usize {
    parsed
        .expression
        .literals()
        .iter()
        .map(|l| l.suffix.end)
        .max()
        .unwrap_or(parsed.range.end)
        .min(parsed.range.end)
        .max(if parsed.expression.computes() { parsed.range.end } else { 0 })
}

/// The stated number with its unit, a sign included, nouns not.
fn stated_range(parsed: &Parsed) -> std::ops::Range<usize> {
    match &parsed.expression {
        Expression::Literal(l) => l.range.clone(),
        Expression::Negate(a) => a.as_literal().map_or(parsed.range.clone(), |l| parsed.range.start..l.range.end),
        _ => parsed.range.clone(),
    }
}

fn kind(equation: &Equation, sides: Sides<'_>) -> ClaimKind {
    match sides.relation {
        Relation::Less | Relation::AtMost | Relation::Greater | Relation::AtLeast | Relation::NotEqual => {
            ClaimKind::Comparison
        }
        _ if equation.chained => ClaimKind::Chain,
        _ if !sides.computed.computes() => ClaimKind::Conversion,
        _ => ClaimKind::Equation,
    }
}

pub(crate) fn verdict(comparison: &Comparison) -> (Verdict, Option<How>, Option<String>) {
    match &comparison.outcome {
        Outcome::Holds(holds) => {
            let how = match holds {
                Holds::Exact => How::Exact,
                Holds::Rounded => How::Rounded,
                Holds::Truncated => How::Truncated,
                Holds::Approximate => How::Approximate,
                Holds::Consistent => How::Consistent,
                Holds::Coarse => How::Coarse,
            };
            (Verdict::Holds, Some(how), None)
        }
        Outcome::Wrong(_) => (Verdict::Wrong, None, None),
        Outcome::Unknown(why) => (Verdict::Unknown, None, Some(why.clone())),
    }
}

/// Whether nothing but exact numbers stands there: no name, no range, no rounded number.
fn is_plain(side: &Expression) -> bool {
    !side.any(|e| match e {
        Expression::Literal(l) => l.number.rounded,
        Expression::Symbol(..) | Expression::Range(..) => true,
        _ => false,
    })
}

pub(crate) fn operands(passage: &Passage, side: &Expression) -> Vec<Operand> {
    side.literals()
        .into_iter()
        .map(|l| Operand {
            span: passage.span(l.range.clone()),
            value: Quantity::under(l, &passage.text, &passage.readings.reading()),
            noun: l.suffix.noun.clone(),
            symbol: None,
        })
        .collect()
}

/// The value of an expression as written, where it has one.
pub(crate) fn value_of(e: &Expression, names: &Names<'_>) -> Option<(Rational, Dimension)> {
    value_under(e, names, &Reading::default())
}

/// The value of an expression under a reading, where it has one.
pub(crate) fn value_under(e: &Expression, names: &Names<'_>, reading: &Reading) -> Option<(Rational, Dimension)> {
    let value = Evaluation { reading, slack: false, symbols: names }.value(e).ok()?;
    Some((value.middle(), value.dimension))
}

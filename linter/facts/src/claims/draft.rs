//! From a judged number to a claim.

use designlint_document::Span;
use designlint_quantity::{Quantity, Rational};

use super::{Claim, ClaimKind, Explanation, Fault, How, Operand, Verdict, amount::Amount, shown::Shown};

/// What became of a stated number.
pub(crate) enum Judgement {
    /// It holds.
    Holds(How),
    /// It is wrong, for a reason that fits or for none.
    Wrong(Fault, Option<Explanation>),
    /// It cannot be told, and why.
    Unknown(String),
}

/// A stated number with what it was compared with.
pub(crate) struct Draft<'d> {
    /// Kind of claim.
    pub kind: ClaimKind,
    /// The row or the line.
    pub span: Span,
    /// The stated number.
    pub stated: &'d Amount,
    /// The numbers it was computed from.
    pub operands: Vec<Operand>,
    /// The calculation in words and signs.
    pub text: String,
    /// The recomputed value in the unit of the stated one.
    pub computed: Option<Rational>,
    /// The recomputed value in base units.
    pub recomputed: Option<Quantity>,
    /// What became of it.
    pub judgement: Judgement,
    /// The reading.
    pub reading: String,
    /// Index of the section.
    pub section: usize,
}

impl Draft<'_> {
    /// The claim.
    pub fn claim(self) -> Claim {
        let shown = Shown::of(&self.stated.text, &self.stated.literal, &self.text);
        let shown = shown.as_ref();
        let sign = |text: String| if self.stated.negative { signed(text) } else { text };
        let size = |value: &Rational| if self.stated.negative { -value.clone() } else { value.clone() };
        let (verdict, how, reason, fault, explanation) = match self.judgement {
            Judgement::Holds(how) => (Verdict::Holds, Some(how), None, None, None),
            Judgement::Wrong(fault, explanation) => (Verdict::Wrong, None, None, Some(fault), explanation),
            Judgement::Unknown(why) => (Verdict::Unknown, None, Some(why), None, None),
        };
        let computed = self.computed.as_ref();
        let known = verdict != Verdict::Unknown;
        let accepted = computed.zip(shown).filter(|_| known).map(|(v, s)| s.accepted(&size(v)));
        let first = self.operands.first().map_or(self.stated.span, |o| o.span);
        Claim {
            kind: self.kind,
            span: self.span,
            stated_span: self.stated.span,
            computed_span: self.operands.iter().fold(first, |all, o| all.cover(o.span)),
            computed_text: self.text,
            relation: String::new(),
            verdict,
            how,
            weak: false,
            stated: sign(self.stated.text.clone()),
            computed: computed.zip(shown).map(|(v, s)| sign(s.write(&size(v)))),
            accepted: accepted.map(|(low, high)| (sign(low), sign(high))),
            rounded: computed.zip(shown).map(|(v, s)| s.nearest(&coarsened(self.stated, &size(v)))),
            reading: self.reading,
            reason,
            explanation,
            fault,
            value: Some(self.stated.quantity()),
            recomputed: self.recomputed,
            operands: self.operands,
            plain: false,
            notes: Vec::new(),
            section: self.section,
        }
    }
}

/// The size of a negative number as it is shown: a minus goes before it, a sum that is not negative loses it.
fn signed(text: String) -> String {
    match text.strip_prefix('-') {
        Some(positive) => positive.to_string(),
        None => format!("-{text}"),
    }
}

/// A value rounded to the zeros of an approximate stated number, so that `~18,400` becomes `~21,100`.
fn coarsened(stated: &Amount, value: &Rational) -> Rational {
    let zeros = stated.number().zeros.min(stated.number().digits.saturating_sub(2));
    if !stated.about || zeros == 0 {
        return value.clone();
    }
    let step = Rational::from(10u8).pow(isize::try_from(zeros).unwrap_or(0));
    Rational::from((value / &step).round()) * step
}

/// An operand of a claim.
pub(crate) fn operand(amount: &Amount) -> Operand {
    Operand { span: amount.span, value: amount.quantity(), noun: amount.literal.suffix.noun.clone(), symbol: None }
}

/// Most numbers that a sum lists.
const LISTED: usize = 6;

/// The sum of numbers as text, each with whether it is taken away; only how many they are, where they are many.
pub(crate) fn sum_text(parts: &[(&Amount, bool)]) -> String {
    if parts.len() > LISTED {
        return format!("the sum of the {} numbers above", parts.len());
    }
    let mut out = String::new();
    for (at, (amount, taken)) in parts.iter().enumerate() {
        out.push_str(match (at, *taken != amount.negative) {
            (0, false) => "",
            (0, true) => "−",
            (_, false) => " + ",
            (_, true) => " − ",
        });
        out.push_str(&amount.text);
    }
    out
}

//! Names and the numbers that stand for them: `2 x layers x d_kv = 2 x 80 x 1024`.

use std::collections::BTreeMap;

use designlint_document::{Document, Span};
use designlint_quantity::{Expression, Operator, Quantity};

use super::{
    Claim, Explanation, Fault, Verdict,
    graph::is_telling,
    rework::{Rework, Reworked, read},
};
use crate::{
    Definition,
    definitions::{Named, key_of},
    lookup::Lookup,
};

/// Gives operands their names, and says of wrong calculations which number is not what its name has elsewhere.
pub(crate) fn align_symbols(document: &Document, named: &[Named], lookup: &Lookup<'_>, claims: &mut [Claim]) {
    let mut sides: BTreeMap<Span, Vec<Option<String>>> = BTreeMap::new();
    for claim in claims.iter_mut().filter(|c| matches!(c.verdict, Verdict::Wrong | Verdict::Unknown | Verdict::Holds)) {
        if let Some(names) = sides.remove(&claim.computed_span) {
            claim.operands.iter_mut().zip(names).for_each(|(operand, name)| operand.symbol = name);
        }
        if claim.computed_text.bytes().any(|b| b.is_ascii_alphabetic()) {
            sides.extend(explain_side(document, lookup, claim));
            leave_open(claim);
        }
        if claim.verdict == Verdict::Wrong && claim.fault == Some(Fault::Value) {
            explain_operand(document, named, claim);
        }
    }
}

/// A side in names against a side in numbers: what stands for what, in the order of the numbers.
fn explain_side(document: &Document, lookup: &Lookup<'_>, claim: &mut Claim) -> Option<(Span, Vec<Option<String>>)> {
    let names = read(&claim.computed_text).filter(|e| !e.symbols().is_empty())?;
    let numbers = read(&claim.stated).filter(|e| e.symbols().is_empty() && e.computes())?;
    let mut bound = Vec::new();
    if !lay(&names, &numbers, &mut bound) {
        if let Some(name) = without_number(&names, &numbers) {
            let text = format!("a factor is missing: `{name}` has no number");
            match claim.verdict {
                Verdict::Wrong => claim.explanation = Some(Explanation { kind: "factor-missing".to_string(), text }),
                Verdict::Unknown => claim.reason = Some(text),
                _ => {}
            }
        }
        return None;
    }
    let others = bound.iter().enumerate().filter_map(|(at, (name, value))| {
        let name = name.as_ref()?;
        let definition = lookup.lookup(name, claim.section)?;
        let differs = definition.value.value != value.value;
        differs.then(|| Other { at, name: name.clone(), value: value.clone(), definition })
    });
    let others: Vec<Other<'_>> = others.collect();
    match (claim.verdict, others.as_slice()) {
        (Verdict::Wrong, [other]) => {
            claim.notes.push(other.note());
            claim.explanation = Some(says(document, &shown(&other.value), &other.name, other.definition));
        }
        (Verdict::Wrong, [a, b]) if a.is_swapped_with(b) => {
            claim.notes.extend([a.note(), b.note()]);
            claim.explanation = Some(swapped(document, a, b));
        }
        // The order of factors is free: each number belongs to the name that has it.
        (Verdict::Holds, [a, b]) if a.is_swapped_with(b) => {
            (bound[a.at].0, bound[b.at].0) = (Some(b.name.clone()), Some(a.name.clone()));
        }
        _ => {}
    }
    Some((claim.stated_span, bound.into_iter().map(|b| b.0).collect()))
}

/// A name with another number than the document gives it.
struct Other<'d> {
    /// Index among the names and numbers.
    at: usize,
    name: String,
    value: Quantity,
    definition: &'d Definition,
}

impl Other<'_> {
    fn note(&self) -> (Span, String) {
        (self.definition.span, format!("`{}` is {} here", self.name, shown(&self.definition.value)))
    }

    /// Whether each has the number of the other.
    fn is_swapped_with(&self, other: &Self) -> bool {
        self.value.value == other.definition.value.value && other.value.value == self.definition.value.value
    }
}

fn swapped(document: &Document, a: &Other<'_>, b: &Other<'_>) -> Explanation {
    let line = |other: &Other<'_>| document.source.line_of(other.definition.value_span.start);
    let is =
        |other: &Other<'_>| format!("`{}` is {} at line {}", other.name, shown(&other.definition.value), line(other));
    Explanation {
        kind: "names-swapped".to_string(),
        text: format!("two numbers stand in each other's place: {}, {}", is(a), is(b)),
    }
}

/// `S / f = 10 x 40 / 0.05`: where names do not lie over the numbers one by one, the numbers say what the names stand for.
fn leave_open(claim: &mut Claim) {
    let names = |text: &str| read(text).is_some_and(|e| !e.symbols().is_empty());
    let numbers = |text: &str| read(text).is_some_and(|e| e.symbols().is_empty() && e.computes());
    let open = claim.verdict == Verdict::Wrong && claim.fault == Some(Fault::Value) && claim.explanation.is_none();
    if open && names(&claim.computed_text) && numbers(&claim.stated) {
        claim.verdict = Verdict::Unknown;
        claim.fault = None;
        claim.reason = Some("one side holds names and the other their numbers, so nothing is computed".to_string());
    }
}

/// Lays names over numbers: equal operators, equal constants, each name at a number.
fn lay(names: &Expression, numbers: &Expression, bound: &mut Vec<(Option<String>, Quantity)>) -> bool {
    match (names, numbers) {
        (Expression::Symbol(name, _), Expression::Literal(l)) => {
            bound.push((Some(name.clone()), Quantity::of(l, "")));
            true
        }
        (Expression::Literal(a), Expression::Literal(b)) => {
            bound.push((None, Quantity::of(b, "")));
            a.number.value == b.number.value
        }
        (Expression::Binary(op, a, b), Expression::Binary(other, c, d)) => {
            op == other && lay(a, c, bound) && lay(b, d, bound)
        }
        (Expression::Power(a, b), Expression::Power(c, d)) => lay(a, c, bound) && lay(b, d, bound),
        (Expression::Negate(a), Expression::Negate(b)) => lay(a, b, bound),
        _ => false,
    }
}

/// The one name of a product that has no number: the factors before and after it match those of the numbers in order.
fn without_number(names: &Expression, numbers: &Expression) -> Option<String> {
    let (names, numbers) = (factors(names)?, factors(numbers)?);
    if names.len() != numbers.len() + 1 {
        return None;
    }
    let fits = |name: &Expression, number: &Expression| match (name, number) {
        (Expression::Symbol(..), Expression::Literal(_)) => true,
        (Expression::Literal(a), Expression::Literal(b)) => a.number.value == b.number.value,
        _ => false,
    };
    let mut left = (0..names.len()).filter(|&out| {
        let kept = names.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, e)| e);
        matches!(names[out], Expression::Symbol(..)) && kept.zip(&numbers).all(|(a, b)| fits(a, b))
    });
    let Expression::Symbol(name, _) = names[left.next()?] else { return None };
    left.next().is_none().then(|| name.clone())
}

fn factors(e: &Expression) -> Option<Vec<&Expression>> {
    match e {
        Expression::Binary(Operator::Multiply, a, b) => {
            let mut out = factors(a)?;
            out.extend(factors(b)?);
            Some(out)
        }
        Expression::Symbol(..) | Expression::Literal(_) => Some(vec![e]),
        _ => None,
    }
}

/// Most other values of a name that are tried; a name with more names nothing.
const MOST_OTHERS: usize = 16;

/// Whether another value that the document gives an operand's name makes a wrong claim right.
fn explain_operand(document: &Document, named: &[Named], claim: &mut Claim) {
    let mut found: Option<(String, String, &Definition)> = None;
    let telling = claim.value.as_ref().is_some_and(is_telling);
    if let Some(rework) = Rework::of(claim).filter(|_| telling) {
        for (nth, operand) in claim.operands.iter().enumerate() {
            let Some(name) = operand.symbol.clone().or_else(|| noun(&operand.noun)) else { continue };
            let key = key_of(&name);
            let others =
                named.iter().map(|n| &n.definition).filter(|d| d.key == key && d.value.value != operand.value.value);
            for definition in others.filter(|d| !claim.span.contains(d.value_span)).take(MOST_OTHERS) {
                let replaced = [(nth, definition.value.value.clone())];
                if rework.with(&replaced, &|_| None) != Some(Reworked::Holds) {
                    continue;
                }
                // Two values that both fit explain nothing.
                if found.is_some() {
                    return;
                }
                found = Some((shown(&operand.value), name.clone(), definition));
            }
        }
    }
    if let Some((here, name, definition)) = found {
        claim.notes.push((definition.span, format!("`{name}` is {} here", shown(&definition.value))));
        claim.explanation = Some(says(document, &here, &name, definition));
    }
}

/// The noun that may be a name: one word, or several.
fn noun(text: &str) -> Option<String> {
    let text = text.trim_start_matches('/').trim();
    (!text.is_empty()).then(|| text.to_string())
}

fn says(document: &Document, here: &str, name: &str, definition: &Definition) -> Explanation {
    let line = document.source.line_of(definition.value_span.start);
    let there = shown(&definition.value);
    Explanation {
        kind: "other-value".to_string(),
        text: format!("it uses {here}, but `{name}` is {there} at line {line}"),
    }
}

/// A value with the unit it was written in.
fn shown(value: &Quantity) -> String {
    let factor = if value.factor.is_zero() { designlint_quantity::Rational::ONE } else { value.factor.clone() };
    let number = designlint_quantity::significant(&(&value.value / factor), 9);
    if value.unit.is_empty() { number } else { format!("{number} {}", value.unit) }
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Claim, Knowledge, Verdict, extract};

    fn claims(text: &str) -> Vec<Claim> {
        extract(&Document::parse(Source::new(text)), &Knowledge::default()).claims
    }

    #[test]
    fn a_number_that_is_not_what_its_name_is() {
        let text = "```text\nlayers = 96\nwidth = 1,024\nall = 2 x layers x width = 2 x 80 x 1,024 = 163,840\n```\n";
        let claims = claims(text);
        assert_eq!(claims[0].verdict, Verdict::Wrong);
        let explanation = claims[0].explanation.as_ref().map(|e| (e.kind.as_str(), e.text.as_str()));
        assert_eq!(explanation, Some(("other-value", "it uses 80, but `layers` is 96 at line 2")));
        assert_eq!(claims[1].operands[1].symbol.as_deref(), Some("layers"));
        assert_eq!(claims[1].verdict, Verdict::Holds);
    }

    #[test]
    fn two_numbers_in_each_others_place() {
        let text = "```text\nlayers = 80\nwidth = 1,024\nshare = 2 x width / layers = 2 x 80 / 1,024 = 0.156\n```\n";
        let claims = claims(text);
        assert_eq!(claims[0].verdict, Verdict::Wrong);
        let explanation = claims[0].explanation.as_ref().map(|e| (e.kind.as_str(), e.text.as_str()));
        let says = "two numbers stand in each other's place: `width` is 1,024 at line 3, `layers` is 80 at line 2";
        assert_eq!(explanation, Some(("names-swapped", says)));
    }

    #[test]
    fn factors_in_another_order_are_those_of_their_names() {
        let text = "```text\nlayers = 80\nwidth = 1,024\nall = 2 x layers x width = 2 x 1,024 x 80 = 163,840\n```\n";
        let claims = claims(text);
        assert_eq!(claims.iter().map(|c| c.verdict).collect::<Vec<_>>(), [Verdict::Holds; 2]);
        let symbols: Vec<Option<&str>> = claims[1].operands.iter().map(|o| o.symbol.as_deref()).collect();
        assert_eq!(symbols, [None, Some("width"), Some("layers")]);
    }

    #[test]
    fn an_earlier_value_of_a_name_that_makes_a_result_right() {
        let text = "```text\nlayers = 96\n```\n\nThe store holds 80 layers x 1,024 = 98,304.\n";
        let claims = claims(text);
        let explanation = claims[0].explanation.as_ref().map(|e| (e.kind.as_str(), e.text.as_str()));
        assert_eq!(explanation, Some(("other-value", "it uses 80, but `layers` is 96 at line 2")));
        assert_eq!(claims[0].notes.len(), 1);
    }

    #[test]
    fn a_name_without_a_number() {
        let claims = claims("```text\nsize = 2 x layers x 64 x width = 2 x 64 x 128 = 16,384\n```\n");
        assert_eq!(claims[0].reason.as_deref(), Some("a factor is missing: `layers` has no number"));
    }
}

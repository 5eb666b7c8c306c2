//! Whole things that a division gives: what fits rounds down, what is needed rounds up.

use designlint_quantity::{Evaluation, Expression, Function, Operator, Rational, Reading, Relation, TokenKind};

use super::{Claim, ClaimKind, Explanation, Fault, Verdict, equations::Equation, passage::Passage, shown::Shown};

/// Words that say how many fit.
const FITS: &[&str] =
    &["fit", "fits", "fitting", "hold", "holds", "accommodate", "accommodates", "room", "cram", "pack", "packs"];
/// Words that say how many are needed.
const NEEDS: &[&str] =
    &["need", "needs", "needed", "require", "requires", "required", "requiring", "provision", "necessary"];
/// What is bought whole.
const BOUGHT: &[&str] = &[
    "box",
    "boxes",
    "broker",
    "brokers",
    "disk",
    "disks",
    "drive",
    "drives",
    "gpus",
    "host",
    "hosts",
    "instance",
    "instances",
    "machine",
    "machines",
    "node",
    "nodes",
    "pod",
    "pods",
    "rack",
    "racks",
    "replicas",
    "server",
    "servers",
    "shards",
    "vms",
    "worker",
    "workers",
];
/// Words that say that the number is spread over something, or that the rest is meant to be lost.
const SPREAD: &[&str] = &["per", "each", "every", "average", "mean", "full", "whole", "complete"];

/// Which way a whole number must be rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Down,
    Up,
}

/// Makes a claim wrong that rounds what fits up, or what is needed down.
pub(super) fn check(passage: &Passage, equation: &Equation, claim: &mut Claim) {
    let open = claim.verdict == Verdict::Holds || claim.fault == Some(Fault::Value);
    let backwards = matches!(claim.kind, ClaimKind::Comparison | ClaimKind::Conversion);
    if !open || backwards || equation.relation != Relation::Equal || equation.about || claim.weak {
        return;
    }
    let Some(left) = equation.left.iter().find(|l| passage.span(l.range.clone()) == claim.computed_span) else {
        return;
    };
    let (Some(stated), Some(exact)) = (whole(claim), claim.recomputed.clone()) else { return };
    let Some(literal) = equation.right.expression.as_literal().filter(|l| l.suffix.is_bare()) else { return };
    let exact = exact.value;
    if exact.is_int() || !divides(&left.expression) || may_be(&left.expression, &exact, &stated) {
        return;
    }
    let Some((way, word)) = way(passage, equation, &left.expression) else { return };
    // Of many servers, one less is within what anybody sizes by.
    if stated >= Rational::from(1000u16) && BOUGHT.contains(&word.as_str()) {
        return;
    }
    let right = Rational::from(if way == Way::Down { exact.floor() } else { exact.ceil() });
    let gap = if stated > exact { &stated - &exact } else { &exact - &stated };
    if stated == right {
        return;
    }
    let Some(shown) = Shown::of(&claim.stated, literal, &claim.computed_text) else { return };
    if gap >= Rational::ONE {
        // Another mistake; what is right is rounded in this direction all the same.
        claim.rounded = Some(shown.nearest(&right));
        return;
    }
    claim.verdict = Verdict::Wrong;
    claim.how = None;
    claim.fault = Some(Fault::Rounding);
    claim.rounded = Some(shown.nearest(&right));
    claim.accepted = claim.rounded.clone().map(|r| (r.clone(), r));
    let says = match way {
        Way::Down => format!("\"{word}\": what fits rounds down"),
        Way::Up => format!("\"{word}\": what is needed rounds up"),
    };
    claim.explanation = Some(Explanation { kind: "rounding-direction".to_string(), text: says });
}

/// The stated number, where it is a whole number of things.
fn whole(claim: &Claim) -> Option<Rational> {
    let value = claim.value.as_ref()?;
    let counts = value.dimension.is_none() && value.factor.is_one() && !value.rounded && value.ulp.is_one();
    (counts && value.value > Rational::ONE).then(|| value.value.clone())
}

/// Whether the last step divides, and nothing in it rounds by itself.
fn divides(e: &Expression) -> bool {
    let rounds = |e: &Expression| {
        matches!(e, Expression::Call(Function::Ceil | Function::Floor | Function::Round, _) | Expression::Range(..))
    };
    e.any(|e| matches!(e, Expression::Binary(Operator::Divide, ..))) && !e.any(rounds) && e.share().is_none()
}

/// Whether the operands are rounded so far that the stated number may be the exact one.
fn may_be(e: &Expression, exact: &Rational, stated: &Rational) -> bool {
    let reading = Reading::default();
    let value = |slack| Evaluation { reading: &reading, slack, symbols: &|_| None }.value(e);
    let (Ok(face), Ok(wide)) = (value(false), value(true)) else { return true };
    let middle = face.middle();
    if middle.is_zero() {
        return true;
    }
    let scale = exact / middle;
    let (a, b) = (wide.low * &scale, wide.high * scale);
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    low <= *stated && *stated <= high
}

/// Which way the words around an equation round, and the word that says so: what follows the result first, then what stands
/// before the calculation, then the thing itself.
fn way(passage: &Passage, equation: &Equation, left: &Expression) -> Option<(Way, String)> {
    let sentence = passage.sentence(equation.sign.clone());
    let words = |range: std::ops::Range<usize>| {
        let tokens = passage.tokens.get(range).unwrap_or(&[]);
        let words = tokens.iter().filter(|t| t.kind == TokenKind::Word);
        words.map(|t| t.text(&passage.text).to_lowercase()).collect::<Vec<_>>()
    };
    let at = |offset: usize| passage.tokens.partition_point(|t| t.range.start < offset);
    let stated = at(equation.right.range.start);
    let behind = words(stated.max(sentence.start)..sentence.end);
    let start = equation.left.first().map_or(equation.sign.start, |l| l.range.start);
    let before = words(sentence.start..at(start).max(sentence.start));
    let near: Vec<String> = behind.iter().take(4).cloned().collect();
    if near.iter().any(|w| SPREAD.contains(&w.as_str())) {
        return None;
    }
    let says = |word: &String| {
        let down = FITS.contains(&word.as_str());
        let up = NEEDS.contains(&word.as_str());
        (down || up).then(|| (if down { Way::Down } else { Way::Up }, word.clone()))
    };
    let said = behind.iter().take(8).find_map(says).or_else(|| before.iter().rev().take(8).find_map(says));
    said.or_else(|| {
        let bought = near.iter().take(3).find(|w| BOUGHT.contains(&w.as_str()))?;
        (!spreads(left, bought)).then(|| (Way::Up, bought.clone()))
    })
}

/// `500 nodes / 3` spreads nodes, it does not buy them.
fn spreads(left: &Expression, noun: &str) -> bool {
    let first = left.literals().first().map(|l| l.suffix.noun.to_lowercase()).unwrap_or_default();
    first.split_whitespace().any(|w| w == noun)
}

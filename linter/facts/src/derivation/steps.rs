//! How a stated number follows from others, by the claim that states it.

use std::collections::BTreeMap;

use designlint_document::{Document, Span};
use designlint_quantity::{Dimension, Expression, Operator, Quantity, Rational, Reading};

use super::{
    Calculation, Derivation, Leaf, Step,
    index::{Index, Named},
    links::{Link, Links},
};
use crate::{
    Claim, ClaimKind, Operand, Verdict,
    claims::{Rework, magnitude, read, value_under},
};

/// How far a recomputed value may be from the stated one, in hundredths of it.
const OFF: u8 = 5;

/// Seconds of a minute, an hour, a day, a week, a month and a year.
const PERIODS: [u32; 6] = [60, 3_600, 86_400, 604_800, 2_592_000, 31_536_000];

/// A number of a claim that could not be told apart from others.
pub(super) struct Doubt {
    pub text: String,
    pub nodes: Vec<usize>,
}

/// How a claim is followed.
pub(super) struct Followed {
    /// `None` where it uses no other number of the document and there is nothing to follow.
    pub step: Result<Option<Step>, String>,
    /// Whether it uses another number of the document.
    pub linked: bool,
    pub doubts: Vec<Doubt>,
    /// The numbers that are other nodes, with their places.
    pub numbers: Vec<(Span, Leaf)>,
}

/// What steps are read with.
pub(super) struct Steps<'d> {
    pub document: &'d Document,
    pub index: &'d Index<'d>,
    pub links: &'d Links<'d>,
    pub reading: Reading,
}

impl Steps<'_> {
    /// How the number of a node follows by its claim.
    pub fn of(&self, derivation: &Derivation, own: usize, claim: &Claim) -> Followed {
        let mut doubts = Vec::new();
        let mut leaves = Vec::new();
        for operand in &claim.operands {
            leaves.push(match self.links.of(derivation, own, operand, claim.section) {
                Link::Nothing => None,
                Link::Node(leaf) => Some(leaf),
                Link::Several(nodes) => {
                    doubts.push(Doubt { text: shown(operand), nodes });
                    None
                }
            });
        }
        let places = claim.operands.iter().map(|o| o.span).zip(&leaves);
        let numbers = places.filter_map(|(span, leaf)| Some((span, leaf.clone()?))).collect();
        let names = read(&claim.computed_text).map(|e| self.names(derivation, &e, claim.section));
        let named = names.as_ref().is_some_and(|names| !names.0.is_empty());
        let linked = named || !doubts.is_empty() || leaves.iter().any(Option::is_some);
        let step = match claim.verdict {
            // A name may be known here that the line alone does not tell; whether it fits is seen when all is calculated.
            Verdict::Unknown if claim.recomputed.is_none() && named => {
                let why = || claim.reason.clone().unwrap_or_else(|| "it was not understood".to_string());
                self.step(derivation, claim, leaves, names.unwrap_or_default()).map_err(|_| why())
            }
            Verdict::Unknown => Err(claim.reason.clone().unwrap_or_else(|| "it was not understood".to_string())),
            Verdict::Wrong => Err("the document gets it wrong by its own numbers".to_string()),
            Verdict::Holds | Verdict::Inherits => self.step(derivation, claim, leaves, names.unwrap_or_default()),
        };
        Followed { step, linked, doubts, numbers }
    }

    fn step(
        &self,
        derivation: &Derivation,
        claim: &Claim,
        leaves: Vec<Option<Leaf>>,
        names: (Vec<(String, usize)>, Option<String>),
    ) -> Result<Option<Step>, String> {
        let stated = claim.value.as_ref().ok_or("it states no number")?;
        if leaves.iter().all(Option::is_none) && names.0.is_empty() {
            return Ok(None);
        }
        if claim.kind == ClaimKind::Total
            && let Some(sum) = plain_sum(claim, &leaves)
        {
            return Ok(Some(sum));
        }
        if let Some(change) = change(derivation, claim, &leaves) {
            return Ok(Some(change));
        }
        let expression = expression(claim).or_else(|| self.sum_of_operands(claim));
        let expression = expression.ok_or("how it is calculated is said in words")?;
        if let Some(unknown) = names.1 {
            return Err(unknown);
        }
        let values = |name: &str| {
            let at = names.0.iter().find(|(known, _)| known == name)?.1;
            derivation.nodes[at].value.clone()
        };
        let (own, _) = value_under(&expression, &values, &self.reading).ok_or("its units do not agree as written")?;
        let factor = factor(&own, claim.recomputed.as_ref(), stated).ok_or("it is read otherwise than as written")?;
        if !factor.is_one() && claim.reading.contains(designlint_quantity::BINARY) && adds(&expression) {
            return Err("its prefixes are read in two ways".to_string());
        }
        Ok(Some(Step::Calculation(Box::new(Calculation { expression, leaves, names: names.0, factor }))))
    }

    /// The sum of the numbers of a claim, where that is what it calculates: words stand between them.
    fn sum_of_operands(&self, claim: &Claim) -> Option<Expression> {
        let sum = claim.operands.iter().fold(Rational::ZERO, |sum, o| sum + &o.value.value);
        let others = claim.computed_text.contains(['*', '/', '×', '÷', '·', '−', '^', '%']);
        if others || !claim.computed_text.contains('+') || sum != claim.recomputed.as_ref()?.value {
            return None;
        }
        let numbers: Vec<&str> = claim.operands.iter().map(|o| self.document.source.slice(o.span)).collect();
        read(&numbers.join(" + ")).filter(|e| e.literals().len() == numbers.len())
    }

    /// The nodes that the names of an expression are, and what is wrong with the first that is none.
    pub fn names(
        &self,
        derivation: &Derivation,
        expression: &Expression,
        section: usize,
    ) -> (Vec<(String, usize)>, Option<String>) {
        let mut out: BTreeMap<&str, usize> = BTreeMap::new();
        let mut unknown = None;
        for (name, _) in expression.symbols() {
            let why = match self.index.resolve(derivation, name, section) {
                Named::One(node) => {
                    out.insert(name, node);
                    continue;
                }
                Named::Nothing if matches!(name, "pi" | "π" | "\\pi" | "e") => continue,
                Named::Nothing => format!("`{name}` has no value"),
                Named::Several(nodes) => {
                    format!("`{name}` is {}", several(derivation, &nodes))
                }
            };
            unknown.get_or_insert(why);
        }
        (out.into_iter().map(|(name, node)| (name.to_string(), node)).collect(), unknown)
    }
}

/// Nodes as alternatives: `192 or 256`, by name where their numbers are the same.
pub(super) fn several(derivation: &Derivation, nodes: &[usize]) -> String {
    let all = || nodes.iter().filter_map(|&n| derivation.nodes.get(n));
    let differ = all().any(|n| Some(n.stated.as_str()) != all().next().map(|n| n.stated.as_str()));
    let says = |n: &super::Node| if differ { n.stated.clone() } else { format!("`{}`", n.name()) };
    let mut texts: Vec<String> = all().map(says).collect();
    texts.dedup();
    texts.truncate(4);
    texts.join(" or ")
}

fn shown(operand: &Operand) -> String {
    let number = designlint_quantity::significant(&crate::claims::digits(&operand.value), 6);
    if operand.value.unit.is_empty() { number } else { format!("{number} {}", operand.value.unit) }
}

/// The calculated side, where its numbers are those of the claim.
fn expression(claim: &Claim) -> Option<Expression> {
    match claim.kind {
        ClaimKind::Total => {
            let expression = read(&claim.computed_text.replace('−', "-"))?;
            let literals = expression.literals();
            let same = |(l, o): (&&designlint_quantity::Literal, &Operand)| {
                l.number.value == magnitude(&crate::claims::digits(&o.value))
            };
            let all = literals.len() == claim.operands.len() && literals.iter().zip(&claim.operands).all(same);
            all.then_some(expression)
        }
        _ => Some(Rework::of(claim)?.computed().clone()),
    }
}

/// What changes between two numbers are, `p` being the first.
const CHANGES: [&str; 8] = ["q / p", "p / q", "q / p - 1", "1 - q / p", "p / q - 1", "1 - p / q", "q - p", "p - q"];

/// Those that a reading leaves.
fn changes(reading: &str) -> &'static [&'static str] {
    match reading {
        "share of the total" => &CHANGES[1..2],
        "percent of the old value" => &CHANGES[2..4],
        "percent of the new value" => &CHANGES[4..6],
        _ => &CHANGES,
    }
}

/// A change between two numbers that are nodes, where only one way to calculate it gives what was recomputed.
fn change(derivation: &Derivation, claim: &Claim, leaves: &[Option<Leaf>]) -> Option<Step> {
    let ([Some(x), Some(y)], ClaimKind::Change) = (leaves, claim.kind) else { return None };
    let value = |leaf: &Leaf| derivation.nodes[leaf.node].value.clone();
    let (a, b) = (value(x)?, value(y)?);
    let recomputed = claim.recomputed.as_ref().map(|q| &q.value);
    let stated = claim.value.as_ref()?;
    let symbols = |name: &str| Some(if name == "p" { a.clone() } else { b.clone() });
    let fits = |text: &&&str| {
        let value = read(text).and_then(|e| value_under(&e, &symbols, &Reading::default()));
        value.is_some_and(|(v, _)| recomputed.is_none_or(|r| v == *r) && is_near(&v, &stated.value, &stated.ulp))
    };
    let found: Vec<&&str> = changes(&claim.reading).iter().filter(fits).collect();
    let [only] = found[..] else { return None };
    let names = vec![("p".to_string(), x.node), ("q".to_string(), y.node)];
    Some(Step::Calculation(Box::new(Calculation {
        expression: read(only)?,
        leaves: Vec::new(),
        names,
        factor: Rational::ONE,
    })))
}

/// A total of numbers that are all added, each a node.
fn plain_sum(claim: &Claim, leaves: &[Option<Leaf>]) -> Option<Step> {
    let sum = claim.operands.iter().fold(Rational::ZERO, |sum, o| sum + &o.value.value);
    let nodes: Option<Vec<(usize, bool)>> = leaves.iter().map(|l| l.as_ref().map(|l| (l.node, false))).collect();
    (sum == claim.recomputed.as_ref()?.value).then_some(())?;
    nodes.filter(|n| n.len() >= 2).map(Step::Sum)
}

/// Whether anything is added or taken away.
fn adds(expression: &Expression) -> bool {
    expression.any(|e| matches!(e, Expression::Binary(Operator::Add | Operator::Subtract, ..)))
}

/// What the value of an expression is multiplied with to be in the base units of the stated number.
fn factor(own: &Rational, recomputed: Option<&Quantity>, stated: &Quantity) -> Option<Rational> {
    let meant = recomputed.map_or(own, |q| &q.value);
    let in_its_unit = [meant.clone(), meant * &stated.factor].into_iter();
    let mut in_its_unit = in_its_unit.filter(|v| is_near(v, &stated.value, &stated.ulp));
    let meant = in_its_unit.next().or_else(|| of_a_period(own, stated))?;
    if own.is_zero() { meant.is_zero().then_some(Rational::ONE) } else { Some(meant / own) }
}

/// The value per a period, or over one, where that alone is what is stated: `10,000 x 86,400 = 864 million points/day`, of which
/// the left side has no unit.
fn of_a_period(own: &Rational, stated: &Quantity) -> Option<Rational> {
    if stated.dimension.time() == 0 {
        return None;
    }
    let periods = PERIODS.iter().flat_map(|&seconds| {
        let seconds = Rational::from(seconds);
        [own / &seconds, own * seconds]
    });
    let found: Vec<Rational> = periods.filter(|v| is_near(v, &stated.value, &stated.ulp)).collect();
    let [only] = &found[..] else { return None };
    Some(only.clone())
}

/// The factor between the value of a formula and the number that the document states for it.
pub(super) fn formula_factor(value: &Rational, dimension: Dimension, stated: &Quantity) -> Option<Rational> {
    let same = dimension == stated.dimension && is_near(value, &stated.value, &stated.ulp);
    let bare = || is_near(&(value * &stated.factor), &stated.value, &stated.ulp).then(|| stated.factor.clone());
    if same { Some(Rational::ONE) } else { bare() }
}

/// Whether a value is one that could have been stated so: within a few hundredths, or two of the last places.
pub(super) fn is_near(value: &Rational, stated: &Rational, ulp: &Rational) -> bool {
    let off = magnitude(&(value - stated));
    off.clone() * Rational::from(100u8) <= magnitude(stated) * Rational::from(OFF) || off <= ulp * Rational::from(2u8)
}

//! What is set, read from `NAME=VALUE`.

use std::collections::BTreeMap;
use std::fmt;

use designlint_document::Source;
use designlint_facts::{Derivation, Named};
use designlint_quantity::{Expression, Quantity, Rational, parse, tokens};

use crate::nearest;

/// Values for inputs, in base units, by index of the node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// The values.
    pub values: BTreeMap<usize, Rational>,
}

/// A list of values for one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Index of its node.
    pub node: usize,
    /// The values in base units, in the order asked for.
    pub values: Vec<Rational>,
}

/// Why something that was asked for cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is no number of that name; one that may be meant.
    Unknown(String, Option<String>),
    /// Several numbers have that name: each with its line and as it stands there.
    Several(String, Vec<(usize, String)>),
    /// It cannot be read, and why.
    Unreadable(String, String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name, meant) => {
                write!(f, "no number is called `{name}`")?;
                meant.as_ref().map_or(Ok(()), |meant| write!(f, "; did you mean `{meant}`?"))
            }
            Self::Several(name, places) => {
                let places = places.iter().map(|(line, text)| format!("line {line} says {text}"));
                write!(f, "`{name}` has two values: {}", places.collect::<Vec<_>>().join(", "))
            }
            Self::Unreadable(text, why) => write!(f, "`{text}`: {why}"),
        }
    }
}

impl Scenario {
    /// Reads `NAME=VALUE`, one an input. A bare value is in the document's own unit.
    ///
    /// # Errors
    /// What cannot be set.
    pub fn of(derivation: &Derivation, source: &Source, sets: &[String]) -> Result<Self, Refused> {
        let mut values = BTreeMap::new();
        for set in sets {
            let (name, text) = split(set)?;
            let node = Self::node(derivation, source, name)?;
            values.insert(node, value_for(derivation, node, text)?);
        }
        Ok(Self { values })
    }

    /// One input as a text says it. A bare value is in the document's own unit.
    ///
    /// # Errors
    /// The text is no value of that input.
    pub fn setting(derivation: &Derivation, node: usize, text: &str) -> Result<Self, Refused> {
        Ok(Self { values: BTreeMap::from([(node, value_for(derivation, node, text)?)]) })
    }

    /// The node that a name means.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn node(derivation: &Derivation, source: &Source, name: &str) -> Result<usize, Refused> {
        match derivation.named(name) {
            Named::One(node) => Ok(node),
            Named::Nothing => {
                let names = derivation.nodes.iter().flat_map(|n| n.names.iter().map(String::as_str));
                Err(Refused::Unknown(name.to_owned(), nearest(name, names).map(str::to_owned)))
            }
            Named::Several(nodes) => {
                let place = |&at: &usize| {
                    let node = &derivation.nodes[at];
                    let text = if node.stated.is_empty() { &node.text } else { &node.stated };
                    (source.line_of(node.span.start), text.clone())
                };
                Err(Refused::Several(name.to_owned(), nodes.iter().map(place).collect()))
            }
        }
    }

    /// The same with one more value.
    #[must_use]
    pub fn with(&self, node: usize, value: Rational) -> Self {
        let mut out = self.clone();
        out.values.insert(node, value);
        out
    }
}

impl Swept {
    /// Reads `NAME=A,B`. Groups of digits are not parted by commas here.
    ///
    /// # Errors
    /// What cannot be set.
    pub fn of(derivation: &Derivation, source: &Source, text: &str) -> Result<Self, Refused> {
        let (name, list) = split(text)?;
        let node = Scenario::node(derivation, source, name)?;
        let values = list.split(',').map(|value| value_for(derivation, node, value.trim()));
        Ok(Self { node, values: values.collect::<Result<_, _>>()? })
    }
}

fn split(text: &str) -> Result<(&str, &str), Refused> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    parts
        .filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .ok_or_else(|| Refused::Unreadable(text.to_owned(), "write it as NAME=VALUE".to_owned()))
}

/// A value for a node, in base units.
pub(super) fn value_for(derivation: &Derivation, node: usize, text: &str) -> Result<Rational, Refused> {
    let refused = |why: &str| Refused::Unreadable(text.to_owned(), why.to_owned());
    let quantity = quantity(text).ok_or_else(|| refused("it is no number with a unit"))?;
    let of = &derivation.nodes[node];
    let bare = quantity.dimension.is_none() && quantity.unit.is_empty();
    match &of.value {
        Some(stated) if bare => Ok(&quantity.value * &stated.factor),
        _ if quantity.dimension == of.dimension => Ok(quantity.value),
        _ => Err(refused(&format!("its unit is not that of `{}`", of.name()))),
    }
}

/// A text as a number with its unit, a sign included.
fn quantity(text: &str) -> Option<Quantity> {
    let tokens = tokens(text);
    let parsed = parse(text, &tokens, 0).filter(|p| p.next == tokens.len() && !p.cut_off)?;
    let quantity = Quantity::of(parsed.expression.as_literal()?, text);
    let negative = matches!(parsed.expression, Expression::Negate(_));
    Some(if negative { Quantity { value: -quantity.value.clone(), ..quantity } } else { quantity })
}

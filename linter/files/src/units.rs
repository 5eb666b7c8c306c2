//! `units:` of a configuration: what prefixes and months mean, and which nouns count.

use designlint_facts::Conventions;
use designlint_quantity::Convention;

use crate::config::{list, mapping, text_of, unknown_key};
use crate::config_error::Wrong;
use crate::yaml::Node;

const KEYS: &[&str] = &["prefix", "month", "nouns"];
const PREFIXES: &[&str] = &["decimal", "binary"];

/// What one file says of units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Units {
    readings: Convention,
    nouns: Vec<String>,
}

impl Units {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.readings.is_open() && self.nouns.is_empty()
    }

    /// Adds what it says to what the files before it said.
    pub fn teach(&self, conventions: &mut Conventions) {
        let readings = &mut conventions.readings;
        readings.binary = self.readings.binary.or(readings.binary);
        readings.month = self.readings.month.or(readings.month);
        self.nouns.iter().for_each(|noun| conventions.count(noun));
    }
}

/// Reads the value of the key.
pub(crate) fn units(node: &Node) -> Result<Units, Wrong> {
    let mut units = Units::default();
    for (key, node) in mapping(node, "`units`")? {
        match key.name.as_str() {
            "prefix" => units.readings.binary = Some(prefix(node)?),
            "month" => units.readings.month = Some(month(node)?),
            "nouns" => units.nouns = list(node).iter().map(noun).collect::<Result<_, _>>()?,
            _ => return Err(unknown_key(key, KEYS)),
        }
    }
    Ok(units)
}

fn prefix(node: &Node) -> Result<bool, Wrong> {
    let name = text_of(node, "decimal or binary")?;
    match name.as_str() {
        "decimal" => Ok(false),
        "binary" => Ok(true),
        _ => Err(Wrong::unknown(node.span, "meaning of prefixes", &name, PREFIXES)),
    }
}

fn month(node: &Node) -> Result<usize, Wrong> {
    let text = text_of(node, "the length of a month, such as 30 d,")?;
    Convention::month_of(&text).ok_or_else(|| {
        let wrong = Wrong::new(node.span, format!("`{text}` is no usual length of a month"));
        wrong.help("possible: 30 d, 30.4375 d, 30.436875 d, 730 h")
    })
}

fn noun(node: &Node) -> Result<String, Wrong> {
    let text = text_of(node, "a noun")?;
    let is_word = !text.is_empty() && text.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '_'));
    if !is_word {
        return Err(Wrong::new(node.span, format!("`{text}` is no noun")).help("one word without digits, such as pods"));
    }
    match designlint_quantity::unit(&text) {
        Some(unit) if !unit.counts => {
            Err(Wrong::new(node.span, format!("`{text}` is a unit")).help("a noun only counts, such as pods"))
        }
        _ => Ok(text),
    }
}

//! Formulas that a team adds in its configuration, checked before they are used.

use std::ops::Range;

use designlint_document::Span;
use designlint_facts::Formula;

use super::formulas::{Entry, Measured, Wrong, built};
use super::scope::{Scope, is_unit};

/// Qualifiers that no formula of a team knows.
const QUALIFIERS: &[&str] = &[
    "per",
    "each",
    "compressed",
    "effective",
    "quantized",
    "quantised",
    "average",
    "mean",
    "most",
    "least",
    "up",
    "max",
    "maximum",
    "min",
    "minimum",
    "limit",
    "budget",
    "quota",
    "left",
    "remaining",
    "saved",
    "saves",
    "another",
    "more",
];

/// A text of a configuration and where it stands.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// The text, without quotes.
    pub text: String,
    /// Where it stands; longer than the text where that is quoted with escapes or over several lines.
    pub span: Span,
}

/// A formula as a configuration states it.
#[derive(Clone, Debug, Default)]
pub struct OwnFormula {
    /// Id.
    pub id: Placed,
    /// Name for messages.
    pub name: Placed,
    /// Names that documents give its result.
    pub words: Vec<Placed>,
    /// Its inputs.
    pub inputs: Vec<OwnInput>,
    /// Unit of the result; empty for a count.
    pub unit: Placed,
    /// The result over its inputs.
    pub formula: Placed,
    /// Words in a sentence on which it does not hold.
    pub silent_on: Vec<Placed>,
    /// Known mistakes.
    pub mistakes: Vec<OwnMistake>,
}

/// An input of a [`OwnFormula`].
#[derive(Clone, Debug, Default)]
pub struct OwnInput {
    /// Its name in the formula.
    pub variable: Placed,
    /// `count`, `time` and the like, or the unit that a bare number takes.
    pub kind: Placed,
    /// Other names that documents give it.
    pub words: Vec<Placed>,
}

/// A known mistake of a [`OwnFormula`].
#[derive(Clone, Debug, Default)]
pub struct OwnMistake {
    /// The formula as the mistake has it.
    pub formula: Placed,
    /// What the mistake is.
    pub says: Placed,
}

/// What is wrong with a formula of a configuration, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misstated {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What was probably meant, or what is possible.
    pub help: Option<String>,
}

impl Misstated {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl Placed {
    /// The place of a part of the text; all of it where the text is not written as it reads.
    pub(crate) fn part(&self, range: Range<usize>) -> Span {
        if self.span.len() == self.text.len() { Span::from(range).shift(self.span.start) } else { self.span }
    }
}

/// The formulas of a configuration, in its order.
///
/// # Errors
/// The first thing that is wrong with one of them, and where.
pub fn own_formulas(stated: &[OwnFormula]) -> Result<Vec<Formula>, Misstated> {
    let packs = super::knowledge();
    let mut out: Vec<Formula> = Vec::new();
    for own in stated {
        let id = &own.id.text;
        if out.iter().any(|f| f.id == *id) {
            return Err(Misstated::new(own.id.span, format!("a formula `{id}` stands above"))
                .help("give this one an id of its own"));
        }
        if packs.formulas.iter().any(|f| f.id == *id) {
            let message = format!("`{id}` is a formula that comes with designlint");
            return Err(Misstated::new(own.id.span, message).help("give this one an id of its own"));
        }
        out.push(checked(own)?);
    }
    Ok(out)
}

fn checked(own: &OwnFormula) -> Result<Formula, Misstated> {
    let scope = Scope::of(own)?;
    let unit = result_unit(&own.unit)?;
    scope.gives(&own.formula, &unit)?;
    let mut mistakes = Vec::new();
    for (nth, mistake) in own.mistakes.iter().enumerate() {
        scope.gives(&mistake.formula, &unit)?;
        let id = format!("{}-{}", own.id.text, nth + 1);
        let (formula, says) = (scope.inside(&mistake.formula.text), scope.sentence(&mistake.says)?);
        mistakes.push(Wrong { id, formula, says, ..Wrong::default() });
    }
    let words = |word: &Placed| [format!("{} = {{}}", word.text), format!("{{}} {}", word.text)];
    let silent = own.silent_on.iter().map(|w| w.text.clone()).chain(QUALIFIERS.iter().map(|w| (*w).to_owned()));
    let says_itself = |w: &String| own.words.iter().any(|word| word.text.split([' ', '-']).any(|part| part == w));
    let entry = Entry {
        id: own.id.text.clone(),
        name: own.name.text.clone(),
        rule: "formula-mismatch".to_owned(),
        source: "the configuration".to_owned(),
        says: own.words.iter().flat_map(words).collect(),
        inputs: scope.inputs.iter().map(|i| i.quantity.variable.clone()).collect(),
        unit,
        bare: true,
        formula: scope.inside(&own.formula.text),
        silent_on: silent.filter(|w| !says_itself(w)).collect(),
        mistakes,
        ..Entry::default()
    };
    let quantities: Vec<Measured> = scope.inputs.into_iter().map(|i| i.quantity).collect();
    built(entry, &quantities).map_err(|message| Misstated::new(own.id.span, message))
}

fn result_unit(stated: &Placed) -> Result<String, Misstated> {
    let unit = if stated.text == "count" { "" } else { stated.text.as_str() };
    let unit = if unit == "$" { "USD" } else { unit };
    if is_unit(unit) {
        return Ok(unit.to_owned());
    }
    let message = format!("no unit is called `{}`", stated.text);
    Err(Misstated::new(stated.span, message)
        .help("write `h`, `GB`, `GB/s`, `%`, `USD` or the like, and `count` where it has none"))
}

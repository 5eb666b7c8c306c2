//! The inputs of a team's formula, and the expressions over them.

use designlint_core::nearest;
use designlint_document::Span;
use designlint_quantity::{
    Dimension, Evaluation, Expression, Quantity, Rational, Reading, TokenKind, Unknown, parse, tokens, unit,
};

use super::formulas::Measured;
use super::own::{Misstated, OwnFormula, Placed};

/// Kinds of inputs, each with the unit that its dimension is of.
const KINDS: &[(&str, &str)] = &[
    ("count", ""),
    ("share", "%"),
    ("time", "s"),
    ("data", "B"),
    ("rate", "/s"),
    ("bandwidth", "B/s"),
    ("money", "USD"),
];

/// The words for kinds of inputs. The unit of an input may stand in their place.
pub fn input_kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(name, _)| *name)
}

/// The inputs of a formula under the names they have there.
pub(super) struct Scope {
    pub inputs: Vec<Known>,
}

pub(super) struct Known {
    name: String,
    pub quantity: Measured,
}

impl Scope {
    pub fn of(own: &OwnFormula) -> Result<Self, Misstated> {
        let mut inputs: Vec<Known> = Vec::new();
        for input in &own.inputs {
            let name = &input.variable.text;
            if !matches!(read(name), Ok(Expression::Symbol(symbol, _)) if symbol == *name) {
                let message = format!("`{name}` is no name that a formula can use");
                return Err(Misstated::new(input.variable.span, message).help("a name is letters, digits and `_`"));
            }
            let (unit, strict) = input_unit(&input.kind)?;
            let prefix: String = own.id.text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            let said = name.replace('_', " ");
            let timed = (input.kind.text == "time").then(|| format!("{said} time"));
            let named = std::iter::once(said.clone()).chain(timed);
            let words = named.chain(input.words.iter().map(|w| w.text.clone())).collect();
            // Two formulas may mean different things by one name.
            let variable = format!("own_{prefix}_{name}");
            let quantity = Measured { variable, name: said, unit, strict, words, ..Measured::default() };
            inputs.push(Known { name: name.clone(), quantity });
        }
        Ok(Self { inputs })
    }

    /// Checks that an expression reads, uses the inputs, and gives the unit.
    pub fn gives(&self, stated: &Placed, unit: &str) -> Result<(), Misstated> {
        let e = self.expression(stated, &stated.text, 0)?;
        let dimension = self.dimension(&e, stated)?;
        let wanted = dimension_of(unit);
        if dimension == wanted {
            return Ok(());
        }
        let result = if unit.is_empty() { "a count".to_owned() } else { format!("in {unit}") };
        let message = format!("`{}` gives {}, and the result is {result}", stated.text, called(dimension));
        Err(Misstated::new(stated.span, message))
    }

    /// An expression that uses the inputs; `from` is where it starts in the text that is placed.
    fn expression(&self, stated: &Placed, text: &str, from: usize) -> Result<Expression, Misstated> {
        let e = read(text).map_err(|at| {
            let rest = text[at..].trim_end();
            let message = match rest {
                "" => format!("`{text}` is no formula: it ends too early"),
                rest => format!("`{text}` is no formula: `{rest}` cannot be read"),
            };
            Misstated::new(stated.part(from + at..from + at + rest.len()), message)
        })?;
        for (name, range) in e.symbols() {
            if !self.inputs.iter().any(|i| i.name == name) {
                let span = stated.part(from + range.start..from + range.end);
                return Err(self.unknown(name, span));
            }
        }
        if let Some(l) = e.literals().into_iter().find(|l| !l.suffix.noun.is_empty()) {
            let noun = &l.suffix.noun;
            let message = format!("`{noun}` is read as what the number before it counts");
            let span = stated.part(from + l.range.start..from + l.range.end);
            return Err(Misstated::new(span, message).help(format!("write `*` between them, or leave `{noun}` out")));
        }
        Ok(e)
    }

    fn unknown(&self, name: &str, span: Span) -> Misstated {
        let names = || self.inputs.iter().map(|i| i.name.as_str());
        let help = match nearest(name, names()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("possible: {}", names().collect::<Vec<_>>().join(", ")),
        };
        Misstated::new(span, format!("no input is called `{name}`")).help(help)
    }

    /// The dimension of an expression, with a value for each input that no other has.
    fn dimension(&self, e: &Expression, stated: &Placed) -> Result<Dimension, Misstated> {
        let value = |name: &str| {
            let at = self.inputs.iter().position(|i| i.name == name)?;
            let value = Rational::from(*PRIMES.get(at % PRIMES.len())?);
            Some(Quantity { value, dimension: dimension_of(&self.inputs[at].quantity.unit), ..Quantity::count(0) })
        };
        let reading = Reading::default();
        match (Evaluation { reading: &reading, slack: false, symbols: &value }).value(e) {
            Ok(value) => Ok(value.dimension),
            Err(Unknown::Units) => {
                let message = format!("`{}` adds or subtracts what has different units", stated.text);
                Err(Misstated::new(stated.span, message))
            }
            Err(why) => Err(Misstated::new(stated.span, format!("`{}` has no value: {why}", stated.text))),
        }
    }

    /// The sentence of a mistake, in which `{name}` is an input and `{= name / 2}` an expression.
    pub fn sentence(&self, stated: &Placed) -> Result<String, Misstated> {
        if stated.text.trim().is_empty() {
            return Err(Misstated::new(stated.span, "a mistake `says` what it is"));
        }
        let text = &stated.text;
        let mut out = if text.starts_with("is ") { String::new() } else { "is ".to_owned() };
        let mut from = 0;
        while let Some(open) = text[from..].find('{').map(|n| from + n) {
            let Some(close) = text[open..].find('}').map(|n| open + n) else {
                return Err(Misstated::new(stated.part(open..text.len()), "this bracket is not closed"));
            };
            let inside = &text[open + 1..close];
            let expression = inside.strip_prefix('=').unwrap_or(inside);
            let start = close - expression.len();
            let e = self.expression(stated, expression, start)?;
            if inside == expression && !matches!(e, Expression::Symbol(..)) {
                let message = format!("`{inside}` is no input");
                let help = format!("write `{{= {inside}}}` for the value of an expression");
                return Err(Misstated::new(stated.part(start..close), message).help(help));
            }
            let equals = if inside == expression { "" } else { "=" };
            out.push_str(&format!("{}{{{equals}{}}}", &text[from..open], self.inside(expression)));
            from = close + 1;
        }
        out.push_str(&text[from..]);
        Ok(out)
    }

    /// An expression under the names that no other formula uses.
    pub fn inside(&self, text: &str) -> String {
        let mut out = String::new();
        let mut from = 0;
        for token in tokens(text).iter().filter(|t| t.kind == TokenKind::Word) {
            if let Some(known) = self.inputs.iter().find(|i| i.name == token.text(text)) {
                out.push_str(&text[from..token.range.start]);
                out.push_str(&known.quantity.variable);
                from = token.range.end;
            }
        }
        out.push_str(&text[from..]);
        out
    }
}

/// Values of which no sum or difference is zero.
const PRIMES: &[u32] = &[1_009, 2_027, 4_057, 8_117, 16_249, 32_503, 65_011, 130_027];

/// The unit of a kind, and whether a number without one states nothing.
fn input_unit(kind: &Placed) -> Result<(String, bool), Misstated> {
    if let Some((_, unit)) = KINDS.iter().find(|(name, _)| *name == kind.text) {
        return Ok(((*unit).to_owned(), !matches!(*unit, "" | "%")));
    }
    if !kind.text.is_empty() && is_unit(&kind.text) {
        return Ok((kind.text.clone(), false));
    }
    let names = || KINDS.iter().map(|(name, _)| *name);
    let help = match nearest(&kind.text, names()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("possible: {}, or a unit", names().collect::<Vec<_>>().join(", ")),
    };
    Err(Misstated::new(kind.span, format!("no kind of input is called `{}`", kind.text)).help(help))
}

/// The expression that a text is.
///
/// # Errors
/// Where it stops being one.
fn read(text: &str) -> Result<Expression, usize> {
    let tokens = tokens(text);
    let stop = |at: usize| tokens.get(at).map_or(text.len(), |t| t.range.start);
    match parse(text, &tokens, 0) {
        Some(parsed) if parsed.next == tokens.len() && !parsed.cut_off => Ok(parsed.expression),
        Some(parsed) => Err(stop(parsed.next)),
        None => Err(stop(0)),
    }
}

fn dimension_of(unit_text: &str) -> Dimension {
    let of = |word: &str| unit(word).map_or(Dimension::NONE, |u| u.dimension);
    let mut words = unit_text.split('/');
    let above = words.next().map_or(Dimension::NONE, of);
    words.fold(above, |dimension, word| dimension.plus(of(word), -1))
}

/// A dimension in words.
fn called(dimension: Dimension) -> &'static str {
    if dimension.is_none() {
        return "a count";
    }
    let named = KINDS.iter().find(|(_, unit)| dimension_of(unit) == dimension).map(|(name, _)| *name);
    match named {
        Some("time") => "a time",
        Some("data") => "an amount of data",
        Some("rate") => "a rate per time",
        Some("bandwidth") => "data per time",
        Some("money") => "money",
        _ => "another unit",
    }
}

/// Whether it is a unit as packs write it: `s`, `B/s`, `/s`, `%`, nothing.
pub(super) fn is_unit(text: &str) -> bool {
    let mut parts = text.split('/');
    let above = parts.next().unwrap_or_default();
    matches!(above, "" | "%") && !text.ends_with('/') && parts.clone().all(|p| unit(p).is_some())
        || unit(above).is_some() && parts.all(|p| unit(p).is_some())
}

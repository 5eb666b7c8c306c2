//! YAML as a tree that knows where everything stands.

use std::fmt;

use designlint_document::{Source, Span};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, MessageFormatter, Spanned, UserMessageFormatter};

/// Most levels that nest. What people write has ten; each takes much of the stack while it is read.
const DEEPEST: usize = 24;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub value: Value,
    pub span: Span,
}

/// What a node holds.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// A key of a mapping.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub name: String,
    pub span: Span,
}

/// Reads a YAML document.
///
/// # Errors
/// What is wrong with it, and where.
pub(crate) fn parse(text: &str) -> Result<Node, (String, Span)> {
    let budget = serde_saphyr::budget! { max_depth: DEEPEST, flow_nesting_limit: DEEPEST };
    let options = serde_saphyr::options! { with_snippet: false, strict_booleans: true, budget: budget };
    serde_saphyr::from_str_with_options::<Node>(text, options).map_err(|error| {
        let span = error.location().map_or_else(Span::default, |at| error_span(at, text));
        (UserMessageFormatter.format_message(error.without_snippet()).into_owned(), span)
    })
}

impl Node {
    /// The scalar as it would be typed; `None` for lists and mappings.
    pub fn text(&self) -> Option<String> {
        match &self.value {
            Value::Text(text) => Some(text.clone()),
            Value::Bool(value) => Some(value.to_string()),
            Value::Number(number) => Some(number.to_string()),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The value as JSON.
    pub fn json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(number) => number.clone().into(),
            Value::Text(text) => text.clone().into(),
            Value::List(items) => items.iter().map(Self::json).collect(),
            Value::Map(entries) => entries.iter().map(|(key, node)| (key.name.clone(), node.json())).collect(),
        }
    }
}

/// The place of an error: what it names, or what is left of the line where only line and column are known.
fn error_span(location: Location, text: &str) -> Span {
    let known = span_of(location);
    if !known.is_empty() {
        return known;
    }
    let number = |n: u64| usize::try_from(n).unwrap_or(1);
    let source = Source::new(text);
    let line = source.line_span(number(location.line()));
    let before = source.slice(line).char_indices().nth(number(location.column()).saturating_sub(1));
    Span::new(before.map_or(line.end, |(i, _)| line.start + i), line.end)
}

fn span_of(location: Location) -> Span {
    let span = location.span();
    let number = |n: Option<u64>| n.and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let start = number(span.byte_offset());
    Span::new(start, start + number(span.byte_len()))
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<Value>::deserialize(deserializer)?;
        Ok(Self { value: spanned.value, span: span_of(spanned.referenced) })
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree)
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        serde_json::Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("this is no number"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = access.next_key::<Spanned<String>>()? {
            let span = span_of(key.referenced);
            entries.push((Key { name: key.value, span }, access.next_value()?));
        }
        Ok(Value::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bytes() {
        let text = "# é\nkind: rfc\nrules: {bare-result: off, \"x\": {a: 1.5, b: true}}\nlist:\n  - é\n  - 2\nnone:\n";
        let node = parse(text).unwrap();
        let Value::Map(entries) = &node.value else { panic!("{node:?}") };
        let at = |span: Span| &text[span.range()];
        assert_eq!(entries.iter().map(|(key, _)| at(key.span)).collect::<Vec<_>>(), ["kind", "rules", "list", "none"]);
        assert_eq!(at(entries[0].1.span), "rfc");
        let Value::Map(rules) = &entries[1].1.value else { panic!() };
        assert_eq!((at(rules[0].0.span), rules[0].1.text()), ("bare-result", Some("off".to_owned())));
        assert_eq!(rules[1].0.name, "x");
        assert_eq!(rules[1].1.json().to_string(), r#"{"a":1.5,"b":true}"#);
        let Value::List(list) = &entries[2].1.value else { panic!() };
        assert_eq!((at(list[0].span), list[1].text()), ("é", Some("2".to_owned())));
        assert!(matches!(entries[3].1.value, Value::Null));
    }

    #[test]
    fn errors_have_a_place() {
        let said = |text: &str| {
            let (message, span) = parse(text).unwrap_err();
            (message, text[span.range()].to_owned())
        };
        let of = |message: &str, at: &str| (message.to_owned(), at.to_owned());
        assert_eq!(said("kind: rfc\nkind: adr\n"), of("duplicate mapping key `kind` is not allowed here", "kind"));
        assert_eq!(said("a: [1, 2\n"), of("unclosed bracket '['", "[1, 2"));
        assert_eq!(said("é: 1\n b: 2\n"), of("mapping values are not allowed in this context", ": 2"));
        assert!(matches!(parse("").unwrap().value, Value::Null));
        assert!(matches!(parse("# only\n").unwrap().value, Value::Null));
    }
}

//! Values of a YAML file with the places that errors point at.

use designlint_document::Span;
use designlint_rules::packs::Placed;

use crate::config_error::Wrong;
use crate::yaml::{Key, Node, Value};

/// Reads the values of a file, whose whole text is `text`.
pub(crate) struct Reader<'t> {
    text: &'t str,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text }
    }

    /// A list of texts; what stands alone is a list of one.
    pub fn list(&self, node: &Node, what: &str) -> Result<Vec<Placed>, Wrong> {
        match &node.value {
            Value::List(items) => items.iter().map(|item| self.placed(item, what)).collect(),
            _ => Ok(vec![self.placed(node, what)?]),
        }
    }

    pub fn placed(&self, node: &Node, what: &str) -> Result<Placed, Wrong> {
        let text = node.text().ok_or_else(|| Wrong::new(node.span, format!("{what} is expected here")))?;
        Ok(self.written(text, node.span))
    }

    /// A text without its quotes, where it stands so.
    pub fn written(&self, text: String, span: Span) -> Placed {
        let inner = Span::new(span.start + 1, span.end.saturating_sub(1).max(span.start + 1));
        let quoted = self.text.get(span.range()).is_some_and(|s| s.starts_with(['"', '\'']));
        let stands = self.text.get(inner.range()).is_some_and(|s| s == text);
        Placed { span: if quoted && stands { inner } else { span }, text }
    }
}

/// The entries of a mapping that has no other keys.
pub(crate) fn entries<'n>(node: &'n Node, what: &str, keys: &[&str]) -> Result<&'n [(Key, Node)], Wrong> {
    let Value::Map(entries) = &node.value else {
        return Err(Wrong::new(node.span, format!("{what} is a mapping with the keys {}", keys.join(", "))));
    };
    match entries.iter().find(|(key, _)| !keys.contains(&key.name.as_str())) {
        Some((key, _)) => Err(Wrong::unknown(key.span, "key", &key.name, keys)),
        None => Ok(entries),
    }
}

pub(crate) fn value<'n>(entries: &'n [(Key, Node)], name: &str) -> Option<&'n Node> {
    entries.iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
}

/// The value of a key that must be there; the error stands at the first key of what lacks it.
pub(crate) fn needed<'n>(node: &Node, entries: &'n [(Key, Node)], what: &str, name: &str) -> Result<&'n Node, Wrong> {
    let span = entries.first().map_or(node.span, |(key, _)| key.span);
    value(entries, name).ok_or_else(|| Wrong::new(span, format!("{what} has no `{name}`")))
}

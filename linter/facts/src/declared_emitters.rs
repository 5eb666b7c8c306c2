//! Who emits a signal, where the document says so.

use designlint_document::Document;

use crate::Vocabulary;
use crate::signal_text::metric_names;
use crate::text::{folded, plain};

/// `signals:` of the front matter: a mapping of names to emitters, or a list of `name` and `emitter`.
pub(crate) fn declared_in_front_matter(document: &Document) -> Vec<(String, String)> {
    let Some(matter) = &document.front_matter else { return Vec::new() };
    let mut out = Vec::new();
    let mut named: Option<(String, String)> = None;
    for entry in matter.all("signals") {
        let key = entry.key.trim_start_matches("signals");
        match key.strip_prefix('.') {
            Some(name) => out.push((name.trim_matches('"').to_string(), entry.value.clone())),
            None => {
                let (index, field) = key.split_once('.').unwrap_or((key, ""));
                match (field, &named) {
                    ("name" | "signal", _) => named = Some((index.to_string(), entry.value.clone())),
                    ("emitter", Some((i, name))) if i == index => out.push((name.clone(), entry.value.clone())),
                    _ => {}
                }
            }
        }
    }
    out
}

/// Tables with a column of signals and one of emitters.
pub(crate) fn declared_in_tables(document: &Document, words: &Vocabulary) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for table in &document.tables {
        let column = |id: &str| {
            let list = words.list(id);
            table.header.cells.iter().position(|c| list.contains(&folded(&plain(&c.text))))
        };
        let (Some(signal), Some(emitter)) = (column("emitter-column.signal"), column("emitter-column.emitter")) else {
            continue;
        };
        for row in &table.rows {
            if let (Some(s), Some(e)) = (row.cells.get(signal), row.cells.get(emitter)) {
                let emitter = e.text.trim_matches('`').to_string();
                let names = metric_names(&s.text);
                out.extend(names.into_iter().filter(|_| !emitter.is_empty()).map(|n| (n.to_string(), emitter.clone())));
            }
        }
    }
    out
}

/// Whether a name fits a pattern in which `*` stands for anything.
pub(crate) fn is_like(name: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut open = false;
    for part in parts {
        open = true;
        match rest.find(part) {
            Some(_) if part.is_empty() => {}
            Some(at) => {
                rest = &rest[at + part.len()..];
                open = false;
            }
            None => return false,
        }
    }
    open || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        for (name, pattern, fits) in [
            ("tl.gateway.a", "tl.gateway.*", true),
            ("tl.engine.a", "tl.gateway.*", false),
            ("a_b_total", "*_total", true),
            ("a_total_b", "*_total", false),
            ("ab", "ab", true),
            ("abc", "ab", false),
        ] {
            assert_eq!(is_like(name, pattern), fits, "{name} {pattern}");
        }
    }
}

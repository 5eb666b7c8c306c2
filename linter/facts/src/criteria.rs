//! What each option is judged on, where the options share no table.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::patterns::compile;
use crate::text::folded;
use crate::{Text, Vocabulary};

/// `p99 latency: 3 ms`, `**Memory** — 34 MB`: a label and a text with a number or a judgement.
static LABELLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(r"^(?P<name>[\p{L}][\p{L}\p{N} ./%()-]{1,40}?)\s*(?::|\s[–—-]\s|=)\s*(?P<value>\S.*)$").ok()
});

/// Words that say nothing about what is judged.
const IDLE: &[&str] = &["the", "of", "per", "and", "for", "in", "to", "at", "a", "an", "on"];

/// The criterion that a bullet or a paragraph of an option names: its label, where its text has a number.
pub(crate) fn criterion(text: &Text, words: &Vocabulary) -> Option<Text> {
    let groups = LABELLED.as_ref()?.captures(&text.text)?;
    let (name, value) = (groups.name("name")?, groups.name("value")?);
    let label = folded(name.as_str());
    let first = label.split(' ').next().unwrap_or("");
    let named = label.split(' ').count() <= 4 && !words.list("criterion.none").iter().any(|w| w == first);
    (named && crate::options::has_number(value.as_str()))
        .then(|| Text { text: name.as_str().trim().to_owned(), span: text.span })
}

/// The words of a criterion, by which two are compared: "p99 latency" and "latency (p99)" have the same.
pub(crate) fn words_of(name: &str) -> BTreeSet<String> {
    let name = folded(name);
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 1 && !IDLE.contains(w));
    words.map(|w| w.strip_suffix('s').filter(|w| w.len() > 3).unwrap_or(w).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use designlint_document::Span;

    use super::*;

    fn name(text: &str) -> Option<String> {
        let none = ("criterion.none".to_owned(), vec!["note".to_owned(), "pros".to_owned()]);
        let words = Vocabulary { topics: Vec::new(), lists: [none].into() };
        criterion(&Text { text: text.into(), span: Span::new(0, 1) }, &words).map(|t| t.text)
    }

    #[test]
    fn a_label_before_a_number_is_a_criterion() {
        assert_eq!(name("p99 latency: 3 ms").as_deref(), Some("p99 latency"));
        assert_eq!(name("Cost — $60 a month").as_deref(), Some("Cost"));
        for text in ["Note: see below", "It takes 3 ms", "Pros: 3 ms", "What we would have to do first: 3 things"] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn words_compare_without_order_and_plural() {
        assert_eq!(words_of("Latency (p99)"), words_of("p99 latency"));
        assert_eq!(words_of("costs per month"), words_of("month cost"));
    }
}

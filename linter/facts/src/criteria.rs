//! What each option is judged on, where the options share no table.

use std::collections::BTreeSet;

use crate::text::folded;
use crate::{Text, Vocabulary};

/// The most characters of a label.
const LONGEST: usize = 41;

/// Words that say nothing about what is judged.
const IDLE: &[&str] = &["the", "of", "per", "and", "for", "in", "to", "at", "a", "an", "on"];

/// The criterion that a bullet or a paragraph of an option names: its label, where its text has a number.
pub(crate) fn criterion(text: &Text, words: &Vocabulary) -> Option<Text> {
    let (name, value) = labelled(&text.text)?;
    let label = folded(name);
    let first = label.split(' ').next().unwrap_or("");
    let named = label.split(' ').count() <= 4 && !words.list("criterion.none").iter().any(|w| w == first);
    (named && crate::options::has_number(value)).then(|| Text { text: name.trim().to_owned(), span: text.span })
}

/// `p99 latency: 3 ms`, `**Memory** — 34 MB`: a label, and a text of one line behind a colon, an equals sign or a dash with blanks.
fn labelled(text: &str) -> Option<(&str, &str)> {
    let may_be_in = |c: char| c.is_alphanumeric() || " ./%()-".contains(c);
    if !text.starts_with(char::is_alphabetic) {
        return None;
    }
    let label = text.char_indices().take(LONGEST).take_while(|(_, c)| may_be_in(*c));
    label.skip(1).find_map(|(at, c)| {
        let (name, rest) = text.split_at(at + c.len_utf8());
        let value = value_behind(rest)?.trim_start();
        (!value.is_empty() && !value.contains('\n')).then_some((name, value))
    })
}

/// What stands behind the mark that a text begins with.
fn value_behind(rest: &str) -> Option<&str> {
    let marked = rest.trim_start();
    let dashed = || {
        let value = marked.strip_prefix(['–', '—', '-']).filter(|value| value.starts_with(char::is_whitespace));
        value.filter(|_| marked.len() < rest.len())
    };
    marked.strip_prefix([':', '=']).or_else(dashed)
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
        assert_eq!(name("Größe = 3 GB: the index").as_deref(), Some("Größe"));
        assert_eq!(name("read-write mix  -  3:1").as_deref(), Some("read-write mix"));
        assert_eq!(name(&format!("{}: 3 ms", "n".repeat(41))), Some("n".repeat(41)));
        for text in [
            "Cost—$60 a month",
            "3 ms: at most",
            "Cost:",
            "Cost: $60\na month",
            &format!("{}: 3 ms", "n".repeat(42)),
            "Note: see below",
            "It takes 3 ms",
            "Pros: 3 ms",
            "What we would have to do first: 3 things",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn words_compare_without_order_and_plural() {
        assert_eq!(words_of("Latency (p99)"), words_of("p99 latency"));
        assert_eq!(words_of("costs per month"), words_of("month cost"));
    }
}

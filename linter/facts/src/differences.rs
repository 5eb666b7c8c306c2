//! One quantity in several documents, with different values.

use std::collections::BTreeMap;

use designlint_document::{Document, Span};
use designlint_quantity::Quantity;

use crate::definitions::key_of;
use crate::restatements::{QUALIFIERS, differ, is_elsewhere};
use crate::{Definition, Facts};

/// Words of a name, at least and at most: one word alone means something else in each document.
const WORDS: std::ops::RangeInclusive<usize> = 2..=5;
/// What is said before a number that is not meant to the digit.
const ABOUT: &[&str] = &["~", "≈", "about", "around", "approx", "roughly", "circa", "nearly", "almost"];
/// A status under which a document states what held once.
const PAST: &[&str] =
    &["superseded", "deprecated", "rejected", "withdrawn", "obsolete", "replaced", "retired", "abandoned"];

/// A quantity that documents state differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its name as the first of them has it.
    pub name: String,
    /// Where each document states it first, in their order; two of them at least differ.
    pub places: Vec<Stating>,
}

/// A document that states a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stating {
    /// The document, by its index.
    pub document: usize,
    /// The number with its unit.
    pub span: Span,
    /// The same as written.
    pub text: String,
}

/// The quantities that these documents state differently, by name. `None` stands for a document that has no say; one whose
/// status says that it no longer holds has none either.
///
/// A quantity is one where it has the same name of several words, is stated with one value in each document, outside of
/// options, examples and the like, and the values measure the same.
pub fn differences(documents: &[Option<(&Document, &Facts)>]) -> Vec<Difference> {
    let mut by_key: BTreeMap<String, Vec<(usize, Stated)>> = BTreeMap::new();
    for (at, document) in documents.iter().enumerate() {
        let Some((document, facts)) = document.filter(|(_, facts)| holds(facts)) else { continue };
        for (key, stated) in stated(document, facts) {
            by_key.entry(key).or_default().push((at, stated));
        }
    }
    by_key.into_values().filter_map(|places| difference(&places)).collect()
}

/// A quantity as one document states it.
struct Stated {
    name: String,
    value: Quantity,
    about: bool,
    span: Span,
    text: String,
}

fn holds(facts: &Facts) -> bool {
    let status = facts.standing.status.as_ref().map(|s| s.text.to_lowercase()).unwrap_or_default();
    !PAST.iter().any(|word| status.contains(word))
}

/// What a document states with one value, by key.
fn stated(document: &Document, facts: &Facts) -> BTreeMap<String, Stated> {
    let mut all: BTreeMap<&str, Vec<&Definition>> = BTreeMap::new();
    for definition in &facts.definitions {
        all.entry(&definition.key).or_default().push(definition);
    }
    let mut out = BTreeMap::new();
    for (key, definitions) in all {
        let mut named = definitions.iter().filter(|d| is_named(document, d));
        let Some(first) = named.next() else { continue };
        let same = |d: &&Definition| (&d.value.value, d.value.dimension) == (&first.value.value, first.value.dimension);
        // Two values: nobody can tell which of them the document means.
        if definitions.iter().all(same) && !facts.restatements.iter().any(|r| key_of(&r.name) == key) {
            out.insert(key.to_owned(), of(document, first));
        }
    }
    out
}

fn of(document: &Document, definition: &Definition) -> Stated {
    let before = Span::new(definition.span.start, definition.value_span.start.max(definition.span.start));
    let before = document.source.slice(before).to_lowercase();
    Stated {
        name: definition.name.clone(),
        value: definition.value.clone(),
        about: ABOUT.iter().any(|word| before.contains(word)),
        span: definition.value_span,
        text: document.source.slice(definition.value_span).to_owned(),
    }
}

/// Whether a definition has a name of its own that can mean the same elsewhere: several words, none of which says for what
/// the value holds. An identifier is a name whatever its words.
fn is_named(document: &Document, definition: &Definition) -> bool {
    let words: Vec<&str> = definition.key.split(' ').collect();
    let identifier = definition.name.contains('_') && !definition.name.contains(' ');
    let qualified = words.iter().any(|w| QUALIFIERS.contains(w));
    let written = key_of(document.source.slice(definition.span)).contains(&definition.key);
    WORDS.contains(&words.len()) && written && (identifier || !qualified) && !is_elsewhere(document, definition.section)
}

fn difference(places: &[(usize, Stated)]) -> Option<Difference> {
    let apart = |a: &Stated, b: &Stated| {
        let bare = (a.value.unit.is_empty(), b.value.unit.is_empty());
        differ(&a.value, &b.value, bare, a.about || b.about)
    };
    let differs = places.iter().any(|(_, a)| places.iter().any(|(_, b)| apart(a, b)));
    // Values that do not measure the same are two quantities of one name.
    let (_, first) = places.first()?;
    let alike = places.iter().all(|(_, s)| s.value.dimension == first.value.dimension || s.value.unit.is_empty());
    let stating = |(document, s): &(usize, Stated)| Stating { document: *document, span: s.span, text: s.text.clone() };
    (differs && alike).then(|| Difference { name: first.name.clone(), places: places.iter().map(stating).collect() })
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::{Knowledge, Vocabulary, extract};

    /// `name: value in document 0, value in document 1`.
    fn found(texts: &[&str]) -> Vec<String> {
        let documents: Vec<Document> = texts.iter().map(|t| Document::parse(Source::new(*t))).collect();
        let lists = [("status-field".to_owned(), ["status".to_owned()].into_iter().collect())];
        let vocabulary = Vocabulary { lists: lists.into(), ..Vocabulary::default() };
        let knowledge = Knowledge { vocabulary, ..Knowledge::default() };
        let facts: Vec<Facts> = documents.iter().map(|d| extract(d, &knowledge)).collect();
        let all: Vec<_> = documents.iter().zip(&facts).map(Some).collect();
        let place = |s: &Stating| format!("{} in {}", s.text, s.document);
        let said = |d: Difference| format!("{}: {}", d.name, d.places.iter().map(place).collect::<Vec<_>>().join(", "));
        differences(&all).into_iter().map(said).collect()
    }

    const SETTINGS: &str = "# A\n\n```yaml\nrequest_timeout: 30 s\nmax_batch_size: 64\n```\n";

    #[test]
    fn a_setting_with_another_value_in_another_document() {
        assert_eq!(
            found(&[SETTINGS, "# B\n\n| Setting | Value |\n|---|---|\n| `request_timeout` | 20 s |\n"]),
            ["request_timeout: 30 s in 0, 20 s in 1"]
        );
        let third = "# C\n\nThe engine sets `max_batch_size = 32`.\n";
        assert_eq!(found(&[SETTINGS, SETTINGS, third]), ["max_batch_size: 64 in 0, 64 in 1, 32 in 2"]);
    }

    #[test]
    fn the_same_value_in_another_unit_is_the_same() {
        assert_eq!(found(&[SETTINGS, "```yaml\nrequest_timeout: 30000 ms\n```\n"]), [""; 0]);
        assert_eq!(found(&[SETTINGS, "```yaml\nrequest_timeout: 30\n```\n"]), [""; 0]);
    }

    #[test]
    fn silent_where_nobody_can_tell() {
        let quiet = [
            // One word means something else in each document.
            ("```yaml\nlayers: 30\n```\n", "```yaml\nlayers: 80\n```\n"),
            // The document itself has two values.
            (SETTINGS, "```yaml\nrequest_timeout: 20 s\n```\n\nThen:\n\n```yaml\nrequest_timeout: 10 s\n```\n"),
            // Options and examples look at other values.
            (SETTINGS, "# B\n\n## Options considered\n\n```yaml\nrequest_timeout: 20 s\n```\n"),
            // It no longer holds.
            (SETTINGS, "# B\n\nStatus: superseded\n\n## Sizes\n\n```yaml\nrequest_timeout: 20 s\n```\n"),
            // Two measures.
            (SETTINGS, "```yaml\nmax_batch_size: 32 MB\n```\n"),
            // About the same.
            ("```yaml\ncache_entry_size: 8.4 KB\n```\n", "```yaml\ncache_entry_size: 8.42 KB\n```\n"),
        ];
        for (a, b) in quiet {
            assert_eq!(found(&[a, b]), [""; 0], "{b}");
        }
    }
}

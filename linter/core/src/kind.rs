//! What kind of document it is.

use designlint_document::{Document, Table};
use designlint_facts::{Facts, Vocabulary, heading_key};

use crate::proposal::is_proposal;
use crate::{Profile, Settings};

/// What kind of document it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A design document.
    Design,
    /// A design document of a machine-learning system.
    MlDesign,
    /// The record of a review.
    Review,
    /// An architecture decision record.
    Adr,
    /// A request for comments or another public proposal.
    Rfc,
    /// A Kubernetes enhancement proposal.
    Kep,
    /// Anything else.
    #[default]
    Notes,
}

/// Where the kind was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindFrom {
    /// `--kind`.
    CommandLine,
    /// `kind:` in the front matter.
    FrontMatter,
    /// The configuration.
    Configuration,
    /// What the document contains.
    Content,
}

/// The kind of a document, where it was taken from, and the profile that holds.
pub(crate) fn kind_of<'s>(
    document: &Document,
    facts: &Facts,
    settings: &'s Settings,
) -> (Kind, KindFrom, Option<&'s Profile>) {
    let front_matter = document.front_matter.as_ref().and_then(|f| f.get("kind"));
    let given = [
        (settings.kind_from_command_line.as_deref(), KindFrom::CommandLine),
        (front_matter.map(|e| e.value.trim()), KindFrom::FrontMatter),
        (settings.kind_from_configuration.as_deref(), KindFrom::Configuration),
    ];
    let named = |(name, from): (Option<&str>, _)| settings.kind_named(name?).map(|(kind, own)| (kind, from, own));
    given.into_iter().find_map(named).unwrap_or_else(|| {
        let kind = by_content(document, facts, &settings.knowledge.vocabulary);
        (kind, KindFrom::Content, settings.profile(kind))
    })
}

/// The kind by what the document contains. The marks are lists of the vocabulary, `kind.…`.
fn by_content(document: &Document, facts: &Facts, words: &Vocabulary) -> Kind {
    let headings: Vec<String> = document.sections.iter().map(|s| heading_key(&s.title)).collect();
    let heads = |list: &str| {
        let marks = words.list(list).iter().map(|mark| heading_key(mark));
        marks.filter(|mark| headings.contains(mark)).count()
    };
    let all_of = |list: &str| !words.list(list).is_empty() && heads(list) == words.list(list).len();
    if heads("kind.kep") >= 2 {
        Kind::Kep
    } else if all_of("kind.adr") {
        Kind::Adr
    } else if heads("kind.rfc") >= 3 || is_proposal(document, facts, words.list("kind.rfc-preamble")) {
        Kind::Rfc
    } else if is_review(document, words) {
        Kind::Review
    } else if heads("kind.readme") >= 2 || !is_design(facts) || teaches(document, words) {
        Kind::Notes
    } else if is_machine_learning(facts) {
        Kind::MlDesign
    } else {
        Kind::Design
    }
}

fn has_any(facts: &Facts, topics: &[&str]) -> bool {
    topics.iter().any(|topic| facts.topics_of(topic).next().is_some())
}

fn is_design(facts: &Facts) -> bool {
    has_any(facts, &["problem"])
        && has_any(facts, &["decision", "design"])
        && has_any(facts, &["options", "failure-modes", "capacity", "rollout", "open-questions"])
}

fn is_machine_learning(facts: &Facts) -> bool {
    let groups: [&[&str]; 3] = [&["metrics"], &["data", "training"], &["serving", "latency-budget"]];
    groups.iter().filter(|group| has_any(facts, group)).count() >= 2
}

/// Whether the title, a heading or what stands before the second one speaks of a job interview: it teaches how to design.
fn teaches(document: &Document, words: &Vocabulary) -> bool {
    let says = |text: &str| words.says("kind.teaching", &text.to_lowercase().replace(['-', '_'], " "));
    let top = document.blocks.iter().filter(|b| b.section <= 1);
    document.sections.iter().any(|s| says(&s.title)) || top.take(6).any(|b| says(document.source.slice(b.span)))
}

/// Whether a table has a column of answers, and the document a decision of the kind that reviews end with.
fn is_review(document: &Document, words: &Vocabulary) -> bool {
    let answers = words.list("kind.review-answer");
    document.tables.iter().any(|table| has_answers(table, answers))
        && has_decision(document.source.text(), words.list("kind.review-decision"))
}

fn has_answers(table: &Table, answers: &[String]) -> bool {
    (0..table.header.cells.len()).any(|column| {
        let mut cells = table.rows.iter().filter_map(|r| r.cells.get(column)).filter(|c| !c.text.trim().is_empty());
        let all = cells.clone().all(|c| answers.iter().any(|a| starts_with_word(&c.text.trim().to_lowercase(), a)));
        all && cells.nth(1).is_some()
    })
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Whether the word "decision" is followed, whatever marks and line ends stand between, by one of these phrases.
fn has_decision(text: &str, decisions: &[String]) -> bool {
    let text = text.to_lowercase();
    let skip = |rest: &str| rest.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned();
    text.match_indices("decision").any(|(at, word)| {
        let rest: String = text[at + word.len()..].chars().take(80).collect();
        let rest = skip(&rest);
        let rest = rest.strip_prefix("is ").map_or(rest.clone(), skip);
        decisions.iter().any(|d| starts_with_word(&rest, d))
    })
}

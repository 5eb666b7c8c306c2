//! What failed, and how: read from the words of a failure.

use std::collections::BTreeMap;

use crate::text::{folded, has_word};
use crate::{Component, FailureKind, Vocabulary};

/// The failed component as the row names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    /// Its name in lower case, without article.
    pub name: String,
    /// Whether only one of several fails.
    pub one_of_many: bool,
}

/// Number of characters in which a failure is told.
const LONGEST_FAILURE: usize = 1_000;

/// The kinds with a word list, in the order in which they are asked.
const KINDS: &[(&str, FailureKind)] = &[
    ("failure-kind.never", FailureKind::NeverRan),
    ("failure-kind.slow", FailureKind::Slow),
    ("failure-kind.hang", FailureKind::Hang),
    ("failure-kind.wrong", FailureKind::WrongData),
    ("failure-kind.overload", FailureKind::Overload),
    ("failure-kind.crash", FailureKind::Crash),
];

/// How it fails. What stands in brackets counts only where nothing else tells.
pub(crate) fn kind(failure: &str, names: &Names, words: &Vocabulary) -> FailureKind {
    let failure = start_of(failure);
    let all = without_phrases(&folded(failure), words.list("failure-kind.none"));
    let outside = without_brackets(&all);
    let told = |text: &str| KINDS.iter().find(|(id, _)| words.says(id, text)).map(|&(_, kind)| kind);
    match told(&outside).or_else(|| told(&all)) {
        Some(FailureKind::Crash) if has_word(&outside, "unreachable from") => FailureKind::Other,
        Some(kind) => kind,
        None if stands_alone(&outside, words) && is_component(failure, names, words) => FailureKind::Crash,
        None => FailureKind::Other,
    }
}

/// All kinds that the words of a failure tell, outside of brackets where any does.
pub(crate) fn kinds(failure: &str, words: &Vocabulary) -> Vec<FailureKind> {
    let all = without_phrases(&folded(start_of(failure)), words.list("failure-kind.none"));
    let told = |text: &str| -> Vec<FailureKind> {
        KINDS.iter().filter(|(id, _)| words.says(id, text)).map(|&(_, kind)| kind).collect()
    };
    let outside = told(&without_brackets(&all));
    if outside.is_empty() { told(&all) } else { outside }
}

/// Whether a text has a word that says that something fails.
pub(crate) fn is_failure(text: &str, words: &Vocabulary) -> bool {
    let text = without_phrases(&folded(start_of(text)), words.list("failure-kind.none"));
    KINDS.iter().map(|&(id, _)| id).chain(["failure-kind.fails", "failure.sign"]).any(|id| words.says(id, &text))
}

/// The component that fails: the words before the failure word, or those after "failure of"; a code span wins.
pub(crate) fn subject(failure: &str, words: &Vocabulary) -> Option<Subject> {
    let failure = without_brackets(&folded(start_of(failure)));
    let tokens = tokens(&failure);
    let is_kind = |at: usize| KINDS.iter().any(|(id, _)| starts_with_any(&tokens[at..], words.list(id)) > 0);
    let ends = |at: usize| {
        let word = bare(tokens[at]);
        words.list("failure.ends-name").iter().any(|w| w == word) || is_kind(at)
    };
    let is_article = |at: usize| {
        ["the", "an", "a", "of", "our", "its", "all", "both", "whole", "entire"].contains(&bare(tokens[at]))
    };
    let start = (0..tokens.len()).find(|&at| !ends(at) && !is_article(at))?;
    let end = (start..tokens.len()).find(|&at| ends(at)).unwrap_or(tokens.len());
    let mut one_of_many = tokens[..start].iter().any(|t| ["a", "an"].contains(t));
    let mut name = &tokens[start..end];
    if let Some(of) = name.iter().position(|t| *t == "of") {
        one_of_many |= any_of(&name[..of], words.list("failure.one-of-many"));
        name = &name[of + 1..];
    }
    let cut = name.iter().position(|t| words.list("failure.ends-subject").iter().any(|w| w == t));
    name = &name[..cut.unwrap_or(name.len())];
    one_of_many |= any_of(name, words.list("failure.one-of-many"));
    named(name, words).map(|name| Subject { name, one_of_many })
}

/// The name that tokens hold: a code span if there is one, else the words without article and number.
fn named(tokens: &[&str], words: &Vocabulary) -> Option<String> {
    if let Some(code) = tokens.iter().find(|t| t.starts_with('`')) {
        let code = code.trim_matches(['`', ',', ':', ';']);
        return (!code.is_empty()).then(|| code.to_string());
    }
    let many = words.list("failure.one-of-many");
    let skip = |w: &&str| ["the", "a", "an", "of"].contains(w) || many.iter().any(|m| m == w);
    let name: Vec<&str> = tokens.iter().map(|t| bare(t)).filter(|w| !w.is_empty() && !skip(w)).collect();
    let all: Vec<&str> = tokens.iter().map(|t| bare(t)).filter(|w| !["the", "a", "an", "of", ""].contains(w)).collect();
    let kept = if name.is_empty() { all } else { name };
    (!kept.is_empty()).then(|| kept.join(" "))
}

/// The words of a name, in lower case, without what every component may be called.
pub(crate) fn name_words(name: &str, words: &Vocabulary) -> Vec<String> {
    let generic = words.list("failure.generic-noun");
    let mut parts: Vec<String> = folded(name)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty() && !["the", "a", "an"].contains(w))
        .map(str::to_string)
        .collect();
    while parts.len() > 1 && parts.last().is_some_and(|w| generic.contains(w)) {
        parts.pop();
    }
    parts
}

/// The names of the inventory, by their first word.
#[derive(Default)]
pub(crate) struct Names {
    by_word: BTreeMap<String, Vec<(Vec<String>, String)>>,
}

impl Names {
    /// The names of components; `rate limiter` is found as `ratelimiter`, too.
    pub fn of(components: &[Component], words: &Vocabulary) -> Self {
        let mut names = Self::default();
        for component in components {
            let parts = name_words(&component.name, words);
            names.add(parts.clone(), &component.name);
            if parts.len() > 1 {
                names.add(vec![parts.concat()], &component.name);
            }
        }
        names
    }

    fn add(&mut self, parts: Vec<String>, name: &str) {
        if let Some(first) = parts.first() {
            self.by_word.entry(first.clone()).or_default().push((parts, name.to_string()));
        }
    }

    /// Whether a component goes by this name.
    pub fn contain(&self, name: &str, words: &Vocabulary) -> bool {
        let parts = name_words(name, words);
        parts.first().and_then(|f| self.by_word.get(f)).is_some_and(|all| all.iter().any(|(p, _)| *p == parts))
    }

    /// The first component that the segments of a signal's name hold, and where.
    pub fn first_in(&self, segments: &[String]) -> Option<(usize, &str)> {
        segments.iter().enumerate().find_map(|(at, segment)| {
            let fits = |(parts, _): &&(Vec<String>, String)| segments[at..].starts_with(parts);
            self.by_word.get(segment)?.iter().find(fits).map(|(_, name)| (at, name.as_str()))
        })
    }
}

/// Whether two names mean one component.
pub(crate) fn same_component(a: &str, b: &str, words: &Vocabulary) -> bool {
    let (a, b) = (name_words(a, words), name_words(b, words));
    !a.is_empty() && a == b
}

/// Whether nothing says how it fails but "fails" or "failure" at the end, or nothing at all.
fn stands_alone(failure: &str, words: &Vocabulary) -> bool {
    let last = failure.split_whitespace().next_back().map(bare).unwrap_or_default();
    let ends = words.list("failure-kind.fails").iter().any(|w| w == last);
    let count = failure.split_whitespace().count();
    ends || count <= 3 && !words.says("failure.ends-name", failure)
}

/// Whether the failure names a part of the system: one of the inventory, or one that is called server, broker and so on.
fn is_component(failure: &str, names: &Names, words: &Vocabulary) -> bool {
    subject(failure, words).is_some_and(|s| {
        names.contain(&s.name, words)
            || s.name.split(' ').next_back().is_some_and(|w| words.list("component.noun").iter().any(|n| n == w))
    })
}

/// As much of a text as a failure takes; a cell may hold a book.
fn start_of(failure: &str) -> &str {
    failure.char_indices().nth(LONGEST_FAILURE).map_or(failure, |(end, _)| &failure[..end])
}

fn any_of(tokens: &[&str], list: &[String]) -> bool {
    tokens.iter().any(|t| list.iter().any(|w| w == bare(t)))
}

/// Number of tokens that the longest phrase of the list takes at the start; 0 where none is there.
fn starts_with_any(tokens: &[&str], list: &[String]) -> usize {
    let fits = |phrase: &str| phrase.split(' ').enumerate().all(|(i, w)| tokens.get(i).is_some_and(|t| bare(t) == w));
    list.iter().filter(|p| fits(p)).map(|p| p.split(' ').count()).max().unwrap_or(0)
}

fn bare(token: &str) -> &str {
    token.trim_matches(|c: char| !c.is_alphanumeric() && c != '`')
}

/// Words; a code span is one.
fn tokens(text: &str) -> Vec<&str> {
    let (mut out, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find('`') {
        out.extend(rest[..at].split_whitespace());
        let close = rest[at + 1..].find('`').map_or(at + 1, |e| at + e + 2);
        if close > at + 1 {
            out.push(&rest[at..close]);
        }
        rest = &rest[close..];
    }
    out.extend(rest.split_whitespace());
    out
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let kept: String = text
        .chars()
        .filter(|c| {
            depth += usize::from(*c == '(');
            let keep = depth == 0;
            depth = depth.saturating_sub(usize::from(*c == ')'));
            keep
        })
        .collect();
    if kept.trim().is_empty() { text.to_string() } else { kept.trim().to_string() }
}

fn without_phrases(text: &str, phrases: &[String]) -> String {
    phrases.iter().fold(text.to_string(), |t, p| if has_word(&t, p) { t.replace(p.as_str(), " ") } else { t })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure_words::words;

    #[test]
    fn the_kind_is_the_first_that_a_word_tells() {
        for (failure, expected) in [
            ("nightly backup does not run", FailureKind::NeverRan),
            ("nightly backup fails or never starts", FailureKind::NeverRan),
            ("search answers slowly, then dies", FailureKind::Slow),
            ("worker hangs", FailureKind::Hang),
            ("ranker returns stale results", FailureKind::WrongData),
            ("queue full", FailureKind::Overload),
            ("gateway down", FailureKind::Crash),
            ("engine lost messages", FailureKind::WrongData),
            ("gateway (OOM, killed)", FailureKind::Crash),
            ("policy server cannot read its files at startup", FailureKind::Crash),
            ("database unreachable from the API", FailureKind::Other),
            ("Gateway", FailureKind::Crash),
            ("gateway failure", FailureKind::Crash),
            ("auth failure", FailureKind::Other),
            ("gateway returns 5xx", FailureKind::Other),
            ("scale down leaves pods", FailureKind::Other),
        ] {
            assert_eq!(kind(failure, &Names::default(), &words()), expected, "{failure}");
        }
    }

    #[test]
    fn the_inventory_tells_what_is_a_component() {
        let ledger = Component {
            name: "ledger".into(),
            span: designlint_document::Span::default(),
            needs: Vec::new(),
            called: true,
        };
        let names = Names::of(&[ledger], &words());
        assert_eq!(kind("ledger fails", &names, &words()), FailureKind::Crash);
        assert_eq!(kind("ledger fails", &Names::default(), &words()), FailureKind::Other);
    }

    #[test]
    fn the_subject_stands_before_the_failure_word() {
        for (failure, name, one_of_many) in [
            ("gateway down", "gateway", false),
            ("The resource controller is not running", "resource controller", false),
            ("`tl-serve` crashes in the night", "tl-serve", false),
            ("crash of the gateway", "gateway", false),
            ("loss of one broker", "broker", true),
            ("one replica of the gateway dies", "gateway", true),
            ("a consumer crashes", "consumer", true),
            ("cron daemon on `box-1` is killed", "cron daemon", false),
            ("object store down in the region", "object store", false),
            ("silent disk corruption", "disk", false),
            ("pod of `gateway` lost", "gateway", false),
        ] {
            let subject = subject(failure, &words());
            assert_eq!(subject, Some(Subject { name: name.into(), one_of_many }), "{failure}");
        }
        assert_eq!(subject("down", &words()), None);
        assert_eq!(subject("", &words()), None);
    }

    #[test]
    fn names_are_found_in_the_segments_of_a_signal() {
        let component = |name: &str| Component {
            name: name.into(),
            span: designlint_document::Span::default(),
            needs: Vec::new(),
            called: true,
        };
        let names = Names::of(&[component("Rate limiter"), component("engine")], &words());
        let segments = |name: &str| name.split('_').map(str::to_string).collect::<Vec<_>>();
        assert_eq!(names.first_in(&segments("a_rate_limiter_errors")), Some((1, "Rate limiter")));
        assert_eq!(names.first_in(&segments("ratelimiter_engine_errors")), Some((0, "Rate limiter")));
        assert_eq!(names.first_in(&segments("rate_errors")), None);
        assert!(names.contain("rate-limiter service", &words()));
    }

    #[test]
    fn names_are_compared_without_what_anything_may_be_called() {
        assert!(same_component("Payment service", "payment", &words()));
        assert!(same_component("rate-limiter", "Rate limiter", &words()));
        assert!(!same_component("payment database", "payment", &words()));
        assert!(!same_component("", "", &words()));
    }
}

//! Headings in the form in which they are compared, and the topics they name.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::Vocabulary;
use crate::patterns::brief;
use crate::text::folded;

static ANCHOR: LazyLock<Option<Regex>> = LazyLock::new(|| brief(r"\s*\{#[^}]*\}\s*$").ok());
static OPTIONAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let word = "(?:optional|recommended|required|mandatory|if relevant|if applicable|if any|if needed|wip|draft)";
    brief(&format!(r"[\[(]\s*{word}\s*[\])]?|^{word}\s*[\])]\s*|^optional:\s*")).ok()
});
static NUMBERING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let place = "(?:section|part|chapter|step|question|appendix|q|§)";
    brief(&format!(
        r"^(?:{place}\s*)?(?:\d{{1,3}}(?:\.\d{{1,3}})*|[ivx]{{1,5}}|[a-z])[.):]+\s+|^(?:{place}\s*)?\d{{1,3}}(?:\.\d{{1,3}})*(?:\s*[-–—]\s*|\s+)|^{place}\s+[a-z]\s*[:.–—-]\s*"
    ))
    .ok()
});
static SLASH: LazyLock<Option<Regex>> = LazyLock::new(|| brief(r"\s*/\s*").ok());

/// What parts of a combined heading stand between.
const SEPARATORS: &[&str] = &[" and ", "/", ",", ";", " + ", " or "];

/// A heading as it is compared: lower case, without anchors, emoji, numbering, hyphens, "(optional)" and
/// closing punctuation.
///
/// ```
/// assert_eq!(designlint_facts::heading_key("### 3.2 Non-Goals (optional)"), "non goals");
/// ```
pub fn heading_key(heading: &str) -> String {
    let mut key = folded(heading.trim_start_matches('#'));
    let cut = |pattern: &Option<Regex>, key: &str, by: &str| {
        pattern.as_ref().map_or_else(|| key.to_owned(), |r| r.replace_all(key, by).into_owned())
    };
    if key.contains("{#") {
        key = cut(&ANCHOR, &key, "");
    }
    if key.contains(['[', ']', '(', ')']) || key.starts_with("optional:") {
        key = cut(&OPTIONAL, &key, " ");
    }
    key = key.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '§' && c != '"').trim_start().to_owned();
    if may_be_numbered(&key) {
        key = cut(&NUMBERING, &key, "");
    }
    if let Some(word) = glued_word(&key) {
        key = word.to_owned();
    }
    key = key.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '"').to_owned();
    if key.contains('/') {
        key = cut(&SLASH, &key, "/");
    }
    // A language may set a blank before its colon.
    if key.contains(" :") {
        key = key.replace(" :", ":");
    }
    if key.contains(['&', '-', '`', '"']) {
        key = key.replace('&', "and").replace(['-', '`', '"'], " ");
    }
    let key = key.trim_end_matches(|c: char| c.is_whitespace() || (!c.is_alphanumeric() && c != ')' && c != ']'));
    let mut out = String::new();
    for word in key.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// `2.Motivation`, `3.1)Design`: the word to which a number sticks.
fn glued_word(key: &str) -> Option<&str> {
    const MARKS: [char; 3] = ['.', ')', ':'];
    let end = key.find(|c: char| !c.is_ascii_digit() && !MARKS.contains(&c))?;
    let (number, word) = key.split_at(end);
    let digits = number.trim_end_matches(MARKS);
    let is_part = |part: &str| matches!(part.len(), 1..=3) && part.bytes().all(|b| b.is_ascii_digit());
    let letters = word.chars().take_while(|c| c.is_alphabetic()).take(3).count();
    (digits.len() < number.len() && digits.split('.').all(is_part) && letters == 3).then_some(word)
}

/// Whether a heading may open with a number: near its start stands a digit or what parts a number from a heading.
fn may_be_numbered(key: &str) -> bool {
    key.chars().take(24).any(|c| c.is_ascii_digit() || matches!(c, '.' | ')' | ':' | '-' | '–' | '—'))
}

impl Vocabulary {
    /// The ids of the topics that a heading names, in the rubric's order; none where it only looks alike.
    pub fn topics_of_heading(&self, heading: &str) -> Vec<String> {
        let key = heading_key(heading);
        if key.is_empty() {
            return Vec::new();
        }
        let bare = ["the ", "our ", "a "].iter().find_map(|a| key.strip_prefix(a)).unwrap_or(&key);
        let bare = without_remark(bare);
        let exact = self.ids(|t| t.headings.iter().any(|h| *h == key || h == bare), &key);
        if !exact.is_empty() {
            return exact;
        }
        let open = self.ids(|t| t.headings.iter().any(|h| is_open(h) && fits(h, bare)), &key);
        if !open.is_empty() {
            return open;
        }
        self.combined(without_remark(&key))
    }

    fn ids(&self, names: impl Fn(&crate::TopicWords) -> bool, key: &str) -> Vec<String> {
        self.topics.iter().filter(|t| names(t) && !t.not.iter().any(|n| n == key)).map(|t| t.id.clone()).collect()
    }

    /// The topics of a combined heading, where at least half of its parts are known.
    fn combined(&self, key: &str) -> Vec<String> {
        if self.topics.iter().any(|t| t.not.iter().any(|n| n == key)) {
            return Vec::new();
        }
        if !SEPARATORS.iter().any(|s| key.contains(s)) {
            return Vec::new();
        }
        let mut parts = vec![key];
        for separator in SEPARATORS {
            parts = parts.iter().flat_map(|p| p.split(separator)).collect();
        }
        parts = parts.into_iter().map(str::trim).filter(|p| !p.is_empty()).collect();
        let known = |part: &str| self.ids(|t| t.headings.iter().any(|h| h == part), part);
        let found = parts.iter().filter(|p| !known(p).is_empty()).count();
        if parts.len() < 2 || found * 2 < parts.len() {
            return Vec::new();
        }
        self.ids(|t| parts.iter().any(|p| t.headings.iter().any(|h| h == p)), key)
    }
}

/// "rollout (week 12)" is the rollout.
fn without_remark(key: &str) -> &str {
    match key.strip_suffix(')').and_then(|open| open.rfind(" (")) {
        Some(at) if at > 0 => &key[..at],
        _ => key,
    }
}

/// Whether an entry is open at one end.
fn is_open(entry: &str) -> bool {
    matches!(entry.as_bytes(), [b'*', ..] | [.., b'*'])
}

/// Whether a heading fits an entry that is open at one end.
fn fits(entry: &str, key: &str) -> bool {
    match (entry.strip_prefix("* "), entry.strip_suffix('*')) {
        (Some(end), _) => key.strip_suffix(end).is_some_and(|rest| rest.ends_with(' ')),
        (_, Some(start)) => key.strip_prefix(start).is_some_and(|rest| !rest.is_empty()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TopicWords;

    #[test]
    fn a_heading_loses_what_is_not_its_name() {
        for (heading, key) in [
            ("## 3.2 Rollback", "rollback"),
            ("Q4: Open Questions", "open questions"),
            ("🚀 Rollout Plan:", "rollout plan"),
            ("Open Questions [optional]", "open questions"),
            ("Optional] Other approaches considered", "other approaches considered"),
            ("Upgrade / Downgrade Strategy", "upgrade/downgrade strategy"),
            ("Trade-offs {#trade-offs}", "trade offs"),
            ("1. Problem", "problem"),
            ("2.Motivation", "motivation"),
            ("3.1)Design Guide", "design guide"),
            ("2.x clients", "2.x clients"),
            ("Motivation : pourquoi", "motivation: pourquoi"),
            ("IV. Options", "options"),
            ("Step 1 - Requirements", "requirements"),
            ("What are other known failure modes?", "what are other known failure modes"),
            ("Unresolved questions (if relevant)", "unresolved questions"),
            ("Pros & Cons", "pros and cons"),
            ("§7 Capacity", "capacity"),
            ("Appendix B: Capacity", "capacity"),
            ("", ""),
        ] {
            assert_eq!(heading_key(heading), key, "{heading}");
        }
    }

    fn words() -> Vocabulary {
        let topic = |id: &str, headings: &[&str], not: &[&str]| TopicWords {
            id: id.into(),
            headings: headings.iter().map(|&h| h.to_owned()).collect(),
            not: not.iter().map(|&h| h.to_owned()).collect(),
        };
        Vocabulary {
            topics: vec![
                topic("problem", &["problem", "problem with *"], &[]),
                topic("users", &["users"], &[]),
                topic("failure-modes", &["failure modes", "* failure modes"], &[]),
                topic("open-questions", &["questions", "open questions"], &["answered questions"]),
            ],
            lists: crate::WordLists::default(),
        }
    }

    #[test]
    fn a_heading_names_topics() {
        let words = words();
        for (heading, ids) in [
            ("The problem", &["problem"][..]),
            ("Problem with the queue", &["problem"]),
            ("Problem, users and numbers", &["problem", "users"]),
            ("Gateway failure modes", &["failure-modes"]),
            ("Problem / Open questions", &["problem", "open-questions"]),
            ("Answered questions", &[]),
            ("Users of a thing", &[]),
            ("Users (three teams)", &["users"]),
            ("Questions: the key of the cache", &[]),
            ("Problematic", &[]),
            ("Numbers, words, and users", &[]),
        ] {
            assert_eq!(words.topics_of_heading(heading), ids, "{heading}");
        }
    }
}

//! Who answers, by when, and whether it is answered.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::patterns::brief;
use crate::state::state_of_text;
use crate::text::{fold_blanks, folded};
use crate::{State, Vocabulary};

static HANDLE: LazyLock<Option<Regex>> = LazyLock::new(|| brief(r"(?:^|[^\w./@`])(@[A-Za-z][\w-]*(?:/[\w-]+)?)").ok());

/// `Maria to decide`, `the platform group decides`.
static ACTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let does = "decide|answer|check|confirm|investigate|propose|measure|own|follow up|find out|write|ask|resolve|clarify|provide|verify";
    brief(&format!(
        r"((?:[A-Z][\w.-]+)(?: [A-Z][\w.-]+)?) (?:to (?:{does})|will (?:{does})|(?:decide|answer|check|confirm|own|investigate|measure)s)\b"
    ))
    .ok()
});

/// `Confirm with ops that ...`.
static ASKED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let verb = "confirm|check|clarify|agree|verify|settle";
    brief(&format!(
        r"(?:^|[.?;] )(?i:{verb}) with (?:the )?([\w-]+(?: team| group)?)(?: (?:that|whether|if|how|which|what|before|by)\b|[.,]|$)"
    ))
    .ok()
});

/// A name in brackets or after a dash at the end: `(Maria, 2026-04-01)`, `— Maria`. Of the letters that may be large, some are.
static LAST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let large = r"[A-Z\u{C0}-\u{DE}\u{100}-\u{24F}\u{370}-\u{42F}\u{460}-\u{58F}\u{10A0}-\u{10FF}\u{1E00}-\u{1FFF}]";
    let name = format!(r"{large}[\w.'-]+(?: {large}[\w.'-]*){{0,2}}");
    brief(&format!(r"(?:[(\[]|\s(?:[—–-]|->|→|=>)\s?)({name})(?:[,;:/]\s?[^()\[\]]*)?[)\]]?[.\s]*$")).ok()
});

static DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*";
    brief(&format!(
        r"(?i)\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b\d{{1,2}}\.\d{{1,2}}\.\d{{4}}\b|\b\d{{1,2}} {month}(?: \d{{4}})?\b|\b{month} \d{{1,2}}(?:, ?\d{{4}})?\b|\b{month} \d{{4}}\b|\bq[1-4][ /-]?(?:\d{{4}}|fy\d+)|\bin q[1-4]\b|\b(?:before|by|until|for|in) (?:the )?(?:alpha|beta|ga|launch|release|milestone|sprint|merge|rollout|implementation|stabilization|v?\d+\.\d+)[\w.]*|\b(?:milestone|release|sprint|iteration|phase|week) (?:v?\d[\w.]*|[A-Z]\b)|\bM\d{{1,2}}\b|\bv\d+(?:\.\d+)+\b|\b(?:next|this) (?:week|month|quarter|sprint|release|iteration)\b|\bend of (?:the )?(?:week|month|quarter|year|sprint|{month})|\b(?:before|after|at|with) (?:the )?(?:\w+ )?(?:review|freeze|cutover|migration|canary|pilot)\b|\b(?:mon|tues|wednes|thurs|fri)day\b"
    ))
    .ok()
});

/// Words before a date that make it one by which something is done.
const DUE: &[&str] =
    &["by", "due", "due on", "due by", "until", "before", "deadline", "eta", "target", "by when", "when", "date"];

/// Words that begin a sentence and are no names.
const NOBODY: &[&str] = &[
    "who",
    "what",
    "which",
    "how",
    "when",
    "where",
    "why",
    "it",
    "this",
    "that",
    "we",
    "they",
    "nobody",
    "someone",
    "somebody",
    "anyone",
    "everybody",
    "one",
    "need",
    "want",
    "who else",
    "whoever",
    "hint",
    "note",
    "see",
    "optional",
    "yes",
    "no",
    "maybe",
    "example",
    "answer",
    "there",
];

/// Who answers a question, by the words of its item.
pub(crate) fn owner_of(text: &str, words: &Vocabulary) -> Option<String> {
    labelled(text, words)
        .or_else(|| handle(text, words))
        .or_else(|| team(text, words))
        .or_else(|| first_group(&ASKED, text))
        .or_else(|| first_group(&ACTS, text).filter(|n| !NOBODY.contains(&n.to_lowercase().as_str())))
        .or_else(|| last_name(text).filter(|n| !is_date(n) && !NOBODY.contains(&n.to_lowercase().as_str())))
}

/// By when a question is answered, and whether that is certain: a date may also be what the question is about.
pub(crate) fn due_in(text: &str) -> Option<(String, bool)> {
    let asked = text.rfind('?').map_or(0, |i| i + 1);
    let label = |before: &str| {
        let before = folded(before.trim_end_matches([' ', ':', '(', '[', '*']));
        DUE.iter().any(|d| before.strip_suffix(d).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric)))
    };
    // "Ana, 2026-04-15" lists who and when; in "it was on 2026-03-30" the date belongs to a sentence.
    let listed =
        |at: usize| at == asked || text[..at].trim_end().ends_with([',', ';', '(', '[', '–', '—', ':', '|', '?']);
    let last = |after: &str| after.trim_matches(|c: char| !c.is_alphanumeric()).is_empty();
    let mut first = None;
    for date in DATE.as_ref()?.find_iter(text) {
        let (before, after) = (&text[..date.start()], &text[date.end()..]);
        let stands_apart = listed(date.start()) && date.start() >= asked && (asked > 0 || last(after));
        if label(before) || stands_apart {
            return Some((date.as_str().to_owned(), true));
        }
        first.get_or_insert_with(|| (date.as_str().to_owned(), false));
    }
    first
}

fn due_of(text: &str) -> Option<String> {
    DATE.as_ref()?.find(text).map(|m| m.as_str().to_owned())
}

fn is_date(text: &str) -> bool {
    due_of(text).is_some_and(|d| d == text)
}

fn last_name(text: &str) -> Option<String> {
    let name = first_group(&LAST, text)?;
    name.split(' ').all(|part| part.starts_with(char::is_uppercase)).then_some(name)
}

fn first_group(pattern: &LazyLock<Option<Regex>>, text: &str) -> Option<String> {
    Some(pattern.as_ref()?.captures(text)?.get(1)?.as_str().to_owned())
}

/// `Owner: X`, `owned by X`.
fn labelled(text: &str, words: &Vocabulary) -> Option<String> {
    let lower = text.to_lowercase();
    let labels = words.list("owner-label").iter();
    labels
        .flat_map(|label| lower.match_indices(label.as_str()).map(move |(i, m)| (i, m.len())))
        .filter(|&(i, len)| {
            let open = !lower[..i].ends_with(char::is_alphanumeric);
            let rest = &lower[i + len..];
            let by = lower[i..i + len].ends_with(" by")
                || lower[i..i + len].ends_with(" to")
                || lower[i..i + len].ends_with(" from");
            open && (rest.trim_start().starts_with([':', '=', '→']) || by && rest.starts_with(' '))
        })
        .find_map(|(i, len)| {
            let rest = text.get(i + len..)?.trim_start_matches([':', '=', '→', ' ', '*', '_']);
            let end = rest.find(['.', ';', ',', ')', ']', '|', '\n']).unwrap_or(rest.len());
            let name = fold_blanks(&rest[..end]);
            (state_of_text(&name, words) == State::Filled).then_some(name)
        })
}

/// A handle that is not there for what it said.
fn handle(text: &str, words: &Vocabulary) -> Option<String> {
    let said = words.list("attribution");
    HANDLE.as_ref()?.captures_iter(text).filter_map(|c| c.get(1)).find_map(|m| {
        let word =
            |w: Option<&str>| w.map(|w| folded(w.trim_matches(|c: char| !c.is_alphanumeric()))).unwrap_or_default();
        let after = word(text[m.end()..].split_whitespace().next());
        let mut before = text[..m.start()].split_whitespace().rev();
        let (one, two) = (word(before.next()), word(before.next()));
        let by = one == "by" && said.contains(&two);
        (!said.contains(&after) && !by && one != "thanks").then(|| m.as_str().to_owned())
    })
}

/// `the storage team`, `storage on-call`, `SIG Node`.
fn team(text: &str, words: &Vocabulary) -> Option<String> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let bare = |t: &str| folded(t.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_team = |t: &str| {
        let t = bare(t);
        words.list("team-word").contains(&t) || t.starts_with("sig-")
    };
    let said = |i: usize| tokens.get(i).is_some_and(|t| words.list("attribution").contains(&bare(t)));
    let i = (0..tokens.len()).find(|&i| is_team(tokens[i]) && !said(i + 1))?;
    if bare(tokens[i]).starts_with("sig-") {
        return Some(tokens[i].trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    }
    let name = if ["sig", "wg"].contains(&bare(tokens[i]).as_str()) {
        tokens.get(i + 1)
    } else {
        tokens.get(i.checked_sub(1)?)
    };
    let name = bare(name?);
    let vague = [
        "a", "the", "our", "their", "each", "every", "another", "one", "any", "which", "what", "per", "same", "other",
        "this", "whole", "in", "consumer",
    ];
    (!name.is_empty() && !vague.contains(&name.as_str())).then(|| {
        let (from, to) = if ["sig", "wg"].contains(&bare(tokens[i]).as_str()) { (i, i + 1) } else { (i - 1, i) };
        let words = [tokens[from], tokens[to]].map(|t| t.trim_matches(|c: char| !c.is_alphanumeric()));
        words.join(" ")
    })
}

/// Whether an item says that it is answered.
pub(crate) fn is_resolved(text: &str, words: &Vocabulary) -> bool {
    let text = folded(text);
    let start = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !"✅✔☑".contains(c));
    if start.starts_with(['✅', '✔', '☑']) || text.contains('✅') {
        return true;
    }
    words.list("resolved").iter().any(|word| {
        let ends = |rest: &str| rest.is_empty() || rest.starts_with([':', ']', ')', ',', '.', ' ', '-', '–', '—']);
        let opens = start.strip_prefix(word.as_str()).is_some_and(|rest| word.ends_with(':') || ends(rest));
        let label = word.ends_with(':') && text.contains(&format!(" {word}"));
        let marked = ["(", "["]
            .iter()
            .any(|b| text.find(&format!("{b}{word}")).is_some_and(|i| ends(&text[i + 1 + word.len()..])));
        opens || label || marked
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vocabulary {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("owner-label", &["owner", "owned by", "to be decided by", "dri"]),
            list("team-word", &["team", "on-call", "sig"]),
            list("attribution", &["said", "pointed", "suggested", "proposed"]),
            list("resolved", &["resolved", "answered", "answer:", "decided"]),
            list("placeholder", &["tbd", "?", "-"]),
        ];
        Vocabulary { topics: Vec::new(), lists: lists.into() }
    }

    #[test]
    fn owners() {
        for (text, owner) in [
            ("How long is it kept? @storage-oncall", "@storage-oncall"),
            ("How long is it kept? (owner: Maria, 2026-04-15)", "Maria"),
            ("Owner: the ledger group. How long?", "the ledger group"),
            ("Which key? To be decided by security.", "security"),
            ("Storage team: which key?", "Storage team"),
            ("Which key? Storage on-call answers.", "Storage on-call"),
            ("Which key? (SIG Node)", "SIG Node"),
            ("Which key? (Maria Lopez, 2026-04-15)", "Maria Lopez"),
            ("Which key? Ana to decide by May 2026.", "Ana"),
            ("Which key? -> Bo", "Bo"),
            ("Which key? — Łukasz Østby", "Łukasz Østby"),
        ] {
            assert_eq!(owner_of(text, &words()).as_deref(), Some(owner), "{text}");
        }
    }

    #[test]
    fn who_only_said_something_owns_nothing() {
        for text in [
            "As @ana pointed out, is the key stable?",
            "Is the key stable, as proposed by @ana?",
            "Does it work with `@Override`?",
            "Which key? Owner: TBD",
            "Mail a@b.org?",
            "Who owns the retention?",
            "Is the owner of the bucket known?",
            "Does each team need its own key?",
            "How long is it kept? (2026-04-15)",
            "Which key? — łukasz",
        ] {
            assert_eq!(owner_of(text, &words()), None, "{text}");
        }
    }

    #[test]
    fn dates() {
        for (text, due) in [
            ("by 2026-04-15", Some(("2026-04-15", true))),
            ("until April 2026", Some(("April 2026", true))),
            ("Which key? (Ana, before beta)", Some(("before beta", true))),
            ("Which key? Ana, milestone 3", Some(("milestone 3", true))),
            ("Do we keep rows from 2024-01-01? Ana, 2026-04-15", Some(("2026-04-15", true))),
            ("Do we keep rows from 2024-01-01 on?", Some(("2024-01-01", false))),
            ("Is it still there? It was on 2026-03-30.", Some(("2026-03-30", false))),
            ("The key is open (Ana, 2026-04-15)", Some(("2026-04-15", true))),
            ("Which key? 2026-04-15", Some(("2026-04-15", true))),
            ("soon", None),
        ] {
            assert_eq!(due_in(text), due.map(|(d, sure)| (d.to_owned(), sure)), "{text}");
        }
    }

    #[test]
    fn resolved() {
        for text in [
            "[resolved] Which key?",
            "Resolved: the tenant's.",
            "Which key? Answer: the tenant's.",
            "✅ Which key?",
            "Which key? (answered in review)",
        ] {
            assert!(is_resolved(text, &words()), "{text}");
        }
        for text in ["Which key?", "How are conflicts resolved?", "Should it be decided per tenant?"] {
            assert!(!is_resolved(text, &words()), "{text}");
        }
    }
}

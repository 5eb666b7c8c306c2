//! Whether a signal shares the fate of what failed: it runs on it, is kept in it, or is told over it.

use crate::detection::Failed;
use crate::failure_kind::name_words;
use crate::needs::Ways;
use crate::signal_text::outside_code;
use crate::text::{find_word, folded, has_word};
use crate::{FateLink, Vocabulary};

/// What is asked about one signal of a row.
pub(crate) struct Fates<'a> {
    /// The part of the detection.
    pub piece: &'a str,
    pub failed: &'a Failed<'a>,
    pub ways: &'a Ways<'a>,
    pub words: &'a Vocabulary,
}

impl Fates<'_> {
    /// What ties the signal to the failed component.
    pub fn link(&self, owner: Option<&str>) -> Option<FateLink> {
        let low = folded(self.piece);
        if self.failed.one_of_many || self.says(&low, "fate.apart") || self.is_elsewhere() {
            return None;
        }
        self.same(&low).or_else(|| self.declared(owner)).or_else(|| self.run_by()).or_else(|| self.reached(&low))
    }

    fn says(&self, low: &str, list: &str) -> bool {
        self.words.says(list, low)
    }

    /// Words of the failure that name things.
    fn named_in_failure(&self, word: &str) -> bool {
        let low = folded(self.failed.text);
        let singular = word.strip_suffix('s').unwrap_or(word);
        has_word(&low, word) || singular.len() > 2 && has_word(&low, singular)
    }

    /// Another place in code: "on `box-2`" of a row about `box-1`.
    fn is_elsewhere(&self) -> bool {
        let spans = |text: &str| text.split('`').skip(1).step_by(2).map(folded).collect::<Vec<_>>();
        let (here, there) = (spans(self.failed.text), self.place_in_code());
        !here.is_empty() && there.is_some_and(|place| !here.contains(&place))
    }

    /// The code span after "on" or "in".
    fn place_in_code(&self) -> Option<String> {
        let at = [" on `", " in `"].iter().find_map(|p| self.piece.find(p).map(|i| i + p.len()))?;
        self.piece[at..].split_once('`').map(|(name, _)| folded(name))
    }

    /// "In the same object store" of a row about the object store.
    fn same(&self, low: &str) -> Option<FateLink> {
        let at = find_word(low, "same")?;
        let before = low[..at].trim_end().trim_end_matches(" the");
        if before.ends_with("not") || before.ends_with("not in") || before.ends_with("not on") {
            return None;
        }
        let after = low[at + 4..].trim_start();
        let end = after.find(|c: char| !(c.is_alphanumeric() || " -_`".contains(c))).unwrap_or(after.len());
        let mut named: Vec<&str> = after[..end].split_whitespace().take(3).collect();
        let stops = self.words.list("failure.ends-subject");
        if let Some(stop) = named.iter().position(|w| stops.iter().any(|s| s == w)) {
            named.truncate(stop);
        }
        let last = named.iter().rposition(|w| self.named_in_failure(w.trim_matches('`')))?;
        Some(FateLink::Same(named[..=last].join(" ")))
    }

    /// A component that the words of the signal name, or its owner, and the way from there to what failed.
    fn declared(&self, owner: Option<&str>) -> Option<FateLink> {
        let low = folded(&self.piece.replace('`', " "));
        self.ways.to(self.failed.component?, &low, owner, self.words)
    }

    /// "An hourly cron job" of a row about the cron daemon.
    fn run_by(&self) -> Option<FateLink> {
        // "prometheus-a" is one of several, and another may run the rule.
        let component = self.failed.component.filter(|c| !c.contains(['-', '_']))?;
        let failed = name_words(component, self.words);
        failed.last().filter(|w| self.words.list("fate.runner").contains(w))?;
        let low = outside_code(self.piece);
        let name = failed.join(" ");
        let runs = |noun: &String| has_word(&low, &format!("{name} {noun}")).then(|| format!("{name} {noun}"));
        let nouns = self.words.list("fate.runs");
        let inside = || {
            let places = [format!("in {name}"), format!("in the {name}"), format!("by {name} itself")];
            let said = places.iter().any(|p| has_word(&low, p)) && nouns.iter().any(|n| has_word(&low, n));
            said.then(|| format!("{name} rule"))
        };
        nouns.iter().find_map(runs).or_else(inside).map(FateLink::RunBy)
    }

    /// "On the internal DNS name", "over the backbone", an alert by mail of a row about those.
    fn reached(&self, low: &str) -> Option<FateLink> {
        let carriers = self.words.list("fate.transport").iter().filter(|w| self.named_in_failure(w));
        carriers.filter_map(|carrier| self.over(low, carrier)).map(FateLink::Reached).next()
    }

    fn over(&self, low: &str, carrier: &str) -> Option<String> {
        let at = find_word(low, carrier)?;
        let before = low[..at].trim_end();
        let name = |from: &str| format!("{from} {carrier}").trim().to_string();
        for by in ["over", "through", "via", "behind", "across"] {
            for article in ["", " the", " our", " an", " a"] {
                if before.ends_with(&format!(" {by}{article}")) || before == format!("{by}{article}").trim() {
                    return Some(name(&format!("{by}{article}")));
                }
            }
        }
        for inner in ["internal", "corporate", "company", "own"] {
            for by in ["on the", "in the", "over the", "through the", "via the", "behind the"] {
                let phrase = format!("{by} {inner}");
                if before.ends_with(&phrase) {
                    return Some(name(&phrase));
                }
            }
        }
        None
    }
}

//! The way from a component, over what it needs, to what failed.

use std::collections::{BTreeMap, BTreeSet};

use crate::failure_kind::name_words;
use crate::text::{folded, has_word};
use crate::{Component, FateLink, Vocabulary};

/// Farthest way over declared needs.
const LONGEST_WAY: usize = 8;

/// The components with the needs without which they tell nothing.
pub(crate) struct Ways<'a> {
    all: Vec<Known<'a>>,
    by_words: BTreeMap<Vec<String>, usize>,
}

struct Known<'a> {
    component: &'a Component,
    /// The name, folded.
    low: String,
    /// The words of the name.
    words: Vec<String>,
    /// The same as one text.
    name: String,
    /// Verb, name and its words.
    needs: Vec<(&'a str, &'a str, Vec<String>)>,
}

impl<'a> Ways<'a> {
    /// The ways between the components of a document.
    pub fn of(components: &'a [Component], words: &Vocabulary) -> Self {
        let all: Vec<Known<'a>> = components.iter().map(|c| Known::of(c, words)).collect();
        let mut by_words = BTreeMap::new();
        for (at, known) in all.iter().enumerate().filter(|(_, k)| !k.words.is_empty()) {
            by_words.entry(known.words.clone()).or_insert(at);
        }
        Self { all, by_words }
    }

    /// A component that a folded text names, or an owner, and the way from there to what failed.
    pub fn to(&self, failed: &str, text: &str, owner: Option<&str>, words: &Vocabulary) -> Option<FateLink> {
        let failed = name_words(failed, words);
        let owner = owner.map(|o| name_words(o, words)).filter(|o| !o.is_empty());
        let named = |k: &&Known<'_>| {
            let own = || has_word(text, &k.low) || !k.name.is_empty() && has_word(text, &k.name);
            (failed.is_empty() || k.words != failed) && (own() || owner.as_ref() == Some(&k.words))
        };
        self.all.iter().filter(named).find_map(|from| self.way(from, &failed))
    }

    /// The last need on a way from a component to what failed.
    fn way(&self, from: &'a Known<'_>, failed: &[String]) -> Option<FateLink> {
        let mut seen: BTreeSet<&str> = BTreeSet::from([from.component.name.as_str()]);
        let mut edge: Vec<&Known<'_>> = vec![from];
        for _ in 0..LONGEST_WAY {
            let mut next = Vec::new();
            for known in edge {
                for (verb, need, need_words) in &known.needs {
                    if !failed.is_empty() && need_words == failed {
                        return Some(FateLink::Declared {
                            component: known.component.name.clone(),
                            verb: (*verb).to_string(),
                            need: (*need).to_string(),
                            span: known.component.span,
                        });
                    }
                    let there = self.by_words.get(need_words).and_then(|&at| self.all.get(at));
                    next.extend(there.filter(|k| seen.insert(&k.component.name)));
                }
            }
            edge = next;
        }
        None
    }
}

impl<'a> Known<'a> {
    /// A service that stores or calls counts what it cannot store or call; what watches does not.
    fn of(component: &'a Component, words: &Vocabulary) -> Self {
        let low = folded(&component.name);
        let watches = words.says("fate.monitor", &low);
        let is = |verb: &String, list: &str| words.list(list).contains(verb);
        let hard = |verb: &String| is(verb, "fate.hard-need") || watches && is(verb, "fate.soft-need");
        let needs = component.needs.iter().filter(|(verb, _)| hard(verb));
        let needs = needs.map(|(verb, need)| (verb.as_str(), need.as_str(), name_words(need, words))).collect();
        let parts = name_words(&component.name, words);
        Self { component, low, name: parts.join(" "), words: parts, needs }
    }
}

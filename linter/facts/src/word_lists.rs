//! Lists of words and phrases by id, each with the automaton that finds them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, AhoCorasickKind, MatchKind};

/// Lists by which the blocks of a document are chosen: one pass tells them all.
const TOGETHER: &[&str] = &[
    "accept",
    "assumption.chapter",
    "assumption.name",
    "fallback.word",
    "loop.held-out",
    "loop.learns",
    "metric.guardrail",
    "metric.success",
    "skew.feature",
    "skew.index",
    "split.history",
    "split.random",
];

/// Lists of words by id.
#[derive(Clone, Debug, Default)]
pub struct WordLists {
    lists: BTreeMap<String, WordList>,
    together: OnceLock<Option<KeyFinder>>,
}

/// A list with what finds its words, built when first asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordList {
    words: Vec<String>,
    finder: OnceLock<Option<AhoCorasick>>,
}

/// Finds the longest word of each phrase of the lists that are told together.
#[derive(Clone, Debug)]
struct KeyFinder {
    automaton: AhoCorasick,
    /// Of each word the lists that hold it.
    lists: Vec<Keys>,
}

/// The lists of which a text may hold a phrase, as far as they are told together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keys(u16);

impl Keys {
    fn of(list: usize) -> Self {
        Self(1 << list)
    }

    /// Whether a phrase of the list may stand in the text.
    pub fn may_say(self, list: &str) -> bool {
        TOGETHER.iter().position(|id| *id == list).is_none_or(|i| self.0 & Self::of(i).0 != 0)
    }
}

impl KeyFinder {
    fn new(lists: &BTreeMap<String, WordList>) -> Option<Self> {
        let mut words: BTreeMap<&str, Keys> = BTreeMap::new();
        for (i, id) in TOGETHER.iter().enumerate() {
            let phrases = lists.get(*id).into_iter().flat_map(|list| &list.words);
            for key in phrases.filter_map(|phrase| phrase.split(' ').max_by_key(|w| w.len())) {
                words.entry(key).or_default().0 |= Keys::of(i).0;
            }
        }
        let automaton = automaton().ascii_case_insensitive(true).build(words.keys()).ok()?;
        Some(Self { automaton, lists: words.into_values().collect() })
    }

    fn keys(&self, text: &str) -> Keys {
        let found = self.automaton.find_overlapping_iter(text).filter_map(|m| self.lists.get(m.pattern().as_usize()));
        Keys(found.fold(0, |all, keys| all | keys.0))
    }
}

impl WordLists {
    /// The ids with their words, in order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.lists.iter().map(|(id, list)| (id.as_str(), list.words.as_slice()))
    }

    /// The words of a list; none where there is no such list.
    pub fn words(&self, id: &str) -> &[String] {
        self.lists.get(id).map_or(&[], |list| list.words.as_slice())
    }

    pub(crate) fn list(&self, id: &str) -> Option<&WordList> {
        self.lists.get(id)
    }

    /// What a text, in any case, may say. Lists of too many words may all be said.
    pub(crate) fn keys(&self, text: &str) -> Keys {
        let finder = self.together.get_or_init(|| KeyFinder::new(&self.lists));
        finder.as_ref().map_or(Keys(u16::MAX), |finder| finder.keys(text))
    }
}

impl WordList {
    /// Finds the words; of several at one place the longest. `None` where they are too many.
    pub fn finder(&self) -> Option<&AhoCorasick> {
        let build = || automaton().match_kind(MatchKind::LeftmostLongest).build(&self.words).ok();
        self.finder.get_or_init(build).as_ref()
    }
}

/// Of a kind that is quick to build: most lists search a few pages.
fn automaton() -> AhoCorasickBuilder {
    let mut builder = AhoCorasick::builder();
    builder.kind(Some(AhoCorasickKind::ContiguousNFA));
    builder
}

impl From<Vec<String>> for WordList {
    fn from(words: Vec<String>) -> Self {
        Self { words, ..Self::default() }
    }
}

impl Extend<(String, Vec<String>)> for WordLists {
    fn extend<I: IntoIterator<Item = (String, Vec<String>)>>(&mut self, lists: I) {
        self.lists.extend(lists.into_iter().map(|(id, words)| (id, words.into())));
        self.together = OnceLock::new();
    }
}

impl FromIterator<(String, Vec<String>)> for WordLists {
    fn from_iter<I: IntoIterator<Item = (String, Vec<String>)>>(lists: I) -> Self {
        let mut out = Self::default();
        out.extend(lists);
        out
    }
}

impl<const N: usize> From<[(String, Vec<String>); N]> for WordLists {
    fn from(lists: [(String, Vec<String>); N]) -> Self {
        lists.into_iter().collect()
    }
}

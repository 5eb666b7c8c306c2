//! Lists of words and phrases by id, each with the automaton that finds them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, AhoCorasickKind, MatchKind};

/// Lists of words by id.
#[derive(Clone, Debug, Default)]
pub struct WordLists(BTreeMap<String, WordList>);

/// A list with what finds its words, built when first asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordList {
    words: Vec<String>,
    finder: OnceLock<Option<AhoCorasick>>,
    keys: OnceLock<Option<AhoCorasick>>,
}

impl WordLists {
    /// The ids with their words, in order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(id, list)| (id.as_str(), list.words.as_slice()))
    }

    /// The words of a list; none where there is no such list.
    pub fn words(&self, id: &str) -> &[String] {
        self.0.get(id).map_or(&[], |list| list.words.as_slice())
    }

    pub(crate) fn list(&self, id: &str) -> Option<&WordList> {
        self.0.get(id)
    }
}

impl WordList {
    /// Finds the words; of several at one place the longest. `None` where they are too many.
    pub fn finder(&self) -> Option<&AhoCorasick> {
        let build = || automaton().match_kind(MatchKind::LeftmostLongest).build(&self.words).ok();
        self.finder.get_or_init(build).as_ref()
    }

    /// Finds, in any case, the longest word of each phrase: a text without one holds no phrase.
    pub fn keys(&self) -> Option<&AhoCorasick> {
        let keys = || self.words.iter().filter_map(|p| p.split(' ').max_by_key(|w| w.len()));
        let build = || automaton().ascii_case_insensitive(true).build(keys()).ok();
        self.keys.get_or_init(build).as_ref()
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
        self.0.extend(lists.into_iter().map(|(id, words)| (id, words.into())));
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

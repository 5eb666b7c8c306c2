//! The scale of a design of a system that learns: which level of each dimension the document shows, and where.

mod known;

pub use known::SCORED_FACTS;

use designlint_document::Document;

use crate::remarks::{Remark, remarks_of, whole};
use crate::text::has_word;
use crate::{Facts, State, Text, Topic, WordLists};

/// A scale: dimensions, each with levels from 1 on.
#[derive(Clone, Debug, Default)]
pub struct Scale {
    /// The dimensions.
    pub dimensions: Vec<ScaleDimension>,
    /// What sums mean, highest first.
    pub bands: Vec<Band>,
    /// By what some facts are known: `time-column`, `time-unit`, `size-unit`.
    pub words: WordLists,
}

/// A dimension of a scale.
#[derive(Clone, Debug)]
pub struct ScaleDimension {
    /// Id.
    pub id: String,
    /// The dimension as people read it.
    pub says: String,
    /// Its levels from 1 on.
    pub levels: Vec<ScaleLevel>,
}

/// A level of a dimension.
#[derive(Clone, Debug)]
pub struct ScaleLevel {
    /// What it asks.
    pub says: String,
    /// What must all be found; none where only a reader can tell.
    pub criteria: Vec<Criterion>,
    /// What only a reader can tell about it; may be empty.
    pub reader: String,
}

/// Something that must be found.
#[derive(Clone, Debug, Default)]
pub struct Criterion {
    /// Topics under which it stands; anywhere where there are none.
    pub under: Vec<String>,
    /// Words of which a sentence or row holds one; a filled section is enough where there are none.
    pub words: Vec<String>,
    /// Whether a number stands with it.
    pub number: bool,
    /// One of [`SCORED_FACTS`], for which words may stand in; empty where only words say it.
    pub fact: String,
}

/// What a sum means.
#[derive(Clone, Debug)]
pub struct Band {
    /// The lowest sum.
    pub from: usize,
    /// What it means.
    pub says: String,
}

/// The level that a document shows in a dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Id of the dimension.
    pub id: String,
    /// The dimension as people read it.
    pub says: String,
    /// The level, from 0.
    pub level: usize,
    /// What shows it, a place for each criterion of the level; none at 0.
    pub evidence: Vec<Text>,
    /// What only a reader can tell, of the levels that were reached and of the next where it has no other criteria.
    pub unjudged: Vec<String>,
    /// What the next level asks; `None` at the top.
    pub next: Option<String>,
}

/// The levels of a document in the dimensions of a scale.
pub fn scored(document: &Document, facts: &Facts, scale: &Scale) -> Vec<Scored> {
    let all = whole(document);
    let remarks = document.blocks.iter().flat_map(|block| remarks_of(document, block, all)).collect();
    let reader = Reader { document, facts, remarks, words: &scale.words };
    scale.dimensions.iter().map(|dimension| reader.scored(dimension)).collect()
}

struct Reader<'a> {
    document: &'a Document,
    facts: &'a Facts,
    remarks: Vec<Remark>,
    words: &'a WordLists,
}

impl Reader<'_> {
    fn scored(&self, dimension: &ScaleDimension) -> Scored {
        let shown = |level: &ScaleLevel| -> Option<Vec<Text>> {
            let evidence: Option<Vec<Text>> = level.criteria.iter().map(|c| self.found(c)).collect();
            let mut evidence = evidence.filter(|found| !found.is_empty())?;
            // One sentence may show two of them.
            evidence.dedup();
            Some(evidence)
        };
        let levels: Vec<Vec<Text>> = dimension.levels.iter().map_while(shown).collect();
        let next = dimension.levels.get(levels.len());
        let reached = dimension.levels.iter().take(levels.len()).map(|l| &l.reader);
        let alone = next.filter(|l| l.criteria.is_empty()).map(|l| &l.reader);
        Scored {
            id: dimension.id.clone(),
            says: dimension.says.clone(),
            level: levels.len(),
            unjudged: reached.chain(alone).filter(|r| !r.is_empty()).cloned().collect(),
            next: next.map(|l| l.says.clone()),
            evidence: levels.into_iter().next_back().unwrap_or_default(),
        }
    }

    /// The first place that shows a criterion.
    fn found(&self, criterion: &Criterion) -> Option<Text> {
        let known = known::known(&criterion.fact, self.document, self.facts, self.words);
        if known.is_some() || !criterion.fact.is_empty() && criterion.words.is_empty() {
            return known;
        }
        let about: Vec<&Topic> = self.about(&criterion.under).collect();
        if criterion.words.is_empty() {
            return about.first().map(|topic| topic.title.clone());
        }
        let stands = |r: &Remark| criterion.under.is_empty() || about.iter().any(|t| t.body.contains(r.text.span));
        let says = |r: &Remark| {
            let number = !criterion.number || r.low.contains(|c: char| c.is_ascii_digit());
            number && criterion.words.iter().any(|word| holds(&r.low, word))
        };
        self.remarks.iter().find(|r| says(r) && stands(r)).map(|r| r.text.clone())
    }

    /// The filled sections of some topics.
    fn about<'b>(&'b self, kinds: &'b [String]) -> impl Iterator<Item = &'b Topic> {
        let filled = |topic: &&Topic| matches!(topic.state, State::Filled | State::DeclaredNone);
        self.facts.topics.iter().filter(filled).filter(|t| t.kinds.iter().any(|k| kinds.contains(k)))
    }
}

/// Whether a text holds a word; a sign such as `%` may stand right behind its number.
fn holds(low: &str, word: &str) -> bool {
    if word.starts_with(char::is_alphanumeric) { has_word(low, word) } else { low.contains(word) }
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::Knowledge;

    fn level(criteria: Vec<Criterion>, reader: &str) -> ScaleLevel {
        ScaleLevel { says: format!("level {}", criteria.len()), criteria, reader: reader.to_owned() }
    }

    fn words(words: &[&str], number: bool) -> Criterion {
        Criterion { words: words.iter().map(|w| (*w).to_owned()).collect(), number, ..Criterion::default() }
    }

    fn of(text: &str, levels: Vec<ScaleLevel>) -> Scored {
        let document = Document::parse(Source::new(text));
        let facts = crate::extract(&document, &Knowledge::default());
        let dimension = ScaleDimension { id: "cost".to_owned(), says: "cost".to_owned(), levels };
        scored(&document, &facts, &Scale { dimensions: vec![dimension], ..Scale::default() }).remove(0)
    }

    #[test]
    fn a_level_is_reached_where_all_its_evidence_and_that_before_it_is_found() {
        let levels = || {
            vec![
                level(vec![words(&["cost"], false)], ""),
                level(vec![words(&["cost"], true), words(&["month"], false)], "whether it is paid"),
                level(vec![words(&["lever"], false)], "whether it can be pulled"),
            ]
        };
        let low = of("The cost is high.\n\nA lever helps.\n", levels());
        assert_eq!((low.level, low.next.as_deref()), (1, Some("level 2")));
        assert_eq!((low.evidence[0].text.as_str(), low.unjudged.len()), ("The cost is high.", 0));
        let high = of("The cost is $7.\n\nA month passes. A lever helps.\n", levels());
        assert_eq!((high.level, high.next), (3, None));
        assert_eq!(high.unjudged, ["whether it is paid", "whether it can be pulled"]);
        assert_eq!(of("Nothing.\n", levels()).evidence, []);
    }

    #[test]
    fn a_level_that_only_a_reader_can_see_is_not_guessed() {
        let levels = vec![level(vec![words(&["cost"], false)], ""), level(Vec::new(), "whether it is worth it")];
        let found = of("The cost is high.\n", levels);
        assert_eq!((found.level, found.unjudged), (1, vec!["whether it is worth it".to_owned()]));
    }
}

//! How a version arrives and how it leaves.

use designlint_document::{BlockKind, Document, Section, Span};

use crate::prose::Prose;
use crate::state::state_of;
use crate::text::{blocks_in, folded, has_word};
use crate::triggers::{act, trigger};
use crate::{Rollout, State, Text, Topic, Vocabulary};

/// How a version arrives and how it leaves; `None` where no section speaks of a rollout.
pub(crate) fn rollout(document: &Document, topics: &[Topic], words: &Vocabulary) -> Option<Rollout> {
    let is = |t: &&Topic, kind: &str| t.kinds.iter().any(|k| k == kind);
    let rollouts = || topics.iter().filter(|t| is(t, "rollout") && t.state == State::Filled);
    let first = rollouts().next()?;
    let rollbacks = topics.iter().filter(|t| is(t, "rollback") && !is(t, "rollout") && t.state == State::Filled);
    let said = rollouts().find_map(|t| way_back(document, t.body, words));
    let way_back = said.or_else(|| rollbacks.map(|t| whole(document, t)).next());
    let said = about_leaving(document, topics, words);
    let trigger = trigger(&said, words).or_else(|| asked_for(document, words));
    let act = act(&said, words);
    Some(Rollout { title: first.title.clone(), forward: Some(whole(document, first)), way_back, act, trigger })
}

/// The answer under a heading that asks which metrics, signals or triggers lead to a rollback.
fn asked_for(document: &Document, words: &Vocabulary) -> Option<Text> {
    let asks = |s: &&Section| {
        let title = folded(&s.title);
        words.says("heading.trigger", &title) && words.says("heading.way-back", &title)
    };
    let body = |s: &Section| Span::new(s.heading.end, s.whole.end);
    let sections = document.sections.iter().filter(asks);
    sections
        .filter(|s| state_of(document, body(s), words).0 == State::Filled)
        .find_map(|s| texts(document, body(s)).next())
}

/// What the sections of rollout and rollback say, and sentences elsewhere that name a way back.
fn about_leaving(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Text> {
    let is = |t: &&Topic| {
        t.kinds.iter().any(|k| ["rollout", "rollback", "migration", "compatibility"].contains(&k.as_str()))
    };
    let bodies: Vec<Span> = topics.iter().filter(is).map(|t| t.body).collect();
    let mut said: Vec<Text> = bodies.iter().flat_map(|&b| texts(document, b)).collect();
    let phrases = words.list("way-back");
    let back = document.blocks.iter().filter(|b| document.source.slice(b.span).contains("back"));
    let sentences = back.filter(|b| b.kind == BlockKind::Paragraph).flat_map(|b| Prose::of(document, b).sentences());
    said.extend(sentences.filter(|s| phrases.iter().any(|p| has_word(&s.folded, p))).map(Text::from));
    said
}

fn whole(document: &Document, topic: &Topic) -> Text {
    let prose = texts(document, topic.body).next();
    prose.unwrap_or_else(|| Text { text: String::new(), span: topic.body })
}

/// The first sentence, cell or line that names a way back.
fn way_back(document: &Document, body: Span, words: &Vocabulary) -> Option<Text> {
    let phrases = words.list("way-back");
    texts(document, body).find(|t| {
        let text = folded(&t.text);
        phrases.iter().any(|p| has_word(&text, p))
    })
}

/// Sentences, headings, rows and code of a span.
pub(crate) fn texts(document: &Document, span: Span) -> impl Iterator<Item = Text> {
    blocks_in(document, span).flat_map(move |block| match &block.kind {
        BlockKind::Table(i) => {
            let rows = document.tables.get(*i).map(|t| t.rows.as_slice()).unwrap_or_default();
            let join = |cells: &[designlint_document::Cell]| {
                cells.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join("; ")
            };
            rows.iter().map(|r| Text { text: join(&r.cells), span: r.span }).collect::<Vec<_>>()
        }
        _ => Prose::within(document, block, span).sentences().map(Text::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn found(text: &str) -> Option<(String, String, Option<String>)> {
        let topic =
            |id: &str, heading: &str| TopicWords { id: id.into(), headings: vec![heading.into()], not: Vec::new() };
        let words = Vocabulary {
            topics: vec![topic("rollout", "rollout"), topic("rollback", "rollback")],
            lists: [("way-back".to_owned(), vec!["flag".to_owned(), "roll back".to_owned()])].into(),
        };
        let document = Document::parse(Source::new(text));
        let topics = crate::topics::topics(&document, &words);
        let rollout = rollout(&document, &topics, &words)?;
        Some((rollout.title.text, rollout.forward?.text, rollout.way_back.map(|t| t.text)))
    }

    fn expect(title: &str, forward: &str, back: Option<&str>) -> Option<(String, String, Option<String>)> {
        Some((title.into(), forward.into(), back.map(Into::into)))
    }

    #[test]
    fn forward_only() {
        assert_eq!(found("## Rollout\n\n1% on day 1.\n"), expect("Rollout", "1% on day 1.", None));
    }

    #[test]
    fn the_way_back_stands_in_the_rollout_or_in_a_section_of_its_own() {
        assert_eq!(
            found("## Rollout\n\n1% on day 1. Behind a flag.\n"),
            expect("Rollout", "1% on day 1.", Some("Behind a flag."))
        );
        assert_eq!(
            found("## Rollout\n\n1%.\n\n## Rollback\n\nNothing is stored.\n"),
            expect("Rollout", "1%.", Some("Nothing is stored."))
        );
        assert_eq!(
            found("## Rollout\n\n| step | back |\n|---|---|\n| 1% | roll back |\n"),
            expect("Rollout", "1%; roll back", Some("1%; roll back"))
        );
    }

    #[test]
    fn no_rollout() {
        assert_eq!(found("## Other\n\n1% on day 1.\n"), None);
        assert_eq!(found("## Rollout\n"), None);
    }
}

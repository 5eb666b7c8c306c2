//! Sentences that say what a choice costs.

use aho_corasick::AhoCorasick;
use designlint_document::{BlockKind, Table};

use crate::prose::Prose;
use crate::remarks::{Remarks, whole as everything};
use crate::text::folded;
use crate::word_lists::WordList;
use crate::{AcceptedCost, Text, Vocabulary};

/// How many words after "we accept" tell what is accepted.
const OBJECT_WORDS: usize = 6;

/// Phrases that take any object: with "accept" and "pay" it may be something that a program takes in.
const OPEN_PHRASES: &[&str] = &["accept", "pay", "trade", "willing", "exchange", "return"];

/// Sentences, cells and labels that say what a choice costs, in order of the source.
pub(crate) fn accepted_costs(remarks: &Remarks<'_>) -> Vec<AcceptedCost> {
    let (document, words) = (remarks.document, remarks.words);
    let Some(automaton) = words.lists.list("accept").and_then(WordList::finder) else { return Vec::new() };
    let inputs = words.list("accept-input");
    let mut found = Vec::new();
    for (block, keys) in remarks.blocks(everything(document)) {
        match &block.kind {
            BlockKind::Paragraph if keys.may_say("accept") => {
                for sentence in Prose::of(document, block).sentences() {
                    found.extend(accepts(&sentence.folded, || sentence.clone().into(), automaton, inputs));
                }
            }
            BlockKind::Table(i) => {
                if let Some(table) = document.tables.get(*i) {
                    in_table(table, automaton, words, &mut found);
                }
            }
            _ => {}
        }
    }
    found
}

fn in_table(table: &Table, automaton: &AhoCorasick, words: &Vocabulary, found: &mut Vec<AcceptedCost>) {
    let costs = words.list("cost-column");
    for row in &table.rows {
        for (i, cell) in row.cells.iter().enumerate() {
            let text = Text { text: cell.text.clone(), span: cell.span };
            let header = table.header.cells.get(i).filter(|h| costs.contains(&folded(&h.text)));
            let says = || crate::state::state_of_text(&cell.text, words) == crate::State::Filled;
            match header {
                Some(h) if says() => {
                    let phrase = Text { text: h.text.clone(), span: h.span };
                    found.push(AcceptedCost { text, phrase, names_cost: true });
                }
                _ => found.extend(accepts(&folded(&cell.text), || text, automaton, words.list("accept-input"))),
            }
        }
    }
}

/// What a text accepts: `low` is it folded, `written` as it stands.
fn accepts(
    low: &str,
    written: impl FnOnce() -> Text,
    automaton: &AhoCorasick,
    inputs: &[String],
) -> Option<AcceptedCost> {
    let found = automaton.find_iter(low).find(|m| {
        let (before, phrase, after) = (&low[..m.start()], &low[m.range()], &low[m.end()..]);
        whole(before, after) && !negated(before) && !takes_input(phrase, after, inputs) && !sells(phrase, after)
    })?;
    let said = &low[found.range()];
    let accepts = said.contains("accept") && !said.contains("acceptable");
    let names_cost = !(accepts && is_idle(&low[found.end()..]));
    let text = written();
    let phrase = Text { text: said.to_owned(), span: text.span };
    Some(AcceptedCost { text, phrase, names_cost })
}

/// Whether the object of "we accept" is a name for any cost: "the trade-offs". "This drawback" speaks of one that was named.
fn is_idle(after: &str) -> bool {
    let object = after.split(['.', ';', '!', '?']).next().unwrap_or("");
    let words = || object.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty());
    let refers = words().next().is_some_and(|w| ["this", "that", "these", "those"].contains(&w));
    !refers
        && words().any(|w| IDLE_COSTS.contains(&w))
        && words().all(|w| IDLE_COSTS.contains(&w) || AROUND_COSTS.contains(&w))
}

/// Names that any cost goes by.
const IDLE_COSTS: &[&str] = &[
    "trade-off",
    "trade-offs",
    "tradeoff",
    "tradeoffs",
    "cost",
    "costs",
    "drawback",
    "drawbacks",
    "downside",
    "downsides",
    "consequence",
    "consequences",
    "risk",
    "risks",
    "disadvantage",
    "disadvantages",
    "limitations",
    "compromise",
    "compromises",
];

/// Words that may stand around such a name without telling what it is.
const AROUND_COSTS: &[&str] = &[
    "the",
    "this",
    "all",
    "any",
    "its",
    "their",
    "of",
    "choice",
    "option",
    "approach",
    "design",
    "associated",
    "related",
    "resulting",
    "usual",
    "known",
    "some",
    "certain",
    "involved",
    "it",
    "with",
    "for",
    "and",
    "a",
    "b",
    "c",
];

fn whole(before: &str, after: &str) -> bool {
    !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
}

fn negated(before: &str) -> bool {
    let last = before.split_whitespace().rev().take(2);
    last.into_iter().any(|w| ["not", "never", "without", "no", "cannot"].contains(&w) || w.ends_with("n't"))
}

/// "Trading memory for latency" gives something up; "trades are settled at night" does not.
fn sells(phrase: &str, after: &str) -> bool {
    let clause = after.split(['.', ';', ':', '?', '!']).next().unwrap_or("");
    ["trading", "trades", "we trade"].contains(&phrase) && !clause.contains(" for ")
}

/// Whether the object of "we accept" is something that a program takes in: "JSON and protobuf bodies".
fn takes_input(phrase: &str, after: &str, inputs: &[String]) -> bool {
    if !OPEN_PHRASES.iter().any(|p| phrase.contains(p)) {
        return false;
    }
    let clause = after.split(['.', ';', ':', '?', '!']).next().unwrap_or("");
    let object = || clause.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).take(OBJECT_WORDS);
    let is_input = object().any(|w| inputs.iter().any(|i| i == w));
    let is_cost = object().any(|w| COSTLY.iter().any(|c| w.starts_with(c)));
    is_input && !is_cost
}

/// Starts of words that make an object a cost.
const COSTLY: &[&str] = &[
    "los",
    "stale",
    "laten",
    "slow",
    "cost",
    "complex",
    "delay",
    "down",
    "risk",
    "extra",
    "more",
    "less",
    "longer",
    "memory",
    "overhead",
    "drop",
    "duplicat",
    "error",
    "miss",
    "gap",
    "wors",
    "higher",
    "lower",
    "fewer",
    "late",
    "wast",
    "reject",
    "inconsisten",
    "unavailab",
    "outage",
    "additional",
    "some",
    "occasional",
    "retr",
];

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("accept", &["we accept", "trading", "at the cost of", "an acceptable trade-off", "is acceptable"]),
            list("accept-input", &["json", "bodies", "requests", "messages"]),
            list("cost-column", &["gives up"]),
            list("placeholder", &["-"]),
        ];
        let words = Vocabulary { topics: Vec::new(), lists: lists.into() };
        let document = Document::parse(Source::new(text));
        let line = |c: AcceptedCost| format!("{} [{}]", c.text.text, c.phrase.text);
        accepted_costs(&Remarks::new(&document, &words)).into_iter().map(line).collect()
    }

    #[test]
    fn sentences_that_name_a_cost() {
        assert_eq!(
            found("It is fast. We **accept** 60 s\nof staleness. B, at the cost of 34 MB.\n"),
            ["We accept 60 s of staleness. [we accept]", "B, at the cost of 34 MB. [at the cost of]"]
        );
        assert_eq!(found("B, trading memory for latency.\n"), ["B, trading memory for latency. [trading]"]);
        assert_eq!(found("B is for trading desks. Trading stops at night.\n"), [""; 0]);
        assert_eq!(found("- We accept lost messages.\n"), ["We accept lost messages. [we accept]"]);
    }

    #[test]
    fn what_a_program_takes_in_is_no_cost() {
        assert_eq!(found("We accept JSON and protobuf bodies.\n"), [""; 0]);
        assert_eq!(found("We accept up to 30 requests per second.\n"), [""; 0]);
    }

    #[test]
    fn a_denial_is_no_cost() {
        assert_eq!(found("Never at the cost of latency. Not at the cost of memory. That is unacceptable.\n"), [""; 0]);
    }

    #[test]
    fn a_column_of_costs_counts_where_it_is_filled() {
        assert_eq!(found("| o | gives up |\n|---|---|\n| A | 34 MB |\n| B | - |\n"), ["34 MB [gives up]"]);
    }

    #[test]
    fn a_name_for_any_cost_names_none() {
        let words =
            Vocabulary { topics: Vec::new(), lists: [("accept".to_owned(), vec!["we accept".to_owned()])].into() };
        let names = |text: &str| {
            let document = Document::parse(Source::new(text));
            accepted_costs(&Remarks::new(&document, &words)).iter().map(|c| c.names_cost).collect::<Vec<_>>()
        };
        assert_eq!(names("We accept the trade-offs. We accept all the costs of this choice.\n"), [false, false]);
        assert_eq!(names("We accept the cost of 34 MB. We accept stale answers.\n"), [true, true]);
        assert_eq!(names("We accept this risk. We accept these trade-offs.\n"), [true, true]);
        assert_eq!(names("We accept the risk that a restart empties it.\n"), [true]);
    }

    #[test]
    fn code_says_nothing() {
        assert_eq!(found("```\nwe accept 60 s of staleness\n```\n"), [""; 0]);
    }
}

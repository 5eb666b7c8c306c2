//! What is read of data, fallbacks, costs and loads, and how it is told from its look-alikes.

use designlint_document::Source;

use super::*;

fn words() -> Vocabulary {
    let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
    let topic = |id: &str| crate::TopicWords { id: id.into(), headings: vec![id.into()], not: Vec::new() };
    let lists = [
        list("split.random", &["random", "randomly"]),
        list("split.parts", &["split", "test set"]),
        list("split.experiment", &["traffic"]),
        list("split.otherwise", &["by time"]),
        list("split.ordered", &["clicks", "events"]),
        list("split.history", &["clicks"]),
        list("fallback.word", &["fallback"]),
        list("fallback.cold", &["spun up"]),
        list("fallback.warm", &["warm"]),
        list("cost.period", &["a month"]),
        list("cost.unit", &["feeds"]),
        list("scaling.story", &["ten times"]),
        list("assumption.name", &["hit rate"]),
        list("assumption.label", &["measured"]),
    ];
    Vocabulary { topics: vec![topic("cost"), topic("capacity")], lists: lists.into() }
}

fn read(text: &str) -> Learning {
    let document = Document::parse(Source::new(text));
    let words = words();
    let topics = crate::topics::topics(&document, &words);
    learning(&Remarks::new(&document, &words), &topics, &[])
}

#[test]
fn the_word_that_orders_the_data_stands_in_the_chapter() {
    let ordered = |text: &str| read(text).random_splits.into_iter().map(|s| s.ordered).collect::<Vec<_>>();
    assert_eq!(ordered("# T\n\n## Data\n\nClicks.\n\n### Split\n\nA random split.\n"), ["clicks"]);
    assert_eq!(ordered("# T\n\n## Data\n\nClicks.\n\n## Split\n\nA random split.\n"), [""; 0]);
    assert_eq!(ordered("## Data\n\nEvents.\n\nA random split.\n"), [""; 0]);
    assert_eq!(ordered("## Data\n\nEvents. A random split.\n"), ["events"]);
    assert_eq!(ordered("Clicks, a random split. The users by time.\n"), [""; 0]);
    assert_eq!(ordered("Clicks. A random split of the traffic.\n"), [""; 0]);
}

#[test]
fn a_fallback_is_what_the_sentence_before_speaks_of() {
    let cold = |text: &str| read(text).cold_fallbacks.into_iter().map(|f| f.text.text).collect::<Vec<_>>();
    assert_eq!(cold("The fallback is small. It is spun up.\n"), ["It is spun up."]);
    assert_eq!(cold("The fallback is small. Jobs are spun up.\n"), [""; 0]);
    assert_eq!(cold("The fallback is never spun up late.\n"), [""; 0]);
}

#[test]
fn a_total_and_its_unit() {
    let cost = |text: &str| read(text).cost.map(|c| (c.text.text, c.per_unit));
    let total = || "It costs $9,000 a month.".to_owned();
    assert_eq!(cost("## Cost\n\nIt costs $9,000 a month.\n"), Some((total(), false)));
    assert_eq!(cost("## Cost\n\nIt costs $9,000 a month.\n\n1,000 mails cost $0.20.\n"), Some((total(), true)));
    assert_eq!(
        cost("## Cost\n\nIt costs $9,000 a month.\n\nA node is $3 per hour, feeds are many.\n"),
        Some((total(), false))
    );
    assert_eq!(cost("## Cost\n\nA host costs $3 per hour.\n"), None);
}

#[test]
fn the_load_of_a_section_that_sizes() {
    let load = |text: &str| read(text).load.map(|l| (l.title.text, l.load, l.grows));
    let some = |grows| Some(("Capacity".to_owned(), "1,200 requests/s".to_owned(), grows));
    assert_eq!(load("## Capacity\n\nPeak: 1,200 requests/s.\n"), some(false));
    assert_eq!(load("## Capacity\n\nPeak: 1,200 requests/s. At **ten times** that it breaks.\n"), some(true));
    assert_eq!(load("## Capacity\n\nThree hosts.\n"), None);
}

#[test]
fn without_a_calculation_nothing_rests_on_an_assumption() {
    assert_eq!(read("The hit rate is 80%.\n").assumptions, []);
}

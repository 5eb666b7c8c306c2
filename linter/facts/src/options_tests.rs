use designlint_document::Source;

use super::*;
use crate::TopicWords;

fn words() -> Vocabulary {
    let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
    let lists = [
        list("option-label", &["option", "alternative"]),
        list("option-header", &["option", "approach"]),
        list("criterion-header", &["criterion", ""]),
        list("option-row", &["do nothing"]),
        list("option-comment", &["notes"]),
        list("criterion-name", &["cost", "pros"]),
        list("no-option", &["comparison"]),
        list("forced", &["only one option"]),
        list("placeholder", &["tbd"]),
    ];
    let topic = |id: &str, headings: &[&str]| TopicWords {
        id: id.into(),
        headings: headings.iter().map(|&h| h.to_owned()).collect(),
        not: Vec::new(),
    };
    Vocabulary {
        topics: vec![
            topic("options", &["options", "alternatives", "pros and cons of the options"]),
            topic("decision", &["decision"]),
        ],
        lists: lists.into(),
    }
}

/// `form: name, name` with what else holds, one a decision.
fn found(text: &str) -> Vec<String> {
    let document = Document::parse(Source::new(text));
    let topics = crate::topics::topics(&document, &words());
    let line = |o: Options| {
        let names: Vec<String> = o.items.iter().map(|i| i.name.text.clone()).collect();
        let flag = |on: bool, name: &str| if on { format!(" {name}") } else { String::new() };
        format!(
            "{:?}: {}{}{}{}",
            o.form,
            names.join(", "),
            flag(o.numbers, "+numbers"),
            flag(o.forced, "+forced"),
            flag(o.besides_choice, "+choice")
        )
    };
    options(&document, &topics, &words()).into_iter().map(line).collect()
}

#[test]
fn one_item_is_an_option_where_nothing_else_stands() {
    assert_eq!(found("## Options\n\n- queue, polled\n\n## Decision\n\nIt.\n"), ["List: queue, polled"]);
    assert_eq!(found("## Options\n\nA queue or a log.\n\n- The log is fast.\n"), ["Prose: "]);
}

#[test]
fn an_item_that_announces_the_others_is_none() {
    assert_eq!(found("## Options\n\n- We looked at:\n  - a queue\n    - fast\n  - a log\n"), ["List: a queue, a log"]);
    assert_eq!(found("## Options\n\n- There are two ways:\n- a queue\n- a log\n"), ["List: a queue, a log"]);
    assert_eq!(found("## Options\n\n- Queue:\n  - fast\n- Log:\n  - slow\n"), ["List: Queue:, Log:"]);
}

#[test]
fn options_as_columns() {
    assert_eq!(
        found("## Options\n\n| criterion | A: queue | B: log | notes |\n|---|---|---|---|\n| p99 | 40 ms | 9 ms | |\n"),
        ["Table: A: queue, B: log +numbers"]
    );
    assert_eq!(
        found("## Options\n\n| | Redis | Postgres |\n|---|---|---|\n| cost | low | low |\n"),
        ["Table: Redis, Postgres"]
    );
}

#[test]
fn options_as_rows() {
    assert_eq!(
        found("## Options\n\n| option | cost |\n|---|---|\n| do nothing | low |\n| queue v2 | high |\n"),
        ["Table: do nothing, queue v2"]
    );
    assert_eq!(
        found("## Options\n\n| store | latency | cost |\n|---|---|---|\n| Redis | 1 ms | $3 |\n"),
        ["Table: Redis +numbers"]
    );
}

#[test]
fn a_table_that_says_option_is_one_anywhere() {
    let table = "| Option | Cost |\n|---|---|\n| Redis | low |\n| Postgres | $3 |\n";
    assert_eq!(found(&format!("## What we found\n\n{table}")), ["Table: Redis, Postgres +numbers"]);
    assert_eq!(found(&table.replace("Cost", "Meaning")), [""; 0]);
}

#[test]
fn a_table_of_fields_holds_no_options() {
    assert_eq!(
        found("## Options\n\n| name | type | default |\n|---|---|---|\n| ttl | int | 60 |\n"),
        ["Prose:  +numbers"]
    );
}

#[test]
fn headings_items_and_marks() {
    assert_eq!(
        found("## Alternatives\n\n### Do nothing\n\np99 stays.\n\n### Option 2\n\nCost.\n\n### Comparison\n\nx\n"),
        ["Headings: Do nothing, Option 2 +choice"]
    );
    assert_eq!(found("## Options\n\n- Redis\n  - 3 ms\n- Postgres\n"), ["List: Redis, Postgres +numbers"]);
    assert_eq!(
        found("## Options\n\n(A) no cache; (B) in-process LRU with TTL.\n"),
        ["Prose: (A) no cache;, (B) in-process LRU with TTL."]
    );
    assert_eq!(
        found("## Options\n\n**Redis.** Fast.\n\n**Postgres.** Slow.\n"),
        ["Headings: Redis. Fast., Postgres. Slow."]
    );
}

#[test]
fn headings_that_say_option_are_some_under_any_name() {
    let text =
        "## Proposal\n\n### SPDK Proposal 1 - stripes\n\nSeven layers.\n\n### SPDK Proposal 2 - blocks\n\n256 KB.\n";
    assert_eq!(found(text), ["Headings: SPDK Proposal 1 - stripes, SPDK Proposal 2 - blocks +numbers"]);
    assert_eq!(found(&text.replace("Proposal 2", "Design")), [""; 0]);
    assert_eq!(found(&text.replace("Proposal 2", "Proposal 1")), [""; 0]);
    assert_eq!(found("## Proposal\n\n### Option value\n\nx\n\n### Option type\n\ny\n"), [""; 0]);
}

#[test]
fn prose_that_names_none_stays_uncounted() {
    assert_eq!(found("## Options\n\nBrokers with a log, or a cron export.\n"), ["Prose: "]);
    assert_eq!(found("## Options\n\nOnly one option is possible.\n"), ["Prose:  +forced"]);
    assert_eq!(found("## Options\n\nTBD\n"), ["Prose: "]);
}

#[test]
fn sections_beside_each_other_are_one_decision() {
    assert_eq!(
        found(
            "## Options\n\n- Redis\n- Postgres\n\n## Pros and cons of the options\n\n### Redis\n\n3 ms.\n\n### Postgres\n\nSlow.\n"
        ),
        ["List: Redis, Postgres +numbers"]
    );
}

#[test]
fn labels_and_names_are_no_numbers() {
    for text in ["Option 1", "uses S3 and HTTP/2", "version 2", "v2", "see #12", "(1) x", "RFC 9110", "IPv6"] {
        assert!(!has_number(text), "{text}");
    }
    for text in ["3 ms", "$310", "~0.5", "takes 2x", "(40 ms)", "99.9%", "p99 of 4"] {
        assert!(has_number(text), "{text}");
    }
}

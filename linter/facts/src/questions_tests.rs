use designlint_document::Source;

use super::*;
use crate::TopicWords;

fn found(body: &str) -> Vec<String> {
    let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
    let lists = [
        list("owner-label", &["owner"]),
        list("owner-column", &["owner", "who"]),
        list("due-column", &["by when"]),
        list("question-column", &["question"]),
        list("answer-column", &["answer", "status"]),
        list("resolved", &["resolved", "answer:", "done"]),
        list("placeholder", &["tbd", "-", "?"]),
        list("none", &["none"]),
        list("template-prompt", &["do you expect to resolve"]),
        list("team-word", &["team"]),
        list("criterion.none", &["cons"]),
    ];
    let topic = TopicWords {
        id: "open-questions".into(),
        headings: vec!["open questions".into()],
        not: vec!["answered questions".into()],
    };
    let words = Vocabulary { topics: vec![topic], lists: lists.into() };
    let document = Document::parse(Source::new(format!("## Open questions\n\n{body}\n")));
    let topics = crate::topics::topics(&document, &words);
    let line = |q: Question| {
        let name = |t: Option<Text>| t.map_or("-".into(), |t| t.text);
        let resolved = if q.resolved { " | resolved" } else { "" };
        format!("{} | {} | {}{resolved}", q.text.text, name(q.owner), name(q.due))
    };
    questions(&document, &topics, &words).into_iter().map(line).collect()
}

#[test]
fn items() {
    assert_eq!(
        found(
            "- How long is it kept?\n- Which key? (owner: Ana, 2026-04-15)\n  - more\n- Which disk?\n  - Owner: @bo\n- None\n"
        ),
        [
            "How long is it kept? | - | -",
            "Which key? (owner: Ana, 2026-04-15) | Ana | 2026-04-15",
            "Which disk? | @bo | -"
        ]
    );
    assert_eq!(
        found(
            "1. ~~Which key?~~ The tenant's.\n2. [x] Which log?\n3. What do you expect to resolve?\n4. See the notes.\n"
        ),
        ["Which key? The tenant's. | - | - | resolved", "Which log? | - | - | resolved"]
    );
}

#[test]
fn items_without_a_question_mark_ask_where_none_has_one() {
    assert_eq!(found("What do you expect to resolve?\n\n- The key\n- <https://example.org>\n"), ["The key | - | -"]);
    assert_eq!(found("- The key?\n- Moved to the backlog\n"), ["The key? | - | -"]);
}

#[test]
fn a_table() {
    assert_eq!(
        found(
            "| who | question | by when | status |\n|---|---|---|---|\n| Ana | Key? | 2026-04-15 | open |\n| | Disk? | - | |\n| TBD | Log? | | done |\n"
        ),
        ["Key? | Ana | 2026-04-15", "Disk? | - | -", "Log? | - | - | resolved"]
    );
}

#[test]
fn prose() {
    assert_eq!(
        found("We still ask. Is the key stable? The storage team answers."),
        ["Is the key stable? | storage team | -"]
    );
    assert_eq!(found("What parts do you expect to resolve?"), [""; 0]);
    assert_eq!(
        found(
            "### How is it set?\n\n#### By a flag\n\n##### Cons\n\nDoes it mean two sessions?\n\n### Subject\n\n#### Cons\n\nTwo?\n"
        ),
        ["How is it set? | - | -"]
    );
}

#[test]
fn an_answer_below() {
    assert_eq!(found("Q: Which key?\n\nA: The tenant's.\n\nQ: Which log?"), ["Q: Which log? | - | -"]);
    assert_eq!(found("Q: How large? It depends on the peers, 4 MB for all."), ["Q: How large? | - | - | resolved"]);
}

#[test]
fn a_definition_list() {
    assert_eq!(
        found("Which key?\n: Owner: Ana, by 2026-04-15.\n\nWhich disk?\n: Local or shared.\n: More to come.\n"),
        ["Which key? | Ana | 2026-04-15", "Which disk? | - | -"]
    );
    assert_eq!(
        found("The key\n\n: The tenant's or the user's. Resolved: the tenant's.\n\nThe disk\n\n: @bo measures it.\n"),
        ["The key | - | -", "The disk | @bo | -"]
    );
}

#[test]
fn headings() {
    assert_eq!(
        found(
            "### Is the key stable?\n\nOwner: Ana\n\n### For beta\n\n- Which disk?\n\n### Answered questions\n\n- Which log?\n"
        ),
        ["Is the key stable? | Ana | -", "Which disk? | - | -"]
    );
}

#[test]
fn none() {
    assert_eq!(found("None. All were settled in the review of 2026-03-02."), [""; 0]);
    assert_eq!(found("TBD"), [""; 0]);
}

use designlint_core::{Kind, Outcome, Settings};
use designlint_document::{Document, Source, Span};

use super::*;
use crate::testing::{report, settings};

fn topics() -> Vec<TopicWords> {
    crate::packs::knowledge().vocabulary.topics.clone()
}

fn placed(text: &str) -> Placed {
    Placed { text: text.to_owned(), span: Span::new(100, 100 + text.len()) }
}

fn parsed(text: &str) -> Result<Condition, Misstated> {
    Condition::parse(&placed(text), &topics())
}

const DOCUMENT: &str = "---\ntier: 1\nowners: [ana, ben]\nreview-date: 2026-03-01\n---\n# Cache\n\n## Options\n\n\
    | option | p99 |\n|---|---|\n| queue | 9 ms |\n| cron | slow |\n\n## Failure modes\n\n| failure | detection |\n|---|---|\n\
    | queue full | TBD |\n| worker down | `up == 0` for 1 m |\n\n## Rollout\n\nRegion a goes first.\n\n### Rollout of the rest\n\n\
    3 x 4 = 13 pods.\n\n## Open questions\n\n- Which key? (owner: Ana)\n- Which node?\n";

fn holds(text: &str) -> bool {
    let report = report("section-missing", Kind::Design, DOCUMENT);
    let (settings, outcome) = (settings(), Outcome::default());
    let cx = Context {
        document: &report.document,
        facts: &report.facts,
        settings: &settings,
        kind: Kind::Design,
        kind_from: designlint_core::KindFrom::CommandLine,
        profile: None,
        outcome: &outcome,
    };
    parsed(text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}")).holds(&cx)
}

#[test]
fn conditions_ask_about_the_facts_of_a_document() {
    for text in [
        "kind == \"design\"",
        "options.count == 2",
        "options.with_numbers == 1",
        "failure_modes.count == 2",
        "failure_modes.without_detection == 1",
        "questions.count == 2",
        "questions.without_owner == 1",
        "claims.count == 1 && claims.wrong == 1",
        "front_matter.tier == \"1\"",
        "front_matter.owners == \"ana, ben\"",
        "front_matter.review_date >= \"2026-01-01\"",
        "front_matter.nothing == \"\"",
        "sections.rollout.words > 5",
        "sections.open_questions.words > 3",
        // By a heading of the section.
        "sections.rollout_plan.words == sections.rollout.words",
        "sections.capacity.words == 0 && sections.capacity.text == \"\"",
        "matches(sections.rollout.text, \"region\")",
        "matches(sections.rollout.text, \"^region a\")",
        "!matches(sections.rollout.text, \"(?-i)region\")",
        "matches(sections.rollout.text, \"13 pods\\\\.\")",
        "matches(kind, \"a, b // c\") == false",
    ] {
        assert!(holds(text), "{text}");
        assert!(!holds(&format!("!({text})")), "{text}");
    }
}

#[test]
fn numbers_are_compared_as_numbers() {
    for text in [
        "1/2 == 0.5",
        "options.count == 2.0",
        "10 == 10.0",
        "options.with_numbers / options.count >= 0.5",
        "0x10 == 16",
        "7 % 4 == 3",
        "2 ^ 3 == 8",
        "-1 < 0",
        "1 / 0 > 5",
    ] {
        assert!(holds(text), "{text}");
    }
}

#[test]
fn what_makes_no_sense_is_told_with_its_place() {
    for (text, at, message, help) in [
        ("options.cuont > 1", "options.cuont", "no fact is called `options.cuont`", "did you mean `options.count`?"),
        (
            "sections.rolout.words > 1",
            "sections.rolout.words",
            "no fact is called `sections.rolout.words`",
            "did you mean `sections.rollout.words`?",
        ),
        (
            "sections.rollout.lines > 1",
            "sections.rollout.lines",
            "no fact is called `sections.rollout.lines`",
            "a section has `sections.rollout.words` and `sections.rollout.text`",
        ),
        (
            "failure-modes.count > 1",
            "failure",
            "no fact is called `failure`",
            "names have `_` where headings have a hyphen: sections.open_questions.text",
        ),
        (
            "options.count",
            "options.count",
            "a condition is true or false, and this is a number",
            "compare it: `options.count >= 2`, `kind == \"rfc\"`, `matches(sections.rollout.text, \"region\")`",
        ),
        (
            "kind == 1",
            "==",
            "`==` has a number on one side and a text on the other",
            "a number stands without quotes, a text in quotes; the front matter holds texts",
        ),
        (
            "kind > 1 && true",
            ">",
            "`>` has a number on one side and a text on the other",
            "a number stands without quotes, a text in quotes; the front matter holds texts",
        ),
        ("options.count && true", "&&", "`&&` takes true or false, and this is a number", ""),
        (
            "options.count > 1,000",
            ",",
            "a comma parts what `matches` is given, and nothing else",
            "write 1000 for a thousand, and `&&` for \"and\"",
        ),
        ("true; false", ";", "a condition is one expression", "join two with `&&`"),
        ("options.count = 2", "=", "a condition changes nothing", "`==` asks whether two things are equal"),
        ("options.count // 2 == 1", "//", "a comment starts here, which a condition does not have", "`/` divides"),
        ("kind /* x */ == \"a\"", "/*", "a comment starts here, which a condition does not have", "`/` divides"),
        (
            "contains(kind, \"a\")",
            "contains",
            "no function is called `contains`",
            "there is `matches(text, \"pattern\")`, and the operators == != < <= > >= && || ! + - * / % ^",
        ),
        (
            "matches(kind)",
            "matches",
            "`matches` takes a text and a pattern",
            "write `matches(sections.rollout.text, \"region\")`",
        ),
        (
            "matches(options.count, \"a\")",
            "matches",
            "`matches` looks for a pattern in a text, and this is none",
            "write `matches(sections.rollout.text, \"region\")`",
        ),
        (
            "matches(kind, kind)",
            "matches",
            "the pattern of `matches` is a text in quotes",
            "write `matches(sections.rollout.text, \"region\")`",
        ),
        ("matches(kind, \"a(b\")", "a(b", "this is no pattern: unclosed group", ""),
        ("matches(kind, \"(a{1000}){1000}\")", "(a{1000}){1000}", "this is no pattern: it takes too much memory", ""),
        ("(options.count > 1", "(options.count > 1", "this is no condition: a bracket has no partner", ""),
        ("kind == \"a", "kind == \"a", "this is no condition: a quotation mark has no partner", ""),
        ("true & false", "true & false", "this is no condition: `&` stands alone; write it twice", ""),
        ("options.count >", ">", "something is missing beside `>`", ""),
        ("()", "()", "nothing stands between two brackets", ""),
        ("inf > 1", "inf > 1", "a number of this condition is none that counts can be compared with", ""),
        (" ", " ", "a condition is expected here", ""),
    ] {
        let wrong = parsed(text).unwrap_err();
        let found = &text[wrong.span.start - 100..wrong.span.end - 100];
        assert_eq!((found, wrong.message.as_str(), wrong.help.as_deref().unwrap_or("")), (at, message, help), "{text}");
    }
}

#[test]
fn a_condition_is_bounded() {
    let deep = format!("{}true{}", "(".repeat(101), ")".repeat(101));
    assert_eq!(parsed(&deep).unwrap_err().message, "a condition has at most 100 brackets and signs");
    assert_eq!(parsed(&"!".repeat(5_000)).unwrap_err().message, "a condition has at most 1000 bytes");
    assert!(parsed(&format!("{}true{}", "(".repeat(100), ")".repeat(100))).is_ok());
    let long = vec!["1"; 490].join("+") + " > 2";
    assert!(parsed(&long).is_ok());
    assert!(holds(&long));
    assert!(holds(&(vec!["true"; 120].join("&&"))));
}

#[test]
fn any_text_is_read_or_refused() {
    let parts = [
        "(", ")", "!", "-", "\"", "\\", "kind", " ", "==", ",", ";", "matches", "1e", "0x", "&&", "|", "é", "=", "^",
        "1",
    ];
    for a in parts {
        for b in parts {
            for c in parts {
                _ = parsed(&format!("{a}{b}{c}{a}"));
            }
        }
    }
}

#[test]
fn the_facts_are_told_with_their_values() {
    let document = Document::parse(Source::new("## Rollout\n\nTo everyone.\n"));
    let facts = designlint_facts::extract(&document, &crate::packs::knowledge());
    let (settings, outcome) = (Settings::default(), Outcome::default());
    let cx = Context {
        document: &document,
        facts: &facts,
        settings: &settings,
        kind: Kind::Rfc,
        kind_from: designlint_core::KindFrom::CommandLine,
        profile: None,
        outcome: &outcome,
    };
    let condition = parsed("options.count > 1 || matches(sections.rollout.text, \"x\")").unwrap();
    assert_eq!(condition.facts(&cx), "options.count is 0, sections.rollout.text is \"To everyone\"");
    assert_eq!(condition.section.as_deref(), Some("rollout"));
}

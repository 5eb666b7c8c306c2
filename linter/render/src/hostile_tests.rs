//! Text that terminals, CI runners, readers of XML and hosts of code would obey, in every format.

use designlint_core::{Diagnostic, Edit, Finding, Fix, Safety, Severity};
use designlint_document::Span;

use crate::format_tests::{RULES, base, finding, of};
use crate::full::{self, Style};
use crate::{
    Checked, concise, github, gitlab, json, jsonl, junit, ledger, markdown, rdjson, sarif, statistics, summary,
};

/// What terminals, CI runners, XML, HTML and hosts of code would obey.
const HOSTILE: &str = "\u{1b}[31m\u{9b}2J\u{7}\n::error::x\n##[error]y ]]> <script>alert(1)</script> &amp; \"' @ana #12 !7 GH-3 \
                       [a](https://example.org) ![b](https://example.org/c.png) www.example.org {0} \u{202e}z\u{2066} \u{fffe}\u{0}| `";

/// A file of which the text, the name, what is said of it and how it is mended are hostile, and one that cannot be read.
fn hostile() -> [Checked; 2] {
    let text = format!("{}\n2 + 2 = 5\n", HOSTILE.replace('\n', " "));
    let span = Span::new(0, text.len() - 11);
    let edits = vec![Edit { span, text: HOSTILE.into() }];
    let fix = Fix { title: HOSTILE.into(), safety: Safety::Safe, edits };
    let hostile = Finding::new(span, HOSTILE).help(HOSTILE).label(span, HOSTILE).fix(fix);
    let own = Diagnostic { rule: "ours/two-regions".into(), ..finding(Severity::Error, hostile.clone()) };
    let unreadable = Checked { path: HOSTILE.into(), outcome: Err(HOSTILE.into()), review: None };
    [of(HOSTILE, &text, vec![own, finding(Severity::Warning, hostile)]), unreadable]
}

#[test]
fn hostile_text_is_harmless_in_every_format() {
    let checked = hostile();
    let json = [
        json::json(&checked, None, json::Also { review: true, statistics: true }),
        jsonl::jsonl(&checked, None),
        sarif::sarif(&checked, RULES, &base(), None),
        gitlab::gitlab(&checked, &base(), None),
        rdjson::rdjson(&checked, RULES, &base(), None),
        ledger::json(&checked, true),
    ];
    for line in json.iter().flat_map(|text| text.lines()) {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
    let plain = [
        full::full(&checked, Style::default(), None),
        concise::concise(&checked, None),
        summary::summary(&checked, None),
        ledger::text(&checked, true),
        statistics::statistics(&checked),
    ];
    let (github, junit) = (github::github(&checked, &base(), None), junit::junit(&checked, &base(), None));
    let markdown = markdown::markdown(&checked, RULES, &base(), None);
    for text in json.iter().chain(&plain).chain([&github, &junit, &markdown]) {
        assert!(!text.contains(obeyed), "{text:?}");
        assert!(!text.contains("##["), "{text}");
    }
    for text in plain.iter().chain([&junit, &markdown]) {
        assert!(!text.lines().any(|line| line.trim_start().starts_with("::")), "{text}");
    }
    commands_are_ours(&github);
    xml_is_sound(&junit);
    markdown_is_text(&markdown);
    messages_are_text(&json[2]);
}

fn obeyed(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Each line is one of three commands, and its properties end where they should.
fn commands_are_ours(github: &str) {
    assert_eq!(github.lines().count(), 3);
    for line in github.lines() {
        let (command, data) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
        let (level, properties) = command.split_once(' ').unwrap();
        assert!(matches!(level, "error" | "warning"), "{line}");
        let names: Vec<&str> = properties.split(',').filter_map(|property| property.split('=').next()).collect();
        assert!(
            matches!(names[..], ["file", "title"] | ["file", "line", "endLine", "col", "endColumn", "title"]),
            "{line}"
        );
        assert!(!properties.contains(':') && !data.contains('\r'), "{line}");
    }
}

/// It can be read, and holds no character that XML cannot.
fn xml_is_sound(xml: &str) {
    let mut reader = quick_xml::Reader::from_str(xml);
    let mut names = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Eof => break,
            quick_xml::events::Event::Start(e) | quick_xml::events::Event::Empty(e) => {
                assert!(e.attributes().all(|attribute| attribute.is_ok()), "{xml}");
                names.push(e.name().as_ref().to_owned());
            }
            _ => {}
        }
    }
    let case = ["testsuite", "testcase", "failure", "testcase", "failure", "testsuite", "testcase", "error"];
    assert_eq!(names, [&["testsuites"], &case[..]].concat());
    assert!(!xml.contains(['\u{fffe}', '\u{ffff}']) && !xml.contains("]]>"), "{xml}");
}

/// Its only links are the pages of rules.
fn markdown_is_text(markdown: &str) {
    for sign in ["@ana", "#12", "!7", "GH-3", "https://example", "www.example"] {
        assert!(!markdown.contains(sign), "{sign}: {markdown}");
    }
    let is_bare = |(at, _): &(usize, &str)| !markdown[..*at].ends_with('\\');
    assert_eq!(markdown.match_indices('<').filter(is_bare).count(), 0, "{markdown}");
    assert_eq!(markdown.match_indices("[").filter(is_bare).count(), 1, "{markdown}");
}

/// No message of SARIF has a link, or a gap to fill.
fn messages_are_text(sarif: &str) {
    let sarif: serde_json::Value = serde_json::from_str(sarif).unwrap();
    let messages = messages(&sarif);
    assert!(messages.len() > 4, "{messages:?}");
    for message in messages {
        assert!(!message.contains("](") && !message.replace("{{0}}", "").contains("{0}"), "{message}");
    }
}

/// The texts of all messages in a value.
fn messages(value: &serde_json::Value) -> Vec<&str> {
    let own = ["message", "description"].into_iter().filter_map(|key| value.get(key)?.get("text")?.as_str());
    let under: Vec<&serde_json::Value> = match value {
        serde_json::Value::Object(fields) => fields.values().collect(),
        serde_json::Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    own.chain(under.into_iter().flat_map(messages)).collect()
}

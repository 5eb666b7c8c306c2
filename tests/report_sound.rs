//! The page of a review: that it is sound HTML, and that nothing in it acts.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where a document or a part of the page is missing")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::page::{checked, corpus, html, texts, values};
use common::root;
use designlint_core::across;
use designlint_render::Checked;
use designlint_report::{Subject, page};
use scraper::{Html, Selector};

/// What is wrong with a page as HTML, and what in it could act or fetch.
fn faults(text: &str) -> Vec<String> {
    let page = Html::parse_document(text);
    let mut out: Vec<String> = page.errors.iter().map(ToString::to_string).collect();
    let mut ids = BTreeSet::new();
    let all = Selector::parse("*").unwrap();
    for element in page.select(&all) {
        let (name, value) = (element.value().name(), element.value());
        if matches!(name, "script" | "img" | "iframe" | "object" | "embed" | "link" | "base" | "form" | "input" | "b") {
            out.push(format!("<{name}>"));
        }
        for (attribute, text) in value.attrs() {
            let link = matches!(attribute, "href" | "src" | "xlink:href" | "action" | "srcset");
            let outside = link && !(name == "a" && text.starts_with('#'));
            if attribute.starts_with("on") || attribute == "style" || outside {
                out.push(format!("<{name} {attribute}={text}>"));
            }
        }
        if let Some(id) = value.id().filter(|id| !ids.insert(id.to_string())) {
            out.push(format!("twice: {id}"));
        }
    }
    let named = values(&page, "[aria-labelledby]", "aria-labelledby");
    let named = named.iter().flat_map(|by| by.split(' ')).map(str::to_owned);
    let links = values(&page, "a", "href").into_iter().map(|h| h.trim_start_matches('#').to_owned());
    out.extend(links.chain(named).filter(|id| !ids.contains(id)).map(|id| format!("nowhere: {id}")));
    let styles = texts(&page, "style").concat();
    out.extend(["url(", "@import", "http"].into_iter().filter(|w| styles.contains(w)).map(|w| format!("style: {w}")));
    out
}

#[test]
fn the_page_of_every_document_is_sound_and_fetches_nothing() {
    let mut all = Vec::new();
    for group in ["clean", "faulty"] {
        let mut cases: Vec<_> =
            fs::read_dir(root("corpus").join(group)).unwrap().map(|e| e.unwrap().file_name()).collect();
        cases.sort();
        all.extend(cases.into_iter().map(|case| corpus(&format!("{group}/{}", case.to_string_lossy()))));
    }
    for file in &all {
        let text = html(file);
        assert_eq!(faults(&text), [""; 0], "{}", file.path);
        assert_eq!(text, html(file), "{}", file.path);
    }
    let subjects: Vec<Subject<'_>> = all.iter().map(Subject::new).collect();
    let found = across(&all.iter().map(Checked::report).collect::<Vec<_>>());
    assert_eq!(faults(&page(&subjects, Some(&found)).unwrap()), [""; 0]);
}

/// What a document may try on a page, in each of its places.
const ATTACKS: &[&str] = &[
    "<script>alert(1)</script>",
    "</title></style></script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)",
    "' onfocus='alert(1)",
    "<a href=\"javascript:alert(1)\">x</a>",
    "[x](javascript:alert(1)) ![x](https://example.org/x.png)",
    "</td></tr></table></details></main><iframe src=\"https://example.org\"></iframe>",
    "</svg><svg onload=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;b&#62;",
    "<!-- --!> ]]> <![CDATA[",
    "{{ 7 * 7 }} {% include \"/etc/passwd\" %} {# x #}",
    "\u{202e}esrever\u{2066} \u{200f}",
    "\u{1b}[31m \u{9b}2J \u{7} \u{0} \u{fffe}",
    "::error::x ##[error]y",
];

#[test]
fn no_text_of_a_document_acts() {
    for attack in ATTACKS {
        let line = attack.replace('|', "\\|");
        let text = format!(
            "---\nkind: design\nowner: \"x\"\n---\n\n# {line}\n\n## Problem {line}\n\nUsers wait 40 s. {line}\n\n## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| the relay dies {line} | `up == 0` {line} | {line} |\n\n## Latency budget {line}\n\nSLO: p99 ≤ 150 ms over 30 days.\n\n| hop | budget |\n|---|---|\n| {line} | 15 ms |\n| ranking | 160 ms |\n\n```text\n2 x 3 {line} = 7 {line}\n```\n\n## Open questions\n\n| Question | Owner | Due |\n|---|---|---|\n| {line}? | {line} | {line} |\n"
        );
        let files = [
            checked(attack, &text),
            Checked { path: (*attack).to_owned(), outcome: Err((*attack).to_owned()), review: None },
        ];
        let subjects: Vec<Subject<'_>> = files.iter().map(Subject::new).collect();
        for page in [html(&files[0]), page(&subjects, Some(&[])).unwrap()] {
            assert_eq!(faults(&page), [""; 0], "{attack}:\n{page}");
            let obeyed = |c: char| {
                c.is_control() && c != '\n'
                    || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            };
            assert!(!page.contains(obeyed), "{attack:?}");
            assert!(!page.contains("##[") && !page.contains("\n::"), "{attack}");
        }
        let heading = &texts(&Html::parse_document(&html(&files[0])), "h1")[0];
        assert!(!heading.is_empty() && !heading.contains("49"), "{attack}: {heading}");
    }
}

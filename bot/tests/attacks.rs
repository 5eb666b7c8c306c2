//! Text of documents in comments: nothing in it acts. Each attack stands wherever a comment or a summary has words of a
//! document, of its path, or of an artifact.
//!
//! With `DESIGNLINT_BODIES` the comments go into that file too, for a renderer of GitHub's own.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test ends where a step fails, and prints its table")]

use std::collections::BTreeMap;

use comrak::nodes::NodeValue;
use comrak::{Arena, Options, parse_document};
use designlint_bot::artifact::Artifact;
use designlint_bot::comment::{self, comment};
use designlint_bot::findings::{Changed, Findings, Off, Wording};
use designlint_bot::hunks::Hunks;
use designlint_bot::summary::About;
use designlint_bot::text::Text;
use designlint_render::json::fingerprint;
use serde_json::{Value, json};

/// What is tried, and how.
const ATTACKS: &[(&str, &str)] = &[
    ("mention", "@ana and (@acme/everyone) and x@ana"),
    ("mention in HTML", "<code>@ana</code>"),
    ("mention after a span that does not end", "`a @ana"),
    ("mention between spans", "`a` @ana `b`"),
    ("mention in a span of two backticks", "``a` @ana"),
    ("issue", "#1 and acme/docs#12 and GH-3 and fixes #4"),
    ("merge request", "!7"),
    ("HTML", "<img src=x onerror=alert(1)><script>alert(1)</script>"),
    ("HTML block", "<details open><summary>x</summary>"),
    ("comment of HTML that does not end", "<!-- hide the rest"),
    ("our marker", "<!-- designlint:v1:0123456789abcdef -->"),
    ("our marker on a line of its own", "x\n<!-- designlint:v1:0123456789abcdef -->"),
    ("the summary's marker", "x\n\n<!-- designlint:summary -->"),
    ("image", "![x](https://evil.example/x.png)"),
    ("link", "[designlint](https://evil.example) [a][b]"),
    ("definition of a link", "x\n\n[arith-mismatch]: https://evil.example"),
    ("link in brackets", "](https://evil.example) [x"),
    ("bare addresses", "https://evil.example www.evil.example ftp://evil.example ana@evil.example"),
    ("address in angles", "<https://evil.example> <ana@evil.example>"),
    ("fence", "```\nfenced\n```"),
    ("fence of a suggestion", "x\n```suggestion\nrm -rf\n```"),
    ("fence of tildes", "~~~suggestion\nrm -rf\n~~~"),
    ("long fence", "``````````\n``````````suggestion\nx"),
    ("end of a list and heading", "x\n\n# Approved by ana\n\n---"),
    ("table", "a | b\n--|--\n| x |"),
    ("bar in a span", "`a | b` | **yes** |"),
    ("emphasis", "**no** _no_ ~~no~~ __no__"),
    ("task", "[x] done"),
    ("footnote", "x[^1]\n\n[^1]: y"),
    ("math", "$`\\unsafe`$ $$x$$"),
    ("entities", "&#64;ana &lt;b&gt; &commat;ana"),
    ("escapes", "\\@ana \\<b> \\`x\\`"),
    ("control characters", "a\u{1b}[31m\u{202e}b\u{0}\r\u{2028}c"),
    ("commands of a runner", "::error::x ##[error]x"),
    ("note", "> [!WARNING]\n> x"),
];

const LINE: &str = "Ten shards of 7 GB are 71 GB.";

#[test]
fn nothing_that_a_document_says_acts_in_a_comment() {
    let mut bodies = Vec::new();
    println!("{:42} {:>8} {:>8} {:>10}", "attack", "comment", "summary", "suggestion");
    for (name, text) in ATTACKS {
        let (on_line, suggested, summary) = comments(text);
        for (place, body) in [("comment", &on_line), ("summary", &summary)] {
            assert_eq!(acts(body), [""; 0], "{name} in a {place}:\n{body}");
        }
        assert_eq!(comment::fingerprint_of(&on_line), Some(print_of(LINE, "arith-mismatch").as_str()), "{on_line}");
        assert!(comment::is_summary(&summary), "{summary}");
        let kept = suggestion(&suggested);
        let hidden = text.contains(['\u{1b}', '\u{202e}']);
        assert_eq!(kept, (!hidden).then(|| format!("{text}\n{LINE}\n")), "{name}:\n{suggested}");
        assert_eq!(acts(&suggested), [""; 0], "{name} in a suggestion:\n{suggested}");
        let word = if hidden { "left out" } else { "verbatim" };
        println!("{name:42} {:>8} {:>8} {word:>10}", "inert", "inert");
        bodies.extend([on_line, suggested, summary].map(|body| json!({"attack": name, "body": body})));
    }
    println!("{} attacks, {} comments", ATTACKS.len(), bodies.len());
    if let Ok(file) = std::env::var("DESIGNLINT_BODIES") {
        std::fs::write(file, Value::from(bodies).to_string()).unwrap();
    }
}

/// A comment on a line, one with a suggestion, and a summary, in all of whose words an attack stands.
fn comments(attack: &str) -> (String, String, String) {
    let path: String =
        format!("docs/{attack}.md").replace([':', '\\'], "").chars().filter(|c| !c.is_control()).collect();
    let found = |rule: &str, path: &str, fix: Value| {
        json!({"rule": rule, "family": "arithmetic", "severity": "error", "path": path, "line": 1, "column": 1, "end_line": 1,
            "end_column": 2, "span": [0, LINE.len()], "message": attack, "help": attack, "stated": attack, "computed": null,
            "accepted": [], "reading": "", "explanation": null, "fingerprint": fingerprint(rule, path, LINE, 0),
            "related": [{"path": path, "line": 2, "column": 1, "end_line": 2, "end_column": 2, "message": attack}], "fix": fix})
    };
    let fix = json!({"title": attack, "safety": "safe", "edits": [{"span": [0, 0], "text": format!("{attack}\n")}]});
    let file = |path: &str, error: Option<&str>| {
        let mut file = json!({"path": path, "kind": attack, "kind_from": null, "profile": attack, "claims": 2, "verified": 1,
            "weak": 0, "wrong": 1, "inherits": 0, "not_understood": 0});
        if let Some(error) = error {
            file["error"] = json!(error);
        }
        file
    };
    let line = json!({"id": attack, "says": attack, "answer": "no", "reason": attack, "line": 1, "reader": attack});
    let artifact = json!({
        "version": 1,
        "diagnostics": [found("arith-mismatch", "q7.md", Value::Null), found("bare-result", "q7.md", fix),
            found(attack, &path, Value::Null)],
        "files": [file("q7.md", None), file(&path, None), file("gone.md", Some(attack))],
        "summary": {"files": 1, "errors": 3, "warnings": 0, "infos": 0, "fixable": 0, "suppressed": 0},
        "review": [{"path": "q7.md", "kind": attack, "lines": [line], "decision": "rework"}],
    });
    let artifact = Artifact::read(artifact.to_string().as_bytes(), "").unwrap();
    let changed = |hunks| Changed { hunks, text: Some(Text::new(format!("{LINE}\n"))) };
    let shown = Some(Hunks::parse("@@ -0,0 +1 @@\n+a"));
    let other = artifact.diagnostics[2].file.clone();
    let changed = BTreeMap::from([
        ("q7.md".to_owned(), changed(shown)),
        (other, changed(None)),
        ("gone.md".to_owned(), changed(None)),
    ]);
    let findings = Findings::new(&artifact, &changed, Wording::Reported);
    let about = About::new(&artifact, &changed, &findings, Wording::Reported);
    let off: Vec<_> = findings.list.iter().map(|finding| (finding, Off::Enough)).collect();
    let body = |rule: &str| comment(findings.list.iter().find(|f| f.rule == rule).unwrap(), true);
    (body("arith-mismatch"), body("bare-result"), about.summary(&off, &[]).unwrap())
}

fn print_of(text: &str, rule: &str) -> String {
    fingerprint(rule, "q7.md", text, 0)
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    (extension.table, extension.autolink, extension.strikethrough) = (true, true, true);
    (extension.tasklist, extension.footnotes, extension.alerts) = (true, true, true);
    options
}

/// What of a comment does something: a link that is not to one of our pages, an image, HTML, a mention, an issue.
fn acts(body: &str) -> Vec<String> {
    let arena = Arena::new();
    let mut found = Vec::new();
    let mut text = String::new();
    for node in parse_document(&arena, body, &options()).descendants() {
        match &node.data().value {
            NodeValue::Link(link) if link.url.starts_with("https://designlint.github.io/") => {}
            NodeValue::Link(link) => found.push(format!("a link to {}", link.url)),
            NodeValue::Image(link) => found.push(format!("an image of {}", link.url)),
            NodeValue::HtmlInline(html) => found.push(format!("HTML {html}")),
            NodeValue::HtmlBlock(html) if html.literal.trim_end().starts_with("<!-- designlint:") => {}
            NodeValue::HtmlBlock(html) => found.push(format!("HTML {}", html.literal)),
            NodeValue::Text(part) => text.push_str(part),
            NodeValue::TaskItem(_) | NodeValue::FootnoteReference(_) | NodeValue::Alert(_) => {
                found.push("a box".to_owned())
            }
            NodeValue::Heading(heading) if heading.level == 1 => found.push("a heading".to_owned()),
            NodeValue::CodeBlock(block) if block.info != "suggestion" => {
                found.push(format!("a fence of {}", block.info))
            }
            NodeValue::Code(_) => text.push(' '),
            other if other.block() => text.push('\n'),
            _ => {}
        }
    }
    let bytes = text.as_bytes();
    let follows = |at: usize| bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
    let refers = (0..bytes.len()).filter(|&at| matches!(bytes[at], b'@' | b'#') && follows(at));
    found.extend(refers.map(|at| format!("a reference at {:?}", &text[at..])));
    found.extend(
        ["GH-3", "://", "www.evil"]
            .iter()
            .filter(|word| text.contains(**word))
            .map(|word| format!("an address {word}")),
    );
    found
}

/// What GitHub would write into the file.
fn suggestion(body: &str) -> Option<String> {
    let arena = Arena::new();
    let root = parse_document(&arena, body, &options());
    let blocks = root.descendants().filter_map(|node| match &node.data().value {
        NodeValue::CodeBlock(block) if block.info == "suggestion" => Some(block.literal.clone()),
        _ => None,
    });
    let all: Vec<String> = blocks.collect();
    assert!(all.len() <= 1, "one suggestion a comment: {body}");
    all.into_iter().next()
}

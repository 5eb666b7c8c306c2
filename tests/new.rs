//! Skeletons: they ask for what the rules ask, and filled in they are clean.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where a skeleton is missing")]

mod common;

use common::run::Folder;
use common::{lines, report, rules};
use designlint_core::{Kind, Settings};
use designlint_render::skeleton::skeleton;
use designlint_rules::packs;

fn begun(kind: Kind) -> String {
    let settings = Settings { knowledge: packs::knowledge(), profiles: packs::profiles(), ..Settings::default() };
    skeleton(kind, &settings).unwrap()
}

/// The skeleton with the text of each heading in place of its blank.
fn filled(kind: Kind, texts: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut heading = String::new();
    for line in begun(kind).lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title.to_owned();
        }
        let text = texts.iter().find(|(title, _)| *title == heading).map(|(_, text)| *text);
        let line = if line.starts_with("TODO: ") { text.unwrap_or_else(|| panic!("{heading}")) } else { line };
        out += &format!("{line}\n");
    }
    out
}

const DESIGN: &[(&str, &str)] = &[
    (
        "Problem",
        "Users of the shop wait up to 40 s for a mail with their ticket; 400 mails per second leave at the peak, and 2 s are promised.",
    ),
    ("Options", "| | A: queue | B: nothing |\n|---|---|---|\n| wait | 2 s | 40 s |\n| machines | 3 | 1 |"),
    ("Accepted cost", "We accept two more machines, $140 per month each."),
    ("Interfaces", "| boundary | contract |\n|---|---|\n| web to queue | `contracts/mail.v1.json` |"),
    (
        "Failure modes",
        "| failure | detection | degradation |\n|---|---|---|\n| the relay dies | an external probe fails for 1 min | mail waits up to 5 min |",
    ),
    (
        "Capacity",
        "3 x 400 mails/s = 1,200 mails/s, three times the peak; at ten times the load the relay breaks first.",
    ),
    (
        "Rollout and rollback",
        "Behind a flag, one machine first. We switch the flag off when errors are above 1% for 5 min.",
    ),
    (
        "Open questions",
        "| question | owner | by |\n|---|---|---|\n| Is a second region paid for? | platform team | 2026-05-04 |",
    ),
    ("Metrics", "Success metric: tickets that arrive within 2 s, 99%. Guardrails: complaints ≤ 0.1%; bounces ≤ 0.5%."),
];

#[test]
fn a_skeleton_gets_findings_of_its_blanks_and_no_others() {
    for (kind, blanks) in [(Kind::Design, 8), (Kind::MlDesign, 9), (Kind::Adr, 4)] {
        let report = report(&begun(kind));
        assert_eq!(report.kind.0, kind);
        assert_eq!(rules(&report), vec!["section-hollow"; blanks], "{}", lines(&report));
    }
    let review = report(&begun(Kind::Review));
    assert_eq!(
        lines(&review),
        "6:1-6:17 warning[review-record-incomplete] this review answers no line of the rubric with yes or no\n"
    );
}

#[test]
fn a_skeleton_that_is_filled_in_is_clean() {
    let adr = [
        ("Context", "Users wait 40 s for mail, and 2 s are promised."),
        ("Alternatives", "| | A: queue | B: nothing |\n|---|---|---|\n| wait | 2 s | 40 s |"),
        ("Decision", "We choose A."),
        ("Consequences", "We accept one more process to run."),
    ];
    let kinds = [(Kind::Design, DESIGN), (Kind::MlDesign, DESIGN), (Kind::Adr, adr.as_slice())];
    for (kind, texts) in kinds {
        let text = filled(kind, texts);
        assert_eq!(lines(&report(&text)), "", "{text}");
    }
    let answered = begun(Kind::Review)
        .replace("| failure modes with detection and degradation | TODO | |", "| failure modes with detection and degradation | no | section 5: the probe would not fire; add one from outside |")
        .replace("| TODO | |", "| yes | |")
        .replace("- TODO: every line of the rubric is answered, each \"no\" with the section it concerns.", "- 8 x 6 GB = 48 GB holds.")
        .replace("TODO: a decision, and what closes each comment.", "Approve with changes, closed when section 5 has the probe.");
    let answered: String = answered.lines().filter(|l| !l.starts_with("- TODO")).map(|l| format!("{l}\n")).collect();
    assert_eq!(lines(&report(&answered)), "", "{answered}");
}

#[test]
fn the_words_are_those_of_the_profile() {
    let text = begun(Kind::Adr);
    for line in packs::profiles().iter().find(|p| p.id == "adr").unwrap().lines.iter().filter(|l| !l.heading.is_empty())
    {
        assert!(text.contains(&format!("\n## {}\n\nTODO: {}.\n", line.heading, line.write)), "{}", line.id);
    }
}

#[test]
fn a_file_is_written_once() {
    let folder = Folder::with(&[]);
    assert_eq!(folder.run("new design -o q7.md").code, 0);
    assert_eq!(String::from_utf8(folder.read("q7.md")).unwrap(), begun(Kind::Design));
    folder.write("q7.md", b"mine\n");
    let again = folder.run("new adr -o q7.md");
    assert_eq!((again.code, again.stderr.as_str()), (2, "error: q7.md: this file is there already\n"));
    assert_eq!(folder.read("q7.md"), b"mine\n");
    assert_eq!(folder.run("new design").stdout, begun(Kind::Design));
    assert_eq!(folder.run("new notes").code, 2);
}

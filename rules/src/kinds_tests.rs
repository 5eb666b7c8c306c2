//! The kind of a document by its content, with the words that ship.

use designlint_core::{Kind, KindFrom, Settings, check};
use designlint_document::{Document, Source};

use crate::testing::settings;

fn kind(text: &str) -> Kind {
    let (kind, from) = check(Document::parse(Source::new(text)), &settings(), crate::ALL).kind;
    assert_eq!(from, KindFrom::Content);
    kind
}

const DESIGN: &str = "# Cache\n\n## Problem\n\nSlow.\n\n## Design\n\nA cache.\n\n## Open questions\n\nNone.\n";

#[test]
fn what_is_said_goes_before_what_is_contained() {
    let of = |text: &str, settings: &Settings| check(Document::parse(Source::new(text)), settings, crate::ALL).kind;
    let configured = Settings { kind_from_configuration: Some("rfc".to_owned()), ..settings() };
    assert_eq!(of(DESIGN, &configured), (Kind::Rfc, KindFrom::Configuration));
    let front = format!("---\nkind: adr\n---\n{DESIGN}");
    assert_eq!(of(&front, &configured), (Kind::Adr, KindFrom::FrontMatter));
    let both = Settings { kind_from_command_line: Some("ml-design".to_owned()), ..configured.clone() };
    assert_eq!(of(&front, &both), (Kind::MlDesign, KindFrom::CommandLine));
    let other = format!("---\nkind: Deployment\n---\n{DESIGN}");
    assert_eq!(of(&other, &configured), (Kind::Rfc, KindFrom::Configuration));
}

#[test]
fn a_design_has_a_problem_a_solution_and_one_part_more() {
    assert_eq!(kind(DESIGN), Kind::Design);
    assert_eq!(kind("# Cache\n\n## Problem\n\nSlow.\n\n## Design\n\nA cache.\n"), Kind::Notes);
    assert_eq!(kind("# Cache\n\n## Design\n\nA cache.\n\n## Open questions\n\nNone.\n"), Kind::Notes);
    let labels = "Cache. Problem: slow. Options: (A) none; (B) a cache. Choice: B. Capacity: 34 MB. Rollout: a flag.\n";
    assert_eq!(kind(labels), Kind::Design);
}

#[test]
fn a_design_of_a_model_has_two_of_metrics_data_and_serving() {
    assert_eq!(kind(&format!("{DESIGN}\n## Metrics\n\nRecall.\n\n## Serving\n\nBatches.\n")), Kind::MlDesign);
    assert_eq!(kind(&format!("{DESIGN}\n## Training\n\nNightly.\n\n## Serving\n\nBatches.\n")), Kind::MlDesign);
    assert_eq!(kind(&format!("{DESIGN}\n## Data\n\nRows.\n\n## Training\n\nNightly.\n")), Kind::Design);
}

#[test]
fn a_readme_is_no_design() {
    let parts = "## Why\n\nSlow.\n\n## How it works\n\nA cache.\n\n## Performance\n\nFast.\n";
    assert_eq!(
        kind(&format!("# fast-cache\n\n## Installation\n\nRun it.\n\n{parts}\n## License\n\nMIT\n")),
        Kind::Notes
    );
}

#[test]
fn templates_are_known_by_their_marks() {
    let kep = "# KEP\n\n## Motivation\n\n## Graduation Criteria\n\n## Production Readiness Review Questionnaire\n";
    assert_eq!(kind(kep), Kind::Kep);
    let madr = "# Use B\n\n## Context and Problem Statement\n\n## Considered Options\n\n* A\n* B\n\n";
    assert_eq!(kind(&format!("{madr}## Decision Outcome\n\nB.\n")), Kind::Adr);
    assert_eq!(kind(madr), Kind::Notes);
    assert_eq!(kind("- Feature Name: `x`\n- Start Date: 2026-01-01\n\n# Summary\n\nText.\n"), Kind::Rfc);
    let prior = format!("{DESIGN}\n## Rationale and alternatives\n\nText.\n\n## Prior art\n\nText.\n");
    assert_eq!(kind(&format!("{prior}\n## Unresolved questions\n\nText.\n")), Kind::Rfc);
    assert_eq!(kind(&prior), Kind::Design);
}

#[test]
fn the_preamble_of_a_proposal_is_front_matter_fields_or_a_table() {
    assert_eq!(kind("---\neip: 7093\ntitle: A\nstatus: Draft\n---\n## Abstract\n\nText.\n"), Kind::Rfc);
    assert_eq!(kind("---\nCIP: 9\nTitle: A\n---\n## Abstract\n\nText.\n"), Kind::Rfc);
    assert_eq!(kind("```\n  BIP: 77\n  Layer: Applications\n  Title: A\n```\n\n## Abstract\n\nText.\n"), Kind::Rfc);
    assert_eq!(kind("| cip | 48 |\n| - | - |\n| title | A |\n\n## Abstract\n\nText.\n"), Kind::Rfc);
    assert_eq!(kind("| ZIP | Title |\n|---|---|\n| 3 | Seeds |\n\n## Abstract\n\nText.\n"), Kind::Rfc);
    assert_eq!(kind("# Notes\n\nTip: use 3 pods.\n\n## More\n\nText.\n"), Kind::Notes);
}

#[test]
fn a_review_has_answers_and_a_decision() {
    let table =
        "| line | answer | comment |\n|---|---|---|\n| problem | yes | |\n| options | **no** | no numbers |\n\n";
    assert_eq!(kind(&format!("## Review\n\n{table}Decision: approve with changes.\n")), Kind::Review);
    assert_eq!(kind(&format!("## Review\n\n{table}### Decision\n\n**Rework**, then again.\n")), Kind::Review);
    assert_eq!(kind(&format!("## Review\n\n{table}The decision is to approve later.\n")), Kind::Notes);
    assert_eq!(kind("| line | answer |\n|---|---|\n| a | yes |\n| b | fast |\n\nDecision: approve.\n"), Kind::Notes);
}

#[test]
fn what_teaches_is_no_design_and_asking_users_is_no_teaching() {
    assert_eq!(kind(&format!("{DESIGN}\n## Interview questions\n\nWhy a cache?\n")), Kind::Notes);
    assert_eq!(kind(&format!("> Beside `01-interview-simulation.md`.\n\n{DESIGN}")), Kind::Notes);
    assert_eq!(kind(&format!("{DESIGN}\n## User interviews\n\nNine of twelve wait.\n")), Kind::Design);
}

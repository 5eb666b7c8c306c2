//! What a project has agreed on decides between readings.

use designlint_document::{Document, Source};
use designlint_quantity::Convention;

use crate::{Conventions, Knowledge, Verdict, extract};

fn verdict(text: &str, conventions: Conventions) -> Option<Verdict> {
    let knowledge = Knowledge { conventions, ..Knowledge::default() };
    extract(&Document::parse(Source::new(text)), &knowledge).claims.first().map(|c| c.verdict)
}

fn prefixes(text: &str, binary: Option<bool>) -> Option<Verdict> {
    let readings = Convention { binary, ..Convention::default() };
    verdict(text, Conventions { readings, ..Conventions::default() })
}

#[test]
fn one_meaning_of_prefixes() {
    use Verdict::{Holds, Wrong};
    let binary = "4,096 x 327,680 B = 1.25 GB.\n";
    assert_eq!([None, Some(true), Some(false)].map(|p| prefixes(binary, p)), [Some(Holds), Some(Holds), Some(Wrong)]);
    let decimal = "70 x 2.5 GB = 175,000 MB.\n";
    assert_eq!([None, Some(true), Some(false)].map(|p| prefixes(decimal, p)), [Some(Holds), Some(Wrong), Some(Holds)]);
}

#[test]
fn one_length_of_a_month() {
    let month = |month: Option<usize>| {
        let readings = Convention { month, ..Convention::default() };
        verdict("3 months = 91.3125 days.\n", Conventions { readings, ..Conventions::default() })
    };
    assert_eq!(month(None), Some(Verdict::Holds));
    assert_eq!(month(Convention::month_of("30 d")), Some(Verdict::Wrong));
    assert_eq!(month(Convention::month_of("30.4375 d")), Some(Verdict::Holds));
}

#[test]
fn a_noun_that_counts_may_stand_right_behind_its_number() {
    let text = "The zone has 3 x 64pods = 182pods.\n";
    let mut conventions = Conventions::default();
    assert_eq!(verdict(text, conventions.clone()), None);
    conventions.count("Pods");
    assert_eq!(verdict(text, conventions), Some(Verdict::Wrong));
}

/// The verdicts of all claims with decimal and with binary prefixes.
fn both(text: &str) -> [Vec<Verdict>; 2] {
    [false, true].map(|binary| {
        let readings = Convention { binary: Some(binary), ..Convention::default() };
        let conventions = Conventions { readings, ..Conventions::default() };
        let knowledge = Knowledge { conventions, ..Knowledge::default() };
        let facts = extract(&Document::parse(Source::new(text)), &knowledge);
        facts.claims.into_iter().map(|c| c.verdict).collect()
    })
}

#[test]
fn tables_and_columns_follow_what_is_agreed_on() {
    use Verdict::{Holds, Wrong};
    let total = "| part | size |\n|---|---|\n| a | 400 MB |\n| b | 624 MB |\n| c | 1 GB |\n| Total | 2,048 MB |\n";
    assert_eq!(both(total), [vec![Wrong], vec![Holds]]);
    let column =
        "```text\nweights   400 MB\ncache     624 MB\nheap        1 GB\n---------------\ntotal     2,048 MB\n```\n";
    assert_eq!(both(column), [vec![Wrong], vec![Holds]]);
    let rows = "| x | before | after | ratio |\n|---|---|---|---|\n| a | 3.00 GB | 256.0 MB | 12.0x |\n| b | 4.00 GB | 512.0 MB | 8.0x |\n\
        | c | 6.00 GB | 128.0 MB | 48.0x |\n| d | 5.00 GB | 320.0 MB | 16.0x |\n";
    assert_eq!(both(rows)[1], vec![Holds; 4]);
    assert!(!both(rows)[0].contains(&Holds));
}

#[test]
fn sentences_on_changes_follow_what_is_agreed_on() {
    use Verdict::{Holds, Wrong};
    assert_eq!(both("- heap: 16.00 GB → 128.0 MB = 128.0×\n"), [vec![Wrong], vec![Holds]]);
    assert_eq!(both("- heap: 16.00 GB → 128.0 MB = 125.0×\n"), [vec![Holds], vec![Wrong]]);
}

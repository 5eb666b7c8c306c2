//! What has numbers, operators and an equals sign, and is no calculation or one that cannot be told.

use designlint_document::{Document, Source};

use crate::{Knowledge, Verdict, extract};

/// Text, verdict and reason of each claim.
fn claims(text: &str) -> Vec<(String, Verdict, String)> {
    let document = Document::parse(Source::new(text));
    let facts = extract(&document, &Knowledge::default());
    let text = |c: &crate::Claim| document.source.slice(c.span).to_string();
    facts.claims.iter().map(|c| (text(c), c.verdict, c.reason.clone().unwrap_or_default())).collect()
}

#[test]
fn a_list_of_assignments_is_no_calculation() {
    for text in [
        "Best with a mix (TP=4 + PP=4).",
        "Every run covers `window`=14d + `step`=1h.",
        "./bench --runs=1000 -jobs=12 -num=400 -size=33",
        "It was run with –num=1000 –threads=32.",
    ] {
        assert_eq!(claims(text), [], "{text}");
    }
}

#[test]
fn a_name_has_no_value_from_the_claim_itself() {
    let unknown = |text: &str, why: &str| [(text.to_string(), Verdict::Unknown, why.to_string())];
    assert_eq!(claims("The share (1 - w1 = 5%) is small."), unknown("1 - w1 = 5%", "`w1` has no value"));
}

#[test]
fn digits_that_stand_twice_prove_nothing() {
    let why = "a number has its digits twice, as where a formula was copied with its alternative text";
    let unknown = ("264264 = 1.8 x 10191019".to_string(), Verdict::Unknown, why.to_string());
    assert_eq!(claims("Total: 264264 = 1.8 x 10191019"), [unknown]);
    for (fraction, verdict) in [("264365×109365×109264", Verdict::Unknown), ("264365×109366×210267", Verdict::Wrong)]
    {
        let text = format!("Years to the end: {fraction} = 50,539,024.8 years.");
        assert_eq!(claims(&text).iter().map(|c| c.1).collect::<Vec<_>>(), [verdict], "{fraction}");
    }
    assert_eq!(claims("Events: 365 billion = 365×109365×109.")[0].1, Verdict::Unknown);
}

#[test]
fn names_beside_their_numbers_are_not_accused() {
    let text = "With S = 44 it begins.\n\nThen S / 8 = 20 x 4 / 8 = 10.";
    let why = "one side holds names and the other their numbers, so nothing is computed";
    assert_eq!(claims(text)[0], ("S / 8 = 20 x 4 / 8".to_string(), Verdict::Unknown, why.to_string()));
}

#[test]
fn what_one_of_many_takes_may_be_missing() {
    let why = "a counted thing may have a size that the line does not state";
    let unknown = ("1 message/30 sec = 2 bytes/sec".to_string(), Verdict::Unknown, why.to_string());
    assert_eq!(claims("Heartbeat: 1 message/30 sec = 2 bytes/sec"), [unknown]);
}

#[test]
fn a_unit_may_stand_in_the_next_line() {
    let wrong = ("7 * 4096 * 16 = 449\nKB".to_string(), Verdict::Wrong, String::new());
    assert_eq!(claims("Each buffer is 7 * 4096 * 16 = 449\nKB long."), [wrong]);
}

#[test]
fn parts_of_other_names_make_a_whole() {
    let wrong = ("9 chunks (8 data + 3 parity".to_string(), Verdict::Wrong, String::new());
    assert_eq!(claims("It is split into 9 chunks (8 data + 3 parity)."), [wrong]);
    assert_eq!(claims("At most 80(30+11)*K bits are lost."), []);
}

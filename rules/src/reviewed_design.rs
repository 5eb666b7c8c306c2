//! The record of a review beside the document it is about: sections, numbers, failures.

use std::collections::BTreeSet;

use designlint_core::{Context, Finding, Report};
use designlint_facts::{Challenge, Claim, Recomputation, ReviewAnswer, Verdict, has_section, heading_key};

use crate::failure_wording::quoted;
use crate::review_record_incomplete::{ANSWERS, FAILURES, NUMBERS};

/// What the record says that its document does not.
pub(crate) fn compared(cx: &Context<'_>, design: &Report) -> Vec<Finding> {
    let record = &cx.facts.review;
    let mut found: Vec<Finding> = record.answers.iter().filter_map(|answer| astray(answer, design)).collect();
    if !record.recomputations.is_empty() {
        let known = digits(design.document.source.text()).into_iter().collect();
        found.extend(record.recomputations.iter().filter_map(|said| number(cx, said, design, &known)));
    }
    if !record.challenges.is_empty() {
        let text = bare(design.document.source.text());
        found.extend(record.challenges.iter().filter_map(|challenge| failure(challenge, design, &text)));
    }
    found
}

/// A comment on a section that the document does not have.
fn astray(answer: &ReviewAnswer, design: &Report) -> Option<Finding> {
    let named = |place: &str| {
        let key = heading_key(&place.to_lowercase());
        has_section(&design.document, place)
            || design.facts.topics.iter().any(|t| key.starts_with(&heading_key(&t.title.text.to_lowercase())))
    };
    let place = answer.places.iter().find(|place| !named(place))?;
    let comment = answer.comment.as_ref()?;
    let message = format!("this comment is about section {}, and the document under review has none", quoted(place));
    let help = "name the section by its number or its heading; the document may have moved on since it was reviewed";
    Some(Finding::new(comment.span, message).help(help).line(ANSWERS))
}

/// What the record says of a number, where the number says otherwise or is nowhere in the document.
fn number(cx: &Context<'_>, said: &Recomputation, design: &Report, known: &BTreeSet<String>) -> Option<Finding> {
    let within = |c: &&Claim| said.text.span.contains(c.span) && c.verdict != Verdict::Unknown;
    let claims: Vec<&Claim> = cx.facts.claims.iter().filter(within).collect();
    let theirs = |claim: &Claim| -> Vec<&Claim> { design.facts.claims.iter().filter(|c| same(claim, c)).collect() };
    // Of several calculations nobody can tell which one a verdict is about.
    if let [claim] = claims.as_slice()
        && let Some(holds) = said.holds
        && let own = theirs(claim)
        && let Some(first) = own.first()
    {
        let agrees = own.iter().any(|c| c.verdict == if holds { Verdict::Holds } else { Verdict::Wrong });
        return if agrees { None } else { disagrees(claim, first, holds, design) };
    }
    let elsewhere = |claim: &&&Claim| said.again && theirs(claim).is_empty() && is_foreign(cx, claim, known);
    let claim = claims.iter().find(elsewhere)?;
    let text = cx.document.source.slice(claim.span);
    let message =
        format!("{} is computed again here, and none of its numbers stands in the document under review", quoted(text));
    let help = "recompute a number of the document, with the factors it gives";
    Some(Finding::new(claim.span, message).help(help).line(NUMBERS))
}

fn disagrees(claim: &Claim, own: &Claim, holds: bool, design: &Report) -> Option<Finding> {
    let line = design.document.source.position(own.span.start).line;
    let computed = own.computed.as_deref().unwrap_or(&own.stated);
    let message = match (own.verdict, holds) {
        (Verdict::Wrong, true) => {
            format!(
                "this says that the number holds, but line {line} of the document states {}, and it is {computed}",
                own.stated
            )
        }
        (Verdict::Holds, false) => {
            format!("this says that the number does not hold, but {} on line {line} of the document does", own.stated)
        }
        _ => return None,
    };
    let help = "say of the number in the document whether it holds, and what it should be";
    Some(Finding::new(claim.span, message).help(help).line(NUMBERS))
}

/// Whether two calculations are one: the same numbers in the same order on the side that is computed.
fn same(a: &Claim, b: &Claim) -> bool {
    let (a, b) = (digits(&a.computed_text), digits(&b.computed_text));
    a.len() > 1 && a == b
}

/// Whether no number of a calculation stands among those of the document.
fn is_foreign(cx: &Context<'_>, claim: &Claim, known: &BTreeSet<String>) -> bool {
    let own = digits(cx.document.source.slice(claim.span));
    own.len() > 2 && !own.iter().any(|n| known.contains(n))
}

/// The numbers of a text without their separators.
fn digits(text: &str) -> Vec<String> {
    let bare = text.replace(',', "");
    let runs = bare.split(|c: char| !c.is_ascii_digit() && c != '.').map(|run| run.trim_matches('.'));
    runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

/// A text in lower case, without marks and with single blanks.
fn bare(text: &str) -> String {
    let words = text.to_lowercase().replace(['`', '*', '_', '\\'], "");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A failure that is doubted and that the document does not have. `text` is the whole document, bare.
fn failure(challenge: &Challenge, design: &Report, text: &str) -> Option<Finding> {
    if challenge.missing {
        return None;
    }
    let listed = design.facts.failure_modes.len();
    // A quotation that was cut ends with dots.
    let stands = |quote: &String| text.contains(bare(quote).trim_end_matches(['.', '…', ',']));
    let message = match (challenge.row, challenge.quotes.as_slice()) {
        (Some(row), _) if listed > 0 && row > listed => {
            format!("this doubts row {row}, and the document under review lists {listed} failures")
        }
        (None, quotes) if listed > 0 && !quotes.is_empty() && !quotes.iter().any(stands) => {
            format!(
                "{} stands nowhere in the document under review, and nothing says that it is missing there",
                quoted(&quotes[0])
            )
        }
        _ => return None,
    };
    let help = "doubt a failure that the document lists, by its row or its words, or say that it is not listed";
    Some(Finding::new(challenge.text.span, message).help(help).line(FAILURES))
}

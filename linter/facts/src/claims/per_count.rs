//! A result for one of the many that a section counts, or for all of them.

use std::collections::{BTreeMap, BTreeSet};

use designlint_document::{Document, Span};
use designlint_quantity::Rational;

use super::{
    Claim, ClaimKind, Explanation, Fault, Verdict, cues::says_each, explain::within, graph::is_telling,
    prefixes::digits, slips::width, sums::magnitude,
};
use crate::{
    formulas::{Kind, Statement},
    text::has_word,
};

/// Least count: a two is a pair more often than a count.
const LEAST: u32 = 3;
/// Most counts of a section that are tried.
const COUNTS: usize = 64;
/// The chance in percent up to which a count is named, and up to which it is where a word speaks for it.
const CHANCE: (u32, u32) = (2, 10);

/// `12 nodes`.
struct Count {
    value: Rational,
    noun: String,
    span: Span,
}

/// Says of wrong results that no slip explains which count of their section makes them right.
pub(crate) fn explain_counts(document: &Document, statements: &[Statement], claims: &mut [Claim]) {
    let open = |c: &Claim| {
        let equation = matches!(c.kind, ClaimKind::Equation | ClaimKind::Chain);
        equation && c.verdict == Verdict::Wrong && c.fault == Some(Fault::Value) && c.explanation.is_none()
    };
    let sections: BTreeSet<usize> = claims.iter().filter(|c| open(c)).map(|c| c.section).collect();
    if sections.is_empty() {
        return;
    }
    let mut counts: BTreeMap<usize, Vec<Count>> = BTreeMap::new();
    for statement in statements.iter().filter(|s| sections.contains(&s.section)) {
        counts.entry(statement.section).or_default().extend(counts_of(statement));
    }
    for claim in claims.iter_mut().filter(|c| open(c)) {
        let known = counts.get(&claim.section).map_or(&[][..], Vec::as_slice);
        if let Some((explanation, span)) = explained(document, known, claim) {
            claim.explanation = Some(explanation);
            claim.notes.push((span, "counted here".to_string()));
        }
    }
}

/// The whole numbers of a statement with the noun right behind each.
fn counts_of(statement: &Statement) -> impl Iterator<Item = Count> + '_ {
    statement.items.windows(2).filter_map(|pair| {
        let [number, noun] = pair else { return None };
        let amount = number.amount().filter(|a| a.is_bare() && noun.kind == Kind::Word)?;
        let value = amount.quantity.value.clone();
        let counts = value.is_int() && value >= Rational::from(LEAST) && noun.raw.len() > 2;
        counts.then(|| Count { value, noun: noun.raw.to_string(), span: number.span })
    })
}

fn explained(document: &Document, known: &[Count], claim: &Claim) -> Option<(Explanation, Span)> {
    let (stated, right) = (claim.value.as_ref().filter(|v| is_telling(v))?, claim.recomputed.as_ref()?);
    if stated.dimension != right.dimension || right.value.is_zero() {
        return None;
    }
    let counts: Vec<&Count> = known.iter().filter(|c| !claim.span.contains(c.span)).take(COUNTS).collect();
    let line = document.source.line_span(document.source.line_of(claim.span.start));
    let line = document.source.slice(line).to_lowercase();
    let mut fits = counts.iter().flat_map(|c| [(*c, true), (*c, false)]).filter(|(count, all)| {
        let value = if *all { &right.value * &count.value } else { &right.value / &count.value };
        magnitude(&(value - &stated.value)) * Rational::from(2u8) <= stated.ulp
    });
    let (count, all) = fits.next()?;
    if fits.any(|(other, _)| other.value != count.value) {
        return None;
    }
    let mut values: Vec<&Rational> = counts.iter().map(|c| &c.value).collect();
    values.sort_unstable();
    values.dedup();
    let chance = width(&stated.value, digits(stated).max(1)) * Rational::from(2 * values.len());
    let cue = says_each(&line) || has_word(&line, &count.noun.to_lowercase());
    within(&chance, if cue { CHANCE.1 } else { CHANCE.0 }).then_some(())?;
    let many = format!("{} {}", designlint_quantity::decimal(&count.value, 0), count.noun);
    let at = document.source.line_of(count.span.start);
    let text = if all {
        format!("it fits for all {many} of line {at}")
    } else {
        format!("it fits for one of the {many} of line {at}")
    };
    Some((Explanation { kind: "per-unit".to_string(), text }, count.span))
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Knowledge, extract};

    fn explanation(text: &str) -> Option<(String, String)> {
        let claims = extract(&Document::parse(Source::new(text)), &Knowledge::default()).claims;
        claims.into_iter().find_map(|c| c.explanation).map(|e| (e.kind, e.text))
    }

    fn per_unit(text: &str) -> Option<(String, String)> {
        Some(("per-unit".to_string(), text.to_string()))
    }

    #[test]
    fn a_count_of_the_section_that_mends_a_result() {
        let text = "The zone has 13 brokers.\n\nA broker keeps 4,096 x 37 MB = 1,970,176 MB on disk.\n";
        assert_eq!(explanation(text), per_unit("it fits for all 13 brokers of line 1"));
        let text = "The zone has 13 brokers.\n\nEach keeps 53,248 x 37 MB = 151,552 MB on disk.\n";
        assert_eq!(explanation(text), per_unit("it fits for one of the 13 brokers of line 1"));
    }

    #[test]
    fn counts_that_say_nothing() {
        for text in [
            "# A\n\nThe zone has 13 brokers.\n\n# B\n\nIt keeps 4,096 x 37 MB = 1,970,176 MB on disk.\n",
            "The zone has 13 brokers.\n\nIt keeps 4,096 x 37 MB = 193,117 MB on disk.\n",
        ] {
            assert!(explanation(text).is_none_or(|e| e.0 != "per-unit"), "{text}");
        }
    }
}

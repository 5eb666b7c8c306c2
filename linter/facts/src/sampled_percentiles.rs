//! Percentiles of a stated number of samples: "5 runs, p95", "p99 over 50 requests".

use designlint_document::Document;
use designlint_quantity::{Dimension, Rational};

use crate::SampledPercentile;
use crate::formulas::{Item, Kind, Statement};

/// What is counted as one sample.
const SAMPLES: &[&str] = &[
    "execution",
    "invocation",
    "iteration",
    "measurement",
    "observation",
    "repeat",
    "repetition",
    "request",
    "run",
    "sample",
    "trial",
];
/// Words before "5 times" that say that something is measured so often.
const MEASURES: &[&str] = &["run", "repeat", "execute", "measure", "call", "invoke", "benchmark", "sample", "time"];
/// Words that say that the number is not all there is: each of the runs has its own samples.
const EACH: &[&str] = &["each", "every", "per", "concurrent", "parallel"];

/// The percentiles whose number of samples stands in the same clause.
pub(crate) fn sampled_percentiles(document: &Document, statements: &[Statement]) -> Vec<SampledPercentile> {
    let mut out: Vec<SampledPercentile> = Vec::new();
    for statement in statements {
        for clause in statement.items.split(|i| matches!(i.kind, Kind::Dash | Kind::Cell)) {
            out.extend(clause_percentile(document, clause));
        }
    }
    out.sort_by_key(|p| p.span);
    out.dedup();
    out
}

fn clause_percentile(document: &Document, clause: &[Item]) -> Option<SampledPercentile> {
    let (at, name, percent) =
        (0..clause.len()).find_map(|i| percentile(document, clause, i).map(|(n, p)| (i, n, p)))?;
    let mut counts = (0..clause.len()).filter(|&i| i != at).filter_map(|i| samples(document, clause, i));
    let (samples, span) = counts.next()?;
    let sample = |i: &Item| SAMPLES.contains(&i.word.as_str()) || i.raw == "of";
    let own = |w: &[Item]| EACH.contains(&w[0].word.as_str()) && w[1..].iter().any(sample);
    if counts.next().is_some() || clause.windows(2).any(own) {
        return None;
    }
    let needed = Rational::from(100u8) / (Rational::from(100u8) - percent);
    let needed = i64::try_from(needed.ceil()).ok()?;
    (samples < needed).then(|| SampledPercentile { span: clause[at].span, name, samples, samples_span: span, needed })
}

/// `p95`, `p99.9`, `P95`, "95th percentile": its name and percentage.
fn percentile(document: &Document, clause: &[Item], at: usize) -> Option<(String, Rational)> {
    let rest = document.source.text().get(clause[at].span.start..).unwrap_or("");
    let text = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("").to_lowercase();
    let digits = match text.strip_prefix('p') {
        Some(digits) => digits.to_string(),
        None if clause[at..].iter().take(3).any(|i| i.word == "percentile") && text.ends_with("th") => {
            text.trim_end_matches("th").to_string()
        }
        None => return None,
    };
    let percent: u32 = digits.parse().ok().filter(|_| digits.len() >= 2 && digits.len() <= 4)?;
    let decimals = u32::try_from(digits.len()).ok()? - 2;
    let value = Rational::from(percent) / Rational::from(10u32.pow(decimals));
    let known = value >= Rational::from(90u8) && value < Rational::from(100u8);
    known.then(|| (format!("p{digits}"), value))
}

/// A number of samples: "5 runs", "run the scan 5 times".
fn samples(document: &Document, clause: &[Item], at: usize) -> Option<(i64, designlint_document::Span)> {
    let amount = clause[at].amount().filter(|a| !a.about)?;
    let quantity = &amount.quantity;
    let noun = amount.literal()?.suffix.noun.to_lowercase();
    let units: Vec<String> = amount.literal()?.suffix.units.iter().map(|u| u.word.to_lowercase()).collect();
    let mut words: Vec<String> =
        noun.split_whitespace().chain(units.iter().map(String::as_str)).map(crate::formulas::fold).collect();
    words.extend(clause[at + 1..].iter().take_while(|i| i.kind == Kind::Word).take(2).map(|i| i.word.to_string()));
    let counted = words.iter().take(3).any(|w| SAMPLES.contains(&w.as_str()));
    let before = &clause[at.saturating_sub(6)..at];
    // "times" may be read as a sign.
    let next = clause.get(at + 1).map_or("", |i| document.source.slice(i.span));
    let times = (next == "times" || words.first().is_some_and(|w| w == "time"))
        && before.iter().any(|i| MEASURES.contains(&i.word.as_str()));
    let whole = quantity.dimension == Dimension::NONE && quantity.value.is_int() && quantity.value > Rational::ONE;
    if !whole || !(counted || times) {
        return None;
    }
    Some((i64::try_from(quantity.value.numerator().clone()).ok()?, clause[at].span))
}

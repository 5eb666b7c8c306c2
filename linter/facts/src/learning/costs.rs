//! What it costs, and the load it is made for.

use std::sync::LazyLock;

use regex::Regex;

use super::Reader;
use crate::patterns::compile;
use crate::remarks::{Remark, remarks_of};
use crate::text::{blocks_in, folded};
use crate::{DesignLoad, State, Topic, TotalCost};

/// `$133,200`, `€17.4M`, `310 USD`.
const MONEY: &str = r"(?:[$€£]\s?\d[\d,. ]*\s?(?:k|m|bn|million|thousand)?|\d[\d,.]*\s?(?:k|m|million)?\s?(?:usd|eur|gbp|dollars|euros))";

static TOTAL: LazyLock<Option<Regex>> = LazyLock::new(|| compile(MONEY).ok());

static LOAD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let amount = r"\d[\d,.]*\s?(?:k|m|thousand|million|billion)?";
    compile(&format!(
        r"\b{amount}\s?(?:[a-z-]+ ?){{0,2}}(?:/s\b|/ s\b|/sec\b|per second\b|a second\b)|\b{amount}\s?(?:qps|rps|tps)\b"
    ))
    .ok()
});

/// How far from a price its unit may stand, in characters.
const NEAR: usize = 48;

/// Topics that size a design.
const SIZING: &[&str] = &["capacity", "serving", "cost", "latency-budget"];

/// The first cost of a month, a year or a day, in a section on costs or a sentence that speaks of cost.
pub(super) fn total_cost(cx: &Reader<'_>, topics: &[Topic]) -> Option<TotalCost> {
    let about =
        topics.iter().filter(|t| t.state == State::Filled && t.kinds.iter().any(|k| SIZING.contains(&k.as_str())));
    let text = about.into_iter().find_map(|topic| {
        let priced = topic.kinds.iter().any(|k| k == "cost");
        let blocks = blocks_in(cx.document, topic.body);
        let may = blocks.filter(|b| cx.document.source.slice(b.span).contains(['$', '€', '£', 'U', 'E', 'd']));
        let all = may.flat_map(|b| remarks_of(cx.document, b, topic.body));
        let total = |r: &Remark| {
            TOTAL.as_ref().is_some_and(|t| t.is_match(&r.low))
                && r.says(cx.words, "cost.period")
                && (priced || r.says(cx.words, "cost.word"))
        };
        all.into_iter().find(total).map(|r| r.text)
    })?;
    Some(TotalCost { text, per_unit: per_unit(cx) })
}

/// Whether a price of one request or of a million tokens stands anywhere: `$2.45 per million tokens`, "1,000 feeds cost
/// $0.005", "cost per query".
fn per_unit(cx: &Reader<'_>) -> bool {
    let text = cx.text();
    let named = text.match_indices(" per ").chain(text.match_indices('/')).any(|(at, mark)| {
        let before = text[..at].rsplit([' ', '|', '(', '*']).next().unwrap_or("");
        ["cost", "costs", "price", "spend", "dollars", "usd", "$", "€", "cents"].contains(&before)
            && has_unit(cx, clause_start(&text[at + mark.len()..]))
    });
    let priced = || {
        TOTAL.as_ref().is_some_and(|money| {
            money.find_iter(text).any(|m| {
                let (after, before) = (clause_start(&text[m.end()..]), clause_end(&text[..m.start()]));
                let shared = after
                    .find("per ")
                    .or_else(|| after.find('/'))
                    .or_else(|| after.find("each "))
                    .or_else(|| after.find("for "));
                let costs =
                    ["cost", "costs", "at", "=", "is", "are"].iter().any(|w| before.split(' ').any(|b| b == *w));
                shared.is_some_and(|at| has_unit(cx, &after[at..])) || costs && has_unit(cx, before)
            })
        })
    };
    named || priced()
}

fn has_unit(cx: &Reader<'_>, text: &str) -> bool {
    // Whatever is counted by the thousand is a unit.
    ["1,000 ", "1000 ", "million ", "thousand ", "1k ", "1m "].iter().any(|many| text.contains(many))
        || cx.words.says("cost.unit", text)
}

/// The first words of a text, up to the end of the clause.
fn clause_start(text: &str) -> &str {
    let end = text.char_indices().nth(NEAR).map_or(text.len(), |(i, _)| i);
    let text = &text[..end];
    let ends = text.find([';', '|']).into_iter().chain(text.find(". ")).chain(text.find(", "));
    &text[..ends.min().unwrap_or(text.len())]
}

/// The last words of a text, from the start of the clause or cell.
fn clause_end(text: &str) -> &str {
    let start = text.char_indices().rev().nth(NEAR).map_or(0, |(i, _)| i);
    let text = &text[start..];
    let starts = text.rfind([';', '|']).into_iter().chain(text.rfind(". ")).chain(text.rfind(", "));
    &text[starts.max().unwrap_or(0)..]
}

/// The load a section sizes for, where the document states one per second.
pub(super) fn design_load(cx: &Reader<'_>, topics: &[Topic]) -> Option<DesignLoad> {
    let sizes = |t: &&Topic, kind: &str| t.state == State::Filled && t.kinds.iter().any(|k| k == kind);
    let title = SIZING.iter().find_map(|kind| topics.iter().find(|t| sizes(t, kind)))?.title.clone();
    let stands = blocks_in(cx.document, crate::remarks::whole(cx.document)).find_map(|block| {
        let raw = cx.document.source.slice(block.span);
        let may = raw.contains("/s")
            || raw.contains("/ s")
            || raw.contains("second")
            || raw.contains("PS")
            || raw.contains("ps");
        let low = may.then(|| folded(raw))?;
        // "64 MB/s" is a bandwidth.
        LOAD.as_ref()?.find_iter(&low).map(|m| m.as_str()).find(|l| !is_bandwidth(l)).map(str::to_owned)
    })?;
    Some(DesignLoad { title, load: stands, grows: cx.words.says("scaling.story", cx.text()) })
}

fn is_bandwidth(load: &str) -> bool {
    let unit = load.trim_start_matches(|c: char| !c.is_alphabetic());
    ["kb", "mb", "gb", "tb", "kib", "mib", "gib", "bytes", "bits", "kbit", "mbit", "gbit", "b/", "flop", "tflop"]
        .iter()
        .any(|b| unit.starts_with(b))
}

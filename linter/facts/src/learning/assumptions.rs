//! Numbers that somebody assumed and that calculations use.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use designlint_document::Span;
use regex::Regex;

use super::Reader;
use crate::patterns::compile;
use crate::remarks::{Remark, whole};
use crate::text::{find_word, folded};
use crate::{Assumption, Claim, Topic};

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| compile(r"(?:^|[\s(~≈])(?P<n>\d[\d,]*(?:\.\d+)?\s?%)").ok());

/// How far from its name a number may stand, in bytes.
const NEAR: usize = 32;

/// Topics under which a number is not a fact: it is wanted, required or said to be assumed.
const WANTED: &[&str] = &["assumptions", "requirements", "constraints", "goals", "metrics", "slo", "users", "problem"];

/// Shares that nobody knows beforehand (hit rates, efficiencies) and that a calculation uses, each once.
pub(super) fn assumptions(cx: &Reader<'_>, topics: &[Topic], claims: &[Claim]) -> Vec<Assumption> {
    let said = cx.remarks.that_say(whole(cx.document), "assumption.name");
    let mut found: Vec<Assumption> = Vec::new();
    let calculated: Vec<(String, Span)> = claims.iter().map(|c| (digits(&folded(&c.computed_text)), c.span)).collect();
    let mut uses: BTreeMap<String, Option<Span>> = BTreeMap::new();
    for remark in &said {
        let Some((name, number)) = assumed(cx, remark) else { continue };
        let used = *uses.entry(digits(&number)).or_insert_with_key(|number| use_of(number, &calculated));
        let Some(used) = used else { continue };
        let labelled = is_labelled(cx, topics, remark);
        // Said twice, it is labelled where one of the two is.
        match found.iter_mut().find(|a| a.name == name && a.number == number) {
            Some(known) => known.labelled |= labelled,
            None => found.push(Assumption { text: remark.text.clone(), name, number, used, labelled }),
        }
    }
    found
}

/// The name and the share beside it.
fn assumed(cx: &Reader<'_>, remark: &Remark) -> Option<(String, String)> {
    let name = remark.phrase(cx.words, "assumption.name")?;
    let at = find_word(&remark.low, name)?;
    let near = |n: &regex::Match<'_>| n.start().abs_diff(at + name.len()).min(n.end().abs_diff(at)) <= NEAR;
    let mut numbers = NUMBER.as_ref()?.captures_iter(&remark.low).filter_map(|c| c.name("n"));
    Some((name.to_owned(), numbers.find(near)?.as_str().to_owned()))
}

fn digits(text: &str) -> String {
    text.replace([' ', ','], "")
}

/// The first calculation that has the number among its factors.
fn use_of(number: &str, calculated: &[(String, Span)]) -> Option<Span> {
    let is_whole = |before: &str| !before.ends_with(|c: char| c.is_ascii_digit() || c == '.');
    let uses = |text: &str| text.match_indices(number).any(|(at, _)| is_whole(&text[..at]));
    calculated.iter().find(|(text, _)| uses(text)).map(|(_, span)| *span)
}

fn is_labelled(cx: &Reader<'_>, topics: &[Topic], remark: &Remark) -> bool {
    let source = cx.document.source.slice(remark.text.span);
    let wanted = topics
        .iter()
        .any(|t| t.body.contains(remark.text.span) && t.kinds.iter().any(|k| WANTED.contains(&k.as_str())));
    let block = folded(cx.document.source.slice(remark.block));
    let titles = cx.document.sections.iter().filter(|s| s.whole.contains(remark.text.span)).map(|s| folded(&s.title));
    wanted
        || source.contains("](")
        || cx.words.says("assumption.label", &block)
        || titles.into_iter().any(|t| cx.words.says("assumption.label", &t))
        || cx.in_chapter(remark.section, "assumption.chapter").is_some()
}

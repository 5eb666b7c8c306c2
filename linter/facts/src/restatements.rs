//! One quantity with two values: a setting and the sentence about it, or two sentences.

use std::collections::{BTreeMap, BTreeSet};

use designlint_document::{Document, Span};
use designlint_quantity::{Quantity, Rational};

use crate::definitions::{Named, headings};
use crate::formulas::{Amount, Form, Item, Kind, Statement};
use crate::{Definition, Restatement};

/// Words of a name, at least and at most.
const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
/// Words that end a name to its left.
const OPENS: &[&str] = &["the", "our", "its", "a", "an", "each", "and", "with", "this", "so", "that", "then", "where"];
/// Words before the name of a quantity that there is one of.
const DEFINITE: &[&str] = &["the", "our", "its", "this"];
/// Words that tell one value of a quantity from another: two values hold for two things unless these are the same.
pub(crate) const QUALIFIERS: &[&str] = &[
    "actual",
    "after",
    "aggressive",
    "alternative",
    "average",
    "avg",
    "before",
    "best",
    "cold",
    "current",
    "currently",
    "default",
    "dev",
    "during",
    "eventually",
    "example",
    "expected",
    "final",
    "finally",
    "future",
    "goal",
    "historical",
    "if",
    "initial",
    "initially",
    "instead",
    "large",
    "last",
    "later",
    "local",
    "lower",
    "lowered",
    "max",
    "maximum",
    "mean",
    "median",
    "medium",
    "might",
    "min",
    "minimum",
    "new",
    "not",
    "now",
    "observed",
    "old",
    "option",
    "original",
    "originally",
    "otherwise",
    "peak",
    "per",
    "phase",
    "planned",
    "previous",
    "previously",
    "prod",
    "production",
    "proposed",
    "raise",
    "raised",
    "recommended",
    "reduced",
    "second",
    "should",
    "small",
    "soft",
    "stage",
    "staging",
    "suggested",
    "target",
    "test",
    "than",
    "today",
    "tomorrow",
    "total",
    "typical",
    "typically",
    "unless",
    "until",
    "usually",
    "v1",
    "v2",
    "version",
    "was",
    "warm",
    "were",
    "when",
    "while",
    "without",
    "worst",
    "would",
    "year",
];
/// Words that do so between two sentences; beside a setting they say where it is used.
const WEAK: &[&str] = &[
    "all", "between", "but", "can", "could", "down", "each", "every", "first", "for", "from", "had", "in", "may",
    "never", "on", "only", "or", "read", "up", "used", "write",
];
/// Words of headings under which other values are considered.
const ELSEWHERE: &[&str] = &[
    "after",
    "alternative",
    "alternatives",
    "appendix",
    "before",
    "benchmark",
    "changelog",
    "changes",
    "considered",
    "current",
    "example",
    "examples",
    "experiment",
    "experiments",
    "future",
    "history",
    "iteration",
    "migration",
    "option",
    "options",
    "phase",
    "previous",
    "proposed",
    "rejected",
    "results",
    "rollout",
    "scenario",
    "stage",
    "step",
    "test",
    "tests",
    "today",
    "tuning",
    "version",
];

/// A quantity as one place states it.
struct Mention<'s> {
    name: String,
    amount: &'s Amount,
    span: Span,
    section: usize,
    setting: bool,
    qualifiers: BTreeSet<String>,
}

/// The quantities that a document states twice with different values.
pub(crate) fn restatements(document: &Document, statements: &[Statement], named: &[Named]) -> Vec<Restatement> {
    let mut by_name: BTreeMap<String, Vec<Mention<'_>>> = BTreeMap::new();
    for found in named.iter().filter(|n| !n.row) {
        let Some(statement) = statements.get(found.statement) else { continue };
        let identifier = found.definition.name.contains('_');
        let mention = |key: String, setting| {
            let qualifiers = if setting { BTreeSet::new() } else { qualifiers(&statement.items, &[]) };
            let Definition { name, value_span, section, .. } = found.definition.clone();
            (key, Mention { name, amount: &found.amount, span: value_span, section, setting, qualifiers })
        };
        if statement.form == Form::Setting && WORDS.contains(&found.definition.key.split(' ').count()) {
            let (key, mention) = mention(found.definition.key.clone(), true);
            by_name.entry(key).or_default().push(mention);
        }
        // A sentence may state by other words what a setting names: `blocks of 128 tokens`, `block_size: 16`.
        if let Some(variable) = &found.variable {
            let (key, mention) = mention(format!("={variable}"), identifier);
            by_name.entry(key).or_default().push(mention);
        }
    }
    by_name.retain(|key, mentions| !key.starts_with('=') || mentions.iter().any(|m| m.setting));
    let settings: BTreeSet<String> = by_name.keys().cloned().collect();
    for statement in statements.iter().filter(|s| matches!(s.form, Form::Prose)) {
        for (key, mention) in mentions(document, statement, &settings) {
            by_name.entry(key).or_default().push(mention);
        }
    }
    let mut out: Vec<Restatement> = by_name.values_mut().filter_map(|mentions| restated(document, mentions)).collect();
    out.sort_by_key(|r| r.other.0);
    out.dedup_by_key(|r| r.other.0);
    out
}

/// The quantities that a sentence states: `the block size is 128 tokens`.
fn mentions<'s>(
    document: &Document,
    statement: &'s Statement,
    settings: &BTreeSet<String>,
) -> Vec<(String, Mention<'s>)> {
    let items = &statement.items;
    let mut out = Vec::new();
    for at in 1..items.len() {
        let Kind::Number(amount) = &items[at].kind else { continue };
        let plain =
            items.get(at + 1).is_none_or(|i| !matches!(i.kind, Kind::Operator | Kind::Relation { .. } | Kind::Compare));
        let Some(end) = behind_name(items, at).filter(|_| plain) else { continue };
        let words = items[..end].iter().rev().take_while(|i| i.kind == Kind::Word && !OPENS.contains(&i.raw.as_str()));
        let words: Vec<&Item> = words.collect();
        // "a block size of 16" may be one of several.
        let bounded = end.checked_sub(words.len() + 1).is_none_or(|i| DEFINITE.contains(&items[i].raw.as_str()));
        let key = |n: usize| words[..n].iter().rev().map(|i| i.word.as_str()).collect::<Vec<_>>().join(" ");
        let whole = WORDS.contains(&words.len()) && bounded;
        if !whole || words.iter().any(|w| QUALIFIERS.contains(&w.raw.as_str())) && !settings.contains(&key(words.len()))
        {
            continue;
        }
        let (first, last) = (words[words.len() - 1], words[0]);
        let name = document.source.slice(first.span.cover(last.span)).to_string();
        out.push((
            key(words.len()),
            Mention {
                name,
                amount,
                span: items[at].span,
                section: statement.section,
                setting: false,
                qualifiers: qualifiers(items, &words),
            },
        ));
    }
    out
}

/// Where a name ends that a number belongs to: before "is", "of", "=", "is set to", "defaults to".
fn behind_name(items: &[Item], at: usize) -> Option<usize> {
    let raw = |i: usize| items.get(i).map_or("", |i| i.raw.as_str());
    let before = at.checked_sub(1)?;
    match (&items[before].kind, raw(before)) {
        (Kind::Word, "is" | "are" | "of" | "equals") => Some(before),
        (Kind::Word, "to") if at >= 3 => match (raw(at - 3), raw(at - 2)) {
            ("is" | "are", "set" | "fixed" | "limited") => Some(at - 3),
            (_, "defaults") => Some(at - 2),
            _ => None,
        },
        (Kind::Word, "at") if at >= 3 && matches!(raw(at - 3), "is" | "are") => Some(at - 3),
        _ => None,
    }
}

/// The words of a sentence that say for what a value holds; percentiles too.
fn qualifiers(items: &[Item], name: &[&Item]) -> BTreeSet<String> {
    let of_name = |i: &&Item| !name.iter().any(|n| n.span == i.span);
    let percentile =
        |w: &str| w.strip_prefix('p').is_some_and(|d| d.len() >= 2 && d.bytes().all(|b| b.is_ascii_digit()));
    let words = items.iter().filter(|i| i.kind == Kind::Word).filter(of_name);
    words
        .map(|i| i.raw.to_string())
        .filter(|w| [QUALIFIERS, WEAK].concat().contains(&w.as_str()) || percentile(w))
        .collect()
}

/// Two mentions of one quantity that differ, where all that is said of it are two values.
fn restated(document: &Document, mentions: &mut [Mention<'_>]) -> Option<Restatement> {
    mentions.sort_by_key(|m| m.span);
    let values: BTreeSet<String> = mentions.iter().map(|m| m.amount.quantity.value.to_string()).collect();
    let several =
        mentions.iter().filter(|m| m.setting).map(|m| m.amount.quantity.value.to_string()).collect::<BTreeSet<_>>();
    if values.len() != 2 || several.len() > 1 {
        return None;
    }
    let first = mentions.first()?;
    let other = mentions.iter().find(|m| m.amount.quantity.value != first.amount.quantity.value)?;
    let both = [first, other];
    let bare = (first.amount.is_bare(), other.amount.is_bare());
    let about = first.amount.about || other.amount.about;
    let comparable = differ(&first.amount.quantity, &other.amount.quantity, bare, about);
    let settled = both.iter().any(|m| m.setting);
    let strong = |m: &Mention<'_>| m.qualifiers.iter().any(|q| !WEAK.contains(&q.as_str()));
    let alike = if settled { !strong(first) && !strong(other) } else { both.iter().all(|m| m.qualifiers.is_empty()) };
    let apart = first.section != other.section && both.iter().any(|m| is_elsewhere(document, m.section));
    let name = both.iter().find(|m| m.setting).unwrap_or(&first).name.clone();
    let mut places: Vec<_> = mentions.iter().map(|m| (m.span, m.amount.quantity.clone())).collect();
    places.dedup_by_key(|p| p.0);
    (comparable && alike && !apart).then(|| Restatement {
        name,
        first: (first.span, first.amount.text.clone()),
        other: (other.span, other.amount.text.clone()),
        places,
    })
}

/// Whether two numbers measure the same in different amounts, more than rounding leaves. `bare` tells of each whether it
/// stands without a unit, `about` whether one of them says that it is no exact number.
pub(crate) fn differ(a: &Quantity, b: &Quantity, bare: (bool, bool), about: bool) -> bool {
    let unitless = |q: &Quantity, bare: bool| q.dimension.is_none() && bare;
    let same = a.dimension == b.dimension || unitless(a, bare.0) || unitless(b, bare.1);
    let (p, q) = if a.dimension == b.dimension {
        (a.value.clone(), b.value.clone())
    } else {
        // `timeout_s = 30` beside "30 s": a bare number is in the unit that the other shows, or in one of its prefixes.
        (&a.value / &a.factor, &b.value / &b.factor)
    };
    let gap = if p > q { &p - &q } else { &q - &p };
    let (small, large) = if p < q { (p, q) } else { (q, p) };
    let steps = [1000u32, 1024, 60, 100, 1_000_000, 3600].into_iter().map(Rational::from);
    let prefixed = small > Rational::ZERO && steps.into_iter().any(|s| &large / &small == s);
    let ulp = a.ulp.clone().max(b.ulp.clone());
    let rounded = (a.rounded || b.rounded) && a.dimension == b.dimension && gap <= ulp;
    let about = about && &gap * Rational::from(10u8) <= large;
    same && !gap.is_zero() && !prefixed && !rounded && !about
}

/// Whether a heading above says that other values are looked at.
pub(crate) fn is_elsewhere(document: &Document, section: usize) -> bool {
    headings(&document.sections, section).any(|title| {
        let lower = title.to_lowercase();
        lower.split(|c: char| !c.is_alphanumeric()).any(|w| ELSEWHERE.contains(&w))
    })
}

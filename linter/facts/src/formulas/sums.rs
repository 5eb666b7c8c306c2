//! Statements in which each calculation is one item.

use std::borrow::Cow;

use designlint_document::Span;

use super::statement::{Item, Kind, Statement, Sum};
use crate::claims::{Claim, ClaimKind};

/// The items of a statement with each calculation as one.
pub(crate) fn with_sums<'s>(statement: &'s Statement, claims: &[Claim]) -> Cow<'s, [Item]> {
    let runs = runs(statement, claims);
    let relations = statement.items.iter().filter(|i| matches!(i.kind, Kind::Relation { .. })).count();
    if runs.is_empty() && relations < 2 {
        return Cow::Borrowed(&statement.items);
    }
    let mut items = statement.items.clone();
    for run in runs {
        let inside = |i: &Item| run.span.start <= i.span.start && i.span.end <= run.span.end;
        let Some(first) = items.iter().position(inside) else { continue };
        let count = items[first..].iter().take_while(|i| inside(i)).count();
        let Some(sum) = sum_of(&run, claims, &items[first..first + count]) else { continue };
        let item = Item::sign(Kind::Sum(Box::new(sum)), run.span);
        items.splice(first..first + count, [item]);
    }
    Cow::Owned(without_symbolic_sides(items))
}

/// `pool = blocks x size = 2 GB` as `pool = 2 GB`: a side in names says how, not how much.
fn without_symbolic_sides(mut items: Vec<Item>) -> Vec<Item> {
    let relation = |i: Option<&Item>| i.is_some_and(|i| matches!(i.kind, Kind::Relation { .. }));
    let mut at = 0;
    while at < items.len() {
        if relation(items.get(at)) {
            let part = |i: &&Item| {
                matches!(i.kind, Kind::Word | Kind::Operator | Kind::Number(_) | Kind::Open | Kind::Close | Kind::Other)
            };
            let side: Vec<&Item> = items[at + 1..].iter().take_while(part).collect();
            let symbolic = side.iter().any(|i| i.kind == Kind::Operator) && side.iter().any(|i| i.kind == Kind::Word);
            let count = side.len();
            if symbolic && relation(items.get(at + 1 + count)) {
                items.drain(at + 1..at + 2 + count);
                continue;
            }
        }
        at += 1;
    }
    items
}

/// Claims that hang together.
struct Run {
    span: Span,
    claims: Vec<usize>,
}

fn runs(statement: &Statement, claims: &[Claim]) -> Vec<Run> {
    let hull = statement.span();
    let mut out: Vec<Run> = Vec::new();
    let from = claims.partition_point(|c| c.span.start < hull.start);
    for (at, claim) in claims.iter().enumerate().skip(from).take_while(|(_, c)| c.span.start < hull.end) {
        let kind = matches!(claim.kind, ClaimKind::Equation | ClaimKind::Chain | ClaimKind::Conversion);
        if !kind || !hull.contains(claim.span) {
            continue;
        }
        match out.last_mut().filter(|run| claim.span.start < run.span.end) {
            Some(run) => {
                run.span = run.span.cover(claim.span);
                run.claims.push(at);
            }
            None => out.push(Run { span: claim.span, claims: vec![at] }),
        }
    }
    out
}

/// The first result of a run.
fn sum_of(run: &Run, claims: &[Claim], items: &[Item]) -> Option<Sum> {
    let number = |span: Span| items.iter().find(|i| i.span == span && matches!(i.kind, Kind::Number(_)));
    run.claims.iter().find_map(|&at| {
        let claim = &claims[at];
        let first_way = (claim.kind == ClaimKind::Conversion).then(|| number(claim.computed_span)).flatten();
        let (item, claim) = match first_way {
            Some(item) => (item, None),
            None => (number(claim.stated_span)?, Some(at)),
        };
        Some(Sum { amount: item.amount()?.clone(), span: item.span, claim })
    })
}

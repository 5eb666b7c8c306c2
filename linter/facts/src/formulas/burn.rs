//! Burn-rate alerts with their windows and the objective they watch.

use designlint_document::Span;
use designlint_quantity::Quantity;

use super::statement::{Kind, Statement};
use crate::definitions::Named;
use crate::lookup::{Lookup, Place, nearest};

/// A burn rate at which somebody is told.
#[derive(Clone, Debug)]
pub struct BurnAlert {
    /// The burn rate.
    pub rate: Stated,
    /// What a condition multiplies it by: `error_ratio > 14.4 * 0.001`.
    pub times: Option<Stated>,
    /// The objective, a share such as 0.999.
    pub objective: Option<Stated>,
    /// The period of the objective.
    pub period: Option<Stated>,
    /// The long window, in a row of a table.
    pub long: Option<Stated>,
    /// The short window, in a row of a table.
    pub short: Option<Stated>,
}

/// A number as the document states it.
#[derive(Clone, Debug)]
pub struct Stated {
    /// Its value.
    pub value: Quantity,
    /// As written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

impl Stated {
    /// The number of a definition.
    pub(crate) fn of(named: &Named) -> Self {
        let text = named.amount.text.clone();
        Self { value: named.definition.value.clone(), text, span: named.definition.value_span }
    }
}

/// Words of which one stands in a sentence about an alert.
const ALERTS: &[&str] =
    &["alert", "alerts", "page", "pages", "paging", "ticket", "tickets", "fires", "fire", "threshold", "thresholds"];

/// The alerts of a document, in order of the source.
pub(crate) fn burn_alerts(statements: &[Statement], lookup: &Lookup<'_>) -> Vec<BurnAlert> {
    let find = |variable: &str, place: Place, row: bool| {
        let of = lookup.of(variable).iter().copied().filter(|n| !row || n.statement == place.statement);
        nearest(of, place, lookup.sections).map(|(n, _)| Stated::of(n))
    };
    let alert = |place: Place, rate: Stated, times: Option<Stated>| BurnAlert {
        rate,
        times,
        objective: find("objective", place, false).filter(|o| is_only(o, place, lookup)),
        period: find("period", place, false),
        long: find("window", place, true),
        short: find("short_window", place, true),
    };
    let mut out: Vec<BurnAlert> = Vec::new();
    let is_alert =
        |n: &Named| n.row || statements.get(n.statement).is_some_and(|s| ALERTS.iter().any(|word| s.says(word)));
    for rate in lookup.of("burn_rate").iter().filter(|n| is_alert(n)) {
        let place = Place { statement: rate.statement, block: rate.block, section: rate.definition.section };
        out.push(alert(place, Stated::of(rate), None));
    }
    for (at, statement) in statements.iter().enumerate() {
        let place = Place { statement: at, block: statement.block, section: statement.section };
        out.extend(conditions(statement).into_iter().map(|(rate, times)| alert(place, rate, Some(times))));
    }
    out.sort_by_key(|a| a.rate.span);
    out
}

/// Whether the section of an alert states no other objective.
fn is_only(objective: &Stated, place: Place, lookup: &Lookup<'_>) -> bool {
    let mut here = lookup.of("objective").iter().filter(|n| n.definition.section == place.section);
    here.all(|n| n.definition.value.value == objective.value.value)
}

/// `> 14.4 * 0.001`: a threshold of a burn rate times a share.
fn conditions(statement: &Statement) -> Vec<(Stated, Stated)> {
    let stated = |at: usize| {
        let item = statement.items.get(at)?;
        let amount = item.amount()?;
        Some(Stated { value: amount.quantity.clone(), text: amount.text.clone(), span: item.span })
    };
    let kind = |at: usize, kind: Kind| statement.items.get(at).is_some_and(|i| i.kind == kind);
    let after = |at: usize| at + 1 + usize::from(kind(at + 1, Kind::Open));
    let compares = (0..statement.items.len()).filter(|&at| kind(at, Kind::Compare));
    compares
        .map(after)
        .filter(|&at| kind(at + 1, Kind::Operator) && !kind(at + 3, Kind::Operator))
        .filter_map(|at| stated(at).zip(stated(at + 2)))
        .collect()
}

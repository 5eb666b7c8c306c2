//! Budgets as bars against their limits, and the other limits that a document states with a calculation.

use designlint_core::Report;
use designlint_document::Span;
use designlint_facts::{Budget, Claim, ClaimKind, Hop, PoolLoad, Verdict};
use designlint_quantity::{Quantity, Rational, significant};

use super::bar::{self, Piece};
use super::html::{folded, plain};

/// How many tones the hops of a bar take in turn.
const TONES: usize = 5;

/// A budget and its hops.
#[derive(Clone, Debug)]
pub(crate) struct BudgetView {
    /// What its anchors end with: one of its document's own.
    pub id: String,
    /// The heading above it.
    pub title: String,
    pub line: usize,
    /// "340 ms of 400 ms; 60 ms (15%) in reserve".
    pub says: String,
    /// The hops with their times, for who cannot see the picture.
    pub described: String,
    pub over: bool,
    pub hops: Vec<HopView>,
    /// Between the hops and the limit.
    pub reserve: Piece,
    pub limit: f64,
}

/// A hop of a budget.
#[derive(Clone, Debug)]
pub(crate) struct HopView {
    pub name: String,
    pub time: String,
    /// Of the limit.
    pub share: String,
    pub tone: usize,
    /// Its piece of the bar; `None` where it takes no time of its own.
    pub piece: Option<Piece>,
    /// Why it takes none.
    pub note: &'static str,
}

/// A stated limit and what is held against it.
#[derive(Clone, Debug)]
pub(crate) struct LimitView {
    pub what: String,
    pub line: usize,
    pub value: String,
    pub relation: String,
    pub limit: String,
    pub reserve: String,
    /// "holds", "broken", "cannot tell".
    pub verdict: &'static str,
    /// The bar and the place of the limit, where both are known.
    pub bar: Option<(Piece, f64)>,
}

/// The budgets of a report, in order of the source.
pub(crate) fn budgets(report: &Report) -> Vec<BudgetView> {
    report.facts.budgets.iter().enumerate().map(|(nth, budget)| budget_view(report, nth, budget)).collect()
}

/// The other limits of a report, in order of the source.
pub(crate) fn limits(report: &Report) -> Vec<LimitView> {
    let compared = report.facts.claims.iter().filter(|c| c.kind == ClaimKind::Comparison && is_ordered(&c.relation));
    let mut all: Vec<(Span, LimitView)> = compared.map(|c| (c.span, compared_view(report, c))).collect();
    all.extend(report.facts.service.pools.iter().map(|p| (p.limit.span, pool_view(report, p))));
    all.sort_by_key(|(span, _)| *span);
    all.into_iter().map(|(_, view)| view).collect()
}

fn budget_view(report: &Report, nth: usize, budget: &Budget) -> BudgetView {
    let limit = &budget.objective.value;
    let spare = budget.hops.iter().filter(|h| h.spare).fold(Rational::ZERO, |sum, h| sum + &h.time.value);
    let used = &budget.sum - spare;
    let whole = if used > *limit { used.clone() } else { limit.clone() };
    let over = used > *limit;
    let hops = hop_views(budget, &whole);
    let described: Vec<String> = hops.iter().map(|h| format!("{}: {}", h.name, h.time)).collect();
    BudgetView {
        id: format!("budget-{}", nth + 1),
        title: report.document.sections.get(budget.section).map(|s| plain(&s.title)).unwrap_or_default(),
        line: line(report, budget.span),
        says: says(budget, &used),
        described: described.join("; "),
        over,
        hops,
        reserve: Piece::between(&used, limit, &whole),
        limit: bar::at(limit, &whole),
    }
}

/// What the hops take of the limit, and what they leave.
fn says(budget: &Budget, used: &Rational) -> String {
    let limit = &budget.objective.value;
    let time = |seconds: &Rational| in_unit(seconds, &budget.objective);
    let least = if budget.complete { "" } else { "at least " };
    let taken = format!("{least}{} of {}", time(used), time(limit));
    if used > limit {
        return format!("{taken}; {} too much", time(&(used - limit)));
    }
    let left = limit - used;
    let most = if budget.complete { "" } else { "at most " };
    format!("{taken}; {most}{} ({}) in reserve", time(&left), percent(&left, limit))
}

fn hop_views(budget: &Budget, whole: &Rational) -> Vec<HopView> {
    let mut from = Rational::ZERO;
    let mut drawn = 0;
    let mut view = |hop: &Hop| {
        let counts = !hop.hidden && !hop.spare;
        let to = &from + &hop.time.value;
        let piece = counts.then(|| Piece::between(&from, &to, whole));
        let tone = drawn % TONES;
        if counts {
            from = to;
            drawn += 1;
        }
        HopView {
            name: plain(&hop.name),
            time: in_unit(&hop.time.value, &budget.objective),
            share: percent(&hop.time.value, &budget.objective.value),
            tone,
            piece,
            note: match (hop.spare, hop.hidden) {
                (true, _) => "the reserve itself",
                (_, true) => "beside a slower hop",
                _ => "",
            },
        }
    };
    budget.hops.iter().map(&mut view).collect()
}

fn compared_view(report: &Report, claim: &Claim) -> LimitView {
    let sides = claim.recomputed.as_ref().zip(claim.value.as_ref());
    let comparable = sides.filter(|(value, limit)| value.dimension == limit.dimension && limit.value > Rational::ZERO);
    let value = claim.computed.clone().unwrap_or_else(|| "unknown".to_owned());
    LimitView {
        what: folded(report.document.source.slice(claim.computed_span)),
        line: line(report, claim.span),
        value,
        relation: folded(&claim.relation),
        limit: folded(&claim.stated),
        reserve: comparable.map(|(v, l)| reserve(&v.value, &l.value)).unwrap_or_default(),
        verdict: match claim.verdict {
            Verdict::Holds => "holds",
            Verdict::Wrong => "broken",
            Verdict::Inherits | Verdict::Unknown => "cannot tell",
        },
        bar: comparable.and_then(|(v, l)| drawn(&v.value, &l.value)),
    }
}

fn pool_view(report: &Report, pool: &PoolLoad) -> LimitView {
    let limit = &pool.limit.value.value;
    let factors = [Some(&pool.replicas), Some(&pool.pool), pool.sources.as_ref()];
    let factors: Vec<String> = factors.into_iter().flatten().map(|f| folded(&f.text)).collect();
    LimitView {
        what: format!("connections: {}", factors.join(" × ")),
        line: line(report, pool.limit.span),
        value: significant(&pool.connections, 6),
        relation: "≤".to_owned(),
        limit: folded(&pool.limit.text),
        reserve: reserve(&pool.connections, limit),
        verdict: if pool.connections <= *limit { "holds" } else { "broken" },
        bar: drawn(&pool.connections, limit),
    }
}

/// How far a value lies from its limit, as a share of that.
fn reserve(value: &Rational, limit: &Rational) -> String {
    let gap = if value > limit { value - limit } else { limit - value };
    let side = if value > limit { "above" } else { "below" };
    if gap.is_zero() { "at the limit".to_owned() } else { format!("{} {side}", percent(&gap, limit)) }
}

fn drawn(value: &Rational, limit: &Rational) -> Option<(Piece, f64)> {
    let whole = if value > limit { value } else { limit };
    let shown = *value >= Rational::ZERO && *limit > Rational::ZERO;
    shown.then(|| (Piece::between(&Rational::ZERO, value, whole), bar::at(limit, whole)))
}

fn is_ordered(relation: &str) -> bool {
    let words = ["most", "least", "under", "below", "above", "over", "within", "than", "exceed"];
    relation.contains(['<', '>', '≤', '≥']) || words.iter().any(|w| relation.contains(w))
}

fn in_unit(value: &Rational, like: &Quantity) -> String {
    format!("{} {}", significant(&(value / &like.factor), 4), like.unit).trim_end().to_owned()
}

fn percent(part: &Rational, whole: &Rational) -> String {
    if whole.is_zero() {
        return String::new();
    }
    format!("{}%", significant(&(part / whole * Rational::from(100u8)), 2))
}

fn line(report: &Report, span: Span) -> usize {
    report.document.source.line_of(span.start)
}

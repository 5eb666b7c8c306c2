//! Calculations and the numbers they use.

mod addends;
mod amount;
mod arrows;
#[cfg(test)]
mod assignment_tests;
mod averages;
mod bracket_forms;
mod brackets;
mod budgets;
mod capacity;
mod carried;
mod chains;
mod change_prose;
mod change_words;
mod changes;
mod column_doubts;
mod columns;
mod comments;
mod constants;
#[cfg(test)]
mod conventions_tests;
mod counts;
mod cues;
mod doubt;
mod draft;
mod equations;
#[cfg(test)]
mod equations_tests;
mod explain;
#[cfg(test)]
mod explain_tests;
mod faults;
mod filters;
#[cfg(test)]
mod forms_tests;
mod graph;
mod grid;
mod grouping;
mod headroom;
mod judge;
mod label_words;
mod labels;
mod lines;
mod lists;
mod lookalikes;
mod magnitudes;
mod meant;
mod mistakes;
mod months;
mod number_words;
mod objectives;
mod open;
mod other_rows;
mod passage;
mod per_count;
mod percent_base;
#[cfg(test)]
mod places_tests;
mod prefixes;
mod provenance;
mod ranges;
mod rate_ratios;
mod ratios;
mod relations;
mod results;
mod rework;
mod risk_numbers;
mod roll_forward;
mod rows_by_value;
mod settle;
mod shares;
mod shown;
mod slips;
mod sums;
mod symbols;
mod total_doubts;
mod totals;
#[cfg(test)]
mod totals_tests;
mod variants;

pub(crate) use carried::count_periods_once;
pub(crate) use counts::mark_counts;
pub use graph::Inheritance;
pub(crate) use graph::{digits, inherit, is_same, is_telling};
pub(crate) use grid::Grid;
pub(crate) use judge::{value_of, value_under, verdict};
pub(crate) use lists::lists;
pub(crate) use months::month_uses;
pub use months::{MonthLength, MonthUse};
pub use open::{OpenEquation, open_equations};
pub(crate) use passage::{is_plain, join_lines};
pub(crate) use per_count::explain_counts;
pub(crate) use prefixes::prefix_mixes;
pub use prefixes::{Mixes, PrefixMix};
pub(crate) use rework::{Rework, read};
pub(crate) use shown::Shown;
pub(crate) use sums::magnitude;
pub(crate) use symbols::align_symbols;

use designlint_document::Span;
use designlint_quantity::Quantity;

pub(crate) use budgets::budgets;
pub use budgets::{Budget, Hop};

/// What kind of calculation it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// `a op b = c`.
    Equation,
    /// One link of `a = b = c`.
    Chain,
    /// A total of rows, addends or shares.
    Total,
    /// Before, after and what lies between.
    Change,
    /// A sentence that a known formula covers.
    Formula,
    /// One value in two units.
    Conversion,
    /// `<`, at most, between.
    Comparison,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Right.
    Holds,
    /// Wrong under every reading.
    Wrong,
    /// Right by its own numbers, one of which is a wrong result of this document.
    Inherits,
    /// Not understood; the reason says why.
    Unknown,
}

/// How a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// To the digit.
    Exact,
    /// Half a unit in the last place.
    Rounded,
    /// The intervals of rounded operands meet it.
    Consistent,
    /// Cut off at the last digit shown.
    Truncated,
    /// Right to the digits before trailing zeros.
    Coarse,
    /// Says "about".
    Approximate,
}

/// A calculation with its verdict.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Kind.
    pub kind: ClaimKind,
    /// From the first operand to the end of the stated value; for a total the row.
    pub span: Span,
    /// The stated number with its unit, without label and approximation mark.
    pub stated_span: Span,
    /// The side that was computed; for a total its addends.
    pub computed_span: Span,
    /// Its text without marks, blanks folded.
    pub computed_text: String,
    /// The sign or word between the sides, as written; empty for a total.
    pub relation: String,
    /// Verdict.
    pub verdict: Verdict,
    /// How it holds.
    pub how: Option<How>,
    /// Holds only by another reading than "as written" on a result of one or two digits.
    pub weak: bool,
    /// The stated value as written.
    pub stated: String,
    /// The recomputed value, written in the unit of the stated one.
    pub computed: Option<String>,
    /// Lowest and highest stated value that would be right, written like the stated one.
    pub accepted: Option<(String, String)>,
    /// The recomputed value rounded to the places of the stated one, written like it.
    pub rounded: Option<String>,
    /// The reading under which it holds, or that comes closest.
    pub reading: String,
    /// Why it is unknown.
    pub reason: Option<String>,
    /// Why it is wrong, where a known mistake fits.
    pub explanation: Option<Explanation>,
    /// What was wrong with it, for the rule that reports it.
    pub fault: Option<Fault>,
    /// The stated value as a quantity.
    pub value: Option<Quantity>,
    /// The value recomputed from the other side.
    pub recomputed: Option<Quantity>,
    /// The numbers on the side that was computed.
    pub operands: Vec<Operand>,
    /// Whether that side holds nothing but numbers that are shown and exact, and no slip in it gives what is stated.
    pub plain: bool,
    /// Other places that a message should point at.
    pub notes: Vec<(Span, String)>,
    /// Index of the section it stands in.
    pub section: usize,
}

/// A number used by a claim.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The number with its unit.
    pub span: Span,
    /// Its value.
    pub value: Quantity,
    /// The words after it, such as `entries`.
    pub noun: String,
    /// The symbol it stands for, by alignment with a symbolic side.
    pub symbol: Option<String>,
}

/// A known mistake that makes a wrong claim right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Kebab-case kind, such as `power-of-ten`, `operand-doubled`, `query-heads`.
    pub kind: String,
    /// A sentence.
    pub text: String,
}

/// The particular fault of a wrong claim: the rule that reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Sides differ: `arith-mismatch`.
    Value,
    /// Units cannot be made equal; the number may be right.
    Unit,
    /// Right only if its prefixes count 1,000 at one place and 1,024 at another: `unit-prefix-mix`.
    Prefix,
    /// Off by 8 with a bit unit on one side: `bits-bytes-mix`.
    BitsBytes,
    /// A rate times a constant of another period: `rate-period-mismatch`.
    RatePeriod,
    /// Right only with other brackets: `precedence-ambiguous`.
    Grouping,
    /// What fits is rounded up, or what is needed down: `capacity-rounding`.
    Rounding,
    /// A percentage that its two numbers do not give: `percent-base`.
    PercentBase,
    /// A difference of two percentages called percent: `percent-vs-points`.
    Points,
    /// A fixed size or length with another value: `known-constant-wrong`.
    Constant,
    /// A value and itself in brackets differ: `number-restated-differently`.
    Restated,
    /// The lower end of a range is above the upper one: `range-inverted`.
    InvertedRange,
    /// `b - a` as the size of a range that holds both ends: `inclusive-range-off-by-one`.
    InclusiveRange,
    /// A total: `table-total-mismatch`.
    Total,
    /// Shares that do not make 100, or one that is not that of its amount: `shares-do-not-sum`.
    Shares,
    /// A ratio that the two rates beside it contradict: `ratio-mismatch`.
    Ratio,
    /// A formula of the packs, by its id: `formula-mismatch` or the formula's own rule.
    Formula(String),
}

/// A number the document gives a name.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name as written, without code marks.
    pub name: String,
    /// The name folded for look-ups: lower case, `_` and `-` as blanks, singular.
    pub key: String,
    /// Its value.
    pub value: Quantity,
    /// The number with its unit.
    pub value_span: Span,
    /// Name and number.
    pub span: Span,
    /// Index of its section.
    pub section: usize,
}

/// The calculations of a document, in order of the source, and how many each named filter took for none.
pub(crate) fn claims(
    document: &designlint_document::Document,
    definitions: &crate::lookup::Lookup<'_>,
    conventions: &crate::Conventions,
    constants: &[crate::Constant],
    lists: &[lists::List],
) -> (Vec<Claim>, Vec<(&'static str, usize)>) {
    let mut out = Vec::new();
    let mut dropped = std::collections::BTreeMap::new();
    let tables = document.tables.iter().filter_map(|t| grid::Grid::of(document, t, conventions.readings));
    let grids: Vec<grid::Grid> = tables.collect();
    let tables = in_tables(&grids);
    let mut provenance = provenance::Provenance::of_cells(&grids, &tables);
    let mut by_value = rows_by_value::RowsByValue::default();
    passage::each_passage(document, conventions, |passage| {
        let mut chains = chains::Chains::default();
        provenance.reach(passage);
        for mut equation in equations::equations(passage).into_iter().chain(brackets::brackets(passage)) {
            provenance.mark(&mut equation);
            let own = equation.span(passage);
            let names: &judge::Names<'_> =
                &|name| definitions.lookup_outside(name, passage.section, own).map(|d| d.value.clone());
            match judge::claim_of(passage, &equation, names, conventions.readings) {
                Ok(claim) => {
                    provenance.learn(&claim, &equation);
                    out.push(claim);
                }
                Err(filter) => filter.iter().for_each(|f| *dropped.entry(f.name()).or_default() += 1),
            }
            chains.link(passage, equation, names, conventions.readings, &mut out);
        }
        out.extend(arrows::conversions(passage, conventions.readings));
        let worded = percent_base::percentages(passage);
        let others = change_prose::changes(passage).into_iter();
        out.extend(others.filter(|c| worded.iter().all(|w| w.stated_span != c.stated_span)));
        out.extend(worded);
        out.extend(constants::stated(passage, constants));
        by_value.learn(passage);
        out.extend(ranges::ranges(passage));
        out.extend(rate_ratios::ratio(passage));
    });
    out.extend(by_value.claims(document, conventions.readings));
    out.extend(constants::in_tables(document, constants));
    out.extend(columns::column_sums(document, lists, conventions.readings));
    out.extend(tables);
    settle::settle(&mut out);
    other_rows::explain(&grids, &mut out);
    out.sort_by_key(|c| (c.span.start, c.span.end));
    (out, dropped.into_iter().collect())
}

/// What the rows and columns of tables state.
fn in_tables(grids: &[grid::Grid]) -> Vec<Claim> {
    let mut out = Vec::new();
    for grid in grids {
        out.extend(totals::table_totals(grid));
        out.extend(averages::averages(grid));
        out.extend(shares::shares(grid));
        out.extend(changes::table_changes(grid));
        out.extend(relations::relations(grid));
        out.extend(roll_forward::balances(grid));
        out.extend(risk_numbers::risk_numbers(grid));
    }
    out
}

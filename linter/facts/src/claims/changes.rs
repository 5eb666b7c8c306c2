//! Before, after and what lies between, in the columns of a table.

use super::{
    Claim, ClaimKind, Explanation, Fault, How,
    amount::Amount,
    draft::{Draft, Judgement, operand},
    grid::Grid,
    labels::words,
    other_rows::another_row,
    ratios::{Computed, Operation, compute},
};

/// The changes that a table states.
pub(super) fn table_changes(grid: &Grid) -> Vec<Claim> {
    let headers = (0..grid.columns()).filter_map(|c| Some((c, Header::of(grid.head(c))?)));
    headers.flat_map(|(column, header)| change_column(grid, column, &header)).collect()
}

/// Whether a header names a change.
pub(super) fn is_change_header(header: &str) -> bool {
    Header::of(header).is_some()
}

/// What the header of a column of changes says.
#[derive(Clone, Copy, Debug, Default)]
struct Header {
    /// Bare numbers are percentages.
    percent: bool,
}

impl Header {
    fn of(header: &str) -> Option<Self> {
        const CHANGES: &[&str] = &[
            "change",
            "changes",
            "decrease",
            "delta",
            "diff",
            "difference",
            "gain",
            "growth",
            "improvement",
            "increase",
            "overhead",
            "ratio",
            "reduction",
            "saving",
            "savings",
            "speed-up",
            "speedup",
            "δ",
            "multiple",
            "factor",
        ];
        let signs = header.contains(['×', 'Δ', 'δ']);
        let named = words(header).iter().any(|w| CHANGES.contains(&w.as_str()));
        (named || (signs && header.trim().chars().count() <= 12))
            .then(|| Self { percent: header.contains('%') || words(header).iter().any(|w| w == "percent") })
    }
}

/// Whether a header names the state before or after a change.
fn tells_when(header: &str) -> Option<bool> {
    const BEFORE: &[&str] = &[
        "baseline", "before", "current", "existing", "from", "naive", "old", "original", "prior", "previous", "today",
        "v1", "without",
    ];
    const AFTER: &[&str] = &[
        "after",
        "estimated",
        "new",
        "now",
        "optimised",
        "optimized",
        "patched",
        "proposed",
        "to",
        "v2",
        "with",
        "improved",
    ];
    let words = words(header);
    let is = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    match (is(BEFORE), is(AFTER)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// The pairs of columns that a change may be between, the likeliest first; and whether the headers say so.
fn pairs(grid: &Grid, column: usize) -> Vec<(usize, usize, bool)> {
    let numeric: Vec<usize> =
        (0..column).filter(|&c| (0..grid.lines.len()).any(|r| grid.first(r, c).is_some())).collect();
    let mut out: Vec<(usize, usize, bool)> = Vec::new();
    let at = |wanted: bool| {
        let mut found = numeric.iter().copied().filter(move |&c| tells_when(grid.head(c)) == Some(wanted));
        found.next_back()
    };
    if let (Some(before), Some(after)) = (at(true), at(false)) {
        out.push((before, after, true));
    }
    let header = words(grid.head(column));
    let named = |c: usize| words(grid.head(c)).iter().any(|w| w.len() > 3 && header.contains(w));
    if let [.., x, y] = numeric[..] {
        out.push((x, y, named(x) && named(y)));
        if numeric.len() > 2 {
            out.push((numeric[0], y, false));
        }
    }
    out.dedup_by_key(|p| (p.0, p.1));
    out
}

/// A row of a column of changes.
struct Row<'g> {
    row: usize,
    x: &'g Amount,
    y: &'g Amount,
    stated: &'g Amount,
    /// What the change may mean.
    readings: Vec<Reading>,
}

/// One meaning of a stated change.
struct Reading {
    computed: Computed,
    /// Whether the two numbers change places: new over old, new less old.
    turned: bool,
    how: Option<How>,
}

impl Reading {
    /// Whether two other numbers in the same columns give the stated one by this reading, to the digits shown.
    fn fits(&self, x: &Amount, y: &Amount, stated: &Amount, header: &Header) -> bool {
        let (x, y) = if self.turned { (y, x) } else { (x, y) };
        let computed = compute(self.computed.operation, x, y, stated);
        computed.is_some_and(|c| matches!(c.agrees(stated, header.percent), Some(How::Exact | How::Rounded)))
    }
}

impl Row<'_> {
    /// The reading that agrees best.
    fn best(&self) -> Option<(&Reading, How)> {
        let held = self.readings.iter().filter_map(|r| Some((r, r.how?)));
        held.min_by_key(|(_, how)| rank(*how))
    }

    /// Whether one reading agrees by the digits shown.
    fn is_firm(&self) -> bool {
        self.best().is_some_and(|(_, how)| rank(how) <= 2)
    }
}

fn rank(how: How) -> u8 {
    match how {
        How::Exact => 0,
        How::Rounded => 1,
        How::Truncated => 2,
        How::Consistent => 3,
        How::Coarse | How::Approximate => 4,
    }
}

fn change_column(grid: &Grid, column: usize, header: &Header) -> Vec<Claim> {
    let held = |rows: &[Row<'_>]| rows.iter().filter(|r| r.best().is_some()).count();
    let tried = pairs(grid, column).into_iter().map(|(x, y, explicit)| {
        let pair = [x, y];
        let mut rows = rows(grid, x, y, column, header);
        agree(&mut rows, explicit);
        (rows, explicit, pair)
    });
    let Some((rows, explicit, pair)) = tried.max_by_key(|(rows, explicit, _)| (held(rows), *explicit)) else {
        return Vec::new();
    };
    let swapped = swaps(&rows, header);
    let unexplained = rows.len() - 2 * swapped.len();
    // One odd row of four and more does not take the meaning from a column, nor one of three where all say "times".
    let times = rows.len() == 3 && rows.iter().all(|r| r.stated.times);
    let counted = if rows.len() >= 4 || times { unexplained.saturating_sub(1) } else { unexplained };
    if !explicit && held(&rows) * 5 < counted * 4 {
        return Vec::new();
    }
    let leading = leading(&rows);
    let all_noted = rows.iter().all(is_noted);
    let mut out = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        if let Some((reading, how)) = row.best() {
            out.push(claim(grid, row, reading, header, Judgement::Holds(how)));
            continue;
        }
        let swap = swapped.iter().find_map(|&(a, b)| [(a, b), (b, a)].into_iter().find(|p| p.0 == at)).map(|p| p.1);
        let others = unexplained - usize::from(swap.is_none());
        let certain = are_certain(&rows, others, explicit) && (all_noted || !is_noted(row) || swap.is_some());
        let reading = row.readings.iter().find(|r| leading == Some((r.computed.operation, r.turned)));
        if let Some(reading) = reading.filter(|_| certain) {
            let explanation = swap.map(|other| swapped_with(grid, &rows[other])).or_else(|| {
                another_row(grid, row.row, pair, row.stated, &|x, y| reading.fits(x, y, row.stated, header))
            });
            out.push(claim(grid, row, reading, header, Judgement::Wrong(Fault::Value, explanation)));
        }
    }
    out
}

/// Whether words stand beside the change. They set a row apart only where others have none.
fn is_noted(row: &Row<'_>) -> bool {
    row.stated.rest.contains(char::is_alphabetic)
}

/// A column means one thing: a row that fits only by a reading that none of the others follows does not fit, where these
/// are three and four fifths of them follow one reading by the digits shown. Under headers that name both states fewer are
/// enough, where all of them do so and only the room that rounding leaves speaks for the row.
fn agree(rows: &mut [Row<'_>], explicit: bool) {
    let followed: Vec<Vec<(Operation, bool)>> = rows
        .iter()
        .map(|r| {
            let firm = r.readings.iter().filter(|x| x.how.is_some_and(|h| rank(h) <= 2));
            firm.map(|x| (x.computed.operation, x.turned)).collect()
        })
        .collect();
    let forms: Vec<(bool, bool)> = rows.iter().map(|r| (r.stated.is_percent(), r.stated.times)).collect();
    for (at, row) in rows.iter_mut().enumerate() {
        let others: Vec<&Vec<(Operation, bool)>> =
            (0..forms.len()).filter(|&i| i != at && forms[i] == forms[at]).map(|i| &followed[i]).collect();
        let follow = |wanted: &(Operation, bool)| others.iter().filter(|f| f.contains(wanted)).count();
        let few = explicit && !row.stated.times && !row.is_firm() && !others.is_empty();
        let is_lead = |count: usize| (count >= 3 && count * 5 >= others.len() * 4) || (few && count == others.len());
        let leads: Vec<(Operation, bool)> = row
            .readings
            .iter()
            .map(|x| (x.computed.operation, x.turned))
            .filter(|wanted| is_lead(follow(wanted)))
            .collect();
        if leads.is_empty() {
            continue;
        }
        for reading in &mut row.readings {
            let wanted = (reading.computed.operation, reading.turned);
            if follow(&wanted) == 0 {
                reading.how = None;
            }
        }
    }
}

/// Whether a row that fits no reading is wrong: of four rows and more four fifths of the others fit; of three, with headers
/// that name both states, all others, and of two the other. Headers that do not name them ask for firmer rows.
fn are_certain(rows: &[Row<'_>], others: usize, explicit: bool) -> bool {
    let held = rows.iter().filter(|r| if explicit { r.best().is_some() } else { r.is_firm() }).count();
    match rows.len() {
        0 | 1 => false,
        2 => explicit && held == others && rows.iter().any(Row::is_firm),
        3 => held == others && (explicit || rows.iter().all(|r| r.stated.times)),
        _ => held >= 3 && held * 5 >= others * 4,
    }
}

/// The reading that most rows follow.
fn leading(rows: &[Row<'_>]) -> Option<(Operation, bool)> {
    let all = [
        (Operation::Difference, true),
        (Operation::Ratio, true),
        (Operation::Ratio, false),
        (Operation::ChangeOfNew, false),
        (Operation::Change, false),
    ];
    let follows = |r: &Row<'_>, wanted: (Operation, bool)| {
        r.readings.iter().any(|x| x.how.is_some() && (x.computed.operation, x.turned) == wanted)
    };
    let count = |wanted| rows.iter().filter(|r| follows(r, wanted)).count();
    all.into_iter().max_by_key(|wanted| count(*wanted)).filter(|wanted| count(*wanted) > 0)
}

/// Rows whose stated changes fit when they are exchanged.
fn swaps(rows: &[Row<'_>], header: &Header) -> Vec<(usize, usize)> {
    let missed: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].best().is_none()).collect();
    let fits = |a: usize, b: usize| {
        rows[a].readings.iter().any(|r| r.computed.agrees(rows[b].stated, header.percent).is_some())
    };
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (i, &a) in missed.iter().enumerate() {
        for &b in &missed[i + 1..] {
            let free = !out.iter().any(|&(x, y)| [x, y].contains(&a) || [x, y].contains(&b));
            if free && fits(a, b) && fits(b, a) {
                out.push((a, b));
            }
        }
    }
    out
}

fn swapped_with(grid: &Grid, other: &Row<'_>) -> Explanation {
    let label = &grid.lines[other.row].label;
    let row = if label.is_empty() { format!("the row with {}", other.stated.text) } else { format!("`{label}`") };
    Explanation {
        kind: "rows-swapped".to_string(),
        text: format!("it is the value of {row}, and that row has this one's"),
    }
}

fn rows<'g>(grid: &'g Grid, x: usize, y: usize, column: usize, header: &Header) -> Vec<Row<'g>> {
    let row = |row: usize| {
        if !grid.stands_for_itself(row) {
            return None;
        }
        let (x, y, stated) = (grid.first(row, x)?, grid.first(row, y)?, grid.first(row, column)?);
        let (p, q) = (x.quantity().value, y.quantity().value);
        if x.bound || y.bound || stated.bound || p.is_zero() || q.is_zero() || p == q {
            return None;
        }
        let readings: Vec<_> = operations(stated, header)
            .into_iter()
            .filter_map(|(op, turned)| {
                let computed = if turned { compute(op, y, x, stated) } else { compute(op, x, y, stated) }?;
                Some(Reading { how: computed.agrees(stated, header.percent), computed, turned })
            })
            .collect();
        (!readings.is_empty()).then_some(Row { row, x, y, stated, readings })
    };
    (0..grid.lines.len()).filter_map(row).collect()
}

/// What a stated change may mean; the second says that the two numbers change places.
fn operations(stated: &Amount, header: &Header) -> Vec<(Operation, bool)> {
    let percent = stated.is_percent() || (header.percent && stated.is_bare() && !stated.times);
    let mut out = Vec::new();
    if percent {
        out.extend([(Operation::Change, false), (Operation::ChangeOfNew, false)]);
    }
    // A share is never less than nothing.
    let less = percent && stated.negative;
    if (!percent || stated.is_percent()) && !less {
        out.extend([(Operation::Ratio, false), (Operation::Ratio, true)]);
    }
    if !stated.times {
        out.push((Operation::Difference, true));
    }
    out
}

fn claim(grid: &Grid, row: &Row<'_>, reading: &Reading, header: &Header, judgement: Judgement) -> Claim {
    let (x, y) = if reading.turned { (row.y, row.x) } else { (row.x, row.y) };
    let operation = reading.computed.operation;
    Draft {
        kind: ClaimKind::Change,
        span: grid.lines[row.row].span,
        stated: row.stated,
        operands: vec![operand(row.x), operand(row.y)],
        text: operation.text(x, y),
        computed: Some(reading.computed.in_unit_of(row.stated, header.percent)),
        recomputed: None,
        judgement,
        reading: operation.reading().to_string(),
        section: grid.section,
    }
    .claim()
}

//! Metrics of success and the guardrails beside them.

use designlint_document::{BlockKind, Cell, Document, Span, Table};

use crate::prose::{Prose, prose_in};
use crate::remarks::{Remark, Remarks, phrase_in, remarks_of, whole};
use crate::text::{blocks_in, folded};
use crate::{Guardrail, Metrics, State, Text, Topic, Vocabulary};

/// What the document wants to improve, and what must not get worse; `None` where no section speaks of metrics of success.
pub(crate) fn metrics(remarks: &Remarks<'_>, topics: &[Topic]) -> Option<Metrics> {
    let (document, words) = (remarks.document, remarks.words);
    let about: Vec<&Topic> = topics.iter().filter(|t| is_filled(t) && t.kinds.iter().any(|k| k == "metrics")).collect();
    let success = about.iter().find_map(|t| success(remarks, t))?;
    let mut guardrails: Vec<Guardrail> = about.iter().flat_map(|t| in_section(document, t, words)).collect();
    guardrails.sort_by_key(|g| g.text.span);
    guardrails.dedup_by_key(|g| g.text.span);
    let guarded = !guardrails.is_empty()
        || !remarks.that_say(whole(document), "metric.guardrail").is_empty()
        || about.iter().any(|t| says_so(&t.title, words) || is_bounded(document, t, words));
    Some(Metrics { success, guardrails, guarded })
}

fn is_filled(topic: &Topic) -> bool {
    topic.state == State::Filled
}

fn says_so(title: &Text, words: &Vocabulary) -> bool {
    words.says("metric.guardrail", &folded(&title.text))
}

/// The first sentence or row that says what is to improve.
fn success(remarks: &Remarks<'_>, topic: &Topic) -> Option<Text> {
    let (document, words) = (remarks.document, remarks.words);
    let said = remarks.that_say(topic.body, "metric.success");
    let named = words.says("metric.success-heading", &folded(&topic.title.text));
    said.into_iter().map(|r| r.text).next().or_else(|| {
        let all = blocks_in(document, topic.body).flat_map(|b| remarks_of(document, b, topic.body));
        let measures = |r: &Remark| {
            r.text.text.contains(['`', '@'])
                || r.low.contains(|c: char| c.is_ascii_digit()) && r.says(words, "metric.measure")
        };
        all.filter(|r| named && measures(r)).map(|r| r.text).next()
    })
}

/// Whether a metric of the section may not rise above a number although nothing calls it a guardrail.
fn is_bounded(document: &Document, topic: &Topic, words: &Vocabulary) -> bool {
    let all = blocks_in(document, topic.body).flat_map(|b| remarks_of(document, b, topic.body));
    let digits = |r: &Remark| r.low.contains(|c: char| c.is_ascii_digit());
    all.filter(digits).any(|r| r.low.contains(['<', '≤']) || r.says(words, "metric.bound"))
}

/// The guardrails of a section, in every form.
fn in_section(document: &Document, topic: &Topic, words: &Vocabulary) -> Vec<Guardrail> {
    let title = folded(&topic.title.text);
    let joined = [" and ", "/", ",", "&"].iter().any(|mark| title.contains(mark));
    let headed = title.contains("guardrail") && !joined;
    // "Guardrails" alone also heads filters of what a model reads and writes.
    let metric = title.contains("metric") || !headed;
    let mut found = Vec::new();
    let base = headed.then_some(None);
    let mut listed = base;
    for block in blocks_in(document, topic.body) {
        match &block.kind {
            BlockKind::Heading => {
                listed = phrase_in(&folded(document.source.slice(block.span)), words, "metric.label").map(|_| None)
            }
            BlockKind::Paragraph => {
                let prose = Prose::within(document, block, topic.body);
                let depth = block.item.as_ref().map(|i| i.depth);
                if let Some(outer) = listed
                    && depth > outer
                {
                    let item = block.item.as_ref().map_or(block.span, |i| i.span);
                    found.extend(item_guardrail(document, &prose, item, metric, words));
                    continue;
                }
                match label(&prose, words) {
                    Some(after) if prose.text()[after..].trim_matches(['*', '_', ' ', '\n']).is_empty() => {
                        listed = Some(depth);
                    }
                    Some(after) => {
                        listed = base;
                        found.extend(run(&prose, after, words));
                    }
                    None => listed = base,
                }
            }
            BlockKind::Table(i) => {
                if let Some(table) = document.tables.get(*i) {
                    found.extend(in_table(table, headed && metric, words));
                }
            }
            _ => {}
        }
    }
    found
}

/// Where the text after "Guardrails:" begins.
fn label(prose: &Prose, words: &Vocabulary) -> Option<usize> {
    let text = prose.text();
    let low = text.to_ascii_lowercase();
    words.list("metric.label").iter().find_map(|name| {
        let at = low.match_indices(name.as_str()).map(|(i, m)| (i, i + m.len()));
        let opens = |i: usize| {
            let before = low[..i].trim_end_matches(['*', '_', ' ', '\n', '-']);
            before.is_empty() || before.ends_with(['.', ';', '!', '?', ')'])
        };
        at.filter(|&(i, end)| low[end..].starts_with(':') && opens(i)).map(|(_, end)| end + 1).next()
    })
}

/// `Guardrails: report rate ≤ 0.2%; p99 ≤ 300 ms.` A list by commas has one limit or several; only where it has none is it
/// known which it lacks.
fn run(prose: &Prose, start: usize, words: &Vocabulary) -> Vec<Guardrail> {
    let rest = &prose.text()[start..];
    let sentence = rest.len().min(designlint_document::sentence_ends(rest, &[]).first().copied().unwrap_or(rest.len()));
    // What follows may give the limit, up to the next label.
    let limit_follows = crate::prose::sentences_of(&rest[sentence..])
        .take_while(|s| !s.split(' ').take(4).any(|w| w.ends_with(':')))
        .any(|s| has_limit(s, words));
    let mut found = Vec::new();
    let mut at = 0;
    for part in rest[..sentence].split(';') {
        let text = prose.part(start + at..start + at + part.len());
        at += part.len() + 1;
        if !text.text.is_empty() {
            let limit = has_limit(&text.text, words) || limit_follows;
            found.push(Guardrail { text, limit });
        }
    }
    found
}

fn item_guardrail(
    document: &Document,
    prose: &Prose,
    item: Span,
    metric: bool,
    words: &Vocabulary,
) -> Option<Guardrail> {
    let text = prose.whole();
    let low = folded(&text.text);
    let measured = metric || text.text.contains('`') || words.says("metric.measure", &low);
    let said: Vec<String> = prose_in(document, item).map(|(_, p)| p.whole().text).collect();
    let limit = said.iter().any(|s| has_limit(s, words));
    measured.then_some(Guardrail { text, limit })
}

/// Rows that a cell calls guardrails; all rows where the heading does.
fn in_table(table: &Table, headed: bool, words: &Vocabulary) -> Vec<Guardrail> {
    let cells = &table.header.cells;
    let limit = cells.iter().position(|c| words.list("metric.limit-column").contains(&folded(&c.text)));
    let calls = |c: &Cell| words.list("metric.label").contains(&folded(&c.text));
    let column = cells.iter().any(calls);
    let rows = table.rows.iter().filter(|r| headed || r.cells.iter().any(calls) || column);
    let guardrail = |row: &designlint_document::Row| {
        let text = row.cells.iter().find(|c| !c.text.is_empty() && !calls(c))?;
        let limits = |c: &Cell| has_limit(&c.text, words);
        // A digit in the name ("p99") is no limit where a column holds the limits.
        let limited = match limit {
            Some(i) => row.cells.get(i).is_some_and(limits),
            None => row.cells.iter().any(limits),
        };
        Some(Guardrail { text: Text { text: text.text.clone(), span: text.span }, limit: limited })
    };
    rows.filter_map(guardrail).collect()
}

/// Whether a text holds a number or says that nothing may change. The number of a percentile is none.
fn has_limit(text: &str, words: &Vocabulary) -> bool {
    let low = folded(text);
    let number = |w: &str| {
        let w = w.trim_start_matches(|c: char| !c.is_alphanumeric());
        w.starts_with(|c: char| c.is_ascii_digit())
    };
    low.split([' ', '(', '/']).any(number) || words.says("metric.unchanged", &low)
}

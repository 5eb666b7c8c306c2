//! Failures that are told in running text.

use designlint_document::{Block, BlockKind};

use crate::failure_kind::is_failure;
use crate::failure_modes::{Draft, Scope};
use crate::text::{Flow, folded, plain, word_count};
use crate::{FailureList, Text, Topic};

/// A failure that is told in so few words says nothing else.
const BRIEF: usize = 8;
/// A section of more words than these is a discussion, not a list of failures.
const SHORT: usize = 40;

/// What fails, as the first block of an item says.
pub(crate) fn lead(scope: &Scope<'_>, blocks: &[&Block]) -> Text {
    blocks.first().map(|b| Flow::of(scope.document, b)).map_or_else(Text::default, |f| split(&f, f.raw.len()).0)
}

/// What an item says besides its failure: how it is noticed, and what users see or what is done.
pub(crate) fn rest(scope: &Scope<'_>, blocks: &[&Block]) -> (Option<Text>, Option<Text>) {
    let mut parts: Vec<Text> = Vec::new();
    let mut unclear = None;
    for (i, block) in blocks.iter().enumerate() {
        let flow = Flow::of(scope.document, block);
        match (i, split(&flow, flow.raw.len())) {
            (0, (failure, None)) if word_count(&failure.text) > BRIEF => unclear = Some(failure),
            (0, (_, None)) => {}
            (0, (_, Some(more))) => parts.push(more),
            _ => parts.extend(flow.sentences()),
        }
    }
    let notices = |t: &&Text| scope.says_any(&t.text, "failure.detection-sign");
    let whole = blocks.first().map(|b| Flow::of(scope.document, b).whole());
    let detection = parts.iter().find(notices).cloned().or_else(|| whole.filter(|w| notices(&w)));
    let degradation = parts.first().cloned().or(unclear);
    (detection, degradation)
}

/// Cuts the text up to `end` into the failure and what follows: bold words at the start, the part before a colon, dash,
/// arrow or semicolon, the first sentence, or the condition of "if ..., ...".
pub(crate) fn split(flow: &Flow, end: usize) -> (Text, Option<Text>) {
    let raw = flow.raw.get(..end).unwrap_or("");
    let bold = ["**", "__"].iter().find(|m| raw.starts_with(**m)).and_then(|m| Some((m, raw[2..].find(*m)? + 4)));
    let cut = match bold {
        Some((_, close)) => Some((close, close)),
        None => cut(raw),
    };
    let Some((first, next)) = cut else { return (flow.text(0, end), None) };
    let next = next + raw[next..].len() - raw[next..].trim_start_matches([' ', ':', '.', ';', '-', '–', '—']).len();
    let more = flow.text(next, end);
    let mut failure = flow.text(0, first);
    if bold.is_some() {
        failure.text = failure.text.trim_end_matches([':', '.']).to_string();
    }
    (failure, Some(more).filter(|m| !m.text.is_empty()))
}

/// Where the failure ends and where the rest starts.
fn cut(raw: &str) -> Option<(usize, usize)> {
    let mut code = false;
    let condition = ["if ", "when ", "in case "].iter().any(|w| folded(raw).starts_with(w));
    for (i, c) in raw.char_indices() {
        if c == '`' {
            code = !code;
        }
        if code {
            continue;
        }
        let marks = [": ", "; ", " — ", " – ", " - ", " -> ", " → ", " => "];
        if let Some(mark) = marks.iter().find(|m| raw[i..].starts_with(**m)) {
            return Some((i, i + mark.len()));
        }
        if raw[i..].starts_with(". ") && raw[i + 2..].trim_start().starts_with(char::is_uppercase) {
            return Some((i, i + 2));
        }
        if condition && raw[i..].starts_with(", ") {
            return Some((i, i + 2));
        }
    }
    None
}

/// Failures in the few sentences of a label or a short section in which no word speaks of noticing.
pub(crate) fn prose(scope: &Scope<'_>, topic: &Topic, blocks: &[&Block]) -> Vec<Draft> {
    let only_prose = blocks.iter().all(|b| match b.kind {
        BlockKind::Paragraph => b.item.is_none(),
        BlockKind::Heading => !topic.body.contains(b.span),
        _ => false,
    });
    if !only_prose && !topic.label || topic.words > SHORT {
        return Vec::new();
    }
    let source = &scope.document.source;
    let body = plain(source.slice(topic.body));
    let refuses = folded(&body)
        .split([' ', ',', '.', ':'])
        .next()
        .is_some_and(|first| scope.words.list("failure.refusal").iter().any(|w| w == first));
    if refuses || scope.says_any(&body, "failure.detection-sign") {
        return Vec::new();
    }
    let mut rows: Vec<Draft> = Vec::new();
    for block in blocks.iter().filter(|b| b.kind == BlockKind::Paragraph) {
        for text in clauses(&Flow::of(scope.document, block)) {
            match rows.last_mut() {
                _ if is_failure(&text.text, scope.words) => rows.push(draft(text)),
                Some(row) if row.degradation.is_none() => row.degradation = Some(text),
                _ => {}
            }
        }
    }
    rows
}

fn draft(failure: Text) -> Draft {
    let list = FailureList { head: None, detects: false, risks: false };
    let unclear = (word_count(&failure.text) > BRIEF).then(|| failure.clone());
    Draft { span: failure.span, failure, component: None, detection: None, degradation: unclear, list }
}

/// Sentences, cut further at semicolons.
fn clauses(flow: &Flow) -> Vec<Text> {
    let mut out = Vec::new();
    let mut start = 0;
    for (i, c) in flow.raw.char_indices().chain([(flow.raw.len(), ';')]) {
        let ends = c == ';' || c == '.' && flow.raw[i + 1..].chars().next().is_none_or(char::is_whitespace);
        if ends {
            let text = flow.text(start, i);
            if !text.text.is_empty() {
                out.push(text);
            }
            start = (i + 1).min(flow.raw.len());
        }
    }
    out
}

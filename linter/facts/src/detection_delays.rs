//! How long a detection takes, where its row says how long it may take.

use std::sync::LazyLock;

use designlint_document::{Document, Span};
use regex_lite::Regex;

use crate::patterns::brief;
use crate::prose::prose_in;
use crate::{DetectionDelay, FailureMode, State, Text, Topic};

const DURATION: &str =
    r"(\d{1,6})(?:\.(\d{1,3}))?\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)\b";

static HELD: LazyLock<Option<Regex>> = LazyLock::new(|| brief(&format!(r"\bfor:?\s+{DURATION}")).ok());

static EVERY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    brief(&format!(
        r"(?i)\b(evaluated|evaluation(?: interval)?|rule(?:s)? runs?|checked|scraped|scrape(?: interval)?|polled)(?: every| of| is|:)?\s+{DURATION}"
    ))
    .ok()
});

static PROMISE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    brief(&format!(
        r"(?i)\b(?:we (?:know|notice|find out|learn)|known|noticed|detected|detect(?:s|ion)?|alerted|alerts?|paged|pages?|told|time to detect(?:ion)?|ttd|mttd)(?: (?:about|of) it)?(?: (?:is|must be|should be|target(?: is)?))?:?\s+(?:within|in under|in less than|in|under|after at most|at most|<=?|≤)\s*{DURATION}"
    ))
    .ok()
});

/// A promised time, and whether the service levels promise it.
type Promise = (Text, u64, bool);

/// Detections that hold a condition for longer than the row promises to notice it; where it promises nothing, than the
/// service levels do.
pub(crate) fn detection_delays(document: &Document, topics: &[Topic], modes: &[FailureMode]) -> Vec<DetectionDelay> {
    let mut service = None;
    modes
        .iter()
        .filter_map(|mode| {
            delay(document, mode, || service.get_or_insert_with(|| of_service(document, topics)).clone())
        })
        .collect()
}

/// The only promise of the sections of service levels.
fn of_service(document: &Document, topics: &[Topic]) -> Option<Promise> {
    let pattern = PROMISE.as_ref()?;
    let levels = topics.iter().filter(|t| t.state == State::Filled && t.kinds.iter().any(|k| k == "slo"));
    let mut found: Vec<Promise> = Vec::new();
    for (_, prose) in levels.flat_map(|t| prose_in(document, t.body)) {
        for captures in pattern.captures_iter(prose.text()) {
            let range = captures.get(0)?.range();
            found.push((prose.part(range), milliseconds(&captures, 1)?, true));
        }
    }
    found.dedup_by(|a, b| a.0.span == b.0.span);
    if found.len() == 1 { found.pop() } else { None }
}

fn delay(document: &Document, mode: &FailureMode, service: impl FnOnce() -> Option<Promise>) -> Option<DetectionDelay> {
    let detection = mode.detection.as_ref()?;
    let cell = document.source.slice(detection.span);
    let row = document.source.slice(mode.span);
    let found = HELD.as_ref()?.captures_iter(cell).min_by_key(|c| milliseconds(c, 1))?;
    let held = milliseconds(&found, 1)?;
    let own = PROMISE.as_ref()?.captures(row);
    let own = own.and_then(|c| Some((text(&c, mode.span.start), milliseconds(&c, 1)?, false)));
    let (promise, promised, of_service) = own.or_else(service)?;
    let mut parts = vec![(written(&found), held)];
    for every in EVERY.as_ref()?.captures_iter(cell) {
        if let Some(ms) = milliseconds(&every, 2) {
            parts.push((written(&every), ms));
        }
    }
    let delay = DetectionDelay { promise, of_service, held: text(&found, detection.span.start), promised, parts };
    (promised > 0 && delay.longest() > promised).then_some(delay)
}

fn written(found: &regex_lite::Captures<'_>) -> String {
    found.get(0).map_or(String::new(), |m| m.as_str().to_string())
}

fn text(found: &regex_lite::Captures<'_>, start: usize) -> Text {
    let (from, to) = found.get(0).map_or((0, 0), |m| (m.start(), m.end()));
    Text { text: written(found), span: Span::new(start + from, start + to) }
}

/// The duration whose number is a group, in milliseconds; fractions have up to three digits.
fn milliseconds(found: &regex_lite::Captures<'_>, group: usize) -> Option<u64> {
    let whole: u64 = found.get(group)?.as_str().parse().ok()?;
    let part = found.get(group + 1).map_or("", |m| m.as_str());
    let thousandths: u64 = format!("{part:0<3}").parse().ok()?;
    let unit = found.get(group + 2)?.as_str().to_ascii_lowercase();
    let each: u64 = match unit.as_str() {
        "ms" => 1,
        u if u.starts_with("mil") => 1,
        u if u.starts_with('s') => 1_000,
        u if u.starts_with('m') => 60_000,
        u if u.starts_with('h') => 3_600_000,
        _ => 86_400_000,
    };
    whole.checked_mul(1_000)?.checked_add(thousandths)?.checked_mul(each).map(|total| total / 1_000)
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn found(cell: &str) -> Option<(u64, u64)> {
        let document = Document::parse(Source::new(cell));
        let span = Span::new(0, cell.len());
        let text = |span| Text { text: cell.into(), span };
        let mode = FailureMode {
            span,
            failure: text(span),
            detection: Some(text(span)),
            detection_state: crate::State::Filled,
            degradation: None,
            degradation_state: crate::State::Empty,
            component: None,
            one_of_many: false,
            kind: crate::FailureKind::Crash,
            signals: Vec::new(),
            list: crate::FailureList::default(),
        };
        detection_delays(&document, &[], &[mode]).first().map(|d| (d.longest(), d.promised))
    }

    #[test]
    fn what_is_held_and_how_often_it_is_asked_add_up() {
        assert_eq!(found("lag > 10 for 10m, evaluated every 1m; we know within 30 s"), Some((660_000, 30_000)));
        assert_eq!(found("down for 1.5 min, scraped every 15 s; detected in under 1 minute"), Some((105_000, 60_000)));
    }

    #[test]
    fn in_time_or_without_a_promise() {
        assert_eq!(found("lag > 10 for 2m; we know within 5 min"), None);
        assert_eq!(found("lag > 10 for 10m; restored within 30 s"), None);
        assert_eq!(found("we know within 30 s"), None);
    }
}

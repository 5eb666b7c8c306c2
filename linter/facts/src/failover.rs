//! Automatic failover, and whether anything is said of the way back.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use designlint_document::{Document, Span};

use crate::prose::prose_in;
use crate::remarks::whole;
use crate::text::{find_word, folded};
use crate::{Failover, FailureMode, Text, Vocabulary};

/// What every such phrase holds.
const HELD: &[&str] = &["automati", "automated", "autofail", "auto fail", "auto-fail", "fails over"];

static SAID: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::builder().ascii_case_insensitive(true).build(HELD).ok());

/// The first automatic failover of something that is written to; `None` where there is none.
pub(crate) fn failover(document: &Document, modes: &[FailureMode], words: &Vocabulary) -> Option<Failover> {
    if !SAID.as_ref().is_some_and(|said| said.is_match(document.source.text())) {
        return None;
    }
    let low = folded(document.source.text());
    let says = |text: &str, list: &str| words.says(list, text);
    let takes = |context: &str| says(context, "failover.writer") && !says(context, "failover.stateless");
    let row = modes.iter().find_map(|mode| {
        let context = folded(document.source.slice(mode.span));
        let cells = [Some(&mode.failure), mode.detection.as_ref(), mode.degradation.as_ref()];
        let text = cells.into_iter().flatten().find_map(|t| phrase(document, t.span, words))?;
        takes(&context).then_some(text)
    });
    let sentence = || {
        let sentences = prose_in(document, whole(document)).flat_map(|(_, prose)| prose.sentences());
        sentences.filter(|s| takes(&s.folded)).find_map(|s| phrase(document, s.span, words))
    };
    let text = row.or_else(sentence)?;
    Some(Failover { text, returns: says(&low, "failover.back") })
}

/// The words of a span that say so.
fn phrase(document: &Document, span: Span, words: &Vocabulary) -> Option<Text> {
    let raw = document.source.slice(span);
    let low = raw.to_ascii_lowercase();
    let found = words.list("failover.automatic").iter().filter_map(|w| find_word(&low, w).map(|at| (at, w.len())));
    let (at, length) = found.min()?;
    Some(Text {
        text: raw.get(at..at + length)?.to_string(),
        span: Span::new(span.start + at, span.start + at + length),
    })
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn found(text: &str) -> Option<(String, bool)> {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("failover.automatic", &["automatic failover", "fails over automatically"]),
            list("failover.writer", &["primary"]),
            list("failover.back", &["rejoins"]),
            list("failover.stateless", &["read-only"]),
        ];
        let words = Vocabulary { topics: Vec::new(), lists: lists.into() };
        let document = Document::parse(Source::new(text));
        failover(&document, &[], &words).map(|f| (f.text.text, f.returns))
    }

    #[test]
    fn a_writer_that_moves_by_itself() {
        assert_eq!(found("The primary fails over automatically.\n"), Some(("fails over automatically".into(), false)));
        assert_eq!(
            found("Automatic failover of the primary. The old one rejoins as a replica.\n"),
            Some(("Automatic failover".into(), true))
        );
    }

    #[test]
    fn no_writer_or_no_failover() {
        assert_eq!(found("The cache fails over automatically.\n"), None);
        assert_eq!(found("The read-only primary fails over automatically.\n"), None);
        assert_eq!(found("The primary is replaced by hand.\n"), None);
    }
}

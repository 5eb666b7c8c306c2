//! Whether anything is said.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use designlint_document::{Block, BlockKind, Document, Span, Table};
use regex::Regex;

use crate::patterns::compile;
use crate::prose::{Prose, prose_in, sentences_of};
use crate::text::{blocks_in, folded, word_count};
use crate::{State, Text, Vocabulary};

/// The longest answer, in words, that "no ..." makes an answer of nothing.
const LONGEST_NONE: usize = 40;

static NO_THINGS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let things = "questions?|issues?|points|drawbacks?|downsides?|risks?|alternatives?|concerns?|problems?|impact|effects?|limitations?";
    compile(&format!(r"^(?:there (?:are|is) |we (?:have|see|know of) |i see )?(?:currently |at present )?no (?:[a-z-]+ ){{0,4}}(?:{things})\b")).ok()
});

/// The state of a text that stands alone, such as a cell.
pub(crate) fn state_of_text(text: &str, words: &Vocabulary) -> State {
    let mut said = Said::default();
    for sentence in sentences_of(text) {
        said.sentence(sentence, words);
    }
    said.state(words)
}

/// The state of what stands in a span, and its number of words.
pub(crate) fn state_of(document: &Document, span: Span, words: &Vocabulary) -> (State, usize) {
    let mut said = Said::default();
    for block in blocks_in(document, span) {
        said.block(document, block, span, words);
    }
    (said.state(words), said.words)
}

/// The first sentence of an answer of nothing, unless a reason follows: another sentence, or a clause after "none".
pub(crate) fn bare_none(document: &Document, span: Span) -> Option<Text> {
    let mut sentences = prose_in(document, span).flat_map(|(_, p)| p.sentences());
    let first = sentences.next()?;
    let text = &first.folded;
    let clause = text.split_once([',', ';', ':', '(', '–', '—']).map_or("", |(_, rest)| rest);
    let because = REASONS.iter().any(|r| text.contains(r));
    let more = std::iter::once(Arc::from(clause)).chain(sentences.map(|s| s.text));
    let reasoned = because || more.into_iter().any(|s| word_count(&s) >= FEWEST_REASON);
    (!reasoned).then(|| first.into())
}

/// Words that open a reason.
const REASONS: &[&str] = &[" because ", " since ", " as the ", " as this ", " as it ", " so ", " due to ", " beyond "];

/// How many words a reason has at least.
const FEWEST_REASON: usize = 3;

#[derive(Default)]
struct Said {
    /// Sentences that no template came with, folded.
    own: Vec<Arc<str>>,
    /// Whether there are prompts or comments of a template.
    prompts: bool,
    /// Code, tables, pictures.
    content: bool,
    words: usize,
}

impl Said {
    fn block(&mut self, document: &Document, block: &Block, span: Span, words: &Vocabulary) {
        let prose = Prose::within(document, block, span);
        let part = Span::new(block.span.start.max(span.start), block.span.end.min(span.end));
        let raw = document.source.slice(part);
        match &block.kind {
            BlockKind::Paragraph => {
                self.content |= raw.contains("![");
                self.prompts |= raw.contains("<!--");
                for sentence in prose.sentences() {
                    self.folded(sentence.folded, words);
                }
            }
            // A bold line alone is a heading; "**TBD**" is an answer.
            BlockKind::Heading if state_of_line(prose.text(), words) == State::Filled => {}
            BlockKind::Heading => self.sentence(prose.text(), words),
            BlockKind::Html => {
                self.content |= ["<img", "<table", "<svg", "<iframe"].iter().any(|t| raw.contains(t));
                self.prompts |= raw.contains("<!--");
                self.sentence(prose.text(), words);
            }
            BlockKind::Code { .. } | BlockKind::Math => {
                self.content |= !prose.text().trim().is_empty();
                self.words += word_count(prose.text());
            }
            BlockKind::Table(i) => {
                if let Some(table) = document.tables.get(*i) {
                    self.table(table, words);
                }
            }
            BlockKind::Rule => {}
        }
    }

    fn table(&mut self, table: &Table, words: &Vocabulary) {
        let cells = || table.rows.iter().flat_map(|r| &r.cells).filter(|c| !c.text.is_empty());
        self.words += cells().map(|c| word_count(&c.text)).sum::<usize>();
        if cells().any(|c| state_of_line(&c.text, words) == State::Filled) {
            self.content = true;
        } else {
            self.own.extend(cells().map(|c| Arc::from(folded(&c.text))));
        }
    }

    fn sentence(&mut self, text: &str, words: &Vocabulary) {
        self.folded(folded(text).into(), words);
    }

    fn folded(&mut self, text: Arc<str>, words: &Vocabulary) {
        if text.is_empty() {
            return;
        }
        let marked = text.contains(['*', '_']);
        let key = if marked { Cow::Owned(text.replace(['*', '_'], "")) } else { Cow::Borrowed(&*text) };
        if words.holds_any("template-prompt", &key) {
            self.prompts = true;
            return;
        }
        self.words += word_count(&text);
        self.own.push(text);
    }

    fn state(&self, words: &Vocabulary) -> State {
        let Some(first) = self.own.first().filter(|_| !self.content) else {
            return match (self.content, self.prompts) {
                (true, _) => State::Filled,
                (false, true) => State::Placeholder,
                (false, false) => State::Empty,
            };
        };
        if self.own.iter().all(|s| is_placeholder(s, words)) {
            return State::Placeholder;
        }
        let with_reason = is_placeholder(first, words) && not_applicable(first);
        if self.words <= LONGEST_NONE && (with_reason || declares_none(first, words)) {
            return State::DeclaredNone;
        }
        State::Filled
    }
}

fn state_of_line(text: &str, words: &Vocabulary) -> State {
    let text = folded(text);
    match () {
        () if text.is_empty() => State::Empty,
        () if is_placeholder(&text, words) => State::Placeholder,
        () if declares_none(&text, words) => State::DeclaredNone,
        () => State::Filled,
    }
}

fn bare(text: &str) -> &str {
    let ends: &[char] =
        &['.', ',', ';', ':', '!', '(', ')', '[', ']', '<', '>', '{', '}', '_', '*', '`', ' ', '"', '\''];
    let bare = text.trim_matches(ends);
    if bare.is_empty() { text.trim() } else { bare }
}

fn is_placeholder(text: &str, words: &Vocabulary) -> bool {
    let key = bare(text);
    if words.list("placeholder").iter().any(|p| p == key || p == text) {
        return true;
    }
    words.list("placeholder-start").iter().any(|p| {
        key.strip_prefix(p.as_str()).is_some_and(|rest| {
            rest.starts_with([':', '(', '.', ',', ';', '!']) || rest.starts_with(" -") || rest.starts_with(" –")
        })
    })
}

fn not_applicable(text: &str) -> bool {
    ["n/a", "na", "not applicable"].contains(&bare(text))
}

/// Whether the answer begins with "none", "no known issues" or "not applicable, because ...".
fn declares_none(text: &str, words: &Vocabulary) -> bool {
    let key = bare(text);
    let opens = |word: &str| {
        key.strip_prefix(word).is_some_and(|rest| {
            rest.is_empty()
                || rest.starts_with([',', '.', ';', ':', '(', '-'])
                || rest.starts_with(" (")
                || rest.starts_with(" -")
                || rest.starts_with(" –")
                || rest.starts_with(" —")
        })
    };
    let none =
        words.list("none").iter().any(|n| opens(n)) || key.starts_with("none of ") || key.starts_with("none that ");
    let reasoned = ["n/a", "not applicable"]
        .iter()
        .any(|n| key.strip_prefix(n).is_some_and(|r| !r.is_empty() && !r.starts_with(char::is_alphanumeric)));
    none || reasoned || NO_THINGS.as_ref().is_some_and(|r| r.is_match(key))
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn words() -> Vocabulary {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("placeholder", &["tbd", "todo", "n/a", "-", "not applicable", "...", "???"]),
            list("placeholder-start", &["tbd", "todo"]),
            list("template-prompt", &["why should we not do this"]),
            list("none", &["none", "none so far", "no open questions"]),
        ];
        Vocabulary { topics: Vec::new(), lists: lists.into() }
    }

    fn state(body: &str) -> State {
        let document = Document::parse(Source::new(format!("## A\n\n{body}\n")));
        let span = Span::new(4, document.source.text().len());
        state_of(&document, span, &words()).0
    }

    #[test]
    fn says_something() {
        for body in [
            "One more process to run.",
            "![diagram](a.png)",
            "| a | b |\n|---|---|\n| 1 | - |",
            "```\ncode\n```",
            "TODO list items are kept in Redis.",
            "Why should we *not* do this? It costs 34 MB.",
            "None of the pods restarts while the queue drains, and the old version keeps serving for the whole of the time that the move takes, which we measured at 40 minutes on the copy of the production data that we took last month.",
            "- TBD\n- a real item",
            "No, it does not work with the old clients.\n\nThey have to be replaced.",
        ] {
            assert_eq!(state(body), State::Filled, "{body}");
        }
    }

    #[test]
    fn is_not_written() {
        for body in [
            "TBD",
            "TODO.",
            "**TBD**",
            "- ...",
            "N/A",
            "<!-- Why? -->",
            "Why should we *not* do this?",
            "_TODO: describe it_",
            "???",
            "| a | b |\n|---|---|\n| TBD | - |",
            "TODO: a\n\n- TBD",
            "[TBD]",
        ] {
            assert_eq!(state(body), State::Placeholder, "{body}");
        }
        for body in ["", "---", "### B", "| a | b |\n|---|---|"] {
            assert_eq!(state(body), State::Empty, "{body}");
        }
    }

    #[test]
    fn declares_that_there_is_nothing() {
        for body in [
            "None.",
            "None. All were settled in the review.",
            "None so far",
            "None, settled on 2026-03-02.",
            "N/A, because nothing is stored.",
            "N/A. Nothing is stored.",
            "No known issues exist.",
            "There are no open questions.",
            "Why should we not do this?\n\nNone",
        ] {
            assert_eq!(state(body), State::DeclaredNone, "{body}");
        }
    }

    #[test]
    fn a_cell_has_a_state() {
        assert_eq!(state_of_text("-", &words()), State::Placeholder);
        assert_eq!(state_of_text("", &words()), State::Empty);
        assert_eq!(state_of_text("edge 5xx", &words()), State::Filled);
    }
}

//! Open questions.

use designlint_document::{Block, BlockKind, Document, RegionKind, Section, Sentence, Span, Table};

use crate::dates::due_kind;
use crate::owners::{due_in, is_resolved, owner_of};
use crate::prose::{Prose, prose_in};
use crate::state::{state_of, state_of_text};
use crate::text::{blocks_in, folded};
use crate::{Due, Question, State, Text, Topic, Vocabulary};

/// Topics that stand under open questions and ask nothing.
const NOT_WITHIN: &[&str] = &["future", "history", "status", "owners"];

/// How many words an answer on the line of its question has at least.
const FEWEST_ANSWER: usize = 3;

/// Words that open an indirect question.
const INDIRECT: &[&str] = &["whether "];

/// The items of the sections of open questions, in order of the source.
pub(crate) fn questions(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Question> {
    let mut found = Vec::new();
    let mut end = 0;
    for topic in topics.iter().filter(|t| t.kinds.iter().any(|k| k == "open-questions")) {
        // A section within a section was read with it.
        if topic.body.start < end || topic.state != State::Filled {
            continue;
        }
        end = topic.body.end;
        let sentences = prose_in(document, topic.body).flat_map(|(_, p)| p.sentences());
        let marked = sentences.into_iter().any(|s| asks(&s.text) && state_of_text(&s.text, words) == State::Filled);
        let reader = Reader { document, words, marked };
        if topic.label {
            reader.flat(topic.body, &mut found);
        } else {
            reader.section(topic.section, topic.body, 1, &mut found);
        }
    }
    found
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    document: &'a Document,
    words: &'a Vocabulary,
    /// Whether a question mark stands anywhere in the section: then an item without one asks nothing.
    marked: bool,
}

impl Reader<'_> {
    /// A section: what stands right under its heading, then its sub-sections.
    fn section(&self, index: usize, body: Span, depth: usize, found: &mut Vec<Question>) {
        let within = self.document.sections.iter().enumerate().skip(index + 1);
        let within = within.take_while(|(_, s)| s.heading.start < body.end);
        let children: Vec<(usize, &Section)> = within.filter(|(_, s)| s.parent == Some(index)).collect();
        let own = Span::new(body.start, children.first().map_or(body.end, |(_, s)| s.heading.start));
        self.flat(own, found);
        for (child, section) in children {
            let below = Span::new(section.heading.end, section.whole.end);
            if self.is_closed(section) {
                continue;
            }
            let asks = section.title.contains('?');
            if asks || depth == 1 && !self.has_items(below) {
                found.extend(self.heading(child, below));
            } else {
                self.section(child, below, depth + 1, found);
            }
        }
    }

    /// "Answered questions", "~~Which key?~~", "References", the "Cons" of an answer that is weighed.
    fn is_closed(&self, section: &Section) -> bool {
        let other = self.words.topics_of_heading(&section.title);
        let noted = self.weighs(section) || crate::heading_key(&section.title) == "references";
        if noted || other.iter().any(|t| NOT_WITHIN.contains(&t.as_str())) {
            return true;
        }
        let is_not = |t: &crate::TopicWords| t.not.iter().any(|n| *n == crate::heading_key(&section.title));
        let struck = self.document.source.slice(section.heading).contains("~~");
        struck || is_resolved(&section.title, self.words) || self.words.topics.iter().any(is_not)
    }

    /// "Cons", "Pros": what is asked there is asked of one answer.
    fn weighs(&self, section: &Section) -> bool {
        self.words.list("criterion.none").contains(&crate::heading_key(&section.title))
    }

    fn has_items(&self, body: Span) -> bool {
        blocks_in(self.document, body).any(|b| b.item.is_some() || matches!(b.kind, BlockKind::Table(_)))
    }

    fn heading(&self, index: usize, body: Span) -> Option<Question> {
        let section = self.document.sections.get(index)?;
        let within = self.document.sections.iter().skip(index + 1).take_while(|s| s.heading.start < body.end);
        let weighed: Vec<Span> = within.filter(|s| self.weighs(s)).map(|s| s.whole).collect();
        let texts = self.texts_without(body, &weighed);
        // A heading without a question, over text without one, is a subject.
        if !section.title.contains('?') && !texts.iter().any(|t| t.contains('?')) {
            return None;
        }
        let resolved = texts.iter().any(|t| is_resolved(t, self.words));
        if state_of(self.document, body, self.words).0 == State::DeclaredNone {
            return None;
        }
        let said = format!("{}\n{}", section.title, texts.join("\n"));
        let text = Text { text: section.title.clone(), span: section.heading };
        Some(self.question(section.heading, text, &said, resolved))
    }

    /// The prose of a span, by paragraph.
    fn texts(&self, body: Span) -> Vec<String> {
        self.texts_without(body, &[])
    }

    fn texts_without(&self, body: Span, left_out: &[Span]) -> Vec<String> {
        let prose = blocks_in(self.document, body).filter(|b| b.kind == BlockKind::Paragraph);
        let open = prose.filter(|b| !left_out.iter().any(|l| l.contains(b.span)));
        open.map(|b| Prose::within(self.document, b, body).whole().text).collect()
    }

    /// Tables, items and sentences of a span.
    fn flat(&self, body: Span, found: &mut Vec<Question>) {
        let blocks: Vec<&Block> = blocks_in(self.document, body).collect();
        let shallowest = blocks.iter().filter_map(|b| b.item.as_ref().map(|i| i.depth)).min().unwrap_or(0);
        let mut item = None;
        for (i, block) in blocks.iter().enumerate() {
            // What defines a term was read with it.
            if self.defines(block) {
                continue;
            }
            let details = blocks[i + 1..].iter().take_while(|b| self.defines(b)).last();
            match (&block.kind, &block.item) {
                (BlockKind::Table(i), _) => {
                    if let Some(table) = self.document.tables.get(*i) {
                        self.table(table, found);
                    }
                }
                (BlockKind::Paragraph, Some(i)) if i.depth == shallowest && item != Some(i.id) => {
                    item = Some(i.id);
                    found.extend(self.item(block, i.span, i.checked));
                }
                // "Q: ..." is open where no "A: ..." follows.
                (BlockKind::Paragraph, None) if blocks.get(i + 1).is_some_and(|next| self.answers(next)) => {}
                (BlockKind::Paragraph, None) if details.is_some() => {
                    let whole = details.map_or(block.span, |last| block.span.cover(last.span));
                    found.extend(self.item(block, whole, None));
                }
                (BlockKind::Paragraph, None) => self.prose(&Prose::within(self.document, block, body), found),
                _ => {}
            }
        }
    }

    /// `: owner Ana, 2026-04-15` below its term.
    fn defines(&self, block: &Block) -> bool {
        let line = self.document.source.line_span(self.document.source.line_of(block.span.start));
        let before = self.document.source.slice(Span::new(line.start, block.span.start));
        block.kind == BlockKind::Paragraph && block.item.is_none() && before.trim() == ":"
    }

    fn answers(&self, block: &Block) -> bool {
        let text = self.document.source.slice(block.span).trim_start_matches(['*', '_', '>', ' ']);
        block.kind == BlockKind::Paragraph && ["A:", "A.", "Answer:", "A :"].iter().any(|a| text.starts_with(a))
    }

    fn item(&self, block: &Block, whole: Span, checked: Option<bool>) -> Option<Question> {
        let prose = Prose::of(self.document, block);
        let text = prose.whole();
        let texts = self.texts(whole);
        if self.is_no_question(&text.text) || self.marked && !texts.iter().any(|t| asks(t)) {
            return None;
        }
        let said = texts.join("\n");
        let struck = prose.0.regions.iter().any(|r| r.kind == RegionKind::Struck && r.range.start == 0)
            || text.text.starts_with("~~");
        let answered = texts.iter().any(|t| is_resolved(t, self.words)) || is_answered_at_once(&text.text);
        Some(self.question(block.span, text, &said, struck || answered || checked == Some(true)))
    }

    fn prose(&self, prose: &Prose, found: &mut Vec<Question>) {
        let sentences: Vec<Sentence> = prose.sentences().collect();
        let whole = prose.whole();
        let resolved = is_resolved(&whole.text, self.words) || is_answered_at_once(&whole.text);
        for (i, sentence) in sentences.iter().enumerate() {
            if asks(&sentence.text) && !self.is_no_question(&sentence.text) {
                // Who answers may stand in what follows.
                let rest: Vec<&str> = sentences[i..].iter().map(|s| &*s.text).collect();
                found.push(self.question(sentence.span, sentence.clone().into(), &rest.join(" "), resolved));
            }
        }
    }

    fn table(&self, table: &Table, found: &mut Vec<Question>) {
        let column = |list: &str| {
            let names = self.words.list(list);
            table.header.cells.iter().position(|c| names.contains(&folded(&c.text)))
        };
        let (owner, due, answer) = (column("owner-column"), column("due-column"), column("answer-column"));
        let others = [owner, due, answer];
        let question = column("question-column").filter(|c| !others.contains(&Some(*c)));
        let Some(question) = question.or_else(|| {
            (0..table.header.cells.len())
                .find(|c| !others.contains(&Some(*c)) && folded(&table.header.cells[*c].text) != "#")
        }) else {
            return;
        };
        for row in &table.rows {
            let cell = |c: Option<usize>| {
                let cell = c.and_then(|c| row.cells.get(c))?;
                let filled = state_of_text(&cell.text, self.words) == State::Filled;
                filled.then(|| Text { text: cell.text.clone(), span: cell.span })
            };
            let Some(text) = cell(Some(question)) else { continue };
            let answered = cell(answer).is_some_and(|a| {
                is_resolved(&a.text, self.words)
                    || folded(&table.header.cells[answer.unwrap_or(0)].text) != "status" && folded(&a.text) != "open"
            });
            let struck = self.document.source.slice(text.span).starts_with("~~");
            let owner =
                if owner.is_some() { cell(owner) } else { owner_of(&text.text, self.words).map(|o| at(o, text.span)) };
            let due = if due.is_some() { cell(due).map(|d| (d, true)) } else { self.due(&text.text, text.span) };
            let resolved = answered || struck || is_resolved(&text.text, self.words);
            let (due, due_kind) = self.due_kind(due);
            found.push(Question { span: row.span, text, owner, due, due_kind, resolved });
        }
    }

    fn question(&self, span: Span, text: Text, said: &str, resolved: bool) -> Question {
        let owner = owner_of(said, self.words).map(|o| at(o, span));
        let (due, due_kind) = self.due_kind(self.due(said, span));
        Question { span, text, owner, due, due_kind, resolved }
    }

    fn due(&self, said: &str, span: Span) -> Option<(Text, bool)> {
        due_in(said).map(|(due, sure)| (at(due, span), sure))
    }

    /// By when, and what that fixes. A day of which nobody can tell whether it is due fixes no day.
    fn due_kind(&self, due: Option<(Text, bool)>) -> (Option<Text>, Due) {
        let kind = match due_kind(due.as_ref().map(|(d, _)| d.text.as_str()), self.words) {
            Due::Day(_) if due.as_ref().is_some_and(|(_, sure)| !sure) => Due::Milestone,
            kind => kind,
        };
        (due.map(|(d, _)| d), kind)
    }

    /// "None", "TBD", a template's prompt, a bare link.
    fn is_no_question(&self, text: &str) -> bool {
        !text.contains(char::is_alphanumeric) || state_of_text(text, self.words) != State::Filled
    }
}

/// "Q: How large? 4 MB by default." has its answer behind it.
fn is_answered_at_once(text: &str) -> bool {
    let asked = text.starts_with("Q:") || text.starts_with("Question:");
    let answer = text.split_once("? ").map_or("", |(_, answer)| answer);
    asked && !answer.contains('?') && crate::text::word_count(answer) >= FEWEST_ANSWER
}

/// Whether a text asks, directly or with "whether".
fn asks(text: &str) -> bool {
    let text = folded(text);
    text.contains("? ")
        || text.trim_end_matches(['"', '\'', ')']).ends_with('?')
        || INDIRECT.iter().any(|w| text.starts_with(w))
}

fn at(text: String, span: Span) -> Text {
    Text { text, span }
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;

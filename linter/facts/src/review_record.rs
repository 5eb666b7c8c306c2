//! The record of a design review: answers, comments, decision.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use designlint_document::{Block, BlockKind, Document, Span, Table};
use regex::Regex;

use crate::owners::owner_of;
use crate::patterns::compile;
use crate::prose::Prose;
use crate::remarks::{Remark, remarks_of, whole};
use crate::state::state_of_text;
use crate::text::{blocks_in, find_word, folded};
use crate::{Answer, Challenge, Recomputation, ReviewAnswer, ReviewDecision, ReviewRecord, State, Text, Vocabulary};

static ROW: LazyLock<Option<Regex>> = LazyLock::new(|| compile(r"\brow (?P<n>\d{1,3})\b").ok());

static QUOTED: LazyLock<Option<Regex>> = LazyLock::new(|| compile(r#"["“](?P<q>[^"”]{4,120})["”]"#).ok());

/// The record of a review: a table or list that answers with yes and no, and what it ends with.
pub(crate) fn review_record(document: &Document, words: &Vocabulary) -> ReviewRecord {
    let mut record = ReviewRecord::default();
    for table in &document.tables {
        in_table(table, words, &mut record);
    }
    if record.answers.is_empty() {
        in_list(document, words, &mut record);
    }
    // Nothing but answers makes it a record.
    if record.answers.is_empty() {
        return record;
    }
    Titles::of(document, words).compare(&mut record.answers);
    let failure = |a: &ReviewAnswer| {
        a.answer == Answer::No && a.comment_state == State::Filled && a.lines.iter().any(|l| l == "failure-modes")
    };
    record.challenges_failure = record.answers.iter().any(failure);
    record.recomputes = words.says("review.recomputed", &folded(document.source.text()));
    for remark in document.blocks.iter().flat_map(|b| remarks_of(document, b, whole(document))) {
        record.recomputations.extend(recomputation(&remark, words));
        if remark.says(words, "review.challenge") {
            record.challenges_failure = true;
            record.challenges.extend(challenge(&remark, words));
        }
    }
    record.decision = decision(document, words);
    record
}

/// What a remark says of a number.
fn recomputation(remark: &Remark, words: &Vocabulary) -> Option<Recomputation> {
    if !remark.low.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let fails = remark.says(words, "review.fails");
    // "Does not hold" holds the word "hold".
    let rest = words.list("review.fails").iter().fold(remark.low.to_string(), |text, phrase| text.replace(phrase, " "));
    let holds = words.says("review.holds", &rest);
    let again = remark.says(words, "review.recomputed");
    let says = (holds != fails).then_some(holds);
    (says.is_some() || again).then(|| Recomputation { text: remark.text.clone(), holds: says, again })
}

/// The failure that a remark of doubt speaks of, where it names a row or quotes one.
fn challenge(remark: &Remark, words: &Vocabulary) -> Option<Challenge> {
    let row = ROW.as_ref()?.captures(&remark.low).and_then(|c| c.name("n")?.as_str().parse().ok());
    let quoted = QUOTED.iter().flat_map(|r| r.captures_iter(&remark.text.text)).filter_map(|c| c.name("q"));
    let quotes: Vec<String> = quoted.map(|q| folded(q.as_str())).filter(|q| q.contains(' ')).collect();
    let missing = remark.says(words, "review.missing");
    (row.is_some() || !quotes.is_empty()).then(|| Challenge { text: remark.text.clone(), row, quotes, missing })
}

/// The headings of a record.
struct Titles {
    /// Those long enough to be named in a comment, folded.
    named: BTreeSet<String>,
    /// The lines of the rubric they speak of, by id.
    lines: BTreeSet<String>,
}

impl Titles {
    fn of(document: &Document, words: &Vocabulary) -> Self {
        let titles = || document.sections.iter().map(|s| s.title.as_str());
        Self {
            named: titles().filter(|t| t.len() > 3).map(folded).collect(),
            lines: titles().flat_map(|t| lines_of(t, words)).collect(),
        }
    }

    /// Notes which answers name one of the sections, and for which a section of its own may hold the comment.
    fn compare(&self, answers: &mut [ReviewAnswer]) {
        for answer in answers {
            let low = answer.comment.as_ref().map(|c| folded(&c.text)).unwrap_or_default();
            answer.names_section |= self.named.iter().any(|title| find_word(&low, title).is_some());
            answer.elsewhere = answer.lines.iter().any(|line| self.lines.contains(line));
        }
    }
}

/// Columns of a table of answers.
struct Columns {
    line: usize,
    answer: usize,
    comment: Option<usize>,
}

fn columns(table: &Table, words: &Vocabulary) -> Option<Columns> {
    let header = |i: usize| table.header.cells.get(i).map(|c| folded(&c.text)).unwrap_or_default();
    let answers = |i: &usize| {
        let cells = table.rows.iter().filter_map(|r| r.cells.get(*i)).filter(|c| !c.text.trim().is_empty());
        let (all, known) =
            cells.fold((0, 0), |(all, known), c| (all + 1, known + usize::from(answer_of(&c.text, words).is_some())));
        let named = words.list("review.answer-column").contains(&header(*i));
        // "maybe" is an answer where the header asks for one.
        all > 0 && (known == all && (all > 1 || named) || named && 2 * known > all)
    };
    let width = table.header.cells.len();
    let answer = (0..width).find(answers)?;
    let line = (0..width).find(|i| *i != answer && header(*i) != "#")?;
    let named = (0..width).find(|i| words.list("review.comment-column").contains(&header(*i)));
    let comment = named.or_else(|| (answer + 1..width).next()).filter(|i| *i != line);
    Some(Columns { line, answer, comment })
}

/// `yes`, `no` or the like, and how long the word is.
fn answer_of(text: &str, words: &Vocabulary) -> Option<(Answer, usize)> {
    let low = folded(text);
    let low = low.trim_start_matches(['*', '_', ' ', '`']);
    let opens = |list: &str| {
        let lead = text.len() - text.trim_start_matches(['*', '_', ' ', '`']).len();
        let word = words
            .list(list)
            .iter()
            .find(|w| low.strip_prefix(w.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))?;
        Some(lead + word.len())
    };
    // "n/a" is no "n".
    let lists =
        [("review.yes", Answer::Yes), ("review.not-applicable", Answer::NotApplicable), ("review.no", Answer::No)];
    lists.into_iter().find_map(|(list, answer)| opens(list).map(|end| (answer, end)))
}

fn in_table(table: &Table, words: &Vocabulary, record: &mut ReviewRecord) {
    let Some(columns) = columns(table, words) else { return };
    record.head.get_or_insert(table.header.span);
    for row in &table.rows {
        let cell = |i: usize| row.cells.get(i).map(|c| Text { text: c.text.clone(), span: c.span });
        let (Some(line), Some(answer)) = (cell(columns.line), cell(columns.answer)) else { continue };
        if line.text.is_empty() {
            continue;
        }
        let (answer, end) = answer_of(&answer.text, words).unwrap_or((Answer::Missing, 0));
        // "no: section 3 ..." in the column of answers is a comment too.
        let beside = cell(columns.answer).and_then(|c| remainder(&c, end));
        let comment = columns.comment.and_then(cell).filter(|c| !c.text.is_empty()).or(beside);
        record.answers.push(of(line, answer, comment, words));
    }
}

fn remainder(cell: &Text, end: usize) -> Option<Text> {
    let rest = cell.text.get(end..)?.trim_start_matches(|c: char| !c.is_alphanumeric());
    (!rest.is_empty()).then(|| Text { text: rest.to_owned(), span: cell.span })
}

/// `- Problem first: no. Section 1 starts with the cache; ...`
fn in_list(document: &Document, words: &Vocabulary, record: &mut ReviewRecord) {
    let items = document.blocks.iter().filter(|b| b.item.is_some() && b.kind == BlockKind::Paragraph);
    for block in items {
        // Most items hold neither word.
        if !document.source.slice(block.span).contains([':', '—', '→']) {
            continue;
        }
        let prose = Prose::of(document, block);
        let Some((name, rest)) = prose.text().split_once([':', '—', '→']) else { continue };
        let at = prose.text().len() - rest.len();
        let Some((answer, end)) = answer_of(rest, words) else { continue };
        let line = prose.part(0..name.len());
        let comment = Some(prose.part(at + end..prose.text().len()));
        let comment = comment.filter(|c| c.text.contains(char::is_alphanumeric));
        record.head.get_or_insert(block.span);
        record.answers.push(of(line, answer, comment, words));
    }
}

fn of(line: Text, answer: Answer, comment: Option<Text>, words: &Vocabulary) -> ReviewAnswer {
    let lines = lines_of(&line.text, words);
    let low = comment.as_ref().map(|c| folded(&c.text)).unwrap_or_default();
    let comment_state = state_of_text(&low, words);
    let label = low.split(':').next().unwrap_or("");
    let names_section = words.says("review.place", &low)
        || low.contains('§')
        || low.contains(':') && !words.topics_of_heading(label).is_empty();
    let places = comment.as_ref().map(|c| crate::places::places(&c.text)).unwrap_or_default();
    let asks = low.contains('?');
    let answers = owner_of(&low, words).is_some() || words.says("review.answers", &low);
    let proposes = words.says("review.change", &low);
    ReviewAnswer {
        line,
        lines,
        answer,
        comment,
        comment_state,
        names_section,
        places,
        acts: proposes || asks && answers,
        asks,
        elsewhere: false,
    }
}

/// The lines of the rubric, by id, that a text speaks of.
fn lines_of(text: &str, words: &Vocabulary) -> Vec<String> {
    let low = folded(text);
    let known = words.lists.iter().filter_map(|(id, list)| Some((id.strip_prefix("review.line.")?, list)));
    let spoken = known.filter(|(_, list)| list.iter().any(|w| find_word(&low, w).is_some()));
    spoken.map(|(id, _)| id.to_owned()).collect()
}

/// "Decision: approve with changes", or what a section of that name begins with.
fn decision(document: &Document, words: &Vocabulary) -> Option<ReviewDecision> {
    let verdict = |low: &str| {
        let rest = low.trim_start_matches(|c: char| !c.is_alphanumeric());
        let rest = rest.strip_prefix("is ").unwrap_or(rest).trim_start_matches(|c: char| !c.is_alphanumeric());
        let longest = words
            .list("kind.review-decision")
            .iter()
            .filter(|d| rest.strip_prefix(d.as_str()).is_some_and(|r| !r.starts_with(char::is_alphanumeric)));
        longest.max_by_key(|d| d.len()).cloned()
    };
    let mut heading = false;
    let mut found: Option<(Text, String)> = None;
    for block in &document.blocks {
        let prose = || Prose::within(document, block, whole(document));
        match block.kind {
            BlockKind::Heading => {
                let whole = prose().whole();
                let low = folded(&whole.text);
                let at = find_word(&low, "decision");
                let said = at.and_then(|at| verdict(&low[at + "decision".len()..]));
                found = said.map(|v| (whole, v)).or(found);
                heading = at.is_some();
            }
            BlockKind::Paragraph | BlockKind::Table(_) => {
                for (i, remark) in remarks_of(document, block, whole(document)).into_iter().enumerate() {
                    let at = find_word(&remark.low, "decision").map(|at| at + "decision".len());
                    let at = at.or((heading && i == 0).then_some(0));
                    let said = at.and_then(|at| verdict(&remark.low[at..]));
                    found = said.map(|v| (remark.text, v)).or(found);
                }
                heading = false;
            }
            _ => {}
        }
    }
    let (text, verdict) = found?;
    let closes = closes(document, &text, words);
    Some(ReviewDecision { text, verdict, closes })
}

/// Whether the decision's sentence, or what follows in its section, says what closes the comments.
fn closes(document: &Document, decision: &Text, words: &Vocabulary) -> bool {
    let section =
        document.sections.iter().filter(|s| s.body.contains(decision.span) || s.heading.contains(decision.span));
    let end = section.map(|s| s.whole.end.max(s.body.end)).next_back().unwrap_or(decision.span.end);
    let span = Span::new(decision.span.start, end);
    let is_after = |b: &&Block| b.span.end > span.start;
    let said = blocks_in(document, span).filter(is_after).flat_map(|b| remarks_of(document, b, span));
    said.into_iter().any(|r| r.says(words, "review.closing"))
}

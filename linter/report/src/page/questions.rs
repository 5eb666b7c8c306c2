//! Open questions by owner and date.

use designlint_core::Report;
use designlint_facts::{Due, Question};

use super::html::plain;

/// The questions of an owner, the next one first.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    /// `None` where nobody is named.
    pub name: Option<String>,
    pub questions: Vec<QuestionView>,
}

/// A question.
#[derive(Clone, Debug)]
pub(crate) struct QuestionView {
    pub text: String,
    pub line: usize,
    /// As written; empty where nothing says when.
    pub due: String,
    /// The day, for programs that read the page.
    pub day: Option<String>,
    pub resolved: bool,
}

/// The questions by owner: in alphabetical order, those without one last; of an owner by day, those without one last.
pub(crate) fn owners(report: &Report) -> Vec<Owner> {
    let owner = |q: &Question| q.owner.as_ref().map(|o| plain(&o.text)).filter(|o| !o.is_empty());
    let day = |q: &Question| if let Due::Day(day) = q.due_kind { Some(day) } else { None };
    let mut all: Vec<&Question> = report.facts.questions.iter().collect();
    all.sort_by_key(|q| {
        let owner = owner(q).map(|o| o.to_lowercase());
        (owner.is_none(), owner, q.resolved, day(q).is_none(), day(q), q.span)
    });
    let mut out: Vec<Owner> = Vec::new();
    for question in all {
        let name = owner(question);
        let same = |o: &Owner| o.name.as_ref().map(|n| n.to_lowercase()) == name.as_ref().map(|n| n.to_lowercase());
        if !out.last().is_some_and(same) {
            out.push(Owner { name, questions: Vec::new() });
        }
        let view = QuestionView {
            text: plain(&question.text.text),
            line: report.document.source.line_of(question.span.start),
            due: question.due.as_ref().map(|d| plain(&d.text)).unwrap_or_default(),
            day: day(question).map(|d| d.to_string()),
            resolved: question.resolved,
        };
        if let Some(last) = out.last_mut() {
            last.questions.push(view);
        }
    }
    out
}

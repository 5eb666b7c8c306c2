//! `--format full`: each finding with the lines it is about, drawn by miette.

use std::fmt;

use designlint_core::{Finding, Severity};
use designlint_document::{Source, Span};
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles,
};

use crate::Checked;
use crate::escape::line;
use crate::excerpt::{CONTEXT, Excerpt};
use crate::pieces::{Piece, pieces};
use crate::place::shown;
use crate::tidy::tidy;

/// Messages are wrapped to this many columns.
const WIDTH: usize = 100;
/// A span over more lines is shown by its first.
const LINES: usize = 6;
/// Labels drawn at most; JSON has all.
const LABELS: usize = 12;

/// How it is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// With ANSI colours.
    pub color: bool,
    /// With ASCII letters only, instead of lines and arrows.
    pub ascii: bool,
}

/// All findings, at most `limit` of them, each followed by an empty line.
pub fn full(checked: &[Checked], style: Style, limit: Option<usize>) -> String {
    let reports = checked.iter().filter_map(|file| Some((file, file.report()?)));
    let all = reports.flat_map(|(file, report)| report.diagnostics.iter().map(move |d| (file, report, d)));
    all.take(limit.unwrap_or(usize::MAX))
        .map(|(file, report, d)| {
            one(&file.path, &report.document.source, &d.rule, d.severity, &d.finding, style) + "\n"
        })
        .collect()
}

/// One finding, or another problem at a place of a file, under a name such as the rule's.
pub fn one(path: &str, source: &Source, name: &str, severity: Severity, finding: &Finding, style: Style) -> String {
    let problem = Problem::new(path, source, name, severity, finding);
    let theme = theme(&problem, style);
    let characters = theme.characters.clone();
    let handler =
        GraphicalReportHandler::new_themed(theme).with_context_lines(CONTEXT).with_links(false).with_wrap_lines(false);
    let mut text = String::new();
    // Writing to a string fails only where miette cannot read the excerpt; the message then still stands.
    if handler.render_report(&mut text, &problem).is_err() {
        text = format!("{name}\n\n  {}\n", problem.message);
    }
    tidy(&text, &characters)
}

fn theme(problem: &Problem, style: Style) -> GraphicalTheme {
    let characters = if style.ascii { ThemeCharacters::ascii() } else { ThemeCharacters::unicode() };
    let mut styles = if style.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
    if style.color {
        let own = match problem.severity {
            Severity::Error => styles.error,
            Severity::Warning => styles.warning,
            Severity::Info => styles.advice,
        };
        let other = styles.help;
        styles.highlights = problem.labels.iter().map(|l| if l.text.is_none() { own } else { other }).collect();
    }
    GraphicalTheme { characters, styles }
}

/// A finding as miette takes it.
#[derive(Debug)]
struct Problem {
    name: String,
    severity: Severity,
    message: String,
    help: Option<String>,
    labels: Vec<Piece>,
    excerpt: Excerpt,
}

impl Problem {
    fn new(path: &str, source: &Source, name: &str, severity: Severity, finding: &Finding) -> Self {
        let labels = finding.labels.iter().take(LABELS).map(|l| (l.span, Some(line(&l.message).into_owned())));
        let mut parts: Vec<(Span, Piece)> = Vec::new();
        for (i, (span, mut text)) in std::iter::once((finding.span, None)).chain(labels).enumerate() {
            for (first, part) in by_line(source, shown(source, span)).into_iter().enumerate() {
                let text = text.take().filter(|text| !text.is_empty());
                parts.push((part, Piece { span: part, text, primary: i + first == 0 }));
            }
        }
        let spans: Vec<Span> = parts.iter().map(|(span, _)| *span).collect();
        let excerpt = Excerpt::new(line(path).into_owned(), source, &spans);
        let labels = parts.into_iter().map(|(span, piece)| Piece { span: excerpt.map(span), ..piece }).collect();
        Self {
            name: name.to_owned(),
            severity,
            message: wrap(&finding.message, WIDTH - 4),
            help: finding.help.as_deref().map(|help| wrap(help, WIDTH - 8)),
            labels: apart(labels, &excerpt),
            excerpt,
        }
    }
}

/// The labels without overlap.
fn apart(mut labels: Vec<Piece>, excerpt: &Excerpt) -> Vec<Piece> {
    let spans: Vec<Span> = labels.iter().map(|l| l.span).collect();
    for label in labels.iter_mut().filter(|l| l.span.is_empty()) {
        let at = label.span.start;
        if spans.iter().any(|s| s.start <= at && at < s.end) {
            label.span.end = excerpt.next(at);
        }
    }
    let (cut, mut kept): (Vec<Piece>, Vec<Piece>) = labels.into_iter().partition(|l| !l.span.is_empty());
    kept.extend(pieces(&cut));
    kept.sort_by_key(|l| (l.span.start, l.span.end));
    kept
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

impl Diagnostic for Problem {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.name))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Info => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().map(|l| {
            let span = (l.span.start, l.span.len());
            if l.primary {
                LabeledSpan::new_primary_with_span(l.text.clone(), span)
            } else {
                LabeledSpan::new_with_span(l.text.clone(), span)
            }
        })))
    }
}

/// The part of the span on each line, without the blanks round it; the first alone where there are very many. The first
/// starts where the span does, whatever stands there.
fn by_line(source: &Source, span: Span) -> Vec<Span> {
    let (first, last) = (source.line_of(span.start), source.line_of(span.end));
    if first == last {
        return vec![span];
    }
    let last = if last - first < LINES { last } else { first };
    let part = |number| {
        let whole = source.line_span(number);
        let part = Span::new(whole.start.max(span.start), whole.end.min(span.end));
        let text = source.slice(part);
        let blanks = if number == first { 0 } else { text.len() - text.trim_start().len() };
        let start = part.start + blanks;
        Span::new(start, (part.start + text.trim_end().len()).max(start))
    };
    (first..=last).map(part).filter(|part| part.start == span.start || !part.is_empty()).collect()
}

/// The text with line breaks at blanks, so that no line is longer than `width` where a word allows. Made harmless first:
/// what stands at the start of a line is what a CI runner looks at.
fn wrap(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let safe = line(paragraph);
        let mut current = String::new();
        let mut length = 0;
        for word in safe.split(' ') {
            let letters = word.chars().count();
            if length > 0 && length + 1 + letters > width {
                lines.push(std::mem::take(&mut current));
                length = 0;
            }
            if length > 0 {
                current.push(' ');
                length += 1;
            }
            current.push_str(word);
            length += letters;
        }
        lines.push(current);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests;

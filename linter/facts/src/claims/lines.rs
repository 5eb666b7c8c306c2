//! Lines of plain fences, and what a line is: a label and a number.

use std::ops::Range;

use designlint_document::{Block, BlockKind, Document, Flat, Span};

use super::{
    amount::{Content, content_of},
    passage::is_plain,
};

/// Longest fence that is read, in lines.
const LINES: usize = 2000;
/// Longest line that is read, in bytes.
const LENGTH: usize = 400;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    Blank,
    /// `-----`: what stands above is added.
    Rule,
    /// Anything else.
    Text,
}

/// The sign before a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// None.
    None,
    /// `+`.
    Plus,
    /// `-`, which may be a bullet.
    Minus,
}

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct TextLine {
    /// The line without surrounding blanks and frame.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
    /// What stands before the number.
    pub label: String,
    /// The number.
    pub content: Content,
    /// The sign before the label.
    pub mark: Mark,
    /// Columns it is indented by; for a list its depth.
    pub indent: usize,
    /// Column behind the number.
    pub edge: usize,
    /// Whether the line computes its number itself.
    pub computes: bool,
    /// The whole text.
    pub text: String,
}

/// The lines of a plain fence; none for program code.
pub(crate) fn fence_lines(document: &Document, block: &Block) -> Vec<TextLine> {
    let BlockKind::Code { info } = &block.kind else { return Vec::new() };
    let language = info.split([' ', ',', '{']).next().unwrap_or("").to_ascii_lowercase();
    if !is_plain(&language) || block.lines.len() > LINES {
        return Vec::new();
    }
    let mut out: Vec<TextLine> = Vec::new();
    let mut open: Option<(String, Mark, usize)> = None;
    for &span in &block.lines {
        let flat = Flat::of(&document.source, &[span], true);
        let mut line = text_line(&flat);
        if let Some((label, mark, indent)) = open.take() {
            line.label = format!("{label} {}", line.label);
            (line.mark, line.indent) = (mark, indent);
        }
        if line.kind == Kind::Text && is_open(&line.text) && !is_closing(&line.text) {
            open = Some((line.label.clone() + &line.text, line.mark, line.indent));
            line.content = Content::Words;
        }
        out.push(line);
    }
    out
}

/// Whether a bracket stays open at the end: the label goes on in the next line.
fn is_open(text: &str) -> bool {
    let count = |c: char| text.chars().filter(|&x| x == c).count();
    count('(') > count(')')
}

fn is_closing(text: &str) -> bool {
    text.starts_with(')')
}

/// Reads a flat line.
pub(crate) fn text_line(flat: &Flat) -> TextLine {
    let text = &flat.text;
    let body = trimmed(text);
    let line = &text[body.clone()];
    let kind = match () {
        () if line.is_empty() => Kind::Blank,
        () if is_rule(line) => Kind::Rule,
        () => Kind::Text,
    };
    let (mark, inner) = marked(text, body.clone());
    let mut out = TextLine {
        span: flat.source_span(body.clone()),
        kind,
        label: String::new(),
        content: Content::Empty,
        mark,
        indent: text[..body.start].chars().count(),
        edge: 0,
        computes: false,
        text: line.to_string(),
    };
    if kind != Kind::Text || line.len() > LENGTH {
        return out;
    }
    let parts = parts(text, inner);
    out.label = text[parts.label].trim().to_string();
    out.computes = parts.computes;
    out.content = content_of(flat, parts.value);
    if let Some(amount) = out.content.amount() {
        let end = amount.span.end.saturating_sub(flat.source_span(0..text.len()).start);
        out.edge = text.get(..end).map_or(0, |t| t.chars().count());
    }
    out
}

/// The range without blanks and the bars of a frame.
fn trimmed(text: &str) -> Range<usize> {
    let frame = |c: char| c.is_whitespace() || matches!(c, '│' | '┃' | '|' | '║');
    let start = text.len() - text.trim_start_matches(frame).len();
    let end = text.trim_end_matches(frame).len();
    start..end.max(start)
}

/// Three or more of one of the characters that draw a line, and nothing else.
fn is_rule(line: &str) -> bool {
    let mut chars = line.chars();
    let Some(first) = chars.next().filter(|c| matches!(c, '-' | '=' | '_' | '─' | '━' | '═' | '—' | '–'))
    else {
        return false;
    };
    line.chars().count() >= 3 && chars.all(|c| c == first || c == ' ')
}

/// The sign or bullet before a label, and where the label starts.
fn marked(text: &str, body: Range<usize>) -> (Mark, Range<usize>) {
    let line = &text[body.clone()];
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if (1..=3).contains(&digits) && (line[digits..].starts_with(". ") || line[digits..].starts_with(") ")) {
        return (Mark::None, body.end - line[digits + 1..].trim_start().len()..body.end);
    }
    let mut chars = line.chars();
    let mark = match chars.next() {
        Some('+') => Mark::Plus,
        Some('-' | '−' | '–') => Mark::Minus,
        Some('*' | '•') => Mark::None,
        _ => return (Mark::None, body),
    };
    let rest = chars.as_str();
    if !rest.starts_with(' ') {
        return (Mark::None, body);
    }
    (mark, body.end - rest.trim_start().len()..body.end)
}

struct Parts {
    label: Range<usize>,
    value: Range<usize>,
    computes: bool,
}

/// Where label and number stand: around the last relation; else around the colon; else around a dash between blanks; else
/// around the last gap of two blanks; else the line starts with its number.
fn parts(text: &str, body: Range<usize>) -> Parts {
    let end = body.start + comment_start(&text[body.clone()]);
    let line = &text[body.start..end];
    let at = |from: usize, to: usize| body.start + from..body.start + to;
    let outside = outside_brackets(line);
    let relation =
        outside.iter().rev().find(|(i, c)| matches!(c, '=' | '≈') && is_relation(line, *i)).map(|(i, c)| (*i, *c));
    let colon = outside
        .iter()
        .find(|(i, c)| *c == ':' && !line[i + 1..].starts_with(|n: char| !n.is_whitespace()))
        .map(|x| x.0);
    if let Some((sign, c)) = relation {
        let head = &line[..sign];
        let label = colon.filter(|i| *i < sign).unwrap_or(sign);
        let before = if label < sign { &line[label..sign] } else { head };
        let computes = before.bytes().any(|b| b.is_ascii_digit());
        return Parts { label: at(0, label), value: at(sign + c.len_utf8(), line.len()), computes };
    }
    if let Some(colon) = colon {
        return Parts { label: at(0, colon), value: at(colon + 1, line.len()), computes: false };
    }
    let dash = [" - ", " – ", " — "].iter().filter_map(|d| line.find(d).map(|i| (i, d.len()))).min();
    if let Some((dash, len)) = dash.filter(|d| !line.starts_with(|c: char| c.is_ascii_digit()) && d.0 > 0) {
        return Parts { label: at(0, dash), value: at(dash + len, line.len()), computes: false };
    }
    if let Some(gap) = line.trim_end().rfind("  ") {
        return Parts { label: at(0, gap), value: at(gap + 2, line.len()), computes: false };
    }
    Parts { label: at(0, 0), value: at(0, line.len()), computes: false }
}

/// Where a comment behind the number starts: `# nonce`, `// nonce`, `<- the limit`.
fn comment_start(line: &str) -> usize {
    if !line.contains(['#', '/', '<', '>', '←', '→']) {
        return line.len();
    }
    [" # ", "\t# ", " // ", " <- ", " <-- ", " ← ", " -> ", " → "]
        .iter()
        .filter_map(|mark| line.find(mark))
        .filter(|&i| line[..i].bytes().any(|b| b.is_ascii_digit()))
        .min()
        .unwrap_or(line.len())
}

/// The characters that stand in no bracket.
fn outside_brackets(line: &str) -> Vec<(usize, char)> {
    let mut depth = 0usize;
    let keep = |&(_, c): &(usize, char)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    line.char_indices().filter(keep).collect()
}

/// Whether the sign is no part of `==`, `>=`, `=>`.
fn is_relation(line: &str, at: usize) -> bool {
    let before = line[..at].chars().next_back();
    let after = line[at..].chars().nth(1);
    !matches!(before, Some('=' | '<' | '>' | '!' | ':' | '~')) && !matches!(after, Some('=' | '>' | '<'))
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn read(text: &str) -> (String, String, Mark) {
        let source = Source::new(text);
        let line = text_line(&Flat::of(&source, &[Span::new(0, text.len())], true));
        let number = line.content.amount().map_or_else(|| format!("{:?}", line.content), |a| a.text.clone());
        (line.label, number, line.mark)
    }

    #[test]
    fn a_line_is_a_label_and_a_number() {
        let cases = [
            ("- weights                     =   140.0 GB", "weights", "140.0 GB", Mark::Minus),
            ("  Token retrieval: 50ms", "Token retrieval", "50ms", Mark::None),
            ("`created_at` - 5 bytes", "`created_at`", "5 bytes", Mark::None),
            ("+ 64  # delegated address (max)", "", "64", Mark::Plus),
            ("  Document operations    ~500     0.4", "Document operations    ~500", "0.4", Mark::None),
            (
                "t_compute   = 2 x 3 / (4 x 0.40)  =  6.46 ms   (memory wins)",
                "t_compute   = 2 x 3 / (4 x 0.40)",
                "6.46 ms",
                Mark::None,
            ),
            ("TPOT at 60%     = 24.62 ms   <- inside the 30 ms SLO", "TPOT at 60%", "24.62 ms", Mark::None),
            ("│  Upload: 60 Gbps   │", "Upload", "60 Gbps", Mark::None),
        ];
        for (text, label, number, mark) in cases {
            assert_eq!(read(text), (label.to_string(), number.to_string(), mark), "{text}");
        }
    }

    #[test]
    fn rules_are_drawn_from_one_character() {
        for line in ["--------", "======", "───────", "___"] {
            assert!(is_rule(line), "{line}");
        }
        for line in ["--", "-=-=", "a---", "- - x"] {
            assert!(!is_rule(line), "{line}");
        }
    }
}

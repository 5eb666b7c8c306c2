//! What of program code, diagrams and raw HTML is text for people: comments and labels.

use designlint_document::{Source, Span};

/// Longest line that is searched for comments, in bytes.
const LONGEST_LINE: usize = 1000;

/// How comments are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Marks up to the end of the line.
    line: &'static [&'static str],
    /// Whether `/*` and `*/` enclose comments.
    block: bool,
}

/// The marks of a language; `None` where it has no comments or its text is no program.
pub(crate) fn marks(language: &str) -> Option<Marks> {
    let line: &[&str] = match language {
        "python" | "py" | "sh" | "bash" | "shell" | "console" | "zsh" | "fish" | "powershell" | "ps1" | "yaml"
        | "yml" | "toml" | "env" | "dotenv" | "properties" | "conf" | "ruby" | "rb" | "perl" | "r" | "julia"
        | "elixir" | "make" | "makefile" | "dockerfile" | "nix" | "cmake" | "promql" => &["#"],
        "ini" => &["#", ";"],
        "hcl" | "terraform" | "tf" | "php" => &["#", "//"],
        "sql" | "lua" | "haskell" | "hs" | "elm" | "ada" | "vhdl" => &["--"],
        "asm" | "nasm" | "s" | "lisp" | "scheme" | "clojure" | "clj" | "elisp" | "llvm" | "wat" => &[";"],
        "md" | "markdown" | "diff" | "patch" | "json" | "html" | "xml" | "svg" | "csv" | "mermaid" => return None,
        _ => &["//"],
    };
    Some(Marks { line, block: matches!(line, ["//"]) || language == "sql" || line.len() > 1 })
}

/// The comments of code, one list of lines for each run of lines that only comments stand on, and one for each comment
/// behind code.
pub(crate) fn comments(source: &Source, lines: &[Span], marks: Marks) -> Vec<Vec<Span>> {
    let mut out: Vec<Vec<Span>> = Vec::new();
    let mut inside = false;
    let mut joins = false;
    for &line in lines.iter() {
        let (found, alone) = in_line(source, line, marks, &mut inside);
        let joined = joins && alone;
        for (nth, comment) in found.iter().enumerate() {
            match out.last_mut().filter(|_| joined && nth == 0) {
                Some(last) => last.push(*comment),
                None => out.push(vec![*comment]),
            }
        }
        joins = alone && !found.is_empty();
    }
    out
}

/// The comments of a line, and whether nothing else stands on it.
fn in_line(source: &Source, line: Span, marks: Marks, inside: &mut bool) -> (Vec<Span>, bool) {
    let text = source.slice(line);
    let mut out = Vec::new();
    if text.len() > LONGEST_LINE {
        return (out, false);
    }
    let mut at = 0;
    let mut alone = true;
    while at < text.len() {
        if *inside {
            let end = text[at..].find("*/").map_or(text.len(), |n| at + n);
            out.push(Span::new(line.start + at + star(&text[at..end]), line.start + end));
            *inside = end == text.len();
            at = (end + 2).min(text.len());
            continue;
        }
        let Some((start, len, block)) = next_mark(text, at, marks) else {
            alone &= text[at..].trim().is_empty();
            break;
        };
        alone &= text[at..start].trim().is_empty();
        at = start + len;
        if !block {
            out.push(Span::new(line.start + at, line.end));
            break;
        }
        *inside = true;
    }
    (out, alone)
}

/// Length of the star that leads a line of a block comment.
fn star(line: &str) -> usize {
    let body = line.trim_start();
    if body.starts_with("* ") { line.len() - body.len() + 2 } else { 0 }
}

/// The next mark of a comment from a byte on: where it stands, its length, whether it opens a block. None in a string.
fn next_mark(text: &str, from: usize, marks: Marks) -> Option<(usize, usize, bool)> {
    let bytes = text.as_bytes();
    let mut quoted = false;
    let mut at = from;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let before = at.checked_sub(1).map(|i| bytes[i]);
        match rest[0] {
            b'\\' => at += 1,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'/' if marks.block && rest.starts_with(b"/*") => return Some((at, 2, true)),
            first => {
                let mark = marks.line.iter().find(|m| rest.starts_with(m.as_bytes()));
                // `#` and `--` are also parts of words, `//` of addresses.
                let free =
                    if first == b'/' { before != Some(b':') } else { before.is_none_or(|b| b.is_ascii_whitespace()) };
                if let Some(mark) = mark.filter(|_| free) {
                    let more = rest.iter().take_while(|&&b| b == first).count();
                    return Some((at, more.max(mark.len()), false));
                }
            }
        }
        at += 1;
    }
    None
}

/// The labels of a mermaid diagram, each as its lines: what stands in brackets and quotes, on arrows, and behind the
/// colon of a message.
pub(crate) fn labels(source: &Source, lines: &[Span]) -> Vec<Vec<Span>> {
    let mut out = Vec::new();
    for &line in lines {
        let text = source.slice(line);
        if text.len() > LONGEST_LINE || text.trim_start().starts_with("%%") {
            continue;
        }
        for (start, end) in in_diagram_line(text) {
            out.push(broken(source, Span::new(line.start + start, line.start + end)));
        }
    }
    out
}

fn in_diagram_line(text: &str) -> Vec<(usize, usize)> {
    let message = ["->", "-)", "-x"].iter().any(|a| text.contains(a)) || text.trim_start().starts_with("Note ");
    if message
        && let Some(colon) = text.find(": ")
        && !text[..colon].contains(['[', '(', '{', '|', '"'])
    {
        return vec![(colon + 2, text.len())];
    }
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find(['[', '(', '{', '|', '"']).map(|n| at + n) {
        let close = closing(text, open);
        on_arrow(text, at, open, &mut out);
        let Some(close) = close else { return out };
        let inner = label(&text[open + 1..close]);
        let start = open + 1 + text[open + 1..close].find(inner).unwrap_or(0);
        out.push((start, start + inner.len()));
        at = close + 1;
    }
    on_arrow(text, at, text.len(), &mut out);
    out
}

/// What a shape says: what stands in its quotes, else what stands in its brackets.
fn label(shape: &str) -> &str {
    match (shape.find('"'), shape.rfind('"')) {
        (Some(first), Some(last)) if first < last => &shape[first + 1..last],
        _ => shape.trim_matches(['[', ']', '(', ')', '{', '}', '/', '\\', ' ']),
    }
}

/// `-- 5 MB/s -->`, `== 5 MB/s ==>`: the text on an arrow.
fn on_arrow(text: &str, from: usize, to: usize, out: &mut Vec<(usize, usize)>) {
    let part = &text[from..to];
    for (open, close) in [("-- ", " --"), ("== ", " =="), ("-. ", " .-")] {
        if let Some(start) = part.find(open).map(|n| n + open.len())
            && let Some(len) = part[start..].find(close)
        {
            out.push((from + start, from + start + len));
            return;
        }
    }
}

/// Where the bracket or quote at `open` closes in its line.
fn closing(text: &str, open: usize) -> Option<usize> {
    let first = text.as_bytes()[open];
    let close = match first {
        b'[' => b']',
        b'(' => b')',
        b'{' => b'}',
        same => same,
    };
    let (mut depth, mut quoted) = (0usize, false);
    for (at, &byte) in text.as_bytes().iter().enumerate().skip(open + 1) {
        match byte {
            b'"' if first != b'"' => quoted = !quoted,
            _ if quoted => {}
            b if b == close && depth == 0 => return Some(at),
            b if b == close => depth -= 1,
            b if b == first => depth += 1,
            _ => {}
        }
    }
    None
}

/// A label in the lines that `<br/>` and `\n` make of it.
fn broken(source: &Source, label: Span) -> Vec<Span> {
    let text = source.slice(label);
    let mut out = Vec::new();
    let mut from = 0;
    while let Some((at, len)) = ["<br/>", "<br>", "<br />", "\\n"]
        .iter()
        .filter_map(|mark| text[from..].find(mark).map(|n| (from + n, mark.len())))
        .min()
    {
        out.push(Span::new(label.start + from, label.start + at));
        from = at + len;
    }
    out.push(Span::new(label.start + from, label.end));
    out
}

/// The comments of raw HTML that are written for people.
pub(crate) fn html_comments(source: &Source, block: Span) -> Vec<Span> {
    let text = source.slice(block);
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("<!--").map(|n| at + n + 4) {
        let Some(end) = text[start..].find("-->").map(|n| start + n) else { break };
        if !text[start..end].trim_start().starts_with("designlint-") {
            out.push(Span::new(block.start + start, block.start + end));
        }
        at = end + 3;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slices(source: &Source, found: Vec<Vec<Span>>) -> Vec<Vec<String>> {
        found.iter().map(|lines| lines.iter().map(|l| source.slice(*l).trim().to_string()).collect()).collect()
    }

    fn lines_of(source: &Source) -> Vec<Span> {
        (1..=source.line_count()).map(|n| source.line_span(n)).collect()
    }

    fn comments_in(language: &str, text: &str) -> Vec<Vec<String>> {
        let source = Source::new(text);
        let marks = marks(language).unwrap();
        slices(&source, comments(&source, &lines_of(&source), marks))
    }

    #[test]
    fn comments_by_language() {
        assert_eq!(comments_in("rust", "// a\n/// b\nlet x = 1; // c"), [vec!["a", "b"], vec!["c"]]);
        assert_eq!(comments_in("c", "x; /* a */ y; /* b */"), [["a"], ["b"]]);
        assert_eq!(comments_in("go", "/*\n * a\n * b\n */\nx"), [["a", "b", ""]]);
        assert_eq!(comments_in("py", "x = '#1' # a\ny = \"# b\" # c"), [["a"], ["c"]]);
        assert_eq!(comments_in("sql", "-- a\nSELECT a--1"), [["a"]]);
        assert_eq!(comments_in("asm", "; a\nmov ax, 4 ; b"), [["a"], ["b"]]);
        assert_eq!(comments_in("js", "let u = \"a // b\"; get(http://x) // c"), [["c"]]);
        assert_eq!(marks("json"), None);
    }

    #[test]
    fn labels_of_diagrams() {
        let read = |text: &str| {
            let source = Source::new(text);
            slices(&source, labels(&source, &lines_of(&source)))
        };
        assert_eq!(read("A[pool a] --> B[\"b (c)\"]"), [["pool a"], ["b (c)"]]);
        assert_eq!(read("A([a]) -->|b| C{{c}}"), [["a"], ["b"], ["c"]]);
        assert_eq!(read("A -- on the way --> B(b)"), [["on the way"], ["b"]]);
        assert_eq!(read("A->>B: send (2 of 3)"), [["send (2 of 3)"]]);
        assert_eq!(read("Note over A,B: 2 x 2"), [["2 x 2"]]);
        assert_eq!(read("A[one<br/>two\\nthree]"), [["one", "two", "three"]]);
        assert_eq!(read("%% A[no]\nA[open"), Vec::<Vec<String>>::new());
    }
}

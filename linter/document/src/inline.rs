//! Scans inline Markdown into tokens. Works on the source, never on the parser's inline positions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::emphasis::Run;
use crate::entities;
use crate::flat::RegionKind;
use crate::links;
use crate::math;
use crate::tags;

/// How a text is flattened.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// `\|` is a pipe, in code too.
    pub table: bool,
    /// Code keeps its backticks.
    pub ticks: bool,
}

/// A piece of the raw text. What no token covers is dropped.
#[derive(Clone, Debug)]
pub(crate) enum Token {
    /// As it is.
    Text(Range<usize>),
    /// Something else instead.
    Instead(Range<usize>, Cow<'static, str>),
    /// A region starts.
    Start(RegionKind),
    /// A region ends.
    End(RegionKind),
    /// The next run of emphasis marks.
    Run,
}

/// What a scan gives.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// In order of the text.
    pub tokens: Vec<Token>,
    /// The runs that [`Token::Run`] stands for, in order.
    pub runs: Vec<Run>,
}

/// Scans text; linear in its length.
pub(crate) fn scan(raw: &str, style: Style) -> Scan {
    let mut scanner = Scanner {
        raw,
        style,
        at: 0,
        text_from: 0,
        out: Scan::default(),
        brackets: Vec::new(),
        raised: Vec::new(),
        ticks: tick_runs(raw),
        no_comment_end: false,
    };
    while scanner.at < raw.len() {
        scanner.step();
    }
    scanner.flush(raw.len());
    scanner.out
}

/// The start of each run of backticks, by its length.
fn tick_runs(raw: &str) -> BTreeMap<usize, Vec<usize>> {
    let mut runs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut end = 0;
    for at in memchr::memchr_iter(b'`', raw.as_bytes()) {
        if at >= end {
            let len = run_length(raw, at);
            runs.entry(len).or_default().push(at);
            end = at + len;
        }
    }
    runs
}

fn run_length(raw: &str, at: usize) -> usize {
    let bytes = raw.as_bytes();
    bytes[at..].iter().take_while(|&&b| b == bytes[at]).count()
}

/// An opening bracket that may become a link.
struct Bracket {
    /// Its byte.
    at: usize,
    /// Index of its token.
    token: usize,
    /// Number of runs before it.
    runs: usize,
    image: bool,
}

struct Scanner<'r> {
    raw: &'r str,
    style: Style,
    at: usize,
    /// Where the text begins that is not a token yet.
    text_from: usize,
    out: Scan,
    brackets: Vec<Bracket>,
    /// For each open `<sup>` whether its end writes a bracket.
    raised: Vec<bool>,
    ticks: BTreeMap<usize, Vec<usize>>,
    no_comment_end: bool,
}

impl Scanner<'_> {
    fn step(&mut self) {
        let bytes = self.raw.as_bytes();
        match bytes[self.at] {
            b'\\' => self.escape(),
            b'`' => self.code(),
            b'$' => self.math(),
            b'&' => match entities::decode(&self.raw[self.at..]) {
                Some((len, c)) => self.character(len, c),
                None => self.at += 1,
            },
            b'!' if bytes.get(self.at + 1) == Some(&b'[') => self.bracket(true),
            b'[' => self.bracket(false),
            b']' => self.close_bracket(),
            b'<' => self.tag(),
            b'*' | b'_' | b'~' => self.run(),
            b'h' | b'H' | b'w' | b'W' | b'f' => self.url(),
            b if b.is_ascii() => self.at += 1,
            _ => self.wide(),
        }
    }

    fn rest(&self) -> &str {
        &self.raw[self.at..]
    }

    fn previous(&self) -> Option<char> {
        self.raw[..self.at].chars().next_back()
    }

    /// Makes the text up to here a token.
    fn flush(&mut self, to: usize) {
        if self.text_from < to {
            self.out.tokens.push(Token::Text(self.text_from..to));
        }
        self.text_from = to;
    }

    fn drop(&mut self, len: usize) {
        self.flush(self.at);
        self.at += len;
        self.text_from = self.at;
    }

    fn instead(&mut self, len: usize, text: impl Into<Cow<'static, str>>) {
        let range = self.at..self.at + len;
        self.drop(len);
        self.out.tokens.push(Token::Instead(range, text.into()));
    }

    /// One character in place of `len` bytes.
    fn character(&mut self, len: usize, c: char) {
        match plain(c) {
            Some(c) => self.instead(len, c.to_string()),
            None => self.drop(len),
        }
    }

    fn wide(&mut self) {
        let Some(c) = self.rest().chars().next() else { return };
        if plain(c) == Some(c) {
            self.at += c.len_utf8();
        } else {
            self.character(c.len_utf8(), c);
        }
    }

    fn escape(&mut self) {
        if let Some(len) = math::bracketed(self.rest()) {
            self.region(RegionKind::Math, 2, len, 2);
            return;
        }
        match self.raw.as_bytes().get(self.at + 1) {
            Some(b'\n') => self.drop(1),
            Some(b) if b.is_ascii_punctuation() => {
                self.drop(1);
                self.at += 1;
            }
            _ => self.at += 1,
        }
    }

    /// A region with marks around its content, which is kept as written.
    fn region(&mut self, kind: RegionKind, open: usize, len: usize, close: usize) {
        let content = self.at + open..self.at + open + len;
        self.drop(open + len + close);
        self.out.tokens.push(Token::Start(kind));
        self.out.tokens.push(Token::Text(content));
        self.out.tokens.push(Token::End(kind));
    }

    fn code(&mut self) {
        let len = run_length(self.raw, self.at);
        let (start, close) = (self.at + len, self.at);
        let closes = self.ticks.get(&len).and_then(|runs| runs.get(runs.partition_point(|&r| r <= close)));
        let Some(&end) = closes else {
            self.at += len;
            return;
        };
        let content = &self.raw[start..end];
        let padded = content.starts_with(' ') && content.ends_with(' ') && !content.trim().is_empty();
        let pad = usize::from(padded && content.len() > 1);
        if self.style.ticks {
            self.at = start;
        } else {
            self.drop(len + pad);
        }
        self.flush(self.at);
        self.out.tokens.push(Token::Start(RegionKind::Code));
        let to = if self.style.ticks { end } else { end - pad };
        self.code_content(to);
        self.out.tokens.push(Token::End(RegionKind::Code));
        if self.style.ticks {
            self.at = end + len;
        } else {
            self.drop(end - to + len);
        }
    }

    fn code_content(&mut self, to: usize) {
        if self.style.table {
            while let Some(pipe) = self.raw[self.at..to].find("\\|") {
                self.at += pipe;
                self.drop(1);
                self.at += 1;
            }
        }
        self.at = to;
        self.flush(to);
    }

    fn math(&mut self) {
        let before = self.previous();
        match math::dollars(self.rest(), before) {
            Some((marks, len)) => self.region(RegionKind::Math, marks, len, marks),
            None => self.at += run_length(self.raw, self.at),
        }
    }

    fn bracket(&mut self, image: bool) {
        let mark = 1 + usize::from(image);
        self.flush(self.at);
        let bracket = Bracket { at: self.at, token: self.out.tokens.len(), runs: self.out.runs.len(), image };
        self.brackets.push(bracket);
        self.out.tokens.push(Token::Text(self.at..self.at + mark));
        self.at += mark;
        self.text_from = self.at;
    }

    fn close_bracket(&mut self) {
        let Some(open) = self.brackets.pop() else {
            self.at += 1;
            return;
        };
        let mark = 1 + usize::from(open.image);
        let text = &self.raw[open.at + mark..self.at];
        let before = self.raw[..open.at].chars().next_back();
        let Some(len) = links::tail(self.rest(), text, before) else {
            self.at += 1;
            return;
        };
        if open.image || text.starts_with('^') {
            self.out.tokens.truncate(open.token);
            self.out.runs.truncate(open.runs);
            self.at += len;
            self.text_from = self.at;
        } else {
            self.out.tokens[open.token] = Token::Start(RegionKind::Link);
            self.drop(len);
            self.out.tokens.push(Token::End(RegionKind::Link));
        }
    }

    fn run(&mut self) {
        let mark = self.raw.as_bytes()[self.at];
        let len = run_length(self.raw, self.at);
        let after = self.raw[self.at + len..].chars().next();
        let run = Run::new(mark, self.at, len, self.previous(), after);
        self.drop(len);
        self.out.runs.push(run);
        self.out.tokens.push(Token::Run);
    }

    fn url(&mut self) {
        let starts_word = !self.previous().is_some_and(char::is_alphanumeric);
        match links::url(self.rest()).filter(|_| starts_word) {
            Some(len) => self.address(len),
            None => self.at += 1,
        }
    }

    fn address(&mut self, len: usize) {
        self.flush(self.at);
        self.out.tokens.push(Token::Start(RegionKind::Link));
        self.instead(len, "\u{fffc}");
        self.out.tokens.push(Token::End(RegionKind::Link));
    }

    fn tag(&mut self) {
        if self.rest().starts_with("<!--") {
            self.comment();
        } else if let Some(len) = links::autolink(self.rest()) {
            self.address(len);
        } else if let Some(tag) = tags::tag(self.rest()) {
            self.known_tag(&tag);
        } else {
            self.at += 1;
        }
    }

    fn comment(&mut self) {
        let end = if self.no_comment_end { None } else { memchr::memmem::find(self.rest().as_bytes(), b"-->") };
        match end {
            Some(end) => self.drop(end + 3),
            None => {
                self.no_comment_end = true;
                self.at += 4;
            }
        }
    }

    fn known_tag(&mut self, tag: &tags::Tag) {
        match (tag.name.as_str(), tag.closes) {
            ("br", _) => self.instead(tag.len, "\n"),
            ("sup", false) => self.raise(tag.len),
            ("sup", true) => {
                if self.raised.pop() == Some(true) {
                    self.instead(tag.len, ")");
                } else {
                    self.drop(tag.len);
                }
            }
            ("sub", false) => self.instead(tag.len, "_"),
            ("code", false) => {
                self.drop(tag.len);
                self.out.tokens.push(Token::Start(RegionKind::Code));
            }
            ("code", true) => {
                self.drop(tag.len);
                self.out.tokens.push(Token::End(RegionKind::Code));
            }
            _ => self.drop(tag.len),
        }
    }

    /// `<sup>2</sup>` is `^2`, `<sup>n + 1</sup>` is `^(n + 1)`; a footnote's mark is dropped.
    fn raise(&mut self, len: usize) {
        let rest = &self.rest()[len..];
        let Some(end) = memchr::memmem::find(&rest.as_bytes()[..rest.len().min(200)], b"</sup>") else {
            self.drop(len);
            return;
        };
        let content = rest[..end].trim();
        if content.starts_with(['[', '<']) {
            self.drop(len + end + "</sup>".len());
            return;
        }
        let token = content.strip_prefix(['-', '+', '\u{2212}']).unwrap_or(content);
        let single = token.chars().all(|c| c.is_alphanumeric() || c == '.' || c == ',');
        self.raised.push(!single);
        self.instead(len, if single { "^" } else { "^(" });
    }
}

/// The character as it is written flat; `None` for one that shows nothing.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' => None,
        // The full-width forms of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        _ => Some(c),
    }
}

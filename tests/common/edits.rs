//! Edits as a restless writer makes them, and the text that they leave, kept in the plainest way.

use serde_json::{Value, json};

/// What a writer types: calculations, structure, and characters that are counted differently everywhere.
const SNIPPETS: &[&str] = &[
    "a",
    " ",
    "7",
    "x",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "😀",
    "👩‍👩‍👧‍👦",
    "👍🏽",
    "日本語",
    "한글",
    "e\u{301}",
    "नि",
    "\u{202e}",
    "\u{feff}",
    "\u{2028}",
    "\u{85}",
    "𝒙",
    "×",
    "−",
    "\u{a0}",
    "| a | b |\r\n|---|---|\r\n",
    "| Total | 43 MB |\n",
    "`",
    "```\n",
    "$2 \\cdot 3 = 7$",
    "7 x 6 MB = 43 MB",
    "16,777,216 (2^24)",
    " = 42 MB",
    "1 GB / 4",
    "# Capacity\n",
    "## Failure modes\r\n",
    "30 layers, 9 query heads, 3 key/value heads",
    "<!-- designlint-disable-line kv-byte -->",
    "---\nkind: design\n---\n",
    "- 99.5% over 30 days is 216 minutes\n",
    "> 3 x 4 = 13 😀\r\n",
    "from 26 to 19, −27%",
];

/// What a client counts as a character, by the name that the protocol has for it.
pub type Encoding = (&'static str, fn(char) -> usize);

pub const ENCODINGS: [Encoding; 3] = [("utf-8", char::len_utf8), ("utf-16", char::len_utf16), ("utf-32", |_| 1)];

/// Numbers that look random and are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(sides).unwrap_or(1)).unwrap_or(0)
    }
}

/// The text of a writer.
pub struct Writer {
    pub text: Vec<char>,
    pub width: fn(char) -> usize,
    dice: Dice,
}

impl Writer {
    pub fn new(text: &str, encoding: Encoding, seed: u64) -> Self {
        Self { text: text.chars().collect(), width: encoding.1, dice: Dice(seed) }
    }

    /// Edits the text, once or a few times, and says so as the protocol does. The text stays of about the length it has.
    pub fn edit(&mut self, length: usize) -> Vec<Value> {
        let times = 1 + self.dice.roll(8) / 6;
        (0..times).map(|_| self.one(length)).collect()
    }

    fn one(&mut self, length: usize) -> Value {
        if self.dice.roll(500) == 0 {
            self.text.truncate(length);
            return json!({"text": self.text.iter().collect::<String>()});
        }
        let start = self.place();
        let gone = if self.text.len() > length { self.dice.roll(60) } else { self.dice.roll(12) };
        let end = self.whole(start + gone);
        let new: String = (0..self.dice.roll(3)).map(|_| SNIPPETS[self.dice.roll(SNIPPETS.len())]).collect();
        let range = json!({"start": self.position(start), "end": self.position(end)});
        self.text.splice(start..end, new.chars());
        json!({"range": range, "text": new})
    }

    fn place(&mut self) -> usize {
        let at = self.dice.roll(self.text.len() + 1);
        self.whole(at)
    }

    /// A place inside the text that does not part the two characters of a line end, where there is no position.
    fn whole(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        let parts = at > 0 && self.text.get(at - 1) == Some(&'\r') && self.text.get(at) == Some(&'\n');
        if parts { at + 1 } else { at }
    }

    /// The position of a character. At the end of a line it may lie beyond it, as the protocol allows.
    fn position(&mut self, at: usize) -> Value {
        let (line, mut character) = position(&self.text[..at], self.width);
        let ends = self.text.get(at).is_none_or(|c| matches!(c, '\n' | '\r'));
        if ends && self.dice.roll(4) == 0 {
            character += 1 + self.dice.roll(1000);
        }
        json!({"line": line, "character": character})
    }
}

/// The line and the character at the end of a text, counted from its beginning.
fn position(text: &[char], width: fn(char) -> usize) -> (usize, usize) {
    positions(text, width).last().copied().unwrap_or_default()
}

/// The line and the character of each place in a text, its end included.
fn positions(text: &[char], width: fn(char) -> usize) -> Vec<(usize, usize)> {
    let (mut line, mut character, mut before) = (0, 0, ' ');
    let after = text.iter().map(|&c| {
        match c {
            '\n' if before == '\r' => {}
            '\n' | '\r' => (line, character) = (line + 1, 0),
            other => character += width(other),
        }
        before = c;
        (line, character)
    });
    [(0, 0)].into_iter().chain(after).collect()
}

/// The text after edits of a client, which are all about the text before them.
pub fn applied(text: &[char], edits: &[Value], width: fn(char) -> usize) -> String {
    let positions = positions(text, width);
    // A line begins behind both characters of the line end before it.
    let place = |wanted: &Value| positions.iter().rposition(|p| wanted["line"] == p.0 && wanted["character"] == p.1);
    let mut edits: Vec<_> = edits
        .iter()
        .map(|edit| (place(&edit["range"]["start"]), place(&edit["range"]["end"]), edit["newText"].as_str()))
        .collect();
    edits.sort_unstable();
    let mut text = text.to_vec();
    for (start, end, new) in edits.into_iter().rev() {
        if let (Some(start), Some(end), Some(new)) = (start, end, new) {
            text.splice(start..end, new.chars());
        }
    }
    text.into_iter().collect()
}

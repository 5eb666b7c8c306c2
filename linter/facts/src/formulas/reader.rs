//! Texts to the words, numbers and signs of statements.

use designlint_document::{Flat, Span};
use designlint_quantity::{Relation, TokenKind, tokens};

use super::amount::{Amount, amount_at};
use super::statement::{Item, Kind};

/// The items of a text, one list a sentence.
pub(super) fn sentences_of(flat: &Flat) -> Vec<Vec<Item>> {
    let mut reader = Reader { ends: true, ..Reader::default() };
    reader.text(flat);
    reader.stop();
    reader.out
}

/// The items of a heading of a table, linked to what stands below it.
pub(super) fn heading_items(flat: &Flat) -> Vec<Item> {
    closed(flat, Kind::Relation { about: false })
}

/// The items of a cell, and its border.
pub(super) fn cell_items(flat: &Flat) -> Vec<Item> {
    closed(flat, Kind::Cell)
}

fn closed(flat: &Flat, sign: Kind) -> Vec<Item> {
    let mut reader = Reader::default();
    reader.text(flat);
    reader.sign(sign, flat.source_span(flat.text.len()..flat.text.len()));
    reader.items
}

#[derive(Default)]
struct Reader {
    items: Vec<Item>,
    out: Vec<Vec<Item>>,
    about: bool,
    /// Whether a full stop ends a list of items.
    ends: bool,
}

impl Reader {
    fn stop(&mut self) {
        if !self.items.is_empty() {
            self.out.push(std::mem::take(&mut self.items));
        }
    }

    fn sign(&mut self, kind: Kind, span: Span) {
        self.items.push(Item::sign(kind, span));
    }

    fn text(&mut self, flat: &Flat) {
        let text = &flat.text;
        let tokens = tokens(text);
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let span = flat.source_span(token.range.clone());
            if let Some((amount, next)) = amount_at(text, &tokens, at) {
                let range = token.range.start..amount.end;
                self.number(amount, flat.source_span(range));
                at = next;
                continue;
            }
            let glued = at > 0 && !token.blank_before && !token.blank_after;
            let word = |t: Option<&designlint_quantity::Token>| t.is_some_and(|t| t.kind == TokenKind::Word);
            let joint = glued && word(tokens.get(at - 1)) && word(tokens.get(at + 1));
            match &token.kind {
                TokenKind::Word => self.words(token.text(text), span.start),
                TokenKind::Over | TokenKind::Minus if joint => {}
                TokenKind::Minus if is_hyphen(&tokens, at) => {}
                TokenKind::Minus if !between_operands(&tokens, at) => self.sign(Kind::Dash, span),
                TokenKind::Plus | TokenKind::Minus | TokenKind::Times | TokenKind::Over | TokenKind::Power => {
                    self.sign(Kind::Operator, span);
                }
                TokenKind::Relation(Relation::Equal) | TokenKind::Colon => {
                    self.sign(Kind::Relation { about: false }, span)
                }
                TokenKind::Relation(Relation::About) => self.sign(Kind::Relation { about: true }, span),
                TokenKind::Relation(_) => self.sign(Kind::Compare, span),
                TokenKind::Approximately => self.about = true,
                TokenKind::Newline => {}
                TokenKind::Comma => self.sign(Kind::Comma, span),
                TokenKind::Boundary if self.ends && matches!(token.text(text), "." | "?") => self.stop(),
                TokenKind::Boundary => self.sign(Kind::Dash, span),
                TokenKind::Open | TokenKind::CeilOpen | TokenKind::FloorOpen => self.sign(Kind::Open, span),
                TokenKind::Close => self.sign(Kind::Close, span),
                _ => self.sign(Kind::Other, span),
            }
            at += 1;
        }
        self.about = false;
    }

    fn number(&mut self, mut amount: Amount, span: Span) {
        amount.about |= std::mem::take(&mut self.about);
        while self.items.last().is_some_and(|i| ABOUT.contains(&i.word.as_str())) {
            self.items.pop();
            amount.about = true;
        }
        let noun = amount.literal().map(|l| l.suffix.noun.clone()).unwrap_or_default();
        let inside = noun.split_whitespace().next().is_some_and(|first| amount.text.contains(first));
        // `48 GPU-hours` counts hours, and says of what.
        let joined = amount.text.rsplit(' ').next().filter(|w| w.contains('-') && w.starts_with(char::is_alphabetic));
        let joined = joined.map(str::to_string).unwrap_or_default();
        self.sign(Kind::Number(Box::new(amount)), span);
        for part in joined.split('-').filter(|p| !p.is_empty()) {
            self.items.push(Item::word(part, span));
        }
        // In `52 minutes downtime per year` the noun stands inside the number's unit.
        for word in noun.split_whitespace().filter(|_| inside) {
            self.items.push(Item::word(word, span));
        }
    }

    /// A word, or the parts of one joined by signs: `kv_blocks`, `GPU-hours`.
    fn words(&mut self, text: &str, start: usize) {
        let mut from = 0;
        for part in text.split(['_', '-', '.', '\'', '’']) {
            if !part.is_empty() {
                let span = Span::new(start + from, start + from + part.len());
                self.items.push(Item::word(part, span));
            }
            let rest = &text[from + part.len()..];
            from += part.len() + rest.chars().next().map_or(0, char::len_utf8);
        }
    }
}

const ABOUT: &[&str] = &["about", "roughly", "around", "approximately", "nearly", "almost", "some", "approx", "circa"];

/// `512-token`: a hyphen between a number and its noun.
fn is_hyphen(tokens: &[designlint_quantity::Token], at: usize) -> bool {
    let glued = !tokens[at].blank_before && !tokens[at].blank_after;
    glued && tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Word)
}

fn between_operands(tokens: &[designlint_quantity::Token], at: usize) -> bool {
    let left = at.checked_sub(1).and_then(|i| tokens.get(i)).map(|t| &t.kind);
    let right = tokens.get(at + 1).map(|t| &t.kind);
    matches!(left, Some(TokenKind::Number(_) | TokenKind::Close | TokenKind::Word | TokenKind::Percent))
        && matches!(right, Some(TokenKind::Number(_) | TokenKind::Open | TokenKind::Currency(_)))
}

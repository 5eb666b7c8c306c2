//! Equations, chains and comparisons in a passage: from a relation to the sides around it.

use std::ops::Range;

use designlint_document::Span;
use designlint_quantity::{Expression, Operator, Parsed, Relation, TokenKind, parse, parse_until};

use super::{bracket_forms::Form, passage::Passage};

/// Most tokens to the left of a relation that can belong to its side.
const REACH: usize = 160;
/// Most words between a number and its "of".
const OF_REACH: usize = 5;

/// A relation with its sides.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    /// What stands left; several readings of where it starts, the longest first.
    pub left: Vec<Parsed>,
    /// The relation.
    pub relation: Relation,
    /// The sign or word as written.
    pub sign: Range<usize>,
    /// What stands right.
    pub right: Parsed,
    /// Whether "about" or the like stands on either side.
    pub about: bool,
    /// Whether the right side is a lower bound: `50+`.
    pub at_least: bool,
    /// Whether the left side is itself the right side of the relation before.
    pub chained: bool,
    /// Where one side stands in a bracket right behind the other: what the bracket says by its form.
    pub bracket: Option<Form>,
}

impl Equation {
    /// Both sides in the source.
    pub fn span(&self, passage: &Passage) -> Span {
        let start = self.left.iter().map(|l| l.range.start).min().unwrap_or(self.sign.start);
        passage.span(start..self.right.range.end.max(self.sign.end))
    }
}

/// The equations of a passage, in order.
pub(crate) fn equations(passage: &Passage) -> Vec<Equation> {
    let mut out: Vec<Equation> = Vec::new();
    let mut before: Option<(usize, Parsed)> = None;
    let mut running: Option<Parsed> = None;
    for (at, token) in passage.tokens.iter().enumerate() {
        let Some((relation, after)) = relation(passage, at) else { continue };
        let approximate = about_words(passage, after);
        let from = skip_newlines(passage, approximate.1);
        let about = relation == Relation::About || approximate.0;
        let Some(mut right) = parse(&passage.text, &passage.tokens, from) else {
            before = None;
            continue;
        };
        let at_least = is_at_least(passage, &right);
        if at_least || is_factor(passage, &right) {
            right.cut_off = false;
        }
        let carried = before.take().filter(|(next, _)| skip_newlines(passage, *next) == at).map(|(_, parsed)| parsed);
        let chained = carried.is_some();
        let mut left = carried.map_or_else(|| left_sides(passage, at), |parsed| carried_sides(passage, parsed, at));
        if let Expression::Range(..) = right.expression {
            left.iter_mut()
                .for_each(|side| side.expression = side.expression.of_range().unwrap_or(side.expression.clone()));
        }
        if chained && let (Some(addend), [only]) = (running.take(), left.as_slice()) {
            left.extend(with_addend(addend, only));
        }
        running = left.first().filter(|_| chained).and_then(first_addend);
        before = Some((right.next, right.clone()));
        let marked = |p: &Parsed| passage.text[p.range.clone()].contains(['~', '≈']);
        let about =
            about || at_least || marked(&right) || left.first().is_some_and(marked) || about_before(passage, &left);
        let sign = token.range.start..passage.tokens[after - 1].range.end;
        out.push(Equation { left, relation, sign, right, about, at_least, chained, bracket: None });
    }
    out
}

/// A right side as the left side of the next relation; of `= 35 ms plus 160 x 30 us = 4.8 ms` also the last addend.
fn carried_sides(passage: &Passage, parsed: Parsed, end: usize) -> Vec<Parsed> {
    let mut out = vec![parsed];
    if let Expression::Binary(Operator::Add, ..) = out[0].expression {
        let from = passage.tokens.partition_point(|t| t.range.start < out[0].range.start);
        let plus =
            |i: &usize| passage.tokens[*i].kind == TokenKind::Plus || passage.tokens[*i].is_word(&passage.text, "plus");
        if let Some(at) = (from..end).rev().find(plus) {
            out.extend(parse_until(&passage.text, &passage.tokens, at + 1, end).filter(|p| p.next == end));
        }
    }
    out
}

/// Of `35 ms plus 160 x 30 us` the 35 ms.
fn first_addend(side: &Parsed) -> Option<Parsed> {
    let Expression::Binary(Operator::Add, a, _) = &side.expression else { return None };
    Some(Parsed { expression: (**a).clone(), ..side.clone() })
}

/// Of `35 ms plus 160 x 30 us = 4.8 ms = 40 ms` the last result may be that of the whole sum.
fn with_addend(addend: Parsed, result: &Parsed) -> Option<Parsed> {
    result.expression.as_literal()?;
    let sum = Expression::Binary(Operator::Add, Box::new(addend.expression), Box::new(result.expression.clone()));
    Some(Parsed { expression: sum, range: addend.range.start..result.range.end, ..result.clone() })
}

/// The relation at a token, and the index behind it.
fn relation(passage: &Passage, at: usize) -> Option<(Relation, usize)> {
    let token = &passage.tokens[at];
    match &token.kind {
        TokenKind::Relation(Relation::About) if is_column(passage, at) => None,
        TokenKind::Relation(Relation::Equal) => Some(bound_words(passage, at + 1).unwrap_or((Relation::Equal, at + 1))),
        TokenKind::Relation(r) => Some((*r, at + 1)),
        TokenKind::Word => {
            let word = token.text(&passage.text);
            let numeric = |n: usize| {
                matches!(
                    passage.tokens.get(n).map(|t| &t.kind),
                    Some(TokenKind::Number(_) | TokenKind::Currency(_) | TokenKind::Approximately)
                )
            };
            let says = matches!(word, "is" | "are" | "equals" | "gives" | "makes" | "yields" | "stays");
            let bound =
                if word == "exceeds" { Some((Relation::Greater, at + 1)) } else { bound_words(passage, at + 1) };
            if let Some((relation, next)) = bound.filter(|_| says || word == "exceeds") {
                return numeric(about_words(passage, next).1).then_some((relation, next));
            }
            let (_, next) = about_words(passage, at + 1);
            (says && word != "stays" && numeric(next)).then_some((Relation::Equal, at + 1))
        }
        _ => None,
    }
}

/// "at most", "more than" and the like behind a relation, and the index behind them.
fn bound_words(passage: &Passage, at: usize) -> Option<(Relation, usize)> {
    let word = |n: usize| passage.tokens.get(at + n).map_or("", |t| t.text(&passage.text));
    Some(match (word(0), word(1), word(2)) {
        ("at", "most", _) | ("up", "to", _) => (Relation::AtMost, at + 2),
        ("no" | "not", "more", "than") => (Relation::AtMost, at + 3),
        ("at", "least", _) => (Relation::AtLeast, at + 2),
        ("no" | "not", "less" | "fewer", "than") => (Relation::AtLeast, at + 3),
        ("less" | "fewer" | "smaller", "than", _) => (Relation::Less, at + 2),
        ("more" | "larger" | "greater", "than", _) => (Relation::Greater, at + 2),
        ("under" | "below", ..) => (Relation::Less, at + 1),
        ("over" | "above", ..) => (Relation::Greater, at + 1),
        _ => return None,
    })
}

/// `~` at the start of a line or behind a wide gap marks the number of a column.
fn is_column(passage: &Passage, at: usize) -> bool {
    let start = passage.tokens[at].range.start;
    let gap = passage.text[..start].len() - passage.text[..start].trim_end_matches(' ').len();
    passage.tokens[at].text(&passage.text) == "~" && (gap > 2 || starts_line(passage, at))
}

/// "about", "roughly", `~` behind a relation; and the index behind them.
pub(crate) fn about_words(passage: &Passage, mut at: usize) -> (bool, usize) {
    let mut about = false;
    while let Some(token) = passage.tokens.get(at) {
        let word = token.text(&passage.text);
        let approximate = match token.kind {
            TokenKind::Approximately | TokenKind::Relation(Relation::About) => true,
            TokenKind::Word => is_about(word),
            _ => false,
        };
        let filler =
            token.kind == TokenKind::Word && matches!(word, "only" | "just" | "exactly" | "a" | "total" | "or");
        if !approximate && !filler {
            break;
        }
        about |= approximate;
        at += 1;
    }
    (about, at)
}

fn is_about(word: &str) -> bool {
    matches!(
        word.to_ascii_lowercase().as_str(),
        "about" | "approximately" | "approx" | "roughly" | "around" | "ca" | "circa" | "nearly" | "almost" | "some"
    )
}

pub(crate) fn about_before(passage: &Passage, left: &[Parsed]) -> bool {
    let Some(first) = left.first() else { return false };
    let at = passage.tokens.partition_point(|t| t.range.start < first.range.start);
    at.checked_sub(1)
        .and_then(|i| passage.tokens.get(i))
        .is_some_and(|t| t.kind == TokenKind::Word && is_about(t.text(&passage.text)))
}

/// `50+`: at least.
fn is_at_least(passage: &Passage, right: &Parsed) -> bool {
    passage.tokens.get(right.next).is_some_and(|t| {
        t.kind == TokenKind::Plus
            && !t.blank_before
            && (t.blank_after
                || matches!(
                    passage.tokens.get(right.next + 1).map(|n| &n.kind),
                    Some(TokenKind::Close | TokenKind::Boundary | TokenKind::Comma)
                ))
    })
}

/// `= 2.4×)`: a sign glued to the last number of a bracket or a line says "times".
fn is_factor(passage: &Passage, right: &Parsed) -> bool {
    let last = |t: Option<&designlint_quantity::Token>| {
        t.is_none_or(|t| matches!(t.kind, TokenKind::Close | TokenKind::Boundary | TokenKind::Comma))
    };
    let times = passage.tokens.get(right.next).is_some_and(|t| t.kind == TokenKind::Times && !t.blank_before);
    times && right.expression.as_literal().is_some() && last(passage.tokens.get(right.next + 1))
}

fn skip_newlines(passage: &Passage, mut at: usize) -> usize {
    while passage.tokens.get(at).is_some_and(|t| t.kind == TokenKind::Newline) {
        at += 1;
    }
    at
}

/// The expressions that end right before the relation, the longest first.
pub(crate) fn left_sides(passage: &Passage, at: usize) -> Vec<Parsed> {
    let tokens = &passage.tokens;
    let mut end = at;
    while end > 0 && tokens[end - 1].kind == TokenKind::Newline {
        end -= 1;
    }
    let mut out: Vec<Parsed> = Vec::new();
    let enclosing = passage.enclosing(at);
    let first = segment_start(passage, end);
    // A formula in code is whole where it has a left side of its own.
    let first = if enclosing.start < end { first.max(enclosing.start) } else { first };
    let mut start = first;
    let bullet = tokens.get(first).is_some_and(|t| {
        matches!(t.kind, TokenKind::Minus | TokenKind::Plus | TokenKind::Times)
            && t.blank_after
            && starts_line(passage, first)
    });
    if bullet {
        start += 1;
    }
    while start < end && out.len() < 3 {
        if starts_side(passage, start, first)
            && let Some(parsed) = parse_until(&passage.text, tokens, start, end)
            && parsed.next == end
            && !parsed.cut_off
        {
            let computes = parsed.expression.computes();
            out.push(parsed);
            if !computes {
                break;
            }
            // Another start counts only where a label or a bullet may have been read as an operand.
            match label_end(passage, start) {
                Some(next) => {
                    start = next;
                    continue;
                }
                None => break,
            }
        }
        start += 1;
    }
    out
}

/// Whether a token is the first of its line.
fn starts_line(passage: &Passage, at: usize) -> bool {
    at.checked_sub(1).is_none_or(|i| matches!(passage.tokens[i].kind, TokenKind::Newline | TokenKind::Boundary))
}

/// `Step 3 - 50 x 2`, `- 50 x 2`: where the calculation starts if what stands before is a label or a bullet.
fn label_end(passage: &Passage, start: usize) -> Option<usize> {
    let tokens = &passage.tokens;
    match (&tokens[start].kind, tokens.get(start + 1).map(|t| &t.kind)) {
        (TokenKind::Minus | TokenKind::Plus, _) => Some(start + 1),
        (TokenKind::Number(n), Some(TokenKind::Minus)) if n.value.is_int() && tokens[start + 1].blank_before => {
            Some(start + 2)
        }
        _ => None,
    }
}

/// Where the segment left of a relation starts: behind the last boundary.
fn segment_start(passage: &Passage, end: usize) -> usize {
    let tokens = &passage.tokens;
    let mut depth = 0i32;
    let mut at = end;
    let least = end.saturating_sub(REACH);
    while at > least {
        let token = &tokens[at - 1];
        match &token.kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open | TokenKind::CeilOpen | TokenKind::FloorOpen => depth -= 1,
            TokenKind::Boundary | TokenKind::Relation(_) | TokenKind::Arrow if depth <= 0 => break,
            TokenKind::Colon if depth <= 0 => break,
            TokenKind::Comma if depth <= 0 => break,
            TokenKind::Newline if passage.preformatted && !continues(passage, at) => break,
            _ => {}
        }
        at -= 1;
    }
    at
}

/// Whether the line that starts at token `at` goes on from the line before: an operator stands at the break.
fn continues(passage: &Passage, at: usize) -> bool {
    let operator = |t: Option<&designlint_quantity::Token>, leads: bool| {
        t.is_some_and(|t| match t.kind {
            TokenKind::Times | TokenKind::Over => true,
            TokenKind::Plus | TokenKind::Minus => !leads,
            _ => false,
        })
    };
    operator(passage.tokens.get(at), true) || operator(at.checked_sub(2).and_then(|i| passage.tokens.get(i)), false)
}

/// Whether a side can start here: at an operand that no operator binds to what stands before.
fn starts_side(passage: &Passage, at: usize, first: usize) -> bool {
    let tokens = &passage.tokens;
    let operand = match &tokens[at].kind {
        TokenKind::Number(_)
        | TokenKind::Currency(_)
        | TokenKind::Open
        | TokenKind::CeilOpen
        | TokenKind::FloorOpen
        | TokenKind::Fraction
        | TokenKind::Approximately
        | TokenKind::Word => true,
        TokenKind::Minus => tokens.get(at + 1).is_some_and(|t| !t.blank_before) || at == first,
        _ => false,
    };
    if !operand {
        return false;
    }
    let Some(before) = at.checked_sub(1).map(|i| &tokens[i]).filter(|_| at > first) else { return true };
    match &before.kind {
        TokenKind::Times | TokenKind::Over | TokenKind::Power | TokenKind::Percent | TokenKind::Fraction => false,
        TokenKind::NoNumber(_) | TokenKind::Other | TokenKind::Range => before.blank_after,
        TokenKind::Plus => at == first + 1,
        TokenKind::Currency(_) => false,
        TokenKind::Minus => {
            before.blank_before && before.blank_after && tokens[at].kind != TokenKind::Minus && at == first + 1
        }
        TokenKind::Number(_) | TokenKind::Superscript(_) | TokenKind::Factorial => false,
        TokenKind::Word => {
            let glued = before.range.end == tokens[at].range.start;
            !glued && !before.is_word(&passage.text, "per") && !is_of_a_number(passage, at - 1, first)
        }
        _ => true,
    }
}

/// Whether the word is an "of" that belongs to a number before it: `20% of`, `4 shards of`, not `a total of`.
fn is_of_a_number(passage: &Passage, at: usize, first: usize) -> bool {
    if !passage.tokens[at].is_word(&passage.text, "of") {
        return false;
    }
    let mut before = passage.tokens[first..at].iter().rev().take(OF_REACH);
    let noun = |t: &designlint_quantity::Token| t.kind == TokenKind::Word && !is_break(t.text(&passage.text));
    let part = |t: &&designlint_quantity::Token| PARTS.contains(&t.text(&passage.text).to_lowercase().as_str());
    before.clone().any(|t| part(&t)) || before.find(|t| !noun(t)).is_some_and(|t| t.kind != TokenKind::Word)
}

/// Words behind which "of" takes a part or several of the number that follows.
const PARTS: [&str; 14] = [
    "half", "halves", "third", "thirds", "quarter", "quarters", "fifth", "tenth", "percent", "fraction", "share",
    "dozen", "multiple", "out",
];

fn is_break(word: &str) -> bool {
    matches!(word, "a" | "an" | "the" | "is" | "are" | "to" | "with" | "at" | "and" | "for" | "in" | "by")
}

/// Whether the expression holds a number.
pub(crate) fn has_number(e: &Expression) -> bool {
    e.any(|e| matches!(e, Expression::Literal(_)))
}

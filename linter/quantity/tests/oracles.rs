//! Generated expressions, evaluated here and by other calculators: fend (exact) and evalexpr (integers and floats).

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::fmt::Write;

use designlint_quantity::{Evaluation, Rational, Reading, Unknown, parse, tokens};

/// Expressions per calculator.
const RUNS: usize = 10_000;

/// A small generator of pseudo-random numbers (xorshift), so that every run sees the same expressions.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

enum Node {
    Number(String),
    Negate(Box<Node>),
    Binary(char, Box<Node>, Box<Node>),
    Power(Box<Node>, i64),
}

fn tree(random: &mut Random, depth: u32) -> Node {
    let leaf = depth == 0 || random.one_in(6);
    if leaf {
        return Node::Number(number(random));
    }
    let part = |random: &mut Random| Box::new(tree(random, depth - 1));
    match random.below(12) {
        0 => Node::Negate(part(random)),
        1 => {
            let base = part(random);
            Node::Power(base, i64::try_from(random.below(9)).unwrap() - 3)
        }
        n => {
            let (a, b) = (part(random), part(random));
            Node::Binary(['+', '-', '*', '/'][usize::try_from(n).unwrap() % 4], a, b)
        }
    }
}

/// An integer or a decimal. Not 10: `m * 10^k` is one number here, which `a / 10 * 10^3` would show.
fn number(random: &mut Random) -> String {
    let integer = match random.below(4) {
        0 => random.below(10),
        1 => random.below(100),
        2 => random.below(10_000),
        _ => random.below(10_000_000),
    };
    if random.one_in(3) {
        return format!("{integer}.{:0width$}", random.below(1000), width = 3);
    }
    if integer == 10 { "11".to_string() } else { integer.to_string() }
}

/// How a calculator wants its input.
#[derive(Clone, Copy)]
struct Style {
    /// Every number with a point.
    floats: bool,
    /// Digits in groups, superfluous brackets and missing blanks.
    loose: bool,
}

const PLAIN: Style = Style { floats: false, loose: false };
const LOOSE: Style = Style { floats: false, loose: true };
const FLOATS: Style = Style { floats: true, loose: false };

fn precedence(node: &Node) -> u8 {
    match node {
        Node::Binary('+' | '-', ..) => 1,
        Node::Binary(..) => 2,
        Node::Negate(_) => 3,
        Node::Power(..) => 4,
        Node::Number(_) => 5,
    }
}

/// Writes with as few brackets as the precedence of operators allows.
fn write(out: &mut String, node: &Node, least: u8, style: Style, random: &mut Random) {
    let brackets = precedence(node) < least || (style.loose && random.one_in(12));
    if brackets {
        out.push('(');
    }
    match node {
        Node::Number(n) => write_number(out, n, style, random),
        Node::Negate(a) => {
            out.push('-');
            write(out, a, 4, style, random);
        }
        Node::Binary(op, a, b) => {
            let own = precedence(node);
            write(out, a, own, style, random);
            // Without blanks a minus is a range and two slashes are a date.
            let blank = if style.loose && matches!(op, '+' | '*') && random.one_in(2) { "" } else { " " };
            let _ = write!(out, "{blank}{op}{blank}");
            // A sign right behind an operator is read differently by each calculator.
            write(out, b, if matches!(**b, Node::Negate(_)) { 5 } else { own + 1 }, style, random);
        }
        Node::Power(a, n) => {
            write(out, a, 5, style, random);
            let exponent = if style.floats { format!("{n}.0") } else { n.to_string() };
            let _ = if *n < 0 { write!(out, "^({exponent})") } else { write!(out, "^{exponent}") };
        }
    }
    if brackets {
        out.push(')');
    }
}

fn write_number(out: &mut String, n: &str, style: Style, random: &mut Random) {
    let (whole, fraction) = n.split_once('.').map_or((n, None), |(w, f)| (w, Some(f)));
    let grouped = style.loose && random.one_in(2);
    for (i, digit) in whole.char_indices() {
        if grouped && i > 0 && (whole.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    match fraction {
        Some(f) => {
            let _ = write!(out, ".{f}");
        }
        None if style.floats => out.push_str(".0"),
        None => {}
    }
}

fn text(node: &Node, style: Style, random: &mut Random) -> String {
    let mut out = String::new();
    write(&mut out, node, 0, style, random);
    out
}

/// Our value: parsed to the last token, evaluated as written.
fn ours(text: &str) -> Result<Rational, Unknown> {
    let tokens = tokens(text);
    let parsed = parse(text, &tokens, 0).unwrap_or_else(|| panic!("not parsed: {text}"));
    assert!(parsed.next == tokens.len() && !parsed.cut_off, "parsed only to byte {}: {text}", parsed.range.end);
    let value =
        Evaluation { reading: &Reading::default(), slack: false, symbols: &|_| None }.value(&parsed.expression)?;
    assert!(value.is_point() && value.dimension.is_none(), "{text}");
    Ok(value.low)
}

/// fend's value; an approximate one is none.
fn fend(text: &str) -> Option<Result<Rational, String>> {
    let mut context = fend_core::Context::new();
    match fend_core::evaluate(&format!("({text}) to fraction"), &mut context) {
        Err(why) => Some(Err(why)),
        Ok(result) => match result.get_main_result() {
            shown if shown.starts_with("approx.") => None,
            shown => Some(Ok(shown.replace(' ', "").parse().unwrap_or_else(|_| panic!("{text} = {shown}")))),
        },
    }
}

#[test]
fn fend_computes_the_same_rationals() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut equal, mut undefined, mut skipped) = (0, 0, 0);
    for i in 0..RUNS {
        let node = tree(&mut random, 2 + u32::try_from(i % 3).unwrap());
        let text = text(&node, if i % 2 == 0 { PLAIN } else { LOOSE }, &mut random);
        match (ours(&text), fend(&text)) {
            (_, None) => skipped += 1,
            (Ok(a), Some(Ok(b))) => {
                assert_eq!(a, b, "{text}");
                equal += 1;
            }
            (Err(Unknown::Zero), Some(Err(_))) => undefined += 1,
            // A convention: 1 here, as for every other base.
            (Ok(_), Some(Err(why))) if why.contains("zero to the power of zero") => skipped += 1,
            (Err(Unknown::Limit), _) => skipped += 1,
            (a, b) => panic!("{text}: here {a:?}, fend {b:?}"),
        }
    }
    println!("fend: {equal} equal, {undefined} undefined in both, {skipped} skipped of {RUNS}");
    assert!(equal > RUNS * 9 / 10, "only {equal} of {RUNS} compared");
    assert!(undefined > 0 && skipped < RUNS / 50);
}

fn as_float(value: &Rational) -> f64 {
    value.to_f64().value()
}

#[test]
fn evalexpr_computes_the_same_floats() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut equal, mut close, mut skipped) = (0, 0, 0);
    for i in 0..RUNS {
        let node = tree(&mut random, 2 + u32::try_from(i % 3).unwrap());
        let text = text(&node, FLOATS, &mut random);
        let theirs = evalexpr::eval_float(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let Ok(value) = ours(&text) else {
            // Divides by zero, which is no error among floats.
            skipped += 1;
            continue;
        };
        let (value, scale) = (as_float(&value), sizes(&node));
        if !scale.is_finite() || !theirs.is_finite() {
            skipped += 1;
            continue;
        }
        assert!((value - theirs).abs() <= 1e-9 * scale, "{text}: here {value}, evalexpr {theirs}");
        equal += 1;
        close += usize::from((value - theirs).abs() <= 1e-9 * value.abs());
    }
    println!("evalexpr, floats: {equal} equal ({close} to nine digits), {skipped} skipped of {RUNS}");
    assert!(close > RUNS * 9 / 10, "only {close} of {RUNS} compared to nine digits");
}

#[test]
fn evalexpr_computes_the_same_integers() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let (mut equal, mut skipped) = (0, 0);
    for _ in 0..RUNS {
        let node = integers(&mut random, 3);
        let text = text(&node, PLAIN, &mut random);
        match evalexpr::eval_int(&text) {
            Ok(theirs) => {
                assert_eq!(ours(&text), Ok(Rational::from(theirs)), "{text}");
                equal += 1;
            }
            Err(_) => skipped += 1,
        }
    }
    println!("evalexpr, integers: {equal} equal, {skipped} overflowed of {RUNS}");
    assert!(equal > RUNS * 9 / 10, "only {equal} of {RUNS} compared");
}

/// Sums, differences and products of integers, which no overflow stops too often.
fn integers(random: &mut Random, depth: u32) -> Node {
    if depth == 0 || random.one_in(5) {
        return Node::Number((11 + random.below(400)).to_string());
    }
    let (a, b) = (integers(random, depth - 1), integers(random, depth - 1));
    Node::Binary(['+', '-', '*'][usize::try_from(random.below(3)).unwrap()], Box::new(a), Box::new(b))
}

/// How large a float error can be, over the machine's: the value where all parts add and none cancel.
fn sizes(node: &Node) -> f64 {
    match node {
        Node::Number(n) => n.parse().unwrap(),
        Node::Negate(a) => sizes(a),
        Node::Binary('+' | '-', a, b) => sizes(a) + sizes(b),
        Node::Binary('*', a, b) => sizes(a) * sizes(b),
        Node::Binary(_, a, b) => sizes(a) * inverse(b),
        Node::Power(a, n) if *n < 0 => inverse(a).powi(i32::try_from(-n).unwrap()),
        Node::Power(a, n) => sizes(a).powi(i32::try_from(*n).unwrap()),
    }
}

/// The same for one over the node: a divisor near zero, as left by a difference, magnifies its own error.
fn inverse(node: &Node) -> f64 {
    let mut random = Random(1);
    let value = ours(&text(node, PLAIN, &mut random)).map_or(f64::INFINITY, |v| as_float(&v).abs());
    if value == 0.0 { f64::INFINITY } else { sizes(node) / value / value }
}

//! Names as operands: calls of functions, constants and symbols.

use crate::{
    expression::{Expression, Function},
    parse::{DEPTH, Parser},
    token::TokenKind,
};

impl Parser<'_> {
    pub(crate) fn call_or_symbol(&mut self) -> Option<Expression> {
        let name = self.word(0)?;
        let mut used = 1;
        let mut function = function(name);
        if let Some(base) = self.base_of_logarithm(name) {
            (function, used) = (Some(Function::Log(base)), 2);
        }
        let Some(function) = function else { return self.plain_symbol() };
        if self.peek_at(used) == Some(&TokenKind::Open) {
            self.at += used;
            return self.arguments(function);
        }
        // TeX needs no bracket around one operand: `\log_2 8`.
        if name.starts_with('\\') && matches!(self.peek_at(used), Some(TokenKind::Number(_) | TokenKind::Fraction)) {
            self.at += used;
            return Some(Expression::Call(function, vec![self.power()?]));
        }
        self.plain_symbol()
    }

    /// The base in `log_2`, `\log_{10}`: the word behind the name.
    fn base_of_logarithm(&self, name: &str) -> Option<u32> {
        let base = self.word(1).filter(|_| name.trim_start_matches('\\') == "log")?.strip_prefix('_')?;
        base.trim_matches(['{', '}']).parse().ok()
    }

    fn plain_symbol(&mut self) -> Option<Expression> {
        if matches!(self.peek_at(1), Some(TokenKind::Open)) && !self.token(1)?.blank_before {
            return None;
        }
        self.symbol()
    }

    fn arguments(&mut self, function: Function) -> Option<Expression> {
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let mut arguments = Vec::new();
        loop {
            self.at += 1;
            let Some(argument) = self.sum() else {
                self.depth -= 1;
                return None;
            };
            arguments.push(argument);
            match self.peek() {
                Some(TokenKind::Comma) => {}
                Some(TokenKind::Close) => break,
                _ => {
                    self.depth -= 1;
                    return None;
                }
            }
        }
        self.depth -= 1;
        self.at += 1;
        Some(self.with_suffix(Expression::Call(function, arguments)))
    }

    /// A name of up to four words, such as `kv heads`.
    pub(crate) fn symbol(&mut self) -> Option<Expression> {
        let first = self.token(0)?;
        self.word(0).filter(|w| !crate::suffix::is_stop_word(w))?;
        let mut last = first;
        self.at += 1;
        for _ in 0..3 {
            match self.word(0) {
                Some(w) if !crate::suffix::is_stop_word(w) && !matches!(w, "of" | "per" | "pi" | "π") => {
                    last = self.token(0)?;
                    self.at += 1;
                }
                _ => break,
            }
        }
        let range = first.range.start..last.range.end;
        Some(Expression::Symbol(self.text[range.clone()].to_string(), range))
    }
}

/// The function of a name.
pub(crate) fn function(name: &str) -> Option<Function> {
    Some(match name.trim_start_matches('\\').to_lowercase().as_str() {
        "sum" => Function::Sum,
        "min" => Function::Min,
        "max" => Function::Max,
        "avg" | "mean" | "average" => Function::Mean,
        "ceil" | "ceiling" => Function::Ceil,
        "floor" => Function::Floor,
        "round" => Function::Round,
        "sqrt" => Function::Sqrt,
        "log2" | "log_2" | "lg" => Function::Log(2),
        "log10" | "log_10" => Function::Log(10),
        "ln" => Function::Ln,
        "abs" => Function::Abs,
        "c" | "choose" => Function::Choose,
        _ => return None,
    })
}

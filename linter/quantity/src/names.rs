//! Names as operands: calls of functions, constants and symbols.

use crate::{
    expression::{Expression, Function},
    operand::small,
    parse::{DEPTH, Parser},
    token::TokenKind,
};

impl Parser<'_> {
    pub(crate) fn call_or_symbol(&mut self) -> Option<Expression> {
        let name = self.word(0)?;
        let mut used = 1;
        let mut function = function(name);
        if name.trim_start_matches('\\') == "log" && self.word(1).is_some_and(|w| w.starts_with('_')) {
            if let (Some(TokenKind::Open), Some(TokenKind::Number(n)), Some(TokenKind::Close)) =
                (self.peek_at(2), self.peek_at(3), self.peek_at(4))
            {
                function = u32::try_from(small(n)).ok().map(Function::Log);
                used = 5;
            } else if let Some(base) = self.word(1).and_then(|w| w[1..].parse().ok()) {
                function = Some(Function::Log(base));
                used = 2;
            }
        }
        if let (Some(function), Some(TokenKind::Open)) = (function, self.peek_at(used)) {
            self.at += used;
            return self.arguments(function);
        }
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

fn function(name: &str) -> Option<Function> {
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

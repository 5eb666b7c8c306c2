//! Exact numbers, units, expressions and rounding. Knows no document.

#![deny(clippy::float_arithmetic)]

mod compare;
mod constants;
mod convention;
mod doubts;
mod enclosure;
mod evaluate;
mod expression;
mod factor;
mod format;
mod functions;
mod idioms;
mod ladder;
mod names;
mod number;
mod operand;
mod parse;
mod periods;
mod quantity;
mod reading;
mod repair;
mod signs;
mod style;
mod suffix;
mod tex;
mod token;
mod units;
mod work;

pub use compare::{Comparison, Holds, Outcome, Sides, Wrong, compare, compare_under};
pub use convention::Convention;
pub use dashu_ratio::RBig as Rational;
pub use evaluate::{Evaluation, Symbols, Unknown, Value};
pub use expression::{Expression, Function, Literal, Operator, Share, Suffix, UnitTerm};
pub use format::{decimal, last_place, significant};
pub use number::Number;
pub use parse::{Parsed, parse, parse_until};
pub use periods::{PeriodSlip, period_slip};
pub use quantity::Quantity;
pub use reading::{BINARY, LoneB, LoneM, Reading};
pub use style::NumberStyle;
pub use token::{Relation, Token, TokenKind, tokens};
pub use units::{Dimension, Unit, scale, unit};

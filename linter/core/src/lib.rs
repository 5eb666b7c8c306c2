//! What a rule is, and the one function that checks a document with rules.
//!
//! Prints nothing, reads nothing: a caller gives a document, settings and rules, and gets a [`Report`].

mod check;
mod finding;
mod names;
mod rule;
mod settings;

pub use check::{Coverage, Diagnostic, Report, check};
pub use finding::{Calculation, Edit, Finding, Fix, Label, Safety};
pub use names::nearest;
pub use rule::{Context, Family, Rule, RuleEntry, RuleMeta, Severity};
pub use settings::{Kind, KindFrom, Profile, ProfileLine, Settings};

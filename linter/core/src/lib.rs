//! What a rule is, and the one function that checks a document with rules.
//!
//! Prints nothing, reads nothing: a caller gives a document, settings and rules, and gets a [`Report`].

#![deny(clippy::float_arithmetic)]

mod across;
mod check;
mod claim_finding;
mod claim_fix;
mod finding;
mod fixes;
mod kind;
mod mend;
mod names;
mod outcome;
mod proposal;
mod restate;
pub mod review;
mod rule;
mod rule_docs;
mod selectors;
mod settings;
mod suppression;
#[cfg(test)]
mod tests;
pub mod whatif;

pub use across::across;
pub use check::{Coverage, Diagnostic, Report, check, check_unreadable};
pub use finding::{Calculation, Edit, Finding, Fix, Label, Safety};
pub use fixes::apply_fixes;
pub use kind::{Kind, KindFrom};
pub use mend::mend;
pub use names::nearest;
pub use outcome::{ACTIONS, NameUse, Outcome, Panic, Suppression, Use};
pub use rule::{ConfiguredRule, Context, Family, Rule, RuleEntry, RuleMeta, Severity};
pub use rule_docs::{Example, RuleDocs};
pub use selectors::{UnknownSelector, resolve_selectors};
pub use settings::{Explain, Profile, ProfileCheck, ProfileLine, Reviewed, Seen, Settings};
pub use suppression::suppression;

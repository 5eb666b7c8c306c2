//! A rule and what is known about it before it runs.

use designlint_document::Document;
use designlint_facts::Facts;
use serde::de::DeserializeOwned;

use crate::{Finding, Kind, Settings};

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Worth a change.
    Warning,
    /// Wrong or missing.
    Error,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Calculations as written.
    Arithmetic,
    /// Known formulas.
    Formula,
    /// Failure modes and their detection.
    Failure,
    /// Options and what the choice costs.
    Decision,
    /// Sections, contracts, questions, rollout.
    Structure,
    /// designlint itself: files, comments, panics.
    Engine,
}

/// What is known about a rule before it runs. All texts come from the rule's own file.
#[derive(Clone, Copy, Debug)]
pub struct RuleMeta {
    /// Kebab-case name of the defect.
    pub name: &'static str,
    /// Family.
    pub family: Family,
    /// Severity unless a profile or the configuration says otherwise.
    pub severity: Severity,
    /// Whether it runs only with `preview`.
    pub preview: bool,
    /// The doc comment: what, `## Why`, `## Bad`, `## Good`, `## Silent on`.
    pub docs: &'static str,
    /// The file, from the root of the repository.
    pub file: &'static str,
}

/// What a rule may look at.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The document.
    pub document: &'a Document,
    /// What it states.
    pub facts: &'a Facts,
    /// What holds for this file.
    pub settings: &'a Settings,
    /// The document's kind.
    pub kind: Kind,
}

/// A rule. Its fields are its options.
pub trait Rule: Default + DeserializeOwned + Send + Sync + 'static {
    /// Name, family, severity, texts.
    const META: &'static RuleMeta;

    /// What it has to say about a document. Pure.
    fn check(&self, cx: &Context<'_>) -> Vec<Finding>;
}

/// A rule in the table.
#[derive(Clone, Copy, Debug)]
pub struct RuleEntry {
    /// What is known about it.
    pub meta: &'static RuleMeta,
    /// Runs it with its default options.
    pub check: fn(&Context<'_>) -> Vec<Finding>,
}

impl RuleEntry {
    /// The entry of a rule.
    pub const fn of<R: Rule>() -> Self {
        Self { meta: R::META, check: |cx| R::default().check(cx) }
    }
}

/// Declares what is known about a rule; its doc comment is what people read about it.
#[macro_export]
macro_rules! declare_rule {
    ($(#[doc = $doc:literal])+ pub static META = {
        name: $name:literal, family: $family:ident, severity: $severity:ident $(, preview: $preview:literal)? $(,)?
    }) => {
        $(#[doc = $doc])+
        pub static META: $crate::RuleMeta = $crate::RuleMeta {
            name: $name,
            family: $crate::Family::$family,
            severity: $crate::Severity::$severity,
            preview: false $(|| $preview)?,
            docs: concat!($($doc, "\n"),+),
            file: file!(),
        };
    };
}

/// The table of rules: one line a rule. The order is the order of the documentation.
#[macro_export]
macro_rules! rules {
    ($($module:ident::$rule:ident),* $(,)?) => {
        $(mod $module;)*
        /// All rules.
        pub static ALL: &[$crate::RuleEntry] = &[$($crate::RuleEntry::of::<$module::$rule>()),*];
    };
}

//! A rule and what is known about it before it runs.

use std::{fmt, sync::Arc};

use designlint_document::Document;
use designlint_facts::{Claim, Facts, Fault, Verdict};
use serde::de::DeserializeOwned;

use crate::{Finding, Kind, KindFrom, Outcome, Profile, Settings};

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Worth a change.
    Warning,
    /// Wrong or missing.
    Error,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Family {
    /// Whether its rules hold only where the profile of the document's kind lists them.
    pub const fn needs_profile(self) -> bool {
        matches!(self, Self::Failure | Self::Decision | Self::Structure)
    }
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
    /// The doc comment: what, `## Why`, `## Example`, `## Silent on`; [`crate::RuleDocs`] reads it.
    pub docs: &'static str,
    /// The file, from the root of the repository.
    pub file: &'static str,
}

/// Where the pages of rules stand, each as `NAME.html`.
const PAGES: &str = "https://designlint.github.io/designlint/rules/";

impl RuleMeta {
    /// The address of the rule's page.
    pub fn page(&self) -> String {
        format!("{PAGES}{}.html", self.name)
    }
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
    /// Where the kind was taken from.
    pub kind_from: KindFrom,
    /// The profile that holds: the kind's, or one that a team wrote; `None` where there is none.
    pub profile: Option<&'a Profile>,
    /// What happened while the other rules ran; empty but for the engine family, which runs last.
    pub outcome: &'a Outcome<'a>,
}

impl<'a> Context<'a> {
    /// The calculations that are wrong in one particular way, in order of the source.
    pub fn wrong(&self, fault: Fault) -> impl Iterator<Item = &'a Claim> + use<'a> {
        self.facts.claims.iter().filter(move |c| c.verdict == Verdict::Wrong && c.fault.as_ref() == Some(&fault))
    }
}

/// A rule. Its fields are its options.
///
/// Derive `Deserialize` with `#[serde(default, deny_unknown_fields)]`; a rule without options is a struct with no fields
/// and braces (`struct X {}`), so that an option it does not have is an error too.
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
    /// Reads its options, a mapping. The error says which one is wrong and what would be right.
    pub configure: fn(serde_json::Value) -> Result<ConfiguredRule, String>,
}

impl RuleEntry {
    /// The entry of a rule.
    pub const fn of<R: Rule>() -> Self {
        Self {
            meta: R::META,
            check: |cx| R::default().check(cx),
            configure: |options| match serde_json::from_value::<R>(options) {
                Ok(rule) => Ok(ConfiguredRule(Arc::new(rule))),
                Err(error) => Err(error.to_string()),
            },
        }
    }
}

/// A rule with options that the configuration gave, or a check that a profile made.
#[derive(Clone)]
pub struct ConfiguredRule(Arc<dyn Check>);

impl ConfiguredRule {
    /// A check that is a function of what a rule may look at.
    pub fn of(check: impl Fn(&Context<'_>) -> Vec<Finding> + Send + Sync + 'static) -> Self {
        Self(Arc::new(Function(check)))
    }

    /// What it has to say about a document.
    pub fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        self.0.check(cx)
    }
}

impl fmt::Debug for ConfiguredRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ConfiguredRule")
    }
}

/// [`Rule`] without its type.
trait Check: Send + Sync {
    fn check(&self, cx: &Context<'_>) -> Vec<Finding>;
}

/// A function that is a [`Check`].
struct Function<F>(F);

impl<F: Fn(&Context<'_>) -> Vec<Finding> + Send + Sync> Check for Function<F> {
    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        (self.0)(cx)
    }
}

impl<R: Rule> Check for R {
    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        Rule::check(self, cx)
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

//! `internal-error`.

use designlint_core::{Context, Finding, Panic, Rule, RuleMeta, declare_rule};
use designlint_document::Span;
use serde::Deserialize;

declare_rule! {
    /// A part of designlint failed on this document.
    ///
    /// ## Why
    /// One broken rule must not take the other findings with it, and must not pass for a clean document either. The
    /// rules that did not fail have run.
    ///
    /// ## Example
    /// No document should show it; one that does is worth a bug report.
    ///
    /// ## Silent on
    /// Everything, unless designlint has a bug. It runs whatever `--select` says.
    pub static META = { name: "internal-error", family: Engine, severity: Error }
}

/// `internal-error`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InternalError {}

impl Rule for InternalError {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.outcome.panics.iter().map(finding).collect()
    }
}

fn finding(panic: &Panic) -> Finding {
    let message = match &panic.rule {
        Some(rule) => format!("`{rule}` failed on this document ({}); the other rules have run", panic.message),
        None => format!("this document could not be read for what it states ({}); few rules have run", panic.message),
    };
    Finding::new(Span::new(0, 0), message).help("this is a bug of designlint: please report it with the document")
}

#[cfg(test)]
mod tests {
    use designlint_core::{Context, Finding, Rule, RuleEntry, RuleMeta, Settings, check, declare_rule};
    use designlint_document::{Document, Source};
    use serde::Deserialize;

    use super::InternalError;

    declare_rule! {
        /// Fails.
        pub static META = { name: "fails", family: Arithmetic, severity: Error }
    }

    #[derive(Default, Deserialize)]
    struct Fails {}

    impl Rule for Fails {
        const META: &'static RuleMeta = &META;

        fn check(&self, _: &Context<'_>) -> Vec<Finding> {
            panic!("row {} of none", 3)
        }
    }

    #[test]
    fn a_panic_is_reported_whatever_is_selected() {
        let rules = [RuleEntry::of::<Fails>(), RuleEntry::of::<InternalError>()];
        let settings = Settings { select: Some(["fails".to_owned()].into()), ..Settings::default() };
        let report = check(Document::parse(Source::new("a\n")), &settings, &rules);
        let [diagnostic] = report.diagnostics.as_slice() else { panic!("{:?}", report.diagnostics) };
        assert_eq!(diagnostic.rule, "internal-error");
        assert_eq!(
            diagnostic.finding.message,
            "`fails` failed on this document (row 3 of none); the other rules have run"
        );
    }
}

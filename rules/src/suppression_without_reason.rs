//! `suppression-without-reason`.

use designlint_core::{Context, Finding, Rule, RuleMeta, Suppression, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// A suppression comment does not say why.
    ///
    /// ## Why
    /// Whoever reads the document next cannot tell a checked exception from a finding that was in the way.
    ///
    /// ## Example
    /// ```md,fails
    /// <!-- designlint-disable-next-line arith-mismatch -->
    /// The pool takes 3 GB.
    /// ```
    /// ```md,passes
    /// <!-- designlint-disable-next-line arith-mismatch: the vendor rounds each row -->
    /// The pool takes 3 GB.
    /// ```
    ///
    /// ## Silent on
    /// `designlint-enable`, which hides nothing. A reason that starts with TODO is none yet.
    pub static META = { name: "suppression-without-reason", family: Engine, severity: Warning }
}

/// `suppression-without-reason`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SuppressionWithoutReason {}

impl Rule for SuppressionWithoutReason {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let written = |reason: &String| !reason.starts_with("TODO");
        let without = |s: &&Suppression<'_>| s.suppresses() && !s.directive.reason.as_ref().is_some_and(written);
        cx.outcome.suppressions.iter().filter(without).map(finding).collect()
    }
}

fn finding(suppression: &Suppression<'_>) -> Finding {
    let directive = suppression.directive;
    let names: Vec<&str> = directive.names.iter().map(|(name, _)| name.as_str()).collect();
    let what = format!("designlint-{} {}", directive.action, names.join(", "));
    Finding::new(directive.span, "this comment hides findings and does not say why".to_owned())
        .help(format!("give the reason after a colon: `<!-- {}: … -->`", what.trim_end()))
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    #[test]
    fn a_reason_is_text_after_the_colon() {
        let rule = "suppression-without-reason";
        let found = ["1:1-1:47 warning: this comment hides findings and does not say why"];
        assert_eq!(says(rule, "<!-- designlint-disable-line bare-result:  -->\n"), found);
        assert_eq!(says(rule, "<!-- designlint-disable-line bare-result: measured -->\n"), [""; 0]);
        assert_eq!(says(rule, "<!-- designlint-disable-line bare-result: TODO say why -->\n").len(), 1);
        assert_eq!(says(rule, "<!-- designlint-enable bare-result -->\n"), [""; 0]);
    }
}

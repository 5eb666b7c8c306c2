//! `unknown-suppression`.

use designlint_core::{
    ACTIONS, Context, Edit, Finding, Fix, Rule, RuleMeta, Safety, Suppression, Use, declare_rule, nearest,
};
use designlint_document::Span;
use serde::Deserialize;

declare_rule! {
    /// A suppression comment names a rule or an action that does not exist.
    ///
    /// ## Why
    /// It hides nothing, and its author believes that it does.
    ///
    /// ## Example
    /// ```md,fails
    /// <!-- designlint-disable-next-line arith-missmatch: the source rounds each row -->
    /// The pool takes 3 GB.
    /// ```
    /// ```md,passes
    /// <!-- designlint-disable-next-line arith-mismatch: the source rounds each row -->
    /// The pool takes 3 GB.
    /// ```
    ///
    /// ## Silent on
    /// Comments of other linters.
    pub static META = { name: "unknown-suppression", family: Engine, severity: Warning }
}

/// `unknown-suppression`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnknownSuppression {}

impl Rule for UnknownSuppression {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.outcome.suppressions.iter().flat_map(|s| action(s).into_iter().chain(names(s))).collect()
    }
}

fn action(suppression: &Suppression<'_>) -> Option<Finding> {
    let directive = suppression.directive;
    let action = directive.action.as_str();
    if ACTIONS.contains(&action) {
        return None;
    }
    let finding = Finding::new(directive.span, format!("designlint has no comment `designlint-{action}`"));
    Some(finding.help(match nearest(action, ACTIONS.iter().copied()) {
        Some(meant) => format!("write `designlint-{meant}`"),
        None => format!("write one of `designlint-{}`", ACTIONS.join("`, `designlint-")),
    }))
}

fn names<'a>(suppression: &'a Suppression<'_>) -> impl Iterator<Item = Finding> + 'a {
    suppression.names.iter().filter_map(|name| match &name.state {
        Use::Unknown(meant) => Some(unknown(name.name, name.span, meant.as_deref())),
        _ => None,
    })
}

fn unknown(name: &str, span: Span, meant: Option<&str>) -> Finding {
    let finding = Finding::new(span, format!("no rule or family is called `{name}`, so this hides nothing"));
    let Some(meant) = meant else {
        return finding.help("`designlint rules` lists the names");
    };
    let edits = vec![Edit { span, text: meant.to_owned() }];
    // Another name hides another finding, so somebody has to look at it.
    finding.help(format!("did you mean `{meant}`?")).fix(Fix {
        title: format!("write `{meant}`"),
        safety: Safety::Unsafe,
        edits,
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    #[test]
    fn names_what_was_meant() {
        let text = "<!-- designlint-disable-line arith-missmatch, q7: x -->\n";
        assert_eq!(
            says("unknown-suppression", text),
            [
                "1:30-1:45 warning: no rule or family is called `arith-missmatch`, so this hides nothing",
                "1:47-1:49 warning: no rule or family is called `q7`, so this hides nothing"
            ]
        );
        assert_eq!(
            says("unknown-suppression", "<!-- designlint-disable-nextline all: x -->\n"),
            ["1:1-1:44 warning: designlint has no comment `designlint-disable-nextline`"]
        );
        assert_eq!(says("unknown-suppression", "<!-- markdownlint-disable no-such-rule -->\n"), [""; 0]);
    }
}

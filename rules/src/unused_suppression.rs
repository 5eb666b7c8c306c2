//! `unused-suppression`.

use designlint_core::{
    ACTIONS, Context, Edit, Finding, Fix, NameUse, Rule, RuleMeta, Safety, Suppression, Use, declare_rule,
};
use designlint_document::{Source, Span};
use serde::Deserialize;

declare_rule! {
    /// A suppression comment hides nothing.
    ///
    /// ## Why
    /// What it excused is gone, and the next mistake on its line would be hidden unseen.
    ///
    /// ## Example
    /// ```md,fails
    /// <!-- designlint-disable-next-line arith-mismatch: the vendor rounds each row -->
    /// The pool takes 3 GB.
    /// ```
    /// ```md,passes
    /// The pool takes 3 GB.
    /// ```
    ///
    /// ## Silent on
    /// A comment about a rule that did not run: switched off, not selected, not for this kind of document.
    pub static META = { name: "unused-suppression", family: Engine, severity: Warning }
}

/// `unused-suppression`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnusedSuppression {}

impl Rule for UnusedSuppression {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let source = &cx.document.source;
        let known = cx.outcome.suppressions.iter().filter(|s| ACTIONS.contains(&s.directive.action.as_str()));
        known.flat_map(|s| findings(s, source)).collect()
    }
}

/// One finding for a comment of which nothing is used, else one for each unused name.
fn findings(suppression: &Suppression<'_>, source: &Source) -> Vec<Finding> {
    let (comment, names) = (suppression.directive.span, &suppression.names);
    let Some(first_kept) = names.iter().position(|n| !is_idle(n)) else {
        let message = if suppression.suppresses() { "this comment hides nothing" } else { "this comment ends nothing" };
        let engine = names.iter().any(|n| n.state == Use::Engine);
        return vec![finding(comment, message, engine, "remove the comment", whole(source, comment))];
    };
    let unused = names.iter().enumerate().filter(|(_, n)| is_idle(n));
    unused
        .map(|(i, n)| {
            // With the comma that parts it from a name that stays.
            let gone = match i < first_kept {
                true => Span::new(n.span.start, names[i + 1].span.start),
                false => Span::new(names[i - 1].span.end, n.span.end),
            };
            let (message, title) = (format!("`{}` has nothing to hide here", n.name), format!("remove `{}`", n.name));
            finding(n.span, &message, n.state == Use::Engine, &title, gone)
        })
        .collect()
}

fn is_idle(name: &NameUse<'_>) -> bool {
    matches!(name.state, Use::Unused | Use::Engine)
}

const ENGINE: &str =
    "findings about designlint itself are not hidden by comments; switch the rule off in designlint.yaml";

fn finding(span: Span, message: &str, engine: bool, title: &str, gone: Span) -> Finding {
    let help = if engine { ENGINE.to_owned() } else { format!("{title}, or write what it was meant for") };
    let edits = vec![Edit { span: gone, text: String::new() }];
    Finding::new(span, message).help(help).fix(Fix { title: title.to_owned(), safety: Safety::Safe, edits })
}

/// The comment with the blanks before it, or with its lines where it stands alone.
fn whole(source: &Source, span: Span) -> Span {
    let (first, last) = (source.line_of(span.start), source.line_of(span.end));
    let (above, below) = (source.line_span(first), source.line_span(last));
    let before = source.slice(Span::new(above.start, span.start));
    let after = source.slice(Span::new(span.end, below.end));
    if !before.trim().is_empty() || !after.trim().is_empty() {
        let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
        return Span::new(span.start - blanks, span.end);
    }
    let empty = |line: usize| source.slice(source.line_span(line)).trim().is_empty();
    // Between two lines of text the empty line stays, or they would become one paragraph.
    if first == 1 || last == source.line_count() || empty(first - 1) || empty(last + 1) {
        let next = if last == source.line_count() { below.end } else { source.line_span(last + 1).start };
        return Span::new(above.start, next);
    }
    Span::new(above.start, below.end)
}

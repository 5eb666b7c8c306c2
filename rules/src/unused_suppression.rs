//! `unused-suppression`.

use designlint_core::{Context, Edit, Finding, Fix, Rule, RuleMeta, Safety, Suppression, Use, declare_rule};
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
        let suppressing = cx.outcome.suppressions.iter().filter(|s| s.suppresses());
        suppressing.flat_map(|s| findings(s, &cx.document.source)).collect()
    }
}

/// One finding for a comment of which nothing is used, else one for each unused name.
fn findings(suppression: &Suppression<'_>, source: &Source) -> Vec<Finding> {
    let directive = suppression.directive;
    let idle = |state: &Use| matches!(state, Use::Unused | Use::Engine);
    if suppression.uses.iter().all(idle) {
        let help = suppression.uses.contains(&Use::Engine).then_some(ENGINE);
        let title = "remove the comment";
        return vec![finding(directive.span, "this comment hides nothing", help, title, whole(source, directive.span))];
    }
    let Some(first_kept) = suppression.uses.iter().position(|state| !idle(state)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (i, state) in suppression.uses.iter().enumerate().filter(|(_, state)| idle(state)) {
        let Some((name, span)) = directive.names.get(i) else { continue };
        // With the comma that parts it from a name that stays.
        let gone = match i < first_kept {
            true => Span::new(span.start, directive.names[i + 1].1.start),
            false => Span::new(directive.names[i - 1].1.end, span.end),
        };
        let help = (*state == Use::Engine).then_some(ENGINE);
        let message = format!("`{name}` has nothing to hide here");
        found.push(finding(*span, &message, help, &format!("remove `{name}`"), gone));
    }
    found
}

const ENGINE: &str =
    "findings about designlint itself are not hidden by comments; switch the rule off in designlint.yaml";

fn finding(span: Span, message: &str, help: Option<&str>, title: &str, gone: Span) -> Finding {
    let fix =
        Fix { title: title.to_owned(), safety: Safety::Safe, edits: vec![Edit { span: gone, text: String::new() }] };
    let finding = Finding::new(span, message).fix(fix);
    match help {
        Some(help) => finding.help(help),
        None => finding.help(format!("{title}, or write what it was meant to hide")),
    }
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

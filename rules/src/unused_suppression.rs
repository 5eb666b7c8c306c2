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

#[cfg(test)]
mod tests {
    use designlint_core::{
        Context, Diagnostic, Finding, Rule, RuleEntry, RuleMeta, Safety, Settings, apply_fixes, check, declare_rule,
    };
    use designlint_document::{Document, Source, Span};
    use serde::Deserialize;

    use super::UnusedSuppression;

    declare_rule! {
        /// A word that somebody wanted to replace.
        pub static META = { name: "todo", family: Formula, severity: Error }
    }

    #[derive(Default, Deserialize)]
    struct Todo {}

    impl Rule for Todo {
        const META: &'static RuleMeta = &META;

        fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
            let places = cx.document.source.text().match_indices("TODO");
            places.map(|(at, word)| Finding::new(Span::new(at, at + word.len()), word)).collect()
        }
    }

    fn unused(text: &str) -> Vec<Diagnostic> {
        let rules = [RuleEntry::of::<Todo>(), RuleEntry::of::<UnusedSuppression>()];
        let mut report = check(Document::parse(Source::new(text)), &Settings::default(), &rules);
        report.diagnostics.retain(|d| d.rule != "todo");
        report.diagnostics
    }

    fn says(text: &str) -> Vec<String> {
        let line = |d: &Diagnostic| format!("{}: {}", &text[d.finding.span.range()], d.finding.message);
        unused(text).iter().map(line).collect()
    }

    /// The text after the fixes, which must leave nothing to say.
    fn fixed(text: &str) -> String {
        let diagnostics = unused(text);
        let (fixed, taken) = apply_fixes(text, &diagnostics, Safety::Safe);
        assert_eq!(taken, diagnostics.len(), "{diagnostics:#?}");
        assert_eq!(says(&fixed), [""; 0]);
        fixed
    }

    #[test]
    fn a_comment_of_which_nothing_is_used_goes_with_its_line() {
        let text = "a\n\n<!-- designlint-disable-next-line todo: x -->\nb\n";
        assert_eq!(says(text), ["<!-- designlint-disable-next-line todo: x -->: this comment hides nothing"]);
        assert_eq!(fixed(text), "a\n\nb\n");
        assert_eq!(fixed("a\r\n<!-- designlint-disable-file all: x -->\r\nb\r\n"), "a\r\n\r\nb\r\n");
        assert_eq!(fixed("<!-- designlint-disable formula: x -->"), "");
        assert_eq!(fixed("<!-- designlint-disable-line: x -->\na\n"), "a\n");
    }

    #[test]
    fn a_comment_in_a_line_goes_alone() {
        let text = "| a | b |\n|---|---|\n| c | d <!-- designlint-disable-line todo: x --> |\n";
        assert_eq!(fixed(text), "| a | b |\n|---|---|\n| c | d |\n");
    }

    #[test]
    fn a_name_goes_with_its_comma_and_what_is_used_stays() {
        let names = |names: &str| format!("a TODO <!-- designlint-disable-line {names}: x -->\n");
        let stays = names("todo");
        assert_eq!(says(&stays), [""; 0]);
        let text = names("arithmetic, todo, failure");
        let found =
            ["arithmetic: `arithmetic` has nothing to hide here", "failure: `failure` has nothing to hide here"];
        assert_eq!(says(&text), found);
        assert_eq!(fixed(&text), stays);
        assert_eq!(fixed(&names("arithmetic,  failure ,todo")), stays);
        assert_eq!(fixed(&names("todo , arithmetic, failure")), stays);
    }

    #[test]
    fn names_that_end_at_different_places_are_one_comment() {
        let text = "<!-- designlint-disable todo, failure: x -->\n\nTODO\n\n<!-- designlint-enable failure -->\n";
        assert_eq!(says(text), ["failure: `failure` has nothing to hide here"]);
    }

    #[test]
    fn an_enable_ends_something() {
        let enable = "a\n\n<!-- designlint-enable todo -->\n";
        assert_eq!(says(enable), ["<!-- designlint-enable todo -->: this comment ends nothing"]);
        assert_eq!(says(&format!("<!-- designlint-disable todo: x -->\n\nTODO\n\n{enable}")), [""; 0]);
    }

    #[test]
    fn comments_do_not_hide_what_is_about_comments() {
        let [diagnostic] = &unused("<!-- designlint-disable-file unused-suppression: x -->\n")[..] else { panic!() };
        assert_eq!(diagnostic.finding.message, "this comment hides nothing");
        assert_eq!(
            diagnostic.finding.help.as_deref(),
            Some("findings about designlint itself are not hidden by comments; switch the rule off in designlint.yaml")
        );
    }
}

//! `unresolved-marker`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::Text;
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// An accepted document still marks something as not settled.
    ///
    /// ## Why
    /// Whoever builds from an accepted document takes what stands in it as decided. A mark in the middle of the text is
    /// read late, and by the wrong person.
    ///
    /// ## Example
    /// ```md,fails
    /// ---
    /// status: accepted
    /// ---
    ///
    /// ## Design
    ///
    /// Entries are JSON. The limit of their size is TBD.
    /// ```
    /// ```md,passes
    /// ---
    /// status: accepted
    /// ---
    ///
    /// ## Design
    ///
    /// Entries are JSON of at most 64 KiB.
    /// ```
    ///
    /// ## Silent on
    /// - drafts and proposals, and documents that do not say their status
    /// - open questions, future work, code, comments
    /// - sections that hold nothing else (`section-hollow`)
    pub static META = { name: "unresolved-marker", family: Structure, severity: Warning }
}

/// `unresolved-marker`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnresolvedMarker {}

impl Rule for UnresolvedMarker {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let status = cx.facts.standing.status.as_ref().filter(|_| cx.facts.standing.accepted);
        let Some(status) = status else { return Vec::new() };
        cx.facts.markers.iter().map(|mark| finding(mark, status)).collect()
    }
}

fn finding(mark: &Text, status: &Text) -> Finding {
    let message =
        format!("the status of the document is {}, and {} is not settled", quoted(&status.text), quoted(&mark.text));
    let help = "settle it, or move it to the open questions with an owner and a date";
    Finding::new(mark.span, message).help(help).label(status.span, "the status")
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "unresolved-marker";

    #[test]
    fn an_accepted_document_is_settled() {
        for (mark, columns) in [("TBD", "15-7:18"), ("TODO", "15-7:19"), ("???", "15-7:18")] {
            let text = format!("---\nstatus: accepted\n---\n\n## Design\n\nThe format is {mark} for now.\n");
            let expected = format!(
                "7:{columns} warning: the status of the document is \"accepted\", and \"{mark}\" is not settled"
            );
            assert_eq!(says(RULE, &text), [expected]);
        }
        let text =
            "# A\n\nStatus: Implemented\n\n## Design\n\n<<[UNRESOLVED the format]>>\nJSON or not.\n<<[/UNRESOLVED]>>\n";
        assert_eq!(
            says(RULE, text),
            [
                "7:1-7:28 warning: the status of the document is \"Implemented\", and \"<<[UNRESOLVED the format]>>\" is not settled"
            ]
        );
    }

    #[test]
    fn others_are_not() {
        for status in ["draft", "proposed", "to be accepted", "not accepted"] {
            let text = format!("---\nstatus: {status}\n---\n\n## Design\n\nThe format is TBD for now.\n");
            assert_eq!(says(RULE, &text), [""; 0], "{status}");
        }
        assert_eq!(says(RULE, "## Design\n\nThe format is TBD for now.\n"), [""; 0]);
    }
}

//! The code lens at the top: how much of the document's arithmetic was verified.

use designlint_render::summary::counted;
use lsp_types::{CodeLens, Command, Position, Range};

use super::Asked;

/// One lens, where the document calculates and the client wants lenses.
pub(super) fn lenses(asked: Asked<'_>) -> Vec<CodeLens> {
    let coverage = asked.report().coverage;
    if coverage.claims == 0 || !asked.settings.code_lens.enable {
        return Vec::new();
    }
    let title = format!("{} of {} verified", coverage.verified, counted(coverage.claims, "calculation"));
    let start = Position::new(0, 0);
    // A command without a name is text: there is nothing to do but to read it.
    let command = Command { title, command: String::new(), arguments: None };
    vec![CodeLens { range: Range::new(start, start), command: Some(command), data: None }]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::features::testing::Session;

    #[test]
    fn the_first_line_says_how_much_was_verified() {
        let mut session = Session::notes("# A\n\n2 x 3 = 6, 4 x 5 = 21, and 2 x width = 7.\n");
        let lenses = session.ask("textDocument/codeLens", json!({}));
        let start = json!({"line": 0, "character": 0});
        let command = json!({"title": "1 of 3 calculations verified", "command": ""});
        assert_eq!(lenses, json!([{"range": {"start": start, "end": start}, "command": command}]));
        session.settings.code_lens.enable = false;
        assert_eq!(session.ask("textDocument/codeLens", json!({})), json!([]));
    }

    #[test]
    fn a_document_that_calculates_nothing_has_no_lens() {
        assert_eq!(Session::notes("# A\n").ask("textDocument/codeLens", json!({})), json!([]));
        let one = Session::notes("2 x 3 = 6.\n").ask("textDocument/codeLens", json!({}));
        assert_eq!(one[0]["command"]["title"], "1 of 1 calculation verified");
    }
}

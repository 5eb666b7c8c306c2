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

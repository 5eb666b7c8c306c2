//! `lsp`: the language server over standard input and output.

use crate::output::{Exit, tell};

/// Serves until the client leaves.
pub fn run() -> Exit {
    match designlint_lsp::run_on_stdio() {
        Ok(()) => Exit::Clean,
        Err(reason) => {
            tell(&format!("error: {reason}"));
            Exit::Found
        }
    }
}

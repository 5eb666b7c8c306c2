//! `lsp`: the language server over standard input and output.

use lsp_server::Connection;

use crate::output::{Exit, tell};

/// Serves until the client leaves.
pub fn run() -> Exit {
    let (connection, threads) = Connection::stdio();
    let served = designlint_lsp::run(connection);
    let written = threads.join();
    match served.map_err(|error| error.to_string()).and_then(|()| written.map_err(|error| error.to_string())) {
        Ok(()) => Exit::Clean,
        Err(reason) => {
            tell(&format!("error: {reason}"));
            Exit::Found
        }
    }
}

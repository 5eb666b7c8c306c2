//! `lsp`: the language server over standard input and output.

use designlint_lsp::Stopped;
use lsp_server::Connection;

use crate::output::{Exit, tell};

/// Serves until the client leaves.
pub fn run() -> Exit {
    let (connection, threads) = Connection::stdio();
    let served = designlint_lsp::run(connection);
    let reason = match served {
        // The thread that reads would wait for a client that is gone.
        Err(gone @ Stopped::ClientGone) => gone.to_string(),
        served => match (threads.join(), served) {
            (Err(broken), _) => broken.to_string(),
            (Ok(()), Err(stopped)) => stopped.to_string(),
            (Ok(()), Ok(())) => return Exit::Clean,
        },
    };
    tell(&format!("error: {reason}"));
    Exit::Found
}

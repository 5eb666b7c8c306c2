//! The language server of designlint: the findings of `check` in an editor.
//!
//! It holds no lint logic. One thread reads what the client says and answers; another checks documents (`worker.rs`). Only
//! texts are kept up to date in part: a document that has changed is checked as a whole.

mod alive;
mod checked;
mod client;
mod diagnostics;
mod features;
mod notices;
mod number_edit;
mod open;
mod outgoing;
mod position;
mod requests;
mod server;
mod settings;
mod stdio;
mod surroundings;
mod sweep;
mod sync;
#[cfg(test)]
mod tests;
mod uri;
mod worker;

use std::fmt;

use designlint_core::RuleEntry;
use lsp_server::{Connection, ResponseError};
use lsp_types::Uri;
use serde_json::Value;

use features::Asked;

/// Serves a client until it says `exit`, leaves or dies.
///
/// # Errors
/// Why it ended, where the client did not say `shutdown` and `exit`: the process then ends with 1.
pub fn run(connection: Connection) -> Result<(), Stopped> {
    serve(connection, Parts::default())
}

/// Serves a client over standard input and output, as [`run`] does.
///
/// # Errors
/// Those of [`run`].
pub fn run_on_stdio() -> Result<(), Stopped> {
    let (connection, writer) = stdio::connect().map_err(|_| Stopped::NoThread)?;
    let served = run(connection);
    // A client that is gone reads no more of what is still to be written.
    if served != Err(Stopped::ClientGone) && !matches!(writer.join(), Ok(Ok(()))) {
        return served.and(Err(Stopped::Disconnected));
    }
    served
}

/// Why a session ended that was not shut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The client said `exit` without `shutdown` before it.
    WithoutShutdown,
    /// What the client reads or writes was closed.
    Disconnected,
    /// The process that the client named is gone. What it would read and write may still be open.
    ClientGone,
    /// The system has no thread left to check with.
    NoThread,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WithoutShutdown => "the client said exit without shutdown",
            Self::Disconnected => "the connection to the client broke off",
            Self::ClientGone => "the process of the client is gone",
            Self::NoThread => "no thread could be started",
        })
    }
}

impl std::error::Error for Stopped {}

/// What the server is made of; tests put parts that fail in the place of one.
#[derive(Clone, Copy)]
struct Parts {
    /// The rules.
    rules: &'static [RuleEntry],
    /// What answers requests about a document.
    answer: fn(Asked<'_>, &str, Value) -> Option<Result<Value, ResponseError>>,
    /// The document that such a request is about.
    document_of: fn(&str, &Value) -> Option<Uri>,
}

impl Default for Parts {
    fn default() -> Self {
        Self { rules: designlint_rules::ALL, answer: features::answer, document_of: features::document_of }
    }
}

fn serve(connection: Connection, parts: Parts) -> Result<(), Stopped> {
    server::wait_for_initialize(connection, parts)
}

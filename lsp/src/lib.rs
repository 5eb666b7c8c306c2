//! The language server of designlint: the findings of `check` in an editor.
//!
//! It holds no lint logic. One thread reads what the client says and answers; another checks documents ([`worker`]). Only
//! texts are kept up to date in part: a document that has changed is checked as a whole.

mod alive;
mod checked;
mod client;
mod diagnostics;
mod features;
mod notices;
mod open;
mod outgoing;
mod position;
mod requests;
mod server;
mod settings;
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
use serde_json::Value;

use checked::Checked;
use position::Encoding;

/// Serves a client until it says `exit`, leaves or dies.
///
/// # Errors
/// Why it ended, where the client did not say `shutdown` and `exit`: the process then ends with 1.
pub fn run(connection: Connection) -> Result<(), Stopped> {
    serve(connection, Parts { rules: designlint_rules::ALL, answer: features::answer })
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
    answer: fn(&Checked, Encoding, &str, Value) -> Option<Result<Value, ResponseError>>,
}

fn serve(connection: Connection, parts: Parts) -> Result<(), Stopped> {
    server::wait_for_initialize(connection, parts)
}

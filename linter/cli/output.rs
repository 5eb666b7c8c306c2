//! What goes to standard output and standard error, and the exit code.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::values::Color;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Nothing to complain about.
    Clean = 0,
    /// Something was found.
    Found = 1,
    /// A usage or configuration error, or a named path that could not be read.
    Failed = 2,
}

/// Whether whoever read standard output was seen to have left.
static LEFT: AtomicBool = AtomicBool::new(false);

/// Writes the result. Whoever closes the pipe early has read enough; any other failure is told and fails the run.
pub fn print(text: &str) -> Exit {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Exit::Clean,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            LEFT.store(true, Ordering::Relaxed);
            Exit::Clean
        }
        Err(error) => {
            tell(&format!("error: standard output: {error}"));
            Exit::Failed
        }
    }
}

/// Whether nobody reads standard output any more, as far as writing there has shown.
pub fn reader_left() -> bool {
    LEFT.load(Ordering::Relaxed)
}

/// Writes a line to standard error.
pub fn tell(line: &str) {
    // Nobody is left to tell if this fails.
    _ = writeln!(io::stderr().lock(), "{}", line.trim_end());
}

/// Whether to colour a stream. An explicit choice wins, then `NO_COLOR`, then `FORCE_COLOR`, then whether the stream is a
/// terminal that understands colour.
pub fn colored(choice: Color, stream: &impl IsTerminal) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR") => false,
        Color::Auto if set("FORCE_COLOR") => std::env::var_os("FORCE_COLOR").is_some_and(|value| value != "0"),
        Color::Auto => stream.is_terminal() && !dumb(),
    }
}

/// Whether the terminal can draw lines.
pub fn dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

//! How far a long run has come.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::dumb;

/// A run that is over sooner shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error, which is gone without a trace when this is dropped. Nothing where that is no terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    shows: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A bar for a run over so many files, which began a while ago; none where it is not `wanted`.
    pub fn of(files: usize, wanted: bool, begun: Instant) -> Self {
        let bar = ProgressBar::with_draw_target(u64::try_from(files).ok(), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("checking {wide_bar} {pos} of {len} files");
        let bar = style.into_iter().fold(bar, ProgressBar::with_style);
        let shows = (wanted && stderr().is_terminal() && !dumb()).then(|| {
            let (over, is_over) = channel::<()>();
            let bar = bar.clone();
            let thread = spawn(move || {
                let left = PATIENCE.saturating_sub(begun.elapsed());
                if is_over.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(PATIENCE / 10);
                }
            });
            (over, thread)
        });
        Self { bar, shows }
    }

    /// One more file is done.
    pub fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((over, thread)) = self.shows.take() {
            drop(over);
            _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

//! Whether the process of the client is still there.

use std::time::{Duration, Instant};

use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

/// How often it is looked for.
pub(crate) const INTERVAL: Duration = Duration::from_secs(3);

/// The process of a client.
pub(crate) struct Alive {
    process: Pid,
    /// When it started, in seconds: another one with its number is not it.
    started: u64,
    system: System,
    looked: Instant,
}

impl Alive {
    /// Looks after a process; `None` where there is none with this number, as when it runs in another container.
    pub(crate) fn new(process: u32) -> Option<Self> {
        let (process, mut system) = (Pid::from_u32(process), System::new());
        let started = started(&mut system, process)?;
        Some(Self { process, started, system, looked: Instant::now() })
    }

    /// Whether it is gone. Looks at most once in [`INTERVAL`].
    pub(crate) fn is_gone(&mut self) -> bool {
        if self.looked.elapsed() < INTERVAL {
            return false;
        }
        self.looked = Instant::now();
        started(&mut self.system, self.process) != Some(self.started)
    }
}

/// When a process started, if it runs.
fn started(system: &mut System, process: Pid) -> Option<u64> {
    let only = [process];
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&only), true, ProcessRefreshKind::nothing());
    let found = system.process(process)?;
    // One that ended and that its parent has not asked after is still listed.
    (!matches!(found.status(), ProcessStatus::Zombie | ProcessStatus::Dead)).then(|| found.start_time())
}

//! Holds a reader to work that grows as its text does.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Bytes of the texts that are compared.
const SMALL: usize = 2 << 10;
const LARGE: usize = 32 << 10;
/// A large text that is read in this time is not looked at any further. Work that grows with the square of the text is well above.
const SOON: Duration = Duration::from_millis(120);
/// How much more than its share a large text may take. With the square it would be 16.
const SHARE: u32 = 5;
/// A time is the least of so many, since other programs run too.
const TIMES: usize = 4;

/// Fails where a reader takes much longer for a byte of a piece that is repeated often than of one that is repeated a little.
///
/// It is time of the processor that is measured, and what seems slow is measured again: the answer is the same on every machine.
pub fn grows_as_its_text(before: &str, piece: &str, read: impl Fn(&str)) {
    let text = |bytes: usize| before.to_owned() + &piece.repeat(bytes / piece.len().max(1));
    let (small, large) = (text(SMALL), text(LARGE));
    let mut taken = time(&large, &read);
    if taken < SOON {
        return;
    }
    let share = u32::try_from(LARGE / SMALL).unwrap_or(u32::MAX) * SHARE;
    let allowed = (0..TIMES).map(|_| time(&small, &read)).min().unwrap_or_default() * share;
    for _ in 1..TIMES {
        if taken > allowed {
            taken = taken.min(time(&large, &read));
        }
    }
    assert!(
        taken <= SOON.max(allowed),
        "{before:?}, and {piece:?} up to {LARGE} bytes, take {taken:?} and not {allowed:?}"
    );
}

fn time(text: &str, read: impl Fn(&str)) -> Duration {
    let now = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
    };
    let start = now();
    read(text);
    now().saturating_sub(start)
}

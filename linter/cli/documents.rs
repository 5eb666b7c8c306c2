//! The documents a verb is about: found, read and checked, the files in parallel.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use designlint_core::{Report, Settings, check, check_unreadable};
use designlint_document::{Document, Source};
use designlint_files::{Asked, Contents, Walk};
use designlint_render::Checked;

use crate::arguments::CommonArguments;
use crate::output::tell;

/// Checks what the paths mean. Tells on standard error what could not be read and what held nothing to check.
pub fn check_all(paths: &[PathBuf], common: &CommonArguments) -> Vec<Checked> {
    let asked = designlint_files::find(paths, Walk { no_ignore: common.no_ignore });
    let settings = Settings {
        kind_from_command_line: common.kind(),
        knowledge: designlint_rules::packs::knowledge(),
        profiles: designlint_rules::packs::profiles(),
        ..Settings::default()
    };
    let checked = in_parallel(&asked, |asked| one(asked, &settings, common));
    for file in &checked {
        if let Err(reason) = &file.outcome {
            tell(&format!("error: {}: {reason}", designlint_render::escape::line(&file.path)));
        }
    }
    checked
}

fn one(asked: &Asked, settings: &Settings, common: &CommonArguments) -> Checked {
    let stdin = asked.named && asked.path == Path::new("-");
    let path = match &common.stdin_filename {
        Some(name) if stdin => name.to_string_lossy().into_owned(),
        _ => asked.shown.clone(),
    };
    let contents = match &asked.error {
        Some(error) => Err(error.clone()),
        None if stdin => read_stdin(),
        None => designlint_files::read(&asked.path),
    };
    Checked { path, outcome: contents.map(|contents| report(contents, settings)) }
}

fn report(contents: Contents, settings: &Settings) -> Report {
    let rules = designlint_rules::ALL;
    let text = match contents {
        Contents::Text(text) => text,
        Contents::Binary(bytes) => match check_unreadable(&bytes, settings, rules) {
            Some(report) => return report,
            None => String::from_utf8_lossy(&bytes).into_owned(),
        },
    };
    check(Document::parse(Source::new(text)), settings, rules)
}

fn read_stdin() -> Result<Contents, String> {
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => Ok(Contents::from(bytes)),
        Err(error) => Err(error.to_string()),
    }
}

/// The results of a function in the order of the items, whichever thread they come from.
fn in_parallel<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    if threads < 2 {
        return items.iter().map(f).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            match items.get(i) {
                Some(item) => done.push((i, f(item))),
                None => return done,
            }
        }
    };
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|w| w.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_leave_the_order_alone() {
        let items: Vec<usize> = (0..1000).collect();
        assert_eq!(in_parallel(&items, |i| i * 2), items.iter().map(|i| i * 2).collect::<Vec<_>>());
        assert_eq!(in_parallel(&[] as &[usize], |i| *i), [] as [usize; 0]);
    }
}

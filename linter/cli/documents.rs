//! The documents a verb is about: found, read and checked, the files in parallel.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use designlint_core::review::{Review, review};
use designlint_core::{
    Finding, Kind, Report, Safety, Settings, Severity, check, check_unreadable, nearest, resolve_selectors,
};
use designlint_document::{Document, Source};
use designlint_facts::Date;
use designlint_files::{Asked, ConfigError, Contents, Discovery, Request, Roots, Workspace};
use designlint_render::Checked;
use designlint_render::escape::line;
use designlint_render::full::{self, Style};

use crate::arguments::{Selection, Sources};
use crate::asked::{asked, is_stdin, place};
use crate::mend::{Mended, mend};
use crate::output::{Exit, colored, dumb, tell};
use crate::progress::Progress;
use crate::values::Color;

/// What to check, and how.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Files and folders.
    pub paths: &'a [PathBuf],
    pub kind: Option<&'a str>,
    pub sources: &'a Sources,
    pub selection: &'a Selection,
    /// When messages are coloured.
    pub color: Color,
    /// Whether a run that takes long says how far it has come.
    pub progress: bool,
    /// Where the paths that documents name are looked for; `None` for the repository of each.
    pub root: Option<&'a Path>,
    /// The day with which due dates are compared.
    pub today: Option<Date>,
    /// The least safe fixes to take; `None` to take none.
    pub mend: Option<Safety>,
    /// Whether to review what was checked.
    pub review: bool,
    /// The text of the document that all of them are reviews of; `None` where each names its own.
    pub of: Option<&'a str>,
}

impl<'a> Task<'a> {
    /// The documents of these paths as they are, and nothing but a check.
    pub fn new(paths: &'a [PathBuf], sources: &'a Sources, selection: &'a Selection) -> Self {
        Self {
            paths,
            kind: None,
            sources,
            selection,
            color: Color::Auto,
            progress: true,
            root: None,
            today: None,
            mend: None,
            review: false,
            of: None,
        }
    }
}

/// The text of a file that a flag names. What hinders it is told.
///
/// # Errors
/// How to end.
pub fn text_of(flag: &str, path: &Path) -> Result<String, Exit> {
    let text = designlint_files::read(path).and_then(|contents| match contents {
        Contents::Text(text) => Ok(text),
        Contents::Binary(_) => Err("not text".to_owned()),
    });
    text.map_err(|reason| refused(flag, path, &reason))
}

/// Tells what is wrong with a file that a flag names.
pub fn refused(flag: &str, path: &Path, reason: &str) -> Exit {
    tell(&format!("error: {flag}: {}: {}", line(&path.to_string_lossy()), line(reason)));
    Exit::Failed
}

/// A file that was asked for, and what became of it.
#[derive(Debug)]
pub struct Done {
    /// The file and the report on its text, mended if that was asked for.
    pub checked: Checked,
    /// Where it lies; `None` for standard input.
    pub path: Option<PathBuf>,
    /// Its text before and after, where fixes changed it.
    pub mended: Option<Mended>,
    /// What held for it; `None` where its configuration is broken or the file could not be read.
    pub settings: Option<Arc<Settings>>,
    /// What is wrong with its configuration.
    error: Option<Arc<ConfigError>>,
}

/// Checks what the paths mean. Tells on standard error what could not be read or configured, and which folders held
/// nothing to check.
///
/// # Errors
/// How to end where a selector names nothing.
pub fn check_all(task: Task<'_>) -> Result<Vec<Done>, Exit> {
    let workspace = Workspace::new(request(task)?, discovery(task.sources));
    let begun = Instant::now();
    let asked = asked(task.paths, task.sources, &workspace);
    names_of_configuration(task, &asked, &workspace)?;
    let roots = Roots::new(task.root.map(Path::to_owned));
    let progress = Progress::of(asked.len(), task.progress, begun);
    let all = in_parallel(&asked, task.sources.threads, |asked| {
        let done = one(asked, &workspace, &roots, task);
        progress.step();
        done
    });
    // Before anything is printed.
    drop(progress);
    let mut told: Vec<&Arc<ConfigError>> = Vec::new();
    for done in &all {
        match (&done.error, &done.checked.outcome) {
            (Some(error), _) if told.iter().any(|known| Arc::ptr_eq(known, error)) => {}
            (Some(error), _) => {
                tell_configuration(error, task.color);
                told.push(error);
            }
            (None, Err(reason)) => tell(&format!("error: {}: {reason}", line(&done.checked.path))),
            (None, Ok(_)) => {}
        }
    }
    Ok(all)
}

fn request(task: Task<'_>) -> Result<Request, Exit> {
    let selection = task.selection;
    let resolve = |flag: &str, names: &[String]| {
        resolve_selectors(names, designlint_rules::ALL).map_err(|unknown| {
            tell(&format!("error: {flag}: {}", line(&unknown.to_string())));
            Exit::Failed
        })
    };
    let select = selection.select.as_ref().map(|names| resolve("--select", names)).transpose()?;
    let ignore = resolve("--ignore", &selection.ignore)?;
    Ok(Request { kind: task.kind.map(str::to_owned), select, ignore, preview: selection.preview, today: task.today })
}

/// Kinds and checks that only a configuration knows must be known to that of one file at least.
fn names_of_configuration(task: Task<'_>, asked: &[Asked], workspace: &Workspace) -> Result<(), Exit> {
    let own = |names: &[String]| names.iter().filter(|name| name.contains('/')).cloned().collect::<Vec<_>>();
    let select = own(task.selection.select.as_deref().unwrap_or_default());
    let ignore = own(&task.selection.ignore);
    let kind = task.kind.filter(|kind| Kind::from_name(kind).is_none());
    if kind.is_none() && select.is_empty() && ignore.is_empty() {
        return Ok(());
    }
    let places: BTreeSet<&Path> = asked.iter().map(|asked| place(asked, task.sources)).collect();
    let settings: Vec<Arc<Settings>> = places.into_iter().flat_map(|place| workspace.settings_for(place)).collect();
    // Where a configuration is broken, that is told instead.
    if settings.is_empty() && !asked.is_empty() {
        return Ok(());
    }
    let kinds = Kind::ALL.iter().map(|kind| kind.name());
    let kinds = kinds.chain(settings.iter().flat_map(|s| &s.profiles[..]).map(|profile| profile.id.as_str()));
    let checks = settings.iter().flat_map(|s| s.check_ids());
    let unknown = |flag: &str, what: &str, name: &str, known: Vec<&str>| {
        if known.contains(&name) {
            return Ok(());
        }
        let help = nearest(name, known).map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
        tell(&format!("error: {flag}: no {what} is called `{}`{}", line(name), line(&help)));
        Err(Exit::Failed)
    };
    kind.map_or(Ok(()), |kind| unknown("--kind", "kind or profile", kind, kinds.collect()))?;
    let checks: Vec<&str> = checks.collect();
    select.iter().try_for_each(|name| unknown("--select", "check", name, checks.clone()))?;
    ignore.iter().try_for_each(|name| unknown("--ignore", "check", name, checks.clone()))
}

/// Where configuration comes from.
pub fn discovery(sources: &Sources) -> Discovery {
    match &sources.config {
        Some(file) => Discovery::File(file.clone()),
        None if sources.isolated => Discovery::Isolated,
        None => Discovery::Nearest,
    }
}

fn one(asked: &Asked, workspace: &Workspace, roots: &Roots, task: Task<'_>) -> Done {
    let stdin = is_stdin(asked);
    let failed = |reason: String, error| Done {
        checked: Checked { path: asked.shown.clone(), outcome: Err(reason), review: None },
        path: (!stdin).then(|| asked.path.clone()),
        mended: None,
        settings: None,
        error,
    };
    let contents = match &asked.error {
        Some(error) => Err(error.clone()),
        None if stdin => designlint_files::read_from(std::io::stdin().lock()),
        None => designlint_files::read(&asked.path),
    };
    let contents = match contents {
        Ok(contents) => contents,
        Err(reason) => return failed(reason, None),
    };
    let place = place(asked, task.sources);
    let settings = match workspace.settings_for(place) {
        Ok(settings) => settings,
        Err(error) => return failed(format!("configuration: {error}"), Some(error)),
    };
    if let Some(kind) = task.kind.filter(|kind| settings.kind_named(kind).is_none() && Kind::from_name(kind).is_none())
    {
        return failed(format!("its configuration has no profile `{kind}`"), None);
    }
    // Rules and facts are guarded by `check`; whatever else panics must not end the run for the other files.
    match catch_unwind(AssertUnwindSafe(|| report(contents, &settings, place, roots, task))) {
        Ok((report, mended, review)) => Done {
            checked: Checked { path: asked.shown.clone(), outcome: Ok(report), review },
            mended,
            settings: Some(Arc::clone(&settings)),
            ..failed(String::new(), None)
        },
        Err(_) => failed("designlint failed on this file; please report it".to_owned(), None),
    }
}

/// The report on a text that lies at a place, what fixes made of it, and its review. `roots` is where its paths are
/// looked for.
fn report(
    contents: Contents,
    settings: &Settings,
    place: &Path,
    roots: &Roots,
    task: Task<'_>,
) -> (Report, Option<Mended>, Option<Review>) {
    let rules = designlint_rules::ALL;
    let text = match contents {
        Contents::Text(text) => text,
        Contents::Binary(bytes) => match check_unreadable(&bytes, settings, rules) {
            Some(report) => return (report, None, None),
            None => String::from_utf8_lossy(&bytes).into_owned(),
        },
    };
    let document = Document::parse(Source::new(text));
    let settings = &Settings {
        known_files: roots.existing(document.wanted_paths(), place),
        meant: task.review,
        reviewed: match task.of {
            Some(text) => Some(designlint_files::of_text(text.to_owned(), settings)),
            None => designlint_files::reviewed(&document, place, settings),
        },
        ..settings.clone()
    };
    let report = check(document, settings, rules);
    let (report, mended) = match task.mend {
        Some(safety) => mend(report, settings, safety),
        None => (report, None),
    };
    let review = task.review.then(|| review(&report, settings));
    (report, mended, review)
}

/// Tells what is wrong with a configuration, with its line.
pub fn tell_configuration(error: &ConfigError, color: Color) {
    let Some(span) = error.span else {
        tell(&format!("error: configuration: {}", line(&error.to_string())));
        return;
    };
    let mut finding = Finding::new(span, error.message.as_str());
    finding.help.clone_from(&error.help);
    let style = Style { color: colored(color, &std::io::stderr()), ascii: dumb() };
    tell(&full::one(&error.path, &error.source, "configuration", Severity::Error, &finding, style));
}

/// The results of a function in the order of the items, whichever thread they come from.
fn in_parallel<T: Sync, R: Send>(items: &[T], threads: Option<NonZeroUsize>, f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, usize::from).min(items.len());
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
        let doubled: Vec<usize> = items.iter().map(|i| i * 2).collect();
        for threads in [None, NonZeroUsize::new(1), NonZeroUsize::new(16)] {
            assert_eq!(in_parallel(&items, threads, |i| i * 2), doubled);
            assert_eq!(in_parallel(&[] as &[usize], threads, |i| *i), [] as [usize; 0]);
        }
    }
}

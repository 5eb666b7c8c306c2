//! `config`: what holds for a file and where it stands, and the examples of profiles.

use std::path::{Path, PathBuf};

use designlint_files::{Discovery, Request, Shown, Tried, Workspace, try_examples};
use designlint_render::escape::line;
use designlint_render::summary::counted;

use crate::arguments::{ConfigArguments, ConfigTestArguments, ConfigVerb};
use crate::documents::tell_configuration;
use crate::holds::holds;
use crate::output::{Exit, print, tell};

/// Does what is asked with a configuration.
pub fn run(arguments: &ConfigArguments) -> Exit {
    match (&arguments.verb, &arguments.file) {
        (Some(ConfigVerb::Test(arguments)), _) => test(arguments),
        (None, Some(file)) => holds(file, arguments.format),
        // Told by the arguments.
        (None, None) => Exit::Failed,
    }
}

/// Runs the examples, one line each.
fn test(arguments: &ConfigTestArguments) -> Exit {
    let path = &arguments.path;
    let shown = path.to_string_lossy();
    if !path.exists() {
        tell(&format!("error: {}: no such file or folder", line(&shown)));
        return Exit::Failed;
    }
    let (workspace, place) = asked(path);
    let read = workspace.profiles_for(&place).and_then(|files| Ok((files, workspace.settings_for(&place)?)));
    let (files, settings) = match read {
        Ok(read) => read,
        Err(error) => {
            tell_configuration(&error, arguments.color);
            return Exit::Failed;
        }
    };
    if !workspace.is_configured(&place) {
        tell(&format!("error: {}: no designlint.yaml here or above", line(&shown)));
        return Exit::Failed;
    }
    let tried = try_examples(&files, &settings);
    let mut text: String = tried.iter().map(said).collect();
    for file in &files {
        for (id, _) in file.examples.iter().filter(|(_, examples)| examples.is_empty()) {
            text += &format!("{}: {id} has no example\n", line(&file.path));
        }
    }
    let wrong = tried.iter().filter(|tried| tried.result.is_err()).count();
    let all = counted(tried.len(), "example");
    text += &match wrong {
        0 => format!("{all} in {}, all ok\n", counted(files.len(), "profile")),
        _ => format!("{all} in {}, {wrong} not ok\n", counted(files.len(), "profile")),
    };
    print(&text).max(if wrong == 0 { Exit::Clean } else { Exit::Found })
}

/// Where the configuration of a path is looked for, and a document for which it holds.
fn asked(path: &Path) -> (Workspace, PathBuf) {
    let is_yaml = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    let discovery = if is_yaml && path.is_file() { Discovery::File(path.to_owned()) } else { Discovery::Nearest };
    let place = if path.is_dir() { path.join("document.md") } else { path.to_owned() };
    (Workspace::new(Request::default(), discovery), place)
}

fn said(tried: &Tried) -> String {
    let word = if tried.fails { "fails" } else { "passes" };
    let result = match &tried.result {
        Ok(Shown::Whole) => "ok".to_owned(),
        Ok(Shown::AssertAlone(why)) => format!("ok by `assert` alone; {}", line(why)),
        Err(instead) => format!("not ok: {}", line(instead)),
    };
    format!("{}:{}: {} {word}: {result}\n", line(&tried.path), tried.line, tried.check)
}

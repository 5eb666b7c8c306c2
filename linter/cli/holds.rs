//! `config FILE`: what the configuration holds for a file, and from where.

use std::path::{Path, PathBuf};

use designlint_core::Report;
use designlint_files::{Discovery, Holds, Request, Setting, Workspace};
use designlint_render::escape::line;
use designlint_render::json::to_pretty;
use designlint_render::summary::kind;
use serde_json::{Value, json};

use crate::arguments::{Selection, Sources};
use crate::documents::{Task, check_all};
use crate::output::{Exit, print, tell};
use crate::values::TextOrJson;

/// Prints what holds for a document: its kind, the configuration files that apply, and each setting with its place.
pub fn holds(file: &Path, format: TextOrJson) -> Exit {
    let path = file.to_string_lossy();
    if file.is_dir() {
        tell(&format!("error: {}: is a folder; name a file in it", line(&path)));
        return Exit::Failed;
    }
    let (paths, sources, selection) = ([PathBuf::from(file)], Sources::default(), Selection::default());
    let all = match check_all(Task::new(&paths, &sources, &selection)) {
        Ok(all) => all,
        Err(exit) => return exit,
    };
    // What hinders it was told.
    let Some(report) = all.first().and_then(|done| done.checked.report()) else { return Exit::Failed };
    let Ok(holds) = Workspace::new(Request::default(), Discovery::Nearest).holds_for(file) else {
        return Exit::Failed;
    };
    print(&match format {
        TextOrJson::Text => text(&path, report, &holds),
        TextOrJson::Json => to_pretty(&of(&path, report, &holds)),
    })
}

fn text(path: &str, report: &Report, holds: &Holds) -> String {
    let files: Vec<_> = holds.files.iter().map(|file| line(file)).collect();
    let files = if files.is_empty() { "none, here or above".to_owned() } else { files.join(", which extends ") };
    let mut text = format!("{}: {}\nconfiguration: {files}\n", line(path), kind(report));
    if let Some(excluded) = &holds.excluded {
        let (pattern, place) = (shown(&excluded.value), excluded.place.to_string());
        text += &format!("left out of folders: `exclude: {}` ({})\n", line(&pattern), line(&place));
    }
    let settings: Vec<(String, String)> = holds.settings.iter().map(|setting| (said(setting), from(setting))).collect();
    let width = settings.iter().map(|(said, _)| said.chars().count()).max().unwrap_or_default();
    if !settings.is_empty() {
        text += "\n";
    }
    for (said, from) in settings {
        text += &format!("{said:width$}  {from}\n");
    }
    text
}

fn said(setting: &Setting) -> String {
    line(&format!("{}: {}", setting.key, shown(&setting.value))).into_owned()
}

fn from(setting: &Setting) -> String {
    let files = setting.files.as_ref().map_or_else(String::new, |files| format!(", for {files}"));
    line(&format!("{}{files}", setting.place)).into_owned()
}

/// A text as it stands, anything else as JSON.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn of(path: &str, report: &Report, holds: &Holds) -> Value {
    let (kind, from) = report.kind;
    json!({
        "version": 1,
        "path": path,
        "kind": kind.name(),
        "kind_from": from.name(),
        "profile": report.profile,
        "files": holds.files,
        "excluded": holds.excluded.as_ref().map(entry),
        "settings": holds.settings.iter().map(entry).collect::<Vec<_>>(),
    })
}

fn entry(setting: &Setting) -> Value {
    let place = &setting.place;
    json!({
        "key": setting.key,
        "value": setting.value,
        "files": setting.files,
        "path": place.path,
        "line": place.line,
        "column": place.column,
    })
}

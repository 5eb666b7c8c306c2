//! `init`: a configuration from what a folder holds.

use designlint_files::{FILE_NAMES, propose, write_new};
use designlint_render::escape::line;
use designlint_render::summary::counted;

use crate::arguments::InitArguments;
use crate::output::{Exit, print, tell};

/// Writes `designlint.yaml`, or prints it.
pub fn run(arguments: &InitArguments) -> Exit {
    let folder = &arguments.folder;
    if !folder.is_dir() {
        tell(&format!("error: {}: no such folder", line(&folder.to_string_lossy())));
        return Exit::Failed;
    }
    if arguments.stdout {
        return print(&propose(folder).text);
    }
    let here = folder.as_os_str() == ".";
    let path = |name: &str| if here { name.into() } else { folder.join(name) };
    let shown = |name: &str| line(&path(name).to_string_lossy()).into_owned();
    if let Some(name) = FILE_NAMES.iter().find(|name| folder.join(name).exists()) {
        tell(&format!(
            "error: {}: this file is there already; `designlint init --stdout` prints a new one",
            shown(name)
        ));
        return Exit::Failed;
    }
    let proposal = propose(folder);
    let [name, ..] = FILE_NAMES else { return Exit::Failed };
    if let Err(reason) = write_new(&folder.join(name), &proposal.text) {
        tell(&format!("error: {}: {reason}", shown(name)));
        return Exit::Failed;
    }
    let kinds = counted(proposal.kinds.len(), "folder");
    let excluded = counted(proposal.excluded.len(), "folder");
    tell(&format!("note: {}: written: {kinds} with a kind, {excluded} left out", shown(name)));
    Exit::Clean
}

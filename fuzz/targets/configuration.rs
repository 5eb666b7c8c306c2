//! Any text as `designlint.yaml`, and as a profile that it names: it is used, or an error says where it is wrong; a document is
//! checked under it.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use designlint_core::check;
use designlint_document::{Document, Source};
use designlint_files::{ConfigError, Discovery, Request, Workspace};
use designlint_fuzz::within;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("names-a-profile.yaml"), "profiles: [profile.yaml]\n").unwrap();
    folder
});

const DOCUMENT: &str = "# Cache\n\n## Capacity\n\n4 nodes x 8 GB = 34 GB, 12 widgets.\n\n## Open questions\n\n- Who?\n";

fuzz_target!(|text: &str| {
    read(text, "designlint.yaml", "designlint.yaml");
    read(text, "profile.yaml", "names-a-profile.yaml");
});

fn read(text: &str, written: &str, configuration: &str) {
    let path = |name: &str| -> PathBuf { FOLDER.path().join(name) };
    std::fs::write(path(written), text).unwrap();
    let workspace = Workspace::new(Request::default(), Discovery::File(path(configuration)));
    match workspace.settings_for(&path("a.md")) {
        Ok(settings) => {
            let report = check(Document::parse(Source::new(DOCUMENT)), &settings, designlint_rules::ALL);
            assert!(report.diagnostics.iter().all(|d| d.rule != "internal-error"), "a rule panicked");
        }
        Err(error) => has_a_place(&error),
    }
}

fn has_a_place(error: &ConfigError) {
    assert!(!error.message.is_empty());
    // A file that holds no text has no place.
    let span = error.span.unwrap_or_else(|| panic!("{error} has no place"));
    within(error.source.text(), span);
}

//! `--format jsonl`: a finding a line, each the object that `--format json` has under `diagnostics`; nothing else.

use crate::Checked;
use crate::found::Found;
use crate::json::{diagnostic, to_text};

/// The first findings, at most `limit`.
pub fn jsonl(checked: &[Checked], limit: Option<usize>) -> String {
    let found = Found::first(checked, limit).into_iter();
    found.map(|f| to_text(&diagnostic(f.path, f.report, f.diagnostic, f.fingerprint))).collect()
}

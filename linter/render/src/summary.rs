//! The last lines of the human formats: what each file was taken for, and how much was found.

use std::fmt::Write;

use designlint_core::{Coverage, Diagnostic, KindFrom, Report, Safety, Severity};

use crate::Checked;
use crate::escape::line;

/// The summary: a line for each file that has findings (or is the only one), a line on all of several files, and the
/// count of findings. `limit` is the number of findings shown at most.
pub fn summary(checked: &[Checked], limit: Option<usize>) -> String {
    let mut out = String::new();
    let reports: Vec<(&Checked, &Report)> = checked.iter().filter_map(|c| Some((c, c.report()?))).collect();
    for (file, report) in &reports {
        if reports.len() == 1 || !report.diagnostics.is_empty() {
            let path = line(&file.path);
            _ = writeln!(out, "{path}: {}; {}", kind(report), calculations(&report.coverage, &path));
        }
    }
    if reports.len() > 1 {
        let total = reports.iter().map(|(_, report)| report.coverage).fold(Coverage::default(), add);
        _ = writeln!(out, "{} files; {}", reports.len(), calculations(&total, "FILE"));
    }
    if !reports.is_empty() {
        _ = writeln!(out, "{}", found(&reports, limit));
    }
    out
}

/// "design (from content)", or "ours, like design (from configuration)" under a profile that a team wrote.
pub fn kind(report: &Report) -> String {
    let (kind, from) = report.kind;
    let from = match from {
        KindFrom::CommandLine => "from --kind",
        KindFrom::FrontMatter => "from front matter",
        KindFrom::Configuration => "from configuration",
        KindFrom::Content => "from content",
    };
    let name = match report.profile.as_str() {
        own if own != kind.name() => format!("{own}, like {}", kind.name()),
        _ => kind.name().to_owned(),
    };
    format!("{name} ({from})")
}

/// "checked 38 of 41 arithmetic lines: 36 verified, 2 wrong; 3 not understood: `designlint ledger q7.md`".
fn calculations(c: &Coverage, path: &str) -> String {
    if c.claims == 0 {
        return "no arithmetic lines".to_owned();
    }
    let understood = c.claims - c.not_understood.min(c.claims);
    let lines = counted(c.claims, "arithmetic line");
    let mut text = format!("checked {understood} of {lines}: {} verified", c.verified);
    for (count, word) in [(c.weak, "weak"), (c.wrong, "wrong"), (c.inherits, "inheriting")] {
        if count > 0 {
            text += &format!(", {count} {word}");
        }
    }
    if c.not_understood > 0 {
        text += &format!("; {} not understood: `designlint ledger {path}`", c.not_understood);
    }
    text
}

fn found(reports: &[(&Checked, &Report)], limit: Option<usize>) -> String {
    let all = || reports.iter().flat_map(|(_, report)| &report.diagnostics);
    let mut text = severities(all()).map_or_else(|| "found nothing".to_owned(), |found| format!("found {found}"));
    let fixable = all().filter(|d| d.finding.fix.as_ref().is_some_and(|f| f.safety == Safety::Safe)).count();
    if fixable > 0 {
        text += &format!("; {fixable} fixable with --fix");
    }
    let suppressed: usize = reports.iter().map(|(_, report)| report.suppressed).sum();
    if suppressed > 0 {
        text += &format!("; {suppressed} suppressed");
    }
    let hidden = all().count().saturating_sub(limit.unwrap_or(usize::MAX));
    if hidden > 0 {
        text += &format!("; {hidden} not shown (--max-findings)");
    }
    text
}

/// "1 error, 2 warnings"; `None` where there is nothing.
pub(crate) fn severities<'a>(all: impl Iterator<Item = &'a Diagnostic> + Clone) -> Option<String> {
    let parts: Vec<String> = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "info")]
        .iter()
        .map(|&(severity, word)| (all.clone().filter(|d| d.severity == severity).count(), word))
        .filter(|&(count, _)| count > 0)
        .map(|(count, word)| counted(count, word))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

pub(crate) fn add(a: Coverage, b: Coverage) -> Coverage {
    Coverage {
        claims: a.claims + b.claims,
        verified: a.verified + b.verified,
        weak: a.weak + b.weak,
        wrong: a.wrong + b.wrong,
        inherits: a.inherits + b.inherits,
        not_understood: a.not_understood + b.not_understood,
    }
}

/// "1 error", "2 errors", "2 fixes".
pub fn counted(count: usize, word: &str) -> String {
    let ending = match count {
        1 => "",
        _ if word.ends_with('x') => "es",
        _ => "s",
    };
    format!("{count} {word}{ending}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn a_word_is_counted_as_it_is_said() {
        let counted = [counted(1, "error"), counted(2, "error"), counted(1, "fix"), counted(0, "fix")];
        assert_eq!(counted, ["1 error", "2 errors", "1 fix", "0 fixes"]);
    }
}

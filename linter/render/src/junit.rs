//! `--format junit`: a suite of tests a file, a failed test a finding.

use std::fmt::Write;

use designlint_core::Report;

use crate::Checked;
use crate::base::Base;
use crate::escape::{line, xml};
use crate::found::Found;
use crate::summary::counted;

/// All files as XML and a line end; at most `limit` findings. A file without findings is one test that passes, a file that
/// cannot be read one that ends in an error. Paths count from the root of the repository.
pub fn junit(checked: &[Checked], base: &Base, limit: Option<usize>) -> String {
    let mut left = limit.unwrap_or(usize::MAX);
    let suites: Vec<Suite> = checked.iter().map(|file| suite(file, base, &mut left)).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let (tests, failures, errors) = (sum(|s| s.tests), sum(|s| s.failures), sum(|s| s.errors));
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    _ = writeln!(out, "<testsuites name=\"designlint\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">");
    for Suite { path, tests, failures, errors, cases } in &suites {
        let path = attribute(path);
        _ = writeln!(
            out,
            "  <testsuite name=\"{path}\" file=\"{path}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{cases}  </testsuite>"
        );
    }
    out + "</testsuites>\n"
}

/// The tests of a file.
struct Suite {
    path: String,
    tests: usize,
    failures: usize,
    errors: usize,
    /// The tests as XML.
    cases: String,
}

fn suite(file: &Checked, base: &Base, left: &mut usize) -> Suite {
    let path = base.relative(&file.path);
    match &file.outcome {
        Ok(report) => checked_suite(path, report, file, left),
        Err(reason) => {
            let verdict = format!("<error type=\"unreadable\" message=\"{}\"/>", attribute(reason));
            let cases = case("designlint", &path, &verdict);
            Suite { path, tests: 1, failures: 0, errors: 1, cases }
        }
    }
}

fn checked_suite(path: String, report: &Report, file: &Checked, left: &mut usize) -> Suite {
    let shown = report.diagnostics.len().min(*left);
    *left -= shown;
    let found = Found::first(std::slice::from_ref(file), Some(shown));
    let mut cases: Vec<String> = found.iter().map(|found| failed(found, &path)).collect();
    let hidden = report.diagnostics.len() - shown;
    if hidden > 0 {
        let says = format!("{} not shown (--max-findings)", counted(hidden, "finding"));
        cases.push(case("more findings", &path, &format!("<failure type=\"not-shown\" message=\"{says}\"/>")));
    }
    let failures = cases.len();
    if cases.is_empty() {
        cases.push(case("designlint", &path, ""));
    }
    Suite { path, tests: cases.len(), failures, errors: 0, cases: cases.concat() }
}

fn failed(found: &Found<'_>, path: &str) -> String {
    let (place, finding) = (found.place(), &found.diagnostic.finding);
    let (rule, severity) = (&found.diagnostic.rule, found.diagnostic.severity.name());
    let message = line(&finding.message);
    let help = finding.help.iter().map(|help| format!("\nhelp: {}", line(help)));
    let at = format!("{}:{}", place.line, place.column);
    let first = format!("{}:{at}: {severity}[{rule}] {message}", line(path));
    let text: String = std::iter::once(first).chain(help).collect();
    let verdict = format!(
        "<failure type=\"{}\" message=\"{}\">{}</failure>",
        attribute(rule),
        attribute(&message),
        broken(&xml(&text))
    );
    case(&format!("{rule} at {at}"), path, &verdict)
}

/// A test, and how it ended: nothing where it passed. Its place stands in its name, for the schema that Jenkins holds
/// reports to knows no attribute for it.
fn case(name: &str, path: &str, verdict: &str) -> String {
    let start = format!("    <testcase name=\"{}\" classname=\"{}\"", attribute(name), attribute(path));
    if verdict.is_empty() { start + "/>\n" } else { format!("{start}>\n      {verdict}\n    </testcase>\n") }
}

fn attribute(text: &str) -> String {
    broken(&xml(&line(text)))
}

/// Commands to a CI runner written as XML that says the same.
fn broken(xml: &str) -> String {
    xml.replace("##", "#&#35;")
}

//! What rules say, as a client shows it.

use std::hash::{DefaultHasher, Hasher};

use designlint_core::{Diagnostic, Report, Severity};
use designlint_document::Source;
use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Uri,
};
use serde_json::{Value, json};

use crate::client::{Client, Shows};
use crate::position::Encoding;

/// What designlint is called beside its diagnostics.
pub(crate) const SOURCE: &str = "designlint";

/// How a client wants to see diagnostics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    encoding: Encoding,
    shows: Shows,
}

impl Look {
    /// That of a client.
    pub(crate) fn of(client: &Client) -> Self {
        Self { encoding: client.encoding, shows: client.shows }
    }

    /// The diagnostics of a report, in its order.
    pub(crate) fn diagnostics(self, report: &Report, uri: &Uri) -> Vec<lsp_types::Diagnostic> {
        let prints = if self.shows.data { fingerprints(report, uri) } else { Vec::new() };
        let prints = prints.into_iter().map(Some).chain(std::iter::repeat(None));
        let source = &report.document.source;
        report.diagnostics.iter().zip(prints).map(|(d, print)| self.diagnostic(source, uri, d, print)).collect()
    }

    fn diagnostic(
        self,
        source: &Source,
        uri: &Uri,
        diagnostic: &Diagnostic,
        print: Option<String>,
    ) -> lsp_types::Diagnostic {
        let finding = &diagnostic.finding;
        let help = finding.help.iter().map(|help| format!("\nhelp: {help}"));
        let related = finding.labels.iter().map(|label| DiagnosticRelatedInformation {
            location: Location::new(uri.clone(), self.encoding.range(source, label.span)),
            message: label.message.clone(),
        });
        let unnecessary = self.shows.unnecessary && diagnostic.rule == "unused-suppression";
        lsp_types::Diagnostic {
            range: self.encoding.range(source, finding.span),
            severity: Some(match diagnostic.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Info => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(diagnostic.rule.to_string())),
            code_description: page(&diagnostic.rule)
                .filter(|_| self.shows.description)
                .map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: std::iter::once(finding.message.clone()).chain(help).collect(),
            related_information: (self.shows.related && !finding.labels.is_empty()).then(|| related.collect()),
            tags: unnecessary.then(|| vec![DiagnosticTag::UNNECESSARY]),
            data: print.map(|print| data(diagnostic, &print)),
        }
    }
}

/// What a client hands back with a request for code actions: `fingerprint`, by which the diagnostic is found again, and
/// `fix`, `null` or the title and safety of the edits that mend it.
fn data(diagnostic: &Diagnostic, fingerprint: &str) -> Value {
    let fix = diagnostic.finding.fix.as_ref();
    let fix = fix.map(|fix| json!({"title": fix.title, "safety": fix.safety.name()}));
    json!({"fingerprint": fingerprint, "fix": fix})
}

/// The fingerprints of a report's diagnostics, in its order: those of its `data`.
pub(crate) fn fingerprints(report: &Report, uri: &Uri) -> Vec<String> {
    designlint_render::json::fingerprints(uri.as_str(), report)
}

/// The address of a rule's page; a check that a team wrote has none.
pub(crate) fn page(rule: &str) -> Option<Uri> {
    let known = designlint_rules::ALL.iter().find(|entry| entry.meta.name == rule);
    known.and_then(|entry| entry.meta.page().parse().ok())
}

/// An id that two lists of diagnostics share only where they are the same.
pub(crate) fn result_id(diagnostics: &[lsp_types::Diagnostic]) -> String {
    let mut hash = Hash(DefaultHasher::new());
    // A hash takes everything, and a diagnostic holds nothing that JSON does not.
    let written = serde_json::to_writer(&mut hash, diagnostics);
    debug_assert!(written.is_ok(), "{written:?}");
    format!("{:016x}", hash.0.finish())
}

struct Hash(DefaultHasher);

impl std::io::Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

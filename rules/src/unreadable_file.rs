//! `unreadable-file`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_document::Span;
use serde::Deserialize;

declare_rule! {
    /// A file is not UTF-8 text.
    ///
    /// ## Why
    /// Nothing in it was checked, so silence would mean nothing.
    ///
    /// ## Example
    /// A file in Latin-1 or UTF-16, or one that is no text at all. The finding stands at the first bad byte.
    ///
    /// ## Silent on
    /// A byte order mark, any line ends, control characters. It runs whatever `--select` says.
    pub static META = { name: "unreadable-file", family: Engine, severity: Error }
}

/// `unreadable-file`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnreadableFile {}

impl Rule for UnreadableFile {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.outcome.bad_byte.into_iter().map(finding).collect()
    }
}

fn finding(byte: usize) -> Finding {
    let message =
        format!("this file is not UTF-8: byte {byte} (counted from 0) begins no character; nothing was checked");
    Finding::new(Span::new(byte, byte), message).help("save the file as UTF-8")
}

#[cfg(test)]
mod tests {
    use designlint_core::{Settings, check_unreadable};

    #[test]
    fn stands_at_the_first_bad_byte() {
        let report = check_unreadable(b"# T\n\ncaf\xe9 = 3\n", &Settings::default(), crate::ALL).unwrap();
        let [diagnostic] = report.diagnostics.as_slice() else { panic!("{:?}", report.diagnostics) };
        assert_eq!(diagnostic.rule, "unreadable-file");
        assert_eq!(report.document.source.position(diagnostic.finding.span.start).line, 3);
        assert_eq!(report.document.source.position(diagnostic.finding.span.start).column, 4);
        assert_eq!(
            diagnostic.finding.message,
            "this file is not UTF-8: byte 8 (counted from 0) begins no character; nothing was checked"
        );
    }

    #[test]
    fn silent_on_utf8() {
        assert!(check_unreadable("\u{feff}café\r\n".as_bytes(), &Settings::default(), crate::ALL).is_none());
    }
}

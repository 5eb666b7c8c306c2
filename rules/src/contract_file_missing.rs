//! `contract-file-missing`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// The file that a contract names does not exist.
    ///
    /// ## Why
    /// A contract that was moved or never written fixes nothing, and whoever reads the document finds out when he looks
    /// for a field. Documents outlive the paths they name.
    ///
    /// ## Example
    /// In a repository that has `api/engine.proto` and nothing else:
    ///
    /// ```md,fails files=api/engine.proto
    /// ## Interfaces
    ///
    /// | boundary | contract |
    /// |---|---|
    /// | gateway → engine | `contracts/engine.v3.proto` |
    /// ```
    /// ```md,passes files=api/engine.proto
    /// ## Interfaces
    ///
    /// | boundary | contract |
    /// |---|---|
    /// | gateway → engine | `api/engine.proto` |
    /// ```
    ///
    /// ## Silent on
    /// - everything, where the document lies in no repository and no `--root` is given
    /// - addresses, paths with a placeholder, paths that leave the folder
    /// - a file beside the document, and a name without a folder that exists anywhere below the root
    pub static META = { name: "contract-file-missing", family: Structure, severity: Error }
}

/// `contract-file-missing`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ContractFileMissing {}

impl Rule for ContractFileMissing {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let Some(known) = &cx.settings.known_files else { return Vec::new() };
        let mut found = Vec::new();
        for interface in &cx.facts.interfaces {
            for file in interface.files.iter().filter(|f| !known.contains(&f.text)) {
                let boundary = quoted(&interface.boundary.text);
                let message = format!("`{}`, the contract of {boundary}, does not exist", file.text);
                let help = "name the path from the root of the repository (or of --root), or write the contract";
                found.push(Finding::new(file.span, message).help(help));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use designlint_core::{Settings, check};
    use designlint_document::{Document, Source};

    use crate::testing::{says, settings};

    const RULE: &str = "contract-file-missing";

    fn table(contract: &str) -> String {
        format!("## Interfaces\n\n| boundary | contract |\n|---|---|\n| a → b | {contract} |\n")
    }

    fn with_files(text: &str) -> Vec<String> {
        let known_files = Some(["api/a.yaml".to_owned()].into());
        let settings = Settings { known_files, kind_from_command_line: Some("design".to_owned()), ..settings() };
        let report = check(Document::parse(Source::new(text)), &settings, crate::ALL);
        let own = report.diagnostics.into_iter().filter(|d| d.rule == RULE);
        own.map(|d| d.finding.message).collect()
    }

    #[test]
    fn a_file_that_is_not_there() {
        let text = table("`contracts/a.v2.yaml`");
        assert_eq!(with_files(&text), ["`contracts/a.v2.yaml`, the contract of \"a → b\", does not exist"]);
        assert_eq!(says(RULE, &text), [""; 0]);
    }

    #[test]
    fn what_is_there_or_elsewhere() {
        for contract in
            ["`api/a.yaml`", "OpenID Connect Core 1.0", "orders.v1", "<https://example.org/a.yaml>", "`api/{x}.yaml`"]
        {
            assert_eq!(with_files(&table(contract)), [""; 0], "{contract}");
        }
    }
}

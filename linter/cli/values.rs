//! The words that arguments take.

use clap::ValueEnum;
use designlint_core::Severity;

/// A format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the lines they are about
    Full,
    /// One line each
    Concise,
    /// For programs
    Json,
    /// For programs that read line by line: the findings alone
    Jsonl,
    /// For code scanning
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
    /// A GitLab report of code quality
    Gitlab,
    /// A report of tests
    Junit,
    /// For reviewdog
    Rdjson,
    /// A report for the summary of a job, or for a comment
    Markdown,
}

/// Text for people or JSON for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    /// For people
    Text,
    /// For programs
    Json,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// designlint.yaml
    Configuration,
    /// A profile of a team
    Profile,
}

/// A format of reviews.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReviewFormat {
    /// For people
    Text,
    /// The record of a review
    Markdown,
    /// For programs
    Json,
    /// A page for a browser or for paper: one file that fetches nothing
    Html,
}

/// A format of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For Graphviz
    Dot,
    /// For Mermaid, as Markdown renders it
    Mermaid,
    /// A picture
    Svg,
}

/// A format of numbers that depend on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlotFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A picture
    Svg,
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What makes the exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailLevel {
    /// Nothing
    Off,
    /// Any finding
    Info,
    /// A warning or an error
    Warning,
    /// An error
    Error,
}

impl FailLevel {
    /// Whether a finding of this severity makes the exit code 1.
    pub fn reached(self, severity: Severity) -> bool {
        match self {
            Self::Off => false,
            Self::Info => true,
            Self::Warning => severity >= Severity::Warning,
            Self::Error => severity >= Severity::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fail_levels_are_thresholds() {
        assert!(FailLevel::Warning.reached(Severity::Error));
        assert!(!FailLevel::Warning.reached(Severity::Info));
        assert!(FailLevel::Info.reached(Severity::Info));
        assert!(!FailLevel::Off.reached(Severity::Error));
        assert!(!FailLevel::Error.reached(Severity::Warning));
    }
}

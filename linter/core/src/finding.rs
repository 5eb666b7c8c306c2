//! What a rule returns, and how to mend it.

use designlint_document::Span;

use crate::Severity;

/// Something a rule has to say about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where.
    pub span: Span,
    /// What is wrong, with both numbers and where they come from.
    pub message: String,
    /// Other places, each with what it has to do with it.
    pub labels: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
    /// How to mend it.
    pub fix: Option<Fix>,
    /// The numbers, where the finding is about one.
    pub calculation: Option<Calculation>,
    /// A severity other than the rule's own, where the finding is less certain or less grave.
    pub severity: Option<Severity>,
    /// Id of the profile's line that it is about, where lines share its rule and its place does not tell.
    pub line: Option<String>,
}

impl Finding {
    /// A finding with a message and nothing else.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            labels: Vec::new(),
            help: None,
            fix: None,
            calculation: None,
            severity: None,
            line: None,
        }
    }

    /// The same with help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with one more place.
    #[must_use]
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// The same with a fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// The same about a line of the profile.
    #[must_use]
    pub fn line(mut self, id: impl Into<String>) -> Self {
        self.line = Some(id.into());
        self
    }

    /// The same at another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }
}

/// Another place that a finding points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What it has to do with it.
    pub message: String,
}

/// The numbers of a finding, as text in the document's own units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calculation {
    /// What the document states; `None` where nobody can say which of two is wrong.
    pub stated: Option<String>,
    /// What it should be.
    pub computed: Option<String>,
    /// Values that would be accepted, lowest first.
    pub accepted: Vec<String>,
    /// The reading under which it was computed.
    pub reading: Option<String>,
    /// Kind and sentence of the mistake that fits.
    pub explanation: Option<(String, String)>,
}

/// How far a fix can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// Only shown.
    DisplayOnly,
    /// Needs a look.
    Unsafe,
    /// Keeps what the document means.
    Safe,
}

/// A way to mend a finding: edits that do not overlap, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// In the imperative: "write 34 MB".
    pub title: String,
    /// How far it can be trusted.
    pub safety: Safety,
    /// What to replace.
    pub edits: Vec<Edit>,
}

/// Replaces the bytes of a span.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// What to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

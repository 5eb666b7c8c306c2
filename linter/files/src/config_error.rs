//! What is wrong with a configuration file.

use std::fmt;

use designlint_document::{Source, Span};

/// A configuration file that cannot be used: what is wrong, where, and what was probably meant.
#[derive(Clone, Debug)]
pub struct ConfigError {
    /// The file, from the current folder where it lies below it.
    pub path: String,
    /// Its text; empty where it could not be read.
    pub source: Source,
    /// Where; `None` where the file could not be read.
    pub span: Option<Span>,
    /// What is wrong.
    pub message: String,
    /// What was probably meant, or what is possible.
    pub help: Option<String>,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        if let Some(span) = self.span {
            let at = self.source.position(span.start);
            write!(f, ":{}:{}", at.line, at.column)?;
        }
        write!(f, ": {}", self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

impl std::error::Error for ConfigError {}

impl From<designlint_rules::packs::Misstated> for Wrong {
    fn from(wrong: designlint_rules::packs::Misstated) -> Self {
        Self { span: wrong.span, message: wrong.message, help: wrong.help }
    }
}

/// An error of a file whose path and text the caller adds.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
}

impl Wrong {
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The file's error, with its text.
    pub fn of(self, path: String, text: &str) -> ConfigError {
        let Self { span, message, help } = self;
        ConfigError { path, source: Source::new(text), span: Some(span), message, help }
    }

    /// A name that is none of those possible.
    pub fn unknown(span: Span, what: &str, name: &str, possible: &[&str]) -> Self {
        let meant = designlint_core::nearest(name, possible.iter().copied());
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if possible.is_empty() => return Self::new(span, format!("no {what} is called `{name}`")),
            None if possible.len() <= 16 => format!("possible: {}", possible.join(", ")),
            None => "`designlint rules` lists all".to_owned(),
        };
        Self::new(span, format!("no {what} is called `{name}`")).help(help)
    }
}

//! The language server of designlint.

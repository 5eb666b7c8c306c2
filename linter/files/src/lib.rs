//! Finds and reads documents and configuration for designlint.

//! `--format full`.

//! The command line of designlint.

fn main() {}

//! Pages of rules.

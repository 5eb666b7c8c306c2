//! Named numbers.

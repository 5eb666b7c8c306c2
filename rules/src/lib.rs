//! The rules of designlint: one file each, and the table.

#![deny(clippy::float_arithmetic)]

pub mod packs;

#[cfg(test)]
mod kinds_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

designlint_core::rules! {
    // Arithmetic.
    arith_mismatch::ArithMismatch,
    bits_bytes_mix::BitsBytesMix,
    rate_period_mismatch::RatePeriodMismatch,

    // Formulas.

    // Failure modes.

    // Decision.

    // Structure.

    // Engine.
    internal_error::InternalError,
    unreadable_file::UnreadableFile,
    unknown_suppression::UnknownSuppression,
    unused_suppression::UnusedSuppression,
    suppression_without_reason::SuppressionWithoutReason,
}

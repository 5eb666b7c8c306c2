//! The rules of designlint: one file each, and the table.

#![deny(clippy::float_arithmetic)]

mod failure_wording;
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
    failure_mode_no_detection::FailureModeNoDetection,
    detection_self_reported::DetectionSelfReported,
    failure_mode_no_degradation::FailureModeNoDegradation,

    // Decision.

    // Structure.

    // Engine.
    internal_error::InternalError,
    unreadable_file::UnreadableFile,
    unknown_suppression::UnknownSuppression,
    unused_suppression::UnusedSuppression,
    suppression_without_reason::SuppressionWithoutReason,
}

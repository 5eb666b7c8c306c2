//! The rules of designlint: one file each, and the table.

designlint_core::rules! {
    // Arithmetic.

    // Formulas.

    // Failure modes.

    // Decision.

    // Structure.

    // Engine.
}

//! `unit-mismatch`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, Fault};
use serde::Deserialize;

use crate::dimension_name::name_of;

declare_rule! {
    /// A count becomes bytes, time or money, or one of them another, without the factor that would do it.
    ///
    /// ## Why
    /// The size, price or duration of one thing was in somebody's head. Without it the line can be neither checked nor
    /// updated, and the result may be off by any factor.
    ///
    /// ## Example
    /// ```md,fails
    /// Thumbnails: 40 million posts x 3 sizes = 6 TB.
    /// ```
    /// ```md,passes
    /// Thumbnails: 40 million posts x 3 sizes x 50 KB = 6 TB.
    /// ```
    ///
    /// ## Silent on
    /// Counted things: their nouns are labels, not units. A bare number takes the unit of its result where the digits fit.
    pub static META = { name: "unit-mismatch", family: Arithmetic, severity: Warning }
}

/// `unit-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnitMismatch {}

impl Rule for UnitMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::Unit).filter_map(finding).collect()
    }
}

fn finding(claim: &Claim) -> Option<Finding> {
    let (computed, stated) = crate::dimension_name::names(claim)?;
    let side = &claim.computed_text;
    let message = format!("`{side}` gives {computed}, and {} is {stated}: a factor is missing", claim.stated);
    let help = match computed {
        "a count" => format!("show {} of one as a factor, or change the unit of the result", name_of(stated)),
        _ => "show the factor that turns one into the other, or change the unit of the result".to_owned(),
    };
    Some(Finding::of_claim(claim, message).help(help))
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "unit-mismatch";

    #[test]
    fn a_count_is_no_size() {
        let text = "350 million users x 10 images = 500 PB of media.\n";
        assert_eq!(
            says(RULE, text),
            [
                "1:1-1:39 warning: `350 million users x 10 images` gives a count, and 500 PB is a size: a factor is missing"
            ]
        );
        assert_eq!(says("arith-mismatch", text), [""; 0]);
    }

    #[test]
    fn a_size_is_no_time() {
        assert_eq!(
            says(RULE, "Copy: 12 GB x 4 = 30 minutes.\n"),
            ["1:7-1:29 warning: `12 GB x 4` gives a size, and 30 minutes is a time: a factor is missing"]
        );
    }

    #[test]
    fn silent() {
        for text in [
            "350 million users x 10 images x 143 KB = 500 TB of media.\n",
            "12 GB / 400 MB/s = 30 s.\n",
            "4,096 entries x 8.4 KB = 34 MB.\n",
            "40 pods x 3 = 120 replicas.\n",
            "33.61 / 3,710 = 9.06 ms.\n",
        ] {
            assert_eq!(says(RULE, text), [""; 0], "{text}");
        }
    }
}

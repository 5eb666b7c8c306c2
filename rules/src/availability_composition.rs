//! `availability-composition`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// The availability of a whole does not follow from that of its parts.
    ///
    /// ## Why
    /// Parts in series are up together a * b of the time, which is worse than the worst of them; of parts in parallel one is enough,
    /// and they are down together (1 - a) * (1 - b) of it. The one formula in place of the other is wrong by two nines.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Availability
    ///
    /// Two regions at 99.95% each, either can serve: 1 - 0.9995^2 = 99.999975%.
    /// ```
    /// ```md,passes
    /// ## Availability
    ///
    /// Two regions at 99.95% each, either can serve: 1 - (1 - 0.9995)^2 = 99.999975%.
    /// ```
    ///
    /// ## Silent on
    /// Sentences that say neither that all parts are needed nor that one is enough; promises below what the parts give.
    pub static META = { name: "availability-composition", family: Formula, severity: Error }
}

/// `availability-composition`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AvailabilityComposition {}

impl Rule for AvailabilityComposition {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        formula_finding::findings(cx, META.name)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    fn found(text: &str) -> Vec<String> {
        says("availability-composition", text)
    }

    #[test]
    fn parallel_without_its_first_complement() {
        assert_eq!(
            found("Two regions at 99.95% each, either can serve: 1 - 0.9995^2 = 99.999975%.\n"),
            [
                "1:47-1:72 error: `1 - 0.9995^2` is the chance that not all of them are up: 1 - (1 - 0.9995)^2 = 99.999975%"
            ]
        );
        assert_eq!(found("Two regions, either can serve: 1 - (1 - 0.9995)^2 = 99.999975%.\n"), [""; 0]);
    }

    #[test]
    fn parallel_without_its_last_complement() {
        assert_eq!(
            found("Either replica can serve: (1 - 0.999) x (1 - 0.999) = 99.9999% available.\n"),
            [
                "1:27-1:63 error: `(1 - 0.999) x (1 - 0.999)` is the chance that all of them are down: 1 - (1 - 0.999)^2 = 99.9999%"
            ]
        );
        assert_eq!(found("Both are down (1 - 0.999) x (1 - 0.999) = 0.0001% of the time.\n"), [""; 0]);
    }

    #[test]
    fn the_formula_of_the_other_arrangement() {
        assert_eq!(
            found("Two replicas in parallel: 0.999 x 0.999 = 99.8%.\n"),
            [
                "1:27-1:48 error: `0.999 x 0.999` asks that all of them be up, where one is enough: 1 - (1 - 0.999)^2 = 99.9999%"
            ]
        );
        assert_eq!(
            found("The service needs both stores: 1 - (1 - 0.999) x (1 - 0.99) = 99.999%.\n"),
            [
                "1:32-1:70 error: `1 - (1 - 0.999) x (1 - 0.99)` asks that one of them be up, where all are needed: 0.999 x 0.99 = 98.9%"
            ]
        );
        assert_eq!(found("In series: 0.999 x 0.9995 = 99.85%.\n"), [""; 0]);
    }

    #[test]
    fn a_path_is_no_better_than_a_part() {
        assert_eq!(
            found("A request needs the gateway (99.9%) and the store (99.95%), so the service is 99.95% available.\n"),
            ["1:30-1:85 error: the availability of parts in series is 0.999 x 0.9995 = 99.85%, not 99.95%"]
        );
        assert_eq!(
            found("A request needs the gateway (99.9%) and the store (99.95%), so the service is 99.85% available.\n"),
            [""; 0]
        );
        assert_eq!(
            found("A request needs the gateway (99.9%) and the store (99.95%), so we promise 99.5%.\n"),
            [""; 0]
        );
        assert_eq!(
            found("Two replicas at 99.9% each, one is enough: the service is 99.8% available.\n"),
            ["1:17-1:64 error: the availability of parts in parallel is 1 - (1 - 0.999)^2 = 99.9999%, not 99.8%"]
        );
        assert_eq!(found("Two at 99.9%, either can serve: 99.9999%.\n"), [""; 0]);
    }

    #[test]
    fn numbers_that_are_not_joined() {
        for text in [
            "The gateway has 99.9% and the store 99.95%; neither needs the other.\n",
            "Availability was 99.9% in May, 99.95% in June and is 99.97% today.\n",
            "0.99 x 0.98 = 97.02% of the requests depend on neither.\n",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}

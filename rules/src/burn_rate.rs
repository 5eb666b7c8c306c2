//! `burn-rate`.

use designlint_core::{Context, Finding, Rule, RuleMeta, Severity, declare_rule};
use designlint_facts::{BurnAlert, Stated};
use designlint_quantity::{Rational, significant};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// A burn rate, its window and its share of the error budget contradict each other, or the alert can never fire.
    ///
    /// ## Why
    /// A burn rate r over a window w spends r x w / period of the budget. Hours divided by days, the objective in place of the
    /// budget or a threshold above every possible error ratio make an alert that pages for nothing or never.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Alerting
    ///
    /// SLO: 99.5% over 30 days. A burn rate of 14.4 for 1 h spends 14.4 x 1 / 30 = 48% of the budget.
    /// ```
    /// ```md,passes
    /// ## Alerting
    ///
    /// SLO: 99.5% over 30 days. A burn rate of 14.4 for 1 h spends 14.4 x 1 / 720 = 2% of the budget.
    /// ```
    ///
    /// ## Silent on
    /// Burn rates whose objective or period is not stated or stated twice. That the short window is a twelfth of the long one is a
    /// convention: another ratio is information.
    pub static META = { name: "burn-rate", family: Formula, severity: Error }
}

/// `burn-rate`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BurnRate {}

impl Rule for BurnRate {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let mut out = formula_finding::findings(cx, META.name);
        // Of a rate, a window and a share nobody can say which one is meant.
        out.iter_mut().for_each(|finding| finding.fix = None);
        for alert in &cx.facts.burn_alerts {
            out.extend(never_fires(alert));
            out.extend(below_one(alert));
            out.extend(short_window(alert));
        }
        out
    }
}

/// No error ratio is above 1.
fn never_fires(alert: &BurnAlert) -> Option<Finding> {
    let objective = alert.objective.as_ref()?;
    let (rate, share) = (&alert.rate, &objective.value.value);
    let budget = Rational::ONE - share;
    let right = significant(&(&rate.value.value * &budget), 4);
    let fits = format!("write {} * {} = {right}", rate.text, significant(&budget, 6));
    match &alert.times {
        Some(times) if times.value.value == *share && &rate.value.value * share > Rational::ONE => {
            let product = significant(&(&rate.value.value * share), 4);
            let message = format!(
                "{} * {} is {product}, and no error ratio is above 1, so the alert can never fire: the factor is the budget, 1 - {} = {}",
                rate.text,
                times.text,
                objective.text,
                significant(&budget, 6)
            );
            Some(Finding::new(times.span, message).help(fits).label(objective.span, "the objective is stated here"))
        }
        None if &rate.value.value * &budget > Rational::ONE => {
            let most = significant(&(Rational::ONE / &budget), 4);
            let message = format!(
                "a burn rate of {} at an objective of {} is an error ratio of {right}, above 1: the alert can never fire",
                rate.text, objective.text
            );
            let help = format!("the highest burn rate there is at {} is {most}", objective.text);
            Some(Finding::new(rate.span, message).help(help).label(objective.span, "the objective is stated here"))
        }
        _ => None,
    }
}

fn below_one(alert: &BurnAlert) -> Option<Finding> {
    let rate = &alert.rate;
    let watched = alert.long.is_some() || alert.short.is_some();
    if !watched || rate.value.value >= Rational::ONE {
        return None;
    }
    let share = significant(&(&rate.value.value * Rational::from(100u8)), 4);
    let period = alert.period.as_ref().map_or_else(|| "the period".to_string(), |p| p.text.clone());
    let message = format!(
        "a burn rate below 1 never exhausts the budget in its period: {} spends {share}% of it in {period}",
        rate.text
    );
    Some(Finding::new(rate.span, message).help("alert at a burn rate of 1 or more"))
}

/// A twelfth of the long window, as the method has it.
fn short_window(alert: &BurnAlert) -> Option<Finding> {
    let (long, short): (&Stated, &Stated) = (alert.long.as_ref()?, alert.short.as_ref()?);
    let twelfth = &long.value.value / Rational::from(12u8);
    if short.value.value == twelfth
        || short.value.dimension != long.value.dimension
        || short.value.factor <= Rational::ZERO
    {
        return None;
    }
    let right = format!("{} {}", significant(&(&twelfth / &short.value.factor), 6), short.value.unit);
    let message =
        format!("the short window is by convention one twelfth of the long one: {} / 12 = {}", long.text, right.trim());
    Some(Finding::new(short.span, message).help(format!("write {}", right.trim())).severity(Severity::Info))
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const TABLE: &str = "| severity | burn rate | long window | short window |\n|---|---|---|---|\n";

    #[test]
    fn an_alert_that_cannot_fire() {
        assert_eq!(
            says("burn-rate", "SLO: 99.9% over 30 days.\nPage when error_ratio > 14.4 * 0.999.\n"),
            ["2:32-2:37 error: 14.4 * 0.999 is 14.39, and no error ratio is above 1, so the alert can never fire: \
              the factor is the budget, 1 - 99.9% = 0.001"]
        );
        assert_eq!(says("burn-rate", "SLO: 99.9% over 30 days.\nPage when error_ratio > 14.4 * 0.001.\n"), [""; 0]);
        assert_eq!(
            says("burn-rate", "SLO: 90% over 30 days.\nPage at a burn rate of 14.4.\n"),
            [
                "2:24-2:28 error: a burn rate of 14.4 at an objective of 90% is an error ratio of 1.44, above 1: the alert can never fire"
            ]
        );
    }

    #[test]
    fn rows_of_a_table() {
        let text =
            format!("SLO: 99% over 30 days.\n\n{TABLE}| ticket | 0.84 | 72 h | 6 h |\n| page | 14.4 | 1 h | 5 min |\n");
        assert_eq!(
            says("burn-rate", &text),
            [
                "5:12-5:16 error: a burn rate below 1 never exhausts the budget in its period: 0.84 spends 84% of it in 30 days"
            ]
        );
        let text = format!("SLO: 99.9% over 30 days.\n\n{TABLE}| ticket | 1 | 72 h | 260 min |\n");
        assert_eq!(
            says("burn-rate", &text),
            ["5:23-5:30 info: the short window is by convention one twelfth of the long one: 72 h / 12 = 360 min"]
        );
    }

    #[test]
    fn silent_without_an_objective() {
        assert_eq!(says("burn-rate", "Page at a burn rate of 14.4 for 1 h.\n"), [""; 0]);
        assert_eq!(says("burn-rate", "A burn rate of 0.5 is no reason to act.\n"), [""; 0]);
        let two = "99.9% over 28 days; batch has 95% over 7 days. We page at a burn rate of 36.\n";
        assert_eq!(says("burn-rate", two), [""; 0]);
        let history = "95% over 7 days. In March the burn rate of 36 was seen at the edge.\n";
        assert_eq!(says("burn-rate", history), [""; 0]);
    }
}

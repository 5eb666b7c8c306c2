//! What a budget leaves: headroom, reserve, margin.

use designlint_quantity::Rational;

use super::{
    Claim, ClaimKind, Fault,
    amount::Amount,
    draft::{Draft, Judgement, operand, sum_text},
    grid::Grid,
    labels::Role,
    sums::{Sum, fit, recomputed, scales},
};

/// The headroom of a row, for each column that has a budget and a total.
pub(crate) fn claims(grid: &Grid, row: usize) -> Vec<Claim> {
    (0..grid.columns()).filter_map(|column| claim(grid, row, column)).collect()
}

fn claim(grid: &Grid, row: usize, column: usize) -> Option<Claim> {
    let stated = grid.amount(row, column)?;
    let last = |role: &dyn Fn(&Role) -> bool| {
        (0..grid.lines.len())
            .rev()
            .filter(|&r| role(&grid.lines[r].role))
            .find_map(|r| Some((r, grid.amount(r, column)?)))
    };
    let (total_row, total) = last(&|r| matches!(r, Role::Total(_)))?;
    let (_, budget) = last(&|r| *r == Role::Limit)?;
    if total_row > row || stated.bound || total.bound {
        return None;
    }
    let parts: [&Amount; 2] = [budget, total];
    let share = stated.is_percent() && !total.is_percent();
    let counted = if share { as_share(stated, budget, total) } else { difference(stated, &parts) }?;
    let (judgement, computed, recomputed) = counted;
    let mut operands = vec![operand(budget), operand(total)];
    operands[1].value.value = -operands[1].value.value.clone();
    let text = sum_text(&[(budget, false), (total, true)]);
    let reading = "budget less total".to_string();
    let (span, section) = (grid.lines[row].span, grid.section);
    Some(
        Draft {
            kind: ClaimKind::Total,
            span,
            stated,
            operands,
            text,
            computed: Some(computed),
            recomputed,
            judgement,
            reading,
            section,
        }
        .claim(),
    )
}

type Counted = (Judgement, Rational, Option<designlint_quantity::Quantity>);

fn difference(stated: &Amount, parts: &[&Amount; 2]) -> Option<Counted> {
    let scale = scales(parts, stated).into_iter().next()?;
    let weights = [Rational::ONE, -Rational::ONE];
    let sum = Sum::of(weights.into_iter().zip(&scale.parts));
    let counts = parts.iter().all(|p| p.is_integer()) && stated.is_integer();
    let judgement = match fit(&sum, &scale.total, stated.number(), counts) {
        Some(fit) => Judgement::Holds(fit.how),
        None if scale.certain => Judgement::Wrong(Fault::Total, None),
        None => Judgement::Unknown("its unit is not that of budget and total".to_string()),
    };
    Some((judgement, &sum.value / &scale.factor, Some(recomputed(&sum, &scale))))
}

/// Headroom as a percentage of the budget.
fn as_share(stated: &Amount, budget: &Amount, total: &Amount) -> Option<Counted> {
    let (budget, total) = (budget.quantity(), total.quantity());
    if budget.dimension != total.dimension || budget.value.is_zero() {
        return None;
    }
    let share = (&budget.value - &total.value) / &budget.value * Rational::from(100u8);
    let gap = super::sums::magnitude(&(&share - stated.shown()));
    let judgement = if gap < stated.number().ulp {
        Judgement::Holds(super::How::Rounded)
    } else {
        Judgement::Unknown("not the share of the budget that is left".to_string())
    };
    Some((judgement, share, None))
}

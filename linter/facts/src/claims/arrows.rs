//! Arrows: steps and changes of state, and here and there one value in another unit: `3 TB → 3,000 GB`.

use designlint_quantity::{Convention, Expression, Relation, TokenKind, parse};

use super::{
    Claim, How, Verdict,
    equations::{Equation, left_sides},
    judge::claim_of,
    passage::Passage,
};

/// The numbers with an arrow between them that are one value; only their values say so.
pub(super) fn conversions(passage: &Passage, readings: Convention) -> Vec<Claim> {
    let arrow = |at: &usize| passage.tokens[*at].kind == TokenKind::Arrow;
    let between = (1..passage.tokens.len()).filter(arrow).filter_map(|at| between(passage, at));
    let judged = between.filter_map(|arrow| Some((claim_of(passage, &arrow, &|_| None, readings).ok()?, arrow)));
    judged.filter(|(claim, arrow)| is_one_value(claim, arrow)).map(|(claim, _)| claim).collect()
}

fn between(passage: &Passage, at: usize) -> Option<Equation> {
    let right = parse(&passage.text, &passage.tokens, at + 1).filter(|p| !p.cut_off)?;
    right.expression.as_literal()?;
    let left = left_sides(passage, at).into_iter().next()?;
    left.expression.as_literal()?;
    Some(Equation {
        left: vec![left],
        relation: Relation::Equal,
        sign: passage.tokens[at].range.clone(),
        right,
        about: false,
        at_least: false,
        chained: false,
        bracket: None,
    })
}

/// Whether the numbers beside an arrow are one value in two units: to the digit, or rounded where the digits are too many
/// for a coincidence. Otherwise the second is what the first becomes, and no claim.
fn is_one_value(claim: &Claim, equation: &Equation) -> bool {
    let digits = equation.right.expression.as_literal().map_or(0, |l| l.number.digits);
    let close = match claim.how {
        Some(How::Exact) => true,
        Some(How::Rounded) => digits >= 2,
        _ => false,
    };
    claim.verdict == Verdict::Holds && close && !claim.weak
}

/// Whether a lone number stands behind an arrow: `A → B = ratio` says something of both numbers, and nothing of B alone.
pub(crate) fn is_behind_arrow(passage: &Passage, side: &designlint_quantity::Parsed) -> bool {
    let at = passage.tokens.partition_point(|t| t.range.start < side.range.start);
    let before = passage.tokens[..at].iter().rev().find(|t| t.kind != TokenKind::Approximately);
    let lone = matches!(side.expression, Expression::Literal(_) | Expression::Negate(_));
    lone && before.is_some_and(|t| t.kind == TokenKind::Arrow)
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{ClaimKind, Knowledge, Verdict, extract};

    /// Kind, verdict and relation of each claim.
    fn claims(text: &str) -> Vec<(ClaimKind, Verdict, String)> {
        let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
        facts.claims.into_iter().map(|c| (c.kind, c.verdict, c.relation)).collect()
    }

    fn holds(kind: ClaimKind, relation: &str) -> Vec<(ClaimKind, Verdict, String)> {
        vec![(kind, Verdict::Holds, relation.to_string())]
    }

    #[test]
    fn one_value_in_another_unit() {
        for (text, sign) in [
            ("The pages take 3 TB → 3,000 GB.\n", "→"),
            ("- 86,400 s -> 1 day\n", "->"),
            ("- 2 GiB => 2,048 MiB\n", "=>"),
            ("- 4,718,592 B → 4.7 MB\n", "→"),
        ] {
            assert_eq!(claims(text), holds(ClaimKind::Conversion, sign), "{text}");
        }
    }

    #[test]
    fn steps_and_changes_of_state_are_no_claims() {
        for text in [
            "The latency falls: 40 ms → 12 ms.\n",
            "- memory: 1 GB → 4 GB\n",
            "- archive: 3 TB → 300 GB\n",
            "- samples: 1 s → 1 min → 1 h\n",
            "- timeout: 90 s → 1 min\n",
            "- 40 nodes → 12 nodes\n",
            "- 512 B -> 1 KB (rounds up)\n",
        ] {
            assert_eq!(claims(text), [], "{text}");
        }
    }

    #[test]
    fn what_lies_between_two_numbers() {
        for text in [
            "- 500,000 → 83,042 = 6.02×\n",
            "- 12 ms → 4 ms = 3x\n",
            "- hits: 45% → 65% = 20 pp\n",
            "- 40 ms → 12 ms = 28 ms less\n",
            "- 256 KB → 64 KB = 75% less\n",
            "- 1 GB → 4 GB = 4\n",
        ] {
            assert_eq!(claims(text), holds(ClaimKind::Change, if text.contains("->") { "->" } else { "→" }), "{text}");
        }
    }

    #[test]
    fn a_ratio_that_the_two_numbers_do_not_have() {
        let facts =
            |text: &str| extract(&Document::parse(Source::new(text)), &Knowledge::default()).claims.into_iter().next();
        let claim = facts("- 500,000 → 83,042 = 60.2×\n").unwrap();
        assert_eq!((claim.verdict, claim.stated.as_str()), (Verdict::Wrong, "60.2"));
        assert_eq!(claim.computed.as_deref(), Some("6.02105"));
        let claim = facts("- 256 KB → 64 KB = 65% less\n").unwrap();
        assert_eq!((claim.verdict, claim.computed.as_deref()), (Verdict::Wrong, Some("75%")));
        for text in ["- 1 GB → 4 GB = 65% of the pool\n", "- 40 ms → 12 ms = 30 ms\n", "- 40 ms → 12 req/s = 3×\n"]
        {
            assert!(facts(text).is_none(), "{text}");
        }
    }
}

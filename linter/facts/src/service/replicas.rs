//! Sizes on disk without the replication that their section states.

use designlint_document::Span;
use designlint_quantity::{Dimension, Rational};

use std::collections::{BTreeMap, BTreeSet};

use super::words::{counts, has_any, said, section_text};
use super::{Reader, has_near};
use crate::definitions::Named;
use crate::formulas::Stated;
use crate::lookup::Place;
use crate::{Claim, ClaimKind, Verdict};

/// Words on what takes the room of all copies.
const STORED: &[&str] = &[
    "disk",
    "disks",
    "storage",
    "store",
    "stored",
    "stores",
    "ssd",
    "nvme",
    "hdd",
    "volume",
    "volumes",
    "brokers",
    "cluster",
    "retention",
    "retained",
    "provision",
    "provisioned",
    "footprint",
    "buy",
];
/// Words on one copy, on what is no copy, and on coding instead of copies.
const ONE_COPY: &[&str] = &[
    "raw",
    "logical",
    "before replication",
    "without replication",
    "unreplicated",
    "pre-replication",
    "per replica",
    "per copy",
    "a copy",
    "one copy",
    "single copy",
    "each copy",
    "each replica",
    "one replica",
    "usable",
    "effective",
    "erasure",
    "ec",
    "parity",
    "raid",
    "reed-solomon",
    "per broker",
    "per node",
    "per server",
    "per disk",
    "per shard",
    "per partition",
    "a broker",
    "a node",
    "memory",
    "ram",
    "cache",
    "network",
    "egress",
    "bandwidth",
    "ingress",
    "per day",
    "a day",
    "/day",
    "daily",
    "per month",
    "a month",
    "/month",
    "per year",
    "a year",
    "/year",
    "index",
    "backup",
    "backups",
    "s3",
    "gcs",
    "object storage",
    "excluding replication",
    "not counting replication",
    "times the replication",
    "unique",
];

/// A size whose factors leave out the replication factor.
#[derive(Clone, Debug)]
pub struct UnreplicatedSize {
    /// The result as written.
    pub stated: String,
    /// Where it stands.
    pub span: Span,
    /// The calculation.
    pub worked: String,
    /// The replication factor.
    pub factor: Stated,
    /// The size of all copies, in the unit of the stated one.
    pub replicated: Rational,
    /// That unit.
    pub unit: String,
}

/// The unreplicated sizes of a document.
pub(super) fn unreplicated(reader: &Reader<'_>) -> Vec<UnreplicatedSize> {
    if reader.lookup.of("replication_factor").is_empty() {
        return Vec::new();
    }
    let sizes = reader
        .claims
        .iter()
        .filter(|c| matches!(c.kind, ClaimKind::Equation | ClaimKind::Chain) && c.verdict == Verdict::Holds);
    let around = Around::of(reader);
    sizes.filter_map(|claim| size(reader, &around, claim)).collect()
}

/// What stands around the sizes of a document.
struct Around {
    /// The sections that speak of coding instead of copies.
    coded: BTreeSet<usize>,
    /// Of each section and number the last calculation that starts with it among its operands.
    used: BTreeMap<(usize, Rational), usize>,
    /// Of each section the sizes, in ascending order.
    sizes: BTreeMap<usize, Vec<Rational>>,
}

impl Around {
    fn of(reader: &Reader<'_>) -> Self {
        let coded =
            |&s: &usize| has_any(&section_text(reader.document, s), &["usable", "erasure coding", "erasure-coded"]);
        let mut used = BTreeMap::new();
        for claim in reader.claims {
            let operands = claim.operands.iter();
            used.extend(operands.map(|o| ((claim.section, o.value.value.clone()), claim.span.start)));
        }
        Self {
            coded: (0..reader.document.sections.len()).filter(coded).collect(),
            used,
            sizes: reader.values_by_section(|a| a.quantity.dimension == Dimension::DATA),
        }
    }

    /// Whether the section multiplies by the factor elsewhere, or states the size of all copies.
    fn is_replicated(&self, claim: &Claim, replicated: &Rational) -> bool {
        let value = claim.value.as_ref().map(|v| (claim.section, v.value.clone()));
        let reused = value.and_then(|v| self.used.get(&v)).is_some_and(|&at| at > claim.span.start);
        reused || self.sizes.get(&claim.section).is_some_and(|sizes| has_near(sizes, replicated, 20))
    }
}

fn size(reader: &Reader<'_>, around: &Around, claim: &Claim) -> Option<UnreplicatedSize> {
    let value = claim.value.as_ref().filter(|v| v.dimension == Dimension::DATA)?;
    let is_product = claim.operands.len() >= 2 && claim.computed_text.contains(['x', '×', '*', '·']);
    let divides = ["+", "÷", " / "].iter().any(|sign| claim.computed_text.contains(sign));
    if !is_product || divides {
        return None;
    }
    let (at, statement) = reader.statement_at(claim.stated_span)?;
    let place = Place { statement: at, block: statement.block, section: statement.section };
    let in_section = |n: &Named| {
        counts(n, 2) && n.definition.section == claim.section && n.definition.value.value <= Rational::from(9u8)
    };
    let factor = reader.near("replication_factor", place, &in_section)?;
    let factor_value = factor.definition.value.value.clone();
    let before =
        said(reader.document, Span::new(statement.span().start, claim.computed_span.start.max(statement.span().start)));
    let behind =
        said(reader.document, Span::new(claim.stated_span.end, statement.span().end.max(claim.stated_span.end)));
    if has_any(&before, ONE_COPY)
        || has_any(&behind, ONE_COPY)
        || !(has_any(&before, STORED) || has_any(&behind, STORED))
    {
        return None;
    }
    if around.coded.contains(&claim.section) {
        return None;
    }
    let replicated = &value.value * &factor_value;
    if claim.operands.iter().any(|o| o.value.value == factor_value) || around.is_replicated(claim, &replicated) {
        return None;
    }
    Some(UnreplicatedSize {
        stated: claim.stated.clone(),
        span: claim.stated_span,
        worked: claim.computed_text.clone(),
        factor: Stated::of(factor),
        replicated: replicated / &value.factor,
        unit: value.unit.clone(),
    })
}

//! What training and serving compute each for itself.

use super::Reader;
use crate::remarks::{Remark, whole};
use crate::{ServingSkew, SkewBetween};

/// The first features that are computed in two places, and the first index whose vectors and queries come from encoders that
/// change.
pub(super) fn skews(cx: &Reader<'_>) -> Vec<ServingSkew> {
    let mut found: Vec<ServingSkew> = Vec::new();
    for (list, between) in [("skew.feature", SkewBetween::Features), ("skew.index", SkewBetween::Encoders)] {
        let blocks = cx.remarks.by_block(whole(cx.document), list);
        let two = |block: &Vec<Remark>| match between {
            SkewBetween::Features => two_places(cx, block),
            SkewBetween::Encoders => two_versions(cx, block),
        };
        if let Some(remark) = blocks.iter().find_map(two) {
            found.push(ServingSkew { text: remark.text, between, guarded: cx.says_anywhere("skew.guard") });
        }
    }
    found
}

/// A sentence, or the first of two, by which training computes features and serving computes them too.
fn two_places(cx: &Reader<'_>, block: &[Remark]) -> Option<Remark> {
    let says = |r: &Remark, list: &str| r.says(cx.words, list);
    let computes = |r: &Remark| says(r, "skew.computes") && !says(r, "skew.store");
    let alone =
        |r: &&Remark| computes(r) && ["skew.feature", "skew.training", "skew.serving"].iter().all(|l| says(r, l));
    let pair = |two: &&[Remark]| {
        let (one, other) = (&two[0], &two[1]);
        let sides = |a: &str, b: &str| says(one, a) && says(other, b) && !says(one, b) && !says(other, a);
        let both = sides("skew.training", "skew.serving") || sides("skew.serving", "skew.training");
        both && computes(one) && computes(other) && says(one, "skew.feature")
    };
    let alone = block.iter().find(alone).cloned();
    alone.or_else(|| block.windows(2).find(pair).map(|two| two[0].clone()))
}

fn two_versions(cx: &Reader<'_>, block: &[Remark]) -> Option<Remark> {
    let all = ["skew.index", "skew.encoder", "skew.changes"];
    block.iter().find(|r| all.iter().all(|list| r.says(cx.words, list))).cloned()
}

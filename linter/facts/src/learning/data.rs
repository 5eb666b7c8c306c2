//! How data is divided, and what a ranker learns from.

use super::Reader;
use crate::remarks::{Remark, whole};
use crate::text::folded;
use crate::{FeedbackLoop, RandomSplit};

/// Data with an order in time that is divided into training and test at random. Silent where the paragraph divides by time
/// too, by user or another key, denies it, or speaks of an experiment.
pub(super) fn random_splits(cx: &Reader<'_>) -> Vec<RandomSplit> {
    let blocks = cx.remarks.by_block(whole(cx.document), "split.random");
    let mut found = Vec::new();
    for block in &blocks {
        let otherwise = |r: &Remark| r.says(cx.words, "split.otherwise");
        if block.iter().any(otherwise) {
            continue;
        }
        for remark in block.iter().filter(|r| is_random(cx, r)) {
            let near = block.iter().find_map(|r| r.phrase(cx.words, "split.ordered"));
            let ordered = remark.phrase(cx.words, "split.ordered").or(near).map(str::to_owned);
            // "Transactions" elsewhere may be another set of data, "clicks of 90 days" is what the model learns from.
            if let Some(ordered) = ordered.or_else(|| cx.in_chapter(remark.section, "split.history")) {
                found.push(RandomSplit { text: remark.text.clone(), ordered });
            }
        }
    }
    found
}

fn is_random(cx: &Reader<'_>, remark: &Remark) -> bool {
    let says = |list: &str| remark.says(cx.words, list);
    says("split.random") && says("split.parts") && !says("split.experiment")
}

/// The first sentence by which a ranker learns from what it shows, where its paragraph or a heading above speaks of ranking.
pub(super) fn feedback_loop(cx: &Reader<'_>) -> Option<FeedbackLoop> {
    let blocks = cx.remarks.by_block(whole(cx.document), "loop.learns");
    let learns = |r: &&Remark| {
        let says = |list: &str| r.says(cx.words, list);
        says("loop.learns") && says("loop.shown") && !says("loop.judged")
    };
    let ranks = |block: &[Remark], r: &Remark| block.iter().any(|r| r.says(cx.words, "loop.ranker")) || headed(cx, r);
    let found = blocks.iter().find_map(|block| block.iter().filter(learns).find(|r| ranks(block, r)))?;
    // "Users of the last week held out" is a test set, "a held-out group of users" breaks the loop.
    let group = |r: &Remark| !r.says(cx.words, "loop.test-set");
    let broken =
        cx.says_anywhere("loop.broken") || cx.remarks.that_say(whole(cx.document), "loop.held-out").iter().any(group);
    Some(FeedbackLoop { text: found.text.clone(), broken })
}

/// Whether a heading above, the document's included, speaks of ranking.
fn headed(cx: &Reader<'_>, remark: &Remark) -> bool {
    let above = cx.document.sections.iter().filter(|s| s.whole.contains(remark.text.span));
    above.into_iter().any(|s| cx.words.says("loop.ranker", &folded(&s.title)))
}

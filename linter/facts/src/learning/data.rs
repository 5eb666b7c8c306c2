//! How data is divided, and what a ranker learns from.

use super::Reader;
use crate::remarks::{Remark, chapter, remarks, remarks_by_block, whole};
use crate::{FeedbackLoop, RandomSplit};

/// Data with an order in time that is divided into training and test at random. Silent where the paragraph divides by time
/// too, by user or another key, denies it, or speaks of an experiment.
pub(super) fn random_splits(cx: &Reader<'_>) -> Vec<RandomSplit> {
    let blocks = remarks_by_block(cx.document, whole(cx.document), cx.words, "split.random");
    let mut found = Vec::new();
    for block in &blocks {
        let otherwise = |r: &Remark| r.says(cx.words, "split.otherwise");
        if block.iter().any(otherwise) {
            continue;
        }
        for remark in block.iter().filter(|r| is_random(cx, r)) {
            let near = block.iter().find_map(|r| r.phrase(cx.words, "split.ordered"));
            let ordered = remark.phrase(cx.words, "split.ordered").or(near).map(str::to_owned);
            if let Some(ordered) = ordered.or_else(|| in_chapter(cx, remark)) {
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

fn in_chapter(cx: &Reader<'_>, remark: &Remark) -> Option<String> {
    let span = chapter(cx.document, remark.section);
    let found = remarks(cx.document, span, cx.words, "split.ordered");
    found.iter().find_map(|r| r.phrase(cx.words, "split.ordered").map(str::to_owned))
}

/// The first sentence by which a ranker learns from what it shows.
pub(super) fn feedback_loop(cx: &Reader<'_>) -> Option<FeedbackLoop> {
    let learns = remarks(cx.document, whole(cx.document), cx.words, "loop.learns");
    let text = learns.into_iter().find(|r| r.says(cx.words, "loop.shown"))?.text;
    if !cx.says_anywhere("loop.ranker") {
        return None;
    }
    // "Users of the last week held out" is a test set, "a held-out group of users" breaks the loop.
    let group = |r: &Remark| !r.says(cx.words, "loop.test-set");
    let broken = cx.says_anywhere("loop.broken")
        || remarks(cx.document, whole(cx.document), cx.words, "loop.held-out").iter().any(group);
    Some(FeedbackLoop { text, broken })
}

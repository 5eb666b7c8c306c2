//! Fallbacks that start when they are needed.

use super::Reader;
use crate::ColdFallback;
use crate::remarks::{Remark, whole};
use crate::text::find_word;

/// Words that open a sentence about what the sentence before spoke of.
const BACK: &[&str] = &["it ", "they ", "this ", "that ", "these ", "which ", "its "];

/// Words right before a phrase that deny it.
const DENIALS: &[&str] = &["not", "never", "no", "without", "instead", "than", "nothing", "avoid", "cannot"];

/// Fallbacks that are started, loaded or scaled up only once they are needed.
pub(super) fn cold_fallbacks(cx: &Reader<'_>) -> Vec<ColdFallback> {
    let mut found = Vec::new();
    for block in cx.remarks.by_block(whole(cx.document), "fallback.word") {
        let mut speaks = false;
        for remark in block {
            let names = remark.says(cx.words, "fallback.word");
            let of_it = names || speaks && BACK.iter().any(|w| remark.low.starts_with(w));
            speaks = names;
            if of_it
                && !remark.says(cx.words, "fallback.warm")
                && let Some(start) = cold_start(cx, &remark)
            {
                found.push(ColdFallback { text: remark.text, start });
            }
        }
    }
    found
}

fn cold_start(cx: &Reader<'_>, remark: &Remark) -> Option<String> {
    let denied = |at: usize| {
        let before = remark.low[..at].split_whitespace().rev().take(3);
        before.into_iter().any(|w| DENIALS.contains(&w) || w.ends_with("n't"))
    };
    let found = cx.words.list("fallback.cold").iter();
    found.filter(|p| find_word(&remark.low, p).is_some_and(|at| !denied(at))).map(Clone::clone).next()
}

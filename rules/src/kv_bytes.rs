//! `kv-bytes`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// KV-cache bytes do not follow from the model's shape.
    ///
    /// ## Why
    /// A transformer stores one key and one value vector per layer, key/value head and token. Query heads in place of key/value heads,
    /// keys without values or one layer of many change the memory of a node by 2 to 80 times, and with it what is bought.
    ///
    /// ## Example
    /// ```md,fails
    /// ## KV cache
    ///
    /// Model: 30 layers, 9 query heads, 3 key/value heads, head dimension 64, float16.
    ///
    /// KV bytes per token: 2 x 30 x 9 x 64 x 2 B = 69,120 B.
    /// ```
    /// ```md,passes
    /// ## KV cache
    ///
    /// Model: 30 layers, 9 query heads, 3 key/value heads, head dimension 64, float16.
    ///
    /// KV bytes per token: 2 x 30 x 3 x 64 x 2 B = 23,040 B.
    /// ```
    ///
    /// ## Silent on
    /// A shape that is not stated or stated twice, and caches with another formula: latent attention, sliding windows, layers that share,
    /// lines per layer, per head, per GPU or compressed.
    pub static META = { name: "kv-bytes", family: Formula, severity: Error }
}

/// `kv-bytes`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KvBytes {}

impl Rule for KvBytes {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        formula_finding::findings(cx, META.name)
    }
}

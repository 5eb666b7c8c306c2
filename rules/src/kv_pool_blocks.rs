//! `kv-pool-blocks`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// The size of a KV pool reads blocks as tokens.
    ///
    /// ## Why
    /// A pool is counted in blocks of several tokens. Read as tokens, its bytes and the sequences that fit come out many times too small;
    /// and a sequence takes whole blocks, so its tokens are rounded up.
    ///
    /// ## Example
    /// ```md,fails
    /// ## KV pool
    ///
    /// kv_blocks = 2048, block_size = 16. Sequences are 512 tokens, so the pool holds 2,048 / 512 = 4 sequences.
    /// ```
    /// ```md,passes
    /// ## KV pool
    ///
    /// kv_blocks = 2048, block_size = 16. Sequences are 512 tokens, so the pool holds 2,048 / (512 / 16) = 64 sequences.
    /// ```
    ///
    /// ## Silent on
    /// Pools whose blocks, block size or bytes per token are not stated, and pools per GPU.
    pub static META = { name: "kv-pool-blocks", family: Formula, severity: Error }
}

/// `kv-pool-blocks`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KvPoolBlocks {}

impl Rule for KvPoolBlocks {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        formula_finding::findings(cx, META.name)
    }
}

//! What the tests of the bot share: a GitHub, a way to it that fails, and pull requests.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test ends where its servers do, and each uses a part"
)]

pub mod front;
pub mod github;
pub mod http;
pub mod prism;
pub mod scene;

//! What `whatif` and `sensitivity` print: as JSON and for people.

mod bars;
mod json;
mod text;

pub use bars::bars;
pub use json::{sensitivity_json, solved_json, sweep_json, whatif_json};
pub use text::{sensitivity_text, solved_text, sweep_text, whatif_text};

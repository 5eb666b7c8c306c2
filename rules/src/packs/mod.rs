//! What designlint knows beforehand: the packs, read once.

mod constants;
mod formulas;
mod own;
mod own_checks;
mod own_profile;
mod profiles;
mod scope;
mod scores;
mod signals;
mod vocabulary;

pub use own::{Misstated, OwnFormula, OwnInput, OwnMistake, Placed, own_formulas};
pub use own_checks::{Asks, OwnCheck};
pub use own_profile::{OwnLine, OwnName, OwnProfile, own_profile};
pub use scope::input_kinds;

use std::sync::{Arc, OnceLock};

use designlint_core::{Profile, Settings};
use designlint_facts::Knowledge;

/// The words, formulas and signals that come with designlint.
pub fn knowledge() -> Arc<Knowledge> {
    static KNOWLEDGE: OnceLock<Arc<Knowledge>> = OnceLock::new();
    Arc::clone(KNOWLEDGE.get_or_init(|| {
        let formulas::Formulas { formulas, quantities, bare_results } = formulas::formulas().unwrap_or_default();
        Arc::new(Knowledge {
            vocabulary: vocabulary::built_in(),
            formulas,
            quantities,
            bare_results,
            constants: constants::constants().unwrap_or_default(),
            services: formulas::services().unwrap_or_default(),
            signals: signals::signals().unwrap_or_default(),
            scale: scores::scale().unwrap_or_default(),
            ..Knowledge::default()
        })
    }))
}

/// The profiles that come with designlint, one for each kind of document.
pub fn profiles() -> Arc<Vec<Profile>> {
    static PROFILES: OnceLock<Arc<Vec<Profile>>> = OnceLock::new();
    Arc::clone(PROFILES.get_or_init(|| Arc::new(profiles::built_in())))
}

/// What holds where nothing is configured.
pub fn settings() -> Settings {
    Settings { knowledge: knowledge(), profiles: profiles(), ..Settings::default() }
}

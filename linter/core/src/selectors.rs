//! Names of rules as people type them.

use std::{collections::BTreeSet, fmt};

use crate::{Family, RuleEntry, nearest};

/// A selector that names no rule, no family and not `all`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSelector {
    /// As typed.
    pub name: String,
    /// The closest name there is.
    pub did_you_mean: Option<&'static str>,
}

impl fmt::Display for UnknownSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rule or family is called `{}`", self.name)?;
        match self.did_you_mean {
            Some(meant) => write!(f, "; did you mean `{meant}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownSelector {}

/// The names of the rules that selectors mean: a rule, a family, or `all`. The checks of profiles belong to the structure
/// family, so its name is among them where a selector means it. A name with a `/` is such a check's; only the
/// configuration knows whether there is one.
///
/// # Errors
/// The first selector that means none.
pub fn resolve_selectors(selectors: &[String], rules: &[RuleEntry]) -> Result<BTreeSet<String>, UnknownSelector> {
    let mut chosen = BTreeSet::new();
    for selector in selectors {
        let family = Family::from_name(selector);
        let meant = rules
            .iter()
            .map(|r| r.meta)
            .filter(|m| selector == "all" || m.name == selector || family == Some(m.family))
            .map(|m| m.name.to_owned());
        chosen.extend(meant);
        if selector == "all" || family == Some(Family::Structure) {
            chosen.insert(Family::Structure.name().to_owned());
        }
        if selector.contains('/') {
            chosen.insert(selector.clone());
        }
        if selector != "all" && family.is_none() && !chosen.contains(selector) {
            let did_you_mean = nearest(selector, names(rules));
            return Err(UnknownSelector { name: selector.clone(), did_you_mean });
        }
    }
    Ok(chosen)
}

/// Every name a selector may be.
pub(crate) fn names(rules: &[RuleEntry]) -> impl Iterator<Item = &'static str> {
    rules.iter().map(|r| r.meta.name).chain(Family::ALL.iter().map(|f| f.name())).chain(["all"])
}

//! Words that the rules about failures share.

use designlint_facts::{FailureMode, State, Vocabulary};

/// Longest piece of a document that a message repeats, in characters.
const LONGEST: usize = 60;

/// A piece of the document in quotes, cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    let text = text.trim_end_matches(['.', ':', ',', ';']);
    if text.chars().count() <= LONGEST {
        return format!("\"{text}\"");
    }
    let cut: String = text.chars().take(LONGEST).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(head, _)| head);
    format!("\"{whole}…\"")
}

/// "the gateway"; a name that is no common noun stands alone or, with other signs than letters, in code marks.
pub(crate) fn the(name: &str, words: &Vocabulary) -> String {
    if ["the ", "a ", "an ", "each ", "whoever "].iter().any(|a| name.starts_with(a)) {
        return name.to_string();
    }
    if !name.chars().all(|c| c.is_alphabetic() || c == ' ') {
        return format!("`{name}`");
    }
    let noun = name.split(' ').next_back().is_some_and(|w| words.list("component.noun").iter().any(|n| n == w));
    if noun || name.contains(' ') { format!("the {name}") } else { name.to_string() }
}

/// Whether a state answers nothing.
pub(crate) fn is_unanswered(state: State) -> bool {
    matches!(state, State::Empty | State::Placeholder)
}

/// The failures whose rows somebody must notice: not the risks of a plan.
pub(crate) fn failures(modes: &[FailureMode]) -> impl Iterator<Item = &FailureMode> {
    modes.iter().filter(|m| !m.list.risks)
}

/// Whether nothing says how a failure is noticed, in its own row or once for all rows.
pub(crate) fn lacks_detection(mode: &FailureMode) -> bool {
    if mode.list.head.is_some() && mode.detection.is_none() {
        return !mode.list.detects;
    }
    is_unanswered(mode.detection_state)
}

/// "none of the 3 failures", "the failure".
pub(crate) fn none_of(count: usize) -> String {
    if count == 1 {
        "the failure listed here does not say".to_string()
    } else {
        format!("none of these {count} failures says")
    }
}

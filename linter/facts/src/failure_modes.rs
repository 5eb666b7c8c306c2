//! Ways the system fails: rows of tables, items of lists, sub-headings and labels.

use designlint_document::{Document, Span};

use crate::detection::{Emitters, Failed};
use crate::failure_kind::{Names, kind, subject};
use crate::failure_lists::lists;
use crate::failure_tables::tables;
use crate::state::state_of_text;
use crate::text::folded;
use crate::{Component, FailureKind, FailureList, FailureMode, Knowledge, State, Text, Topic, Vocabulary};

/// Ways the system fails, in order of the source.
pub(crate) fn failure_modes(
    document: &Document,
    topics: &[Topic],
    components: &[Component],
    knowledge: &Knowledge,
) -> Vec<FailureMode> {
    let words = &knowledge.vocabulary;
    let scope = Scope { document, topics, words };
    let mut rows = tables(&scope);
    rows.extend(lists(&scope));
    if rows.is_empty() {
        return Vec::new();
    }
    rows.sort_by_key(|r| (r.failure.span.start, r.span.start));
    rows.dedup_by_key(|r| r.failure.span);
    let names = Names::of(components, words);
    let emitters = Emitters::new(document, components, &names, knowledge);
    rows.into_iter().map(|row| read(row, &names, words, &emitters)).collect()
}

/// Where failures are looked for.
pub(crate) struct Scope<'a> {
    pub document: &'a Document,
    pub topics: &'a [Topic],
    pub words: &'a Vocabulary,
}

impl<'a> Scope<'a> {
    /// The failure topic that holds a place: the innermost topic there, if it is about failures.
    pub fn topic_of(&self, span: Span) -> Option<&'a Topic> {
        let inner = self.topics.iter().filter(|t| t.body.contains(span)).min_by_key(|t| t.body.len())?;
        is_failure_topic(inner).then_some(inner)
    }

    /// Whether a text has a word of a list.
    pub fn says_any(&self, text: &str, list: &str) -> bool {
        let low = folded(text);
        self.words.says(list, &low)
    }

    /// The role that a label plays. What fails is called by its whole name: "metastable failure" is a failure itself.
    pub fn role_of_label(&self, label: &str) -> Option<Role> {
        let whole = || ROLES.iter().any(|(id, _)| self.words.list(id).iter().any(|w| *w == column_name(label)));
        self.role(label).filter(|role| role.is_answer() || *role == Role::Detection || whole())
    }

    /// The role that a header plays: by the whole, by one of its parts, by its last or first word.
    pub fn role(&self, label: &str) -> Option<Role> {
        let label = column_name(label);
        let words: Vec<&str> = label.split(' ').collect();
        if label.is_empty() || words.len() > 6 {
            return None;
        }
        let exact = |id: &str, text: &str| self.words.list(id).iter().any(|w| w == text);
        let of = |text: &str| ROLES.iter().find(|(id, _)| exact(id, text)).map(|&(_, role)| role);
        let parts = || label.split([',', '/', '&']).map(str::trim);
        let at_end = |role: &Role| role.is_answer() || matches!(role, Role::Detection | Role::Failure);
        let at_start = |role: &Role| role.is_answer() || *role == Role::Detection;
        // "what households see": whoever they are, it is what they see meanwhile.
        let seen = || matches!(words.as_slice(), ["what", _, .., "see" | "sees" | "notice" | "notices"]);
        of(&label)
            .or_else(|| seen().then_some(Role::Degradation))
            .or_else(|| ROLES.iter().find(|(id, _)| parts().any(|p| exact(id, p))).map(|&(_, role)| role))
            .or_else(|| of(words.last()?).filter(|r| at_end(r) && words.len() <= 3))
            .or_else(|| of(words.first()?).filter(|r| at_start(r) && words.len() <= 3))
    }
}

/// Whether a topic lists ways to fail.
pub(crate) fn is_failure_topic(topic: &Topic) -> bool {
    topic.kinds.iter().any(|k| k == "failure-modes")
}

/// What a column or label of a failure says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// How it is noticed.
    Detection,
    /// What users see meanwhile.
    Degradation,
    /// What follows.
    Effect,
    /// What is done about it.
    Answer,
    /// What fails.
    Failure,
    /// A case that may be a failure.
    Scenario,
    /// What may go wrong with the plan.
    Risk,
    /// The part that fails.
    Component,
}

impl Role {
    /// Whether it says what users see or what is done.
    pub fn is_answer(self) -> bool {
        matches!(self, Self::Degradation | Self::Effect | Self::Answer)
    }
}

const ROLES: &[(&str, Role)] = &[
    ("failure-column.detection", Role::Detection),
    ("failure-column.degradation", Role::Degradation),
    ("failure-column.effect", Role::Effect),
    ("failure-column.answer", Role::Answer),
    ("failure-column.failure", Role::Failure),
    ("failure-column.risk", Role::Risk),
    ("failure-column.scenario", Role::Scenario),
    ("failure-column.component", Role::Component),
];

/// A header in the form of the lists: lower case, without brackets, numbering and "the".
fn column_name(label: &str) -> String {
    let low = folded(label);
    let outside = low.split(['(', '[']).next().unwrap_or("").replace(" and ", "/").replace(" or ", "/");
    let name = outside.trim_matches(|c: char| !c.is_alphanumeric());
    name.trim_start_matches("the ").to_string()
}

/// A failure before its component and signals are read.
pub(crate) struct Draft {
    pub span: Span,
    pub failure: Text,
    pub component: Option<Text>,
    pub detection: Option<Text>,
    pub degradation: Option<Text>,
    pub list: FailureList,
}

fn read(row: Draft, names: &Names, words: &Vocabulary, emitters: &Emitters<'_>) -> FailureMode {
    let subject = row.component.as_ref().map(|c| &c.text).filter(|c| !c.is_empty());
    let subject = subject.and_then(|c| subject_of(c, words)).or_else(|| subject_of(&row.failure.text, words));
    let kind = kind(&row.failure.text, names, words);
    let detection_state = state(row.detection.as_ref(), words);
    let component = subject.as_ref().map(|s| s.0.clone());
    let signals = match &row.detection {
        Some(text) if detection_state == State::Filled => {
            let one_of_many = subject.as_ref().is_some_and(|s| s.1);
            let failed = Failed { component: component.as_deref(), kind, text: &row.failure.text, one_of_many };
            emitters.signals(text, &failed)
        }
        _ => Vec::new(),
    };
    FailureMode {
        span: row.span,
        degradation_state: state(row.degradation.as_ref(), words),
        failure: row.failure,
        detection: row.detection,
        detection_state,
        degradation: row.degradation,
        component,
        one_of_many: subject.is_some_and(|s| s.1) || kind == FailureKind::Other,
        kind,
        signals,
        list: row.list,
    }
}

fn subject_of(text: &str, words: &Vocabulary) -> Option<(String, bool)> {
    subject(text, words).map(|s| (s.name, s.one_of_many))
}

/// Whether a cell answers.
pub(crate) fn state(text: Option<&Text>, words: &Vocabulary) -> State {
    let Some(text) = text else { return State::Empty };
    let low = folded(&text.text);
    let bare = low.trim_matches(|c: char| c.is_whitespace() || ".!*_`()[]".contains(c));
    if bare.chars().all(|c| "-–—".contains(c)) {
        return State::Empty;
    }
    let says_nothing =
        bare.chars().all(|c| !c.is_alphanumeric()) || words.list("placeholder").iter().any(|p| p == bare);
    if says_nothing || state_of_text(&text.text, words) == State::Placeholder {
        return State::Placeholder;
    }
    let refusal = ["none", "n/a", "na", "nothing", "not applicable", "tbd", "todo"].iter().find_map(|w| {
        bare.strip_prefix(w).filter(|rest| !rest.starts_with(char::is_alphanumeric)).map(|rest| (w, rest))
    });
    match refusal {
        None => State::Filled,
        Some((&"tbd" | &"todo", _)) => State::Placeholder,
        Some((_, rest)) if crate::text::word_count(rest) >= 3 => State::DeclaredNone,
        Some(_) => State::Placeholder,
    }
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::failure_words::knowledge;

    /// `failure | detection | degradation`, one a failure.
    fn found(text: &str) -> Vec<String> {
        let show = |t: &Option<Text>| t.as_ref().map_or("none".to_string(), |t| format!("\"{}\"", t.text));
        modes(text)
            .iter()
            .map(|m| format!("{} | {} | {}", m.failure.text, show(&m.detection), show(&m.degradation)))
            .collect()
    }

    fn modes(text: &str) -> Vec<FailureMode> {
        let document = Document::parse(Source::new(text));
        let knowledge = knowledge();
        let topics = crate::topics::topics(&document, &knowledge.vocabulary);
        failure_modes(&document, &topics, &[], &knowledge)
    }

    #[test]
    fn columns_stand_in_any_order_under_any_name() {
        let text = "| Mitigation | Alert signal | Cause | **What fails** | User impact |\n|---|---|---|---|---|\n| restart | `up{}` | bug | gateway down | 503 |\n|  |  |  | broker lost | |\n| x | y | z | | w |\n";
        assert_eq!(found(text), ["gateway down | \"`up{}`\" | \"503\"", "broker lost | \"\" | \"\""]);
        let modes = modes(text);
        assert_eq!(modes[0].component.as_deref(), Some("gateway"));
        assert_eq!((modes[1].detection_state, modes[1].degradation_state), (State::Empty, State::Empty));
    }

    #[test]
    fn a_table_elsewhere_needs_failures_and_detections() {
        let table = "| failure | mitigation |\n|---|---|\n| gateway down | restart |\n";
        assert_eq!(found(table), [""; 0]);
        assert_eq!(found(&format!("## Failure modes\n\n{table}")), ["gateway down | none | \"restart\""]);
        assert_eq!(found("## Failure modes\n\n| failure | cause |\n|---|---|\n| a | b |\n"), [""; 0]);
    }

    #[test]
    fn risks_are_known_as_such() {
        let text = "## Failure modes\n\n| risk | mitigation |\n|---|---|\n| nobody comes | talk |\n";
        assert!(modes(text)[0].list.risks);
        let asked = text.replace("mitigation", "detection");
        assert!(!modes(&asked)[0].list.risks);
    }

    #[test]
    fn a_component_column_names_what_failed() {
        let text = "## Failure modes\n\n| component | failure mode | detection |\n|---|---|---|\n| Gateway | returns nothing, dies | `gateway_errors` |\n";
        assert_eq!(modes(text)[0].component.as_deref(), Some("gateway"));
    }

    #[test]
    fn labels_of_nested_items_are_columns() {
        let text = "## Failure modes\n\n- **Gateway down.**\n  - Detection:\n    - `up{}`\n    - the edge\n  - *Mitigations*: restart\n- Broker lost: writes wait. Detection: alerts\n- unlabelled thing\n";
        assert_eq!(
            found(text),
            ["Gateway down | \"`up{}`; the edge\" | \"restart\"", "Broker lost | \"alerts\" | \"writes wait.\""]
        );
    }

    #[test]
    fn a_label_holds_for_the_rest_of_its_item() {
        let text = "## Failure modes\n\n- Gateway down\n  - Detection: see below\n\n    the edge\n\n        up{}\n\n    Impact: 503\n  - Mitigation: restart\n";
        assert_eq!(found(text), ["Gateway down | \"see below; the edge; up{}\" | \"503\""]);
    }

    #[test]
    fn a_label_at_the_end_of_a_paragraph_speaks_of_the_list_below() {
        let text = "## Failure modes\n\n### Failure mode 1: wire breaks\n\n**Detection**:\n- `up{}`\n  - alerts\n- the edge\n\n**Impact**: 503\n";
        assert_eq!(found(text), ["wire breaks | \"`up{}`; alerts; the edge\" | \"503\""]);
    }

    #[test]
    fn headings_below_a_failure_are_labels() {
        let text = "## Failure modes\n\n### Gateway down\n\n#### Detection\n\n```\nup{}\n```\n\n#### Mitigation\n\nRestart it.\n\n### Broker lost\n\n#### Impact\n\nWrites wait.\n";
        assert_eq!(
            found(text),
            ["Gateway down | \"``` up{} ```\" | \"Restart it.\"", "Broker lost | none | \"Writes wait.\""]
        );
    }

    #[test]
    fn a_failure_that_is_called_so_is_no_label() {
        let text = "## Failure modes\n\n- **Metastable failure:** it stays down. Detection: `up{}`. Recovery: drain.\n";
        assert_eq!(found(text), ["Metastable failure | \"`up{}`.\" | \"drain.\""]);
    }

    #[test]
    fn labels_in_prose_are_columns() {
        let text = "## Failure modes\n\nRisk: nobody comes. Mitigation: talk to them.\n\nFailure: gateway down\nDetection: `up{}`\nImpact: 503\n";
        assert_eq!(found(text), ["nobody comes. | none | \"talk to them.\"", "gateway down | \"`up{}`\" | \"503\""]);
        assert!(modes(text)[0].list.risks && !modes(text)[1].list.risks);
    }

    #[test]
    fn states_are_told_apart() {
        let words = &knowledge().vocabulary;
        for (text, expected) in [
            ("", State::Empty),
            (" — ", State::Empty),
            ("-", State::Empty),
            ("?", State::Placeholder),
            ("**TBD**", State::Placeholder),
            ("TODO: ask storage", State::Placeholder),
            ("N/A", State::Placeholder),
            ("none", State::Placeholder),
            ("none automatic; we accept up to 7 days", State::DeclaredNone),
            ("n/a (the vendor watches it day and night)", State::DeclaredNone),
            ("nonempty queue", State::Filled),
            ("`up == 0`", State::Filled),
        ] {
            let text = Text { text: text.into(), span: Span::default() };
            assert_eq!(state(Some(&text), words), expected, "{}", text.text);
        }
        assert_eq!(state(None, words), State::Empty);
    }
}

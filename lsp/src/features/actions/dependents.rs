//! "Update what follows": after an input was changed by hand, the results that depended on it as they are with its new value.

use designlint_core::whatif::{Scenario, rewrite};
use designlint_core::{Edit, check};
use designlint_document::{Document, Source, Span};
use designlint_facts::{Derivation, derivation};
use designlint_render::summary::counted;

use super::all::between;
use crate::features::Asked;
use crate::number_edit::NumberEdit;

/// The action at a place, title and edits, where the number there was changed since the text was whole. None where one of the
/// lines that follow would not hold afterwards.
pub(super) fn offered(asked: Asked<'_>, at: Span) -> Option<(String, Vec<Edit>)> {
    let before = asked.checked.before.as_deref()?;
    let now = asked.source().text();
    let edit = NumberEdit::between(before, now)?;
    if at.end < edit.new.start || edit.new.end < at.start {
        return None;
    }
    let settings = &asked.checked.settings;
    let old = check(Document::parse(Source::new(before)), settings, &[]);
    let derivation = derivation(&old.document, &old.facts, &settings.knowledge);
    let node = input(&derivation, edit.old)?;
    let span = derivation.nodes[node].span;
    let text = now.get(span.start..(span.end + edit.new.len()).checked_sub(edit.old.len())?)?;
    let scenario = Scenario::setting(&derivation, node, text).ok()?;
    let written = rewrite(&old, &derivation, &scenario, settings, &[]);
    let edits = between(now, &written.text);
    if !written.wrong.is_empty() || edits.is_empty() {
        return None;
    }
    let name = derivation.nodes[node].name();
    let others = written.changed.saturating_sub(1);
    let follow = if others == 1 { "follows" } else { "follow" };
    Some((format!("update {} that {follow} from {name} = {text}", counted(others, "number")), edits))
}

/// The input whose number holds a place.
fn input(derivation: &Derivation, place: Span) -> Option<usize> {
    derivation.nodes.iter().position(|node| node.step.is_none() && node.span.contains(place))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::features::testing::Session;

    const TEXT: &str = "# Pool\n\n```text\nlayers = 30\nkv = 2 x layers x 64 = 3,840\npool = kv x 10 = 38,400\n```\n";

    fn offered(before: &str, now: &str, at: &str) -> Vec<Value> {
        let mut session = Session::notes(now);
        session.changed_from(before);
        let place = json!({"start": session.behind(at), "end": session.behind(at)});
        let params = json!({"range": place, "context": {"diagnostics": [], "only": ["refactor.rewrite"]}});
        let actions = session.ask("textDocument/codeAction", params).as_array().unwrap().clone();
        let ours = actions.into_iter().filter(|a| a["title"].as_str().unwrap().starts_with("update "));
        ours.map(|a| json!([a["title"], session.after(&a["edit"])])).collect()
    }

    #[test]
    fn what_follows_from_a_changed_input_is_written() {
        let now = TEXT.replace("layers = 30", "layers = 32");
        let after = now.replace("3,840", "4,096").replace("38,400", "40,960");
        assert_eq!(
            offered(TEXT, &now, "layers = 32"),
            [json!(["update 2 numbers that follow from layers = 32", after])]
        );
    }

    #[test]
    fn nothing_is_offered_elsewhere_or_where_nothing_follows() {
        let now = TEXT.replace("layers = 30", "layers = 32");
        assert_eq!(offered(TEXT, &now, "# Po"), [Value::Null; 0]);
        let result = TEXT.replace("38,400", "38,500");
        assert_eq!(offered(TEXT, &result, "38,5"), [Value::Null; 0]);
        let worded = TEXT.replace("layers = 30", "layers = thirty");
        assert_eq!(offered(TEXT, &worded, "layers = th"), [Value::Null; 0]);
    }
}

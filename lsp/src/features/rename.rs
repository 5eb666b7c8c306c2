//! Rename of a named quantity: every place that goes by the name, each in its own spelling. Another name of the same
//! quantity stays, as `L` does where `layers` is renamed.

use designlint_core::Edit;
use designlint_facts::{Mention, NamedQuantity};
use lsp_server::ErrorCode;
use lsp_types::{PrepareRenameResponse, WorkspaceEdit};

use super::{Answer, Asked, actions::workspace_edit, error, names::quantity_at};

/// What is renamed at a byte; nothing where no name stands.
///
/// # Errors
/// The name is that of several quantities, in words.
pub(super) fn prepared(asked: Asked<'_>, at: usize) -> Answer<Option<PrepareRenameResponse>> {
    let Some(quantity) = quantity_at(asked, at) else { return Ok(None) };
    let Some(span) = mention_at(&quantity, at).map(|m| m.span) else { return Ok(None) };
    refuse_unless_one(asked, &quantity)?;
    let placeholder = asked.source().slice(span).to_owned();
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range: asked.range(span), placeholder }))
}

/// The edits that give a quantity another name.
///
/// # Errors
/// Why it cannot be done, in words.
pub(super) fn renamed(asked: Asked<'_>, at: usize, name: &str) -> Answer<WorkspaceEdit> {
    let nothing = || error(ErrorCode::RequestFailed, "no quantity that has a value is named here");
    let quantity = quantity_at(asked, at).ok_or_else(nothing)?;
    let old = mention_at(&quantity, at).ok_or_else(nothing)?;
    refuse_unless_one(asked, &quantity)?;
    let new = Name::read(name).ok_or_else(|| {
        error(ErrorCode::RequestFailed, "a name is letters, digits, `_` and `-`, in words, and starts with a letter")
    })?;
    let own = |key: &str| quantity.definitions.iter().any(|d| d.key == key);
    let known = asked.report().facts.definitions.iter().find(|d| new.is(&d.key) && !own(&d.key));
    if let Some(other) = known {
        let line = asked.line(other.value_span.start);
        return Err(error(ErrorCode::RequestFailed, format!("`{}` is another quantity, at line {line}", other.name)));
    }
    let (name, old) = (old.name, asked.source().slice(old.span));
    let mut edits = Vec::new();
    for mention in quantity.mentions.iter().filter(|m| m.name == name) {
        let text = asked.source().slice(mention.span);
        if text.contains(['{', '}', '\\']) {
            let line = asked.line(mention.span.start);
            return Err(error(
                ErrorCode::RequestFailed,
                format!("line {line} names it in TeX: rename it there by hand"),
            ));
        }
        edits.push(Edit { span: mention.span, text: new.like(text, old) });
    }
    Ok(workspace_edit(asked, &edits))
}

/// The name at a byte, rather than its number.
fn mention_at(quantity: &NamedQuantity<'_>, at: usize) -> Option<Mention> {
    quantity.mentions.iter().copied().find(|m| m.span.start <= at && at <= m.span.end)
}

/// Two values may be two quantities of one name, and nobody can tell which of them the other places mean.
fn refuse_unless_one(asked: Asked<'_>, quantity: &NamedQuantity<'_>) -> Answer<()> {
    if quantity.is_one() {
        return Ok(());
    }
    let value = |d: &&designlint_facts::Definition| {
        format!("{} at line {}", asked.source().slice(d.value_span), asked.line(d.value_span.start))
    };
    let values: Vec<String> = quantity.definitions.iter().map(value).collect();
    let message = format!("`{}` is {}: it may name more than one quantity", quantity.name, values.join(" and "));
    Err(error(ErrorCode::RequestFailed, message))
}

/// A new name, as it was typed.
struct Name<'n> {
    typed: &'n str,
    words: Vec<&'n str>,
}

impl<'n> Name<'n> {
    fn read(typed: &'n str) -> Option<Self> {
        let typed = typed.trim();
        let words: Vec<&str> = typed.split([' ', '_', '-']).collect();
        let sound = |w: &&str| !w.is_empty() && w.chars().all(char::is_alphanumeric);
        let starts = typed.starts_with(char::is_alphabetic);
        (starts && words.iter().all(sound)).then_some(Self { typed, words })
    }

    /// Whether a name, folded for look-ups, is this one.
    fn is(&self, key: &str) -> bool {
        let words: Vec<String> = self.words.iter().map(|w| w.to_lowercase()).collect();
        key == words.join(" ")
    }

    /// The name in the spelling of a place: what joins its words, its capitals, and its number. `old` is the name as it
    /// stood where it was renamed.
    fn like(&self, place: &str, old: &str) -> String {
        let joint = place
            .find(|c: char| !c.is_alphanumeric())
            .map(|at| if place[at..].starts_with(['_', '-']) { &place[at..=at] } else { " " });
        let mut text = match joint.filter(|_| self.words.len() > 1) {
            Some(joint) => self.words.join(joint),
            None => self.typed.to_owned(),
        };
        let plural = |word: &str| word.ends_with(['s', 'S']) && !word.ends_with("ss");
        match (plural(place), plural(old)) {
            (true, false) if !plural(&text) => text.push('s'),
            (false, true) if plural(&text) => text.truncate(text.len() - 1),
            _ => {}
        }
        let letters = || place.chars().filter(|c| c.is_alphabetic());
        let capitals = |text: &str| {
            text.chars().filter(|c| c.is_alphabetic()).count() > 1 && !text.chars().any(char::is_lowercase)
        };
        if capitals(place) && !capitals(old) {
            return text.to_uppercase();
        }
        let first = letters().next().is_some_and(char::is_uppercase);
        let lower = old.chars().next().is_some_and(char::is_lowercase);
        if first && lower {
            let mut rest = text.chars();
            return rest.next().map_or_else(String::new, |c| c.to_uppercase().chain(rest).collect());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::features::testing::Session;

    const TEXT: &str = "```yaml\r\nrequest_timeout: 30 s\r\n```\r\n\r\n数😀 Request timeouts hurt: the request timeout is 30 s. `request_timeout_ms` is another.\r\n";

    fn rename(session: &Session, piece: &str, name: &str) -> Value {
        session.ask("textDocument/rename", json!({"position": session.behind(piece), "newName": name}))
    }

    #[test]
    fn each_place_is_renamed_in_its_own_spelling() {
        let session = Session::notes(TEXT);
        let prepared = session.ask_behind("textDocument/prepareRename", "the request");
        assert_eq!(
            (session.at(&prepared["range"]), &prepared["placeholder"]),
            ("request timeout", &json!("request timeout"))
        );
        let expected = "```yaml\r\ncall_limit: 30 s\r\n```\r\n\r\n数😀 Call limits hurt: the call limit is 30 s. `request_timeout_ms` is another.\r\n";
        assert_eq!(session.after(&rename(&session, "request_t", "call_limit")), expected);
        assert_eq!(session.after(&rename(&session, "the request", "call limit")), expected);
    }

    #[test]
    fn another_name_of_the_same_quantity_stays() {
        let text =
            "```yaml\nlayers: 30\n```\n\n```text\nkv = 2 x L x 64 = 2 x 30 x 64 = 3,840\n```\n\nNo L. in prose.\n";
        let session = Session::notes(text);
        let prepared = session.ask_behind("textDocument/prepareRename", "2 x L");
        assert_eq!(prepared["placeholder"], "L");
        assert_eq!(session.after(&rename(&session, "2 x L", "layers")), text.replace("2 x L", "2 x layers"));
        assert_eq!(session.after(&rename(&session, "layers", "blocks")), text.replace("layers", "blocks"));
    }

    #[test]
    fn what_is_no_name_is_not_renamed() {
        let session = Session::notes(TEXT);
        assert_eq!(session.ask_behind("textDocument/prepareRename", "hurt"), Value::Null);
        assert_eq!(session.ask_behind("textDocument/prepareRename", "t: 3"), Value::Null);
        assert_eq!(rename(&session, "hurt", "x")["error"], "no quantity that has a value is named here");
        let wrong = rename(&session, "request_t", "a = b");
        assert_eq!(wrong["error"], "a name is letters, digits, `_` and `-`, in words, and starts with a letter");
        assert_eq!(wrong["code"], -32803);
    }

    #[test]
    fn a_name_of_two_values_is_refused() {
        let session = Session::notes("```yaml\nmax_replicas: 3\n```\n\n```yaml\nmax_replicas: 5\n```\n");
        let refused = "`max_replicas` is 3 at line 2 and 5 at line 6: it may name more than one quantity";
        assert_eq!(session.ask_behind("textDocument/prepareRename", "max")["error"], refused);
        assert_eq!(rename(&session, "max", "pods")["error"], refused);
    }

    #[test]
    fn a_name_that_is_taken_or_stands_in_tex_is_refused() {
        let session = Session::notes("```yaml\nkv_heads: 3\nd_k: 64\n```\n\n$2 \\cdot d_{k} = 128$\n");
        assert_eq!(rename(&session, "kv", "d_k")["error"], "`d_k` is another quantity, at line 3");
        assert_eq!(rename(&session, "d_", "width")["error"], "line 6 names it in TeX: rename it there by hand");
    }

    #[test]
    fn a_name_is_spelled_as_each_place_spells_it() {
        let like = |typed: &str, place: &str, old: &str| Name::read(typed).unwrap().like(place, old);
        assert_eq!(like("call_limit", "request_timeout", "request_timeout"), "call_limit");
        assert_eq!(like("call_limit", "request timeout", "request_timeout"), "call limit");
        assert_eq!(like("call_limit", "Request timeouts", "request_timeout"), "Call limits");
        assert_eq!(like("call-limit", "REQUEST_TIMEOUT", "request-timeout"), "CALL_LIMIT");
        assert_eq!(like("call limit", "request\n  timeout", "request timeout"), "call limit");
        assert_eq!(like("blocks", "layer", "layers"), "block");
        assert_eq!(like("blocks", "layers", "layers"), "blocks");
        assert_eq!(like("d_k", "H", "H"), "d_k");
    }

    #[test]
    fn what_would_not_be_read_as_a_name_is_none() {
        for typed in ["", "3x", "a = b", "a|b", "`a`", "a__b", "a\nb"] {
            assert!(Name::read(typed).is_none(), "{typed}");
        }
    }
}

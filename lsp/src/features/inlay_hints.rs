//! Inlay hints: the computed value where another is stated or none yet, and a tick on what was verified.

use designlint_core::{Diagnostic, Edit, Family, Fix, Safety};
use designlint_document::Span;
use designlint_facts::{Claim, ClaimKind, OpenEquation, Verdict, open_equations};
use designlint_render::derivation::code;
use lsp_server::ErrorCode;
use lsp_types::{InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip, TextEdit};
use serde_json::Value;

use super::{Answer, Asked, error, hover::derivation};

/// The hints of a part of the document, in order.
pub(super) fn hints(asked: Asked<'_>, params: &InlayHintParams) -> Vec<InlayHint> {
    if !asked.settings.inlay_hints.enable {
        return Vec::new();
    }
    let within = asked.span(params.range);
    let claims = asked.report().facts.claims.iter().enumerate();
    let shown = claims.filter_map(|(index, claim)| Some((place(claim), index, claim, label(asked, index, claim)?)));
    let mut hints: Vec<(usize, InlayHint)> = shown
        .filter(|(at, ..)| within.start <= *at && *at <= within.end)
        .map(|(at, index, claim, label)| (at, of_claim(asked, index, claim, label)))
        .collect();
    let open = open_equations(&asked.report().document, &asked.checked.settings.knowledge, within);
    hints.extend(open.iter().filter(|o| o.ends_line).map(|o| (o.at, of_open(asked, o))));
    hints.sort_by_key(|(at, _)| *at);
    hints.dedup_by_key(|(at, _)| *at);
    hints.into_iter().map(|(_, hint)| hint).collect()
}

/// A hint with what was left out of it.
pub(super) fn resolved(asked: Asked<'_>, mut hint: InlayHint) -> Answer<InlayHint> {
    let what = asked.what(hint.data.as_ref())?;
    let index = what.as_u64().and_then(|i| usize::try_from(i).ok());
    let claim = index.and_then(|i| asked.report().facts.claims.get(i));
    let claim = claim.ok_or_else(|| error(ErrorCode::InvalidParams, "there is no such calculation"))?;
    complete(asked, claim, &mut hint);
    Ok(hint)
}

/// Behind the stated number; a bound is not what is computed, so there it is behind the side that is.
fn place(claim: &Claim) -> usize {
    if claim.kind == ClaimKind::Comparison { claim.computed_span.end } else { claim.stated_span.end }
}

/// What is shown on a claim, if anything is. A finding that a comment hides, or that is switched off, is not shown here
/// either.
fn label(asked: Asked<'_>, index: usize, claim: &Claim) -> Option<String> {
    let computed = match claim.verdict {
        Verdict::Wrong => claim.computed.clone(),
        Verdict::Inherits => {
            let inherited = asked.report().facts.inheritances.iter().find(|i| i.claim == index)?;
            inherited.becomes.clone()
        }
        Verdict::Holds if asked.settings.inlay_hints.verified && !claim.weak => return Some("✓".to_owned()),
        Verdict::Holds | Verdict::Unknown => return None,
    };
    let computed = computed.filter(|computed| *computed != claim.stated && found(asked, claim).next().is_some())?;
    Some(format!("= {computed}"))
}

/// What the rules found wrong with the numbers of a claim.
fn found<'a>(asked: Asked<'a>, claim: &'a Claim) -> impl Iterator<Item = &'a Diagnostic> {
    let all = asked.report().diagnostics.iter();
    let numbers = all.filter(|d| matches!(d.family, Family::Arithmetic | Family::Formula));
    numbers.filter(|d| d.finding.span.contains(claim.stated_span) || claim.span.contains(d.finding.span))
}

fn of_claim(asked: Asked<'_>, index: usize, claim: &Claim, label: String) -> InlayHint {
    let mut hint = hint(asked, place(claim), label);
    if asked.abilities.lazy_hints {
        hint.data = Some(asked.data(Value::from(index)));
    } else {
        complete(asked, claim, &mut hint);
    }
    hint
}

fn complete(asked: Asked<'_>, claim: &Claim, hint: &mut InlayHint) {
    let tooltip = asked.markup(derivation(asked, claim));
    hint.tooltip = Some(InlayHintTooltip::MarkupContent(tooltip));
    if claim.verdict == Verdict::Wrong {
        let writes = |fix: &&Fix| fix.edits.iter().any(|e| claim.stated_span.contains(e.span));
        let fixes = found(asked, claim).filter_map(|d| d.finding.fix.as_ref());
        let safe = fixes.filter(|fix| fix.safety == Safety::Safe).find(writes);
        hint.text_edits = safe.map(|fix| fix.edits.iter().map(|e| asked.text_edit(e)).collect());
    }
}

fn of_open(asked: Asked<'_>, open: &OpenEquation) -> InlayHint {
    let result = open.results.first().cloned().unwrap_or_default();
    let mut hint = hint(asked, open.at, result.clone());
    let worked = format!("{} = {result}", open.text);
    let worked = if asked.abilities.markdown { code(&worked) } else { worked };
    hint.tooltip = Some(InlayHintTooltip::MarkupContent(asked.markup(worked)));
    hint.text_edits = Some(vec![written(asked, open, open.at, &result)]);
    hint
}

/// The edit that writes a result at a byte behind the sign, a blank between them.
pub(super) fn written(asked: Asked<'_>, open: &OpenEquation, at: usize, result: &str) -> TextEdit {
    let between = asked.source().slice(Span::new(open.at, at));
    let gap = if between.ends_with([' ', '\t']) { "" } else { " " };
    asked.text_edit(&Edit { span: Span::new(at, at), text: format!("{gap}{result}") })
}

fn hint(asked: Asked<'_>, at: usize, label: String) -> InlayHint {
    InlayHint {
        position: asked.position(at),
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::features::testing::Session;

    fn hints(session: &Session) -> Vec<Value> {
        let hints = session.ask("textDocument/inlayHint", json!({"range": session.whole()}));
        hints.as_array().unwrap().clone()
    }

    /// `text before the hint on its line|label`.
    fn shown(session: &Session) -> Vec<String> {
        let before = |hint: &Value| {
            let line = json!({"line": hint["position"]["line"], "character": 0});
            session.at(&json!({"start": line, "end": hint["position"]})).to_owned()
        };
        hints(session).iter().map(|h| format!("{}|{}", before(h), h["label"].as_str().unwrap())).collect()
    }

    const TEXT: &str =
        "😀 50 x 86,400 = 4,230,000 and 2 x 3 = 6.\r\n\r\n数 40 x 3 ms is at most 100 ms.\r\n\r\n4 x 8 GB =\r\n";

    #[test]
    fn the_computed_value_stands_where_it_differs_or_is_not_there_yet() {
        let session = Session::notes(TEXT);
        let expected = ["😀 50 x 86,400 = 4,230,000|= 4,320,000", "数 40 x 3 ms|= 120 ms", "4 x 8 GB =|32 GB"];
        assert_eq!(shown(&session), expected);
        assert!(hints(&session).iter().all(|h| h["paddingLeft"] == true));
    }

    #[test]
    fn a_safe_fix_comes_with_its_hint() {
        let session = Session::notes("😀 12 x 64 = 770 rows; 2.5 x 64 = 190; 4 x 5 =\n");
        let hints = hints(&session);
        assert_eq!(session.edited(&hints[0]["textEdits"]), session.text().replace("770", "768"));
        assert_eq!(hints[1].get("textEdits"), None, "an unsafe fix is not written by a click");
        assert_eq!(session.edited(&hints[2]["textEdits"]), session.text().replace("5 =", "5 = 20"));
        let tooltip = "**wrong**: `12 x 64 = 768`\n- stated: 770 (equation)\n- accepted: 768\n- reading: as written";
        assert_eq!(hints[0]["tooltip"], json!({"kind": "markdown", "value": tooltip}));
    }

    #[test]
    fn a_client_that_resolves_gets_the_rest_later() {
        let mut session = Session::notes("12 x 64 = 770.\n");
        let whole = hints(&session).remove(0);
        session.abilities.lazy_hints = true;
        let lazy = hints(&session).remove(0);
        assert_eq!((lazy.get("tooltip"), lazy.get("textEdits")), (None, None));
        let resolved = session.ask("inlayHint/resolve", lazy.clone());
        assert_eq!((&resolved["tooltip"], &resolved["textEdits"]), (&whole["tooltip"], &whole["textEdits"]));
        let mut stale = lazy;
        stale["data"]["version"] = json!(6);
        assert_eq!(session.ask("inlayHint/resolve", stale)["code"], -32801);
    }

    #[test]
    fn what_was_verified_gets_a_tick_on_request() {
        let mut session = Session::notes("2 x 3 = 6 and 4 x 5 = 20.\n");
        assert_eq!(shown(&session), [""; 0]);
        session.settings.inlay_hints.verified = true;
        assert_eq!(shown(&session), ["2 x 3 = 6|✓", "2 x 3 = 6 and 4 x 5 = 20|✓"]);
        session.settings.inlay_hints.enable = false;
        assert_eq!(shown(&session), [""; 0]);
    }

    #[test]
    fn what_a_comment_hides_is_not_shown_again() {
        let text = "12 x 64 = 770. <!-- designlint-disable-line arith-mismatch: as measured -->\n";
        assert_eq!(shown(&Session::notes(text)), [""; 0]);
    }

    #[test]
    fn only_the_range_is_looked_at() {
        let session = Session::notes("12 x 64 = 770.\n\n12 x 65 = 770.\n\n4 x 5 =\n");
        let range = session.range("12 x 65 = 770.\n");
        let hints = session.ask("textDocument/inlayHint", json!({"range": range}));
        let labels: Vec<&Value> = hints.as_array().unwrap().iter().map(|h| &h["label"]).collect();
        assert_eq!(labels, ["= 780"]);
    }

    #[test]
    fn a_result_that_rests_on_a_wrong_one_shows_what_it_becomes() {
        let text = "One: 6 * 24 * 365 = 52,650 readings a year.\n\nTwo sensors double that: 2 * 52,650 = 105,300.\n";
        let shown = shown(&Session::notes(text));
        assert_eq!(shown[1], "Two sensors double that: 2 * 52,650 = 105,300|= 105,120");
    }
}

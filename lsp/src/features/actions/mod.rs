//! Code actions: what can be done about a finding or a number, and mending all that is safe at once.

mod all;
mod dependents;
mod same_value;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use designlint_core::{Context, Diagnostic, Edit, Family, Fix, Outcome, Safety, suppression};
use designlint_document::Span;
use designlint_facts::{Claim, How, Verdict};
use lsp_server::ErrorCode;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, DocumentChanges, NumberOrString, OneOf,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, WorkspaceEdit,
};

use super::{Answer, Asked, error};

/// Mends all that is safe.
pub(super) const FIX_ALL: &str = "source.fixAll.designlint";

/// What stands where the reason of a comment belongs until somebody writes it.
const REASON: &str = "TODO say why";

/// What can be done at a range, of the kinds that are asked for.
pub(super) fn offered(asked: Asked<'_>, params: &CodeActionParams) -> Vec<CodeAction> {
    let at = asked.span(params.range);
    let only = params.context.only.as_deref();
    let wanted = |kind: &str| only.is_none_or(|only| only.iter().any(|o| is_within(kind, o.as_str())));
    let mut out = Vec::new();
    if wanted(CodeActionKind::QUICKFIX.as_str()) {
        let found: Vec<&Diagnostic> =
            asked.report().diagnostics.iter().filter(|d| touches(d.finding.span, at)).collect();
        out.extend(fixes(asked, &found, params));
        out.extend(found.iter().filter_map(|d| hidden(asked, d, params)));
    }
    if wanted(CodeActionKind::REFACTOR_REWRITE.as_str()) {
        out.extend(computed(asked, at));
        let same = same_value::offered(asked, at.start).into_iter().chain(dependents::offered(asked, at));
        out.extend(same.map(|(title, edits)| action(asked, title, CodeActionKind::REFACTOR_REWRITE, &edits)));
    }
    if wanted(FIX_ALL) && all::is_needed(asked) {
        out.push(mend_all(asked));
    }
    out
}

/// An action with the edit that was left out of it.
pub(super) fn resolved(asked: Asked<'_>, mut action: CodeAction) -> Answer<CodeAction> {
    match asked.what(action.data.as_ref())?.as_str() {
        Some(FIX_ALL) => action.edit = Some(workspace_edit(asked, &all::edits(asked))),
        _ => return Err(error(ErrorCode::InvalidParams, "there is nothing to resolve in this action")),
    }
    Ok(action)
}

/// Edits of the document, with its version where the client takes it.
pub(super) fn workspace_edit(asked: Asked<'_>, edits: &[Edit]) -> WorkspaceEdit {
    let uri = asked.checked.uri.clone();
    let edits = edits.iter().map(|e| asked.text_edit(e));
    if !asked.abilities.versioned_edits {
        return WorkspaceEdit::new(HashMap::from([(uri, edits.collect())]));
    }
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: Some(asked.checked.version) };
    let edit = TextDocumentEdit { text_document, edits: edits.map(OneOf::Left).collect() };
    WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(vec![edit])), ..WorkspaceEdit::default() }
}

/// Whether a kind is another or one below it: `source.fixAll.designlint` is within `source.fixAll`.
fn is_within(kind: &str, other: &str) -> bool {
    kind.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || other.is_empty())
}

fn touches(span: Span, at: Span) -> bool {
    span.start <= at.end && at.start <= span.end
}

fn action(asked: Asked<'_>, title: String, kind: CodeActionKind, edits: &[Edit]) -> CodeAction {
    CodeAction { title, kind: Some(kind), edit: Some(workspace_edit(asked, edits)), ..CodeAction::default() }
}

/// The fixes of findings, each once; the safe ones first. What is only to be shown is not offered.
fn fixes(asked: Asked<'_>, found: &[&Diagnostic], params: &CodeActionParams) -> Vec<CodeAction> {
    let mut taken: Vec<&Fix> = Vec::new();
    for fix in found.iter().filter_map(|d| d.finding.fix.as_ref()).filter(|f| f.safety > Safety::DisplayOnly) {
        if !taken.iter().any(|t| t.edits == fix.edits) {
            taken.push(fix);
        }
    }
    taken.sort_by_key(|fix| std::cmp::Reverse(fix.safety));
    let offered = taken.into_iter().map(|fix| {
        let safe = fix.safety == Safety::Safe;
        let title = if safe { fix.title.clone() } else { format!("{} (unsafe)", fix.title) };
        let solved = found.iter().filter(|d| d.finding.fix.as_ref().is_some_and(|f| f.edits == fix.edits));
        CodeAction {
            is_preferred: Some(safe),
            diagnostics: Some(solved.flat_map(|d| theirs(asked, d, params)).collect()),
            ..action(asked, title, CodeActionKind::QUICKFIX, &fix.edits)
        }
    });
    offered.collect()
}

/// A finding as the client has it.
fn theirs(asked: Asked<'_>, diagnostic: &Diagnostic, params: &CodeActionParams) -> Option<lsp_types::Diagnostic> {
    let code = NumberOrString::String(diagnostic.rule.to_string());
    let range = asked.range(diagnostic.finding.span);
    params.context.diagnostics.iter().find(|d| d.code.as_ref() == Some(&code) && d.range == range).cloned()
}

/// Writes the comment that hides a finding, and leaves the reason to whoever hides it.
fn hidden(asked: Asked<'_>, diagnostic: &Diagnostic, params: &CodeActionParams) -> Option<CodeAction> {
    // Findings about designlint itself are not hidden by comments.
    if diagnostic.family == Family::Engine {
        return None;
    }
    let (place, rule) = (diagnostic.finding.span, diagnostic.rule.as_ref());
    let edit = suppression(&asked.report().document, place, rule, REASON)?;
    Some(CodeAction {
        diagnostics: Some(theirs(asked, diagnostic, params).into_iter().collect()),
        ..action(asked, format!("hide `{rule}` here with a reason"), CodeActionKind::QUICKFIX, &[edit])
    })
}

/// Writes the computed value of calculations that hold only nearly, or that no fix mends.
fn computed(asked: Asked<'_>, at: Span) -> Vec<CodeAction> {
    let report = asked.report();
    let mended = |claim: &Claim| {
        let fixes = report.diagnostics.iter().filter_map(|d| d.finding.fix.as_ref());
        let mut edits = fixes.filter(|f| f.safety > Safety::DisplayOnly).flat_map(|f| &f.edits);
        edits.any(|e| claim.stated_span.contains(e.span))
    };
    let nearly = |c: &Claim| matches!(c.how, Some(How::Truncated | How::Consistent | How::Coarse | How::Approximate));
    let mut out: Vec<CodeAction> = Vec::new();
    let outcome = Outcome::default();
    let cx = context(asked, &outcome);
    for claim in report.facts.claims.iter().filter(|c| touches(c.stated_span, at) || touches(c.computed_span, at)) {
        let due = match claim.verdict {
            Verdict::Wrong => !mended(claim),
            Verdict::Holds => nearly(claim),
            Verdict::Inherits | Verdict::Unknown => false,
        };
        let fix = Fix::of_claim(&cx, claim).filter(|_| due);
        let changes = |e: &Edit| report.document.source.slice(e.span) != e.text;
        if let Some(fix) = fix.filter(|fix| fix.edits.iter().any(changes)) {
            let title = format!("{}, the computed value, for {}", fix.title, claim.stated);
            out.push(action(asked, title, CodeActionKind::REFACTOR_REWRITE, &fix.edits));
        }
    }
    out.dedup_by(|a, b| a.edit == b.edit);
    out
}

/// What a fix may look at.
fn context<'a>(asked: Asked<'a>, outcome: &'a Outcome<'a>) -> Context<'a> {
    let (report, settings) = (asked.report(), asked.checked.settings.as_ref());
    Context {
        document: &report.document,
        facts: &report.facts,
        settings,
        kind: report.kind.0,
        kind_from: report.kind.1,
        profile: settings.profiles.iter().find(|p| p.id == report.profile),
        outcome,
    }
}

fn mend_all(asked: Asked<'_>) -> CodeAction {
    let lazy = asked.abilities.lazy_edits;
    CodeAction {
        title: "apply all safe fixes of designlint".to_owned(),
        kind: Some(CodeActionKind::from(FIX_ALL)),
        edit: (!lazy).then(|| workspace_edit(asked, &all::edits(asked))),
        data: lazy.then(|| asked.data(FIX_ALL.into())),
        ..CodeAction::default()
    }
}

//! What a client can show and apply, by what it says when it initialises; and what it is told in return.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InlayHintOptions, InlayHintServerCapabilities, OneOf,
    RenameOptions, ServerCapabilities, WorkDoneProgressOptions,
};
use serde_json::Value;

use super::actions::FIX_ALL;

/// Editors with an outline and folding of Markdown of their own, by a part of the name they give.
const OUTLINERS: &[&str] = &["Visual Studio Code", "Code - OSS", "VSCodium", "code-server", "Cursor", "Windsurf"];

/// What a client can show and apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a capability of the protocol")]
pub(crate) struct Abilities {
    /// Shows Markdown.
    pub markdown: bool,
    /// Asks for the edit of a code action only when it is chosen.
    pub lazy_edits: bool,
    /// Asks for the tooltip and the edits of an inlay hint only when it is pointed at.
    pub lazy_hints: bool,
    /// Takes edits with the version of their document.
    pub versioned_edits: bool,
    /// Takes symbols within symbols.
    pub nested_symbols: bool,
    /// Wants an outline.
    pub symbols: bool,
    /// Wants to fold.
    pub folding: bool,
}

impl Abilities {
    /// Reads the parameters of `initialize`; what they do not say the client cannot do.
    ///
    /// `initializationOptions` may say `{"documentSymbols": {"enable": true}, "folding": {"enable": true}}`; where they do
    /// not, editors that do both themselves are not given them twice.
    pub(crate) fn read(initialize: &Value) -> Self {
        let ability = |what: &str| initialize.pointer(&format!("/capabilities/{what}"));
        let can = |what: &str| ability(what).is_some_and(|v| *v == true);
        let lists = |what: &str, word: &str| {
            ability(what).and_then(Value::as_array).is_some_and(|all| all.iter().any(|v| v == word))
        };
        let name = initialize.pointer("/clientInfo/name").and_then(Value::as_str).unwrap_or("");
        let has_own = OUTLINERS.iter().any(|outliner| name.contains(outliner));
        let options = initialize.get("initializationOptions");
        let options = options.and_then(|o| o.get("designlint").or(Some(o)));
        let wants = |what: &str| {
            let set = options.and_then(|o| o.pointer(&format!("/{what}/enable"))).and_then(Value::as_bool);
            set.unwrap_or(!has_own)
        };
        let has = |what: &str| ability(what).is_some_and(Value::is_object);
        Self {
            markdown: lists("textDocument/hover/contentFormat", "markdown"),
            lazy_edits: can("textDocument/codeAction/dataSupport")
                && lists("textDocument/codeAction/resolveSupport/properties", "edit"),
            lazy_hints: lists("textDocument/inlayHint/resolveSupport/properties", "tooltip")
                && lists("textDocument/inlayHint/resolveSupport/properties", "textEdits"),
            versioned_edits: can("workspace/workspaceEdit/documentChanges"),
            nested_symbols: can("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            symbols: has("textDocument/documentSymbol") && wants("documentSymbols"),
            folding: has("textDocument/foldingRange") && wants("folding"),
        }
    }

    /// Says what the client can ask for.
    pub(super) fn announce(self, into: &mut ServerCapabilities) {
        into.code_action_provider = Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_REWRITE,
                CodeActionKind::from(FIX_ALL),
            ]),
            resolve_provider: Some(true),
            ..CodeActionOptions::default()
        }));
        into.hover_provider = Some(HoverProviderCapability::Simple(true));
        into.inlay_hint_provider = Some(OneOf::Right(InlayHintServerCapabilities::Options(InlayHintOptions {
            resolve_provider: Some(true),
            ..InlayHintOptions::default()
        })));
        into.completion_provider = Some(CompletionOptions {
            trigger_characters: Some(["=", "≈", " "].map(str::to_owned).into()),
            ..CompletionOptions::default()
        });
        into.definition_provider = Some(OneOf::Left(true));
        into.references_provider = Some(OneOf::Left(true));
        into.document_highlight_provider = Some(OneOf::Left(true));
        into.rename_provider = Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }));
        into.code_lens_provider = Some(CodeLensOptions { resolve_provider: Some(false) });
        into.document_symbol_provider = self.symbols.then_some(OneOf::Left(true));
        into.folding_range_provider = self.folding.then_some(FoldingRangeProviderCapability::Simple(true));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What a client is told that says this.
    fn told(client: Value) -> Value {
        let mut into = ServerCapabilities::default();
        Abilities::read(&client).announce(&mut into);
        serde_json::to_value(into).unwrap()
    }

    fn outlines(client: Value) -> (bool, bool) {
        let told = told(client);
        (told.get("documentSymbolProvider").is_some(), told.get("foldingRangeProvider").is_some())
    }

    #[test]
    fn every_client_is_told_what_it_can_ask() {
        let expected = json!({
            "codeActionProvider": {
                "codeActionKinds": ["quickfix", "refactor.rewrite", "source.fixAll.designlint"],
                "resolveProvider": true
            },
            "hoverProvider": true,
            "inlayHintProvider": {"resolveProvider": true},
            "completionProvider": {"triggerCharacters": ["=", "≈", " "]},
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": {"prepareProvider": true},
            "codeLensProvider": {"resolveProvider": false}
        });
        assert_eq!(told(json!(null)), expected);
        assert_eq!(Abilities::read(&json!({"capabilities": 3})), Abilities::default());
    }

    #[test]
    fn an_editor_with_an_outline_of_its_own_gets_no_second_one() {
        let client = |name: &str, options: Value| {
            let abilities = json!({"textDocument": {"documentSymbol": {}, "foldingRange": {}}});
            json!({"clientInfo": {"name": name}, "capabilities": abilities, "initializationOptions": options})
        };
        assert_eq!(outlines(client("Neovim", json!(null))), (true, true));
        assert_eq!(outlines(client("Visual Studio Code - Insiders", json!(null))), (false, false));
        let on = json!({"designlint": {"documentSymbols": {"enable": true}}});
        assert_eq!(outlines(client("Visual Studio Code", on)), (true, false));
        assert_eq!(outlines(client("Helix", json!({"folding": {"enable": false}}))), (true, false));
        assert_eq!(outlines(json!({"clientInfo": {"name": "Neovim"}})), (false, false));
    }

    #[test]
    fn what_a_client_says_is_read() {
        let abilities = Abilities::read(&json!({"capabilities": {
            "workspace": {"workspaceEdit": {"documentChanges": true}},
            "textDocument": {
                "hover": {"contentFormat": ["plaintext", "markdown"]},
                "codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}},
                "inlayHint": {"resolveSupport": {"properties": ["tooltip", "textEdits", "label.location"]}}
            }
        }}));
        assert!(abilities.markdown && abilities.lazy_edits && abilities.lazy_hints && abilities.versioned_edits);
        assert!(!abilities.symbols && !abilities.nested_symbols);
    }
}

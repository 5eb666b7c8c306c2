//! Documents to ask about in tests.

use std::sync::{Arc, OnceLock};

use designlint_core::{Kind, Settings, check};
use designlint_document::{Document, Source, Span};
use designlint_rules::packs;
use lsp_types::TextEdit;
use serde_json::{Value, json};

use super::{Abilities, Asked, answer};
use crate::checked::Checked;
use crate::position::Encoding;
use crate::settings::ClientSettings;

/// A checked document and a client that asks.
pub(crate) struct Session {
    checked: Checked,
    pub abilities: Abilities,
    pub settings: ClientSettings,
    pub encoding: Encoding,
}

impl Session {
    /// A document that holds nothing but calculations, for a client that shows Markdown.
    pub(crate) fn notes(text: &str) -> Self {
        Self::of(Kind::Notes, text)
    }

    /// A document of a kind.
    pub(crate) fn of(kind: Kind, text: &str) -> Self {
        let settings = Settings {
            knowledge: packs::knowledge(),
            profiles: packs::profiles(),
            kind_from_command_line: Some(kind.name().to_owned()),
            ..Settings::default()
        };
        let report = check(Document::parse(Source::new(text)), &settings, designlint_rules::ALL);
        let uri = "untitled:Untitled-1".parse().unwrap();
        let checked = Checked {
            uri,
            version: 7,
            report,
            settings: Arc::new(settings),
            derivation: OnceLock::new(),
            before: None,
        };
        let abilities = Abilities { markdown: true, ..Abilities::default() };
        Self { checked, abilities, settings: ClientSettings::default(), encoding: Encoding::Utf16 }
    }

    /// Says what the text was before a number was changed.
    pub(crate) fn changed_from(&mut self, before: &str) {
        self.checked.before = Some(Arc::from(before));
    }

    fn source(&self) -> &Source {
        &self.checked.report.document.source
    }

    pub(crate) fn text(&self) -> &str {
        self.source().text()
    }

    /// The answer to a request about the document, to which its address is added; an error as its code and message.
    pub(crate) fn ask(&self, method: &str, mut params: Value) -> Value {
        let asked = Asked {
            checked: &self.checked,
            encoding: self.encoding,
            abilities: &self.abilities,
            settings: &self.settings,
        };
        if let Some(params) = params.as_object_mut().filter(|p| !p.contains_key("data")) {
            params.insert("textDocument".to_owned(), json!({"uri": self.checked.uri}));
        }
        match answer(asked, method, params).expect(method) {
            Ok(value) => value,
            Err(error) => json!({"code": error.code, "error": error.message}),
        }
    }

    /// The answer about the place behind a piece of the text.
    pub(crate) fn ask_behind(&self, method: &str, piece: &str) -> Value {
        self.ask(method, json!({"position": self.behind(piece)}))
    }

    /// The position behind the first occurrence of a piece of the text.
    pub(crate) fn behind(&self, piece: &str) -> Value {
        let at = self.text().find(piece).expect(piece) + piece.len();
        json!(self.encoding.range(self.source(), Span::new(at, at)).start)
    }

    /// The range of the first occurrence of a piece of the text.
    pub(crate) fn range(&self, piece: &str) -> Value {
        let at = self.text().find(piece).expect(piece);
        json!(self.encoding.range(self.source(), Span::new(at, at + piece.len())))
    }

    /// The range of the whole text.
    pub(crate) fn whole(&self) -> Value {
        json!(self.encoding.range(self.source(), Span::new(0, self.text().len())))
    }

    /// The text at a range of an answer.
    pub(crate) fn at(&self, range: &Value) -> &str {
        let range: lsp_types::Range = serde_json::from_value(range.clone()).unwrap();
        let offset = |position| self.encoding.offset(self.source(), position);
        &self.text()[offset(range.start)..offset(range.end)]
    }

    /// The text after the edits of an answer, which name the range they replace.
    pub(crate) fn edited(&self, edits: &Value) -> String {
        let edits: Vec<TextEdit> = serde_json::from_value(edits.clone()).unwrap();
        let offset = |position| self.encoding.offset(self.source(), position);
        let mut edits: Vec<(usize, usize, String)> =
            edits.into_iter().map(|e| (offset(e.range.start), offset(e.range.end), e.new_text)).collect();
        edits.sort();
        let mut text = self.text().to_owned();
        for (start, end, new) in edits.into_iter().rev() {
            text.replace_range(start..end, &new);
        }
        text
    }

    /// The text after a workspace edit of this document alone.
    pub(crate) fn after(&self, edit: &Value) -> String {
        self.edited(&edit["changes"]["untitled:Untitled-1"])
    }
}

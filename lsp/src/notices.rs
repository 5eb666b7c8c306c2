//! What a client tells.

use std::sync::Arc;
use std::time::Instant;

use designlint_document::Source;
use lsp_server::Response;
use lsp_types::MessageType;
use lsp_types::notification::{
    Cancel, DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders,
    DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Initialized, Notification as _,
};
use lsp_types::request::DocumentDiagnosticRequest;
use lsp_types::request::Request as _;
use serde_json::Value;

use crate::client;
use crate::number_edit::remembered;
use crate::open::Open;
use crate::outgoing::Sent;
use crate::requests::modified;
use crate::server::Server;
use crate::settings::{ClientSettings, Run, SECTION};
use crate::stdio::UNREADABLE;
use crate::surroundings::Surroundings;
use crate::sync;
use crate::uri::Address;

impl Server {
    /// Takes notice of what the client tells. What cannot be read is said, and nothing else is done about it.
    pub(crate) fn notice(&mut self, method: &str, mut params: Value) -> Sent {
        if self.shut_down {
            return Ok(());
        }
        match method {
            Initialized::METHOD => {
                self.register()?;
                if self.client.configures { self.ask_for_configuration() } else { Ok(()) }
            }
            DidOpenTextDocument::METHOD => self.opened(&mut params),
            DidChangeTextDocument::METHOD => self.edited(&mut params),
            DidSaveTextDocument::METHOD => self.saved(&params),
            DidCloseTextDocument::METHOD => self.closed(&params),
            DidChangeConfiguration::METHOD => self.configuration_changed(&params),
            DidChangeWatchedFiles::METHOD => self.surroundings_changed(),
            DidChangeWorkspaceFolders::METHOD => self.folders_changed(&params),
            Cancel::METHOD => self.cancel(&params),
            UNREADABLE => self.log(MessageType::ERROR, params["message"].as_str().unwrap_or(UNREADABLE)),
            _ => Ok(()),
        }
    }

    fn opened(&mut self, params: &mut Value) -> Sent {
        let document = params.get_mut("textDocument");
        let read = document.and_then(|document| {
            let address = Address::read(document.get("uri")?.as_str()?)?;
            let Value::String(text) = document.get_mut("text")?.take() else { return None };
            Some((address, version(document), text))
        });
        let Some((address, version, text)) = read else {
            return self.log(MessageType::ERROR, "a document that was opened has no address or no text");
        };
        self.renew_surroundings();
        let (revision, written) = (self.count(), address.written.clone());
        let mut open = Open::new(address, version.unwrap_or(0), Source::new(text), revision);
        self.owe(&mut open);
        let before = self.open.insert(written, open);
        self.drop_waiting(before)?;
        self.wake();
        Ok(())
    }

    fn edited(&mut self, params: &mut Value) -> Sent {
        let changes = match params.get_mut("contentChanges").map(Value::take) {
            Some(Value::Array(changes)) => changes,
            _ => return self.log(MessageType::ERROR, "a document was changed, and its changes cannot be read"),
        };
        let (revision, encoding) = (self.count(), self.client.encoding);
        let named = params.get("textDocument");
        let (written, version) = (named.and_then(written), named.and_then(version));
        let Some(open) = written.and_then(|written| self.open.get_mut(written)) else {
            let message =
                format!("{} was changed, and it is not open", written.unwrap_or("a document without address"));
            return self.log(MessageType::ERROR, &message);
        };
        let last = open.source.text().to_owned();
        let wrong = sync::apply(&mut open.source, changes, encoding);
        open.before = remembered(open.before.take(), &last, open.source.text());
        open.version = version.unwrap_or(open.version);
        open.renew(revision);
        open.unsaved = true;
        if !self.client.pulls && self.settings.run == Run::OnType {
            open.push.changed(Instant::now());
        }
        // A request for diagnostics is about the document as it is; every other is about places in the old text.
        let (kept, stale) = std::mem::take(&mut open.waiting)
            .into_iter()
            .partition(|waiting| waiting.request.method == DocumentDiagnosticRequest::METHOD);
        open.waiting = kept;
        let name = open.address.written.clone();
        stale.into_iter().try_for_each(|waiting| self.respond(waiting.request.id, modified()))?;
        wrong.iter().try_for_each(|wrong| {
            let message =
                format!("{name}: {wrong}; what designlint checks may differ from what you see until you reopen it");
            self.log(MessageType::WARNING, &message)
        })
    }

    fn saved(&mut self, params: &Value) -> Sent {
        self.renew_surroundings();
        let revision = self.count();
        let written = params.get("textDocument").and_then(written);
        let Some(mut open) = written.and_then(|written| self.open.remove(written)) else { return Ok(()) };
        open.unsaved = false;
        // The files that it names may be there by now.
        open.renew(revision);
        self.owe(&mut open);
        self.open.insert(open.address.written.clone(), open);
        self.wake();
        if self.settings.run == Run::OnSave { self.refresh() } else { Ok(()) }
    }

    fn closed(&mut self, params: &Value) -> Sent {
        let written = params.get("textDocument").and_then(written);
        let Some(open) = written.and_then(|written| self.open.remove(written)) else { return Ok(()) };
        let address = open.address.written.clone();
        self.drop_waiting(Some(open))?;
        self.wake();
        if self.client.pulls { Ok(()) } else { self.push(&address, None) }
    }

    /// Answers what waits for a document that is gone.
    fn drop_waiting(&self, gone: Option<Open>) -> Sent {
        let waiting = gone.into_iter().flat_map(|open| open.waiting);
        waiting.into_iter().try_for_each(|waiting| self.respond(waiting.request.id, modified()))
    }

    /// A document whose diagnostics are to be pushed, where they are pushed at all.
    fn owe(&self, open: &mut Open) {
        if !self.client.pulls {
            open.push.at_once(Instant::now());
        }
    }

    /// Takes the section of the client's configuration, on top of what it set when it initialised; whether that changed
    /// anything.
    ///
    /// # Errors
    /// What is wrong with it; then what held before holds.
    pub(crate) fn configure(&mut self, configuration: &Value) -> Result<bool, String> {
        let mut section = section(&self.initial_settings).clone();
        merge(&mut section, self::section(configuration));
        let settings = ClientSettings::read(&section)?;
        let changed = settings != self.settings;
        self.settings = settings;
        self.renew_surroundings();
        Ok(changed)
    }

    fn configuration_changed(&mut self, params: &Value) -> Sent {
        match params.get("settings").filter(|settings| settings.get(SECTION).is_some()) {
            Some(settings) => self.reconfigure(settings),
            None if self.client.configures => self.ask_for_configuration(),
            None => Ok(()),
        }
    }

    fn reconfigure(&mut self, configuration: &Value) -> Sent {
        match self.configure(configuration) {
            Ok(true) => self.surroundings_changed(),
            Ok(false) => Ok(()),
            Err(wrong) => self.show(MessageType::WARNING, &wrong),
        }
    }

    /// Takes an answer of the client.
    pub(crate) fn reply(&mut self, response: Response) -> Sent {
        let asked = self.configuration_asked.take_if(|id| *id == response.id).is_some();
        match response.response_result {
            Ok(Value::Array(sections)) if asked => self.reconfigure(sections.first().unwrap_or(&Value::Null)),
            Ok(_) => Ok(()),
            Err(error) => self.log(MessageType::WARNING, &format!("the client refused a request: {}", error.message)),
        }
    }

    fn folders_changed(&mut self, params: &Value) -> Sent {
        let named = |which: &str| {
            let folders = params.pointer(&format!("/event/{which}")).and_then(Value::as_array);
            folders.into_iter().flatten().filter_map(client::folder).collect::<Vec<_>>()
        };
        let (added, removed) = (named("added"), named("removed"));
        let watched = self.watched_above();
        self.roots.retain(|root| !removed.contains(root));
        self.roots.extend(added);
        if self.watched_above() != watched {
            self.register_above(watched.is_some())?;
        }
        self.surroundings_changed()
    }

    /// Files or settings have changed: everything is checked again, and the client told to ask again.
    fn surroundings_changed(&mut self) -> Sent {
        self.renew_surroundings();
        let now = Instant::now();
        let mut counter = self.counter;
        for open in self.open.values_mut() {
            counter += 1;
            open.renew(counter);
            if !self.client.pulls {
                open.push.at_once(now);
            }
        }
        self.counter = counter;
        self.wake();
        self.refresh()
    }

    /// Reads configurations and folders anew when they are needed next.
    fn renew_surroundings(&mut self) {
        let root = client::paths(&self.roots).next().map(std::path::PathBuf::as_path);
        self.surroundings = Arc::new(Surroundings::new(&self.settings, root, self.parts.rules));
    }
}

/// The address of a document, as the client writes it.
fn written(document: &Value) -> Option<&str> {
    document.get("uri").and_then(Value::as_str)
}

fn version(document: &Value) -> Option<i32> {
    document.get("version").and_then(Value::as_i64).and_then(|version| i32::try_from(version).ok())
}

/// A section that stands bare or under its name.
fn section(value: &Value) -> &Value {
    value.get(SECTION).unwrap_or(value)
}

/// Adds what a value says to another; what both say is said by the first.
fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (_, Value::Null) => {}
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key.as_str()).or_insert(Value::Null), value);
            }
        }
        (into, from) => into.clone_from(from),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_configuration_adds_to_what_was_set_at_first() {
        let mut settings = json!({"run": "onSave", "inlayHints": {"enable": false, "verified": true}});
        merge(&mut settings, &json!({"inlayHints": {"enable": true}, "enable": false, "run": null}));
        assert_eq!(
            settings,
            json!({"run": "onSave", "inlayHints": {"enable": true, "verified": true}, "enable": false})
        );
        let mut nothing = Value::Null;
        merge(&mut nothing, &json!({"run": "onSave"}));
        assert_eq!(nothing, json!({"run": "onSave"}));
    }
}

//! What a client can do, by what it says when it initialises.

use std::path::PathBuf;

use serde_json::Value;

use crate::features::Abilities;
use crate::position::Encoding;
use crate::uri::Address;

/// A client.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a capability of the protocol")]
pub(crate) struct Client {
    /// What it counts as a character.
    pub encoding: Encoding,
    /// Whether it asks for diagnostics; otherwise they are pushed.
    pub pulls: bool,
    /// What it shows of a diagnostic.
    pub shows: Shows,
    /// What it shows and applies besides.
    pub abilities: Abilities,
    /// Whether it can be told to ask again for diagnostics, hints and lenses.
    pub refreshes: Refreshes,
    /// Whether it watches files for the server.
    pub watches: bool,
    /// Whether it watches files below any folder, not only those of the workspace.
    pub watches_anywhere: bool,
    /// Whether it can be asked for its configuration.
    pub configures: bool,
    /// Whether it says that its configuration has changed only where the server asked for that.
    pub registers_configuration: bool,
    /// The process that ends with the server, where there is one.
    pub process: Option<u32>,
}

/// What a client shows of a diagnostic.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a capability of the protocol")]
pub(crate) struct Shows {
    /// Other places.
    pub related: bool,
    /// The page of the rule.
    pub description: bool,
    /// That something is unnecessary.
    pub unnecessary: bool,
    /// Nothing, but it keeps what code actions need.
    pub data: bool,
}

/// What a client can be told to ask for again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Refreshes {
    /// Diagnostics.
    pub diagnostics: bool,
    /// Inlay hints.
    pub hints: bool,
    /// Code lenses.
    pub lenses: bool,
}

impl Client {
    /// Reads the parameters of `initialize`; what they do not say the client cannot do.
    pub(crate) fn read(initialize: &Value) -> Self {
        let can = |what: &str| at(initialize, &format!("/capabilities/{what}")).is_some_and(|value| *value == true);
        let pull = "/capabilities/textDocument/diagnostic";
        Self {
            encoding: Encoding::negotiated(initialize),
            pulls: at(initialize, pull).is_some_and(Value::is_object),
            shows: Shows::read(initialize),
            abilities: Abilities::read(initialize),
            refreshes: Refreshes {
                // The protocol says `diagnostics`, and clients write `diagnostic` too.
                diagnostics: can("workspace/diagnostics/refreshSupport") || can("workspace/diagnostic/refreshSupport"),
                hints: can("workspace/inlayHint/refreshSupport"),
                lenses: can("workspace/codeLens/refreshSupport"),
            },
            watches: can("workspace/didChangeWatchedFiles/dynamicRegistration"),
            watches_anywhere: can("workspace/didChangeWatchedFiles/relativePatternSupport"),
            configures: can("workspace/configuration"),
            registers_configuration: can("workspace/didChangeConfiguration/dynamicRegistration"),
            process: at(initialize, "/processId").and_then(Value::as_u64).and_then(|id| id.try_into().ok()),
        }
    }
}

impl Shows {
    fn read(initialize: &Value) -> Self {
        // Those of pulled diagnostics stand with the pushed ones before version 3.18 of the protocol.
        let find = |what: &str| {
            ["publishDiagnostics", "diagnostic"]
                .iter()
                .find_map(|kind| at(initialize, &format!("/capabilities/textDocument/{kind}/{what}")))
        };
        let can = |what: &str| find(what).is_some_and(|value| *value == true);
        // 1 is the protocol's number for "unnecessary".
        let tags = find("tagSupport/valueSet").and_then(Value::as_array);
        Self {
            related: can("relatedInformation"),
            description: can("codeDescriptionSupport"),
            unnecessary: tags.is_some_and(|tags| tags.iter().any(|tag| *tag == 1)),
            data: can("dataSupport"),
        }
    }
}

/// The folders of the workspace: those that are named, else the one of older clients.
pub(crate) fn roots(initialize: &Value) -> Vec<Address> {
    let folders = at(initialize, "/workspaceFolders").and_then(Value::as_array);
    let named: Vec<Address> = folders.into_iter().flatten().filter_map(folder).collect();
    if !named.is_empty() {
        return named;
    }
    let old = at(initialize, "/rootUri").and_then(Value::as_str).and_then(Address::read);
    old.into_iter().collect()
}

/// A folder of the workspace.
pub(crate) fn folder(value: &Value) -> Option<Address> {
    Address::read(value.get("uri")?.as_str()?)
}

/// Where the folders lie.
pub(crate) fn paths(roots: &[Address]) -> impl Iterator<Item = &PathBuf> {
    roots.iter().filter_map(|root| root.path.as_ref())
}

fn at<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    value.pointer(pointer).filter(|value| !value.is_null())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_said_a_client_cannot_do() {
        for nothing in [json!(null), json!({}), json!({"capabilities": 3}), json!({"processId": -1})] {
            let client = Client::read(&nothing);
            assert!(!client.pulls && !client.watches && !client.configures && !client.shows.related, "{nothing}");
            assert_eq!((client.process, roots(&nothing)), (None, Vec::new()));
        }
    }

    #[test]
    fn what_is_said_is_read() {
        let client = Client::read(&json!({"processId": 7, "capabilities": {
            "workspace": {"diagnostics": {"refreshSupport": true}, "didChangeWatchedFiles": {"dynamicRegistration": true, "relativePatternSupport": true}},
            "textDocument": {"diagnostic": {"relatedDocumentSupport": false},
                "publishDiagnostics": {"relatedInformation": true, "tagSupport": {"valueSet": [1, 2]}}}
        }}));
        assert!(client.pulls && client.refreshes.diagnostics && !client.refreshes.hints);
        assert!(client.watches && client.watches_anywhere);
        assert!(client.shows.related && client.shows.unnecessary && !client.shows.data);
        assert_eq!(client.process, Some(7));
    }

    #[test]
    fn the_folders_of_the_workspace_come_before_the_root() {
        let folders = json!([{"uri": "file:///a", "name": "a"}, {"uri": "file:///b", "name": "b"}, {"name": "c"}]);
        let paths = |value: &Value| roots(value).into_iter().filter_map(|root| root.path).collect::<Vec<_>>();
        assert_eq!(
            paths(&json!({"workspaceFolders": folders, "rootUri": "file:///c"})),
            [PathBuf::from("/a"), PathBuf::from("/b")]
        );
        assert_eq!(paths(&json!({"workspaceFolders": null, "rootUri": "file:///c"})), [PathBuf::from("/c")]);
    }
}

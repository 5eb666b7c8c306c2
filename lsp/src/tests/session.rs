//! How a session begins and ends, and what the server says it can do.

use super::*;

#[test]
fn requests_are_answered_by_the_state_of_the_session() {
    let client = Client::start();
    client.open(TEXT);
    assert_eq!(client.request("textDocument/hover", json!({})), json!({"error": -32002}));
    assert_eq!(client.request("shutdown", Value::Null), json!({"error": -32002}));
    assert!(client.request("initialize", Value::Null)["capabilities"].is_object());
    assert_eq!(client.request("initialize", json!({})), json!({"error": -32600}));
    assert_eq!(client.request("textDocument/frobnicate", of(URI)), json!({"error": -32601}));
    client.notify("textDocument/didOpen", json!({"textDocument": 3}));
    assert_eq!(client.told("window/logMessage")["message"], "a document that was opened has no address or no text");
    client.notify("$/setTrace", json!({"value": "off"}));
    assert_eq!(client.request("shutdown", json!({})), Value::Null);
    assert_eq!(client.request("textDocument/diagnostic", of(URI)), json!({"error": -32600}));
    client.open(TEXT);
    client.notify("exit", Value::Null);
    assert_eq!(client.server.join().unwrap(), Ok(()));
    assert!(client.connection.receiver.try_recv().is_err());
}

#[test]
fn exit_without_shutdown_and_a_broken_connection_are_errors() {
    for client in [Client::ready(json!({})), Client::start()] {
        client.notify("exit", Value::Null);
        assert_eq!(client.server.join().unwrap(), Err(Stopped::WithoutShutdown));
    }
    for client in [Client::ready(json!({})), Client::start()] {
        let Client { connection, server, .. } = client;
        drop(connection);
        assert_eq!(server.join().unwrap(), Err(Stopped::Disconnected));
    }
    let client = Client::ready(json!({}));
    assert_eq!(client.request("shutdown", json!({})), Value::Null);
    drop(client.connection);
    assert_eq!(client.server.join().unwrap(), Ok(()));
}

#[test]
fn the_server_ends_when_the_process_of_the_client_does() {
    let mut process = std::process::Command::new("sleep").arg("600").spawn().unwrap();
    let client = Client::ready(json!({"processId": process.id()}));
    assert_eq!(client.request("textDocument/frobnicate", json!({})), json!({"error": -32601}));
    process.kill().unwrap();
    assert_eq!(client.server.join().unwrap(), Err(Stopped::ClientGone));
    process.wait().unwrap();
}

#[test]
fn the_server_says_what_it_can_do() {
    let capabilities = |initialize: Value| Client::start().request("initialize", initialize)["capabilities"].take();
    let pulled = capabilities(json!({"capabilities": pulls()}));
    assert_eq!(pulled["positionEncoding"], "utf-16");
    assert_eq!(pulled["textDocumentSync"], json!({"openClose": true, "change": 2, "save": {"includeText": false}}));
    assert_eq!(
        pulled["diagnosticProvider"],
        json!({"identifier": "designlint", "interFileDependencies": false, "workspaceDiagnostics": false})
    );
    assert_eq!(pulled["workspace"]["workspaceFolders"], json!({"supported": true, "changeNotifications": true}));
    let pushed = capabilities(json!({"capabilities": {"general": {"positionEncodings": ["utf-32", "utf-8"]}}}));
    assert_eq!((&pushed["positionEncoding"], &pushed["diagnosticProvider"]), (&json!("utf-32"), &Value::Null));
    let all = json!({"capabilities": pulls(), "initializationOptions": {"workspaceDiagnostics": {"enable": true}}});
    assert_eq!(capabilities(all)["diagnosticProvider"]["workspaceDiagnostics"], json!(true));
}

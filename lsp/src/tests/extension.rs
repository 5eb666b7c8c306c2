//! The extension of VS Code offers the settings that the server reads, with the same words. `UPDATE=1` writes them.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::settings::{ClientSettings, SECTION};

#[test]
fn the_extension_offers_what_can_be_set() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vscode-extension/package.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut manifest: Value = serde_json::from_str(&text).unwrap();
    let offered = manifest.pointer_mut("/contributes/configuration/properties").unwrap().as_object_mut().unwrap();
    let before = offered.clone();
    for (name, setting) in settings() {
        offered.insert(name, setting);
    }
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(&path, serde_json::to_string_pretty(&manifest).unwrap() + "\n").unwrap();
    } else {
        assert_eq!(&before, manifest["contributes"]["configuration"]["properties"].as_object().unwrap());
    }
}

/// Each setting by its name in VS Code.
fn settings() -> Vec<(String, Value)> {
    let schema = schemars::schema_for!(ClientSettings).to_value();
    let defaults = serde_json::to_value(ClientSettings::default()).unwrap();
    let mut found = Vec::new();
    let resolved = |stated: &Value| {
        let at = stated.get("$ref").and_then(Value::as_str);
        at.and_then(|at| schema.pointer(at.trim_start_matches('#'))).unwrap_or(stated).clone()
    };
    for (group, stated) in schema["properties"].as_object().unwrap() {
        let (meant, name, default) = (resolved(stated), format!("{SECTION}.{group}"), &defaults[group]);
        let Some(parts) = meant.get("properties").and_then(Value::as_object) else {
            let setting = setting(&stated["description"], &meant, &name, default);
            found.push((name, setting));
            continue;
        };
        for (part, own) in parts {
            // A mere switch says nothing of its own.
            let words = [&stated["description"], &own["description"]].map(|says| says.as_str().unwrap());
            let says = if parts.len() == 1 { words[0].to_owned() } else { words.join(" ") };
            let name = format!("{name}.{part}");
            let setting = setting(&json!(says), &resolved(own), &name, &default[part]);
            found.push((name, setting));
        }
    }
    found
}

/// A setting as VS Code describes one.
fn setting(says: &Value, meant: &Value, name: &str, default: &Value) -> Value {
    // What could name a file is the person's to say, and a workspace's only where that is trusted.
    let path = name.ends_with("Path");
    let mut setting = Map::new();
    setting.insert("description".to_owned(), says.as_str().unwrap().replace('\n', " ").into());
    setting.insert("scope".to_owned(), json!(if path { "machine-overridable" } else { "window" }));
    setting.insert("default".to_owned(), if default.is_null() { json!("") } else { default.clone() });
    if let Some(choices) = meant.get("oneOf").and_then(Value::as_array) {
        let all = |what: &str| choices.iter().map(|choice| choice[what].clone()).collect::<Vec<_>>();
        setting.insert("type".to_owned(), json!("string"));
        setting.insert("enum".to_owned(), json!(all("const")));
        setting.insert("enumDescriptions".to_owned(), json!(all("description")));
    } else {
        let kind = meant["type"].as_str().or_else(|| meant["type"][0].as_str());
        setting.insert("type".to_owned(), json!(kind));
    }
    Value::Object(setting)
}

//! What a client may set: as `initializationOptions`, and later under the section `designlint` of its configuration.

use std::path::PathBuf;

use lsp_types::MessageType;
use serde::Deserialize;
use serde_json::Value;

/// The name of the section, by which a client is asked for it.
pub(crate) const SECTION: &str = "designlint";

/// The settings of the client. What it says besides, such as where the server lies, is its own.
#[cfg_attr(test, derive(serde::Serialize, schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct ClientSettings {
    /// Whether anything is checked at all.
    pub enable: bool,
    /// The configuration file for every document, from the first folder of the workspace; without it the nearest
    /// `designlint.yaml` upward from each document.
    pub config_path: Option<PathBuf>,
    /// When documents are checked.
    pub run: Run,
    /// The computed values that are shown behind numbers that differ and behind a line that ends in `=`.
    pub inlay_hints: InlayHints,
    /// The line above the text that says how many calculations were verified.
    pub code_lens: Switch,
    /// Whether findings are shown of files that are not open; read when the server starts.
    pub workspace_diagnostics: Off,
    /// The least grave messages that are written to the log of the client.
    pub log_level: LogLevel,
}

/// Which messages are written to the log of the client.
#[cfg_attr(test, derive(serde::Serialize, schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum LogLevel {
    /// What failed.
    Error,
    /// Also what could not be done as it was asked for.
    Warning,
    /// Also what is worth knowing.
    #[default]
    Info,
    /// Also each check.
    Debug,
}

impl LogLevel {
    /// Whether messages of a kind are written.
    pub(crate) fn takes(self, kind: MessageType) -> bool {
        self >= match kind {
            MessageType::ERROR => Self::Error,
            MessageType::WARNING => Self::Warning,
            MessageType::INFO => Self::Info,
            _ => Self::Debug,
        }
    }
}

/// When documents are checked.
#[cfg_attr(test, derive(serde::Serialize, schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Run {
    /// With every change.
    #[default]
    #[serde(rename = "onType")]
    OnType,
    /// When they are opened and saved.
    #[serde(rename = "onSave")]
    OnSave,
}

/// Which inlay hints there are.
#[cfg_attr(test, derive(serde::Serialize, schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct InlayHints {
    /// Whether there are any.
    pub enable: bool,
    /// Whether what was verified gets a tick.
    pub verified: bool,
}

/// Something that is on unless the client switches it off.
#[cfg_attr(test, derive(serde::Serialize, schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Switch {
    /// Whether it is on.
    pub enable: bool,
}

/// Something that is off unless the client switches it on.
#[cfg_attr(test, derive(serde::Serialize, schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Off {
    /// Whether it is on.
    pub enable: bool,
}

impl Default for ClientSettings {
    fn default() -> Self {
        Self {
            enable: true,
            config_path: None,
            run: Run::default(),
            inlay_hints: InlayHints::default(),
            code_lens: Switch::default(),
            workspace_diagnostics: Off::default(),
            log_level: LogLevel::default(),
        }
    }
}

impl Default for InlayHints {
    fn default() -> Self {
        Self { enable: true, verified: false }
    }
}

impl Default for Switch {
    fn default() -> Self {
        Self { enable: true }
    }
}

impl ClientSettings {
    /// Reads the section, bare or under its name. Nothing, or `null`, is all defaults.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
        let section = value.get(SECTION).unwrap_or(value);
        if section.is_null() {
            return Ok(Self::default());
        }
        let read =
            Self::deserialize(section).map_err(|error| format!("the settings `{SECTION}` are wrong: {error}"))?;
        // An editor writes a text that is not set as an empty one.
        let config_path = read.config_path.filter(|path| !path.as_os_str().is_empty());
        Ok(Self { config_path, ..read })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_section_is_read_bare_or_by_its_name() {
        let off = json!({"run": "onSave", "inlayHints": {"verified": true}, "configPath": "a.yaml", "trace": {"server": "off"}});
        let expected = ClientSettings {
            run: Run::OnSave,
            config_path: Some("a.yaml".into()),
            inlay_hints: InlayHints { enable: true, verified: true },
            ..ClientSettings::default()
        };
        assert_eq!(ClientSettings::read(&off), Ok(expected.clone()));
        assert_eq!(ClientSettings::read(&json!({"designlint": off})), Ok(expected));
    }

    #[test]
    fn what_is_not_said_is_the_default() {
        let defaults = Ok(ClientSettings::default());
        for nothing in [json!(null), json!({}), json!({"designlint": null}), json!({"configPath": ""})] {
            assert_eq!(ClientSettings::read(&nothing), defaults, "{nothing}");
        }
        assert!(defaults.is_ok_and(|d| d.enable && d.inlay_hints.enable && d.code_lens.enable));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(
            ClientSettings::read(&json!({"run": "onTpe"})),
            Err("the settings `designlint` are wrong: unknown variant `onTpe`, expected `onType` or `onSave`"
                .to_owned())
        );
    }

    #[test]
    fn the_log_takes_what_is_as_grave_as_it_says() {
        let kinds = [MessageType::ERROR, MessageType::WARNING, MessageType::INFO, MessageType::LOG];
        let taken = |level: &str| {
            let settings = ClientSettings::read(&json!({"logLevel": level})).unwrap();
            kinds.iter().filter(|kind| settings.log_level.takes(**kind)).count()
        };
        assert_eq!(["error", "warning", "info", "debug"].map(taken), [1, 2, 3, 4]);
    }
}

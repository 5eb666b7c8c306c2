//! What a document is checked with besides its text: its configuration, and the files that it names.

use std::path::Path;
use std::sync::Arc;

use designlint_core::{Report, RuleEntry, Settings, check, check_unreadable};
use designlint_document::{Document, Source};
use designlint_files::{Contents, Discovery, Request, Roots, Walk, Workspace};

use crate::settings::ClientSettings;
use crate::uri::Address;

/// Configuration and the files around documents, each read once; a new one is made when they may have changed.
#[derive(Debug)]
pub(crate) struct Surroundings {
    enabled: bool,
    /// The configuration of files.
    workspace: Workspace,
    /// The configuration of what is no file, which has none beside it.
    elsewhere: Workspace,
    roots: Roots,
    rules: &'static [RuleEntry],
}

/// The text of a document, as far as it is one.
pub(crate) enum Text {
    /// As an editor holds it.
    Source(Source),
    /// As it lies on a disk.
    Contents(Contents),
}

/// What a check of a document gave; nothing where it is not to be checked.
pub(crate) type Found = Option<(Report, Arc<Settings>)>;

impl Surroundings {
    /// Those of now, with the settings of the client; a configuration that they name lies below `root`.
    pub(crate) fn new(settings: &ClientSettings, root: Option<&Path>, rules: &'static [RuleEntry]) -> Self {
        let named = settings.config_path.as_ref().map(|path| root.map_or(path.clone(), |root| root.join(path)));
        let of = |discovery: Discovery| Workspace::new(Request::default(), discovery);
        let file = |otherwise: Discovery| of(named.clone().map_or(otherwise, Discovery::File));
        Self {
            enabled: settings.enable,
            workspace: file(Discovery::Nearest),
            elsewhere: file(Discovery::Isolated),
            roots: Roots::default(),
            rules,
        }
    }

    /// What `check` says of a text at an address.
    ///
    /// # Errors
    /// What is wrong with the configuration that applies to it.
    pub(crate) fn check(&self, address: &Address, text: Text) -> Result<Found, String> {
        let (workspace, path) = match &address.path {
            Some(path) => (&self.workspace, path.as_path()),
            None => (&self.elsewhere, Path::new("")),
        };
        // A client tells of changes in its folders, and not every one of a change above them.
        workspace.renew(path);
        if !self.enabled || workspace.excludes(path) {
            return Ok(None);
        }
        let settings = workspace.settings_for(path).map_err(|error| error.to_string())?;
        let source = match text {
            Text::Source(source) => source,
            Text::Contents(Contents::Text(text)) => Source::new(text),
            Text::Contents(Contents::Binary(bytes)) => match check_unreadable(&bytes, &settings, self.rules) {
                Some(report) => return Ok(Some((report, settings))),
                None => Source::new(String::from_utf8_lossy(&bytes).into_owned()),
            },
        };
        let document = Document::parse(source);
        let known_files = address.path.as_ref().and_then(|path| self.roots.existing(document.wanted_paths(), path));
        let reviewed = designlint_files::reviewed(&document, path, &settings);
        let settings = Arc::new(Settings { known_files, reviewed, ..(*settings).clone() });
        Ok(Some((check(document, &settings, self.rules), settings)))
    }

    /// The documents below folders that their configuration does not leave out, in order.
    pub(crate) fn documents(&self, folders: &[Address]) -> Vec<Address> {
        let mut documents = Vec::new();
        for folder in folders.iter().filter(|_| self.enabled) {
            let Some(root) = &folder.path else { continue };
            let found = designlint_files::find(std::slice::from_ref(root), Walk::default());
            let found =
                found.into_iter().filter(|asked| asked.error.is_none() && !self.workspace.excludes(&asked.path));
            documents.extend(found.filter_map(|asked| Address::below(folder, asked.path.strip_prefix(root).ok()?)));
        }
        documents
    }
}

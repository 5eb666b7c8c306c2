//! What kind of document it is.

use designlint_document::Document;
use designlint_facts::Facts;

use crate::Settings;

/// What kind of document it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A design document.
    Design,
    /// A design document of a machine-learning system.
    MlDesign,
    /// The record of a review.
    Review,
    /// An architecture decision record.
    Adr,
    /// A request for comments or another public proposal.
    Rfc,
    /// A Kubernetes enhancement proposal.
    Kep,
    /// Anything else.
    Notes,
}

/// Where the kind was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindFrom {
    /// `--kind`.
    CommandLine,
    /// `kind:` in the front matter.
    FrontMatter,
    /// The configuration.
    Configuration,
    /// What the document contains.
    Content,
}

/// The kind of a document and where it was taken from.
pub(crate) fn kind_of(document: &Document, facts: &Facts, settings: &Settings) -> (Kind, KindFrom) {
    let front_matter = document.front_matter.as_ref().and_then(|f| f.get("kind"));
    let given = [
        (settings.kind_from_command_line, KindFrom::CommandLine),
        (front_matter.and_then(|e| Kind::from_name(e.value.trim())), KindFrom::FrontMatter),
        (settings.kind_from_configuration, KindFrom::Configuration),
    ];
    let given = given.into_iter().find_map(|(kind, from)| kind.map(|k| (k, from)));
    given.unwrap_or_else(|| (by_content(document, facts), KindFrom::Content))
}

fn by_content(_document: &Document, _facts: &Facts) -> Kind {
    Kind::Notes
}

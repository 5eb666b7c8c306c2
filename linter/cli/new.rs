//! `new`: the skeleton of a document.

use clap::ValueEnum;
use designlint_core::Kind;
use designlint_render::escape::line;
use designlint_render::skeleton::skeleton;
use designlint_rules::packs;

use crate::arguments::NewArguments;
use crate::output::{Exit, print, tell};

/// Prints the skeleton, or writes it to a file that is not there yet.
pub fn run(arguments: &NewArguments) -> Exit {
    let settings = packs::settings();
    let Some(text) = skeleton(arguments.kind.get(), &settings) else {
        tell("error: this kind of document is asked for nothing");
        return Exit::Failed;
    };
    let Some(path) = &arguments.output else {
        return print(&text);
    };
    match designlint_files::write_new(path, &text) {
        Ok(()) => Exit::Clean,
        Err(reason) => {
            tell(&format!("error: {}: {reason}", line(&path.to_string_lossy())));
            Exit::Failed
        }
    }
}

/// A kind of document that can be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NewKind {
    /// A design document
    Design,
    /// The design of a system that learns
    MlDesign,
    /// The record of a review
    Review,
    /// An architecture decision record
    Adr,
}

impl NewKind {
    /// The kind.
    pub fn get(self) -> Kind {
        match self {
            Self::Design => Kind::Design,
            Self::MlDesign => Kind::MlDesign,
            Self::Review => Kind::Review,
            Self::Adr => Kind::Adr,
        }
    }
}

//! `completions` and `man`: what shells and readers of manuals are given.

use designlint_core::nearest;
use designlint_render::escape::line;

use crate::arguments::{CompletionsArguments, ManArguments, command};
use crate::output::{Exit, print, tell};

/// What completes the arguments in a shell.
pub fn completions(arguments: &CompletionsArguments) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "designlint", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// The page of a verb, or of all of them.
pub fn page(arguments: &ManArguments) -> Exit {
    let mut about = command();
    // So that each verb knows what it is called on the command line.
    about.build();
    if let Some(name) = &arguments.verb {
        let Some(verb) = about.find_subcommand(name) else {
            let verbs = about.get_subcommands().map(|verb| verb.get_name());
            let meant = nearest(name, verbs).map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
            tell(&format!("error: no verb is called `{}`{}", line(name), line(&meant)));
            return Exit::Failed;
        };
        about = verb.clone();
    }
    let mut page = Vec::new();
    match clap_mangen::Man::new(about).render(&mut page) {
        Ok(()) => print(&String::from_utf8_lossy(&page)),
        Err(error) => {
            tell(&format!("error: {error}"));
            Exit::Failed
        }
    }
}

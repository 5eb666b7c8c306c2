//! `rule` and `rules`: what the rules say about themselves.

use designlint_core::nearest;
use designlint_render::{escape, rule_page};
use designlint_rules::ALL;

use crate::arguments::{RuleArguments, RulesArguments};
use crate::output::{Exit, print, tell};
use crate::values::TextOrJson;

/// Prints the page of a rule.
pub fn page(arguments: &RuleArguments) -> Exit {
    let name = arguments.name.as_str();
    let Some(rule) = ALL.iter().find(|rule| rule.meta.name == name) else {
        let meant = nearest(name, ALL.iter().map(|rule| rule.meta.name));
        let meant = meant
            .map_or_else(|| "; `designlint rules` lists all".to_owned(), |meant| format!("; did you mean `{meant}`?"));
        tell(&format!("error: no rule is called `{}`{meant}", escape::line(name)));
        return Exit::Failed;
    };
    print(&match arguments.format {
        TextOrJson::Text => rule_page::page(rule.meta),
        TextOrJson::Json => rule_page::page_json(rule.meta),
    })
}

/// Lists all rules.
pub fn list(arguments: &RulesArguments) -> Exit {
    print(&match arguments.format {
        TextOrJson::Text => rule_page::list(ALL),
        TextOrJson::Json => rule_page::list_json(ALL),
    })
}

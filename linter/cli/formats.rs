//! What a check prints.

use std::env;
use std::io::IsTerminal;

use designlint_files::repository;
use designlint_render::full::{self, Style};
use designlint_render::json::Also;
use designlint_render::{
    Base, Checked, concise, github, gitlab, json, jsonl, junit, markdown, rdjson, sarif, statistics, summary,
};
use designlint_rules::ALL;

use crate::arguments::CheckArguments;
use crate::output::{colored, dumb};
use crate::values::Format;

/// The findings in the format that was asked for, and for people a summary.
pub fn text(arguments: &CheckArguments, checked: &[Checked]) -> String {
    let limit = arguments.max_findings;
    let findings = match format(arguments) {
        Format::Json => {
            return json::json(checked, limit, Also { review: arguments.review, statistics: arguments.statistics });
        }
        Format::Jsonl => return jsonl::jsonl(checked, limit),
        Format::Sarif => return sarif::sarif(checked, ALL, &base(), limit),
        Format::Github => return github::github(checked, &base(), limit),
        Format::Gitlab => return gitlab::gitlab(checked, &base(), limit),
        Format::Junit => return junit::junit(checked, &base(), limit),
        Format::Rdjson => return rdjson::rdjson(checked, ALL, &base(), limit),
        Format::Markdown => return markdown::markdown(checked, ALL, &base(), limit),
        Format::Concise | Format::Full if arguments.statistics => statistics::statistics(checked),
        Format::Concise => concise::concise(checked, limit),
        Format::Full => {
            let color = colored(arguments.color, &std::io::stdout());
            full::full(checked, Style { color, ascii: dumb() }, limit)
        }
    };
    if arguments.quiet { findings } else { findings + &summary::summary(checked, limit) }
}

/// The format that was asked for, or that where the output goes asks for.
pub fn format(arguments: &CheckArguments) -> Format {
    let terminal = std::io::stdout().is_terminal();
    arguments.format.unwrap_or(if terminal { Format::Full } else { Format::Concise })
}

/// The repository that the run was started in; where there is none, the folder stands for it.
fn base() -> Base {
    let here = env::current_dir().unwrap_or_default();
    let root = repository(&here).unwrap_or_else(|| here.clone());
    Base::new(&root.to_string_lossy(), &here.to_string_lossy())
}

//! The arguments, as people type them.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use designlint_facts::Date;

use crate::graph_arguments::{GraphArguments, SensitivityArguments, WhatIfArguments};
use crate::new::NewKind;
use crate::output::Exit;
use crate::values::{Color, FailLevel, Format, ReviewFormat, SchemaOf, TextOrJson};

/// Checks design documents: recomputes every number, asks of every failure who would notice, and looks for the sentence
/// that says what the choice costs.
#[derive(Debug, Parser)]
#[command(name = "designlint", version, arg_required_else_help = true, after_help = AFTER)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

const AFTER: &str = "\
`designlint PATH...` is short for `designlint check PATH...`.
Exit codes: 0 nothing at or above --fail-level, 1 something is, 2 a usage or configuration error or an unreadable path.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Check documents and print what is wrong with them
    Check(Box<CheckArguments>),
    /// List every calculation that was found, and what became of it
    Ledger(LedgerArguments),
    /// Answer the rubric line by line, and decide
    Review(ReviewArguments),
    /// Say what becomes of all numbers if one were another
    #[command(name = "whatif")]
    WhatIf(WhatIfArguments),
    /// Print which number follows from which
    Graph(GraphArguments),
    /// Say which input matters most, and which limit breaks first
    Sensitivity(SensitivityArguments),
    /// Print the skeleton of a document, which asks for what the rules ask
    New(NewArguments),
    /// Explain a rule: what it reports, why, with examples
    Rule(RuleArguments),
    /// List all rules
    Rules(RulesArguments),
    /// Say what the configuration holds for a file and where, or try its profiles
    Config(ConfigArguments),
    /// Print the JSON Schema of a configuration or a profile, for editors
    Schema(SchemaArguments),
    /// Write a designlint.yaml from what a folder holds
    Init(InitArguments),
    /// Print what completes the arguments in a shell
    Completions(CompletionsArguments),
    /// Print the manual as a page for man
    Man(ManArguments),
    /// Serve an editor over standard input and output
    Lsp(LspArguments),
}

/// The arguments of `check`.
#[derive(Args, Clone, Debug)]
pub struct CheckArguments {
    /// Files and folders; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// How findings are printed; full on a terminal, concise otherwise
    #[arg(long, value_name = "NAME")]
    pub format: Option<Format>,
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub kind: KindArgument,
    #[command(flatten)]
    pub sources: Sources,
    /// The lowest severity that makes the exit code 1
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    pub fail_level: FailLevel,
    /// Apply the safe fixes
    #[arg(long, group = "mending")]
    pub fix: bool,
    /// With --fix or --diff: also the fixes that need a look
    #[arg(long, requires = "mending")]
    pub unsafe_fixes: bool,
    /// Print what --fix would change, and change nothing
    #[arg(long, group = "mending", conflicts_with = "format")]
    pub diff: bool,
    /// Where the paths that documents name are looked for; the repository of each document without it
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// The day with which due dates are compared (2026-03-31); each document's own date without it, never the clock
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub today: Option<Date>,
    /// Leave out the findings that this file knows
    #[arg(long, value_name = "FILE", conflicts_with = "mending")]
    pub baseline: Option<PathBuf>,
    /// Write the findings of this run to a file for --baseline, and fail for none of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mending", "baseline"])]
    pub write_baseline: Option<PathBuf>,
    /// Report only what stands on, or points at, lines that differ from where this commit or branch parted from HEAD (runs
    /// `git diff`)
    #[arg(long, value_name = "REF", conflicts_with_all = ["mending", "write_baseline"])]
    pub since: Option<String>,
    /// Print how often each rule has something to say instead of the findings; with --format json, beside them
    #[arg(long, conflicts_with_all = ["diff", "write_baseline"])]
    pub statistics: bool,
    /// With --format json: add what `review --format json` prints
    #[arg(long, conflicts_with = "select")]
    pub review: bool,
    /// Check again whenever a document or the configuration changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["mending", "write_baseline"])]
    pub watch: bool,
    /// Print the findings and nothing else
    #[arg(long)]
    pub quiet: bool,
    /// Print at most this many findings
    #[arg(long, value_name = "N")]
    pub max_findings: Option<usize>,
    /// When to colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

fn date(text: &str) -> Result<Date, String> {
    let written = |date: &Date| date.to_string() == text;
    Date::find(text).filter(written).ok_or_else(|| "a day is written as 2026-03-31".to_owned())
}

/// Which rules run.
#[derive(Args, Clone, Debug, Default)]
pub struct Selection {
    /// Run only these rules: names, families or `all`, parted by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub select: Option<Vec<String>>,
    /// Do not run these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Run rules that are still in preview
    #[arg(long)]
    pub preview: bool,
}

/// The kind of the documents.
#[derive(Args, Clone, Debug, Default)]
pub struct KindArgument {
    /// What kind of document it is: design, ml-design, review, adr, rfc, kep, notes, or the id of a profile
    #[arg(long)]
    kind: Option<String>,
}

impl KindArgument {
    /// The kind that `--kind` gives.
    pub fn get(&self) -> Option<&str> {
        self.kind.as_deref()
    }
}

/// Where documents and configuration come from.
#[derive(Args, Clone, Debug, Default)]
pub struct Sources {
    /// Use this configuration file for every document
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Use no configuration file
    #[arg(long, conflicts_with = "config")]
    pub isolated: bool,
    /// The name that standard input goes by
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
    /// Also check files of folders that .gitignore or a leading dot hides
    #[arg(long)]
    pub no_ignore: bool,
    /// Leave out files that the configuration excludes also where they are named, as hooks name them
    #[arg(long)]
    pub force_exclude: bool,
    /// Check so many documents at once; by default one for each processor
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// The arguments of `ledger`.
#[derive(Args, Clone, Debug)]
pub struct LedgerArguments {
    /// Files and folders; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// How the ledger is printed
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub format: TextOrJson,
    /// Also count what is no calculation, by the filter that dropped it
    #[arg(long)]
    pub statistics: bool,
    #[command(flatten)]
    pub kind: KindArgument,
}

/// The arguments of `review`.
#[derive(Args, Clone, Debug)]
pub struct ReviewArguments {
    /// Files and folders; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// How the review is printed; a record in Markdown is of one file, a page of several begins with an index
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub format: ReviewFormat,
    /// Also say which quantities the documents state differently
    #[arg(long)]
    pub across: bool,
    /// The document of which the file is the review
    #[arg(long, value_name = "FILE")]
    pub of: Option<PathBuf>,
}

/// The arguments of `new`.
#[derive(Args, Clone, Debug)]
pub struct NewArguments {
    /// What kind of document it is to be
    #[arg(value_name = "KIND")]
    pub kind: NewKind,
    /// Write it to this file, which must not be there yet
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The arguments of `rule`.
#[derive(Args, Clone, Debug)]
pub struct RuleArguments {
    /// Name of the rule
    pub name: String,
    /// How the page is printed
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub format: TextOrJson,
}

/// The arguments of `rules`.
#[derive(Args, Clone, Debug)]
pub struct RulesArguments {
    /// How the list is printed
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub format: TextOrJson,
}

/// The arguments of `config`.
#[derive(Args, Clone, Debug)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub struct ConfigArguments {
    #[command(subcommand)]
    pub verb: Option<ConfigVerb>,
    /// The document; `./test` for one that is called test
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// How what holds is printed
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub format: TextOrJson,
}

/// What to do with a configuration.
#[derive(Clone, Debug, Subcommand)]
pub enum ConfigVerb {
    /// Run the examples of the profiles that a configuration names: exit code 1 where one shows something else
    Test(ConfigTestArguments),
}

/// The arguments of `schema`.
#[derive(Args, Clone, Debug)]
pub struct SchemaArguments {
    /// What it describes
    #[arg(value_name = "WHAT", default_value = "configuration")]
    pub of: SchemaOf,
}

/// The arguments of `config test`.
#[derive(Args, Clone, Debug)]
pub struct ConfigTestArguments {
    /// A configuration file, or a folder or document whose nearest one is meant
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
    /// When to colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// The arguments of `init`.
#[derive(Args, Clone, Debug)]
pub struct InitArguments {
    /// The folder
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Print the file and write none
    #[arg(long)]
    pub stdout: bool,
}

/// The arguments of `completions`.
#[derive(Args, Clone, Debug)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// The arguments of `man`.
#[derive(Args, Clone, Debug)]
pub struct ManArguments {
    /// The verb that the page is about; the whole of designlint without it
    #[arg(value_name = "VERB")]
    pub verb: Option<String>,
}

/// The arguments of `lsp`.
#[derive(Args, Clone, Debug)]
pub struct LspArguments {
    /// Does nothing: clients of editors add it
    #[arg(long, hide = true)]
    stdio: bool,
}

/// The arguments as a description that makes completions and manuals.
pub fn command() -> Command {
    Arguments::command()
}

/// Reads the arguments of the process.
///
/// # Errors
/// How to end at once, after the usage error or the help that was asked for has been printed.
pub fn parse() -> Result<Verb, Exit> {
    match Arguments::try_parse_from(with_verb(std::env::args_os())) {
        Ok(arguments) => Ok(arguments.verb),
        Err(error) => {
            // A closed pipe is no error here either.
            _ = error.print();
            Err(if error.use_stderr() { Exit::Failed } else { Exit::Clean })
        }
    }
}

/// The arguments with `check` put in where the first of them is neither a verb nor a question about designlint itself.
fn with_verb(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let alone = ["help", "-h", "--help", "-V", "--version"];
    let named = |first: &OsString| {
        alone.iter().any(|word| first == word)
            || <Verb as Subcommand>::augment_subcommands(Command::new(""))
                .get_subcommands()
                .any(|verb| first == verb.get_name())
    };
    if arguments.get(1).is_some_and(|first| !named(first)) {
        arguments.insert(1, OsString::from("check"));
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb(line: &str) -> Vec<String> {
        let words = line.split(' ').map(OsString::from);
        with_verb(words).into_iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_arguments_are_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn check_is_the_default_verb() {
        assert_eq!(verb("designlint q7.md"), ["designlint", "check", "q7.md"]);
        assert_eq!(verb("designlint --format json q7.md"), ["designlint", "check", "--format", "json", "q7.md"]);
        assert_eq!(verb("designlint -"), ["designlint", "check", "-"]);
        for line in
            ["designlint", "designlint ledger q7.md", "designlint --help", "designlint -V", "designlint check a"]
        {
            assert_eq!(verb(line).join(" "), line);
        }
    }
}

//! The command line of the review bot: flags and the environment of a workflow in, requests out.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use designlint_bot::api::{Caller, Failure};
use designlint_bot::artifact::Artifact;
use designlint_bot::findings::Wording;
use designlint_bot::net::GitHub;
use designlint_bot::post::{Job, Outcome, post};
use designlint_bot::target::{Target, Which, commit, repository};
use designlint_render::escape::line;

/// Reviews pull requests on GitHub with what designlint found. The token is taken from GITHUB_TOKEN.
#[derive(Debug, Parser)]
#[command(name = "designlint-bot", version, arg_required_else_help = true, after_help = AFTER)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

const AFTER: &str = "\
In a workflow of GitHub Actions the pull request comes from the event that started it.
Exit codes: 0 the pull request says what it should, 2 a usage error, or GitHub did not do it.";

#[derive(Debug, Subcommand)]
enum Verb {
    /// Post what `designlint check --format json --review` printed
    Post(PostArguments),
}

#[derive(Args, Debug)]
struct PostArguments {
    /// What designlint printed
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// The repository; GITHUB_REPOSITORY without it
    #[arg(long, value_name = "OWNER/NAME", value_parser = repository)]
    repo: Option<String>,
    /// The pull request; that of the event without it
    #[arg(long, value_name = "NUMBER")]
    pull: Option<u64>,
    /// With --pull: the commit that was checked, so that nothing is posted on another
    #[arg(long, value_name = "SHA", requires = "pull", value_parser = commit)]
    commit: Option<String>,
    /// With --pull: believe only rules and places, and say the rest in words of our own, as after an event workflow_run
    #[arg(long, requires = "pull")]
    untrusted: bool,
    /// The folder of the repository in which designlint ran
    #[arg(long, value_name = "DIR", default_value = "")]
    folder: String,
    /// Print the requests that would be sent, a line each, and send none of them
    #[arg(long)]
    dry_run: bool,
    /// How many seconds may be waited for limits and lost connections
    #[arg(long, value_name = "SECONDS", default_value = "900")]
    patience: u64,
    /// How many seconds a connection and an answer may take
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
}

fn main() -> ExitCode {
    let Arguments { verb: Verb::Post(arguments) } = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            tell(&format!("error: {why}"));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &PostArguments) -> Result<(), String> {
    let target = target(arguments)?;
    let file = File::open(&arguments.from).map_err(|e| format!("--from: {e}"))?;
    let artifact = Artifact::read(file, &arguments.folder).map_err(|e| format!("--from: {e}"))?;
    let address = variable("GITHUB_API_URL").unwrap_or_else(|| "https://api.github.com".to_owned());
    let token = variable("GITHUB_TOKEN").unwrap_or_default();
    let mut github = GitHub::new(&address, &token, Duration::from_secs(arguments.timeout))?;
    let mut caller = Caller::new(&mut github, Duration::from_secs(arguments.patience));
    let root = format!("/repos/{}", target.repo);
    let (pulls, checked) = target.pulls(&mut caller, &root).map_err(said)?;
    if pulls.is_empty() {
        tell("no open pull request has what was checked as its head; nothing is posted");
    }
    for pull in pulls {
        let job = Job {
            root: &root,
            artifact: &artifact,
            wording: target.wording,
            checked: checked.as_deref(),
            graphql: &graphql(&address),
            dry_run: arguments.dry_run,
        };
        report(pull.number, &post(&mut caller, &job, &pull).map_err(said)?);
    }
    Ok(())
}

fn target(arguments: &PostArguments) -> Result<Target, String> {
    let repo = arguments.repo.clone().or_else(|| variable("GITHUB_REPOSITORY"));
    let repo = repo.ok_or("--repo OWNER/NAME says which repository, where GITHUB_REPOSITORY does not")?;
    if let Some(number) = arguments.pull {
        let wording = if arguments.untrusted { Wording::Rebuilt } else { Wording::Reported };
        return Ok(Target {
            repo: repository(&repo)?,
            which: Which::Number(number, arguments.commit.clone()),
            wording,
        });
    }
    let (Some(name), Some(path)) = (variable("GITHUB_EVENT_NAME"), variable("GITHUB_EVENT_PATH")) else {
        return Err("--pull NUMBER says which pull request, where no event of GitHub Actions does".to_owned());
    };
    let event = std::fs::read(Path::new(&path)).map_err(|e| format!("GITHUB_EVENT_PATH: {e}"))?;
    let event = serde_json::from_slice(&event).map_err(|_| "GITHUB_EVENT_PATH: it is no JSON".to_owned())?;
    Target::of_event(&name, &event, &repo)
}

/// The address of GraphQL: what the workflow says, or where it is for an address of the API. Servers of one's own have the API at
/// `/api/v3` and GraphQL beside it.
fn graphql(address: &str) -> String {
    let beside = || address.trim_end_matches('/').strip_suffix("/v3").map(|root| format!("{root}/graphql"));
    variable("GITHUB_GRAPHQL_URL").or_else(beside).unwrap_or_else(|| "/graphql".to_owned())
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn said(failure: Failure) -> String {
    match failure {
        Failure::Refused(status, says) => {
            let hint = match status {
                401 => " (is GITHUB_TOKEN the token of this server?)",
                403 => {
                    " (the token needs `pull-requests: write`; one of a fork's pull request never has it, see the bot's page)"
                }
                404 => " (is the repository right, and may the token read it?)",
                _ => "",
            };
            format!("GitHub says {status}: {says}{hint}")
        }
        Failure::Unsure(why) | Failure::GaveUp(why) => why,
    }
}

#[allow(clippy::print_stdout, reason = "the requests are the output")]
fn report(number: u64, outcome: &Outcome) {
    for request in &outcome.requests {
        println!("{}", request.line());
    }
    if let Some(note) = &outcome.note {
        tell(note);
    }
    let Outcome { posted, edited, deleted, refused, .. } = outcome;
    tell(&format!(
        "pull request {number}: {posted} posted, {edited} edited, {deleted} deleted, {refused} not taken by GitHub"
    ));
}

#[allow(clippy::print_stderr, reason = "what goes on is told on standard error")]
fn tell(text: &str) {
    eprintln!("designlint-bot: {}", line(text));
}

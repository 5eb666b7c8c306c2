//! The program as a workflow runs it: environment and event in, requests out, and never the token.
//!
//! With `DESIGNLINT_PULL` the pull request that it reviewed goes into that file, for a picture of it.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test ends where a step fails, and prints its totals")]

mod common;

use std::path::PathBuf;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use common::front::Act;
use common::github::{Hub, TOKEN, refusal};
use common::scene::{Scene, added, commit, document};
use designlint_bot::findings::Wording;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A pull request, and a folder with what a workflow has.
struct Workflow {
    scene: Scene,
    folder: TempDir,
}

impl Workflow {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let (hub, address) = Hub::serve();
        let workflow =
            Self { scene: Scene::new(name, (&hub, address), None, files), folder: tempfile::tempdir().unwrap() };
        workflow.write("designlint.json", &workflow.scene.artifact);
        workflow
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The program as an event starts it.
    fn on(&self, event: &str, says: &Value) -> Command {
        let mut command = self.command();
        command.env("GITHUB_EVENT_NAME", event).env("GITHUB_EVENT_PATH", self.write("event.json", &says.to_string()));
        command
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_designlint-bot"));
        command.env_clear().current_dir(self.folder.path()).args(["post", "--from", "designlint.json"]);
        command.env("GITHUB_TOKEN", TOKEN).env("GITHUB_REPOSITORY", &self.scene.name);
        command.env("GITHUB_API_URL", format!("http://{}", self.scene.address));
        command
    }

    fn event(&self) -> Value {
        let head = self.scene.repo(|repo| repo.head.clone());
        json!({"pull_request": {"number": 1, "head": {"sha": head}}})
    }
}

/// What a program said on standard error; the token is in nothing that it said.
#[track_caller]
fn told(run: &Assert) -> String {
    let output = run.get_output();
    let said = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (said(&output.stdout), said(&output.stderr));
    assert!(!out.contains(TOKEN) && !err.contains(TOKEN), "the token: {out}{err}");
    err
}

#[test]
fn a_workflow_posts_a_review() {
    let workflow = Workflow::new("workflow", &[("docs/q7.md", &document(2))]);
    let run = workflow.on("pull_request", &workflow.event()).assert().code(0);
    assert_eq!(told(&run), "designlint-bot: pull request 1: 2 posted, 0 edited, 0 deleted, 0 not taken by GitHub\n");
    workflow.scene.holds();
    let again = workflow.command().args(["--pull", "1"]).assert().code(0);
    assert_eq!(told(&again), "designlint-bot: pull request 1: 0 posted, 0 edited, 0 deleted, 0 not taken by GitHub\n");
}

#[test]
fn a_dry_run_prints_what_it_would_send() {
    let workflow = Workflow::new("dry", &[("docs/q7.md", &document(1))]);
    let run = workflow.on("pull_request", &workflow.event()).arg("--dry-run").assert().code(0);
    told(&run);
    let printed = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let requests: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0]["path"], "/repos/acme/dry/pulls/1/reviews");
    let review = &requests[0]["body"];
    assert_eq!((&review["event"], &review["commit_id"]), (&json!("COMMENT"), &json!(commit(1))));
    let comment = &review["comments"][0];
    assert_eq!(
        (&comment["path"], &comment["line"], &comment["side"]),
        (&json!("docs/q7.md"), &json!(3), &json!("RIGHT"))
    );
    let body = comment["body"].as_str().unwrap();
    assert!(body.contains("\n```suggestion\nShard 1 needs 2 x 7 GB = 14 GB.\n```\n"), "{body}");
    assert_eq!(requests[1]["path"], "/repos/acme/dry/issues/1/comments");
    assert_eq!(workflow.scene.repo(|repo| repo.written.len()), 0, "and sends nothing");
}

#[test]
fn a_run_for_a_fork_finds_its_pull_request_by_its_head() {
    let mut workflow = Workflow::new("fork", &[("q7.md", &document(2))]);
    workflow.scene.wording = Wording::Rebuilt;
    workflow.scene.repo(|repo| repo.from = "mallory/docs".to_owned());
    let mut run = json!({"event": "pull_request", "head_sha": commit(1), "head_branch": "q7", "pull_requests": [],
        "head_repository": {"full_name": "mallory/docs"}});
    let done = workflow.on("workflow_run", &json!({"workflow_run": run})).assert().code(0);
    assert_eq!(told(&done), "designlint-bot: pull request 1: 2 posted, 0 edited, 0 deleted, 0 not taken by GitHub\n");
    workflow.scene.holds();
    run["head_sha"] = json!(commit(2));
    let other = workflow.on("workflow_run", &json!({"workflow_run": run})).assert().code(0);
    assert_eq!(
        told(&other),
        "designlint-bot: no open pull request has what was checked as its head; nothing is posted\n"
    );
}

#[test]
fn a_server_of_ones_own_has_its_api_elsewhere() {
    let workflow = Workflow::new("own-server", &[("q7.md", &document(1))]);
    let server = format!("http://{}/api", workflow.scene.address);
    for graphql in [None, Some(format!("{server}/graphql"))] {
        let mut command = workflow.on("pull_request", &workflow.event());
        command
            .env("GITHUB_API_URL", format!("{server}/v3/"))
            .envs(graphql.map(|address| ("GITHUB_GRAPHQL_URL", address)));
        told(&command.assert().code(0));
        workflow.scene.holds();
        assert_eq!(workflow.scene.repo(|repo| repo.written.len()), 2);
    }
}

#[test]
fn line_ends_and_fences_of_a_file_are_kept() {
    let text = "# Store\r\n\r\n````text\r\n4 x 8 GB = 34 GB\r\n````\r\n\r\nTen of 2 x 7 GB = 16 GB.\r\n";
    let workflow = Workflow::new("crlf", &[("q7.md", text)]);
    workflow.on("pull_request", &workflow.event()).assert().code(0);
    workflow.scene.holds();
    let own = workflow.scene.own();
    assert!(own.iter().any(|body| body.contains("```suggestion\n4 x 8 GB = 32 GB\r\n```\n")), "{own:?}");
    assert!(own.iter().any(|body| body.contains("```suggestion\nTen of 2 x 7 GB = 14 GB.\r\n```\n")), "{own:?}");
}

#[test]
fn what_goes_wrong_is_said_without_the_token() {
    let workflow = Workflow::new("wrong", &[("q7.md", &document(1))]);
    let refused = |command: &mut Command, words: &str| {
        let run = command.assert().code(2);
        let said = told(&run);
        assert!(said.starts_with("designlint-bot: error: ") && said.contains(words), "{said}");
    };
    let mine = || workflow.on("pull_request", &workflow.event());
    workflow.scene.front.fault("GET", "/pulls/1", Act::Answer(refusal(403, &format!("{TOKEN} may not"), &[])));
    refused(&mut mine(), "GitHub says 403: *** may not (the token needs `pull-requests: write`");
    refused(mine().env("GITHUB_TOKEN", "ghs_another"), "GitHub says 401: Bad credentials");
    refused(mine().env("GITHUB_TOKEN", format!("{TOKEN}\nx")), "GITHUB_TOKEN is empty, or holds characters");
    refused(mine().env_remove("GITHUB_TOKEN"), "GITHUB_TOKEN is empty");
    refused(mine().env("GITHUB_API_URL", "http://ghe.example"), "GITHUB_API_URL is no https address");
    refused(
        mine().env("GITHUB_API_URL", "http://127.0.0.1:1").args(["--patience", "3"]),
        "GET /repos/acme/wrong/pulls/1: ",
    );
    refused(mine().env("GITHUB_REPOSITORY", "acme/other"), "GitHub says 404: Not Found (is the repository right");
    refused(&mut workflow.command(), "--pull NUMBER says which pull request");
    refused(&mut workflow.on("push", &json!({})), "the event \"push\" is for no pull request");
    workflow.write("designlint.json", "{\"version\": 1, \"diagnostics\": []}");
    refused(&mut mine(), "--from: it is not what `check --format json --review` of this version prints");
    std::fs::remove_file(workflow.folder.path().join("designlint.json")).unwrap();
    refused(&mut mine(), "--from: ");
    assert_eq!(workflow.scene.repo(|repo| repo.written.len()), 0);
}

/// A document of the corpus as a pull request changes it, with all that a review has.
#[test]
fn a_whole_review_stands_on_a_pull_request() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus/faulty/serving-platform/doc.md");
    let text = std::fs::read_to_string(path).unwrap();
    // A mistake whose fix is safe, for a suggestion.
    let text = text.replacen("## Decision\n", "A day's log takes 3 x 7 GB = 24 GB.\n\n## Decision\n", 1);
    let workflow = Workflow::new("picture", &[("docs/serving-platform.md", &text)]);
    workflow.on("pull_request", &workflow.event()).assert().code(0);
    workflow.scene.holds();
    assert_eq!(workflow.scene.own().len(), 10);
    let summary = workflow.scene.summary();
    assert!(
        workflow
            .scene
            .own()
            .iter()
            .any(|body| body.contains("```suggestion\nA day's log takes 3 x 7 GB = 21 GB.\n```"))
    );
    for words in
        ["### docs/serving-platform.md", "calculations: ", "| Rubric | Answer | Why |", "(there are enough comments)"]
    {
        assert!(summary.contains(words), "{words}: {summary}");
    }
    println!("{} comments on lines, a summary of {} bytes", workflow.scene.own().len(), summary.len());
    if let Ok(file) = std::env::var("DESIGNLINT_PULL") {
        let patch = added("docs/serving-platform.md", &text).patch;
        let on_lines = workflow.scene.repo(|repo| repo.on_lines.clone());
        let pull = json!({"path": "docs/serving-platform.md", "patch": patch, "on_lines": on_lines, "summary": summary,
            "review": workflow.scene.repo(|repo| repo.reviews.clone())});
        std::fs::write(file, pull.to_string()).unwrap();
    }
}

//! A pull request with documents, and the bot at work on it.

use std::net::SocketAddr;
use std::time::Duration;

use designlint_bot::api::{Answer, Api, Caller, Failure};
use designlint_bot::artifact::Artifact;
use designlint_bot::comment;
use designlint_bot::findings::Wording;
use designlint_bot::net::GitHub;
use designlint_bot::post::{Job, Outcome, post};
use designlint_bot::request::Request;
use designlint_bot::target::{Target, Which};
use designlint_core::review::review;
use designlint_core::{Settings, check};
use designlint_document::{Document, Source};
use designlint_render::Checked;
use designlint_render::json::{Also, json};
use designlint_rules::packs;
use serde_json::Value;

use super::front::Front;
use super::github::{BOT, File, Hub, Repo, TOKEN};

/// How long an answer may take here.
pub const TIMEOUT: Duration = Duration::from_secs(4);

/// A pull request and a way to it.
#[derive(Clone)]
pub struct Scene {
    pub name: String,
    pub hub: Hub,
    pub front: Front,
    pub address: SocketAddr,
    pub artifact: String,
    pub wording: Wording,
    pub patience: u64,
    /// Where the head lies, for a run that finds its pull request by that.
    pub head_of: Option<String>,
}

/// What came of a run: its end, and how many seconds it waited for.
#[derive(Debug)]
pub struct Run {
    pub outcome: Result<Outcome, Failure>,
    pub waits: Vec<u64>,
}

impl Run {
    /// How it ended, where it ended well.
    #[track_caller]
    pub fn done(self) -> Outcome {
        self.outcome.unwrap()
    }

    /// The waits that are more than the pause between requests that write.
    pub fn waits(&self) -> Vec<u64> {
        self.waits.iter().copied().filter(|seconds| *seconds != 1).collect()
    }
}

/// GitHub over the network, with waits that are written down and not waited for.
struct Quick(GitHub, Vec<u64>);

impl Api for Quick {
    fn send(&mut self, request: &Request) -> Result<Answer, String> {
        self.0.send(request)
    }

    fn wait(&mut self, time: Duration) {
        self.1.push(time.as_secs());
    }
}

impl Scene {
    /// A pull request that changes these files, all of whose lines are new.
    pub fn new(
        name: &str,
        (hub, address): (&Hub, SocketAddr),
        prism: Option<SocketAddr>,
        files: &[(&str, &str)],
    ) -> Self {
        let (front, front_address) = Front::serve(address, prism);
        let scene = Self {
            name: format!("acme/{name}"),
            hub: hub.clone(),
            front,
            address: front_address,
            artifact: artifact(files),
            wording: Wording::Reported,
            patience: 900,
            head_of: None,
        };
        let files = files.iter().map(|(path, text)| added(path, text)).collect();
        let (head, from) = (commit(1), scene.name.clone());
        scene.repo(|repo| *repo = Repo { head, from, files, ..Repo::default() });
        scene
    }

    /// Changes the repository, or looks at it.
    pub fn repo<T>(&self, act: impl FnOnce(&mut Repo) -> T) -> T {
        self.hub.repo(&self.name, act)
    }

    /// The documents become others, on a head of this number.
    pub fn push(&mut self, number: u32, files: &[(&str, &str)]) {
        self.artifact = artifact(files);
        self.repo(|repo| {
            repo.head = commit(number);
            repo.files = files.iter().map(|(path, text)| added(path, text)).collect();
        });
    }

    /// The bot on what was checked at the head.
    pub fn run(&self) -> Run {
        self.run_on(&self.repo(|repo| repo.head.clone()))
    }

    /// The bot on what was checked at a commit.
    pub fn run_on(&self, checked: &str) -> Run {
        let mut api = Quick(GitHub::new(&format!("http://{}", self.address), TOKEN, TIMEOUT).unwrap(), Vec::new());
        let outcome = self.posted(&mut Caller::new(&mut api, Duration::from_secs(self.patience)), checked);
        Run { outcome, waits: api.1 }
    }

    fn posted(&self, caller: &mut Caller<'_>, checked: &str) -> Result<Outcome, Failure> {
        let artifact = Artifact::read(self.artifact.as_bytes(), "").unwrap();
        let root = format!("/repos/{}", self.name);
        let sha = checked.to_owned();
        let which = match self.head_of.clone() {
            Some(repo) => Which::Head { sha, repo, branch: Some("q7".to_owned()) },
            None => Which::Number(1, Some(sha)),
        };
        let (pulls, checked) = Target { repo: self.name.clone(), which, wording: self.wording }.pulls(caller, &root)?;
        let job = Job {
            root: &root,
            artifact: &artifact,
            wording: self.wording,
            checked: checked.as_deref(),
            graphql: "/graphql",
            dry_run: false,
        };
        pulls.iter().try_fold(Outcome::default(), |_, pull| post(caller, &job, pull))
    }

    /// The bodies of the bot's comments on lines.
    pub fn own(&self) -> Vec<String> {
        self.repo(|repo| bodies(&repo.on_lines))
    }

    /// The body of the one summary; empty where there is none.
    #[track_caller]
    pub fn summary(&self) -> String {
        let all = self.repo(|repo| bodies(&repo.on_pull));
        assert!(all.len() <= 1, "{}: {} summaries", self.name, all.len());
        all.into_iter().next().unwrap_or_default()
    }

    /// What others wrote.
    pub fn of_others(&self) -> Vec<Value> {
        let other = |comment: &&Value| comment["user"]["login"] != BOT;
        self.repo(|repo| repo.on_lines.iter().chain(&repo.on_pull).filter(other).cloned().collect())
    }

    /// No comment twice, none lost, none about what is gone.
    #[track_caller]
    pub fn holds(&self) {
        let (own, summary) = (self.own(), self.summary());
        let mut standing: Vec<&str> = own.iter().filter_map(|body| comment::fingerprint_of(body)).collect();
        standing.sort_unstable();
        let all = standing.len();
        standing.dedup();
        assert_eq!(standing.len(), all, "{}: a comment stands twice", self.name);
        let artifact = Artifact::read(self.artifact.as_bytes(), "").unwrap();
        let files: Vec<String> = self.repo(|repo| repo.files.iter().map(|file| file.path.clone()).collect());
        let findings = artifact.diagnostics.iter().filter(|d| files.contains(&d.file));
        for found in findings.clone() {
            let told =
                standing.contains(&found.fingerprint.as_str()) || summary.contains(&comment::words(&found.message));
            assert!(told, "{}: nobody is told {}", self.name, found.message);
        }
        for body in own.iter().filter(|body| !comment::is_resolved(body)) {
            let print = comment::fingerprint_of(body).unwrap();
            assert!(findings.clone().any(|d| d.fingerprint == print), "{}: stays: {body}", self.name);
        }
    }
}

fn bodies(comments: &[Value]) -> Vec<String> {
    let own = comments.iter().filter(|comment| comment["user"]["login"] == BOT);
    own.filter_map(|comment| comment["body"].as_str().map(str::to_owned)).collect()
}

/// A commit with a number.
pub fn commit(number: u32) -> String {
    format!("{number:040x}")
}

/// A new file, all of which is in the diff.
pub fn added(path: &str, text: &str) -> File {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let patch: Vec<String> = lines.iter().map(|line| format!("+{}", line.trim_end_matches('\n'))).collect();
    let patch = format!("@@ -0,0 +1,{} @@\n{}", lines.len(), patch.join("\n"));
    let (path, status) = (path.to_owned(), "added".to_owned());
    File { path, status, before: None, text: text.as_bytes().to_vec(), patch: Some(patch) }
}

/// A document with this many wrong calculations, each on a line of its own.
pub fn document(wrong: usize) -> String {
    let lines = (1..=wrong).map(|n| format!("Shard {n} needs {} x 7 GB = {} GB.\n\n", n + 1, (n + 1) * 7 + 2));
    format!("# Shards of the store\n\n{}", lines.collect::<String>())
}

/// What `check --format json --review` prints of documents.
pub fn artifact(files: &[(&str, &str)]) -> String {
    let checked = |(path, text): &(&str, &str)| {
        let settings = Settings { knowledge: packs::knowledge(), profiles: packs::profiles(), ..Settings::default() };
        let report = check(Document::parse(Source::new(*text)), &settings, designlint_rules::ALL);
        let review = Some(review(&report, &settings));
        Checked { path: (*path).to_owned(), outcome: Ok(report), review }
    };
    let checked: Vec<Checked> = files.iter().map(checked).collect();
    json(&checked, None, Also { review: true, statistics: false })
}

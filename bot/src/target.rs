//! Which pull request is meant, from the flags or from the event that started the workflow. Never from the artifact.

use serde_json::Value;

use crate::api::{Caller, Failure};
use crate::findings::Wording;
use crate::pull::{self, Pull};

/// Where a review goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// `OWNER/NAME`.
    pub repo: String,
    /// Which of its pull requests.
    pub which: Which,
    /// Whose words are said there.
    pub wording: Wording,
}

/// Which pull request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// That number; its head should still be that commit.
    Number(u64, Option<String>),
    /// Those that are open and whose head is that commit of that repository.
    Head {
        /// The commit.
        sha: String,
        /// `OWNER/NAME`, the fork.
        repo: String,
        /// The branch, where it is known.
        branch: Option<String>,
    },
    /// None: the run that wrote the artifact was for no pull request.
    None,
}

impl Target {
    /// The target of an event of GitHub Actions: its name, and what it says of itself.
    ///
    /// # Errors
    /// What the event does not say.
    pub fn of_event(name: &str, event: &Value, repo: &str) -> Result<Self, String> {
        let text = |at: &Value, what: &str| at.as_str().map(str::to_owned).ok_or(format!("the event has no {what}"));
        let (which, wording) = match name {
            "pull_request" | "pull_request_target" => {
                let pull = &event["pull_request"];
                let number = pull["number"].as_u64().ok_or("the event has no pull_request.number")?;
                let sha = text(&pull["head"]["sha"], "pull_request.head.sha")?;
                (Which::Number(number, Some(commit(&sha)?)), Wording::Reported)
            }
            "workflow_run" => {
                let run = &event["workflow_run"];
                let which = if run["event"] == "pull_request" {
                    Which::Head {
                        sha: commit(&text(&run["head_sha"], "workflow_run.head_sha")?)?,
                        repo: repository(&text(&run["head_repository"]["full_name"], "workflow_run.head_repository")?)?,
                        branch: run["head_branch"].as_str().map(str::to_owned),
                    }
                } else {
                    Which::None
                };
                (which, Wording::Rebuilt)
            }
            other => return Err(format!("the event {other:?} is for no pull request: name one with --pull")),
        };
        Ok(Self { repo: repository(repo)?, which, wording })
    }

    /// The pull requests that are meant, and the commit that was checked, where it is known.
    pub fn pulls(&self, caller: &mut Caller<'_>, root: &str) -> Result<(Vec<Pull>, Option<String>), Failure> {
        match &self.which {
            Which::None => Ok((Vec::new(), None)),
            Which::Number(number, sha) => Ok((vec![pull::pull(caller, root, *number)?], sha.clone())),
            Which::Head { sha, repo, branch } => {
                let pulls = pull::pulls_with_head(caller, root, (sha, repo, branch.as_deref()))?;
                Ok((pulls, Some(sha.clone())))
            }
        }
    }
}

/// A name of a repository, `OWNER/NAME`.
///
/// # Errors
/// It is none.
pub fn repository(text: &str) -> Result<String, String> {
    let is_name = |part: &str| {
        let plain = part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
        plain && !matches!(part, "" | "." | "..")
    };
    match text.split_once('/') {
        Some((owner, name)) if is_name(owner) && is_name(name) => Ok(text.to_owned()),
        _ => Err("a repository is written as OWNER/NAME".to_owned()),
    }
}

/// The full name of a commit.
///
/// # Errors
/// It is none.
pub fn commit(text: &str) -> Result<String, String> {
    let is_name = matches!(text.len(), 40 | 64) && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    is_name.then(|| text.to_owned()).ok_or_else(|| "a commit is written as its 40 hex digits".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SHA: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn an_event_names_its_pull_request() {
        let event = json!({"pull_request": {"number": 7, "head": {"sha": SHA}}});
        let target = Target::of_event("pull_request", &event, "acme/docs").unwrap();
        assert_eq!((target.which, target.wording), (Which::Number(7, Some(SHA.to_owned())), Wording::Reported));
    }

    #[test]
    fn a_run_for_a_fork_names_a_commit_and_is_not_believed() {
        let run = json!({"event": "pull_request", "head_sha": SHA, "head_branch": "q7", "pull_requests": [{"number": 1}],
            "head_repository": {"full_name": "mallory/docs"}});
        let target = Target::of_event("workflow_run", &json!({"workflow_run": run}), "acme/docs").unwrap();
        let head = Which::Head { sha: SHA.into(), repo: "mallory/docs".into(), branch: Some("q7".into()) };
        assert_eq!(target, Target { repo: "acme/docs".into(), which: head, wording: Wording::Rebuilt });
        let push = json!({"workflow_run": {"event": "push", "head_sha": SHA}});
        assert_eq!(Target::of_event("workflow_run", &push, "acme/docs").unwrap().which, Which::None);
    }

    #[test]
    fn what_an_event_does_not_say_is_an_error() {
        let refused = |name: &str, event: Value| Target::of_event(name, &event, "acme/docs").unwrap_err();
        assert_eq!(refused("push", json!({})), "the event \"push\" is for no pull request: name one with --pull");
        assert_eq!(refused("pull_request", json!({})), "the event has no pull_request.number");
        let odd = json!({"workflow_run": {"event": "pull_request", "head_sha": "../../x"}});
        assert_eq!(refused("workflow_run", odd), "a commit is written as its 40 hex digits");
        for repo in ["acme", "acme/docs/x", "../docs", "acme/", "a b/c", "acme/do%63s"] {
            assert_eq!(repository(repo).unwrap_err(), "a repository is written as OWNER/NAME", "{repo}");
        }
    }
}

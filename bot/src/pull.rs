//! What the bot reads: whose token it has, the pull request, its files, the comments on it.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::{Caller, Failure};
use crate::findings::Changed;
use crate::hunks::Hunks;
use crate::own::{Own, Viewer};
use crate::request::Request;
use crate::text::Text;

/// A pull request.
#[derive(Clone, Debug, Deserialize)]
pub struct Pull {
    /// Its number.
    pub number: u64,
    /// `open` or `closed`.
    pub state: String,
    /// Its head.
    pub head: Head,
}

/// The head of a pull request.
#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    /// The commit.
    pub sha: String,
    /// Where it lies; `None` where that repository is gone.
    pub repo: Option<Repo>,
}

/// A repository.
#[derive(Clone, Debug, Deserialize)]
pub struct Repo {
    /// `OWNER/NAME`.
    pub full_name: String,
}

/// Whose token it is. `graphql` is the address of GraphQL.
pub fn viewer(caller: &mut Caller<'_>, graphql: &str) -> Result<Viewer, Failure> {
    let asked = Request::post(graphql, json!({"query": "query { viewer { login } }"}));
    // It only reads, so it may be asked again.
    let mut answer = caller.call(&asked);
    for _ in 0..2 {
        let Err(Failure::Unsure(why)) = &answer else { break };
        caller.wait(std::time::Duration::from_secs(2), &why.clone())?;
        answer = caller.call(&asked);
    }
    let body = answer?.body;
    let login = body["data"]["viewer"]["login"].as_str().filter(|login| !login.is_empty());
    login.map(Viewer::new).ok_or_else(|| Failure::GaveUp("GraphQL does not say whose token it is".to_owned()))
}

/// A pull request by its number.
pub fn pull(caller: &mut Caller<'_>, root: &str, number: u64) -> Result<Pull, Failure> {
    typed(caller.call(&Request::get(format!("{root}/pulls/{number}")))?.body)
}

/// The open pull requests whose head is this very commit of this repository. `branch` makes the list shorter.
pub fn pulls_with_head(
    caller: &mut Caller<'_>,
    root: &str,
    (sha, repo, branch): (&str, &str, Option<&str>),
) -> Result<Vec<Pull>, Failure> {
    let owner = repo.split('/').next().unwrap_or_default();
    let head = branch.map_or(String::new(), |branch| format!("&head={}:{}", encoded(owner), encoded(branch)));
    let all = caller.list(&format!("{root}/pulls?state=open{head}"))?;
    let all: Vec<Pull> = all.into_iter().map(typed).collect::<Result<_, _>>()?;
    let is_head = |pull: &Pull| {
        let from = pull.head.repo.as_ref().is_some_and(|from| from.full_name.eq_ignore_ascii_case(repo));
        from && pull.head.sha == sha && pull.state == "open"
    };
    Ok(all.into_iter().filter(is_head).collect())
}

#[derive(Clone, Debug, Deserialize)]
struct FileIn {
    filename: String,
    status: String,
    #[serde(default)]
    sha: Option<String>,
    #[serde(default)]
    patch: Option<String>,
}

/// The most files that are read: a token of a workflow has a thousand requests an hour, for all that the repository does.
const MOST_READ: usize = 300;

/// The files that a pull request changes, with their text where `wanted` names them, and where they are not too many.
pub fn changed(
    caller: &mut Caller<'_>,
    root: &str,
    number: u64,
    wanted: &BTreeSet<&str>,
) -> Result<BTreeMap<String, Changed>, Failure> {
    let (mut changed, mut read) = (BTreeMap::new(), 0);
    for file in caller.list(&format!("{root}/pulls/{number}/files"))? {
        let file: FileIn = typed(file)?;
        if file.status == "removed" {
            continue;
        }
        let text = match file.sha.filter(|_| wanted.contains(file.filename.as_str()) && read < MOST_READ) {
            Some(sha) => {
                read += 1;
                text(caller, root, &sha)?
            }
            None => None,
        };
        changed.insert(file.filename, Changed { hunks: file.patch.as_deref().map(Hunks::parse), text });
    }
    Ok(changed)
}

/// The text of a file by its number; `None` where it is not text or too large to be had.
fn text(caller: &mut Caller<'_>, root: &str, sha: &str) -> Result<Option<Text>, Failure> {
    let blob = match caller.call(&Request::get(format!("{root}/git/blobs/{}", encoded(sha)))) {
        Ok(answer) => answer.body,
        Err(Failure::Refused(..)) => return Ok(None),
        Err(other) => return Err(other),
    };
    let content: String = blob["content"].as_str().unwrap_or_default().split_ascii_whitespace().collect();
    let bytes = match blob["encoding"].as_str() {
        Some("base64") => STANDARD.decode(content).ok(),
        _ => None,
    };
    Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()).map(Text::new))
}

/// What of ours stands on a pull request.
pub fn own(caller: &mut Caller<'_>, root: &str, number: u64, viewer: &Viewer) -> Result<Own, Failure> {
    let on_lines = caller.list(&format!("{root}/pulls/{number}/comments"))?;
    let on_pull = caller.list(&format!("{root}/issues/{number}/comments"))?;
    Ok(Own::among(viewer, &on_lines, &on_pull))
}

fn typed<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Failure> {
    serde_json::from_value(value).map_err(|error| Failure::GaveUp(format!("GitHub answered in another shape: {error}")))
}

/// Text as a part of an address.
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            out += &format!("%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::api::{Answer, Api};

    /// A pull request of more files than are read, and how often it was asked for a text.
    struct Large(usize);

    fn name(n: usize) -> String {
        format!("{n:04}.md")
    }

    impl Api for Large {
        fn send(&mut self, request: &Request) -> Result<Answer, String> {
            let file = |n| json!({"filename": name(n), "status": "added", "sha": "0", "patch": "@@ -0,0 +1 @@\n+a"});
            let body = if request.path.contains("/files") {
                (0..MOST_READ + 9).map(file).collect()
            } else {
                self.0 += 1;
                json!({"encoding": "base64", "content": "YQ=="})
            };
            Ok(Answer { status: 200, body, ..Answer::default() })
        }

        fn wait(&mut self, _: Duration) {}
    }

    #[test]
    fn no_more_files_are_read_than_a_token_has_requests_for() {
        let names: Vec<String> = (1..MOST_READ + 9).map(name).collect();
        let wanted = names.iter().map(String::as_str).collect();
        let mut api = Large(0);
        let changed = changed(&mut Caller::new(&mut api, Duration::ZERO), "/r", 1, &wanted).unwrap();
        let text = |n: usize| changed[&name(n)].text.as_ref().map(Text::whole);
        assert_eq!((text(0), text(1), text(MOST_READ), text(MOST_READ + 1)), (None, Some("a"), Some("a"), None));
        assert_eq!((api.0, changed.len()), (MOST_READ, MOST_READ + 9));
        assert!(changed.values().all(|file| file.hunks.is_some()));
    }
}

//! A GitHub with pull requests that remembers what is posted and refuses what GitHub refuses. Its answers are the examples
//! of GitHub's own description with other values in them.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use designlint_bot::hunks::Hunks;
use serde_json::{Value, json};

use super::http::{Incoming, Reply, read, serve};

/// The bot's login.
pub const BOT: &str = "github-actions[bot]";
/// The bot's token.
pub const TOKEN: &str = "ghs_notARealTokenButItLooksLikeOne0123456";

/// A repository with one pull request, number 1.
#[derive(Clone, Debug, Default)]
pub struct Repo {
    /// The head: 40 hex digits.
    pub head: String,
    /// Where the head lies: `OWNER/NAME`.
    pub from: String,
    pub files: Vec<File>,
    /// Comments on lines.
    pub on_lines: Vec<Value>,
    /// Comments on the pull request.
    pub on_pull: Vec<Value>,
    /// The bodies of reviews.
    pub reviews: Vec<String>,
    /// Lines on which GitHub takes no comment, though its diff shows them.
    pub refused: Vec<(String, usize)>,
    /// What was asked of it: method and path of each request that writes and came through.
    pub written: Vec<String>,
}

/// A file of the pull request.
#[derive(Clone, Debug, Default)]
pub struct File {
    pub path: String,
    pub status: String,
    pub before: Option<String>,
    pub text: Vec<u8>,
    pub patch: Option<String>,
}

/// All repositories by name.
#[derive(Clone, Debug, Default)]
pub struct Hub(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    repos: BTreeMap<String, Repo>,
    last: u64,
}

impl Hub {
    /// A GitHub at an address of its own.
    pub fn serve() -> (Self, SocketAddr) {
        let hub = Self::default();
        let served = hub.clone();
        let address = serve(move |stream| {
            if let Some(request) = read(stream) {
                served.answer(&request).write(stream);
            }
        });
        (hub, address)
    }

    /// Changes a repository, or looks at it.
    pub fn repo<T>(&self, name: &str, act: impl FnOnce(&mut Repo) -> T) -> T {
        act(self.0.lock().unwrap().repos.entry(name.to_owned()).or_default())
    }

    /// Somebody writes a comment on a line, or answers one.
    pub fn says_on_line(&self, name: &str, login: &str, body: &str, answers: Option<u64>) -> u64 {
        let mut state = self.0.lock().unwrap();
        let id = state.next();
        let repo = state.repos.entry(name.to_owned()).or_default();
        let path = repo.files[0].path.clone();
        let mut comment = on_line(id, login, &repo.head, &json!({"path": path, "body": body, "line": 1}));
        if let Some(answers) = answers {
            comment["in_reply_to_id"] = json!(answers);
        }
        repo.on_lines.push(comment);
        id
    }

    /// Somebody writes a comment on the pull request.
    pub fn says(&self, name: &str, login: &str, body: &str) {
        let mut state = self.0.lock().unwrap();
        let id = state.next();
        state.repos.entry(name.to_owned()).or_default().on_pull.push(on_pull(id, login, body));
    }

    fn answer(&self, request: &Incoming) -> Reply {
        if request.header("authorization") != Some(&format!("Bearer {TOKEN}")) {
            return refusal(401, "Bad credentials", &[]);
        }
        let body: Value = serde_json::from_slice(&request.body).unwrap_or(Value::Null);
        if matches!(request.target.as_str(), "/graphql" | "/api/graphql") {
            assert_eq!(body["query"], "query { viewer { login } }");
            return Reply::json(200, &json!({"data": {"viewer": {"login": BOT}}}));
        }
        // As a server of one's own has it.
        let target = request.target.strip_prefix("/api/v3").unwrap_or(&request.target);
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let (["repos", owner, name], rest) = parts.split_at(3.min(parts.len())) else {
            return refusal(404, "Not Found", &[]);
        };
        let mut state = self.0.lock().unwrap();
        let new = state.next();
        let Some(repo) = state.repos.get_mut(&format!("{owner}/{name}")) else {
            return refusal(404, "Not Found", &[]);
        };
        let reply = route(repo, &request.method, rest, (&body, new, query));
        if request.method != "GET" && reply.status < 300 {
            repo.written.push(format!("{} {}", request.method, rest.join("/")));
        }
        reply
    }
}

impl State {
    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }
}

fn route(repo: &mut Repo, method: &str, path: &[&str], (body, new, query): (&Value, u64, &str)) -> Reply {
    match (method, path) {
        ("GET", ["pulls"]) => page(vec![pull(repo)], query),
        ("GET", ["pulls", "1"]) => Reply::json(200, &pull(repo)),
        ("GET", ["pulls", "1", "files"]) => page(repo.files.iter().map(changed).collect(), query),
        ("GET", ["git", "blobs", sha]) => match repo.files.iter().find(|file| file.sha() == *sha) {
            Some(file) => Reply::json(200, &blob(file)),
            None => refusal(404, "Not Found", &[]),
        },
        ("GET", ["pulls", "1", "comments"]) => page(repo.on_lines.clone(), query),
        ("GET", ["issues", "1", "comments"]) => page(repo.on_pull.clone(), query),
        ("POST", ["pulls", "1", "reviews"]) => review(repo, body, new),
        ("POST", ["issues", "1", "comments"]) => match taken(&body["body"]) {
            Ok(text) => {
                let comment = on_pull(new, BOT, text);
                repo.on_pull.push(comment.clone());
                Reply::json(201, &comment)
            }
            Err(reply) => reply,
        },
        ("PATCH" | "DELETE", ["pulls", "comments", id]) => change(&mut repo.on_lines, id, method, body),
        ("PATCH" | "DELETE", ["issues", "comments", id]) => change(&mut repo.on_pull, id, method, body),
        _ => refusal(404, "Not Found", &[]),
    }
}

/// Posts all comments of a review, or none.
fn review(repo: &mut Repo, body: &Value, new: u64) -> Reply {
    let text = match taken(&body["body"]) {
        Ok(text) if body["event"] == "COMMENT" => text.to_owned(),
        Ok(_) => return refusal(422, "Validation Failed", &["this test takes COMMENT and nothing else"]),
        Err(reply) => return reply,
    };
    if body["commit_id"] != repo.head.as_str() {
        return refusal(422, "Unprocessable Entity", &["No commit found for SHA"]);
    }
    let comments = body["comments"].as_array().cloned().unwrap_or_default();
    for comment in &comments {
        if let Err(why) = stands(repo, comment) {
            return refusal(422, "Unprocessable Entity", &[why]);
        }
    }
    for (i, comment) in comments.iter().enumerate() {
        // Numbers of their own, above that of the review and below that of the next request.
        repo.on_lines.push(on_line(new * 1000 + i as u64, BOT, &repo.head, comment));
    }
    repo.reviews.push(text.clone());
    let mut review = example("pull-request-review");
    (review["id"], review["body"], review["state"]) = (json!(new), json!(text), json!("COMMENTED"));
    Reply::json(200, &review)
}

/// Whether GitHub takes a comment on its line.
fn stands(repo: &Repo, comment: &Value) -> Result<(), &'static str> {
    let line = |key: &str| comment[key].as_u64().map(|n| n as usize);
    let file = repo.files.iter().find(|file| file.path == comment["path"]).ok_or("Path could not be resolved")?;
    let hunks = file.patch.as_deref().map(Hunks::parse).unwrap_or_default();
    let last = line("line").filter(|_| comment["side"] == "RIGHT").ok_or("Line could not be resolved")?;
    let first = match line("start_line") {
        Some(first) if first >= last || comment["start_side"] != "RIGHT" => {
            return Err("Start line must precede the end line");
        }
        first => first.unwrap_or(last),
    };
    let known = comment.as_object().is_some_and(|keys| {
        keys.keys().all(|key| ["path", "body", "line", "side", "start_line", "start_side"].contains(&key.as_str()))
    });
    let refused = repo.refused.iter().any(|(path, at)| *path == file.path && *at == last);
    match taken(&comment["body"]) {
        Ok(_) if known && hunks.show(first..=last) && !refused => Ok(()),
        _ => Err("Line could not be resolved"),
    }
}

fn taken(body: &Value) -> Result<&str, Reply> {
    match body.as_str() {
        Some(text) if !text.trim().is_empty() && text.chars().count() <= 65_536 => Ok(text),
        _ => Err(refusal(422, "Validation Failed", &["body is too long (maximum is 65536 characters), or blank"])),
    }
}

fn change(comments: &mut Vec<Value>, id: &str, method: &str, body: &Value) -> Reply {
    let asked = id.parse::<u64>().ok();
    let Some(at) = asked.and_then(|id| comments.iter().position(|comment| comment["id"] == id)) else {
        return refusal(404, "Not Found", &[]);
    };
    if comments[at]["user"]["login"] != BOT {
        return refusal(403, "Resource not accessible by integration", &[]);
    }
    if method == "DELETE" {
        comments.remove(at);
        return Reply { status: 204, ..Reply::default() };
    }
    match taken(&body["body"]) {
        Ok(text) => {
            comments[at]["body"] = json!(text);
            Reply::json(200, &comments[at])
        }
        Err(reply) => reply,
    }
}

impl File {
    fn sha(&self) -> String {
        let hash = self.path.bytes().chain(self.text.iter().copied());
        format!("{:040x}", hash.fold(7_u128, |h, b| h.wrapping_mul(1_000_003) ^ u128::from(b)))
    }
}

fn changed(file: &File) -> Value {
    let mut entry = example("diff-entry-items")[0].clone();
    (entry["filename"], entry["status"], entry["sha"]) = (json!(file.path), json!(file.status), json!(file.sha()));
    entry.as_object_mut().unwrap().remove("patch");
    if let Some(patch) = &file.patch {
        entry["patch"] = json!(patch);
    }
    if let Some(before) = &file.before {
        entry["previous_filename"] = json!(before);
    }
    entry
}

fn blob(file: &File) -> Value {
    let mut blob = example("blob");
    let text = STANDARD.encode(&file.text).into_bytes();
    let wrapped: Vec<String> = text.chunks(60).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
    (blob["content"], blob["encoding"]) = (json!(wrapped.join("\n")), json!("base64"));
    (blob["sha"], blob["size"]) = (json!(file.sha()), json!(file.text.len()));
    blob
}

fn pull(repo: &Repo) -> Value {
    let mut pull = example("pull-request");
    (pull["number"], pull["state"], pull["head"]["sha"]) = (json!(1), json!("open"), json!(repo.head));
    pull["head"]["repo"]["full_name"] = json!(repo.from);
    // The teams of the example are not as the description has them.
    pull["requested_teams"] = json!([]);
    pull
}

fn on_line(id: u64, login: &str, head: &str, new: &Value) -> Value {
    let mut comment = example("pull-request-review-comment-items")[0].clone();
    comment.as_object_mut().unwrap().remove("in_reply_to_id");
    for key in ["path", "body", "line"] {
        comment[key] = new[key].clone();
    }
    comment["start_line"] = new["start_line"].clone();
    comment["start_side"] = new["start_side"].clone();
    (comment["original_line"], comment["original_start_line"]) = (new["line"].clone(), new["start_line"].clone());
    (comment["id"], comment["commit_id"], comment["original_commit_id"]) = (json!(id), json!(head), json!(head));
    comment["user"] = user(&comment["user"], login);
    comment
}

fn on_pull(id: u64, login: &str, body: &str) -> Value {
    let mut comment = example("issue-comment");
    (comment["id"], comment["body"]) = (json!(id), json!(body));
    comment["user"] = user(&comment["user"], login);
    comment
}

fn user(like: &Value, login: &str) -> Value {
    let mut user = like.clone();
    (user["login"], user["type"]) = (json!(login), json!(if login.ends_with("[bot]") { "Bot" } else { "User" }));
    user
}

/// A page of a list, with the address of the next.
fn page(all: Vec<Value>, query: &str) -> Reply {
    let number = |key: &str| query.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('=')?.parse().ok());
    let (size, at): (usize, usize) = (number("per_page").unwrap_or(30).min(100), number("page").unwrap_or(1));
    let items: Vec<Value> = all.iter().skip((at - 1) * size).take(size).cloned().collect();
    let reply = Reply::json(200, &json!(items));
    if at * size >= all.len() {
        return reply;
    }
    let next = format!("<https://api.github.com/elsewhere?per_page={size}&page={}>; rel=\"next\"", at + 1);
    reply.header("Link", next)
}

/// What GitHub says where it does not do something.
pub fn refusal(status: u16, message: &str, errors: &[&str]) -> Reply {
    let mut body = json!({"message": message, "documentation_url": "https://docs.github.com/rest"});
    if !errors.is_empty() {
        body["errors"] = json!(errors);
    }
    Reply::json(status, &body)
}

fn example(name: &str) -> Value {
    static DESCRIPTION: OnceLock<Value> = OnceLock::new();
    let read = || serde_json::from_str(include_str!("../github/api.github.com.json")).unwrap();
    DESCRIPTION.get_or_init(read)["components"]["examples"][name]["value"].clone()
}

//! What of ours stands on a pull request. A comment is ours by its author and its marker, never by the marker alone.

use serde::Deserialize;
use serde_json::Value;

use crate::comment;

/// Whose token it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    login: String,
    is_bot: bool,
}

impl Viewer {
    /// The owner of a token, by the login that GraphQL gives: `github-actions[bot]`.
    pub fn new(login: &str) -> Self {
        let plain = login.strip_suffix("[bot]");
        Self { login: plain.unwrap_or(login).to_owned(), is_bot: plain.is_some() }
    }

    /// Whether it is the author. People may have the name of a bot, without what only bots have.
    fn is(&self, author: Option<&Author>) -> bool {
        author.is_some_and(|author| {
            let bot = author.login.ends_with("[bot]") || author.kind == "Bot";
            bot == self.is_bot && author.login.strip_suffix("[bot]").unwrap_or(&author.login) == self.login
        })
    }
}

#[derive(Clone, Debug, Deserialize)]
struct Author {
    login: String,
    #[serde(rename = "type", default)]
    kind: String,
}

#[derive(Clone, Debug, Deserialize)]
struct CommentIn {
    id: u64,
    #[serde(default)]
    user: Option<Author>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    path: String,
    #[serde(default)]
    line: Option<usize>,
    #[serde(default)]
    start_line: Option<usize>,
    #[serde(default)]
    in_reply_to_id: Option<u64>,
}

/// A comment of ours on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its number.
    pub id: u64,
    /// The finding that it is about.
    pub fingerprint: String,
    /// The file that it stands on.
    pub file: String,
    /// Its first and last line; `None` where it stands on lines of an older commit.
    pub lines: Option<(usize, usize)>,
    /// Its text.
    pub body: String,
    /// Whether somebody answered.
    pub answered: bool,
}

/// A summary of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: u64,
    /// Its text.
    pub body: String,
}

/// What of ours stands on a pull request, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Comments on lines.
    pub standing: Vec<Standing>,
    /// Summaries: one, unless two runs met.
    pub summaries: Vec<Summary>,
}

impl Own {
    /// Ours among the comments on lines and those on the pull request. What has another shape is not ours.
    pub fn among(viewer: &Viewer, on_lines: &[Value], on_pull: &[Value]) -> Self {
        let on_lines: Vec<CommentIn> = read(on_lines);
        let answered = |id: u64| on_lines.iter().any(|other| other.in_reply_to_id == Some(id));
        let standing = on_lines.iter().filter(|c| viewer.is(c.user.as_ref()) && c.in_reply_to_id.is_none());
        let standing = standing.filter_map(|c| {
            let body = c.body.as_deref()?;
            Some(Standing {
                id: c.id,
                fingerprint: comment::fingerprint_of(body)?.to_owned(),
                file: c.path.clone(),
                lines: c.line.map(|line| (c.start_line.unwrap_or(line), line)),
                body: body.to_owned(),
                answered: answered(c.id),
            })
        });
        let summaries = read(on_pull).into_iter().filter(|c| viewer.is(c.user.as_ref()));
        let summaries = summaries.filter_map(|c| Some(Summary { id: c.id, body: c.body? }));
        let mut own = Self {
            standing: standing.collect(),
            summaries: summaries.filter(|s| comment::is_summary(&s.body)).collect(),
        };
        own.standing.sort_by_key(|s| s.id);
        own.summaries.sort_by_key(|s| s.id);
        own
    }

    /// The comment about a finding that stays where there are several: one that was answered, else the oldest.
    pub fn about(&self, fingerprint: &str) -> Option<&Standing> {
        let about = || self.standing.iter().filter(|s| s.fingerprint == fingerprint);
        about().find(|s| s.answered).or_else(|| about().next())
    }
}

fn read(comments: &[Value]) -> Vec<CommentIn> {
    comments.iter().filter_map(|comment| CommentIn::deserialize(comment).ok()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn comment(id: u64, login: &str, kind: &str, body: &str) -> Value {
        json!({"id": id, "user": {"login": login, "type": kind}, "body": body, "path": "q7.md", "line": 3, "start_line": null})
    }

    #[test]
    fn ours_is_what_we_wrote_and_marked() {
        let marked = "x\n<!-- designlint:v1:0123456789abcdef -->";
        let mut reply = comment(6, "github-actions[bot]", "Bot", marked);
        reply["in_reply_to_id"] = json!(1);
        let on_lines = [
            comment(7, "github-actions[bot]", "Bot", marked),
            comment(1, "github-actions[bot]", "Bot", marked),
            comment(2, "mallory", "User", marked),
            comment(3, "github-actions", "User", marked),
            comment(4, "github-actions[bot]", "Bot", "another bot with the same token"),
            json!({"id": 5, "user": null, "body": marked}),
            json!({"id": "odd"}),
            reply,
        ];
        let own = Own::among(&Viewer::new("github-actions[bot]"), &on_lines, &[]);
        let seen: Vec<(u64, bool)> = own.standing.iter().map(|s| (s.id, s.answered)).collect();
        assert_eq!(seen, [(1, true), (7, false)]);
        assert_eq!(own.about("0123456789abcdef").map(|s| (s.id, s.lines)), Some((1, Some((3, 3)))));
    }

    #[test]
    fn a_token_of_a_person_is_the_persons() {
        let body = "x\n<!-- designlint:summary -->";
        let on_pull =
            [comment(1, "ana", "User", body), comment(2, "ana[bot]", "Bot", body), comment(3, "bo", "User", body)];
        let own = Own::among(&Viewer::new("ana"), &[], &on_pull);
        assert_eq!(own.summaries.iter().map(|s| s.id).collect::<Vec<_>>(), [1]);
    }
}

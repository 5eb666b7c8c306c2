//! What is to be done on a pull request, from what stands there and what was found: a pure function.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::comment::{comment, is_resolved, is_same, resolved};
use crate::findings::{Finding, Findings, Off};
use crate::own::{Own, Standing};
use crate::request::Request;
use crate::summary::{About, NOTHING_LEFT};

/// The most comments on lines that stand at a time.
pub const MOST_INLINE: usize = 10;

/// A pull request and what was found in it.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// `/repos/OWNER/NAME`.
    pub root: &'a str,
    /// Number of the pull request.
    pub pull: u64,
    /// The commit that was checked.
    pub head: &'a str,
    /// What was found.
    pub findings: &'a Findings,
    /// What else is said about the files.
    pub about: &'a About,
    /// Whether a finding that is not there is gone.
    pub complete: bool,
}

/// What is to be done. Nothing, where everything is as it should be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Comments that go or get another text.
    pub mend: Vec<Request>,
    /// The comments of the one review, each with the finding that it is about.
    pub review: Vec<(String, Value)>,
    /// The summary.
    pub summary: Vec<Request>,
}

impl Plan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.mend.is_empty() && self.review.is_empty() && self.summary.is_empty()
    }

    /// All requests, in the order in which they are sent.
    pub fn requests(&self, case: &Case<'_>) -> Vec<Request> {
        let review = (!self.review.is_empty()).then(|| review(case, &self.review));
        self.mend.iter().cloned().chain(review).chain(self.summary.iter().cloned()).collect()
    }
}

/// The plan for a case in which `own` stands; GitHub did not take comments on the findings in `refused`.
pub fn plan(case: &Case<'_>, own: &Own, refused: &BTreeSet<String>) -> Plan {
    let mut plan = Plan::default();
    let (mut shown, mut off) = (Vec::new(), Vec::new());
    let list = &case.findings.list;
    let standing = list.iter().filter(|f| own.about(&f.fingerprint).is_some()).count();
    let mut room = MOST_INLINE.saturating_sub(standing);
    for finding in list {
        match (own.about(&finding.fingerprint), &finding.place) {
            (Some(comment), _) => {
                plan.mend.extend(refreshed(case, finding, comment));
                shown.push(finding);
            }
            (None, Err(why)) => off.push((finding, *why)),
            (None, Ok(_)) if refused.contains(&finding.fingerprint) => off.push((finding, Off::NotTaken)),
            (None, Ok(_)) if room == 0 => off.push((finding, Off::Enough)),
            (None, Ok(_)) => {
                room -= 1;
                plan.review.extend(new_comment(finding).map(|new| (finding.fingerprint.clone(), new)));
                shown.push(finding);
            }
        }
    }
    plan.mend.extend(own.standing.iter().filter_map(|comment| ended(case, own, comment)));
    plan.summary = summary(case, own, case.about.summary(&off, &shown));
    plan
}

/// The one review with these comments.
pub fn review(case: &Case<'_>, comments: &[(String, Value)]) -> Request {
    let n = comments.len();
    let body = format!("designlint: {n} finding{} at the lines below.", if n == 1 { "" } else { "s" });
    let comments: Vec<&Value> = comments.iter().map(|(_, comment)| comment).collect();
    let path = format!("{}/pulls/{}/reviews", case.root, case.pull);
    Request::post(path, json!({"commit_id": case.head, "event": "COMMENT", "body": body, "comments": comments}))
}

fn new_comment(finding: &Finding) -> Option<Value> {
    let lines = &finding.place.as_ref().ok()?.lines;
    let mut new = json!({"path": finding.file, "body": comment(finding, true), "line": lines.end(), "side": "RIGHT"});
    if lines.start() < lines.end() {
        new["start_line"] = json!(lines.start());
        new["start_side"] = json!("RIGHT");
    }
    Some(new)
}

/// Gives a comment that stands the words of today. One on lines of an older commit stays as it is, unless it was said to be
/// resolved.
fn refreshed(case: &Case<'_>, finding: &Finding, standing: &Standing) -> Option<Request> {
    let place = finding.place.as_ref().ok().map(|place| (*place.lines.start(), *place.lines.end()));
    let now = comment(finding, standing.lines.is_some() && standing.lines == place);
    let stays = standing.lines.is_none() && !is_resolved(&standing.body);
    (!stays && !is_same(&now, &standing.body)).then(|| Request::edit(path_of(case, standing), &now))
}

/// What becomes of a comment whose finding is gone, or which stands twice.
fn ended(case: &Case<'_>, own: &Own, standing: &Standing) -> Option<Request> {
    let found = case.findings.list.iter().any(|f| f.fingerprint == standing.fingerprint);
    let twice = own.about(&standing.fingerprint).is_some_and(|first| first.id != standing.id);
    let known = case.complete && !case.about.failed(&standing.file);
    match (found, twice, standing.answered) {
        (_, true, false) => Some(Request::delete(path_of(case, standing))),
        (false, _, false) if known => Some(Request::delete(path_of(case, standing))),
        (false, _, true) if known && !is_resolved(&standing.body) => {
            Some(Request::edit(path_of(case, standing), &resolved(&standing.body, &standing.fingerprint)))
        }
        _ => None,
    }
}

fn path_of(case: &Case<'_>, standing: &Standing) -> String {
    format!("{}/pulls/comments/{}", case.root, standing.id)
}

fn summary(case: &Case<'_>, own: &Own, says: Option<String>) -> Vec<Request> {
    let path = |id: u64| format!("{}/issues/comments/{id}", case.root);
    let mut requests = Vec::new();
    match (own.summaries.first(), says) {
        (None, None) => {}
        (None, Some(says)) => {
            requests.push(Request::post(format!("{}/issues/{}/comments", case.root, case.pull), json!({"body": says})));
        }
        (Some(first), says) => {
            let says = says.as_deref().unwrap_or(NOTHING_LEFT);
            if !is_same(says, &first.body) {
                requests.push(Request::edit(path(first.id), says));
            }
        }
    }
    requests.extend(own.summaries.iter().skip(1).map(|twice| Request::delete(path(twice.id))));
    requests
}

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use designlint_core::Severity;

    use crate::artifact::Artifact;
    use crate::findings::{Place, Wording};
    use crate::own::Summary;

    fn finding(number: usize, severity: Severity) -> Finding {
        Finding {
            rule: "arith-mismatch".to_owned(),
            severity,
            file: "q7.md".to_owned(),
            line: Some(number),
            fingerprint: format!("{number:016x}"),
            message: format!("mistake {number}"),
            help: None,
            related: Vec::new(),
            place: Ok(Place { lines: number..=number, suggestion: None }),
        }
    }

    /// The plan for findings where something stands.
    fn planned(findings: Vec<Finding>, own: &Own) -> Plan {
        let file = r#"{"path":"q7.md","kind":"notes","kind_from":null,"profile":null,"claims":0,"verified":0,"weak":0,"wrong":0,
            "inherits":0,"not_understood":0}"#;
        let summary = r#"{"files":0,"errors":0,"warnings":0,"infos":0,"fixable":0,"suppressed":0}"#;
        let artifact = format!(r#"{{"version":1,"diagnostics":[],"files":[{file}],"summary":{summary}}}"#);
        let artifact = Artifact::read(artifact.as_bytes(), "").unwrap();
        let findings = Findings { list: findings, unknown: 0 };
        let changed = BTreeMap::from([("q7.md".to_owned(), crate::findings::Changed { hunks: None, text: None })]);
        let about = About::new(&artifact, &changed, &findings, Wording::Reported);
        let case = Case { root: "/r", pull: 7, head: "abc", findings: &findings, about: &about, complete: true };
        plan(&case, own, &BTreeSet::new())
    }

    fn twelve() -> Vec<Finding> {
        let severity = |n| if n <= 4 { Severity::Error } else { Severity::Warning };
        (1..=12).map(|n| finding(n, severity(n))).collect()
    }

    /// What stands once a plan is carried out where nothing stood.
    fn carried_out(plan: &Plan) -> Own {
        let standing = plan.review.iter().enumerate().map(|(id, (fingerprint, comment))| Standing {
            id: id as u64,
            fingerprint: fingerprint.clone(),
            file: "q7.md".to_owned(),
            lines: comment["line"].as_u64().map(|line| (line as usize, line as usize)),
            body: comment["body"].as_str().unwrap().replace('\n', "\r\n"),
            answered: false,
        });
        let summary = |request: &Request| Summary {
            id: 99,
            body: request.body.as_ref().unwrap()["body"].as_str().unwrap().into(),
        };
        Own { standing: standing.collect(), summaries: plan.summary.iter().map(summary).collect() }
    }

    #[test]
    fn ten_get_a_comment_and_the_rest_a_line() {
        let plan = planned(twelve(), &Own::default());
        let lines: Vec<u64> = plan.review.iter().filter_map(|(_, comment)| comment["line"].as_u64()).collect();
        assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let says = plan.summary[0].body.as_ref().unwrap()["body"].as_str().unwrap();
        assert!(says.contains("4 errors, 8 warnings in 1 document; 10 at the lines they are about."), "{says}");
        assert!(says.contains("mistake 11 (there are enough comments)") && says.contains("mistake 12 ("), "{says}");
        assert!(!says.contains("mistake 10"), "{says}");
    }

    #[test]
    fn what_is_carried_out_is_left_alone() {
        let own = carried_out(&planned(twelve(), &Own::default()));
        assert_eq!(planned(twelve(), &own), Plan::default());
        assert_eq!(planned(Vec::new(), &Own::default()), Plan::default());
    }

    #[test]
    fn one_that_goes_makes_room_for_another() {
        let own = carried_out(&planned(twelve(), &Own::default()));
        let plan = planned(twelve().split_off(1), &own);
        assert_eq!(plan.mend, [Request::delete("/r/pulls/comments/0")]);
        assert_eq!(plan.review.len(), 1);
        assert_eq!(plan.review[0].1["line"], 11);
        let gone = planned(Vec::new(), &own);
        assert_eq!((gone.mend.len(), gone.summary), (10, vec![Request::edit("/r/issues/comments/99", NOTHING_LEFT)]));
    }

    #[test]
    fn a_comment_on_several_lines_names_the_first() {
        let mut several = finding(3, Severity::Error);
        several.place = Ok(Place { lines: 3..=5, suggestion: None });
        let plan = planned(vec![several], &Own::default());
        let comment = &plan.review[0].1;
        let keys = ["start_line", "start_side", "line", "side"].map(|key| &comment[key]);
        assert_eq!(keys, [&json!(3), &json!("RIGHT"), &json!(5), &json!("RIGHT")]);
        assert_eq!(planned(vec![finding(3, Severity::Error)], &Own::default()).review[0].1["start_line"], Value::Null);
    }
}

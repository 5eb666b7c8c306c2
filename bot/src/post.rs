//! The review is posted: read what stands, plan, do, and look again until nothing is left to do.
//!
//! Whatever goes wrong on the way (an answer is lost, another run posts at the same time), the next look shows it: a
//! comment that came through is not sent again, one that is there twice goes.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use crate::api::{Caller, Failure};
use crate::artifact::Artifact;
use crate::findings::{Findings, Wording};
use crate::own::Viewer;
use crate::plan::{Case, Plan, plan, review};
use crate::pull::{self, Pull};
use crate::request::Request;
use crate::summary::About;

/// What is to be posted, and where.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// `/repos/OWNER/NAME`.
    pub root: &'a str,
    /// What was found.
    pub artifact: &'a Artifact,
    /// Whose words are said.
    pub wording: Wording,
    /// The commit that was checked; `None` for the head, whatever it is.
    pub checked: Option<&'a str>,
    /// The address of GraphQL.
    pub graphql: &'a str,
    /// Whether to do nothing and say what would be done.
    pub dry_run: bool,
}

/// How it went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Comments posted on lines.
    pub posted: usize,
    /// Comments that got another text.
    pub edited: usize,
    /// Comments that were taken away.
    pub deleted: usize,
    /// Comments that GitHub did not take; the summary says what they would.
    pub refused: usize,
    /// What would be done, where nothing is.
    pub requests: Vec<Request>,
    /// Why there was nothing to do, where that is no matter of course.
    pub note: Option<String>,
}

/// How often is looked again.
const ROUNDS: u32 = 8;

/// Posts on a pull request.
///
/// # Errors
/// What GitHub does not do, or what takes longer than there is patience for. What was posted by then stays, and the next
/// run goes on from there.
pub fn post(caller: &mut Caller<'_>, job: &Job<'_>, pull: &Pull) -> Result<Outcome, Failure> {
    if let Some(note) = outdated(job, pull) {
        return Ok(Outcome { note: Some(note), ..Outcome::default() });
    }
    let wanted: BTreeSet<&str> = job.artifact.diagnostics.iter().map(|d| d.file.as_str()).collect();
    let reviewed = job.artifact.review.iter().filter(|_| job.wording == Wording::Rebuilt).map(|r| r.path.as_str());
    let wanted = wanted.into_iter().chain(reviewed).collect();
    let changed = pull::changed(caller, job.root, pull.number, &wanted)?;
    let findings = Findings::new(job.artifact, &changed, job.wording);
    let about = About::new(job.artifact, &changed, &findings, job.wording);
    let case = Case {
        root: job.root,
        pull: pull.number,
        head: &pull.head.sha,
        findings: &findings,
        about: &about,
        complete: job.artifact.is_complete(),
    };
    let viewer = pull::viewer(caller, job.graphql)?;
    let (refused, taken) = (BTreeSet::new(), BTreeSet::new());
    Posting { caller, job, case, viewer, refused, taken, sent: Vec::new(), done: Outcome::default() }.until_done()
}

/// Why a pull request is not what was checked.
fn outdated(job: &Job<'_>, pull: &Pull) -> Option<String> {
    let number = pull.number;
    if pull.state != "open" {
        return Some(format!("pull request {number} is not open"));
    }
    let moved = job.checked.is_some_and(|checked| checked != pull.head.sha);
    moved.then(|| format!("pull request {number} has moved on since it was checked; the run on its new head will post"))
}

struct Posting<'c, 'a> {
    caller: &'c mut Caller<'a>,
    job: &'c Job<'c>,
    case: Case<'c>,
    viewer: Viewer,
    /// Fingerprints of the comments that GitHub did not take.
    refused: BTreeSet<String>,
    /// Fingerprints of the comments that it took, should a list not show them yet.
    taken: BTreeSet<String>,
    /// What else was carried out, should what stands then read otherwise than it was sent.
    sent: Vec<Request>,
    done: Outcome,
}

impl Posting<'_, '_> {
    fn until_done(mut self) -> Result<Outcome, Failure> {
        let mut lost = Vec::new();
        for _ in 0..ROUNDS {
            let plan = self.plan()?;
            if self.job.dry_run {
                return Ok(Outcome { requests: plan.requests(&self.case), ..self.done });
            }
            if plan.is_empty() {
                self.done.refused = self.refused.len();
                return Ok(self.done);
            }
            match self.carry_out(plan) {
                Ok(()) => {}
                Err(Failure::Unsure(why)) => {
                    lost.push(why.clone());
                    self.caller.wait(Duration::from_secs(1 << lost.len()), &why)?;
                }
                Err(Failure::Refused(422, _)) if self.has_moved()? => {
                    self.done.note =
                        Some("the pull request moved on meanwhile; the run on its new head will post".to_owned());
                    return Ok(self.done);
                }
                Err(other) => return Err(other),
            }
        }
        Err(Failure::GaveUp(lost.pop().unwrap_or_else(|| "what is posted does not stay as it is".to_owned())))
    }

    /// What is left to do.
    fn plan(&mut self) -> Result<Plan, Failure> {
        let own = pull::own(self.caller, self.case.root, self.case.pull, &self.viewer)?;
        let mut plan = plan(&self.case, &own, &self.refused);
        plan.review.retain(|(fingerprint, _)| !self.taken.contains(fingerprint));
        plan.mend.retain(|request| !self.sent.contains(request));
        plan.summary.retain(|request| !self.sent.contains(request));
        Ok(plan)
    }

    fn has_moved(&mut self) -> Result<bool, Failure> {
        let now = pull::pull(self.caller, self.case.root, self.case.pull)?;
        Ok(now.head.sha != self.case.head || now.state != "open")
    }

    fn carry_out(&mut self, plan: Plan) -> Result<(), Failure> {
        for request in &plan.mend {
            self.mend(request)?;
        }
        if !plan.review.is_empty() {
            self.review(&plan.review)?;
            if plan.review.iter().any(|(fingerprint, _)| self.refused.contains(fingerprint)) {
                // The summary now has more to say.
                return Ok(());
            }
        }
        plan.summary.iter().try_for_each(|request| self.mend(request))
    }

    /// Sends a request that posts, edits or deletes one comment. One that is already gone is as good as deleted.
    fn mend(&mut self, request: &Request) -> Result<(), Failure> {
        use crate::request::Method::{Delete, Patch};
        match (self.caller.write(request), request.method) {
            (Ok(_), Delete) => self.done.deleted += 1,
            (Ok(_), Patch) => self.done.edited += 1,
            (Ok(_), _) => {}
            (Err(Failure::Refused(404, _)), Delete | Patch) => return Ok(()),
            (Err(other), _) => return Err(other),
        }
        self.sent.push(request.clone());
        Ok(())
    }

    /// Posts comments as one review. GitHub refuses all for one that it does not take, and does not say which: leave each
    /// out in turn, so that the others still make one review; where several are refused, by halves.
    fn review(&mut self, comments: &[(String, Value)]) -> Result<(), Failure> {
        let why = match self.send_review(comments) {
            Err(Failure::Refused(422, why)) => why,
            other => return other,
        };
        if self.has_moved()? {
            return Err(Failure::Refused(422, why));
        }
        for i in 0..comments.len() {
            let others: Vec<_> = comments.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, c)| c.clone()).collect();
            let sent = if others.is_empty() { Ok(()) } else { self.send_review(&others) };
            match sent {
                Ok(()) => {
                    self.refused.insert(comments[i].0.clone());
                    return Ok(());
                }
                Err(Failure::Refused(422, _)) => {}
                Err(other) => return Err(other),
            }
        }
        self.halves(comments)
    }

    fn halves(&mut self, comments: &[(String, Value)]) -> Result<(), Failure> {
        let (left, right) = comments.split_at(comments.len() / 2);
        for half in [left, right] {
            match (half, self.send_review(half)) {
                (_, Ok(())) => {}
                ([(fingerprint, _)], Err(Failure::Refused(422, _))) => _ = self.refused.insert(fingerprint.clone()),
                (half, Err(Failure::Refused(422, _))) => self.halves(half)?,
                (_, Err(other)) => return Err(other),
            }
        }
        Ok(())
    }

    fn send_review(&mut self, comments: &[(String, Value)]) -> Result<(), Failure> {
        self.caller.write(&review(&self.case, comments))?;
        self.done.posted += comments.len();
        self.taken.extend(comments.iter().map(|(fingerprint, _)| fingerprint.clone()));
        Ok(())
    }
}

//! The GitHub of these tests for programs of others: packages/try runs the packaged bot and the workflows to copy against it.
//!
//! Each line of standard input is a pull request as it stands now, `{"repo", "head", "from", "files": {path: text}}`, all of whose
//! lines are new; comments on it stay. The line of standard output that answers says where GitHub is and what it then has. It
//! ends with its input. With `DESIGNLINT_PRISM` each request and each answer is held to GitHub's own description.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test ends where a step fails, and answers")]

mod common;

use std::io::stdin;

use common::front::Front;
use common::github::{Hub, TOKEN};
use common::prism::Prism;
use common::scene::added;
use serde_json::{Value, json};

#[test]
#[ignore = "it serves until its input ends"]
fn a_github_for_others() {
    let (hub, address) = Hub::serve();
    let prism = Prism::before(address);
    let (front, address) = Front::serve(address, prism.as_ref().map(|prism| prism.address));
    for line in stdin().lines() {
        let pull: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let text = |key: &str| pull[key].as_str().unwrap().to_owned();
        let files = pull["files"].as_object().unwrap();
        let has = hub.repo(&text("repo"), |repo| {
            (repo.head, repo.from) = (text("head"), text("from"));
            repo.files = files.iter().map(|(path, text)| added(path, text.as_str().unwrap())).collect();
            json!({"on_lines": repo.on_lines, "on_pull": repo.on_pull, "reviews": repo.reviews, "written": repo.written})
        });
        let held = prism.is_some();
        let complaints = front.violations.lock().unwrap().clone();
        let at = format!("http://{address}");
        // The test's own words may stand on a line that has begun.
        println!("\n{}", json!({"at": at, "token": TOKEN, "held": held, "complaints": complaints, "has": has}));
    }
}

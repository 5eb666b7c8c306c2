//! The bot on a GitHub that fails as GitHub does: what was posted after each fault, as a table.
//!
//! With `DESIGNLINT_PRISM` each request and each answer is held to GitHub's own description on the way.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test ends where a step fails, and prints its table")]

#[path = "../common/mod.rs"]
mod common;
mod diff;
mod network;
mod own;
mod stranger;

use std::net::SocketAddr;

use common::github::{Hub, TOKEN};
use common::http::{Incoming, forward};
use common::prism::Prism;
use common::scene::Scene;

/// Where scenes take place.
pub struct World {
    hub: Hub,
    address: SocketAddr,
    prism: Option<Prism>,
}

impl World {
    /// A pull request that adds these files.
    pub fn scene(&self, name: &str, files: &[(&str, &str)]) -> Scene {
        Scene::new(name, (&self.hub, self.address), self.prism.as_ref().map(|prism| prism.address), files)
    }
}

/// What a scene shows.
type Shows = fn(&World) -> (Scene, Vec<u64>);

const SCENES: &[(&str, &[(&str, Shows)])] = &[
    ("network", network::SCENES),
    ("diff", diff::SCENES),
    ("own and others' comments", own::SCENES),
    ("a stranger's artifact", stranger::SCENES),
];

#[test]
fn after_each_fault_nothing_is_twice_lost_or_somebody_elses() {
    let (hub, address) = Hub::serve();
    let world = World { hub, address, prism: Prism::before(address) };
    println!("held to GitHub's description: {}", if world.prism.is_some() { "yes" } else { "no" });
    if world.prism.is_some() {
        prism_complains(&world);
    }
    println!("{:58} {:>9} {:>8} {:>8} {:>8} {:>7}", "fault", "waits s", "on lines", "elsewhere", "reviews", "writes");
    let mut count = 0;
    for (family, scenes) in SCENES {
        println!("-- {family}");
        for (name, shows) in *scenes {
            let (scene, waits) = shows(&world);
            count += 1;
            let violations = scene.front.violations.lock().unwrap().clone();
            assert!(violations.is_empty(), "{name}: {}", violations.join("\n"));
            assert!(scene.front.met_all(), "{name}: a fault was not met");
            let waits: Vec<String> = waits.iter().map(u64::to_string).collect();
            let elsewhere = scene.summary().lines().filter(|line| line.starts_with("- ")).count();
            let (reviews, writes) = scene.repo(|repo| (repo.reviews.len(), repo.written.len()));
            let on_lines = scene.own().len();
            println!("{name:58} {:>9} {on_lines:>8} {elsewhere:>8} {reviews:>8} {writes:>7}", waits.join("+"));
        }
    }
    println!("{count} scenes");
}

/// It does complain where a request is not as GitHub describes it.
fn prism_complains(world: &World) {
    let scene = world.scene("complains", &[("q7.md", "# Store\n")]);
    let body = br#"{"event": "BOGUS", "body": "x", "comments": [{"path": "q7.md", "line": "three"}]}"#.to_vec();
    let headers = [("Content-Type", "application/json"), ("Authorization", &format!("Bearer {TOKEN}"))];
    let request = Incoming {
        method: "POST".to_owned(),
        target: format!("/repos/{}/pulls/1/reviews", scene.name),
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        body,
    };
    let reply = forward(scene.address, &request).unwrap();
    let violations = scene.front.violations.lock().unwrap().join("");
    assert_eq!(reply.status, 422, "{violations}");
    assert!(violations.contains("event") && violations.contains("line"), "{violations}");
}

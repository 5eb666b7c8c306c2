//! An artifact that a stranger's job wrote: only rules and places are believed, and the pull request comes from GitHub.

use designlint_bot::findings::Wording;
use serde_json::{Value, json};

use crate::common::scene::{Scene, commit, document};
use crate::{Shows, World};

pub const SCENES: &[(&str, Shows)] = &[
    ("an artifact as it should be, from a fork", from_fork),
    ("an artifact with other words, fixes and reviews", other_words),
    ("an artifact that approves of its own document", approved),
    ("an artifact with findings that are not there", invented),
    ("an artifact with findings of rules that are not known", unknown_rules),
    ("a run for another repository's head", other_head),
];

const EVIL: &str = "@ana see https://evil.example #1 ![x](https://evil.example/x.png)";

/// A pull request from a fork whose artifact somebody changed.
fn changed(world: &World, name: &str, change: impl Fn(&mut Value)) -> Scene {
    let mut scene = world.scene(name, &[("q7.md", &document(3))]);
    let mut artifact = serde_json::from_str(&scene.artifact).unwrap();
    change(&mut artifact);
    scene.artifact = artifact.to_string();
    scene.wording = Wording::Rebuilt;
    scene.head_of = Some("mallory/docs".to_owned());
    scene.repo(|repo| repo.from = "mallory/docs".to_owned());
    scene
}

fn all_text(scene: &Scene) -> String {
    scene.own().join("\n") + &scene.summary()
}

fn from_fork(world: &World) -> (Scene, Vec<u64>) {
    let scene = changed(world, "fork", |_| {});
    let trusted = world.scene("fork-trusted", &[("q7.md", &document(3))]);
    trusted.run().done();
    assert_eq!(scene.run().done().posted, 3);
    scene.holds();
    assert_eq!(
        (scene.own(), scene.summary()),
        (trusted.own(), trusted.summary()),
        "it says what it would say of its own"
    );
    (scene, Vec::new())
}

fn other_words(world: &World) -> (Scene, Vec<u64>) {
    let scene = changed(world, "other-words", |artifact| {
        for found in artifact["diagnostics"].as_array_mut().unwrap() {
            (found["message"], found["help"]) = (json!(EVIL), json!(EVIL));
            found["fix"]["edits"][0]["text"] = json!("evil.example");
        }
        for line in artifact["review"][0]["lines"].as_array_mut().unwrap() {
            (line["says"], line["reason"]) = (json!(EVIL), json!(EVIL));
        }
        artifact["files"][0]["kind"] = json!(EVIL);
    });
    assert_eq!(scene.run().done().posted, 3);
    scene.holds();
    let text = all_text(&scene);
    assert!(!text.contains("evil") && !text.contains("ana"), "{text}");
    assert!(
        text.contains("```suggestion\nShard 1 needs 2 x 7 GB = 14 GB.\n```"),
        "the fix is that of the document: {text}"
    );
    (scene, Vec::new())
}

fn approved(world: &World) -> (Scene, Vec<u64>) {
    let text = include_str!("../../../corpus/faulty/session-cache/doc.md");
    let mut scene = world.scene("approved", &[("q7.md", text)]);
    let mut artifact: Value = serde_json::from_str(&scene.artifact).unwrap();
    let review = &mut artifact["review"][0];
    assert_eq!(review["decision"], "approve with changes");
    review["decision"] = json!("approve");
    review["lines"].as_array_mut().unwrap().iter_mut().for_each(|line| line["answer"] = json!("yes"));
    (scene.artifact, scene.wording) = (artifact.to_string(), Wording::Rebuilt);
    scene.run().done();
    scene.holds();
    let summary = scene.summary();
    let heading = "### q7.md (design): approve by the configuration of its run, approve with changes without it\n";
    assert!(summary.contains(heading), "{summary}");
    assert_eq!(summary.matches("| yes | by the configuration of its run |").count(), 5, "{summary}");
    (scene, Vec::new())
}

fn invented(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = changed(world, "invented", |artifact| {
        let found = artifact["diagnostics"].as_array_mut().unwrap();
        (found[0]["span"], found[0]["message"]) = (json!([0, 8]), json!(EVIL));
        (found[1]["span"], found[1]["fix"]["edits"][0]["span"]) = (json!([900_000, 900_001]), json!([7, usize::MAX]));
        found[1]["message"] = json!(EVIL);
        (found[2]["rule"], found[2]["message"]) = (json!("rollback-missing"), json!(EVIL));
    });
    let done = scene.run().done();
    assert_eq!((done.posted, scene.own().len()), (0, 0));
    let text = all_text(&scene);
    assert!(!text.contains("evil"), "{text}");
    assert_eq!(text.matches("(the file has changed since it was checked)").count(), 3, "{text}");
    scene.artifact = world.scene("invented-not", &[("q7.md", &document(3))]).artifact;
    scene.run().done();
    scene.holds();
    (scene, Vec::new())
}

fn unknown_rules(world: &World) -> (Scene, Vec<u64>) {
    let scene = changed(world, "unknown", |artifact| {
        for found in artifact["diagnostics"].as_array_mut().unwrap() {
            (found["rule"], found["message"]) = (json!(format!("ours/{EVIL}")), json!(EVIL));
        }
    });
    assert_eq!(scene.run().done().posted, 0);
    let summary = scene.summary();
    assert!(
        summary.contains("3 more findings are of rules of this repository's own, which are not known here."),
        "{summary}"
    );
    assert!(!summary.contains("evil"), "{summary}");
    (scene, Vec::new())
}

fn other_head(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = changed(world, "other-head", |_| {});
    scene.head_of = Some("eve/docs".to_owned());
    scene.run().done();
    scene.head_of = Some("mallory/docs".to_owned());
    scene.run_on(&commit(77)).done();
    assert_eq!(scene.repo(|repo| repo.written.len()), 0);
    scene.run().done();
    scene.holds();
    (scene, Vec::new())
}

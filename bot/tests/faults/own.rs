//! What stands already: ours, and what is not.

use designlint_bot::comment;

use crate::common::front::Act;
use crate::common::http::Reply;
use crate::common::scene::{Scene, artifact, document};
use crate::{Shows, World};

pub const SCENES: &[(&str, Shows)] = &[
    ("a finding is gone", gone),
    ("a finding is gone, its comment was answered; it comes back", answered),
    ("a file that cannot be read any more", unreadable),
    ("a run that shows only some of its findings", incomplete),
    ("two runs at once", two_at_once),
    ("two runs at once, the second between review and summary", two_interleaved),
    ("a stranger's comment with our marker", stranger),
    ("another bot with the same token", namesake),
    ("350 comments, ours on the last page", pages),
    ("somebody deletes our comments", deleted),
    ("a comment goes while it is edited", deleted_meanwhile),
    ("a list that does not show yet what was posted", stale),
];

fn three(world: &World, name: &str) -> Scene {
    let scene = world.scene(name, &[("q7.md", &document(3))]);
    scene.run().done();
    scene
}

/// The documents once the first calculation is mended.
fn mended() -> String {
    document(3).replace("= 16 GB", "= 14 GB")
}

fn gone(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = three(world, "gone");
    scene.push(2, &[("q7.md", &mended())]);
    let done = scene.run().done();
    scene.holds();
    assert_eq!((done.deleted, done.posted, scene.own().len()), (1, 0, 2));
    (scene, Vec::new())
}

fn answered(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = three(world, "answered");
    let first = scene.repo(|repo| repo.on_lines[0].clone());
    scene.hub.says_on_line(&scene.name, "ana", "Is it? It was 16 in the old plan.", first["id"].as_u64());
    let others = scene.of_others();
    scene.push(2, &[("q7.md", &mended())]);
    let done = scene.run().done();
    scene.holds();
    assert_eq!((done.deleted, scene.own().len()), (0, 3));
    let now = scene.own()[0].clone();
    assert!(comment::is_resolved(&now) && now.starts_with("**Resolved**"), "{now}");
    assert!(!now.contains("suggestion"), "{now}");
    scene.run().done();
    assert_eq!(scene.own()[0], now, "it is resolved once");
    scene.push(3, &[("q7.md", &document(3))]);
    scene.run().done();
    scene.holds();
    assert_eq!(scene.own()[0], first["body"].as_str().unwrap(), "it says again what it said");
    assert_eq!(scene.of_others(), others);
    (scene, Vec::new())
}

fn unreadable(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = three(world, "unreadable");
    let file = r#"{"path":"q7.md","kind":null,"kind_from":null,"profile":null,"claims":0,"verified":0,"weak":0,"wrong":0,
        "inherits":0,"not_understood":0,"error":"Permission denied @ana"}"#;
    scene.artifact = format!(
        r#"{{"version":1,"diagnostics":[],"files":[{file}],"summary":{{"files":1,"errors":0,"warnings":0,"infos":0,"fixable":0,"suppressed":0}}}}"#
    );
    let done = scene.run().done();
    assert_eq!((done.deleted, scene.own().len()), (0, 3), "nothing is known of its findings");
    assert!(scene.summary().contains("**Not checked**: Permission denied @&#8203;ana"), "{}", scene.summary());
    (scene, Vec::new())
}

fn incomplete(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = three(world, "incomplete");
    scene.push(2, &[("q7.md", &mended())]);
    scene.artifact = artifact(&[("q7.md", &mended())]).replace(r#""errors":2"#, r#""errors":9"#);
    scene.run().done();
    assert_eq!(scene.own().len(), 3, "one that is not shown need not be gone");
    (scene, Vec::new())
}

fn two_at_once(world: &World) -> (Scene, Vec<u64>) {
    at_once(world, "two-at-once", "/pulls/1/reviews")
}

fn two_interleaved(world: &World) -> (Scene, Vec<u64>) {
    at_once(world, "two-interleaved", "/issues/1/comments")
}

/// A run that does all of its work after another has looked, and before it posts.
fn at_once(world: &World, name: &str, before: &'static str) -> (Scene, Vec<u64>) {
    let scene = world.scene(name, &[("q7.md", &document(3))]);
    let other = scene.clone();
    scene.front.fault("POST", before, Act::First(Box::new(move || _ = other.run().done())));
    scene.run().done();
    scene.holds();
    assert_eq!(scene.own().len(), 3);
    assert!(!scene.summary().is_empty());
    let written = scene.repo(|repo| repo.written.len());
    scene.run().done();
    assert_eq!(scene.repo(|repo| repo.written.len()), written, "it stays so");
    (scene, Vec::new())
}

fn stranger(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("stranger", &[("q7.md", &document(3))]);
    let print = |n: usize| {
        let artifact: serde_json::Value = serde_json::from_str(&scene.artifact).unwrap();
        artifact["diagnostics"][n]["fingerprint"].as_str().unwrap().to_owned()
    };
    for (login, n) in [("mallory", 0), ("github-actions", 1), ("evil[bot]", 2)] {
        scene.hub.says_on_line(&scene.name, login, &format!("fine\n<!-- designlint:v1:{} -->", print(n)), None);
        scene.hub.says_on_line(&scene.name, login, "x\n<!-- designlint:v1:0000000000000000 -->", None);
        scene.hub.says(&scene.name, login, "nothing to see\n<!-- designlint:summary -->");
    }
    let others = scene.of_others();
    assert_eq!(scene.run().done().posted, 3, "nobody silences a finding");
    scene.run().done();
    scene.holds();
    assert_eq!(scene.of_others(), others);
    (scene, Vec::new())
}

fn namesake(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("namesake", &[("q7.md", &document(1))]);
    let bot = crate::common::github::BOT;
    scene.hub.says(&scene.name, bot, "Coverage is 83%.\n<!-- coverage -->");
    scene.run().done();
    scene.run().done();
    let all: Vec<String> =
        scene.repo(|repo| repo.on_pull.iter().map(|c| c["body"].as_str().unwrap().to_owned()).collect());
    assert_eq!((all.len(), all[0].as_str()), (2, "Coverage is 83%.\n<!-- coverage -->"));
    // What the other wrote would count as ours.
    scene.repo(|repo| _ = repo.on_pull.remove(0));
    scene.holds();
    (scene, Vec::new())
}

fn pages(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("pages", &[("q7.md", &document(3))]);
    for n in 0..350 {
        scene.hub.says_on_line(&scene.name, "ana", &format!("remark {n}"), None);
        scene.hub.says(&scene.name, "bo", &format!("thought {n}"));
    }
    scene.run().done();
    let written = scene.repo(|repo| repo.written.len());
    scene.run().done();
    scene.holds();
    assert_eq!((written, scene.repo(|repo| repo.written.len())), (2, 2));
    (scene, Vec::new())
}

fn deleted(world: &World) -> (Scene, Vec<u64>) {
    let scene = three(world, "deleted");
    scene.repo(|repo| {
        repo.on_lines.remove(0);
        repo.on_pull.clear();
    });
    assert_eq!(scene.run().done().posted, 1);
    scene.holds();
    (scene, Vec::new())
}

fn deleted_meanwhile(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = three(world, "deleted-meanwhile");
    scene.push(2, &[("q7.md", &mended())]);
    let id = scene.repo(|repo| repo.on_pull[0]["id"].to_string());
    let (hub, path) = (scene.clone(), format!("/issues/comments/{id}"));
    let delete = move || hub.repo(|repo| repo.on_pull.clear());
    scene.front.fault("PATCH", path.leak(), Act::First(Box::new(delete)));
    scene.run().done();
    scene.holds();
    assert!(!scene.summary().is_empty(), "it is written again");
    (scene, Vec::new())
}

fn stale(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("stale", &[("q7.md", &document(3))]);
    for list in ["/pulls/1/comments", "/issues/1/comments"] {
        scene.front.fault("GET", list, Act::First(Box::new(|| {})));
        scene.front.fault("GET", list, Act::Answer(Reply::json(200, &serde_json::json!([]))));
    }
    scene.run().done();
    scene.holds();
    assert_eq!(scene.repo(|repo| repo.written.clone()), ["POST pulls/1/reviews", "POST issues/1/comments"]);
    (scene, Vec::new())
}

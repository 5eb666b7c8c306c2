//! Lines that a comment may not stand on, and diffs that are not there.

use designlint_bot::summary::NOTHING_LEFT;

use crate::common::scene::{Scene, added, artifact, commit, document};
use crate::{Shows, World};

pub const SCENES: &[(&str, Shows)] = &[
    ("a line outside the diff", outside),
    ("no `patch`", no_patch),
    ("a file that is only renamed", renamed),
    ("a file that is renamed with a comment on it", renamed_later),
    ("422 for one comment of ten", one_refused),
    ("422 for three comments of ten", three_refused),
    ("422 for the only comment", only_refused),
    ("a force-push between two runs", pushed_between),
    ("a force-push while the bot posts", pushed_meanwhile),
    ("a force-push before the bot posts", pushed_before),
    ("forty findings", many),
    ("findings for more than 60,000 characters", too_long),
    ("a file that was not the one that was checked", other_text),
    ("findings in files that are not changed", elsewhere),
];

fn outside(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("outside", &[("q7.md", &document(4))]);
    scene.repo(|repo| repo.files[0].patch = Some("@@ -1,4 +1,6 @@\n a\n b\n+c\n+d\n+e\n+f".to_owned()));
    let done = scene.run().done();
    scene.holds();
    assert_eq!((done.posted, done.refused, scene.own().len()), (2, 0, 2));
    let summary = scene.summary();
    assert!(summary.contains("; 2 at the lines they are about."), "{summary}");
    assert_eq!(summary.matches("(outside the lines of this pull request)").count(), 2, "{summary}");
    assert!(summary.contains("- line 7, **error** [arith-mismatch]("), "{summary}");
    (scene, Vec::new())
}

fn no_patch(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("no-patch", &[("q7.md", &document(2))]);
    scene.repo(|repo| repo.files[0].patch = None);
    assert_eq!(scene.run().done().posted, 0);
    scene.holds();
    assert_eq!(scene.summary().matches("(GitHub shows no diff of this file)").count(), 2);
    assert_eq!(scene.repo(|repo| repo.written.clone()), ["POST issues/1/comments"]);
    (scene, Vec::new())
}

fn renamed(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("renamed", &[("new name #1?.md", &document(2))]);
    scene.repo(|repo| {
        let file = &mut repo.files[0];
        (file.status, file.before, file.patch) = ("renamed".to_owned(), Some("old.md".to_owned()), None);
    });
    assert_eq!(scene.run().done().posted, 0);
    scene.holds();
    (scene, Vec::new())
}

fn renamed_later(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = world.scene("renamed-later", &[("old.md", &document(2))]);
    scene.run().done();
    scene.push(2, &[("new.md", &document(2))]);
    let done = scene.run().done();
    scene.holds();
    assert_eq!((done.posted, done.deleted, scene.own().len()), (2, 2, 2));
    (scene, Vec::new())
}

/// Ten findings; GitHub takes no comment on some of their lines.
fn refused(world: &World, name: &str, lines: &[usize], reviews: usize) -> (Scene, Vec<u64>) {
    let scene = world.scene(name, &[("q7.md", &document(10))]);
    scene.repo(|repo| repo.refused = lines.iter().map(|line| ("q7.md".to_owned(), *line)).collect());
    let done = scene.run().done();
    scene.holds();
    assert_eq!((done.refused, scene.own().len()), (lines.len(), 10 - lines.len()));
    assert_eq!(scene.summary().matches("(GitHub took no comment on it)").count(), lines.len());
    assert_eq!(scene.repo(|repo| repo.reviews.len()), reviews);
    (scene, Vec::new())
}

fn one_refused(world: &World) -> (Scene, Vec<u64>) {
    refused(world, "one-refused", &[9], 1)
}

fn three_refused(world: &World) -> (Scene, Vec<u64>) {
    refused(world, "three-refused", &[3, 9, 15], 5)
}

fn only_refused(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("only-refused", &[("q7.md", &document(1))]);
    scene.repo(|repo| repo.refused = vec![("q7.md".to_owned(), 3)]);
    assert_eq!(scene.run().done().refused, 1);
    scene.holds();
    assert_eq!(scene.own().len(), 0);
    (scene, Vec::new())
}

fn pushed_between(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = world.scene("pushed", &[("q7.md", &document(3))]);
    scene.run().done();
    let before = scene.own();
    // The same findings on other lines, and one more; what stands is on lines of a commit that is gone.
    let rebased = document(4).replace("# Shards of the store\n", "# Shards of the store\n\nAs of May.\n");
    scene.push(2, &[("q7.md", &rebased)]);
    scene.repo(|repo| repo.on_lines.iter_mut().for_each(|comment| _ = comment.as_object_mut().unwrap().remove("line")));
    let done = scene.run().done();
    scene.holds();
    assert_eq!((done.posted, done.edited, done.deleted), (1, 1, 0), "one comment more, and the summary");
    assert_eq!(scene.own()[..3], before);
    (scene, Vec::new())
}

fn pushed_meanwhile(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("pushed-meanwhile", &[("q7.md", &document(3))]);
    let hub = scene.clone();
    let push = move || hub.repo(|repo| repo.head = commit(2));
    scene.front.fault("POST", "/pulls/1/reviews", crate::common::front::Act::First(Box::new(push)));
    let done = scene.run().done();
    assert_eq!(done.note.as_deref(), Some("the pull request moved on meanwhile; the run on its new head will post"));
    assert_eq!(scene.repo(|repo| repo.written.len()), 0);
    scene.run().done();
    scene.holds();
    (scene, Vec::new())
}

fn pushed_before(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("pushed-before", &[("q7.md", &document(3))]);
    let done = scene.run_on(&commit(9)).done();
    let note = "pull request 1 has moved on since it was checked; the run on its new head will post";
    assert_eq!((done.note.as_deref(), scene.repo(|repo| repo.written.len())), (Some(note), 0));
    scene.run().done();
    scene.holds();
    (scene, Vec::new())
}

fn many(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = world.scene("many", &[("q7.md", &document(40))]);
    scene.run().done();
    scene.holds();
    assert_eq!(scene.own().len(), 10);
    assert_eq!(scene.summary().matches("(there are enough comments)").count(), 30);
    // Two that have a comment are mended: two others get one, and no more than ten stand.
    scene.push(2, &[("q7.md", &document(40).replace("= 16 GB", "= 14 GB").replace("= 23 GB", "= 21 GB"))]);
    let done = scene.run().done();
    scene.holds();
    assert_eq!((done.deleted, scene.own().len()), (2, 10));
    (scene, Vec::new())
}

fn too_long(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("too-long", &[("q7.md", &document(400)), ("q8.md", &document(3))]);
    scene.run().done();
    let summary = scene.summary();
    assert!(summary.len() <= 60_000 && summary.len() > 50_000, "{}", summary.len());
    let said = summary.lines().filter(|line| line.starts_with("- line ")).count();
    assert!(summary.contains(&format!("\n{} more are not shown.\n", 403 - 10 - said)), "{said}");
    assert_eq!(scene.own().len(), 10);
    (scene, Vec::new())
}

fn other_text(world: &World) -> (Scene, Vec<u64>) {
    let scene = world.scene("other-text", &[("q7.md", &document(2))]);
    // As a checkout of the merge with the base has it: the same lines further down.
    scene.repo(|repo| repo.files = vec![added("q7.md", &format!("A line of the base.\n\n{}", document(2)))]);
    assert_eq!(scene.run().done().posted, 0, "it would stand on the wrong line");
    scene.holds();
    assert_eq!(scene.summary().matches("(the file has changed since it was checked)").count(), 2);
    (scene, Vec::new())
}

fn elsewhere(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = world.scene("elsewhere", &[("q7.md", &document(0))]);
    scene.artifact = artifact(&[("q7.md", &document(0)), ("old.md", &document(5))]);
    scene.run().done();
    assert_eq!(scene.repo(|repo| repo.written.len()), 0, "nothing to say, nothing posted");
    scene.push(2, &[("q7.md", &document(1))]);
    scene.run().done();
    scene.push(3, &[("q7.md", &document(0))]);
    scene.run().done();
    scene.holds();
    assert_eq!((scene.own().len(), scene.summary().as_str()), (0, NOTHING_LEFT));
    (scene, Vec::new())
}

//! What goes wrong between the bot and GitHub.

use std::time::Duration;

use designlint_bot::api::Failure;

use crate::common::front::Act;
use crate::common::github::refusal;
use crate::common::http::Reply;
use crate::common::scene::{Run, Scene, TIMEOUT, document};
use crate::{Shows, World};

const REVIEWS: &str = "/pulls/1/reviews";
const SUMMARY: &str = "/issues/1/comments";

pub const SCENES: &[(&str, Shows)] = &[
    ("nothing; and once more", nothing),
    ("403 secondary limit, Retry-After: 7", secondary_limit),
    ("403 secondary limit without a time", secondary_limit_untold),
    ("403 the hour's requests are used up", used_up),
    ("429 on the summary", too_many),
    ("422 submitted too quickly", too_quickly),
    ("502, not carried out", bad_gateway_before),
    ("502, carried out", bad_gateway_after),
    ("connection reset before the review", reset_before),
    ("connection reset after the review", reset_after),
    ("connection reset after the summary", reset_after_summary),
    ("connection reset while reading", reset_while_reading),
    ("a slow answer", slow),
    ("no answer at all, carried out", silence),
    ("500 on the question whose token it is", viewer),
    ("a limit that outlasts the patience; the next run", impatient),
    ("a review that is lost each time; the next run", hopeless),
];

/// Three findings, and a way on which one thing goes wrong.
fn three(world: &World, name: &str) -> Scene {
    world.scene(name, &[("docs/q7.md", &document(3))])
}

fn with(world: &World, name: &str, (method, path): (&'static str, &'static str), act: Act) -> (Scene, Run) {
    let scene = three(world, name);
    scene.front.fault(method, path, act);
    let run = scene.run();
    (scene, run)
}

/// All three stand on their lines, in one review, and there is one summary.
#[track_caller]
fn as_it_should_be(scene: Scene, run: Run) -> (Scene, Vec<u64>) {
    let waits = run.waits();
    run.done();
    scene.holds();
    assert_eq!((scene.own().len(), scene.repo(|repo| repo.reviews.len())), (3, 1));
    assert!(scene.summary().contains("3 errors in 1 document; 3 at the lines they are about."), "{}", scene.summary());
    (scene, waits)
}

fn nothing(world: &World) -> (Scene, Vec<u64>) {
    let scene = three(world, "nothing");
    let first = scene.run().done();
    assert_eq!((first.posted, first.edited, first.deleted, first.refused), (3, 0, 0, 0));
    let written = scene.repo(|repo| repo.written.clone());
    assert_eq!(written, ["POST pulls/1/reviews", "POST issues/1/comments"]);
    let again = scene.run();
    assert_eq!(again.waits, [0; 0], "a run that has nothing to do writes nothing");
    let (scene, waits) = as_it_should_be(scene, again);
    assert_eq!(scene.repo(|repo| repo.written.len()), 2);
    (scene, waits)
}

fn limit(message: &str) -> Reply {
    refusal(403, message, &[])
}

fn secondary_limit(world: &World) -> (Scene, Vec<u64>) {
    let reply = limit("You have exceeded a secondary rate limit.").header("Retry-After", 7);
    let (scene, run) = with(world, "secondary", ("POST", REVIEWS), Act::Answer(reply));
    let (scene, waits) = as_it_should_be(scene, run);
    assert_eq!(waits, [7]);
    (scene, waits)
}

fn secondary_limit_untold(world: &World) -> (Scene, Vec<u64>) {
    let scene = three(world, "untold");
    for _ in 0..2 {
        scene.front.fault("POST", REVIEWS, Act::Answer(limit("You have exceeded a secondary rate limit.")));
    }
    let run = scene.run();
    let (scene, waits) = as_it_should_be(scene, run);
    assert_eq!(waits, [60, 120]);
    (scene, waits)
}

fn used_up(world: &World) -> (Scene, Vec<u64>) {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let reply = limit("API rate limit exceeded for installation.").header("X-RateLimit-Remaining", 0);
    let reply = reply.header("X-RateLimit-Reset", now + 300);
    let (scene, run) = with(world, "used-up", ("GET", "/pulls/1/files"), Act::Answer(reply));
    let (scene, waits) = as_it_should_be(scene, run);
    assert!(waits.len() == 1 && (200..=301).contains(&waits[0]), "{waits:?}");
    (scene, waits)
}

fn too_many(world: &World) -> (Scene, Vec<u64>) {
    let reply = refusal(429, "Too many requests", &[]).header("Retry-After", 3);
    let (scene, run) = with(world, "429", ("POST", SUMMARY), Act::Answer(reply));
    let (scene, waits) = as_it_should_be(scene, run);
    assert_eq!(waits, [3]);
    (scene, waits)
}

fn too_quickly(world: &World) -> (Scene, Vec<u64>) {
    let reply = refusal(422, "Validation Failed", &["was submitted too quickly"]);
    let (scene, run) = with(world, "quickly", ("POST", SUMMARY), Act::Answer(reply));
    let (scene, waits) = as_it_should_be(scene, run);
    assert_eq!(waits, [60]);
    (scene, waits)
}

fn bad_gateway() -> Reply {
    Reply {
        status: 502,
        headers: vec![("Content-Type".into(), "text/html".into())],
        body: b"<html>Unicorn!</html>".to_vec(),
    }
}

fn bad_gateway_before(world: &World) -> (Scene, Vec<u64>) {
    let (scene, run) = with(world, "502-before", ("POST", REVIEWS), Act::Answer(bad_gateway()));
    as_it_should_be(scene, run)
}

fn bad_gateway_after(world: &World) -> (Scene, Vec<u64>) {
    let (scene, run) = with(world, "502-after", ("POST", REVIEWS), Act::AnswerAfter(bad_gateway()));
    as_it_should_be(scene, run)
}

fn reset_before(world: &World) -> (Scene, Vec<u64>) {
    let (scene, run) = with(world, "reset-before", ("POST", REVIEWS), Act::ResetBefore);
    as_it_should_be(scene, run)
}

fn reset_after(world: &World) -> (Scene, Vec<u64>) {
    let (scene, run) = with(world, "reset-after", ("POST", REVIEWS), Act::ResetAfter);
    as_it_should_be(scene, run)
}

fn reset_after_summary(world: &World) -> (Scene, Vec<u64>) {
    let (scene, run) = with(world, "reset-summary", ("POST", SUMMARY), Act::ResetAfter);
    as_it_should_be(scene, run)
}

fn reset_while_reading(world: &World) -> (Scene, Vec<u64>) {
    let scene = three(world, "reset-reading");
    for path in ["/pulls/1", "/pulls/1/files", "/pulls/1/comments", SUMMARY] {
        scene.front.fault("GET", path, Act::ResetBefore);
    }
    scene.front.fault("GET", "/pulls/1", Act::Answer(bad_gateway()));
    let run = scene.run();
    let (scene, waits) = as_it_should_be(scene, run);
    assert_eq!(waits, [2, 4, 2, 2, 2]);
    (scene, waits)
}

fn slow(world: &World) -> (Scene, Vec<u64>) {
    let late = || Act::Late(Duration::from_millis(300));
    let (scene, run) = with(world, "slow", ("POST", REVIEWS), late());
    as_it_should_be(scene, run)
}

fn silence(world: &World) -> (Scene, Vec<u64>) {
    let silent = Act::SilenceAfter(TIMEOUT + Duration::from_secs(1));
    let (scene, run) = with(world, "silence", ("POST", REVIEWS), silent);
    as_it_should_be(scene, run)
}

fn viewer(world: &World) -> (Scene, Vec<u64>) {
    let (scene, run) = with(world, "viewer", ("POST", "/graphql"), Act::Answer(refusal(500, "oops", &[])));
    as_it_should_be(scene, run)
}

fn impatient(world: &World) -> (Scene, Vec<u64>) {
    let mut scene = three(world, "impatient");
    scene.patience = 10;
    let reply = limit("You have exceeded a secondary rate limit.").header("Retry-After", 3600);
    scene.front.fault("POST", SUMMARY, Act::Answer(reply));
    let why = "You have exceeded a secondary rate limit.: it would take 3600 s more, and 10 s are left of --patience";
    assert_eq!(scene.run().outcome, Err(Failure::GaveUp(why.to_owned())));
    assert_eq!(scene.own().len(), 3, "what was posted stays");
    let run = scene.run();
    as_it_should_be(scene, run)
}

fn hopeless(world: &World) -> (Scene, Vec<u64>) {
    let scene = three(world, "hopeless");
    for _ in 0..8 {
        scene.front.fault("POST", REVIEWS, Act::ResetBefore);
    }
    assert!(matches!(scene.run().outcome, Err(Failure::GaveUp(_))));
    assert_eq!((scene.own().len(), scene.summary()), (0, String::new()));
    let run = scene.run();
    as_it_should_be(scene, run)
}

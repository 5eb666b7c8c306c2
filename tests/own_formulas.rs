//! Formulas that a team adds in its configuration, from the file to what is printed.

mod common;

use common::run::Folder;

const CONFIG: &[u8] = br#"formulas:
  - id: gpu-hours
    name: GPU hours of a run
    words: [GPU hours, gpu-hours]
    inputs: {gpus: count, wall: time}
    result: {unit: h, formula: gpus * wall}
    mistakes: [{formula: wall, says: "the time of one GPU, not of all"}]
"#;

const DOCUMENT: &str = "# Training

A run takes 128 GPUs with a wall time of 6 h, which is 768 GPU hours.

## Next

The next run uses 64 GPUs, and its wall time is 5 h. GPU hours: 5 h.

## Sweep

| GPUs | wall time | GPU hours |
|---|---|---|
| 16 | 3 h | 48 |
| 32 | 3 h | 98 |

## Debugging

- 16 GPUs, wall time 3 h: 48 GPU-hours
- 16 GPUs, wall time 3 h: 50 GPU-hours
- 16 GPUs, wall time 3 h: 50 GPU-hours per epoch

## Reserve

At most 500 GPU hours are left.
";

const FINDINGS: &str =
    "a.md:7:54: error[formula-mismatch] 5 h as GPU hours of a run is the time of one GPU, not of all: 64 x 5 h = 320 h
a.md:14:3: error[formula-mismatch] GPU hours of a run is 32 x 3 h = 96 h, not 98
a.md:19:27: error[formula-mismatch] GPU hours of a run is 16 x 3 h = 48 GPU-hours, not 50 GPU-hours
";

#[test]
fn the_nearest_configuration_a_named_one_and_one_that_is_extended() {
    let extends = b"extend: ../designlint.yaml\n";
    let folder =
        Folder::with(&[("designlint.yaml", CONFIG), ("sub/designlint.yaml", extends), ("b/team.yaml", CONFIG)]);
    for path in ["a.md", "sub/a.md", "other/a.md"] {
        folder.write(path, DOCUMENT.as_bytes());
    }
    assert_eq!(folder.run("--quiet a.md").stdout, FINDINGS);
    assert_eq!(folder.run("--quiet sub/a.md").stdout, FINDINGS.replace("a.md", "sub/a.md"));
    assert_eq!(folder.run("--quiet --config b/team.yaml other/a.md").stdout, FINDINGS.replace("a.md", "other/a.md"));
    assert_eq!(folder.run("--quiet --isolated a.md").stdout, "");
}

#[test]
fn what_follows_is_in_the_ledger_as_a_formula() {
    let folder = Folder::with(&[("designlint.yaml", CONFIG), ("a.md", DOCUMENT.as_bytes())]);
    let ledger = folder.run("ledger --format json a.md").json();
    let claims = ledger["files"][0]["claims"].as_array().into_iter().flatten();
    let said = |c: &serde_json::Value| {
        ["kind", "verdict", "stated", "computed"].map(|key| c[key].as_str().unwrap_or_default().to_owned()).join(" | ")
    };
    assert_eq!(
        claims.map(said).collect::<Vec<_>>(),
        [
            "formula | holds | 768 | 768",
            "formula | wrong | 5 h | 320 h",
            "formula | holds | 48 | 48",
            "formula | wrong | 98 | 96",
            "formula | holds | 48 GPU-hours | 48 GPU-hours",
            "formula | wrong | 50 GPU-hours | 48 GPU-hours",
        ]
    );
}

#[test]
fn a_file_replaces_a_formula_that_it_extends() {
    let ours = b"extend: designlint.yaml\nformulas:\n  - {id: gpu-hours, words: GPU hours, inputs: {gpus: count, wall: time}, \
        result: {unit: h, formula: gpus * wall / 2}}\n";
    let folder = Folder::with(&[("designlint.yaml", CONFIG), ("ours.yaml", ours)]);
    folder.write("a.md", b"A run takes 128 GPUs with a wall time of 6 h, which is 384 GPU hours.\n");
    assert_eq!(folder.run("--quiet --config ours.yaml a.md").stdout, "");
}

#[test]
fn a_formula_that_is_wrong_ends_the_run() {
    let broken = String::from_utf8_lossy(CONFIG).replace("gpus * wall}", "gpus * hall}");
    let folder = Folder::with(&[("designlint.yaml", broken.as_bytes()), ("a.md", DOCUMENT.as_bytes())]);
    let run = folder.run("--quiet --format concise a.md");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(
        run.stderr,
        "configuration\n\n  × no input is called `hall`\n   ╭─[designlint.yaml:6:39]\n 5 │     inputs: {gpus: count, wall: time}\n \
         6 │     result: {unit: h, formula: gpus * hall}\n   ·                                       ────\n \
         7 │     mistakes: [{formula: wall, says: \"the time of one GPU, not of all\"}]\n   ╰────\n  help: did you mean `wall`?\n"
    );
}

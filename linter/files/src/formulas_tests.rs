use std::fs;

use crate::{Discovery, Request, Workspace};

const OWN: &str = "formulas:\n  - id: gpu-hours\n    words: [GPU hours]\n";
const RIGHT: &str = "    inputs: {gpus: count, wall: time}\n    result: {unit: h, formula: gpus * wall}\n";

fn settled(text: &str) -> Result<Vec<String>, String> {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("designlint.yaml"), text).unwrap();
    let workspace = Workspace::new(Request::default(), Discovery::Nearest);
    match workspace.settings_for(&dir.path().join("a.md")) {
        Ok(settings) => Ok(settings.knowledge.formulas.iter().map(|f| f.id.clone()).collect()),
        Err(error) => Err(error.to_string().split_once("designlint.yaml").unwrap().1.to_owned()),
    }
}

/// The error of a formula that has these lines after its id and its words.
fn error(lines: &str) -> String {
    settled(&format!("{OWN}{lines}")).unwrap_err()
}

/// The error of the formula whose result is this.
fn result(text: &str) -> String {
    error(&format!("    inputs: {{gpus: count, wall: time}}\n    result: {{{text}}}\n"))
}

#[test]
fn formulas_are_added_to_those_of_the_packs() {
    let ids = settled(&format!("{OWN}{RIGHT}")).unwrap();
    assert!(ids.contains(&"transfer-time".to_owned()) && ids.contains(&"gpu-hours".to_owned()), "{ids:?}");
    assert!(settled("formulas:\n").is_ok());
}

#[test]
fn keys_and_shapes() {
    assert_eq!(
        error(&format!("{RIGHT}    mistake: []\n")),
        ":6:5: no key is called `mistake`; did you mean `mistakes`?"
    );
    assert_eq!(error("    inputs: {gpus: count}\n"), ":2:5: a formula has no `result`");
    assert_eq!(
        error("    inputs: [gpus]\n    result: {formula: gpus}\n"),
        ":4:13: `inputs` maps names to kinds, as in `{gpus: count, wall: time}`"
    );
    assert_eq!(settled("formulas: {}\n").unwrap_err(), ":1:11: `formulas` is a list of formulas");
    assert_eq!(
        settled("formulas: [gpu-hours]\n").unwrap_err(),
        ":1:12: a formula is a mapping with the keys id, name, words, inputs, result, silent_on, mistakes"
    );
}

#[test]
fn inputs_have_a_kind() {
    let kind =
        |kind: &str| error(&format!("    inputs: {{gpus: count, wall: {kind}}}\n    result: {{formula: gpus}}\n"));
    assert_eq!(kind("tim"), ":4:33: no kind of input is called `tim`; did you mean `time`?");
    assert_eq!(
        kind("speed"),
        ":4:33: no kind of input is called `speed`; possible: count, share, time, data, rate, bandwidth, money, or a unit"
    );
    assert_eq!(kind("{words: x}"), ":4:34: an input has no `kind`");
    assert_eq!(
        error("    inputs: {2x: count}\n    result: {formula: 2x}\n"),
        ":4:14: `2x` is no name that a formula can use; a name is letters, digits and `_`"
    );
}

#[test]
fn an_expression_is_read_to_its_end() {
    assert_eq!(
        result("unit: h, formula: gpus * * wall"),
        ":5:37: `gpus * * wall` is no formula: `* * wall` cannot be read"
    );
    assert_eq!(
        result("unit: h, formula: \"gpus * (wall\""),
        ":5:38: `gpus * (wall` is no formula: `* (wall` cannot be read"
    );
    assert_eq!(
        result("unit: h, formula: 2 wall * gpus"),
        ":5:32: `wall` is read as what the number before it counts; write `*` between them, or leave `wall` out"
    );
    assert_eq!(result("unit: h, formula: ''"), ":5:33: `` is no formula: it ends too early");
}

#[test]
fn an_expression_uses_inputs_and_gives_the_unit() {
    assert_eq!(result("unit: h, formula: gpu * wall"), ":5:32: no input is called `gpu`; did you mean `gpus`?");
    assert_eq!(result("unit: h, formula: gpus * k"), ":5:39: no input is called `k`; possible: gpus, wall");
    assert_eq!(result("unit: GB, formula: gpus * wall"), ":5:33: `gpus * wall` gives a time, and the result is in GB");
    assert_eq!(result("formula: gpus / wall"), ":5:23: `gpus / wall` gives a rate per time, and the result is a count");
    assert_eq!(
        result("unit: h, formula: gpus + wall"),
        ":5:32: `gpus + wall` adds or subtracts what has different units"
    );
    assert_eq!(
        result("unit: hh, formula: gpus * wall"),
        ":5:20: no unit is called `hh`; write `h`, `GB`, `GB/s`, `%`, `USD` or the like, and `count` where it has none"
    );
}

#[test]
fn mistakes_are_formulas_that_say_something() {
    let mistake = |text: &str| error(&format!("{RIGHT}    mistakes: [{{{text}}}]\n"));
    assert_eq!(mistake("formula: wall"), ":6:17: a mistake has no `says`");
    assert_eq!(mistake("formula: wall, says: ''"), ":6:39: a mistake `says` what it is");
    assert_eq!(
        mistake("formula: gpus, says: the number of GPUs"),
        ":6:26: `gpus` gives a count, and the result is in h"
    );
    assert_eq!(
        mistake("formula: wall, says: \"{wal} of one GPU\""),
        ":6:40: no input is called `wal`; did you mean `wall`?"
    );
    assert_eq!(
        mistake("formula: wall, says: \"half, {wall / 2}\""),
        ":6:46: `wall / 2` is no input; write `{= wall / 2}` for the value of an expression"
    );
    assert_eq!(mistake("formula: wall, says: \"half, {wall\""), ":6:45: this bracket is not closed");
}

#[test]
fn an_id_stands_once() {
    let again = "  - {id: gpu-hours, words: x, inputs: {a: count}, result: {formula: a}}\n";
    assert_eq!(
        error(&format!("{RIGHT}{again}")),
        ":6:10: a formula `gpu-hours` stands above; give this one an id of its own"
    );
    assert_eq!(
        settled(&format!("formulas:\n{}", again.replace("gpu-hours", "transfer-time"))).unwrap_err(),
        ":2:10: `transfer-time` is a formula that comes with designlint; give this one an id of its own"
    );
}

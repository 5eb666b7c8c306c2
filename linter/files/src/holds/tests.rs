use crate::testing::tree;
use crate::{Discovery, Holds, Request, Workspace};

/// What holds for a path below a folder, one setting a line: key, value, its pattern, and the place from the folder on.
fn held(files: &[(&str, &str)], path: &str) -> (Holds, Vec<String>) {
    let dir = tree(files);
    let workspace = Workspace::new(Request::default(), Discovery::Nearest);
    let holds = workspace.holds_for(&dir.path().join(path)).unwrap();
    let below = |path: &str| path.strip_prefix(&format!("{}/", dir.path().to_string_lossy())).unwrap().to_owned();
    let line = |setting: &super::Setting| {
        let pattern = setting.files.as_ref().map_or_else(String::new, |files| format!(" for {files}"));
        let place = &setting.place;
        format!("{}={}{pattern} {}:{}:{}", setting.key, setting.value, below(&place.path), place.line, place.column)
    };
    let mut lines: Vec<String> = holds.settings.iter().map(line).collect();
    lines.extend(holds.excluded.iter().map(line));
    let files = holds.files.iter().map(|file| below(file)).collect();
    (Holds { files, ..holds }, lines)
}

#[test]
fn the_nearest_file_that_says_something_is_named() {
    let base =
        "kind: kep\npreview: true\nrules:\n  latency-budget-no-reserve: {severity: error, reserve: 15%, least: 5%}\n";
    let own =
        "extend: base.yaml\nkind: rfc\nrules:\n  bare-result: off\n  latency-budget-no-reserve:\n    reserve: 10%\n";
    let files = [("base.yaml", base), ("designlint.yaml", own)];
    let (holds, lines) = held(&files, "docs/a.md");
    assert_eq!(holds.files, ["designlint.yaml", "base.yaml"]);
    assert_eq!(
        lines,
        [
            "kind=\"rfc\" designlint.yaml:2:1",
            "preview=true base.yaml:2:1",
            "rules.latency-budget-no-reserve.severity=\"error\" base.yaml:4:31",
            "rules.bare-result.severity=\"off\" designlint.yaml:4:3",
            "rules.latency-budget-no-reserve.reserve=\"10%\" designlint.yaml:6:5",
        ]
    );
    assert_eq!(holds.excluded, None);
}

#[test]
fn what_is_said_of_some_files_goes_before_what_is_said_of_all() {
    let base = "overrides: [{files: ['x/**', 'rfcs/**'], kind: rfc, rules: {bare-result: info}}]\n";
    let own = "extend: base.yaml\nkind: design\nrules: {bare-result: off}\nper-file-ignores:\n  'rfcs/*.md': [structure, bare-result]\n  'é/*': all\nexclude: [gone, 'rfcs/']\n";
    let files = [("base.yaml", base), ("designlint.yaml", own)];
    assert_eq!(
        held(&files, "rfcs/1.md").1,
        [
            "kind=\"rfc\" for rfcs/** base.yaml:1:42",
            "rules.bare-result.severity=\"info\" for rfcs/** base.yaml:1:61",
            "per-file-ignores=[\"structure\",\"bare-result\"] for rfcs/*.md designlint.yaml:5:3",
            "exclude=\"rfcs/\" designlint.yaml:7:17",
        ]
    );
    assert_eq!(
        held(&files, "é/1.md").1,
        [
            "kind=\"design\" designlint.yaml:2:1",
            "rules.bare-result.severity=\"off\" designlint.yaml:3:9",
            "per-file-ignores=[\"all\"] for é/* designlint.yaml:6:3",
        ]
    );
}

#[test]
fn what_is_taught_adds_up() {
    let base = "units: {prefix: binary, nouns: pods}\ncomponents: [cache]\nformulas:\n  - {id: a, words: [b c], inputs: {n: count}, result: {formula: n}}\n";
    let own = "extend: base.yaml\nunits: {prefix: decimal, nouns: [tokens]}\nsignals: {'x.*': gateway}\ncomponents: {gateway: {runs_on: node-1}}\nformulas:\n  - {id: a, words: [b c], inputs: {n: count}, result: {formula: 2 * n}}\n";
    let (_, lines) = held(&[("base.yaml", base), ("designlint.yaml", own)], "a.md");
    assert_eq!(
        lines,
        [
            "signals.x.*=\"gateway\" designlint.yaml:3:11",
            "components=\"cache\" base.yaml:2:14",
            "components.gateway={\"runs_on\":\"node-1\"} designlint.yaml:4:14",
            "units.nouns=\"pods\" base.yaml:1:32",
            "units.prefix=\"decimal\" designlint.yaml:2:9",
            "units.nouns=\"tokens\" designlint.yaml:2:34",
            "formulas.a=\"2 * n\" designlint.yaml:6:10",
        ]
    );
}

#[test]
fn without_a_file_nothing_holds() {
    let workspace = Workspace::new(Request::default(), Discovery::Isolated);
    assert_eq!(workspace.holds_for(std::path::Path::new("a.md")).unwrap(), Holds::default());
}

use designlint_core::Severity;

use super::*;
use crate::testing::tree;

fn workspace() -> Workspace {
    Workspace::new(Request::default(), Discovery::Nearest)
}

/// The error of a configuration, from its place on.
fn error(text: &str) -> String {
    let dir = tree(&[("designlint.yaml", text)]);
    let error = workspace().settings_for(&dir.path().join("a.md")).unwrap_err();
    let shown = error.to_string();
    let marked = error.span.map_or("", |span| error.source.slice(span));
    format!("{} [{marked}]", shown.split_once("designlint.yaml").unwrap().1)
}

#[test]
fn the_nearest_file_wins() {
    let dir =
        tree(&[("designlint.yaml", "kind: design\n"), ("docs/.designlint.yaml", "kind: rfc\n"), ("docs/a/b.md", "")]);
    let workspace = workspace();
    let kind = |path: &str| workspace.settings_for(&dir.path().join(path)).unwrap().kind_from_configuration.clone();
    assert_eq!(kind("a.md"), Some("design".to_owned()));
    assert_eq!(kind("docs/a.md"), Some("rfc".to_owned()));
    assert_eq!(kind("docs/a/b.md"), Some("rfc".to_owned()));
    assert_eq!(kind("docs/../a.md"), Some("design".to_owned()));
}

#[test]
fn a_file_that_has_changed_is_read_again_where_that_is_asked() {
    let dir = tree(&[
        ("a/b.md", ""),
        ("designlint.yaml", "extend: base.yaml\nprofiles: [ours.yaml]\n"),
        ("base.yaml", "kind: kep\n"),
        ("ours.yaml", "id: ours\nlike: notes\n"),
    ]);
    let (workspace, path) = (workspace(), dir.path().join("a/b.md"));
    let kind = || workspace.settings_for(&path).map(|s| s.kind_from_configuration.clone().unwrap_or_default());
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    assert_eq!(kind().unwrap(), "kep");
    let before = workspace.settings_for(&path).unwrap();
    workspace.renew(&path);
    assert!(Arc::ptr_eq(&before, &workspace.settings_for(&path).unwrap()), "nothing has changed");
    write("base.yaml", "kind: design\n");
    assert_eq!(kind().unwrap(), "kep");
    workspace.renew(&path);
    assert_eq!(kind().unwrap(), "design");
    write("ours.yaml", "id: ours\nlike: rfc-9\n");
    workspace.renew(&path);
    assert!(kind().unwrap_err().to_string().contains("rfc-9"));
    write("ours.yaml", "id: ours\nlike: rfc\n");
    workspace.renew(&path);
    assert_eq!(kind().unwrap(), "design");
    write("a/.designlint.yaml", "kind: adr\n");
    workspace.renew(&path);
    assert_eq!(kind().unwrap(), "adr");
    std::fs::remove_file(dir.path().join("a/.designlint.yaml")).unwrap();
    workspace.renew(&path);
    assert_eq!(kind().unwrap(), "design");
}

#[test]
fn what_holds_is_shared_by_files_of_which_nothing_special_is_said() {
    let text = "overrides: [{files: 'rfcs/**', kind: rfc, rules: {unused-suppression: error}}]\nper-file-ignores: {'old/*.md': [engine]}\n";
    let dir = tree(&[("designlint.yaml", text)]);
    let workspace = workspace();
    let of = |path: &str| workspace.settings_for(&dir.path().join(path)).unwrap();
    assert!(Arc::ptr_eq(&of("a.md"), &of("b.md")));
    let rfc = of("rfcs/x/a.md");
    assert_eq!(rfc.kind_from_configuration, Some("rfc".to_owned()));
    assert_eq!(rfc.severities.get("unused-suppression"), Some(&Some(Severity::Error)));
    assert!(of("old/a.md").ignore.contains("unused-suppression"));
    assert!(of("a.md").ignore.is_empty());
    assert!(!of("a.md").knowledge.vocabulary.topics.is_empty());
}

#[test]
fn a_file_extends_another_and_says_more() {
    let dir = tree(&[
        ("base.yaml", "kind: kep\nexclude: [drafts]\nrules: {unused-suppression: off, unknown-suppression: info}\n"),
        ("docs/designlint.yaml", "extend: ../base.yaml\nexclude: [gone.md]\nrules: {unknown-suppression: error}\n"),
    ]);
    let workspace = workspace();
    let settings = workspace.settings_for(&dir.path().join("docs/a.md")).unwrap();
    assert_eq!(settings.kind_from_configuration, Some("kep".to_owned()));
    assert_eq!(settings.severities.get("unused-suppression"), Some(&None));
    assert_eq!(settings.severities.get("unknown-suppression"), Some(&Some(Severity::Error)));
    // Patterns are relative to the file that holds them.
    assert!(workspace.excludes(&dir.path().join("docs/gone.md")));
    assert!(workspace.excludes(&dir.path().join("docs/drafts/a.md")));
    assert!(!workspace.excludes(&dir.path().join("docs/a.md")));
}

#[test]
fn signals_and_components_are_taught() {
    let text = "signals: {'tl.gateway.*': gateway}\ncomponents:\n  gateway: {depends_on: [engine, cache], runs_on: node-1}\n  cache:\n";
    let dir = tree(&[("designlint.yaml", text), ("a/designlint.yaml", "components: [engine]\n")]);
    let workspace = workspace();
    let of = |path: &str| workspace.settings_for(&dir.path().join(path)).unwrap();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(of("a.md").knowledge.emitters, [pair("tl.gateway.*", "gateway")]);
    let needs = vec![pair("depends on", "engine"), pair("depends on", "cache"), pair("runs on", "node-1")];
    assert_eq!(of("a.md").knowledge.components, [("gateway".to_owned(), needs), ("cache".to_owned(), Vec::new())]);
    assert_eq!(of("a/a.md").knowledge.components, [("engine".to_owned(), Vec::new())]);
    assert_eq!(
        error("components: {gateway: {run_on: node-1}}\n"),
        ":1:24: no key is called `run_on`; did you mean `runs_on`? [run_on]"
    );
}

#[test]
fn the_caller_stands_above_the_configuration() {
    let dir = tree(&[
        ("designlint.yaml", "kind: rfc\npreview: true\n"),
        ("other.yaml", "kind: kep\n"),
        ("broken.yaml", "kind: x\n"),
    ]);
    let path = dir.path().join("a.md");
    let request = Request { kind: Some("adr".to_owned()), ..Request::default() };
    let settings = Workspace::new(request, Discovery::Nearest).settings_for(&path).unwrap();
    assert_eq!(settings.kind_from_command_line, Some("adr".to_owned()));
    assert!(settings.preview);
    let named = Workspace::new(Request::default(), Discovery::File(dir.path().join("other.yaml")));
    assert_eq!(named.settings_for(&path).unwrap().kind_from_configuration, Some("kep".to_owned()));
    let isolated = Workspace::new(Request::default(), Discovery::Isolated);
    assert_eq!(isolated.settings_for(&path).unwrap().kind_from_configuration, None);
    let missing = Workspace::new(Request::default(), Discovery::File(dir.path().join("gone.yaml")));
    assert!(missing.settings_for(&path).unwrap_err().to_string().ends_with("gone.yaml: no such file"));
}

#[test]
fn errors_say_where_and_what_was_meant() {
    assert_eq!(error("kinds: rfc\n"), ":1:1: no key is called `kinds`; did you mean `kind`? [kinds]");
    assert_eq!(
        error("# x\nrules:\n  unused-supression: off\n"),
        ":3:3: no rule is called `unused-supression`; did you mean `unused-suppression`? [unused-supression]"
    );
    assert_eq!(
        error("rules: {unused-suppression: warn}\n"),
        ":1:29: no severity is called `warn`; possible: off, info, warning, error [warn]"
    );
    assert_eq!(error("kind: desing\n"), ":1:7: no kind is called `desing`; did you mean `design`? [desing]");
    assert_eq!(error("preview: maybe\n"), ":1:10: true or false is expected here [maybe]");
    assert_eq!(error("- a\n"), ":1:1: a configuration is a mapping of keys to values []");
    assert_eq!(error("profiles: gone.yaml\n"), ":1:11: there is no file `gone.yaml` with a profile [gone.yaml]");
    assert_eq!(error("per-file-ignores: {'*.md': [ours/x]}\n"), ":1:29: no check is called `ours/x` [ours/x]");
    assert_eq!(
        error("per-file-ignores: {'*.md': [structur]}\n"),
        ":1:29: no rule or family is called `structur`; did you mean `structure`? [structur]"
    );
    assert_eq!(error("overrides:\n  - kind: rfc\n"), ":2:5: an override says which `files` it is for []");
    assert_eq!(
        error("exclude: ['a/{b']\n"),
        ":1:11: this is no pattern: unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?) ['a/{b']"
    );
    assert_eq!(error("kind: rfc\nkind: adr\n"), ":2:1: duplicate mapping key `kind` is not allowed here [kind]");
    assert_eq!(error("extend: gone.yaml\n"), ":1:9: there is no file `gone.yaml` to extend [gone.yaml]");
    assert_eq!(
        error("extend: ./designlint.yaml\n"),
        ":1:9: `./designlint.yaml` extends this file in turn [./designlint.yaml]"
    );
    assert_eq!(
        error("rules: {unused-suppression: {severity: info, reserve: 15%}}\n"),
        ":1:46: an option of `unused-suppression` is wrong: unknown field `reserve`, there are no fields [reserve]"
    );
}

#[test]
fn units_that_the_project_agreed_on() {
    let dir = tree(&[
        ("base.yaml", "units: {prefix: binary, month: 30 d, nouns: [Pods]}\n"),
        ("designlint.yaml", "extend: base.yaml\nunits: {prefix: decimal, nouns: [tokens]}\n"),
    ]);
    let settings = workspace().settings_for(&dir.path().join("a.md")).unwrap();
    let conventions = &settings.knowledge.conventions;
    assert_eq!(conventions.readings.binary, Some(false));
    assert_eq!(conventions.readings.month, Some(0));
    assert_eq!(conventions.nouns, ["pod", "token"]);
}

#[test]
fn units_that_mean_nothing() {
    assert_eq!(
        error("units:\n  prefix: binry\n"),
        ":2:11: no meaning of prefixes is called `binry`; did you mean `binary`? [binry]"
    );
    assert_eq!(
        error("units: {month: 31 d}\n"),
        ":1:16: `31 d` is no usual length of a month; possible: 30 d, 30.4375 d, 30.436875 d, 730 h [31 d]"
    );
    assert_eq!(error("units: {noun: [pods]}\n"), ":1:9: no key is called `noun`; did you mean `nouns`? [noun]");
    assert_eq!(
        error("units: {nouns: [pods, 3]}\n"),
        ":1:23: `3` is no noun; one word without digits, such as pods [3]"
    );
    assert_eq!(error("units: {nouns: GB}\n"), ":1:16: `GB` is a unit; a noun only counts, such as pods [GB]");
    assert_eq!(error("units: decimal\n"), ":1:8: `units` is a mapping of keys to values [decimal]");
}

#[test]
fn an_empty_file_says_nothing() {
    let dir = tree(&[("designlint.yaml", "# nothing\n")]);
    let settings = workspace().settings_for(&dir.path().join("a.md")).unwrap();
    assert_eq!(settings.kind_from_configuration, None);
}

#[test]
fn a_chain_is_read_from_its_end() {
    let dir = tree(&[
        ("designlint.yaml", "extend: shared/b.yaml\n"),
        ("shared/b.yaml", "extend: c.yaml\nkind: kep\n"),
        ("shared/c.yaml", "kind: adr\npreview: true\n"),
        ("broken/designlint.yaml", "extend: ../shared/d.yaml\n"),
        ("shared/d.yaml", "extend: e.yaml\n"),
        ("shared/e.yaml", "kind: adr\nkinds: x\n"),
    ]);
    let workspace = workspace();
    let settings = workspace.settings_for(&dir.path().join("a.md")).unwrap();
    assert_eq!((settings.kind_from_configuration.as_deref(), settings.preview), (Some("kep"), true));
    let error = workspace.settings_for(&dir.path().join("broken/a.md")).unwrap_err().to_string();
    assert!(error.ends_with("shared/e.yaml:2:1: no key is called `kinds`; did you mean `kind`?"), "{error}");
    let touched = workspace.touched();
    let touched: Vec<_> = touched.iter().map(|file| file.strip_prefix(dir.path()).unwrap().to_str().unwrap()).collect();
    let all = ["broken/designlint.yaml", "designlint.yaml"];
    let shared = ["shared/b.yaml", "shared/c.yaml", "shared/d.yaml", "shared/e.yaml"];
    assert_eq!(touched, [&all[..], &shared].concat());
}

#[test]
fn a_chain_that_does_not_end_is_an_error_where_it_closes() {
    let dir = tree(&[
        ("designlint.yaml", "extend: b.yaml\n"),
        ("b.yaml", "kind: kep\nextend: c.yaml\n"),
        ("c.yaml", "extend: ./b.yaml\n"),
    ]);
    let said = || workspace().settings_for(&dir.path().join("a.md")).unwrap_err().to_string();
    assert!(said().ends_with("c.yaml:1:9: `./b.yaml` extends this file in turn"), "{}", said());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(dir.path(), dir.path().join("here")).unwrap();
        std::fs::write(dir.path().join("b.yaml"), "extend: here/designlint.yaml\n").unwrap();
        assert!(said().ends_with("b.yaml:1:9: `here/designlint.yaml` extends this file in turn"), "{}", said());
    }
    for i in 0..40 {
        std::fs::write(dir.path().join(format!("{i}.yaml")), format!("extend: {}.yaml\n", i + 1)).unwrap();
    }
    std::fs::write(dir.path().join("40.yaml"), "").unwrap();
    std::fs::write(dir.path().join("b.yaml"), "extend: 20.yaml\n").unwrap();
    assert!(workspace().settings_for(&dir.path().join("a.md")).is_ok());
    std::fs::write(dir.path().join("b.yaml"), "extend: 0.yaml\n").unwrap();
    assert!(said().ends_with("29.yaml:1:9: more than 32 files extend one another"), "{}", said());
}

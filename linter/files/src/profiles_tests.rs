use super::*;

fn said(text: &str) -> String {
    let known = designlint_rules::packs::profiles();
    match read("ours.yaml".to_owned(), text, &known) {
        Ok(file) => format!("{} has {} checks", file.profile.id, file.profile.checks.len()),
        Err(wrong) => wrong.of("ours.yaml".to_owned(), text).to_string(),
    }
}

#[test]
fn errors_point_at_their_place() {
    let head = "id: ours\nlike: design\n";
    for (rest, message) in [
        ("", "ours has 0 checks"),
        ("lines:\nchecks: []\n", "ours has 0 checks"),
        ("linse: []\n", "ours.yaml:3:1: no key is called `linse`; did you mean `lines`?"),
        ("lines: rollout\n", "ours.yaml:3:8: `lines` is a list"),
        ("lines:\n  - {id: a, sections: [rollout]}\n", "ours.yaml:4:6: a line has no `says`"),
        (
            "lines:\n  - {id: a, says: b, sections: [rolout]}\n",
            "ours.yaml:4:33: no section is called `rolout`; did you mean `rollout`?",
        ),
        (
            "lines:\n  - {id: a, says: b, sections: [{name: c, words: [d]}]}\n",
            "ours.yaml:4:43: no key is called `words`; possible: name, synonyms",
        ),
        ("rules: [a]\n", "ours.yaml:3:8: `rules` maps rules and checks to severities, as in `{bare-result: off}`"),
        (
            "rules:\n  bare-resul: off\n",
            "ours.yaml:4:3: no rule or check is called `bare-resul`; did you mean `bare-result`?",
        ),
        ("patterns:\n  - {id: ours/a, message: b}\n", "ours.yaml:4:5: a pattern has either `must` or `must_not`"),
        (
            "patterns:\n  - {id: ours/a, must: 'a[', message: b}\n",
            "ours.yaml:4:25: this is no pattern: unclosed character class",
        ),
        ("checks:\n  - {id: ours/a, message: b}\n", "ours.yaml:4:6: a check has no `assert`"),
        (
            "checks:\n  - id: ours/a\n    assert: kind == options.cuont\n    message: b\n",
            "ours.yaml:5:21: no fact is called `options.cuont`; did you mean `options.count`?",
        ),
        (
            "checks:\n  - id: ours/a\n    when: \"options.cuont > 1\"\n    assert: true\n    message: b\n",
            "ours.yaml:5:12: no fact is called `options.cuont`; did you mean `options.count`?",
        ),
        (
            "checks:\n  - id: ours/a\n    assert: |\n      options.cuont > 1\n    message: b\n",
            "ours.yaml:6:7: no fact is called `options.cuont`; did you mean `options.count`?",
        ),
        (
            "checks:\n  - id: ours/a\n    assert: \"true\"\n    severity: grave\n    message: b\n",
            "ours.yaml:6:15: no severity is called `grave`; possible: info, warning, error",
        ),
    ] {
        assert_eq!(said(&format!("{head}{rest}")), message, "{rest}");
    }
    assert_eq!(said("like: design\n"), "ours.yaml:1:1: a profile has no `id`");
    assert_eq!(said("id: ours\n"), "ours.yaml:1:1: a profile has no `like`");
    assert_eq!(
        said("id: ours\nlike: desing\n"),
        "ours.yaml:2:7: no profile is called `desing`; did you mean `design`?"
    );
    assert!(said("- a\n").starts_with("ours.yaml:1:1: a profile is a mapping with the keys id, like"));
}

#[test]
fn examples_keep_their_places() {
    let text = "id: ours\nlike: design\npatterns:\n  - id: ours/a\n    must: x\n    message: m\n    passes: [x, \"y\\nx\"]\n    fails: z\n";
    let file = read("ours.yaml".to_owned(), text, &designlint_rules::packs::profiles()).unwrap();
    let places: Vec<&str> = file.examples[0].1.iter().map(|span| &text[span.range()]).collect();
    assert_eq!(places, ["z", "x", "\"y\\nx\""]);
    let examples: Vec<(&str, bool)> =
        file.profile.checks[0].examples.iter().map(|e| (e.text.as_str(), e.fails)).collect();
    assert_eq!(examples, [("z", true), ("x", false), ("y\nx", false)]);
}

#[test]
fn hostile_files_are_refused_in_time() {
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n\
                d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n";
    for text in [bomb.to_owned(), "[".repeat(100_000), format!("id: {}", "{a: ".repeat(50_000))] {
        assert!(said(&text).starts_with("ours.yaml:"), "{}", &text[..20]);
    }
    let wide = format!("id: ours\nlike: design\norder: [{}]\n", "rollout, ".repeat(5_000));
    assert_eq!(said(&wide), "ours has 1 checks");
}

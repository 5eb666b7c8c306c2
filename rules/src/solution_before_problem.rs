//! `solution-before-problem`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{State, Topic};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// The design or the choice comes before the problem it solves.
    ///
    /// ## Why
    /// A solution that is read before its problem is judged on taste: nobody knows yet what it has to do.
    ///
    /// ## Example
    /// ```md,fails
    /// # Event store
    ///
    /// ## Architecture
    ///
    /// Three brokers and a compacted topic.
    ///
    /// ## Requirements
    ///
    /// 2,000 events/s, 7 days of retention.
    /// ```
    /// ```md,passes
    /// # Event store
    ///
    /// ## Requirements
    ///
    /// 2,000 events/s, 7 days of retention.
    ///
    /// ## Architecture
    ///
    /// Three brokers and a compacted topic.
    /// ```
    ///
    /// ## Silent on
    /// - a summary or an abstract that comes first, whatever it tells
    /// - a design and a problem of different levels: they speak of different things
    /// - text under the title that may well state the problem
    /// - a document without any section on problem, users, constraints, requirements or goals (`section-missing`)
    pub static META = { name: "solution-before-problem", family: Structure, severity: Warning }
}

/// `solution-before-problem`.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolutionBeforeProblem {
    /// From this many words on, text under the title may state the problem; 30 unless it is set.
    pub words_of_introduction: usize,
}

impl Default for SolutionBeforeProblem {
    fn default() -> Self {
        Self { words_of_introduction: 30 }
    }
}

/// Topics that are a solution, and topics that say what it is for.
const SOLUTIONS: &[&str] = &["design", "decision"];
const PROBLEMS: &[&str] = &["problem", "users", "constraints", "requirements", "goals"];

impl Rule for SolutionBeforeProblem {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let topics = &cx.facts.topics;
        let Some(solution) = topics.iter().position(|t| is_one_of(t, SOLUTIONS)) else { return Vec::new() };
        let Some(problem) = topics.iter().find(|t| is_one_of(t, PROBLEMS)) else { return Vec::new() };
        let solution = &topics[solution];
        let parent = |t: &Topic| cx.document.sections.get(t.section).and_then(|s| s.parent);
        let siblings = solution.level == problem.level && parent(solution) == parent(problem);
        let before = solution.title.span.start < problem.title.span.start && siblings;
        // A problem within the design is a part of it; an unwritten design stands before nothing.
        if !before || solution.body.contains(problem.title.span) || solution.state != State::Filled {
            return Vec::new();
        }
        let introduced = cx.facts.introduction_words >= self.words_of_introduction;
        if introduced { Vec::new() } else { vec![finding(solution, problem)] }
    }
}

fn is_one_of(topic: &Topic, kinds: &[&str]) -> bool {
    topic.kinds.iter().any(|k| kinds.contains(&k.as_str()))
}

fn finding(solution: &Topic, problem: &Topic) -> Finding {
    let (what, why) = (quoted(&solution.title.text), quoted(&problem.title.text));
    Finding::new(solution.title.span, format!("{what} comes before {why}"))
        .label(problem.title.span, "what it has to do stands only here")
        .help(format!("move {why} up: problem, users and constraints come before any box or arrow"))
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "solution-before-problem";

    #[test]
    fn the_design_comes_first() {
        let text = "# Store\n\n## Architecture\n\nThree brokers.\n\n## Requirements\n\n2,000 events/s.\n";
        assert_eq!(says(RULE, text), ["3:1-3:16 warning: \"Architecture\" comes before \"Requirements\""]);
    }

    #[test]
    fn the_problem_comes_first() {
        for text in [
            "# Store\n\n## Context and problem statement\n\nLate.\n\n## Considered options\n\nA or B.\n\n## Architecture\n\nB.\n",
            "# Store\n\n## Summary\n\nB.\n\n## Motivation\n\nLate.\n\n## Design\n\nB.\n",
            "# Store\n\n## Problem and design\n\nLate; B.\n\n## Requirements\n\n3/s.\n",
            "# Store\n\n## Design\n\n### Goals\n\n3/s.\n\n### Parts\n\nB.\n",
            "# Store\n\n## Design\n\nB.\n",
        ] {
            assert_eq!(says(RULE, text), [""; 0], "{text}");
        }
    }

    #[test]
    fn an_introduction_may_state_the_problem() {
        let words = "The nightly export is six hours late and ".repeat(5);
        let text = format!("# Store\n\n{words}.\n\n## Design\n\nB.\n\n## Requirements\n\n3/s.\n");
        assert_eq!(says(RULE, &text), [""; 0]);
    }
}

//! What starts a rollback.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::patterns::brief;
use crate::text::{folded, has_word};
use crate::{Text, Vocabulary};

/// Words that open a condition.
static CONDITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = "when|whenever|if|once|unless|until|as soon as|in case|on|while|after|triggers?|triggered by|stops?|aborts?|halts?|gate[ds]?|must|stays?|remains?";
    brief(&format!(r"\b(?:{words})\b")).ok()
});

/// A limit that is passed: `> 1%`, "above 12 ms", "5 failures in a row".
static PASSED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let over = r"above|over|exceed(?:s|ing)?|more than|worse than|(?:high|great|low|long|lat|slow|old|few)er than|rises? to|below|drops? to|falls? to|beyond";
    brief(&format!(
        r"(?:[<>≥≤]=?|\b(?:{over}))\s*(?:the |a |its )?[~$€]?(?:\w+ (?:of )?)?\.?\d|\d\S*(?: \w+){{0,3}} (?:or more|in a row|consecutive)"
    ))
    .ok()
});

/// The first text that names what starts a rollback: a limit, or a condition on a metric.
pub(crate) fn trigger(texts: &[Text], words: &Vocabulary) -> Option<Text> {
    texts.iter().find(|t| is_trigger(&folded(&t.text), words)).cloned()
}

/// What somebody does to go back; of several sentences the first with a condition.
pub(crate) fn act(texts: &[Text], words: &Vocabulary) -> Option<Text> {
    let acts = words.list("way-back-act");
    let goes_back = |t: &&Text| {
        let text = folded(&t.text);
        acts.iter().any(|a| has_word(&text, a))
    };
    let condition = |t: &&Text| CONDITION.as_ref().is_some_and(|r| r.is_match(&folded(&t.text)));
    let with_condition = texts.iter().filter(goes_back).find(condition);
    with_condition.or_else(|| texts.iter().find(goes_back)).cloned()
}

fn is_trigger(text: &str, words: &Vocabulary) -> bool {
    if PASSED.as_ref().is_some_and(|r| r.is_match(text)) {
        return true;
    }
    let Some(condition) = CONDITION.as_ref() else { return false };
    let metrics = words.list("trigger-metric");
    // "When errors rise" has a metric; "if something looks wrong" has none.
    condition.is_match(text) && metrics.iter().any(|m| has_word(text, m))
}

#[cfg(test)]
mod tests {
    use designlint_document::Span;

    use super::*;

    fn starts(text: &str) -> bool {
        let metrics = ["error rate", "alert", "5xx", "checksum"].map(str::to_owned).to_vec();
        let words = Vocabulary { topics: Vec::new(), lists: [("trigger-metric".to_owned(), metrics)].into() };
        trigger(&[Text { text: text.into(), span: Span::new(0, 1) }], &words).is_some()
    }

    #[test]
    fn a_limit_or_a_condition_on_a_metric() {
        for text in [
            "Roll back when the edge 5xx ratio is > 1% for 5 m.",
            "The flag goes off if p99 is above 12 ms.",
            "Off when logins fail more than 3 times.",
            "The old path is back when a job starts later than 60 s.",
            "Revert once the fast-burn alert fires.",
            "5 failed probes in a row turn it off.",
            "If a checksum differs we go back.",
        ] {
            assert!(starts(text), "{text}");
        }
    }

    #[test]
    fn an_act_is_more_than_a_flag() {
        let words = Vocabulary {
            topics: Vec::new(),
            lists: [("way-back-act".to_owned(), vec!["roll back".to_owned(), "flag off".to_owned()])].into(),
        };
        let text = |t: &str| Text { text: t.into(), span: Span::new(0, 1) };
        let texts = ["Behind a flag.", "We roll back by hand.", "If it looks odd: flag off."].map(text);
        assert_eq!(act(&texts, &words).as_ref(), Some(&texts[2]));
        assert_eq!(act(&texts[..2], &words).as_ref(), Some(&texts[1]));
        assert_eq!(act(&texts[..1], &words), None);
    }

    #[test]
    fn a_feeling_or_a_step_is_none() {
        for text in [
            "If something looks wrong we set the flag off.",
            "Canary at 5% for one hour, then 100%.",
            "Rollback: redeploy v1, 2 min.",
            "We watch the error rate.",
            "Roll back on problems.",
        ] {
            assert!(!starts(text), "{text}");
        }
    }
}

//! Changes of stored data that the old version does not survive.

use std::sync::LazyLock;

use designlint_document::{BlockKind, Document};
use regex::Regex;

use crate::prose::Prose;
use crate::rollout::texts;
use crate::text::{blocks_in, folded};
use crate::{Migration, State, Text, Topic, Vocabulary};

/// Topics that speak of how versions come and go.
const TOPICS: &[&str] = &["rollout", "rollback", "migration"];

/// Statements of SQL, and the same in words. What is created in the same breath is no loss.
static DESTROYS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let object = "columns?|tables?|fields?|keyspaces?|schemas?|collections?|partitions?";
    let sql = r"drop (?:column|table|schema|database)\b|rename (?:column|table|to)\b|set not null|alter column \S+ (?:set data )?type\b|truncate table\b|add column [^,;]* not null(?: |$|;|`)";
    let words = format!(
        r"\b(?:drop|drops|remove|removes|delete|deletes|rename|renames)(?: the| its| all)?(?: old| legacy| previous| unused)?(?: `?[\w.]+`?){{0,2}} (?:{object})\b"
    );
    Regex::new(&format!(r"\b(?:{sql})|{words}")).ok()
});

/// A way back that is nothing but the old program.
static OLD_PROGRAM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let old = r"v?\d[\w.]*|(?:the )?(?:previous|old|earlier|last) (?:version|release|image|build|tag|revision|binary|chart|deployment)";
    Regex::new(&format!(
        r"\b(?:redeploy|re-deploy|deploy the|roll back to|rollback to|rolls back to|revert to|go back to|back to|downgrade to|switch back to|reinstall) (?:{old})|\b(?:redeploy|re-deploy|helm rollback|rollout undo)\b|\brevert(?:ing)? the (?:deploy|deployment|release|image|chart|commit)"
    ))
    .ok()
});

/// The destructive changes whose only way back is the old program, in order of the source. None where anything says that
/// they come later, can be undone or are a point of no return.
pub(crate) fn migrations(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Migration> {
    let (Some(destroys), Some(old)) = (DESTROYS.as_ref(), OLD_PROGRAM.as_ref()) else { return Vec::new() };
    let is = |t: &&Topic| t.state == State::Filled && t.kinds.iter().any(|k| TOPICS.contains(&k.as_str()));
    let said: Vec<Text> = topics.iter().filter(is).flat_map(|t| texts(document, t.body)).collect();
    let any = |list: &str| said.iter().any(|t| words.says(list, &folded(&t.text)));
    let back = said.iter().find(|t| old.is_match(&folded(&t.text)));
    let Some(back) = back.filter(|_| !any("migration-safe")) else { return Vec::new() };
    let mut found: Vec<Migration> = Vec::new();
    for topic in topics.iter().filter(is) {
        for block in blocks_in(document, topic.body).filter(|b| !matches!(b.kind, BlockKind::Heading)) {
            let prose = Prose::within(document, block, topic.body);
            for mark in destroys.find_iter(&prose.text().to_lowercase()) {
                // Lower case moves bytes only outside of ASCII; a place that does not fit is left out.
                let change = prose.part(mark.range());
                if change.text.to_lowercase() == crate::text::fold_blanks(mark.as_str()) {
                    found.push(Migration { change, way_back: back.clone() });
                }
            }
        }
    }
    found.sort_by_key(|m| m.change.span);
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn found(body: &str) -> Vec<String> {
        let words = Vocabulary {
            topics: vec![TopicWords { id: "rollout".into(), headings: vec!["rollout".into()], not: Vec::new() }],
            lists: [("migration-safe".to_owned(), vec!["later release".to_owned(), "backfill".to_owned()])].into(),
        };
        let document = Document::parse(Source::new(format!("## Rollout\n\n{body}\n")));
        let topics = crate::topics::topics(&document, &words);
        let line = |m: Migration| format!("{} / {}", m.change.text, m.way_back.text);
        migrations(&document, &topics, &words).into_iter().map(line).collect()
    }

    #[test]
    fn what_the_old_program_cannot_read() {
        assert_eq!(
            found("1. `ALTER TABLE jobs DROP COLUMN note;`\n2. Rollback: redeploy v1."),
            ["DROP COLUMN / Rollback: redeploy v1."]
        );
        assert_eq!(
            found("v2 drops the `note` column. We go back to the previous version when 5xx rises."),
            ["drops the note column / We go back to the previous version when 5xx rises."]
        );
        assert_eq!(
            found("```sql\nALTER TABLE a RENAME TO b;\n```\n\nTo revert: helm rollback."),
            ["RENAME TO / To revert: helm rollback."]
        );
    }

    #[test]
    fn what_can_be_undone_or_comes_later() {
        for body in [
            "`DROP COLUMN note` comes in a later release. Rollback: redeploy v1.",
            "Drop the column. Rollback: redeploy v1 and backfill.",
            "Drop the column.",
            "Add a column. Rollback: redeploy v1.",
            "`CREATE TABLE b`. Rollback: redeploy v1.",
        ] {
            assert_eq!(found(body), [""; 0], "{body}");
        }
    }
}

//! Changes of stored data that the old version does not survive.

use std::sync::LazyLock;

use designlint_document::{BlockKind, Document};
use regex::Regex;

use crate::patterns::compile;
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
    compile(&format!(r"\b(?:{sql})|{words}")).ok()
});

/// Data in a form that the old program does not know, or under keys by which it does not look. Caches are filled again.
static REWRITES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let stored = r"(?:on-disk|storage|file|record|message|snapshot|segment|index|data|serialization|serialisation|wire|row|event|block)";
    let form = r"(?:format|encoding|layout|schema version)";
    let key = r"(?:partition|primary|shard|sharding|encryption|clustering) keys?";
    let change = r"(?:change|changes|changing|switch|switches|switching|convert|converts|converting|rewrite|rewrites|rewriting|migrate|migrates|migrating|move|moves|moving)";
    compile(&format!(
        r"\b{change} (?:the |its |all )?(?:`?[\w.-]+`? ){{0,2}}?(?:{stored} {form}|{key})\b|\b(?:write|writes|writing|store|stores|storing) (?:`?[\w.-]+`? ){{1,4}}?in (?:the |a )?new {form}\b|\b(?:re-encode|re-encodes|re-key|re-keys|rekey|rekeys|repartition|repartitions|re-partition|re-partitions) (?:the |all |every )?`?[\w-]+`?"
    ))
    .ok()
});

/// A way back that is nothing but the old program.
static OLD_PROGRAM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let old = r"v?\d[\w.]*|(?:the )?(?:previous|old|earlier|last) (?:version|release|image|build|tag|revision|binary|chart|deployment)";
    compile(&format!(
        r"\b(?:redeploy|re-deploy|deploy the|roll back to|rollback to|rolls back to|revert to|go back to|back to|downgrade to|switch back to|reinstall) (?:{old})|\b(?:redeploy|re-deploy|helm rollback|rollout undo)\b|\brevert(?:ing)? the (?:deploy|deployment|release|image|chart|commit)"
    ))
    .ok()
});

/// The destructive changes whose only way back is the old program, in order of the source. None where anything says that
/// they come later, can be undone or are a point of no return.
pub(crate) fn migrations(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Migration> {
    let is = |t: &&Topic| t.state == State::Filled && t.kinds.iter().any(|k| TOPICS.contains(&k.as_str()));
    let said: Vec<Text> = topics.iter().filter(is).flat_map(|t| texts(document, t.body)).collect();
    if said.is_empty() {
        return Vec::new();
    }
    let Some(old) = OLD_PROGRAM.as_ref() else { return Vec::new() };
    let any = |list: &str| said.iter().any(|t| words.says(list, &folded(&t.text)));
    let back = said.iter().find(|t| old.is_match(&folded(&t.text)));
    let Some(back) = back.filter(|_| !any("migration-safe")) else { return Vec::new() };
    let (Some(destroys), Some(rewrites)) = (DESTROYS.as_ref(), REWRITES.as_ref()) else { return Vec::new() };
    let mut found: Vec<Migration> = Vec::new();
    for topic in topics.iter().filter(is) {
        for block in blocks_in(document, topic.body).filter(|b| !matches!(b.kind, BlockKind::Heading)) {
            let prose = Prose::within(document, block, topic.body);
            let low = prose.text().to_lowercase();
            let lost = destroys.find_iter(&low).map(|mark| (mark, false));
            for (mark, rewrites) in lost.chain(rewrites.find_iter(&low).map(|mark| (mark, true))) {
                // Lower case moves bytes only outside of ASCII; a place that does not fit is left out.
                let change = prose.part(mark.range());
                if change.text.to_lowercase() == crate::text::fold_blanks(mark.as_str()) {
                    found.push(Migration { change, rewrites, way_back: back.clone() });
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
    fn forms_that_the_old_program_does_not_know() {
        for (text, change) in [
            ("v4 writes segments in the new format.", "writes segments in the new format"),
            ("The release changes the on-disk format of the log.", "changes the on-disk format"),
            (
                "v4 switches the orders table to another partition key; it changes the `orders` partition key at start.",
                "changes the orders partition key",
            ),
            ("At start it re-encodes all rows.", "re-encodes all rows"),
            ("At start it converts the index layout.", "converts the index layout"),
        ] {
            let found = found(&format!("{text} Rollback: redeploy v3."));
            assert_eq!(found.len(), 1, "{text}");
            assert!(found[0].starts_with(&format!("{change} / ")), "{found:?}");
        }
        for text in [
            "It changes the cache key.",
            "It writes both formats.",
            "It changes the log level.",
            "It changes the log format.",
            "The file format stays.",
        ] {
            assert_eq!(found(&format!("{text} Rollback: redeploy v3.")), [""; 0], "{text}");
        }
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

//! What a document says about itself: its date and its status.

use designlint_document::{BlockKind, Document};

use crate::text::{blocks_in, folded, plain};
use crate::{Date, Field, Standing, Text, Topic, Vocabulary};

/// The date and the status of a document: of its fields, or of a section on its status.
pub(crate) fn standing(document: &Document, header: &[Field], topics: &[Topic], words: &Vocabulary) -> Standing {
    let mut standing = Standing::default();
    for Field { name, value } in header {
        let is = |list: &str| words.list(list).contains(name);
        if is("date-field") {
            let date = Date::find(&value.text).map(|date| (date, value.clone()));
            // Of the day it was written and the day it was changed the later one holds.
            let later = date.filter(|(d, _)| standing.date.as_ref().is_none_or(|(known, _)| known < d));
            standing.date = later.or(standing.date);
        } else if is("status-field") && standing.status.is_none() {
            standing.status = Some(value.clone());
        } else if is("owner-field") && standing.owner.is_none() {
            standing.owner = Some(value.clone());
        }
    }
    standing.status = standing.status.or_else(|| status_section(document, topics));
    standing.accepted = standing.status.as_ref().is_some_and(|s| is_accepted(&s.text, words));
    standing
}

fn is_accepted(status: &str, words: &Vocabulary) -> bool {
    let text = folded(status);
    let says = |list: &str| words.says(list, &text);
    says("status-accepted") && !says("status-open")
}

/// The first line of a section on the status: "Accepted, 2026-03-02".
fn status_section(document: &Document, topics: &[Topic]) -> Option<Text> {
    let topic = topics.iter().find(|t| t.kinds.iter().any(|k| k == "status"))?;
    let block = blocks_in(document, topic.body).find(|b| b.kind == BlockKind::Paragraph)?;
    let line = *block.lines.first()?;
    Some(Text { text: plain(document.source.slice(line)), span: line })
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn found(text: &str) -> (String, String, bool) {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("date-field", &["date", "last updated"]),
            list("status-field", &["status"]),
            list("status-accepted", &["accepted"]),
            list("status-open", &["not", "to be"]),
        ];
        let words = Vocabulary {
            topics: vec![crate::TopicWords { id: "status".into(), headings: vec!["status".into()], not: Vec::new() }],
            lists: lists.into(),
        };
        let document = Document::parse(Source::new(text));
        let topics = crate::topics::topics(&document, &words);
        let standing = standing(&document, &crate::header::header(&document), &topics, &words);
        let date = standing.date.map_or("-".into(), |(d, _)| d.to_string());
        (date, standing.status.map_or("-".into(), |s| s.text), standing.accepted)
    }

    #[test]
    fn the_front_matter_or_fields_say_it() {
        for text in [
            "---\ndate: 2026-03-10\nstatus: accepted\n---\n\n# A\n",
            "# A\n\n- Date: 2026-03-10\n- **Status**: accepted\n\n## B\n",
            "# A\n\nDate: 2026-03-10\nStatus: accepted\n",
            "# A\n\n| Date | 10 March 2026 |\n|---|---|\n| Status | accepted |\n",
        ] {
            assert_eq!(found(text), ("2026-03-10".into(), "accepted".into(), true), "{text}");
        }
        assert_eq!(found("# A\n\n## Status\n\nAccepted in March.\n"), ("-".into(), "Accepted in March.".into(), true));
        assert_eq!(found("# A\n\n## Status\n\nTo be accepted.\n"), ("-".into(), "To be accepted.".into(), false));
    }

    #[test]
    fn the_later_date_holds() {
        assert_eq!(found("---\ndate: 2026-03-10\nlast_updated: 2026-05-01\n---\n").0, "2026-05-01");
        assert_eq!(found("---\nlast-updated: 2026-05-01\ndate: 2026-03-10\n---\n").0, "2026-05-01");
    }

    #[test]
    fn further_down_it_is_something_else() {
        assert_eq!(found("# A\n\n## B\n\nStatus: accepted\n"), ("-".into(), "-".into(), false));
    }
}

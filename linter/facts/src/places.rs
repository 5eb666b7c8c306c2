//! The sections that comments of a review point at, and whether the document has them.

use std::sync::LazyLock;

use designlint_document::{Document, SectionOrigin};
use regex::Regex;

use crate::heading_key;
use crate::patterns::compile;
use crate::text::folded;

static PLACE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let title = r"\p{Lu}[\p{L}\d'’-]*(?: [\p{L}\d'’-]+){0,6}";
    compile(&format!(r#"(?P<new>\b(?:an?|no|new|own|another)\s)?(?:\b[Ss]ections?\s+|§\s?)(?:["“](?P<quoted>[^"”]{{2,60}})["”]|(?P<number>\d+(?:\.\d+)*)|(?P<title>{title}))"#)).ok()
});

static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| compile(r"^(?P<n>\d+(?:\.\d+)*)[.):]?\s").ok());

/// What the comments of a review call a section: `3.2`, `Failure modes`.
pub(crate) fn places(comment: &str) -> Vec<String> {
    let found = PLACE.iter().flat_map(|r| r.captures_iter(comment));
    // "Add a section "Rollback"" speaks of one that is not there.
    let place = |c: regex::Captures<'_>| {
        if c.name("new").is_some() {
            return None;
        }
        ["quoted", "number", "title"].iter().find_map(|n| Some(c.name(n)?.as_str().to_owned()))
    };
    found.filter_map(place).collect()
}

/// Whether a document has a section of this number or title. A number counts the sections where none is numbered; a title may
/// be the start of what follows it in the comment.
pub fn has_section(document: &Document, place: &str) -> bool {
    let sections = || document.sections.iter().filter(|s| s.origin != SectionOrigin::Preamble);
    let number = |title: &str| Some(NUMBERED.as_ref()?.captures(title)?.name("n")?.as_str().to_owned());
    if place.starts_with(|c: char| c.is_ascii_digit()) {
        let numbered: Vec<String> = sections().filter_map(|s| number(&s.title)).collect();
        // Nobody can tell what "2.1" is where nothing is numbered.
        let counted = || place.parse::<usize>().map_or(true, |n| (1..=chapters(document)).contains(&n));
        return if numbered.is_empty() { counted() } else { numbered.iter().any(|n| n == place) };
    }
    let place = heading_key(&folded(place));
    sections().map(|s| heading_key(&s.title)).filter(|t| !t.is_empty()).any(|t| {
        let starts =
            |long: &str, short: &str| long.strip_prefix(short).is_some_and(|r| !r.starts_with(char::is_alphanumeric));
        starts(&place, &t) || t.contains(&place)
    })
}

/// Number of sections right under the title.
fn chapters(document: &Document) -> usize {
    let levels = || document.sections.iter().filter(|s| s.origin == SectionOrigin::Heading).map(|s| s.level);
    let tops = |level: u8| levels().filter(|l| *l == level).count();
    let first = levels().min().unwrap_or(1);
    if tops(first) == 1 { levels().filter(|l| *l > first).min().map_or(1, tops) } else { tops(first) }
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    #[test]
    fn places_of_a_comment() {
        assert_eq!(places("section 3.2: add it; see section Failure modes, row 2"), ["3.2", "Failure modes"]);
        assert_eq!(places("Section \"Open questions\" and §4"), ["Open questions", "4"]);
        assert_eq!(places("the section on costs"), [""; 0]);
    }

    #[test]
    fn sections_of_a_document() {
        let numbered = Document::parse(Source::new("# T\n\n## 1. Problem\n\n## 2. Failure modes\n\n### 2.1 Ladder\n"));
        for (place, there) in [
            ("2", true),
            ("2.1", true),
            ("3", false),
            ("Failure modes name it", true),
            ("Problem", true),
            ("Costs", false),
        ] {
            assert_eq!(has_section(&numbered, place), there, "{place}");
        }
        let plain = Document::parse(Source::new("# T\n\n## Problem\n\n## Rollout and rollback\n"));
        for (place, there) in [("2", true), ("3", false), ("2.1", true), ("Rollout", true), ("Costs", false)] {
            assert_eq!(has_section(&plain, place), there, "{place}");
        }
    }
}

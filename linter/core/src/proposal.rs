//! Whether a document is a public proposal, by the fields or the title that its series asks for.

use designlint_document::{Document, SectionOrigin};
use designlint_facts::{Facts, Field, heading_key};

/// Whether the document has the fields of a public proposal in front matter or before its second heading, or carries
/// the number of a series in its title. `marks` are names of such fields; those of one word are names of series too.
pub(crate) fn is_proposal(document: &Document, facts: &Facts, marks: &[String]) -> bool {
    let marks: Vec<String> = marks.iter().map(|f| heading_key(f)).collect();
    let front_matter = document.front_matter.iter().flat_map(|f| &f.entries);
    if front_matter.into_iter().any(|e| marks.contains(&heading_key(&e.key))) {
        return true;
    }
    // A one-word field is also a word of prose ("tip: ..."), so its value must be the proposal's number.
    let field = |f: &Field| {
        let name = heading_key(&f.name);
        let series = marks.contains(&name) || name == "proposal" || name == "rfc";
        if name.contains(' ') { marks.contains(&name) } else { series && is_number(&f.value.text) }
    };
    facts.header.iter().any(field) || title(document).is_some_and(|title| is_numbered(title, &marks))
}

fn title(document: &Document) -> Option<&str> {
    document.sections.iter().find(|s| s.origin != SectionOrigin::Preamble).map(|s| s.title.as_str())
}

/// `RFC-0163: …`, `HIP 82: …`, `Proposal: …`.
fn is_numbered(title: &str, series: &[String]) -> bool {
    let low = title.to_lowercase();
    if low.starts_with("proposal: ") || low.starts_with("rfc: ") {
        return true;
    }
    let name = &low[..low.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(low.len())];
    let rest = low[name.len()..].trim_start_matches(['-', ' ', '#']);
    (name == "rfc" || series.iter().any(|s| s == name)) && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// `66`, `#66`, `"0118"`, `SE-0030`, `[66](…)`.
fn is_number(value: &str) -> bool {
    let value = value.trim().trim_start_matches(['#', '\'', '"', '`', '*', '[']);
    let value = value.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_start_matches(['-', '#', ' ']);
    let digits = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    let rest = value[digits..].trim_matches(['\'', '"', '`', '*']);
    (1..=6).contains(&digits) && (rest.is_empty() || rest.starts_with([']', ')']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_proposals() {
        for value in ["66", "#66", "'0118'", "SE-0030", "[66](https://example.org/66)", "[SE-0030](0030-x.md)"] {
            assert!(is_number(value), "{value}");
        }
        for value in ["", "two", "12 apples", "2026-03-02", "12345678"] {
            assert!(!is_number(value), "{value}");
        }
    }

    #[test]
    fn titles_of_proposals() {
        let series = ["hip".to_owned(), "rfc pr".to_owned()];
        for title in [
            "RFC-0163: Host functions",
            "HIP 82: A provider",
            "HIP51: A council",
            "RFC-0120/Consensus",
            "Proposal: fewer locks",
        ] {
            assert!(is_numbered(title, &series), "{title}");
        }
        for title in ["Cache: a design", "ADR-12: outbox", "HIP: x", "RFCs of 2026", "Proposal"] {
            assert!(!is_numbered(title, &series), "{title}");
        }
    }
}

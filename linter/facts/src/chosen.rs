//! Which option a choice names.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::Text;
use crate::patterns::brief;
use crate::prose::Prose;

/// `option C`, `Alternative 2`, a letter alone, `(B)`.
static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let label = "(?i:option|alternative|approach|variant|candidate|solution|proposal)";
    brief(&format!(r"\b{label} (?P<a>[A-Z]|\d{{1,2}})\b|^\W*(?:for |to use |to go with |is |with )?\(?(?P<b>[A-Z])\)?(?:[.,;:)]|\s|$)")).ok()
});

/// `"in-process cache"` right after the words that choose.
static QUOTED: LazyLock<Option<Regex>> =
    LazyLock::new(|| brief("^[\\s:*_]*[\"\u{201c}](?P<name>[^\"\u{201c}\u{201d}]{2,80})[\"\u{201d}]").ok());

/// Words that name several options, or none of them as it stands.
const MIXED: &[&str] = &[
    "hybrid",
    "combin",
    "both",
    "mix",
    "blend",
    "merge",
    "neither",
    "variation",
    "modified",
    "instead of",
    "over option",
];

/// What a sentence chooses. `after` is where the words that choose end in the prose, `end` where the sentence does.
pub(crate) fn chosen(prose: &Prose, after: usize, end: usize) -> Option<Text> {
    let text = prose.text().get(after..end)?;
    let lower = text.to_lowercase();
    if MIXED.iter().any(|m| lower.contains(m)) {
        return None;
    }
    if let Some(name) = QUOTED.as_ref()?.captures(text).and_then(|g| g.name("name")) {
        return Some(prose.part(after + name.start()..after + name.end()));
    }
    let pattern = LABEL.as_ref()?;
    let mut labels = pattern.captures_iter(text).filter_map(|g| g.name("a").or_else(|| g.name("b")));
    let (first, second) = (labels.next()?, labels.next());
    // "A" may be an article, "I" a person, and two labels are a mixture.
    let rest = text[first.end()..].trim_start();
    let article = ["A", "I"].contains(&first.as_str()) && rest.starts_with(char::is_alphanumeric);
    let more = rest.starts_with(['+', '&', '/']) || rest.starts_with("and ") || rest.starts_with("or ");
    (second.is_none() && !article && !more).then(|| prose.part(after + first.start()..after + first.end()))
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use super::*;

    fn name(text: &str) -> Option<String> {
        let document = Document::parse(Source::new(text));
        let prose = Prose::of(&document, &document.blocks[0]);
        let after = "We choose".len();
        chosen(&prose, after, prose.text().len()).map(|t| t.text)
    }

    #[test]
    fn a_label_or_a_quoted_name() {
        assert_eq!(name("We choose option C.").as_deref(), Some("C"));
        assert_eq!(name("We choose (B), the log.").as_deref(), Some("B"));
        assert_eq!(name("We choose C because it is small.").as_deref(), Some("C"));
        assert_eq!(name("We choose A.").as_deref(), Some("A"));
        assert_eq!(name("We choose \"a log of its own\", because of x.").as_deref(), Some("a log of its own"));
    }

    #[test]
    fn what_cannot_be_told_names_none() {
        for text in [
            "We choose A queue.",
            "We choose options A and B.",
            "We choose option A and option B.",
            "We choose A + C.",
            "We choose a hybrid of option A.",
            "We choose the queue.",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }
}

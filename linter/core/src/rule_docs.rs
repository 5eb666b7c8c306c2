//! The doc comment of a rule, in parts.

use std::collections::BTreeSet;

use crate::Kind;

/// What a rule's doc comment says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleDocs {
    /// What is wrong, in a sentence.
    pub what: String,
    /// The sections: heading and text, fences included, in order.
    pub sections: Vec<(String, String)>,
    /// The documents that show it.
    pub examples: Vec<Example>,
}

/// A document that shows a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The document.
    pub text: String,
    /// Whether the rule has something to say about it.
    pub fails: bool,
    /// Its kind, where the fence says `kind=…`; a design document otherwise.
    pub kind: Kind,
    /// The files that exist beside it, where the fence says `files=…`; `None` where nobody looks.
    pub files: Option<BTreeSet<String>>,
}

impl RuleDocs {
    /// Reads a doc comment, [`crate::RuleMeta::docs`].
    pub fn parse(docs: &str) -> Self {
        let mut parsed = Self::default();
        let mut fence: Option<Fence> = None;
        for line in docs.lines().map(|l| l.strip_prefix(' ').unwrap_or(l)) {
            let heading = line.strip_prefix("## ").filter(|_| fence.is_none());
            if let Some(title) = heading {
                parsed.sections.push((title.trim().to_owned(), String::new()));
                continue;
            }
            let text = parsed.sections.last_mut().map_or(&mut parsed.what, |(_, text)| text);
            text.push_str(line);
            text.push('\n');
            fence = match fence {
                Some(open) if open.closes(line) => {
                    parsed.examples.extend(open.example());
                    None
                }
                Some(open) => Some(open.with(line)),
                None => Fence::open(line),
            };
        }
        parsed.what = parsed.what.trim().to_owned();
        for (_, text) in &mut parsed.sections {
            *text = text.trim().to_owned();
        }
        parsed
    }

    /// The text of a section, such as `Why`.
    pub fn section(&self, heading: &str) -> Option<&str> {
        self.sections.iter().find(|(h, _)| h == heading).map(|(_, text)| text.as_str())
    }
}

/// An open code fence.
struct Fence {
    ticks: usize,
    info: String,
    text: String,
}

impl Fence {
    fn open(line: &str) -> Option<Self> {
        let ticks = line.bytes().take_while(|&b| b == b'`').count();
        let opens = ticks >= 3 && !line[ticks..].contains('`');
        opens.then(|| Self { ticks, info: line[ticks..].trim().to_owned(), text: String::new() })
    }

    fn closes(&self, line: &str) -> bool {
        let line = line.trim_end();
        line.len() >= self.ticks && line.bytes().all(|b| b == b'`')
    }

    fn with(mut self, line: &str) -> Self {
        self.text.push_str(line);
        self.text.push('\n');
        self
    }

    /// The example, where the info string says `md,fails` or `md,passes`.
    fn example(self) -> Option<Example> {
        let mut words = self.info.split([',', ' ']).filter(|w| !w.is_empty());
        if words.next() != Some("md") {
            return None;
        }
        let fails = match words.next() {
            Some("fails") => true,
            Some("passes") => false,
            _ => return None,
        };
        let (mut kind, mut files) = (Kind::Design, None);
        for word in words {
            if let Some(name) = word.strip_prefix("kind=").and_then(Kind::from_name) {
                kind = name;
            } else if let Some(file) = word.strip_prefix("files=") {
                files.get_or_insert_with(BTreeSet::new).insert(file.to_owned());
            }
        }
        Some(Example { text: self.text, fails, kind, files })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCS: &str = " A total is not the sum.\n\n ## Why\n It is quoted.\n\n ## Example\n ```md,fails\n # A\n ## Not a heading\n ```\n \
                        ````md,passes kind=kep files=a.md\n ```text\n 1 + 1 = 2\n ```\n ````\n ```yaml\n reserve: 15%\n ```\n\n ## Silent on\n Caps.\n";

    #[test]
    fn reads_sections_and_examples() {
        let docs = RuleDocs::parse(DOCS);
        assert_eq!(docs.what, "A total is not the sum.");
        let headings: Vec<&str> = docs.sections.iter().map(|(heading, _)| heading.as_str()).collect();
        assert_eq!(headings, ["Why", "Example", "Silent on"]);
        assert_eq!((docs.section("Why"), docs.section("Silent on")), (Some("It is quoted."), Some("Caps.")));
        assert_eq!(docs.section("Options"), None);
        let fails = Example { text: "# A\n## Not a heading\n".into(), fails: true, kind: Kind::Design, files: None };
        let passes = Example {
            text: "```text\n1 + 1 = 2\n```\n".into(),
            fails: false,
            kind: Kind::Kep,
            files: Some(["a.md".to_owned()].into()),
        };
        assert_eq!(docs.examples, [fails, passes]);
    }
}

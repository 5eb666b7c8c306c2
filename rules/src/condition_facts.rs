//! The facts that a condition of a profile may use.

use designlint_core::{Context, nearest};
use designlint_document::FrontMatter;
use designlint_facts::{Facts, TopicWords, Verdict};

use crate::failure_wording::{failures, lacks_detection};

/// The facts whose names are fixed.
const FIXED: &[(&str, Fact)] = &[
    ("kind", Fact::Kind),
    ("options.count", Fact::Count(|facts| facts.options.iter().map(|o| o.items.len()).sum())),
    ("options.with_numbers", Fact::Count(options_with_numbers)),
    ("failure_modes.count", Fact::Count(|facts| failures(&facts.failure_modes).count())),
    ("failure_modes.without_detection", Fact::Count(undetected)),
    ("questions.count", Fact::Count(|facts| facts.questions.iter().filter(|q| !q.resolved).count())),
    ("questions.without_owner", Fact::Count(unowned)),
    ("claims.count", Fact::Count(|facts| facts.claims.len())),
    ("claims.wrong", Fact::Count(|facts| facts.claims.iter().filter(|c| c.verdict == Verdict::Wrong).count())),
];

/// Something that a condition asks about a document.
#[derive(Clone, Debug)]
pub(crate) enum Fact {
    /// Name of the document's kind.
    Kind,
    /// Number of words under the headings of a topic.
    Words(String),
    /// What stands under them, as written.
    Text(String),
    /// A number of things.
    Count(fn(&Facts) -> usize),
    /// The value of a key of the front matter; the elements of a list are joined by ", ".
    FrontMatter(String),
}

/// The value of a [`Fact`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// A count.
    Count(usize),
    /// A text; empty where there is none.
    Text(String),
}

impl Fact {
    /// The fact of a name. `topics` are the sections that it may name, each by its id or by a heading.
    ///
    /// # Errors
    /// What was probably meant, or what is possible.
    pub fn named(name: &str, topics: &[TopicWords]) -> Result<Self, String> {
        if let Some((_, fact)) = FIXED.iter().find(|(fixed, _)| *fixed == name) {
            return Ok(fact.clone());
        }
        if let Some(key) = name.strip_prefix("front_matter.").filter(|key| !key.is_empty()) {
            return Ok(Self::FrontMatter(key.to_owned()));
        }
        if let Some((section, part)) = name.strip_prefix("sections.").and_then(|rest| rest.rsplit_once('.')) {
            return section_fact(section, part, topics);
        }
        let fixed = FIXED.iter().map(|(fixed, _)| *fixed);
        Err(match nearest(name, fixed.clone().chain(["front_matter.KEY", "sections.NAME.text"])) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => {
                let fixed: Vec<&str> = fixed.collect();
                format!("possible: {}, front_matter.KEY, sections.NAME.words, sections.NAME.text", fixed.join(", "))
            }
        })
    }

    /// Whether its value is a text.
    pub fn is_text(&self) -> bool {
        !matches!(self, Self::Words(_) | Self::Count(_))
    }

    /// Its value in a document.
    pub fn of(&self, cx: &Context<'_>) -> Known {
        match self {
            Self::Kind => Known::Text(cx.kind.name().to_owned()),
            Self::Words(topic) => Known::Count(outermost(cx, topic).map(|t| t.words).sum()),
            Self::Text(topic) => {
                let texts: Vec<&str> = outermost(cx, topic).map(|t| cx.document.source.slice(t.body).trim()).collect();
                Known::Text(texts.join("\n"))
            }
            Self::Count(count) => Known::Count(count(cx.facts)),
            Self::FrontMatter(key) => {
                Known::Text(cx.document.front_matter.as_ref().map_or_else(String::new, |f| value(f, key)))
            }
        }
    }
}

/// How a condition writes the name of a topic or of a key.
pub(crate) fn as_name(id: &str) -> String {
    id.replace(['-', ' '], "_")
}

fn section_fact(section: &str, part: &str, topics: &[TopicWords]) -> Result<Fact, String> {
    let by_id = topics.iter().find(|topic| as_name(&topic.id) == section);
    let headed = || topics.iter().find(|topic| topic.headings.iter().any(|heading| as_name(heading) == section));
    let Some(topic) = by_id.or_else(headed).map(|topic| &topic.id) else {
        let names: Vec<String> = topics.iter().map(|topic| as_name(&topic.id)).collect();
        return Err(match nearest(section, names.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `sections.{meant}.{part}`?"),
            None => format!("no section is called `{section}`; there are {}", names.join(", ")),
        });
    };
    match part {
        "words" => Ok(Fact::Words(topic.clone())),
        "text" => Ok(Fact::Text(topic.clone())),
        _ => Err(format!("a section has `sections.{section}.words` and `sections.{section}.text`")),
    }
}

/// The sections of a topic that stand in no other section of it.
pub(crate) fn outermost<'a>(cx: &Context<'a>, topic: &'a str) -> impl Iterator<Item = &'a designlint_facts::Topic> {
    let mut end = 0;
    cx.facts.topics_of(topic).filter(move |t| {
        let outer = t.title.span.start >= end;
        end = end.max(t.body.end);
        outer
    })
}

fn options_with_numbers(facts: &Facts) -> usize {
    facts.options.iter().flat_map(|o| &o.items).filter(|option| option.has_number()).count()
}

fn undetected(facts: &Facts) -> usize {
    failures(&facts.failure_modes).filter(|mode| lacks_detection(mode)).count()
}

fn unowned(facts: &Facts) -> usize {
    facts.questions.iter().filter(|q| !q.resolved && q.owner.is_none()).count()
}

/// The value of a key, whose hyphens and blanks are underscores in a condition.
fn value(front_matter: &FrontMatter, key: &str) -> String {
    let of_key =
        |entry: &str| as_name(entry).strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('['));
    let values = front_matter.entries.iter().filter(|e| of_key(&e.key)).map(|e| e.value.trim());
    values.collect::<Vec<_>>().join(", ")
}

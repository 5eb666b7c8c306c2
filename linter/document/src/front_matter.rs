//! YAML front matter, flattened to keys with values and places.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};

use crate::{Entry, FrontMatter, Source, Span};

/// Reads the front matter and tells the line (from 1) on which the document proper begins.
pub(crate) fn read(source: &Source) -> (Option<FrontMatter>, usize) {
    let line = |n: usize| source.slice(source.line_span(n)).trim_start_matches('\u{feff}').trim_end();
    let fence = line(1);
    if !matches!(fence, "---" | "+++") {
        return (None, 1);
    }
    let closes = |n: &usize| line(*n) == fence || (fence == "---" && line(*n) == "...");
    let Some(close) = (2..=source.line_count()).find(closes) else {
        return (None, 1);
    };
    let span = Span::new(source.line_span(2).start, source.line_span(close).start);
    let first = close + 1;
    if fence == "+++" {
        return (None, first);
    }
    // A rule, a paragraph and another rule look alike; front matter starts with a key, a comment or nothing.
    let body = source.slice(span);
    if !body.lines().find(|l| !l.trim().is_empty()).is_none_or(|l| l.contains(':') || l.starts_with(['#', '-', '{'])) {
        return (None, 1);
    }
    let mut front = FrontMatter { span, ..FrontMatter::default() };
    let budget = serde_saphyr::budget! { max_depth: DEEPEST, flow_nesting_limit: DEEPEST };
    let options = serde_saphyr::options! { budget: budget };
    match serde_saphyr::from_str_with_options::<Option<Spanned<Yaml>>>(body, options) {
        Ok(Some(root)) => {
            let mut path = String::new();
            flatten(source, span, &root, &mut path, &mut front.entries);
        }
        Ok(None) => {}
        Err(error) => {
            let at = error.location().map_or(Span::new(span.start, span.start), |l| place(source, span, &l));
            front.error = Some((error.without_snippet().to_string(), at));
            front.entries = plain_entries(source, span);
        }
    }
    (Some(front), first)
}

/// Most levels that nest. What people write has five; each takes much of the stack while it is read.
const DEEPEST: usize = 24;

/// A YAML value; scalars that are no strings are read from the source as written.
enum Yaml {
    Plain,
    Text(String),
    Seq(Vec<Spanned<Yaml>>),
    Map(Vec<(String, Spanned<Yaml>)>),
}

impl<'de> Deserialize<'de> for Yaml {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(YamlVisitor)
    }
}

struct YamlVisitor;

impl<'de> Visitor<'de> for YamlVisitor {
    type Value = Yaml;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Yaml, E> {
        Ok(Yaml::Plain)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Yaml, E> {
        Ok(Yaml::Plain)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Yaml, E> {
        Ok(Yaml::Plain)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Yaml, E> {
        Ok(Yaml::Plain)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Yaml, E> {
        Ok(Yaml::Plain)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Yaml, E> {
        Ok(Yaml::Plain)
    }

    fn visit_unit<E>(self) -> Result<Yaml, E> {
        Ok(Yaml::Text(String::new()))
    }

    fn visit_none<E>(self) -> Result<Yaml, E> {
        Ok(Yaml::Text(String::new()))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Yaml, D::Error> {
        Yaml::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Yaml, D::Error> {
        Yaml::deserialize(deserializer)
    }

    fn visit_str<E>(self, text: &str) -> Result<Yaml, E> {
        Ok(Yaml::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Yaml, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Yaml::Seq(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Yaml, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Yaml::Map(members))
    }
}

/// The parser refuses deep nesting, so this does not go deep either.
fn flatten(source: &Source, base: Span, node: &Spanned<Yaml>, path: &mut String, out: &mut Vec<Entry>) {
    let depth = path.len();
    let mut scalar = |value: String, span: Span| out.push(Entry { key: path.clone(), value, span });
    match &node.value {
        Yaml::Plain => {
            let span = place(source, base, &node.referenced);
            scalar(source.slice(span).to_owned(), span);
        }
        Yaml::Text(text) => scalar(text.clone(), place(source, base, &node.referenced)),
        Yaml::Seq(items) => {
            for (i, item) in items.iter().enumerate() {
                path.push_str(&format!("[{i}]"));
                flatten(source, base, item, path, out);
                path.truncate(depth);
            }
        }
        Yaml::Map(members) => {
            for (key, value) in members {
                if depth > 0 {
                    path.push('.');
                }
                path.push_str(key);
                flatten(source, base, value, path, out);
                path.truncate(depth);
            }
        }
    }
}

/// A place in the front matter as a place in the file, without blanks and line ends at its end.
fn place(source: &Source, base: Span, location: &Location) -> Span {
    let span = location.span();
    let text = source.slice(base);
    let (Some(start), Some(len)) = (span.byte_offset(), span.byte_len()) else {
        return Span::new(base.start, base.start);
    };
    let start = usize::try_from(start).unwrap_or(usize::MAX).min(text.len());
    let end = start.saturating_add(usize::try_from(len).unwrap_or(usize::MAX)).min(text.len());
    let Some(slice) = text.get(start..end) else {
        return Span::new(base.start, base.start);
    };
    Span::new(base.start + start, base.start + start + slice.trim_end().len())
}

/// `key: value` lines at the left margin, for front matter that is no YAML.
fn plain_entries(source: &Source, span: Span) -> Vec<Entry> {
    let (first, last) = (source.line_of(span.start), source.line_of(span.end));
    let lines = (first..last).map(|n| source.line_span(n));
    lines
        .filter_map(|line| {
            let text = source.slice(line);
            let (key, value) = text.split_once(':')?;
            let plain = key.starts_with(|c: char| c.is_alphabetic());
            let value = value.trim();
            let start = line.start + text.trim_end().len() - value.len();
            let span = Span::new(start, start + value.len());
            plain.then(|| Entry { key: key.trim().to_owned(), value: value.to_owned(), span })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::{Document, Entry, FrontMatter, Source};

    fn read(text: &str) -> Option<FrontMatter> {
        Document::parse(Source::new(text)).front_matter
    }

    /// Key, value and source of each entry.
    fn entries(text: &str) -> Vec<(String, String, &str)> {
        let entries = read(text).unwrap_or_default().entries;
        entries.into_iter().map(|e| (e.key, e.value, &text[e.span.range()])).collect()
    }

    fn entry<'a>(key: &str, value: &str, source: &'a str) -> (String, String, &'a str) {
        (key.to_owned(), value.to_owned(), source)
    }

    #[test]
    fn keys_are_flattened_with_their_place() {
        let text = "---\r\ntitle: \"Größe: x\"\r\nkind: design\r\ndate: 2026-01-02 # today\r\nn: 0x10\r\nnone:\r\nok: yes\r\n\
            owners: [ann, {name: bob}]\r\ncomponents:\r\n  gateway: {depends_on: [engine]}\r\n---\r\n# A\r\n";
        let expected = [
            entry("title", "Größe: x", "\"Größe: x\""),
            entry("kind", "design", "design"),
            entry("date", "2026-01-02", "2026-01-02"),
            entry("n", "0x10", "0x10"),
            entry("none", "", ""),
            entry("ok", "yes", "yes"),
            entry("owners[0]", "ann", "ann"),
            entry("owners[1].name", "bob", "bob"),
            entry("components.gateway.depends_on[0]", "engine", "engine"),
        ];
        assert_eq!(entries(text), expected);
        assert_eq!(entries(&format!("\u{feff}{text}"))[1].2, "design");
        let front = read(text).unwrap_or_default();
        let value = |e: Option<&Entry>| e.map(|e| e.value.clone());
        assert_eq!(value(front.get("owners")), Some("ann".to_owned()));
        assert_eq!(front.all("components").count(), 1);
        assert_eq!(value(front.get("own")), None);
        assert_eq!(&text[front.span.range()][..6], "title:");
    }

    #[test]
    fn what_is_no_yaml_says_where_and_keeps_plain_keys() {
        let text = "---\nkind: design\ntitle: Feature: gates\nx: [1\n---\n\ntext\n";
        let front = read(text).unwrap_or_default();
        let (message, span) = front.error.unwrap_or_default();
        assert!(!message.is_empty() && !message.contains('\n'), "{message}");
        assert!(front.span.contains(span), "{span:?}");
        let plain: Vec<_> = front.entries.iter().map(|e| (e.key.as_str(), e.value.as_str())).collect();
        assert_eq!(plain, [("kind", "design"), ("title", "Feature: gates"), ("x", "[1")]);
        assert_eq!(&text[front.entries[1].span.range()], "Feature: gates");
    }

    #[test]
    fn what_is_no_front_matter() {
        for text in ["---\n\nA sentence.\n\n---\n", "---\na: 1\n", "+++\na = 1\n+++\n", "text\n---\na: 1\n---\n", ""] {
            assert!(read(text).is_none(), "{text}");
        }
        let document = Document::parse(Source::new("+++\na = 1\n+++\n\ntext\n"));
        assert_eq!(document.blocks.len(), 1);
        assert!(read("---\n---\n").is_some_and(|f| f.entries.is_empty() && f.error.is_none()));
        let document = Document::parse(Source::new("---\na: 1\n...\n# T\n"));
        assert_eq!((document.blocks.len(), document.sections[1].title.as_str()), (1, "T"));
    }

    #[test]
    fn what_nests_too_deep_is_an_error_and_the_rest_is_read() {
        for deep in ["[".repeat(10_000), "{a: ".repeat(10_000), format!("{}x", "- ".repeat(100))] {
            let document = Document::parse(Source::new(format!("---\nkind: rfc\na: {deep}\n---\n\n# A\n")));
            assert!(document.front_matter.is_some_and(|f| f.error.is_some()), "{}", &deep[..8]);
            assert_eq!(document.sections.last().map(|s| s.title.as_str()), Some("A"));
        }
        assert!(
            read(&format!("---\na: {}1{}\n---\n", "[".repeat(12), "]".repeat(12))).is_some_and(|f| f.error.is_none())
        );
    }
}

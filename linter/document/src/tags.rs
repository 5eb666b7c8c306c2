//! Inline HTML tags.

/// An HTML tag.
#[derive(Debug)]
pub(crate) struct Tag {
    /// Lower case.
    pub name: String,
    /// Whether it is `</name>`.
    pub closes: bool,
    /// Its length.
    pub len: usize,
}

/// Names that are tags; anything else in angle brackets is text, such as `<name>` or `Vec<T>`.
const NAMES: [&str; 76] = [
    "a",
    "abbr",
    "address",
    "article",
    "aside",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "li",
    "main",
    "mark",
    "nav",
    "ol",
    "p",
    "picture",
    "pre",
    "q",
    "s",
    "samp",
    "section",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
    "video",
];

/// The tag at the start of `rest`, if its name is known.
pub(crate) fn tag(rest: &str) -> Option<Tag> {
    let bytes = rest.as_bytes();
    let closes = bytes.get(1) == Some(&b'/');
    let start = 1 + usize::from(closes);
    let length = bytes.get(start..)?.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if !(1..=10).contains(&length) {
        return None;
    }
    let name = rest[start..start + length].to_ascii_lowercase();
    NAMES.binary_search(&name.as_str()).ok()?;
    let mut at = start + length;
    if !matches!(bytes.get(at)?, b'>' | b'/' | b' ' | b'\t' | b'\n') {
        return None;
    }
    loop {
        match *bytes.get(at)? {
            b'>' => return Some(Tag { name, closes, len: at + 1 }),
            b'<' => return None,
            quote @ (b'"' | b'\'') => at += 2 + memchr::memchr(quote, &bytes[at + 1..])?,
            _ => at += 1,
        }
    }
}

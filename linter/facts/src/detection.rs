//! The signals that a detection names, and who emits each of them.

use std::ops::Range;

use designlint_document::{Document, Span};

use crate::failure_kind::{name_words, same_component};
use crate::text::{find_word, folded, has_word};
use crate::{Component, EmitterClass, FailureKind, Knowledge, Signal, SignalUse, Text, Vocabulary};

/// What a detection is read against.
pub(crate) struct Emitters<'a> {
    document: &'a Document,
    knowledge: &'a Knowledge,
    components: &'a [Component],
    /// Name of a signal, where `*` stands for anything, and its emitter: first what the document declares.
    declared: Vec<(String, String)>,
}

/// The row that a detection answers.
pub(crate) struct Failed<'a> {
    /// The failed component.
    pub component: Option<&'a str>,
    /// How it fails.
    pub kind: FailureKind,
}

impl<'a> Emitters<'a> {
    /// Collects what the document and the project declare.
    pub fn new(document: &'a Document, components: &'a [Component], knowledge: &'a Knowledge) -> Self {
        let mut declared = declared_in_front_matter(document);
        declared.extend(declared_in_tables(document, &knowledge.vocabulary));
        declared.extend(knowledge.emitters.iter().cloned());
        Self { document, knowledge, components, declared }
    }

    /// The signals of a detection.
    pub fn signals(&self, detection: &Text, failed: &Failed<'_>) -> Vec<SignalUse> {
        let words = &self.knowledge.vocabulary;
        let mut uses: Vec<SignalUse> = pieces(&detection.text)
            .into_iter()
            .map(|range| detection.text[range].trim())
            .filter(|piece| self.entry(piece).is_some() || !is_qualifier(piece, words))
            .map(|piece| self.signal(piece, detection.span, failed))
            .collect();
        // A dashboard shows other signals, it is none.
        if uses.iter().any(|u| u.class != EmitterClass::People) {
            uses.retain(|u| u.class != EmitterClass::People);
        }
        uses
    }

    fn signal(&self, piece: &str, within: Span, failed: &Failed<'_>) -> SignalUse {
        let name = metric_names(piece).into_iter().next().unwrap_or(piece);
        let name = Text { text: name.to_string(), span: self.place(name, within) };
        let entry = self.entry(piece);
        let (class, owner, emitter) = self.emitter(piece, &name.text, entry, failed);
        // What a caller counts shows the failures of others, not its own.
        let about_itself = class != EmitterClass::Itself || entry.is_none_or(|e| e.class == EmitterClass::Itself);
        let sees = self.is_silence(piece) || about_itself && entry.is_some_and(|e| e.sees.contains(&failed.kind));
        SignalUse { name, class, emitter, owner, sees, pack: entry.map(|e| e.id.clone()) }
    }

    /// The first entry of the pack that is found; generic ones are asked last.
    fn entry(&self, piece: &str) -> Option<&'a Signal> {
        let find = |generic: bool| {
            self.knowledge.signals.iter().filter(move |s| s.generic == generic).find(|s| s.pattern.is_in(piece))
        };
        find(false).or_else(|| find(true))
    }

    /// Whether the alarm is that nothing comes.
    fn is_silence(&self, piece: &str) -> bool {
        let low = folded(piece);
        self.knowledge.vocabulary.list("emitter.silence").iter().any(|w| has_word(&low, w))
    }

    /// Class, owner and emitter in words: declared, then by the pack, by the name, by the prose.
    fn emitter(
        &self,
        piece: &str,
        name: &str,
        entry: Option<&Signal>,
        failed: &Failed<'_>,
    ) -> (EmitterClass, Option<String>, String) {
        let words = &self.knowledge.vocabulary;
        let is_failed = |owner: &str| failed.component.is_some_and(|f| same_component(owner, f, words));
        let own = |owner: String| {
            let owner = failed.component.filter(|f| same_component(&owner, f, words)).map_or(owner, str::to_string);
            (EmitterClass::Itself, Some(owner.clone()), owner)
        };
        if let Some((_, emitter)) = self.declared.iter().find(|(pattern, _)| is_like(name, pattern)) {
            return own(emitter.clone());
        }
        let low = outside_code(piece);
        let elsewhere = words.list("emitter.elsewhere").iter().find(|w| has_word(&low, w));
        if elsewhere.is_some_and(|w| !is_failed(w)) {
            let emitter = elsewhere.cloned().unwrap_or_default();
            return (EmitterClass::Caller, None, emitter);
        }
        let Some(entry) = entry else {
            return self.in_words(&low, failed).map_or((EmitterClass::Unknown, None, String::new()), own);
        };
        if let Some(failed) = failed.component.filter(|f| entry.names.iter().any(|n| is_called(f, n, words))) {
            return (EmitterClass::Itself, Some(failed.to_string()), entry.emitter.clone());
        }
        match entry.class {
            EmitterClass::Itself => {
                let labelled = label(piece).filter(|_| entry.names.is_empty());
                let owner = labelled
                    .or_else(|| entry.names.first().cloned())
                    .or_else(|| self.owner_by_name(name, failed, entry).filter(|_| !metric_names(piece).is_empty()))
                    .or_else(|| self.in_words(&low, failed));
                owner.map_or((EmitterClass::Unknown, None, entry.emitter.clone()), own)
            }
            EmitterClass::Caller if entry.names.is_empty() && entry.generic => self.caller(name, entry, failed),
            EmitterClass::Unknown => {
                let owner = self.in_words(&low, failed);
                owner.map_or((EmitterClass::Unknown, None, entry.emitter.clone()), own)
            }
            class => (class, entry.names.first().cloned(), entry.emitter.clone()),
        }
    }

    /// `gateway_upstream_errors_total`: the prefix calls. Whether `engine_client_errors_total` is counted by the engine
    /// or by its clients, nobody can tell.
    fn caller(&self, name: &str, entry: &Signal, failed: &Failed<'_>) -> (EmitterClass, Option<String>, String) {
        let owner = self.owner_by_name(name, failed, entry);
        if name.contains("_client") || owner.is_none() {
            return (EmitterClass::Caller, None, entry.emitter.clone());
        }
        (EmitterClass::Itself, owner.clone(), owner.unwrap_or_default())
    }

    /// The component whose name the signal carries: the first segment that is one of the inventory; else the failed one,
    /// if the name starts with it or with it after a short prefix; else the first segment.
    fn owner_by_name(&self, name: &str, failed: &Failed<'_>, entry: &Signal) -> Option<String> {
        let words = &self.knowledge.vocabulary;
        let dotted = name.contains('.');
        let segments: Vec<String> =
            name.split(|c: char| !c.is_alphanumeric()).filter(|s| !s.is_empty()).map(str::to_lowercase).collect();
        let known = self.components.iter().map(|c| c.name.as_str());
        let first = known
            .filter_map(|c| Some((position(&segments, &name_words(c, words))?, c)))
            .min_by_key(|(at, _)| *at)
            .map(|(at, c)| (at, c.to_string()));
        let weak = failed.component.and_then(|f| {
            let at = position_of_failed(&segments, f, words)?;
            let prefix = segments.first().is_some_and(|s| dotted || s.len() <= 3);
            (at == 0 || at == 1 && prefix).then(|| (at, f.to_string()))
        });
        let foreign = |at: usize| {
            let list = words.list("emitter.first-segment");
            at > 0 && segments[..at].iter().any(|s| list.contains(s))
        };
        let best = match (first, weak) {
            (Some(a), Some(b)) => Some(if b.0 < a.0 { b } else { a }),
            (a, b) => a.or(b),
        };
        match best {
            Some((at, _)) if foreign(at) => segments.first().cloned(),
            Some((_, owner)) => Some(owner),
            // A pack's own name, such as go_ or http_, names no component.
            None => segments.first().filter(|_| entry.generic && segments.len() > 1).cloned(),
        }
    }

    /// "the gateway's own 5xx", "its own counter", "5xx of the gateway".
    fn in_words(&self, low: &str, failed: &Failed<'_>) -> Option<String> {
        let failed = failed.component?;
        let words = &self.knowledge.vocabulary;
        let named = |text: &str| name_words(failed, words).last().is_some_and(|w| has_word(text, w));
        let own = ["its own", "their own"].iter().any(|o| has_word(low, o))
            || find_word(low, "own").is_some_and(|at| named(&low[..at]) && low[..at].contains("'s"));
        let head = name_words(failed, words).join(" ");
        let counted = words.list("emitter.own-noun");
        let before = |noun: &String| {
            [format!("{head} {noun}"), format!("{head}'s {noun}"), format!("{head} http {noun}")]
                .iter()
                .any(|p| has_word(low, p))
        };
        let after = |noun: &String| {
            ["of", "from", "by", "on", "in"].iter().any(|of| {
                has_word(low, &format!("{noun} {of} {head}")) || has_word(low, &format!("{noun} {of} the {head}"))
            })
        };
        (own || counted.iter().any(|n| before(n) || after(n))).then(|| failed.to_string())
    }

    fn place(&self, name: &str, within: Span) -> Span {
        let slice = self.document.source.slice(within);
        slice.find(name).map_or(within, |at| Span::new(within.start + at, within.start + at + name.len()))
    }
}

/// Where the words of a component stand one after another among the segments of a name.
fn position(segments: &[String], component: &[String]) -> Option<usize> {
    if component.is_empty() {
        return None;
    }
    segments.windows(component.len()).position(|w| w == component)
}

/// The same for the failed component, which a name may call by its last word, unless every component may be called so.
fn position_of_failed(segments: &[String], failed: &str, words: &Vocabulary) -> Option<usize> {
    let name = name_words(failed, words);
    position(segments, &name).or_else(|| {
        let head = name.last()?;
        if words.list("failure.generic-noun").contains(head) {
            return None;
        }
        position(segments, std::slice::from_ref(head))
    })
}

/// Whether a component goes by a name of the pack: the whole name, or its end.
fn is_called(component: &str, name: &str, words: &Vocabulary) -> bool {
    let (component, name) = (name_words(component, words), name_words(name, words));
    !name.is_empty() && component.ends_with(&name)
}

/// The value of a label that names the service: `{job="gateway"}`.
fn label(piece: &str) -> Option<String> {
    let inside = piece.split_once('{')?.1.split_once('}')?.0;
    inside.split(',').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        let value = value.trim_matches(['"', '\'', ' ']);
        let names = ["job", "app", "service", "component", "container", "deployment"].contains(&key.trim());
        (names && !value.starts_with('~') && !value.is_empty()).then(|| value.to_string())
    })
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn is_like(name: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut open = false;
    for part in parts {
        open = true;
        match rest.find(part) {
            Some(_) if part.is_empty() => {}
            Some(at) => {
                rest = &rest[at + part.len()..];
                open = false;
            }
            None => return false,
        }
    }
    open || rest.is_empty()
}

/// `signals:` of the front matter: a mapping of names to emitters, or a list of `name` and `emitter`.
fn declared_in_front_matter(document: &Document) -> Vec<(String, String)> {
    let Some(matter) = &document.front_matter else { return Vec::new() };
    let mut out = Vec::new();
    let mut named: Option<(String, String)> = None;
    for entry in matter.all("signals") {
        let key = entry.key.trim_start_matches("signals");
        match key.strip_prefix('.') {
            Some(name) => out.push((name.trim_matches('"').to_string(), entry.value.clone())),
            None => {
                let (index, field) = key.split_once('.').unwrap_or((key, ""));
                match (field, &named) {
                    ("name" | "signal", _) => named = Some((index.to_string(), entry.value.clone())),
                    ("emitter", Some((i, name))) if i == index => out.push((name.clone(), entry.value.clone())),
                    _ => {}
                }
            }
        }
    }
    out
}

/// Tables with a column of signals and one of emitters.
fn declared_in_tables(document: &Document, words: &Vocabulary) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for table in &document.tables {
        let column = |id: &str| {
            let list = words.list(id);
            table.header.cells.iter().position(|c| list.contains(&folded(&crate::text::plain(&c.text))))
        };
        let (Some(signal), Some(emitter)) = (column("emitter-column.signal"), column("emitter-column.emitter")) else {
            continue;
        };
        for row in &table.rows {
            if let (Some(s), Some(e)) = (row.cells.get(signal), row.cells.get(emitter)) {
                let emitter = e.text.trim_matches('`').to_string();
                let names = metric_names(&s.text);
                out.extend(names.into_iter().filter(|_| !emitter.is_empty()).map(|n| (n.to_string(), emitter.clone())));
            }
        }
    }
    out
}

/// The parts of a detection that are signals of their own: cut at `;`, commas, "or", "and" and the ends of sentences
/// outside of code, brackets and quotes.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let (mut start, mut depth, mut code, mut quote) = (0, 0_usize, false, false);
    for (i, c) in text.char_indices() {
        match c {
            '`' => code = !code,
            _ if code => {}
            '"' => quote = !quote,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 || quote => {}
            ';' | ',' => {
                out.push(start..i);
                start = i + 1;
            }
            '.' if text[i + 1..].starts_with(' ') => {
                out.push(start..i);
                start = i + 1;
            }
            ' ' => {
                let cut = [" or ", " and ", " plus ", " + "].iter().find(|w| text[i..].starts_with(**w));
                if let Some(word) = cut.filter(|_| i >= start) {
                    out.push(start..i);
                    start = i + word.len() - 1;
                }
            }
            _ => {}
        }
    }
    out.push(start.min(text.len())..text.len());
    out.retain(|r| !text[r.clone()].trim().is_empty());
    out
}

/// Whether a piece only says how long or how much.
fn is_qualifier(piece: &str, words: &Vocabulary) -> bool {
    let piece = piece.trim().trim_start_matches(['(', '[']);
    let low = folded(piece);
    let first = low.split(' ').next().unwrap_or("");
    metric_names(piece).is_empty()
        && !piece.contains('`')
        && (first.starts_with(|c: char| c.is_ascii_digit() || "<>=≥≤~".contains(c)) && !first.contains("xx")
            || words.list("emitter.qualifier").iter().any(|w| w == first)
            || !low.contains(char::is_alphanumeric))
}

/// The text without code spans, folded.
fn outside_code(piece: &str) -> String {
    let text: Vec<&str> = piece.split('`').step_by(2).collect();
    folded(&text.join(" "))
}

/// Names of metrics: words with an underscore, or with dots or hyphens in code. Labels in braces are none.
fn metric_names(piece: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for (i, part) in piece.split('`').enumerate() {
        let in_code = i % 2 == 1;
        let outside =
            part.split('{').enumerate().map(|(n, p)| if n == 0 { p } else { p.split_once('}').map_or("", |x| x.1) });
        for word in outside.flat_map(|p| p.split(|c: char| !(c.is_ascii_alphanumeric() || "_.:-".contains(c)))) {
            let word = word.trim_matches(['.', ':', '-']);
            let dots = word.matches('.').count();
            let joined = word.contains('_') || dots >= 1 && (in_code || dots >= 2) || in_code && word.contains('-');
            if word.starts_with(|c: char| c.is_ascii_alphabetic()) && joined && !is_file(word) {
                out.push(word);
            }
        }
    }
    out
}

fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(_, ext)| {
        [
            "md", "yaml", "yml", "json", "toml", "go", "rs", "py", "ts", "js", "sh", "com", "io", "org", "net", "txt",
            "log",
        ]
        .contains(&ext)
    })
}

//! The signals that a detection names, and who emits each of them.

use designlint_document::{Document, Span};

use crate::declared_emitters::{declared_in_front_matter, declared_in_tables, is_like};
use crate::failure_kind::{Names, name_words, same_component};
use crate::needs::Ways;
use crate::signal_faults::Judge;
use crate::signal_text::{is_qualifier, label, metric_names, outside_code, pieces};
use crate::text::{find_word, folded, has_word};
use crate::{Component, EmitterClass, FailureKind, Knowledge, Signal, SignalUse, Text, Vocabulary};

/// A detection that goes on for longer is no list of signals.
const MOST_SIGNALS: usize = 40;

/// What a detection is read against.
pub(crate) struct Emitters<'a> {
    document: &'a Document,
    pub knowledge: &'a Knowledge,
    names: &'a Names,
    pub ways: Ways<'a>,
    /// Name of a signal, where `*` stands for anything, and its emitter: first what the document declares.
    declared: Vec<(String, String)>,
}

/// Class, owner and emitter in words.
type Emitter = (EmitterClass, Option<String>, String);

/// The row that a detection answers.
pub(crate) struct Failed<'a> {
    /// The failed component.
    pub component: Option<&'a str>,
    /// How it fails.
    pub kind: FailureKind,
    /// The failure as the row tells it.
    pub text: &'a str,
    /// Whether the row speaks of one of several.
    pub one_of_many: bool,
}

impl<'a> Emitters<'a> {
    /// Collects what the document and the project declare.
    pub fn new(
        document: &'a Document,
        components: &'a [Component],
        names: &'a Names,
        knowledge: &'a Knowledge,
    ) -> Self {
        let mut declared = declared_in_front_matter(document);
        declared.extend(declared_in_tables(document, &knowledge.vocabulary));
        declared.extend(knowledge.emitters.iter().cloned());
        Self { document, knowledge, names, ways: Ways::of(components, &knowledge.vocabulary), declared }
    }

    /// The signals of a detection.
    pub fn signals(&self, detection: &Text, failed: &Failed<'_>) -> Vec<SignalUse> {
        let words = &self.knowledge.vocabulary;
        let mut uses: Vec<SignalUse> = pieces(&detection.text)
            .into_iter()
            .take(MOST_SIGNALS)
            .map(|range| detection.text[range].trim())
            .map(|piece| (piece, self.entry(piece)))
            .filter(|(piece, entry)| entry.is_some() || !is_qualifier(piece, words))
            .map(|(piece, entry)| self.signal(piece, entry, detection.span, failed))
            .collect();
        // A dashboard shows other signals, it is none.
        if uses.iter().any(|u| u.class != EmitterClass::People) {
            uses.retain(|u| u.class != EmitterClass::People);
        }
        uses
    }

    fn signal(&self, piece: &str, entry: Option<&Signal>, within: Span, failed: &Failed<'_>) -> SignalUse {
        let name = metric_names(piece).into_iter().next().unwrap_or(piece);
        let name = Text { text: name.to_string(), span: self.place(name, within) };
        let (class, owner, emitter) = self.emitter(piece, &name.text, entry, failed);
        // What a caller counts shows the failures of others, not its own.
        let about_itself = class != EmitterClass::Itself || entry.is_none_or(|e| e.class == EmitterClass::Itself);
        let silence = self.is_silence(piece);
        let sees = silence || about_itself && entry.is_some_and(|e| e.sees.contains(&failed.kind));
        let mut signal =
            SignalUse { name, class, emitter, owner, sees, pack: entry.map(|e| e.id.clone()), fault: None };
        signal.fault = Judge { piece, entry, failed, emitters: self, silence }.fault(&signal);
        signal
    }

    /// The first entry of the pack that is found; generic ones are asked last, and of a name before the words around it.
    fn entry(&self, piece: &str) -> Option<&'a Signal> {
        let find = |text: &str, generic: bool| {
            self.knowledge.signals.iter().filter(|s| s.generic == generic).find(|s| s.pattern.is_in(text))
        };
        let name = || metric_names(piece).first().and_then(|n| find(n, true));
        find(piece, false).or_else(name).or_else(|| find(piece, true))
    }

    /// Whether the alarm is that nothing comes.
    fn is_silence(&self, piece: &str) -> bool {
        let low = folded(piece);
        self.knowledge.vocabulary.says("emitter.silence", &low)
    }

    /// Class, owner and emitter in words: declared, then by the pack, by the name, by the prose.
    fn emitter(&self, piece: &str, name: &str, entry: Option<&Signal>, failed: &Failed<'_>) -> Emitter {
        let words = &self.knowledge.vocabulary;
        let is_failed = |owner: &str| failed.component.is_some_and(|f| same_component(owner, f, words));
        if let Some((_, emitter)) = self.declared.iter().find(|(pattern, _)| is_like(name, pattern)) {
            return self.own(emitter.clone(), failed);
        }
        let low = outside_code(piece);
        let elsewhere = words.list("emitter.elsewhere").iter().find(|w| has_word(&low, w));
        if elsewhere.is_some_and(|w| !is_failed(w)) {
            let emitter = elsewhere.cloned().unwrap_or_default();
            return (EmitterClass::Caller, None, emitter);
        }
        match entry {
            Some(entry) => self.by_pack(piece, name, entry, failed),
            None => self
                .in_words(&low, false, failed)
                .map_or((EmitterClass::Unknown, None, String::new()), |o| self.own(o, failed)),
        }
    }

    /// The emitter itself, under the name that the row gives it if it is the failed one.
    fn own(&self, owner: String, failed: &Failed<'_>) -> Emitter {
        let words = &self.knowledge.vocabulary;
        let owner = failed.component.filter(|f| same_component(&owner, f, words)).map_or(owner, str::to_string);
        (EmitterClass::Itself, Some(owner.clone()), owner)
    }

    fn by_pack(&self, piece: &str, name: &str, entry: &Signal, failed: &Failed<'_>) -> Emitter {
        let words = &self.knowledge.vocabulary;
        let low = outside_code(piece);
        let or_unknown = |owner: Option<String>| {
            owner.map_or((EmitterClass::Unknown, None, entry.emitter.clone()), |o| self.own(o, failed))
        };
        if let Some(failed) = failed.component.filter(|f| entry.names.iter().any(|n| is_called(f, n, words))) {
            return (EmitterClass::Itself, Some(failed.to_string()), entry.emitter.clone());
        }
        match entry.class {
            EmitterClass::Itself => {
                // "db_errors_total" is what the callers of a database count as often as its own.
                let depended_on = entry.generic && failed.component.is_some_and(|f| self.is_dependency(f));
                if depended_on {
                    return or_unknown(label(piece).or_else(|| self.in_words(&low, false, failed)));
                }
                let labelled = label(piece).filter(|_| entry.names.is_empty());
                let segments = if metric_names(piece).is_empty() { Vec::new() } else { segments(name) };
                let anybodys = segments.first().is_none_or(|s| words.list("emitter.anybodys").contains(s));
                let first = segments.first().filter(|_| entry.generic && segments.len() > 1 && !anybodys).cloned();
                let owner = labelled
                    .or_else(|| entry.names.first().cloned())
                    .or_else(|| self.known_owner(&segments, name.contains('.'), failed))
                    .or_else(|| self.in_words(&low, anybodys && piece.contains('`'), failed));
                or_unknown(owner.or(first))
            }
            EmitterClass::Caller if entry.names.is_empty() && entry.generic => self.caller(name, entry, failed),
            EmitterClass::Unknown => or_unknown(self.in_words(&low, false, failed)),
            class => (class, entry.names.first().cloned(), entry.emitter.clone()),
        }
    }

    /// Whether a component is of the sort that others call and count: a store, a broker, a provider.
    fn is_dependency(&self, component: &str) -> bool {
        let words = &self.knowledge.vocabulary;
        name_words(component, words).iter().any(|w| words.list("component.dependency").contains(w))
    }

    /// `gateway_upstream_errors_total`: the prefix calls. Whether `engine_client_errors_total` is counted by the engine
    /// or by its clients, nobody can tell.
    fn caller(&self, name: &str, entry: &Signal, failed: &Failed<'_>) -> Emitter {
        let segments = segments(name);
        let known = self.known_owner(&segments, name.contains('.'), failed);
        let owner = known.or_else(|| segments.first().filter(|_| segments.len() > 1).cloned());
        if name.contains("_client") || owner.is_none() {
            return (EmitterClass::Caller, None, entry.emitter.clone());
        }
        (EmitterClass::Itself, owner.clone(), owner.unwrap_or_default())
    }

    /// The component whose name the signal carries: the first segments that are one of the inventory; else the failed one,
    /// if the name starts with it or with it after a short prefix. What stands behind an edge or a client is theirs.
    fn known_owner(&self, segments: &[String], dotted: bool, failed: &Failed<'_>) -> Option<String> {
        let words = &self.knowledge.vocabulary;
        let first = self.names.first_in(segments).map(|(at, name)| (at, name.to_string()));
        let weak = failed.component.and_then(|f| {
            let at = position_of_failed(segments, f, words)?;
            let prefix = segments.first().is_some_and(|s| dotted || s.len() <= 3);
            (at == 0 || at == 1 && prefix).then(|| (at, f.to_string()))
        });
        let best = match (first, weak) {
            (Some(a), Some(b)) => Some(if b.0 < a.0 { b } else { a }),
            (a, b) => a.or(b),
        };
        let (at, owner) = best?;
        let foreign = at > 0 && segments[..at].iter().any(|s| words.list("emitter.first-segment").contains(s));
        if foreign { segments.first().cloned() } else { Some(owner) }
    }

    /// "the gateway's own 5xx", "its own counter", "5xx of the gateway"; after a name that anybody may use, "of the gateway".
    fn in_words(&self, low: &str, after_name: bool, failed: &Failed<'_>) -> Option<String> {
        let failed = failed.component?;
        let words = &self.knowledge.vocabulary;
        let parts = name_words(failed, words);
        let last = parts.last()?;
        let called = low.contains(last.as_str());
        let own = ["its own", "their own"].iter().any(|o| has_word(low, o))
            || called && find_word(low, "own").is_some_and(|at| has_word(&low[..at], last) && low[..at].contains("'s"));
        let heads = [parts.join(" "), last.clone()];
        let by = words.list("emitter.by");
        let of = |noun: &str, head: &str| {
            by.iter().any(|by| {
                [format!("{noun}{by} {head}"), format!("{noun}{by} the {head}")].iter().any(|p| has_word(low, p))
            })
        };
        let counts = |noun: &String, head: &String| {
            let before = [format!("{head} {noun}"), format!("{head}'s {noun}"), format!("{head} http {noun}")];
            before.iter().any(|p| has_word(low, p)) || of(&format!("{noun} "), head)
        };
        let nouns = words.list("emitter.own-noun");
        let said = called && heads.iter().any(|h| nouns.iter().any(|n| counts(n, h)) || after_name && of("", h));
        (own || said).then(|| failed.to_string())
    }

    fn place(&self, name: &str, within: Span) -> Span {
        let slice = self.document.source.slice(within);
        slice.find(name).map_or(within, |at| Span::new(within.start + at, within.start + at + name.len()))
    }
}

/// The segments of a name, in lower case.
fn segments(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|s| !s.is_empty()).map(str::to_lowercase).collect()
}

/// Where the words of a component stand one after another, or as one, among the segments of a name.
fn position(segments: &[String], component: &[String]) -> Option<usize> {
    if component.is_empty() {
        return None;
    }
    let joined = component.concat();
    let apart = segments.windows(component.len()).position(|w| w == component);
    apart.or_else(|| segments.iter().position(|s| *s == joined))
}

/// The same for the failed component, which a name may call by its last word, unless every component may be called so.
fn position_of_failed(segments: &[String], failed: &str, words: &Vocabulary) -> Option<usize> {
    let name = name_words(failed, words);
    let whole: Vec<String> = failed.split(' ').map(str::to_lowercase).collect();
    position(segments, &name).or_else(|| position(segments, &whole)).or_else(|| {
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

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::failure_words::knowledge;

    /// `name | class | owner | sees`, one a signal, for a row in which the gateway crashes.
    fn read(detection: &str) -> Vec<String> {
        read_with(detection, "gateway", &knowledge(), "")
    }

    fn read_with(detection: &str, failed: &str, knowledge: &Knowledge, before: &str) -> Vec<String> {
        let document = Document::parse(Source::new(format!("{before}{detection}")));
        let span = Span::new(before.len(), before.len() + detection.len());
        let text = Text { text: detection.into(), span };
        let failed =
            Failed { component: Some(failed), kind: FailureKind::Crash, text: "gateway down", one_of_many: false };
        let names = Names::default();
        let emitters = Emitters::new(&document, &[], &names, knowledge);
        let line = |s: SignalUse| {
            assert!(span.contains(s.name.span));
            let name = document.source.slice(s.name.span);
            format!("{name} | {:?} | {} | {}", s.class, s.owner.unwrap_or_default(), s.sees)
        };
        emitters.signals(&text, &failed).into_iter().map(line).collect()
    }

    #[test]
    fn a_detection_is_cut_into_its_signals() {
        assert_eq!(read("`gateway_errors_total` > 1, for 5 m"), ["gateway_errors_total | Itself | gateway | false"]);
    }

    #[test]
    fn the_pack_tells_who_emits() {
        assert_eq!(read("`up{job=\"gateway\"} == 0`"), ["`up{job=\"gateway\"} == 0` | Scraper |  | true"]);
        assert_eq!(
            read_with("`records-lag-max`", "order consumer", &knowledge(), ""),
            ["records-lag-max | Itself | order consumer | false"]
        );
        assert_eq!(read("`records-lag-max`"), ["records-lag-max | Itself | consumer | false"]);
        assert_eq!(
            read_with("`proxy_upstream_errors`", "proxy", &knowledge(), ""),
            ["proxy_upstream_errors | Itself | proxy | false"],
            "what a caller counts shows the failures of others"
        );
        assert_eq!(read("`proxy_upstream_errors`"), ["proxy_upstream_errors | Caller | proxy | true"]);
    }

    #[test]
    fn the_name_tells_who_emits() {
        assert_eq!(read("`tl.gateway.http_5xx`"), ["tl.gateway.http_5xx | Itself | gateway | false"]);
        assert_eq!(read("`app_gateway_errors`"), ["app_gateway_errors | Itself | gateway | false"]);
        assert_eq!(read("`checkout_gateway_errors`"), ["checkout_gateway_errors | Itself | checkout | false"]);
        assert_eq!(read("`edge_gateway_errors`"), ["edge_gateway_errors | Itself | edge | false"]);
        assert_eq!(read("`gateway_upstream_errors`"), ["gateway_upstream_errors | Itself | gateway | false"]);
        assert_eq!(read("`gateway_client_errors`"), ["gateway_client_errors | Caller |  | true"]);
    }

    #[test]
    fn prose_tells_who_emits() {
        assert_eq!(read("the gateway's own 5xx"), ["the gateway's own 5xx | Itself | gateway | false"]);
        assert_eq!(read("gateway 5xx at the load balancer"), ["gateway 5xx at the load balancer | Caller |  | false"]);
        assert_eq!(read("somebody calls"), ["somebody calls | Unknown |  | false"]);
        assert_eq!(read("`gateway_errors` absent for 5 m"), ["gateway_errors | Itself | gateway | true"]);
    }

    #[test]
    fn a_dashboard_beside_a_signal_is_none() {
        assert_eq!(read("`gateway_errors`, dashboard"), ["gateway_errors | Itself | gateway | false"]);
        assert_eq!(read("dashboard"), ["dashboard | People |  | false"]);
    }

    #[test]
    fn what_is_declared_goes_first() {
        let own = Knowledge { emitters: vec![("gateway_*".into(), "edge".into())], ..knowledge() };
        assert_eq!(read_with("`gateway_errors`", "gateway", &own, ""), ["gateway_errors | Itself | edge | false"]);
        let matter = "---\nsignals:\n  gateway_errors: engine\n---\n";
        assert_eq!(
            read_with("`gateway_errors`", "gateway", &own, matter),
            ["gateway_errors | Itself | engine | false"]
        );
    }
}

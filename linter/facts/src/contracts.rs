//! What a contract cell names.

use std::sync::LazyLock;

use designlint_document::{Document, Span};
use regex_lite::Regex;

use crate::patterns::brief;
use crate::state::state_of_text;
use crate::text::{folded, word_count};
use crate::{ContractKind, State, Text, Vocabulary};

/// A file by its extension.
static FILE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let extensions = "ya?ml|json|jsonc|proto|h|hpp|hh|graphql|gql|graphqls|xsd|avsc|avdl|thrift|md|toml|d\\.ts|ts|go|py|rs|java|kt|sql|idl|wsdl|raml|smithy|capnp|fbs|cue|asn1?|wit|tsp|jsonschema|html|rst|adoc|txt|tf|ini|xml";
    brief(&format!(r"(?i)[\w)}}>*-]\.(?:{extensions})(?:$|[^\w.]|\.(?:\W|$))")).ok()
});

/// A name with a version: `tl.kv.v1`, `openai-subset.v1`, `Orders API v2.1`, `ledger@3`, `KV format v1`.
static VERSIONED: LazyLock<Option<Regex>> =
    LazyLock::new(|| brief(r"(?i)[a-z][\w)]*[\s./_:@-]v\d+(?:\.\d+)*\b|[a-z]\w*@\d+(?:\.\d+)*\b|\bversion\s+\d").ok());

/// A path: `migrations/`, `api/openapi`. A slash between transports is none.
static PATH: LazyLock<Option<Regex>> =
    LazyLock::new(|| brief(r"`?(?:[\w.-]+/)+[\w.*{}-]+/?`?|`[\w.-]+/`|\b[\w.-]+/(?:\s|$|[,;)])").ok());

/// From how many words on "none" gives its reason.
const FEWEST_REASON: usize = 4;

/// How many words after the name of a standard its number may stand.
const NUMBER_WITHIN: usize = 3;

/// What a contract is. `source` is the cell as written, in which links still stand.
pub(crate) fn contract_kind(text: &str, source: &str, words: &Vocabulary) -> ContractKind {
    match state_of_text(text, words) {
        State::Filled => {}
        // "None: both ends are released together" is an answer.
        State::DeclaredNone if word_count(text) >= FEWEST_REASON => return ContractKind::Unclear,
        _ => return ContractKind::Missing,
    }
    let links =
        source.contains("](") || source.contains("http://") || source.contains("https://") || source.contains("][");
    let matches = |pattern: &LazyLock<Option<Regex>>, text: &str| pattern.as_ref().is_some_and(|r| r.is_match(text));
    let names = matches(&FILE, text) || matches(&VERSIONED, text) || is_path(text, words);
    if links || names || is_standard(&folded(text), words) {
        return ContractKind::Named;
    }
    if is_transport(&folded(text), words) { ContractKind::TransportOnly } else { ContractKind::Unclear }
}

/// The files and folders that a contract names. A package or a path without an ending names no file for sure.
pub(crate) fn files_of(document: &Document, contract: Span) -> Vec<Text> {
    let source = document.source.slice(contract);
    let is_file = |path: &str| path.ends_with('/') || FILE.as_ref().is_some_and(|r| r.is_match(path));
    let paths = designlint_document::paths_in(source).filter(|range| is_file(&source[range.clone()]));
    paths.map(|r| Text { text: source[r.clone()].to_owned(), span: Span::from(r).shift(contract.start) }).collect()
}

fn is_path(text: &str, words: &Vocabulary) -> bool {
    let Some(pattern) = PATH.as_ref() else { return false };
    pattern.find_iter(text).any(|m| {
        let mut parts = m.as_str().split(['/', '`']).map(|p| p.trim_matches([' ', ',', ';', ')']).to_lowercase());
        parts.any(|p| !p.is_empty() && !is_transport(&p, words) && !p.chars().all(|c| c.is_ascii_digit() || c == '.'))
    })
}

/// A public standard with its number or version.
fn is_standard(text: &str, words: &Vocabulary) -> bool {
    words.list("standard").iter().any(|name| {
        let at = crate::text::find_word(text, name).or_else(|| text.find(name.as_str()));
        let after = at.map(|i| &text[i + name.len()..]);
        after.is_some_and(|rest| {
            let next = rest.split_whitespace().take(NUMBER_WITHIN);
            next.into_iter().any(|w| w.bytes().any(|b| b.is_ascii_digit()))
        })
    })
}

/// Whether nothing but transports and formats is named.
fn is_transport(text: &str, words: &Vocabulary) -> bool {
    let (transports, filler) = (words.list("transport"), words.list("transport-filler"));
    let mut named = false;
    for word in text.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '-')).map(|w| w.trim_matches(['.', '-']))
    {
        if word.is_empty() {
            continue;
        }
        let known = |list: &[String]| list.iter().any(|l| l == word);
        if known(transports) {
            named = true;
        } else if !known(filler) {
            return false;
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> ContractKind {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("transport", &["http", "https", "json", "grpc", "rest", "tcp", "protobuf"]),
            list("transport-filler", &["over", "internal", "and", "2", "1.1", "calls", "ip", "a"]),
            list("standard", &["openid connect", "rfc", "iso", "oauth"]),
            list("placeholder", &["-", "tbd", "n/a"]),
            list("none", &["none"]),
        ];
        contract_kind(text, text, &Vocabulary { topics: Vec::new(), lists: lists.into() })
    }

    #[test]
    fn a_file_a_version_or_a_standard_is_a_contract() {
        for text in [
            "`api/openapi.yaml`",
            "openai-subset.v1.yaml",
            "tinyllm.h",
            "tl.kv.v1",
            "slo.schema.json",
            "OpenID Connect Core 1.0",
            "internal, `migrations/`",
            "X-TL-Cache: hit|miss (openai-subset.v1).",
            "RFC 9110",
            "ISO 20022",
            "OAuth 2.0",
            "Orders API v2",
            "KV format v1",
            "[the schema](https://example.org/x)",
            "gRPC, `proto/kv`",
            "`ledger@3`",
            "see `events.proto`.",
        ] {
            assert_eq!(kind(text), ContractKind::Named, "{text}");
        }
    }

    #[test]
    fn a_transport_is_none() {
        for text in [
            "JSON over HTTP",
            "gRPC",
            "HTTP/JSON",
            "REST",
            "HTTP/2",
            "gRPC (protobuf)",
            "internal HTTP calls",
            "JSON, HTTP/1.1",
        ] {
            assert_eq!(kind(text), ContractKind::TransportOnly, "{text}");
        }
    }

    #[test]
    fn nothing_is_none_and_words_are_unclear() {
        for text in ["", "-", "TBD", "none", "n/a"] {
            assert_eq!(kind(text), ContractKind::Missing, "{text}");
        }
        for text in [
            "none: both ends are one program",
            "internal",
            "the queue's own format",
            "gRPC as described below",
            "protobuf of the orders team",
        ] {
            assert_eq!(kind(text), ContractKind::Unclear, "{text}");
        }
    }
}

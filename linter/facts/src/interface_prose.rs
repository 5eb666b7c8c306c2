//! Boundaries in running text: "The gateway calls the engine over gRPC, as `api/engine.proto` says."

use designlint_document::{Block, BlockKind, Document, Sentence, Span};

use crate::contracts::{contract_kind, files_of};
use crate::interfaces::ARROWS;
use crate::prose::Prose;
use crate::text::{blocks_in, find_word, without_comments};
use crate::{ContractKind, Interface, Text, Topic, Vocabulary};

/// The boundaries that the sentences of a section on interfaces state: those that name a contract, and where nothing in the
/// section may be one, those that name no more than a transport. What a sentence says in other words nobody can tell.
pub(crate) fn stated(document: &Document, topic: &Topic, words: &Vocabulary) -> Vec<Interface> {
    let blocks: Vec<&Block> = blocks_in(document, topic.body).collect();
    let mut found = Vec::new();
    for block in blocks.iter().filter(|b| b.kind == BlockKind::Paragraph) {
        let prose = Prose::within(document, block, topic.body);
        if !ARROWS.iter().any(|a| prose.text().contains(a)) {
            found.extend(prose.sentences().filter_map(|s| boundary(document, &s, words)));
        }
    }
    // Code, tables and links may hold the fields themselves; comments do not.
    let fixed = |b: &&Block| {
        let raw = without_comments(document.source.slice(b.span));
        let shown = !matches!(b.kind, BlockKind::Paragraph | BlockKind::Heading | BlockKind::Rule);
        shown && !raw.trim().is_empty() || contract_kind(&raw, &raw, words) == ContractKind::Named
    };
    if blocks.iter().any(fixed) {
        found.retain(|i| i.contract_kind == ContractKind::Named);
    }
    found
}

/// A sentence whose subject calls, feeds or reads another part, and what fixes the fields between them.
fn boundary(document: &Document, sentence: &Sentence, words: &Vocabulary) -> Option<Interface> {
    let low = &sentence.folded;
    let verb = words.list("boundary-verb").iter().filter_map(|v| find_word(low, v)).min().filter(|&at| at > 0)?;
    let source = document.source.slice(sentence.span);
    if words.says("contract-phrase", low) {
        let kind = contract_kind(&sentence.text, source, words);
        return (kind == ContractKind::Named).then(|| Interface {
            span: sentence.span,
            boundary: sentence.clone().into(),
            contract: Some(sentence.clone().into()),
            contract_kind: kind,
            files: files_of(document, sentence.span),
        });
    }
    let way = words.list("transport-way").iter().filter_map(|w| find_word(&low[verb..], w)).min()?;
    // Lower case may be of another length than the text; then nobody knows where it stands.
    let (parts, transport) = sentence.text.split_at_checked(verb + way).filter(|_| low.len() == sentence.text.len())?;
    let (_, transport) = transport.split_once(' ')?;
    let transport = transport.trim_end_matches(['.', '!']);
    if contract_kind(transport, source, words) != ContractKind::TransportOnly {
        return None;
    }
    let at = sentence.span.start + source.rfind(transport)?;
    Some(Interface {
        span: sentence.span,
        boundary: Text { text: parts.trim_end().to_owned(), span: sentence.span },
        contract: Some(Text { text: transport.to_owned(), span: Span::new(at, at + transport.len()) }),
        contract_kind: ContractKind::TransportOnly,
        files: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn found(body: &str) -> Vec<String> {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("boundary-verb", &["calls", "sends", "is written by"]),
            list("contract-phrase", &["contract", "described in", "as in"]),
            list("transport-way", &["over", "via", "as"]),
            list("transport", &["http", "json", "grpc"]),
            list("transport-filler", &["over", "plain"]),
        ];
        let topic = TopicWords { id: "interfaces".into(), headings: vec!["interfaces".into()], not: Vec::new() };
        let words = Vocabulary { topics: vec![topic], lists: lists.into() };
        let document = Document::parse(Source::new(format!("## Interfaces\n\n{body}\n")));
        let topics = crate::topics::topics(&document, &words);
        let line = |i: Interface| {
            let files: Vec<String> = i.files.into_iter().map(|f| f.text).collect();
            let contract = i.contract.unwrap_or_default();
            format!("{} | {} | {:?} | {}", i.boundary.text, contract.text, i.contract_kind, files.join(", "))
        };
        stated(&document, &topics[0], &words).into_iter().map(line).collect()
    }

    #[test]
    fn a_transport_is_no_contract() {
        assert_eq!(
            found("The gateway calls the engine over gRPC. It is fast."),
            ["The gateway calls the engine | gRPC | TransportOnly | "]
        );
        assert_eq!(
            found("- The shop sends orders as JSON over HTTP."),
            ["The shop sends orders | JSON over HTTP | TransportOnly | "]
        );
    }

    #[test]
    fn a_file_is_one() {
        let said = "The gateway calls the engine; the contract is api/engine.proto.";
        let text = said.replace("api/engine.proto", "`api/engine.proto`");
        assert_eq!(found(&text), [format!("{said} | {said} | Named | api/engine.proto")]);
    }

    #[test]
    fn where_the_fields_may_stand_nobody_can_tell() {
        for text in [
            "The gateway calls the engine over gRPC.\n\n```\nrpc Run(Job)\n```",
            "The gateway calls the engine over gRPC. It is described in `api/engine.proto`.",
            "The gateway calls the engine over gRPC, with the fields below.",
            "The gateway calls the engine.",
            "The engine is fast over gRPC.",
            "gateway → engine: it calls it over gRPC",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_comment_fixes_nothing() {
        let said = ["The gateway calls the engine | gRPC | TransportOnly | "];
        assert_eq!(found("<!-- the contract is `api.proto` -->\nThe gateway calls the engine over gRPC."), said);
        assert_eq!(found("The gateway calls the engine over gRPC. <!-- in `api.proto` -->"), said);
    }
}

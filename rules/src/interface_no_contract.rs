//! `interface-no-contract`.

use designlint_core::{Context, Finding, Fix, Rule, RuleMeta, declare_rule};
use designlint_document::Table;
use designlint_facts::{ContractKind, Interface};
use serde::Deserialize;

use crate::{failure_wording::quoted, skeleton_fix};

declare_rule! {
    /// A boundary between two parts names no contract, or only a transport.
    ///
    /// ## Why
    /// A contract is what lets two parts change apart. "JSON over HTTP" says how bytes travel; it does not say which
    /// fields there are, and the first one that changes its name breaks the other side.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Interfaces
    ///
    /// | boundary | contract |
    /// |---|---|
    /// | gateway → engine | JSON over HTTP |
    /// ```
    /// ```md,passes
    /// ## Interfaces
    ///
    /// | boundary | contract |
    /// |---|---|
    /// | gateway → engine | `api/engine.proto` |
    /// | gateway → IdP | OpenID Connect Core 1.0 |
    /// ```
    ///
    /// ## Silent on
    /// - a file, a schema with its version, a public standard with its version, a link
    /// - words that it cannot tell from a contract
    /// - tables of fields, parameters or flags
    pub static META = { name: "interface-no-contract", family: Structure, severity: Error }
}

/// `interface-no-contract`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InterfaceNoContract {}

impl Rule for InterfaceNoContract {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.interfaces.iter().filter_map(|interface| finding(cx, interface)).collect()
    }
}

fn finding(cx: &Context<'_>, interface: &Interface) -> Option<Finding> {
    let boundary = quoted(&interface.boundary.text);
    let contract = interface.contract.as_ref().filter(|c| !c.text.is_empty());
    let message = match (interface.contract_kind, contract) {
        (ContractKind::TransportOnly, Some(c)) => {
            format!("{} is a transport, not a contract: nothing fixes the fields of {boundary}", quoted(&c.text))
        }
        (ContractKind::Missing, Some(c)) => format!("{} is no contract for {boundary}", quoted(&c.text)),
        (ContractKind::Missing, None) => format!("{boundary} names no contract"),
        _ => return None,
    };
    let span = contract.map_or(interface.boundary.span, |c| c.span);
    let help = "name the file or the schema with its version that fixes the fields: `api/openapi.yaml`, `orders.v1`, \
                \"OpenID Connect Core 1.0\"";
    Some(Finding { fix: fix(cx, interface), ..Finding::new(span, message).help(help) })
}

/// A column for the contracts, or a table of the boundaries that a list or running text names; none where the document has
/// a place for contracts already.
fn fix(cx: &Context<'_>, interface: &Interface) -> Option<Fix> {
    let words = cx.settings.knowledge.vocabulary.list("contract-column");
    let tables = &cx.document.tables;
    if tables.iter().any(|t| t.span.contains(interface.span)) {
        return skeleton_fix::column(cx.document, interface.span, words);
    }
    let named = |t: &Table| t.header.cells.iter().any(|c| words.contains(&c.text.trim().to_lowercase()));
    let mut topics = cx.facts.topics_of("interfaces").filter(|_| !tables.iter().any(named));
    let topic = topics.find(|t| t.body.contains(interface.span))?;
    let lacks = |i: &&Interface| matches!(i.contract_kind, ContractKind::TransportOnly | ContractKind::Missing);
    let here = cx.facts.interfaces.iter().filter(lacks).filter(|i| topic.body.contains(i.span));
    let boundaries: Vec<String> = here.map(|i| i.boundary.text.clone()).collect();
    skeleton_fix::table(cx.document, topic, ["boundary", "contract"], &boundaries)
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "interface-no-contract";

    fn table(contract: &str) -> String {
        format!("## Interfaces\n\n| boundary | contract |\n|---|---|\n| gateway → engine | {contract} |\n")
    }

    #[test]
    fn a_transport_fixes_no_fields() {
        assert_eq!(
            says(RULE, &table("JSON over HTTP")),
            [
                "5:22-5:36 error: \"JSON over HTTP\" is a transport, not a contract: nothing fixes the fields of \"gateway → engine\""
            ]
        );
    }

    #[test]
    fn an_empty_cell_is_no_contract() {
        assert_eq!(says(RULE, &table("")), ["5:3-5:19 error: \"gateway → engine\" names no contract"]);
        assert_eq!(says(RULE, &table("TBD")), ["5:22-5:25 error: \"TBD\" is no contract for \"gateway → engine\""]);
    }

    #[test]
    fn contracts_that_count() {
        for contract in [
            "`openai-subset.v1.yaml`",
            "`tinyllm.h`",
            "OpenID Connect Core 1.0",
            "internal, `migrations/`",
            "[the schema](api/schema.json)",
            "the usual one of the orders service",
        ] {
            assert_eq!(says(RULE, &table(contract)), [""; 0], "{contract}");
        }
    }

    #[test]
    fn fields_are_no_boundaries() {
        let text = "## API\n\n| field | type | format |\n|---|---|---|\n| id | string | JSON |\n";
        assert_eq!(says(RULE, text), [""; 0]);
    }
}

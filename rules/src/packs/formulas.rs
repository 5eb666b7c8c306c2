//! Reads `packs/formulas.yaml`.

use std::collections::BTreeMap;

use designlint_facts::{BareResults, Formula, Input, Mistake, Phrase};
use serde::Deserialize;

const PACK: &str = include_str!(concat!(env!("OUT_DIR"), "/formulas.json"));
const SERVICES: &str = include_str!(concat!(env!("OUT_DIR"), "/services.json"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Services {
    quantities: Vec<Measured>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pack {
    quantities: Vec<Measured>,
    formulas: Vec<Entry>,
    bare_results: Bare,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bare {
    says: Vec<String>,
    silent_on: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Measured {
    pub variable: String,
    pub name: String,
    #[serde(default)]
    pub unit: String,
    #[serde(default)]
    pub strict: bool,
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default)]
    pub says: Vec<String>,
    #[serde(default)]
    pub values: BTreeMap<String, String>,
    #[serde(default)]
    pub near: Vec<String>,
    #[serde(default)]
    pub least: String,
    #[serde(default)]
    pub default: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub id: String,
    pub name: String,
    pub rule: String,
    pub source: String,
    #[serde(default)]
    pub says: Vec<String>,
    #[serde(default)]
    pub hints: Vec<String>,
    #[serde(default)]
    pub near: Vec<String>,
    pub inputs: Vec<String>,
    #[serde(default)]
    pub unit: String,
    #[serde(default = "yes")]
    pub bare: bool,
    #[serde(default)]
    pub per: String,
    pub formula: String,
    #[serde(default)]
    pub anchors: Vec<String>,
    #[serde(default)]
    pub silent_on: Vec<String>,
    #[serde(default)]
    pub silent_near: Vec<String>,
    #[serde(default)]
    pub mistakes: Vec<Wrong>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wrong {
    pub id: String,
    pub formula: String,
    pub says: String,
    #[serde(default)]
    pub rule: String,
    #[serde(default)]
    pub operand: String,
    #[serde(default)]
    pub instead: String,
}

fn yes() -> bool {
    true
}

/// What the pack teaches about formulas.
#[derive(Default)]
pub(super) struct Formulas {
    pub formulas: Vec<Formula>,
    pub quantities: Vec<Input>,
    pub bare_results: BareResults,
}

/// The quantities that rules about retries, pools, peaks and replicas read.
///
/// # Errors
/// Where the pack does not read.
pub(super) fn services() -> Result<Vec<Input>, String> {
    let pack: Services = serde_json::from_str(SERVICES).map_err(|e| e.to_string())?;
    Ok(pack.quantities.iter().map(input).collect())
}

/// The formulas that come with designlint, and how documents state a result without one.
///
/// # Errors
/// Where the pack does not read, an id stands twice, or an input has no quantity.
pub(super) fn formulas() -> Result<Formulas, String> {
    parse(PACK)
}

fn parse(pack: &str) -> Result<Formulas, String> {
    let pack: Pack = serde_json::from_str(pack).map_err(|e| e.to_string())?;
    let mut formulas: Vec<Formula> = Vec::new();
    for entry in pack.formulas {
        if formulas.iter().any(|f| f.id == entry.id) {
            return Err(format!("formula {} stands twice", entry.id));
        }
        formulas.push(built(entry, &pack.quantities)?);
    }
    let says = pack.bare_results.says.iter().map(Phrase::new).collect();
    let bare_results = BareResults { says, silent_on: pack.bare_results.silent_on };
    Ok(Formulas { formulas, quantities: pack.quantities.iter().map(input).collect(), bare_results })
}

/// The formula of an entry, of the packs or of a configuration.
///
/// # Errors
/// Where an input has no quantity.
pub(super) fn built(entry: Entry, quantities: &[Measured]) -> Result<Formula, String> {
    let find = |variable: &String| {
        let quantity = quantities.iter().find(|q| q.variable == *variable);
        quantity.map(input).ok_or_else(|| format!("formula {}: no quantity is called {variable}", entry.id))
    };
    let inputs = entry.inputs.iter().map(find).collect::<Result<Vec<Input>, String>>()?;
    let says = entry.says.iter().map(Phrase::new).chain(entry.hints.iter().map(Phrase::hint)).collect();
    let mistake = |m: Wrong| Mistake {
        id: m.id,
        formula: m.formula,
        says: m.says,
        rule: m.rule,
        operand: m.operand,
        instead: m.instead,
    };
    Ok(Formula {
        id: entry.id,
        name: entry.name,
        rule: entry.rule,
        says,
        near: entry.near,
        inputs,
        formula: entry.formula,
        unit: entry.unit,
        bare: entry.bare,
        per: entry.per,
        silent_on: entry.silent_on,
        silent_near: entry.silent_near,
        anchors: entry.anchors,
        mistakes: entry.mistakes.into_iter().map(mistake).collect(),
        source: entry.source,
    })
}

fn input(quantity: &Measured) -> Input {
    let named = quantity.words.iter().flat_map(|w| Phrase::naming(w));
    let said = quantity.says.iter().map(Phrase::new);
    let valued = quantity.values.iter().map(|(word, value)| Phrase::new(format!("{word} {{={value}}}")));
    Input {
        variable: quantity.variable.clone(),
        name: quantity.name.clone(),
        words: quantity.words.clone(),
        says: named.chain(said).chain(valued).collect(),
        near: quantity.near.clone(),
        unit: quantity.unit.clone(),
        strict: quantity.strict,
        least: quantity.least.clone(),
        default: quantity.default.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use designlint_quantity::{parse as expression, tokens};

    use super::*;

    /// The variables of an expression of the pack.
    fn variables(text: &str) -> BTreeSet<String> {
        let tokens = tokens(text);
        let parsed = expression(text, &tokens, 0).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(parsed.next, tokens.len(), "{text} is not read to its end");
        parsed.expression.symbols().iter().map(|(name, _)| name.to_string()).collect()
    }

    #[test]
    fn formulas_mistakes_and_defaults_are_expressions_over_their_inputs() {
        for formula in &parse(PACK).unwrap().formulas {
            let inputs: BTreeSet<String> = formula.inputs.iter().map(|i| i.variable.clone()).collect();
            let texts = std::iter::once(&formula.formula)
                .chain(formula.mistakes.iter().flat_map(|m| [&m.formula, &m.instead]))
                .chain(formula.inputs.iter().map(|i| &i.default))
                .filter(|text| !text.is_empty());
            for text in texts {
                let used = variables(text);
                assert!(used.is_subset(&inputs), "{}: {text} uses {used:?}", formula.id);
            }
        }
    }

    #[test]
    fn sentences_name_only_inputs() {
        for formula in &parse(PACK).unwrap().formulas {
            let is_input = |v: &str| formula.inputs.iter().any(|i| i.variable == v);
            for phrase in &formula.says {
                assert!(phrase.variables().all(is_input), "{}: {}", formula.id, phrase.source());
                assert!(phrase.source().contains("{}"), "{}: {}", formula.id, phrase.source());
            }
            for mistake in &formula.mistakes {
                let places = mistake.says.split('{').skip(1).filter_map(|p| p.split('}').next());
                for place in places {
                    let used = variables(place.trim_start_matches('='));
                    assert!(used.iter().all(|v| is_input(v)), "{}: {}", mistake.id, mistake.says);
                }
                assert!(mistake.operand.is_empty() || is_input(&mistake.operand), "{}", mistake.id);
                assert_eq!(mistake.operand.is_empty(), mistake.instead.is_empty(), "{}", mistake.id);
            }
            assert!(formula.anchors.iter().all(|a| is_input(a)), "{}", formula.id);
            assert!(formula.per.is_empty() || is_input(&formula.per), "{}", formula.id);
        }
    }

    #[test]
    fn every_formula_has_a_rule_a_name_and_a_source() {
        let pack = parse(PACK).unwrap();
        for formula in &pack.formulas {
            assert!(crate::ALL.iter().any(|r| r.meta.name == formula.rule), "{}: {}", formula.id, formula.rule);
            for mistake in formula.mistakes.iter().filter(|m| !m.rule.is_empty()) {
                assert!(crate::ALL.iter().any(|r| r.meta.name == mistake.rule), "{}: {}", mistake.id, mistake.rule);
            }
            assert!(
                !formula.name.is_empty() && !formula.source.is_empty() && !formula.says.is_empty(),
                "{}",
                formula.id
            );
        }
    }

    #[test]
    fn the_quantities_of_services_read() {
        let read = services().unwrap();
        assert!(read.iter().any(|i| i.variable == "replication_factor" && i.words.contains(&"RF".to_string())));
        let names: BTreeSet<&str> = read.iter().map(|i| i.variable.as_str()).collect();
        assert_eq!(names.len(), read.len(), "each variable stands once");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let pack = |formulas: &str| {
            let quantities = r#"[{"variable": "a", "name": "a"}]"#;
            let bare = r#"{"says": [], "silent_on": []}"#;
            format!(r#"{{"quantities": {quantities}, "bare_results": {bare}, "formulas": [{formulas}]}}"#)
        };
        let one = r#"{"id": "f", "name": "f", "rule": "r", "source": "s", "inputs": ["a"], "formula": "a"}"#;
        assert_eq!(parse(&pack(one)).map(|f| f.formulas.len()), Ok(1));
        assert_eq!(parse(&pack(&format!("{one}, {one}"))).map(|_| ()), Err("formula f stands twice".to_owned()));
        let unknown = one.replace(r#"["a"]"#, r#"["a", "b"]"#);
        assert_eq!(parse(&pack(&unknown)).map(|_| ()), Err("formula f: no quantity is called b".to_owned()));
        assert!(parse(&pack(r#"{"id": "f", "nam": "f"}"#)).is_err());
    }
}

//! What a reader must know beforehand: the words documents use, formulas, signals. Plain types; the packs in `rules/`
//! fill them.

use std::sync::OnceLock;

use designlint_quantity::Convention;
use regex::Regex;

use crate::formulas::{FormulaIndex, Phrase};
use crate::input_index::InputIndex;
use crate::patterns::{brief, compile};
use crate::scores::Scale;
use crate::text::has_word;
use crate::word_lists::{WordList, WordLists};

/// Everything that packs and configuration teach.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// Headings, labels, columns and phrases.
    pub vocabulary: Vocabulary,
    /// Known formulas.
    pub formulas: Vec<Formula>,
    /// What formulas and other facts take in, each variable once.
    pub quantities: Vec<Input>,
    /// What facts about services take in: retries, pools, peaks, replicas; each variable once.
    pub services: Vec<Input>,
    /// How documents state a size or a cost.
    pub bare_results: BareResults,
    /// Sizes that never change.
    pub constants: Vec<Constant>,
    /// Known signals.
    pub signals: Vec<Signal>,
    /// The scale for designs of systems that learn.
    pub scale: Scale,
    /// Emitters that the project declares: the name of a signal, where `*` stands for anything, and the component.
    pub emitters: Vec<(String, String)>,
    /// What the project has agreed on.
    pub conventions: Conventions,
    /// Components that the project declares, each with what it needs: `(name, [(verb, name)])`.
    pub components: Vec<(String, Vec<(String, String)>)>,
    /// What the readers derive from the rest.
    pub prepared: Prepared,
}

/// What the readers derive from [`Knowledge`], built when first asked. A copy starts without it, so that a copy may be changed.
#[derive(Debug, Default)]
pub struct Prepared {
    inputs: OnceLock<InputIndex>,
    services: OnceLock<InputIndex>,
    formulas: OnceLock<FormulaIndex>,
}

impl Clone for Prepared {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Knowledge {
    /// All quantities that sentences can state.
    pub(crate) fn inputs(&self) -> &InputIndex {
        let all = || self.quantities.iter().chain(self.formulas.iter().flat_map(|f| &f.inputs));
        self.prepared.inputs.get_or_init(|| InputIndex::new(all()))
    }

    /// The quantities of services.
    pub(crate) fn service_inputs(&self) -> &InputIndex {
        self.prepared.services.get_or_init(|| InputIndex::new(self.services.iter()))
    }

    /// What finds the formulas, in their order.
    pub(crate) fn formula_index(&self) -> &FormulaIndex {
        self.prepared.formulas.get_or_init(|| FormulaIndex::new(&self.formulas))
    }
}

/// What the project has agreed on.
#[derive(Clone, Debug, Default)]
pub struct Conventions {
    /// The readings of prefixes and months that hold.
    pub readings: Convention,
    /// Nouns that only count, folded: they may stand right behind their number.
    pub nouns: Vec<String>,
}

impl Conventions {
    /// Adds a counting noun, in any form.
    pub fn count(&mut self, noun: &str) {
        self.nouns.push(crate::formulas::fold(noun.trim()));
    }
}

/// A size that never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constant {
    /// How a message calls it, with its article.
    pub name: String,
    /// What documents call it, lower case.
    pub words: Vec<String>,
    /// Its size in bits.
    pub bits: u32,
    /// The sizes of its text forms in bytes.
    pub text: Vec<u32>,
}

/// The words documents use.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// Headings and labels by topic, in order of the rubric.
    pub topics: Vec<TopicWords>,
    /// Other word lists by id, such as `placeholder`, `accept`, `adjective`, `failure-column.detection`.
    pub lists: WordLists,
}

impl Vocabulary {
    /// The words of a list; none where the packs have no such list.
    pub fn list(&self, id: &str) -> &[String] {
        self.lists.words(id)
    }

    /// Whether a text holds one of the words of a list as whole words. Both in lower case.
    pub fn says(&self, id: &str, text: &str) -> bool {
        self.may_say(id, text) && self.list(id).iter().any(|word| has_word(text, word))
    }

    /// Whether a text may hold one of the words of a list: one pass over it rules out most lists. Both in lower case.
    pub(crate) fn may_say(&self, id: &str, text: &str) -> bool {
        self.lists.list(id).is_some_and(|list| list.finder().is_none_or(|f| f.is_match(text)))
    }

    /// Whether a text holds one of the words of a list, also inside other words. Both in lower case.
    pub(crate) fn holds_any(&self, id: &str, text: &str) -> bool {
        self.lists.list(id).and_then(WordList::finder).is_some_and(|f| f.is_match(text))
    }
}

/// How documents head a topic.
#[derive(Clone, Debug, Default)]
pub struct TopicWords {
    /// Id, such as `failure-modes`.
    pub id: String,
    /// Normalised headings (lower case, no numbering), most frequent first.
    pub headings: Vec<String>,
    /// Headings that look alike and are not.
    pub not: Vec<String>,
}

/// How documents state a size or a cost as a result.
#[derive(Clone, Debug, Default)]
pub struct BareResults {
    /// Sentences that state it.
    pub says: Vec<Phrase>,
    /// Words that say where it comes from, or that it is none.
    pub silent_on: Vec<String>,
}

/// A formula with its inputs and known mistakes.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    /// Id, such as `kv-bytes-per-token`.
    pub id: String,
    /// Name for messages.
    pub name: String,
    /// The rule that reports a mismatch; `formula-mismatch` unless the formula has a rule of its own.
    pub rule: String,
    /// Sentences that state the result; see [`Phrase`].
    pub says: Vec<Phrase>,
    /// Words of which one must stand in the paragraph or its heading; empty where the sentence is enough.
    pub near: Vec<String>,
    /// Inputs: variable, and the names documents give it.
    pub inputs: Vec<Input>,
    /// The result over the variables, in the expression grammar.
    pub formula: String,
    /// Unit of the result; empty for a count, `%` for a share.
    pub unit: String,
    /// Whether a number without a unit can be the result.
    pub bare: bool,
    /// The input that a result per time gives: the period of `65 s per week`; empty where there is none.
    pub per: String,
    /// Words on whose presence in the sentence the formula stays silent, such as `per layer`.
    pub silent_on: Vec<String>,
    /// Words on whose presence anywhere in the section the formula stays silent, such as `sliding window`.
    pub silent_near: Vec<String>,
    /// Inputs that a calculation must share with the document for its shape alone to say what it is; empty where the shape
    /// says nothing.
    pub anchors: Vec<String>,
    /// Known mistakes.
    pub mistakes: Vec<Mistake>,
    /// Where the formula is published.
    pub source: String,
}

/// An input of a formula.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Variable of the formula.
    pub variable: String,
    /// For messages: "key/value heads".
    pub name: String,
    /// Names that documents use.
    pub words: Vec<String>,
    /// Sentences that state it; see [`Phrase`].
    pub says: Vec<Phrase>,
    /// Words of which one must stand in the paragraph or its heading for a sentence to state it.
    pub near: Vec<String>,
    /// Unit a bare number takes; empty for a count, `%` for a share.
    pub unit: String,
    /// Whether a number without a unit states nothing.
    pub strict: bool,
    /// The least value it can have, such as `1 d`; empty where there is no such bound.
    pub least: String,
    /// An expression over other variables for where the document states none; empty where it must.
    pub default: String,
}

/// A wrong formula that people use.
#[derive(Clone, Debug, Default)]
pub struct Mistake {
    /// Kebab-case kind, for the explanation.
    pub id: String,
    /// The formula as the mistake has it.
    pub formula: String,
    /// A sentence without its subject that names the mistake; `{layers}` is the value of an input, `{= n - 1}` of an
    /// expression.
    pub says: String,
    /// The rule that reports it; empty for the formula's own.
    pub rule: String,
    /// The variable that should not be there, for pointing at it.
    pub operand: String,
    /// What should stand in its place, an expression.
    pub instead: String,
}

/// A signal of the pack: who emits it and what it can see.
#[derive(Clone, Debug)]
pub struct Signal {
    /// Id.
    pub id: String,
    /// Pattern over the text of a detection.
    pub pattern: Pattern,
    /// Emitter in words.
    pub emitter: String,
    /// Class of the emitter.
    pub class: crate::EmitterClass,
    /// What the emitter is called where it is itself a component of the document.
    pub names: Vec<String>,
    /// Applies only where nothing else matched the same text.
    pub generic: bool,
    /// Kinds of failure it sees.
    pub sees: Vec<crate::FailureKind>,
    /// Kinds of failure during which it stays healthy for certain.
    pub blind: Vec<crate::FailureKind>,
    /// What the series does when its subject dies.
    pub on_death: String,
    /// The trap, for the message.
    pub trap: String,
}

/// A pattern of a pack, compiled when a text first holds one of its literals.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    source: String,
    literals: Vec<String>,
    compiled: OnceLock<Option<Compiled>>,
}

/// By the engine that is ready soonest.
#[derive(Clone, Debug)]
enum Compiled {
    Brief(regex_lite::Regex),
    Fast(Regex),
}

impl Pattern {
    /// Takes the pattern as written.
    pub fn new(source: impl Into<String>) -> Self {
        Self::with_literals(source, Vec::new())
    }

    /// Takes the pattern as written with texts of which every match holds one, in any case; without one it is searched for
    /// in every text.
    pub fn with_literals(source: impl Into<String>, literals: Vec<String>) -> Self {
        Self { source: source.into(), literals, compiled: OnceLock::new() }
    }

    /// The pattern as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it is found in a text. A pattern that does not compile is found nowhere.
    pub fn is_in(&self, text: &str) -> bool {
        if !self.literals.is_empty() && !self.literals.iter().any(|l| holds_ascii(text, l)) {
            return false;
        }
        match self.compiled.get_or_init(|| self.compile().ok()) {
            Some(Compiled::Brief(pattern)) => pattern.is_match(text),
            Some(Compiled::Fast(pattern)) => pattern.is_match(text),
            None => false,
        }
    }

    /// Says why a pattern does not compile.
    ///
    /// # Errors
    /// The message of the regex crate.
    pub fn check(&self) -> Result<(), String> {
        compile(&self.source).map(|_| ()).map_err(|e| e.to_string())
    }

    /// What only the regex crate knows, and the case of letters outside of ASCII, is left to it.
    fn compile(&self) -> Result<Compiled, regex::Error> {
        let short = if self.source.is_ascii() { brief(&self.source).ok() } else { None };
        short.map_or_else(|| compile(&self.source).map(Compiled::Fast), |pattern| Ok(Compiled::Brief(pattern)))
    }
}

/// Whether a text holds another, the case of letters of ASCII aside.
fn holds_ascii(text: &str, literal: &str) -> bool {
    text.as_bytes().windows(literal.len()).any(|w| w.eq_ignore_ascii_case(literal.as_bytes()))
}

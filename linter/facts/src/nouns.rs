//! The nouns of a design document other than its numbers.

use designlint_document::{Sentence, Span};
use designlint_quantity::Quantity;

use crate::{Date, Due};

/// A piece of the document: its text without marks, and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Emphasis, links and escapes removed; code keeps its backticks.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

impl From<Sentence> for Text {
    fn from(sentence: Sentence) -> Self {
        Self { text: sentence.text.to_string(), span: sentence.span }
    }
}

/// Whether something was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Says something.
    Filled,
    /// Nothing at all.
    Empty,
    /// TBD, TODO, a dash, template text, a comment only, "N/A" without a reason.
    Placeholder,
    /// "None", with a reason.
    DeclaredNone,
}

/// A section of the rubric, found by a heading, a bold line or a `Label: text.` run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The vocabulary's ids, such as `problem`, `options`, `failure-modes`; a combined heading has several.
    pub kinds: Vec<String>,
    /// The heading or label as written.
    pub title: Text,
    /// What stands under it, sub-sections included, without the heading.
    pub body: Span,
    /// Number of words under it (sub-sections included).
    pub words: usize,
    /// Whether anything is said there.
    pub state: State,
    /// The sentence that says there is nothing, where no reason follows.
    pub bare_none: Option<Text>,
    /// Index in `Document::sections`; for a label, the section it stands in.
    pub section: usize,
    /// Whether it is a `Label: text.` run.
    pub label: bool,
    /// Heading level; a label is one deeper than its section.
    pub level: u8,
}

/// A part of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The name as first written, without code marks.
    pub name: String,
    /// Where it was named first.
    pub span: Span,
    /// What it needs: depends on, stores in, runs on, scraped by, notifies through. `(verb, name)`.
    pub needs: Vec<(String, String)>,
    /// Whether an interface table or a path shows that another part calls it.
    pub called: bool,
}

/// How options are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionsForm {
    /// A table with options as columns or rows.
    Table,
    /// One sub-heading or bold line an option.
    Headings,
    /// List items.
    List,
    /// `(A) ...; (B) ...` or sentences.
    Prose,
}

/// The options of one decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The table, list or run that holds them.
    pub span: Span,
    /// The heading or label.
    pub title: Text,
    /// How they are written.
    pub form: OptionsForm,
    /// The options.
    pub items: Vec<Choice>,
    /// Criteria, where options share a table.
    pub criteria: Vec<Text>,
    /// Whether the text says that only one is possible, and why.
    pub forced: bool,
    /// Whether the heading speaks of alternatives to a choice that stands elsewhere, which counts as one more option.
    pub besides_choice: bool,
    /// Whether a number stands anywhere under the heading; "option 1", "v2" and names such as S3 are none.
    pub numbers: bool,
    /// Whether options are unwritten: empty section, "None" or a template's prompt.
    pub state: State,
}

impl Options {
    /// Whether the options are held against each other: those of a table or beside a choice that is one of them are. What was
    /// rejected beside the choice may each have its own reason, unless two of them speak of one measure.
    pub fn are_compared(&self, words: &crate::Vocabulary) -> bool {
        if self.form == OptionsForm::Table || !self.besides_choice {
            return true;
        }
        let texts = |c: &Choice| -> Vec<String> {
            std::iter::once(&c.name).chain(&c.cells).map(|t| crate::text::folded(&t.text)).collect()
        };
        let said: Vec<Vec<String>> = self.items.iter().map(texts).collect();
        words.list("measurable").iter().any(|measure| {
            let speaks = |texts: &&Vec<String>| texts.iter().any(|t| crate::text::has_word(t, measure));
            said.iter().filter(speaks).nth(1).is_some()
        })
    }
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: Text,
    /// Its cells, bullets or text.
    pub cells: Vec<Text>,
}

impl Choice {
    /// What the option is judged on by labels of its own: `p99 latency: 3 ms`. None where options share a table.
    pub fn criteria(&self, words: &crate::Vocabulary) -> Vec<Text> {
        self.cells.iter().filter_map(|c| crate::criteria::criterion(c, words)).collect()
    }

    /// Whether a number stands in it that is no label, version or name.
    pub fn has_number(&self) -> bool {
        let texts = if self.cells.is_empty() { std::slice::from_ref(&self.name) } else { &self.cells };
        texts.iter().any(|text| crate::options::has_number(&text.text))
    }

    /// Whether a criterion of another option is named anywhere in this one.
    pub fn speaks_of(&self, criterion: &str) -> bool {
        let wanted = crate::criteria::words_of(criterion);
        let names = |t: &Text| !crate::criteria::words_of(&t.text).is_disjoint(&wanted);
        self.cells.iter().any(names)
    }
}

/// A boundary between two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The row or item.
    pub span: Span,
    /// What talks to what.
    pub boundary: Text,
    /// The contract cell; `None` where the table has no such column.
    pub contract: Option<Text>,
    /// What the contract is.
    pub contract_kind: ContractKind,
    /// The files that the contract names, as written.
    pub files: Vec<Text>,
}

/// What a contract cell names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractKind {
    /// A file, a schema with a version, a standard with a version.
    Named,
    /// Only a transport or a format: HTTP, JSON, gRPC.
    TransportOnly,
    /// Nothing, a dash, TBD.
    Missing,
    /// Words that cannot be told; rules stay silent.
    Unclear,
}

/// An open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The row, item or sentence.
    pub span: Span,
    /// The question.
    pub text: Text,
    /// Who answers it.
    pub owner: Option<Text>,
    /// By when, as written.
    pub due: Option<Text>,
    /// What that fixes.
    pub due_kind: Due,
    /// Answered, struck or ticked off.
    pub resolved: bool,
}

/// How a version arrives and how it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// The heading or label of the first rollout section.
    pub title: Text,
    /// What says how a version arrives.
    pub forward: Option<Text>,
    /// What says how it leaves: roll back, revert, downgrade, disable, flag.
    pub way_back: Option<Text>,
    /// What somebody does to go back: "we set the flag off". A flag alone is none.
    pub act: Option<Text>,
    /// What starts the way back: a limit, or a condition on a metric.
    pub trigger: Option<Text>,
}

/// A change of stored data that the old program does not survive and whose only way back is the old program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migration {
    /// `DROP COLUMN`, "renames the table", "writes snapshots in a new format".
    pub change: Text,
    /// Whether it leaves data in a form that the old program does not know, rather than taking data away.
    pub rewrites: bool,
    /// The text that goes back by the old program alone.
    pub way_back: Text,
}

/// A field of a document: `Status: draft`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in lower case, with blanks for `_` and `-`.
    pub name: String,
    /// Its value as plain text.
    pub value: Text,
}

/// What a document says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its own date, and where it stands; of several the latest.
    pub date: Option<(Date, Text)>,
    /// Its status as written.
    pub status: Option<Text>,
    /// Whether the status says that it was accepted.
    pub accepted: bool,
    /// Who owns it, or wrote it, where a field says so; of several the first.
    pub owner: Option<Text>,
}

/// A sentence that says what a choice costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedCost {
    /// The sentence.
    pub text: Text,
    /// The words that accept: "we accept", "at the cost of".
    pub phrase: Text,
    /// Whether it names a cost: "we accept the trade-offs" names none.
    pub names_cost: bool,
}

/// An adjective where a number is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjective {
    /// The word.
    pub word: Text,
    /// Its sentence or cell.
    pub sentence: Text,
    /// Id of the topic it stands under (`capacity`, `slo`, `options`).
    pub topic: String,
}

/// A choice that was made: the heading or label of a decision, or a sentence under the options that chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The heading, the label or the sentence.
    pub text: Text,
    /// The option that it names, where that can be told: `C` of "we choose option C", the name after "Chosen option:".
    pub chosen: Option<Text>,
}

/// One quantity with two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restatement {
    /// What it is called.
    pub name: String,
    /// Where it is stated first, and the number as written.
    pub first: (Span, String),
    /// Where it is stated otherwise, and the number as written.
    pub other: (Span, String),
    /// Every place that states it, these two included, in order of the source.
    pub places: Vec<(Span, Quantity)>,
}

/// A percentile of fewer samples than it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledPercentile {
    /// Where the percentile stands.
    pub span: Span,
    /// `p95`.
    pub name: String,
    /// How many samples it is of.
    pub samples: i64,
    /// Where their number stands.
    pub samples_span: Span,
    /// From how many samples on it can differ from the largest.
    pub needed: i64,
}

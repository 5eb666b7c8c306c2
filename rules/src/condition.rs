//! Conditions of profiles: expressions over facts that are true or false.
//!
//! The one file that names floats: its evaluator has integers too, in which `1/2` is 0 and `10 == 10.0` is false, so
//! every number it is given is a float.

use std::collections::BTreeMap;

use designlint_core::Context;
use designlint_facts::TopicWords;
use evalexpr::{EvalexprError, EvalexprResult, Node, Operator, Value};
use regex::{Regex, RegexBuilder};

use crate::condition_facts::{Fact, Known};
use crate::failure_wording::quoted;
use crate::packs::{Misstated, Placed};

/// Longest condition, in bytes.
const LONGEST: usize = 1_000;
/// Most signs that nest.
const DEEPEST: usize = 100;
/// Size of a compiled pattern, in bytes.
const LARGEST_PATTERN: usize = 1 << 20;

/// A condition that has been read and makes sense.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    tree: Node,
    facts: BTreeMap<String, Fact>,
    patterns: BTreeMap<String, Regex>,
    /// The first section that it names.
    pub section: Option<String>,
}

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Answer,
    Number,
    Text,
}

impl Condition {
    /// Reads a condition. `topics` are the sections that it may name.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(stated: &Placed, topics: &[TopicWords]) -> Result<Self, Misstated> {
        guard(stated)?;
        let mut tree = evalexpr::build_operator_tree(&stated.text)
            .map_err(|error| Misstated::new(stated.span, format!("this is no condition: {}", reason(&error))))?;
        floats(&mut tree);
        let mut reading = Reading { stated, topics, facts: BTreeMap::new(), patterns: BTreeMap::new(), section: None };
        match reading.type_of(&tree)? {
            Type::Answer => {
                Ok(Self { tree, facts: reading.facts, patterns: reading.patterns, section: reading.section })
            }
            other => Err(Misstated::new(
                stated.span,
                format!("a condition is true or false, and this is {}", other.name()),
            )
            .help("compare it: `options.count >= 2`, `kind == \"rfc\"`, `matches(sections.rollout.text, \"region\")`")),
        }
    }

    /// Whether it is true of a document.
    pub fn holds(&self, cx: &Context<'_>) -> bool {
        self.answer(cx) == Some(true)
    }

    /// Whether it is not true of a document. What has been read always is or is not; if it could not tell, it would not
    /// fail.
    pub fn fails(&self, cx: &Context<'_>) -> bool {
        self.answer(cx) == Some(false)
    }

    fn answer(&self, cx: &Context<'_>) -> Option<bool> {
        let values = self.facts.iter().map(|(name, fact)| (name.clone(), value(fact.of(cx)))).collect();
        self.tree.eval_boolean_with_context(&Values { values, patterns: &self.patterns }).ok()
    }

    /// The facts that it uses and their values, as people read them: `options.count is 1`.
    pub fn facts(&self, cx: &Context<'_>) -> String {
        let facts = self.facts.iter().map(|(name, fact)| match fact.of(cx) {
            Known::Count(count) => format!("{name} is {count}"),
            Known::Text(text) => format!("{name} is {}", quoted(&text)),
        });
        facts.collect::<Vec<_>>().join(", ")
    }
}

/// A pattern of a profile: upper and lower case are one, `^` and `$` stand at lines.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn pattern(text: &str) -> Result<Regex, String> {
    let mut builder = RegexBuilder::new(text);
    builder.case_insensitive(true).multi_line(true).size_limit(LARGEST_PATTERN).dfa_size_limit(LARGEST_PATTERN);
    builder.build().map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => "it takes too much memory".to_owned(),
        // The last line says what is wrong, those before it draw where.
        other => other.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned(),
    })
}

/// Refuses what would be read otherwise than it looks, or go too deep.
fn guard(stated: &Placed) -> Result<(), Misstated> {
    let text = stated.text.as_str();
    if text.trim().is_empty() {
        return Err(Misstated::new(stated.span, "a condition is expected here"));
    }
    if text.len() > LONGEST {
        return Err(Misstated::new(stated.span, format!("a condition has at most {LONGEST} bytes")));
    }
    let mut signs = 0;
    let (mut quoted, mut escaped, mut before) = (false, false, ' ');
    for (at, c) in text.char_indices() {
        if quoted {
            quoted = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
        } else if before == '/' && matches!(c, '/' | '*') {
            let span = stated.part(at - 1..at + 1);
            return Err(
                Misstated::new(span, "a comment starts here, which a condition does not have").help("`/` divides")
            );
        } else {
            quoted = c == '"';
            signs += usize::from(matches!(c, '(' | '!' | '-' | '^'));
        }
        before = if quoted { ' ' } else { c };
    }
    if signs > DEEPEST {
        let message = format!("a condition has at most {DEEPEST} brackets and signs");
        return Err(Misstated::new(stated.span, message));
    }
    Ok(())
}

fn reason(error: &EvalexprError) -> String {
    match error {
        EvalexprError::UnmatchedLBrace | EvalexprError::UnmatchedRBrace => "a bracket has no partner".to_owned(),
        EvalexprError::UnmatchedDoubleQuote => "a quotation mark has no partner".to_owned(),
        EvalexprError::UnmatchedPartialToken { first, .. } => format!("`{first}` stands alone; write it twice"),
        EvalexprError::IllegalEscapeSequence(sequence) => {
            format!("`{sequence}` in quotes; a pattern has its backslashes twice, as in \"[0-9]+\\\\.[0-9]\"")
        }
        EvalexprError::AppendedToLeafNode | EvalexprError::MissingOperatorOutsideOfBrace => {
            "an operator is missing between two of its parts".to_owned()
        }
        other => other.to_string(),
    }
}

/// Turns the integers of an expression into floats.
#[expect(clippy::cast_precision_loss, reason = "a condition compares counts")]
fn floats(node: &mut Node) {
    if let Operator::Const { value } = node.operator_mut()
        && let Value::Int(number) = *value
    {
        *value = Value::Float(number as f64);
    }
    node.children_mut().iter_mut().for_each(floats);
}

#[expect(clippy::cast_precision_loss, reason = "a condition compares counts")]
fn value(known: Known) -> Value {
    match known {
        Known::Count(count) => Value::Float(count as f64),
        Known::Text(text) => Value::String(text),
    }
}

/// An expression while its parts are looked at.
struct Reading<'a> {
    stated: &'a Placed,
    topics: &'a [TopicWords],
    facts: BTreeMap<String, Fact>,
    patterns: BTreeMap<String, Regex>,
    section: Option<String>,
}

impl Reading<'_> {
    fn wrong(&self, message: impl Into<String>) -> Misstated {
        Misstated::new(self.stated.span, message)
    }

    /// An error at the first place of a word.
    fn wrong_at(&self, word: &str, message: impl Into<String>) -> Misstated {
        let at = self.stated.text.find(word);
        Misstated::new(at.map_or(self.stated.span, |at| self.stated.part(at..at + word.len())), message)
    }

    fn type_of(&mut self, node: &Node) -> Result<Type, Misstated> {
        use Operator::{Add, And, Const, Div, Eq, Exp, Geq, Gt, Leq, Lt, Mod, Mul, Neg, Neq, Not, Or, RootNode, Sub};
        match node.operator() {
            RootNode => match node.children() {
                [inner] => self.type_of(inner),
                _ => Err(self.wrong("nothing stands between two brackets")),
            },
            Const { value } => self.constant(value),
            Operator::VariableIdentifierRead { identifier } => self.fact(identifier),
            Operator::FunctionIdentifier { identifier } => self.call(identifier, node.children()),
            Not => self.all(node, "!", &[Type::Answer], 1, Type::Answer),
            And => self.all(node, "&&", &[Type::Answer], 2, Type::Answer),
            Or => self.all(node, "||", &[Type::Answer], 2, Type::Answer),
            Eq => self.all(node, "==", &[Type::Answer, Type::Number, Type::Text], 2, Type::Answer),
            Neq => self.all(node, "!=", &[Type::Answer, Type::Number, Type::Text], 2, Type::Answer),
            Gt => self.all(node, ">", &[Type::Number, Type::Text], 2, Type::Answer),
            Geq => self.all(node, ">=", &[Type::Number, Type::Text], 2, Type::Answer),
            Lt => self.all(node, "<", &[Type::Number, Type::Text], 2, Type::Answer),
            Leq => self.all(node, "<=", &[Type::Number, Type::Text], 2, Type::Answer),
            Neg => self.all(node, "-", &[Type::Number], 1, Type::Number),
            Add => self.all(node, "+", &[Type::Number], 2, Type::Number),
            Sub => self.all(node, "-", &[Type::Number], 2, Type::Number),
            Mul => self.all(node, "*", &[Type::Number], 2, Type::Number),
            Div => self.all(node, "/", &[Type::Number], 2, Type::Number),
            Mod => self.all(node, "%", &[Type::Number], 2, Type::Number),
            Exp => self.all(node, "^", &[Type::Number], 2, Type::Number),
            Operator::Tuple => Err(self
                .wrong_at(",", "a comma parts what `matches` is given, and nothing else")
                .help("write 1000 for a thousand, and `&&` for \"and\"")),
            Operator::Chain => Err(self.wrong_at(";", "a condition is one expression").help("join two with `&&`")),
            _ => Err(self.wrong_at("=", "a condition changes nothing").help("`==` asks whether two things are equal")),
        }
    }

    /// An operator whose parts are all of one type, one of those it takes.
    fn all(&mut self, node: &Node, sign: &str, takes: &[Type], count: usize, gives: Type) -> Result<Type, Misstated> {
        if node.children().len() != count {
            return Err(self.wrong_at(sign, format!("something is missing beside `{sign}`")));
        }
        let mut first: Option<Type> = None;
        for child in node.children() {
            let found = self.type_of(child)?;
            if !takes.contains(&found) {
                let wanted: Vec<&str> = takes.iter().map(|t| t.name()).collect();
                let message = format!("`{sign}` takes {}, and this is {}", wanted.join(" or "), found.name());
                return Err(self.wrong_at(sign, message));
            }
            match first {
                Some(other) if other != found => {
                    let message =
                        format!("`{sign}` has {} on one side and {} on the other", found.name(), other.name());
                    return Err(self
                        .wrong_at(sign, message)
                        .help("a number stands without quotes, a text in quotes; the front matter holds texts"));
                }
                _ => first = Some(found),
            }
        }
        Ok(gives)
    }

    fn constant(&self, value: &Value) -> Result<Type, Misstated> {
        match value {
            Value::Boolean(_) => Ok(Type::Answer),
            Value::String(_) => Ok(Type::Text),
            // `inf` and `nan` read as numbers, and a number may be too large for one.
            Value::Float(number) if number.is_finite() => Ok(Type::Number),
            _ => Err(self.wrong("a number of this condition is none that counts can be compared with")),
        }
    }

    fn fact(&mut self, name: &str) -> Result<Type, Misstated> {
        let fact = Fact::named(name, self.topics).map_err(|help| {
            let hyphen = self.stated.text.contains(&format!("{name}-"));
            let help = if hyphen {
                "names have `_` where headings have a hyphen: sections.open_questions.text".into()
            } else {
                help
            };
            self.wrong_at(name, format!("no fact is called `{name}`")).help(help)
        })?;
        let kind = if fact.is_text() { Type::Text } else { Type::Number };
        if let (None, Fact::Words(topic) | Fact::Text(topic)) = (&self.section, &fact) {
            self.section = Some(topic.clone());
        }
        self.facts.insert(name.to_owned(), fact);
        Ok(kind)
    }

    /// `matches(text, "pattern")`, the only function there is.
    fn call(&mut self, name: &str, arguments: &[Node]) -> Result<Type, Misstated> {
        if name != "matches" {
            let help = "there is `matches(text, \"pattern\")`, and the operators == != < <= > >= && || ! + - * / % ^";
            return Err(self.wrong_at(name, format!("no function is called `{name}`")).help(help));
        }
        let usage = "write `matches(sections.rollout.text, \"region\")`";
        let [text, pattern] = arguments_of(arguments) else {
            return Err(self.wrong_at(name, "`matches` takes a text and a pattern").help(usage));
        };
        if self.type_of(text)? != Type::Text {
            return Err(self.wrong_at(name, "`matches` looks for a pattern in a text, and this is none").help(usage));
        }
        let Some(source) = literal(pattern) else {
            return Err(self.wrong_at(name, "the pattern of `matches` is a text in quotes").help(usage));
        };
        let compiled =
            self::pattern(source).map_err(|why| self.wrong_at(source, format!("this is no pattern: {why}")))?;
        self.patterns.insert(source.to_owned(), compiled);
        Ok(Type::Answer)
    }
}

impl Type {
    fn name(self) -> &'static str {
        match self {
            Self::Answer => "true or false",
            Self::Number => "a number",
            Self::Text => "a text",
        }
    }
}

/// What stands between the brackets of a call.
fn arguments_of(children: &[Node]) -> &[Node] {
    match children {
        [only] if matches!(only.operator(), Operator::RootNode | Operator::Tuple) => match only.children() {
            [inner] if matches!(only.operator(), Operator::RootNode) => arguments_of(std::slice::from_ref(inner)),
            several => several,
        },
        other => other,
    }
}

fn literal(node: &Node) -> Option<&str> {
    match (node.operator(), node.children()) {
        (Operator::RootNode, [inner]) => literal(inner),
        (Operator::Const { value: Value::String(text) }, _) => Some(text),
        _ => None,
    }
}

/// The facts of a document, as the evaluator asks for them.
struct Values<'a> {
    values: BTreeMap<String, Value>,
    patterns: &'a BTreeMap<String, Regex>,
}

impl evalexpr::Context for Values<'_> {
    fn get_value(&self, identifier: &str) -> Option<&Value> {
        self.values.get(identifier)
    }

    fn call_function(&self, identifier: &str, argument: &Value) -> EvalexprResult<Value> {
        let given = argument.as_fixed_len_tuple(2)?;
        let (text, pattern) = (given[0].as_string()?, given[1].as_string()?);
        let unknown = || EvalexprError::FunctionIdentifierNotFound(identifier.to_owned());
        self.patterns.get(&pattern).map(|regex| Value::Boolean(regex.is_match(&text))).ok_or_else(unknown)
    }

    fn are_builtin_functions_disabled(&self) -> bool {
        true
    }

    fn set_builtin_functions_disabled(&mut self, _: bool) -> EvalexprResult<()> {
        Ok(())
    }
}

#[cfg(test)]
#[path = "condition_tests.rs"]
mod tests;

//! Where a document names a quantity: its definitions, and every place that goes by the same name.

use std::collections::BTreeMap;
use std::sync::Arc;

use designlint_document::{Block, BlockKind, Document, Flat, RegionKind, Span};

use crate::{
    Facts, Knowledge,
    claims::{Definition, is_plain},
    definitions::key_of,
    formulas::fold,
    usual_names::UsualNames,
};

/// Languages whose lines give names values.
const SETTINGS: &[&str] =
    &["toml", "yaml", "yml", "ini", "env", "properties", "conf", "cfg", "json", "json5", "hcl", "promql"];

/// A quantity with a name.
#[derive(Clone, Debug)]
pub struct NamedQuantity<'f> {
    /// The name as its first definition has it.
    pub name: &'f str,
    /// What gives it a value, in order of the source.
    pub definitions: Vec<&'f Definition>,
    /// Where it is named, in order of the source.
    pub mentions: Vec<Mention>,
    /// Numbers of calculations that stand for it, by alignment with a side in names.
    pub numbers: Vec<Span>,
}

/// A place that names a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name.
    pub span: Span,
    /// Whether it gets a value there.
    pub defines: bool,
    /// Which of the quantity's names it is: equal for the same name.
    pub name: usize,
}

impl NamedQuantity<'_> {
    /// Whether all definitions give it one value.
    pub fn is_one(&self) -> bool {
        let mut values = self.definitions.iter().map(|d| (&d.value.value, d.value.dimension));
        let first = values.next();
        values.all(|value| Some(value) == first)
    }
}

/// The quantity that is named at a byte, or whose number stands there; `None` where it has no definition. A formula may
/// name it by another of the names that documents have for the input: `L` where "30 layers" is said.
pub fn named_quantity<'f>(
    document: &Document,
    facts: &'f Facts,
    knowledge: &Knowledge,
    at: usize,
) -> Option<NamedQuantity<'f>> {
    let by_key = by_key(facts);
    if by_key.is_empty() {
        return None;
    }
    let usual = UsualNames::new(&by_key, knowledge);
    let key = key_at(document, facts, &by_key, &usual, at)?;
    let (definitions, names) = match by_key.get(key.as_str()) {
        Some(own) => (own.clone(), [key.clone()].into_iter().chain(usual.others_of(&key)).collect()),
        None => usual.meant(&key)?,
    };
    let mut mentions = Vec::new();
    for text in texts(document) {
        for (nth, name) in names.iter().enumerate() {
            let words: Vec<&str> = name.split(' ').collect();
            let defined = by_key.contains_key(name.as_str());
            mentions.extend(text.found(&words).into_iter().filter_map(|span| {
                let defines = definitions.iter().any(|d| d.span.contains(span));
                let prose = defined && (words.len() > 1 || text.is_code(span));
                let counts = defines || prose || is_used(facts, &text, span);
                counts.then_some(Mention { span, defines, name: nth })
            }));
        }
    }
    mentions.sort_by_key(|m| (m.span, m.name));
    mentions.dedup_by_key(|m| m.span);
    let operands = facts.claims.iter().flat_map(|c| &c.operands);
    let numbers = operands.filter(|o| o.symbol.as_deref().is_some_and(|s| names.contains(&key_of(s)))).map(|o| o.span);
    Some(NamedQuantity { name: &definitions.first()?.name, mentions, numbers: numbers.collect(), definitions })
}

fn by_key(facts: &Facts) -> BTreeMap<&str, Vec<&Definition>> {
    let mut out: BTreeMap<&str, Vec<&Definition>> = BTreeMap::new();
    for definition in facts.definitions.iter().filter(|d| !d.key.is_empty()) {
        out.entry(&definition.key).or_default().push(definition);
    }
    // A row of a table is read twice, by its name and by the heading of its column.
    out.values_mut().for_each(|d| d.dedup_by_key(|d| d.value_span));
    out
}

/// The name at a byte: of the words that stand there the longest that has a definition.
fn key_at(
    document: &Document,
    facts: &Facts,
    by_key: &BTreeMap<&str, Vec<&Definition>>,
    usual: &UsualNames<'_>,
    at: usize,
) -> Option<String> {
    let holds = |span: Span| span.start <= at && at <= span.end;
    // A number may be known by a name that is only meant, too: `kv_heads: 3` also states the key/value heads.
    let is_meant = |d: &Definition| !key_of(document.source.slice(d.span)).contains(&d.key);
    let stated = facts.definitions.iter().filter(|d| holds(d.value_span));
    let value = stated.min_by_key(|d| (is_meant(d), d.span.len()));
    if let Some(definition) = value {
        return Some(definition.key.clone());
    }
    let operands = facts.claims.iter().flat_map(|c| &c.operands).filter(|o| holds(o.span));
    let symbols = operands.filter_map(|o| Some(key_of(o.symbol.as_ref()?)));
    if let Some(key) = symbols.into_iter().find(|key| by_key.contains_key(key.as_str()) || usual.is_one(key)) {
        return Some(key);
    }
    let text = texts(document).into_iter().find(|t| t.span.start <= at && at <= t.span.end && t.reaches(at))?;
    let places = |key: &str| text.found(&key.split(' ').collect::<Vec<_>>());
    let defined = by_key.keys().copied().filter(|key| places(key).into_iter().any(holds));
    let used = |key: &&str| places(key).into_iter().any(|span| holds(span) && is_used(facts, &text, span));
    let found = defined.chain(usual.undefined().filter(used));
    found.max_by_key(|key| key.split(' ').count()).map(str::to_string)
}

/// Whether a name stands where it is calculated with, or alone between marks of code or math.
fn is_used(facts: &Facts, text: &Text, span: Span) -> bool {
    in_a_side(facts, span) || text.is_marked(span)
}

/// Whether a name stands in a side that is calculated.
fn in_a_side(facts: &Facts, span: Span) -> bool {
    facts.claims.iter().any(|c| c.computed_span.contains(span) || c.span.contains(span) && c.stated_span.contains(span))
}

/// A part of the document in which quantities are named.
struct Text {
    span: Span,
    flat: Arc<Flat>,
    /// Whether all of it is code.
    code: bool,
    /// The words: bytes of the flat text, and folded.
    words: Vec<(std::ops::Range<usize>, String)>,
}

impl Text {
    fn new(flat: Arc<Flat>, span: Span, code: bool) -> Self {
        let mut words = Vec::new();
        let mut start = None;
        let ends = flat.text.char_indices().chain([(flat.text.len(), ' ')]);
        for (at, c) in ends {
            match (start, c.is_alphanumeric()) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    words.push((from..at, fold(&flat.text[from..at])));
                    start = None;
                }
                _ => {}
            }
        }
        Self { span, flat, code, words }
    }

    /// Whether a byte of the source stands in this text and not in a mark around it.
    fn reaches(&self, at: usize) -> bool {
        let span = self.flat.source_span(0..self.flat.text.len());
        span.start <= at && at <= span.end
    }

    /// Where these words stand, one behind the other and nothing glued to them.
    fn found(&self, words: &[&str]) -> Vec<Span> {
        let text = self.flat.text.as_str();
        let runs = self.words.windows(words.len().max(1)).filter(|run| {
            let same = run.iter().zip(words).all(|((_, word), wanted)| word == wanted);
            same && run.windows(2).all(|pair| joins(&text[pair[0].0.end..pair[1].0.start]))
                && is_whole(text, run[0].0.start, run[run.len() - 1].0.end)
        });
        runs.map(|run| self.flat.source_span(run[0].0.start..run[run.len() - 1].0.end)).collect()
    }

    /// Whether it stands in math, or fills a piece of inline code.
    fn is_marked(&self, span: Span) -> bool {
        self.flat.regions.iter().any(|r| {
            let region = || self.flat.source_span(r.range.clone());
            match r.kind {
                RegionKind::Math => region().contains(span),
                RegionKind::Code => region() == span,
                _ => false,
            }
        })
    }

    fn is_code(&self, span: Span) -> bool {
        let code = self.flat.regions.iter().filter(|r| matches!(r.kind, RegionKind::Code | RegionKind::Math));
        self.code || code.into_iter().any(|r| self.flat.source_span(r.range.clone()).contains(span))
    }
}

/// What may stand between the words of one name: `kv_heads`, `H_{kv}`, `request timeout`.
fn joins(between: &str) -> bool {
    matches!(between, "_" | "-" | "." | "_{" | " ") || between.contains('\n') && between.trim().is_empty()
}

/// Whether no longer name holds the words at a range: `timeout` of `request_timeout` is none.
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let behind = text[end..].chars().next();
    let next = |glue: char| text[end..].strip_prefix(glue).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let digit = |c: Option<char>| c.is_some_and(|c| c == '_' || c == '/' && text[..start].ends_with("//"));
    !digit(before) && before != Some('.') && behind != Some('_') && !next('.') && !next('-') && before != Some('-')
}

/// What is read for names, in order of the source.
fn texts(document: &Document) -> Vec<Text> {
    let source = &document.source;
    let mut out = Vec::new();
    if let Some(front) = &document.front_matter {
        let lines = source.line_of(front.span.start)..=source.line_of(front.span.end);
        let lines: Vec<Span> = lines.map(|n| source.line_span(n)).filter(|l| front.span.contains(*l)).collect();
        out.push(Text::new(Arc::new(Flat::of(source, &lines, true)), front.span, true));
    }
    for block in &document.blocks {
        match &block.kind {
            BlockKind::Paragraph | BlockKind::Heading | BlockKind::Math => {
                out.push(Text::new(document.flat(block), block.span, block.kind == BlockKind::Math));
            }
            BlockKind::Code { info } if is_read(info) => out.push(Text::new(document.flat(block), block.span, true)),
            BlockKind::Table(index) => cells(document, *index, block, &mut out),
            _ => {}
        }
    }
    out
}

fn is_read(info: &str) -> bool {
    let language = info.split([' ', ',', '{']).next().unwrap_or("").to_ascii_lowercase();
    is_plain(&language) || SETTINGS.contains(&language.as_str())
}

fn cells(document: &Document, index: usize, block: &Block, out: &mut Vec<Text>) {
    let Some(table) = document.tables.get(index) else { return };
    for row in std::iter::once(&table.header).chain(&table.rows) {
        let cells = row.cells.iter().filter(|c| block.span.contains(c.span) && !c.span.is_empty());
        out.extend(cells.map(|cell| Text::new(document.flat_cell(cell), cell.span, false)));
    }
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::{Knowledge, extract};

    /// The mentions as `line:text`, those that define with a star, and behind a bar the numbers.
    fn named(text: &str, at: &str) -> Option<String> {
        named_by(&Knowledge::default(), text, at)
    }

    fn named_by(knowledge: &Knowledge, text: &str, at: &str) -> Option<String> {
        let document = Document::parse(Source::new(text));
        let facts = extract(&document, knowledge);
        let quantity = named_quantity(&document, &facts, knowledge, text.find(at).unwrap() + at.len() - 1)?;
        let line = |span: Span| document.source.line_of(span.start);
        let shown = |m: &Mention| {
            let star = if m.defines { "*" } else { "" };
            format!("{}:{}{star}", line(m.span), document.source.slice(m.span))
        };
        let numbers = quantity.numbers.iter().map(|n| format!("{}:{}", line(*n), document.source.slice(*n)));
        let mentions: Vec<String> = quantity.mentions.iter().map(shown).collect();
        Some(format!("{} | {}", mentions.join(" "), numbers.collect::<Vec<_>>().join(" ")))
    }

    #[test]
    fn a_setting_its_formula_and_the_number_that_stands_for_it() {
        let text = "```yaml\nkv_heads: 3\n```\n\nThe cache stores `kv_heads` vectors.\n\n```text\nkv = 2 x kv_heads x 64 = 2 x 3 x 64 = 384\n```\n";
        let all = "2:kv_heads* 5:kv_heads 8:kv_heads | 8:3";
        for at in ["kv_heads: 3", "`kv_he", "2 x kv_h", "2 x 3"] {
            assert_eq!(named(text, at).as_deref(), Some(all), "{at}");
        }
    }

    #[test]
    fn a_name_of_several_words_is_found_in_prose_and_in_settings() {
        let text = "```yaml\nrequest_timeout: 30 s\n```\n\n数😀 Request timeouts are long: the request\ntimeout is 20 s.\r\n\n`request_timeout_ms` is another.\n";
        assert_eq!(
            named(text, "request_t").as_deref(),
            Some("2:request_timeout* 5:Request timeouts 5:request\ntimeout | ")
        );
    }

    #[test]
    fn a_word_of_prose_is_no_name() {
        let text = "```text\nlayers = 30\nall = 2 x layers = 60\n```\n\nMore layers are slower. `layers` is fixed; n_layers is not.\n";
        assert_eq!(named(text, "layers = 3").as_deref(), Some("2:layers* 3:layers 6:layers | "));
        assert_eq!(named(text, "More layers"), named(text, "layers = 3"));
    }

    #[test]
    fn what_has_no_value_is_no_quantity() {
        assert_eq!(named("The `width` is 2 x `height`.\n", "width"), None);
        assert_eq!(named("Plain words.\n", "Plain"), None);
    }

    /// Layers, by the names that documents have for them.
    fn layers() -> Knowledge {
        let words = ["layers", "n_layers", "L"].map(str::to_owned).to_vec();
        let says = ["{} layers", "layers = {}"].map(crate::Phrase::new).to_vec();
        let input = crate::Input { variable: "layers".to_owned(), words, says, ..crate::Input::default() };
        Knowledge { quantities: vec![input], ..Knowledge::default() }
    }

    #[test]
    fn a_formula_may_name_an_input_by_another_of_its_names() {
        let text = "The model has 30 layers.\n\n```text\nkv = 2 x L x 64 = 2 x 30 x 64 = 3,840\n```\n\nWith $L$ it grows, L. \
                    said.\n";
        let all = "1:layers* 4:L 7:L | 4:30";
        for at in ["30 layers", "2 x L", "= 2 x 30", "$L"] {
            assert_eq!(named_by(&layers(), text, at).as_deref(), Some(all), "{at}");
        }
        assert_eq!(named_by(&layers(), text, "grows, L"), None);
        assert_eq!(named(text, "2 x L"), None);
        // A name with a value of its own means that.
        let own = format!("{text}\n```text\nL = 9\n```\n");
        assert_eq!(named_by(&layers(), &own, "2 x L").as_deref(), Some("4:L 7:L 10:L* | 4:30"));
        assert_eq!(named_by(&layers(), &own, "30 layers").as_deref(), Some("1:layers* | "));
        // Two values: nobody can tell which of them the formula means.
        let two = format!("{text}\nThe other model has 40 layers.\n");
        assert_eq!(named_by(&layers(), &two, "30 layers").as_deref(), Some("1:layers* 9:layers* | "));
    }

    #[test]
    fn definitions_that_differ_are_not_one() {
        let text = "```yaml\nmax_replicas: 3\n```\n\n```yaml\nmax_replicas: 5\n```\n";
        let document = Document::parse(Source::new(text));
        let facts = extract(&document, &Knowledge::default());
        let quantity = named_quantity(&document, &facts, &Knowledge::default(), text.find("max").unwrap()).unwrap();
        assert_eq!((quantity.name, quantity.is_one(), quantity.definitions.len()), ("max_replicas", false, 2));
    }
}

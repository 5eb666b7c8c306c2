//! Equations whose result is not written yet: `4,096 x 8.4 KB =`.

use designlint_document::{Document, Span};
use designlint_quantity::{Expression, Parsed, Relation, TokenKind};

use super::{
    equations::{has_number, left_sides},
    judge::{Names, value_under},
    passage::{Passage, passages_at},
    results::results,
};
use crate::{Knowledge, definitions, formulas, lookup::Lookup};

/// An equation whose result is not written yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenEquation {
    /// The side that is there.
    pub side: Span,
    /// Its text without marks, blanks folded.
    pub text: String,
    /// The byte behind the sign, where the result belongs.
    pub at: usize,
    /// Whether nothing follows in the line or the cell.
    pub ends_line: bool,
    /// What the side gives, as the document would write it; the unit that fits best first. Never empty.
    pub results: Vec<String>,
}

/// The equations with a sign inside a span and no number behind it, in order of the source.
///
/// Nothing but a calculation with a value counts: a name without one, a range and a sum of different units give none.
pub fn open_equations(document: &Document, knowledge: &Knowledge, within: Span) -> Vec<OpenEquation> {
    if !document.source.slice(within).contains(['=', '≈']) {
        return Vec::new();
    }
    let conventions = &knowledge.conventions;
    let statements = formulas::statements(document, conventions.readings);
    let inputs = knowledge.inputs();
    let named = definitions::named(document, &statements, inputs);
    let lookup = Lookup::new(&named, inputs, document);
    let mut out = Vec::new();
    passages_at(document, conventions, within, |passage| {
        let names: &Names<'_> = &|name| lookup.lookup(name, passage.section).map(|d| d.value.clone());
        let signs = (0..passage.tokens.len()).filter(|&at| is_open(passage, at));
        out.extend(signs.filter_map(|at| open_equation(document, passage, at, names)));
    });
    out.retain(|open| within.start <= open.at && open.at <= within.end);
    out.sort_by_key(|open| open.at);
    out
}

/// Whether a token is a sign with no number behind it. In prose a number may stand on the next line.
fn is_open(passage: &Passage, at: usize) -> bool {
    let kind = |at: usize| passage.tokens.get(at).map(|t| &t.kind);
    if !matches!(kind(at), Some(TokenKind::Relation(Relation::Equal | Relation::About))) {
        return false;
    }
    let newlines = (at + 1..).take_while(|&i| kind(i) == Some(&TokenKind::Newline)).count();
    match kind(at + 1 + newlines) {
        None | Some(TokenKind::Boundary | TokenKind::Close | TokenKind::Comma | TokenKind::Word) => true,
        _ => newlines > 1,
    }
}

fn open_equation(document: &Document, passage: &Passage, at: usize, names: &Names<'_>) -> Option<OpenEquation> {
    let sign = passage.span(passage.tokens[at].range.clone());
    let about = passage.tokens[at].kind == TokenKind::Relation(Relation::About);
    let reading = passage.readings.reading();
    let side = left_sides(passage, at).into_iter().find(is_calculation)?;
    let (value, dimension) = value_under(&side.expression, names, &reading)?;
    let text = &passage.text[side.range.clone()];
    let results = results(passage, &side, &value, dimension, about);
    let source = &document.source;
    let rest = Span::new(sign.end, source.line_span(source.line_of(sign.end)).end);
    let last = at + 1 == passage.tokens.len();
    (!results.is_empty()).then(|| OpenEquation {
        side: passage.span(side.range.clone()),
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        at: sign.end,
        ends_line: last || source.slice(rest).trim().is_empty(),
        results,
    })
}

fn is_calculation(side: &Parsed) -> bool {
    let e = &side.expression;
    // `10-20 x 3` is a product of a range as often as a difference.
    let range = e.of_range().is_some() || e.any(|e| matches!(e, Expression::Range(..)));
    !range && e.computes() && (has_number(e) || !e.symbols().is_empty())
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::{Verdict, extract};

    fn open(text: &str) -> Vec<OpenEquation> {
        let document = Document::parse(Source::new(text));
        open_equations(&document, &Knowledge::default(), Span::new(0, text.len()))
    }

    /// The results of the only open equation, each of which must hold where it is written.
    fn results_of(text: &str) -> Vec<String> {
        let [open] = &open(text)[..] else { panic!("{text}: {:?}", open(text)) };
        for result in &open.results {
            let written = format!("{} {result}{}", &text[..open.at], &text[open.at..]);
            let facts = extract(&Document::parse(Source::new(&*written)), &Knowledge::default());
            let claim = facts.claims.iter().find(|c| c.stated_span.start > open.at).expect(&written);
            assert_eq!(claim.verdict, Verdict::Holds, "{written}");
        }
        open.results.clone()
    }

    #[test]
    fn numbers_are_written_as_their_neighbours_are() {
        assert_eq!(results_of("A day has 50 x 86,400 =\n"), ["4,320,000"]);
        assert_eq!(results_of("```text\n50 x 86400 =\n```\n"), ["4320000"]);
        assert_eq!(results_of("- 50 x 86_400 = \n"), ["4_320_000"]);
        assert_eq!(results_of("The share is 84 / 168 =\n"), ["0.5", "50%"]);
        assert_eq!(results_of("10 / 3 =\n"), ["3.33333"]);
        assert_eq!(results_of("10 / 3 ≈\n"), ["3.33"]);
    }

    #[test]
    fn units_fit_the_size_and_come_from_the_side() {
        assert_eq!(results_of("4,096 x 8.4 KB =\n"), ["34.4064 MB", "34,406.4 KB"]);
        assert_eq!(results_of("3 x 256KiB =\n"), ["768KiB"]);
        assert_eq!(results_of("40 x 3 ms =\n"), ["120 ms"]);
        assert_eq!(results_of("1,200 x 3 ms =\n"), ["3.6 s", "3,600 ms"]);
        assert_eq!(results_of("64 KB / 200 ms =\n"), ["320 KB/s"]);
        assert_eq!(results_of("25 GB/s x 4 s =\n"), ["100 GB"]);
        assert_eq!(results_of("7e9 x 2 B =\n"), ["14 GB", "14,000,000,000 B"]);
        assert_eq!(results_of("30 days x 86,400 s/day =\n"), ["2,592,000 s", "30 days"]);
        assert_eq!(results_of("500 x $1.25 =\n"), ["$625"]);
        assert_eq!(results_of("3 x $1.25 =\n"), ["$3.75"]);
    }

    #[test]
    fn names_have_their_values_and_chains_their_last_side() {
        let text = "```text\nlayers = 30\nall = 2 x layers x 64 =\n```\n";
        assert_eq!(results_of(text), ["3,840"]);
        assert_eq!(results_of("```text\nkv = 2 x L x 64 = 2 x 30 x 64 =\n```\n"), ["3,840"]);
        assert_eq!(results_of("| a |\n|---|\n| 😀 4 x 8 GB = |\n"), ["32 GB"]);
    }

    #[test]
    fn what_has_a_result_or_no_value_is_not_open() {
        for text in [
            "4 x 5 = 20\n",
            "It takes 4 x 5 =\n20 rows.\n",
            "```text\nall = 2 x width =\n```\n",
            "2 KB + 3 ms =\n",
            "x = \n",
            "10-20 x 3 =\n",
            "```rust\nlet a = 4 * 5 =\n```\n",
        ] {
            assert_eq!(open(text), [], "{text}");
        }
    }

    #[test]
    fn the_place_is_behind_the_sign() {
        let text = "数 — 4 x 5 = apples\r\n";
        let [open] = &open(text)[..] else { panic!() };
        assert_eq!((&text[open.side.range()], &text[..open.at], open.ends_line), ("4 x 5", "数 — 4 x 5 =", false));
        assert!(open_at_end("数 — 4 x 5 = \r\n") && open_at_end("4 x 5 ="));
    }

    fn open_at_end(text: &str) -> bool {
        open(text).iter().all(|o| o.ends_line)
    }
}

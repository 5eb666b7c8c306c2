//! Hover: how the calculation at a number was read, what a name stands for, and the page of the rule that found something.

use designlint_document::Span;
use designlint_facts::{Claim, ClaimKind, Definition, NamedQuantity};
use designlint_render::derivation::{Derivation, code};
use designlint_render::escape::line;
use designlint_render::rule_page;
use lsp_types::{Hover, HoverContents};

use super::{Asked, feeds::feeds, names::quantity_at};

/// Most calculations, and most rules, that are shown at one place.
const MOST: usize = 3;

/// What is known about a place.
pub(super) fn hover(asked: Asked<'_>, at: usize) -> Option<Hover> {
    let mut parts = Vec::new();
    let mut place = None;
    let (claims, number) = claims_at(&asked.report().facts.claims, at);
    place = place.or(number);
    parts.extend(claims.into_iter().take(MOST).map(|claim| derivation(asked, claim)));
    if let Some(quantity) = quantity_at(asked, at) {
        place = place.or(quantity.mentions.iter().map(|m| m.span).find(|s| holds(*s, at)));
        place = place.or(quantity.definitions.iter().map(|d| d.value_span).find(|s| holds(*s, at)));
        parts.extend(is_known(&quantity, at).then(|| named(asked, &quantity)));
    }
    if let Some((span, text)) = feeds(asked, at) {
        place = place.or(Some(span));
        parts.push(text);
    }
    let found = asked.report().diagnostics.iter().filter(|d| holds(d.finding.span, at));
    let mut rules: Vec<&str> = Vec::new();
    for diagnostic in found {
        if !rules.contains(&diagnostic.rule.as_ref()) && rules.len() < MOST {
            rules.push(&diagnostic.rule);
            place = place.or(Some(diagnostic.finding.span));
        }
    }
    parts.extend(rules.into_iter().filter_map(page));
    let text = parts.join(if asked.abilities.markdown { "\n\n---\n\n" } else { "\n\n" });
    let contents = HoverContents::Markup(asked.markup(text));
    (!parts.is_empty()).then(|| Hover { contents, range: place.map(|span| asked.range(span)) })
}

fn holds(span: Span, at: usize) -> bool {
    span.start <= at && at < span.end
}

/// The calculations of a place, and the number there: those that state it, or else use it, or else stand around it.
fn claims_at(claims: &[Claim], at: usize) -> (Vec<&Claim>, Option<Span>) {
    let stating: Vec<&Claim> = claims.iter().filter(|c| holds(c.stated_span, at)).collect();
    if let Some(first) = stating.first() {
        let span = first.stated_span;
        return (stating, Some(span));
    }
    let operand = |c: &Claim| c.operands.iter().map(|o| o.span).find(|s| holds(*s, at));
    let using: Vec<&Claim> = claims.iter().filter(|c| operand(c).is_some()).collect();
    if let Some(first) = using.first() {
        let span = operand(first);
        return (using, span);
    }
    // The row of a total holds more than the total.
    let around = claims.iter().filter(|c| c.kind != ClaimKind::Total && holds(c.span, at));
    let around = around.min_by_key(|c| c.span.len());
    (around.into_iter().collect(), around.map(|c| c.span))
}

/// The derivation of a claim, in Markdown where the client shows it.
pub(super) fn derivation(asked: Asked<'_>, claim: &Claim) -> String {
    let derivation = Derivation::of(asked.report(), claim);
    if asked.abilities.markdown { derivation.markdown() } else { derivation.plain() }
}

/// Whether there is more to say of a quantity than that its number stands here.
fn is_known(quantity: &NamedQuantity<'_>, at: usize) -> bool {
    let elsewhere = quantity.mentions.iter().any(|m| !m.defines || holds(m.span, at));
    elsewhere || quantity.definitions.len() > 1 || !quantity.numbers.is_empty()
}

/// A quantity with its values and where it is used.
fn named(asked: Asked<'_>, quantity: &NamedQuantity<'_>) -> String {
    let markdown = asked.abilities.markdown;
    let shown = |text: &str| if markdown { code(text) } else { line(text).into_owned() };
    let value = |d: &&Definition| {
        let number = shown(asked.source().slice(d.value_span));
        format!("{number} at line {}", asked.line(d.value_span.start))
    };
    let values: Vec<String> = quantity.definitions.iter().map(value).collect();
    let is = if quantity.is_one() { "" } else { " more than one number" };
    let mut out =
        format!("{} is{is}{}{}", shown(quantity.name), if is.is_empty() { " " } else { ": " }, values.join(", "));
    let uses = quantity.mentions.iter().filter(|m| !m.defines).map(|m| m.span);
    let mut lines: Vec<usize> = uses.chain(quantity.numbers.iter().copied()).map(|s| asked.line(s.start)).collect();
    lines.sort_unstable();
    lines.dedup();
    let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
    out += match lines.len() {
        0 => "; nothing else names it",
        1 => "; used at line ",
        _ => "; used at lines ",
    };
    out + &lines.join(", ")
}

/// The page of a rule; a check of a team's own profile has none.
fn page(rule: &str) -> Option<String> {
    let entry = designlint_rules::ALL.iter().find(|entry| entry.meta.name == rule)?;
    Some(rule_page::page(entry.meta).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::features::testing::Session;

    fn shown(session: &Session, piece: &str) -> (String, String) {
        let hover = session.ask_behind("textDocument/hover", piece);
        let text = hover["contents"]["value"].as_str().unwrap_or("").to_owned();
        (text, hover.get("range").map_or_else(String::new, |range| session.at(range).to_owned()))
    }

    const TEXT: &str = "数😀 é: 4,096 x 8.4 KB = 36 MB, and 2 x 3 = 6.\r\n";

    #[test]
    fn a_number_shows_how_it_was_read() {
        let session = Session::notes(TEXT);
        let expected = "**wrong**: `4,096 x 8.4 KB = 34.4064 MB`\n\
                        - stated: 36 MB (equation)\n- accepted: 34 MB to 35 MB\n- reading: as written";
        for (piece, number) in
            [("8.4 KB = 3", "36 MB"), ("é: 4,", "4,096"), ("x 8", "8.4 KB"), ("8.4 KB ", "4,096 x 8.4 KB = 36 MB")]
        {
            let (text, place) = shown(&session, piece);
            let (first, page) = text.split_once("\n\n---\n\n").unwrap();
            assert_eq!((first, place.as_str()), (expected, number), "{piece}");
            assert!(
                page.starts_with("# arith-mismatch\n\nA calculation does not give the number that is stated."),
                "{page}"
            );
        }
        let holds = "**holds, exact**: `2 x 3 = 6`\n- stated: 6 (equation)\n- accepted: 6\n- reading: as written";
        assert_eq!(shown(&session, "2 x 3 = "), (holds.to_owned(), "6".to_owned()));
        assert_eq!(shown(&session, "数"), (String::new(), String::new()));
    }

    #[test]
    fn a_client_without_markdown_gets_plain_text() {
        let mut session = Session::notes("2 x `3` = 6.\n");
        session.abilities.markdown = false;
        let hover = session.ask_behind("textDocument/hover", "= ");
        assert_eq!(hover["contents"]["kind"], "plaintext");
        let expected = "holds, exact: 2 x 3 = 6\nstated: 6 (equation)\naccepted: 6\nreading: as written";
        assert_eq!(hover["contents"]["value"], expected);
    }

    #[test]
    fn a_name_shows_its_value_and_its_uses() {
        let text =
            "```text\nkv_heads = 3\nkv = 2 x kv_heads x 64 = 2 x 3 x 64 = 384\n```\n\nMore `kv_heads` are slower.\n";
        let session = Session::notes(text);
        let (shown, place) = shown(&session, "More `kv");
        assert_eq!((shown.as_str(), place.as_str()), ("`kv_heads` is `3` at line 2; used at lines 3, 6", "kv_heads"));
    }

    #[test]
    fn a_name_with_two_values_says_so() {
        let text = "```yaml\nmax_replicas: 3\n```\n\n```yaml\nmax_replicas: 5\n```\n";
        let (shown, _) = shown(&Session::notes(text), "max");
        assert_eq!(
            shown,
            "`max_replicas` is more than one number: `3` at line 2, `5` at line 6; nothing else names it"
        );
    }

    #[test]
    fn a_finding_shows_the_page_of_its_rule() {
        let session = Session::of(Kind::Design, "# Cache\n\n## Decision\n\nB.\n");
        let (text, place) = shown(&session, "## D");
        assert_eq!(place, "## Decision");
        assert!(
            text.starts_with("# no-accepted-cost\n\nA choice is made, and nothing says what it gives up."),
            "{text}"
        );
        assert!(text.contains("Family decision, severity error.\n\n## Why\n"), "{text}");
    }

    #[test]
    fn what_a_document_says_is_shown_as_text() {
        let session = Session::notes("[a](javascript:x) <b> 2 x 3 = 6 `x` ![y](z)\n");
        let (text, _) = shown(&session, "2 x 3 = ");
        assert!(!text.contains("javascript") && !text.contains('<') && !text.contains("!["), "{text}");
    }
}

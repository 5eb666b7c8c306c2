//! The fix of a wrong result: the computed number in the style of the stated one.

use designlint_document::{Document, Span};
use designlint_facts::{Claim, ClaimKind, Fault, Verdict};
use designlint_quantity::{NumberStyle, Rational};

use crate::{Context, Edit, Fix, Safety};

/// Explanations that put the mistake into the digits of the result.
const SLIPS_OF_THE_RESULT: [&str; 4] = ["digit-mistyped", "digits-swapped", "digit-dropped", "digit-repeated"];

/// The length that no calculation exceeds in the source, in bytes, its markup included.
const REACH: usize = 8 * 1024;

impl Fix {
    /// Writes the computed number in place of the stated one, and in place of those that a chain derives from it. Only
    /// digits are written: marks, units and signs stay.
    ///
    /// Safe where the calculation holds nothing but exact numbers and nothing tells that one of them is the mistake.
    /// `None` for comparisons, for numbers that are not shown as one, where the calculation itself rests on a result of its line
    /// that is wrong, since that one is mended first, and where another calculation gives the same number another value.
    pub fn of_claim(cx: &Context<'_>, claim: &Claim) -> Option<Self> {
        let claims = &cx.facts.claims;
        let hinders = |c: &Claim| feeds(c, claim) || contradicts(c, claim);
        if claim.kind == ClaimKind::Comparison || near(claims, claim.span).iter().any(hinders) {
            return None;
        }
        let text = claim.rounded.as_deref()?;
        let mut edits = vec![result(cx.document, claim, text)?];
        edits.extend(derived(cx.document, claims, claim));
        let safety = if is_certain(claim) { Safety::Safe } else { Safety::Unsafe };
        Some(Self { title: format!("write {text}"), safety, edits })
    }
}

/// The claims that may be links of one chain with what stands at a place. Claims are in order of the source.
fn near(claims: &[Claim], place: Span) -> &[Claim] {
    let first = claims.partition_point(|c| c.span.start + REACH < place.start);
    let last = claims.partition_point(|c| c.span.start <= place.end);
    &claims[first..last.max(first)]
}

/// Whether a claim is wrong whose stated number the other one computes with.
fn feeds(c: &Claim, other: &Claim) -> bool {
    c.verdict == Verdict::Wrong
        && c.stated_span != other.stated_span
        && c.span.start <= other.span.start
        && other.computed_span.contains(c.stated_span)
        && matches!(c.kind, ClaimKind::Chain | ClaimKind::Equation | ClaimKind::Conversion)
}

/// Whether a claim of the same number says something else of it, as on both sides of `7 x 6 = 40 = 3 x 15`.
fn contradicts(c: &Claim, other: &Claim) -> bool {
    c.stated_span == other.stated_span
        && c.computed_span != other.computed_span
        && c.kind != ClaimKind::Comparison
        && matches!(c.verdict, Verdict::Holds | Verdict::Wrong)
        && c.rounded != other.rounded
}

/// Whether the result is the mistake and nothing else can be.
fn is_certain(claim: &Claim) -> bool {
    let explained = claim.explanation.as_ref().is_some_and(|e| !SLIPS_OF_THE_RESULT.contains(&e.kind.as_str()));
    matches!(claim.kind, ClaimKind::Equation | ClaimKind::Chain)
        && claim.fault == Some(Fault::Value)
        && claim.plain
        && !explained
        && claim.notes.is_empty()
        && claim.reading == "as written"
        && claim.relation.contains('=')
}

/// The edit that writes the number of `text` over the one that the claim states.
fn result(document: &Document, claim: &Claim, text: &str) -> Option<Edit> {
    let source = document.source.slice(claim.stated_span);
    let (in_source, in_stated) = (NumberStyle::of(source)?.1, NumberStyle::of(&claim.stated)?.1);
    let new = NumberStyle::of(text)?.1;
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let negative = |before: &str| before.contains(['-', '−']);
    let same = digits(&source[in_source.clone()]) == digits(&claim.stated[in_stated]);
    if !same || negative(&source[..in_source.start]) != negative(&text[..new.start]) {
        return None;
    }
    Some(edit(claim, in_source, &text[new])).filter(|edit| stands_alone(document, edit.span))
}

/// Whether digits beside a number cannot become some of it: those of `5,7,8` would be groups of a larger one.
fn stands_alone(document: &Document, span: Span) -> bool {
    let (before, behind) = (document.source.text().get(..span.start), document.source.text().get(span.end..));
    let mark = |c: char| matches!(c, ',' | '.' | '\'' | '_');
    let digit = |c: char| c.is_ascii_digit();
    let joined = behind.and_then(|text| text.strip_prefix(mark)).is_some_and(|rest| rest.starts_with(digit))
        || before.and_then(|text| text.strip_suffix(mark)).is_some_and(|rest| rest.ends_with(digit));
    !joined
}

fn edit(claim: &Claim, digits: std::ops::Range<usize>, text: &str) -> Edit {
    let start = claim.stated_span.start;
    Edit { span: Span::new(start + digits.start, start + digits.end), text: text.to_string() }
}

/// The edits of the later links of a chain that only say the mended number in another unit.
fn derived(document: &Document, claims: &[Claim], claim: &Claim) -> Vec<Edit> {
    let mut edits = Vec::new();
    let Some(mut value) = written(claim) else { return edits };
    let mut last = claim;
    while let Some(link) = near(claims, last.stated_span).iter().find(|c| follows(c, last)) {
        let Some(edit) = restated(document, link, &value) else { break };
        if document.source.slice(edit.span) != edit.text {
            edits.push(edit);
        }
        let Some(next) = nearest(link, &value) else { break };
        (value, last) = (next, link);
    }
    edits
}

/// Whether a claim is the link of a chain that says the number of another in its own unit.
fn follows(link: &Claim, last: &Claim) -> bool {
    link.kind == ClaimKind::Chain
        && link.span.start >= last.span.start
        && link.stated_span.start >= last.stated_span.end
        && matches!(&link.operands[..], [only] if only.span == last.stated_span)
}

/// What the mended number says, in base units; `None` where only another reading tells.
fn written(claim: &Claim) -> Option<Rational> {
    (claim.reading == "as written").then_some(())?;
    nearest(claim, &claim.recomputed.as_ref()?.value)
}

/// A value as a claim shows it: rounded to its last place. A number with a point keeps what rounding takes.
fn nearest(claim: &Claim, value: &Rational) -> Option<Rational> {
    let stated = claim.value.as_ref().filter(|q| !q.ulp.is_zero())?;
    Some(if stated.rounded { value.clone() } else { Rational::from((value / &stated.ulp).round()) * &stated.ulp })
}

/// The edit that writes a value over the number of a later link.
fn restated(document: &Document, link: &Claim, value: &Rational) -> Option<Edit> {
    let source = document.source.slice(link.stated_span);
    let (style, digits) = NumberStyle::of(source)?;
    let stated = link.value.as_ref().filter(|q| !q.factor.is_zero())?;
    let places = isize::try_from(style.places()).ok()?;
    let shown_plainly = &stated.ulp / &stated.factor * Rational::from(10u8).pow(places) == Rational::ONE;
    let number = value / &stated.factor;
    let kept = Rational::from((&number * Rational::from(10u8).pow(places)).round()) != Rational::ZERO;
    let positive = number > Rational::ZERO && stated.value > Rational::ZERO;
    let sound = shown_plainly && kept && positive && link.reading == "as written";
    sound.then(|| edit(link, digits, &style.write(&number))).filter(|edit| stands_alone(document, edit.span))
}

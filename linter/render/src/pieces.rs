//! Labels that lie inside each other, cut into pieces that do not.
//!
//! miette draws the underlines of a line one after the other: a label inside another would slide to its right. So the
//! outer one is cut where the inner one stands, and every column shows the shortest label that covers it.

use designlint_document::Span;

/// A label on one line, or a piece of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub span: Span,
    pub text: Option<String>,
    pub primary: bool,
}

/// The pieces of the labels of one line, from left to right. A text stands at its label's first piece, or, where shorter
/// labels cover it wholly, at the piece where it starts. The piece where the primary label starts is primary.
pub(crate) fn pieces(labels: &[Piece]) -> Vec<Piece> {
    let mut cuts: Vec<usize> = labels.iter().flat_map(|l| [l.span.start, l.span.end]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    // Where the primary label starts a piece starts, for that is the place in the header.
    let begins = |at: usize| labels.iter().any(|l| l.primary && l.span.start == at);
    let mut owned: Vec<(usize, Span)> = Vec::new();
    for pair in cuts.windows(2) {
        let segment = Span::new(pair[0], pair[1]);
        let covering = labels.iter().enumerate().filter(|(_, l)| l.span.contains(segment));
        let Some((owner, _)) = covering.min_by_key(|(_, l)| (l.span.len(), l.primary)) else {
            continue;
        };
        match owned.last_mut() {
            Some((last, span)) if *last == owner && span.end == segment.start && !begins(segment.start) => {
                span.end = segment.end;
            }
            _ => owned.push((owner, segment)),
        }
    }
    let mut pieces: Vec<Piece> =
        owned.iter().map(|(_, span)| Piece { span: *span, text: None, primary: false }).collect();
    for (i, label) in labels.iter().enumerate() {
        let own = owned.iter().position(|(owner, _)| *owner == i);
        let first = owned.iter().position(|(_, span)| span.start <= label.span.start && label.span.start < span.end);
        if let Some(piece) = first.and_then(|first| pieces.get_mut(first)) {
            piece.primary |= label.primary;
        }
        if let (Some(piece), Some(text)) = (own.or(first).and_then(|at| pieces.get_mut(at)), &label.text) {
            let joined = piece.text.take().map_or_else(|| text.clone(), |before| format!("{before}; {text}"));
            piece.text = Some(joined);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(start: usize, end: usize, text: &str) -> Piece {
        Piece {
            span: Span::new(start, end),
            text: (!text.is_empty()).then(|| text.to_owned()),
            primary: text.is_empty(),
        }
    }

    fn shown(labels: &[Piece]) -> Vec<String> {
        let mark = |p: &Piece| if p.primary { "*" } else { "" };
        pieces(labels)
            .iter()
            .map(|p| format!("{}..{}{} {}", p.span.start, p.span.end, mark(p), p.text.as_deref().unwrap_or("-")))
            .collect()
    }

    #[test]
    fn a_label_inside_cuts_the_outer_one() {
        assert_eq!(shown(&[label(0, 20, ""), label(5, 6, "nine")]), ["0..5* -", "5..6 nine", "6..20 -"]);
        assert_eq!(
            shown(&[label(0, 20, ""), label(0, 6, "a"), label(14, 20, "b")]),
            ["0..6* a", "6..14 -", "14..20 b"]
        );
    }

    #[test]
    fn labels_apart_stay_as_they_are() {
        assert_eq!(shown(&[label(0, 3, ""), label(5, 6, "x")]), ["0..3* -", "5..6 x"]);
    }

    #[test]
    fn a_piece_starts_where_the_primary_label_does() {
        assert_eq!(shown(&[label(4, 20, ""), label(0, 8, "a")]), ["0..4 a", "4..8* -", "8..20 -"]);
    }

    #[test]
    fn equal_labels_share_a_place() {
        assert_eq!(shown(&[label(2, 4, ""), label(2, 4, "a"), label(2, 4, "b")]), ["2..4* a; b"]);
    }
}

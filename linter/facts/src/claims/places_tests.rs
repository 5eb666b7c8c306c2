//! Where calculations stand in a document: each place and notation, right and wrong, with what is stated and what is
//! computed.

use designlint_document::{Document, Source};

use crate::{Knowledge, Verdict, extract};

/// One line a claim: the stated bytes of the source, the verdict, the computed value; where it is unknown, why.
fn read(text: &str) -> Vec<String> {
    let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
    let line = |c: &crate::Claim| {
        let stated = text.get(c.stated_span.start..c.stated_span.end).unwrap_or("out of the text");
        match (&c.verdict, &c.computed, &c.reason) {
            (Verdict::Holds, ..) => format!("{stated} holds"),
            (Verdict::Unknown, _, Some(why)) => format!("{stated} unknown: {why}"),
            (verdict, computed, _) => {
                format!("{stated} {} {}", format!("{verdict:?}").to_lowercase(), computed.as_deref().unwrap_or("-"))
            }
        }
    };
    facts.claims.iter().map(line).collect()
}

/// Each text with the one claim that it makes.
fn one_claim_each(cases: &[(&str, &str)]) {
    for (text, claim) in cases {
        assert_eq!(read(text), [*claim], "{text}");
    }
}

#[test]
fn tex_in_dollars_and_brackets() {
    one_claim_each(&[
        (r"$2 \cdot 3 = 7$ of them", "7 wrong 6"),
        (r"$2 \times 3 = 6$ of them", "6 holds"),
        (r"\(2 \times 3 = 7\)", "7 wrong 6"),
        (r"\[ 2 \times 3 = 7 \]", "7 wrong 6"),
        ("$$\n2 \\times 3 = 7\n$$\n", "7 wrong 6"),
        ("```math\n2 \\times 3 = 7\n```\n", "7 wrong 6"),
        (r"$\frac{12}{4} = 4$", "4 wrong 3"),
        (r"$\dfrac{12}{4} = 3$", "3 holds"),
        (r"$\frac34 \times 100 = 85$", "85 wrong 75"),
        (r"$35{,}000 \times 2 = 80{,}000$", "80{,}000 wrong 70{,}000"),
        (r"$5\,000 \times 2 = 20\,000$", r"20\,000 wrong 10\,000"),
        (r"$50\% \times 40 = 30$", "30 wrong 20"),
        (r"$\left( 2 + 3 \right) \times 4 = 30$", "30 wrong 20"),
        (r"$\left\lceil \frac{10}{4} \right\rceil = 2$", "2 wrong 3"),
        (r"$\lfloor 10 / 4 \rfloor = 3$", "3 wrong 2"),
        (r"$10 / 4 \approx 4.9$", "4.9 wrong 2.5"),
        (r"$\sqrt{16} = 5$", "5 wrong 4"),
        (r"$\log_2 8 = 4$", "4 wrong 3"),
        (r"$\log_{10}(1000) = 3$", "3 holds"),
        (r"$10 \times 4 \le 30$", "30 wrong 40"),
        (r"$12 \; \text{ms} + 3 \; \text{ms} = 17 \; \text{ms}$", r"17 \; \text{ms} wrong 15 \; \text{ms}"),
        (r"$4\,\mathrm{GB} \times 3 = 13\,\mathrm{GB}$", r"13\,\mathrm{GB} wrong 12\,\mathrm{GB}"),
        (r"$3 \times 4\text{ KB} = 12\text{ KB}$", r"12\text{ KB} holds"),
        (r"$3 \times 4\text{ KB} = 14\text{ MB}$", r"14\text{ MB} wrong 0.012\text{ MB}"),
        (r"$\underbrace{2 \times 3}_{\text{K and V}} = 7$", "7 wrong 6"),
        (r"$N_{\text{cpu}} = 2 \times 3 = 7$", "7 wrong 6"),
        (r"$3 \cdot 10^{-3} \times 5 = 0.025$", "0.025 wrong 0.015"),
    ]);
}

#[test]
fn aligned_lines_are_one_chain() {
    let text = "$$\n\\begin{aligned}\na &= 2 \\times 3 \\\\\n  &= 7\n\\end{aligned}\n$$\n";
    assert_eq!(read(text), ["7 wrong 6"]);
    assert_eq!(read(&text.replace('7', "6")), ["6 holds"]);
}

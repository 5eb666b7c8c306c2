//! What a project has agreed on decides between readings.

use designlint_document::{Document, Source};
use designlint_quantity::Convention;

use crate::{Conventions, Knowledge, Verdict, extract};

fn verdict(text: &str, conventions: Conventions) -> Option<Verdict> {
    let knowledge = Knowledge { conventions, ..Knowledge::default() };
    extract(&Document::parse(Source::new(text)), &knowledge).claims.first().map(|c| c.verdict)
}

fn prefixes(text: &str, binary: Option<bool>) -> Option<Verdict> {
    let readings = Convention { binary, ..Convention::default() };
    verdict(text, Conventions { readings, ..Conventions::default() })
}

#[test]
fn one_meaning_of_prefixes() {
    use Verdict::{Holds, Wrong};
    let binary = "4,096 x 327,680 B = 1.25 GB.\n";
    assert_eq!([None, Some(true), Some(false)].map(|p| prefixes(binary, p)), [Some(Holds), Some(Holds), Some(Wrong)]);
    let decimal = "70 x 2.5 GB = 175,000 MB.\n";
    assert_eq!([None, Some(true), Some(false)].map(|p| prefixes(decimal, p)), [Some(Holds), Some(Wrong), Some(Holds)]);
}

#[test]
fn one_length_of_a_month() {
    let month = |month: Option<usize>| {
        let readings = Convention { month, ..Convention::default() };
        verdict("3 months = 91.3125 days.\n", Conventions { readings, ..Conventions::default() })
    };
    assert_eq!(month(None), Some(Verdict::Holds));
    assert_eq!(month(Convention::month_of("30 d")), Some(Verdict::Wrong));
    assert_eq!(month(Convention::month_of("30.4375 d")), Some(Verdict::Holds));
}

#[test]
fn a_noun_that_counts_may_stand_right_behind_its_number() {
    let text = "The zone has 3 x 64pods = 182pods.\n";
    let mut conventions = Conventions::default();
    assert_eq!(verdict(text, conventions.clone()), None);
    conventions.count("Pods");
    assert_eq!(verdict(text, conventions), Some(Verdict::Wrong));
}

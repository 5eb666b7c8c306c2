//! The words by which people and formats call kinds, severities, families and the like.

use crate::review::Decision;
use crate::{Family, Kind, KindFrom, Safety, Severity};

macro_rules! names {
    ($($type:ident { $($variant:ident = $name:literal),+ $(,)? })+) => {$(
        impl $type {
            /// All, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word for it in output, configuration and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }

            /// The one with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.name() == name)
            }
        }
    )+};
}

names! {
    Kind {
        Design = "design", MlDesign = "ml-design", Review = "review", Adr = "adr", Rfc = "rfc", Kep = "kep",
        Notes = "notes",
    }
    KindFrom {
        CommandLine = "command-line", FrontMatter = "front-matter", Configuration = "configuration",
        Content = "content",
    }
    Severity { Info = "info", Warning = "warning", Error = "error" }
    Family {
        Arithmetic = "arithmetic", Formula = "formula", Failure = "failure", Decision = "decision",
        Structure = "structure", Engine = "engine",
    }
    Decision { Approve = "approve", ApproveWithChanges = "approve with changes", Rework = "rework" }
    Safety { DisplayOnly = "display-only", Unsafe = "unsafe", Safe = "safe" }
}

/// The candidate that was probably meant: at most a third of its letters differ. The first of equals.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.to_lowercase().chars().take(64).collect();
    candidates
        .into_iter()
        .map(|candidate| (distance(&name, &candidate.chars().collect::<Vec<_>>()), candidate))
        .filter(|(distance, candidate)| distance * 3 <= candidate.chars().count().max(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Number of letters to insert, delete, replace or swap with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for &kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(Severity::from_name("warning"), Some(Severity::Warning));
        assert_eq!(Family::from_name("Arithmetic"), None);
        assert_eq!(Safety::DisplayOnly.name(), "display-only");
        assert_eq!(KindFrom::Content.name(), "content");
    }

    #[test]
    fn the_nearest_name_is_the_one_meant() {
        let rules = ["bare-result", "arith-mismatch", "kv-bytes"];
        assert_eq!(nearest("bare-resul", rules), Some("bare-result"));
        assert_eq!(nearest("aritmh-mismatch", rules), Some("arith-mismatch"));
        assert_eq!(nearest("KV-Bytes", rules), Some("kv-bytes"));
        assert_eq!(nearest("rollback", rules), None);
        assert_eq!(nearest("desing", Kind::ALL.iter().map(|k| k.name())), Some("design"));
        assert_eq!(nearest("", rules), None);
    }
}

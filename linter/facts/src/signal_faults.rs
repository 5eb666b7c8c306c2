//! Why a signal does not show the failure of its row: shared fate, a series that ends, the wrong kind, or no signal at all.

use crate::detection::{Emitters, Failed};
use crate::failure_kind::kinds;
use crate::signal_fates::Fates;
use crate::signal_text::{metric_names, outside_code};
use crate::text::{folded, has_word};
use crate::{Blindness, EmitterClass, FailureKind, Signal, SignalFault, SignalUse, Silence, Vagueness, Vocabulary};

/// A signal and the row that it answers.
pub(crate) struct Judge<'a> {
    /// The part of the detection.
    pub piece: &'a str,
    /// The pack's entry.
    pub entry: Option<&'a Signal>,
    pub failed: &'a Failed<'a>,
    pub emitters: &'a Emitters<'a>,
    /// Whether the alarm is that nothing comes.
    pub silence: bool,
}

impl Judge<'_> {
    /// Why the signal does not show the failure, by the gravest reason.
    pub fn fault(&self, signal: &SignalUse) -> Option<SignalFault> {
        let link = || self.fates().link(signal.owner.as_deref()).filter(|_| self.is_gone());
        link()
            .map(SignalFault::SharedFate)
            .or_else(|| self.own(signal))
            .or_else(|| self.blindness(signal).map(SignalFault::WrongMode))
            .or_else(|| self.vagueness(signal).map(SignalFault::Vague))
    }

    fn words(&self) -> &Vocabulary {
        &self.emitters.knowledge.vocabulary
    }

    fn says(&self, text: &str, list: &str) -> bool {
        self.words().says(list, text)
    }

    fn fates(&self) -> Fates<'_> {
        Fates { piece: self.piece, failed: self.failed, ways: &self.emitters.ways, words: self.words() }
    }

    /// Whether what failed does nothing for others meanwhile.
    fn is_gone(&self) -> bool {
        use FailureKind::{Crash, Hang, NeverRan, Other};
        matches!(self.failed.kind, Crash | Hang | NeverRan | Other)
    }

    /// The failed component emits it and does not run. One that hangs serves its metrics perhaps, but counts nothing.
    fn own(&self, signal: &SignalUse) -> Option<SignalFault> {
        use FailureKind::{Crash, Hang, NeverRan};
        let runs = !matches!(self.failed.kind, Crash | NeverRan | Hang) || self.failed.one_of_many;
        let own = signal.class == EmitterClass::Itself && signal.owner.as_deref() == self.failed.component;
        if runs || !own || signal.owner.is_none() || signal.sees {
            return None;
        }
        let expects = compares_with_little(self.piece);
        let only_failures = self.failed.kind == NeverRan && self.is_of_failed_runs();
        Some(if only_failures {
            SignalFault::AbsenceBlind(Silence::OnlyFailures)
        } else if expects && self.failed.kind != Hang {
            SignalFault::AbsenceBlind(Silence::SeriesEnds)
        } else {
            SignalFault::SelfReported
        })
    }

    /// Whether it counts or tells of runs that failed.
    fn is_of_failed_runs(&self) -> bool {
        self.entry.is_some_and(|e| ["failure-mail", "failure-counter"].contains(&e.id.as_str()))
    }

    fn blindness(&self, signal: &SignalUse) -> Option<Blindness> {
        let entry = self.entry?;
        let low = folded(self.piece);
        if self.silence && entry.class != EmitterClass::Scraper {
            return None;
        }
        let average = self.failed.one_of_many && self.says(&low, "shows.average");
        if average && signal.class != EmitterClass::People {
            return Some(Blindness::Average);
        }
        let absent = low.contains("absent(") && !low.contains("==");
        if self.failed.one_of_many && absent {
            return Some(Blindness::OthersReport);
        }
        if entry.id == "health-endpoint" && self.is_shallow(&low) {
            return Some(Blindness::ShallowCheck);
        }
        let kinds = kinds(self.failed.text, self.words());
        let blind = !kinds.is_empty() && kinds.iter().all(|k| entry.blind.contains(k));
        let shows = |kind: &FailureKind| match kind {
            FailureKind::Slow => self.says(&low.replace('_', " "), "shows.slow"),
            FailureKind::WrongData => self.says(&low.replace('_', " "), "shows.wrong"),
            _ => false,
        };
        (blind && !kinds.iter().any(shows)).then_some(Blindness::Kind)
    }

    /// A check that the process answers by itself, for something that the process has lost.
    fn is_shallow(&self, low: &str) -> bool {
        let lost = has_word(&folded(self.failed.text), "unreachable from");
        let deep = self.says(low, "shows.depth");
        (lost || self.says(low, "shows.shallow") && !self.failed.one_of_many) && !deep && !low.contains("ready")
    }

    fn vagueness(&self, signal: &SignalUse) -> Option<Vagueness> {
        let bare = folded(self.piece).trim_matches(|c: char| !c.is_alphanumeric()).to_string();
        let named = self.piece.contains(['`', '"', '=', '<', '>']) || !metric_names(self.piece).is_empty();
        let measured = named || self.piece.chars().any(|c| c.is_ascii_digit());
        let id = self.entry.map_or("", |e| e.id.as_str());
        if signal.sees && id == "accepted-gap" {
            return None;
        }
        if !measured && (id == "users-report" || self.says(&bare, "vague.people")) {
            return Some(Vagueness::People);
        }
        let is = |list: &str| self.words().list(list).contains(&bare);
        if !named && (id == "dashboard" || is("vague.to-look-at")) {
            return Some(Vagueness::ToLookAt);
        }
        if !measured && is("vague.logs") {
            return Some(Vagueness::Logs);
        }
        let low = outside_code(self.piece);
        let sign = || self.says(&low, "failure.detection-sign") || self.says(&low, "vague.measurable");
        let unknown = self.entry.is_none() && signal.class == EmitterClass::Unknown;
        (unknown && !measured && !sign() && !bare.is_empty()).then_some(Vagueness::Effect)
    }
}

/// `== 0`, `< 1`: a condition that is meant to see that something is gone and needs a value for it.
fn compares_with_little(piece: &str) -> bool {
    let after = ["==", "<=", "<"].iter().find_map(|op| piece.split_once(op).map(|(_, rest)| rest));
    after.is_some_and(|rest| {
        let number = rest.trim_start();
        let digits = number.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(number.len());
        matches!(&number[..digits], "0" | "1" | "0.5" | "0.0")
    })
}

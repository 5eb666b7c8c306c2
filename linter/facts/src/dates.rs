//! Days of the calendar, as documents write them.

use std::fmt;
use std::sync::LazyLock;

use regex_lite::Regex;

use crate::patterns::brief;
use crate::{State, Vocabulary};

/// A day. A month, a quarter or a year stands for its last day: until then it is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Year.
    pub year: u16,
    /// Month, from 1.
    pub month: u8,
    /// Day, from 1.
    pub day: u8,
}

/// By when something is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Due {
    /// Nothing says when.
    #[default]
    Missing,
    /// "soon", "later": says when and fixes nothing.
    Vague,
    /// A milestone, a release, a day without its year.
    Milestone,
    /// The day until which it may be done.
    Day(Date),
}

const MONTHS: &str = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";

static NUMERIC: LazyLock<Option<Regex>> =
    LazyLock::new(|| brief(r"\b(\d{4})-(\d{2})-(\d{2})\b|\b(\d{4})-(\d{2})\b|\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b").ok());

/// `15 April 2026`, `April 15, 2026`, `April 2026`, `Q2 2026`.
static WORDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let month = format!("({MONTHS})[a-z]*\\.?");
    brief(&format!(
        r"(?i)\b(?:(\d{{1,2}})(?:st|nd|rd|th)? {month},? (\d{{4}})|{month} (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})|{month},? (\d{{4}})|q([1-4])[ /-]?(\d{{4}}))\b"
    ))
    .ok()
});

impl Date {
    /// The first date of a text. A day that no month has is none.
    ///
    /// ```
    /// let date = designlint_facts::Date::find("by April 2026").unwrap();
    /// assert_eq!(date.to_string(), "2026-04-30");
    /// ```
    pub fn find(text: &str) -> Option<Self> {
        // Each holds a year.
        if !text.as_bytes().windows(4).any(|w| w.iter().all(u8::is_ascii_digit)) {
            return None;
        }
        let first = |pattern: &LazyLock<Option<Regex>>| pattern.as_ref().and_then(|r| r.find(text)).map(|m| m.start());
        match (first(&NUMERIC), first(&WORDED)) {
            (Some(numeric), Some(worded)) if worded < numeric => worded_date(text),
            (Some(_), _) => numeric_date(text),
            (None, _) => worded_date(text),
        }
    }

    fn checked(year: u16, month: u8, day: u8) -> Option<Self> {
        let whole = (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        whole.then_some(Self { year, month, day })
    }

    fn end_of(year: u16, month: u8) -> Option<Self> {
        Self::checked(year, month, days_of(year, month))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// By when something is due, by the words that say so. `due` is what was found or the cell of a table.
pub(crate) fn due_kind(due: Option<&str>, words: &Vocabulary) -> Due {
    let Some(due) = due else { return Due::Missing };
    if let Some(day) = Date::find(due) {
        return Due::Day(day);
    }
    let text = crate::text::folded(due);
    if words.says("vague-date", &text) && !text.bytes().any(|b| b.is_ascii_digit()) {
        return Due::Vague;
    }
    if crate::state::state_of_text(due, words) == State::Filled { Due::Milestone } else { Due::Missing }
}

fn numeric_date(text: &str) -> Option<Date> {
    let groups = NUMERIC.as_ref()?.captures(text)?;
    let number = |i: usize| groups.get(i)?.as_str().parse::<u16>().ok();
    let small = |i: usize| number(i).and_then(|n| u8::try_from(n).ok());
    let day = || Date::checked(number(1)?, small(2)?, small(3)?);
    let month = || Date::end_of(number(4)?, small(5)?);
    let dotted = || Date::checked(number(8)?, small(7)?, small(6)?);
    day().or_else(month).or_else(dotted)
}

fn worded_date(text: &str) -> Option<Date> {
    let groups = WORDED.as_ref()?.captures(text)?;
    let number = |i: usize| groups.get(i)?.as_str().parse::<u16>().ok();
    let day = |i: usize| number(i).and_then(|n| u8::try_from(n).ok());
    let month = |i: usize| month_of(groups.get(i)?.as_str());
    let day_first = || Date::checked(number(3)?, month(2)?, day(1)?);
    let month_first = || Date::checked(number(6)?, month(4)?, day(5)?);
    let month_only = || Date::end_of(number(8)?, month(7)?);
    let quarter = || Date::end_of(number(10)?, day(9)?.checked_mul(3)?);
    day_first().or_else(month_first).or_else(month_only).or_else(quarter)
}

fn month_of(name: &str) -> Option<u8> {
    let name = name.to_ascii_lowercase();
    MONTHS.split('|').zip(1..).find(|(m, _)| *m == name).map(|(_, n)| n)
}

fn days_of(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_any_form() {
        for (text, date) in [
            ("by 2026-04-15", "2026-04-15"),
            ("15.4.2026", "2026-04-15"),
            ("15 April 2026", "2026-04-15"),
            ("Apr. 15th, 2026", "2026-04-15"),
            ("September 2026", "2026-09-30"),
            ("2028-02", "2028-02-29"),
            ("Q2 2026", "2026-06-30"),
            ("March 3, 2026 or 2026-05-01", "2026-03-03"),
        ] {
            assert_eq!(Date::find(text).map(|d| d.to_string()).as_deref(), Some(date), "{text}");
        }
    }

    #[test]
    fn what_is_no_date() {
        for text in ["2026-13-01", "2026-02-30", "soon", "31 April 2026", "before beta", "v2026", ""] {
            assert_eq!(Date::find(text), None, "{text}");
        }
    }

    #[test]
    fn when_something_is_due() {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [list("vague-date", &["soon", "later"]), list("placeholder", &["tbd"])];
        let words = Vocabulary { topics: Vec::new(), lists: lists.into() };
        assert_eq!(due_kind(None, &words), Due::Missing);
        assert_eq!(due_kind(Some("TBD"), &words), Due::Missing);
        assert_eq!(due_kind(Some("soon"), &words), Due::Vague);
        assert_eq!(due_kind(Some("not later than release 3"), &words), Due::Milestone);
        assert_eq!(due_kind(Some("before beta"), &words), Due::Milestone);
        assert_eq!(due_kind(Some("2026-04-15"), &words), Due::Day(Date { year: 2026, month: 4, day: 15 }));
    }
}

//! `--format github`: annotations of a workflow, as commands to its runner.

use std::fmt::Write;

use designlint_core::Severity;

use crate::Checked;
use crate::base::Base;
use crate::escape::line;
use crate::found::Found;
use crate::summary::counted;

/// How many annotations of one level a step may make.
const MOST: usize = 10;

/// The findings as commands, the most severe first: at most ten a level, all together at most `limit`, and a notice that
/// counts what is left. A file that cannot be read is an error. Paths count from the root of the repository.
pub fn github(checked: &[Checked], base: &Base, limit: Option<usize>) -> String {
    let mut left = limit.unwrap_or(usize::MAX);
    let mut levels = [Level::new("error"), Level::new("warning"), Level::new("notice")];
    for (path, reason) in checked.iter().filter_map(|file| Some((&file.path, file.outcome.as_ref().err()?))) {
        levels[0].take(&mut left, || unreadable(&base.relative(path), reason));
    }
    for found in Found::most_severe_first(checked) {
        let level = match found.diagnostic.severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Info => 2,
        };
        let name = levels[level].name;
        levels[level].take(&mut left, || annotation(name, &base.relative(found.path), &found));
    }
    let remainder = remainder(&mut levels);
    levels.into_iter().flat_map(|level| level.commands).chain(remainder).collect()
}

/// The commands of a level, and how many more there would be.
struct Level {
    name: &'static str,
    commands: Vec<String>,
    more: usize,
}

impl Level {
    fn new(name: &'static str) -> Self {
        Self { name, commands: Vec::new(), more: 0 }
    }

    fn take(&mut self, left: &mut usize, command: impl FnOnce() -> String) {
        if self.commands.len() < MOST && *left > 0 {
            *left -= 1;
            self.commands.push(command());
        } else {
            self.more += 1;
        }
    }
}

/// The notice that counts what is left. It is one of the ten of its level.
fn remainder(levels: &mut [Level; 3]) -> Option<String> {
    if levels.iter().all(|level| level.more == 0) {
        return None;
    }
    let notices = &mut levels[2];
    let last = notices.commands.split_off(notices.commands.len().min(MOST - 1));
    notices.more += last.len();
    let all: usize = levels.iter().map(|level| level.more).sum();
    let parts = levels.iter().filter(|level| level.more > 0).map(|level| counted(level.more, level.name));
    let parts = parts.collect::<Vec<_>>().join(", ");
    let are = if all == 1 { "is" } else { "are" };
    let text = format!("{} {are} not shown here: {parts}", counted(all, "more finding"));
    Some(format!("::notice title=designlint::{}\n", data(&text)))
}

fn unreadable(path: &str, reason: &str) -> String {
    format!("::error file={},title=designlint::{}\n", property(&line(path)), data(&line(reason)))
}

fn annotation(level: &str, path: &str, found: &Found<'_>) -> String {
    let place = found.place();
    let mut command =
        format!("::{level} file={},line={},endLine={}", property(&line(path)), place.line, place.end_line);
    // A runner drops the columns of an annotation of several lines, and complains.
    if place.line == place.end_line {
        _ = write!(command, ",col={},endColumn={}", place.column, place.end_column);
    }
    let title = format!("designlint: {}", line(&found.diagnostic.rule));
    let finding = &found.diagnostic.finding;
    let help = finding.help.iter().map(|help| format!("\nhelp: {}", line(help)));
    let text: String = std::iter::once(line(&finding.message).into_owned()).chain(help).collect();
    _ = writeln!(command, ",title={}::{}", property(&title), data(&text));
    command
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_runner_would_read_is_escaped() {
        assert_eq!(data("50%\r\nof a: b, c"), "50%25%0D%0Aof a: b, c");
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
    }
}

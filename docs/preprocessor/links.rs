//! Links that hold in the repository, led to where they hold in the site.

use std::path::{Component, Path, PathBuf};

use crate::Result;

/// Where files are that the site does not have.
const FILES: &str = "https://github.com/designlint/designlint/blob/main/";

/// The headings of the README that its texts link to, and the pages on which they stand here.
const HEADINGS: &[(&str, &str)] =
    &[("#in-your-editor", "editors.md#in-your-editor"), ("#output-formats", "formats.md#output-formats")];

/// The text with each relative link outside of code led to a page of the site, or to the file in the repository.
///
/// An error names a link that leads nowhere.
pub fn lead(text: &str, page: &Path, repository: &Path) -> Result<String> {
    let mut out = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        let ticks = &start[..start.len() - start.trim_start_matches('`').len()];
        match fence {
            Some(open) if ticks.len() >= open.len() && start[ticks.len()..].trim().is_empty() => fence = None,
            None if ticks.len() >= 3 => fence = Some(ticks),
            _ => {}
        }
        if fence.is_some() || ticks.len() >= 3 {
            out += line;
        } else {
            out += &of_line(line, page, repository)?;
        }
    }
    Ok(out)
}

fn of_line(line: &str, page: &Path, repository: &Path) -> Result<String> {
    let mut parts = line.split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut before = out.matches('`').count();
    for part in parts {
        let in_code = before % 2 == 1;
        before += part.matches('`').count();
        out += "](";
        match part.split_once(')') {
            Some((target, rest)) if !in_code => out = out + &led(target, page, repository)? + ")" + rest,
            _ => out += part,
        }
    }
    Ok(out)
}

/// Where a target of the page leads.
fn led(target: &str, page: &Path, repository: &Path) -> Result<String> {
    if let Some((_, to)) = HEADINGS.iter().find(|(from, _)| *from == target) {
        return Ok((*to).to_owned());
    }
    if target.contains("://") || target.starts_with('#') {
        return Ok(target.to_owned());
    }
    let (path, heading) = target.split_at(target.find('#').unwrap_or(target.len()));
    let folder = page.parent().unwrap_or(Path::new(""));
    let source = Path::new("docs/src");
    let from_page = plain(&source.join(folder).join(path));
    // Pages of rules have no file.
    let of_rule = |name: &str| from_page == source.join(format!("rules/{name}.md"));
    if designlint_rules::ALL.iter().any(|rule| of_rule(rule.meta.name)) {
        return Ok(target.to_owned());
    }
    // A text of the README is read from where the README lies.
    let found = [from_page, plain(Path::new(path))].into_iter().find(|path| repository.join(path).exists());
    let found = found.ok_or_else(|| format!("{}: the link `{target}` leads nowhere", page.display()))?;
    Ok(match found.strip_prefix(source) {
        Ok(page) => up(folder) + &slashes(page) + heading,
        Err(_) => FILES.to_owned() + &slashes(&found) + heading,
    })
}

/// The way from a folder of the site to its top.
fn up(folder: &Path) -> String {
    "../".repeat(folder.components().count())
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::Normal(name) => plain.push(name),
            _ => {}
        }
    }
    plain
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

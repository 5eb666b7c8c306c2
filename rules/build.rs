//! Turns the packs from YAML, which people write, into JSON, which is read several times as fast at each start. A pattern
//! gets the literals beside it of which every match holds one: what holds none need not be searched.

// The crate itself uses no disk; its making does.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    println!("cargo::rerun-if-changed=packs");
    for folder in ["packs", "packs/profiles"] {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "yaml") {
                convert(&path, Path::new(&out))?;
            }
        }
    }
    Ok(())
}

fn convert(path: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let said = |e: &dyn Error| format!("{}: {e}", path.display());
    // "no", "y" and "n" are words and variables here.
    let options = serde_saphyr::options! { strict_booleans: true };
    let text = fs::read_to_string(path)?;
    let mut pack: Value = serde_saphyr::from_str_with_options(&text, options).map_err(|e| said(&e))?;
    for entry in pack.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        if let Some(pattern) = entry.get("pattern").and_then(Value::as_str) {
            let literals = literals(&regex_syntax::parse(pattern).map_err(|e| said(&e))?);
            entry.insert("literals".to_owned(), literals.unwrap_or_default().into());
        }
    }
    let name = path.file_stem().ok_or("a pack without a name")?;
    fs::write(out.join(name).with_extension("json"), serde_json::to_string(&pack)?)?;
    Ok(())
}

/// Shortest literal that is worth looking for.
const SHORTEST: usize = 2;

/// Literals in lower case of which every match of a pattern holds one, in any case; `None` where there are no such.
fn literals(pattern: &Hir) -> Option<Vec<String>> {
    let least = |found: &Vec<String>| found.iter().map(String::len).min().unwrap_or(0);
    let found = match pattern.kind() {
        HirKind::Alternation(parts) => {
            parts.iter().map(literals).collect::<Option<Vec<_>>>().map(|sets| sets.into_iter().flatten().collect())
        }
        HirKind::Concat(parts) => sequences(parts).into_iter().max_by_key(least),
        HirKind::Capture(group) => literals(&group.sub),
        HirKind::Repetition(repeated) if repeated.min > 0 => literals(&repeated.sub),
        _ => text_of(pattern).map(|text| vec![text]),
    };
    found.filter(|found| least(found) >= SHORTEST).map(|mut found| {
        found.sort();
        found.dedup();
        found
    })
}

/// What the parts of a sequence hold: each run of letters, and each part with literals of its own.
fn sequences(parts: &[Hir]) -> Vec<Vec<String>> {
    let (mut out, mut run) = (Vec::new(), String::new());
    for part in parts {
        if let Some(text) = text_of(part) {
            run.push_str(&text);
            continue;
        }
        out.push(vec![std::mem::take(&mut run)]);
        out.extend(literals(part));
    }
    out.push(vec![run]);
    out
}

/// A literal of ASCII, or a class that is one letter in both cases.
fn text_of(part: &Hir) -> Option<String> {
    match part.kind() {
        HirKind::Literal(literal) if literal.0.is_ascii() => {
            std::str::from_utf8(&literal.0).ok().map(str::to_ascii_lowercase)
        }
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.ranges();
            let [first, second] = [ranges.first()?, ranges.get(1)?];
            // Folding `k` and `s` adds the sign of Kelvin and the long s, which stand for them nowhere in a pack's names.
            let single = ranges.iter().all(|r| r.start() == r.end());
            let pair = first.start().is_ascii_uppercase() && second.start() == first.start().to_ascii_lowercase();
            (single && pair && ranges.iter().skip(2).all(|r| !r.start().is_ascii())).then(|| second.start().to_string())
        }
        _ => None,
    }
}

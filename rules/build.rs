//! Turns the packs from YAML, which people write, into JSON, which is read several times as fast at each start.

// The crate itself uses no disk; its making does.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::error::Error;
use std::path::Path;
use std::{env, fs};

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
    let pack: serde_json::Value = serde_saphyr::from_str_with_options(&text, options).map_err(|e| said(&e))?;
    let name = path.file_stem().ok_or("a pack without a name")?;
    fs::write(out.join(name).with_extension("json"), serde_json::to_string(&pack)?)?;
    Ok(())
}

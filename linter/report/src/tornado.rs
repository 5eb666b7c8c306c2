//! What matters most as a tornado chart.

use designlint_core::whatif::Sensitivity;
use plotters::prelude::*;

use crate::{Drawn, coordinate, described};

/// Width of the picture, height of a bar and of a heading, in pixels.
const WIDTH: u32 = 720;
const BAR: i32 = 26;
const HEAD: i32 = 44;
/// Where the names end, and where the longest bar may reach from the middle.
const NAMES: i32 = 210;
const REACH: f64 = 190.0;
/// Most inputs of one result.
const INPUTS: usize = 12;
const LESS: RGBColor = RGBColor(0xd9, 0x8a, 0x29);
const MORE: RGBColor = RGBColor(0x1f, 0x6f, 0xb4);
const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);

/// For each result its inputs, the one that moves it most first: how far it goes at 90% and at 110% of the input.
///
/// # Errors
/// What the drawing library says.
pub fn tornado(found: &Sensitivity) -> Result<String, String> {
    let mut svg = String::new();
    draw(found, &mut svg).map_err(|error| error.to_string())?;
    let says = found.effects.iter().map(|e| {
        let result = found.results.iter().find(|r| r.0 == e.result).map_or("", |r| r.1.as_str());
        format!("{} moves {result} to {} at 90% and {} at 110%", e.name, e.results[0], e.results[1])
    });
    Ok(described(&svg, "what matters most", &says.collect::<Vec<_>>().join("; ")))
}

fn draw(found: &Sensitivity, svg: &mut String) -> Drawn {
    let count = |at: usize| i32::try_from(found.effects.iter().filter(|e| e.result == at).take(INPUTS).count());
    let mut height = 16;
    for (at, ..) in &found.results {
        height += HEAD + count(*at)? * BAR;
    }
    let root = SVGBackend::with_string(svg, (WIDTH, u32::try_from(height)?)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut top = 8;
    for (at, name, stated) in &found.results {
        let font = ("sans-serif", 16).into_font().color(&INK);
        root.draw(&Text::new(format!("{name} = {stated}"), (12, top + 8), font))?;
        top += HEAD;
        let effects: Vec<_> = found.effects.iter().filter(|e| e.result == *at).take(INPUTS).collect();
        let sizes = effects.iter().flat_map(|e| e.changes[..2].iter().flatten());
        let most = sizes.map(|c| coordinate(c).abs()).fold(0.0, f64::max);
        for effect in effects {
            bar(&root, effect, most, top)?;
            top += BAR;
        }
    }
    root.present()?;
    Ok(())
}

fn bar(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    effect: &designlint_core::whatif::Effect,
    most: f64,
    top: i32,
) -> Drawn {
    let middle = NAMES + REACH as i32 + 20;
    let font = |color: &RGBColor| ("sans-serif", 12).into_font().color(color);
    root.draw(&Text::new(format!("{} ({})", effect.name, effect.stated), (12, top + 5), font(&INK)))?;
    for (nth, color) in [(0, LESS), (1, MORE)] {
        let Some(change) = &effect.changes[nth] else { continue };
        let length = if most > 0.0 { (coordinate(change) / most * REACH).round() as i32 } else { 0 };
        let (left, right) = if length < 0 { (middle + length, middle) } else { (middle, middle + length) };
        root.draw(&Rectangle::new([(left, top + 2), (right, top + BAR - 4)], color.filled()))?;
    }
    root.draw(&PathElement::new(vec![(middle, top), (middle, top + BAR)], INK))?;
    let says = format!("{} to {}", effect.results[0], effect.results[1]);
    root.draw(&Text::new(says, (middle + REACH as i32 + 8, top + 5), font(&INK)))?;
    Ok(())
}

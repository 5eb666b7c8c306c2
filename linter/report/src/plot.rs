//! A sweep as small plots, one a result.

use designlint_core::whatif::Sweep;
use plotters::prelude::*;

use crate::{Drawn, coordinate, described};

/// Width of the picture and height of one plot, in pixels.
const SIZE: (u32, u32) = (720, 220);
/// Most results that are drawn.
const RESULTS: usize = 12;
/// The points of a line, each with its values along and up.
type Points = Vec<(f64, f64)>;

const LINE: RGBColor = RGBColor(0x1f, 0x6f, 0xb4);
const BROKEN: RGBColor = RGBColor(0xc0, 0x39, 0x2b);
const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);

/// The results of a sweep of one input over its values, one plot below the other; of two inputs a line for each value of
/// the first. Values at which a result does not keep its limit are red.
///
/// # Errors
/// What the drawing library says.
pub fn plot(sweep: &Sweep) -> Result<String, String> {
    // Results that a limit stops go first, then those with a name of their own.
    let rank = |c: &usize| {
        let name = &sweep.columns[*c];
        let stopped = sweep.rows.iter().any(|r| r.broken.contains(name));
        let by_line = name.strip_prefix('L').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        (!stopped, by_line)
    };
    let mut drawn: Vec<usize> = (0..sweep.columns.len()).filter(|&c| is_drawn(sweep, c)).collect();
    drawn.sort_by_key(rank);
    drawn.truncate(RESULTS);
    let mut svg = String::new();
    draw(sweep, &drawn, &mut svg).map_err(|error| error.to_string())?;
    let rows = sweep.rows.iter().map(|row| {
        let results = drawn.iter().map(|&c| format!("{} {}", sweep.columns[c], row.results[c]));
        format!("{}: {}", row.values.join(", "), results.collect::<Vec<_>>().join(", "))
    });
    let title = format!("what depends on {}", sweep.names.join(" and "));
    Ok(described(&svg, &title, &rows.collect::<Vec<_>>().join("; ")))
}

/// Whether a result is a number everywhere and not the same everywhere.
fn is_drawn(sweep: &Sweep, column: usize) -> bool {
    let first = sweep.rows.first().and_then(|r| r.numbers[column].as_ref());
    let all = sweep.rows.iter().all(|r| r.numbers[column].is_some());
    all && sweep.rows.iter().any(|r| r.numbers[column].as_ref() != first)
}

fn draw(sweep: &Sweep, columns: &[usize], svg: &mut String) -> Drawn {
    let height = SIZE.1 * u32::try_from(columns.len().max(1))?;
    let root = SVGBackend::with_string(svg, (SIZE.0, height)).into_drawing_area();
    root.fill(&WHITE)?;
    for (&column, area) in columns.iter().zip(root.split_evenly((columns.len().max(1), 1))) {
        draw_one(sweep, column, &area)?;
    }
    root.present()?;
    Ok(())
}

fn draw_one(sweep: &Sweep, column: usize, area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Drawn {
    let last = sweep.names.len().saturating_sub(1);
    let x = |row: &designlint_core::whatif::Row| row.inputs.get(last).map_or(0.0, coordinate);
    let y = |row: &designlint_core::whatif::Row| row.numbers[column].as_ref().map_or(0.0, coordinate);
    let span = |values: Vec<f64>| {
        let low = values.iter().copied().fold(0.0, f64::min);
        let high = values.iter().copied().fold(low, f64::max);
        low..if high > low { high + (high - low) * 0.08 } else { low + 1.0 }
    };
    let (xs, ys) = (span(sweep.rows.iter().map(x).collect()), span(sweep.rows.iter().map(y).collect()));
    let mut chart = ChartBuilder::on(area)
        .caption(&sweep.columns[column], ("sans-serif", 16).into_font().color(&INK))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(34)
        .y_label_area_size(20)
        .build_cartesian_2d(xs, ys)?;
    let values = sweep.rows.iter().map(|row| (x(row), row.values.get(last).cloned().unwrap_or_default()));
    let labels: Vec<(f64, String)> = values.collect();
    chart.configure_mesh().disable_mesh().x_labels(0).y_labels(0).axis_style(INK).x_desc(&sweep.names[last]).draw()?;
    let mut lines: Vec<(Vec<String>, Points)> = Vec::new();
    for row in &sweep.rows {
        let others = row.values[..last].to_vec();
        match lines.last_mut().filter(|(key, _)| *key == others) {
            Some((_, points)) => points.push((x(row), y(row))),
            None => lines.push((others, vec![(x(row), y(row))])),
        }
    }
    for (key, points) in lines {
        let end = points.last().copied();
        chart.draw_series(LineSeries::new(points, LINE.stroke_width(2)))?;
        if let (Some(end), false) = (end, key.is_empty()) {
            chart.draw_series([Text::new(key.join(", "), end, ("sans-serif", 11).into_font().color(&INK))])?;
        }
    }
    for (row, (at, label)) in sweep.rows.iter().zip(&labels) {
        let broken = row.broken.contains(&sweep.columns[column]);
        let color = if broken { BROKEN } else { LINE };
        chart.draw_series([Circle::new((*at, y(row)), 4, color.filled())])?;
        let says = format!("{label}: {}", row.results[column]);
        let font = ("sans-serif", 11).into_font().color(&color);
        chart.draw_series([EmptyElement::at((*at, y(row))) + Text::new(says, (8, 6), font)])?;
    }
    Ok(())
}

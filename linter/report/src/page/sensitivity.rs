//! Sensitivities as a tornado chart: the input that moves a result most stands on top.

use super::bar::{WIDTH, rounded};

/// How a result follows its inputs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sensitivity {
    /// The result, as the document calls it.
    pub name: String,
    /// Its value as it stands.
    pub base: String,
    /// What each input does to it, in any order.
    pub swings: Vec<Swing>,
}

/// What an input does to a result when it is changed down and up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swing {
    /// The input.
    pub name: String,
    /// Its value as it stands.
    pub value: String,
    /// The change of the result for the lower and for the higher input, as shares of it: -0.1 for a tenth less.
    pub change: (f64, f64),
    /// The result for the lower and for the higher input, as text with its unit.
    pub results: (String, String),
    /// The limit that breaks first, and at what value; empty where none does.
    pub breaks: String,
}

/// The chart, ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Tornado {
    pub name: String,
    pub base: String,
    pub rows: Vec<Bars>,
}

/// The two bars of an input, on the sides of the middle.
#[derive(Clone, Debug)]
pub(crate) struct Bars {
    pub swing: Swing,
    pub low: (f64, f64),
    pub high: (f64, f64),
}

/// The chart of a sensitivity; `None` where no input moves it.
pub(crate) fn tornado(sensitivity: &Sensitivity) -> Option<Tornado> {
    let known = |s: &&Swing| s.change.0.is_finite() && s.change.1.is_finite();
    let mut swings: Vec<&Swing> = sensitivity.swings.iter().filter(known).filter(|s| reach(s) > 0.0).collect();
    swings.sort_by(|a, b| reach(b).total_cmp(&reach(a)).then_with(|| a.name.cmp(&b.name)));
    let widest = swings.first().map(|s| reach(s))?;
    let piece = |change: f64| {
        let length = change.abs() / widest * (WIDTH / 2.0);
        let x = if change < 0.0 { WIDTH / 2.0 - length } else { WIDTH / 2.0 };
        (rounded(x), rounded(length))
    };
    let bars = |swing: &Swing| Bars { swing: swing.clone(), low: piece(swing.change.0), high: piece(swing.change.1) };
    let rows = swings.into_iter().map(bars).collect();
    Some(Tornado { name: sensitivity.name.clone(), base: sensitivity.base.clone(), rows })
}

fn reach(swing: &Swing) -> f64 {
    swing.change.0.abs().max(swing.change.1.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swing(name: &str, low: f64, high: f64) -> Swing {
        Swing { name: name.to_owned(), change: (low, high), ..Swing::default() }
    }

    #[test]
    fn the_widest_is_first_and_what_moves_nothing_is_left_out() {
        let swings = vec![
            swing("batch", -0.05, 0.05),
            swing("idle", 0.0, 0.0),
            swing("bandwidth", 0.1, -0.08),
            swing("odd", f64::NAN, 1.0),
        ];
        let chart = tornado(&Sensitivity { name: "TPOT".to_owned(), base: "24.6 ms".to_owned(), swings }).unwrap();
        let rows: Vec<_> = chart.rows.iter().map(|r| (r.swing.name.as_str(), r.low, r.high)).collect();
        assert_eq!(rows, [("bandwidth", (500.0, 500.0), (100.0, 400.0)), ("batch", (250.0, 250.0), (500.0, 250.0))]);
        assert!(tornado(&Sensitivity::default()).is_none());
    }
}

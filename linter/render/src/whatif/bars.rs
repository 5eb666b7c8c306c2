//! Numbers as bars in a terminal.

use designlint_quantity::Rational;

/// Columns of the longest bar.
const WIDTH: u32 = 32;
/// Parts of a column, by eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// One bar a number, the largest the longest; one that is none, or not above zero, has none.
pub fn bars(numbers: &[Option<Rational>]) -> Vec<String> {
    let most = numbers.iter().flatten().max().filter(|m| **m > Rational::ZERO);
    let bar = |number: &Option<Rational>| {
        let (Some(number), Some(most)) = (number.as_ref().filter(|n| **n > Rational::ZERO), most) else {
            return String::new();
        };
        let eighths = (number / most * Rational::from(WIDTH * 8)).round();
        let eighths = usize::try_from(eighths).unwrap_or(0);
        format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
    };
    numbers.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_the_longest() {
        let numbers = [Some(Rational::from(4u8)), Some(Rational::from(1u8)), None, Some(-Rational::ONE)];
        assert_eq!(bars(&numbers), ["█".repeat(32), "█".repeat(8), String::new(), String::new()]);
        let part = bars(&[Some(Rational::from(64u8)), Some(Rational::from(3u8))]);
        assert_eq!(part[1], "█▌");
    }
}

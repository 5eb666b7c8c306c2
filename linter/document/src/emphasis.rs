//! Which asterisks, underscores and tildes are emphasis and which are operators.

/// A run of the same mark.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// First byte in the raw text.
    pub start: usize,
    /// Number of marks.
    pub len: usize,
    /// `*`, `_` or `~`.
    pub mark: u8,
    opens: bool,
    closes: bool,
    /// Stands between operands without blanks, as in `2*3` or `2**10`.
    between: bool,
    letter_before: bool,
    letter_after: bool,
}

/// How many marks of a run are emphasis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cut {
    /// At its start, closing emphasis.
    pub closes: usize,
    /// At its end, opening emphasis.
    pub opens: usize,
}

impl Run {
    /// A run between two characters; the text's ends count as blanks.
    pub(crate) fn new(mark: u8, start: usize, len: usize, before: Option<char>, after: Option<char>) -> Self {
        let (before, after) = (before.unwrap_or(' '), after.unwrap_or(' '));
        let (blank_before, blank_after) = (before.is_whitespace(), after.is_whitespace());
        let (punct_before, punct_after) = (is_punct(before), is_punct(after));
        let left = !blank_after && (!punct_after || blank_before || punct_before);
        let right = !blank_before && (!punct_before || blank_after || punct_after);
        let (opens, closes) = match mark {
            b'_' => (left && (!right || punct_before), right && (!left || punct_after)),
            b'~' => (left && len == 2, right && len == 2),
            _ => (left, right),
        };
        let between = mark == b'*'
            && (is_operand(before) || matches!(before, ')' | '%'))
            && (is_operand(after) || matches!(after, '(' | '-' | '\u{2212}' | '$'));
        let (letter_before, letter_after) = (before.is_alphabetic(), after.is_alphabetic());
        Self { start, len, mark, opens, closes, between, letter_before, letter_after }
    }
}

/// Pairs the runs of one block.
pub(crate) fn resolve(runs: &[Run]) -> Vec<Cut> {
    let mut cuts = vec![Cut::default(); runs.len()];
    for mark in [b'*', b'_', b'~'] {
        let mut stack: Vec<usize> = Vec::new();
        for (i, run) in runs.iter().enumerate() {
            if run.mark != mark {
                continue;
            }
            if run.between {
                // `**Note**text`: between letters, with bold open, it is no power.
                let bold = run.len == 2 && run.letter_before && run.letter_after;
                if bold && stack.last().is_some_and(|&o| left(runs, &cuts, o) == 2) {
                    close(runs, &mut cuts, &mut stack, i);
                }
                continue;
            }
            if run.closes {
                close(runs, &mut cuts, &mut stack, i);
            }
            if run.opens && left(runs, &cuts, i) > 0 {
                stack.push(i);
            }
        }
    }
    bold_inside_words(runs, &mut cuts);
    cuts
}

fn left(runs: &[Run], cuts: &[Cut], i: usize) -> usize {
    runs[i].len - cuts[i].closes - cuts[i].opens
}

/// Pairs a closing run with what is open.
fn close(runs: &[Run], cuts: &mut [Cut], stack: &mut Vec<usize>, i: usize) {
    // A lone mark in between (`**5 *3 = 15**`) must not take half of the closing run.
    let near = stack.iter().rev().take(4).position(|&o| left(runs, cuts, o) == left(runs, cuts, i));
    if let Some(skip) = near {
        stack.truncate(stack.len() - skip);
    }
    while left(runs, cuts, i) > 0 {
        let Some(&open) = stack.last() else { return };
        let marks = left(runs, cuts, open).min(left(runs, cuts, i));
        cuts[open].opens += marks;
        cuts[i].closes += marks;
        if left(runs, cuts, open) == 0 {
            stack.pop();
        }
    }
}

/// Pairs what is left over with a run between letters: `**Note**text`, `pre**fix**`.
fn bold_inside_words(runs: &[Run], cuts: &mut [Cut]) {
    let mut open: Option<usize> = None;
    let mut between: Option<usize> = None;
    for (i, run) in runs.iter().enumerate() {
        if run.mark != b'*' || left(runs, cuts, i) != run.len {
            continue;
        }
        if run.between {
            match open {
                Some(o) if run.letter_after && runs[o].len == run.len => {
                    cuts[o].opens = run.len;
                    cuts[i].closes = run.len;
                    open = None;
                }
                _ => between = Some(i),
            }
        } else if run.closes {
            if let Some(o) = between.take()
                && runs[o].letter_before
                && runs[o].len == run.len
            {
                cuts[o].opens = run.len;
                cuts[i].closes = run.len;
            }
        } else if run.opens {
            open = Some(i);
            between = None;
        }
    }
}

fn is_punct(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace()
}

/// A digit or a letter of a script that parts its words by blanks.
fn is_operand(c: char) -> bool {
    c.is_alphanumeric() && u32::from(c) < 0x2e80
}

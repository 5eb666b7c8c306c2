//! Quotes and list items around a block: what they put before the content of a line.

use crate::Item;

/// Something that a leaf block stands in.
#[derive(Clone, Debug)]
pub(crate) enum Container {
    /// `> `
    Quote,
    /// A list item whose content is indented by so many columns.
    Item {
        /// Columns that a further line of the item is indented by.
        indent: usize,
        /// What blocks in it are told.
        item: Item,
    },
    /// A footnote or a description, indented by so many columns.
    Indented(usize),
}

/// The innermost list item.
pub(crate) fn innermost_item(containers: &[Container]) -> Option<&Item> {
    containers.iter().rev().find_map(|c| match c {
        Container::Item { item, .. } => Some(item),
        _ => None,
    })
}

/// Reads a line from its start, column by column; a tab goes to the next multiple of four.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    /// Byte reached.
    pub at: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { bytes: line.as_bytes(), at: 0, column: 0 }
    }

    /// Passes the marks of the containers. A lazy line lacks some; its content starts where they end.
    pub(crate) fn pass(&mut self, containers: &[Container]) {
        for container in containers {
            match container {
                Container::Quote => self.pass_quote_mark(),
                Container::Item { indent, .. } | Container::Indented(indent) => self.pass_blanks(*indent),
            }
        }
    }

    /// Passes blanks, up to so many columns.
    pub(crate) fn pass_blanks(&mut self, columns: usize) {
        let limit = self.column.saturating_add(columns);
        while self.column < limit {
            match self.bytes.get(self.at) {
                Some(b' ') => self.column += 1,
                Some(b'\t') => self.column += 4 - self.column % 4,
                _ => return,
            }
            self.at += 1;
        }
    }

    fn pass_quote_mark(&mut self) {
        let (at, column) = (self.at, self.column);
        self.pass_blanks(usize::MAX);
        if self.bytes.get(self.at) != Some(&b'>') {
            (self.at, self.column) = (at, column);
            return;
        }
        self.at += 1;
        self.column += 1;
        self.pass_blanks(1);
    }
}

/// Columns from the start of a list item to its content: the bullet or number and the blanks after it.
pub(crate) fn marker_width(item: &str) -> usize {
    let line = item.split(['\n', '\r']).next().unwrap_or("");
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let marker = digits + 1;
    let blanks =
        line.as_bytes().get(marker..).map_or(0, |r| r.iter().take_while(|b| matches!(b, b' ' | b'\t')).count());
    let empty = line.len() <= marker + blanks;
    if empty || !(1..=4).contains(&blanks) { marker + 1 } else { marker + blanks }
}

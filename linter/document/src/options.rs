//! Which Markdown the parser is asked to read. It is a file of its own so that `examples/parse_alone.rs` reads the same.

use comrak::Options;

pub(crate) fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.strikethrough = true;
    extension.tasklist = true;
    extension.footnotes = true;
    extension.description_lists = true;
    extension.alerts = true;
    options.parse.leave_footnote_definitions = true;
    options.parse.relaxed_tasklist_matching = true;
    options
}

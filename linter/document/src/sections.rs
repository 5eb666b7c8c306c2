//! Sections: what stands under a heading.

use crate::parse::Level;
use crate::{Block, BlockKind, Flat, Section, SectionOrigin, Source, Span};

/// The longest bold line that counts as a heading, in characters.
const LONGEST_BOLD_HEADING: usize = 100;

/// Cuts the document into sections and tells each block its section. `start` is where the body begins.
pub(crate) fn sections(source: &Source, start: usize, blocks: &mut [Block], levels: &[Level]) -> Vec<Section> {
    let mut sections = vec![preamble(start)];
    let mut levels = levels.iter().peekable();
    for (i, block) in blocks.iter_mut().enumerate() {
        let heading = levels.next_if(|l| l.block == i).map(|l| (SectionOrigin::Heading, l.level));
        let heading = heading.or_else(|| {
            let bold = is_bold_line(source, block);
            bold.then(|| (SectionOrigin::BoldLine, heading_level(&sections) + 1))
        });
        if let Some((origin, level)) = heading {
            block.kind = BlockKind::Heading;
            let parent = parent(&sections, level);
            sections.push(Section {
                origin,
                title: title(source, &block.lines, origin),
                level,
                heading: block.span,
                body: Span::new(block.span.end, block.span.end),
                whole: block.span,
                parent,
                blocks: i..i,
            });
        }
        block.section = sections.len() - 1;
        if let Some(section) = sections.last_mut() {
            section.blocks.end = i + 1;
        }
    }
    close(&mut sections, source.text().len());
    sections
}

/// The section that holds a byte.
pub(crate) fn section_at(sections: &[Section], byte: usize) -> usize {
    sections.partition_point(|s| s.heading.start <= byte).saturating_sub(1)
}

fn preamble(start: usize) -> Section {
    let at = Span::new(start, start);
    Section {
        origin: SectionOrigin::Preamble,
        title: String::new(),
        level: 0,
        heading: at,
        body: at,
        whole: at,
        parent: None,
        blocks: 0..0,
    }
}

/// Level of the last heading that is not a bold line.
fn heading_level(sections: &[Section]) -> u8 {
    match sections.last() {
        Some(s) if s.origin == SectionOrigin::BoldLine => s.level - 1,
        Some(s) => s.level,
        None => 0,
    }
}

fn parent(sections: &[Section], level: u8) -> Option<usize> {
    let mut at = Some(sections.len() - 1);
    while let Some(i) = at {
        if sections[i].level < level {
            return (sections[i].level > 0).then_some(i);
        }
        at = sections[i].parent;
    }
    None
}

/// Sets where bodies and wholes end.
fn close(sections: &mut [Section], end: usize) {
    let mut open: Vec<usize> = Vec::new();
    for i in 0..sections.len() {
        let start = sections[i].heading.start;
        if i > 0 {
            sections[i - 1].body.end = start.max(sections[i - 1].body.start);
            while let Some(&last) = open.last()
                && sections[last].level >= sections[i].level
            {
                sections[last].whole.end = start;
                open.pop();
            }
        }
        // The preamble is nobody's parent and ends at the first heading.
        if i == 1 {
            sections[0].whole.end = start;
            open.clear();
        }
        open.push(i);
    }
    if let Some(last) = sections.last_mut() {
        last.body.end = end;
    }
    for i in open {
        sections[i].whole.end = end;
    }
}

fn is_bold_line(source: &Source, block: &Block) -> bool {
    if block.kind != BlockKind::Paragraph || block.item.is_some() || block.lines.len() != 1 {
        return false;
    }
    let line_start = source.line_span(source.line_of(block.span.start)).start;
    if !source.slice(Span::new(line_start, block.span.start)).trim_matches(['\u{feff}', ' ']).is_empty() {
        return false;
    }
    let text = source.slice(block.lines[0]);
    let text = text.strip_suffix(':').unwrap_or(text);
    let inner = ["**", "__"].iter().find_map(|mark| text.strip_prefix(mark)?.strip_suffix(mark));
    inner.is_some_and(|inner| {
        let words = inner.split_whitespace().count();
        let sentence = inner.ends_with('.') && words > 6;
        !inner.is_empty()
            && inner.trim() == inner
            && !inner.contains("**")
            && !inner.contains("__")
            && !inner.starts_with('*')
            && !inner.contains('=')
            && !sentence
            && inner.chars().count() <= LONGEST_BOLD_HEADING
    })
}

fn title(source: &Source, lines: &[Span], origin: SectionOrigin) -> String {
    let flat = Flat::of(source, lines, false).text;
    let words: Vec<&str> =
        flat.split(|c: char| c.is_whitespace() || c == '\u{fffc}').filter(|w| !w.is_empty()).collect();
    let mut title = words.join(" ");
    // `{#anchor}` belongs to the page, not to the title.
    if title.ends_with('}')
        && let Some(at) = title.rfind("{#")
    {
        title.truncate(title[..at].trim_end().len());
    }
    if origin == SectionOrigin::BoldLine && title.ends_with(':') {
        title.pop();
    }
    title
}

#[cfg(test)]
#[path = "sections_tests.rs"]
mod tests;

//! Pages of HTML, of which nothing is fetched and nothing run.

use html2text::render::TrivialDecorator;

use super::bounds::{Limits, Problem};
use super::html_depth::{Bounds, depth};
use super::text::Text;

/// Tags that may stand open within one another. The library is recursive, and so is what it makes.
const DEEPEST: usize = 1_000;

/// Quotations, lists and tables that may: the lines of each are made by themselves, and taken over by the one around it.
const DEEPEST_BLOCKS: usize = 100;

/// How often something is gone through: a second of work, or two. What is behind that is left out.
const MOST_WORK: usize = 64 << 20;

/// As many places as cells in the tables of a page, most of them empty: a narrow head above a wide body makes some.
const EMPTY_CELLS: usize = 4;

/// Wider than any line: rows of tables stay rows.
const WIDTH: usize = 400;

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    // Each cell has a tag at both ends.
    let bounds = Bounds {
        open: DEEPEST,
        tags: limits.cells.saturating_mul(2),
        work: MOST_WORK,
        table: limits.cells.saturating_mul(EMPTY_CELLS),
    };
    let found = depth(looked_at, bounds);
    if found.tags > DEEPEST || found.blocks > DEEPEST_BLOCKS {
        let sentence =
            format!("its tags are nested deeper than {DEEPEST}, or its tables and lists than {DEEPEST_BLOCKS}");
        return Err(Problem::Damaged("HTML", sentence));
    }
    // Nothing is written before a line: as often as there are quotations around it, that would be many times the page.
    let config = html2text::config::with_decorator(TrivialDecorator::new()).no_table_borders().allow_width_overflow();
    let written = config.string_from_read(&looked_at[..found.end], WIDTH);
    let written = written.map_err(|problem| Problem::Damaged("HTML", problem.to_string()))?;
    let mut text = Text::of(&written, limits.room());
    text.is_cut |= bytes.len() > found.end;
    Ok(text)
}

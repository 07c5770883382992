//! Extracts the text of HTML pages. Nothing is fetched or executed.
//!
//! The parser is recursive, and a small table can need much memory. So [`depth`] first estimates nesting, work and table sizes from the raw
//! tags. The estimate may be too high, never too low.

use html2text::render::TrivialDecorator;

use super::file_format::{Limits, Problem};
use super::text::Text;

/// Maximum number of open tags. The parser is recursive, so a deeper page could overflow the stack.
const MAX_OPEN_TAGS: usize = 1_000;

/// Maximum number of nested quotations, lists and tables. The parser copies the lines inside once for each level.
const MAX_NESTED_BLOCKS: usize = 100;

/// Maximum amount of work, as [`Bounds::work`] defines it. It takes one or two seconds. The rest of a page is ignored.
const MAX_WORK: usize = 64 << 20;

/// The grid positions of all tables are limited to this many for each cell that may be read. Positions are empty if rows have different
/// numbers of cells.
const POSITIONS_PER_CELL: usize = 4;

/// The width of the page in characters. It is larger than any line, so that rows of tables are not wrapped.
const PAGE_WIDTH: usize = 400;

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    let bounds = Bounds {
        open: MAX_OPEN_TAGS,
        tags: limits.cells.saturating_mul(2),
        work: MAX_WORK,
        table: limits.cells.saturating_mul(POSITIONS_PER_CELL),
    };
    let found = depth(looked_at, bounds);
    if found.tags > MAX_OPEN_TAGS || found.blocks > MAX_NESTED_BLOCKS {
        let sentence = format!(
            "tags are nested deeper than {MAX_OPEN_TAGS} levels, or tables and lists deeper than {MAX_NESTED_BLOCKS}"
        );
        return Err(Problem::Damaged("HTML", sentence));
    }
    // No prefix such as `> ` for quotations: with nested ones, each level would lengthen every line.
    let config = html2text::config::with_decorator(TrivialDecorator::new()).no_table_borders().allow_width_overflow();
    let written = config.string_from_read(&looked_at[..found.end], PAGE_WIDTH);
    let written = written.map_err(|problem| Problem::Damaged("HTML", problem.to_string()))?;
    let mut text = Text::of(&written, limits.budget());
    text.is_truncated |= bytes.len() > found.end;
    Ok(text)
}

/// Tags without content.
const EMPTY: [&[u8]; 9] = [b"br", b"hr", b"img", b"input", b"meta", b"link", b"col", b"wbr", b"area"];

/// Tags that are closed implicitly.
const IMPLIED: [&[u8]; 9] = [b"p", b"li", b"dd", b"dt", b"td", b"th", b"tr", b"tbody", b"option"];

/// Tags that the parser reopens if an outer tag is closed before them.
const STYLES: [&[u8]; 14] =
    [b"a", b"b", b"big", b"code", b"em", b"font", b"i", b"nobr", b"s", b"small", b"strike", b"strong", b"tt", b"u"];

/// Tags for which the parser copies the lines inside.
const BLOCKS: [&[u8]; 7] = [b"blockquote", b"li", b"dd", b"ul", b"ol", b"dl", b"table"];

/// Tags that end a row.
const ROWS: [&[u8]; 5] = [b"tbody", b"thead", b"tfoot", b"caption", b"colgroup"];

/// Tags whose content is not parsed as rows.
#[rustfmt::skip]
const ROWLESS: [&[u8]; 13] = [
    b"style", b"script", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes", b"noscript", b"select",
    b"template", b"svg", b"math",
];

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Depth {
    /// Maximum number of open tags.
    pub tags: usize,
    /// Maximum number of nested blocks.
    pub blocks: usize,
    /// The end of what may be read.
    pub end: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub open: usize,
    pub tags: usize,
    /// The sum of two amounts: for each tag, the number of open tags; for each byte, one more than the number of blocks around it.
    pub work: usize,
    /// Grid positions of all tables.
    pub table: usize,
}

pub(super) fn depth(bytes: &[u8], bounds: Bounds) -> Depth {
    let (mut open, mut most) = (Open::default(), Depth { end: bytes.len(), ..Depth::default() });
    let (mut tags, mut work, mut before) = (0, 0_usize, 0);
    // Before this position, a tag may be part of a comment or an attribute. So that the estimate is not too low, start tags count there,
    // and end tags do not.
    let mut unsure = 0;
    for at in memchr::memchr_iter(b'<', bytes).chain([bytes.len()]) {
        let (times, room) = (1 + open.blocks, bounds.work.saturating_sub(work + open.tags.len()));
        if tags > bounds.tags || (at - before) * times > room {
            most.end = if tags > bounds.tags { before } else { before + room / times };
            break;
        }
        work = bounds.work - room + (at - before) * times;
        (tags, before) = (tags + 1, at);
        let Some(rest) = bytes.get(at + 1..) else { break };
        match rest.first() {
            Some(b'/') => open.close(&name(&rest[1..]), at >= unsure),
            Some(b'!' | b'?') if at >= unsure => {
                let end: &[u8] = if rest.starts_with(b"!--") { b"-->" } else { b">" };
                unsure = memchr::memmem::find(rest, end).map_or(bytes.len(), |end| at + end);
            }
            Some(letter) if letter.is_ascii_alphabetic() => {
                let length = (at >= unsure).then(|| length(rest));
                unsure = length.map_or(unsure, |length| at + length);
                open.open(name(rest), Tag::of(rest, length));
                if open.tables.size > bounds.table {
                    most.end = at;
                    break;
                }
            }
            _ => {}
        }
        most.tags = most.tags.max(open.tags.len());
        most.blocks = most.blocks.max(open.blocks);
        if most.tags > bounds.open {
            break;
        }
    }
    most
}

/// The open tags and tables at a position.
#[derive(Default)]
struct Open {
    tags: Vec<Vec<u8>>,
    blocks: usize,
    rowless: usize,
    tables: Tables,
}

impl Open {
    fn open(&mut self, name: Vec<u8>, tag: Tag<'_>) {
        if EMPTY.contains(&&*name) {
            return;
        }
        let is_cell = |tag: &[u8]| tag == b"td" || tag == b"th";
        while self.tags.last().is_some_and(|top| match &*name {
            b"td" | b"th" => is_cell(top),
            b"tr" => is_cell(top) || top == b"tr",
            b"dd" | b"dt" => top == b"dd" || top == b"dt",
            b"p" | b"li" | b"option" => *top == name,
            _ => false,
        }) {
            self.pop();
        }
        let is_sure = tag.is_sure && self.rowless == 0;
        match &*name {
            b"table" => self.tables.begin(is_sure),
            b"tr" => self.tables.begin_row(is_sure),
            b"td" | b"th" => self.tables.cell(tag.bytes),
            name if ROWS.contains(&name) => self.tables.end_row(is_sure),
            _ => {}
        }
        self.blocks += usize::from(BLOCKS.contains(&&*name));
        self.rowless += usize::from(ROWLESS.contains(&&*name));
        self.tags.push(name);
    }

    fn close(&mut self, name: &[u8], is_sure: bool) {
        if name == b"tr" || ROWS.contains(&name) {
            self.tables.end_row(is_sure && self.rowless == 0);
        }
        if !is_sure {
            return;
        }
        let implied = self.tags.iter().rev().take_while(|tag| *tag != name && IMPLIED.contains(&&***tag)).count();
        let above = if STYLES.contains(&name) { 0 } else { implied };
        let is_open = self.tags.iter().rev().nth(above).is_some_and(|tag| tag == name);
        for _ in 0..if is_open { above + 1 } else { 0 } {
            self.pop();
        }
    }

    fn pop(&mut self) {
        let Some(tag) = self.tags.pop() else { return };
        self.blocks -= usize::from(BLOCKS.contains(&&*tag));
        self.rowless -= usize::from(ROWLESS.contains(&&*tag));
        if tag == b"table" {
            self.tables.end();
        }
    }
}

struct Tag<'b> {
    is_sure: bool,
    bytes: Option<&'b [u8]>,
}

impl<'b> Tag<'b> {
    fn of(rest: &'b [u8], length: Option<usize>) -> Self {
        let to_the_next = || memchr::memchr(b'<', rest).map_or(rest, |end| &rest[..end]);
        let bytes = match length {
            Some(length) => rest.get(..length),
            None => Some(to_the_next()).filter(|bytes| memchr::memchr(b'>', bytes).is_some()),
        };
        Tag { is_sure: length.is_some(), bytes }
    }
}

fn name(rest: &[u8]) -> Vec<u8> {
    let length = rest.iter().take(32).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    rest[..length].to_ascii_lowercase()
}

/// The length of a tag. A quoted attribute may contain `>`.
fn length(tag: &[u8]) -> usize {
    let (mut at, mut has_name) = (name(tag).len(), false);
    while let Some(byte) = tag.get(at) {
        at += 1;
        match byte {
            b'>' => return at,
            b'=' if has_name => {
                has_name = false;
                at += tag[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                if let Some(quote @ (b'"' | b'\'')) = tag.get(at) {
                    let end = memchr::memchr(*quote, &tag[at + 1..]);
                    at = end.map_or(tag.len(), |end| at + 1 + end + 1);
                }
            }
            byte => has_name |= !byte.is_ascii_whitespace() && *byte != b'/',
        }
    }
    tag.len()
}

/// The open tables, and an upper bound for the grid positions of all tables.
#[derive(Default)]
pub(super) struct Tables {
    open: Vec<Table>,
    pub size: usize,
}

impl Tables {
    /// If `is_sure` is false, the cells may belong to the outer table.
    pub(super) fn begin(&mut self, is_sure: bool) {
        let widest = self.open.last().filter(|_| !is_sure).map_or(0, Table::columns);
        self.open.push(Table { widest, ..Table::default() });
    }

    pub(super) fn end(&mut self) {
        self.open.pop();
    }

    pub(super) fn begin_row(&mut self, is_sure: bool) {
        self.change(|table| table.begin_row(is_sure));
    }

    /// If `is_sure` is false, the row may go on, and a further one is counted.
    pub(super) fn end_row(&mut self, is_sure: bool) {
        self.change(|table| {
            table.rows += usize::from(!is_sure);
            table.is_in_row &= !is_sure;
        });
    }

    pub(super) fn cell(&mut self, tag: Option<&[u8]>) {
        self.change(|table| {
            // A cell outside of a row begins a row.
            if !table.is_in_row {
                table.begin_row(true);
            }
            let [down, across] =
                [&b"rowspan"[..], b"colspan"].map(|name| tag.map_or(usize::MAX, |tag| span(tag, name)));
            table.cells += 1;
            table.is_apart |= across != 1;
            if down > 1 {
                table.reaching.push((down, across != 1));
            }
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut Table)) {
        let Some(table) = self.open.last_mut() else { return };
        change(table);
        let size = (table.rows.max(1) + table.reaching.len()).saturating_mul(table.columns());
        self.size = self.size.saturating_add(size.saturating_sub(table.size));
        table.size = table.size.max(size);
    }
}

#[derive(Default)]
struct Table {
    rows: usize,
    is_in_row: bool,
    cells: usize,
    widest: usize,
    is_apart: bool,
    apart: usize,
    reaching: Vec<(usize, bool)>,
    size: usize,
}

impl Table {
    fn begin_row(&mut self, is_sure: bool) {
        self.rows += 1;
        self.is_in_row = true;
        if !is_sure {
            return;
        }
        self.widest = self.widest.max(self.width());
        self.apart += if self.is_apart { self.width() } else { 0 };
        self.reaching.retain_mut(|(left, _)| {
            *left -= 1;
            *left > 0
        });
        self.is_apart = self.reaching.iter().any(|(_, is_wide)| *is_wide);
        self.cells = 0;
    }

    fn width(&self) -> usize {
        self.cells + self.reaching.len()
    }

    fn columns(&self) -> usize {
        self.widest.max(self.width()) + self.apart + if self.is_apart { self.width() } else { 0 }
    }
}

/// The value of `rowspan` or `colspan`. `usize::MAX` if it is unclear.
fn span(tag: &[u8], name: &[u8]) -> usize {
    let is_there = |at: &usize| tag[*at..].get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name));
    let mut places = (0..tag.len()).filter(is_there);
    match (places.next(), places.next()) {
        (None, _) => 1,
        (Some(at), None) => plain(&tag[at + name.len()..]).unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

fn plain(rest: &[u8]) -> Option<usize> {
    let value = rest.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_end = |byte: &u8| matches!(byte, b'"' | b'\'' | b'>' | b'/') || byte.is_ascii_whitespace();
    let number = std::str::from_utf8(&value[..digits]).ok()?.parse().ok()?;
    value.get(digits).is_none_or(is_end).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { open: 1_000, tags: 10_000, work: 1_000_000, table: 1_000_000 };

    #[test]
    fn work_is_measured_by_tags_and_by_blocks_around_text() {
        let end = |page: &str| depth(page.as_bytes(), BOUNDS).end;
        let (all, over) = ("<p>a</p>".repeat(5_000), "<p>a</p>".repeat(5_001));
        assert_eq!((end(&all), end(&over)), (all.len(), all.len()));
        let text = "a".repeat(90_000) + "<br>";
        assert_eq!(end(&("<ul>".repeat(10) + &text)), 40 + text.len());
        let deep = "<ul>".repeat(10) + &text + &text;
        assert!((text.len()..text.len() + 1_000).contains(&end(&deep)), "{}", end(&deep));
        let end = end(&("<ul>".repeat(10) + &"a".repeat(100_000)));
        assert!((90_000..91_000).contains(&end), "{end}");
    }

    #[test]
    fn doubtful_end_tags_close_nothing() {
        for page in [
            "<blockquote></x>",
            "<blockquote><!-- </blockquote> -->",
            "<blockquote><i title=\"</i></blockquote>\">",
            "<blockquote><i title='>' lang=\"</blockquote>\">",
            "<blockquote><style></blockquote></style>",
        ] {
            assert!(depth(page.repeat(50).as_bytes(), BOUNDS).blocks >= 50, "{page}");
        }
        for page in [
            "<ul><li>a<li>b</ul>",
            "<p>a<p>b",
            "<table><tr><td>a<td>b<tr><th>c</table>",
            "<div><p>a</div><!-- <br> -->",
            "<blockquote cite=\"a>b\"><br>a</blockquote>",
        ] {
            let found = depth(page.repeat(50).as_bytes(), BOUNDS);
            assert!(found.tags <= 4 && found.blocks <= 2, "{page}: {found:?}");
        }
    }

    /// Rows of these cells.
    fn size(rows: &[&[&str]]) -> usize {
        let mut tables = Tables::default();
        tables.begin(true);
        for row in rows {
            tables.begin_row(true);
            row.iter().for_each(|cell| tables.cell(Some(cell.as_bytes())));
            tables.end_row(true);
        }
        tables.end();
        tables.size
    }

    #[test]
    fn the_size_of_a_table_is_rows_times_the_widest_row() {
        assert_eq!(size(&[&["td"; 5], &["td"; 3], &["td"; 3]]), 15);
        assert_eq!(size(&[&["td colspan=1 rowspan='1'"; 5][..]; 2]), 10);
    }

    #[test]
    fn spanning_cells_enlarge_a_table() {
        let plain: [&[&str]; 4] = [&["td"; 2]; 4];
        let with = |first: &'static [&'static str]| size(&[&[first][..], &plain].concat());
        assert_eq!(with(&["td", "td"]), 10);
        assert_eq!(with(&["td rowspan=\"2\"", "td"]), 15, "three columns");
        assert_eq!(with(&["td colspan=9", "td"]), 20, "both may be in columns without other cells");
        assert_eq!(with(&["td ROWSPAN = '9999999'", "td"]), 18, "three columns, and one more row");
        for odd in [
            "td rowspan",
            "td rowspan=&#50;",
            "td rowspan=1 rowspan=9",
            "td rowspan=99999999999999999999999",
            "td rowspan=2x",
        ] {
            assert_eq!(span(odd.as_bytes(), b"rowspan"), usize::MAX, "{odd}");
        }
    }

    #[test]
    fn a_doubtful_end_of_a_row_does_not_reduce_the_size() {
        let mut tables = Tables::default();
        tables.begin(true);
        for _ in 0..100 {
            tables.cell(None);
            tables.end_row(false);
        }
        assert!(tables.size >= 100 * 100);
    }
}

//! Lays out the text of a page: lines, and tables whose cells keep their columns.

use crate::documents::text::{Cell, Text, TextBudget, TextPosition};

/// Tables that are nested deeper are lines.
const MAX_TABLES: usize = 30;

/// Maximum number of columns in which cells can have several columns or rows.
const MAX_COLUMNS: usize = 2_000;

/// Distance of two neighbouring columns. Larger than the tolerance for cells below each other.
const COLUMN_WIDTH: u32 = 8;

/// A cell of several lines is one text if it has at most so many characters and is not alone in its row.
const MAX_JOINED: usize = 120;

/// What separates two texts without a blank between them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// A tag that only changes how letters look.
    Format,
    Element,
}

/// A text, and its column.
struct Piece {
    column: u32,
    text: String,
}

/// A line, and whether it is the row of a table.
struct Line {
    pieces: Vec<Piece>,
    is_row: bool,
}

/// Lines below each other: a page or a cell.
#[derive(Default)]
struct Block {
    lines: Vec<Line>,
    text: String,
    joint: Option<Joint>,
}

struct TableCell {
    column: usize,
    columns: usize,
    block: Block,
    is_displayed: bool,
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<TableCell>>,
    /// The number of the first row in which each column is free.
    free_from: Vec<usize>,
    has_open_row: bool,
}

/// A table in which a cell may be open.
#[derive(Default)]
struct OpenTable {
    table: Table,
    cell: Option<TableCell>,
}

/// The text of a page.
#[derive(Default)]
pub(super) struct Layout {
    page: Block,
    tables: Vec<OpenTable>,
    /// Number of open tables that are too deep, which are lines.
    too_deep: usize,
    /// Number of open elements in which blanks count.
    pub preformatted: usize,
}

impl Layout {
    /// The block that text is added to: the innermost open cell, or the page.
    fn block(&mut self) -> &mut Block {
        let cells = self.tables.iter_mut().rev().find_map(|open| open.cell.as_mut());
        match cells {
            Some(cell) => &mut cell.block,
            None => &mut self.page,
        }
    }

    pub fn add(&mut self, text: &str) {
        let is_preformatted = self.preformatted > 0;
        let block = self.block();
        if is_preformatted {
            for (number, line) in text.split('\n').enumerate() {
                if number > 0 {
                    block.end_line();
                }
                block.text.push_str(line);
            }
        } else {
            block.add(text);
        }
    }

    pub fn join(&mut self, joint: Joint) {
        let block = self.block();
        block.joint = if block.joint == Some(Joint::Element) { block.joint } else { Some(joint) };
    }

    pub fn end_line(&mut self) {
        self.block().end_line();
    }

    pub fn begin_table(&mut self) {
        self.end_line();
        if self.tables.len() < MAX_TABLES {
            self.tables.push(OpenTable::default());
        } else {
            self.too_deep += 1;
        }
    }

    pub fn begin_row(&mut self) {
        self.end_row();
        if let Some(open) = self.innermost() {
            open.table.rows.push(Vec::new());
            open.table.has_open_row = true;
        }
    }

    pub fn begin_cell(&mut self, columns: usize, rows: usize, is_displayed: bool) {
        self.end_cell();
        let Some(open) = self.innermost() else { return };
        if !open.table.has_open_row {
            open.table.rows.push(Vec::new());
            open.table.has_open_row = true;
        }
        let table = &mut open.table;
        let row = table.rows.len() - 1;
        let last = table.rows[row].last().map_or(0, |last| last.column + last.columns);
        let is_free = |column: &usize| table.free_from.get(*column).is_none_or(|free| *free <= row);
        let column = (last..MAX_COLUMNS).find(is_free).unwrap_or(last);
        // In very wide tables, cells follow each other.
        let (columns, rows) = if column + columns <= MAX_COLUMNS { (columns, rows) } else { (1, 1) };
        let end = column + columns;
        if table.free_from.len() < end {
            table.free_from.resize(end, 0);
        }
        table.free_from[column..end].fill(row + rows);
        open.cell = Some(TableCell { column, columns, block: Block::default(), is_displayed });
    }

    pub fn end_cell(&mut self) {
        self.end_line();
        if let Some(open) = self.innermost() {
            open.end_cell();
        }
    }

    pub fn end_row(&mut self) {
        self.end_cell();
        if let Some(open) = self.innermost() {
            open.table.has_open_row = false;
        }
    }

    pub fn end_table(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            self.end_line();
            return;
        }
        self.end_row();
        if let Some(open) = self.tables.pop() {
            let lines = open.table.into_lines();
            let block = self.block();
            block.end_line();
            block.lines.extend(lines);
        }
    }

    /// The innermost table; `None` in tables that are too deep.
    fn innermost(&mut self) -> Option<&mut OpenTable> {
        if self.too_deep > 0 { None } else { self.tables.last_mut() }
    }

    pub fn into_text(mut self, budget: TextBudget) -> Text {
        self.too_deep = 0;
        while !self.tables.is_empty() {
            self.end_table();
        }
        self.end_line();
        let mut text = Text::default();
        for (number, line) in (1..).zip(self.page.lines) {
            let place = TextPosition::Line(number);
            let has_room = match &line.pieces[..] {
                // Blanks that the page keeps separate cells.
                [piece] if !line.is_row => text.add(&place, &piece.text, budget),
                _ => {
                    let cell = |piece: Piece| Cell { place: place.clone(), column: piece.column, text: piece.text };
                    text.add_cells(line.pieces.into_iter().map(cell).collect(), budget)
                }
            };
            if !has_room {
                break;
            }
        }
        text
    }
}

impl OpenTable {
    fn end_cell(&mut self) {
        if let (Some(cell), Some(row)) = (self.cell.take(), self.table.rows.last_mut()) {
            row.push(cell);
        }
    }
}

impl Block {
    fn add(&mut self, text: &str) {
        let mut words = text.split_ascii_whitespace();
        let begins_with_blank = text.starts_with(|c: char| c.is_ascii_whitespace());
        let Some(first) = words.next() else {
            self.add_blank();
            return;
        };
        if begins_with_blank || self.is_separate(first) {
            self.add_blank();
        }
        self.joint = None;
        self.text.push_str(first);
        for word in words {
            self.text.push(' ');
            self.text.push_str(word);
        }
        if text.ends_with(|c: char| c.is_ascii_whitespace()) {
            self.add_blank();
        }
    }

    fn add_blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    /// Whether a tag between two texts separates words. A tag that changes how letters look may be in a number or before a first letter.
    fn is_separate(&self, next: &str) -> bool {
        let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let (mut before, next) = (self.text.chars().rev(), next.chars().next());
        let last = before.next();
        let is_first_letter = !is_letter(before.next());
        match self.joint {
            None => false,
            Some(_) if !is_letter(last) || !is_letter(next) => false,
            Some(Joint::Element) => true,
            Some(Joint::Format) => !is_first_letter && !last.is_some_and(|last| last.is_numeric()),
        }
    }

    fn end_line(&mut self) {
        self.joint = None;
        let text = std::mem::take(&mut self.text);
        if text.chars().any(|c| !c.is_whitespace()) {
            let pieces = vec![Piece { column: 0, text: text.trim_end().to_owned() }];
            self.lines.push(Line { pieces, is_row: false });
        }
    }

    /// One more than the largest column.
    fn width(&self) -> u32 {
        let columns = self.lines.iter().flat_map(|line| &line.pieces).map(|piece| piece.column);
        columns.max().unwrap_or(0).saturating_add(COLUMN_WIDTH)
    }

    /// Makes one text of several lines, if it is short and no table.
    fn join_lines(&mut self) {
        let is_text = self.lines.len() > 1 && self.lines.iter().all(|line| line.pieces.len() == 1 && !line.is_row);
        let length: usize = self.lines.iter().flat_map(|line| &line.pieces).map(|piece| piece.text.len()).sum();
        if is_text && length <= MAX_JOINED {
            let texts: Vec<String> =
                self.lines.drain(..).flat_map(|line| line.pieces).map(|piece| piece.text).collect();
            self.text = texts.join(" ");
            self.end_line();
        }
    }
}

impl Table {
    /// The first column of each column of the table in the text.
    fn offsets(&self) -> Vec<u32> {
        let mut widths = vec![0; self.free_from.len()];
        for cell in self.rows.iter().flatten() {
            // A cell of several columns makes the last of them wider.
            let others: u32 = widths[cell.column..cell.column + cell.columns - 1]
                .iter()
                .fold(0, |sum: u32, width| sum.saturating_add(*width));
            let last: &mut u32 = &mut widths[cell.column + cell.columns - 1];
            *last = (*last).max(cell.block.width().saturating_sub(others)).max(COLUMN_WIDTH);
        }
        let mut next: u32 = 0;
        let offset = |width: u32| {
            let offset = next;
            next = next.saturating_add(width.max(COLUMN_WIDTH));
            offset
        };
        widths.into_iter().map(offset).collect()
    }

    fn into_lines(self) -> Vec<Line> {
        let offsets = self.offsets();
        let mut lines = Vec::new();
        for row in self.rows {
            let mut pieces: Vec<Piece> = Vec::new();
            let with_text = row.iter().filter(|cell| !cell.block.lines.is_empty()).count();
            for mut cell in row {
                let offset = offsets[cell.column];
                if with_text > 1 {
                    cell.block.join_lines();
                }
                if cell.block.lines.len() > 1 {
                    lines.extend(row_of(std::mem::take(&mut pieces)));
                    for mut line in cell.block.lines {
                        line.pieces.iter_mut().for_each(|piece| piece.column = piece.column.saturating_add(offset));
                        lines.push(line);
                    }
                    continue;
                }
                let own = cell.block.lines.into_iter().flat_map(|line| line.pieces);
                let before = pieces.len();
                pieces.extend(own.map(|piece| Piece {
                    column: piece.column.saturating_add(offset),
                    text: piece.text.split_whitespace().collect::<Vec<_>>().join(" "),
                }));
                // An empty cell shows that the label before it has no value.
                let is_empty = pieces.len() == before && cell.is_displayed;
                if is_empty && pieces.last().is_some_and(|last| !last.text.is_empty()) {
                    pieces.push(Piece { column: offset, text: String::new() });
                }
            }
            lines.extend(row_of(pieces));
        }
        lines
    }
}

fn row_of(pieces: Vec<Piece>) -> Option<Line> {
    if pieces.is_empty() { None } else { Some(Line { pieces, is_row: true }) }
}

//! Text with the places it stands at.

use std::sync::Arc;

use serde_json::{Value, json};

/// Where something stands in a document. All numbers begin at 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a line of a text.
    Line(u32),
    /// On a page, in a line of it.
    Page(u32, u32),
    /// In a cell of a sheet: its row and its column.
    Cell(Arc<str>, u32, u32),
}

impl Place {
    /// As it is told.
    pub fn to_json(&self) -> Value {
        match self {
            Place::Line(line) => json!({ "line": line }),
            Place::Page(page, line) => json!({ "page": page, "line": line }),
            Place::Cell(sheet, row, column) => json!({ "sheet": &**sheet, "row": row, "column": column }),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Page(page, line) => write!(f, "page {page}, line {line}"),
            Place::Cell(sheet, row, column) => write!(f, "sheet {sheet:?}, row {row}, column {column}"),
        }
    }
}

/// A part of a line that stands apart from the others: a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Where it stands.
    pub place: Place,
    /// Which column it is in: those of another line with the same number stand above or below it.
    pub column: u32,
    /// What it says.
    pub text: String,
}

/// A line, its cells from left to right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line(pub Vec<Cell>);

/// The text of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// Its lines.
    pub lines: Vec<Line>,
    /// Whether there was more than is looked at.
    pub is_cut: bool,
    /// Bytes of text it has.
    bytes: usize,
}

impl Text {
    /// Text as it stands, as much of it as `most` bytes.
    pub fn of(written: &str, most: usize) -> Self {
        let mut text = Text::default();
        for (number, line) in (1..).zip(written.lines()) {
            if !text.add(&Place::Line(number), line, most) {
                break;
            }
        }
        text
    }

    /// Adds a line of free text, whose columns stand apart by two blanks or a tab. False when there is no more room.
    pub fn add(&mut self, place: &Place, line: &str, most: usize) -> bool {
        let mut cells = Vec::new();
        let (mut start, mut blanks, mut column) = (None, 0, 0);
        for (at, c) in line.char_indices().chain([(line.len(), '\t')]) {
            if c.is_whitespace() {
                blanks += if c == '\t' { 2 } else { 1 };
                if blanks >= 2
                    && let Some((from, column)) = start.take()
                {
                    let text: &str = &line[from..at];
                    cells.push(Cell { place: place.clone(), column, text: text.trim().to_owned() });
                }
            } else {
                start = start.or(Some((at, column)));
                blanks = 0;
            }
            column += 1;
        }
        self.add_cells(cells, most)
    }

    /// Adds a line of cells. False when there is no more room.
    pub fn add_cells(&mut self, cells: Vec<Cell>, most: usize) -> bool {
        let bytes: usize = cells.iter().map(|cell| cell.text.len() + 1).sum();
        self.bytes += bytes;
        if self.bytes > most {
            self.is_cut = true;
            return false;
        }
        if !cells.is_empty() {
            self.lines.push(Line(cells));
        }
        true
    }
}

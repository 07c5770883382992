//! Text with its positions.

use std::sync::Arc;

use serde_json::{Value, json};

/// Where something stands in a document. All numbers begin at 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPosition {
    /// In a line of a text.
    Line(u32),
    /// On a page, in a line of it.
    Page(u32, u32),
    /// In a cell of a sheet, which has no name where there is one alone: its row and its column.
    Cell(Arc<str>, u32, u32),
}

impl TextPosition {
    /// As it is told.
    pub fn to_json(&self) -> Value {
        match self {
            TextPosition::Line(line) => json!({ "line": line }),
            TextPosition::Page(page, line) => json!({ "page": page, "line": line }),
            TextPosition::Cell(sheet, row, column) if sheet.is_empty() => json!({ "row": row, "column": column }),
            TextPosition::Cell(sheet, row, column) => json!({ "sheet": &**sheet, "row": row, "column": column }),
        }
    }
}

impl std::fmt::Display for TextPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TextPosition::Line(line) => write!(f, "line {line}"),
            TextPosition::Page(page, line) => write!(f, "page {page}, line {line}"),
            TextPosition::Cell(sheet, row, column) if sheet.is_empty() => write!(f, "row {row}, column {column}"),
            TextPosition::Cell(sheet, row, column) => write!(f, "sheet {sheet:?}, row {row}, column {column}"),
        }
    }
}

/// A part of a line that stands apart from the others: a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Where it stands.
    pub place: TextPosition,
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
    pub is_truncated: bool,
    used: TextBudget,
}

/// How much text there is room for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextBudget {
    /// Bytes.
    pub bytes: usize,
    /// Cells: parts of lines that stand apart.
    pub cells: usize,
}

impl Text {
    /// Text as it stands, as much of it as there is room for.
    pub fn of(written: &str, room: TextBudget) -> Self {
        let mut text = Text::default();
        for (number, line) in (1..).zip(written.lines()) {
            if !text.add(&TextPosition::Line(number), line, room) {
                break;
            }
        }
        text
    }

    /// Adds a line of free text, whose columns stand apart by two blanks or a tab. False when there is no more room.
    pub fn add(&mut self, place: &TextPosition, line: &str, room: TextBudget) -> bool {
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
        self.add_cells(cells, room)
    }

    /// Adds a line of cells. False when there is no more room.
    pub fn add_cells(&mut self, mut cells: Vec<Cell>, room: TextBudget) -> bool {
        self.used.bytes += cells.iter().map(|cell| cell.text.len() + 1).sum::<usize>();
        self.used.cells += cells.len();
        if self.used.bytes > room.bytes || self.used.cells > room.cells {
            self.is_truncated = true;
            return false;
        }
        // Most lines have one cell; a vector would allocate four.
        cells.shrink_to_fit();
        if !cells.is_empty() {
            self.lines.push(Line(cells));
        }
        true
    }
}

//! `Text`: the text of a document, as lines of cells with their positions.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::spelling::plain;

/// A position in a document. All numbers begin at 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPosition {
    /// The subject of a message.
    Subject,
    /// A line of a text.
    Line(u32),
    /// A page, and a line on it.
    Page(u32, u32),
    /// A sheet, a row and a column. The name of the sheet is empty if the format has no sheets.
    Cell(Arc<str>, u32, u32),
}

impl TextPosition {
    /// The JSON form.
    pub fn to_json(&self) -> Value {
        match self {
            TextPosition::Subject => json!({ "field": "subject" }),
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
            TextPosition::Subject => f.write_str("the subject"),
            TextPosition::Line(line) => write!(f, "line {line}"),
            TextPosition::Page(page, line) => write!(f, "page {page}, line {line}"),
            TextPosition::Cell(sheet, row, column) if sheet.is_empty() => write!(f, "row {row}, column {column}"),
            TextPosition::Cell(sheet, row, column) => write!(f, "sheet {sheet:?}, row {row}, column {column}"),
        }
    }
}

/// A cell: a part of a line that is separated from its neighbors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The position.
    pub place: TextPosition,
    /// The horizontal position. Cells of different lines with the same column are below each other.
    pub column: u32,
    /// The text.
    pub text: String,
}

/// A line: its cells from left to right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line(pub Vec<Cell>);

/// The size of cells in bytes; each cell counts one byte more than its text.
pub(super) fn size(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.text.len() + 1).sum()
}

/// The text of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether text is missing because it would exceed a limit.
    pub is_truncated: bool,
    used: TextBudget,
}

/// The size of a text: the maximum, or what is used of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextBudget {
    /// Number of bytes; each cell counts one byte more than its text.
    pub bytes: usize,
    /// Number of cells.
    pub cells: usize,
}

impl Text {
    /// Splits plain text into lines and cells, within the budget.
    pub fn of(plain: &str, budget: TextBudget) -> Self {
        let mut text = Text::default();
        for (number, line) in (1..).zip(plain.lines()) {
            if !text.add(&TextPosition::Line(number), line, budget) {
                break;
            }
        }
        text
    }

    /// Adds a line of plain text, in which two blanks or a tab separate cells. Returns `false`, and adds nothing, if the line would exceed
    /// the budget.
    pub fn add(&mut self, place: &TextPosition, line: &str, budget: TextBudget) -> bool {
        let line = &plain(line);
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
                    if self.used.cells + cells.len() > budget.cells {
                        break;
                    }
                }
            } else {
                start = start.or(Some((at, column)));
                blanks = 0;
            }
            column += 1;
        }
        self.add_cells(cells, budget)
    }

    /// Adds a line of cells. Returns `false`, and adds nothing, if the line would exceed the budget.
    pub fn add_cells(&mut self, mut cells: Vec<Cell>, budget: TextBudget) -> bool {
        for cell in &mut cells {
            if let Cow::Owned(text) = plain(&cell.text) {
                cell.text = text;
            }
        }
        self.used.bytes += size(&cells);
        self.used.cells += cells.len();
        if self.used.bytes > budget.bytes || self.used.cells > budget.cells {
            self.is_truncated = true;
            return false;
        }
        // A vector allocates memory for four cells, but most lines have one.
        cells.shrink_to_fit();
        if !cells.is_empty() {
            self.lines.push(Line(cells));
        }
        true
    }
}

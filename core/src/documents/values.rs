//! Finds the text that belongs to a label: behind it, in the next cell, or in the cells below it.

use super::labels::{Field, Fields, Label, Rank};
use super::search_budget::SearchBudget;
use super::text::{Cell, Line, Text, TextPosition};
use crate::spelling::fold;

/// Maximum number of lines below a heading that are searched.
const MAX_LINES_BELOW: usize = 200;
const MAX_HEADINGS: usize = 1_000;

/// Maximum number of values of a label.
const MAX_VALUES: usize = 10_000;

/// Maximum difference between the columns of two cells that are below each other.
const COLUMN_TOLERANCE: u32 = 3;

/// Maximum number of cells of a line that are compared with a heading.
const MAX_NEAR_CELLS: usize = 16;

/// Texts that mean that there is no value yet, without blanks and signs.
const NO_VALUES: &[&str] = &[
    "",
    "TBA",
    "TBN",
    "TBD",
    "TBC",
    "NA",
    "NIL",
    "NONE",
    "PENDING",
    "UNKNOWN",
    "TOBEADVISED",
    "TOBEANNOUNCED",
    "TOBECONFIRMED",
    "TOBEDETERMINED",
    "TOBENAMED",
    "TOBENOMINATED",
    "NOTAVAILABLE",
    "NOTAPPLICABLE",
    "NOTKNOWN",
    "NOTYETKNOWN",
    "UNBEKANNT",
    "INCONNU",
    "DESCONOCIDO",
    "待定",
    "待通知",
    "未知",
];

/// Whether the text means that there is no value yet: `TBA`, `N/A` or a dash.
pub(super) fn is_no_value(text: &str) -> bool {
    let letters: String = fold(text).chars().filter(|letter| letter.is_alphanumeric()).collect();
    NO_VALUES.contains(&letters.as_str())
}

/// A value, with its cell and how it relates to others of its kind.
pub(super) struct Value<'t, T> {
    pub value: T,
    pub cell: &'t Cell,
    pub rank: Rank,
}

/// A text with the labels in it.
pub(super) struct Labelled<'t> {
    pub text: &'t Text,
    pub fields: Fields<'t>,
    pub budget: SearchBudget,
}

impl<'t> Labelled<'t> {
    pub fn new(text: &'t Text) -> Self {
        let budget = SearchBudget::new();
        Labelled { text, fields: Fields::of(text, &budget), budget }
    }

    /// The values that belong to a label, as far as `read` can read them.
    pub fn values<T>(&self, label: Label, read: &dyn Fn(&'t str) -> Option<T>) -> Vec<Value<'t, T>> {
        let (mut found, mut headings) = (Vec::new(), 0);
        for field in self.fields.with(label) {
            if found.len() >= MAX_VALUES {
                break;
            }
            let rank = field.rank;
            let read = |text: &'t str, cell: &'t Cell| {
                let value = if self.budget.spend(text.len()) { read(text) } else { None };
                value.map(|value| Value { value, cell, rank })
            };
            if !field.is_heading {
                found.extend(read(field.text, field.cell));
                continue;
            }
            let position = field.position + 1;
            let next = self.text.lines[field.line].0.get(position);
            let value_cell = next.filter(|_| !self.fields.is_in(field.line, position));
            match value_cell.and_then(|cell| read(&cell.text, cell)) {
                Some(value) => found.push(value),
                None if headings < MAX_HEADINGS && !self.has_empty_value(field, next) => {
                    headings += 1;
                    found.extend(self.below(field).map_while(|cell| read(&cell.text, cell)));
                }
                None => {}
            }
        }
        found
    }

    /// Whether the label is the only one of its line, and the cell next to it is empty.
    fn has_empty_value(&self, field: &Field<'t>, next: Option<&Cell>) -> bool {
        next.is_some_and(|next| is_no_value(&next.text)) && self.fields.of_line(field.line).len() == 1
    }

    /// The cells below a heading in its column, to the next line with a label.
    fn below(&self, heading: &Field<'t>) -> impl Iterator<Item = &'t Cell> {
        let (cell, first) = (heading.cell, heading.line + 1);
        // A label that is alone in its line is no heading of lines with several cells, which are pairs of other labels and values.
        let is_alone = self.text.lines[heading.line].0.iter().filter(|cell| !cell.text.is_empty()).take(2).count() == 1;
        let lines = self.text.lines.iter().enumerate().skip(first).take(MAX_LINES_BELOW);
        lines
            .take_while(move |(number, line)| !(self.fields.is_label_line(*number) || is_alone && line.0.len() > 1))
            .map_while(move |(_, line)| cell_below(line, cell))
    }
}

/// The cell of a line that is in the column of a heading.
pub(super) fn cell_below<'t>(line: &'t Line, heading: &Cell) -> Option<&'t Cell> {
    // Columns of free text are rarely aligned exactly. Cells are sorted by column.
    let from = line.0.partition_point(|cell| cell.column.saturating_add(COLUMN_TOLERANCE) < heading.column);
    let near = line.0[from..].iter().take(MAX_NEAR_CELLS);
    let near = near.take_while(|cell| cell.column <= heading.column.saturating_add(COLUMN_TOLERANCE));
    near.clone().find(|cell| cell.column == heading.column).or_else(|| near.clone().find(is_free))
}

fn is_free(cell: &&Cell) -> bool {
    !matches!(cell.place, TextPosition::Cell(..))
}

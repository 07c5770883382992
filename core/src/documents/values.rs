//! Finds the text that belongs to a label: behind it, in the next cell, or in the cells below it.

use super::dates;
use super::labels::{Field, Fields, Label, Rank, names_other_free_time};
use super::search_budget::SearchBudget;
use super::text::{self, Cell, Line, Text, TextPosition};
use crate::spelling::fold;

/// Maximum number of lines below a heading that are searched.
const MAX_LINES_BELOW: usize = 1_000;
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
    "ASPERBOOKING",
    "SEEABOVE",
    "SEEATTACHED",
    "SEEBELOW",
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

/// How often a text is examined until its value is known.
const READS: usize = 4;

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
                self.budget.mark_incomplete();
                break;
            }
            let rank = field.rank;
            let read = |text: &'t str, cell: &'t Cell| {
                let value = if self.budget.spend(READS * text.len()) { read(text) } else { None };
                value.map(|value| Value { value, cell, rank })
            };
            if !field.is_heading {
                found.extend(read(field.text, field.cell));
                continue;
            }
            let position = field.position + 1;
            let next = self.text.lines[field.line].0.get(position);
            let value_cell = if self.fields.is_in(field.line, position) { None } else { next };
            if let Some(value) = value_cell.and_then(|cell| read(&cell.text, cell)) {
                found.push(value);
                // Other dates in the row, such as one below "Planned" and one below "Actual", make the date uncertain.
                if label.is_date() {
                    let others = self.dates_behind(field.line, position + 1);
                    found.extend(others.map_while(|cell| read(&cell.text, cell)));
                }
            } else if headings == MAX_HEADINGS {
                self.budget.mark_incomplete();
            } else if !self.has_empty_value(field, next) {
                headings += 1;
                found.extend(self.below(field).map_while(|cell| read(&cell.text, cell)));
            }
        }
        found
    }

    /// Whether the label is the only one of its line, and the cell next to it is empty.
    fn has_empty_value(&self, field: &Field<'t>, next: Option<&Cell>) -> bool {
        next.is_some_and(|next| is_no_value(&next.text)) && self.fields.of_line(field.line).len() == 1
    }

    /// The cells of a line from a position on that begin with a date, to the first other cell.
    fn dates_behind(&self, line: usize, position: usize) -> impl Iterator<Item = &'t Cell> {
        let cells = self.text.lines[line].0.iter().skip(position);
        cells.take_while(|cell| dates::looks_like_date(&cell.text))
    }

    /// Whether a row of a table is about another last free day than that of the full container at the port.
    pub fn is_of_other_free_time(&self, line: &Line) -> bool {
        self.budget.spend(text::size(&line.0)) && line.0.iter().any(|cell| names_other_free_time(&cell.text))
    }

    /// The cells below a heading in its column, to the next line with a label.
    fn below(&self, heading: &Field<'t>) -> impl Iterator<Item = &'t Cell> {
        let (cell, first) = (heading.cell, heading.line + 1);
        // A label that is alone in its line is no heading of lines with several cells, which are pairs of other labels and values.
        let is_alone = self.text.lines[heading.line].0.iter().filter(|cell| !cell.text.is_empty()).take(2).count() == 1;
        let lines = self.text.lines.iter().enumerate().skip(first);
        let cells = lines
            .take_while(move |(number, line)| !(self.fields.is_label_line(*number) || is_alone && line.0.len() > 1))
            .filter(move |(_, line)| heading.label != Label::FreeDay || !self.is_of_other_free_time(line))
            .map_while(move |(_, line)| cell_below(line, cell));
        cells.enumerate().map_while(move |(number, cell)| {
            if number == MAX_LINES_BELOW {
                self.budget.mark_incomplete();
                return None;
            }
            Some(cell)
        })
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

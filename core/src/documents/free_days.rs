//! Finds the last free day of each container in a table.
//!
//! A row of the table has one container and a cell below a heading such as `Last Free Day`. A date that can be read in two ways is read in
//! the order that the other dates of its column prove. A row without a value inherits none from another row.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use super::dates::{self, ProvenOrders};
use super::document_numbers::MAX_NUMBERS;
use super::labels::{Field, Label};
use super::text::{self, Cell};
use super::values::{Labelled, cell_below, is_no_value};
use crate::email::extract::container_numbers;

/// Maximum number of rows below a heading.
const MAX_ROWS: usize = 1_000;

/// The last free days of containers.
#[derive(Default)]
pub(super) struct ContainerDays<'t> {
    /// The days that are read in one way, by container, with their cells.
    pub(super) days: BTreeMap<String, (NaiveDate, &'t Cell)>,
    /// Whether the rows give more than one day, or may do so because one of their values is missing or cannot be read.
    pub(super) may_differ: bool,
}

/// A row of a table of containers.
struct Row<'t> {
    container: Option<String>,
    /// `None` if the row has no value.
    cell: Option<&'t Cell>,
}

pub(super) fn container_days<'t>(labelled: &Labelled<'t>, document: ProvenOrders) -> ContainerDays<'t> {
    let mut found = ContainerDays::default();
    let mut contradicted: BTreeSet<String> = BTreeSet::new();
    for heading in labelled.fields.with(Label::FreeDay).filter(|field| field.is_heading) {
        let rows = rows(labelled, heading);
        let order = ProvenOrders::of(rows.iter().filter_map(|row| Some(row.cell?.text.as_str()))).order(document);
        let has_values = rows.iter().any(|row| row.cell.is_some());
        for Row { container, cell } in rows {
            let day = cell.and_then(|cell| Some((dates::single_date(&cell.text, order)?, cell)));
            let Some(day) = day else {
                found.may_differ |= has_values;
                continue;
            };
            let Some(container) = container else { continue };
            if found.days.len() == MAX_NUMBERS && !found.days.contains_key(&container) {
                labelled.budget.mark_incomplete();
                found.may_differ = true;
                continue;
            }
            let known = found.days.entry(container.clone()).or_insert(day);
            if known.0 != day.0 {
                contradicted.insert(container);
            }
        }
    }
    let mut days = found.days.values().map(|(day, _)| *day);
    let first = days.next();
    found.may_differ |= !contradicted.is_empty() || days.any(|day| Some(day) != first);
    contradicted.iter().for_each(|container| _ = found.days.remove(container));
    found
}

/// The rows of the table below the heading; empty if its first row has no container.
fn rows<'t>(labelled: &Labelled<'t>, heading: &Field<'t>) -> Vec<Row<'t>> {
    let mut rows = Vec::new();
    for line in &labelled.text.lines[heading.line + 1..] {
        if rows.len() == MAX_ROWS {
            labelled.budget.mark_incomplete();
            break;
        }
        if !labelled.budget.spend(text::size(&line.0)) {
            break;
        }
        let mut containers = line.0.iter().flat_map(|cell| container_numbers(&cell.text));
        let first = containers.next();
        let container = if containers.next().is_none() { first.clone() } else { None };
        let is_other = labelled.is_of_other_free_time(line);
        let cell = cell_below(line, heading.cell).filter(|cell| !is_other && !has_no_day(&cell.text));
        let is_row = first.is_some() || cell.is_some_and(|cell| dates::looks_like_date(&cell.text));
        if !is_row || first.is_none() && rows.is_empty() {
            break;
        }
        rows.push(Row { container, cell });
    }
    rows
}

fn has_no_day(text: &str) -> bool {
    is_no_value(text) || !container_numbers(text).is_empty()
}

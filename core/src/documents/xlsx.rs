//! Reads Excel workbooks. Hidden sheets, rows and columns, and struck texts are left out.

use std::borrow::Cow;
use std::io::Cursor;
use std::sync::Arc;

use calamine::{DataRef, ExcelDateTime, Reader, SheetVisible, Style, Xlsx};

use super::file_format::{Limits, Problem};
use super::protocol::{MAX_SHEET_NAME, MAX_SHEETS};
use super::text::{Cell, Text, TextPosition};
use super::xlsx_display::displayed;
use crate::spelling::beginning;

/// Maximum number of digits that a format of zeros can ask for.
const MAX_DIGITS: usize = 30;

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
    let workbook = displayed(bytes).map_or(Cow::Borrowed(bytes), Cow::Owned);
    let mut book = Xlsx::new(Cursor::new(&*workbook)).map_err(damaged)?;
    let (mut text, mut left, mut bytes) = (Text::default(), limits.cells, limits.text);
    let sheets = book.sheets_metadata().iter().filter(|sheet| sheet.visible == SheetVisible::Visible);
    let names: Vec<String> = sheets.map(|sheet| sheet.name.clone()).collect();
    for (index, name) in names.into_iter().enumerate() {
        if index == MAX_SHEETS {
            text.is_truncated = true;
            break;
        }
        let sheet: Arc<str> = beginning(&name, MAX_SHEET_NAME).into();
        let Ok(mut cells) = book.worksheet_cells_reader(&name) else { continue };
        let mut row: Vec<Cell> = Vec::new();
        let mut at = 0;
        while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(damaged)? {
            if left == 0 {
                text.is_truncated = true;
                break;
            }
            left -= 1;
            let (line, column) = cell.get_position();
            if line != at && !text.add_cells(std::mem::take(&mut row), limits.budget()) {
                return Ok(text);
            }
            at = line;
            let written = written(cell.get_value(), cells.styles().get(style));
            if !written.is_empty() {
                // Counted for each cell: many cells may share one text.
                let Some(rest) = bytes.checked_sub(written.len() + 1) else {
                    left = 0;
                    break;
                };
                bytes = rest;
                let place = TextPosition::Cell(Arc::clone(&sheet), line.saturating_add(1), column.saturating_add(1));
                row.push(Cell { place, column, text: written.into_owned() });
            }
        }
        if !text.add_cells(row, limits.budget()) || left == 0 {
            text.is_truncated = true;
            break;
        }
    }
    Ok(text)
}

/// The text of a cell. Formulas are not computed: a file has their last values.
fn written<'v>(value: &'v DataRef<'_>, style: Option<&Style>) -> Cow<'v, str> {
    if style.and_then(|style| style.font.as_ref()).is_some_and(|font| font.strikethrough) {
        return Cow::Borrowed("");
    }
    match value {
        DataRef::Int(number) if *number >= 0 => with_zeros(number.to_string(), style).into(),
        DataRef::Float(number) if *number >= 0.0 && number.fract() == 0.0 => {
            with_zeros(number.to_string(), style).into()
        }
        DataRef::String(text) => text.trim().into(),
        DataRef::SharedString(text) => text.trim().into(),
        DataRef::Int(number) => number.to_string().into(),
        DataRef::Float(number) => number.to_string().into(),
        DataRef::DateTimeIso(text) => text.split('T').next().unwrap_or_default().into(),
        DataRef::DateTime(date) => day_of(date).into(),
        _ => Cow::Borrowed(""),
    }
}

/// The number with leading zeros, if its format has only zeros.
fn with_zeros(number: String, style: Option<&Style>) -> String {
    let format = style.and_then(|style| style.number_format.as_ref()).map_or("", |format| &format.format_code);
    let is_of_zeros = (2..=MAX_DIGITS).contains(&format.len()) && format.bytes().all(|byte| byte == b'0');
    if is_of_zeros { format!("{number:0>digits$}", digits = format.len()) } else { number }
}

fn day_of(date: &ExcelDateTime) -> String {
    if !(0.0..3_000_000.0).contains(&date.as_f64()) {
        return String::new();
    }
    let (year, month, day, ..) = date.to_ymd_hms_milli();
    let day = chrono::NaiveDate::from_ymd_opt(year.into(), month.into(), day.into());
    day.map(|day| day.to_string()).unwrap_or_default()
}

fn damaged(problem: impl std::fmt::Display) -> Problem {
    Problem::Damaged("XLSX", problem.to_string().chars().take(200).collect())
}

//! Reads Excel workbooks. They are first decompressed once within a limit, because the sizes that they state are not trusted.

use std::borrow::Cow;
use std::io::{Cursor, Read};
use std::sync::Arc;

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};

use super::file_format::{Limits, Problem};
use super::guard::Stop;
use super::text::{Cell, Text, TextPosition};

const MAX_FILES: usize = 10_000;

pub(super) fn read(bytes: &[u8], limits: &Limits, stop: &Stop) -> Result<Text, Problem> {
    check_size(bytes, limits, stop)?;
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let (mut text, mut left, mut bytes) = (Text::default(), limits.cells, limits.text);
    for name in book.sheet_names() {
        let sheet: Arc<str> = name.as_str().into();
        let Ok(mut cells) = book.worksheet_cells_reader(&name) else { continue };
        let mut row: Vec<Cell> = Vec::new();
        let mut at = 0;
        while let Some(cell) = cells.next_cell().map_err(damaged)? {
            stop.check()?;
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
            let written = written(cell.get_value());
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
fn written<'v>(value: &'v DataRef<'_>) -> Cow<'v, str> {
    match value {
        DataRef::String(text) => text.trim().into(),
        DataRef::SharedString(text) => text.trim().into(),
        DataRef::Int(number) => number.to_string().into(),
        DataRef::Float(number) => number.to_string().into(),
        DataRef::DateTimeIso(text) => text.split('T').next().unwrap_or_default().into(),
        DataRef::DateTime(date) => day_of(date).into(),
        _ => Cow::Borrowed(""),
    }
}

fn day_of(date: &ExcelDateTime) -> String {
    if !(0.0..3_000_000.0).contains(&date.as_f64()) {
        return String::new();
    }
    let (year, month, day, ..) = date.to_ymd_hms_milli();
    let day = chrono::NaiveDate::from_ymd_opt(year.into(), month.into(), day.into());
    day.map(|day| day.to_string()).unwrap_or_default()
}

/// Decompresses all files of the archive and checks their size.
fn check_size(bytes: &[u8], limits: &Limits, stop: &Stop) -> Result<(), Problem> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    if archive.len() > MAX_FILES {
        return Err(Problem::Damaged("XLSX", format!("the archive has more than {MAX_FILES} files")));
    }
    let (mut unpacked, mut piece) = (0, vec![0; 64 * 1024]);
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(damaged)?;
        loop {
            stop.check()?;
            match file.read(&mut piece).map_err(damaged)? {
                0 => break,
                read => unpacked += read,
            }
            if unpacked > limits.unpacked {
                return Err(Problem::Unpacks(limits.unpacked));
            }
        }
    }
    Ok(())
}

fn damaged(problem: impl std::fmt::Display) -> Problem {
    Problem::Damaged("XLSX", problem.to_string().chars().take(200).collect())
}

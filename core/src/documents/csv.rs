//! Reads CSV and TSV in any encoding and with any usual separator.

use std::sync::Arc;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::file_format::{Limits, Problem};
use super::text::{Cell, Text, TextPosition};

const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Number of lines from which the separator is detected.
const SAMPLE_LINES: usize = 50;

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    let (written, ..) = encoding_of(looked_at).decode(looked_at);
    let separator = separator_of(&written);
    let parsed = beginning_with_cells(&written, separator, limits.cells);
    let mut rows =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(parsed.as_bytes());
    let (mut text, mut left) = (Text::default(), limits.cells);
    text.is_truncated = bytes.len() > limits.text || parsed.len() < written.len();
    let sheet: Arc<str> = "".into();
    for (row, record) in (1..).zip(rows.records()) {
        let record = record.map_err(|problem| Problem::Damaged("CSV", problem.to_string()))?;
        let cells = (1..).zip(record.iter()).take(left);
        left -= record.len().min(left);
        let cells = cells.filter(|(_, cell)| !cell.trim().is_empty()).map(|(column, cell)| Cell {
            place: TextPosition::Cell(Arc::clone(&sheet), row, column),
            column,
            text: cell.trim().to_owned(),
        });
        if !text.add_cells(cells.collect(), limits.budget()) || left == 0 {
            text.is_truncated = true;
            break;
        }
    }
    Ok(text)
}

/// The beginning of the text with so many separators. The library keeps all cells of a row, also the empty ones.
fn beginning_with_cells(written: &str, separator: u8, cells: usize) -> &str {
    let mut ends = written.match_indices(char::from(separator));
    ends.nth(cells).map_or(written, |(end, _)| &written[..end])
}

/// Detects the encoding: by byte order mark, otherwise UTF-16 if nearly every other byte is 0, otherwise by the letters.
fn encoding_of(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let head = &bytes[..bytes.len().min(4_096)];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let half = head.len() / 2;
    if half > 0 && zeros(1) * 10 > half * 4 {
        return UTF_16LE;
    }
    if half > 0 && zeros(0) * 10 > half * 4 {
        return UTF_16BE;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// The separator that splits most lines into the same number of cells, at least two.
fn separator_of(written: &str) -> u8 {
    let lines: Vec<&str> = written.lines().filter(|line| !line.trim().is_empty()).take(SAMPLE_LINES).collect();
    let consistency = |separator: &u8| {
        let counts: Vec<usize> =
            lines.iter().map(|line| line.bytes().filter(|byte| byte == separator).count()).collect();
        let most = counts.iter().filter(|count| **count > 0).max_by_key(|count| {
            let alike = counts.iter().filter(|other| other == count).count();
            (alike, **count)
        });
        most.map_or((0, 0), |most| (counts.iter().filter(|count| *count == most).count(), *most))
    };
    SEPARATORS.into_iter().rev().max_by_key(consistency).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_as_many_cells_as_are_returned_are_parsed() {
        assert_eq!(beginning_with_cells(&",".repeat(1_000), b',', 10), ",".repeat(10));
        assert_eq!(beginning_with_cells("a,b\nc;d", b',', 1), "a,b\nc;d");
        let limits = Limits { pages: 1, cells: 3, text: 1 << 20, time: std::time::Duration::from_secs(1) };
        let text = read(b"a,b\nc,d\ne,f", &limits).unwrap();
        let cells: Vec<&str> = text.lines.iter().flat_map(|line| &line.0).map(|cell| cell.text.as_str()).collect();
        assert_eq!((cells, text.is_truncated), (vec!["a", "b", "c"], true));
    }
}

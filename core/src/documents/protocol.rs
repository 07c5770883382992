//! The messages between a service and its reader process: a request has a file and its limits, an answer has its text.
//!
//! The service does not trust the answer: the size of a message, all lengths and the sums of text and cells are checked.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::file_format::{FileFormat, Limits, Problem};
use super::text::{Cell, Text, TextPosition};
use crate::spelling::beginning;

/// The first line that a reader sends. Readers of another version have another format of messages.
pub(super) const GREETING: &[u8] = concat!("shiptrack reader ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// Size of a request without the file, in bytes.
pub(super) const HEADER: usize = 1 + 6 * 8;

/// Maximum number of sheets with text; later ones are left out.
pub(super) const MAX_SHEETS: usize = 1_000;
/// Maximum length of the name of a sheet, in bytes. Excel permits 31 characters.
pub(super) const MAX_SHEET_NAME: usize = 200;
/// Maximum length of the description of a problem, in bytes.
pub(super) const MAX_DETAIL: usize = 1_000;

/// Size of a cell without its text, in bytes: tag and numbers of the position, column, length.
const CELL: usize = 1 + 3 * 4 + 4 + 4;

const TEXT: u8 = 0;
const DAMAGED: u8 = 1;
const ENCRYPTED: u8 = 2;
const NOT_READ: u8 = 3;

/// What a reader is asked to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    pub format: FileFormat,
    pub limits: Limits,
    /// Maximum size of the memory of the process, in bytes.
    pub memory: usize,
    /// Size of the file that follows the header.
    pub size: usize,
}

fn number(value: usize) -> [u8; 8] {
    u64::try_from(value).unwrap_or(u64::MAX).to_le_bytes()
}

impl Request {
    pub fn to_bytes(&self) -> [u8; HEADER] {
        let Limits { pages, cells, text, time } = self.limits;
        let time = usize::try_from(time.as_millis()).unwrap_or(usize::MAX);
        let format = match self.format {
            FileFormat::Pdf => 0,
            FileFormat::Xlsx => 1,
            _ => 2,
        };
        let mut bytes = [format; HEADER];
        for (place, value) in bytes[1..].chunks_exact_mut(8).zip([pages, cells, text, time, self.memory, self.size]) {
            place.copy_from_slice(&number(value));
        }
        bytes
    }

    /// `None` if the format is unknown.
    pub fn parse(bytes: &[u8; HEADER]) -> Option<Self> {
        let format = match bytes[0] {
            0 => FileFormat::Pdf,
            1 => FileFormat::Xlsx,
            2 => FileFormat::Html,
            _ => return None,
        };
        let mut numbers = bytes[1..].chunks_exact(8).map(|number| {
            let number: [u8; 8] = number.try_into().unwrap_or_default();
            u64::from_le_bytes(number)
        });
        let mut next = || numbers.next().unwrap_or_default();
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let (pages, cells, text) = (size(next()), size(next()), size(next()));
        let limits = Limits { pages, cells, text, time: Duration::from_millis(next()) };
        Some(Request { format, limits, memory: size(next()), size: size(next()) })
    }
}

/// Maximum size of an answer, in bytes.
pub(super) fn max_answer(limits: &Limits) -> usize {
    let of_cells = limits.cells.saturating_mul(CELL + 4);
    let of_sheets = MAX_SHEETS * (2 + MAX_SHEET_NAME);
    limits.text.saturating_add(of_cells).saturating_add(of_sheets + MAX_DETAIL + 64)
}

/// The bytes of an answer, without its length.
pub(super) fn encode(outcome: &Result<Text, Problem>) -> Vec<u8> {
    match outcome {
        Ok(text) => encode_text(text),
        Err(Problem::Encrypted) => vec![ENCRYPTED],
        Err(Problem::NotRead(_)) => vec![NOT_READ],
        Err(Problem::Damaged(_, detail)) => [&[DAMAGED], beginning(detail, MAX_DETAIL).as_bytes()].concat(),
        Err(other) => [&[DAMAGED], other.to_string().as_bytes()].concat(),
    }
}

fn encode_text(text: &Text) -> Vec<u8> {
    let mut sheets: Vec<&str> = Vec::new();
    let mut positions: HashMap<&str, u32> = HashMap::new();
    let (mut lines, mut count, mut is_truncated) = (Vec::new(), 0, text.is_truncated);
    'lines: for line in &text.lines {
        let begin = lines.len();
        put(&mut lines, line.0.len());
        for cell in &line.0 {
            let (tag, numbers) = match &cell.place {
                TextPosition::Subject => (0, [0, 0, 0]),
                TextPosition::Line(line) => (1, [*line, 0, 0]),
                TextPosition::Page(page, line) => (2, [*page, *line, 0]),
                TextPosition::Cell(sheet, row, column) => {
                    if !positions.contains_key(&**sheet) {
                        if sheets.len() == MAX_SHEETS {
                            lines.truncate(begin);
                            is_truncated = true;
                            break 'lines;
                        }
                        positions.insert(sheet, u32::try_from(sheets.len()).unwrap_or(u32::MAX));
                        sheets.push(sheet);
                    }
                    (3, [positions[&**sheet], *row, *column])
                }
            };
            lines.push(tag);
            numbers.into_iter().chain([cell.column]).for_each(|number| lines.extend(number.to_le_bytes()));
            put(&mut lines, cell.text.len());
            lines.extend(cell.text.as_bytes());
        }
        count += 1;
    }
    let mut bytes = vec![TEXT, u8::from(is_truncated)];
    put(&mut bytes, sheets.len());
    for sheet in sheets {
        let name = beginning(sheet, MAX_SHEET_NAME);
        put(&mut bytes, name.len());
        bytes.extend(name.as_bytes());
    }
    put(&mut bytes, count);
    bytes.append(&mut lines);
    bytes
}

fn put(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
}

/// An answer that no reader sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Malformed;

/// Reads an answer. The text has at most the size that the limits permit.
pub(super) fn decode(bytes: &[u8], format: FileFormat, limits: &Limits) -> Result<Result<Text, Problem>, Malformed> {
    let mut rest = Rest(bytes);
    let kind = rest.byte()?;
    match kind {
        TEXT => {
            let text = decode_text(&mut rest, limits)?;
            if rest.0.is_empty() { Ok(Ok(text)) } else { Err(Malformed) }
        }
        DAMAGED if rest.0.len() <= MAX_DETAIL => {
            let detail = str::from_utf8(rest.0).map_err(|_| Malformed)?;
            Ok(Err(Problem::Damaged(format.as_str(), detail.to_owned())))
        }
        ENCRYPTED if rest.0.is_empty() => Ok(Err(Problem::Encrypted)),
        NOT_READ if rest.0.is_empty() => Ok(Err(Problem::NotRead(format.as_str()))),
        _ => Err(Malformed),
    }
}

fn decode_text(rest: &mut Rest<'_>, limits: &Limits) -> Result<Text, Malformed> {
    let is_truncated = match rest.byte()? {
        0 => false,
        1 => true,
        _ => return Err(Malformed),
    };
    let count = rest.number()?;
    if count > MAX_SHEETS {
        return Err(Malformed);
    }
    let mut sheets: Vec<Arc<str>> = Vec::new();
    for _ in 0..count {
        sheets.push(rest.text(MAX_SHEET_NAME)?.into());
    }
    let (mut text, lines) = (Text::default(), rest.number()?);
    for _ in 0..lines {
        let count = rest.number()?;
        // Each cell has at least this size, so that a wrong number allocates no memory.
        if count == 0 || count > rest.0.len() / CELL {
            return Err(Malformed);
        }
        let mut cells = Vec::with_capacity(count);
        for _ in 0..count {
            let tag = rest.byte()?;
            let [a, b, c, column] = [rest.u32()?, rest.u32()?, rest.u32()?, rest.u32()?];
            let place = match tag {
                1 => TextPosition::Line(a),
                2 => TextPosition::Page(a, b),
                3 => {
                    let sheet = usize::try_from(a).ok().and_then(|index| sheets.get(index));
                    TextPosition::Cell(sheet.ok_or(Malformed)?.clone(), b, c)
                }
                _ => return Err(Malformed),
            };
            cells.push(Cell { place, column, text: rest.text(limits.text)?.to_owned() });
        }
        if !text.add_cells(cells, limits.budget()) {
            return Err(Malformed);
        }
    }
    text.is_truncated = is_truncated;
    Ok(text)
}

/// The bytes that are not read yet.
struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        self.take(1).map(|taken| taken[0])
    }

    fn u32(&mut self) -> Result<u32, Malformed> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().map_err(|_| Malformed)?))
    }

    fn number(&mut self) -> Result<usize, Malformed> {
        usize::try_from(self.u32()?).map_err(|_| Malformed)
    }

    fn text(&mut self, most: usize) -> Result<&'b str, Malformed> {
        let length = self.number()?;
        if length > most {
            return Err(Malformed);
        }
        str::from_utf8(self.take(length)?).map_err(|_| Malformed)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn limits() -> Limits {
        Limits { pages: 10, cells: 50, text: 1_000, time: Duration::from_secs(10) }
    }

    fn place() -> impl Strategy<Value = TextPosition> {
        prop_oneof![
            any::<u32>().prop_map(TextPosition::Line),
            any::<(u32, u32)>().prop_map(|(page, line)| TextPosition::Page(page, line)),
            ("[a-zé]{0,9}", any::<(u32, u32)>()).prop_map(|(sheet, (row, column))| TextPosition::Cell(
                sheet.into(),
                row,
                column
            )),
        ]
    }

    fn text() -> impl Strategy<Value = Text> {
        let cell = (place(), any::<u32>(), ".{0,20}").prop_map(|(place, column, text)| Cell { place, column, text });
        let lines = prop::collection::vec(prop::collection::vec(cell, 1..5), 0..9);
        (lines, any::<bool>()).prop_map(|(lines, is_truncated)| {
            let mut text = Text::default();
            for line in lines {
                assert!(text.add_cells(line, limits().budget()));
            }
            text.is_truncated = is_truncated;
            text
        })
    }

    #[test]
    fn requests_are_read_as_they_were_written() {
        for format in [FileFormat::Pdf, FileFormat::Xlsx, FileFormat::Html] {
            let request = Request { format, limits: limits(), memory: 512 << 20, size: 9 };
            assert_eq!(Request::parse(&request.to_bytes()), Some(request));
        }
        assert_eq!(Request::parse(&[9; HEADER]), None);
    }

    #[test]
    fn problems_are_read_as_they_were_written() {
        let damaged = |detail: String| Problem::Damaged("PDF", detail);
        for problem in [Problem::Encrypted, Problem::NotRead("PDF"), damaged("no pages".to_owned())] {
            let bytes = encode(&Err(problem.clone()));
            assert_eq!(decode(&bytes, FileFormat::Pdf, &limits()), Ok(Err(problem)));
        }
        let long = encode(&Err(damaged("é".repeat(MAX_DETAIL))));
        let cut = damaged("é".repeat(MAX_DETAIL / 2));
        assert_eq!(decode(&long, FileFormat::Pdf, &limits()), Ok(Err(cut)));
    }

    #[test]
    fn text_beyond_the_limits_is_malformed() {
        let cell = |text: &str| Cell { place: TextPosition::Line(1), column: 0, text: text.to_owned() };
        let encoded = |cells: Vec<Cell>| {
            let mut text = Text::default();
            assert!(text.add_cells(cells, Limits { cells: 9_999, text: 9_999, ..limits() }.budget()));
            encode(&Ok(text))
        };
        let is_read = |bytes: &[u8]| decode(bytes, FileFormat::Html, &limits()).is_ok();
        assert!(is_read(&encoded(vec![cell(&"x".repeat(999))])) && !is_read(&encoded(vec![cell(&"x".repeat(1_000))])));
        assert!(is_read(&encoded(vec![cell(""); 50])) && !is_read(&encoded(vec![cell(""); 51])));
    }

    proptest! {
        #[test]
        fn texts_are_read_as_they_were_written(text in text()) {
            let bytes = encode(&Ok(text.clone()));
            prop_assert!(bytes.len() <= max_answer(&limits()));
            prop_assert_eq!(decode(&bytes, FileFormat::Html, &limits()), Ok(Ok(text)));
        }

        #[test]
        fn any_bytes_are_read_within_the_limits_or_malformed(
            text in text(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
            end in any::<prop::sample::Index>(),
            is_cut in any::<bool>(),
        ) {
            let mut bytes = encode(&Ok(text));
            for (place, value) in changes {
                let place = place.index(bytes.len());
                bytes[place] = value;
            }
            if is_cut {
                bytes.truncate(end.index(bytes.len()));
            }
            if let Ok(Ok(text)) = decode(&bytes, FileFormat::Html, &limits()) {
                let cells = text.lines.iter().flat_map(|line| &line.0);
                prop_assert!(cells.clone().count() <= limits().cells);
                prop_assert!(cells.map(|cell| cell.text.len()).sum::<usize>() <= limits().text);
            }
        }

        #[test]
        fn random_bytes_are_malformed_or_a_bounded_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes, FileFormat::Html, &limits());
        }
    }
}

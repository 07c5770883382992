//! Extracts the text of PDFs. The library returns glyphs with positions; this module joins them into words, columns and lines.
//!
//! [`check`] and [`check_page`] measure the decompressed size of all streams before the library reads them.

use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use flate2::read::ZlibDecoder;
use hayro_interpret::font::GlyphRun;
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, Stream};
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::reader::{Reader, ReaderContext, ReaderExt};
use hayro_interpret::hayro_syntax::{Filter, LoadPdfError, Pdf};
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, RenderContent, SoftMask, interpret_page,
};
use memchr::memmem;

use super::file_format::{Limits, Problem};
use super::guard::Stop;
use super::pdf_operations;
use super::text::{Cell, Text, TextBudget, TextPosition};

/// Number of units of glyph space in one unit of font size.
const UNITS_PER_FONT_SIZE: f64 = 1_000.0;

/// Minimum gap between two glyphs that counts as a blank, in font sizes.
const BLANK_GAP: f64 = 0.15;
/// Minimum gap between two glyphs that separates cells, in font sizes.
const CELL_GAP: f64 = 1.2;

/// Width of a text column ([`Cell::column`]), in units of the page.
const COLUMN_WIDTH: f64 = 4.0;

/// Maximum number of glyphs of a page, which are all in memory. The densest readable pages have far fewer.
const MAX_GLYPHS: usize = 100_000;

pub(super) fn read(bytes: Arc<[u8]>, limits: &Limits, stop: &Stop) -> Result<Text, Problem> {
    check(&bytes, limits.unpacked, stop)?;
    let pdf = Pdf::new(bytes.to_vec()).map_err(|problem| match problem {
        LoadPdfError::Decryption(_) => Problem::Encrypted,
        LoadPdfError::Invalid => Problem::Damaged("PDF", "no pages were found".to_owned()),
    })?;
    drop(bytes);
    let mut text = Text::default();
    let pages = pdf.pages();
    text.is_truncated = pages.len() > limits.pages;
    let mut left = limits.text;
    for (number, page) in (1..).zip(pages.iter().take(limits.pages)) {
        check_page(page, limits.unpacked, stop)?;
        pdf_operations::check(page.page_stream().unwrap_or_default(), stop)?;
        let settings = InterpreterSettings { render_content: RenderContent::PAGE, ..Default::default() };
        let cache = InterpreterCache::new();
        let mut context = Context::new(Affine::IDENTITY, Rect::new(0.0, 0.0, 1.0, 1.0), &cache, pdf.xref(), settings);
        let mut glyphs = Glyphs { found: Vec::new(), left, left_on_page: MAX_GLYPHS, stop };
        let outcome = catch_unwind(AssertUnwindSafe(|| interpret_page(page, &mut context, &mut glyphs)));
        stop.check()?;
        if outcome.is_err() && !glyphs.is_full() {
            return Err(Problem::Damaged("PDF", format!("the reader panicked on page {number}")));
        }
        text.is_truncated |= outcome.is_err();
        let is_full = outcome.is_err() && glyphs.left == 0;
        left = glyphs.left;
        if !lines(number, glyphs.found, &mut text, limits.budget()) || is_full {
            text.is_truncated = true;
            break;
        }
    }
    Ok(text)
}

struct Glyph {
    x: f64,
    y: f64,
    end: f64,
    size: f64,
    text: String,
}

/// Collects the glyphs of a page.
struct Glyphs<'s> {
    found: Vec<Glyph>,
    left: usize,
    left_on_page: usize,
    stop: &'s Stop,
}

impl Glyphs<'_> {
    fn is_full(&self) -> bool {
        self.left == 0 || self.left_on_page == 0
    }

    /// Leaves the page by unwinding, without calling the panic hook.
    fn check(&self) {
        if self.is_full() || self.stop.is_set() {
            resume_unwind(Box::new("stopped reading a page"));
        }
    }
}

impl Device<'_> for Glyphs<'_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, '_>, props: DrawProps<'_>, _: &DrawMode) {
        for glyph in run.glyphs() {
            self.check();
            let text = match glyph.as_unicode() {
                Some(BfString::Char(c)) => c.to_string(),
                Some(BfString::String(text)) => text,
                None => continue,
            };
            self.left = self.left.saturating_sub(text.len().max(1));
            self.left_on_page -= 1;
            let advance = match &**glyph {
                hayro_interpret::font::Glyph::Outline(glyph) => glyph.advance_width(),
                hayro_interpret::font::Glyph::Type3(glyph) => glyph.advance_width(),
            };
            let place = props.transform * glyph.transform();
            let at = |x: f64, y: f64| place * Point::new(x, y);
            let (origin, end) = (at(0.0, 0.0), at(f64::from(advance.unwrap_or(500.0)), 0.0));
            let size = (at(0.0, UNITS_PER_FONT_SIZE) - origin).hypot();
            let numbers = [origin.x, origin.y, end.x, size];
            if !text.trim().is_empty() && numbers.iter().all(|number| number.is_finite()) {
                self.found.push(Glyph { x: origin.x, y: origin.y, end: end.x, size, text });
            }
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'_>, _: &DrawMode) {
        self.check();
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.check();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'_>>, _: BlendMode) {
        self.check();
    }

    fn draw_image(&mut self, _: Image<'_, '_>, _: ImageDrawProps<'_>) {
        self.check();
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}

fn lines(page: u32, mut glyphs: Vec<Glyph>, text: &mut Text, room: TextBudget) -> bool {
    glyphs.sort_by(|a, b| b.y.total_cmp(&a.y));
    let mut number = 0;
    let mut rest = glyphs.as_mut_slice();
    while let Some(first) = rest.first() {
        let (y, size) = (first.y, first.size);
        let length = rest.iter().take_while(|glyph| y - glyph.y <= 0.4 * size.max(glyph.size)).count().max(1);
        let (line, after) = rest.split_at_mut(length);
        line.sort_by(|a, b| a.x.total_cmp(&b.x));
        number += 1;
        if !text.add_cells(cells(&TextPosition::Page(page, number), line), room) {
            return false;
        }
        rest = after;
    }
    true
}

fn cells(place: &TextPosition, line: &[Glyph]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut end = f64::NEG_INFINITY;
    for glyph in line {
        let gap = (glyph.x - end) / glyph.size.max(0.01);
        match cells.last_mut() {
            Some(cell) if gap < CELL_GAP => {
                if gap > BLANK_GAP {
                    cell.text.push(' ');
                }
                cell.text.push_str(&glyph.text);
            }
            _ => {
                let column = (glyph.x / COLUMN_WIDTH).clamp(0.0, 1e6) as u32;
                cells.push(Cell { place: place.clone(), column, text: glyph.text.clone() });
            }
        }
        end = end.max(glyph.end);
    }
    cells
}

const LONGEST_DICTIONARY: usize = 64 * 1024;

/// The highest compression ratio of deflate.
const MAX_INFLATED: usize = 1_032;

const UNREAD_FILTER: &str = "a stream with an unsupported filter";

fn filter_named(name: &[u8]) -> Result<Filter, Problem> {
    match name {
        b"FlateDecode" | b"Fl" => Ok(Filter::FlateDecode),
        b"ASCII85Decode" | b"A85" => Ok(Filter::Ascii85Decode),
        b"ASCIIHexDecode" | b"AHx" => Ok(Filter::AsciiHexDecode),
        b"RunLengthDecode" | b"RL" => Ok(Filter::RunLengthDecode),
        b"DCTDecode" | b"DCT" => Ok(Filter::DctDecode),
        b"JPXDecode" => Ok(Filter::JpxDecode),
        b"JBIG2Decode" => Ok(Filter::Jbig2Decode),
        b"CCITTFaxDecode" | b"CCF" => Ok(Filter::CcittFaxDecode),
        _ => Err(unsupported(UNREAD_FILTER)),
    }
}

/// Rejects a file with more than `most` bytes of decompressed streams.
pub(super) fn check(bytes: &[u8], most: usize, stop: &Stop) -> Result<(), Problem> {
    let dictionaries = dictionaries(bytes, stop)?;
    let mut unpacked = 0;
    for at in memmem::find_iter(bytes, b"stream") {
        stop.check()?;
        let body = &bytes[at + b"stream".len()..];
        let Some(before) = before_stream(&bytes[..at], body)? else { continue };
        let body = body.strip_prefix(b"\r").unwrap_or(body);
        let body = body.strip_prefix(b"\n").unwrap_or(body);
        let start = match dictionaries.get(&before) {
            Some(Some(start)) => *start,
            Some(None) => return Err(unsupported("a stream with an ambiguous dictionary")),
            None => return Err(unsupported("a stream without a dictionary")),
        };
        let context = ReaderContext::dummy();
        let dictionary = Reader::new(&bytes[start..before]).read_with_context::<Dict<'_>>(&context);
        let dictionary = dictionary.ok_or_else(|| unsupported("a stream without a dictionary"))?;
        let (filters, body) = (filters(&dictionary)?, &body[..length(&dictionary, body)]);
        let is_form = may_be_form(&dictionary);
        let output = unpack(body, &filters, most - unpacked, is_form, stop)?;
        unpacked += output.size;
        if unpacked >= most {
            return Err(Problem::Unpacks(most));
        }
        if is_form {
            pdf_operations::check(if filters.is_empty() { body } else { &output.bytes }, stop)?;
        }
    }
    Ok(())
}

/// Rejects a page with more than `most` bytes of content. A page may use one stream many times.
pub(super) fn check_page(page: &Page<'_>, most: usize, stop: &Stop) -> Result<(), Problem> {
    let Some(streams) = page.raw().get::<Array<'_>>("Contents") else { return Ok(()) };
    let (mut known, mut unpacked) = (HashMap::<ObjectIdentifier, usize>::new(), 0_usize);
    for stream in streams.iter::<Stream<'_>>() {
        stop.check()?;
        let size = match known.get(&stream.obj_id()) {
            Some(size) => *size,
            None => {
                let filters = stream.filters();
                if filters.iter().any(|filter| matches!(filter, Filter::LzwDecode | Filter::Crypt)) {
                    return Err(unsupported(UNREAD_FILTER));
                }
                let packed = stream.raw_data();
                let size = unpack(&packed, &filters, most, false, stop)?.size.max(packed.len());
                known.insert(stream.obj_id(), size);
                size
            }
        };
        unpacked += size + 1;
        if unpacked > most {
            return Err(Problem::Unpacks(most));
        }
    }
    Ok(())
}

/// The end of the dictionary before the keyword `stream`. `None` if the word is not a keyword.
fn before_stream(before: &[u8], body: &[u8]) -> Result<Option<usize>, Problem> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0;
    let is_apart = before.last().is_some_and(|byte| is_blank(byte) || *byte == b'>');
    if !is_apart || !matches!(body.first(), Some(b'\r' | b'\n')) {
        return Ok(None);
    }
    let end = before.iter().rposition(|byte| !is_blank(byte)).map_or(0, |at| at + 1);
    let before = &before[..end];
    if before.ends_with(b">>") {
        return Ok(Some(end));
    }
    let line = before.iter().rposition(|byte| matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
    if memchr::memchr(b'%', &before[line..]).is_some() {
        return Err(unsupported("a comment before a stream"));
    }
    Ok(None)
}

/// Start of each dictionary of an object, by its end. `None` if two of them have the same end.
fn dictionaries(bytes: &[u8], stop: &Stop) -> Result<HashMap<usize, Option<usize>>, Problem> {
    let mut found = HashMap::new();
    for at in memmem::find_iter(bytes, b"obj") {
        stop.check()?;
        let rest = &bytes[at + b"obj".len()..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0).count();
        let is_object = bytes[..at].trim_ascii_end().last().is_some_and(u8::is_ascii_digit);
        if !is_object || !rest[blanks..].starts_with(b"<<") {
            continue;
        }
        let start = at + b"obj".len() + blanks;
        let end = bytes.len().min(start + LONGEST_DICTIONARY);
        let mut reader = Reader::new(&bytes[start..end]);
        if reader.read_with_context::<Dict<'_>>(&ReaderContext::dummy()).is_some() {
            found.entry(start + reader.offset()).and_modify(|known| *known = None).or_insert(Some(start));
        }
    }
    Ok(found)
}

/// The length of a stream: the stated one, or up to `endstream` if that is further away.
fn length(dictionary: &Dict<'_>, body: &[u8]) -> usize {
    let Some(MaybeRef::NotRef(stated)) = dictionary.get_raw::<u32>("Length") else { return body.len() };
    let end = memmem::find(body, b"endstream").unwrap_or(body.len());
    end.max(usize::try_from(stated).unwrap_or(usize::MAX)).min(body.len())
}

fn filters(dictionary: &Dict<'_>) -> Result<Vec<Filter>, Problem> {
    let indirect = || unsupported("a stream with an indirect filter");
    let filter = match (dictionary.contains_key("F"), dictionary.contains_key("Filter")) {
        (false, false) => return Ok(Vec::new()),
        (true, false) => "F",
        (false, true) => "Filter",
        (true, true) => return Err(unsupported("a stream with two lists of filters")),
    };
    let name = |name: Name<'_>| filter_named(name.as_ref());
    match dictionary.get_raw::<Object<'_>>(filter) {
        Some(MaybeRef::NotRef(Object::Name(only))) => Ok(vec![name(only)?]),
        Some(MaybeRef::NotRef(Object::Array(list))) => {
            let named = |item| match item {
                MaybeRef::NotRef(Object::Name(filter)) => name(filter),
                _ => Err(indirect()),
            };
            list.raw_iter().map(named).collect()
        }
        _ => Err(indirect()),
    }
}

/// Whether the interpreter can execute the stream as a form.
fn may_be_form(dictionary: &Dict<'_>) -> bool {
    match dictionary.get_raw::<Object<'_>>("Subtype") {
        Some(MaybeRef::NotRef(Object::Name(name))) => name.as_ref() == b"Form",
        kind => kind.is_some(),
    }
}

/// Decompresses a stream. The size, at most `most`, is summed over its filters. `keeps` asks for the bytes of the last filter.
fn unpack(body: &[u8], filters: &[Filter], most: usize, keeps: bool, stop: &Stop) -> Result<FilterOutput, Problem> {
    let mut packed: Option<Vec<u8>> = None;
    let mut size = 0;
    for (number, filter) in filters.iter().enumerate() {
        let input = packed.as_deref().unwrap_or(body);
        let is_used = keeps || number + 1 < filters.len();
        let output = match filter {
            Filter::FlateDecode => inflated(input, most, is_used, stop)?,
            Filter::Ascii85Decode => FilterOutput::all(ascii85(input)),
            Filter::AsciiHexDecode => FilterOutput::all(hex(input)),
            Filter::LzwDecode | Filter::Crypt => return Err(unsupported(UNREAD_FILTER)),
            // The content of a form must be known.
            _ if keeps => return Err(unsupported(UNREAD_FILTER)),
            Filter::RunLengthDecode => return Ok(FilterOutput::of_size(size + input.len().saturating_mul(64))),
            // Images are not decoded.
            Filter::DctDecode | Filter::JpxDecode | Filter::Jbig2Decode | Filter::CcittFaxDecode => {
                return Ok(FilterOutput::of_size(size));
            }
        };
        size += output.size;
        if size >= most {
            return Ok(FilterOutput::of_size(most));
        }
        packed = Some(output.bytes);
    }
    Ok(FilterOutput { size, bytes: packed.unwrap_or_default() })
}

struct FilterOutput {
    size: usize,
    bytes: Vec<u8>,
}

impl FilterOutput {
    fn all(bytes: Vec<u8>) -> Self {
        FilterOutput { size: bytes.len(), bytes }
    }

    fn of_size(size: usize) -> Self {
        FilterOutput { size, bytes: Vec::new() }
    }
}

fn inflated(input: &[u8], most: usize, is_used: bool, stop: &Stop) -> Result<FilterOutput, Problem> {
    let (mut decoder, mut piece) = (ZlibDecoder::new(Cursor::new(input)), vec![0; 64 * 1024]);
    let mut output = FilterOutput { size: 0, bytes: Vec::new() };
    while output.size < most {
        stop.check()?;
        match decoder.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => {
                output.size += read;
                if is_used {
                    output.bytes.extend_from_slice(&piece[..read]);
                }
            }
            // A more lenient decoder may read beyond the error.
            Err(_) if output.size > 0 => {
                output.size = output.size.saturating_add(input.len().saturating_mul(MAX_INFLATED));
                break;
            }
            Err(_) => return Err(unsupported("a stream that is damaged or encrypted")),
        }
    }
    Ok(output)
}

fn ascii85(input: &[u8]) -> Vec<u8> {
    let (mut bytes, mut group, mut count) = (Vec::new(), 0_u32, 0);
    for byte in input.iter().take_while(|byte| **byte != b'~') {
        match byte {
            b'z' if count == 0 => bytes.extend([0; 4]),
            b'!'..=b'u' => {
                group = group.wrapping_mul(85).wrapping_add(u32::from(byte - b'!'));
                count += 1;
                if count == 5 {
                    bytes.extend(group.to_be_bytes());
                    (group, count) = (0, 0);
                }
            }
            _ => {}
        }
    }
    if count > 1 {
        let padded = (count..5).fold(group, |group, _| group.wrapping_mul(85).wrapping_add(84));
        bytes.extend(&padded.to_be_bytes()[..count - 1]);
    }
    bytes
}

fn hex(input: &[u8]) -> Vec<u8> {
    let digits = input.iter().take_while(|byte| **byte != b'>').filter_map(|byte| char::from(*byte).to_digit(16));
    let digits: Vec<u8> = digits.filter_map(|digit| u8::try_from(digit).ok()).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect()
}

fn unsupported(what: &str) -> Problem {
    Problem::Damaged("PDF", format!("the file has {what}"))
}

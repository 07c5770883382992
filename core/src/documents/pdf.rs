//! Extracts the text of PDFs. The library returns glyphs with positions; this module joins them into words, columns and lines.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use hayro_interpret::font::GlyphRun;
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, Rect as PdfRect, String as PdfString};
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf};
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, interpret_page,
};

use super::file_format::{Limits, Problem};
use super::text::{Cell, Text, TextBudget, TextPosition};

/// Number of units of glyph space in one unit of font size.
const UNITS_PER_FONT_SIZE: f64 = 1_000.0;

/// Minimum gap between two glyphs that counts as a blank, in font sizes.
const BLANK_GAP: f64 = 0.15;
/// Minimum gap between two glyphs that separates cells, in font sizes.
const CELL_GAP: f64 = 0.9;

/// Width of a text column ([`Cell::column`]), in units of the page.
const COLUMN_WIDTH: f64 = 4.0;

/// Maximum number of glyphs of a page, which are all in memory. The densest readable pages have far fewer.
const MAX_GLYPHS: usize = 100_000;

pub(super) fn read(bytes: Vec<u8>, limits: &Limits) -> Result<Text, Problem> {
    let pdf = Pdf::new(bytes).map_err(|problem| match problem {
        LoadPdfError::Decryption(_) => Problem::Encrypted,
        LoadPdfError::Invalid => Problem::Damaged("PDF", "no pages were found".to_owned()),
    })?;
    if has_only_xfa(&pdf) {
        return Err(Problem::Damaged("PDF", "it is an XFA form, which few viewers show".to_owned()));
    }
    let mut text = Text::default();
    let pages = pdf.pages();
    text.is_truncated = pages.len() > limits.pages;
    let mut left = limits.text;
    for (number, page) in (1..).zip(pages.iter().take(limits.pages)) {
        let settings = InterpreterSettings::default();
        let cache = InterpreterCache::new();
        let mut context = Context::new(Affine::IDENTITY, Rect::new(0.0, 0.0, 1.0, 1.0), &cache, pdf.xref(), settings);
        let mut glyphs = Glyphs { found: Vec::new(), left, left_on_page: MAX_GLYPHS };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            interpret_page(page, &mut context, &mut glyphs);
            remove_struck(page, &mut glyphs);
            add_form_values(page, &mut glyphs);
        }));
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

/// Whether the file only has an XFA form. Its pages have a text that asks for another viewer.
fn has_only_xfa(pdf: &Pdf) -> bool {
    let Some(catalog) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) else { return false };
    let Some(form) = catalog.get::<Dict<'_>>(b"AcroForm") else { return false };
    let has_fields = form.get::<Array<'_>>(b"Fields").is_some_and(|fields| fields.raw_iter().next().is_some());
    form.contains_key(b"XFA") && (!has_fields || catalog.get::<bool>(b"NeedsRendering") == Some(true))
}

struct Glyph {
    x: f64,
    y: f64,
    end: f64,
    size: f64,
    text: String,
}

/// Collects the glyphs of a page.
struct Glyphs {
    found: Vec<Glyph>,
    left: usize,
    left_on_page: usize,
}

impl Glyphs {
    fn is_full(&self) -> bool {
        self.left == 0 || self.left_on_page == 0
    }

    /// Leaves the page by unwinding, without calling the panic hook.
    fn check(&self) {
        if self.is_full() {
            resume_unwind(Box::new("stopped reading a page"));
        }
    }
}

impl Device<'_> for Glyphs {
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

/// Font size of a form value without an appearance, in which viewers usually show it.
const FORM_FONT_SIZE: f64 = 10.0;

/// Maximum number of annotations of a page that are used.
const MAX_ANNOTATIONS: usize = 2_000;

/// Maximum number of corners of the areas that one annotation strikes out.
const MAX_CORNERS: usize = 400;

/// Maximum number of fields that inherit from each other.
const MAX_FIELD_DEPTH: usize = 8;

/// Annotation flags: hidden, or not shown on the screen.
const HIDDEN: u32 = 0b10_0010;

/// The annotations of a page that viewers show.
fn annotations<'p>(page: &Page<'p>) -> Vec<Dict<'p>> {
    let annotations = page.raw().get::<Array<'p>>(b"Annots");
    let shown = |annotation: &Dict<'_>| annotation.get::<u32>(b"F").unwrap_or(0) & HIDDEN == 0;
    annotations.iter().flat_map(|all| all.iter::<Dict<'p>>().take(MAX_ANNOTATIONS)).filter(shown).collect()
}

/// Removes the text that annotations strike out.
fn remove_struck(page: &Page<'_>, glyphs: &mut Glyphs) {
    for annotation in annotations(page) {
        if !annotation.get::<Name<'_>>(b"Subtype").is_some_and(|kind| matches!(kind.as_ref(), b"StrikeOut")) {
            continue;
        }
        let corners: Vec<f64> = annotation
            .get::<Array<'_>>(b"QuadPoints")
            .map_or_else(Vec::new, |points| points.iter::<f64>().take(2 * MAX_CORNERS).collect());
        for area in corners.chunks_exact(8) {
            let range = |from: usize| {
                let numbers = area.iter().skip(from).step_by(2).copied();
                numbers.clone().fold(f64::INFINITY, f64::min)..=numbers.fold(f64::NEG_INFINITY, f64::max)
            };
            let (x, y) = (range(0), range(1));
            glyphs.found.retain(|glyph| !(x.contains(&f64::midpoint(glyph.x, glyph.end)) && y.contains(&glyph.y)));
        }
    }
}

/// Adds the values of form fields for which the file has no appearance, or an empty one: viewers show the value then.
fn add_form_values(page: &Page<'_>, glyphs: &mut Glyphs) {
    for field in annotations(page) {
        let Some(area) = field.get::<PdfRect>(b"Rect") else { continue };
        if ![area.x0, area.y0, area.x1, area.y1].iter().all(|number| number.is_finite()) {
            continue;
        }
        let has_appearance = glyphs
            .found
            .iter()
            .any(|glyph| (area.x0..=area.x1).contains(&glyph.x) && (area.y0..=area.y1).contains(&glyph.y));
        if !has_appearance && let Some(value) = form_value(field) {
            add_form_value(&value, area, glyphs);
        }
    }
}

/// The value of a field for text or choices, which it may inherit from the fields that it is part of.
fn form_value(mut field: Dict<'_>) -> Option<String> {
    let (mut kind, mut value) = (None, None);
    for _ in 0..MAX_FIELD_DEPTH {
        kind = kind.or_else(|| field.get::<Name<'_>>(b"FT"));
        value = value.or_else(|| field.get::<PdfString<'_>>(b"V"));
        match field.get::<Dict<'_>>(b"Parent") {
            Some(parent) if kind.is_none() || value.is_none() => field = parent,
            _ => break,
        }
    }
    let is_text = kind.is_some_and(|kind| matches!(kind.as_ref(), b"Tx" | b"Ch"));
    if is_text { value.map(|value| text_string(value.as_bytes())) } else { None }
}

/// Decodes a text string: UTF-16 or UTF-8 with a byte order mark, otherwise `PDFDocEncoding`, which is mostly Latin-1.
fn text_string(bytes: &[u8]) -> String {
    if let Some(utf16) = bytes.strip_prefix(b"\xfe\xff") {
        let units = utf16.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        return char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    }
    match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(utf8) => String::from_utf8_lossy(utf8).into_owned(),
        None => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Adds the lines of a value. A value of one line is in the line of the text in front of it.
fn add_form_value(value: &str, area: PdfRect, glyphs: &mut Glyphs) {
    let lines: Vec<&str> = value.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty()).collect();
    let middle = f64::midpoint(area.y0, area.y1);
    let labels = glyphs.found.iter().filter(|glyph| glyph.x < area.x0 && (area.y0..=area.y1).contains(&glyph.y));
    let label = labels.min_by(|a, b| (a.y - middle).abs().total_cmp(&(b.y - middle).abs())).map(|label| label.y);
    let baseline = middle - 0.3 * FORM_FONT_SIZE;
    let first = if lines.len() == 1 { label.unwrap_or(baseline) } else { area.y1 - FORM_FONT_SIZE };
    for (number, line) in lines.into_iter().enumerate() {
        glyphs.check();
        glyphs.left = glyphs.left.saturating_sub(line.len());
        glyphs.left_on_page -= 1;
        let y = first - number as f64 * 1.2 * FORM_FONT_SIZE;
        glyphs.found.push(Glyph { x: area.x0, y, end: area.x1, size: FORM_FONT_SIZE, text: line.to_owned() });
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_far_apart_as_in_a_narrow_table_and_words_are_not() {
        let glyph =
            |x: f64, width: f64, text: &str| Glyph { x, y: 0.0, end: x + width, size: 10.0, text: text.to_owned() };
        for (gap, cells_of_line) in [(1.0, vec!["02Jun"]), (6.0, vec!["02 Jun"]), (12.0, vec!["02", "Jun"])] {
            let found = cells(&TextPosition::Page(1, 1), &[glyph(70.0, 10.0, "02"), glyph(80.0 + gap, 15.0, "Jun")]);
            assert_eq!(found.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>(), cells_of_line, "{gap}");
        }
    }
}

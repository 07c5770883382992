//! The text of PDFs. The library tells glyphs and where they stand; words, columns and lines are made of them here.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use hayro_interpret::font::GlyphRun;
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf};
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, RenderContent, SoftMask, interpret_page,
};

use super::guard::Stop;
use super::pdf_streams;
use super::sort::{Limits, Problem};
use super::text::{Cell, Place, Room, Text};

/// Units of a glyph's own space in one of its size.
const UNITS: f64 = 1_000.0;

/// From how much of its size on a gap is a blank, and from how much on another column.
const BLANK: f64 = 0.15;
const COLUMN: f64 = 1.2;

/// How far apart two columns stand that have different numbers.
const GRID: f64 = 4.0;

/// Glyphs of one page that are looked at: many times those of the densest that anybody can read. They are in memory together.
const MOST_GLYPHS: usize = 100_000;

pub(super) fn read(bytes: Arc<[u8]>, limits: &Limits, stop: &Stop) -> Result<Text, Problem> {
    pdf_streams::check(&bytes, limits.unpacked, stop)?;
    let pdf = Pdf::new(bytes.to_vec()).map_err(|problem| match problem {
        LoadPdfError::Decryption(_) => Problem::Encrypted,
        LoadPdfError::Invalid => Problem::Damaged("PDF", "it has no pages that can be found".to_owned()),
    })?;
    drop(bytes);
    let mut text = Text::default();
    let pages = pdf.pages();
    text.is_cut = pages.len() > limits.pages;
    let mut left = limits.text;
    for (number, page) in (1..).zip(pages.iter().take(limits.pages)) {
        pdf_streams::check_page(page, limits.unpacked, stop)?;
        let settings = InterpreterSettings { render_content: RenderContent::PAGE, ..Default::default() };
        let cache = InterpreterCache::new();
        let mut context = Context::new(Affine::IDENTITY, Rect::new(0.0, 0.0, 1.0, 1.0), &cache, pdf.xref(), settings);
        let mut glyphs = Glyphs { told: Vec::new(), left, left_on_page: MOST_GLYPHS, stop };
        let ran = catch_unwind(AssertUnwindSafe(|| interpret_page(page, &mut context, &mut glyphs)));
        stop.check()?;
        if ran.is_err() && !glyphs.is_full() {
            return Err(Problem::Damaged("PDF", format!("what reads its page {number} panicked")));
        }
        text.is_cut |= ran.is_err();
        let is_full = ran.is_err() && glyphs.left == 0;
        left = glyphs.left;
        if !lines(number, glyphs.told, &mut text, limits.room()) || is_full {
            text.is_cut = true;
            break;
        }
    }
    Ok(text)
}

/// A glyph that is text, and where it stands.
struct Glyph {
    x: f64,
    y: f64,
    end: f64,
    size: f64,
    text: String,
}

struct Glyphs<'s> {
    told: Vec<Glyph>,
    left: usize,
    left_on_page: usize,
    stop: &'s Stop,
}

impl Glyphs<'_> {
    fn is_full(&self) -> bool {
        self.left == 0 || self.left_on_page == 0
    }

    /// Ends the page where it stands. It is no panic: nobody is told of one.
    fn check(&self) {
        if self.is_full() || self.stop.is_set() {
            resume_unwind(Box::new("a page that is read no further"));
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
            let size = (at(0.0, UNITS) - origin).hypot();
            let numbers = [origin.x, origin.y, end.x, size];
            if !text.trim().is_empty() && numbers.iter().all(|number| number.is_finite()) {
                self.told.push(Glyph { x: origin.x, y: origin.y, end: end.x, size, text });
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

/// Puts the glyphs of a page into lines, from top to bottom. False when there is no more room.
fn lines(page: u32, mut glyphs: Vec<Glyph>, text: &mut Text, room: Room) -> bool {
    glyphs.sort_by(|a, b| b.y.total_cmp(&a.y));
    let mut number = 0;
    let mut rest = glyphs.as_mut_slice();
    while let Some(first) = rest.first() {
        let (y, size) = (first.y, first.size);
        let length = rest.iter().take_while(|glyph| y - glyph.y <= 0.4 * size.max(glyph.size)).count().max(1);
        let (line, after) = rest.split_at_mut(length);
        line.sort_by(|a, b| a.x.total_cmp(&b.x));
        number += 1;
        if !text.add_cells(cells(&Place::Page(page, number), line), room) {
            return false;
        }
        rest = after;
    }
    true
}

fn cells(place: &Place, line: &[Glyph]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut end = f64::NEG_INFINITY;
    for glyph in line {
        let gap = (glyph.x - end) / glyph.size.max(0.01);
        match cells.last_mut() {
            Some(cell) if gap < COLUMN => {
                if gap > BLANK {
                    cell.text.push(' ');
                }
                cell.text.push_str(&glyph.text);
            }
            _ => {
                let column = (glyph.x / GRID).clamp(0.0, 1e6) as u32;
                cells.push(Cell { place: place.clone(), column, text: glyph.text.clone() });
            }
        }
        end = end.max(glyph.end);
    }
    cells
}

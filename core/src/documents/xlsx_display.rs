//! Removes what Excel does not display from a workbook: hidden rows and columns, and struck parts of texts.

use std::io::{Cursor, Read, Write};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Words that a file has if something in it may not be displayed.
const SIGNS: [&[u8]; 2] = [b"hidden", b"strike"];

const CHUNK: usize = 64 << 10;

/// The workbook without what is not displayed; `None` if everything is, or if the file cannot be read in this way.
pub(super) fn displayed(workbook: &[u8]) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(workbook)).ok()?;
    let mut changed: Vec<(usize, String)> = Vec::new();
    for index in 0..archive.len() {
        let name = archive.by_index_raw(index).ok()?.name().ok()?.into_owned();
        if is_text_file(&name) && has_signs(&mut archive, index)? {
            let mut xml = String::new();
            archive.by_index(index).ok()?.read_to_string(&mut xml).ok()?;
            changed.push((index, without_hidden(&xml)?));
        }
    }
    if changed.is_empty() {
        return None;
    }
    let mut written = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index).ok()?;
        match changed.iter().find(|(other, _)| *other == index) {
            Some((_, xml)) => {
                written.start_file(file.name().ok()?, stored).ok()?;
                written.write_all(xml.as_bytes()).ok()?;
            }
            None => written.raw_copy_file(file).ok()?,
        }
    }
    Some(written.finish().ok()?.into_inner())
}

/// Whether the file has the texts of cells.
fn is_text_file(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".xml") && (name.contains("worksheets/") || name.contains("sharedstrings"))
}

fn has_signs(archive: &mut ZipArchive<Cursor<&[u8]>>, index: usize) -> Option<bool> {
    let mut file = archive.by_index(index).ok()?;
    let longest = SIGNS[0].len();
    let mut chunk = vec![0; CHUNK + longest];
    let mut kept = 0;
    loop {
        let read = file.read(&mut chunk[kept..]).ok()?;
        let filled = &chunk[..kept + read];
        if SIGNS.iter().any(|sign| memchr::memmem::find(filled, sign).is_some()) {
            return Some(true);
        }
        if read == 0 {
            return Some(false);
        }
        // A sign may be in two chunks.
        let (begin, end) = (filled.len().saturating_sub(longest), filled.len());
        chunk.copy_within(begin..end, 0);
        kept = end - begin;
    }
}

/// The file without the contents of hidden rows, cells of hidden columns, and struck runs.
fn without_hidden(xml: &str) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    let (mut kept, mut copied) = (String::with_capacity(xml.len()), 0);
    let mut hidden_columns: Vec<(u32, u32)> = Vec::new();
    let mut run: Option<(usize, bool)> = None;
    let mut remove = |begin: usize, end: usize| {
        kept.push_str(xml.get(copied..begin)?);
        copied = end;
        Some(())
    };
    loop {
        let begin = usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let end = usize::try_from(reader.buffer_position()).ok()?;
        match event {
            Event::Eof => break,
            Event::Start(tag) if is(&tag, "row") && has_flag(&tag, "hidden") => {
                let content = reader.read_to_end(tag.name()).ok()?;
                remove(end, usize::try_from(content.end).ok()?)?;
            }
            Event::Start(tag) if is(&tag, "c") && is_in_columns(&tag, &hidden_columns) => {
                reader.read_to_end(tag.name()).ok()?;
                remove(begin, usize::try_from(reader.buffer_position()).ok()?)?;
            }
            Event::Start(tag) | Event::Empty(tag) if is(&tag, "col") && has_flag(&tag, "hidden") => {
                let number = |name| attribute(&tag, name)?.parse().ok();
                hidden_columns.extend(number("min").zip(number("max")));
            }
            Event::Start(tag) if is(&tag, "r") => run = Some((begin, false)),
            Event::Start(tag) | Event::Empty(tag) if is(&tag, "strike") || is(&tag, "dstrike") => {
                let is_struck = attribute(&tag, "val").is_none_or(|value| is_true(&value));
                run = run.map(|(begin, was_struck)| (begin, was_struck || is_struck));
            }
            Event::End(tag) if tag.local_name().as_ref() == "r" => {
                if let Some((begin, true)) = run.take() {
                    remove(begin, end)?;
                }
            }
            _ => {}
        }
    }
    kept.push_str(xml.get(copied..)?);
    Some(kept)
}

fn is(tag: &BytesStart<'_>, name: &str) -> bool {
    tag.local_name().as_ref() == name
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    Some(tag.try_get_attribute(name).ok()??.value.into_owned())
}

fn has_flag(tag: &BytesStart<'_>, name: &str) -> bool {
    attribute(tag, name).is_some_and(|value| is_true(&value))
}

fn is_true(value: &str) -> bool {
    !matches!(value.trim(), "0" | "false" | "off" | "none")
}

/// Whether the reference of a cell (`AB12`) is in one of these columns, which are counted from 1.
fn is_in_columns(cell: &BytesStart<'_>, columns: &[(u32, u32)]) -> bool {
    if columns.is_empty() {
        return false;
    }
    let reference = attribute(cell, "r").unwrap_or_default();
    let letters = reference.bytes().take_while(u8::is_ascii_alphabetic).take(4);
    let column = letters.fold(0, |column, letter| column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1);
    columns.iter().any(|(min, max)| (*min..=*max).contains(&column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_rows_and_columns_and_struck_runs_are_removed() {
        for (xml, wanted) in [
            (
                r#"<row r="1" hidden="1"><c/></row><row r="2" hidden="0"><c/></row>"#,
                r#"<row r="1" hidden="1"></row><row r="2" hidden="0"><c/></row>"#,
            ),
            (
                r#"<cols><col min="2" max="3" hidden="true"/></cols><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="D1"/>"#,
                r#"<cols><col min="2" max="3" hidden="true"/></cols><c r="A1"><v>1</v></c><c r="D1"/>"#,
            ),
            (
                "<si><r><rPr><strike/></rPr><t>a</t></r><r><t>b</t></r></si><si><r><rPr><strike val=\"0\"/></rPr><t>c</t></r></si>",
                "<si><r><t>b</t></r></si><si><r><rPr><strike val=\"0\"/></rPr><t>c</t></r></si>",
            ),
        ] {
            assert_eq!(without_hidden(xml).as_deref(), Some(wanted), "{xml}");
        }
        assert_eq!(without_hidden("<row hidden=\"1\"><c></row>"), None);
    }
}

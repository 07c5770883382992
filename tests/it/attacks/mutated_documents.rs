//! Random mutations of sound documents of each format, and files that expand: reading ends within its limits, without a panic, and the file
//! is stored.

use std::fmt::Write as _;
use std::time::Duration;

use shiptrack::documents::find::findings;
use shiptrack::documents::{Limits, Problem};
use shiptrack_tests::depth::depth;
use shiptrack_tests::reader;
use shiptrack_tests::sample_files::{message, pdf_of};
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::seeded::SeededRandom;

use shiptrack_tests::sample_files::{cell, workbook, workbook_with};

use super::hostile_documents::{NOTICE, RECURSIVE_FORM, deflated, pdf};
use super::hostile_mail::{print, weigh};

/// A sound document: its name, its bytes, and fragments of its syntax, which mutations insert.
struct Sample {
    name: &'static str,
    bytes: Vec<u8>,
    fragments: &'static [&'static str],
}

const PDF: &[&str] = &[
    "<<",
    ">>",
    "[",
    "]",
    "(",
    ")",
    "obj",
    "endobj",
    "stream\n",
    "endstream",
    "/Kids [2 0 R]",
    "/Parent 3 0 R",
    "/Length 999999999",
    "/Count -1",
    "4 0 R",
    "5 0 R",
    "/Filter /FlateDecode",
    "/MediaBox [0 0 1e30 1e30]",
    "/Contents [4 0 R 4 0 R]",
    " Tj ",
    " BT ",
    " ET ",
    " q ",
    " Q ",
    " cm ",
    " 1e38 ",
    " -2147483649 ",
    " 72 720 Td ",
    "/F1 1e9 Tf",
    "xref",
    "trailer",
    "startxref\n0",
    "/Encoding 5 0 R",
    "/ToUnicode 4 0 R",
    "/Subtype /Type3",
    "/Subtype /TrueType",
    "/Subtype /Type0",
    "/Widths [1 2 3]",
    "/FirstChar -5",
    "/Encrypt 1 0 R",
    "/Prev 9",
    "/ObjStm",
    "%PDF-",
    "%%EOF",
];
const XML: &[&str] = &[
    "<row r=\"1048576\">",
    "</row>",
    "<c r=\"XFD1048576\"",
    "<c r=\"A0\"",
    "<c r=\"\"",
    " t=\"s\"",
    " s=\"99999\"",
    "<v>1e308</v>",
    "<v>-1</v>",
    "<f>",
    "</c>",
    "<sheetData>",
    "&#x0;",
    "&amp;",
    "&a;",
    "<!--",
    "]]>",
    "<![CDATA[",
    "<!DOCTYPE x [<!ENTITY a \"b\">]>",
    "\"",
    ">",
    "<",
    "r=\"ZZZZZZ9\"",
    "<mergeCell ref=\"A1:XFD1048576\"/>",
    "<is><t>",
    "sheetId=\"-1\"",
    "date1904=\"1\"",
];
const HTML: &[&str] = &[
    "<table>",
    "</table>",
    "<tr>",
    "<td colspan=99999>",
    "<td rowspan=99999>",
    "<td>",
    "</td>",
    "<ul>",
    "<li>",
    "<blockquote>",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<script>",
    "</script>",
    "<style>",
    "<textarea>",
    "<svg>",
    "<math>",
    "<template>",
    "<select>",
    "<pre>",
    "<br>",
    "&#x110000;",
    "&nbsp;",
    "<a href='",
    "<img alt=\"",
    "\"",
    "'",
    "<",
    ">",
    "<?xml",
    "<plaintext>",
    "<frameset>",
    "\0",
];
const CSV: &[&str] = &["\"", "\"\"", ",", ";", "\t", "|", "\r", "\n", "\0", "\u{feff}", "ü", "=1+1", ",,,,,,,,"];
const MAIL: &[&str] = &[
    "\r\n",
    "--b",
    "--b--",
    "Content-Type: text/html\r\n",
    "Content-Type: multipart/mixed; boundary=b\r\n",
    "Subject: =?utf-8?q?=41",
    "Content-Transfer-Encoding: base64\r\n",
    "charset=utf-16",
    "charset=iso-2022-jp",
    "message/rfc822",
    ";",
    ">",
    "\0",
];

const TABLE: &str = "<html><head><title>Notice</title></head><body><h1>Arrival notice</h1><table border=1><tr><th>B/L No<td>MAEU123456789</tr>\
    <tr><td colspan=2><table><tr><td>Container</td><td>MSKU0308961</td></tr></table></td></tr><tr><td>ETA<td>14 May 2026</table>\
    <ul><li>Vessel: MAERSK ESSEX</ul></body></html>";

fn samples() -> Vec<Sample> {
    let rows = format!(
        "<row r=\"1\">{}{}</row><row r=\"2\">{}{}</row>",
        cell("A1", "B/L No"),
        cell("B1", "ETA"),
        cell("A2", "MAEU123456789"),
        cell("B2", "2026-05-14")
    );
    let csv = "Container;Vessel;ETA\nMSKU0308961;\"MAERSK; ESSEX\";14.05.2026\n".repeat(3);
    let utf_16: Vec<u8> = csv.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mail = format!(
        "Subject: Arrival notice\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nETA: 2026-05-14\r\n--b\r\nContent-Type: text/html\r\n\r\n{TABLE}\r\n--b--\r\n"
    );
    let sample = |name, bytes, fragments| Sample { name, bytes, fragments };
    vec![
        sample("plain.pdf", pdf("", NOTICE), PDF),
        sample("deflated.pdf", pdf("/Filter /FlateDecode", &deflated(NOTICE)), PDF),
        sample("rows.xlsx", workbook(&rows), XML),
        sample("table.html", TABLE.as_bytes().to_vec(), HTML),
        sample("table.csv", csv.into_bytes(), CSV),
        sample("utf16.csv", utf_16, CSV),
        sample("mail.eml", mail.into_bytes(), MAIL),
    ]
}

/// Changes a few places: bits, fragments of the syntax, cuts, repetitions and exchanged pieces.
fn mutated(random: &SeededRandom, bytes: &[u8], fragments: &[&str]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        let end = bytes.len().min(at + random.below(40));
        match random.below(7) {
            0 => bytes[at..end].iter_mut().take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
            1 => _ = bytes.drain(at..end),
            2 => bytes.truncate(at),
            3 => {
                let piece = bytes[at..end].repeat(random.below(200));
                bytes.splice(at..at, piece);
            }
            4 => bytes[at..end].reverse(),
            _ => {
                let fragment = fragments[random.below(fragments.len())].as_bytes();
                let times = if random.below(20) == 0 { 3_000 } else { 1 };
                bytes.splice(at..end, fragment.repeat(times));
            }
        }
    }
    bytes
}

/// A mutation of the sheet or of the strings inside a workbook: mutations of the archive seldom reach them.
fn mutated_workbook(random: &SeededRandom) -> Vec<u8> {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let rows = format!(
        "<row r=\"1\">{}<c r=\"B1\" t=\"s\"><v>0</v></c><c r=\"C1\" s=\"0\"><v>46156</v></c></row>",
        cell("A1", "B/L No")
    );
    let strings = "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><si><t>ETA</t></si></sst>";
    let styles = "<styleSheet><cellXfs count=\"1\"><xf numFmtId=\"14\"/></cellXfs></styleSheet>";
    let mut parts = [rows.as_str(), "<workbookPr/>", strings, styles].map(str::to_owned);
    let chosen = random.below(parts.len());
    parts[chosen] = text(mutated(random, parts[chosen].as_bytes(), XML));
    let [rows, properties, strings, styles] = parts;
    workbook_with(&rows, &properties, &[("xl/sharedStrings.xml", strings), ("xl/styles.xml", styles)])
}

#[test]
fn mutations_of_documents_are_read_or_rejected_within_the_limits() {
    let limits = Limits { pages: 10, cells: 10_000, text: 1 << 20, time: Duration::from_secs(60) };
    let (reader, count) = (reader::reader(), depth(60, 2_000));
    for (seed, sample) in (1..).zip(samples()) {
        let random = SeededRandom::new(seed);
        let (mut read, mut rejected) = (0, 0);
        for number in 0..count {
            let bytes = if sample.name.ends_with(".xlsx") && number % 4 > 0 {
                mutated_workbook(&random)
            } else {
                mutated(&random, &sample.bytes, sample.fragments)
            };
            match reader::read(&reader, sample.name, &bytes, &limits) {
                Ok(text) => {
                    read += 1;
                    let text = text.unwrap_or_default();
                    assert!(text.lines.iter().map(|line| line.0.len()).sum::<usize>() <= limits.cells);
                    findings(&text);
                }
                Err(Problem::Damaged(_, why)) if why.contains("panicked") => panic!("{} {number}: {why}", sample.name),
                Err(problem @ Problem::BeyondLimits { .. }) => panic!("{} {number}: {problem}", sample.name),
                Err(_) => rejected += 1,
            }
        }
        println!("figures: {} mutations of {}: {read} read, {rejected} rejected", count, sample.name);
        assert!(read > 0, "{}", sample.name);
    }
}

/// A PDF whose pages contain themselves.
fn cycle_of_pages() -> Vec<u8> {
    let kids = pdf("", b"BT ET");
    let at = kids.windows(12).position(|part| part == b"/Kids [3 0 R").expect("the pages");
    [&kids[..at], b"/Kids [2 0 R", &kids[at + 12..]].concat()
}

/// Files that are small and ask for much: bombs, cycles, deep nesting, distant cells, huge pages.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let spaces = deflated(&vec![b' '; 100 << 20]);
    let packed = |content: &[u8]| pdf("/Filter /FlateDecode", &deflated(content));
    let many: String = (1..=60_000).fold(String::new(), |mut rows, row| {
        write!(rows, "<row r=\"{row}\">{}</row>", cell(&format!("A{row}"), "x")).expect("text is written");
        rows
    });
    let far = format!("<row r=\"1\">{}</row><row r=\"1048576\">{}</row>", cell("A1", "x"), cell("XFD1048576", "x"));
    let strings = format!(
        "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><si><t>{}</t></si></sst>",
        "x".repeat(90 << 20)
    );
    let shared = format!("<row r=\"1\">{}</row>", "<c t=\"s\"><v>0</v></c>".repeat(5_000));
    vec![
        ("bomb.pdf", pdf("/Filter /FlateDecode", &spaces)),
        ("larger bomb.pdf", packed(&vec![b' '; 200 << 20])),
        ("glyphs.pdf", packed(format!("BT /F1 12 Tf ({}) Tj ET", "x".repeat(20 << 20)).as_bytes())),
        ("saved states.pdf", packed(&b"q ".repeat(20 << 20))),
        ("nested arrays.pdf", packed(&b"[".repeat(20 << 20))),
        ("paths.pdf", packed(&b"0 0 m 1 1 l S ".repeat(2 << 20))),
        ("cycle of pages.pdf", cycle_of_pages()),
        ("cycle of forms.pdf", pdf_of(RECURSIVE_FORM, "/XObject << /X 4 0 R >>")),
        ("rows.xlsx", workbook(&many)),
        ("far cells.xlsx", workbook(&far)),
        ("shared text.xlsx", workbook_with(&shared, "", &[("xl/sharedStrings.xml", strings)])),
        ("nested elements.xlsx", workbook(&"<row>".repeat(8 << 20))),
        ("deep.html", "<div>".repeat(1 << 20).into_bytes()),
        (
            "wide table.html",
            format!("<table><tr>{}{}", "<td>x".repeat(50_000), "<tr><td>x".repeat(50_000)).into_bytes(),
        ),
        ("quotations.html", format!("{}{}", "<blockquote>".repeat(90), "word ".repeat(500_000)).into_bytes()),
        ("entities.html", "&amp;".repeat(1 << 20).into_bytes()),
        ("attributes.html", format!("<p {}>", "a=b ".repeat(1 << 20)).into_bytes()),
        ("wide.csv", ",x".repeat(4 << 20).into_bytes()),
        ("quotes.csv", "\"".repeat(12 << 20).into_bytes()),
        ("lines.csv", "a,b\n".repeat(3 << 20).into_bytes()),
    ]
}

/// What a message and the text of its documents take, in addition to four times its size. CSV is read in this process.
const MOST: usize = 64 << 20;
const MOST_OF_CSV: usize = 256 << 20;

#[test]
fn documents_that_expand_take_bounded_memory_in_a_message() {
    for (name, bytes) in bombs().into_iter().step_by(depth(3, 1)) {
        // Each in a separate process, because the peak is that of a process.
        let kind = "application/octet-stream";
        let weights = weigh(vec![(name, message("Notice", "See there", &[(&name.replace(' ', "-"), kind, &bytes)]))]);
        print(&weights);
        let (_, weight) = &weights[0];
        let most = if name.ends_with(".csv") { MOST_OF_CSV } else { MOST };
        assert!(weight.peak <= most + 4 * weight.size, "{name}: {} bytes took {}", weight.size, weight.peak);
        assert_eq!(weight.documents, 1, "{name}");
    }
}

#[test]
fn hostile_documents_are_stored_unchanged() {
    let scenario = Scenario::new();
    let random = SeededRandom::new(7);
    let mut files: Vec<(&str, Vec<u8>)> = vec![("cycle.pdf", cycle_of_pages())];
    // The lines of a message would be boundaries of the outer one.
    let samples = samples().into_iter().filter(|sample| !sample.name.ends_with(".eml"));
    files.extend(samples.map(|sample| (sample.name, mutated(&random, &sample.bytes, sample.fragments))));
    for (name, bytes) in &files {
        let mail = message(name, "See there", &[(name, "application/octet-stream", bytes)]);
        let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).expect("every message is stored");
        let found = scenario.get(&format!("/v2/email_submissions/{}", ingested.submission.id));
        let id = found["data"]["relationships"]["documents"]["data"][0]["id"].as_str().expect("a document").into();
        let content = scenario.service.document_content(&scenario.account, &id).expect("the content is readable");
        assert!(content.as_ref() == Some(bytes), "{name}");
    }
}

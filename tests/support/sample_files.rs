//! Generates PDF files, workbooks, email messages and EDI for tests.

use std::io::{Cursor, Write};

/// Returns a PDF of one page with these lines.
pub fn pdf(lines: &[&str]) -> Vec<u8> {
    pdf_with(lines, "", "")
}

/// Returns a PDF of one page with these lines, 20 points apart from y = 720. `page` and `catalog` are added to these dictionaries.
pub fn pdf_with(lines: &[&str], page: &str, catalog: &str) -> Vec<u8> {
    let text: String = lines.iter().map(|line| format!("({line}) Tj 0 -20 Td ")).collect();
    let content = format!("BT /F1 12 Tf 72 720 Td {text}ET");
    let stream = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    let page = format!("/Resources << /Font << /F1 5 0 R >> >> {page}");
    pdf_of_page(stream.as_bytes(), &page, catalog, &[])
}

/// Returns a PDF of one page. `content` is object 4, the content of the page; `resources` is added to the resources of the page.
pub fn pdf_of(content: &[u8], resources: &str) -> Vec<u8> {
    pdf_of_page(content, &format!("/Resources << /Font << /F1 5 0 R >> {resources} >>"), "", &[])
}

/// A field of a PDF form.
pub struct FormField<'a> {
    /// The text in front of the field.
    pub label: &'a str,
    /// Entries of the dictionary of the field, such as `/FT /Tx /V (value)`.
    pub entries: &'a str,
    /// The text that the appearance of the field shows; `None` without an appearance.
    pub appearance: Option<&'a str>,
}

/// Returns a PDF of one page with a title and a form: each field in a line.
pub fn pdf_form(title: &str, fields: &[FormField<'_>]) -> Vec<u8> {
    let (mut text, mut annotations, mut appearances) = (format!("({title}) Tj "), String::new(), Vec::new());
    for (y, field) in (1..).map(|line| 720 - 30 * line).zip(fields) {
        let FormField { label, entries, appearance } = field;
        text += &format!("0 -30 Td ({label}) Tj ");
        let shown = appearance.map(|value| {
            let content = if value.is_empty() { String::new() } else { format!("BT /F1 10 Tf 2 5 Td ({value}) Tj ET") };
            appearances.push(format!(
                "<< /Type /XObject /Subtype /Form /BBox [0 0 200 18] /Resources << /Font << /F1 5 0 R >> >> /Length {} >>\n\
                 stream\n{content}\nendstream",
                content.len()
            ));
            format!("/AP << /N {} 0 R >>", 5 + appearances.len())
        });
        let shown = shown.unwrap_or_default();
        let (bottom, top) = (y - 5, y + 13);
        annotations +=
            &format!("<< /Type /Annot /Subtype /Widget /Rect [200 {bottom} 400 {top}] {entries} {shown} >> ");
    }
    let content = format!("BT /F1 12 Tf 72 720 Td {text}ET");
    let stream = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    let page = format!("/Resources << /Font << /F1 5 0 R >> >> /Annots [ {annotations}]");
    pdf_of_page(stream.as_bytes(), &page, "", &appearances)
}

/// Returns a PDF of one page. `entries` and `catalog` are added to the dictionaries of the page and the catalog, and `more` are the objects
/// from number 6 on.
fn pdf_of_page(content: &[u8], entries: &str, catalog: &str, more: &[String]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let page = format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R {entries} >>");
    let catalog = format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>");
    let objects: [&[u8]; 5] = [
        catalog.as_bytes(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page.as_bytes(),
        content,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ];
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(objects.into_iter().chain(more.iter().map(String::as_bytes))) {
        offsets.push(file.len());
        file.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    let (start, size) = (file.len(), offsets.len() + 1);
    file.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").as_bytes());
    for offset in offsets {
        file.extend(format!("{offset:010} 00000 n \n").as_bytes());
    }
    file.extend(format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").as_bytes());
    file
}

/// The sender of [`message`]s.
pub const SENDER: &str = "imports@line.example";

/// Returns a message with these attachments (name, media type, content).
pub fn message(subject: &str, body: &str, files: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let head = format!(
        "From: {SENDER}\r\nSubject: {subject}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n{body}\r\n"
    );
    let mut message = head.into_bytes();
    for (name, kind, content) in files {
        let head = format!(
            "--b\r\nContent-Type: {kind}; name={name}\r\nContent-Disposition: attachment; filename={name}\r\n\
             Content-Transfer-Encoding: 8bit\r\n\r\n"
        );
        message.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    message.extend(b"--b--\r\n");
    message
}

/// Returns an interchange with an IFTSTA message for each departure of the container: its time as in the segment DTM (`CCYYMMDDHHMM`), and
/// its place as in the segment LOC.
pub fn iftsta(reference: &str, container: &str, departures: impl IntoIterator<Item = (String, String)>) -> String {
    let message = |(at, (time, place)): (usize, (String, String))| {
        format!(
            "UNH+{at}+IFTSTA:D:00B:UN'BGM+23+1+9'CNI+1'STS+1+VD'DTM+334:{time}:203'LOC+175+{place}'\
             EQD+CN+{container}'UNT+8+{at}'"
        )
    };
    let messages: Vec<String> = (1..).zip(departures).map(message).collect();
    let count = messages.len();
    format!("UNB+UNOC:3+LINE:ZZZ+ME:ZZZ+260502:1500+{reference}'{}UNZ+{count}+{reference}'", messages.concat())
}

/// Returns a workbook with these rows.
pub fn workbook(rows: &str) -> Vec<u8> {
    workbook_with(rows, "", &[])
}

/// Returns a workbook with these rows, properties, and further files such as shared strings and styles.
pub fn workbook_with(rows: &str, properties: &str, others: &[(&str, String)]) -> Vec<u8> {
    let mut file = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    let types = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"#;
    let rels = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
    let book = format!(
        r#"<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">{properties}<sheets><sheet name="Notice" sheetId="1" r:id="r1"/></sheets></workbook>"#
    );
    let book_rels = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;
    let sheet = format!(
        r#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>"#
    );
    for (name, text) in [
        ("[Content_Types].xml", types),
        ("_rels/.rels", rels),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", book_rels),
        ("xl/worksheets/sheet1.xml", &sheet),
    ]
    .into_iter()
    .chain(others.iter().map(|(name, text)| (*name, text.as_str())))
    {
        file.start_file(name, options).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }
    file.finish().unwrap().into_inner()
}

/// Returns the cell at a place, with a text.
pub fn cell(place: &str, text: &str) -> String {
    format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

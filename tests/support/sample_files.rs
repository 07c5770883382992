//! Generates PDF files, email messages and EDI for tests.

/// Returns a PDF of one page with these lines.
pub fn pdf(lines: &[&str]) -> Vec<u8> {
    let text: String = lines.iter().map(|line| format!("({line}) Tj 0 -20 Td ")).collect();
    let content = format!("BT /F1 12 Tf 72 720 Td {text}ET");
    let stream = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    pdf_of(stream.as_bytes(), "")
}

/// Returns a PDF of one page. `content` is object 4, the content of the page; `resources` is added to the resources of the page.
pub fn pdf_of(content: &[u8], resources: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> {resources} >> >>"
    );
    let objects: [&[u8]; 5] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page.as_bytes(),
        content,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ];
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(objects) {
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

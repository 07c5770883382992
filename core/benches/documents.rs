//! Time of reading arrival notices of two pages in PDF, and of extracting all data from them.

mod support;

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use shiptrack::documents::{Guard, Limits, detect_document_type, find, read_text};
use support::{Goal, Goals, Ratios, quotient, rounds, timed};

const NOTICES: usize = 1_000;
const THREADS: usize = 2;
const GOAL_TIME: Duration = Duration::from_secs(60);

const READ: &str = "time of 1,000 notices of two pages on two threads / a minute";

const GOALS: Goals = &[(READ, Goal::AtMost(1.0))];
/// The noise margin of the short form, as a part of a goal. The goal is thirty times the usual time.
const MARGIN: f64 = 0.0;

fn main() -> ExitCode {
    let count = rounds(NOTICES);
    let notices: Vec<Vec<u8>> = (0..count).map(notice).collect();
    let (guard, next) = (Guard::default(), AtomicUsize::new(0));
    let took = timed(|| {
        thread::scope(|threads| {
            for _ in 0..THREADS {
                threads.spawn(|| {
                    while let Some(file) = notices.get(next.fetch_add(1, Ordering::Relaxed)) {
                        read(&guard, file);
                    }
                });
            }
        });
    });
    println!("{count} notices of {} bytes: {took:.1?}", notices.first().map_or(0, Vec::len));
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let goal = GOAL_TIME.mul_f64(count as f64 / NOTICES as f64);
    ratios.report(READ, quotient(took, goal));
    ratios.verdict()
}

/// Reads a notice, and checks that all data was found.
fn read(guard: &Guard, file: &[u8]) {
    let limits =
        Limits { pages: 100, cells: 200_000, text: 4 << 20, unpacked: 128 << 20, time: Duration::from_secs(10) };
    let text = read_text(guard, "notice.pdf", "application/pdf", file, &limits)
        .expect("the file is sound")
        .expect("it has text");
    assert_eq!(detect_document_type(Some(&text), "notice.pdf").expect("it has a title").0, "arrival_notice");
    let found = find::findings(&text);
    assert_eq!((found.bills_of_lading.len(), found.containers.len()), (1, 20));
    assert!(found.vessel.is_some() && found.eta.is_some() && found.last_free_day.is_some());
}

/// A notice as shipping lines send it: labels, a table of containers, and a page of small print.
fn notice(number: usize) -> Vec<u8> {
    let mut first = String::from("BT /F1 16 Tf 72 740 Td (ARRIVAL NOTICE) Tj /F2 9 Tf ");
    let head = [
        format!("B/L No: MAEU{:09}", 200_000_000 + number),
        "Vessel / Voyage: MAERSK ESSEX / 042E".to_owned(),
        "Port of Loading: SHANGHAI     Port of Discharge: LOS ANGELES".to_owned(),
        "ETA: 14-MAY-2026     Last Free Day: 2026-05-20".to_owned(),
        "Container        Seal         Type      Packages      Weight".to_owned(),
    ];
    let rows = (0..20).map(|row| {
        let ten = format!("MSKU{:06}", (number * 20 + row) % 1_000_000);
        let digit = shiptrack::numbers::ContainerNumber::check_digit_of(&ten).expect("four letters and six digits");
        format!("{ten}{digit}      ML-{row:05}     45G1      1200 CTN      18450.500 KGS")
    });
    for line in head.into_iter().chain(rows) {
        first += &format!("0 -18 Td ({line}) Tj ");
    }
    first += "ET";
    let mut second = String::from("BT /F2 7 Tf 72 760 Td ");
    for line in 0..80 {
        second += &format!(
            "0 -9 Td ({line}. Charges that are due are paid before cargo is released, and free time is counted in calendar days.) Tj "
        );
    }
    second += "ET";
    pdf(&[first, second])
}

fn deflated(text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory is written to");
    encoder.finish().expect("memory is written to")
}

/// A PDF with these pages.
fn pdf(pages: &[String]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 5 + 2 * page)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()).into_bytes(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>".to_vec(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_vec(),
    ];
    for (page, content) in pages.iter().enumerate() {
        let fonts = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>";
        let content = deflated(content);
        objects.push(
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R /Resources {fonts} >>",
                6 + 2 * page
            )
            .into_bytes(),
        );
        let head = format!("<< /Length {} /Filter /FlateDecode >>\nstream\n", content.len());
        objects.push([head.as_bytes(), &content, b"\nendstream"].concat());
    }
    let (mut file, mut places) = (b"%PDF-1.7\n".to_vec(), Vec::new());
    for (number, object) in (1..).zip(&objects) {
        places.push(file.len());
        file.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").as_bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").as_bytes());
    }
    file.extend(format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").as_bytes());
    file
}

//! Time of reading arrival notices of two pages in PDF, and of extracting all data from them, in reader processes and in this process.

mod support;

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use shiptrack::documents::{File, Limits, Reader, ReaderOptions, detect_document_type, find, read_text, serve_reader};
use support::{Goal, Goals, Ratios, quotient, rounds, timed};

const NOTICES: usize = 1_000;
const THREADS: usize = 2;
const GOAL_TIME: Duration = Duration::from_secs(60);

const READ: &str = "time of 1,000 notices of two pages on two threads / a minute";
const APART: &str = "time of the same in two reader processes / in this process";

const GOALS: Goals = &[(READ, Goal::AtMost(1.0)), (APART, Goal::AtMost(1.2))];
/// The noise margin of the short form, as a part of a goal: processes are started, and two processors are shared with other programs.
const MARGIN: f64 = 1.0;

fn main() -> ExitCode {
    serve_reader();
    let count = rounds(NOTICES);
    let notices: Vec<Vec<u8>> = (0..count).map(notice).collect();
    // The first run also starts the processes, and loads code and fonts.
    let readers = [true, false].map(|in_process| {
        Reader::new(ReaderOptions { readers: THREADS, memory: 512 << 20, in_process, command: None })
    });
    let mut times = [Duration::MAX; 2];
    for _ in 0..3 {
        for (time, reader) in times.iter_mut().zip(&readers) {
            *time = (*time).min(timed(|| read_all(reader, &notices)));
        }
    }
    let [in_process, apart] = times;
    let size = notices.first().map_or(0, Vec::len);
    println!("{count} notices of {size} bytes: {in_process:.1?} in this process, {apart:.1?} in reader processes");
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let goal = GOAL_TIME.mul_f64(count as f64 / NOTICES as f64);
    ratios.report(READ, quotient(in_process, goal));
    ratios.report(APART, quotient(apart, in_process));
    ratios.verdict()
}

fn read_all(reader: &Reader, notices: &[Vec<u8>]) {
    let next = &AtomicUsize::new(0);
    thread::scope(|threads| {
        // Two accounts, because one account has half of the readers.
        for account in ["a", "b"] {
            threads.spawn(move || {
                while let Some(file) = notices.get(next.fetch_add(1, Ordering::Relaxed)) {
                    read(reader, account, file);
                }
            });
        }
    });
}

/// Reads a notice, and checks that all data was found.
fn read(reader: &Reader, account: &str, bytes: &[u8]) {
    let limits = Limits { pages: 100, cells: 200_000, text: 4 << 20, time: Duration::from_secs(10) };
    let file = File { account, name: "notice.pdf", content_type: "application/pdf", bytes };
    let text = read_text(reader, file, &limits).expect("the file is sound").expect("it has text");
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

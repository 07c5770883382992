//! Reading files in a process apart: the text is the same, and a process that cannot be started is no failure of a file.

use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;
use std::time::{Duration, Instant};

use shiptrack::documents::{Problem, Reader, ReaderCommand, ReaderOptions};
use shiptrack_tests::depth::depth;
use shiptrack_tests::reader::{self, limits};
use shiptrack_tests::sample_files::pdf;
use shiptrack_tests::scratch::Scratch;

use shiptrack_tests::sample_files::{cell, workbook};

fn files() -> [(&'static str, Vec<u8>); 4] {
    let row = format!("<row r=\"1\">{}{}</row>", cell("A1", "B/L No"), cell("B1", "MAEU123456789"));
    let page = b"<h1>Arrival notice</h1><table><tr><td>ETA<td>2026-05-14</table>".to_vec();
    let mail = b"Subject: Notice\r\nContent-Type: text/html\r\n\r\n<p>ETA: 2026-05-14</p>".to_vec();
    [
        ("a.pdf", pdf(&["ARRIVAL NOTICE", "ETA: 2026-05-14"])),
        ("a.xlsx", workbook(&row)),
        ("a.html", page),
        ("a.eml", mail),
    ]
}

#[test]
fn text_that_is_read_in_a_process_is_the_same_as_in_this_one() {
    let processes = reader::reader();
    let here = Reader::new(ReaderOptions { in_process: true, ..reader::options(1, 0) });
    let limits = limits(Duration::from_secs(10));
    for (name, bytes) in files() {
        let [apart, expected] =
            [&processes, &here].map(|from| reader::read(from, name, &bytes, &limits).unwrap().unwrap());
        assert!(!expected.lines.is_empty(), "{name}");
        assert_eq!(apart, expected, "{name}");
    }
}

#[test]
fn a_reader_that_cannot_be_started_is_reported_once() {
    for (program, arguments, expected) in [
        ("/nowhere/reader", &[][..], "could not be started"),
        ("/bin/true", &[], "did not answer as a reader"),
        ("/bin/sh", &["-c", "printf '%0100d' 0 >&0"], "is not a reader of this version"),
    ] {
        let arguments = arguments.iter().map(Into::into).collect();
        let command = Some(ReaderCommand { program: program.into(), arguments });
        let reader = Reader::new(ReaderOptions { command, ..reader::options(2, 512 << 20) });
        for is_new in [true, false] {
            let result = reader::read(&reader, "a.html", b"<p>x", &limits(Duration::from_secs(1)));
            let Err(Problem::Unavailable(unavailable)) = result else { panic!("{result:?}") };
            assert!(unavailable.sentence.contains(expected), "{}", unavailable.sentence);
            assert_eq!(unavailable.is_new, is_new);
        }
        // Plain text needs no process.
        assert!(reader::read(&reader, "a.txt", b"x", &limits(Duration::from_secs(1))).is_ok());
    }
}

#[test]
fn a_process_is_replaced_after_a_thousand_files() {
    let scratch = Scratch::new();
    let starts = scratch.path("starts");
    let script = "echo >>\"$0\"; exec \"$1\"".to_owned();
    let child = reader::child().into_os_string();
    let arguments = vec!["-c".into(), script.into(), starts.clone().into_os_string(), child];
    let command = Some(ReaderCommand { program: "/bin/sh".into(), arguments });
    let reader = Reader::new(ReaderOptions { command, ..reader::options(1, 512 << 20) });
    let read = |files: usize| {
        for _ in 0..files {
            reader::read(&reader, "a.html", b"<p>x", &limits(Duration::from_secs(10))).unwrap();
        }
        std::fs::read_to_string(&starts).unwrap().lines().count()
    };
    assert_eq!([read(1), read(999), read(1)], [1, 1, 2]);
}

#[test]
fn an_idle_process_ends_after_a_minute() {
    if depth(true, false) {
        return;
    }
    let (mut host, input) = UnixStream::pair().unwrap();
    let mut command = Command::new(reader::child());
    let mut process = command.env("SHIPTRACK_READER", "1").stdin(OwnedFd::from(input)).spawn().unwrap();
    drop(command);
    let begun = Instant::now();
    let mut greeting = Vec::new();
    // The host keeps its end open, and reads the end of the file when the process is gone.
    host.set_read_timeout(Some(Duration::from_secs(90))).unwrap();
    host.read_to_end(&mut greeting).unwrap();
    assert!(!greeting.is_empty(), "the process was ready");
    assert!(begun.elapsed() > Duration::from_secs(55), "it waited for a file");
    assert_eq!(process.wait().unwrap().signal(), Some(14), "the alarm ended it");
}

#[test]
fn a_reader_that_is_switched_off_reads_plain_text_only() {
    let reader = Reader::new(reader::options(0, 512 << 20));
    let limits = limits(Duration::from_secs(1));
    assert_eq!(reader::read(&reader, "a.html", b"<p>x", &limits), Err(Problem::SwitchedOff("HTML")));
    assert!(reader::read(&reader, "a.txt", b"x", &limits).is_ok());
}

#[test]
fn a_closed_reader_reads_nothing() {
    let reader = reader::reader();
    let limits = limits(Duration::from_secs(10));
    assert!(reader::read(&reader, "a.html", b"<p>x", &limits).is_ok());
    reader.close();
    let result = reader::read(&reader, "a.html", b"<p>x", &limits);
    assert!(matches!(result, Err(Problem::Unavailable(_))), "{result:?}");
}

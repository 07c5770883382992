//! Files that ask for much time or memory, or that end the process that reads them: each one costs its reader process at most its limits,
//! and nothing else.

mod html;
mod pdf;
mod xlsx;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use shiptrack::documents::{File, Problem, Reader, read_text};
use shiptrack_tests::depth::depth;
use shiptrack_tests::reader::{self, limits};
use shiptrack_tests::sample_files::pdf;

struct Bomb {
    name: String,
    bytes: Vec<u8>,
}

impl Bomb {
    fn new(name: String, bytes: Vec<u8>) -> Self {
        Bomb { name, bytes }
    }
}

/// What a reader may take for each bomb.
fn reader_and_time() -> (Reader, Duration) {
    let (memory, seconds) = depth((128 << 20, 1), (512 << 20, 10));
    (Reader::new(reader::options(2, memory)), Duration::from_secs(seconds))
}

/// Reads some of at least `least` bombs, or all in a long test run, on two threads for two accounts, and prints what became of them.
fn set_off(bombs: Vec<Bomb>, least: usize) {
    assert!(bombs.len() >= least, "{} bombs", bombs.len());
    let bombs: Vec<Bomb> = bombs.into_iter().step_by(depth(7, 1)).collect();
    let (reader, time) = reader_and_time();
    let limits = limits(time);
    let (next, ends) = (AtomicUsize::new(0), Mutex::new([0; 3]));
    let bombs = &bombs;
    thread::scope(|threads| {
        for account in ["a", "b"] {
            let (reader, limits, next, ends) = (&reader, &limits, &next, &ends);
            threads.spawn(move || {
                while let Some(Bomb { name, bytes }) = bombs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = Instant::now();
                    let result = read_text(reader, File { account, name, content_type: "", bytes }, limits);
                    let took = begun.elapsed();
                    let kind = match result {
                        Ok(_) => 0,
                        Err(Problem::Damaged(..) | Problem::Encrypted) => 1,
                        Err(Problem::BeyondLimits { .. }) => 2,
                        Err(other) => panic!("{name}: {other}"),
                    };
                    ends.lock().unwrap()[kind] += 1;
                    // Twice: in the process that read the file before, and in a new one. Each has a second for the transfer, and starting takes time.
                    assert!(
                        took < (time + Duration::from_secs(1)) * 2 + Duration::from_secs(5),
                        "{name} took {took:?}"
                    );
                }
            });
        }
    });
    let [read, rejected, beyond] = *ends.lock().unwrap();
    println!("figures: {} bombs: {read} read, {rejected} rejected, {beyond} beyond the limits", bombs.len());
    let notice = pdf(&["ARRIVAL NOTICE"]);
    assert!(reader::read(&reader, "notice.pdf", &notice, &limits).is_ok(), "the readers still read");
}

#[test]
fn html_bombs_end_within_the_limits() {
    set_off(html::bombs(), 70);
}

#[test]
fn xlsx_bombs_end_within_the_limits() {
    set_off(xlsx::bombs(), 35);
}

#[test]
fn pdf_bombs_end_within_the_limits() {
    set_off(pdf::bombs(), 100);
}

#[test]
fn while_bombs_are_read_the_notices_of_another_account_are_read() {
    let (reader, time) = reader_and_time();
    let (limits, is_over) = (limits(time), AtomicBool::new(false));
    let bombs: Vec<Bomb> = html::bombs().into_iter().filter(|bomb| bomb.name.contains("attributes.html")).collect();
    assert_eq!(bombs.len(), 3, "they take all their time");
    thread::scope(|threads| {
        for _ in 0..4 {
            let (reader, limits, bombs, is_over) = (&reader, &limits, &bombs, &is_over);
            threads.spawn(move || {
                for Bomb { name, bytes } in bombs.iter().cycle() {
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    let _ = read_text(reader, File { account: "a", name, content_type: "", bytes }, limits);
                }
            });
        }
        for _ in 0..5 {
            let (begun, notice) = (Instant::now(), pdf(&["ARRIVAL NOTICE"]));
            let file = File { account: "b", name: "notice.pdf", content_type: "", bytes: &notice };
            let result = read_text(&reader, file, &limits);
            assert!(matches!(result, Ok(Some(_))), "{result:?}");
            assert!(begun.elapsed() < Duration::from_secs(5), "it does not wait for the bombs");
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

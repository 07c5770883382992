//! EDI with very many messages about one number, and messages with very many containers: the work and the memory are bounded.

use shiptrack_tests::depth::depth;
use shiptrack_tests::sample_files::iftsta;
use shiptrack_tests::scratch::Scratch;

use super::hostile_mail::run;

/// What it took to ingest one file. Sizes are in bytes.
struct Use {
    allocated: usize,
    resident: usize,
    kept: usize,
}

/// Ingests files in a separate process, one after the other.
fn ingest(files: &[String]) -> Vec<Use> {
    let scratch = Scratch::new();
    let folder = scratch.path("edi");
    std::fs::create_dir(&folder).unwrap();
    for (at, file) in files.iter().enumerate() {
        std::fs::write(folder.join(format!("{at:02}.edi")), file).unwrap();
    }
    let line = |line: &str| {
        let figures: Vec<usize> = line.split(' ').map(|figure| figure.parse().unwrap()).collect();
        Use { allocated: figures[0], resident: figures[1], kept: figures[2] }
    };
    run("measure-edi", &scratch.path("s.db"), &folder).lines().map(line).collect()
}

/// An interchange with messages about one container, each with another place and time.
fn about_one_container(interchange: usize, count: usize, is_one_place: bool) -> String {
    let departure = |at: usize| {
        let place = if is_one_place { 0 } else { interchange * 10_000 + at };
        let (month, day, hour, minute) = (1 + at / 600 % 12, 1 + at / 24 % 25, at % 24, interchange % 60);
        (format!("2026{month:02}{day:02}{hour:02}{minute:02}"), format!(":::PLACE{place}"))
    };
    iftsta(&interchange.to_string(), "MSKU0308961", (1..=count).map(departure))
}

#[test]
fn a_message_about_an_untracked_number_costs_the_same_however_many_facts_are_stored() {
    for is_one_place in [false, true] {
        let file = |number: usize, count: usize| about_one_container(number, count, is_one_place);
        let uses = ingest(&[file(1, 50), file(2, 1), file(3, 950), file(4, 1)]);
        println!("figures: {} bytes after 50 messages, {} after 1,000", uses[1].allocated, uses[3].allocated);
        assert!(uses[2].kept >= 950, "{}", uses[2].kept);
        assert!(uses[3].allocated < uses[1].allocated + 64 * 1024, "{} {}", uses[1].allocated, uses[3].allocated);
    }
}

/// A message with one status of very many containers.
fn about_containers(count: usize, document: &str) -> String {
    let containers: String = (0..count).map(|at| format!("EQD+CN+MSKU{at:07}'")).collect();
    format!(
        "UNB+UNOC:3+LINE:ZZZ+ME:ZZZ+260502:1500+1'UNH+1+IFTSTA:D:00B:UN'BGM+23+1+9'{document}CNI+1'STS+1+VD'\
         DTM+334:202605021410:203'LOC+175+CNSHA:139:6:SHANGHAI+CN:162'{containers}UNT+1+1'UNZ+1+1'"
    )
}

/// The memory for 49,000 containers, about as many as one message can have. The facts and numbers of a container take some 3 kB.
const MOST_MEMORY: usize = 192 << 20;

/// The memory that does not depend on the number of containers.
const CONSTANT: usize = 16 << 20;

#[test]
fn one_status_of_49_000_containers_is_ingested_in_bounded_memory() {
    let count = depth(2_450, 49_000);
    for document in ["", "RFF+BM:BILL1'"] {
        let used = &ingest(&[about_containers(count, document)])[0];
        println!("figures: {count} containers {document}: {} {} {} bytes", used.allocated, used.resident, used.kept);
        assert!(used.kept >= count, "{}", used.kept);
        let most = CONSTANT + MOST_MEMORY * count / 49_000;
        // The caches of SQLite have a separate limit.
        assert!(used.allocated < most && used.resident < most + (48 << 20), "{} {}", used.allocated, used.resident);
    }
}

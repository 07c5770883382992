//! A disk that becomes full and has space again while a service is running.

use std::ops::Range;

use shiptrack_tests::depth::depth;
use shiptrack_tests::faults::{EDQUOT, EFBIG, ENOSPC, GROW, Rule, TRUNCATE};

use super::faulty_disk::FaultyDisk;

const FULL: Rule = Rule { calls: GROW, error: ENOSPC, spared: 0, times: -1, ending: "" };

#[test]
fn a_full_disk_is_reported_and_writing_resumes_when_there_is_space() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    for _ in 0..3 {
        disk.creates(&mut child);
        child.expect_ok("run 1");
        disk.faults.set(&[FULL]);
        // Existing space in the write-ahead log can still be used.
        while disk.create(&mut child).is_none() {}
        for _ in 0..3 {
            let (kind, says) = disk.create(&mut child).expect("the disk is full");
            assert_eq!(kind, "storage_full", "{says}");
            assert!(says.contains("the disk is full"), "{says}");
        }
        let stored = child.expect_ok("total").as_u64().unwrap();
        disk.faults.clear();
        disk.creates(&mut child);
        assert_eq!(child.expect_ok("total"), stored + 1);
        let reports = child.expect_ok("observed");
        assert!(reports[0].as_str().unwrap().contains("the disk is full") && reports[1] == "resumed", "{reports}");
        assert_eq!(reports.as_array().unwrap().len(), 2, "{reports}");
    }
    child.expect_ok("close");
    disk.assert_whole();
}

#[test]
fn an_exhausted_quota_is_a_full_disk() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    disk.faults.set(&[Rule { error: EDQUOT, ..FULL }]);
    let (kind, says) = disk.create(&mut child).expect("the disk is full");
    assert_eq!(kind, "storage_full", "{says}");
    disk.faults.clear();
    disk.creates(&mut child);
    child.expect_ok("close");
    disk.assert_whole();
}

/// SQLite reports this as an I/O error, whose effect would be unknown.
#[test]
fn a_file_size_limit_is_a_full_disk_and_rejected_writes_have_no_effect() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    for spared in 0..depth(12, 200) {
        disk.faults.set(&[Rule { error: EFBIG, spared, ..FULL.on("-wal") }, Rule { error: EFBIG, ..FULL.on(".lock") }]);
        for (kind, says) in (0..4).filter_map(|_| disk.create(&mut child)).collect::<Vec<_>>() {
            assert_eq!(kind, "storage_full", "{says}");
            assert!(!says.contains("may have taken effect"), "{says}");
        }
        disk.faults.clear();
        disk.creates(&mut child);
        child.expect_ok("close");
        disk.assert_whole();
        child = disk.open();
    }
    println!("figures: files that may not grow: {}", disk.figures());
}

#[test]
fn a_service_cannot_be_opened_on_a_full_disk() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    disk.creates(&mut child);
    child.expect_ok("close");
    disk.faults.set(&[FULL]);
    let (kind, says) = child.expect_error("open");
    assert_eq!(kind, "storage_full", "{says}");
    disk.faults.clear();
    child.expect_ok("open");
    disk.creates(&mut child);
    child.expect_ok("close");
    disk.assert_whole();
}

/// The disk becomes full in the log, its index or the database, at any call and for any time.
#[test]
fn a_full_disk_loses_nothing() {
    // Each check reads the whole file, so many small files are used.
    for file in 0..depth(1, 100) {
        fill_repeatedly(file * 20..(file + 1) * 20);
    }
}

fn fill_repeatedly(rounds: Range<usize>) {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    let (mut full, mut reopened) = (0, 0);
    for round in rounds.clone() {
        let ending = ["", "-wal", "-shm", ".db", ".lock"][round % 5];
        let calls = if round % 7 == 6 { GROW | TRUNCATE } else { GROW };
        disk.faults.set(&[Rule { calls, spared: (round % 23) as i32, ..FULL.on(ending) }]);
        for step in 0..4 {
            if let Some((kind, says)) = disk.create(&mut child) {
                assert_eq!(kind, "storage_full", "{says}");
                full += 1;
            }
            if step == 1 {
                child.ask("run 3");
                child.ask(&format!("mail {round}"));
            }
            child.expect_ok("total");
        }
        disk.faults.clear();
        disk.creates(&mut child);
        child.expect_ok("run 1");
        if round % 5 == 4 {
            // Killed or closed, with data left in the log.
            if round % 10 == 4 {
                child.kill()
            } else {
                drop(child.expect_ok("close"))
            }
            disk.assert_whole();
            child = disk.open();
            reopened += 1;
        }
    }
    child.expect_ok("close");
    disk.assert_whole();
    println!(
        "figures: full disks: rounds {rounds:?}, {full} writes refused, opened again {reopened} times: {}",
        disk.figures()
    );
}

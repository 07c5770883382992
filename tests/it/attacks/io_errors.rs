//! System calls that fail with an I/O error, one at a time.

use shiptrack_tests::depth::depth;
use shiptrack_tests::faults::{EIO, READ, Rule, SYNC, TRUNCATE, WRITE};

use super::faulty_disk::FaultyDisk;

#[test]
fn a_failed_sync_ends_writing_and_its_cause_is_reported() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    disk.creates(&mut child);
    disk.faults.set(&[Rule::every(SYNC, EIO).on("-wal").once_after(0)]);
    let (kind, says) = disk.create(&mut child).expect("the sync failed");
    assert!(kind == "store" && says.contains("may have taken effect"), "{kind}: {says}");
    for _ in 0..3 {
        let (kind, says) = disk.create(&mut child).expect("writing has ended");
        assert_eq!(kind, "store");
        assert!(says.contains("until it is opened again, because of an earlier failure: disk I/O error"), "{says}");
        assert!(!says.contains("may have taken effect"), "{says}");
    }
    child.expect_ok("total");
    let reports = child.expect_ok("observed");
    assert_eq!(reports.as_array().unwrap().len(), 1, "{reports}");
    assert!(reports[0].as_str().unwrap().contains("disk I/O error"), "{reports}");
    child.expect_ok("close");
    child.expect_ok("open");
    disk.creates(&mut child);
    child.expect_ok("close");
    disk.assert_whole();
}

#[test]
fn a_failed_read_is_not_damage_and_has_no_lasting_effect() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    for _ in 0..40 {
        disk.creates(&mut child);
    }
    child.expect_ok("run 1");
    let mut failed = 0;
    for spared in 0..depth(6, 60) {
        // After reopening, every page is read from disk.
        child.expect_ok("close");
        child.expect_ok("open");
        for ending in [".db", "-wal"] {
            disk.faults.set(&[Rule::every(READ, EIO).on(ending).once_after(spared)]);
            for order in ["total".to_owned(), "readers 3".to_owned()] {
                let answer = child.ask(&order);
                assert!(!answer.to_string().contains("damaged"), "{answer}");
            }
            if let Some((kind, says)) = disk.create(&mut child) {
                assert!(!says.contains("damaged"), "{kind}: {says}");
            }
            failed += disk.faults.hits();
            disk.faults.clear();
            child.expect_ok("total");
            disk.creates(&mut child);
        }
        let reports = child.expect_ok("observed");
        assert_eq!(reports.as_array().unwrap().len(), 0, "{reports}");
    }
    assert!(failed > 0, "no read failed");
    println!("figures: failed reads: {failed}: {}", disk.figures());
    child.expect_ok("close");
    disk.assert_whole();
}

#[test]
fn failed_reads_while_opening_are_not_damage() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    for _ in 0..10 {
        disk.creates(&mut child);
    }
    child.expect_ok("close");
    for spared in 0..20 {
        for rule in [Rule::every(READ, EIO).once_after(spared), Rule { spared, ..Rule::every(READ, EIO) }] {
            disk.faults.set(&[rule.on(".db")]);
            let answer = child.ask("open");
            assert!(!answer.to_string().contains("damaged"), "{spared}: {answer}");
            disk.faults.clear();
            if answer.get("error").is_none() {
                child.expect_ok("close");
            }
        }
    }
    child.expect_ok("open");
    disk.creates(&mut child);
    child.expect_ok("close");
    disk.assert_whole();
}

/// Every kind of call fails once, at every point of a sequence of writes.
#[test]
fn acknowledged_writes_are_kept_and_rejected_ones_are_not() {
    // Each check reads the whole file, so many small files are used.
    for spared in 0..depth(3, 80) {
        fail_each_call_once(spared);
    }
}

fn fail_each_call_once(spared: i32) {
    let (mut refused, mut reopened) = (0, 0);
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    for calls in [WRITE, SYNC, TRUNCATE, READ] {
        for ending in [".db", "-wal", "-shm"] {
            disk.faults.set(&[Rule::every(calls, EIO).on(ending).once_after(spared)]);
            for _ in 0..2 {
                refused += usize::from(disk.create(&mut child).is_some());
                child.ask("run 2");
            }
            disk.faults.clear();
            child.expect_ok("total");
            if disk.create(&mut child).is_some() {
                child.expect_ok("close");
                child.expect_ok("open");
                disk.creates(&mut child);
                reopened += 1;
            }
        }
    }
    println!("figures: I/O errors: {refused} writes refused, opened again {reopened} times: {}", disk.figures());
    child.expect_ok("close");
    disk.assert_whole();
}

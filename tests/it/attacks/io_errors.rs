//! Calls of the system that fail with an I/O error, one at a time, wherever they stand.

use shiptrack_tests::depth::depth;
use shiptrack_tests::faults::{EIO, READ, Rule, SYNC, TRUNCATE, WRITE};

use super::puppets::Stand;

#[test]
fn a_sync_that_failed_ends_writing_with_its_cause_which_is_told_once_and_to_every_caller() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    stand.creates(&mut child);
    stand.faults.set(&[Rule::every(SYNC, EIO).on("-wal").once_after(0)]);
    let (kind, says) = stand.create(&mut child).expect("the sync failed");
    assert!(kind == "store" && says.contains("may have taken effect"), "{kind}: {says}");
    for _ in 0..3 {
        let (kind, says) = stand.create(&mut child).expect("nothing is written any more");
        assert_eq!(kind, "store");
        assert!(says.contains("until it is opened again, since disk I/O error"), "{says}");
        assert!(!says.contains("may have taken effect"), "{says}");
    }
    child.works("total");
    let told = child.works("told");
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    assert!(told[0].as_str().unwrap().contains("disk I/O error"), "{told}");
    child.works("close");
    child.works("open");
    stand.creates(&mut child);
    child.works("close");
    stand.assert_whole();
}

#[test]
fn a_read_that_failed_is_no_damage_and_harms_nothing_that_comes_after() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    for _ in 0..40 {
        stand.creates(&mut child);
    }
    child.works("run 1");
    let mut failed = 0;
    for spared in 0..depth(6, 6, 60) {
        // Fresh eyes: nothing is in memory, every page is read.
        child.works("close");
        child.works("open");
        for ending in [".db", "-wal"] {
            stand.faults.set(&[Rule::every(READ, EIO).on(ending).once_after(spared)]);
            for order in ["total".to_owned(), "readers 3".to_owned()] {
                let said = child.ask(&order);
                assert!(!said.to_string().contains("damaged"), "{said}");
            }
            if let Some((kind, says)) = stand.create(&mut child) {
                assert!(!says.contains("damaged"), "{kind}: {says}");
            }
            failed += stand.faults.hits();
            stand.faults.clear();
            child.works("total");
            stand.creates(&mut child);
        }
        let told = child.works("told");
        assert_eq!(told.as_array().unwrap().len(), 0, "{told}");
    }
    assert!(failed > 0, "no read failed");
    println!("figures: failed reads: {failed}: {}", stand.figures());
    child.works("close");
    stand.assert_whole();
}

#[test]
fn a_disk_that_gives_nothing_out_is_no_damage_either_when_a_file_is_opened() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    for _ in 0..10 {
        stand.creates(&mut child);
    }
    child.works("close");
    for spared in 0..20 {
        for rule in [Rule::every(READ, EIO).once_after(spared), Rule { spared, ..Rule::every(READ, EIO) }] {
            stand.faults.set(&[rule.on(".db")]);
            let said = child.ask("open");
            assert!(!said.to_string().contains("damaged"), "{spared}: {said}");
            stand.faults.clear();
            if said.get("error").is_none() {
                child.works("close");
            }
        }
    }
    child.works("open");
    stand.creates(&mut child);
    child.works("close");
    stand.assert_whole();
}

/// Every kind of call fails once, at every place in a run of writes.
#[test]
fn nothing_acknowledged_is_lost_and_nothing_refused_is_kept_whichever_call_fails() {
    // Each look at a file reads all that was made in it: many small files, not one large one.
    for spared in 0..depth(3, 3, 80) {
        fail_each_call_once(spared);
    }
}

fn fail_each_call_once(spared: i32) {
    let (mut refused, mut reopened) = (0, 0);
    let mut stand = Stand::new();
    let mut child = stand.open();
    for calls in [WRITE, SYNC, TRUNCATE, READ] {
        for ending in [".db", "-wal", "-shm"] {
            stand.faults.set(&[Rule::every(calls, EIO).on(ending).once_after(spared)]);
            for _ in 0..2 {
                refused += usize::from(stand.create(&mut child).is_some());
                child.ask("run 2");
            }
            stand.faults.clear();
            child.works("total");
            if stand.create(&mut child).is_some() {
                child.works("close");
                child.works("open");
                stand.creates(&mut child);
                reopened += 1;
            }
        }
    }
    println!("figures: I/O errors: {refused} writes refused, opened again {reopened} times: {}", stand.figures());
    child.works("close");
    stand.assert_whole();
}

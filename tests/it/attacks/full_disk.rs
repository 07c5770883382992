//! A disk that fills and empties under a service that works.

use std::ops::Range;

use shiptrack_tests::depth::depth;
use shiptrack_tests::faults::{EDQUOT, EFBIG, ENOSPC, GROW, Rule, TRUNCATE};

use super::puppets::Stand;

const FULL: Rule = Rule { calls: GROW, error: ENOSPC, spared: 0, times: -1, ending: "" };

#[test]
fn a_disk_that_is_full_is_told_read_on_and_written_again_as_soon_as_there_is_room() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    for _ in 0..3 {
        stand.creates(&mut child);
        child.works("run 1");
        stand.faults.set(&[FULL]);
        // What the log has been given already may still be written over.
        while stand.create(&mut child).is_none() {}
        for _ in 0..3 {
            let (kind, says) = stand.create(&mut child).expect("there is no room");
            assert_eq!(kind, "storage_full", "{says}");
            assert!(says.contains("the disk is full"), "{says}");
        }
        let kept = child.works("total").as_u64().unwrap();
        stand.faults.clear();
        stand.creates(&mut child);
        assert_eq!(child.works("total"), kept + 1);
        let told = child.works("told");
        assert!(told[0].as_str().unwrap().contains("the disk is full") && told[1] == "resumed", "{told}");
        assert_eq!(told.as_array().unwrap().len(), 2, "{told}");
    }
    child.works("close");
    stand.assert_whole();
}

#[test]
fn a_quota_that_is_used_up_is_a_full_disk_too() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    stand.faults.set(&[Rule { error: EDQUOT, ..FULL }]);
    let (kind, says) = stand.create(&mut child).expect("there is no room");
    assert_eq!(kind, "storage_full", "{says}");
    stand.faults.clear();
    stand.creates(&mut child);
    child.works("close");
    stand.assert_whole();
}

/// SQLite calls this an I/O error of writing, of which nobody could say what came of it.
#[test]
fn a_file_that_may_not_grow_is_a_full_disk_too_and_what_is_refused_was_certainly_not_written() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    for spared in 0..depth(12, 12, 200) {
        stand
            .faults
            .set(&[Rule { error: EFBIG, spared, ..FULL.on("-wal") }, Rule { error: EFBIG, ..FULL.on(".lock") }]);
        for (kind, says) in (0..4).filter_map(|_| stand.create(&mut child)).collect::<Vec<_>>() {
            assert_eq!(kind, "storage_full", "{says}");
            assert!(!says.contains("may have taken effect"), "{says}");
        }
        stand.faults.clear();
        stand.creates(&mut child);
        child.works("close");
        stand.assert_whole();
        child = stand.open();
    }
    println!("figures: files that may not grow: {}", stand.figures());
}

#[test]
fn a_service_is_not_opened_without_room_and_is_opened_when_there_is() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    stand.creates(&mut child);
    child.works("close");
    stand.faults.set(&[FULL]);
    let (kind, says) = child.refuses("open");
    assert_eq!(kind, "storage_full", "{says}");
    stand.faults.clear();
    child.works("open");
    stand.creates(&mut child);
    child.works("close");
    stand.assert_whole();
}

/// Wherever the disk fills up, in the log, its index or the database, at whichever call, and however long it lasts.
#[test]
fn nothing_is_lost_or_half_done_wherever_the_disk_fills_up() {
    // Each look at a file reads all that was made in it: many small files, not one large one.
    for file in 0..depth(1, 1, 100) {
        fill_again_and_again(file * 20..(file + 1) * 20);
    }
}

fn fill_again_and_again(rounds: Range<usize>) {
    let mut stand = Stand::new();
    let mut child = stand.open();
    let (mut full, mut reopened) = (0, 0);
    for round in rounds.clone() {
        let ending = ["", "-wal", "-shm", ".db", ".lock"][round % 5];
        let calls = if round % 7 == 6 { GROW | TRUNCATE } else { GROW };
        stand.faults.set(&[Rule { calls, spared: (round % 23) as i32, ..FULL.on(ending) }]);
        for step in 0..4 {
            if let Some((kind, says)) = stand.create(&mut child) {
                assert_eq!(kind, "storage_full", "{says}");
                full += 1;
            }
            if step == 1 {
                child.ask("run 3");
                child.ask(&format!("mail {round}"));
            }
            child.works("total");
        }
        stand.faults.clear();
        stand.creates(&mut child);
        child.works("run 1");
        if round % 5 == 4 {
            // Killed, or closed, with whatever is left in the log.
            if round % 10 == 4 {
                child.kill()
            } else {
                drop(child.works("close"))
            }
            stand.assert_whole();
            child = stand.open();
            reopened += 1;
        }
    }
    child.works("close");
    stand.assert_whole();
    println!(
        "figures: full disks: rounds {rounds:?}, {full} writes refused, opened again {reopened} times: {}",
        stand.figures()
    );
}

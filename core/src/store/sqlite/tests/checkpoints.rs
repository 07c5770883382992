//! Tests of checkpoints: who waits for whom, and what happens while other code of the process has the database open.

use std::fs::File;
use std::time::Duration;

use super::*;
use crate::clock::{Clock, SystemClock};
use crate::store::StoragePolicy;

const LARGE: usize = 20 << 20;

fn log_bytes(folder: &Folder) -> u64 {
    std::fs::metadata(folder.0.join("s.db-wal")).unwrap().len()
}

#[test]
fn housekeeping_does_not_wait_again_and_again_for_a_long_read() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 1_000).unwrap();
    let elapsed = while_reading(&store, || {
        put_blob(&store, 2, LARGE).unwrap();
        let clock = SystemClock::new();
        let began = clock.monotonic();
        for _ in 0..40 {
            store.maintain().unwrap();
        }
        clock.monotonic() - began
    });
    assert!(elapsed < Duration::from_secs(5), "one wait of 250 ms each time would be 10 s: {elapsed:?}");
    put_blob(&store, 3, LARGE).unwrap();
    store.maintain().unwrap();
    assert_eq!(log_bytes(&folder), 0, "the log has grown since the refusal, so it is truncated again");
}

#[test]
fn a_log_is_only_appended_to_while_other_code_has_the_database_open() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 1_000).unwrap();
    store.maintain().unwrap();
    assert!(store.take_warning().is_none());
    let before = size(&folder);
    let foreign = File::open(folder.database()).unwrap();
    for id in 2..7 {
        put_blob(&store, id, LARGE).unwrap();
        store.maintain().unwrap();
    }
    assert_eq!(size(&folder), before, "nothing is copied to the database");
    assert!(log_bytes(&folder) > 5 * LARGE as u64);
    let warning = store.take_warning().unwrap().to_string();
    assert!(warning.contains("another copy of SQLite") && warning.contains("1073741824 bytes"), "{warning}");
    assert!(store.take_warning().is_none(), "reported once");
    drop(foreign);
    store.maintain().unwrap();
    assert_eq!(log_bytes(&folder), 0);
    assert!(size(&folder) > before);
    assert!(has_blob(&store, 6, LARGE));
}

#[test]
fn writes_are_refused_when_the_log_has_reached_its_limit_because_of_other_code() {
    let folder = Folder::new();
    let policy = StoragePolicy { max_log_bytes: 1 << 20, ..StoragePolicy::default() };
    let store = SqliteStore::open_with(&folder.database(), &policy).unwrap();
    put_blob(&store, 1, 2 << 20).unwrap();
    put_blob(&store, 2, 1_000).unwrap();
    let foreign = File::open(folder.database()).unwrap();
    for refusal in [put_blob(&store, 3, 1_000), store.check_writable(), store.maintain()] {
        let error = refusal.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store);
        assert!(error.to_string().contains("`storage.max_log_bytes`"), "{error}");
    }
    assert!(has_blob(&store, 2, 1_000) && !has_blob(&store, 3, 1_000));
    drop(foreign);
    store.check_writable().unwrap();
    put_blob(&store, 3, 1_000).unwrap();
}

#[test]
fn the_log_stays_if_other_code_has_the_database_open_when_the_store_is_closed() {
    for drops in [false, true] {
        let folder = Folder::new();
        let store = SqliteStore::open(&folder.database()).unwrap();
        put_blob(&store, 1, 1_000).unwrap();
        let foreign = File::open(folder.database()).unwrap();
        if drops {
            drop(store)
        } else {
            store.close().unwrap()
        }
        assert!(log_bytes(&folder) > 0);
        drop(foreign);
        let store = SqliteStore::open(&folder.database()).unwrap();
        assert!(has_blob(&store, 1, 1_000));
        store.close().unwrap();
        assert!(!folder.0.join("s.db-wal").exists());
    }
}

#[test]
fn connections_of_the_store_are_not_taken_for_other_code() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    let has_foreign = || store.file.as_ref().unwrap().descriptors().has_foreign();
    let readers = store.readers.as_ref().unwrap();
    for count in [40, 3, 50] {
        let taken: Vec<_> = (0..count).map(|_| readers.take().unwrap()).collect();
        assert!(!has_foreign());
        drop(taken);
        assert!(!has_foreign());
    }
    let foreign = File::open(folder.database()).unwrap();
    assert!(has_foreign());
    drop(foreign);
    assert!(!has_foreign());
}

#[test]
fn a_read_that_begins_during_a_checkpoint_keeps_the_log() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 1_000_000).unwrap();
    let pin = store.checkpoints.as_ref().unwrap().pin().unwrap();
    pin.begin_snapshot().unwrap();
    store.checkpoint(&store.lock_writer(), "PASSIVE").unwrap();
    let before = log_bytes(&folder);
    put_blob(&store, 2, 1_000_000).unwrap();
    assert!(log_bytes(&folder) > before, "the next write does not begin the log anew");
    pin.end_snapshot().unwrap();
    drop(pin);
    store.maintain().unwrap();
    let before = log_bytes(&folder);
    put_blob(&store, 3, 1_000_000).unwrap();
    assert_eq!(log_bytes(&folder), before, "the whole log was copied, so the next write begins it anew");
}

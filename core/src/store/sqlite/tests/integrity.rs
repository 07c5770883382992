//! Tests of the checks for damage: of the whole file when it is opened, and of each record when it is read.

use serde::{Deserialize, Serialize};

use super::super::columns::{parse, to_record};
use super::*;
use crate::store::{AccountRecord, StoragePolicy};

/// Overwrites `count` pages in the middle of the file.
fn overwrite_pages(path: &Path, count: usize) {
    use std::io::{Seek, SeekFrom, Write};
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    let pages = file.metadata().unwrap().len() / 2048;
    file.seek(SeekFrom::Start((pages / 2) * 2048)).unwrap();
    file.write_all(&vec![0xa5; count * 2048]).unwrap();
}

fn filled() -> Folder {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 2_000_000).unwrap();
    folder
}

#[test]
fn a_database_with_overwritten_pages_is_rejected_when_it_is_opened() {
    let folder = filled();
    overwrite_pages(&folder.database(), 200);
    for _ in 0..2 {
        let error = SqliteStore::open(&folder.database()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store);
        assert!(error.to_string().contains("damaged: restore it"), "{error}");
    }
}

#[test]
fn a_large_database_is_only_checked_after_an_unclean_end() {
    let policy = StoragePolicy { check_bytes: 1_000_000, ..StoragePolicy::default() };
    let open = |folder: &Folder| SqliteStore::open_with(&folder.database(), &policy);
    let folder = filled();
    overwrite_pages(&folder.database(), 200);
    drop(open(&folder).expect("the last handle closed the database, so it is not checked"));
    open(&folder).unwrap().close().unwrap();
    let store = open(&folder).unwrap();
    // As after a crash: the lock file does not say that the database was closed.
    let note = std::fs::read(folder.0.join("s.db.lock")).unwrap();
    drop(store);
    std::fs::write(folder.0.join("s.db.lock"), note).unwrap();
    for _ in 0..2 {
        assert!(open(&folder).unwrap_err().to_string().contains("damaged: restore it"));
    }
    let intact = filled();
    std::fs::remove_file(intact.0.join("s.db.lock")).unwrap();
    open(&intact).unwrap();
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Sample {
    container: String,
    day: String,
    weight: u32,
}

#[test]
fn a_flipped_bit_never_changes_a_record() {
    let sample = Sample { container: "MSKU0308961".into(), day: "2026-05-12".into(), weight: 21_400 };
    let text = to_record(&sample).unwrap();
    assert_eq!(parse::<Sample>(&text), Ok(Sample { ..parse(&text).unwrap() }));
    assert_eq!(parse::<Sample>(&text).unwrap(), sample);
    let mut reported = 0;
    for bit in 0..text.len() * 8 {
        let mut bytes = text.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let Ok(flipped) = String::from_utf8(bytes) else { continue };
        match parse::<Sample>(&flipped) {
            Ok(found) => assert_eq!(found, sample, "{flipped}"),
            Err(_) => reported += 1,
        }
    }
    assert!(reported > 0);
}

#[test]
fn a_record_without_a_checksum_is_damaged() {
    let damaged = "its checksum is missing: the stored data is damaged";
    for text in ["", r#"{"container":"A","day":"B","weight":1}"#, r#"{"container":"A","day":"#] {
        assert_eq!(parse::<Sample>(text), Err(damaged), "{text}");
    }
    assert_eq!(to_record(&serde_json::json!({})).unwrap(), "{}");
}

#[test]
fn a_damaged_record_is_reported() {
    let store = SqliteStore::in_memory().unwrap();
    let account = AccountRecord {
        id: Uuid::from_u128(7).into(),
        name: "acme".to_owned(),
        company_name: "ACME 1".to_owned(),
        created_at: DateTime::UNIX_EPOCH,
        adoptions: Default::default(),
        settings: Default::default(),
    };
    <dyn Store>::writing(&store, |tx| tx.add_account(&account)).unwrap();
    lock(&store.writer).execute_batch("UPDATE accounts SET body = replace(body, 'ACME 1', 'ACME 0')").unwrap();
    let error = <dyn Store>::reading(&store, |tx| tx.account_by_name("acme")).unwrap_err();
    assert!(error.to_string().contains("its checksum is wrong"), "{error}");
}

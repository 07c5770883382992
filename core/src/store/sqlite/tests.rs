//! Tests that need access to the connection. The behavior of the store is tested by `tests/it/store.rs`.

mod checkpoints;
mod integrity;
mod migrations;

use std::sync::atomic::{AtomicU32, Ordering};

use chrono::DateTime;
use uuid::Uuid;

use super::listing::Listing;
use super::*;
use crate::resources::{AccountId, Container, ShipmentId};
use crate::store::{
    BlobId, ContainerFilter, ContainerRecord, DeliveryRecord, DocumentFilter, DocumentOrder, DueFilter,
    FieldDefinitionFilter, FieldFilter, Position, Queue, RequestFilter, RequestRecord, SearchHit, SearchHitRecord,
    ShipmentFilter, Slice, TrackedNumber,
};
use crate::tracking::{Fact, Statement};
use std::fs::OpenOptions;
use std::path::PathBuf;

/// A folder for one test, which is deleted afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("shiptrack-sqlite-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn database(&self) -> PathBuf {
        self.0.join("s.db")
    }

    /// Runs `script` on the file like another program.
    fn tamper(&self, script: &str) {
        Connection::open(self.database()).unwrap().execute_batch(script).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn put_blob(store: &dyn Store, id: u8, size: usize) -> Result<()> {
    let bytes = vec![id; size];
    store.writing(|tx| tx.put_blob(&BlobId::of(&bytes), &bytes))
}

/// Whether these bytes are stored.
fn has_blob(store: &dyn Store, id: u8, size: usize) -> bool {
    let bytes = vec![id; size];
    store.reading(|tx| tx.blob(&BlobId::of(&bytes))).unwrap().is_some()
}

/// Prevents the file from growing: the next page that it needs is a disk error.
fn fill_disk(store: &SqliteStore) {
    let writer = lock(&store.writer);
    let pages: i64 = writer.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    writer.pragma_update(None, "max_page_count", pages).unwrap();
}

/// Permits the file to grow again.
fn empty_disk(store: &SqliteStore) {
    lock(&store.writer).pragma_update(None, "max_page_count", i64::from(u32::MAX - 1)).unwrap();
}

#[test]
fn a_full_store_can_be_read_and_is_written_again_when_there_is_room() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 10).unwrap();
    fill_disk(&store);
    for _ in 0..2 {
        let error = put_blob(&store, 2, 1_000_000).unwrap_err();
        assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::StorageFull, false));
        assert!(has_blob(&store, 1, 10) && !has_blob(&store, 2, 1_000_000));
    }
    empty_disk(&store);
    store.check_writable().unwrap();
    put_blob(&store, 2, 1_000_000).unwrap();
    assert!(has_blob(&store, 2, 1_000_000));
    store.maintain().unwrap();
}

#[test]
fn a_broken_store_can_be_read_and_rejects_writes_until_it_is_opened_again() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 10).unwrap();
    store.health.set_broken("the disk is on fire");
    for result in [put_blob(&store, 3, 1), store.maintain(), store.check_writable()] {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store);
        assert!(error.to_string().contains("the disk is on fire"), "{error}");
    }
    assert!(has_blob(&store, 1, 10));
    drop(store);
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 3, 1).unwrap();
}

#[test]
fn a_write_that_ignores_a_disk_error_is_not_committed() {
    let store = SqliteStore::in_memory().unwrap();
    fill_disk(&store);
    let error = <dyn Store>::writing(&store, |tx| {
        assert!(tx.put_blob(&BlobId([1; 32]), &[1; 1_000_000]).is_err());
        // SQLite has already rolled back: this would be committed separately.
        assert!(tx.put_blob(&BlobId::of(&[2]), &[2]).is_err());
        Ok(())
    });
    assert_eq!(error.unwrap_err().kind(), ErrorKind::StorageFull);
    assert!(!has_blob(&store, 2, 1));
}

#[test]
fn damaged_bytes_are_not_returned_and_are_repaired_by_storing_them_again() {
    let store = SqliteStore::in_memory().unwrap();
    put_blob(&store, 1, 1_000).unwrap();
    lock(&store.writer).execute_batch("UPDATE blobs SET bytes = zeroblob(1000)").unwrap();
    let id = BlobId::of(&[1; 1_000]);
    let error = <dyn Store>::reading(&store, |tx| tx.blob(&id)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Store);
    assert!(error.to_string().contains(&format!("SHA-256 {id:?} are damaged")), "{error}");
    put_blob(&store, 1, 1_000).unwrap();
    assert!(has_blob(&store, 1, 1_000));
}

#[test]
fn a_damaged_page_is_reported_by_every_call_and_ends_writing() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 100_000).unwrap();
    drop(store);
    // Damaged after opening, because opening checks the file.
    let store = SqliteStore::open(&folder.database()).unwrap();
    damage(&folder.database());
    for _ in 0..2 {
        let error = <dyn Store>::reading(&store, |tx| tx.blob(&BlobId::of(&[1; 100_000]))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store);
        assert!(error.to_string().contains("damaged: restore it"), "{error}");
    }
    assert!(store.check_writable().unwrap_err().to_string().contains("damaged"));
}

#[test]
fn a_file_is_checked_after_a_disk_error_of_its_last_holder() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 100_000).unwrap();
    store.health.set_broken("the disk is on fire");
    drop(store);
    folder.tamper("PRAGMA wal_checkpoint(TRUNCATE)");
    damage(&folder.database());
    for _ in 0..2 {
        assert_eq!(SqliteStore::open(&folder.database()).unwrap_err().kind(), ErrorKind::Store);
    }
}

#[test]
fn a_truncated_file_is_reported_as_damaged() {
    for left in [20, 100, 5_000, 20_000] {
        let folder = Folder::new();
        let store = SqliteStore::open(&folder.database()).unwrap();
        put_blob(&store, 1, 100_000).unwrap();
        drop(store);
        OpenOptions::new().write(true).open(folder.database()).unwrap().set_len(left).unwrap();
        let error = SqliteStore::open(&folder.database()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store, "{left}: {error}");
        let message = error.to_string();
        assert!(message.contains("damaged") && message.contains("s.db"), "{left}: {message}");
    }
}

/// File modes do not apply to root, so the test opens the file read-only instead.
#[test]
fn a_read_only_file_is_rejected_when_it_is_opened() {
    let folder = Folder::new();
    drop(SqliteStore::open(&folder.database()).unwrap());
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let error = opening::check_writable(&Connection::open_with_flags(folder.database(), flags).unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Store);
    assert!(error.to_string().contains("read-only"), "{error}");
    opening::check_writable(&Connection::open(folder.database()).unwrap()).unwrap();
}

/// Each name would have a separate write-ahead log.
#[cfg(unix)]
#[test]
fn a_file_with_several_names_is_rejected() {
    let folder = Folder::new();
    let second = folder.0.join("second.db");
    let store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 10).unwrap();
    std::fs::hard_link(folder.database(), &second).unwrap();
    let assert_rejected = |path: &Path| {
        let error = SqliteStore::open(path).unwrap_err();
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Store, false), "{error}");
        assert!(error.to_string().contains("several names (hard links)"), "{error}");
    };
    assert_rejected(&second);
    assert!(!folder.0.join("second.db.lock").exists());
    // The first handle is not affected, and its writes are stored.
    put_blob(&store, 2, 10).unwrap();
    drop(store);
    assert_rejected(&folder.database());
    std::fs::remove_file(&second).unwrap();
    let store = SqliteStore::open(&folder.database()).unwrap();
    assert!(has_blob(&store, 1, 10) && has_blob(&store, 2, 10));
}

#[test]
fn only_a_lock_of_another_process_is_retryable() {
    let folder = Folder::new();
    let lock = Lock::acquire(&folder.database()).unwrap();
    let held = Lock::acquire(&folder.database()).err().unwrap();
    assert_eq!((held.kind(), held.is_retryable()), (ErrorKind::StoreBusy, false), "{held}");
    std::fs::write(folder.0.join("s.db.lock"), "1 \n").unwrap();
    let held = Lock::acquire(&folder.database()).err().unwrap();
    assert_eq!((held.kind(), held.is_retryable()), (ErrorKind::StoreBusy, true), "{held}");
    drop(lock);
}

#[test]
fn a_deleted_lock_file_is_created_again() {
    let folder = Folder::new();
    let lock = Lock::acquire(&folder.database()).unwrap();
    lock.discard();
    assert!(!folder.0.join("s.db.lock").exists());
    let second = Lock::acquire(&folder.database()).unwrap();
    assert_eq!(Lock::acquire(&folder.database()).err().unwrap().kind(), ErrorKind::StoreBusy);
    drop(second);
    // A lock file that existed before is not deleted.
    Lock::acquire(&folder.database()).unwrap().discard();
    assert!(folder.0.join("s.db.lock").exists());
}

/// Overwrites pages in the middle of the file.
fn damage(path: &Path) {
    use std::io::{Seek, SeekFrom, Write};
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    let pages = file.metadata().unwrap().len() / 4096;
    file.seek(SeekFrom::Start(4096)).unwrap();
    file.write_all(&vec![0xff; (pages as usize - 2) * 4096]).unwrap();
}

#[test]
fn after_a_fork_all_calls_fail_and_dropping_does_not_change_the_file() {
    let folder = Folder::new();
    let mut store = SqliteStore::open(&folder.database()).unwrap();
    put_blob(&store, 1, 10).unwrap();
    let log = std::fs::metadata(folder.0.join("s.db-wal")).unwrap().len();
    // As in a child process: the handle was opened by another process.
    store.process ^= 1;
    store.writer.get_mut().unwrap().pretend_fork();
    assert_eq!(put_blob(&store, 2, 1).unwrap_err().kind(), ErrorKind::Forked);
    assert_eq!(<dyn Store>::reading(&store, |tx| tx.accounts()).unwrap_err().kind(), ErrorKind::Forked);
    assert_eq!(store.maintain().unwrap_err().kind(), ErrorKind::Forked);
    drop(store);
    assert_eq!(std::fs::metadata(folder.0.join("s.db-wal")).unwrap().len(), log);
    assert!(log > 0);
}

#[test]
fn a_database_of_a_newer_version_is_rejected_with_both_versions() {
    let folder = Folder::new();
    drop(SqliteStore::open(&folder.database()).unwrap());
    folder.tamper("PRAGMA user_version = 77");
    let error = SqliteStore::open(&folder.database()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StoreVersion);
    assert!(error.to_string().contains("version 77") && error.to_string().contains("versions up to "), "{error}");
}

#[test]
fn a_database_of_an_unreleased_version_is_rejected_with_advice() {
    for (application, version) in [("sTrK", 19), ("shTr", 2)] {
        let folder = Folder::new();
        let id = i32::from_be_bytes(application.as_bytes().try_into().unwrap());
        folder.tamper(&format!(
            "CREATE TABLE requests (x); PRAGMA application_id = {id}; PRAGMA user_version = {version}"
        ));
        let before = std::fs::read(folder.database()).unwrap();
        let error = SqliteStore::open(&folder.database()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StoreVersion);
        let sentence = error.to_string();
        assert!(
            ["s.db", "development version", "another path"].iter().all(|part| sentence.contains(part)),
            "{sentence}"
        );
        assert_eq!(std::fs::read(folder.database()).unwrap(), before);
    }
}

#[test]
fn a_database_of_another_program_is_rejected_and_unchanged() {
    for script in
        ["CREATE TABLE theirs (x)", "PRAGMA application_id = 7", "PRAGMA application_id = 7; CREATE TABLE t (x)"]
    {
        let folder = Folder::new();
        folder.tamper(script);
        let before = std::fs::read(folder.database()).unwrap();
        let error = SqliteStore::open(&folder.database()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StoreVersion);
        assert_eq!(std::fs::read(folder.database()).unwrap(), before);
        assert!(!folder.0.join("s.db.lock").exists(), "no lock file remains");
    }
}

#[test]
fn facts_cannot_be_changed_or_deleted() {
    let store = SqliteStore::in_memory().unwrap();
    let number = TrackedNumber { account: account(), scac: None, number: "A".into() };
    let fact: Fact = serde_json::from_str(r#"{"withdrawn":"x"}"#).unwrap();
    assert_eq!(fact.statement, Statement::Withdrawn("x".into()));
    <dyn Store>::writing(&store, |tx| tx.add_facts(&number, std::slice::from_ref(&fact))).unwrap();
    for script in ["UPDATE facts SET number = 'B'", "DELETE FROM facts"] {
        assert!(lock(&store.writer).execute_batch(script).unwrap_err().to_string().contains("append-only"));
    }
    assert_eq!(<dyn Store>::reading(&store, |tx| tx.facts(&number)).unwrap(), [fact]);
}

#[test]
fn every_commit_is_synced_and_small_ones_do_not_checkpoint() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    let writer = lock(&store.writer);
    let setting = |name: &str| -> String {
        let read =
            |row: &rusqlite::Row<'_>| Ok(row.get_ref(0)?.as_i64().map_or_else(|_| row.get(0), |n| Ok(n.to_string())));
        writer.query_row(&format!("PRAGMA {name}"), [], read).unwrap().unwrap()
    };
    assert_eq!(setting("journal_mode"), "wal");
    assert_eq!(setting("synchronous"), "2");
    assert_eq!(setting("wal_autocheckpoint"), if cfg!(unix) { "0" } else { "32768" });
    assert_eq!((setting("trusted_schema"), setting("cell_size_check")), ("0".into(), "1".into()));
}

#[test]
fn housekeeping_truncates_a_large_log() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    let log = || std::fs::metadata(folder.0.join("s.db-wal")).unwrap().len();
    put_blob(&store, 1, 1_000).unwrap();
    store.maintain().unwrap();
    assert!(log() > 0);
    put_blob(&store, 2, 20 * 1024 * 1024).unwrap();
    assert!(log() > 16 * 1024 * 1024);
    store.maintain().unwrap();
    assert_eq!(log(), 0);
    assert!(has_blob(&store, 2, 20 * 1024 * 1024));
}

/// Does work while another thread has a read transaction open, so that the log is in use.
fn while_reading<T>(store: &SqliteStore, work: impl FnOnce() -> T) -> T {
    let (reads, is_done) = (std::sync::Barrier::new(2), std::sync::Barrier::new(2));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut read = |session: &Tx<'_>| {
                session.number("SELECT count(*) FROM accounts", [])?;
                reads.wait();
                is_done.wait();
                Ok(())
            };
            store.reading(&mut read).unwrap();
        });
        reads.wait();
        let done = work();
        is_done.wait();
        done
    })
}

#[test]
fn housekeeping_truncates_a_log_that_a_reader_kept() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    let log = || std::fs::metadata(folder.0.join("s.db-wal")).unwrap().len();
    store.unlock(Some(&StoreKey::new([1; StoreKey::BYTES]))).unwrap();
    assert_eq!(log(), 0);
    let kept = while_reading(&store, || {
        store.rekey(&StoreKey::new([2; StoreKey::BYTES])).unwrap();
        log()
    });
    assert!(kept > 0, "a reader is using it");
    store.maintain().unwrap();
    assert_eq!(log(), 0);
}

#[test]
fn interrupted_encryption_continues_when_the_file_is_opened() {
    let folder = Folder::new();
    let [key, other] = [1, 2].map(|byte| StoreKey::new([byte; StoreKey::BYTES]));
    let check = |store: &SqliteStore| -> String {
        lock(&store.writer).query_row("SELECT body FROM sealing", [], |row| row.get(0)).unwrap()
    };
    let store = SqliteStore::open(&folder.database()).unwrap();
    store.unlock(Some(&key)).unwrap();
    let sealed = check(&store);
    assert!(sealed.starts_with("sealed1:"), "{sealed}");
    lock(&store.writer).execute_batch("UPDATE sealing SET body = 'old:' || body").unwrap();
    drop(store);
    let store = SqliteStore::open(&folder.database()).unwrap();
    store.unlock(Some(&other)).unwrap_err();
    assert_eq!(check(&store), format!("old:{sealed}"));
    store.unlock(Some(&key)).unwrap();
    assert_eq!(check(&store), sealed);
}

fn number(connection: &Connection, pragma: &str) -> i64 {
    connection.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0)).unwrap()
}

fn size(folder: &Folder) -> u64 {
    std::fs::metadata(folder.database()).unwrap().len()
}

/// Deletes all stored bytes.
fn delete_blobs(store: &SqliteStore) {
    lock(&store.writer).execute_batch("DELETE FROM blobs").unwrap();
}

#[test]
fn a_file_shrinks_in_steps_after_deletions() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    assert_eq!(number(&lock(&store.writer), "auto_vacuum"), 2);
    for id in 0..8 {
        put_blob(&store, id, 1 << 20).unwrap();
    }
    store.maintain().unwrap();
    let full = size(&folder);
    delete_blobs(&store);
    let mut sizes = vec![full];
    for _ in 0..6 {
        store.maintain().unwrap();
        sizes.push(size(&folder));
    }
    assert!(sizes.is_sorted_by(|a, b| a >= b) && sizes[1] > full / 2, "in steps: {sizes:?}");
    assert!(sizes[6] < full / 3 && sizes[6] == sizes[5], "and keeps a reserve: {sizes:?}");
    put_blob(&store, 1, 500_000).unwrap();
    store.maintain().unwrap();
    assert_eq!(size(&folder), sizes[6], "free pages are used first");
}

#[test]
fn a_log_without_housekeeping_stays_bounded() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    for id in 0..16 {
        put_blob(&store, id, 10 * 1024 * 1024).unwrap();
    }
    assert!(std::fs::metadata(folder.0.join("s.db-wal")).unwrap().len() < 100 * 1024 * 1024);
}

#[test]
fn every_list_uses_its_index() {
    let by_status = RequestFilter { status: Some("failed".into()), ..Default::default() };
    let by_number = RequestFilter { number: Some("a".into()), ..by_status.clone() };
    let by_kind = RequestFilter { kind: Some("container".into()), ..Default::default() };
    let by_search = RequestFilter { search: Some("a".into()), ..by_kind.clone() };
    let by_part = ShipmentFilter { search: Some("a".into()), ..Default::default() };
    let by_carrier = |status: Option<&str>| RequestFilter {
        scac: Some("MAEU".into()),
        status: status.map(Into::into),
        ..Default::default()
    };
    let made = RequestFilter { created_from: Some(DateTime::UNIX_EPOCH), ..Default::default() };
    let changed =
        RequestFilter { updated_until: Some(DateTime::UNIX_EPOCH), scac: Some("MAEU".into()), ..by_status.clone() };
    let number = Some("a".to_owned());
    let nil = || Some(Uuid::nil().to_string());
    let account = &account();
    for (listing, index) in [
        (
            Listing::of("webhooks", account),
            "webhooks USING COVERING INDEX sqlite_autoindex_webhooks_1 (account=? AND id<?)",
        ),
        (
            Listing::of("parties", account),
            "parties USING COVERING INDEX sqlite_autoindex_parties_1 (account=? AND id<?)",
        ),
        (
            custom_fields::definitions(account, &FieldDefinitionFilter::default()),
            "field_definitions_1 (account=? AND id<?)",
        ),
        (
            custom_fields::fields(account, &FieldFilter::default()),
            "INDEX sqlite_autoindex_fields_1 (account=? AND id<?)",
        ),
        (
            custom_fields::fields(account, &FieldFilter { kind: Some("Shipment".into()), ..Default::default() }),
            "fields_by_kind (account=? AND kind=? AND id<?)",
        ),
        (
            custom_fields::fields(account, &FieldFilter { entity: nil(), ..Default::default() }),
            "sqlite_autoindex_fields_2 (account=? AND entity=?)",
        ),
        (
            custom_fields::fields(account, &FieldFilter { definition: Some(Uuid::nil().into()), ..Default::default() }),
            "fields_by_definition (account=? AND definition=? AND id<?)",
        ),
        (requests::listing(account, &RequestFilter::default()), "requests_1 (account=? AND id<?)"),
        (requests::listing(account, &by_status), "requests_by_status (account=? AND status=? AND id<?)"),
        (requests::listing(account, &by_number), "requests USING INTEGER PRIMARY KEY (rowid=?)"),
        (requests::listing(account, &by_number), "requests_by_number (account=? AND number=?)"),
        (requests::listing(account, &by_number), "requests_by_submitted (account=? AND submitted=?)"),
        (
            requests::listing(account, &by_carrier(None)),
            "COVERING INDEX requests_by_scac (account=? AND scac=? AND id<?)",
        ),
        (
            requests::listing(account, &by_carrier(Some("failed"))),
            "COVERING INDEX requests_by_scac_and_status (account=? AND scac=? AND status=? AND id<?)",
        ),
        (requests::listing(account, &made), "requests_1 (account=? AND id>? AND id<?)"),
        (
            requests::listing(account, &RequestFilter { scac: by_carrier(None).scac, ..made.clone() }),
            "COVERING INDEX requests_by_scac (account=? AND scac=? AND id>? AND id<?)",
        ),
        (
            requests::listing(account, &changed).using_index(requests::BY_CHANGE),
            "COVERING INDEX requests_by_update (account=? AND updated<?)",
        ),
        (
            requests::listing(account, &changed).using_index(requests::IN_ORDER),
            "COVERING INDEX requests_in_order (account=? AND id<?)",
        ),
        (
            mail::documents(account, &DocumentFilter::default()),
            "COVERING INDEX documents_not_discarded (account=? AND id<?)",
        ),
        (
            mail::documents(account, &DocumentFilter { order: DocumentOrder::DocumentType, ..Default::default() }),
            "INDEX documents_by_kind (account=? AND (kind,id)<(?,?))",
        ),
        (
            mail::documents(account, &DocumentFilter { file_name: number.clone(), ..Default::default() }),
            "documents_by_file_name (account=?)",
        ),
        (
            mail::documents(account, &DocumentFilter { reference: number.clone(), ..Default::default() }),
            "search_words USING PRIMARY KEY (account=? AND kind=? AND word=?)",
        ),
        (requests::listing(account, &by_kind), "requests_by_kind (account=? AND kind=? AND id<?)"),
        (requests::listing(account, &by_search), "requests_by_number (account=? AND number>? AND number<?)"),
        (
            requests::listing(account, &by_search),
            "search_words USING PRIMARY KEY (account=? AND kind=? AND word>? AND word<?)",
        ),
        (requests::listing(account, &by_search), "requests_by_kind (account=? AND kind=? AND id=?)"),
        (shipments::shipments(account, &by_part), "containers_by_number (account=? AND number>? AND number<?)"),
        (shipments::shipments(account, &by_part), "shipments_by_submitted (account=? AND submitted>? AND submitted<?)"),
        (
            shipments::shipments(account, &ShipmentFilter { number: number.clone(), ..Default::default() }),
            "shipments_by_normalized (account=? AND normalized=?)",
        ),
        (
            shipments::shipments(account, &ShipmentFilter { tracking_stopped: Some(true), ..Default::default() }),
            "shipments_by_stop (account=? AND stopped=? AND id<?)",
        ),
        (
            shipments::containers(account, &ContainerFilter { number, ..Default::default() }),
            "containers_by_number (account=? AND number=?)",
        ),
        (
            shipments::containers(
                account,
                &ContainerFilter { shipment: Some(Uuid::nil().into()), ..Default::default() },
            ),
            "containers_of_shipment (account=? AND shipment=? AND id<?)",
        ),
    ] {
        let (sql, _) = listing.slice(&Slice { before: Some(Position::Item(Uuid::nil())), skip: 1, limit: 1 });
        let plan = plan(&sql);
        assert!(plan.contains(index) && !plan.contains("SCAN"), "{sql}: {plan}");
    }
}

#[test]
fn every_query_uses_its_index() {
    for (sql, index) in [
        ("SELECT 1 FROM requests WHERE account = ?1 AND number = ?2 AND scac = ?3 AND live = 1", "requests_live"),
        ("SELECT body FROM requests WHERE account = ?1 AND shipment = ?2 ORDER BY id DESC LIMIT 1", "_by_shipment"),
        ("SELECT body FROM facts WHERE account = ?1 AND number = ?2 AND scac = ?3 ORDER BY sequence", "of_number"),
        ("SELECT body FROM events WHERE account = ?1 AND container = ?2 ORDER BY sequence", "events_of_container"),
        (
            "SELECT body FROM notifications WHERE account = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3",
            "notifications_of_account",
        ),
        ("SELECT 1 FROM notifications WHERE key = ?1", "autoindex_notifications_1"),
        (session::WORDS_OF_OWNER, "COVERING INDEX search_words_of_owner (account=? AND kind=? AND owner=?)"),
        ("DELETE FROM deliveries WHERE account = ?1 AND webhook = ?2 AND pending = 1", "deliveries_pending"),
        ("SELECT body FROM documents WHERE account = ?1 AND email = ?2 AND discarded = 0", "documents_of_email"),
        (outbox::FAILED, "INDEX deliveries_failed (account=? AND webhook=? AND id>?)"),
        (shipments::EVENT_IDS, "COVERING INDEX events_of_container (account=? AND container=?)"),
        (shipments::EVENTS, "INDEX events_of_container (account=? AND container=? AND sequence<?)"),
        (shipments::EVENTS, "COVERING INDEX events_of_container (account=? AND container=?)"),
        (
            "SELECT id FROM containers WHERE account = ?1 AND shipment = ?2 AND left_shipment = 0 ORDER BY id",
            "COVERING INDEX containers_in_shipment",
        ),
        (custom_fields::DEFINITION_NAMED, "autoindex_field_definitions_2"),
        (custom_fields::WITH_DEFAULT, "field_definitions_with_default"),
        (custom_fields::OPTIONS, "autoindex_field_options_2"),
        (custom_fields::FIELD_OF, "autoindex_fields_2"),
        (custom_fields::FIELDS_OF, "autoindex_fields_2"),
        (custom_fields::COUNT, "field_counts USING PRIMARY KEY (account=?)"),
        (custom_fields::REMOVE, "COVERING INDEX fields_by_definition (account=? AND definition=?)"),
        ("SELECT body FROM parties WHERE account = ?1 AND name = ?2", "autoindex_parties_2"),
        (parties::NAMED, "parties_by_search_name (account=?)"),
        (search::CUSTOMERS, "COVERING INDEX parties_by_search_name (account=?)"),
        (search::CUSTOMERS, "counted USING PRIMARY KEY (account=? AND kind=? AND facet=? AND value=?)"),
        (mail::QUARANTINED, "INDEX emails_quarantined (account=?)"),
        (refreshes::LAST_REFRESH, "COVERING INDEX shipments_by_refresh (account=?)"),
        (refreshes::SHIPMENTS_BY_REFRESH, "COVERING INDEX shipments_by_refresh (account=?)"),
    ] {
        let plan = plan(sql);
        assert!(plan.contains(index) && !plan.contains("SCAN"), "{sql}: {plan}");
    }
}

#[test]
fn containers_are_listed_by_refresh_without_sorting() {
    for (is_first_part, shipments) in [(true, "(account=? AND refreshed<?)"), (false, "(account=? AND refreshed>?)")] {
        let plan = plan(&refreshes::rows_sql(is_first_part));
        let containers = "c USING COVERING INDEX containers_of_shipment (account=? AND shipment=?)";
        assert!(plan.contains(&format!("s USING COVERING INDEX shipments_by_refresh {shipments}")), "{plan}");
        assert!(plan.contains(containers) && !plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "{plan}");
    }
}

/// The query plan of SQLite.
fn plan(sql: &str) -> String {
    let store = SqliteStore::in_memory().unwrap();
    let writer = lock(&store.writer);
    let mut statement = writer.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    let values = vec![rusqlite::types::Null; statement.parameter_count()];
    let steps = statement.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3)).unwrap();
    steps.collect::<rusqlite::Result<Vec<_>>>().unwrap().join("; ")
}

#[test]
fn the_error_for_an_unreadable_record_does_not_quote_it() {
    let store = SqliteStore::in_memory().unwrap();
    let insert = "INSERT INTO accounts VALUES (zeroblob(16), 'a', 0, '{\"id\":[\"planted secret\"]}')";
    lock(&store.writer).execute_batch(insert).unwrap();
    let error = <dyn Store>::reading(&store, |tx| tx.accounts()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Store);
    assert!(!format!("{error} {error:?}").contains("planted"));
    put_blob(&store, 1, 1).unwrap();
}

#[test]
fn an_unreadable_due_row_is_reported_and_can_be_postponed() {
    let store = SqliteStore::in_memory().unwrap();
    let script =
        "INSERT INTO requests (account, id, scac, number, kind, status, live, due, rank, created, updated, body) VALUES
            (zeroblob(16), x'00000000000000000000000000000001', '', 'A', '', 'pending', 1, 5, 0, 0, 0, '{}');
         INSERT INTO deliveries VALUES
            (zeroblob(16), x'00000000000000000000000000000002', zeroblob(16), 1, 5, 'not \"planted\"')";
    lock(&store.writer).execute_batch(script).unwrap();
    let store: &dyn Store = &store;
    let (now, all) = (DateTime::from_timestamp_micros(5).unwrap(), DueFilter::default());
    let read = || {
        store
            .reading(|tx| Ok((tx.due::<RequestRecord>(now, &all, 9)?, tx.due::<DeliveryRecord>(now, &all, 9)?)))
            .unwrap()
    };
    let (requests, deliveries) = read();
    assert_eq!((requests.readable.len(), deliveries.readable.len()), (0, 0));
    let (request, delivery) = (&requests.unreadable[0], &deliveries.unreadable[0]);
    assert_eq!((request.account.clone(), request.id), (Uuid::nil().into(), Uuid::from_u128(1)));
    for (row, name) in [(request, "the tracking request"), (delivery, "the webhook notification")] {
        assert_eq!(row.error.kind(), ErrorKind::Store);
        let sentence = row.error.to_string();
        assert!(sentence.starts_with(&format!("{name} {} cannot be read", row.id)), "{sentence}");
        assert!(!format!("{sentence} {:?}", row.error).contains("planted"));
    }
    store
        .writing(|tx| tx.postpone(Queue::LookUps, request, None).and(tx.postpone(Queue::Deliveries, delivery, None)))
        .unwrap();
    let (requests, deliveries) = read();
    assert!(requests.is_empty() && deliveries.is_empty());
}

#[test]
fn unreadable_search_results_are_skipped() {
    let store = SqliteStore::in_memory().unwrap();
    let script = "INSERT INTO shipments (account, id, scac, number, stopped, body) VALUES
            (x'00000000000000000000000000000001', zeroblob(16), '', 'A', 0, 'not \"planted\"')";
    lock(&store.writer).execute_batch(script).unwrap();
    let container = Container { id: Uuid::from_u128(2).into(), number: "B".into(), ..Container::default() };
    let shipment = ShipmentId::from(Uuid::nil());
    let of = shipment.clone();
    let record = ContainerRecord {
        account: account(),
        shipment: of,
        left_shipment: false,
        trip: None,
        pod_terminal: None,
        taken_back: Vec::new(),
        container,
    };
    let store: &dyn Store = &store;
    store.writing(|tx| tx.put_container(&record)).unwrap();
    store
        .reading(|tx| {
            assert_eq!(tx.search_hit_record(&account(), &SearchHit::Shipment(shipment.clone()))?, None);
            let found = tx.search_hit_record(&account(), &SearchHit::Container(record.container.id.clone()))?;
            assert_eq!(found, Some(SearchHitRecord::Container(Box::new(record.clone()), None)));
            let left_out: Vec<Uuid> = tx.take_unreadable_rows().iter().map(|row| row.id).collect();
            assert_eq!(left_out, [Uuid::nil(), Uuid::nil()]);
            Ok(())
        })
        .unwrap();
}

fn account() -> AccountId {
    Uuid::from_u128(1).into()
}

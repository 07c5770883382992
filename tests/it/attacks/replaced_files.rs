//! A database file that is deleted, moved or replaced while a service has it open.

use std::fs;
use std::path::{Path, PathBuf};

use shiptrack::client::NewTrackingRequest;
use shiptrack::error::{Error, ErrorKind};
use shiptrack::service::{Budget, LogLevel, Service};
use shiptrack_tests::crash;
use shiptrack_tests::depth::depth;
use shiptrack_tests::log_lines::LogLines;
use shiptrack_tests::scratch::Scratch;

/// A service with some requests, in a separate folder.
struct Open {
    scratch: Scratch,
    service: Service,
    created: u64,
}

impl Open {
    fn new() -> Self {
        let scratch = Scratch::new();
        fs::create_dir(scratch.path("disk")).unwrap();
        let service = Service::open(scratch.path("disk").join("s.db")).unwrap();
        let mut open = Open { scratch, service, created: 0 };
        for _ in 0..5 {
            open.create().unwrap();
        }
        open
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path("disk").join(name)
    }

    fn create(&mut self) -> Result<(), Error> {
        self.created += 1;
        let new = NewTrackingRequest::bill_of_lading(crash::number(self.created), "TEST");
        self.service.client().tracking_requests().create(new).map(drop)
    }

    fn total(&self) -> u64 {
        total(&self.service)
    }

    /// Checks that writing and housekeeping fail with this reason, and that reading works.
    #[track_caller]
    fn assert_refused(&mut self, why: &str) {
        let stored = self.total();
        for _ in 0..2 {
            for error in [self.create().unwrap_err(), self.service.run_due(Budget::ALL).unwrap_err()] {
                assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Store, false), "{error}");
                assert!(error.to_string().contains(why) && error.to_string().contains("open it again"), "{error}");
            }
        }
        assert_eq!(self.total(), stored);
    }
}

fn total(service: &Service) -> u64 {
    service.client().tracking_requests().list().pages().next().unwrap().unwrap().total().unwrap()
}

/// A backup: the database with all committed data, without a log.
fn backup(open: &Open) -> PathBuf {
    let copy = open.scratch.path("copy");
    fs::create_dir_all(&copy).unwrap();
    for name in ["s.db", "s.db-wal"] {
        fs::copy(open.path(name), copy.join(name)).unwrap();
    }
    Service::open(copy.join("s.db")).unwrap().close().unwrap();
    assert!(!copy.join("s.db-wal").exists());
    copy.join("s.db")
}

fn listing(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .filter(|file| file.file_name() != "s.db.lock")
        .map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()))
        .collect();
    found.sort();
    found
}

#[test]
fn a_deleted_database_is_not_written() {
    let mut open = Open::new();
    for name in ["s.db", "s.db-wal", "s.db-shm"] {
        fs::remove_file(open.path(name)).unwrap();
    }
    open.assert_refused("the database file was deleted or moved away while the service had it open");
    open.service.close().unwrap();
    assert_eq!(listing(&open.scratch.path("disk")), [], "closing creates no files");
}

#[test]
fn a_copy_in_place_of_the_database_is_not_changed_by_the_open_service() {
    for closes in [true, false] {
        let mut open = Open::new();
        let copy = backup(&open);
        open.create().unwrap();
        for name in ["s.db", "s.db-wal", "s.db-shm"] {
            fs::remove_file(open.path(name)).unwrap();
        }
        fs::copy(&copy, open.path("s.db")).unwrap();
        // Files of another program that uses the copy.
        fs::write(open.path("s.db-wal"), b"theirs").unwrap();
        fs::write(open.path("s.db-shm"), b"theirs, too").unwrap();
        let before = listing(&open.scratch.path("disk"));
        open.assert_refused("the database file was replaced by another one while the service had it open");
        if closes {
            open.service.close().unwrap();
        } else {
            open.service = Service::in_memory().unwrap();
        }
        assert_eq!(listing(&open.scratch.path("disk")), before);
        fs::remove_file(open.path("s.db-wal")).unwrap();
        fs::remove_file(open.path("s.db-shm")).unwrap();
        let restored = Service::open(open.path("s.db")).unwrap();
        assert_eq!(total(&restored), 5);
    }
}

#[test]
fn a_copy_moved_over_the_database_is_detected() {
    let mut open = Open::new();
    let copy = backup(&open);
    open.create().unwrap();
    fs::rename(&copy, open.path("s.db")).unwrap();
    open.assert_refused("replaced by another one");
    let before = fs::read(open.path("s.db")).unwrap();
    open.service.close().unwrap();
    assert_eq!(fs::read(open.path("s.db")).unwrap(), before);
}

#[test]
fn a_database_overwritten_in_place_is_not_mixed_with_pages_in_memory() {
    let mut open = Open::new();
    let copy = backup(&open);
    for _ in 0..200 {
        open.create().unwrap();
    }
    // The log is copied into the database, which is then larger than the copy.
    let _ = open.service.run_due(Budget::items(1));
    fs::write(open.path("s.db"), fs::read(&copy).unwrap()).unwrap();
    for error in [open.create().unwrap_err(), open.service.run_due(Budget::ALL).unwrap_err()] {
        assert!(error.to_string().contains("overwritten by another program"), "{error}");
    }
    open.service.close().unwrap();
    assert_eq!(fs::read(open.path("s.db")).unwrap(), fs::read(&copy).unwrap());
    for name in ["s.db-wal", "s.db-shm"] {
        let _ = fs::remove_file(open.path(name));
    }
    assert_eq!(total(&Service::open(open.path("s.db")).unwrap()), 5);
}

#[test]
fn a_deleted_log_ends_writing_and_acknowledged_data_is_kept() {
    let mut open = Open::new();
    fs::remove_file(open.path("s.db-wal")).unwrap();
    open.assert_refused("write-ahead log (-wal) was deleted while the service had it open");
    // The state after a kill: only the files on the disk.
    let copy = open.scratch.path("as-killed.db");
    fs::copy(open.path("s.db"), &copy).unwrap();
    assert_eq!(total(&Service::open(&copy).unwrap()), 5);
    open.service.close().unwrap();
    let again = Service::open(open.path("s.db")).unwrap();
    assert_eq!(total(&again), 5);
}

#[test]
fn a_replaced_log_ends_writing() {
    let mut open = Open::new();
    fs::remove_file(open.path("s.db-wal")).unwrap();
    fs::write(open.path("s.db-wal"), b"theirs").unwrap();
    open.assert_refused("write-ahead log (-wal) was replaced by another one");
    open.service.close().unwrap();
    assert_eq!(fs::read(open.path("s.db-wal")).unwrap(), b"theirs");
}

#[test]
fn a_renamed_folder_ends_writing_until_it_is_renamed_back() {
    let mut open = Open::new();
    let (here, there) = (open.scratch.path("disk"), open.scratch.path("moved"));
    fs::rename(&here, &there).unwrap();
    open.assert_refused("deleted or moved away");
    fs::rename(&there, &here).unwrap();
    open.create().unwrap();
    fs::rename(&here, &there).unwrap();
    open.assert_refused("deleted or moved away");
    open.service.close().unwrap();
    let moved = Service::open(there.join("s.db")).unwrap();
    assert_eq!(total(&moved), 6);
}

#[test]
fn a_touched_or_copied_file_is_the_same_file() {
    let mut open = Open::new();
    backup(&open);
    let file = fs::OpenOptions::new().write(true).open(open.path("s.db")).unwrap();
    file.set_modified(std::time::SystemTime::now() + std::time::Duration::from_secs(60)).unwrap();
    drop(file);
    open.create().unwrap();
    open.service.run_due(Budget::ALL).unwrap();
    open.create().unwrap();
}

/// Restores the copy next to any remaining files, and checks its contents.
#[track_caller]
fn assert_restores(open: &Open, copy: &Path) {
    fs::copy(copy, open.path("s.db")).unwrap();
    let restored = Service::open(open.path("s.db")).unwrap();
    assert_eq!(total(&restored), 5, "the contents of the copy, without later writes");
    restored.close().unwrap();
    let again = Service::open(open.path("s.db")).unwrap();
    assert_eq!(total(&again), 5);
}

#[test]
fn a_backup_can_be_restored_after_the_database_was_deleted_replaced_or_overwritten() {
    type Harm = fn(&Open, &Path);
    let harms: [(&str, Harm); 4] = [
        ("deleted", |open, _| fs::remove_file(open.path("s.db")).unwrap()),
        ("replaced", |open, copy| {
            fs::copy(copy, open.path("new.db")).unwrap();
            fs::rename(open.path("new.db"), open.path("s.db")).unwrap();
        }),
        ("deleted and restored", |open, copy| {
            fs::remove_file(open.path("s.db")).unwrap();
            fs::copy(copy, open.path("s.db")).unwrap();
        }),
        ("written over", |open, copy| assert!(fs::copy(copy, open.path("s.db")).unwrap() > 0)),
    ];
    for (harm, act) in harms {
        for more in depth(vec![1, 20], vec![1, 20, 200]) {
            for closes in [true, false] {
                let mut open = Open::new();
                let copy = backup(&open);
                for _ in 0..more {
                    open.create().unwrap();
                }
                if harm == "written over" {
                    // An overwritten database is only detected if the original has grown since.
                    for _ in 0..200 {
                        open.create().unwrap();
                    }
                    let _ = open.service.run_due(Budget::items(1));
                }
                act(&open, &copy);
                assert_eq!(open.create().unwrap_err().kind(), ErrorKind::Store, "{harm}");
                if closes {
                    open.service.close().unwrap();
                } else {
                    open.service = Service::in_memory().unwrap();
                }
                assert!(!open.path("s.db-wal").exists() && !open.path("s.db-shm").exists(), "{harm}, {more}");
                assert_eq!(open.path("s.db-wal.set-aside").exists(), harm == "written over", "{harm}, {more}");
                assert_restores(&open, &copy);
            }
        }
    }
}

#[test]
fn a_moved_database_has_all_acknowledged_data_after_closing() {
    let mut open = Open::new();
    let copy = backup(&open);
    open.create().unwrap();
    fs::rename(open.path("s.db"), open.path("moved.db")).unwrap();
    open.assert_refused("deleted or moved away");
    open.service.close().unwrap();
    assert!(!open.path("s.db-wal").exists());
    assert_eq!(total(&Service::open(open.path("moved.db")).unwrap()), 6);
    assert_restores(&open, &copy);
}

#[test]
fn a_backup_is_not_mixed_with_the_log_of_a_killed_service() {
    let mut open = Open::new();
    let copy = backup(&open);
    open.create().unwrap();
    // Keeps the log, which SQLite deletes when the service is closed.
    fs::hard_link(open.path("s.db-wal"), open.path("stored")).unwrap();
    fs::hard_link(open.path("s.db"), open.path("original.db")).unwrap();
    open.service.close().unwrap();
    fs::rename(open.path("stored"), open.path("s.db-wal")).unwrap();
    fs::rename(&copy, open.path("s.db")).unwrap();
    let before = listing(&open.scratch.path("disk"));
    for _ in 0..2 {
        let error = Service::open(open.path("s.db")).unwrap_err();
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Store, false), "{error}");
        assert!(error.to_string().contains("belongs to another database that was at this path before"), "{error}");
        assert_eq!(listing(&open.scratch.path("disk")), before);
    }
    // Both databases can still be opened without the log of the other.
    let restored = open.path("restored.db");
    fs::rename(open.path("s.db"), &restored).unwrap();
    fs::rename(open.path("original.db"), open.path("s.db")).unwrap();
    assert_eq!(total(&Service::open(open.path("s.db")).unwrap()), 6);
    fs::rename(&restored, open.path("s.db")).unwrap();
    let _ = fs::remove_file(open.path("s.db-wal"));
    assert_eq!(total(&Service::open(open.path("s.db")).unwrap()), 5);
}

#[test]
fn deleted_or_replaced_lock_file_ends_writing_until_it_is_back() {
    let mut open = Open::new();
    let lock = open.path("s.db.lock");
    fs::rename(&lock, open.path("moved")).unwrap();
    open.assert_refused("s.db.lock was deleted or replaced while the service had the database open");
    fs::write(&lock, b"").unwrap();
    open.assert_refused("s.db.lock was deleted or replaced while the service had the database open");
    fs::rename(open.path("moved"), &lock).unwrap();
    open.create().unwrap();
    open.service.close().unwrap();
    assert_eq!(total(&Service::open(open.path("s.db")).unwrap()), 6);
}

#[cfg(unix)]
#[test]
fn lock_file_has_the_owner_and_group_of_the_database() {
    use std::os::unix::fs::{MetadataExt, chown};
    let open = Open::new();
    open.service.close().unwrap();
    fs::remove_file(open.path("s.db.lock")).unwrap();
    // Only root may do this. Without it, the owner is the same anyway.
    let _ = chown(open.path("s.db"), Some(60_001), Some(60_002));
    let service = Service::open(open.path("s.db")).unwrap();
    let owner = |name| fs::metadata(open.path(name)).map(|found| (found.uid(), found.gid())).unwrap();
    assert_eq!(owner("s.db.lock"), owner("s.db"));
    drop(service);
}

#[test]
fn missing_or_empty_database_is_refused_if_its_lock_file_remembers_one() {
    let open = Open::new();
    let database = open.path("s.db");
    open.service.close().unwrap();
    for is_empty in [false, true] {
        fs::rename(&database, open.path("moved")).unwrap();
        if is_empty {
            fs::write(&database, b"").unwrap();
        }
        for _ in 0..2 {
            let error = Service::open(&database).unwrap_err();
            assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Store, false));
            assert!(error.to_string().contains("restore it, or remove the lock file"), "{error}");
        }
        assert_eq!(fs::metadata(&database).map_or(0, |found| found.len()), 0, "nothing was written");
        fs::rename(open.path("moved"), &database).unwrap();
    }
    let service = Service::open(&database).unwrap();
    assert_eq!(total(&service), 5);
    service.close().unwrap();
    fs::remove_file(&database).unwrap();
    fs::remove_file(open.path("s.db.lock")).unwrap();
    assert_eq!(total(&Service::open(&database).unwrap()), 0);
}

#[test]
fn new_database_is_a_warning_in_the_log() {
    let (scratch, lines) = (Scratch::new(), LogLines::default());
    let open = || Service::builder().observer(lines.clone()).open(scratch.path("s.db")).unwrap();
    drop(open());
    let warnings = lines.take(LogLevel::Warn);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].contains("a new, empty database was created: ") && warnings[0].ends_with("s.db"),
        "{warnings:?}"
    );
    drop(open());
    assert_eq!(lines.take(LogLevel::Warn), [""; 0]);
}

#[test]
fn hard_link_to_an_open_database_is_a_warning_at_housekeeping() {
    let (scratch, lines) = (Scratch::new(), LogLines::default());
    let service = Service::builder().observer(lines.clone()).open(scratch.path("s.db")).unwrap();
    service.run_due(Budget::ALL).unwrap();
    lines.take(LogLevel::Warn);
    fs::hard_link(scratch.path("s.db"), scratch.path("other.db")).unwrap();
    service.run_due(Budget::ALL).unwrap();
    service.run_due(Budget::ALL).unwrap();
    let warnings = lines.take(LogLevel::Warn);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("the file has several names (hard links)"), "{}", warnings[0]);
}

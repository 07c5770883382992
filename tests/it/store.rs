//! Tests of the SQLite store: the suite of all stores on a file and in memory, and tests of files.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use shiptrack::clock::CancelToken;
use shiptrack::error::ErrorKind;
use shiptrack::service::{Service, StoragePolicy};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{BlobId, RequestFilter, Slice, Store};
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::store_suite::Maker;
use shiptrack_tests::with;

mod on_a_file {
    use super::*;

    fn run(case: fn(&dyn Store)) {
        let scratch = Scratch::new();
        case(&SqliteStore::open(&scratch.path("s.db")).unwrap());
    }

    shiptrack_tests::store_suite!(run);
}

mod in_memory {
    use super::*;

    fn run(case: fn(&dyn Store)) {
        case(&SqliteStore::in_memory().unwrap());
    }

    shiptrack_tests::store_suite!(run);
}

#[test]
fn writes_are_present_when_the_file_is_opened_again() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let maker = Maker::new(1);
    let mut places = Vec::new();
    for n in 0..3 {
        let store = open(&path);
        let request = maker.request(&format!("N{n}"));
        let notification = maker.notification(&format!("N{n}"));
        places.extend(
            store
                .writing(|tx| tx.put_request(&request).and(tx.add_notification(&notification, &format!("N{n}"))))
                .unwrap(),
        );
        assert_eq!(count(&*store, &maker), n + 1);
    }
    assert!(places.is_sorted_by(|one, next| one < next));
}

#[test]
fn an_empty_file_becomes_a_database() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path("s.db"), "").unwrap();
    open(&scratch.path("s.db")).writing(|tx| tx.put_request(&Maker::new(1).request("A"))).unwrap();
}

#[test]
fn a_file_that_is_not_a_database_is_rejected_and_unchanged() {
    let scratch = Scratch::new();
    for content in ["hello", &"a text that is long enough to have a database's header ".repeat(200)] {
        let path = scratch.path("notes.txt");
        std::fs::write(&path, content).unwrap();
        assert_eq!(SqliteStore::open(&path).unwrap_err().kind(), ErrorKind::StoreVersion);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        assert!(!scratch.path("notes.txt.lock").exists(), "no lock file remains");
    }
}

#[test]
fn a_missing_folder_is_an_error() {
    let scratch = Scratch::new();
    assert_eq!(SqliteStore::open(&scratch.path("no/s.db")).unwrap_err().kind(), ErrorKind::Store);
    assert_eq!(SqliteStore::open(&scratch.path("")).unwrap_err().kind(), ErrorKind::Store);
    assert_eq!(SqliteStore::open(Path::new("")).unwrap_err().kind(), ErrorKind::Store);
}

#[test]
fn an_error_while_opening_names_the_file_and_the_cause() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("folder")).unwrap();
    let message = |path: &Path| {
        let error = SqliteStore::open(path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store);
        assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
        error.to_string()
    };
    assert!(message(&scratch.path("folder")).contains("the path is a folder"));
    let missing = message(&scratch.path("no/s.db"));
    assert!(missing.contains("the folder of the database does not exist: No such file"), "{missing}");
    assert!(!scratch.path("folder.lock").exists());
    std::fs::write(scratch.path("file"), "").unwrap();
    assert!(message(&scratch.path("file/s.db")).contains("os error"));
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_a_regular_file_is_rejected_without_a_lock_file() {
    let error = SqliteStore::open(Path::new("/dev/null")).unwrap_err();
    assert!(error.to_string().contains("/dev/null: the path is not a regular file"), "{error}");
    assert!(!Path::new("/dev/null.lock").exists());
}

#[test]
fn a_closed_store_releases_its_file() {
    let scratch = Scratch::new();
    let store = open(&scratch.path("s.db"));
    store.writing(|tx| tx.put_request(&Maker::new(1).request("A"))).unwrap();
    store.close().unwrap();
    assert!(!scratch.path("s.db-wal").exists(), "the log is deleted with the last connection");
    assert_eq!(count(&*open(&scratch.path("s.db")), &Maker::new(1)), 1);
}

#[test]
fn a_file_name_that_looks_like_a_uri_is_not_parsed() {
    let scratch = Scratch::new();
    let path = scratch.path("file:x?mode=memory");
    open(&path).writing(|tx| tx.put_request(&Maker::new(1).request("A"))).unwrap();
    assert_eq!(count(&*open(&path), &Maker::new(1)), 1);
    assert!(std::fs::metadata(&path).unwrap().len() > 0);
}

#[test]
fn a_second_handle_in_this_process_is_rejected() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let held = open(&path);
    let mut names = vec![path.clone(), scratch.path("./s.db")];
    if cfg!(unix) {
        names.push(link(&path, scratch.path("another.db")));
    }
    for name in names {
        let error = SqliteStore::open(&name).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StoreBusy);
        assert!(error.to_string().contains("this process"), "{error}");
    }
    drop(held);
    open(&path);
}

#[test]
fn another_process_is_rejected_with_the_id_of_the_holder() {
    let scratch = Scratch::new();
    let held = open(&scratch.path("s.db"));
    let output = child("open-store", &scratch.path("s.db")).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.starts_with("StoreBusy")
            && output.contains(&format!("in use by process {}, the parent of this process", std::process::id())),
        "{output}"
    );
    drop(held);
    let output = child("open-store", &scratch.path("s.db")).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("opened"));
}

#[test]
fn opening_waits_until_another_process_has_closed_the_file() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let mut holder = child("write-store", &path).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = [0];
    holder.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();

    let policy = |busy_timeout| with(StoragePolicy::default(), |policy| policy.busy_timeout = busy_timeout);
    let busy = SqliteStore::open_with(&path, &policy(Duration::ZERO)).unwrap_err();
    assert_eq!(busy.kind(), ErrorKind::StoreBusy);
    let cancel = CancelToken::new();
    cancel.cancel();
    let cancelled = Service::builder().cancel_opening(cancel).open(&path).unwrap_err();
    assert_eq!(cancelled.kind(), ErrorKind::Cancelled);

    let opening = std::thread::spawn({
        let (path, policy) = (path.clone(), policy(Duration::from_secs(60)));
        move || SqliteStore::open_with(&path, &policy).map(drop)
    });
    holder.kill().unwrap();
    holder.wait().unwrap();
    opening.join().unwrap().unwrap();
}

#[test]
fn acknowledged_writes_survive_a_killed_process() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let mut acknowledged = 0;
    for kill_after in [1, 20, 45] {
        let mut child = child("write-store", &path).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        for line in lines.map(|line| line.unwrap()).take(kill_after) {
            acknowledged = line["wrote ".len()..].parse().unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let stored = count(&*open(&path), &Maker::new(1));
        assert!(stored >= acknowledged, "{stored} of {acknowledged}");
    }
}

#[test]
fn a_read_does_not_wait_for_writes_and_sees_committed_data() {
    let scratch = Scratch::new();
    let store = open(&scratch.path("s.db"));
    let maker = Maker::new(1);
    store.writing(|tx| tx.put_request(&maker.request("A"))).unwrap();
    let request = maker.request("B");
    store
        .writing(|tx| {
            tx.put_request(&request)?;
            let seen = std::thread::scope(|scope| scope.spawn(|| count(&*store, &Maker::new(1))).join().unwrap());
            assert_eq!(seen, 1);
            Ok(())
        })
        .unwrap();
    assert_eq!(count(&*store, &maker), 2);
}

#[test]
fn a_write_does_not_wait_for_reads() {
    let scratch = Scratch::new();
    let store = open(&scratch.path("s.db"));
    let request = Maker::new(1).request("A");
    store
        .reading(|tx| {
            assert_eq!(tx.count_requests(&request.tracked.account, &RequestFilter::default())?, 0);
            std::thread::scope(|scope| {
                scope.spawn(|| store.writing(|tx| tx.put_request(&request)).unwrap()).join().unwrap();
            });
            assert_eq!(tx.count_requests(&request.tracked.account, &RequestFilter::default())?, 0);
            Ok(())
        })
        .unwrap();
    assert_eq!(count(&*store, &Maker::new(1)), 1);
}

#[test]
fn bytes_that_are_too_large_are_rejected() {
    let store = SqliteStore::in_memory().unwrap();
    let store: &dyn Store = &store;
    let error = store.writing(|tx| tx.put_blob(&BlobId([1; 32]), &vec![0; 1_000_000_001])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    store.writing(|tx| tx.put_blob(&BlobId([1; 32]), b"smaller")).unwrap();
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new();
    let store = open(&scratch.path("s.db"));
    store.writing(|tx| tx.put_request(&Maker::new(1).request("A"))).unwrap();
    for name in ["s.db", "s.db-wal", "s.db-shm", "s.db.lock"] {
        let mode = std::fs::metadata(scratch.path(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

fn open(path: &Path) -> Box<dyn Store> {
    Box::new(SqliteStore::open(path).unwrap())
}

fn count(store: &dyn Store, maker: &Maker) -> u64 {
    let slice = Slice { before: None, skip: 0, limit: 100_000 };
    let all = RequestFilter::default();
    let (listed, counted) = store
        .reading(|tx| Ok((tx.requests(&maker.account, &all, &slice)?.len(), tx.count_requests(&maker.account, &all)?)))
        .unwrap();
    assert_eq!(listed as u64, counted);
    counted
}

/// A child process that does `task` with the database.
fn child(task: &str, database: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shiptrack-test-child"));
    command.arg(task).arg(database);
    command
}

#[cfg(unix)]
fn link(path: &Path, name: PathBuf) -> PathBuf {
    std::os::unix::fs::symlink(path, &name).unwrap();
    name
}

#[cfg(not(unix))]
fn link(_: &Path, name: PathBuf) -> PathBuf {
    name
}

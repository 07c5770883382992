//! Tests of migrations when a file is opened.

use super::*;
use crate::store::StoragePolicy;

const NEXT: &str = "ALTER TABLE accounts ADD COLUMN plan TEXT";

/// Opens the file with a version of the library that has this migration in addition.
fn open_with(folder: &Folder, policy: &StoragePolicy, added: &str) -> Result<SqliteStore> {
    let migrations = [schema::MIGRATIONS, &[added]].concat();
    SqliteStore::open_as(Opening { path: &folder.database(), policy, migrations: &migrations })
}

fn newest() -> usize {
    schema::MIGRATIONS.len()
}

fn copy_of(folder: &Folder) -> PathBuf {
    folder.0.join(format!("s.db.version-{}", newest()))
}

fn old_database() -> Folder {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.database()).unwrap();
    assert_eq!(store.migration(), None, "a new database is not migrated");
    put_blob(&store, 1, 100_000).unwrap();
    folder
}

fn files(folder: &Folder) -> Vec<String> {
    let names = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[test]
fn an_old_database_is_migrated_after_a_copy_was_written() {
    let folder = old_database();
    let store = open_with(&folder, &StoragePolicy::default(), NEXT).unwrap();
    let expected = Migration { from: newest(), to: newest() + 1, copy: copy_of(&folder) };
    assert_eq!(store.migration(), Some(&expected));
    assert!(has_blob(&store, 1, 100_000));
    drop(store);
    assert_eq!(open_with(&folder, &StoragePolicy::default(), NEXT).unwrap().migration(), None);
    assert_eq!(SqliteStore::open(&folder.database()).unwrap_err().kind(), ErrorKind::StoreVersion);
    // The previous version can open the copy, which has everything.
    let copy = SqliteStore::open(&copy_of(&folder)).unwrap();
    assert!(has_blob(&copy, 1, 100_000));
    assert_eq!(number(&lock(&copy.writer), "auto_vacuum"), 2);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(copy_of(&folder)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_database_is_not_migrated_or_copied_without_permission() {
    let folder = old_database();
    let (bytes, names) = (std::fs::read(folder.database()).unwrap(), files(&folder));
    let policy = StoragePolicy { migrate: false, ..StoragePolicy::default() };
    let error = open_with(&folder, &policy, NEXT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StoreVersion);
    assert!(error.to_string().contains("shiptrack migrate"), "{error}");
    assert_eq!(std::fs::read(folder.database()).unwrap(), bytes);
    assert_eq!(files(&folder), names);
    assert!(has_blob(&SqliteStore::open_with(&folder.database(), &policy).unwrap(), 1, 100_000));
}

#[test]
fn without_a_copy_a_database_is_not_migrated() {
    let folder = old_database();
    std::fs::create_dir(copy_of(&folder)).unwrap();
    let error = open_with(&folder, &StoragePolicy::default(), NEXT).unwrap_err();
    assert!(error.to_string().contains("could not be copied before its migration"), "{error}");
    assert!(!files(&folder).iter().any(|name| name.ends_with(".part")), "{:?}", files(&folder));
    assert!(has_blob(&SqliteStore::open(&folder.database()).unwrap(), 1, 100_000));
}

#[test]
fn a_failed_migration_is_repeated_and_replaces_the_copy() {
    let folder = old_database();
    for _ in 0..2 {
        open_with(&folder, &StoragePolicy::default(), "CREATE TABLE a (x); CREATE TABLE b (x) NO_SUCH_OPTION")
            .unwrap_err();
        assert!(copy_of(&folder).exists());
    }
    let store = open_with(&folder, &StoragePolicy::default(), NEXT).unwrap();
    assert!(store.migration().is_some() && has_blob(&store, 1, 100_000));
}

#[test]
fn a_damaged_database_is_not_migrated() {
    let folder = old_database();
    damage(&folder.database());
    open_with(&folder, &StoragePolicy::default(), NEXT).unwrap_err();
    assert!(!copy_of(&folder).exists());
}

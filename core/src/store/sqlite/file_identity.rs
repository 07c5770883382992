//! Checks that the open files of a store are still the files at their paths. Writes to a deleted or replaced file would be lost, and a file
//! that is copied over an open one would be mixed with the cache and the write-ahead log.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::descriptors::Descriptors;
use crate::error::{Error, ErrorKind, Result};
use crate::threads::lock;

/// A problem with the files of an open database.
#[derive(Debug)]
pub(super) enum FileProblem {
    /// The database or its log was replaced, changed, moved or deleted.
    Database(Error),
    /// Only the log was deleted.
    LogDeleted(Error),
}

impl From<FileProblem> for Error {
    fn from(problem: FileProblem) -> Error {
        match problem {
            FileProblem::Database(error) | FileProblem::LogDeleted(error) => error,
        }
    }
}

/// What happens to the write-ahead log when the store is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LogAction {
    /// SQLite copies the log to the database and deletes the log, as usual.
    Checkpoint,
    /// The log is not touched: it belongs to another program, or its owner is unknown.
    Leave,
    /// The log is deleted, because its database was deleted, and SQLite would apply the log to a new database at that path.
    Remove,
    /// The log is renamed, because the database was overwritten, and the log belongs to the previous content.
    MoveAway,
    /// The log is copied to the database, which was moved, and then deleted.
    Save,
}

pub(super) struct FileIdentity {
    path: PathBuf,
    /// Kept open, to examine the database without SQLite. Closing it while a connection is open would release the locks of SQLite.
    database: Mutex<Option<File>>,
    descriptors: Arc<Descriptors>,
    /// Whether the database had several names at the last look.
    has_several_names: AtomicBool,
    /// Whether that was not reported yet.
    has_warning: AtomicBool,
    #[cfg(unix)]
    open: unix::OpenFiles,
}

impl FileIdentity {
    pub(super) fn of(path: &Path, descriptors: &Arc<Descriptors>) -> io::Result<Self> {
        let database = descriptors.open()?;
        Ok(FileIdentity {
            #[cfg(unix)]
            open: unix::OpenFiles::of(&database, path)?,
            path: path.to_owned(),
            database: Mutex::new(Some(database)),
            descriptors: Arc::clone(descriptors),
            has_several_names: AtomicBool::default(),
            has_warning: AtomicBool::default(),
        })
    }

    pub(super) fn descriptors(&self) -> &Arc<Descriptors> {
        &self.descriptors
    }

    /// The size of the write-ahead log at the last check, in bytes. 0 on systems other than Unix.
    pub(super) fn log_bytes(&self) -> u64 {
        #[cfg(unix)]
        return self.open.log_bytes();
        #[cfg(not(unix))]
        0
    }

    /// The size of the write-ahead log, in bytes.
    pub(super) fn current_log_bytes(&self) -> u64 {
        fs::metadata(sibling(&self.path, "-wal")).map_or(0, |found| found.len())
    }

    /// Fails if the files at the paths are not the open ones, or if another program changed the database.
    pub(super) fn check(&self) -> Result<(), FileProblem> {
        #[cfg(unix)]
        self.open.check(&self.database, &self.path)?;
        Ok(())
    }

    /// Looks whether the database got another name (a hard link) since it was opened.
    pub(super) fn look_for_names(&self) {
        let has_several = fs::metadata(&self.path).is_ok_and(|found| names_of(&found) > 1);
        if !self.has_several_names.swap(has_several, Ordering::AcqRel) && has_several {
            self.has_warning.store(true, Ordering::Release);
        }
    }

    /// A warning that the database got another name since the last call.
    pub(super) fn take_warning(&self) -> Option<Error> {
        self.has_warning.swap(false, Ordering::AcqRel).then(|| Error::new(ErrorKind::Store, SEVERAL_NAMES))
    }

    /// Announces that the store shrinks the database to this size, so that `check` accepts a smaller file.
    pub(super) fn expect_shrink_to(&self, pages: i64, bytes: i64) {
        #[cfg(unix)]
        self.open.expect_shrink_to(pages, bytes);
        #[cfg(not(unix))]
        let _ = (pages, bytes);
    }

    pub(super) fn log_action(&self) -> LogAction {
        #[cfg(unix)]
        return self.open.log_action(&self.database, &self.path);
        #[cfg(not(unix))]
        LogAction::Checkpoint
    }

    pub(super) fn remove_log(&self) {
        for name in ["-wal", "-shm"] {
            let _ = fs::remove_file(sibling(&self.path, name));
        }
    }

    pub(super) fn move_log_away(&self) {
        let _ = fs::rename(sibling(&self.path, "-wal"), sibling(&self.path, "-wal.set-aside"));
        let _ = fs::remove_file(sibling(&self.path, "-shm"));
    }

    pub(super) fn files(&self) -> Option<FileIds> {
        FileIds::at(&self.path)
    }

    /// Reads the whole file without SQLite, to check whether the disk returns it.
    pub(super) fn read_all(&self) -> io::Result<()> {
        lock(&self.database).as_ref().map_or(Ok(()), read_all)
    }

    /// All connections must be closed.
    pub(super) fn close(&self) {
        drop(lock(&self.database).take());
        self.descriptors.close();
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

pub(super) fn read_all(file: &File) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = file;
    let mut buffer = vec![0; 1 << 20];
    file.seek(SeekFrom::Start(0))?;
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The path with a suffix after the file name, such as `-wal`.
pub(super) fn sibling(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// SQLite finds the log of a database by the name of the database. Under two names it would have two logs, and writes to one of them would
/// be lost.
pub(super) const SEVERAL_NAMES: &str = "the file has several names (hard links), and data that is written under one of them would be lost under \
                             the others: remove all names but one, or copy the file";

#[cfg(unix)]
pub(super) fn names_of(found: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(found)
}

#[cfg(not(unix))]
pub(super) fn names_of(_: &fs::Metadata) -> u64 {
    1
}

/// The name of a new file survives a loss of power only after its folder is synced.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

pub(super) fn unusable(sentence: &'static str, error: io::Error) -> Error {
    Error::new(ErrorKind::Store, sentence).with_source(error)
}

/// The identities of a database and its log, as text for the lock file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileIds {
    database: String,
    log: String,
}

impl FileIds {
    pub(super) fn at(path: &Path) -> Option<Self> {
        Some(FileIds { database: identity(path)?, log: identity(&sibling(path, "-wal"))? })
    }

    /// Reads the identities from the text of a lock file.
    pub(super) fn read(lock_file: &str) -> Option<Self> {
        let (database, log) = lock_file.split_whitespace().find_map(|word| word.split_once("+"))?;
        Some(FileIds { database: database.to_owned(), log: log.to_owned() })
    }

    /// Whether the log is the same file, and the database is a different one.
    pub(super) fn share_log_with_other_database(&self, now: &FileIds) -> bool {
        self.log == now.log && self.database != now.database
    }
}

impl fmt::Display for FileIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.database, self.log)
    }
}

/// Device, inode and time of creation of a file. The time is included because file systems reuse inode numbers.
#[cfg(unix)]
fn identity(path: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok()?;
    let created = found.created().ok().and_then(|created| created.duration_since(std::time::UNIX_EPOCH).ok());
    Some(format!("{:x}:{:x}:{:x}", found.dev(), found.ino(), created.unwrap_or_default().as_nanos()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<String> {
    None
}

#[cfg(unix)]
mod unix {
    use std::fs::Metadata;
    use std::os::unix::fs::{FileExt, MetadataExt};
    use std::sync::atomic::AtomicU64;

    use super::*;

    const ADVICE: &str = "nothing was written. Close the service, make sure that the right database is at its path, \
                              and open it again";

    pub(super) struct OpenFiles {
        log_path: PathBuf,
        database: (u64, u64),
        log: (u64, u64),
        /// The size of the log at the last check.
        log_bytes: AtomicU64,
        last: Mutex<LastState>,
    }

    /// The state of the database when it was last checked.
    struct LastState {
        /// Time of the last modification: seconds and nanoseconds.
        modified: (i64, i64),
        size: u64,
        header: Header,
        /// The smallest announced size, in bytes and pages.
        shrinks_to: Option<(u64, u32)>,
    }

    /// Numbers in the header of a database that only grow: change counter, number of pages, schema version.
    #[derive(Clone, Copy)]
    struct Header([u32; 3]);

    impl OpenFiles {
        pub(super) fn of(database: &File, path: &Path) -> io::Result<Self> {
            let (found, log_path) = (database.metadata()?, sibling(path, "-wal"));
            let log = id(&fs::metadata(&log_path)?);
            let header = Header::of(database)?.unwrap_or(Header([0; 3]));
            let last = LastState { modified: modified(&found), size: found.len(), header, shrinks_to: None };
            let last = Mutex::new(last);
            Ok(OpenFiles { log_path, database: id(&found), log, log_bytes: AtomicU64::new(0), last })
        }

        pub(super) fn check(&self, database: &Mutex<Option<File>>, path: &Path) -> Result<(), FileProblem> {
            let problem_with = |what: &str| FileProblem::Database(problem(what));
            let found = match fs::metadata(path) {
                Ok(found) => found,
                Err(error) if is_missing(&error) => return Err(problem_with("file was deleted or moved away")),
                Err(error) => return Err(FileProblem::Database(unreadable(error))),
            };
            if id(&found) != self.database {
                return Err(problem_with("file was replaced by another one"));
            }
            match fs::metadata(&self.log_path) {
                Ok(log) if id(&log) == self.log => self.log_bytes.store(log.len(), Ordering::Relaxed),
                Ok(_) => return Err(problem_with("'s write-ahead log (-wal) was replaced by another one")),
                Err(error) if is_missing(&error) => {
                    let what = "'s write-ahead log (-wal) was deleted";
                    return Err(FileProblem::LogDeleted(problem(what)));
                }
                Err(error) => return Err(FileProblem::Database(unreadable(error))),
            }
            self.check_contents(database, &found)
        }

        pub(super) fn log_bytes(&self) -> u64 {
            self.log_bytes.load(Ordering::Relaxed)
        }

        /// Decides what happens to the log. Files that do not belong to this database are left alone.
        pub(super) fn log_action(&self, database: &Mutex<Option<File>>, path: &Path) -> LogAction {
            if !matches!(self.check(database, path), Err(FileProblem::Database(_))) {
                return LogAction::Checkpoint;
            }
            if !fs::metadata(&self.log_path).is_ok_and(|log| id(&log) == self.log) {
                return LogAction::Leave;
            }
            let Some(Ok(open)) = lock(database).as_ref().map(File::metadata) else { return LogAction::Leave };
            match fs::metadata(path) {
                _ if open.nlink() == 0 => LogAction::Remove,
                Ok(found) if id(&found) == self.database => LogAction::MoveAway,
                _ if self.check_contents(database, &open).is_ok() => LogAction::Save,
                _ => LogAction::Leave,
            }
        }

        pub(super) fn expect_shrink_to(&self, pages: i64, bytes: i64) {
            let (pages, bytes) = (u32::try_from(pages).unwrap_or_default(), u64::try_from(bytes).unwrap_or_default());
            let mut last = lock(&self.last);
            let previous = last.shrinks_to.unwrap_or((u64::MAX, u32::MAX));
            last.shrinks_to = Some((bytes.min(previous.0), pages.min(previous.1)));
        }

        /// Fails if another program changed the file. This process changes it in checkpoints only, which let the counters in the header grow
        /// and remove only pages that were freed.
        fn check_contents(&self, database: &Mutex<Option<File>>, found: &Metadata) -> Result<(), FileProblem> {
            let mut last = lock(&self.last);
            if (modified(found), found.len()) == (last.modified, last.size) {
                return Ok(());
            }
            // Another thread may have recorded a newer state than the caller's metadata, so the metadata is read again under the lock.
            let (found, header) = match lock(database).as_ref().map(read_state) {
                Some(state) => state.map_err(|error| FileProblem::Database(unreadable(error)))?,
                None => (found.clone(), None),
            };
            let (bytes, pages) = last.shrinks_to.unwrap_or((u64::MAX, u32::MAX));
            let at_least = last.header.with_pages_at_most(pages);
            match header.filter(|header| found.len() >= last.size.min(bytes) && header.follows(at_least)) {
                Some(header) => {
                    let shrinks_to = last.shrinks_to.filter(|_| found.len() >= last.size);
                    *last = LastState { modified: modified(&found), size: found.len(), header, shrinks_to };
                    Ok(())
                }
                None => Err(FileProblem::Database(problem("file was overwritten by another program"))),
            }
        }
    }

    impl Header {
        /// `None` for a new database without a header.
        fn of(database: &File) -> io::Result<Option<Self>> {
            let mut header = [0; 100];
            match database.read_exact_at(&mut header, 0) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                read => read?,
            }
            let number = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
            let is_database = header.starts_with(b"SQLite format 3\0");
            Ok(is_database.then(|| Header([number(24), number(28), number(40)])))
        }

        fn with_pages_at_most(self, most: u32) -> Self {
            let Header([changes, pages, schema]) = self;
            Header([changes, pages.min(most), schema])
        }

        /// Whether no number is smaller than in the last header.
        fn follows(self, last: Header) -> bool {
            self.0.iter().zip(last.0).all(|(now, before)| *now >= before)
        }
    }

    fn read_state(database: &File) -> io::Result<(Metadata, Option<Header>)> {
        Ok((database.metadata()?, Header::of(database)?))
    }

    fn id(found: &Metadata) -> (u64, u64) {
        (found.dev(), found.ino())
    }

    fn modified(found: &Metadata) -> (i64, i64) {
        (found.mtime(), found.mtime_nsec())
    }

    fn is_missing(error: &io::Error) -> bool {
        matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
    }

    fn problem(what: &str) -> Error {
        let space = if what.starts_with('\'') { "" } else { " " };
        let message = format!("the database{space}{what} while the service had it open: {ADVICE}");
        Error::new(ErrorKind::Store, message)
    }

    fn unreadable(error: io::Error) -> Error {
        Error::new(ErrorKind::Store, "the database file cannot be examined: nothing was written").with_source(error)
    }

    #[cfg(test)]
    mod tests {
        use std::io::Write;

        use super::*;

        fn grow(file: &mut File, pages: u32) {
            let mut header = [0; 100];
            header[..16].copy_from_slice(b"SQLite format 3\0");
            header[28..32].copy_from_slice(&pages.to_be_bytes());
            file.write_all_at(&header, 0).unwrap();
            file.set_len(u64::from(pages) * 4096).unwrap();
            file.flush().unwrap();
        }

        #[test]
        fn older_metadata_is_accepted_after_the_file_grew() {
            let folder = std::env::temp_dir().join(format!("shiptrack-file-identity-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let path = folder.join("s.db");
            let mut file = File::create_new(&path).unwrap();
            fs::write(sibling(&path, "-wal"), []).unwrap();
            grow(&mut file, 1);
            let database = Mutex::new(Some(File::open(&path).unwrap()));
            let files = OpenFiles::of(lock(&database).as_ref().unwrap(), &path).unwrap();
            grow(&mut file, 2);
            let old_metadata = fs::metadata(&path).unwrap();
            grow(&mut file, 3);
            files.check(&database, &path).unwrap();
            assert!(files.check_contents(&database, &old_metadata).is_ok());
            grow(&mut file, 1);
            assert!(files.check(&database, &path).is_err(), "a shorter database is a different one");
            fs::remove_dir_all(&folder).unwrap();
        }
    }
}

//! The lock file, which ensures that one handle in one process has a database open. It is a separate file because SQLite holds POSIX locks
//! on the database, and closing any other descriptor of the database in this process would cancel them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::failure::is_full;
use super::file_identity::{FileIds, sibling};
use crate::error::{Error, ErrorKind, Result};
use crate::inheritance::ParentOnly;

/// Why the lock file must stay while a program has the database open.
const KEEP_LOCK_FILE: &str = "Do not delete the lock file while a program has the database open";

/// Written after the process id if the disk of the holder failed.
const SUSPECT: &str = "suspect";

/// Written after the process id when the holder has closed the database.
const RELEASED: &str = "released";

const FOREIGN_LOG: &str = "the write-ahead log (-wal) next to the database belongs to another database that was at this path before. \
                           Restore that database, or remove the files -wal and -shm, which deletes its last writes";

const LONGEST_NOTE: u64 = 256;

/// Writes are permitted again when this many bytes are free. Most writes need less, so the disk is not full again at once.
const MIN_FREE_BYTES: usize = 1 << 20;

/// Unlocked on drop by the process that took it: a forked child that drops its copy must not unlock it for the parent. Closing the file
/// would not always unlock it: a child process shares the open file from its fork until it closes it or calls `exec`.
///
/// The lock file has the owner and group of the database, so that a database that was opened once by another user, such as root, can still
/// be opened by its owner.
pub(super) struct Lock {
    file: ParentOnly<File>,
    path: PathBuf,
    created: bool,
    process: u32,
    suspect: bool,
    /// Whether the last holder closed the database.
    was_released: bool,
    /// The files that the last holder had open; after [`Lock::set_files`], the files of this holder.
    files: Option<FileIds>,
}

impl Lock {
    pub(super) fn acquire(database: &Path) -> Result<Self> {
        let path = sibling(database, ".lock");
        let unopened = |error| Error::new(ErrorKind::Store, "the lock file cannot be opened").with_source(error);
        loop {
            let (file, created) = open(&path).map_err(unopened)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(busy(&file, &path)),
                Err(TryLockError::Error(error)) => {
                    return Err(Error::new(ErrorKind::Store, "the lock file cannot be locked").with_source(error));
                }
            }
            // Another handle that could not open the database may have deleted the lock file meanwhile. Then this lock is void.
            if !is_at(&file, &path) {
                continue;
            }
            give_to_owner_of(database, &file);
            let found = content(&file);
            let (suspect, files) = (found.contains(SUSPECT), FileIds::read(&found));
            let was_released = found.contains(RELEASED);
            let file = ParentOnly::new(file);
            let lock = Lock { file, path, created, process: std::process::id(), suspect, was_released, files };
            match lock.note(lock.state()) {
                // The note is only information: on a full disk the lock is valid without it.
                Err(error) if !is_full(&error) => return Err(unwritten(error)),
                _ => return Ok(lock),
            }
        }
    }

    /// Deletes the lock file if this handle created it. It is still locked then, so a process that has it open and locks it later finds
    /// that it was deleted (`is_at`).
    pub(super) fn discard(self) {
        if self.created {
            let _ = std::fs::remove_file(&self.path);
        } else if self.was_released {
            self.mark_released();
        }
    }

    pub(super) fn is_suspect(&self) -> bool {
        self.suspect
    }

    pub(super) fn was_released(&self) -> bool {
        self.was_released
    }

    /// Whether the last holder had a database open.
    pub(super) fn remembers_database(&self) -> bool {
        self.files.is_some()
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Fails if the lock file is not at its path any more, because another process could lock a new one and open the database.
    pub(super) fn check_place(&self) -> Result<()> {
        if is_at(&self.file, &self.path) {
            return Ok(());
        }
        let message = format!(
            "the lock file {} was deleted or replaced while the service had the database open, so another program may have it open as well: \
             nothing was written. Close the service and open it again. {KEEP_LOCK_FILE}",
            self.path.display()
        );
        Err(Error::new(ErrorKind::Store, message))
    }

    pub(super) fn mark_suspect(&self) {
        let _ = self.note(SUSPECT);
    }

    /// Records that the database is closed, so that the next holder need not check it. A suspect one stays suspect.
    pub(super) fn mark_released(&self) {
        if !content(&self.file).contains(SUSPECT) {
            let _ = self.note(RELEASED);
        }
    }

    fn state(&self) -> &'static str {
        if self.suspect { SUSPECT } else { "" }
    }

    pub(super) fn clear(&mut self) -> Result<()> {
        self.suspect = false;
        self.note(self.state()).map_err(unwritten)
    }

    /// Fails if the last holder had the log open with another database, because SQLite would mix the two.
    pub(super) fn check_log(&self, path: &Path) -> Result<()> {
        match (&self.files, FileIds::at(path)) {
            (Some(last), Some(now)) if last.share_log_with_other_database(&now) => {
                Err(Error::new(ErrorKind::Store, FOREIGN_LOG))
            }
            _ => Ok(()),
        }
    }

    /// Records the open files in the note, for `check_log` of the next holder if this process crashes. Errors are ignored.
    pub(super) fn set_files(&mut self, files: Option<FileIds>) {
        self.files = files;
        let _ = self.note(self.state());
    }

    /// Writes [`MIN_FREE_BYTES`] bytes after the note, and removes them again.
    pub(super) fn check_room(&self) -> io::Result<()> {
        let mut file = &*self.file;
        let end = file.seek(SeekFrom::End(0))?.min(LONGEST_NOTE);
        file.seek(SeekFrom::Start(end))?;
        let written = file.write_all(&vec![0; MIN_FREE_BYTES]).and_then(|()| file.sync_data());
        written.and(file.set_len(end))
    }

    /// Overwrites the note in place, which needs no free space on the disk.
    fn note(&self, state: &str) -> io::Result<()> {
        let mut file = &*self.file;
        let files = self.files.as_ref().map(ToString::to_string).unwrap_or_default();
        let note = format!("{} {state} {files}\n", self.process);
        file.seek(SeekFrom::Start(0))?;
        file.write_all(note.as_bytes())?;
        file.set_len(note.len() as u64)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.process == std::process::id() {
            // If this fails, closing the file unlocks it.
            let _ = self.file.unlock();
        }
    }
}

pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn open(path: &Path) -> io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    let options = private(options.read(true).write(true));
    loop {
        match options.create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (file, true)),
        }
        match options.create_new(false).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {}
            opened => return opened.map(|file| (file, false)),
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: &std::fs::Metadata| (found.dev(), found.ino());
    matches!((file.metadata(), std::fs::metadata(path)), (Ok(one), Ok(other)) if place(&one) == place(&other))
}

/// Gives the lock file the owner and group of the database. A process that may not do this has the right owner already, or cannot help it.
#[cfg(unix)]
fn give_to_owner_of(database: &Path, lock_file: &File) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (Ok(database), Ok(found)) = (std::fs::metadata(database), lock_file.metadata()) else { return };
    if (database.uid(), database.gid()) != (found.uid(), found.gid()) {
        let _ = fchown(lock_file, Some(database.uid()), Some(database.gid()))
            .or_else(|_| fchown(lock_file, None, Some(database.gid())));
    }
}

#[cfg(not(unix))]
fn give_to_owner_of(_: &Path, _: &File) {}

/// On other systems an open file cannot be removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

fn unwritten(error: io::Error) -> Error {
    let kind = if is_full(&error) { ErrorKind::StorageFull } else { ErrorKind::Store };
    Error::new(kind, "the lock file cannot be written").with_source(error)
}

/// An unreadable file is treated as empty. Where locks are mandatory, the file of another holder cannot be read.
fn content(file: &File) -> String {
    let mut text = String::new();
    let mut file = file;
    let _ = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(LONGEST_NOTE).read_to_string(&mut text));
    text
}

fn busy(file: &File, path: &Path) -> Error {
    let holder = content(file).split_whitespace().next().and_then(|pid| pid.parse::<u32>().ok());
    let error = |message: String| Error::new(ErrorKind::StoreBusy, message);
    match holder {
        // Only this process itself can release the lock.
        Some(pid) if pid == std::process::id() => {
            let message = "this process already has the database open: close that service, or destroy it with all clients and listings that \
                           were created from it, before you open it again";
            error(message.to_owned()).repeatable(false)
        }
        Some(pid) => error(format!(
            "the database is in use by process {pid}{}: {WHAT_WORKS}. {KEEP_LOCK_FILE} ({})",
            relation_of(pid),
            path.display()
        )),
        None => error(format!(
            "the database is in use by another process: {WHAT_WORKS}. {KEEP_LOCK_FILE} ({})",
            path.display()
        )),
    }
}

const WHAT_WORKS: &str =
    "try again when that process has ended, or use a server for several processes (see hosts.md in the documentation)";

/// How the process is related to this one, for an error. Empty if it is not, or this is unknown.
#[cfg(target_os = "linux")]
fn relation_of(pid: u32) -> &'static str {
    let parent = std::os::unix::process::parent_id();
    if pid == parent {
        ", the parent of this process"
    } else if parent > 1 && parent_of(pid) == Some(parent) {
        ", another child of the parent of this process"
    } else {
        ""
    }
}

#[cfg(not(target_os = "linux"))]
fn relation_of(_: u32) -> &'static str {
    ""
}

#[cfg(target_os = "linux")]
fn parent_of(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program is in parentheses, and may contain spaces and parentheses.
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn parent_of_a_process_is_found() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        assert_eq!(parent_of(child.id()), Some(std::process::id()));
        assert_eq!(relation_of(std::os::unix::process::parent_id()), ", the parent of this process");
        assert_eq!(relation_of(child.id()), "");
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(parent_of(u32::MAX), None);
    }

    #[test]
    fn only_the_process_that_took_the_lock_releases_it() {
        let path = std::env::temp_dir().join(format!("shiptrack-lock-{}", std::process::id()));
        let lock = Lock::acquire(&path).unwrap();
        let inherited = lock.file.try_clone().unwrap();
        let path_of_lock = lock.path.clone();
        let child = Lock {
            file: ParentOnly::new(inherited),
            path: path_of_lock,
            created: true,
            process: 0,
            suspect: false,
            was_released: false,
            files: None,
        };
        let still_inherited = child.file.try_clone().unwrap();
        drop(child);
        assert_eq!(Lock::acquire(&path).err().map(|error| error.kind()), Some(ErrorKind::StoreBusy));
        drop(lock);
        Lock::acquire(&path).unwrap().discard();
        drop(still_inherited);
    }
}

//! The lock file: one handle in one process holds a database.
//!
//! The lock lies on a file of its own because closing any descriptor of the database, by any part of the process, would
//! cancel POSIX locks on it.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind, Result};

/// What follows the process id when the holder's disk failed.
const SUSPECT: &str = "suspect";

/// The lock on a database. It ends when its file is closed by every process that inherited it, so it is never unlocked
/// explicitly: a forked child that drops its copy must not unlock the parent's.
pub(super) struct Lock {
    file: File,
    process: u32,
    suspect: bool,
}

impl Lock {
    /// Takes the lock of the database at `path`, or says who holds it.
    pub(super) fn take(path: &Path) -> Result<Self> {
        let file =
            private(OpenOptions::new().read(true).write(true).create(true).truncate(false))
                .open(beside(path))
                .map_err(|error| Error::new(ErrorKind::Store, "the lock file cannot be opened").with_source(error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(held(&file)),
            Err(TryLockError::Error(error)) => {
                return Err(Error::new(ErrorKind::Store, "the lock file cannot be locked").with_source(error));
            }
        }
        let suspect = content(&file).contains(SUSPECT);
        let lock = Lock { file, process: std::process::id(), suspect };
        lock.write(if suspect { SUSPECT } else { "" })?;
        Ok(lock)
    }

    /// Whether the last holder met an I/O error: the file is to be checked before it is trusted.
    pub(super) fn is_suspect(&self) -> bool {
        self.suspect
    }

    /// Tells the next holder that the file is to be checked. On a disk that failed this may fail too.
    pub(super) fn mark_suspect(&self) {
        let _ = self.write(SUSPECT);
    }

    /// Takes the suspicion back: the file was checked.
    pub(super) fn clear(&mut self) -> Result<()> {
        self.suspect = false;
        self.write("")
    }

    fn write(&self, note: &str) -> Result<()> {
        let write = || -> io::Result<()> {
            let mut file = &self.file;
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(format!("{} {note}\n", self.process).as_bytes())
        };
        write().map_err(|error| Error::new(ErrorKind::Store, "the lock file cannot be written").with_source(error))
    }
}

/// The options that make a file only its owner can read.
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".lock");
    PathBuf::from(name)
}

/// Not readable counts as empty: where locks are mandatory, the holder's file cannot be read.
fn content(file: &File) -> String {
    let mut text = String::new();
    let mut file = file;
    let _ = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(64).read_to_string(&mut text));
    text
}

fn held(file: &File) -> Error {
    let holder = content(file).split_whitespace().next().and_then(|pid| pid.parse::<u32>().ok());
    let message = match holder {
        Some(pid) if pid == std::process::id() => "this process has opened the database already".to_owned(),
        Some(pid) => format!("the database is in use by process {pid}"),
        None => "the database is in use by another process".to_owned(),
    };
    Error::new(ErrorKind::StoreBusy, message)
}

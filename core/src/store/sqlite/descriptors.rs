//! The descriptors of a database that this process has open.
//!
//! Another copy of SQLite in this process, such as Python's `sqlite3`, does not see the locks of this one, because POSIX locks belong to the
//! process. It would take itself for the only user: it would truncate the index of the write-ahead log (`-shm`) when it opens the database,
//! and delete the log when it closes the database. Two locks that belong to descriptors of this module instead of the process prevent that
//! ("open file description locks", on Linux only). SQLite's own locks are not changed.
//!
//! Such a copy does not prevent checkpoints of this one either, which would overwrite what it reads. So checkpoints are postponed while the
//! process has more descriptors of the database than this library opened ([`Descriptors::has_foreign`]).

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::inheritance::{self, ParentOnly};
use crate::threads::lock;

pub(super) struct Descriptors {
    path: PathBuf,
    /// The path of the index of the log (`-shm`).
    index_path: PathBuf,
    /// Device and inode of the database; `None` if they are unknown.
    id: Option<(u64, u64)>,
    process: u32,
    /// In a forked child, the descriptors that SQLite had in the parent. They stay open, because SQLite still has their numbers.
    inherited: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The connections that are open.
    connections: usize,
    /// The largest number of connections that were open at a time. SQLite keeps the descriptors of closed connections and uses them for the
    /// next ones, because closing a descriptor would release its locks.
    most_connections: usize,
    /// The descriptors that this library opened without SQLite.
    files: usize,
    /// The descriptors that have the locks. Closing them while a connection is open would release the locks of SQLite.
    locked: Option<LockedFiles>,
}

struct LockedFiles {
    database: ParentOnly<File>,
    /// `None` if there is no file: SQLite in a forked child may use an index that the parent has deleted.
    index: Option<ParentOnly<File>>,
}

impl Descriptors {
    /// Must be called before the database at `path` is opened with SQLite.
    pub(super) fn new(path: &Path, index_path: &Path) -> Self {
        let id = system::id_at(path);
        let inherited = match id {
            Some(id) if inheritance::is_forked() => system::count(id),
            _ => 0,
        };
        let descriptors = Descriptors {
            path: path.to_owned(),
            index_path: index_path.to_owned(),
            id,
            inherited,
            process: std::process::id(),
            state: Mutex::default(),
        };
        // Another copy of SQLite has opened the log, so SQLite must not take itself for the first user, either.
        if system::id_at(index_path).is_some_and(|index| system::count(index) > 0) {
            descriptors.lock();
        }
        descriptors
    }

    /// Opens a connection, whose descriptor is counted.
    pub(super) fn connect<T, E>(&self, open: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let mut state = lock(&self.state);
        let connection = open()?;
        state.connections += 1;
        state.most_connections = state.most_connections.max(state.connections);
        Ok(connection)
    }

    /// Must be called after a connection was closed.
    pub(super) fn disconnected(&self) {
        lock(&self.state).connections -= 1;
    }

    /// Opens the database for reading without SQLite. The file must not be closed while a connection is open.
    pub(super) fn open(&self) -> io::Result<File> {
        let mut state = lock(&self.state);
        let file = File::open(&self.path)?;
        state.files += 1;
        Ok(file)
    }

    /// Whether code outside of this library has the database open in this process. Always false on systems other than Linux.
    pub(super) fn has_foreign(&self) -> bool {
        let Some(id) = self.id else { return false };
        let state = lock(&self.state);
        system::count(id) > self.inherited + state.most_connections + state.files
    }

    /// Takes both locks. Does nothing if that is impossible, for example because the file system has no such locks.
    pub(super) fn lock(&self) {
        let mut state = lock(&self.state);
        if state.locked.is_some() {
            return;
        }
        let index = File::open(&self.index_path).map(ParentOnly::new).ok();
        if index.is_none() && !inheritance::is_forked() {
            return;
        }
        let Ok(database) = File::open(&self.path).map(ParentOnly::new) else { return };
        state.files += 1;
        if let Some(index) = &index {
            system::set_lock(index, system::INDEX_USERS, true);
        }
        system::set_lock(&database, system::DATABASE_READERS, true);
        state.locked = Some(LockedFiles { database, index });
    }

    /// Releases the locks, so that SQLite can checkpoint and delete the log when the last connection is closed.
    pub(super) fn unlock(&self) {
        if let Some(locked) = &lock(&self.state).locked {
            self.release(locked);
        }
    }

    /// Releases the locks and closes their descriptors. All connections must be closed.
    pub(super) fn close(&self) {
        let locked = lock(&self.state).locked.take();
        self.release_all(locked);
    }

    fn release_all(&self, locked: Option<LockedFiles>) {
        if let Some(locked) = locked {
            self.release(&locked);
        }
    }

    /// Closing the descriptors would not always release the locks: a child process shares them from its fork until its `exec`. For the same
    /// reason, a child process must not release them: the parent would lose them.
    fn release(&self, LockedFiles { database, index }: &LockedFiles) {
        if self.process != std::process::id() {
            return;
        }
        system::set_lock(database, system::DATABASE_READERS, false);
        if let Some(index) = index {
            system::set_lock(index, system::INDEX_USERS, false);
        }
    }
}

impl Drop for Descriptors {
    fn drop(&mut self) {
        // Without locking: in a child process the mutex may be locked for ever.
        let locked = self.state.get_mut().map_or(None, |state| state.locked.take());
        self.release_all(locked);
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::os::unix::fs::MetadataExt;

    use nix::fcntl::{FcntlArg, fcntl};
    use nix::libc;

    use super::*;

    /// The bytes of the database that each of its readers locks: first byte and number of bytes.
    pub(super) const DATABASE_READERS: (libc::off_t, libc::off_t) = (0x4000_0002, 510);

    /// The byte of the index that each of its users locks.
    pub(super) const INDEX_USERS: (libc::off_t, libc::off_t) = (128, 1);

    pub(super) fn id_at(path: &Path) -> Option<(u64, u64)> {
        std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
    }

    /// The number of descriptors of a file that this process has. 0 if that is unknown.
    pub(super) fn count(id: (u64, u64)) -> usize {
        let Ok(descriptors) = std::fs::read_dir("/proc/self/fd") else { return 0 };
        descriptors.flatten().filter(|descriptor| id_at(&descriptor.path()) == Some(id)).count()
    }

    pub(super) fn set_lock(file: &File, (l_start, l_len): (libc::off_t, libc::off_t), is_locked: bool) {
        let kind = if is_locked { libc::F_RDLCK } else { libc::F_UNLCK };
        let range = libc::flock { l_type: kind as i16, l_whence: libc::SEEK_SET as i16, l_start, l_len, l_pid: 0 };
        let _ = fcntl(file, FcntlArg::F_OFD_SETLK(&range));
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::store::sqlite::SqliteStore;

        /// Whether another owner of locks could lock these bytes for writing.
        fn could_write_lock(path: &Path, (l_start, l_len): (libc::off_t, libc::off_t)) -> bool {
            let file = File::open(path).unwrap();
            let mut range =
                libc::flock { l_type: libc::F_WRLCK as i16, l_whence: libc::SEEK_SET as i16, l_start, l_len, l_pid: 0 };
            fcntl(&file, FcntlArg::F_OFD_GETLK(&mut range)).unwrap();
            range.l_type == libc::F_UNLCK as i16
        }

        #[test]
        fn an_open_store_has_locks_that_belong_to_its_descriptors() {
            let folder = std::env::temp_dir().join(format!("shiptrack-descriptors-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let path = folder.join("s.db");
            let store = SqliteStore::open(&path).unwrap();
            // Closing descriptors cancels the locks of the process, so only those of descriptors are found by the second call.
            could_write_lock(&path, DATABASE_READERS);
            could_write_lock(&folder.join("s.db-shm"), INDEX_USERS);
            assert!(!could_write_lock(&path, DATABASE_READERS));
            assert!(!could_write_lock(&folder.join("s.db-shm"), INDEX_USERS));
            drop(store);
            assert!(could_write_lock(&path, DATABASE_READERS));
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::*;

    pub(super) const DATABASE_READERS: () = ();
    pub(super) const INDEX_USERS: () = ();

    pub(super) fn id_at(_: &Path) -> Option<(u64, u64)> {
        None
    }

    pub(super) fn count(_: (u64, u64)) -> usize {
        0
    }

    pub(super) fn set_lock(_: &File, _: (), _: bool) {}
}

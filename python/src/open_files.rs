//! The files that this process has open. One thread at a time opens or closes a file; the others wait for it.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use shiptrack::clock::CancelToken;
use shiptrack::{Error, ErrorKind};

/// How often a waiting thread checks whether its call was cancelled.
const CANCEL_INTERVAL: Duration = Duration::from_millis(20);

/// A forked child does not have the threads of its parent, so the process is part of the key.
type Key = (u32, PathBuf);

/// The files that are open as values of `T`, which closes its file when it is dropped.
pub struct OpenFiles<T> {
    files: Mutex<Vec<(Key, FileState<T>)>>,
    changed: Condvar,
}

enum FileState<T> {
    /// A thread opens or closes the file.
    Changing,
    Open(Weak<T>),
}

/// The right to open or close a file. When it is dropped, the file is not open, unless [`Turn::opened`] was called.
pub struct Turn<T: 'static> {
    files: &'static OpenFiles<T>,
    /// `None` after `opened`.
    key: Option<Key>,
}

/// What a thread that wants to open a file finds.
pub enum Found<T: 'static> {
    Open(Arc<T>),
    Closed(Turn<T>),
}

impl<T> OpenFiles<T> {
    pub const fn new() -> Self {
        OpenFiles { files: Mutex::new(Vec::new()), changed: Condvar::new() }
    }

    /// Waits until no other thread opens or closes the file. Must be called without the interpreter lock.
    pub fn find_or_begin(&'static self, path: &Path, cancel: &CancelToken) -> Result<Found<T>, Error> {
        let key = key_of(path);
        let mut files = self.lock();
        loop {
            match files.iter().find(|(other, _)| *other == key) {
                None => {
                    files.push((key.clone(), FileState::Changing));
                    return Ok(Found::Closed(Turn { files: self, key: Some(key) }));
                }
                Some((_, FileState::Open(value))) => {
                    if let Some(value) = value.upgrade() {
                        return Ok(Found::Open(value));
                    }
                    // The thread that drops the value closes the file.
                }
                Some((_, FileState::Changing)) => {}
            }
            cancel.check().map_err(|cancelled| Error::from(ErrorKind::Cancelled).with_source(cancelled))?;
            (files, _) = self.changed.wait_timeout(files, CANCEL_INTERVAL).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Begins to close the file of this value. `None` if it is closed, or another thread closes it.
    pub fn begin_close(&'static self, path: &Path, value: *const T) -> Option<Turn<T>> {
        let key = key_of(path);
        let mut files = self.lock();
        let (_, state) = files.iter_mut().find(|(other, _)| *other == key)?;
        let is_own = matches!(state, FileState::Open(open) if open.as_ptr() == value);
        is_own.then(|| {
            *state = FileState::Changing;
            Turn { files: self, key: Some(key) }
        })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Key, FileState<T>)>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Turn<T> {
    /// Other threads that want to open the file get this value.
    pub fn opened(mut self, value: &Arc<T>) {
        if let Some(key) = self.key.take() {
            self.end(key.clone(), Some((key, FileState::Open(Arc::downgrade(value)))));
        }
    }

    fn end(&self, key: Key, next: Option<(Key, FileState<T>)>) {
        let mut files = self.files.lock();
        files.retain(|(other, _)| *other != key);
        files.extend(next);
        self.files.changed.notify_all();
    }
}

impl<T> Drop for Turn<T> {
    fn drop(&mut self) {
        if let Some(key) = self.key.take() {
            self.end(key, None);
        }
    }
}

fn key_of(path: &Path) -> Key {
    (process::id(), path.to_owned())
}

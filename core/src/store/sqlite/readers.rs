//! The connections that read.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};

use super::connection::Link;
use super::failure;
use crate::error::Result;
use crate::threads::locked;

/// Reading connections kept open while nobody reads.
const IDLE: usize = 8;

/// Reading connections to one file. One is there from the start; more are opened when they are needed and can be, so
/// that nobody waits for another reader but in a process that may open no more files.
pub(super) struct Readers {
    path: PathBuf,
    pool: Mutex<Pool>,
    given_back: Condvar,
}

struct Pool {
    idle: Vec<Link>,
    /// Idle and lent.
    open: usize,
}

impl Readers {
    /// With one connection to the file at `path`.
    pub(super) fn to_file(path: &Path) -> Result<Self> {
        let first = open(path).map_err(|error| failure::of(error, "the database cannot be opened"))?;
        let pool = Pool { idle: vec![first], open: 1 };
        Ok(Readers { path: path.to_owned(), pool: Mutex::new(pool), given_back: Condvar::new() })
    }

    /// A connection: one that is idle, else a new one, else the next that is given back.
    pub(super) fn take(&self) -> Result<Lent<'_>> {
        let mut pool = locked(&self.pool);
        loop {
            if let Some(link) = pool.idle.pop() {
                return Ok(Lent { readers: self, link: Some(link) });
            }
            drop(pool);
            let opened = open(&self.path);
            pool = locked(&self.pool);
            match opened {
                Ok(link) => {
                    pool.open += 1;
                    return Ok(Lent { readers: self, link: Some(link) });
                }
                Err(_) if !pool.idle.is_empty() => {}
                Err(_) if pool.open > 0 => {
                    pool = self.given_back.wait(pool).unwrap_or_else(PoisonError::into_inner);
                }
                Err(error) => return Err(failure::of(error, "the database could not be opened for reading")),
            }
        }
    }

    /// Closes those that nobody has in use.
    pub(super) fn close(&self) {
        let mut pool = locked(&self.pool);
        pool.open -= pool.idle.len();
        pool.idle.clear();
    }
}

/// A connection in use.
pub(super) struct Lent<'a> {
    readers: &'a Readers,
    link: Option<Link>,
}

impl Deref for Lent<'_> {
    type Target = Link;

    fn deref(&self) -> &Link {
        self.link.as_ref().expect("it is there until it is given back")
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut pool = locked(&self.readers.pool);
        match self.link.take() {
            Some(link) if link.is_autocommit() && pool.idle.len() < IDLE => pool.idle.push(link),
            _ => pool.open -= 1,
        }
        self.readers.given_back.notify_one();
    }
}

/// A connection that only reads, with every file open that it ever needs.
fn open(path: &Path) -> rusqlite::Result<Link> {
    let link = Link::to_file(path)?;
    link.only_read()?;
    link.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(link)
}

//! What is read of many rows, when some of them cannot be read.

use uuid::Uuid;

use crate::error::{Error, Result};
use crate::resources::AccountId;

/// Rows that could be read, in the order that was asked for, and those that could not: one bad row must not stand in
/// the way of all others.
#[derive(Debug)]
pub struct Rows<T> {
    /// Those that could be read.
    pub readable: Vec<T>,
    /// Those that could not. They count towards the limit that was asked for.
    pub unreadable: Vec<Unreadable>,
}

/// A row that cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// Whose it is.
    pub account: AccountId,
    /// Its id.
    pub id: Uuid,
    /// Why it cannot be read: a [`Store`](crate::error::ErrorKind::Store) error that names the row.
    pub error: Error,
}

impl<T> Rows<T> {
    /// How many rows were found, readable or not.
    pub fn len(&self) -> usize {
        self.readable.len() + self.unreadable.len()
    }

    /// Whether none was found.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T> Rows<T> {
    /// The only one that was asked for. One that cannot be read is refused.
    pub(super) fn one(self) -> Result<Option<T>> {
        match self.unreadable.into_iter().next() {
            Some(row) => Err(row.error),
            None => Ok(self.readable.into_iter().next()),
        }
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows { readable: Vec::new(), unreadable: Vec::new() }
    }
}

//! Whether a store can be written after failures of the disk.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::{self, is_full};
use super::lock::Lock;
use crate::error::{Error, ErrorKind, Result};
use crate::threads::lock;

/// Whether the handle can write, and the lock file, which makes the next handle check the database after a failure.
#[derive(Default)]
pub(super) struct Health {
    has_problem: AtomicBool,
    problem: Mutex<Option<Problem>>,
    lock: Mutex<Option<Lock>>,
}

enum Problem {
    Full,
    Broken(String),
}

impl Health {
    pub(super) fn new(lock: Option<Lock>) -> Self {
        Health { lock: Mutex::new(lock), ..Health::default() }
    }

    pub(super) fn is_broken(&self) -> bool {
        matches!(&*lock(&self.problem), Some(Problem::Broken(_)))
    }

    /// Fails if the store rejects writes. If the disk was full, checks whether there is room again.
    pub(super) fn check(&self) -> Result<()> {
        if !self.has_problem.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut problem = lock(&self.problem);
        match &*problem {
            Some(Problem::Broken(cause)) => {
                let message = format!(
                    "the store rejects writes until it is opened again, because of an earlier failure: {cause}"
                );
                return Err(Error::new(ErrorKind::Store, message));
            }
            Some(Problem::Full) => self.check_room()?,
            None => {}
        }
        *problem = None;
        self.has_problem.store(false, Ordering::Release);
        Ok(())
    }

    pub(super) fn set_full(&self) {
        lock(&self.problem).get_or_insert(Problem::Full);
        self.has_problem.store(true, Ordering::Release);
    }

    pub(super) fn set_broken(&self, cause: &str) {
        let mut problem = lock(&self.problem);
        if matches!(&*problem, Some(Problem::Broken(_))) {
            return;
        }
        *problem = Some(Problem::Broken(cause.to_owned()));
        self.has_problem.store(true, Ordering::Release);
        if let Some(lock) = &*lock(&self.lock) {
            lock.mark_suspect();
        }
    }

    /// Fails if the lock file was deleted or replaced.
    pub(super) fn check_lock(&self) -> Result<()> {
        lock(&self.lock).as_ref().map_or(Ok(()), Lock::check_place)
    }

    /// A store in memory always has room.
    pub(super) fn check_room(&self) -> Result<()> {
        match lock(&self.lock).as_ref().map_or(Ok(()), Lock::check_room) {
            Err(error) if is_full(&error) => Err(failure::full().with_source(error)),
            // Other failures are reported by the next write.
            _ => Ok(()),
        }
    }

    /// Records in the lock file that the database is closed in good order, unless its disk failed.
    pub(super) fn mark_released(&self) {
        if let Some(lock) = &*lock(&self.lock) {
            lock.mark_released();
        }
    }

    /// Releases the lock. The files of the database must be closed before.
    pub(super) fn release(&self) {
        self.mark_released();
        drop(lock(&self.lock).take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_store_reports_its_first_failure() {
        let health = Health::default();
        health.set_full();
        health.set_broken("the disk is on fire");
        health.set_broken("it is wet, too");
        health.set_full();
        for _ in 0..2 {
            let error = health.check().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Store);
            assert!(error.to_string().ends_with("an earlier failure: the disk is on fire"), "{error}");
        }
    }

    #[test]
    fn a_full_store_can_be_written_when_there_is_room() {
        let health = Health::default();
        health.set_full();
        health.check().unwrap();
        assert!(!health.is_broken());
    }
}

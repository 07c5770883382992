//! Whether a store may be written, after failures of the disk.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::{self, is_full};
use super::lock::Lock;
use crate::error::{Error, ErrorKind, Result};
use crate::threads::lock;

/// Whether the handle may write, and the lock file that tells the next handle to check the database first.
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

    /// If the disk was full, tries whether there is room again.
    pub(super) fn check(&self) -> Result<()> {
        if !self.has_problem.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut problem = lock(&self.problem);
        match &*problem {
            Some(Problem::Broken(cause)) => {
                let told = format!("the store takes no writes until it is opened again, since {cause}");
                return Err(Error::new(ErrorKind::Store, told));
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

    /// A store in memory always has room.
    pub(super) fn check_room(&self) -> Result<()> {
        match lock(&self.lock).as_ref().map_or(Ok(()), Lock::check_room) {
            Err(error) if is_full(&error) => Err(failure::full().with_source(error)),
            // Other failures show when the disk is written to.
            _ => Ok(()),
        }
    }

    /// Nothing of the database may be open any more.
    pub(super) fn release(&self) {
        drop(lock(&self.lock).take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_is_broken_says_why_from_then_on_and_the_first_cause_counts() {
        let health = Health::default();
        health.set_full();
        health.set_broken("the disk is on fire");
        health.set_broken("it is wet, too");
        health.set_full();
        for _ in 0..2 {
            let error = health.check().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Store);
            assert!(error.to_string().ends_with("since the disk is on fire"), "{error}");
        }
    }

    #[test]
    fn a_full_store_is_well_again_when_there_is_room() {
        let health = Health::default();
        health.set_full();
        health.check().unwrap();
        assert!(!health.is_broken());
    }
}

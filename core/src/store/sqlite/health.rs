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
    troubled: AtomicBool,
    trouble: Mutex<Option<Trouble>>,
    lock: Mutex<Option<Lock>>,
}

enum Trouble {
    Full,
    Broken(String),
}

impl Health {
    pub(super) fn new(lock: Option<Lock>) -> Self {
        Health { lock: Mutex::new(lock), ..Health::default() }
    }

    pub(super) fn is_broken(&self) -> bool {
        matches!(&*lock(&self.trouble), Some(Trouble::Broken(_)))
    }

    /// If the disk was full, tries whether there is room again.
    pub(super) fn check(&self) -> Result<()> {
        if !self.troubled.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut trouble = lock(&self.trouble);
        match &*trouble {
            Some(Trouble::Broken(cause)) => {
                let told = format!("the store takes no writes until it is opened again, since {cause}");
                return Err(Error::new(ErrorKind::Store, told));
            }
            Some(Trouble::Full) => self.find_room()?,
            None => {}
        }
        *trouble = None;
        self.troubled.store(false, Ordering::Release);
        Ok(())
    }

    pub(super) fn fill(&self) {
        lock(&self.trouble).get_or_insert(Trouble::Full);
        self.troubled.store(true, Ordering::Release);
    }

    pub(super) fn break_off(&self, cause: &str) {
        let mut trouble = lock(&self.trouble);
        if matches!(&*trouble, Some(Trouble::Broken(_))) {
            return;
        }
        *trouble = Some(Trouble::Broken(cause.to_owned()));
        self.troubled.store(true, Ordering::Release);
        if let Some(lock) = &*lock(&self.lock) {
            lock.mark_suspect();
        }
    }

    /// A store in memory always has room.
    pub(super) fn find_room(&self) -> Result<()> {
        match lock(&self.lock).as_ref().map_or(Ok(()), Lock::find_room) {
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
        health.fill();
        health.break_off("the disk is on fire");
        health.break_off("it is wet, too");
        health.fill();
        for _ in 0..2 {
            let error = health.check().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Store);
            assert!(error.to_string().ends_with("since the disk is on fire"), "{error}");
        }
    }

    #[test]
    fn a_full_store_is_well_again_when_there_is_room() {
        let health = Health::default();
        health.fill();
        health.check().unwrap();
        assert!(!health.is_broken());
    }
}

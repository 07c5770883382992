//! What a source says of a tracking request without having been asked for it, and how far others' accounts were taken over.

use super::service::Service;
use crate::carriers::Answer;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, TrackingRequestId};
use crate::service::engine::{follow, look_ups};

impl Service {
    /// Takes in what somebody says of the number of a tracking request, as if its carrier had answered so just now: the request moves on,
    /// and what is news is told. Answers how many facts are news. A request that ended stays as it is.
    ///
    /// For words of others beside the carrier there is [`record_facts`](Self::record_facts).
    pub fn record_answer(&self, account: &AccountId, request: &TrackingRequestId, answer: Answer) -> Result<usize> {
        look_ups::record(self.engine(), account, request, answer)
    }

    /// Has the carrier of a tracking request asked as soon as may be.
    #[cfg(feature = "client")]
    pub(crate) fn hasten(&self, account: &AccountId, request: &TrackingRequestId) -> Result<()> {
        let engine = self.engine();
        let now = engine.now();
        engine.store.writing(|tx| match tx.request(account, request)? {
            Some(record) => follow::hasten(engine, tx, record, now),
            None => Ok(()),
        })?;
        engine.wake.wake();
        Ok(())
    }

    /// How far the account at this address was taken over, as it was kept.
    #[cfg(feature = "client")]
    pub(crate) fn adoption_cursor(&self, account: &AccountId, address: &str) -> Result<Option<String>> {
        let found = self.engine().store.reading(|tx| tx.account(account))?;
        Ok(found.and_then(|found| found.adoptions.get(address).cloned()))
    }

    /// Keeps that.
    #[cfg(feature = "client")]
    pub(crate) fn keep_adoption_cursor(&self, account: &AccountId, address: &str, cursor: &str) -> Result<()> {
        self.engine().store.writing(|tx| {
            let mut found = tx
                .account(account)?
                .ok_or_else(|| Error::new(ErrorKind::NotFound, format!("there is no account {account}")))?;
            found.adoptions.insert(address.to_owned(), cursor.to_owned());
            tx.set_account(&found)
        })
    }
}

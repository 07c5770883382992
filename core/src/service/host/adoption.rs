//! What the import of hosted accounts (`hosted`) needs from the service.

use super::service::Service;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, ShipmentId, StopReason, TrackingRequestId};
use crate::service::engine::derive::request_lifecycle;
use crate::tracking::lifecycle::Input;

impl Service {
    /// Makes the look-up of a tracking request due now.
    pub(crate) fn ask_carrier_soon(&self, account: &AccountId, request: &TrackingRequestId) -> Result<()> {
        let engine = self.engine();
        let now = engine.now();
        engine.store.writing(|tx| match tx.request(account, request)? {
            Some(record) => request_lifecycle::ask_now(engine.within(tx, now), record),
            None => Ok(()),
        })?;
        engine.wake.wake();
        Ok(())
    }

    pub(crate) fn stop_following(&self, account: &AccountId, id: &ShipmentId, reason: StopReason) -> Result<()> {
        let stopped = request_lifecycle::apply_input(self.engine(), account, id, &Input::Stop(reason))?;
        stopped.map_err(|why| Error::new(ErrorKind::Conflict, why))
    }

    /// Where the import from the hosted service at `address` continues; `None` if there was no import yet.
    pub(crate) fn adoption_cursor(&self, account: &AccountId, address: &str) -> Result<Option<String>> {
        let found = self.engine().store.reading(|tx| tx.account(account))?;
        Ok(found.and_then(|found| found.adoptions.get(address).cloned()))
    }

    pub(crate) fn set_adoption_cursor(&self, account: &AccountId, address: &str, cursor: &str) -> Result<()> {
        self.engine().store.writing(|tx| {
            let mut found = tx
                .account(account)?
                .ok_or_else(|| Error::new(ErrorKind::NotFound, format!("there is no account {account}")))?;
            found.adoptions.insert(address.to_owned(), cursor.to_owned());
            tx.set_account(&found)
        })
    }
}

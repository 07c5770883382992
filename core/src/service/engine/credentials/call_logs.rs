//! Stores the calls to carriers, which count towards the limits of their credentials.

use crate::carriers::{CallLog, LoggedCall};
use crate::error::Result;
use crate::service::engine::base::engine::Engine;
use crate::store::Tx;

/// Calls that were taken from their log to be stored. They return to the log on drop, unless `mark_saved` was called.
pub(in crate::service::engine) struct UnsavedCalls<'e> {
    log: Option<&'e CallLog>,
    calls: Vec<LoggedCall>,
}

impl UnsavedCalls<'_> {
    pub fn write(&self, tx: &Tx<'_>) -> Result<()> {
        let Some((log, memory)) = self.log.and_then(|log| Some((log, log.memory()?))) else { return Ok(()) };
        self.calls.iter().try_for_each(|call| {
            let oldest = call.at.checked_sub_signed(memory).unwrap_or_default();
            tx.add_call(log.name(), &call.credential, call.at, oldest)
        })
    }

    pub fn mark_saved(mut self) {
        self.calls.clear();
    }
}

impl Drop for UnsavedCalls<'_> {
    fn drop(&mut self) {
        if let Some(log) = self.log.filter(|_| !self.calls.is_empty()) {
            log.give_back(std::mem::take(&mut self.calls));
        }
    }
}

impl Engine {
    pub(in crate::service::engine) fn unsaved_calls(&self, scac: &str) -> UnsavedCalls<'_> {
        let log = self.carrier(scac).and_then(|carrier| carrier.call_log());
        UnsavedCalls { log, calls: log.map(CallLog::take_unsaved).unwrap_or_default() }
    }

    pub fn restore_calls(&self) -> Result<()> {
        let carriers = self.carriers.values().chain(&self.any_carrier);
        for log in carriers.filter_map(|carrier| carrier.call_log()).filter(|log| !log.is_restored()) {
            let Some(since) = log.memory().and_then(|memory| self.now().checked_sub_signed(memory)) else { continue };
            let stored = self.store.reading(|tx| tx.calls_since(log.name(), since))?;
            log.restore(stored.into_iter().map(|(credential, at)| LoggedCall { credential, at }));
        }
        Ok(())
    }

    pub fn save_calls(&self) -> Result<()> {
        for scac in self.carriers.keys() {
            let unsaved = self.unsaved_calls(scac);
            if !unsaved.calls.is_empty() {
                self.store.writing(|tx| unsaved.write(tx))?;
            }
            unsaved.mark_saved();
        }
        Ok(())
    }
}

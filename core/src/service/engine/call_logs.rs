//! The calls that carriers got, kept with whatever else is written down, so that a service that is opened again goes on counting.

use super::parts::Engine;
use crate::carriers::{CallLog, MadeCall};
use crate::error::Result;
use crate::store::Tx;

/// Calls that are to be kept. They go back to their log when nobody says that they are.
pub(super) struct Unsaved<'e> {
    log: Option<&'e CallLog>,
    calls: Vec<MadeCall>,
}

impl Unsaved<'_> {
    /// Writes them down. A transaction that is run again does so again.
    pub fn write(&self, tx: &Tx<'_>) -> Result<()> {
        let Some((log, memory)) = self.log.and_then(|log| Some((log, log.memory()?))) else { return Ok(()) };
        self.calls.iter().try_for_each(|call| {
            let but_since = call.at.checked_sub_signed(memory).unwrap_or_default();
            tx.add_call(log.name(), &call.credential, call.at, but_since)
        })
    }

    /// They were kept.
    pub fn are_saved(mut self) {
        self.calls.clear();
    }
}

impl Drop for Unsaved<'_> {
    fn drop(&mut self) {
        if let Some(log) = self.log.filter(|_| !self.calls.is_empty()) {
            log.give_back(std::mem::take(&mut self.calls));
        }
    }
}

impl Engine {
    /// The calls of a carrier that nobody kept yet.
    pub(super) fn unsaved_calls(&self, scac: &str) -> Unsaved<'_> {
        let log = self.carrier(scac).and_then(|carrier| carrier.calls());
        Unsaved { log, calls: log.map(CallLog::take_unsaved).unwrap_or_default() }
    }

    /// Goes on counting where the last one to have the store open ended.
    pub fn restore_calls(&self) -> Result<()> {
        for log in self.call_logs().filter(|log| !log.is_restored()) {
            let Some(since) = log.memory().and_then(|memory| self.now().checked_sub_signed(memory)) else { continue };
            let kept = self.store.reading(|tx| tx.calls_since(log.name(), since))?;
            log.restore(kept.into_iter().map(|(credential, at)| MadeCall { credential, at }));
        }
        Ok(())
    }

    /// Keeps the calls of look-ups of which nothing else was written down.
    pub fn save_calls(&self) -> Result<()> {
        for scac in self.carriers.keys() {
            let unsaved = self.unsaved_calls(scac);
            if !unsaved.calls.is_empty() {
                self.store.writing(|tx| unsaved.write(tx))?;
            }
            unsaved.are_saved();
        }
        Ok(())
    }

    fn call_logs(&self) -> impl Iterator<Item = &CallLog> {
        self.carriers.values().chain(&self.any_carrier).filter_map(|carrier| carrier.calls())
    }
}

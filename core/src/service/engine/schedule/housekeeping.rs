//! Housekeeping: corrects due times, releases replaced credentials, and deletes expired rows.

use std::time::Duration;

use chrono::TimeDelta;

use crate::error::{Error, ErrorKind, Result};
use crate::service::engine::base::engine::Engine;
use crate::store::{DeliveryRecord, Queue, RequestRecord, TemporaryRows, Tx};
use crate::threads::lock;

const BATCH: usize = 256;
const CREDENTIAL_CHECK_PAUSE: Duration = Duration::from_secs(60);

/// How long repeated callbacks are recognized.
const RECEIPTS_LAST: TimeDelta = TimeDelta::days(7);
const FILES_LAST: TimeDelta = TimeDelta::days(1);

impl Engine {
    pub(super) fn run_housekeeping(&self) -> Result<bool> {
        self.report_missing_carriers()?;
        let (corrected, deleted) = (self.limit_due_times()?, self.delete_expired()?);
        Ok(self.end_long_rests()? || self.release_replaced_if_due()? || corrected || deleted)
    }

    fn release_replaced_if_due(&self) -> Result<bool> {
        let now = self.clock.monotonic();
        let is_early = |checked_at: &Duration| now.saturating_sub(*checked_at) < CREDENTIAL_CHECK_PAUSE;
        let is_early = lock(&self.credentials_checked_at).as_ref().is_some_and(is_early);
        if is_early {
            return Ok(false);
        }
        *lock(&self.credentials_checked_at) = Some(now);
        self.release_replaced_credentials()
    }

    /// Brings due times forward that no schedule can lead to: they were written by a clock that ran ahead.
    fn limit_due_times(&self) -> Result<bool> {
        let now = self.now();
        let latest = (self.policies.lifecycle.latest_due(now), self.policies.delivery.latest_due(now));
        let too_late = |tx: &Tx<'_>| {
            let requests = tx.due_after::<RequestRecord>(latest.0, BATCH)?;
            Ok((requests, tx.due_after::<DeliveryRecord>(latest.1, BATCH)?))
        };
        let mut any = false;
        // Reads need no lock, and usually there is nothing to write.
        while self.store.reading(too_late).map(|(requests, deliveries)| requests.len() + deliveries.len())? > 0 {
            any = true;
            self.store.writing(|tx| {
                let (requests, deliveries) = too_late(tx)?;
                for row in &requests.unreadable {
                    tx.postpone(Queue::LookUps, row, Some(latest.0))?;
                }
                for row in &deliveries.unreadable {
                    tx.postpone(Queue::Deliveries, row, Some(latest.1))?;
                }
                for mut request in requests.readable {
                    request.state.due = Some(latest.0);
                    tx.put_request(&request)?;
                }
                for delivery in deliveries.readable {
                    tx.put_delivery(&DeliveryRecord { due: Some(latest.1), ..delivery })?;
                }
                Ok(())
            })?;
        }
        Ok(any)
    }

    fn delete_expired(&self) -> Result<bool> {
        let keep = self.policies.recording.keep;
        let mut any = false;
        for (rows, keep) in [
            (TemporaryRows::UnclaimedFacts, keep),
            (TemporaryRows::Interchanges, keep),
            (TemporaryRows::Files, FILES_LAST),
            (TemporaryRows::Receipts, RECEIPTS_LAST),
        ] {
            let Some(moment) = self.now().checked_sub_signed(keep) else { continue };
            while self.store.reading(|tx| tx.has_older(rows, moment))? {
                any = true;
                self.store.writing(|tx| tx.delete_older(rows, moment, BATCH))?;
            }
        }
        Ok(any)
    }

    fn end_long_rests(&self) -> Result<bool> {
        let latest = self.latest_rests(self.now());
        let any = self.store.reading(|tx| tx.any_rests_after(latest))?;
        if any {
            self.store.writing(|tx| tx.shorten_rests(latest))?;
        }
        Ok(any)
    }

    /// Reports carriers with due requests that are not configured, each once. The requests wait, without a failed attempt.
    fn report_missing_carriers(&self) -> Result<()> {
        let Some(known) = self.available_carriers() else { return Ok(()) };
        let known = [known, lock(&self.missing_carriers).iter().cloned().collect()].concat();
        let now = self.now();
        for scac in self.store.reading(|tx| tx.carriers_with_due_requests(now, &known))? {
            let what =
                format!("tracking requests for {scac} are not looked up: no carrier is configured for this code");
            lock(&self.missing_carriers).insert(scac);
            self.report_trouble(&Error::refused(ErrorKind::Configuration, "carrier", what));
        }
        Ok(())
    }
}

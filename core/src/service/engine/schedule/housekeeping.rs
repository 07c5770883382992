//! Housekeeping: writes deliveries that were left for later, follows steps of the clock, corrects due times and pauses that are too far in the
//! future, releases replaced credentials, deletes expired rows, and reports carriers that are missing.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::error::{Error, ErrorKind, Result};
use crate::service::engine::base::engine::Engine;
use crate::store::{DeliveryRecord, Queue, RequestRecord, TemporaryRows, Tx};
use crate::threads::lock;
use crate::time::saturating_add;

/// Rows that are corrected or deleted in one transaction.
const BATCH: usize = 256;
/// Minimum time between two checks for replaced credentials.
const CREDENTIAL_CHECK_PAUSE: Duration = Duration::from_secs(60);

/// How long the digests of callbacks are stored, with which repeated callbacks are recognized.
const RECEIPT_LIFETIME: TimeDelta = TimeDelta::days(7);
/// How long announced uploads and incomplete files are stored.
const FILE_LIFETIME: TimeDelta = TimeDelta::days(1);
/// How long it is stored that a process began to read a file, counted from the start of the process.
const BEGUN_READING_LIFETIME: TimeDelta = TimeDelta::days(90);

impl Engine {
    /// Runs all tasks. Returns whether one of them changed the store.
    pub(super) fn run_housekeeping(&self) -> Result<bool> {
        self.follow_clock()?;
        self.report_missing_carriers()?;
        let (corrected, deleted) = (self.limit_due_times(TimeDelta::zero())?, self.delete_expired()?);
        if self.write_slice()? {
            return Ok(true);
        }
        Ok(self.release_replaced_if_due()? || self.shorten_long_pauses()? || corrected || deleted)
    }

    /// Checks once a minute whether suspended credentials were replaced, and writes lines of the log about the others.
    pub(super) fn release_replaced_if_due(&self) -> Result<bool> {
        let now = self.clock.monotonic();
        let is_early = |checked_at: &Duration| now.saturating_sub(*checked_at) < CREDENTIAL_CHECK_PAUSE;
        let is_early = lock(&self.credentials_checked_at).as_ref().is_some_and(is_early);
        if is_early {
            return Ok(false);
        }
        *lock(&self.credentials_checked_at) = Some(now);
        let any = self.release_replaced_credentials()?;
        self.log_suspensions()?;
        Ok(any)
    }

    /// Reports a step of the wall clock. If the clock was set back, what waits is moved back as well, so that pauses end by the monotonic
    /// clock.
    pub(super) fn follow_clock(&self) -> Result<()> {
        let Some(step) = self.clock_watch.look(self.clock.as_ref()) else { return Ok(()) };
        self.log(&step.entry());
        if step.is_back() {
            self.store.writing(|tx| tx.move_rests(step.seen_before, step.by))?;
            self.limit_due_times(step.by)?;
        }
        Ok(())
    }

    /// Corrects due times that are later than any schedule allows. They were written while the clock was wrong: `step` is the step of the
    /// clock since then, or zero if it is unknown.
    fn limit_due_times(&self, step: TimeDelta) -> Result<bool> {
        let now = self.now();
        let corrected = |due: Option<DateTime<Utc>>, latest: DateTime<Utc>| {
            due.map(|due| saturating_add(due, step).clamp(now.min(latest), latest))
        };
        let latest = (self.policies.lifecycle.latest_due(now), self.policies.delivery.latest_due(now));
        let too_late = |tx: &Tx<'_>| {
            let requests = tx.due_after::<RequestRecord>(latest.0, BATCH)?;
            Ok((requests, tx.due_after::<DeliveryRecord>(latest.1, BATCH)?))
        };
        let mut any = false;
        // Read first, because a read takes no lock and there is usually nothing to correct.
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
                    request.state.due = corrected(request.state.due, latest.0);
                    tx.put_request(&request)?;
                }
                for delivery in deliveries.readable {
                    tx.put_delivery(&DeliveryRecord { due: corrected(delivery.due, latest.1), ..delivery })?;
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
            (TemporaryRows::Files, FILE_LIFETIME),
            (TemporaryRows::Receipts, RECEIPT_LIFETIME),
            (TemporaryRows::BegunReadings, BEGUN_READING_LIFETIME),
        ] {
            let Some(expired_before) = self.now().checked_sub_signed(keep) else { continue };
            while self.store.reading(|tx| tx.has_older(rows, expired_before))? {
                any = true;
                self.store.writing(|tx| tx.delete_older(rows, expired_before, BATCH))?;
            }
        }
        Ok(any)
    }

    /// Shortens pauses of carriers and webhooks that are longer than the policies allow.
    fn shorten_long_pauses(&self) -> Result<bool> {
        let latest = self.latest_rests(self.now());
        let any = self.store.reading(|tx| tx.any_rests_after(latest))?;
        if any {
            self.store.writing(|tx| tx.shorten_rests(latest))?;
        }
        Ok(any)
    }

    /// Reports carriers that have due requests but are not configured. Each carrier is reported once. The requests wait, and this does not count
    /// as a failed attempt.
    fn report_missing_carriers(&self) -> Result<()> {
        let Some(available) = self.available_carriers() else { return Ok(()) };
        let excluded = [available, lock(&self.missing_carriers).iter().cloned().collect()].concat();
        let now = self.now();
        for scac in self.store.reading(|tx| tx.carriers_with_due_requests(now, &excluded))? {
            let what =
                format!("tracking requests for {scac} are not looked up: no carrier is configured for this code");
            lock(&self.missing_carriers).insert(scac);
            self.report_trouble(None, &Error::refused(ErrorKind::Configuration, "carrier", what));
        }
        Ok(())
    }
}

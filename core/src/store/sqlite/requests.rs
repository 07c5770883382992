//! Tracking requests and the facts held for their numbers.

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::listing::Listing;
use super::session::{Session, capitals, capped, key, micros, other_spelling, to_json};
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, ShipmentId, TrackingRequestId};
use crate::store::{RequestFilter, RequestRecord, Requests, Rows, Slice, TrackedNumber, Unreadable};
use crate::tracking::Fact;

impl Requests for Session<'_> {
    fn put_request(&self, request: &RequestRecord) -> Result<()> {
        let number = capitals(&request.tracked.number);
        self.change_or(
            "INSERT INTO requests
                (account, id, scac, number, submitted, status, live, due, shipment, created, updated, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
             ON CONFLICT (account, id) DO UPDATE SET
                scac = ?3, number = ?4, submitted = ?5, status = ?6, live = ?7, due = ?8, shipment = ?9,
                created = ?10, updated = ?11, body = ?12",
            params![
                key(&request.tracked.account),
                key(&request.id),
                carrier(&request.tracked),
                number,
                other_spelling(&request.number, &number),
                request.state.status.as_str(),
                request.state.is_live(),
                request.state.due.map(micros),
                request.shipment.as_ref().and_then(key),
                micros(request.created_at),
                micros(request.updated_at),
                to_json(request)?,
            ],
            || Error::new(ErrorKind::Duplicate, "a live tracking request for this number and carrier exists"),
        )?;
        self.put_words("requests", &request.tracked.account, &request.id, &request.ref_numbers)
    }

    fn request(&self, account: &AccountId, id: &TrackingRequestId) -> Result<Option<RequestRecord>> {
        self.record("SELECT body FROM requests WHERE account = ?1 AND id = ?2", (key(account), key(id)))
    }

    fn requests(&self, account: &AccountId, filter: &RequestFilter, slice: &Slice) -> Result<Vec<RequestRecord>> {
        self.page(listing(account, filter), slice)
    }

    fn count_requests(&self, account: &AccountId, filter: &RequestFilter) -> Result<u64> {
        if filter.is_open() { self.counted("requests", account) } else { self.tally(listing(account, filter)) }
    }

    fn live_request(&self, number: &TrackedNumber) -> Result<Option<RequestRecord>> {
        self.record(
            "SELECT body FROM requests WHERE account = ?1 AND number = ?2 AND scac = ?3 AND live = 1",
            (key(&number.account), capitals(&number.number), carrier(number)),
        )
    }

    fn request_of_shipment(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Option<RequestRecord>> {
        self.record(
            "SELECT body FROM requests WHERE account = ?1 AND shipment = ?2 ORDER BY id DESC LIMIT 1",
            (key(account), key(shipment)),
        )
    }

    fn due_requests(&self, now: DateTime<Utc>, busy: &[String], limit: usize) -> Result<Rows<RequestRecord>> {
        self.whole_rows(
            "tracking request",
            "SELECT account, id, body FROM requests
             WHERE due <= ?1 AND scac NOT IN (SELECT value FROM json_each(?2)) ORDER BY due, id LIMIT ?3",
            (micros(now), to_json(&busy)?, capped(limit)),
        )
    }

    fn count_due_requests(&self, now: DateTime<Utc>) -> Result<u64> {
        self.number("SELECT count(*) FROM requests WHERE due <= ?1", [micros(now)])
    }

    fn next_request_due(&self) -> Result<Option<DateTime<Utc>>> {
        self.moment("SELECT due FROM requests WHERE due IS NOT NULL ORDER BY due LIMIT 1")
    }

    fn requests_due_after(&self, moment: DateTime<Utc>, limit: usize) -> Result<Rows<RequestRecord>> {
        let sql = "SELECT account, id, body FROM requests WHERE due > ?1 ORDER BY due DESC, id DESC LIMIT ?2";
        self.whole_rows("tracking request", sql, (micros(moment), capped(limit)))
    }

    fn put_off_request(&self, unreadable: &Unreadable, due: Option<DateTime<Utc>>) -> Result<()> {
        let sql = "UPDATE requests SET due = ?3 WHERE account = ?1 AND id = ?2";
        self.change(sql, (key(&unreadable.account), unreadable.id.as_bytes(), due.map(micros)))?;
        Ok(())
    }

    fn add_facts(&self, number: &TrackedNumber, facts: &[Fact]) -> Result<()> {
        for fact in facts {
            self.change(
                "INSERT INTO facts (account, scac, number, body) VALUES (?1, ?2, ?3, ?4)",
                (key(&number.account), carrier(number), capitals(&number.number), to_json(fact)?),
            )?;
        }
        Ok(())
    }

    fn facts(&self, number: &TrackedNumber) -> Result<Vec<Fact>> {
        self.records(
            "SELECT body FROM facts WHERE account = ?1 AND number = ?2 AND scac = ?3 ORDER BY sequence",
            (key(&number.account), capitals(&number.number), carrier(number)),
        )
    }
}

/// The carrier's code as the tables have it: empty while it is being detected, so that it takes part in uniqueness.
pub(super) fn carrier(number: &TrackedNumber) -> &str {
    number.scac.as_deref().unwrap_or("")
}

pub(super) fn listing(account: &AccountId, filter: &RequestFilter) -> Listing {
    Listing::of("requests", account)
        .numbered(&["number", "submitted"], filter.number.as_deref())
        .searched(&["number", "submitted"], &[], filter.search.as_deref())
        .only("kind = :value", filter.kind.as_ref().map(|kind| kind.as_str().to_owned()))
        .only("status = :value", filter.status.as_ref().map(|status| status.as_str().to_owned()))
        .only("scac = :value", filter.scac.clone())
        .within("created >= :value", filter.created_from.map(micros))
        .within("created < :value", filter.created_until.map(micros))
        .within("updated >= :value", filter.updated_from.map(micros))
        .within("updated < :value", filter.updated_until.map(micros))
}

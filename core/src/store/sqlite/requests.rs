//! Tracking requests, and the facts about their numbers.

use chrono::{DateTime, Utc};
use rusqlite::{params, params_from_iter};
use serde::Deserialize;
use uuid::Uuid;

use super::columns::{capitals, capped, key, micros, moment, other_spelling, parse, to_record, words_of_all};
use super::custom_fields::words_of;
use super::filter_plan::{FilterPlan, FilterTables, exact_number, ids, prefix_range};
use super::listing::{Listing, first_id, first_id_of};
use super::queues::rank;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, ShipmentId, TrackingRequestId};
use crate::store::{
    Confirmation, Digest, Lane, RequestFilter, RequestRecord, Rows, Slice, TrackedNumber, UnclaimedFact,
};
use crate::tracking::{Fact, FactMark};

/// The texts by which a request is found in addition to its number.
#[derive(Default, Deserialize)]
struct References {
    ref_numbers: Vec<String>,
    shipment_tags: Vec<String>,
}

/// Finds the request that tracks a shipment: see [`request_of_shipment`](Tx::request_of_shipment).
pub(super) const REQUEST_OF_SHIPMENT: &str = "SELECT body FROM requests WHERE account = ?1 AND shipment = ?2
     ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1";

impl Tx<'_> {
    /// Adds or replaces a request. A second active request for a number and carrier fails with
    /// [`Duplicate`](crate::error::ErrorKind::Duplicate).
    pub fn put_request(&self, request: &RequestRecord) -> Result<()> {
        let (account, number) = (&request.tracked.account, capitals(&request.tracked.number));
        let previous = self.references_of_request(account, &request.id)?;
        self.change_or(
            "INSERT INTO requests
                (account, id, scac, number, submitted, status, live, due, shipment, created, updated, body, inferred_scac,
                 rank, customer, kind)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
             ON CONFLICT (account, id) DO UPDATE SET
                scac = ?3, number = ?4, submitted = ?5, status = ?6, live = ?7, due = ?8, shipment = ?9,
                created = ?10, updated = ?11, body = ?12, inferred_scac = ?13, rank = ?14,
                customer = ?15, kind = ?16",
            params![
                key(account),
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
                to_record(request)?,
                request.tracked.scac.is_none().then_some(request.inferred_scac.as_deref()).flatten(),
                rank(&request.state),
                request.customer.map(Uuid::into_bytes),
                request.kind.as_str(),
            ],
            || Error::new(ErrorKind::Duplicate, "an active tracking request for this number and carrier exists"),
        )?;
        self.replace_words(
            "request tags",
            account,
            &request.id,
            &words_of_all(&previous.shipment_tags),
            &request.shipment_tags,
        )?;
        self.replace_words("requests", account, &request.id, &words_of_all(&previous.ref_numbers), &request.ref_numbers)
    }

    fn references_of_request(&self, account: &AccountId, id: &TrackingRequestId) -> Result<References> {
        let sql = "SELECT body FROM requests WHERE account = ?1 AND id = ?2";
        let body: Option<String> = self.first(sql, (key(account), key(id)), |row| row.get(0))?;
        Ok(body.and_then(|body| parse(&body).ok()).unwrap_or_default())
    }

    /// Deletes a request and its custom fields.
    pub fn remove_request(&self, request: &RequestRecord) -> Result<()> {
        let account = &request.tracked.account;
        for (kind, words) in [("request tags", &request.shipment_tags), ("requests", &request.ref_numbers)] {
            self.replace_words(kind, account, &request.id, &words_of_all(words), &[])?;
        }
        self.remove("requests", account, &request.id).map(drop)
    }

    /// The request of the account with this id.
    pub fn request(&self, account: &AccountId, id: &TrackingRequestId) -> Result<Option<RequestRecord>> {
        self.by_id("requests", account, id)
    }

    /// The requests of the account, newest first.
    pub fn requests(&self, account: &AccountId, filter: &RequestFilter, slice: &Slice) -> Result<Vec<RequestRecord>> {
        if let Some(plan) = request_plan(account, filter) {
            return self.rows_of_plan(&plan, slice);
        }
        let listing = listing(account, filter);
        self.page(if has_update_filter(filter) { self.choose_update_index(listing)? } else { listing }, slice)
    }

    /// The number of requests that match the filter. Cheap if the filter is empty.
    pub fn count_requests(&self, account: &AccountId, filter: &RequestFilter) -> Result<u64> {
        if let Some(plan) = request_plan(account, filter) {
            return self.count_of_plan(&plan);
        }
        let RequestFilter { kind, status, scac, .. } = filter;
        let has_number_filter = filter.number.is_some() || filter.search.is_some();
        let has_creation_filter = filter.created_from.is_some() || filter.created_until.is_some();
        let has_update_filter = has_update_filter(filter);
        let facet = match (kind, scac, status) {
            (None, None, None) => Some(("rows", String::new())),
            (Some(kind), None, None) => Some(("kind", kind.as_str().to_owned())),
            (None, Some(scac), None) => Some(("scac", scac.clone())),
            (None, None, Some(status)) => Some(("status", status.as_str().to_owned())),
            (None, Some(scac), Some(status)) => Some(("scac and status", format!("{scac} {}", status.as_str()))),
            _ => None,
        };
        match facet {
            Some((facet, value)) if !(has_number_filter || has_creation_filter || has_update_filter) => {
                self.stored_count_of("requests", facet, &value, account)
            }
            Some(("rows", _)) if !(has_number_filter || has_update_filter) => self.count_created(account, filter),
            _ if has_update_filter => self.count_listing(listing(account, filter).using_index(BY_CHANGE)),
            _ => self.count_listing(listing(account, filter)),
        }
    }

    /// The active request (pending, awaiting manifest or created) for this number and carrier.
    pub fn live_request(&self, number: &TrackedNumber) -> Result<Option<RequestRecord>> {
        self.record(
            "SELECT body FROM requests WHERE account = ?1 AND number = ?2 AND scac = ?3 AND live = 1",
            (key(&number.account), capitals(&number.number), carrier(number)),
        )
    }

    /// The customer for whom a shipment is tracked: the customer of the request that [tracks it](Tx::request_of_shipment) among the requests
    /// with a customer, or the last known one. Filters by customer use this.
    pub fn customer_of_shipment(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Option<Uuid>> {
        let sql = "SELECT customer FROM shipment_keys WHERE account = ?1 AND id = ?2 AND customer IS NOT NULL";
        self.first(sql, (key(account), key(shipment)), |row| Ok(Uuid::from_bytes(row.get(0)?)))
    }

    /// Sets the customer of a shipment to the one that [`customer_of_shipment`](Tx::customer_of_shipment) describes, after the customer of a
    /// request was removed: without the last known one if no request has a customer.
    pub fn reset_customer_of_shipment(&self, account: &AccountId, shipment: &ShipmentId) -> Result<()> {
        let sql = "UPDATE shipment_keys SET customer = (SELECT customer FROM requests
             WHERE account = ?1 AND shipment = ?2 AND +customer IS NOT NULL
             ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1)
             WHERE account = ?1 AND id = ?2";
        self.change(sql, (key(account), key(shipment))).map(drop)
    }

    /// The requests for this shipment that have a customer.
    pub fn requests_with_customer(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<RequestRecord>> {
        let sql = "SELECT body FROM requests WHERE account = ?1 AND shipment = ?2 AND +customer IS NOT NULL";
        self.records(sql, (key(account), key(shipment)))
    }

    /// The request that tracks this shipment: the active one. If no request is active, the one that was stopped last; if none was stopped,
    /// the one that was added last.
    /// The order is that of the rows. Ids contain the time, so their order is wrong if a clock was set back.
    pub fn request_of_shipment(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Option<RequestRecord>> {
        self.record(REQUEST_OF_SHIPMENT, (key(account), key(shipment)))
    }

    /// Requests in a lane that are due later than `after` and not later than `until`.
    pub fn requests_due_within(
        &self,
        lane: &Lane,
        after: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Rows<RequestRecord>> {
        let sql = "SELECT account, id, body FROM requests
             WHERE carrier = ?1 AND account = ?2 AND due > ?3 AND due <= ?4 ORDER BY due, id";
        self.whole_rows("tracking request", sql, (&lane.scac, key(&lane.account), micros(after), micros(until)))
    }

    /// Appends facts about a number. Facts never change.
    pub fn add_facts(&self, number: &TrackedNumber, facts: &[Fact]) -> Result<()> {
        for fact in facts {
            self.change(
                "INSERT INTO facts (account, scac, number, body) VALUES (?1, ?2, ?3, ?4)",
                (key(&number.account), carrier(number), capitals(&number.number), to_record(fact)?),
            )?;
        }
        Ok(())
    }

    /// The sequence number of the newest fact about a number. It changes when facts are added.
    pub fn last_fact(&self, number: &TrackedNumber) -> Result<Option<u64>> {
        let sql = "SELECT sequence FROM facts WHERE account = ?1 AND number = ?2 AND scac = ?3
             ORDER BY sequence DESC LIMIT 1";
        let params = (key(&number.account), capitals(&number.number), carrier(number));
        self.first(sql, params, |row| Ok(row.get::<_, i64>(0)?.cast_unsigned()))
    }

    /// All facts about a number, oldest first.
    pub fn facts(&self, number: &TrackedNumber) -> Result<Vec<Fact>> {
        self.records(
            "SELECT body FROM facts WHERE account = ?1 AND number = ?2 AND scac = ?3 ORDER BY sequence",
            (key(&number.account), capitals(&number.number), carrier(number)),
        )
    }

    /// Stores when sources last repeated these facts about a number. A later time replaces an earlier one.
    pub fn confirm(&self, number: &TrackedNumber, confirmations: &[Confirmation]) -> Result<()> {
        let (account, name, scac) = (key(&number.account), capitals(&number.number), carrier(number));
        for Confirmation { fact, at } in confirmations {
            self.change(
                "INSERT INTO confirmations VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT DO UPDATE SET confirmed = max(confirmed, excluded.confirmed)",
                (account, &name, scac, fact.key, micros(fact.received_at), micros(*at)),
            )?;
        }
        Ok(())
    }

    /// For all facts about a number whose last repetition is stored as `from`, stores `to` instead.
    pub fn confirm_again(&self, number: &TrackedNumber, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<()> {
        let (account, name, scac) = (key(&number.account), capitals(&number.number), carrier(number));
        let sql = "UPDATE confirmations SET confirmed = ?5 WHERE account = ?1 AND number = ?2 AND scac = ?3 AND confirmed = ?4";
        self.run(sql, (account, name, scac, micros(from), micros(to.max(from))))
    }

    /// The confirmations of facts about a number, sorted by key and time of receipt.
    pub fn confirmations(&self, number: &TrackedNumber) -> Result<Vec<Confirmation>> {
        let sql = "SELECT fact, received, confirmed FROM confirmations
             WHERE account = ?1 AND number = ?2 AND scac = ?3 ORDER BY fact, received";
        let params = (key(&number.account), capitals(&number.number), carrier(number));
        self.rows(sql, params, |row| {
            let fact = FactMark { key: row.get(0)?, received_at: moment(row.get(1)?) };
            Ok(Confirmation { fact, at: moment(row.get(2)?) })
        })
    }
}

/// Empty while the carrier is being detected. It is not NULL, because a unique index treats all NULLs as different.
pub(super) fn carrier(number: &TrackedNumber) -> &str {
    number.scac.as_deref().unwrap_or("")
}

pub(super) fn listing(account: &AccountId, filter: &RequestFilter) -> Listing {
    Listing::of("requests", account)
        .found(WITH_NUMBER, filter.number.as_deref().map(exact_number))
        .found(WITH_PREFIX, filter.search.as_deref().map(prefix_range))
        .only("kind = :value", filter.kind.as_ref().map(|kind| kind.as_str().to_owned()))
        .only("status = :value", filter.status.as_ref().map(|status| status.as_str().to_owned()))
        .only("scac = :value", filter.scac.clone())
        .created_between(filter.created_from, filter.created_until)
        .only("updated >= :value", filter.updated_from.map(micros))
        .only("updated < :value", filter.updated_until.map(micros))
}

const REQUESTS: FilterTables = FilterTables { table: "requests", keys: "requests", tags: "request tags" };

fn request_plan(account: &AccountId, filter: &RequestFilter) -> Option<FilterPlan> {
    let plan = FilterPlan::of(REQUESTS, account)
        .tagged(filter.tag.as_deref())
        .rare_word("requests", filter.reference.as_deref())
        .only_one_of("customer", ids(filter.customers.as_deref()));
    let fields = filter.fields.iter();
    let plan = fields.fold(plan, |plan, field| plan.counted_word(&words_of(&field.definition), Some(&field.text)));
    let plan = (!plan.is_empty()).then_some(plan)?;
    Some(
        plan.only("status", filter.status.as_ref().map(|status| status.as_str().to_owned()))
            .only("scac", filter.scac.clone())
            .found(WITH_NUMBER, filter.number.as_deref().map(exact_number))
            .found(WITH_PREFIX, filter.search.as_deref().map(prefix_range))
            .test_only("+k.kind = :value", filter.kind.as_ref().map(|kind| kind.as_str().to_owned()))
            .test_only("+k.id >= :value", filter.created_from.map(first_id))
            .test_only("+k.id < :value", filter.created_until.map(first_id))
            .test_only("+k.updated >= :value", filter.updated_from.map(micros))
            .test_only("+k.updated < :value", filter.updated_until.map(micros)),
    )
}

const WITH_NUMBER: &[&str] = &[
    "SELECT id FROM requests WHERE account = :account AND number = :from",
    "SELECT id FROM requests WHERE account = :account AND submitted = :from",
];
const WITH_PREFIX: &[&str] = &[
    "SELECT id FROM requests WHERE account = :account AND number >= :from AND number < :to",
    "SELECT id FROM requests WHERE account = :account AND submitted >= :from AND submitted < :to",
    "SELECT owner AS id FROM search_words WHERE account = :account AND kind = 'requests' AND word >= :from AND word < :to",
];

/// Counts the requests whose ids lie between two prefixes: adds the counts that are stored for each prefix.
const COUNT_BY_PREFIX: &str = "SELECT coalesce(sum(count), 0) FROM key_counts
     WHERE account = ?1 AND kind = 'requests' AND facet = 'created' AND value > ?2 AND value < ?3";
const COUNT_BETWEEN: &str = "SELECT count(*) FROM requests WHERE account = ?1 AND id >= ?2 AND id < ?3";
const PREFIX_LENGTH: usize = 3;
pub(super) const BY_CHANGE: &str = "requests_by_update";
pub(super) const IN_ORDER: &str = "requests_in_order";

/// Maximum number of rows that are sorted for a page. If more rows match, matches are frequent, so a scan from the newest request fills a page soon.
const MAX_SORTED_ROWS: u64 = 2_000;

fn has_update_filter(filter: &RequestFilter) -> bool {
    filter.updated_from.is_some() || filter.updated_until.is_some()
}

impl Tx<'_> {
    fn count_created(&self, account: &AccountId, filter: &RequestFilter) -> Result<u64> {
        let account = key(account);
        let from = filter.created_from.map_or([0; 16], first_id_of);
        // All ids are smaller than this value.
        let until = filter.created_until.map_or([u8::MAX; 16], first_id_of);
        let between = |from: [u8; 16], until: [u8; 16]| self.number(COUNT_BETWEEN, (account, from, until));
        let (first, last) = (&from[..PREFIX_LENGTH], &until[..PREFIX_LENGTH]);
        if first >= last {
            return between(from, until);
        }
        let (mut end, mut begin) = ([u8::MAX; 16], [0; 16]);
        end[..PREFIX_LENGTH].copy_from_slice(first);
        begin[..PREFIX_LENGTH].copy_from_slice(last);
        Ok(between(from, end)? + self.number(COUNT_BY_PREFIX, (account, first, last))? + between(begin, until)?)
    }

    fn choose_update_index(&self, listing: Listing) -> Result<Listing> {
        let (sql, values) = listing.clone().using_index(BY_CHANGE).count_up_to(MAX_SORTED_ROWS);
        let few = self.number(&sql, params_from_iter(values))? < MAX_SORTED_ROWS;
        Ok(listing.using_index(if few { BY_CHANGE } else { IN_ORDER }))
    }

    /// Stores facts until a request tracks this number, or until this container belongs to a tracked shipment.
    pub fn add_unclaimed_facts(&self, account: &AccountId, number: &str, facts: &[UnclaimedFact]) -> Result<()> {
        let (account, number) = (key(account), capitals(number));
        for UnclaimedFact { fact, topic, statement } in facts {
            self.change(
                "INSERT INTO unclaimed_facts (account, number, received, body, topic, statement)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                (account, &number, micros(fact.received_at), to_record(fact)?, topic.0, statement.0),
            )?;
        }
        Ok(())
    }

    /// The unclaimed facts about a number, oldest first.
    pub fn unclaimed_facts(&self, account: &AccountId, number: &str) -> Result<Vec<Fact>> {
        self.records(
            "SELECT body FROM unclaimed_facts WHERE account = ?1 AND number = ?2 ORDER BY sequence",
            (key(account), capitals(number)),
        )
    }

    /// The newest unclaimed facts of a topic, oldest first.
    pub fn newest_unclaimed_facts(
        &self,
        account: &AccountId,
        number: &str,
        topic: Digest,
        limit: usize,
    ) -> Result<Vec<Fact>> {
        let mut newest = self.records(
            "SELECT body FROM unclaimed_facts WHERE account = ?1 AND number = ?2 AND topic = ?3
                 ORDER BY received DESC LIMIT ?4",
            (key(account), capitals(number), topic.0, capped(limit)),
        )?;
        newest.reverse();
        Ok(newest)
    }

    /// Whether a fact with these digests is one of those that were received last on its topic.
    pub fn repeats_unclaimed_fact(
        &self,
        account: &AccountId,
        number: &str,
        (topic, statement): (Digest, Digest),
    ) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM unclaimed_facts
                 WHERE account = ?1 AND number = ?2 AND topic = ?3 AND statement = ?4 AND received =
                     (SELECT max(received) FROM unclaimed_facts WHERE account = ?1 AND number = ?2 AND topic = ?3))";
        Ok(self.number(sql, (key(account), capitals(number), topic.0, statement.0))? > 0)
    }

    /// When the last unclaimed fact about a number was received; `None` without facts.
    pub fn last_unclaimed_receipt(&self, account: &AccountId, number: &str) -> Result<Option<DateTime<Utc>>> {
        let sql =
            "SELECT received FROM unclaimed_facts WHERE account = ?1 AND number = ?2 ORDER BY sequence DESC LIMIT 1";
        self.first(sql, (key(account), capitals(number)), |row| row.get(0)).map(|found| found.map(moment))
    }

    /// A number that grows whenever unclaimed facts of any account are added.
    pub fn last_unclaimed_fact(&self) -> Result<u64> {
        self.number("SELECT seq FROM sqlite_sequence WHERE name = 'unclaimed_facts'", ())
    }

    /// The number of unclaimed facts of the account. Cheap.
    pub fn count_unclaimed_facts(&self, account: &AccountId) -> Result<u64> {
        self.stored_count("unclaimed facts", account)
    }
}

//! Shipments, containers and events.

use chrono::{DateTime, Utc};
use rusqlite::types::Value;
use rusqlite::{Row, params};
use serde::Deserialize;
use uuid::Uuid;

use super::columns::{capitals, capped, key, micros, other_spelling, to_record, word};
use super::custom_fields::words_of;
use super::filter_plan::{ExactTimes, FilterPlan, FilterTables, Period, exact_number, exact_value, ids, prefix_range};
use super::listing::Listing;
use super::requests::{REQUEST_OF_SHIPMENT, carrier};
use super::search_keys::{begins_a_day, day_of, days};
use super::session::Tx;
use crate::error::Result;
use crate::places::codes_of_port_area;
use crate::resources::{AccountId, ContainerId, ShipmentId, Timestamp, TransportEventId};
use crate::store::{
    CommonFilter, ContainerFilter, ContainerRecord, EventRecord, LocationRecord, LookUpTimes, SharedContainer,
    ShipmentFilter, ShipmentRecord, Slice, TrackedNumber,
};

impl Tx<'_> {
    /// Adds or replaces a shipment. A new one is the most recently [refreshed](Tx::mark_refreshed).
    pub fn put_shipment(&self, record: &ShipmentRecord) -> Result<()> {
        let (tracked, shipment) = (&record.tracked, &record.shipment);
        let number = capitals(&tracked.number);
        self.change(
            "INSERT INTO shipments (account, id, scac, number, submitted, normalized, stopped, body, refreshed, containers)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, CASE WHEN EXISTS (SELECT 1 FROM shipments WHERE account = ?1 AND id = ?2)
                THEN 0 ELSE (SELECT count(*) FROM containers WHERE account = ?1 AND shipment = ?2) END)
             ON CONFLICT (account, id) DO UPDATE SET
                scac = ?3, number = ?4, submitted = ?5, normalized = ?6, stopped = ?7, body = ?8",
            params![
                key(&tracked.account),
                key(&shipment.id),
                carrier(tracked),
                number,
                other_spelling(&shipment.bill_of_lading_number, &number),
                other_spelling(&shipment.normalized_number, &number),
                shipment.line_tracking_stopped_at.is_some(),
                to_record(record)?,
                self.next_refresh(&tracked.account)?,
            ],
        )?;
        self.put_shipment_keys(record)?;
        self.put_words("spellings", &tracked.account, &shipment.id, &record.spellings)?;
        self.put_words("shipments", &tracked.account, &shipment.id, &shipment.ref_numbers)
    }

    /// Deletes a shipment with its containers, their events and all custom fields of these.
    pub fn remove_shipment(&self, account: &AccountId, id: &ShipmentId) -> Result<()> {
        self.remove("shipments", account, id).map(drop)
    }

    /// The shipment of the account with this id.
    pub fn shipment(&self, account: &AccountId, id: &ShipmentId) -> Result<Option<ShipmentRecord>> {
        self.by_id("shipments", account, id)
    }

    /// The times of the look-ups of a shipment. Much faster than reading its record and its request.
    pub(crate) fn look_up_times(&self, account: &AccountId, id: &ShipmentId) -> Result<Option<LookUpTimes>> {
        let Some(TimesOfShipment { shipment, last_answer }) = self.by_id("shipments", account, id)? else {
            return Ok(None);
        };
        let request: Option<TimesOfRequest> = self.record(REQUEST_OF_SHIPMENT, (key(account), key(id)))?;
        Ok(Some(LookUpTimes {
            succeeded_at: shipment.attributes.line_tracking_last_succeeded_at,
            processed_at: last_answer.map(|answer| answer.received_at),
            answered_at: request.and_then(|request| request.answered_at),
        }))
    }

    /// The shipment that was derived from the facts about this number.
    pub fn shipment_of(&self, number: &TrackedNumber) -> Result<Option<ShipmentRecord>> {
        self.record(
            "SELECT body FROM shipments WHERE account = ?1 AND number = ?2 AND scac = ?3 ORDER BY id DESC LIMIT 1",
            (key(&number.account), capitals(&number.number), carrier(number)),
        )
    }

    /// The newest shipment with this number as another [spelling](ShipmentRecord::spellings).
    pub fn shipment_by_spelling(&self, number: &TrackedNumber) -> Result<Option<ShipmentRecord>> {
        self.record(
            "SELECT owned.body FROM search_words CROSS JOIN shipments AS owned ON owned.account = ?1 AND owned.id = search_words.owner
             WHERE search_words.account = ?1 AND search_words.kind = 'spellings' AND search_words.word = ?2 AND owned.scac = ?3
             ORDER BY owned.id DESC LIMIT 1",
            (key(&number.account), capitals(&number.number), carrier(number)),
        )
    }

    /// The shipments of the account, newest first.
    pub fn shipments(
        &self,
        account: &AccountId,
        filter: &ShipmentFilter,
        slice: &Slice,
    ) -> Result<Vec<ShipmentRecord>> {
        match shipment_plan(account, filter) {
            Some(plan) => self.rows_of_plan(&plan, slice),
            None => self.page(shipments(account, filter), slice),
        }
    }

    /// The number of shipments that match the filter.
    pub fn count_shipments(&self, account: &AccountId, filter: &ShipmentFilter) -> Result<u64> {
        if let Some(plan) = shipment_plan(account, filter) {
            return self.count_of_plan(&plan);
        }
        let stored_count = |kind| self.stored_count(kind, account);
        match (filter.number.is_none() && filter.search.is_none(), filter.tracking_stopped) {
            _ if *filter == ShipmentFilter::default() => stored_count("shipments"),
            (true, Some(true)) => stored_count("stopped shipments"),
            (true, Some(false)) => Ok(stored_count("shipments")?.saturating_sub(stored_count("stopped shipments")?)),
            _ => self.count_listing(shipments(account, filter)),
        }
    }

    /// Adds or replaces a container.
    pub fn put_container(&self, record: &ContainerRecord) -> Result<()> {
        self.change(
            "INSERT INTO containers (account, id, shipment, number, left_shipment, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (account, id) DO UPDATE SET shipment = ?3, number = ?4, left_shipment = ?5, body = ?6",
            params![
                key(&record.account),
                key(&record.container.id),
                key(&record.shipment),
                capitals(&record.container.number),
                record.left_shipment,
                to_record(record)?,
            ],
        )?;
        self.put_container_keys(record)
    }

    /// The container of the account with this id.
    pub fn container(&self, account: &AccountId, id: &ContainerId) -> Result<Option<ContainerRecord>> {
        self.by_id("containers", account, id)
    }

    /// The containers of the account: the most recently refreshed first if the filter is empty, otherwise newest first.
    pub fn containers(
        &self,
        account: &AccountId,
        filter: &ContainerFilter,
        slice: &Slice,
    ) -> Result<Vec<ContainerRecord>> {
        match &filter.shipment {
            Some(shipment) if key(shipment).is_none() => Ok(Vec::new()),
            None if filter.is_empty() => self.containers_by_refresh(account, slice),
            _ => match container_plan(account, filter) {
                Some(plan) => self.rows_of_plan(&plan, slice),
                None => self.page(containers(account, filter), slice),
            },
        }
    }

    /// The number of containers that match the filter.
    pub fn count_containers(&self, account: &AccountId, filter: &ContainerFilter) -> Result<u64> {
        match &filter.shipment {
            Some(shipment) if key(shipment).is_none() => Ok(0),
            None if filter.is_empty() => self.stored_count("containers", account),
            _ => match container_plan(account, filter) {
                Some(plan) => self.count_of_plan(&plan),
                None => self.count_listing(containers(account, filter)),
            },
        }
    }

    /// The containers of a shipment, oldest first.
    pub fn containers_of(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<ContainerRecord>> {
        self.records(
            "SELECT body FROM containers WHERE account = ?1 AND shipment = ?2 ORDER BY id",
            (key(account), key(shipment)),
        )
    }

    /// The ids of the containers of a shipment, without those that left it. Much faster than reading the containers.
    pub fn container_ids_of(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<ContainerId>> {
        let sql = "SELECT id FROM containers WHERE account = ?1 AND shipment = ?2 AND left_shipment = 0 ORDER BY id";
        self.ids(sql, (key(account), key(shipment)))
    }

    /// The containers of a shipment that are also in another shipment of the account, once for each such shipment. Omitted if the container
    /// left this shipment or the other one.
    pub fn shared_containers(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<SharedContainer>> {
        let sql = "SELECT own.number, own.id, other.id, other.shipment
             FROM containers AS own CROSS JOIN containers AS other ON other.account = ?1 AND other.number = own.number
             WHERE own.account = ?1 AND own.shipment = ?2 AND own.left_shipment = 0 AND other.shipment <> ?2 AND other.left_shipment = 0
             ORDER BY other.shipment, own.number";
        self.rows(sql, (key(account), key(shipment)), |row| {
            let id = |at: usize| Ok::<_, rusqlite::Error>(Uuid::from_bytes(row.get(at)?));
            Ok(SharedContainer {
                number: row.get(0)?,
                own: id(1)?.into(),
                other: id(2)?.into(),
                shipment: id(3)?.into(),
            })
        })
    }

    /// Adds an event of a container. If there is one with the same key, replaces it at its position.
    pub fn put_event(&self, record: &EventRecord) -> Result<()> {
        self.run(
            "INSERT INTO events (account, container, key, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (account, container, key) DO UPDATE SET body = ?4",
            params![key(&record.account), key(&record.container), record.key, to_record(record)?],
        )
    }

    /// The events of a container, in the order in which they were added.
    pub fn events_of(&self, account: &AccountId, container: &ContainerId) -> Result<Vec<EventRecord>> {
        self.records(
            "SELECT body FROM events WHERE account = ?1 AND container = ?2 ORDER BY sequence",
            (key(account), key(container)),
        )
    }

    /// The ids of the events of a container. Much faster than reading the events.
    pub fn event_ids_of(&self, account: &AccountId, container: &ContainerId) -> Result<Vec<TransportEventId>> {
        // An event that cannot be read has no id.
        let read = |row: &Row<'_>| Ok(row.get_ref(0)?.as_str_or_null()?.map(TransportEventId::new));
        let found = self.rows(EVENT_IDS, (key(account), key(container)), read)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The events of a container, the last added first.
    pub fn events(&self, account: &AccountId, container: &ContainerId, slice: &Slice) -> Result<Vec<EventRecord>> {
        let before = slice.before_id().map(|id| id.to_string());
        let (limit, skip) = (capped(slice.limit), capped(slice.skip));
        self.records(EVENTS, (key(account), key(container), before, limit, skip))
    }

    /// The number of events of a container.
    pub fn count_events(&self, account: &AccountId, container: &ContainerId) -> Result<u64> {
        self.number("SELECT count(*) FROM events WHERE account = ?1 AND container = ?2", (key(account), key(container)))
    }

    /// Adds or replaces a location that a source of the account named.
    pub fn put_location(&self, account: &AccountId, location: &LocationRecord) -> Result<()> {
        self.run(
            "INSERT INTO places_and_vessels (account, id, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (account, id) DO UPDATE SET body = ?3 WHERE body <> ?3",
            params![key(account), location.id().into_bytes(), to_record(location)?],
        )
    }

    /// The location of the account with this id.
    pub fn location(&self, account: &AccountId, id: Uuid) -> Result<Option<LocationRecord>> {
        let sql = "SELECT body FROM places_and_vessels WHERE account = ?1 AND id = ?2";
        self.record(sql, (key(account), id.into_bytes()))
    }

    /// The event of a container with this key.
    pub fn event_by_key(
        &self,
        account: &AccountId,
        container: &ContainerId,
        event_key: &str,
    ) -> Result<Option<EventRecord>> {
        self.record(
            "SELECT body FROM events WHERE account = ?1 AND container = ?2 AND key = ?3",
            (key(account), key(container), event_key),
        )
    }
}

/// The members of the record of a shipment that [`LookUpTimes`] needs.
#[derive(Deserialize)]
struct TimesOfShipment {
    shipment: WithTimes,
    last_answer: Option<ProcessedAnswer>,
}

#[derive(Deserialize)]
struct WithTimes {
    attributes: Times,
}

#[derive(Deserialize)]
struct Times {
    line_tracking_last_succeeded_at: Option<Timestamp>,
}

#[derive(Deserialize)]
struct ProcessedAnswer {
    received_at: DateTime<Utc>,
}

#[derive(Deserialize)]
struct TimesOfRequest {
    answered_at: Option<DateTime<Utc>>,
}

/// SQLite answers this query from the index.
pub(super) const EVENT_IDS: &str = "SELECT CASE WHEN json_valid(body) THEN body ->> '$.event.id' END FROM events WHERE account = ?1 AND container = ?2 ORDER BY sequence";

/// `?3` is the event to continue after, found in the same index.
pub(super) const EVENTS: &str = "SELECT body FROM events WHERE account = ?1 AND container = ?2 AND sequence < coalesce(
        (SELECT sequence FROM events WHERE account = ?1 AND container = ?2 AND CASE WHEN json_valid(body) THEN body ->> '$.event.id' END = ?3),
        iif(?3 IS NULL, 9223372036854775807, 0))
     ORDER BY sequence DESC LIMIT ?4 OFFSET ?5";

pub(super) fn shipments(account: &AccountId, filter: &ShipmentFilter) -> Listing {
    Listing::of("shipments", account)
        .found(SHIPMENTS_WITH_NUMBER, filter.number.as_deref().map(exact_number))
        .found(SHIPMENTS_WITH_PREFIX, filter.search.as_deref().map(prefix_range))
        .only("stopped = :value", filter.tracking_stopped.map(i64::from))
}

pub(super) fn containers(account: &AccountId, filter: &ContainerFilter) -> Listing {
    Listing::of("containers", account)
        .found(CONTAINERS_WITH_NUMBER, filter.number.as_deref().map(exact_number))
        .only("shipment = :value", filter.shipment.as_ref().and_then(key).map(|id| id.to_vec()))
}

const SHIPMENTS: FilterTables = FilterTables { table: "shipments", keys: "shipment_keys", tags: "shipment tags" };
const CONTAINERS: FilterTables = FilterTables { table: "containers", keys: "container_keys", tags: "container tags" };

pub(super) fn shipment_plan(account: &AccountId, filter: &ShipmentFilter) -> Option<FilterPlan> {
    let common = &filter.common;
    let plan =
        filter_plan(SHIPMENTS, SHIPMENTS_UPDATED, account, common).rare_word("shipments", common.reference.as_deref());
    let plan = (!plan.is_empty()).then_some(plan)?;
    Some(
        plan.found(SHIPMENTS_WITH_NUMBER, filter.number.as_deref().map(exact_number))
            .found(SHIPMENTS_WITH_PREFIX, filter.search.as_deref().map(prefix_range))
            .test_only("k.stopped = :value", filter.tracking_stopped.map(i64::from)),
    )
}

pub(super) fn container_plan(account: &AccountId, filter: &ContainerFilter) -> Option<FilterPlan> {
    let free = (filter.free_from.is_some() || filter.free_until.is_some()).then(|| Period {
        day: "last_free_day",
        first: filter.free_from.map_or(i64::MIN, days),
        last: filter.free_until.map_or(i64::MAX, days),
        exact: None,
    });
    let status = filter.status.as_ref().map(|status| status.as_str().to_owned());
    let plan = filter_plan(CONTAINERS, CONTAINERS_UPDATED, account, &filter.common)
        .found(CONTAINERS_WITH_REFERENCE, filter.common.reference.as_deref().map(word).map(exact_value))
        .only("status", status)
        .between(free);
    let plan = (!plan.is_empty()).then_some(plan)?;
    let shipment = filter.shipment.as_ref().and_then(key);
    Some(
        plan.found(CONTAINERS_WITH_NUMBER, filter.number.as_deref().map(exact_number))
            .found(CONTAINERS_OF, shipment.map(|id| exact_value(id.to_vec()))),
    )
}

fn filter_plan(tables: FilterTables, updated: &[&str], account: &AccountId, common: &CommonFilter) -> FilterPlan {
    let name = |name: &Option<String>| name.as_deref().map(word);
    let codes = |port: &Option<String>| -> Vec<Value> {
        let named = name(port);
        named.iter().flat_map(|named| codes_of_port_area(named)).map(|code| code.to_owned().into()).collect()
    };
    let fields = common.fields.iter();
    let plan = FilterPlan::of(tables, account)
        .tagged(common.tag.as_deref())
        .only_one_of("customer", ids(common.customers.as_deref()))
        .only("scac", name(&common.scac))
        .only("vessel", name(&common.vessel))
        .only_one_of("lading", codes(&common.port_of_lading))
        .only_one_of("discharge", codes(&common.port_of_discharge))
        .only("destination", name(&common.destination))
        .found(updated, common.updated_from.map(micros).map(exact_value))
        .between(arriving(common));
    fields.fold(plan, |plan, field| plan.counted_word(&words_of(&field.definition), Some(&field.text)))
}

/// The number of rows of each day is stored. The rows of the first and last day are read and counted only if the period does not begin
/// and end at midnight.
fn arriving(common: &CommonFilter) -> Option<Period> {
    let (from, until) = (common.eta_from.map(micros), common.eta_until.map(micros));
    let is_whole = [from, until].into_iter().flatten().all(begins_a_day);
    let (least, most) = (from.unwrap_or(i64::MIN), until.unwrap_or(i64::MAX));
    (from.is_some() || until.is_some()).then(|| Period {
        day: "eta_day",
        first: from.map_or(i64::MIN, day_of),
        last: until.map_or(i64::MAX, |until| day_of(until - 1)),
        exact: (!is_whole).then_some(ExactTimes { column: "eta", from: least, until: most }),
    })
}

const SHIPMENTS_UPDATED: &[&str] = &[
    "SELECT DISTINCT shipment AS id FROM requests WHERE account = :account AND updated >= :from AND shipment IS NOT NULL",
];
const CONTAINERS_UPDATED: &[&str] =
    &["SELECT DISTINCT c.id FROM requests AS r CROSS JOIN containers AS c ON c.account = r.account AND c.shipment = r.shipment
     WHERE r.account = :account AND r.updated >= :from"];
const SHIPMENTS_WITH_NUMBER: &[&str] = &[
    "SELECT id FROM shipments WHERE account = :account AND number = :from",
    "SELECT id FROM shipments WHERE account = :account AND submitted = :from",
    "SELECT id FROM shipments WHERE account = :account AND normalized = :from",
    "SELECT owner AS id FROM search_words WHERE account = :account AND kind = 'spellings' AND word = :from",
];
const SHIPMENTS_WITH_PREFIX: &[&str] = &[
    "SELECT id FROM shipments WHERE account = :account AND number >= :from AND number < :to",
    "SELECT id FROM shipments WHERE account = :account AND submitted >= :from AND submitted < :to",
    "SELECT id FROM shipments WHERE account = :account AND normalized >= :from AND normalized < :to",
    "SELECT shipment AS id FROM containers WHERE account = :account AND number >= :from AND number < :to",
    "SELECT owner AS id FROM search_words WHERE account = :account AND kind = 'spellings' AND word >= :from AND word < :to",
    "SELECT owner AS id FROM search_words WHERE account = :account AND kind = 'shipments' AND word >= :from AND word < :to",
];
const CONTAINERS_WITH_NUMBER: &[&str] = &["SELECT id FROM containers WHERE account = :account AND number = :from"];
const CONTAINERS_OF: &[&str] = &["SELECT id FROM containers WHERE account = :account AND shipment = :from"];
const CONTAINERS_WITH_REFERENCE: &[&str] = &[
    "SELECT owner AS id FROM search_words WHERE account = :account AND kind = 'containers' AND word = :from",
    "SELECT c.id FROM search_words AS words CROSS JOIN containers AS c ON c.account = words.account AND c.shipment = words.owner
     WHERE words.account = :account AND words.kind = 'shipments' AND words.word = :from",
];

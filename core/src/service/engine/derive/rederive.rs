//! Derives shipments again whose rules have changed, without an answer and without notifications.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::answer_digest::rules_digest;
use super::request_lifecycle;
use super::update::{Derived, PreviousState, Update};
use crate::carriers::Answer;
use crate::error::Result;
use crate::resources::{AccountId, Container, ContainerId, Shipment, ShipmentId, TransportEvent};
use crate::service::engine::base::engine::{Engine, WriteContext};
use crate::store::{AnswerFingerprint, Position, RequestRecord, ShipmentFilter, ShipmentRecord, Slice, Tx};

/// The result of [`Service::rederive`](crate::Service::rederive).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RederiveReport {
    /// Number of shipments that had been derived by other rules.
    pub examined: usize,
    /// Those of them that differ from what was stored, the newest first.
    pub shipments: Vec<RederivedShipment>,
}

/// What differs in a shipment that was derived again.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RederivedShipment {
    /// The shipment.
    pub shipment: ShipmentId,
    /// Its number, as it was submitted.
    pub number: String,
    /// The changed attributes of the shipment, then those of its containers, then its changed events.
    pub changes: Vec<RederivedChange>,
}

/// A value that differs in a shipment that was derived again.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RederivedChange {
    /// Number of the container; `None` for an attribute of the shipment.
    pub container: Option<String>,
    /// Name of the attribute, or of the event: `pol_atd_at`, `container.transport.vessel_departed`. `container` if the container joined or
    /// left the shipment.
    pub name: String,
    /// The stored value. For an event: an object with its time and place, `null` if it was not valid.
    pub old: Value,
    /// The value by the rules in force.
    pub new: Value,
}

/// Number of shipments that are listed at once.
const BATCH: u64 = 200;

/// Derives all shipments of an account again that were derived by other rules. Each shipment is one transaction. With `dry_run`, nothing is
/// stored.
pub(in crate::service) fn rederive(engine: &Engine, account: &AccountId, dry_run: bool) -> Result<RederiveReport> {
    let rules = rules_digest(&engine.reading_for(account, |tx| engine.following(tx, account))?);
    let mut report = RederiveReport::default();
    let mut before: Option<ShipmentId> = None;
    loop {
        let found = engine.reading_for(account, |tx| {
            let slice =
                Slice { before: before.as_ref().and_then(ShipmentId::uuid).map(Position::Item), skip: 0, limit: BATCH };
            tx.shipments(account, &ShipmentFilter::default(), &slice)
        })?;
        for record in found.iter().filter(|record| record.rules != rules) {
            if let Some(changes) = rederive_shipment(engine, record, dry_run)? {
                report.examined += 1;
                if !changes.is_empty() {
                    let (shipment, number) =
                        (record.shipment.id.clone(), record.shipment.bill_of_lading_number.clone());
                    report.shipments.push(RederivedShipment { shipment, number, changes });
                }
            }
        }
        match found.last() {
            Some(last) if found.len() as u64 == BATCH => before = Some(last.shipment.id.clone()),
            _ => return Ok(report),
        }
    }
}

/// Returns the changes of a shipment; `None` if it is not tracked by a request any more.
fn rederive_shipment(engine: &Engine, record: &ShipmentRecord, dry_run: bool) -> Result<Option<Vec<RederivedChange>>> {
    let account = &record.tracked.account;
    let read = |tx: &Tx<'_>| {
        let request = tx.request_of_shipment(account, &record.shipment.id)?;
        request.map(|request| Ok((PreviousState::for_rederivation(engine, tx, &request)?, request))).transpose()
    };
    let Some((previous, request)) = engine.store.reading(read)? else { return Ok(None) };
    let derive = |previous: PreviousState, request: &RequestRecord| {
        Derived::of(engine, previous, request, &Answer::partial(Vec::new()), engine.now())
    };
    let derived = derive(previous, &request);
    if dry_run {
        return engine.store.reading(|tx| changes_of(engine, tx, &derived, &request, &record.shipment.id));
    }
    engine.store.writing(|tx| {
        let cx = engine.within(tx, engine.now());
        if derived.is_current(cx, &request)? {
            return store(cx, &derived, request.clone(), &record.shipment.id);
        }
        // Another thread changed the shipment meanwhile.
        let Some((previous, request)) = read(tx)? else { return Ok(None) };
        store(cx, &derive(previous, &request), request, &record.shipment.id)
    })
}

fn store(
    cx: WriteContext<'_>,
    derived: &Derived,
    request: RequestRecord,
    shipment: &ShipmentId,
) -> Result<Option<Vec<RederivedChange>>> {
    let changes = changes_of(cx.engine, cx.tx, derived, &request, shipment)?;
    let (Some(update), Some(_)) = (update_of(derived, shipment), &changes) else { return Ok(None) };
    let last_answer = cx.tx.shipment(&request.tracked.account, shipment)?.and_then(|record| record.last_answer);
    derived.write_facts(cx.tx, &request.tracked, cx.now)?;
    // The next look-up derives again, so that the lifecycle of the request follows.
    let last_answer = last_answer.map(|last| AnswerFingerprint { valid_until: Some(cx.now), ..last });
    request_lifecycle::store_silently(cx, request, update, last_answer)?;
    Ok(changes)
}

fn update_of<'d>(derived: &'d Derived, shipment: &ShipmentId) -> Option<&'d Update> {
    derived.update().filter(|update| update.records.shipment == *shipment)
}

/// Compares what was derived with the stored records.
fn changes_of(
    engine: &Engine,
    tx: &Tx<'_>,
    derived: &Derived,
    request: &RequestRecord,
    shipment: &ShipmentId,
) -> Result<Option<Vec<RederivedChange>>> {
    let account = &request.tracked.account;
    let (Some(update), Some(stored)) = (update_of(derived, shipment), tx.shipment(account, shipment)?) else {
        return Ok(None);
    };
    let rederived = request_lifecycle::rederived_shipment(update, request, &stored.shipment, engine);
    let mut changes = Vec::new();
    add_differences(&mut changes, None, &attributes::<Shipment>(&stored.shipment), &attributes(&rederived));
    let containers: BTreeMap<_, _> =
        tx.containers_of(account, shipment)?.into_iter().map(|record| (record.container.id.clone(), record)).collect();
    for record in &update.records.containers {
        let number = record.container.number.as_str();
        let before = containers.get(&record.container.id);
        if before.is_none_or(|before| before.left_shipment) != record.left_shipment {
            let is_in = |is_in: bool| if is_in { json!(number) } else { Value::Null };
            changes.push(change(Some(number), "container", is_in(record.left_shipment), is_in(!record.left_shipment)));
        }
        if let Some(before) = before {
            let (old, new) = (attributes::<Container>(&before.container), attributes(&record.container));
            add_differences(&mut changes, Some(number), &old, &new);
        }
    }
    let number_of = |id: &ContainerId| update.records.all_containers.values().find(|record| record.container.id == *id);
    for record in &update.records.events {
        let before = tx.event_by_key(account, &record.container, &record.key)?;
        let number = number_of(&record.container).map(|record| record.container.number.as_str());
        let (old, new) = (before.map_or(Value::Null, |before| event(&before.event)), event(&record.event));
        if old != new {
            changes.push(change(number, record.event.event.as_str(), old, new));
        }
    }
    Ok(Some(changes))
}

fn add_differences(
    changes: &mut Vec<RederivedChange>,
    container: Option<&str>,
    old: &Map<String, Value>,
    new: &Map<String, Value>,
) {
    for (name, value) in new {
        let before = old.get(name).unwrap_or(&Value::Null);
        if before != value {
            changes.push(change(container, name, before.clone(), value.clone()));
        }
    }
}

fn attributes<T: Serialize>(resource: &T) -> Map<String, Value> {
    match serde_json::to_value(resource).unwrap_or_default().get_mut("attributes").map(Value::take) {
        Some(Value::Object(attributes)) => attributes,
        _ => Map::new(),
    }
}

/// The values of a valid event; `null` for an invalidated one.
fn event(event: &TransportEvent) -> Value {
    match event.invalidated_at {
        Some(_) => Value::Null,
        None => json!({
            "timestamp": event.timestamp,
            "location_locode": event.location_locode,
            "voyage_number": event.voyage_number,
            "data_source": event.data_source,
        }),
    }
}

fn change(container: Option<&str>, name: &str, old: Value, new: Value) -> RederivedChange {
    RederivedChange { container: container.map(str::to_owned), name: name.to_owned(), old, new }
}

//! Renders and includes shipments.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use uuid::Uuid;

use super::included::Related;
use super::{locations, parties};
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{AccountId, ContainerId, Shipment, ShipmentId, Timestamp, TransportEvent};
use crate::store::{EventRecord, RequestRecord, ShipmentRecord, Tx};

pub(in crate::service) fn resource(tx: &Tx<'_>, record: ShipmentRecord) -> Result<Shipment> {
    let (account, mut shipment) = (record.tracked.account, record.shipment);
    add_request_data(tx, &account, &mut shipment)?;
    shipment.containers = ToMany::to(&tx.container_ids_of(&account, &shipment.id)?);
    Ok(shipment)
}

/// Adds what is stored with the tracking request: the times of look-ups without changes, and the customer.
fn add_request_data(tx: &Tx<'_>, account: &AccountId, shipment: &mut Shipment) -> Result<()> {
    if let Some(request) = tx.request_of_shipment(account, &shipment.id)? {
        set_look_up_times(shipment, &request);
    }
    // The customer may have been renamed.
    let name = customer_name(tx, account, tx.customer_of_shipment(account, &shipment.id)?)?;
    shipment.customer_name = name.or(shipment.customer_name.take());
    Ok(())
}

pub(in crate::service) fn customer_name(
    tx: &Tx<'_>,
    account: &AccountId,
    customer: Option<Uuid>,
) -> Result<Option<String>> {
    let Some(customer) = customer else { return Ok(None) };
    Ok(parties::find(tx, account, customer)?.map(|party| party.company_name))
}

pub(in crate::service) fn set_look_up_times(shipment: &mut Shipment, request: &RequestRecord) {
    keep_latest(&mut shipment.line_tracking_last_attempted_at, &request.asked_at.map(Timestamp::from));
    keep_latest(&mut shipment.line_tracking_last_succeeded_at, &request.answered_at.map(Timestamp::from));
}

/// Sets `time` to `other` if that is later.
pub(in crate::service) fn keep_latest(time: &mut Option<Timestamp>, other: &Option<Timestamp>) {
    let utc = |time: &Option<Timestamp>| time.as_ref().and_then(Timestamp::utc);
    if utc(other) > utc(time) {
        time.clone_from(other);
    }
}

/// Other shipments with containers of this one on the same voyage, and the numbers of these containers. For example,
/// a container may be tracked in addition to its bill of lading.
pub(in crate::service) fn related(tx: &Tx<'_>, record: &ShipmentRecord) -> Result<BTreeMap<ShipmentId, Vec<String>>> {
    let account = &record.tracked.account;
    let mut related: BTreeMap<ShipmentId, Vec<String>> = BTreeMap::new();
    for shared in tx.shared_containers(account, &record.shipment.id)? {
        let events = |id: &ContainerId| tx.events_of(account, id);
        let is_same_voyage = match have_common_event(&events(&shared.own)?, &events(&shared.other)?) {
            Some(is_same) => is_same,
            // One of them has no events yet. It is the same voyage unless one of the shipments has ended.
            None => {
                let is_over = |shipment: &Shipment| shipment.line_tracking_stopped_at.is_some();
                let other = tx.shipment(account, &shared.shipment)?;
                !is_over(&record.shipment) && other.is_some_and(|other| !is_over(&other.shipment))
            }
        };
        if is_same_voyage {
            related.entry(shared.shipment).or_default().push(shared.number);
        }
    }
    Ok(related)
}

/// Whether both have the same actual event at the same place, within two days. `None` if one has no actual events.
fn have_common_event(these: &[EventRecord], those: &[EventRecord]) -> Option<bool> {
    fn actual_events(events: &[EventRecord]) -> Vec<&TransportEvent> {
        let events = events.iter().map(|record| &record.event);
        events.filter(|event| !event.event.is_estimate() && event.invalidated_at.is_none()).collect()
    }
    let (these, those) = (actual_events(these), actual_events(those));
    if these.is_empty() || those.is_empty() {
        return None;
    }
    let same = |a: &TransportEvent, b: &TransportEvent| {
        let at = |event: &TransportEvent| event.timestamp.as_ref().and_then(Timestamp::utc);
        let near = matches!((at(a), at(b)), (Some(a), Some(b)) if (a - b).abs() <= TimeDelta::hours(48));
        a.event == b.event && a.location_locode == b.location_locode && near
    };
    Some(these.iter().any(|a| those.iter().any(|b| same(a, b))))
}

pub(in crate::service) fn add(related: &mut Related<'_>, ids: impl IntoIterator<Item = ShipmentId>) -> Result<()> {
    let (tx, account) = (related.tx, related.account);
    let shipment = |id: &ShipmentId| tx.shipment(account, id)?.map(|found| resource(tx, found)).transpose();
    ids.into_iter().try_for_each(|id| related.set.find(&id, || shipment(&id)))
}

/// Includes the locations of a shipment that the paths name.
pub(in crate::service) fn follow(related: &mut Related<'_>, shipment: &Shipment, paths: &[&str]) -> Result<()> {
    let links = [
        ("port_of_lading", &shipment.port_of_lading),
        ("port_of_discharge", &shipment.port_of_discharge),
        ("pod_terminal", &shipment.pod_terminal),
        ("destination", &shipment.destination),
        ("destination_terminal", &shipment.destination_terminal),
    ];
    locations::follow(related, paths, &links)
}

pub(in crate::service) fn follow_all(
    related: &mut Related<'_>,
    ids: impl IntoIterator<Item = ShipmentId>,
    paths: &[&str],
) -> Result<()> {
    if paths.is_empty() {
        return Ok(());
    }
    for id in ids {
        if let Some(found) = related.tx.shipment(related.account, &id)? {
            follow(related, &found.shipment, paths)?;
        }
    }
    Ok(())
}

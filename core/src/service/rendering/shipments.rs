//! Shipments.

use std::collections::BTreeMap;

use chrono::TimeDelta;

use super::included::Related;
use super::{locations, parties};
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{AccountId, ContainerId, Shipment, ShipmentId, Timestamp, TransportEvent};
use crate::store::{EventRecord, RequestRecord, ShipmentRecord, Tx};

pub(in crate::service) fn resource(tx: &Tx<'_>, record: ShipmentRecord) -> Result<Shipment> {
    let (account, mut shipment) = (record.tracked.account, record.shipment);
    look(tx, &account, &mut shipment)?;
    shipment.containers = ToMany::to(&tx.container_ids_of(&account, &shipment.id)?);
    Ok(shipment)
}

/// A look-up without news is only stored with the request.
fn look(tx: &Tx<'_>, account: &AccountId, shipment: &mut Shipment) -> Result<()> {
    if let Some(request) = tx.request_of_shipment(account, &shipment.id)? {
        set_look_up_times(shipment, &request);
    }
    if let Some(customer) = tx.customer_of_shipment(account, &shipment.id)? {
        // It may have another name by now.
        let known = parties::known(tx, account, customer)?.map(|party| party.company_name);
        shipment.customer_name = known.or(shipment.customer_name.take());
    }
    Ok(())
}

pub(in crate::service) fn customer_name(tx: &Tx<'_>, request: &RequestRecord) -> Result<Option<String>> {
    let Some(customer) = request.customer else { return Ok(None) };
    Ok(parties::known(tx, &request.tracked.account, customer)?.map(|party| party.company_name))
}

pub(in crate::service) fn set_look_up_times(shipment: &mut Shipment, request: &RequestRecord) {
    keep_latest(&mut shipment.line_tracking_last_attempted_at, &request.asked_at.map(Timestamp::from));
    keep_latest(&mut shipment.line_tracking_last_succeeded_at, &request.answered_at.map(Timestamp::from));
}

pub(in crate::service) fn keep_latest(look: &mut Option<Timestamp>, known: &Option<Timestamp>) {
    let at = |look: &Option<Timestamp>| look.as_ref().and_then(Timestamp::utc);
    if at(known) > at(look) {
        look.clone_from(known);
    }
}

/// Other shipments that have containers of this one on the same voyage, with these containers: for example a container
/// that is tracked next to its bill of lading.
pub(in crate::service) fn related(tx: &Tx<'_>, record: &ShipmentRecord) -> Result<BTreeMap<ShipmentId, Vec<String>>> {
    let account = &record.tracked.account;
    let mut related: BTreeMap<ShipmentId, Vec<String>> = BTreeMap::new();
    for shared in tx.shared_containers(account, &record.shipment.id)? {
        let events = |id: &ContainerId| tx.events_of(account, id);
        let one_voyage = match is_one_voyage(&events(&shared.own)?, &events(&shared.other)?) {
            Some(known) => known,
            // Of one of them nothing is known yet: it is another voyage where this one is over.
            None => {
                let is_over = |shipment: &Shipment| shipment.line_tracking_stopped_at.is_some();
                let other = tx.shipment(account, &shared.shipment)?;
                !is_over(&record.shipment) && other.is_some_and(|other| !is_over(&other.shipment))
            }
        };
        if one_voyage {
            related.entry(shared.shipment).or_default().push(shared.number);
        }
    }
    Ok(related)
}

/// Whether something happened in both at one place within two days. `None` if nothing happened in one of them.
fn is_one_voyage(these: &[EventRecord], those: &[EventRecord]) -> Option<bool> {
    fn happened(events: &[EventRecord]) -> Vec<&TransportEvent> {
        let events = events.iter().map(|record| &record.event);
        events.filter(|told| !told.event.is_estimate() && told.invalidated_at.is_none()).collect()
    }
    let (these, those) = (happened(these), happened(those));
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

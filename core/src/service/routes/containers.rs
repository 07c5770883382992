//! `/containers`

use std::collections::HashMap;

use super::shipments;
use crate::error::Result;
use crate::http::Method;
use crate::jsonapi::ToMany;
use crate::resources::{Container, ContainerId, ShipmentId, Timestamp};
use crate::service::asked::{Includes, leads_to};
use crate::service::problems::together;
use crate::service::reply::{Included, MOST_INCLUDED, MOST_LINKED, PAGING, Paging, Reply};
use crate::service::router::{Ask, no_such_path, not_found, wrong_method};
use crate::store::{ContainerFilter, ContainerRecord, Tx};

const INCLUDES: Includes = Includes {
    served: &["shipment", "transport_events"],
    unserved: &[
        "pod_terminal",
        "pod_terminal.port",
        "pickup_facility",
        "shipment.port_of_lading",
        "shipment.port_of_discharge",
        "shipment.pod_terminal",
        "shipment.destination",
        "shipment.destination_terminal",
        "transport_events.location",
        "transport_events.terminal",
        "transport_events.vessel",
    ],
};

const EVENT_INCLUDES: Includes = Includes {
    served: &["shipment", "container"],
    unserved: &["location", "terminal", "vessel", "port", "metro_area", "rail_terminal"],
};

/// Filters that clients of the hosted service send to it, where they have no effect.
const IGNORED: [&str; 4] = ["filter[status]", "filter[port]", "filter[carrier]", "filter[updated_after]"];

pub(in crate::service) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => list(ask),
        ([id], Method::Get) => get(ask, &ContainerId::new(id)),
        ([id, "transport_events"], Method::Get) => transport_events(ask, &ContainerId::new(id)),
        ([] | [_] | [_, "transport_events"], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn list(ask: &Ask<'_>) -> Result<Reply> {
    let (_, include, paging) = together!(
        taken = ask.takes_or_ignores(&[&["include", "filter[number]"], &PAGING], &IGNORED),
        include = ask.include(&INCLUDES),
        paging = Paging::of(&ask.query),
    )?;
    let include = include.unwrap_or_default();
    let filter = ContainerFilter { number: ask.query.get("filter[number]").map(str::to_owned), shipment: None };
    ask.engine.store.reading(|tx| {
        let found = tx.containers(ask.account, &filter, &paging.slice())?;
        let total = tx.count_containers(ask.account, &filter)?;
        let found = resources(tx, found)?;
        let events = |container: &Container| container.transport_events.get().len();
        let most = if leads_to(&include, "transport_events") { MOST_INCLUDED } else { MOST_LINKED };
        Reply::list_with(ask, &paging, found, total, (events, most), |shown| included(tx, ask, shown, &include))
    })
}

fn get(ask: &Ask<'_>, id: &ContainerId) -> Result<Reply> {
    let (_, include) = together!(taken = ask.takes(&[&["include"]]), include = ask.include(&INCLUDES))?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let record = tx.container(ask.account, id)?.ok_or_else(|| not_found("container", id))?;
        let container = resource(tx, record)?;
        let included = included(tx, ask, std::slice::from_ref(&container), &include)?;
        Ok(Reply::one(ask, 200, &container, included))
    })
}

fn transport_events(ask: &Ask<'_>, id: &ContainerId) -> Result<Reply> {
    let (_, include, paging) = together!(
        taken = ask.takes(&[&["include"], &PAGING]),
        include = ask.include(&EVENT_INCLUDES),
        paging = Paging::of(&ask.query),
    )?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let container = tx.container(ask.account, id)?.ok_or_else(|| not_found("container", id))?;
        let events = tx.events(ask.account, id, &paging.slice())?;
        let total = tx.count_events(ask.account, id)?;
        let shown = events.into_iter().map(|record| record.event).collect();
        Reply::list(ask, &paging, shown, total, |_| {
            let mut included = Vec::new();
            if include.contains(&"container") {
                included.push(Included::Container(Box::new(resource(tx, container.clone())?)));
            }
            if include.contains(&"shipment") {
                included.extend(shipments::included(tx, ask, [container.shipment.clone()])?);
            }
            Ok((!include.is_empty()).then_some(included))
        })
    })
}

/// The container as it is told.
pub(in crate::service) fn resource(tx: &dyn Tx, record: ContainerRecord) -> Result<Container> {
    Ok(resources(tx, vec![record])?.remove(0))
}

/// Containers as they are told: their events linked, and when the carrier was last asked for their shipments.
pub(in crate::service) fn resources(tx: &dyn Tx, records: Vec<ContainerRecord>) -> Result<Vec<Container>> {
    let mut asked: HashMap<ShipmentId, Option<Timestamp>> = HashMap::new();
    let mut told = Vec::with_capacity(records.len());
    for ContainerRecord { account, shipment, mut container } in records {
        let last = match asked.get(&shipment) {
            Some(last) => last.clone(),
            None => {
                let found = tx.shipment(&account, &shipment)?;
                let last = found.and_then(|found| found.shipment.line_tracking_last_succeeded_at);
                asked.insert(shipment, last.clone());
                last
            }
        };
        container.shipment_last_tracking_request_at = last.or(container.shipment_last_tracking_request_at);
        container.transport_events = ToMany::to(&tx.event_ids_of(&account, &container.id)?);
        told.push(container);
    }
    Ok(told)
}

fn included(tx: &dyn Tx, ask: &Ask<'_>, containers: &[Container], include: &[&str]) -> Result<Option<Vec<Included>>> {
    if include.is_empty() {
        return Ok(None);
    }
    let mut included = Vec::new();
    if leads_to(include, "shipment") {
        let ids = containers.iter().filter_map(|container| container.shipment.id());
        included.extend(shipments::included(tx, ask, ids)?);
    }
    if leads_to(include, "transport_events") {
        for container in containers {
            let events = tx.events_of(ask.account, &container.id)?;
            included.extend(events.into_iter().map(|record| Included::Event(record.event)));
        }
    }
    Ok(Some(included))
}

//! `/containers`

use super::ask::{Ask, Includes};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::{MOST_INCLUDED, MOST_LINKED, PAGING, Paging, Reply};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{Container, ContainerId};
use crate::service::rendering::{Along, containers, leads_to};
use crate::store::{ContainerFilter, Tx};

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

pub(super) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
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
        let found = containers::resources(tx, found)?;
        let events = |container: &Container| container.transport_events.get().len();
        let most = if leads_to(&include, "transport_events") { MOST_INCLUDED } else { MOST_LINKED };
        Reply::list_with(ask, &paging, found, total, (events, most), |shown| along(tx, ask, shown, &include))
    })
}

fn get(ask: &Ask<'_>, id: &ContainerId) -> Result<Reply> {
    let (_, include) = together!(taken = ask.takes(&[&["include"]]), include = ask.include(&INCLUDES))?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let record = tx.container(ask.account, id)?.ok_or_else(|| not_found("container", id))?;
        let container = containers::resource(tx, record)?;
        let along = along(tx, ask, std::slice::from_ref(&container), &include)?;
        Ok(Reply::one(ask, 200, &container, along))
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
            let along = || containers::along_events(tx, ask.account, container, &include);
            (!include.is_empty()).then(along).transpose()
        })
    })
}

fn along(tx: &dyn Tx, ask: &Ask<'_>, shown: &[Container], include: &[&str]) -> Result<Option<Along>> {
    (!include.is_empty()).then(|| containers::along(tx, ask.account, shown, include)).transpose()
}

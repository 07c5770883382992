//! `/shipments`

use super::ask::{Ask, Includes};
use super::payload::{Payload, Takes};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::{MOST_INCLUDED, MOST_LINKED, PAGING, Paging, Reply};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::Method;
use crate::resources::{Shipment, ShipmentId, StopReason};
use crate::service::engine::follow;
use crate::service::rendering::{Along, containers, shipments};
use crate::store::{ShipmentFilter, Tx};
use crate::tracking::lifecycle::Input;

const INCLUDES: Includes = Includes {
    served: &["containers"],
    unserved: &["pod_terminal", "port_of_lading", "port_of_discharge", "destination", "destination_terminal"],
};

/// Filters that clients of the hosted service send to it, where they have no effect.
const IGNORED: [&str; 4] = ["filter[status]", "filter[port]", "filter[carrier]", "filter[updated_after]"];

const CHANGES: Takes = Takes { attributes: &["ref_numbers", "tags", "shipment_tags"], kept: &[], relationships: &[] };

pub(super) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => list(ask),
        ([id], Method::Get) => get(ask, &ShipmentId::new(id)),
        ([id], Method::Patch) => update(ask, &ShipmentId::new(id)),
        ([id, "stop_tracking"], Method::Patch) => {
            act(ask, &ShipmentId::new(id), &Input::Stop(StopReason::CancelledByUser))
        }
        ([id, "resume_tracking"], Method::Patch) => act(ask, &ShipmentId::new(id), &Input::Resume),
        ([], other) => Err(wrong_method(other, &[Method::Get])),
        ([_], other) => Err(wrong_method(other, &[Method::Get, Method::Patch])),
        ([_, "stop_tracking" | "resume_tracking"], other) => Err(wrong_method(other, &[Method::Patch])),
        _ => Err(no_such_path()),
    }
}

fn list(ask: &Ask<'_>) -> Result<Reply> {
    let (_, wanted, tracking_stopped, paging) = together!(
        taken = ask.takes_or_ignores(&[&["q", "number", "include", "filter[tracking_stopped]"], &PAGING], &IGNORED),
        wanted = wants_containers(ask),
        stopped = flag(ask, "filter[tracking_stopped]"),
        paging = Paging::of(&ask.query),
    )?;
    let text = |name: &str| ask.query.get(name).map(str::to_owned);
    let filter = ShipmentFilter { number: text("number"), search: text("q"), tracking_stopped };
    ask.engine.store.reading(|tx| {
        let found = tx.shipments(ask.account, &filter, &paging.slice())?;
        let total = tx.count_shipments(ask.account, &filter)?;
        let found = found.into_iter().map(|record| shipments::resource(tx, record)).collect::<Result<_>>()?;
        let boxes = |shipment: &Shipment| shipment.containers.get().len();
        let most = if wanted { MOST_INCLUDED } else { MOST_LINKED };
        Reply::list_with(ask, &paging, found, total, (boxes, most), |shown| along(tx, ask, shown, wanted))
    })
}

fn get(ask: &Ask<'_>, id: &ShipmentId) -> Result<Reply> {
    let (_, wanted) = together!(taken = ask.takes(&[&["include"]]), wanted = wants_containers(ask))?;
    ask.engine.store.reading(|tx| {
        let record = tx.shipment(ask.account, id)?.ok_or_else(|| not_found("shipment", id))?;
        let shipment = shipments::resource(tx, record)?;
        let along = along(tx, ask, std::slice::from_ref(&shipment), wanted)?;
        Ok(Reply::one(ask, 200, &shipment, along))
    })
}

/// Stops or resumes following a shipment, and answers it.
fn act(ask: &Ask<'_>, id: &ShipmentId, input: &Input) -> Result<Reply> {
    let (_, _) = together!(taken = ask.takes(&[&["include"]]), wanted = wants_containers(ask))?;
    Payload::of_action(ask, id)?;
    follow::act(ask.engine, ask.account, id, input)?.map_err(|why| Error::invalid("/data/id", why))?;
    get(ask, id)
}

/// Changes what belongs to the customer: everything else is what the carrier says.
fn update(ask: &Ask<'_>, id: &ShipmentId) -> Result<Reply> {
    ask.takes(&[])?;
    let mut payload = Payload::of_change(ask, id, &CHANGES)?;
    let (_, references, tags) = together!(
        taken = payload.taken().end(),
        references = payload.references("ref_numbers"),
        tags = payload.tags()
    )?;
    let record = ask.engine.store.writing(|tx| {
        let mut record = tx.shipment(ask.account, id)?.ok_or_else(|| not_found("shipment", id))?;
        record.shipment.ref_numbers = references.clone().unwrap_or(record.shipment.ref_numbers);
        record.shipment.tags = tags.clone().unwrap_or(record.shipment.tags);
        tx.put_shipment(&record)?;
        Ok(record)
    })?;
    ask.answer_done(|tx| Ok(Reply::one(ask, 200, &shipments::resource(tx, record.clone())?, None)))
}

fn along(tx: &dyn Tx, ask: &Ask<'_>, shown: &[Shipment], wanted: bool) -> Result<Option<Along>> {
    let mut along = Along::default();
    if wanted {
        containers::add_of(&mut along, tx, ask.account, shown.iter().map(|shipment| &shipment.id))?;
    }
    Ok(wanted.then_some(along))
}

fn wants_containers(ask: &Ask<'_>) -> Result<bool> {
    Ok(ask.include(&INCLUDES)?.is_some_and(|paths| paths.contains(&"containers")))
}

fn flag(ask: &Ask<'_>, name: &str) -> Result<Option<bool>> {
    match ask.query.get(name) {
        None => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| {
            Error::refused(ErrorKind::BadRequest, name, format!("{name} must be true or false, not {}", Quoted(text)))
        }),
    }
}

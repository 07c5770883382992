//! `/shipments`

use serde_json::json;

use super::context::{Includes, RequestContext};
use super::custom_fields;
use super::family::{self, Family};
use super::payload::{Payload, Takes};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::{Brought, Reply};
use super::traits;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::Method;
use crate::jsonapi::{Members, Resource};
use crate::resources::{CustomFieldEntityType, Shipment, ShipmentId, StopReason};
use crate::service::engine::follow;
use crate::service::rendering::{Along, behind, containers, leads_to, shipments};
use crate::store::{ShipmentFilter, ShipmentRecord, Slice, Tx};
use crate::tracking::lifecycle::Input;

/// The member of `meta` that names the shipments that have containers of this one on the same voyage.
const RELATED: &str = "related_shipments";

const CHANGES: Takes = Takes { attributes: &["ref_numbers", "tags", "shipment_tags"], relationships: &[] };

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(context, filter),
        ([id], Method::Get) => get(context, &ShipmentId::new(id)),
        ([id], Method::Patch) => update(context, &ShipmentId::new(id)),
        ([id, "stop_tracking"], Method::Patch) => {
            act(context, &ShipmentId::new(id), &Input::Stop(StopReason::CancelledByUser))
        }
        ([id, "resume_tracking"], Method::Patch) => act(context, &ShipmentId::new(id), &Input::Resume),
        ([id, "custom_fields", rest @ ..], _) => custom_fields::of::<Shipment>(context, method, id, rest),
        ([], other) => Err(wrong_method(other, &[Method::Get])),
        ([_], other) => Err(wrong_method(other, &[Method::Get, Method::Patch])),
        ([_, "stop_tracking" | "resume_tracking"], other) => Err(wrong_method(other, &[Method::Patch])),
        _ => Err(no_such_path()),
    }
}

fn get(context: &RequestContext<'_>, id: &ShipmentId) -> Result<Reply> {
    family::get::<ShipmentFilter>(context, id, |tx| tx.shipment(context.account, id))
}

/// Stops or resumes following a shipment, and answers it.
fn act(context: &RequestContext<'_>, id: &ShipmentId, input: &Input) -> Result<Reply> {
    family::include_alone::<ShipmentFilter>(context)?;
    Payload::of_action(context, id)?;
    follow::act(context.engine, context.account, id, input)?.map_err(|why| Error::invalid("/data/id", why))?;
    get(context, id)
}

/// Changes what belongs to the customer: everything else is what the carrier says.
fn update(context: &RequestContext<'_>, id: &ShipmentId) -> Result<Reply> {
    context.takes(&[])?;
    let mut payload = Payload::of_change(context, id, &CHANGES)?;
    let (_, references, tags) = together!(
        taken = payload.taken().end(),
        references = payload.references("ref_numbers"),
        tags = payload.tags()
    )?;
    let record = context.engine.store.writing(|tx| {
        let mut record = tx.shipment(context.account, id)?.ok_or_else(|| not_found("shipment", id))?;
        record.shipment.ref_numbers = references.clone().unwrap_or(record.shipment.ref_numbers);
        record.shipment.tags = tags.clone().unwrap_or(record.shipment.tags);
        tx.put_shipment(&record)?;
        Ok(record)
    })?;
    context.answer_done(|tx| family::one::<ShipmentFilter>(tx, context, 200, &record, &[]))
}

fn filter(context: &RequestContext<'_>) -> Result<ShipmentFilter> {
    let text = |name: &str| context.query.get(name).map(str::to_owned);
    let (tracking_stopped, traits) = together!(
        stopped = flag(context, "filter[tracking_stopped]"),
        traits = traits::of(context, &CustomFieldEntityType::Shipment),
    )?;
    Ok(ShipmentFilter { number: text("number"), search: text("q"), tracking_stopped, traits })
}

fn flag(context: &RequestContext<'_>, name: &str) -> Result<Option<bool>> {
    match context.query.get(name) {
        None => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| {
            Error::refused(ErrorKind::BadRequest, name, format!("{name} must be true or false, not {}", Quoted(text)))
        }),
    }
}

impl Family for ShipmentFilter {
    const NAME: &'static str = "shipment";
    const TAKES: &'static [&'static str] = &["q", "number", "include", "filter[tracking_stopped]"];
    const SHARES: &'static [&'static str] = &traits::FILTERS;
    const IGNORED: &'static [&'static str] =
        &["filter[status]", "filter[port]", "filter[carrier]", "filter[updated_after]"];
    const INCLUDES: Includes = Includes {
        served: &[
            "containers",
            "containers.pod_terminal",
            "containers.pickup_facility",
            "pod_terminal",
            "pod_terminal.port",
            "port_of_lading",
            "port_of_discharge",
            "destination",
            "destination_terminal",
            "destination_terminal.port",
        ],
        by_default: &[],
    };

    type Record = ShipmentRecord;
    type Resource = Shipment;

    fn page(&self, tx: &dyn Tx, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<ShipmentRecord>, u64)> {
        Ok((tx.shipments(context.account, self, slice)?, tx.count_shipments(context.account, self)?))
    }

    fn resources(tx: &dyn Tx, _: &RequestContext<'_>, records: &[ShipmentRecord]) -> Result<Vec<Shipment>> {
        records.iter().cloned().map(|record| shipments::resource(tx, record)).collect()
    }

    fn brought(_: &dyn Tx, _: &RequestContext<'_>, found: &[Shipment], include: &[&str]) -> Result<Brought> {
        Ok(Brought::by(found, leads_to(include, "containers"), |shipment| shipment.containers.get().len()))
    }

    fn beside(tx: &dyn Tx, _: &RequestContext<'_>, record: &ShipmentRecord) -> Result<Members> {
        let related = shipments::related(tx, record)?;
        let told = |(id, containers)| json!({ "type": Shipment::TYPE, "id": id, "container_numbers": containers });
        let related: Vec<_> = related.into_iter().map(told).collect();
        Ok(if related.is_empty() { Members::new() } else { Members::from_iter([(RELATED.to_owned(), related.into())]) })
    }

    fn along(
        tx: &dyn Tx,
        context: &RequestContext<'_>,
        _: &[ShipmentRecord],
        shown: &[Shipment],
        include: &[&str],
    ) -> Result<Along> {
        let mut along = Along::default();
        if leads_to(include, "containers") {
            let ids = shown.iter().map(|shipment| &shipment.id);
            containers::add_of(&mut along, tx, context.account, ids, &behind(include, "containers"))?;
        }
        for shipment in shown {
            shipments::follow(&mut along, tx, context.account, shipment, include)?;
        }
        Ok(along)
    }
}

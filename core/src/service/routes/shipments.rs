//! Handlers of `/shipments`.

use serde_json::json;

use super::common_filters;
use super::context::RequestContext;
use super::custom_fields;
use super::family::{self, Family};
use super::problems::combine;
use super::reply::{Handlers, RelatedCounts, Reply};
use super::tracking_requests;
use crate::error::{Error, Result};
use crate::jsonapi::{Members, Resource};
use crate::resources::{CustomFieldEntityType, Shipment, ShipmentId, StopReason};
use crate::service::engine::derive::request_lifecycle;
use crate::service::rendering::{Related, containers, doubts, leads_to, paths_after, shipments};
use crate::store::{ShipmentFilter, ShipmentRecord, Slice, Tx};
use crate::tracking::lifecycle::Input;

const RELATED: &str = "related_shipments";

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, filter)),
    ("get", family::get::<ShipmentFilter>),
    ("update", update),
    ("doubts", doubts),
    ("stop_tracking", |context| act(context, &Input::Stop(StopReason::CancelledByUser))),
    ("resume_tracking", |context| act(context, &Input::Resume)),
    ("custom_fields", custom_fields::list_of::<Shipment>),
    ("create_custom_field", custom_fields::create_of::<Shipment>),
    ("update_custom_field", custom_fields::update_of::<Shipment>),
    ("delete_custom_field", custom_fields::delete_of::<Shipment>),
];

fn act(context: &RequestContext<'_>, input: &Input) -> Result<Reply> {
    let id = context.id();
    if !context.request.body.is_empty() {
        family::change::<ShipmentFilter>(context, &id)?.check_members()?;
    }
    request_lifecycle::apply_input(context.engine, context.account, &id, input)?
        .map_err(|why| Error::invalid("/data/id", why))?;
    family::get::<ShipmentFilter>(context)
}

fn update(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let payload = family::change::<ShipmentFilter>(context, &id)?;
    let (_, references, tags, customer) = combine!(
        taken = payload.check_members(),
        references = payload.references("ref_numbers"),
        tags = payload.tags(),
        customer = tracking_requests::customer_change(context, &payload),
    )?;
    let record = context.engine.store.writing(|tx| {
        let mut record = family::existing::<ShipmentFilter>(tx, context, &id)?;
        record.shipment.ref_numbers = references.clone().unwrap_or(record.shipment.ref_numbers);
        record.shipment.tags = tags.clone().unwrap_or(record.shipment.tags);
        if let Some(customer) = customer {
            set_customer(tx, context, &mut record.shipment, customer)?;
        }
        tx.put_shipment(&record)?;
        Ok(record)
    })?;
    family::written::<ShipmentFilter>(context, 200, &record)
}

/// Stores the customer with the tracking request of the shipment; `None` removes the customers of all its tracking requests.
fn set_customer(
    tx: &Tx<'_>,
    context: &RequestContext<'_>,
    shipment: &mut Shipment,
    customer: Option<uuid::Uuid>,
) -> Result<()> {
    let (account, id) = (context.account, &shipment.id);
    let requests = match customer {
        Some(_) => Vec::from_iter(tx.request_of_shipment(account, id)?),
        None => tx.requests_with_customer(account, id)?,
    };
    for mut request in requests {
        request.customer = customer;
        request.updated_at = context.engine.now();
        request.revision += 1;
        tx.put_request(&request)?;
    }
    shipment.customer_name = request_lifecycle::update_customer(tx, account, id)?;
    Ok(())
}

/// Lists all doubts on one page, as plain JSON.
fn doubts(context: &RequestContext<'_>) -> Result<Reply> {
    context.engine.store.reading(|tx| {
        let record = family::existing::<ShipmentFilter>(tx, context, &context.id())?;
        let found =
            doubts::of_shipment(tx, &record, context.engine.now(), &context.engine.following(tx, context.account)?)?;
        Ok(Reply::plain(context, 200, found))
    })
}

fn filter(context: &RequestContext<'_>) -> Result<ShipmentFilter> {
    let text = |name: &str| context.parameter(name).map(str::to_owned);
    let (tracking_stopped, common) = combine!(
        stopped = context.read("filter[tracking_stopped]", "must be true or false", |text| text.parse().ok()),
        common = common_filters::parse(context, &CustomFieldEntityType::Shipment),
    )?;
    Ok(ShipmentFilter { number: text("number"), search: text("q"), tracking_stopped, common })
}

impl Family for ShipmentFilter {
    type Record = ShipmentRecord;
    type Resource = Shipment;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<ShipmentRecord>, u64)> {
        Ok((tx.shipments(context.account, self, slice)?, tx.count_shipments(context.account, self)?))
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &ShipmentId) -> Result<Option<ShipmentRecord>> {
        tx.shipment(context.account, id)
    }

    fn resources(tx: &Tx<'_>, _: &RequestContext<'_>, records: &[ShipmentRecord]) -> Result<Vec<Shipment>> {
        records.iter().cloned().map(|record| shipments::resource(tx, record)).collect()
    }

    fn related_counts(
        _: &Tx<'_>,
        _: &RequestContext<'_>,
        found: &[Shipment],
        include: &[&str],
    ) -> Result<RelatedCounts> {
        Ok(RelatedCounts::by(found, leads_to(include, "containers"), |shipment| shipment.containers.get().len()))
    }

    fn extra_meta(tx: &Tx<'_>, _: &RequestContext<'_>, record: &ShipmentRecord) -> Result<Members> {
        let related = shipments::related(tx, record)?;
        let reference = |(id, containers)| json!({ "type": Shipment::TYPE, "id": id, "container_numbers": containers });
        let related: Vec<_> = related.into_iter().map(reference).collect();
        Ok(if related.is_empty() { Members::new() } else { Members::from_iter([(RELATED.to_owned(), related.into())]) })
    }

    fn add_related(
        related: &mut Related<'_>,
        _: &RequestContext<'_>,
        _: &[ShipmentRecord],
        shown: &[Shipment],
        include: &[&str],
    ) -> Result<()> {
        if leads_to(include, "containers") {
            let ids = shown.iter().map(|shipment| &shipment.id);
            containers::add_of(related, ids, &paths_after(include, "containers"))?;
        }
        shown.iter().try_for_each(|shipment| shipments::follow(related, shipment, include))
    }
}

//! Renders tracking requests, and includes the shipments that they track.

use std::collections::BTreeSet;

use super::containers;
use super::included::{Related, paths_after};
use super::links::own_link;
use super::shipments;
use crate::error::Result;
use crate::jsonapi::{ResourceId, ToOne};
use crate::resources::{ShipmentId, TrackingRequest};
use crate::store::RequestRecord;

pub(in crate::service) fn resource(record: &RequestRecord) -> TrackingRequest {
    let customer = |id: uuid::Uuid| ToOne::Linked(ResourceId { kind: "party".to_owned(), id: id.into() });
    TrackingRequest {
        id: record.id.clone(),
        request_type: record.kind.clone(),
        request_number: record.number.clone(),
        scac: record.shown_scac().map(str::to_owned),
        status: record.state.status.clone(),
        failed_reason: record.state.failed_reason.clone(),
        is_retrying: record.state.is_retrying(),
        retry_count: record.state.retry_count(),
        ref_numbers: record.ref_numbers.clone(),
        shipment_tags: record.shipment_tags.clone(),
        created_at: Some(record.created_at.into()),
        updated_at: Some(record.updated_at.into()),
        tracked_object: ToOne::to_or_empty(record.shipment.as_ref()),
        customer: record.customer.map_or(ToOne::Empty, customer),
        user: ToOne::to_or_empty(record.user.as_ref()),
        extra: own_link("tracking_requests", &record.id),
        ..Default::default()
    }
}

pub(in crate::service) fn shipments_of(requests: &[TrackingRequest]) -> BTreeSet<ShipmentId> {
    requests.iter().filter_map(TrackingRequest::shipment).collect()
}

pub(in crate::service) fn add_related(
    related: &mut Related<'_>,
    requests: &[TrackingRequest],
    with_containers: bool,
    include: &[&str],
) -> Result<()> {
    let tracked = shipments_of(requests);
    shipments::add(related, tracked.iter().cloned())?;
    if with_containers {
        containers::add_of(related, &tracked, &[])?;
    }
    for start in ["tracked_object", "shipment"] {
        shipments::follow_all(related, tracked.iter().cloned(), &paths_after(include, start))?;
    }
    Ok(())
}

//! Creates tracking requests, also for the next trip of a container that is tracked already.

use chrono::{DateTime, TimeDelta, Utc};

use super::update::Update;
use super::{custom_fields, request_lifecycle, trips};
use crate::error::Result;
use crate::jsonapi::ResourceId;
use crate::numbers::{Scac, TrackingNumber};
use crate::resources::{AccountId, CustomFieldEntityType, RequestStatus, RequestType, ShipmentId, StopReason};
use crate::service::engine::base::engine::{Engine, WriteContext};
use crate::service::engine::base::infer_carrier;
use crate::store::{ContainerRecord, RequestRecord, TrackedNumber, Tx};
use crate::time::saturating_add;
use crate::tracking::Trip;
use crate::tracking::lifecycle::{self, Input, State};

/// Minimum time between the last look-up of a number and a look-up that a rejected duplicate causes, so that a program that tracks its
/// numbers again and again does not use up the pace of the carrier.
const PAUSE_AFTER_LOOK_UP: TimeDelta = TimeDelta::hours(1);

/// The result of [`create`].
pub(in crate::service) enum CreatedRequest {
    New(Box<RequestRecord>),
    /// A live request for this number and carrier exists.
    AlreadyTracked,
    /// Another request tracks the same shipment under another number.
    SharesShipment(Box<RequestRecord>, ShipmentId),
}

/// Returns a new request that is not stored yet.
pub(in crate::service) fn draft(
    engine: &Engine,
    account: &AccountId,
    number: &TrackingNumber,
    scac: Option<&Scac>,
    now: DateTime<Utc>,
) -> RequestRecord {
    let normalized = scac.map_or(number.normalized(), |scac| number.normalized_for(scac));
    let tracked = TrackedNumber {
        account: account.clone(),
        scac: scac.map(|scac| scac.as_str().to_owned()),
        number: normalized.to_owned(),
    };
    let kind = RequestType::parse(number.kind().as_str());
    let record = RequestRecord::new(engine.new_id(now), tracked, kind, number.text().to_owned(), now);
    let inferred = if scac.is_none() { infer_carrier::inferred_carrier(&record) } else { None };
    RequestRecord { inferred_scac: inferred, ..record }
}

/// Stores a new request, unless its number or its shipment is tracked already.
pub(in crate::service) fn create(cx: WriteContext<'_>, record: RequestRecord) -> Result<CreatedRequest> {
    if let Some(live) = cx.tx.live_request(&record.tracked)?
        && !stop_if_trip_is_over(cx, &live)?
    {
        schedule_look_up(cx, live, record)?;
        return Ok(CreatedRequest::AlreadyTracked);
    }
    if let Some((live, shipment)) = request_of_same_shipment(cx.tx, &record)? {
        return Ok(CreatedRequest::SharesShipment(Box::new(live), shipment));
    }
    // If the number was tracked before, the request is linked to its shipment immediately. The first look-up confirms the link.
    let stored = cx.tx.shipment_of(&record.tracked)?.map(|stored| stored.shipment);
    let shipment = stored.filter(|stored| trips::can_take_over(&record.kind, stored)).map(|stored| stored.id);
    let record = RequestRecord { shipment, ..record };
    request_lifecycle::add_references(cx.tx, &record, &record.ref_numbers)?;
    cx.tx.put_request(&record)?;
    let resource = ResourceId::of(&record.id);
    let kind = CustomFieldEntityType::TrackingRequest;
    custom_fields::set_defaults(cx, &record.tracked.account, &kind, &resource)?;
    if let Some(shipment) = &record.shipment {
        custom_fields::set_all(cx, &record, shipment)?;
    }
    Ok(CreatedRequest::New(Box::new(record)))
}

/// Finds a live request that tracks the shipment under another number: its bill of lading for a booking, or the reverse. `None`
/// if the shipment has more than these two numbers.
fn request_of_same_shipment(tx: &Tx<'_>, record: &RequestRecord) -> Result<Option<(RequestRecord, ShipmentId)>> {
    if record.kind == RequestType::Container {
        return Ok(None);
    }
    let stored = tx.shipment_by_spelling(&record.tracked)?;
    let Some(stored) = stored.filter(|stored| stored.names_only(&record.tracked.number)) else { return Ok(None) };
    Ok(tx.live_request(&stored.tracked)?.map(|live| (live, stored.shipment.id)))
}

/// Stops the request for a container whose trip is over according to the stored data. Returns whether the request was stopped.
fn stop_if_trip_is_over(cx: WriteContext<'_>, live: &RequestRecord) -> Result<bool> {
    let (RequestStatus::Created, RequestType::Container, Some(shipment)) =
        (&live.state.status, &live.kind, &live.shipment)
    else {
        return Ok(false);
    };
    let is_over = |record: &ContainerRecord| {
        record.container.number == live.tracked.number && record.trip.as_ref().is_some_and(Trip::is_over)
    };
    if !cx.tx.containers_of(&live.tracked.account, shipment)?.iter().any(is_over) {
        return Ok(false);
    }
    let input = Input::Stop(StopReason::AllContainersTerminated);
    Ok(request_lifecycle::advance(cx, live.clone(), &input, None, 0.0)?.is_ok())
}

/// Schedules a look-up of a number whose second request was rejected as a duplicate, at most once an hour. A container may have begun its
/// next trip: then the rejected request is created when the look-up shows the trip.
fn schedule_look_up(cx: WriteContext<'_>, mut live: RequestRecord, rejected: RequestRecord) -> Result<()> {
    let at = live.asked_at.map_or(cx.now, |asked_at| saturating_add(asked_at, PAUSE_AFTER_LOOK_UP)).max(cx.now);
    let policy = &cx.engine.policies.lifecycle;
    if let Ok(step) = lifecycle::apply(&live.state, &Input::AskNow, &live.kind, at, policy, 0.0)
        && step.next.due < live.state.due
    {
        live.state = step.next;
    }
    if live.kind == RequestType::Container && live.state.status == RequestStatus::Created {
        live.next_request = Some(Box::new(rejected));
    }
    cx.tx.put_request(&live)
}

/// Creates the request for the next trip of a container, after the request for the last trip was stopped. `next` is the request that was
/// rejected as a duplicate of it. Does nothing if the next trip has not begun.
pub(in crate::service::engine) fn create_next(
    cx: WriteContext<'_>,
    next: Option<Box<RequestRecord>>,
    update: &Update,
) -> Result<()> {
    let Some(next) = next.filter(|_| update.has_next_trip) else { return Ok(()) };
    let id = cx.engine.new_id(cx.now);
    let state = State::new(cx.now);
    create(cx, RequestRecord { id, state, created_at: cx.now, updated_at: cx.now, ..*next }).map(drop)
}

//! Handlers of `/containers`.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate};
use serde_json::json;
use uuid::Uuid;

use super::common_filters;
use super::context::RequestContext;
use super::custom_fields;
use super::family::{self, Family};
use super::problems::combine;
use super::reply::{Handlers, MAX_INCLUDED, RelatedCounts, Reply};
use crate::error::{Error, Result};
use crate::jsonapi::ToMany;
use crate::resources::{Container, ContainerId, ContainerStatus, CustomFieldEntityType, TransportEvent};
use crate::service::engine::derive::request_lifecycle;
use crate::service::rendering::{IncludedResource, Related, containers, leads_to, raw_events, route, route_map};
use crate::store::{ContainerFilter, ContainerRecord, EventRecord, Position, Slice, Tx};
use crate::tracking::lifecycle::Input;
use crate::tracking::normalize_container_number;

const RAW_EVENTS: &str = "raw_events";
const SOURCE_EVENT: &str = "source_event";

const PREVIOUS_VERSION: &str = "previous_version";

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, filter)),
    ("get", family::get::<ContainerFilter>),
    ("update", update),
    ("transport_events", |context| family::list(context, |context| Ok(EventsOf(context.id())))),
    ("raw_events", raw_events),
    ("map_geojson", map),
    ("route", route),
    ("refresh", refresh),
    ("custom_fields", custom_fields::list_of::<Container>),
    ("create_custom_field", custom_fields::create_of::<Container>),
    ("update_custom_field", custom_fields::update_of::<Container>),
    ("delete_custom_field", custom_fields::delete_of::<Container>),
];

fn update(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id::<Container>();
    let payload = family::change::<ContainerFilter>(context, &id)?;
    let (_, references) = combine!(taken = payload.check_members(), references = payload.references("ref_numbers"))?;
    let record = context.engine.store.writing(|tx| {
        let mut record = existing(tx, context)?;
        record.container.ref_numbers = references.clone().unwrap_or(record.container.ref_numbers);
        tx.put_container(&record)?;
        Ok(record)
    })?;
    family::written::<ContainerFilter>(context, 200, &record)
}

fn existing(tx: &Tx<'_>, context: &RequestContext<'_>) -> Result<ContainerRecord> {
    family::existing::<ContainerFilter>(tx, context, &context.id())
}

/// Lists all raw events on one page, because the API defines no pages for this operation.
fn raw_events(context: &RequestContext<'_>) -> Result<Reply> {
    context.engine.store.reading(|tx| {
        let record = existing(tx, context)?;
        let (found, included) = raw_events::of_container(
            tx,
            &record,
            context.engine.now(),
            &context.engine.following(tx, context.account)?,
        )?;
        Ok(Reply::whole_list(context, found, Some(included)))
    })
}

/// Answers with GeoJSON, not JSON:API.
fn map(context: &RequestContext<'_>) -> Result<Reply> {
    context.engine.store.reading(|tx| {
        let record = existing(tx, context)?;
        Ok(Reply::plain(
            context,
            200,
            route_map::render(tx, &record, context.engine.now(), &context.engine.following(tx, context.account)?)?,
        ))
    })
}

/// Answers with a route and its places.
fn route(context: &RequestContext<'_>) -> Result<Reply> {
    context.engine.store.reading(|tx| {
        let record = existing(tx, context)?;
        let mut found = route::document(&mut Related::new(tx, context.account), &record)?;
        found["links"] = json!({ "self": format!("{}{}", context.request.origin(), context.request.path()) });
        Ok(Reply::plain(context, 200, found))
    })
}

/// Makes the look-up due now. An error if the shipment is no longer tracked.
fn refresh(context: &RequestContext<'_>) -> Result<Reply> {
    let container = context.engine.store.reading(|tx| existing(tx, context))?;
    let outcome = request_lifecycle::apply_input(context.engine, context.account, &container.shipment, &Input::AskNow)?;
    outcome.map_err(|why| {
        let detail = format!(
            "the container is not tracked any more ({why}): resume tracking of shipment {}",
            container.shipment
        );
        Error::invalid("/data/id", detail)
    })?;
    let message = "The carrier is asked now, or as soon as it may be.";
    Ok(Reply::plain(context, 200, json!({ "message": message })))
}

fn filter(context: &RequestContext<'_>) -> Result<ContainerFilter> {
    let (free_from, free_until, common) = combine!(
        free_from = day(context, FREE_FROM),
        free_until = day(context, FREE_UNTIL),
        common = common_filters::parse(context, &CustomFieldEntityType::Container),
    )?;
    Ok(ContainerFilter {
        number: context.parameter("filter[number]").map(normalize_container_number),
        shipment: None,
        status: context.one_of(STATUS, ContainerStatus::ALL, ContainerStatus::parse, ContainerStatus::as_str),
        free_from,
        free_until,
        common,
    })
}

const STATUS: &str = "filter[current_status]";
const FREE_FROM: &str = "filter[pickup_lfd][start]";
const FREE_UNTIL: &str = "filter[pickup_lfd][end]";

/// Parses a day. A timestamp counts as the day in its text.
fn day(context: &RequestContext<'_>, name: &str) -> Result<Option<NaiveDate>> {
    context.read(name, "must be a day (2026-01-31)", |text| {
        let moment = || DateTime::parse_from_rfc3339(text).map(|moment| moment.date_naive());
        NaiveDate::parse_from_str(text, "%Y-%m-%d").or_else(|_| moment()).ok()
    })
}

impl Family for ContainerFilter {
    type Record = ContainerRecord;
    type Resource = Container;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<ContainerRecord>, u64)> {
        Ok((tx.containers(context.account, self, slice)?, tx.count_containers(context.account, self)?))
    }

    fn has_position(&self, position: &Position) -> bool {
        matches!(position, Position::Refresh(_)) == self.is_empty()
    }

    fn next_position(
        &self,
        tx: &Tx<'_>,
        context: &RequestContext<'_>,
        slice: &Slice,
        last: Option<Uuid>,
    ) -> Result<Option<Position>> {
        match self.is_empty() {
            true => Ok(tx.next_by_refresh(context.account, slice, last)?.map(Position::Refresh)),
            false => Ok(last.map(Position::Item)),
        }
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &ContainerId) -> Result<Option<ContainerRecord>> {
        tx.container(context.account, id)
    }

    /// Links `raw_events` only if they are included, or if the response has one container, because they are derived each time.
    fn resources(tx: &Tx<'_>, context: &RequestContext<'_>, records: &[ContainerRecord]) -> Result<Vec<Container>> {
        let mut resources = containers::resources(tx, records.to_vec())?;
        let are_included = context.include().contains(&RAW_EVENTS);
        if are_included || context.operation.name != "list" {
            // The page ends at the latest with the container at which the total exceeds `MAX_INCLUDED`, so raw events of later
            // containers are not computed.
            let raw_events = raw_events::of_containers(
                tx,
                records,
                context.engine.now(),
                &context.engine.following(tx, context.account)?,
                MAX_INCLUDED,
            )?;
            for (container, events) in resources.iter_mut().zip(&raw_events) {
                container.raw_events = ToMany::to(events.iter().map(|event| &event.id));
            }
            if are_included {
                *context.raw_events.borrow_mut() = raw_events;
            }
        }
        Ok(resources)
    }

    fn related_counts(
        _: &Tx<'_>,
        _: &RequestContext<'_>,
        found: &[Container],
        include: &[&str],
    ) -> Result<RelatedCounts> {
        let are_included = leads_to(include, "transport_events") || leads_to(include, RAW_EVENTS);
        let linked = |container: &Container| container.transport_events.get().len() + container.raw_events.get().len();
        Ok(RelatedCounts::by(found, are_included, linked))
    }

    fn add_related(
        related: &mut Related<'_>,
        context: &RequestContext<'_>,
        records: &[ContainerRecord],
        shown: &[Container],
        include: &[&str],
    ) -> Result<()> {
        containers::add_related(related, shown, include)?;
        if include.contains(&RAW_EVENTS) {
            let raw_events = context.raw_events.take();
            related.set.extend(raw_events.into_iter().take(records.len()).flatten().map(IncludedResource::of));
        }
        Ok(())
    }
}

struct EventsOf(ContainerId);

impl Family for EventsOf {
    type Record = EventRecord;
    type Resource = TransportEvent;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<EventRecord>, u64)> {
        family::existing::<ContainerFilter>(tx, context, &self.0)?;
        Ok((tx.events(context.account, &self.0, slice)?, tx.count_events(context.account, &self.0)?))
    }

    fn resources(_: &Tx<'_>, _: &RequestContext<'_>, records: &[EventRecord]) -> Result<Vec<TransportEvent>> {
        Ok(records.iter().map(|record| record.event.clone()).collect())
    }

    fn add_related(
        related: &mut Related<'_>,
        context: &RequestContext<'_>,
        records: &[EventRecord],
        _: &[TransportEvent],
        include: &[&str],
    ) -> Result<()> {
        let tx = related.tx;
        let Some(event) = records.first() else { return Ok(()) };
        let Some(container) = tx.container(context.account, &event.container)? else { return Ok(()) };
        let raw_events = match include.contains(&SOURCE_EVENT) {
            true => {
                raw_events::of_container(
                    tx,
                    &container,
                    context.engine.now(),
                    &context.engine.following(tx, context.account)?,
                )?
                .0
            }
            false => Vec::new(),
        };
        containers::add_related_to_events(related, container, records, include)?;
        let sources: HashSet<_> = records.iter().filter_map(|record| record.event.source_event.id()).collect();
        related
            .set
            .extend(raw_events.iter().filter(|event| sources.contains(&event.id)).cloned().map(IncludedResource::of));
        if include.contains(&PREVIOUS_VERSION) {
            let before: HashSet<_> = records.iter().filter_map(|record| record.event.previous_version.id()).collect();
            let events = tx.events_of(context.account, &event.container)?;
            let replaced = events.iter().filter(|record| before.contains(&record.event.id));
            related.set.extend(replaced.map(|record| IncludedResource::of(record.event.clone())));
        }
        Ok(())
    }
}

//! Moves tracking requests to their next state, with all effects, in one transaction.

use chrono::{DateTime, Utc};

use super::place_links::Link;
use super::update::{ChangedRecords, Update};
use super::{change_notifications, custom_fields};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::jsonapi::{ResourceId, ToOne};
use crate::resources::{
    AccountId, Container, ContainerId, CustomFieldEntityType, EventName, RequestStatus, Shipment, ShipmentId,
    StopReason,
};
use crate::service::engine::base::engine::{Engine, WriteContext};
use crate::service::engine::notify::deliveries::{self, NewNotification};
use crate::service::rendering::{IncludedResource, Related, containers, own_link, shipments, tracking_requests};
use crate::shipping_lines;
use crate::store::{AnswerFingerprint, ContainerRecord, RequestRecord, ShipmentRecord, Tx};
use crate::tracking::lifecycle::{self, Effect, Input, Refusal, is_reversible};

/// Stops or resumes tracking, or makes the request due now. The inner error is the reason of a refusal.
pub(in crate::service) fn apply_input(
    engine: &Engine,
    account: &AccountId,
    shipment: &ShipmentId,
    input: &Input,
) -> Result<Result<(), String>> {
    let now = engine.now();
    let chance = engine.entropy.fraction();
    let unknown = || format!("there is no shipment with the id {}", Quoted(&shipment.to_string()));
    let not_found = || Error::new(ErrorKind::NotFound, unknown());
    let done = engine.store.writing(|tx| {
        tx.shipment(account, shipment)?.ok_or_else(not_found)?;
        let record = tx.request_of_shipment(account, shipment)?.ok_or_else(not_found)?;
        // A newer request may have this shipment already, although its first look-up has not taken place.
        let is_other = |live: &RequestRecord| live.id != record.id || live.state.status != RequestStatus::Created;
        if *input == Input::Resume
            && let Some(live) = tx.live_request(&record.tracked)?.filter(is_other)
        {
            return Ok(Err(format!("number {} is already tracked by request {}", record.number, live.id)));
        }
        let advanced = advance(engine.within(tx, now), record, input, None, chance)?;
        Ok(match advanced {
            // A repeated stop or resume changes nothing.
            Ok(_) | Err(Refusal::AlreadyStopped | Refusal::NotStopped) => Ok(()),
            Err(refusal) => Err(refusal.to_string()),
        })
    })?;
    if done.is_ok() {
        engine.wake.wake();
    }
    Ok(done)
}

/// Makes the request due now. Does nothing if the lifecycle does not allow this.
pub(in crate::service) fn ask_now(cx: WriteContext<'_>, record: RequestRecord) -> Result<()> {
    let policy = &cx.engine.policies.lifecycle;
    match lifecycle::apply(&record.state, &Input::AskNow, &record.kind, cx.now, policy, 0.0) {
        Ok(step) if step.next != record.state => cx.tx.put_request(&RequestRecord { state: step.next, ..record }),
        _ => Ok(()),
    }
}

/// Applies an input to the lifecycle of a request, and executes the effects. The inner error is the lifecycle's refusal.
pub(in crate::service::engine) fn advance(
    cx: WriteContext<'_>,
    mut record: RequestRecord,
    input: &Input,
    update: Option<&Update>,
    chance: f64,
) -> Result<Result<RequestRecord, Refusal>> {
    let step = match lifecycle::apply(&record.state, input, &record.kind, cx.now, &cx.engine.policies.lifecycle, chance)
    {
        Ok(step) => step,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let was_stopped = record.state.status == RequestStatus::TrackingStopped;
    record.state = step.next;
    let trigger = match was_stopped && record.state.status == RequestStatus::TrackingStopped {
        true => Trigger::FinalCheck,
        false => Trigger::LookUp,
    };
    record.updated_at = cx.now;
    record.revision += 1;
    // `tracking_stopped` is the last notification, for receivers that ignore later ones.
    let (last, first): (Vec<_>, Vec<_>) = step
        .effects
        .iter()
        .partition(|effect| matches!(effect, Effect::Notify(EventName::TrackingRequestTrackingStopped)));
    for effect in first {
        match effect {
            Effect::RecordShipment => {
                if let Some(update) = update {
                    record_shipment(cx, &mut record, update, trigger)?;
                }
                // A repeated answer refreshes the shipment, too.
                mark_refreshed(cx.tx, &record)?;
                if trigger == Trigger::FinalCheck && record.state.stopped == Some(StopReason::BookingCancelled) {
                    remove_containers(cx.tx, &record)?;
                }
            }
            Effect::StopShipment(reason) => {
                mark_stopped(cx.tx, &record, Some(reason), cx.now)?;
                if *reason == StopReason::BookingCancelled {
                    remove_containers(cx.tx, &record)?;
                }
            }
            Effect::ResumeShipment => mark_stopped(cx.tx, &record, None, cx.now)?,
            Effect::Notify(event) => notify(cx, &record, event.clone())?,
        }
    }
    if let Some(update) = update.filter(|_| step.effects.contains(&Effect::RecordShipment)) {
        change_notifications::notify_of_changes(cx, &record, update)?;
    }
    if !last.is_empty() {
        notify(cx, &record, EventName::TrackingRequestTrackingStopped)?;
    }
    cx.tx.put_request(&record)?;
    Ok(Ok(record))
}

/// Applies facts that arrived without a look-up. They do not change the schedule of look-ups. They stop tracking if they
/// complete the shipment, and resume tracking if they withdraw the facts that completed it. If they stop tracking because the next trip of
/// the container has begun, returns the request to create for that trip, if there is one.
pub(in crate::service::engine) fn apply_update(
    cx: WriteContext<'_>,
    mut record: RequestRecord,
    update: &Update,
    chance: f64,
) -> Result<Option<Box<RequestRecord>>> {
    record.updated_at = cx.now;
    record.revision += 1;
    record_shipment(cx, &mut record, update, Trigger::Recording)?;
    if update.has_changes() {
        mark_refreshed(cx.tx, &record)?;
    }
    change_notifications::notify_of_changes(cx, &record, update)?;
    cx.tx.put_request(&record)?;
    // Other reasons, such as the end of a time window, stop tracking at the next look-up.
    let input = match (&record.state.status, &update.after.concluded) {
        (RequestStatus::Created, Some(reason)) if is_reversible(reason) => Input::Stop(reason.clone()),
        (RequestStatus::TrackingStopped, None) if record.state.stopped.as_ref().is_some_and(is_reversible) => {
            Input::Resume
        }
        _ => return Ok(None),
    };
    if input == Input::Resume && cx.tx.live_request(&record.tracked)?.is_some() {
        return Ok(None);
    }
    let next = record.next_request.take_if(|_| input != Input::Resume && update.has_next_trip);
    let advanced = advance(cx, record, &input, None, chance)?;
    Ok(next.filter(|_| advanced.is_ok()))
}

/// Stores a shipment that was derived again, without notifications.
pub(super) fn store_silently(
    cx: WriteContext<'_>,
    mut record: RequestRecord,
    update: &Update,
    last_answer: Option<AnswerFingerprint>,
) -> Result<()> {
    record_shipment(cx, &mut record, update, Trigger::Recording)?;
    match cx.tx.shipment(&record.tracked.account, &update.records.shipment)? {
        Some(stored) => cx.tx.put_shipment(&ShipmentRecord { last_answer, ..stored }),
        None => Ok(()),
    }
}

/// The shipment as [`store_silently`] stores it, with the customer of the stored one.
pub(super) fn rederived_shipment(
    update: &Update,
    record: &RequestRecord,
    stored: &Shipment,
    engine: &Engine,
) -> Shipment {
    let now = engine.now();
    shipment(
        engine,
        &update.records,
        record,
        Some(stored.clone()),
        update.after.shipment.clone(),
        Trigger::Recording,
        now,
    )
}

fn notify(cx: WriteContext<'_>, record: &RequestRecord, event: EventName) -> Result<()> {
    let account = &record.tracked.account;
    let mut related = Related::new(cx.tx, account);
    related.set.add(IncludedResource::of(tracking_requests::resource(record)));
    if let Some(id) = record.shipment.as_ref().filter(|_| event != EventName::TrackingRequestFailed) {
        shipments::add(&mut related, [id.clone()])?;
        if event == EventName::TrackingRequestSucceeded {
            containers::add_of(&mut related, [id], &[])?;
        }
    }
    let notification = NewNotification {
        event: event.clone(),
        reference: ResourceId::of(&record.id),
        included: related.set.into_stored(),
        key: format!("{}/{}/{}", record.id, record.revision, event),
    };
    deliveries::publish(cx, account, notification)
}

pub(super) fn mark_stopped(
    tx: &Tx<'_>,
    record: &RequestRecord,
    reason: Option<&StopReason>,
    now: DateTime<Utc>,
) -> Result<()> {
    change_shipment(tx, record, |shipment| {
        shipments::set_look_up_times(shipment, record);
        shipment.line_tracking_stopped_at = reason.map(|_| now.into());
        shipment.line_tracking_stopped_reason = reason.cloned();
    })
}

fn remove_containers(tx: &Tx<'_>, record: &RequestRecord) -> Result<()> {
    let Some(id) = &record.shipment else { return Ok(()) };
    let members = tx.containers_of(&record.tracked.account, id)?;
    let mut left = members.into_iter().filter(|member| !member.left_shipment);
    left.try_for_each(|member| tx.put_container(&ContainerRecord { left_shipment: true, ..member }))
}

/// How new facts arrived.
#[derive(Clone, Copy, PartialEq)]
enum Trigger {
    /// In the answer to a look-up.
    LookUp,
    /// In the answer to the look-up after tracking stopped, which leaves tracking stopped.
    FinalCheck,
    /// Without a look-up.
    Recording,
}

fn record_shipment(cx: WriteContext<'_>, record: &mut RequestRecord, update: &Update, trigger: Trigger) -> Result<()> {
    let Update { after, records, named_numbers, taken_back, rules, .. } = update;
    let stored = cx.tx.shipment(&record.tracked.account, &records.shipment)?;
    let spellings = spellings_without(named_numbers, stored.as_ref());
    let stored = stored.map(|stored| stored.shipment);
    let linked = stored.as_ref().map(links);
    let mut shipment = shipment(cx.engine, records, record, stored, after.shipment.clone(), trigger, cx.now);
    let (is_new, is_taken_over) = (linked.is_none(), record.shipment.as_ref() != Some(&shipment.id));
    shipment.customer_name =
        shipments::customer_name(cx.tx, &record.tracked.account, record.customer)?.or(shipment.customer_name);
    record.shipment = Some(shipment.id.clone());
    let links_changed = linked.as_ref() != Some(&links(&shipment));
    let of_shipment = records.links.all().into_iter().filter(|_| links_changed).filter_map(Link::get);
    of_shipment.chain(&records.locations).try_for_each(|named| cx.tx.put_location(&record.tracked.account, named))?;
    cx.tx.put_shipment(&ShipmentRecord {
        tracked: record.tracked.clone(),
        shipment,
        named_numbers: named_numbers.clone(),
        spellings,
        last_answer: None,
        rules: *rules,
        taken_back: taken_back.clone(),
    })?;
    if is_taken_over {
        // Stored now, because notifications read the request of the shipment from the store.
        cx.tx.put_request(record)?;
    }
    let mut new_containers = Vec::new();
    for container in &records.containers {
        if put_container(cx.tx, container)? {
            new_containers.push((&container.container.id, container.container.number.as_str()));
        }
    }
    records.events.iter().try_for_each(|event| cx.tx.put_event(event))?;
    set_initial_fields(cx, record, (&records.shipment, is_new, is_taken_over), &new_containers)
}

fn mark_refreshed(tx: &Tx<'_>, record: &RequestRecord) -> Result<()> {
    let shipment = record.shipment.as_ref();
    shipment.map_or(Ok(()), |shipment| tx.mark_refreshed(&record.tracked.account, shipment))
}

fn set_initial_fields(
    cx: WriteContext<'_>,
    record: &RequestRecord,
    (shipment, is_new, is_taken_over): (&ShipmentId, bool, bool),
    new_containers: &[(&ContainerId, &str)],
) -> Result<()> {
    let account = &record.tracked.account;
    if is_taken_over {
        custom_fields::set_all(cx, record, shipment)?;
    } else {
        new_containers.iter().try_for_each(|container| custom_fields::set_for_container(cx, record, *container))?;
    }
    if is_new {
        let kind = CustomFieldEntityType::Shipment;
        custom_fields::set_defaults(cx, account, &kind, &ResourceId::of(shipment))?;
    }
    let kind = CustomFieldEntityType::Container;
    new_containers.iter().try_for_each(|(id, _)| custom_fields::set_defaults(cx, account, &kind, &ResourceId::of(*id)))
}

/// Stores a container, with the reference numbers of the stored record, which may have changed since the derivation. Returns
/// whether the container is new.
fn put_container(tx: &Tx<'_>, derived: &ContainerRecord) -> Result<bool> {
    let stored = tx.container(&derived.account, &derived.container.id)?;
    let is_new = stored.is_none();
    match stored.filter(|stored| stored.container.ref_numbers != derived.container.ref_numbers) {
        None => tx.put_container(derived)?,
        Some(stored) => {
            let container = Container { ref_numbers: stored.container.ref_numbers, ..derived.container.clone() };
            tx.put_container(&ContainerRecord { container, ..derived.clone() })?;
        }
    }
    Ok(is_new)
}

/// Returns the stored spellings of the number of the shipment. Empty if the shipment has several numbers, because a request
/// for one of them is not a duplicate of the request for another.
fn spellings_without(names: &[String], stored: Option<&ShipmentRecord>) -> Vec<String> {
    let mut spellings = stored.map(|stored| stored.spellings.clone()).unwrap_or_default();
    spellings.retain(|spelling| names.iter().all(|name| name == spelling));
    spellings
}

fn links(shipment: &Shipment) -> [ToOne; 5] {
    [
        &shipment.port_of_lading,
        &shipment.port_of_discharge,
        &shipment.pod_terminal,
        &shipment.destination,
        &shipment.destination_terminal,
    ]
    .map(ToOne::clone)
}

fn shipment(
    engine: &Engine,
    records: &ChangedRecords,
    record: &RequestRecord,
    stored: Option<Shipment>,
    derived: Shipment,
    trigger: Trigger,
    now: DateTime<Utc>,
) -> Shipment {
    let scac = record.tracked.scac.as_deref();
    let line = scac.and_then(shipping_lines::by_scac);
    let unlisted = scac.and_then(|scac| engine.name_of_unlisted(scac));
    let stored = stored.unwrap_or_else(|| Shipment {
        id: records.shipment.clone(),
        created_at: Some(now.into()),
        ref_numbers: record.ref_numbers.clone(),
        tags: record.shipment_tags.clone(),
        ..Default::default()
    });
    let asked_at = |stored| if trigger != Trigger::Recording { Some(now.into()) } else { stored };
    Shipment {
        extra: own_link("shipments", &stored.id),
        id: stored.id,
        bill_of_lading_number: record.number.clone(),
        normalized_number: record.tracked.number.clone(),
        ref_numbers: stored.ref_numbers,
        created_at: stored.created_at,
        tags: stored.tags,
        customer_name: stored.customer_name,
        shipping_line_scac: record.tracked.scac.clone(),
        shipping_line_name: line.map(|line| line.name).or(unlisted).map(str::to_owned),
        shipping_line_short_name: line.map(|line| line.short_name).or(unlisted).map(str::to_owned),
        line_tracking_last_attempted_at: asked_at(stored.line_tracking_last_attempted_at),
        line_tracking_last_succeeded_at: asked_at(stored.line_tracking_last_succeeded_at),
        // A look-up of a new request resumes tracking that an earlier request had stopped.
        line_tracking_stopped_at: stored.line_tracking_stopped_at.filter(|_| trigger != Trigger::LookUp),
        line_tracking_stopped_reason: stored.line_tracking_stopped_reason.filter(|_| trigger != Trigger::LookUp),
        destination: records.links.destination.to_one(),
        port_of_lading: records.links.port_of_lading.to_one(),
        port_of_discharge: records.links.port_of_discharge.to_one(),
        pod_terminal: records.links.pod_terminal.to_one(),
        destination_terminal: records.links.destination_terminal.to_one(),
        line_tracking_stopped_by_user: ToOne::Empty,
        ..derived
    }
}

/// Adds references to the shipment of a request. Existing references are not removed, because they may come from other
/// requests.
pub(in crate::service) fn add_references(tx: &Tx<'_>, record: &RequestRecord, references: &[String]) -> Result<()> {
    change_shipment(tx, record, |shipment| add_missing(&mut shipment.ref_numbers, references))
}

/// Replaces the tags that the request gave to its shipment. Tags that the shipment got otherwise stay.
pub(in crate::service) fn replace_tags(tx: &Tx<'_>, record: &RequestRecord, tags: &[String]) -> Result<()> {
    change_shipment(tx, record, |shipment| {
        shipment.tags.retain(|tag| !record.shipment_tags.contains(tag));
        add_missing(&mut shipment.tags, tags);
    })
}

/// Gives the shipment of the request the customer of its requests, after that of the request has changed.
pub(in crate::service) fn replace_customer(tx: &Tx<'_>, record: &RequestRecord) -> Result<()> {
    let Some(shipment) = &record.shipment else { return Ok(()) };
    let name = update_customer(tx, &record.tracked.account, shipment)?;
    change_shipment(tx, record, |shipment| shipment.customer_name = name)
}

/// Gives a shipment the customer of its requests, after they have changed. Returns the name of the customer.
pub(in crate::service) fn update_customer(
    tx: &Tx<'_>,
    account: &AccountId,
    shipment: &ShipmentId,
) -> Result<Option<String>> {
    tx.reset_customer_of_shipment(account, shipment)?;
    shipments::customer_name(tx, account, tx.customer_of_shipment(account, shipment)?)
}

/// Changes the shipment of a request, if there is one.
fn change_shipment(tx: &Tx<'_>, record: &RequestRecord, change: impl FnOnce(&mut Shipment)) -> Result<()> {
    let Some(id) = &record.shipment else { return Ok(()) };
    let Some(mut stored) = tx.shipment(&record.tracked.account, id)? else { return Ok(()) };
    let before = stored.shipment.clone();
    change(&mut stored.shipment);
    if stored.shipment == before { Ok(()) } else { tx.put_shipment(&stored) }
}

fn add_missing(texts: &mut Vec<String>, more: &[String]) {
    for text in more {
        if !texts.contains(text) {
            texts.push(text.clone());
        }
    }
}

//! Renders raw events: every event of a container as its sources reported it.

use chrono::{DateTime, Utc};

use super::included::IncludedSet;
use super::locations;
use crate::error::Result;
use crate::jsonapi::{Members, ToOne};
use crate::places;
use crate::resources::{ContainerId, DataSource, RawEvent, RawEventId, Timestamp};
use crate::shipping_lines;
use crate::store::{
    AnswerFingerprint, Confirmation, ContainerRecord, LocationRecord, PlaceRecord, ShipmentRecord, TerminalRecord,
    TrackedNumber, Tx,
};
use crate::tracking::{
    Certainty, Confirmations, Event, Fact, FactMark, FoldPolicy, Place, SourceStatement, Statement, StatementHistory,
    is_confirmed_by_repetition,
};

/// Everything that sources reported about a container, in the order received, with the locations and vessels to
/// include.
pub(in crate::service) fn of_container(
    tx: &Tx<'_>,
    container: &ContainerRecord,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> Result<(Vec<RawEvent>, IncludedSet)> {
    let mut included = IncludedSet::default();
    let Some(sources) = Sources::of(tx, container)? else { return Ok((Vec::new(), included)) };
    let events = sources.events_of(tx, &sources.history(now), container, policy, &mut included)?;
    Ok((events, included))
}

/// The same for several containers, in their order, until there are more than `most` in total. The facts of a
/// shipment are read once for containers of it that follow each other.
pub(in crate::service) fn of_containers(
    tx: &Tx<'_>,
    containers: &[ContainerRecord],
    now: DateTime<Utc>,
    policy: &FoldPolicy,
    most: usize,
) -> Result<Vec<Vec<RawEvent>>> {
    let (mut events, mut count) = (Vec::new(), 0);
    for of_shipment in containers.chunk_by(|a, b| a.shipment == b.shipment) {
        let Some(sources) = Sources::of(tx, &of_shipment[0])? else {
            events.resize_with(events.len() + of_shipment.len(), Vec::new);
            continue;
        };
        let history = sources.history(now);
        for container in of_shipment {
            let own = sources.events_of(tx, &history, container, policy, &mut IncludedSet::default())?;
            count += own.len();
            events.push(own);
            if count > most {
                return Ok(events);
            }
        }
    }
    Ok(events)
}

struct Sources {
    shipment: ShipmentRecord,
    facts: Vec<Fact>,
    confirmations: Confirmations,
}

impl Sources {
    fn of(tx: &Tx<'_>, container: &ContainerRecord) -> Result<Option<Self>> {
        let Some(shipment) = tx.shipment(&container.account, &container.shipment)? else { return Ok(None) };
        let request = tx.request_of_shipment(&shipment.tracked.account, &shipment.shipment.id)?;
        let answered_at = request.and_then(|request| request.answered_at);
        let facts = tx.facts(&shipment.tracked)?;
        let confirmations = confirmations(tx, &shipment.tracked, shipment.last_answer.as_ref(), answered_at)?;
        Ok(Some(Sources { shipment, facts, confirmations }))
    }

    fn history(&self, now: DateTime<Utc>) -> StatementHistory<'_> {
        StatementHistory::of(&self.facts, &self.confirmations, now)
    }

    fn events_of(
        &self,
        tx: &Tx<'_>,
        history: &StatementHistory<'_>,
        container: &ContainerRecord,
        policy: &FoldPolicy,
        included: &mut IncludedSet,
    ) -> Result<Vec<RawEvent>> {
        let mut events = Vec::new();
        let statements = history.about(&container.container.number, container.trip.as_ref(), policy);
        for (index, statement) in statements.into_iter().enumerate() {
            let Statement::Event(event) = &statement.fact.statement else { continue };
            let mut raw = raw_event(&statement, event, container, &self.shipment, index);
            let confirmed_at = || self.confirmations.last_of(statement.mark).map(Timestamp::from);
            raw.confirmed_at = is_confirmed_by_repetition(&statement.fact, event).then(confirmed_at).flatten();
            for (link, candidates) in [
                (&mut raw.location, locations(&statement.place)),
                (&mut raw.vessel, event.vessel.as_ref().and_then(LocationRecord::vessel).into_iter().collect()),
                (&mut raw.terminal, terminals(&statement.place)),
            ] {
                let found = find_location(tx, container, candidates)?;
                *link = found.as_ref().map_or(ToOne::Empty, |found| ToOne::Linked(found.resource_id()));
                included.extend(found.as_ref().map(locations::included));
            }
            events.push(raw);
        }
        Ok(events)
    }
}

/// When sources last repeated their estimates about a number. `answered_at`: when the carrier last answered.
pub(in crate::service) fn confirmations(
    tx: &Tx<'_>,
    number: &TrackedNumber,
    last_derived: Option<&AnswerFingerprint>,
    answered_at: Option<DateTime<Utc>>,
) -> Result<Confirmations> {
    let mut confirmations = Confirmations::default();
    for Confirmation { fact, at } in tx.confirmations(number)? {
        // Repeated answers do not write confirmations: they confirm what the answer contained that was last derived.
        let is_of_last = last_derived.is_some_and(|last| last.received_at.timestamp_micros() == at.timestamp_micros());
        confirmations.add(fact, answered_at.filter(|_| is_of_last).map_or(at, |answered| answered.max(at)));
    }
    Ok(confirmations)
}

fn raw_event(
    statement: &SourceStatement,
    event: &Event,
    container: &ContainerRecord,
    shipment: &ShipmentRecord,
    index: usize,
) -> RawEvent {
    let fact = &statement.fact;
    let estimated = event.certainty != Certainty::Actual;
    let day = statement.at.clone().filter(Timestamp::is_date);
    let (name, code) = provider(fact, shipment);
    RawEvent {
        id: id_of(&container.container.id, statement.mark),
        event: statement.milestone.clone(),
        original_event: description(event, fact),
        timestamp: statement.shown_at.clone(),
        estimated,
        actual_on: day.clone().filter(|_| !estimated),
        estimated_on: day.filter(|_| estimated),
        actual_at: statement.shown_at.clone().filter(|_| !estimated),
        estimated_at: statement.shown_at.clone().filter(|_| estimated),
        timezone: statement.place.timezone.clone(),
        created_at: Some(fact.received_at.into()),
        location_name: statement.place.name.clone(),
        location_locode: statement.place.locode.clone(),
        vessel_name: event.vessel.as_ref().and_then(|vessel| vessel.name.clone()),
        vessel_imo: event.vessel.as_ref().and_then(|vessel| vessel.imo.clone()),
        index: i64::try_from(index).ok(),
        voyage_number: event.voyage.clone(),
        invalidated_at: statement.ended_at.map(Timestamp::from),
        data_source: Some(fact.source.kind.clone()),
        data_provider_name: name,
        data_provider_code: code,
        container: ToOne::to(&container.container.id),
        other: codes(fact),
        ..RawEvent::default()
    }
}

/// The id of a raw event. It is the same whenever the event is derived.
pub(in crate::service) fn id_of(container: &ContainerId, mark: FactMark) -> RawEventId {
    let FactMark { key, received_at } = mark;
    LocationRecord::id_of(&format!("raw_event/{container}/{key:08x}/{}", received_at.timestamp_micros())).into()
}

/// The description of the source or, if it gave none, its codes.
fn description(event: &Event, fact: &Fact) -> Option<String> {
    let codes = || {
        let codes = fact.codes.iter().filter(|(name, _)| !name.starts_with('/'));
        let codes: Vec<&str> = codes.filter_map(|(_, code)| code.as_str()).collect();
        (!codes.is_empty()).then(|| codes.join(" "))
    };
    event.description.clone().or_else(codes)
}

fn codes(fact: &Fact) -> Members {
    let codes = (!fact.codes.is_empty()).then(|| ("codes".to_owned(), fact.codes.clone().into()));
    codes.into_iter().collect()
}

/// The name and the code of the source. A carrier without a name is the carrier of the shipment.
fn provider(fact: &Fact, shipment: &ShipmentRecord) -> (Option<String>, Option<String>) {
    let own = || shipment.tracked.scac.clone().filter(|_| fact.source.kind == DataSource::ShippingLine);
    let code = fact.source.name.clone().or_else(own);
    let line = code.as_deref().and_then(shipping_lines::by_scac).map(|line| line.name.to_owned());
    (line.or_else(|| code.clone()), code)
}

/// The candidates for the location. Ports come first, because vessels call there.
fn locations(place: &Place) -> Vec<LocationRecord> {
    let Some(site) = PlaceRecord::of(place) else { return Vec::new() };
    vec![LocationRecord::Port(site.clone()), LocationRecord::MetroArea(site)]
}

fn terminals(place: &Place) -> Vec<LocationRecord> {
    let Some(name) = place.facility.as_deref().map(str::trim).filter(|name| !name.is_empty()) else {
        return Vec::new();
    };
    let site = PlaceRecord::of(place).unwrap_or_default();
    let is_at_port = site.locode.as_deref().and_then(places::location).is_some_and(|found| found.is_port);
    let yard = TerminalRecord { is_at_port, site, name: name.to_owned() };
    vec![LocationRecord::Terminal(yard.clone()), LocationRecord::RailTerminal(yard)]
}

/// The first candidate that is a resource of the account or, if no candidate is, one from the tables. A place that only an ignored fact
/// names is not a resource of the account.
fn find_location(
    tx: &Tx<'_>,
    container: &ContainerRecord,
    candidates: Vec<LocationRecord>,
) -> Result<Option<LocationRecord>> {
    for candidate in &candidates {
        if let Some(found) = tx.location(&container.account, candidate.id())? {
            return Ok(Some(found));
        }
    }
    Ok(candidates.into_iter().find(is_in_the_tables))
}

fn is_in_the_tables(candidate: &LocationRecord) -> bool {
    let known = |site: &PlaceRecord| places::location(site.locode.as_deref()?);
    match candidate {
        LocationRecord::Port(site) => known(site).is_some_and(|found| found.is_port),
        LocationRecord::MetroArea(site) => known(site).is_some_and(|found| !found.is_port),
        _ => false,
    }
}

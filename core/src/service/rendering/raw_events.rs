//! What sources said of a container, each word by itself.

use std::collections::HashMap;

use chrono::{DateTime, SubsecRound, Utc};

use super::included::IncludedSet;
use super::locations;
use crate::error::Result;
use crate::jsonapi::{Members, ToOne};
use crate::places;
use crate::resources::{ContainerId, DataSource, RawEvent, RawEventId, Timestamp};
use crate::shipping_lines;
use crate::store::{ContainerRecord, LocationRecord, PlaceRecord, ShipmentRecord, TerminalRecord, Tx};
use crate::tracking::{
    Certainty, Event, Fact, FactMark, FoldPolicy, Place, SourceStatement, Statement, StatementHistory,
};

/// Everything that sources reported about a container, in the order received, with its places, vessels and terminals.
pub(in crate::service) fn of(
    tx: &Tx<'_>,
    container: &ContainerRecord,
    policy: &FoldPolicy,
) -> Result<(Vec<RawEvent>, IncludedSet)> {
    let mut along = IncludedSet::default();
    let Some(sources) = Sources::of(tx, container)? else { return Ok((Vec::new(), along)) };
    let told = sources.about(tx, &StatementHistory::of(&sources.facts), container, policy, &mut along)?;
    Ok((told, along))
}

/// The same for several containers, in their order, until there are more than `most` in all. Facts of a shipment are
/// read once for those of its containers that are neighbours here.
pub(in crate::service) fn of_each(
    tx: &Tx<'_>,
    containers: &[ContainerRecord],
    policy: &FoldPolicy,
    most: usize,
) -> Result<Vec<Vec<RawEvent>>> {
    let (mut told, mut count) = (Vec::new(), 0);
    for of_shipment in containers.chunk_by(|one, other| one.shipment == other.shipment) {
        let Some(sources) = Sources::of(tx, &of_shipment[0])? else {
            told.resize_with(told.len() + of_shipment.len(), Vec::new);
            continue;
        };
        let history = StatementHistory::of(&sources.facts);
        for container in of_shipment {
            let own = sources.about(tx, &history, container, policy, &mut IncludedSet::default())?;
            count += own.len();
            told.push(own);
            if count > most {
                return Ok(told);
            }
        }
    }
    Ok(told)
}

struct Sources {
    shipment: ShipmentRecord,
    facts: Vec<Fact>,
    confirmed: Confirmed,
}

impl Sources {
    fn of(tx: &Tx<'_>, container: &ContainerRecord) -> Result<Option<Self>> {
        let Some(shipment) = tx.shipment(&container.account, &container.shipment)? else { return Ok(None) };
        let (facts, confirmed) = (tx.facts(&shipment.tracked)?, Confirmed::of(tx, &shipment)?);
        Ok(Some(Sources { shipment, facts, confirmed }))
    }

    fn about(
        &self,
        tx: &Tx<'_>,
        history: &StatementHistory<'_>,
        container: &ContainerRecord,
        policy: &FoldPolicy,
        along: &mut IncludedSet,
    ) -> Result<Vec<RawEvent>> {
        let mut told = Vec::new();
        let statements = history.about(&container.container.number, container.trip.as_ref(), policy);
        for (index, statement) in statements.into_iter().enumerate() {
            let Statement::Event(event) = &statement.fact.statement else { continue };
            let mut raw = raw_event(&statement, event, container, &self.shipment, index);
            raw.confirmed_at = self.confirmed.at(&statement);
            for (link, candidates) in [
                (&mut raw.location, locations(&statement.place)),
                (&mut raw.vessel, event.vessel.as_ref().and_then(LocationRecord::vessel).into_iter().collect()),
                (&mut raw.terminal, terminals(&statement.place)),
            ] {
                let found = named(tx, container, candidates)?;
                *link = found.as_ref().map_or(ToOne::Empty, |found| ToOne::Linked(found.resource_id()));
                along.extend(found.as_ref().map(locations::included));
            }
            told.push(raw);
        }
        Ok(told)
    }
}

struct Confirmed {
    said: HashMap<FactMark, DateTime<Utc>>,
    /// When the answer was received that was last derived, and when the last answer that said the same.
    last: Option<(DateTime<Utc>, DateTime<Utc>)>,
}

impl Confirmed {
    fn of(tx: &Tx<'_>, record: &ShipmentRecord) -> Result<Self> {
        let request = tx.request_of_shipment(&record.tracked.account, &record.shipment.id)?;
        let last = record
            .last_answer
            .as_ref()
            .map(|answer| answer.received_at)
            .zip(request.and_then(|request| request.answered_at));
        let said = tx.confirmations(&record.tracked)?.into_iter();
        Ok(Confirmed { said: said.map(|said| (said.fact, said.at)).collect(), last })
    }

    fn at(&self, statement: &SourceStatement) -> Option<Timestamp> {
        let said = self.said.get(&stored(statement.mark))?;
        let later = self.last.filter(|(learned, _)| learned.timestamp_micros() == said.timestamp_micros());
        Some(later.map_or(*said, |(_, again)| again.max(*said)).into())
    }
}

/// Stores keep microseconds.
fn stored(mark: FactMark) -> FactMark {
    FactMark { received_at: mark.received_at.trunc_subsecs(6), ..mark }
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
    let (day, moment) = match statement.at.clone() {
        Some(at) if at.is_date() => (Some(at), None),
        at => (None, at),
    };
    let (name, code) = provider(fact, shipment);
    RawEvent {
        id: id_of(&container.container.id, statement.mark),
        event: statement.milestone.clone(),
        original_event: words(event, fact),
        timestamp: statement.at.clone(),
        estimated,
        actual_on: day.clone().filter(|_| !estimated),
        estimated_on: day.filter(|_| estimated),
        actual_at: moment.clone().filter(|_| !estimated),
        estimated_at: moment.filter(|_| estimated),
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

/// The same however often it is derived.
pub(in crate::service) fn id_of(container: &ContainerId, word: FactMark) -> RawEventId {
    let FactMark { key, received_at } = word;
    LocationRecord::id_of(&format!("raw_event/{container}/{key:08x}/{}", received_at.timestamp_micros())).into()
}

/// The words of the source, else its codes.
fn words(event: &Event, fact: &Fact) -> Option<String> {
    let codes = || {
        let told = fact.codes.iter().filter(|(name, _)| !name.starts_with('/'));
        let codes: Vec<&str> = told.filter_map(|(_, code)| code.as_str()).collect();
        (!codes.is_empty()).then(|| codes.join(" "))
    };
    event.description.clone().or_else(codes)
}

fn codes(fact: &Fact) -> Members {
    let codes = (!fact.codes.is_empty()).then(|| ("codes".to_owned(), fact.codes.clone().into()));
    codes.into_iter().collect()
}

/// A carrier without a name is that of the shipment.
fn provider(fact: &Fact, shipment: &ShipmentRecord) -> (Option<String>, Option<String>) {
    let own = || shipment.tracked.scac.clone().filter(|_| fact.source.kind == DataSource::ShippingLine);
    let code = fact.source.name.clone().or_else(own);
    let line = code.as_deref().and_then(shipping_lines::by_scac).map(|line| line.name.to_owned());
    (line.or_else(|| code.clone()), code)
}

/// Ports come first, because vessels call there.
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

/// The candidate that the account's records name, else one from the tables. A place that only an ignored fact names is
/// not a resource of the account.
fn named(tx: &Tx<'_>, container: &ContainerRecord, candidates: Vec<LocationRecord>) -> Result<Option<LocationRecord>> {
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

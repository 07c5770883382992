//! What an answer of a carrier changes about a number. Derived outside the write transaction, so that the write takes
//! as long as the changes, not as long as the history.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};

use super::place_links::{Chart, Link, ShipmentLinks};
use super::{trips, unclaimed_facts};
use crate::carriers::Answer;
use crate::error::Result;
use crate::jsonapi::ToOne;
use crate::resources::{ContainerId, DataSource, ShipmentId, Timestamp};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier;
use crate::service::rendering::raw_events;
use crate::service::rendering::shipments::keep_later;
use crate::store::{
    Confirmation, ContainerRecord, EventRecord, RequestRecord, ShipmentRecord, TrackedNumber, Tx, Whereabouts,
};
use crate::tracking::{
    Absorbed, Change, ContainerPicture, Fact, FactMark, Followed, Following, Picture, Source, Subject, Trip, changes,
    container_number, doubts, follow, movement_of, take_in,
};

pub(in crate::service::engine) struct Known {
    facts: Vec<Fact>,
    waited: Vec<Fact>,
    containers: HashMap<String, (ContainerRecord, Vec<EventRecord>)>,
    state: State,
    held: Vec<Trip>,
    answered_at: Option<DateTime<Utc>>,
}

/// Changes with every write about the number: new containers and events come with new facts, and everything else shows
/// in the shipment.
#[derive(Clone, PartialEq)]
struct State {
    last_fact: Option<u64>,
    last_kept: u64,
    shipment: Option<ShipmentRecord>,
}

pub(in crate::service::engine) struct Learned {
    state: State,
    pub new: Vec<Fact>,
    expected: Vec<FactMark>,
    /// Withdrawals without a matching fact: the source and the key.
    pub missed: Vec<(Source, String)>,
    answered_at: Option<DateTime<Utc>>,
    pub doubts: Vec<String>,
    pub finding: Finding,
}

pub(in crate::service::engine) enum Finding {
    Nothing,
    NextTripAwaited,
    Shipment(Box<Update>),
}

pub(in crate::service::engine) struct Update {
    pub after: Picture,
    pub changes: Vec<Change>,
    pub recording: Recording,
    pub names: Vec<String>,
}

impl Update {
    pub fn is_news(&self) -> bool {
        !(self.changes.is_empty() && self.recording.containers.is_empty() && self.recording.events.is_empty())
    }
}

pub(in crate::service::engine) struct Recording {
    pub shipment: ShipmentId,
    pub containers: Vec<ContainerRecord>,
    pub events: Vec<EventRecord>,
    pub boxes: HashMap<String, ContainerRecord>,
    pub(super) links: ShipmentLinks,
    pub whereabouts: BTreeSet<Whereabouts>,
}

impl Known {
    pub fn of(tx: &Tx<'_>, request: &RequestRecord, told: &[Fact]) -> Result<Self> {
        let (state, number) = (State::of(tx, request)?, &request.tracked);
        let mut containers = HashMap::new();
        if let Some(record) = &state.shipment {
            for found in tx.containers_of(&number.account, &record.shipment.id)? {
                let events = tx.events_of(&number.account, &found.container.id)?;
                containers.insert(found.container.number.clone(), (found, events));
            }
        }
        let own = state.shipment.as_ref().map(|record| &record.shipment.id);
        let held = trips::held(tx, request, own)?;
        let facts = tx.facts(number)?;
        let is_in = |name: &str| containers.get(name).is_some_and(|(record, _)| !record.left_shipment);
        let waited = unclaimed_facts::waiting_for(tx, number, &facts, told, is_in)?;
        Ok(Known { facts, waited, containers, state, held, answered_at: request.answered_at })
    }

    fn kept(&self) -> BTreeMap<String, Trip> {
        let trip =
            |(number, (record, _)): (&String, &(ContainerRecord, _))| Some((number.clone(), record.trip.clone()?));
        self.containers.iter().filter_map(trip).collect()
    }

    fn anew(self) -> Self {
        Known { containers: HashMap::new(), state: State { shipment: None, ..self.state }, ..self }
    }
}

impl State {
    fn of(tx: &Tx<'_>, request: &RequestRecord) -> Result<Self> {
        Ok(State {
            last_fact: tx.last_fact(&request.tracked)?,
            last_kept: tx.last_unclaimed_fact()?,
            shipment: trips::shipment_of(tx, request)?,
        })
    }
}

impl Learned {
    pub fn update(&self) -> Option<&Update> {
        match &self.finding {
            Finding::Shipment(update) => Some(update),
            Finding::Nothing | Finding::NextTripAwaited => None,
        }
    }

    pub fn from(engine: &Engine, known: Known, request: &RequestRecord, answer: &Answer, now: DateTime<Utc>) -> Self {
        let (told_of, answered_at) = (known.state.clone(), known.answered_at);
        let mut reading = Reading { engine, known, request, answer, now };
        let Absorbed { mut new, mut expected, mut missed } = reading.absorb(&reading.known.facts);
        if reading.known.facts.is_empty() && new.is_empty() {
            let (doubts, finding) = (Vec::new(), Finding::Nothing);
            return Learned { state: told_of, new, expected, missed, answered_at, doubts, finding };
        }
        let mut after = reading.follow(&new);
        if trips::is_sought(request) && reading.known.state.shipment.is_some() && !after.is_latest {
            reading.known = reading.known.anew();
            after = reading.follow(&new);
        }
        if let Some(of_trip) = trips::of_this_trip(&reading.known.facts, &after) {
            // A statement about this trip does not repeat one about an earlier trip.
            Absorbed { new, expected, missed } = reading.absorb(&of_trip);
            after = reading.follow(&new);
        }
        let finding =
            match trips::is_taken(request, &after, &reading.known.held, reading.known.state.shipment.is_some()) {
                true => Finding::NextTripAwaited,
                false => Finding::Shipment(Box::new(reading.work_out(after))),
            };
        // Only new facts: an answer repeats the others every few hours.
        let doubts = match &finding {
            Finding::Shipment(update) => doubts(&new, &update.after, now),
            _ => Vec::new(),
        };
        Learned { state: told_of, new, expected, missed, answered_at, doubts, finding }
    }

    pub fn add_facts(&self, tx: &Tx<'_>, number: &TrackedNumber, now: DateTime<Utc>) -> Result<()> {
        tx.add_facts(number, &self.new)?;
        let fingerprint = self.state.shipment.as_ref().and_then(|record| record.last_answer.as_ref());
        if let (Some(fingerprint), Some(last)) = (fingerprint, self.answered_at) {
            // Every answer since that fingerprint said the same.
            tx.confirm_again(number, fingerprint.received_at, last)?;
        }
        let said = self.expected.iter().map(|fact| Confirmation { fact: *fact, at: now.max(fact.received_at) });
        tx.confirm(number, &said.collect::<Vec<_>>())
    }

    pub fn confirm_all(&self, tx: &Tx<'_>, number: &TrackedNumber, now: DateTime<Utc>) -> Result<()> {
        self.answered_at.map_or(Ok(()), |last| tx.confirm_again(number, last, now))
    }

    pub fn is_current(&self, tx: &Tx<'_>, request: &RequestRecord) -> Result<bool> {
        Ok(State::of(tx, request)? == self.state)
    }
}

struct Reading<'a> {
    engine: &'a Engine,
    known: Known,
    request: &'a RequestRecord,
    answer: &'a Answer,
    now: DateTime<Utc>,
}

impl Reading<'_> {
    fn absorb(&self, known: &[Fact]) -> Absorbed {
        let Absorbed { mut new, expected, missed } =
            take_in(known, self.answer.facts.clone(), self.answer.complete, self.now);
        // Separate from the answer, which does not withdraw them; in the order of receipt.
        for waited in self.known.waited.chunk_by(|a, b| a.received_at == b.received_at) {
            let so_far = [known, &new].concat();
            new.extend(take_in(&so_far, waited.to_vec(), false, self.now).new);
        }
        Absorbed { new, expected, missed }
    }

    fn follow(&self, new: &[Fact]) -> Followed {
        let (kept, papers) = (self.known.kept(), trips::papers(self.request, &self.answer.references, &self.names()));
        let shipment = self.known.state.shipment.as_ref().filter(|_| kept.is_empty());
        let taken_at = shipment.and_then(|record| record.shipment.created_at.as_ref()?.utc());
        let following = Following { aim: trips::aim(self.request, &papers), kept: &kept, taken_at };
        follow(self.known.facts.iter().chain(new), &following, self.now, &self.engine.policies.following)
    }

    fn work_out(&self, followed: Followed) -> Update {
        let (known, now) = (&self.known, self.now);
        let before = known.state.shipment.is_some().then(|| self.follow(&[]).picture);
        let Followed { picture: mut after, trips, .. } = followed;
        recall_looks(&mut after, known);
        note_looks(&mut after, &self.answer.facts, now);
        let mut changes = changes(before.as_ref(), &after);
        changes.retain(|change| !was_told(change, known));
        let recording = Recording::of(self.engine, known, &self.request.tracked, &after, &trips, now);
        Update { after, changes, recording, names: self.names() }
    }

    fn names(&self) -> Vec<String> {
        infer_carrier::names_with(self.known.state.shipment.as_ref(), &self.request.tracked, self.answer)
    }
}

/// True for a container that comes back to its shipment, and for an event that has its earlier meaning again.
fn was_told(change: &Change, known: &Known) -> bool {
    match &change.subject {
        Subject::Container(number) => known.containers.contains_key(number),
        Subject::Event(container, key) if !change.event.is_estimate() => {
            let events = known.containers.get(container).map(|(_, events)| events.as_slice()).unwrap_or_default();
            events.iter().any(|event| event.key == *key)
        }
        _ => false,
    }
}

/// Updates when the terminal and the railway were last looked at, also if the answer had nothing new.
fn note_looks(picture: &mut Picture, answer: &[Fact], now: DateTime<Utc>) {
    let heard: HashSet<(Option<String>, &DataSource)> =
        answer.iter().map(|fact| (fact.container.as_deref().map(container_number), &fact.source.kind)).collect();
    for container in picture.containers.iter_mut().map(|update| &mut update.container) {
        let said = |source| [None, Some(container.number.clone())].into_iter().any(|of| heard.contains(&(of, source)));
        let (terminal, railway) = (said(&DataSource::Terminal), said(&DataSource::Rail));
        if terminal {
            container.terminal_checked_at = Some(now.into());
            container.pod_last_tracking_request_at = Some(now.into());
        }
        if railway {
            container.rail_last_tracking_request_at = Some(now.into());
        }
    }
}

/// A repeated answer also repeats the looks of the answer that was derived.
fn recall_looks(picture: &mut Picture, known: &Known) {
    let Some(fingerprint) = known.state.shipment.as_ref().and_then(|record| record.last_answer.as_ref()) else {
        return;
    };
    let (learned, last) = (Some(fingerprint.received_at.into()), known.answered_at.map(Timestamp::from));
    for container in picture.containers.iter_mut().map(|update| &mut update.container) {
        let Some((ContainerRecord { container: before, .. }, _)) = known.containers.get(&container.number) else {
            continue;
        };
        let looks = [
            (&mut container.terminal_checked_at, &before.terminal_checked_at),
            (&mut container.pod_last_tracking_request_at, &before.pod_last_tracking_request_at),
            (&mut container.rail_last_tracking_request_at, &before.rail_last_tracking_request_at),
        ];
        looks.into_iter().filter(|(_, before)| **before == learned).for_each(|(look, _)| keep_later(look, &last));
    }
}

impl Recording {
    fn of(
        engine: &Engine,
        known: &Known,
        number: &TrackedNumber,
        picture: &Picture,
        trips: &BTreeMap<String, Trip>,
        now: DateTime<Utc>,
    ) -> Self {
        let shipment = known.state.shipment.as_ref().map(|known| known.shipment.id.clone());
        let mut recording = Recording {
            shipment: shipment.unwrap_or_else(|| engine.new_id(now)),
            containers: Vec::new(),
            events: Vec::new(),
            boxes: known.containers.iter().map(|(number, (known, _))| (number.clone(), known.clone())).collect(),
            links: ShipmentLinks::default(),
            whereabouts: BTreeSet::new(),
        };
        let chart = Chart::of(picture);
        for told in &picture.containers {
            let trip = trips.get(&told.container.number);
            let kept = known.containers.get(&told.container.number);
            recording.add(engine, kept, number, (told, &chart, trip), now);
        }
        recording.links = chart.shipment();
        recording.note_who_left(known, picture, now);
        recording
    }

    /// Containers that left the shipment are not changed otherwise.
    fn note_who_left(&mut self, known: &Known, picture: &Picture, now: DateTime<Utc>) {
        let mut left: Vec<&(ContainerRecord, Vec<EventRecord>)> =
            known.containers.values().filter(|(record, _)| !record.left_shipment).collect();
        left.retain(|(record, _)| {
            picture.containers.iter().all(|told| told.container.number != record.container.number)
        });
        left.sort_by(|(a, _), (b, _)| a.container.number.cmp(&b.container.number));
        for (record, events) in left {
            self.containers.push(ContainerRecord { left_shipment: true, ..record.clone() });
            self.withdraw(events.iter().filter(|known| known.event.event.is_estimate()), now);
        }
    }

    fn withdraw<'e>(&mut self, events: impl Iterator<Item = &'e EventRecord>, now: DateTime<Utc>) {
        let held = events.filter(|known| known.event.invalidated_at.is_none());
        self.events.extend(held.cloned().map(|mut gone| {
            gone.event.invalidated_at = Some(now.into());
            gone
        }));
    }

    fn add<'p>(
        &mut self,
        engine: &Engine,
        known: Option<&(ContainerRecord, Vec<EventRecord>)>,
        number: &TrackedNumber,
        (picture, chart, trip): (&'p ContainerPicture, &Chart<'p>, Option<&Trip>),
        now: DateTime<Utc>,
    ) {
        let (known, events) = known.map_or((None, &[][..]), |(known, events)| (Some(known), events.as_slice()));
        let mut container = picture.container.clone();
        container.id = known.map_or_else(|| engine.new_id(now), |known| known.container.id.clone());
        container.created_at = known.map_or_else(|| Some(now.into()), |known| known.container.created_at.clone());
        container.ref_numbers = known.map(|known| known.container.ref_numbers.clone()).unwrap_or_default();
        // The time of the look-up is stored with the shipment, or every container would change with every look-up.
        container.shipment_last_tracking_request_at =
            known.and_then(|known| known.container.shipment_last_tracking_request_at.clone());
        if let Some(known) = known.map(|known| &known.container) {
            keep_later(&mut container.terminal_checked_at, &known.terminal_checked_at);
            keep_later(&mut container.pod_last_tracking_request_at, &known.pod_last_tracking_request_at);
            keep_later(&mut container.rail_last_tracking_request_at, &known.rail_last_tracking_request_at);
        }
        container.shipment = ToOne::to(&self.shipment);
        let links = chart.container(picture);
        container.pickup_facility = links.pickup_facility.to_one();
        container.pod_terminal = links.pod_terminal.to_one();
        let id = container.id.clone();
        let record = ContainerRecord {
            account: number.account.clone(),
            shipment: self.shipment.clone(),
            left_shipment: false,
            trip: trip.cloned(),
            container,
        };
        if known != Some(&record) {
            self.boxes.insert(record.container.number.clone(), record.clone());
            self.containers.push(record);
            self.note([&links.pickup_facility, &links.pod_terminal]);
        }
        self.add_events(engine, events, number, &id, (picture, chart), now);
    }

    fn add_events<'p>(
        &mut self,
        engine: &Engine,
        known: &[EventRecord],
        number: &TrackedNumber,
        container: &ContainerId,
        (picture, chart): (&'p ContainerPicture, &Chart<'p>),
        now: DateTime<Utc>,
    ) {
        let mut left: HashMap<&str, &EventRecord> = known.iter().map(|known| (known.key.as_str(), known)).collect();
        for told in &picture.events {
            let before = left.remove(told.key.as_str());
            let mut event = told.event.clone();
            event.id = before.map_or_else(|| engine.new_id(now), |before| before.event.id.clone());
            event.created_at = before.map_or_else(|| Some(now.into()), |before| before.event.created_at.clone());
            event.shipment = ToOne::to(&self.shipment);
            event.container = ToOne::to(container);
            event.previous_version = match before {
                Some(before) => before.event.previous_version.clone(),
                None => previous_version(&told.key, known, picture),
            };
            let links = chart.event(told);
            event.location = links.location.to_one();
            event.vessel = links.vessel.to_one();
            event.terminal = links.terminal.to_one();
            event.source_event =
                told.told_by.map_or(ToOne::Untold, |fact| ToOne::to(&raw_events::id_of(container, fact)));
            if before.is_none_or(|before| before.event != event) {
                let (account, container) = (number.account.clone(), container.clone());
                self.events.push(EventRecord { account, container, key: told.key.clone(), event });
                self.note([&links.location, &links.vessel, &links.terminal]);
            }
        }
        // In the order they were learned, so that writes are reproducible.
        self.withdraw(known.iter().filter(|known| left.contains_key(known.key.as_str())), now);
    }

    fn note<'l>(&mut self, links: impl IntoIterator<Item = &'l Link>) {
        self.whereabouts.extend(links.into_iter().filter_map(Link::get).cloned());
    }
}

fn previous_version(key: &str, known: &[EventRecord], picture: &ContainerPicture) -> ToOne {
    let is_told = |record: &&EventRecord| picture.events.iter().any(|told| told.key == record.key);
    let movement = movement_of(key);
    let same = |record: &&EventRecord| movement.is_some() && movement_of(&record.key) == movement;
    let earlier = known.iter().rev().filter(same).find(|record| !is_told(record));
    earlier.map_or(ToOne::Untold, |record| ToOne::to(&record.event.id))
}

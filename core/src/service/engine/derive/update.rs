//! Computes what a carrier's answer changes about the shipment of a number. This runs outside of the write transaction, so that
//! the duration of the write depends on the number of changes and not on the number of stored facts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};

use super::place_links::{Link, PlaceLinks, ShipmentLinks};
use super::{answer_digest, trips, unclaimed_facts};
use crate::carriers::Answer;
use crate::error::Result;
use crate::jsonapi::ToOne;
use crate::resources::{ContainerId, DataSource, RequestType, ShipmentId, Timestamp};
use crate::service::engine::base::engine::{Engine, WriteContext};
use crate::service::engine::base::infer_carrier;
use crate::service::rendering::raw_events;
use crate::service::rendering::shipments::keep_latest;
use crate::store::{
    Confirmation, ContainerRecord, Digest, EventRecord, LocationRecord, RequestRecord, ShipmentRecord, TrackedNumber,
    Tx,
};
use crate::tracking::{
    self, Change, Confirmations, ContainerPicture, Fact, FactMark, FoldPolicy, NewFacts, Picture, Published,
    PublishedContainer, Source, Subject, Trip, TripPicture, TripSelection, absorb_answer, changes, fold_trips,
    movement_of, normalize_container_number, taken_back,
};

/// The stored state of a number before an answer is applied.
pub(in crate::service::engine) struct PreviousState {
    facts: Vec<Fact>,
    /// Facts that were recorded before the number was tracked.
    unclaimed: Vec<Fact>,
    /// The stored containers with their events, by container number.
    containers: HashMap<String, (ContainerRecord, Vec<EventRecord>)>,
    version: Version,
    /// Whether the stored shipment belongs to an earlier trip of the container.
    is_earlier_trip: bool,
    /// Trips of the container that belong to other requests.
    trips_of_others: Vec<Trip>,
    /// When the carrier last answered.
    answered_at: Option<DateTime<Utc>>,
    /// When the sources last repeated their estimates.
    confirmations: Confirmations,
}

/// Identifies the state of the store about a number, to detect that another thread changed it. Every write about the number
/// changes the version: it either adds facts or changes the shipment record.
#[derive(PartialEq)]
struct Version {
    /// The policy of the account.
    policy: FoldPolicy,
    last_fact: Option<u64>,
    last_unclaimed: u64,
    shipment: Option<ShipmentRecord>,
}

/// What an answer changes, computed from the previous state.
pub(in crate::service::engine) struct Derived {
    version: Version,
    /// Facts of the answer that are not stored yet.
    pub new: Vec<Fact>,
    /// Estimates and plans that the answer repeats.
    expected: Vec<FactMark>,
    /// Withdrawals without a matching fact: the source and the key.
    pub unmatched: Vec<(Source, String)>,
    answered_at: Option<DateTime<Utc>>,
    /// Problems of the new facts, for the observer.
    pub doubts: Vec<String>,
    pub finding: Finding,
}

/// The shipment that the facts describe.
pub(in crate::service::engine) enum Finding {
    /// There are no facts.
    Nothing,
    /// The trip belongs to another request, and this request waits for the next one.
    NextTripAwaited,
    Shipment(Box<Update>),
}

/// What an answer changes about a shipment.
pub(in crate::service::engine) struct Update {
    /// The picture from all facts, including the new ones.
    pub after: Picture,
    pub changes: Vec<Change>,
    pub records: ChangedRecords,
    /// The digest of the rules by which the picture was derived.
    pub rules: Digest,
    /// Attributes of the shipment that were reported as taken back and have no value since.
    pub taken_back: Vec<String>,
    /// Numbers of the shipment other than the tracked number.
    pub named_numbers: Vec<String>,
    /// Whether a newer trip of the tracked container has begun.
    pub has_next_trip: bool,
    /// Whether the answer was received earlier than other facts of its sources, so that it rewrites nothing.
    pub is_late: bool,
}

impl Update {
    pub fn has_changes(&self) -> bool {
        !(self.changes.is_empty() && self.records.containers.is_empty() && self.records.events.is_empty())
    }
}

/// The records that an update writes: only those that are new or changed.
pub(in crate::service::engine) struct ChangedRecords {
    pub shipment: ShipmentId,
    pub containers: Vec<ContainerRecord>,
    pub events: Vec<EventRecord>,
    /// All containers of the shipment by number, including unchanged ones.
    pub all_containers: HashMap<String, ContainerRecord>,
    pub(super) links: ShipmentLinks,
    pub locations: BTreeSet<LocationRecord>,
}

impl PreviousState {
    /// Reads the state from the store. `answer` determines which unclaimed facts belong to the number.
    pub fn of(engine: &Engine, tx: &Tx<'_>, request: &RequestRecord, answer: &[Fact]) -> Result<Self> {
        let (version, number) = (Version::of(engine, tx, request)?, &request.tracked);
        let mut containers = HashMap::new();
        if let Some(record) = &version.shipment {
            for found in tx.containers_of(&number.account, &record.shipment.id)? {
                let events = tx.events_of(&number.account, &found.container.id)?;
                containers.insert(found.container.number.clone(), (found, events));
            }
        }
        let shipment = version.shipment.as_ref().map(|record| &record.shipment.id);
        let trips_of_others = trips::trips_of_other_requests(tx, request, shipment)?;
        let facts = tx.facts(number)?;
        let has_data = shipment.is_some() && !trips::has_no_shipment_yet(request);
        let is_in_shipment = |name: &str| containers.get(name).is_some_and(|(record, _)| !record.left_shipment);
        let unclaimed = unclaimed_facts::facts_claimed_by(tx, number, &facts, answer, has_data, is_in_shipment)?;
        let answered_at = request.answered_at;
        let last_derived = version.shipment.as_ref().and_then(|record| record.last_answer.as_ref());
        let confirmations = raw_events::confirmations(tx, number, last_derived, answered_at)?;
        Ok(PreviousState {
            facts,
            unclaimed,
            containers,
            version,
            is_earlier_trip: false,
            trips_of_others,
            answered_at,
            confirmations,
        })
    }

    /// Reads the state for a derivation without an answer. Unclaimed facts wait for the next look-up, which notifies what they change.
    pub fn for_rederivation(engine: &Engine, tx: &Tx<'_>, request: &RequestRecord) -> Result<Self> {
        Ok(PreviousState { unclaimed: Vec::new(), ..Self::of(engine, tx, request, &[])? })
    }

    fn shipment(&self) -> Option<&ShipmentRecord> {
        self.version.shipment.as_ref().filter(|_| !self.is_earlier_trip)
    }

    fn trips(&self) -> BTreeMap<String, Trip> {
        let trip =
            |(number, (record, _)): (&String, &(ContainerRecord, _))| Some((number.clone(), record.trip.clone()?));
        self.containers.iter().filter_map(trip).collect()
    }

    /// The stored records, with which the picture is compared. `None` if there is no shipment yet.
    fn published(&self) -> Option<Published<'_>> {
        let ShipmentRecord { shipment, taken_back, .. } = self.shipment()?;
        let containers = self.containers.iter().map(|(number, (record, events))| {
            let published = PublishedContainer {
                container: &record.container,
                taken_back: &record.taken_back,
                pod_terminal: record.pod_terminal.as_deref(),
                left_shipment: record.left_shipment,
                events: events.iter().map(|event| (event.key.as_str(), &event.event)).collect(),
            };
            (number.as_str(), published)
        });
        Some(Published { shipment, taken_back, containers: containers.collect() })
    }

    /// Ignores the stored shipment, which belongs to an earlier trip, so that the request gets a new shipment.
    fn ignore_earlier_trip(&mut self) {
        self.containers.clear();
        self.is_earlier_trip = true;
    }
}

impl Version {
    fn of(engine: &Engine, tx: &Tx<'_>, request: &RequestRecord) -> Result<Self> {
        Ok(Version {
            policy: engine.following(tx, &request.tracked.account)?,
            last_fact: tx.last_fact(&request.tracked)?,
            last_unclaimed: tx.last_unclaimed_fact()?,
            shipment: trips::shipment_of(tx, request)?,
        })
    }
}

impl Derived {
    pub fn of(
        engine: &Engine,
        previous: PreviousState,
        request: &RequestRecord,
        answer: &Answer,
        now: DateTime<Utc>,
    ) -> Self {
        let mut derivation = Derivation { engine, previous, request, answer, now };
        let NewFacts { mut new, mut expected, mut unmatched, is_late } =
            derivation.absorb(&derivation.previous.facts.iter().collect::<Vec<_>>());
        let (mut doubts, mut finding) = (Vec::new(), Finding::Nothing);
        if !derivation.previous.facts.is_empty() || !new.is_empty() {
            derivation.confirm(&expected);
            let mut after = derivation.fold(&new);
            if trips::has_no_shipment_yet(request) && derivation.previous.shipment().is_some() && !after.is_latest {
                derivation.previous.ignore_earlier_trip();
                after = derivation.fold(&new);
            }
            if let Some(facts_of_trip) = trips::facts_of_this_trip(&derivation.previous.facts, &after) {
                // Compared with the facts of this trip only, a statement that also applied to an earlier trip counts as new.
                let absorbed = derivation.absorb(&facts_of_trip);
                derivation.confirm(&absorbed.expected);
                if absorbed.new != new {
                    after = derivation.fold(&absorbed.new);
                }
                NewFacts { new, expected, unmatched, .. } = absorbed;
            }
            finding = match derivation.is_trip_of_other(&after) {
                true => Finding::NextTripAwaited,
                false if derivation.has_no_statement(&new) => {
                    doubts = tracking::doubts(&new, &after.picture, now);
                    Finding::Nothing
                }
                false => Finding::Shipment(Box::new(derivation.update(after, &new, is_late))),
            };
        }
        // Only new facts are checked. Otherwise each problem would be reported with every answer.
        if let Finding::Shipment(update) = &finding {
            doubts = tracking::doubts(&new, &update.after, now);
        }
        let PreviousState { version, answered_at, .. } = derivation.previous;
        Derived { version, new, expected, unmatched, answered_at, doubts, finding }
    }

    pub fn update(&self) -> Option<&Update> {
        match &self.finding {
            Finding::Shipment(update) => Some(update),
            Finding::Nothing | Finding::NextTripAwaited => None,
        }
    }

    /// Stores the new facts, and confirms the estimates that the answer repeats.
    pub fn write_facts(&self, tx: &Tx<'_>, number: &TrackedNumber, now: DateTime<Utc>) -> Result<()> {
        tx.add_facts(number, &self.new)?;
        let fingerprint = self.version.shipment.as_ref().and_then(|record| record.last_answer.as_ref());
        if let (Some(fingerprint), Some(last)) = (fingerprint, self.answered_at) {
            // Repeated answers do not write confirmations. This confirms the facts until the time of the last repeated answer.
            tx.confirm_again(number, fingerprint.received_at, last)?;
        }
        let confirmed = self.expected.iter().map(|fact| Confirmation { fact: *fact, at: now.max(fact.received_at) });
        tx.confirm(number, &confirmed.collect::<Vec<_>>())
    }

    /// Confirms all facts that the previous answer confirmed, because this answer repeats it.
    pub fn confirm_all(&self, tx: &Tx<'_>, number: &TrackedNumber, now: DateTime<Utc>) -> Result<()> {
        self.answered_at.map_or(Ok(()), |last| tx.confirm_again(number, last, now))
    }

    /// Whether the store has not changed since the previous state was read.
    pub fn is_current(&self, cx: WriteContext<'_>, request: &RequestRecord) -> Result<bool> {
        Ok(Version::of(cx.engine, cx.tx, request)? == self.version)
    }
}

struct Derivation<'a> {
    engine: &'a Engine,
    previous: PreviousState,
    request: &'a RequestRecord,
    answer: &'a Answer,
    now: DateTime<Utc>,
}

impl Derivation<'_> {
    fn absorb(&self, stored: &[&Fact]) -> NewFacts {
        let confirmations = Some(&self.previous.confirmations);
        let mut absorbed =
            absorb_answer(stored, confirmations, self.answer.facts.clone(), self.answer.complete, self.now);
        // Unclaimed facts are absorbed separately, in the order of receipt, because a complete answer without them would withdraw them.
        for unclaimed in self.previous.unclaimed.chunk_by(|a, b| a.received_at == b.received_at) {
            let so_far: Vec<&Fact> = stored.iter().copied().chain(&absorbed.new).collect();
            let new = absorb_answer(&so_far, confirmations, unclaimed.to_vec(), false, self.now).new;
            absorbed.new.extend(new);
        }
        absorbed
    }

    /// The answer confirms the estimates that it contains. An answer that says only that nothing changed confirms those of the previous
    /// answer.
    fn confirm(&mut self, expected: &[FactMark]) {
        if let (true, Some(last)) = (self.answer.unchanged, self.previous.answered_at) {
            self.previous.confirmations.add_again(last, self.now);
        }
        expected.iter().for_each(|fact| self.previous.confirmations.add(*fact, self.now));
    }

    fn fold(&self, new: &[Fact]) -> TripPicture {
        let stored_trips = self.previous.trips();
        let documents = trips::document_numbers(self.request, &self.answer.references, &self.named_numbers());
        let shipment = self.previous.shipment().filter(|_| stored_trips.is_empty());
        let under_way_at = shipment.and_then(|record| record.shipment.created_at.as_ref()?.utc());
        let selection = TripSelection {
            target: trips::target(self.request, &documents),
            stored_trips: &stored_trips,
            under_way_at,
            confirmations: &self.previous.confirmations,
        };
        let mut folded = fold_trips(self.previous.facts.iter().chain(new), &selection, self.now, self.policy());
        let state = &self.request.state;
        folded.picture.skip_idle_time(state.idle_time(self.now), state.last_fact, self.now, self.policy());
        folded
    }

    fn policy(&self) -> &FoldPolicy {
        &self.previous.version.policy
    }

    /// Whether there is no shipment yet, and no fact that can be used.
    fn has_no_statement(&self, new: &[Fact]) -> bool {
        let is_usable = |fact: &Fact| fact.why_unused().is_none() && !fact.statement.is_withdrawal();
        self.previous.shipment().is_none() && !self.previous.facts.iter().chain(new).any(is_usable)
    }

    fn is_trip_of_other(&self, trip_picture: &TripPicture) -> bool {
        let had_shipment = self.previous.shipment().is_some();
        trips::belongs_to_other_request(self.request, trip_picture, &self.previous.trips_of_others, had_shipment)
    }

    fn update(&self, trip_picture: TripPicture, new: &[Fact], is_late: bool) -> Update {
        let (previous, now) = (&self.previous, self.now);
        let TripPicture { picture: mut after, trips, is_latest, .. } = trip_picture;
        let has_next_trip = self.request.kind == RequestType::Container && !is_latest;
        restore_check_times(&mut after, previous);
        set_check_times(&mut after, &self.answer.facts, now);
        let rules = answer_digest::rules_digest(self.policy());
        let by_new_rules = self.picture_by_new_rules(&after, new, rules);
        let stored = previous.published();
        let rederived = by_new_rules.as_ref().zip(stored.as_ref());
        let rederived = rederived.map(|(picture, stored)| Published::from(picture).with_taken_back_of(stored));
        let mut changes = changes(rederived.as_ref().or(stored.as_ref()), &after, self.policy());
        changes.retain(|change| !is_repeated(change, stored.as_ref(), rederived.is_some()));
        let mut records = ChangedRecords::of(self.engine, previous, &self.request.tracked, &after, &trips, now);
        let taken_back = records.set_taken_back(previous, &changes);
        let named_numbers = self.named_numbers();
        Update { after, changes, records, rules, taken_back, named_numbers, has_next_trip, is_late }
    }

    /// If the stored shipment was derived by other rules: what the rules in force derive from the facts so far. Only the differences from it
    /// are notified.
    fn picture_by_new_rules(&self, after: &Picture, new: &[Fact], rules: Digest) -> Option<Picture> {
        let shipment = self.previous.shipment()?;
        if shipment.rules == rules {
            return None;
        }
        let digest = answer_digest::answer_digest(self.answer);
        let is_repeated = shipment.last_answer.as_ref().is_some_and(|last| answer_digest::is_same(last, digest));
        Some(if is_repeated || new.is_empty() { after.clone() } else { self.fold(&[]).picture })
    }

    fn named_numbers(&self) -> Vec<String> {
        infer_carrier::numbers_named_by(self.previous.shipment(), &self.request.tracked, self.answer)
    }
}

/// Whether a notification about the change was published before: a container that was removed is in the shipment again or, if the state
/// before is derived and not the published one, the published state has a valid event with this key.
fn is_repeated(change: &Change, stored: Option<&Published<'_>>, is_derived: bool) -> bool {
    let container = |number: &String| stored.and_then(|stored| stored.containers.get(number.as_str()));
    match &change.subject {
        Subject::Container(number) => container(number).is_some(),
        Subject::Event(number, key) if is_derived && !change.event.is_estimate() => {
            let event = container(number).and_then(|container| container.events.get(key.as_str()));
            event.is_some_and(|event| event.invalidated_at.is_none())
        }
        _ => false,
    }
}

/// Sets the times at which the terminal and the railway were last checked, to now if the answer has facts from them. These may be facts that
/// are not new.
fn set_check_times(picture: &mut Picture, answer: &[Fact], now: DateTime<Utc>) {
    let reporters: HashSet<(Option<String>, &DataSource)> = answer
        .iter()
        .map(|fact| (fact.container.as_deref().map(normalize_container_number), &fact.source.kind))
        .collect();
    for container in picture.containers.iter_mut().map(|update| &mut update.container) {
        let reports =
            |source| [None, Some(container.number.clone())].into_iter().any(|of| reporters.contains(&(of, source)));
        let (terminal, railway) = (reports(&DataSource::Terminal), reports(&DataSource::Rail));
        if terminal {
            container.terminal_checked_at = Some(now.into());
            container.pod_last_tracking_request_at = Some(now.into());
        }
        if railway {
            container.rail_last_tracking_request_at = Some(now.into());
        }
    }
}

/// Moves the times at which the terminal and the railway were last checked to the last repeated answer. Repeated answers also check them,
/// but do not write these times.
fn restore_check_times(picture: &mut Picture, previous: &PreviousState) {
    let Some(fingerprint) = previous.shipment().and_then(|record| record.last_answer.as_ref()) else { return };
    let (derived_at, last) = (Some(fingerprint.received_at.into()), previous.answered_at.map(Timestamp::from));
    for container in picture.containers.iter_mut().map(|update| &mut update.container) {
        let Some((ContainerRecord { container: before, .. }, _)) = previous.containers.get(&container.number) else {
            continue;
        };
        let times = [
            (&mut container.terminal_checked_at, &before.terminal_checked_at),
            (&mut container.pod_last_tracking_request_at, &before.pod_last_tracking_request_at),
            (&mut container.rail_last_tracking_request_at, &before.rail_last_tracking_request_at),
        ];
        times.into_iter().filter(|(_, before)| **before == derived_at).for_each(|(time, _)| keep_latest(time, &last));
    }
}

impl ChangedRecords {
    /// Notes in the records which attributes are reported as taken back, and returns those of the shipment.
    fn set_taken_back(&mut self, previous: &PreviousState, changes: &[Change]) -> Vec<String> {
        let mut of_shipment = previous.shipment().map(|record| record.taken_back.clone()).unwrap_or_default();
        for change in changes {
            match &change.subject {
                Subject::Attributes(number, changeset) => {
                    let changed = self.containers.iter_mut().find(|record| record.container.number == *number);
                    if let Some(record) = changed {
                        record.taken_back = taken_back(&record.taken_back, changeset);
                    }
                }
                Subject::Shipment(changeset) => of_shipment = taken_back(&of_shipment, changeset),
                _ => {}
            }
        }
        of_shipment
    }

    fn of(
        engine: &Engine,
        previous: &PreviousState,
        number: &TrackedNumber,
        picture: &Picture,
        trips: &BTreeMap<String, Trip>,
        now: DateTime<Utc>,
    ) -> Self {
        let shipment = previous.shipment().map(|record| record.shipment.id.clone());
        let containers = previous.containers.iter();
        let mut records = ChangedRecords {
            shipment: shipment.unwrap_or_else(|| engine.new_id(now)),
            containers: Vec::new(),
            events: Vec::new(),
            all_containers: containers.map(|(number, (record, _))| (number.clone(), record.clone())).collect(),
            links: ShipmentLinks::default(),
            locations: BTreeSet::new(),
        };
        let places = PlaceLinks::of(picture);
        for container in &picture.containers {
            let trip = trips.get(&container.container.number);
            let stored = previous.containers.get(&container.container.number);
            records.add(engine, stored, number, (container, &places, trip), now);
        }
        records.links = places.shipment();
        records.add_left_containers(previous, picture, now);
        records
    }

    /// Marks containers that left the shipment, and invalidates their estimates. Their other events do not change.
    fn add_left_containers(&mut self, previous: &PreviousState, picture: &Picture, now: DateTime<Utc>) {
        let mut left: Vec<&(ContainerRecord, Vec<EventRecord>)> =
            previous.containers.values().filter(|(record, _)| !record.left_shipment).collect();
        left.retain(|(record, _)| {
            picture.containers.iter().all(|container| container.container.number != record.container.number)
        });
        left.sort_by(|(a, _), (b, _)| a.container.number.cmp(&b.container.number));
        for (record, events) in left {
            self.containers.push(ContainerRecord { left_shipment: true, ..record.clone() });
            self.invalidate(events.iter().filter(|stored| stored.event.event.is_estimate()), now);
        }
    }

    fn invalidate<'e>(&mut self, events: impl Iterator<Item = &'e EventRecord>, now: DateTime<Utc>) {
        let valid = events.filter(|stored| stored.event.invalidated_at.is_none());
        self.events.extend(valid.cloned().map(|mut record| {
            record.event.invalidated_at = Some(now.into());
            record
        }));
    }

    fn add<'p>(
        &mut self,
        engine: &Engine,
        stored: Option<&(ContainerRecord, Vec<EventRecord>)>,
        number: &TrackedNumber,
        (picture, places, trip): (&'p ContainerPicture, &PlaceLinks<'p>, Option<&Trip>),
        now: DateTime<Utc>,
    ) {
        let (stored, events) = stored.map_or((None, &[][..]), |(stored, events)| (Some(stored), events.as_slice()));
        let mut container = picture.container.clone();
        container.id = stored.map_or_else(|| engine.new_id(now), |stored| stored.container.id.clone());
        container.created_at = stored.map_or_else(|| Some(now.into()), |stored| stored.container.created_at.clone());
        container.ref_numbers = stored.map(|stored| stored.container.ref_numbers.clone()).unwrap_or_default();
        // The time of the look-up is stored with the shipment; otherwise each look-up would change all containers.
        container.shipment_last_tracking_request_at =
            stored.and_then(|stored| stored.container.shipment_last_tracking_request_at.clone());
        if let Some(stored) = stored.map(|stored| &stored.container) {
            keep_latest(&mut container.terminal_checked_at, &stored.terminal_checked_at);
            keep_latest(&mut container.pod_last_tracking_request_at, &stored.pod_last_tracking_request_at);
            keep_latest(&mut container.rail_last_tracking_request_at, &stored.rail_last_tracking_request_at);
        }
        container.shipment = ToOne::to(&self.shipment);
        let links = places.container(picture);
        container.pickup_facility = links.pickup_facility.to_one();
        container.pod_terminal = links.pod_terminal.to_one();
        let id = container.id.clone();
        let record = ContainerRecord {
            account: number.account.clone(),
            shipment: self.shipment.clone(),
            left_shipment: false,
            trip: trip.cloned(),
            pod_terminal: picture.pod_terminal.clone(),
            taken_back: stored.map(|stored| stored.taken_back.clone()).unwrap_or_default(),
            container,
        };
        if stored != Some(&record) {
            self.all_containers.insert(record.container.number.clone(), record.clone());
            self.containers.push(record);
            self.link([&links.pickup_facility, &links.pod_terminal]);
        }
        self.add_events(engine, events, number, &id, (picture, places), now);
    }

    fn add_events<'p>(
        &mut self,
        engine: &Engine,
        stored: &[EventRecord],
        number: &TrackedNumber,
        container: &ContainerId,
        (picture, places): (&'p ContainerPicture, &PlaceLinks<'p>),
        now: DateTime<Utc>,
    ) {
        let mut remaining: HashMap<&str, &EventRecord> =
            stored.iter().map(|stored| (stored.key.as_str(), stored)).collect();
        for derived in &picture.events {
            let before = remaining.remove(derived.key.as_str());
            let mut event = derived.event.clone();
            event.id = before.map_or_else(|| engine.new_id(now), |before| before.event.id.clone());
            event.created_at = before.map_or_else(|| Some(now.into()), |before| before.event.created_at.clone());
            event.shipment = ToOne::to(&self.shipment);
            event.container = ToOne::to(container);
            event.previous_version = match before {
                Some(before) => before.event.previous_version.clone(),
                None => previous_version(&derived.key, stored, picture),
            };
            let links = places.event(derived);
            event.location = links.location.to_one();
            event.vessel = links.vessel.to_one();
            event.terminal = links.terminal.to_one();
            event.source_event =
                derived.reported_by.map_or(ToOne::Absent, |fact| ToOne::to(&raw_events::id_of(container, fact)));
            if before.is_none_or(|before| before.event != event) {
                let (account, container) = (number.account.clone(), container.clone());
                self.events.push(EventRecord { account, container, key: derived.key.clone(), event });
                self.link([&links.location, &links.vessel, &links.terminal]);
            }
        }
        // In the stored order, so that writes are reproducible.
        self.invalidate(stored.iter().filter(|stored| remaining.contains_key(stored.key.as_str())), now);
    }

    fn link<'l>(&mut self, links: impl IntoIterator<Item = &'l Link>) {
        self.locations.extend(links.into_iter().filter_map(Link::get).cloned());
    }
}

/// The event that this event replaces: the last stored event with the same movement that is not derived any more.
fn previous_version(key: &str, stored: &[EventRecord], picture: &ContainerPicture) -> ToOne {
    let is_derived = |record: &&EventRecord| picture.events.iter().any(|derived| derived.key == record.key);
    let movement = movement_of(key);
    let has_same_movement = |record: &&EventRecord| movement.is_some() && movement_of(&record.key) == movement;
    let earlier = stored.iter().rev().filter(has_same_movement).find(|record| !is_derived(record));
    earlier.map_or(ToOne::Empty, |record| ToOne::to(&record.event.id))
}

//! Completes places and time zones: it combines the UN/LOCODE from one source, the time zone from another one, and the built-in tables.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use super::ledger::Ledger;
use crate::places::{NamedPort, location, port_area, ports_named, timezone};
use crate::resources::Timestamp;
use crate::tracking::moment::{begin, resolve, shown};
use crate::tracking::{Mode, Movement, Place, Statement, capitals};
use crate::zones::Zone;

/// All places that the facts name.
#[derive(Default)]
pub(super) struct Places {
    /// UN/LOCODEs by name.
    codes: HashMap<String, String>,
    /// The names among them that are names of terminals.
    terminals: HashSet<String>,
    /// By id, which is the UN/LOCODE or, without one, the name.
    known: HashMap<String, KnownPlace>,
    zones: Zones,
}

/// A completed place.
#[derive(Default, Clone)]
pub(super) struct KnownPlace {
    /// The UN/LOCODE or, without one, the name. Empty if the place has neither.
    pub(super) id: Rc<str>,
    /// Like the id, with the main code of the port area: codes of one area are one port for calls of vessels.
    pub(super) port: Rc<str>,
    pub(super) place: Arc<Place>,
}

impl KnownPlace {
    fn set_id(&mut self, id: &str) {
        self.id = id.into();
        self.port = match port_area(id) {
            main if main == id => self.id.clone(),
            main => main.into(),
        };
    }
}

/// Time zones by every spelling in the facts; `None` for a spelling that is not a zone.
#[derive(Default)]
struct Zones(HashMap<String, Option<Zone>>);

impl Zones {
    fn add(&mut self, spelling: &str) {
        if self.0.contains_key(spelling) {
            return;
        }
        let zone = Zone::named(spelling);
        if let Some(zone) = &zone {
            self.0.insert(zone.name().to_owned(), Some(*zone));
        }
        self.0.insert(spelling.to_owned(), zone);
    }

    fn of(&self, place: &Place) -> Option<&Zone> {
        self.0.get(place.timezone.as_ref()?)?.as_ref()
    }

    fn name_of(&self, place: &Place) -> Option<String> {
        self.of(place).map(|zone| zone.name().to_owned())
    }
}

impl Places {
    pub(super) fn from_facts(ledger: &Ledger<'_>) -> Self {
        let mut places = Places::default();
        let mut seen = HashSet::default();
        let mut named: Vec<&Place> = ledger.facts.iter().flat_map(|fact| fact.statement.places()).collect();
        named.retain(|place| !place.is_empty() && seen.insert(*place));
        for place in &named {
            if let Some(spelling) = &place.timezone {
                places.zones.add(spelling);
            }
            if let (Some(_), Some(name)) = (&place.locode, &place.name) {
                places
                    .codes
                    .entry(capitals(name.trim()).into_owned())
                    .or_insert_with(|| place.code_or_name().into_owned());
            }
        }
        places.resolve_names(ledger);
        for place in named {
            let id = id(&places.codes, place);
            let known = match places.known.get_mut(&*id) {
                Some(known) => known,
                None => places.known.entry(id.into_owned()).or_default(),
            };
            let known = Arc::make_mut(&mut known.place);
            fill(&mut known.locode, &place.locode);
            if place.locode.is_some() || !places.terminals.contains(&*place.code_or_name()) {
                fill(&mut known.name, &place.name);
            }
            fill(&mut known.timezone, &places.zones.name_of(place));
        }
        places.known.iter_mut().for_each(|(id, known)| known.set_id(id));
        places.complete_from_tables();
        places
    }

    /// Finds the ports that vessels, barges and gates name without a code in the tables. A gate may be far from every port, so its name must be that of a
    /// port that vessels or bookings name, too.
    fn resolve_names(&mut self, ledger: &Ledger<'_>) {
        let mut found: BTreeMap<String, (String, bool)> = BTreeMap::new();
        let mut ports: HashMap<Cow<'_, str>, Option<(NamedPort, Option<&str>)>> = HashMap::default();
        for fact in &ledger.facts {
            let Statement::Event(event) = &fact.statement else { continue };
            if event.place.locode.is_some() || event.place.name.is_none() {
                continue;
            }
            let name = event.place.code_or_name();
            let is_at_port = event.motion.moves_by_vessel() || event.motion.mode == Some(Mode::Barge);
            let is_gate = matches!(event.motion.movement, Movement::GateIn | Movement::GateOut);
            if !(is_at_port || is_gate) || self.codes.contains_key(&*name) {
                continue;
            }
            let port = ports.entry(name.clone()).or_insert_with(|| match ports_named(&name)[..] {
                [port] => Some((port, stated_code(ledger, port.locode))),
                _ => None,
            });
            if let Some((NamedPort { locode, is_terminal }, stated)) = *port
                && (is_at_port || stated.is_some())
            {
                found.insert(name.into_owned(), (stated.unwrap_or(locode).to_owned(), is_terminal));
            }
        }
        for (name, (locode, is_terminal)) in found {
            if is_terminal {
                self.terminals.insert(name.clone());
            }
            let known = Arc::make_mut(&mut self.known.entry(locode.clone()).or_default().place);
            known.locode = Some(locode.clone());
            self.codes.insert(name, locode);
        }
    }

    /// Whether the place has a name and no code, and the code is unknown.
    pub(super) fn is_unresolved(&self, place: &Place) -> bool {
        place.locode.is_none() && !place.is_unnamed() && !self.codes.contains_key(&*place.code_or_name())
    }

    fn complete_from_tables(&mut self) {
        for known in self.known.values_mut().map(|known| Arc::make_mut(&mut known.place)) {
            let Some(locode) = known.locode.as_deref() else { continue };
            if known.name.is_none() {
                known.name = location(locode).map(|found| found.name.to_owned());
            }
            if known.timezone.is_none() {
                known.timezone = timezone(locode).map(str::to_owned);
                known.timezone.iter().for_each(|zone| self.zones.add(zone));
            }
        }
    }

    /// Zone names by code and by place name.
    pub(super) fn zones(&self) -> BTreeMap<String, String> {
        let zone = |id: &String| self.known.get(id)?.place.timezone.clone();
        let names = self.codes.iter().filter_map(|(name, code)| Some((name.clone(), zone(code)?)));
        self.known.keys().filter_map(|id| Some((id.clone(), zone(id)?))).chain(names).collect()
    }

    /// `place` must be [complete](Self::complete).
    pub(super) fn zone_of(&self, place: &Place) -> Option<&Zone> {
        self.zones.of(place)
    }

    /// Like [`zone_of`](Self::zone_of), for a place as a fact names it.
    pub(super) fn zone_of_place(&self, place: &Place) -> Option<&Zone> {
        self.zones.of(&self.complete(place))
    }

    /// The time as the interface shows it: in UTC, and a date as the instant when that day begins at the place. `place` must be
    /// [complete](Self::complete).
    pub(super) fn show(&self, at: &Timestamp, place: &Place) -> Timestamp {
        let zone = self.zone_of(place);
        begin(at, zone).map_or_else(|| shown(&resolve(at, zone)), Timestamp::from)
    }

    /// The UN/LOCODE or, without one, the name. Empty if the place has neither.
    pub(super) fn id<'p>(&'p self, place: &'p Place) -> Cow<'p, str> {
        id(&self.codes, place)
    }

    /// Fills in the values of the place that are in other facts or in the tables.
    pub(super) fn complete(&self, place: &Place) -> Place {
        let mut complete = Place { timezone: self.zones.name_of(place), ..place.clone() };
        let id = self.id(place);
        if place.locode.is_none() && self.terminals.contains(&*place.code_or_name()) {
            let name = complete.name.take();
            complete.facility = complete.facility.or(name);
        }
        if let (false, Some(known)) = (id.is_empty(), self.known.get(&*id)) {
            fill(&mut complete.locode, &known.place.locode);
            fill(&mut complete.name, &known.place.name);
            fill(&mut complete.timezone, &known.place.timezone);
        }
        complete
    }

    /// The id of the port that the place belongs to: codes of one port area have the same id.
    pub(super) fn port<'p>(&'p self, place: &'p Place) -> Cow<'p, str> {
        match self.id(place) {
            Cow::Borrowed(id) => port_area(id).into(),
            Cow::Owned(id) => port_area(&id).to_owned().into(),
        }
    }

    /// The completed place, with its ids.
    pub(super) fn find(&self, place: &Place) -> KnownPlace {
        let id = self.id(place);
        match self.known.get(&*id) {
            Some(known) if !id.is_empty() && self.adds_nothing(place, &known.place) => known.clone(),
            Some(known) => KnownPlace { place: self.complete(place).into(), ..known.clone() },
            None => {
                let mut found = KnownPlace { place: self.complete(place).into(), ..KnownPlace::default() };
                found.set_id(&id);
                found
            }
        }
    }

    fn adds_nothing(&self, place: &Place, known: &Place) -> bool {
        fn is_same(given: &Option<String>, known: &Option<String>) -> bool {
            given.is_none() || given == known
        }
        let zone = || self.zones.of(place).map(Zone::name);
        place.facility.is_none()
            && (place.locode.is_some() || !self.terminals.contains(&*place.code_or_name()))
            && is_same(&place.locode, &known.locode)
            && is_same(&place.name, &known.name)
            && (place.timezone.is_none() || zone() == known.timezone.as_deref())
    }
}

/// The code with which the facts name the port: this code if they have it, else the first one of the same port area.
fn stated_code<'a>(ledger: &Ledger<'a>, locode: &'a str) -> Option<&'a str> {
    let places = ledger.facts.iter().copied().flat_map(|fact| fact.statement.places());
    let codes = places.filter_map(|place| place.locode.as_deref());
    codes.filter(|code| port_area(code) == port_area(locode)).min_by_key(|code| (*code != locode, *code))
}

fn id<'p>(codes: &'p HashMap<String, String>, place: &'p Place) -> Cow<'p, str> {
    let id = place.code_or_name();
    match &place.locode {
        Some(_) => id,
        None => codes.get(&*id).map_or(id, |code| code.into()),
    }
}

/// Sets a missing value.
pub(super) fn fill<T: Clone>(known: &mut Option<T>, more: &Option<T>) {
    if known.is_none() {
        known.clone_from(more);
    }
}

//! Which calls of vessels were expected, and when: whether a box that goes out full goes on by sea is judged by what was known
//! then, not by what is known today.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};

use super::places::Places;
use super::timeline::Happening;
use crate::tracking::moment::moment;
use crate::tracking::{Certainty, Event, Fact, Movement, Particulars};

/// What was expected of vessels, and booked.
#[derive(Default)]
pub(super) struct Calls<'a> {
    expected: Vec<ExpectedCall<'a>>,
    /// Those that are still expected, by the digests of their keys.
    open: HashMap<u32, usize>,
    booked: Vec<(DateTime<Utc>, &'a Particulars)>,
}

struct ExpectedCall<'a> {
    container: Option<&'a str>,
    event: &'a Event,
    since: DateTime<Utc>,
    until: Option<DateTime<Utc>>,
}

impl<'a> Calls<'a> {
    /// Notes what is expected. Facts come in the order of their receipt.
    pub(super) fn note(&mut self, key: u32, fact: &'a Fact, event: &'a Event) {
        if event.certainty == Certainty::Actual || event.at.is_none() || !is_call(event) {
            return;
        }
        self.take_back(key, fact.received_at);
        self.open.insert(key, self.expected.len());
        let container = fact.container.as_deref();
        self.expected.push(ExpectedCall { container, event, since: fact.received_at, until: None });
    }

    /// Notes that something is expected no more.
    pub(super) fn take_back(&mut self, key: u32, at: DateTime<Utc>) {
        if let Some(call) = self.open.remove(&key).and_then(|place| self.expected.get_mut(place)) {
            call.until = Some(at);
        }
    }

    pub(super) fn note_booked(&mut self, fact: &Fact, booked: &'a Particulars) {
        self.booked.push((fact.received_at, booked));
    }

    /// What the shipment is, by what was said up to a moment.
    pub(super) fn booked(&self, until: Option<DateTime<Utc>>) -> Particulars {
        let mut known = Particulars::default();
        let said = self.booked.iter().filter(|(at, _)| until.is_none_or(|until| *at < until));
        said.for_each(|(_, newer)| known.update(newer));
        known
    }

    /// Whether, when somebody first told that the container went out with `out`, a later call was expected elsewhere, or it
    /// was booked for a port it had not come to.
    pub(super) fn any_after(
        &self,
        container: Option<&str>,
        out: &Happening,
        voyage: &SoFar<'_>,
        places: &Places,
    ) -> bool {
        let (told, left) = (out.first_received, out.moment);
        let expected = self.expected.iter().any(|call| {
            call.since <= told
                && call.until.is_none_or(|until| until > told)
                && call.container.is_none_or(|of| Some(of) == container)
                && call.event.at.as_ref().and_then(moment) > left
                && places.id(&call.event.place) != voyage.off.place_id
        });
        expected || self.is_booked_further(told, voyage, places)
    }

    fn is_booked_further(&self, told: DateTime<Utc>, voyage: &SoFar<'_>, places: &Places) -> bool {
        let of_voyage = |at: &DateTime<Utc>| *at <= told && voyage.begun.is_none_or(|begun| *at >= begun);
        let mut said = self.booked.iter().rev().filter(|(at, _)| of_voyage(at));
        let port =
            said.find_map(|(_, booked)| booked.port_of_discharge.as_ref()).map(|port| places.id(port).into_owned());
        let has_come_there = |port: &str| voyage.ports.contains(port) || voyage.ports.contains("");
        port.is_some_and(|port| !port.is_empty() && !has_come_there(&port))
    }
}

/// A voyage up to the moment the container goes out.
pub(super) struct SoFar<'a> {
    pub(super) begun: Option<DateTime<Utc>>,
    /// Where the container came off its last vessel.
    pub(super) off: &'a Happening,
    /// The ports it came to by vessel.
    pub(super) ports: &'a BTreeSet<&'a str>,
}

fn is_call(event: &Event) -> bool {
    use Movement::{Arrived, Berthed, Departed, Discharged, Loaded};
    event.motion.is_by_vessel() && [Loaded, Departed, Arrived, Berthed, Discharged].contains(&event.motion.movement)
}

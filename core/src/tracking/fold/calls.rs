//! Which calls of vessels were expected and booked, and when: whether a box that goes out full goes on by sea is judged by what was known
//! then, not by what is known today.

use chrono::{DateTime, Utc};
use foldhash::HashMap;

use crate::tracking::{Certainty, Event, Fact, Particulars, Place};

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
        if event.certainty == Certainty::Actual || event.at.is_none() || !event.motion.moves_by_vessel() {
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

    /// The calls that were expected at a moment: of which container, `None` for all, and what.
    pub(super) fn expected_at(&self, moment: DateTime<Utc>) -> impl Iterator<Item = (Option<&'a str>, &'a Event)> {
        let holds =
            move |call: &&ExpectedCall<'a>| call.since <= moment && call.until.is_none_or(|until| until > moment);
        self.expected.iter().filter(holds).map(|call| (call.container, call.event))
    }

    /// The port of discharge as it was booked at a moment, by what was said since another.
    pub(super) fn port_booked_at(&self, moment: DateTime<Utc>, since: Option<DateTime<Utc>>) -> Option<&'a Place> {
        let said = self.booked.iter().rev().filter(|(at, _)| *at <= moment && since.is_none_or(|since| *at >= since));
        said.map(|(_, booked)| *booked).find_map(|booked| booked.port_of_discharge.as_ref())
    }
}

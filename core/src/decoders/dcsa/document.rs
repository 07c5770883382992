//! Finds the events in JSON: in a list, in lists inside objects, a single event, or several concatenated documents.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::codes::{self, Kind};
use super::error_text;
use super::event::{self, Calls, Event, is_event};
use super::event_facts::{EventReport, documents, names_documents, place, report};
use crate::decoders::message::{Problem, ReadLimits};
use crate::decoders::{UnreadPart, UnreadParts};
use crate::error::Quoted;
use crate::numbers::NumberKind;
use crate::resources::DataSource;
use crate::tracking::{Node, Particulars};

/// Maximum number of levels of wrappers around a list of events.
const MAX_WRAPPERS: usize = 6;
const MAX_MEMBERS: usize = 1_000;
const MAX_PROBLEMS: usize = 100;

pub(super) struct Document<'l> {
    limits: &'l ReadLimits,
    pub(super) events: Vec<EventReport>,
    taken: usize,
    pub(super) is_answer: bool,
    /// Whether it contains an error of the carrier.
    pub(super) reports_error: bool,
    /// What could not be read. Statements may be missing.
    pub(super) problems: Vec<Problem>,
    /// The booked ports and the place of delivery, as the first list of locations states them.
    booked: Option<Particulars>,
    /// Whether another list of locations states another booking: they are about several shipments.
    do_bookings_differ: bool,
    /// The parts that could not be read, without events.
    pub(super) unread: UnreadParts,
    /// What is wrong with statements that were read.
    pub(super) remarks: Vec<Problem>,
}

impl<'l> Document<'l> {
    pub(super) fn read(text: &str, limits: &'l ReadLimits) -> Self {
        let mut document = Document {
            limits,
            events: Vec::new(),
            taken: 0,
            is_answer: false,
            reports_error: false,
            problems: Vec::new(),
            booked: None,
            do_bookings_differ: false,
            unread: UnreadParts::default(),
            remarks: Vec::new(),
        };
        let none = Calls::default();
        let whole = Within { place: "", levels: MAX_WRAPPERS, kind: None, calls: &none, documents: &[] };
        let (several, broken) = concatenated(text);
        if several.is_empty() {
            document.value(text.trim(), whole);
            return document;
        }
        for (at, text) in several.iter().enumerate() {
            document.value(text, Within { place: &format!("/{at}"), ..whole });
        }
        if let Some(error) = broken {
            document.report_unread(
                format!("/{}", several.len()),
                format!("the text is invalid from here on: {error}"),
                "",
            );
        }
        document
    }

    fn value<'t>(&mut self, text: &'t str, within: Within<'_, 't>) {
        match text.as_bytes().first() {
            Some(b'[') => self.list(text, within),
            Some(b'{') => self.object(text, within),
            _ => {}
        }
    }

    fn list<'t>(&mut self, text: &'t str, within: Within<'_, 't>) {
        let is_known = within.kind.is_some() || within.place.is_empty() || is_list_of_events(within.place);
        self.is_answer |= is_known;
        let before = self.taken;
        let (items, broken) = parts(text, self.limits.events.saturating_add(1));
        let mut strays: Vec<(usize, NotRead)> = Vec::new();
        for (at, (_, item)) in items.iter().enumerate() {
            if self.taken >= self.limits.events || at >= self.limits.events {
                let detail = format!("there are more than {} events; the rest is ignored", self.limits.events);
                self.report_unread(format!("{}/{at}", within.place), detail, "");
                break;
            }
            if let Err(not_read) = self.item(item, at, within) {
                strays.push((at, not_read));
            }
        }
        if is_known || self.taken > before {
            for (at, not_read) in strays {
                let place = format!("{}/{at}", within.place);
                match not_read.is_stored {
                    true => self.problem(place, not_read.words),
                    false => self.report_unread(place, not_read, items.get(at).map_or("", |(_, text)| text)),
                }
            }
        }
        if let Some(error) = broken {
            let place = format!("{}/{}", within.place, items.len());
            self.report_unread(place, format!("the list is invalid from here on: {error}"), "");
        }
    }

    /// Reads an event, or an object or list that wraps events. The error text says why it is neither.
    fn item<'t>(&mut self, text: &'t str, at: usize, within: Within<'_, 't>) -> Result<(), NotRead> {
        let before = (self.taken, self.problems.len());
        if text.starts_with('{') && text.len() <= self.limits.event_bytes {
            let node = node(text)?;
            if within.kind.is_some() || is_event(&node) {
                let remarks = self.event(&node, within)?;
                if !remarks.is_empty() {
                    self.remark(&format!("{}/{at}", within.place), remarks);
                }
                return Ok(());
            }
        }
        if within.levels > 0 {
            let place = format!("{}/{at}", within.place);
            self.value(text, Within { place: &place, levels: within.levels - 1, ..within });
        }
        match (self.taken, self.problems.len()) == before {
            true if text.len() > self.limits.event_bytes => {
                let words = format!("the item has {} bytes, more than an event may have", text.len());
                Err(NotRead { reason: "the item is too large".to_owned(), ..words.into() })
            }
            true => {
                let words = format!("not an event: {}", Quoted(text));
                Err(NotRead { reason: "not an event".to_owned(), ..words.into() })
            }
            false => Ok(()),
        }
    }

    /// Reads an event. Returns what is wrong with it, if it is stored nevertheless.
    fn event<'t>(&mut self, node: &Node<'t>, within: Within<'_, 't>) -> Result<Vec<String>, NotRead> {
        self.is_answer = true;
        self.taken += 1;
        let mut report = report(&Event::new(node, within.kind, within.calls));
        report.add_documents(within.documents);
        if let Some(locations) = event::member(node, "shipmentLocations") {
            self.book(locations);
        }
        let remarks = std::mem::take(&mut report.problems);
        let not_read = report.unread.as_ref().map(|(words, _)| NotRead { is_stored: true, ..words.clone().into() });
        self.events.push(report);
        not_read.map_or(Ok(remarks), Err)
    }

    fn remark(&mut self, place: &str, remarks: Vec<String>) {
        let room = MAX_PROBLEMS.saturating_sub(self.remarks.len());
        let are_left_out = remarks.len() > room && room > 0;
        self.remarks.extend(remarks.into_iter().take(room).map(|detail| Problem::new(place, detail)));
        if are_left_out {
            self.remarks.push(Problem::new("", "there are more remarks about events than are listed"));
        }
    }

    fn object<'t>(&mut self, text: &'t str, within: Within<'_, 't>) {
        if text.len() <= self.limits.event_bytes
            && let Ok(node) = node(text)
            && (within.kind.is_some() || is_event(&node))
        {
            match self.event(&node, within) {
                Ok(remarks) => self.remark(within.place, remarks),
                Err(not_read) => self.problem(within.place, not_read.words),
            }
            return;
        }
        let (mut members, broken) = parts(text, MAX_MEMBERS + 1);
        if members.len() > MAX_MEMBERS {
            members.truncate(MAX_MEMBERS);
            self.report_unread(
                within.place,
                format!("the object has more than {MAX_MEMBERS} members; the rest is ignored"),
                "",
            );
        }
        if broken.is_some() {
            members.extend(truncated_list(text, members.last().map(|(_, last)| *last)));
        }
        let calls: Vec<Node<'t>> = members
            .iter()
            .filter(|(name, _)| is_named(name, "transportCall"))
            .flat_map(|(_, text)| calls(text))
            .collect();
        let calls = Calls::of(calls);
        let calls = if calls.is_empty() { within.calls } else { &calls };
        let is_list =
            |(name, text): &&Part<'t>| is_named(name, "shipmentLocations") && text.len() <= self.limits.event_bytes;
        for locations in members.iter().filter(is_list).filter_map(|(_, text)| node(text).ok()) {
            self.book(&locations);
        }
        let own_documents = self.documents_of(&members, within.documents);
        let documents = own_documents.as_deref().unwrap_or(within.documents);
        for (name, text) in members {
            self.is_answer |= is_named(&name, "events");
            if within.levels == 0 && is_named(&name, "events") {
                let detail = format!("these events are nested in more than {MAX_WRAPPERS} wrappers, and are not read");
                self.report_unread(format!("{}/{name}", within.place), detail, text);
            }
            let is_error = ["errors", "error", "feedbackElements"].iter().any(|known| is_named(&name, known));
            self.reports_error |= is_error
                && text.len() <= self.limits.event_bytes
                && node(text).is_ok_and(|value| error_text::is_error(&name, &value));
            if within.levels == 0 || is_error {
                continue;
            }
            let place = format!("{}/{}", within.place, name.replace('~', "~0").replace('/', "~1"));
            let kind = Kind::of_list(&name);
            let before = (self.taken, self.problems.len());
            self.value(text, Within { place: &place, levels: within.levels - 1, kind, calls, documents });
            let is_read = text.starts_with('[') || text == "null" || (self.taken, self.problems.len()) != before;
            if is_named(&name, "events") && !is_read {
                self.report_unread(place, "the events are not a list".to_owned(), text);
            }
        }
        if let Some(error) = broken {
            self.report_unread(within.place, format!("the object is invalid: {error}"), "");
        }
    }

    /// The bookings and bills of lading that an object names for all its events, with those of the objects around it. `None` if it names none.
    fn documents_of(&self, members: &[Part<'_>], around: &[(NumberKind, String)]) -> Option<Vec<(NumberKind, String)>> {
        let is_named = |(name, text): &&Part<'_>| names_documents(name) && text.len() <= self.limits.event_bytes;
        let named = members.iter().filter(is_named).filter_map(|(name, text)| Some((name.clone(), node(text).ok()?)));
        let named: Vec<_> = named.collect();
        if named.is_empty() {
            return None;
        }
        let (object, no_calls) = (Node::Object(named), Calls::default());
        let mut own = documents(&Event::new(&object, None, &no_calls));
        add_documents(&mut own, around);
        Some(own)
    }

    /// Notes the booking in a list of the locations of the shipment.
    fn book(&mut self, locations: &Node<'_>) {
        let booked = booking(locations);
        match &self.booked {
            _ if booked == Particulars::default() => {}
            Some(first) => self.do_bookings_differ |= codes_of(first) != codes_of(&booked),
            None => self.booked = Some(booked),
        }
    }

    /// Returns the booking, if all lists of locations agree. If they differ, they are about several shipments, and are reported as unread.
    /// Without a place of delivery, the destination is the port of discharge, so that a destination which was booked before does not stay.
    pub(super) fn take_booking(&mut self) -> Option<Particulars> {
        let booked = self.booked.take()?;
        if self.do_bookings_differ {
            let why = "the shipmentLocations of the answer contradict each other, and are not used";
            self.unread.add(None, &DataSource::ShippingLine.into(), UnreadPart { reason: why, why, text: "" });
            self.remark("", vec![why.to_owned()]);
            return None;
        }
        Some(Particulars { destination: booked.destination.or_else(|| booked.port_of_discharge.clone()), ..booked })
    }

    /// Reports a part that is neither an event nor a list of events, and stores the beginning of its text.
    fn report_unread(&mut self, place: impl Into<String>, not_read: impl Into<NotRead>, text: &str) {
        let NotRead { reason, words, .. } = not_read.into();
        let why = format!("a part of the answer cannot be read: {words}");
        self.unread.add(None, &DataSource::ShippingLine.into(), UnreadPart { reason: &reason, why: &why, text });
        self.problem(place, words);
    }

    pub(super) fn problem(&mut self, place: impl Into<String>, detail: impl Into<String>) {
        match self.problems.len() {
            0..MAX_PROBLEMS => self.problems.push(Problem::new(place, detail)),
            MAX_PROBLEMS => self.problems.push(Problem::new("", "there are more problems than are listed")),
            _ => {}
        }
    }
}

/// The ports and the place of delivery in a list of the locations of the shipment.
fn booking(locations: &Node<'_>) -> Particulars {
    let mut booked = Particulars::default();
    let no_calls = Calls::default();
    for location in event::items(Some(locations)) {
        let kinds = ["shipmentLocationTypeCode", "shipmentLocationType", "locationTypeCode", "locationType"];
        let kind = event::first(location, &kinds).unwrap_or_default();
        let stop = match &*codes::word(&kind) {
            "POL" | "PORT_OF_LOADING" => &mut booked.port_of_lading,
            "POD" | "PORT_OF_DISCHARGE" => &mut booked.port_of_discharge,
            "PDE" | "PLACE_OF_DELIVERY" => &mut booked.destination,
            _ => continue,
        };
        let place = place(&Event::new(location, None, &no_calls));
        if stop.is_none() && place.locode.is_some() {
            *stop = Some(place);
        }
    }
    booked
}

/// The codes of the booked places.
fn codes_of(booked: &Particulars) -> [Option<&str>; 3] {
    [&booked.port_of_lading, &booked.port_of_discharge, &booked.destination]
        .map(|place| place.as_ref()?.locode.as_deref())
}

/// Why a part of the answer is not read.
struct NotRead {
    /// The reason without anything that may change from answer to answer.
    reason: String,
    words: String,
    /// Whether it is an event, which is stored nevertheless.
    is_stored: bool,
}

impl From<String> for NotRead {
    fn from(words: String) -> Self {
        // Positions change from answer to answer.
        let reason = words.split(" at line ").next().unwrap_or_default().to_owned();
        NotRead { reason, words, is_stored: false }
    }
}

#[derive(Clone, Copy)]
struct Within<'p, 't> {
    place: &'p str,
    levels: usize,
    kind: Option<Kind>,
    calls: &'p Calls<'t>,
    /// The bookings and bills of lading that the objects around name.
    documents: &'p [(NumberKind, String)],
}

impl EventReport {
    fn add_documents(&mut self, around: &[(NumberKind, String)]) {
        let before = self.documents.len();
        add_documents(&mut self.documents, around);
        if let Some(event) = &mut self.event {
            event.documents.extend(self.documents.iter().skip(before).map(|(_, number)| number.clone()));
        }
    }
}

/// Adds the numbers of each kind that has no number yet.
fn add_documents(own: &mut Vec<(NumberKind, String)>, around: &[(NumberKind, String)]) {
    let is_missing = |(kind, _): &&(NumberKind, String)| own.iter().all(|(known, _)| known != kind);
    let missing: Vec<_> = around.iter().filter(is_missing).cloned().collect();
    own.extend(missing);
}

/// Splits several concatenated documents, and returns the error that ended the text. Empty for a single document.
fn concatenated(text: &str) -> (Vec<&str>, Option<serde_json::Error>) {
    let begins_another = |at: usize| matches!(text[at + 1..].trim_start().as_bytes().first(), Some(b'[' | b'{'));
    if !memchr::memchr2_iter(b']', b'}', text.as_bytes()).any(begins_another) {
        return (Vec::new(), None);
    }
    let (mut documents, mut broken) = (Vec::new(), None);
    for document in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        match document {
            Ok(document) => documents.push(document.get()),
            Err(error) => {
                broken = Some(error);
                break;
            }
        }
    }
    if documents.len() > usize::from(broken.is_none()) { (documents, broken) } else { (Vec::new(), None) }
}

fn node(text: &str) -> Result<Node<'_>, String> {
    serde_json::from_str(text).map_err(|error| format!("the JSON is invalid: {error}"))
}

fn calls(text: &str) -> Vec<Node<'_>> {
    match node(text) {
        Ok(Node::List(calls)) => calls,
        Ok(call @ Node::Object(_)) => vec![call],
        _ => Vec::new(),
    }
}

/// Whether the last part of a place is the name of a list of events.
fn is_list_of_events(place: &str) -> bool {
    place.rsplit('/').next().is_some_and(|name| is_named(name, "events"))
}

fn is_named(name: &str, known: &str) -> bool {
    name.eq_ignore_ascii_case(known)
}

/// A member with its name, or a list item with an empty name.
type Part<'t> = (Cow<'t, str>, &'t str);

/// Returns the first `limit` parts, and the error if the JSON is invalid.
fn parts(text: &str, limit: usize) -> (Vec<Part<'_>>, Option<serde_json::Error>) {
    let mut parts = Vec::new();
    let mut input = serde_json::Deserializer::from_str(text);
    let read = input.deserialize_any(Parts { into: &mut parts, most: limit }).and_then(|()| input.end());
    (parts, read.err())
}

/// The list that is the last member of a truncated object.
fn truncated_list<'t>(text: &'t str, last: Option<&'t str>) -> Option<Part<'t>> {
    let read = last.map_or(1, |last| last.as_ptr() as usize + last.len() - text.as_ptr() as usize);
    let rest = text.get(read..)?.trim_start_matches(|c: char| c == ',' || c.is_ascii_whitespace());
    let mut names = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let name = names.next()?.ok()?;
    let value = rest.get(names.byte_offset()..)?.trim_start().strip_prefix(':')?.trim_start();
    value.starts_with('[').then(|| (name.into(), value))
}

struct Parts<'v, 't> {
    into: &'v mut Vec<Part<'t>>,
    most: usize,
}

impl<'t> Visitor<'t> for Parts<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<(), A::Error> {
        while self.into.len() < self.most
            && let Some(item) = items.next_element::<&RawValue>()?
        {
            self.into.push(("".into(), item.get()));
        }
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'t>>(self, mut members: A) -> Result<(), A::Error> {
        while self.into.len() < self.most
            && let Some(name) = members.next_key::<String>()?
        {
            self.into.push((name.into(), members.next_value::<&RawValue>()?.get()));
        }
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

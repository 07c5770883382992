//! Finds facts that look wrong. They are recorded nevertheless, because the source may know better.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, SubsecRound, TimeDelta, Utc};
use serde::Serialize;

use super::fact::{OTHER_CONTAINER, REFUSED_CONTAINER, UNKNOWN_CERTAINTY, UNKNOWN_MOVEMENT};
use super::fold::{Coverage, LeftOut, TripSelection};
use super::fold::{FoldPolicy, ReadingDoubt, ReadingProblem, TimeWindow, UnusedReason, clock_of, fold};
use super::key::Key;
use super::moment::{earliest, is_in_future, is_time, local};
use super::vessel_doubts::doubts_about_vessels;
use super::{Certainty, Event, Fact, FactMark, Particulars, Picture, Place, Source, Statement, TerminalStatus};
use crate::error::Quoted;
use crate::numbers::{ContainerNumber, UnLocode};
use crate::places;
use crate::resources::{DataSource, TerminalFee, Timestamp};
use crate::time::saturating_add;
use crate::zones::{LocalTimeIssue, Zone};

/// Maximum number of doubts that are reported about one set of facts.
const MAX_DOUBTS: usize = 20;

/// Clocks of sources are not exact, so an actual event may be this far in the future.
const CLOCK_TOLERANCE: TimeDelta = TimeDelta::hours(1);

/// Returns what looks wrong about these facts, one sentence for each doubt: an unknown movement, mode, phase or kind of source, an
/// invalid container number or UN/LOCODE, vessels whose names and IMO numbers contradict each other, an unlikely or ambiguous time, an
/// unknown member, or a statement that is not used.
///
/// If there are more than twenty, the first twenty and a sentence that there are more. `picture` must be derived from all facts about
/// the number: it has the time zones of places that other facts name.
pub fn doubts(facts: &[Fact], picture: &Picture, now: DateTime<Utc>) -> Vec<String> {
    let mut doubts = Vec::new();
    let window = TimeWindow::at(now);
    let texts = facts.iter().flat_map(|fact| findings(fact, picture, &window)).map(|finding| finding.text);
    let about_vessels = doubts_about_vessels(facts).into_iter().map(|(_, text)| text);
    for text in texts.chain(about_vessels) {
        if doubts.contains(&text) {
            continue;
        }
        if doubts.len() == MAX_DOUBTS {
            doubts.push("there are more doubts than these".to_owned());
            break;
        }
        doubts.push(text);
    }
    doubts
}

/// Returns what looks wrong about these facts if there are no others. Use it to check facts before they are recorded. They are
/// checked as if they were received at `now`.
pub fn doubts_alone(facts: &[Fact], now: DateTime<Utc>) -> Vec<String> {
    doubts(facts, &fold(facts, now, &FoldPolicy::default()), now)
}

/// A doubt about a statement, with the statement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Doubt {
    /// A code for programs, such as `not_a_time`.
    pub(crate) reason: &'static str,
    /// A sentence.
    pub(crate) text: String,
    /// Number of the container; `None` if the statement is about the whole shipment.
    pub(crate) container: Option<String>,
    pub(crate) source: Source,
    pub(crate) received_at: Timestamp,
    /// JSON pointer of the doubtful member in the fact.
    pub(crate) pointer: Option<String>,
    /// The milestone or movement, if the statement is an event.
    pub(crate) event: Option<String>,
    /// The reported time of the event.
    pub(crate) at: Option<Timestamp>,
    /// UN/LOCODE of the event as reported.
    pub(crate) locode: Option<String>,
}

impl Doubt {
    fn of(fact: &Fact, finding: Finding) -> Self {
        let event = match &fact.statement {
            Statement::Event(event) if fact.why_unused().is_none() => Some(event),
            _ => None,
        };
        Doubt {
            reason: finding.reason,
            text: finding.text,
            container: fact.container.clone(),
            source: fact.source.clone(),
            received_at: fact.received_at.trunc_subsecs(0).into(),
            pointer: finding.pointer,
            event: event.map(|event| event.motion.milestone().to_string()),
            at: event.and_then(|event| event.at.clone()),
            locode: event.and_then(|event| event.place.locode.clone()),
        }
    }
}

/// Returns all doubts about the current statements of a shipment, newest first: what looks wrong, and which statements are not used and
/// why. Statements that their sources replaced or withdrew are left out. Doubts about vessels are only in [`doubts`].
pub(crate) fn doubts_of_shipment(
    facts: &[Fact],
    selection: &TripSelection<'_>,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> Vec<Doubt> {
    let Coverage { picture, current, left_out } = Coverage::of(facts, selection, now, policy);
    let window = TimeWindow::at(now);
    let about_vessels = doubts_about_vessels(current.iter().copied());
    let about_vessels =
        about_vessels.into_iter().map(|(fact, text)| (fact, Finding::new("vessel", "/event/vessel", text)));
    let looks_wrong = current
        .iter()
        .copied()
        .flat_map(|fact| findings(fact, &picture, &window).into_iter().map(move |found| (fact, found)));
    let left_out = left_out.into_iter().map(|(fact, reason)| (fact, left_out_finding(fact, reason)));
    let about_bookings = doubts_about_booked_ports(&current, &picture);
    let mut doubts: Vec<Doubt> = Vec::new();
    let mut seen = HashSet::new();
    for (fact, finding) in looks_wrong.chain(about_bookings).chain(about_vessels).chain(left_out) {
        // Several statements of a source may have the same problem, such as a place without a time zone.
        if seen.insert((fact.source.text().into_owned(), fact.container.clone(), finding.text.clone())) {
            doubts.push(Doubt::of(fact, finding));
        }
    }
    doubts.sort_by(|a, b| b.received_at.utc().cmp(&a.received_at.utc()).then_with(|| a.text.cmp(&b.text)));
    doubts
}

/// What is doubtful about a statement.
struct Finding {
    reason: &'static str,
    pointer: Option<String>,
    text: String,
}

impl Finding {
    fn new(reason: &'static str, pointer: &str, text: impl Into<String>) -> Self {
        Finding { reason, pointer: (!pointer.is_empty()).then(|| pointer.to_owned()), text: text.into() }
    }
}

/// The event as the subject of a sentence: `vessel_arrived of 2026-05-01T10:00:00Z at USLAX`.
fn named(event: &Event) -> String {
    let at = event.at.as_ref().map(|at| format!(" of {at}")).unwrap_or_default();
    let place = event.place.code_or_name();
    let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
    format!("{}{at}{place}", event.motion.milestone())
}

fn left_out_finding(fact: &Fact, reason: LeftOut) -> Finding {
    let event = match &fact.statement {
        Statement::Event(event) => named(event),
        _ => String::new(),
    };
    let container = fact.container.as_deref().unwrap_or_default();
    match reason {
        LeftOut::NoEvent => {
            Finding::new("no_event", "/event/movement", format!("{event} is no event of the interface on this route"))
        }
        LeftOut::OtherEstimate => Finding::new(
            "other_estimate",
            "/event/at",
            format!("{event} is an estimate, and the estimate of another source or vessel is used"),
        ),
        LeftOut::LegOver => Finding::new("leg_over", "/event/at", format!("{event} {}", UnusedReason::LegOver.text())),
        LeftOut::OtherRoute => Finding::new(
            "no_time",
            "/event/at",
            format!(
                "{event} is expected without a time, and events with a time determine the route, so it is not used"
            ),
        ),
        LeftOut::OtherTrip => {
            Finding::new("other_trip", "/event/at", format!("{event} belongs to another trip of the container"))
        }
        LeftOut::OtherVessel => Finding::new(
            "other_vessel",
            "/event/vessel",
            format!("{event} applies to no container of the shipment: none is known to be on that vessel"),
        ),
        LeftOut::OtherContainer => Finding::new(
            "other_container",
            "/container",
            format!("{event} is about {container}, which does not belong to the shipment"),
        ),
        LeftOut::UnknownEvent => {
            let name = match &fact.statement {
                Statement::Withdrawn(name) => name.as_str(),
                _ => "",
            };
            let text =
                format!("the withdrawal of {} has no effect: {} did not report this event", Quoted(name), fact.source);
            Finding::new("unknown_event", "/withdrawn", text)
        }
    }
}

fn findings(fact: &Fact, picture: &Picture, window: &TimeWindow) -> Vec<Finding> {
    if let Some(why) = fact.why_unused() {
        return vec![unused_finding(fact, why)];
    }
    let mut doubts = Vec::new();
    let kind = &fact.source.kind;
    if !kind.is_known() {
        let names = DataSource::ALL.iter().map(DataSource::as_str).collect::<Vec<_>>().join(", ");
        let text = format!("{} is not a kind of source. Use one of {names}", Quoted(kind.as_str()));
        doubts.push(Finding::new("unknown_source", "/source", text));
    }
    let mut listed: &[String] = &[];
    match &fact.statement {
        Statement::Event(event) => {
            doubts.extend(doubts_about_names(event, fact));
            doubts.extend(doubt_about_missing_time(event, fact));
            doubts.extend(doubts_about_unused(event, fact, picture));
            if event.is_availability() {
                doubts.extend(doubts_about_reading(fact, picture));
            }
        }
        Statement::Particulars(particulars) => listed = &particulars.containers,
        Statement::TerminalStatus(_) => doubts.extend(doubts_about_reading(fact, picture)),
        Statement::Withdrawn(_) => {}
    }
    doubts.extend(fact.container.iter().filter_map(|number| doubt_about_number(number, "/container")));
    doubts.extend(listed.iter().filter_map(|number| doubt_about_number(number, "/particulars/containers")));
    doubts.extend(
        fact.statement.places().flat_map(|place| [doubt_about_zone(place), doubt_about_locode(place)]).flatten(),
    );
    doubts.extend(doubts_about_members(fact));
    let mut statement = fact.statement.clone();
    for (pointer, at) in statement.times() {
        match at {
            Some(at) => {
                doubts.extend(doubt_about_clock(fact, pointer, at, picture));
                doubts.extend(doubt_about_moment(fact, pointer, at, window));
            }
            None => doubts.extend(fact.codes.get(pointer).and_then(|code| doubt_about_text(pointer, code))),
        }
    }
    doubts
}

/// A statement that a decoder cannot read, or that the same answer repeats with another time.
fn unused_finding(fact: &Fact, why: &str) -> Finding {
    Finding::new(if fact.is_unread() { "unread" } else { "repeated" }, "", why)
}

fn doubt_about_missing_time(event: &Event, fact: &Fact) -> Option<Finding> {
    let is_missing = event.at.is_none() && !fact.codes.contains_key("/event/at");
    let is_doubt = event.certainty == Certainty::Actual && event.motion.movement.is_known() && !event.is_availability();
    (is_missing && is_doubt).then(|| {
        Finding::new(
            "no_time",
            "/event/at",
            format!("{} is reported as actual, but has no time: it is not published", named(event)),
        )
    })
}

fn mark_of(fact: &Fact) -> Option<FactMark> {
    Some(FactMark { key: Key::of(fact)?.digest(), received_at: fact.received_at })
}

/// Why an event is not published as its source reported it. Times are checked separately, because that needs no picture.
fn doubts_about_unused(event: &Event, fact: &Fact, picture: &Picture) -> Vec<Finding> {
    if picture.unused.is_empty() {
        return Vec::new();
    }
    let Some(mark) = mark_of(fact) else { return Vec::new() };
    let mut reasons: Vec<UnusedReason> =
        picture.unused.iter().filter(|statement| statement.fact == mark).map(|statement| statement.reason).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let is_checked_separately = |reason: &UnusedReason| {
        matches!(reason, UnusedReason::NoTime | UnusedReason::ImplausibleTime | UnusedReason::InFuture)
    };
    reasons.retain(|reason| !is_checked_separately(reason));
    let finding =
        |reason: UnusedReason| Finding::new(reason.code(), "/event/at", format!("{} {}", named(event), reason.text()));
    reasons.into_iter().map(finding).collect()
}

/// Compares the port of discharge that each source booked last with the route.
fn doubts_about_booked_ports<'f>(current: &[&'f Fact], picture: &Picture) -> Vec<(&'f Fact, Finding)> {
    let mut sources = HashSet::new();
    let mut doubts = Vec::new();
    for fact in current.iter().copied().rev() {
        if let Statement::Particulars(Particulars { port_of_discharge: Some(booked), .. }) = &fact.statement
            && sources.insert(&fact.source)
        {
            doubts.extend(doubt_about_booked_port(booked, picture).map(|found| (fact, found)));
        }
    }
    doubts
}

/// A booked port that the route does not contain.
fn doubt_about_booked_port(booked: &Place, picture: &Picture) -> Option<Finding> {
    let found = picture.port_of_discharge.as_ref()?;
    let is_destination =
        || picture.destination.as_ref().is_some_and(|place| place.code_or_name() == booked.code_or_name());
    let is_comparable = booked.locode.is_some() == found.locode.is_some();
    let is_same = places::port_area(&booked.code_or_name()) == places::port_area(&found.code_or_name());
    if let (true, Some(stranded_at)) = (is_same, &picture.stranded_at) {
        let text = format!(
            "{} is booked as the port of discharge, but the container was discharged at {}, and nothing further is expected",
            booked.code_or_name(),
            stranded_at.code_or_name()
        );
        return Some(Finding::new("booked_port", "/particulars/port_of_discharge", text));
    }
    (is_comparable && !is_same && !is_destination()).then(|| {
        let text = format!(
            "{} is booked as the port of discharge, but the container is discharged at {}",
            booked.code_or_name(),
            found.code_or_name()
        );
        Finding::new("booked_port", "/particulars/port_of_discharge", text)
    })
}

/// The values of the reading that are doubtful on the trip of the container.
fn doubts_about_reading(fact: &Fact, picture: &Picture) -> Vec<Finding> {
    let containers = picture
        .containers
        .iter()
        .filter(|container| fact.container.as_ref().is_none_or(|number| *number == container.container.number));
    let doubts = containers.flat_map(|container| &container.reading_doubts);
    let is_about_fact = |doubt: &&ReadingDoubt| doubt.received_at == fact.received_at && doubt.source == fact.source;
    doubts.filter(is_about_fact).map(|doubt| reading_finding(doubt, fact)).collect()
}

fn reading_finding(doubt: &ReadingDoubt, fact: &Fact) -> Finding {
    let (pointer, subject) = match &fact.statement {
        Statement::Event(event) => ("/event/movement", named(event)),
        Statement::TerminalStatus(reading) => {
            let pointer = doubt.value.pointer();
            let value = value_text(reading, pointer).map(|value| format!(" {value}")).unwrap_or_default();
            (pointer, format!("{}{value}", doubt.value.name()))
        }
        _ => (doubt.value.pointer(), doubt.value.name().to_owned()),
    };
    let published = if doubt.is_published { "published nevertheless" } else { "not published" };
    let (reason, why) = match doubt.problem {
        ReadingProblem::BeforeTrip(day) => ("before_trip", format!("is before the first event of the trip ({day})")),
        ReadingProblem::BeforeArrival(day) => ("before_arrival", format!("is before the container arrived ({day})")),
        ReadingProblem::BeforeExpectedArrival(day) => {
            ("before_arrival", format!("is before the expected arrival of the container ({day})"))
        }
        ReadingProblem::BeforeDischarge(day) => {
            ("before_discharge", format!("is before the container was discharged ({day})"))
        }
        ReadingProblem::BeforeRamp(day) => (
            "before_arrival",
            format!("is before the container arrives at the inland destination ({day}), so it does not apply there"),
        ),
        ReadingProblem::AfterDeparture => {
            ("after_departure", "was reported after the container left the terminal".to_owned())
        }
        ReadingProblem::OtherSource => ("other_source", "differs from what a preferred source reports".to_owned()),
        ReadingProblem::AwaitsArrival => ("awaits_arrival", "was reported before the container arrived".to_owned()),
        ReadingProblem::Unconfirmed(since) => (
            "unconfirmed",
            format!(
                "has not been confirmed since {}, and another source reports another value",
                since.format("%Y-%m-%dT%H:%M:%SZ")
            ),
        ),
        ReadingProblem::FurtherSeal => ("further_seal", "differs from the seal of a preferred source".to_owned()),
    };
    Finding::new(reason, pointer, format!("{subject} {why}: it is {published}"))
}

/// The value of a member of a reading as text.
fn value_text(reading: &TerminalStatus, pointer: &str) -> Option<String> {
    let mut reading = reading.clone();
    if let Some((_, at)) = reading.times().into_iter().find(|(at, _)| *at == pointer) {
        return at.take().map(|at| at.to_string());
    }
    match pointer {
        "/reading/terminal" => reading.terminal,
        "/reading/size_type" => reading.size_type,
        "/reading/seal_number" => reading.seal_number,
        "/reading/fees" => {
            let text = |fee: &TerminalFee| {
                let currency = fee.currency_code.as_ref().map(|code| format!(" {code}")).unwrap_or_default();
                format!("{}{currency} {}", fee.amount, fee.kind)
            };
            Some(reading.fees?.iter().map(text).collect::<Vec<_>>().join(", "))
        }
        "/reading/holds" => {
            let changes = reading.hold_changes.map(|changes| changes.placed);
            let holds = reading.holds.or(changes)?;
            Some(holds.iter().map(|hold| hold.name.as_str()).collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

/// If the fact has the codes of its source, the movement is an interpretation of these codes and is not doubted by the parser.
fn doubts_about_names(event: &Event, fact: &Fact) -> Vec<Finding> {
    let motion = &event.motion;
    let has_codes = fact.codes.keys().any(|name| !name.starts_with('/'));
    let mut doubts = Vec::new();
    let unknown_code = fact.codes.get(UNKNOWN_MOVEMENT).and_then(|code| code.as_str());
    if unknown_code.is_some() || !has_codes && !motion.movement.has_meaning() {
        let text = match unknown_code {
            Some(code) => format!("{} is an unknown code, so it becomes no event", Quoted(code)),
            None => {
                format!("{} is not a known movement, so it becomes no event", Quoted(motion.movement.as_str()))
            }
        };
        doubts.push(Finding::new("unknown_movement", "/event/movement", text));
    }
    if let Some(mode) = motion.mode.as_ref().filter(|mode| !mode.is_known()) {
        let text = format!(
            "{} is not a known mode (vessel, barge, rail, truck), so the event has no meaning",
            Quoted(mode.as_str())
        );
        doubts.push(Finding::new("unknown_mode", "/event/mode", text));
    }
    if let Some(phase) = motion.phase.as_ref().filter(|phase| !phase.is_known()) {
        let text =
            format!("{} is not a known phase (export, transshipment, import) and was ignored", Quoted(phase.as_str()));
        doubts.push(Finding::new("unknown_phase", "/event/phase", text));
    }
    doubts.extend(doubt_about_classifier(event, fact));
    doubts.extend(doubt_about_refused_container(event, fact));
    doubts.extend(doubt_about_other_container(event, fact));
    doubts
}

/// A statement of a carrier without a classifier, or with an unknown one, is never actual.
fn doubt_about_classifier(event: &Event, fact: &Fact) -> Option<Finding> {
    let text = match fact.codes.get(UNKNOWN_CERTAINTY)?.as_str()? {
        "" => format!("{} has no classifier", named(event)),
        unknown => format!("{} has the unknown classifier {}", named(event), Quoted(unknown)),
    };
    Some(Finding::new("no_classifier", "/event/certainty", format!("{text}, so it does not count as an actual event")))
}

/// An event with a text in place of a container number applies to no container.
fn doubt_about_refused_container(event: &Event, fact: &Fact) -> Option<Finding> {
    let text = Quoted(fact.codes.get(REFUSED_CONTAINER)?.as_str()?).to_string();
    let text = format!("{text} is not a container number, so {} applies to no container", named(event));
    Some(Finding::new("invalid_number", REFUSED_CONTAINER, text))
}

/// The parts of a message may name different containers for one event.
fn doubt_about_other_container(event: &Event, fact: &Fact) -> Option<Finding> {
    let other = Quoted(fact.codes.get(OTHER_CONTAINER)?.as_str()?).to_string();
    let used = fact.container.as_deref().unwrap_or_default();
    let text = format!(
        "the message names {used} and, in another segment, {other} as the container: {} is recorded for {used}",
        named(event)
    );
    Some(Finding::new("other_number", "/container", text))
}

/// The parser stores unknown members in the codes, under their JSON pointers.
fn doubts_about_members(fact: &Fact) -> Vec<Finding> {
    let is_known = |name: &str| {
        TIME_POINTERS.contains(&name)
            || [OTHER_CONTAINER, REFUSED_CONTAINER, UNKNOWN_CERTAINTY, UNKNOWN_MOVEMENT].contains(&name)
    };
    let names = fact.codes.keys().filter(|name| name.starts_with('/') && !is_known(name));
    let doubt = |pointer: &String| {
        let name = pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        let name = Quoted(&name);
        let text =
            format!("{name} ({pointer}) is not a known member: it was stored in the codes and otherwise ignored");
        Finding::new("unknown_member", pointer, text)
    };
    names.map(doubt).collect()
}

const TIME_POINTERS: [&str; 5] = [
    "/event/at",
    "/reading/pickup_lfd_line",
    "/reading/pickup_lfd_terminal",
    "/reading/pickup_lfd_rail",
    "/reading/pickup_appointment_at",
];

fn doubt_about_number(number: &str, pointer: &str) -> Option<Finding> {
    let problem = ContainerNumber::parse(number).err()?;
    let text = format!("{} is tracked as a container, but {}", Quoted(number), problem.message());
    Some(Finding::new("invalid_number", pointer, text))
}

fn doubt_about_zone(place: &Place) -> Option<Finding> {
    let name = place.timezone.as_deref()?;
    let finding = |text: String| Finding::new("time_zone", "", text);
    let Some(zone) = Zone::named(name) else {
        return Some(finding(format!(
            "{} is not an IANA time zone, such as \"America/Los_Angeles\", and was ignored",
            Quoted(name)
        )));
    };
    let code = place.locode.as_deref()?;
    let usual = Zone::named(places::timezone(code)?)?;
    let days = [(2026, 1, 15), (2026, 7, 15)].map(|(year, month, day)| NaiveDate::from_ymd_opt(year, month, day));
    let is_same = days.into_iter().flatten().all(|day| zone.start_of_day(day) == usual.start_of_day(day));
    let (named, usual) = (zone.name(), usual.name());
    (!is_same).then(|| {
        finding(format!("the time zone of {} is {usual}, not {named}: times there may be wrong by hours", Quoted(code)))
    })
}

fn doubt_about_locode(place: &Place) -> Option<Finding> {
    let code = place.locode.as_deref()?;
    let problem = match UnLocode::parse(code) {
        Err(_) => "is not a UN/LOCODE (two letters, then three letters or digits from 2 to 9)",
        Ok(code) if cfg!(feature = "places") && places::location(code.as_str()).is_none() => {
            "is not in the table of UN/LOCODEs"
        }
        Ok(_) => return None,
    };
    let text = format!("{} {problem}: it counts as a separate place", Quoted(code));
    Some(Finding::new("unknown_place", "", text))
}

fn doubt_about_text(pointer: &str, code: &serde_json::Value) -> Option<Finding> {
    let text = code.as_str().filter(|text| !is_time(&Timestamp::from(*text)))?;
    let text = format!("{} ({pointer}) is not a date or a time and was ignored", Quoted(text));
    Some(Finding::new("not_a_time", pointer, text))
}

fn doubt_about_clock(fact: &Fact, pointer: &str, at: &Timestamp, picture: &Picture) -> Option<Finding> {
    let finding = |text: String| Some(Finding::new("local_time", pointer, text));
    let shown = local(at)?;
    let (port, destination) = (picture.port_of_discharge.as_ref(), picture.destination.as_ref());
    let place = match &fact.statement {
        Statement::Event(event) => Some(&event.place),
        _ => clock_of(pointer, port, destination),
    };
    let named_zone = || Zone::named(place?.timezone.as_deref()?);
    let concluded = || {
        let mark = mark_of(fact)?;
        Zone::named(picture.concluded_zones.get(&mark)?)
    };
    let others = || Zone::named(picture.zones.get(&*place?.code_or_name())?);
    let Some(zone) = named_zone().or_else(concluded).or_else(others) else {
        let named = place.map(Place::code_or_name).filter(|name| !name.is_empty());
        let there = named.map_or("a place without a name".to_owned(), |name| Quoted(&name).to_string());
        return finding(format!(
            "times at {there} have no offset, and its time zone is unknown: they are shown as UTC and may be wrong by hours. Add \
             \"timezone\" to the place"
        ));
    };
    let (_, issue) = zone.moment(shown)?;
    finding(match issue? {
        LocalTimeIssue::Ambiguous => {
            format!("{at} exists twice in {}, because clocks are set back: the first is used", zone.name())
        }
        LocalTimeIssue::Nonexistent => format!(
            "{at} does not exist in {}, because clocks are set forward: the offset from before is used",
            zone.name()
        ),
    })
}

fn doubt_about_moment(fact: &Fact, pointer: &str, at: &Timestamp, window: &TimeWindow) -> Option<Finding> {
    let begins = earliest(at)?;
    if !window.is_plausible(at) {
        let text =
            format!("{at} ({pointer}) is unlikely and counts as no time: it is before 2000 or more than 2 years ahead");
        return Some(Finding::new("unlikely_time", pointer, text));
    }
    let is_ahead = || begins > saturating_add(window.now, CLOCK_TOLERANCE);
    match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual && is_ahead() => {
            let counts = if is_in_future(at, window.now) { ", so it counts as estimated" } else { "" };
            let text = format!(
                "{} is reported as actual, but its time {at} is in the future{counts}",
                event.motion.milestone()
            );
            Some(Finding::new("future_actual", pointer, text))
        }
        Statement::TerminalStatus(_) if pointer == "/reading/pickup_appointment_at" && at.is_date() => {
            Some(Finding::new("no_time_of_day", pointer, format!("the pickup appointment has no time of day: {at}")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::{FoldPolicy, fold};

    fn doubts_of(facts: &[Fact]) -> Vec<String> {
        let now = "2026-05-10T12:00:00Z".parse().unwrap();
        doubts(facts, &fold(facts, now, &FoldPolicy::default()), now)
    }

    fn doubts_about_statement(statement: &str) -> Vec<String> {
        let zone = r#"{"particulars": {"port_of_discharge": {"locode": "USLAX", "timezone": "America/Los_Angeles"}}}"#;
        doubts_of(&Fact::parse_all(&format!("{zone}\n{statement}")).unwrap())
    }

    fn event(at: &str, place: &str) -> Vec<String> {
        doubts_about_statement(&format!(r#"{{"event": {{"milestone": "full_out", "at": "{at}", "place": {place}}}}}"#))
    }

    const LAX: &str = r#"{"locode": "USLAX"}"#;

    fn assert_one(doubts: &[String], parts: [&str; 2]) {
        assert_eq!(doubts.len(), 1, "{doubts:?}");
        assert!(parts.iter().all(|part| doubts[0].contains(part)), "{doubts:?}");
    }

    #[test]
    fn an_unknown_movement_is_doubted_unless_the_fact_has_codes() {
        let of = |codes: &str| {
            doubts_about_statement(&format!(
                r#"{{"event": {{"movement": "document_issued", "at": "2026-05-01T10:00:00Z"}}, "codes": {codes}}}"#
            ))
        };
        assert_one(&of("{}"), ["document_issued", "not a known movement"]);
        assert_eq!(of(r#"{"shipmentEventTypeCode": "ISSU"}"#), [""; 0]);
    }

    #[test]
    fn local_time_without_a_zone_is_doubted_once_for_each_place() {
        assert_eq!(event("2026-05-01T10:00:00", LAX), [""; 0], "another fact names its zone");
        assert_eq!(event("2026-05-01T10:00:00", r#"{"name": "x", "timezone": "Asia/Shanghai"}"#), [""; 0]);
        assert_eq!(event("2026-05-01", r#"{"name": "x"}"#), [""; 0], "a date needs no zone");
        #[cfg(feature = "places")]
        assert_eq!(event("2026-05-01T10:00:00", r#"{"locode": "USOAK"}"#), [""; 0], "the tables know its zone");
        assert_one(&event("2026-05-01T10:00:00", r#"{"name": "Nowhere"}"#), ["NOWHERE", "UTC"]);
        assert_one(&event("2026-05-01T10:00:00", "null"), ["a place without a name", "UTC"]);
        let twice = ["01", "02"].map(|day| {
            format!(
                r#"{{"event": {{"milestone": "full_out", "at": "2026-05-{day}T10:00:00", "place": {{"name": "x"}}}}}}"#
            )
        });
        assert_eq!(doubts_about_statement(&twice.join("\n")).len(), 1);
    }

    #[test]
    #[cfg(feature = "places")]
    fn a_zone_that_differs_from_the_tables_is_doubted() {
        let doubts = event("2026-05-01T10:00:00", r#"{"locode": "USSEA", "timezone": "Asia/Tokyo"}"#);
        assert_eq!(
            doubts,
            ["the time zone of \"USSEA\" is America/Los_Angeles, not Asia/Tokyo: times there may be wrong by hours"]
        );
        assert_eq!(event("2026-05-01T10:00:00", r#"{"locode": "USSEA", "timezone": "US/Pacific"}"#), [""; 0]);
        assert_eq!(
            event("2026-05-01T10:00:00", r#"{"locode": "USZZ9", "timezone": "America/Denver"}"#).len(),
            1,
            "only the UN/LOCODE is doubted"
        );
    }

    #[test]
    fn an_unknown_zone_is_doubted_and_ignored() {
        let doubts = event("2026-05-01T10:00:00", r#"{"name": "Nowhere", "timezone": "PT"}"#);
        assert_eq!(doubts.len(), 2, "{doubts:?}");
        assert!(doubts[0].contains("\"PT\"") && doubts[1].contains("NOWHERE"), "{doubts:?}");
    }

    #[test]
    fn an_hour_that_exists_twice_or_never_is_doubted() {
        assert_one(&event("2026-03-08T02:30:00", LAX), ["does not exist", "America/Los_Angeles"]);
        let back = doubts_about_statement(
            r#"{"event": {"milestone": "full_out", "certainty": "planned", "at": "2026-11-01T01:30:00",
                "place": {"locode": "USLAX"}}}"#,
        );
        assert_one(&back, ["twice", "the first"]);
    }

    #[test]
    fn actual_events_in_the_future_and_unlikely_years_are_doubted() {
        assert_eq!(event("2026-05-10T12:59:00Z", LAX), [""; 0], "clocks of sources are not exact");
        assert_eq!(event("2026-05-11", LAX), [""; 0], "it may be the eleventh already in another zone");
        assert_one(&event("2026-05-10T13:01:00Z", LAX), ["full_out", "in the future"]);
        assert_one(&event("2026-05-12", LAX), ["full_out", "2026-05-12"]);
        for at in ["1969-12-31T12:00:00Z", "0001-01-01", "9999-12-31", "2032-01-01T00:00:00Z"] {
            assert_one(&event(at, LAX), [at, "unlikely"]);
        }
    }

    #[test]
    fn times_of_readings_are_doubted_like_times_of_events() {
        assert_one(
            &doubts_about_statement(r#"{"reading": {"pickup_appointment_at": "2026-05-12"}}"#),
            ["2026-05-12", "no time of day"],
        );
        assert_one(
            &doubts_about_statement(r#"{"reading": {"pickup_lfd_line": "9999-12-31"}}"#),
            ["9999-12-31", "pickup_lfd_line"],
        );
        assert_eq!(doubts_about_statement(r#"{"reading": {"pickup_lfd_line": "2026-05-12T08:00:00"}}"#), [""; 0]);
        let nowhere = Fact::parse_all(r#"{"reading": {"pickup_lfd_line": "2026-05-12T08:00:00"}}"#).unwrap();
        assert_one(&doubts_of(&nowhere), ["a place without a name", "UTC"]);
    }

    #[test]
    fn an_invalid_time_in_the_codes_is_doubted() {
        let invalid = doubts_about_statement(r#"{"event": {"milestone": "full_out"}, "codes": {"/event/at": "soon"}}"#);
        assert_one(&invalid, ["\"soon\"", "/event/at"]);
        let read = doubts_about_statement(
            r#"{"event": {"milestone": "full_out"}, "codes": {"/event/at": "2026-05-01T10:00:00"}}"#,
        );
        assert_eq!(read, [""; 0]);
    }

    #[test]
    fn unknown_milestones_and_wrong_numbers_are_doubted_once_each() {
        let facts = Fact::parse_all(
            r#"[{"container": "MSKU0308961", "event": {"milestone": "vessel_departed", "at": "2026-05-01T10:00:00Z"}},
                {"container": "MSKU0308961", "event": {"milestone": "vesel_departed"}},
                {"container": "TGHU1643396", "event": {"milestone": "vesel_departed"}},
                {"container": "MSCU1234567", "reading": {"seal_number": "1"}},
                {"particulars": {"containers": ["MSKU0308961", "MSCU1234567", "a container"]}},
                {"withdrawn": "2|shipping_line|*|vesel_arrived|expected|laden|USLAX|0"}]"#,
        );
        let doubts = doubts_of(&facts.unwrap());
        assert_eq!(doubts.len(), 3, "{doubts:?}");
        assert!(
            doubts[0].contains("vesel_departed")
                && doubts[1].contains("MSCU1234567")
                && doubts[1].contains("check digit")
        );
        assert!(doubts[2].contains("a container"));
    }

    #[test]
    fn an_invalid_or_unknown_locode_is_doubted() {
        assert_one(&event("2026-05-01", r#"{"locode": "LOSANGELES"}"#), ["LOSANGELES", "two letters"]);
        #[cfg(feature = "places")]
        assert_one(&event("2026-05-01", r#"{"locode": "uslxa"}"#), ["uslxa", "not in the table"]);
        #[cfg(feature = "places")]
        assert_eq!(event("2026-05-01", r#"{"locode": "us lax"}"#), [""; 0], "spelling does not matter");
        assert_one(
            &doubts_about_statement(r#"{"particulars": {"destination": {"locode": "CHICAGO"}}}"#),
            ["CHICAGO", "UN/LOCODE"],
        );
    }

    #[test]
    fn unknown_phases_and_members_are_doubted() {
        let with_members = |event: &str| {
            doubts_about_statement(&format!(
                r#"{{"event": {{"movement": "arrived", "at": "2026-05-01T10:00:00Z", {event}}}}}"#
            ))
        };
        assert_one(&with_members(r#""phase": "improt""#), ["improt", "export, transshipment, import"]);
        assert_one(&with_members(r#""vesel": {"name": "x"}"#), ["\"vesel\"", "/event/vesel"]);
        assert_one(
            &with_members(r#""place": {"locode": "USLAX", "facilty": "x"}"#),
            ["\"facilty\"", "/event/place/facilty"],
        );
        let withdrawn = doubts_about_statement(r#"{"reading": {"pickup_lfd_lin": null}}"#);
        assert_one(&withdrawn, ["\"pickup_lfd_lin\"", "not a known member"]);
        assert_eq!(with_members(r#""phase": "import""#), [""; 0]);
    }

    #[test]
    fn an_unknown_kind_of_source_is_doubted() {
        let with_source = |source: &str| {
            doubts_about_statement(&format!(
                r#"{{"source": {source}, "event": {{"movement": "arrived", "at": "2026-05-01T10:00:00Z"}}}}"#
            ))
        };
        assert_one(&with_source(r#""terminl""#), ["terminl", "shipping_line, terminal"]);
        assert_one(&with_source(r#"{"kind": "terminl", "name": "WBCT"}"#), ["terminl", "kind of source"]);
        assert_eq!(with_source(r#"{"kind": "terminal", "name": "WBCT"}"#), [""; 0]);
    }

    #[test]
    fn facts_can_be_checked_before_they_are_recorded() {
        let facts = Fact::parse_all(r#"{"event": {"movement": "arived"}}"#).unwrap();
        assert_one(&doubts_alone(&facts, "2026-05-10T12:00:00Z".parse().unwrap()), ["arived", "movement"]);
    }

    #[test]
    fn movements_of_a_booking_are_not_doubted() {
        let with_movement = |movement: &str| {
            doubts_about_statement(&format!(r#"{{"event": {{"movement": "{movement}", "documents": ["B1"]}}}}"#))
        };
        for movement in ["booking_cancelled", "booking_confirmed", "booking_cancellation_confirmed"] {
            assert_eq!(with_movement(movement), [""; 0], "{movement}");
        }
        assert_one(&with_movement("booking_canceled"), ["booking_canceled", "movement"]);
    }

    #[test]
    fn at_most_twenty_doubts_are_returned() {
        let fact = |number: usize| format!(r#"{{"event": {{"milestone": "strange_{number}"}}}}"#);
        let text = (0..100).map(fact).collect::<Vec<_>>().join("\n");
        let doubts = doubts_of(&Fact::parse_all(&text).unwrap());
        assert_eq!(
            (doubts.len(), doubts.last().unwrap().as_str()),
            (MAX_DOUBTS + 1, "there are more doubts than these")
        );
    }

    #[test]
    fn an_actual_event_without_a_time_is_doubted() {
        let without_time =
            doubts_about_statement(r#"{"event": {"milestone": "full_out", "place": {"locode": "USLAX"}}}"#);
        assert_one(&without_time, ["full_out at USLAX", "has no time"]);
        let planned = r#"{"event": {"milestone": "full_out", "certainty": "planned"}}"#;
        assert_eq!(doubts_about_statement(planned), [""; 0]);
    }

    #[test]
    fn a_statement_without_a_classifier_is_doubted() {
        let of = |codes: &str| {
            doubts_about_statement(&format!(
                r#"{{"event": {{"milestone": "full_out", "certainty": "estimated", "at": "2026-05-11"}}, "codes": {codes}}}"#
            ))
        };
        assert_one(&of(r#"{"/event/certainty": ""}"#), ["no classifier", "full_out"]);
        assert_one(&of(r#"{"/event/certainty": "XYZ"}"#), ["XYZ", "unknown classifier"]);
    }

    mod of_shipment {
        use std::collections::BTreeMap;

        use serde_json::json;

        use super::*;
        use crate::tracking::Target;

        fn listed(lines: &[&str]) -> Vec<Doubt> {
            let at = |minute: usize| format!("2026-05-20T12:{minute:02}:00Z").parse().unwrap();
            let fact = |(number, line): (usize, &&str)| {
                let fields: serde_json::Map<_, _> = serde_json::from_str(line).unwrap();
                let mut fact = json!({ "container": "MSKU0308961" });
                fact.as_object_mut().unwrap().extend(fields);
                Fact::parse_all(&fact.to_string()).unwrap().remove(0).received(at(number))
            };
            let facts: Vec<Fact> = lines.iter().enumerate().map(fact).collect();
            let (trips, confirmations) = (BTreeMap::new(), crate::tracking::Confirmations::default());
            let selection = TripSelection {
                target: Target::AllContainers,
                stored_trips: &trips,
                under_way_at: None,
                confirmations: &confirmations,
            };
            doubts_of_shipment(&facts, &selection, at(59), &FoldPolicy::default())
        }

        const VOYAGE: [&str; 6] = [
            r#"{"event": {"movement": "gate_out", "empty": true, "at": "2026-05-01T02:00:00Z", "place": {"locode": "CNSHA"}}}"#,
            r#"{"event": {"movement": "loaded", "mode": "vessel", "at": "2026-05-02T02:00:00Z", "place": {"locode": "CNSHA"}}}"#,
            r#"{"event": {"movement": "departed", "mode": "vessel", "at": "2026-05-03T02:00:00Z", "place": {"locode": "CNSHA"}}}"#,
            r#"{"event": {"movement": "arrived", "mode": "vessel", "at": "2026-05-15T18:00:00Z", "place": {"locode": "USLAX"}}}"#,
            r#"{"event": {"movement": "discharged", "mode": "vessel", "at": "2026-05-16T18:00:00Z", "place": {"locode": "USLAX"}}}"#,
            r#"{"event": {"movement": "customs_released", "at": "2026-05-17T18:00:00Z", "place": {"locode": "USLAX"}}}"#,
        ];

        fn after(more: &[&str]) -> Vec<(&'static str, Option<String>)> {
            let doubts = listed(&[&VOYAGE[..], more].concat());
            doubts.into_iter().map(|doubt| (doubt.reason, doubt.pointer)).collect()
        }

        #[test]
        fn a_usual_voyage_has_no_doubts() {
            assert_eq!(
                after(&[r#"{"reading": {"pickup_lfd_terminal": "2026-05-22", "available_for_pickup": true}}"#]),
                []
            );
        }

        #[test]
        fn a_doubt_has_the_statement_and_the_member() {
            let early = r#"{"source": "terminal", "reading": {"pickup_lfd_terminal": "2026-05-10"}}"#;
            let doubts = listed(&[&VOYAGE[..], &[early]].concat());
            assert_eq!(
                json!(doubts),
                json!([{
                    "reason": "before_arrival",
                    "text": "pickup_lfd_terminal 2026-05-10 is before the container arrived (2026-05-15): it is not published",
                    "container": "MSKU0308961",
                    "source": "terminal",
                    "received_at": "2026-05-20T12:06:00Z",
                    "pointer": "/reading/pickup_lfd_terminal",
                    "event": null,
                    "at": null,
                    "locode": null,
                }])
            );
        }

        #[test]
        fn an_unknown_movement_and_a_withdrawal_of_an_unknown_event_are_listed_until_they_are_replaced() {
            let strange = r#"{"event": {"movement": "fumigatd", "at": "2026-05-18T02:00:00Z"}}"#;
            let withdrawn = r#"{"withdrawn": "2|shipping_line|MSKU0308961|loaded|actual|laden|NLRTM|0"}"#;
            let expected = [("unknown_event", "/withdrawn"), ("unknown_movement", "/event/movement")];
            let expected = expected.map(|(reason, pointer)| (reason, Some(pointer.to_owned())));
            assert_eq!(after(&[strange, withdrawn]), expected);
        }

        #[test]
        fn an_event_of_another_trip_is_listed() {
            let next = [
                r#"{"event": {"movement": "gate_out", "mode": "truck", "at": "2026-05-18T02:00:00Z", "place": {"locode": "USLAX"}}}"#,
                r#"{"event": {"movement": "gate_in", "empty": true, "at": "2026-05-18T12:00:00Z", "place": {"locode": "USLAX"}}}"#,
                r#"{"event": {"movement": "gate_out", "empty": true, "at": "2026-05-19T02:00:00Z", "place": {"locode": "USLAX"}}}"#,
                r#"{"event": {"movement": "loaded", "mode": "vessel", "at": "2026-05-20T02:00:00Z", "place": {"locode": "USLAX"}}}"#,
            ];
            let reasons: Vec<_> = after(&next).into_iter().map(|(reason, _)| reason).collect();
            assert!(!reasons.is_empty() && reasons.iter().all(|reason| *reason == "other_trip"), "{reasons:?}");
        }
    }
}

//! Finds facts that look wrong. They are recorded nevertheless, because the source may know better.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};

use super::fact::{REFUSED_CONTAINER, UNKNOWN_CERTAINTY};
use super::fold::{FoldPolicy, clock_of, fold};
use super::moment::{earliest, is_time, local};
use super::{Certainty, Event, Fact, Picture, Place, Statement};
use crate::error::Quoted;
use crate::numbers::{ContainerNumber, UnLocode};
use crate::places;
use crate::resources::{DataSource, Timestamp};
use crate::zones::{LocalTimeIssue, Zone};

/// Maximum number of doubts that are reported about one set of facts.
const MAX_DOUBTS: usize = 20;

/// Clocks of sources are not exact, so an actual event may be this far in the future.
const CLOCK_TOLERANCE: TimeDelta = TimeDelta::hours(1);

/// Voyages are not planned more than this many years ahead.
const LAST_YEARS: i32 = 5;

/// Returns what looks wrong about these facts, one sentence for each doubt: an unknown movement, mode, phase or kind of source, an
/// invalid container number or UN/LOCODE, an unlikely or ambiguous time, or an unknown member.
///
/// If there are more than twenty, the first twenty and a sentence that there are more. `picture` must be derived from all facts about
/// the number: it has the time zones of places that other facts name.
pub fn doubts(facts: &[Fact], picture: &Picture, now: DateTime<Utc>) -> Vec<String> {
    let mut doubts = Vec::new();
    for doubt in facts.iter().flat_map(|fact| doubts_about(fact, picture, now)) {
        if doubts.contains(&doubt) {
            continue;
        }
        if doubts.len() == MAX_DOUBTS {
            doubts.push("there are more doubts than these".to_owned());
            break;
        }
        doubts.push(doubt);
    }
    doubts
}

/// Returns what looks wrong about these facts if there are no others. Use it to check facts before they are recorded. They are
/// checked as if they were received at `now`.
pub fn doubts_alone(facts: &[Fact], now: DateTime<Utc>) -> Vec<String> {
    doubts(facts, &fold(facts, now, &FoldPolicy::default()), now)
}

fn doubts_about(fact: &Fact, picture: &Picture, now: DateTime<Utc>) -> Vec<String> {
    let mut doubts = Vec::new();
    let kind = &fact.source.kind;
    if !kind.is_known() {
        let names = DataSource::ALL.iter().map(DataSource::as_str).collect::<Vec<_>>().join(", ");
        doubts.push(format!("{} is not a kind of source. Use one of {names}", Quoted(kind.as_str())));
    }
    let mut listed: &[String] = &[];
    match &fact.statement {
        Statement::Event(event) => doubts.extend(doubts_about_names(event, fact)),
        Statement::Particulars(particulars) => listed = &particulars.containers,
        _ => {}
    }
    doubts.extend(fact.container.iter().chain(listed).filter_map(|number| doubt_about_number(number)));
    doubts.extend(
        fact.statement.places().flat_map(|place| [doubt_about_zone(place), doubt_about_locode(place)]).flatten(),
    );
    doubts.extend(doubts_about_members(fact));
    doubts.extend(doubts_about_unused_event(fact));
    let mut statement = fact.statement.clone();
    for (pointer, at) in statement.times() {
        match at {
            Some(at) => {
                doubts.extend(doubt_about_clock(fact, pointer, at, picture));
                doubts.extend(doubt_about_moment(fact, pointer, at, now));
            }
            None => doubts.extend(fact.codes.get(pointer).and_then(|code| doubt_about_text(pointer, code))),
        }
    }
    doubts
}

/// If the fact has the codes of its source, the movement is an interpretation of these codes and is not doubted.
fn doubts_about_names(event: &Event, fact: &Fact) -> Vec<String> {
    let motion = &event.motion;
    let has_codes = fact.codes.keys().any(|name| !name.starts_with('/'));
    let mut doubts = Vec::new();
    if !has_codes && !motion.movement.has_meaning() {
        let movement = Quoted(motion.movement.as_str());
        doubts.push(format!("{movement} is not a known movement, so it becomes no event"));
    }
    if let Some(mode) = motion.mode.as_ref().filter(|mode| !mode.is_known()) {
        doubts.push(format!(
            "{} is not a known mode (vessel, barge, rail, truck), so the event has no meaning",
            Quoted(mode.as_str())
        ));
    }
    if let Some(phase) = motion.phase.as_ref().filter(|phase| !phase.is_known()) {
        doubts.push(format!(
            "{} is not a known phase (export, transshipment, import) and was ignored",
            Quoted(phase.as_str())
        ));
    }
    doubts
}

/// The parser stores unknown members in the codes, under their JSON pointers.
fn doubts_about_members(fact: &Fact) -> Vec<String> {
    let is_known = |name: &str| TIME_POINTERS.contains(&name) || [REFUSED_CONTAINER, UNKNOWN_CERTAINTY].contains(&name);
    let names = fact.codes.keys().filter(|name| name.starts_with('/') && !is_known(name));
    let doubt = |pointer: &String| {
        let name = pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        let name = Quoted(&name);
        format!("{name} ({pointer}) is not a known member: it was stored in the codes and otherwise ignored")
    };
    names.map(doubt).collect()
}

/// An event that is not published because it lacks a container, a classifier or a time.
fn doubts_about_unused_event(fact: &Fact) -> Vec<String> {
    let Statement::Event(event) = &fact.statement else { return Vec::new() };
    let code = |name: &str| fact.codes.get(name).and_then(serde_json::Value::as_str);
    let movement = event.motion.movement.as_str();
    let place = event.place.locode.as_deref().or(event.place.name.as_deref());
    let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
    let mut doubts = Vec::new();
    if let Some(text) = code(REFUSED_CONTAINER) {
        doubts.push(format!(
            "{} is not a container number, so {}{place} applies to no container",
            Quoted(text),
            Quoted(movement)
        ));
    }
    match code(UNKNOWN_CERTAINTY) {
        Some("") => doubts
            .push(format!("{}{place} has no classifier, so it does not count as an actual event", Quoted(movement))),
        Some(text) => doubts.push(format!(
            "{}{place} has the unknown classifier {}, so it does not count as an actual event",
            Quoted(movement),
            Quoted(text)
        )),
        None => {}
    }
    if event.certainty == Certainty::Actual
        && event.motion.movement.is_known()
        && event.at.is_none()
        && code("/event/at").is_none()
    {
        doubts.push(format!("{}{place} has no time, so it is not published", Quoted(movement)));
    }
    doubts
}

const TIME_POINTERS: [&str; 5] = [
    "/event/at",
    "/reading/pickup_lfd_line",
    "/reading/pickup_lfd_terminal",
    "/reading/pickup_lfd_rail",
    "/reading/pickup_appointment_at",
];

fn doubt_about_number(number: &str) -> Option<String> {
    let problem = ContainerNumber::parse(number).err()?;
    Some(format!("{} is tracked as a container, but {}", Quoted(number), problem.message()))
}

fn doubt_about_zone(place: &Place) -> Option<String> {
    let name = place.timezone.as_deref()?;
    let Some(zone) = Zone::named(name) else {
        let doubts =
            format!("{} is not an IANA time zone, such as \"America/Los_Angeles\", and was ignored", Quoted(name));
        return Some(doubts);
    };
    let code = place.locode.as_deref()?;
    let usual = Zone::named(places::timezone(code)?)?;
    let days = [(2026, 1, 15), (2026, 7, 15)].map(|(year, month, day)| NaiveDate::from_ymd_opt(year, month, day));
    let is_same = days.into_iter().flatten().all(|day| zone.start_of_day(day) == usual.start_of_day(day));
    let (named, usual) = (zone.name(), usual.name());
    (!is_same).then(|| {
        format!("the time zone of {} is {usual}, not {named}: times there may be wrong by hours", Quoted(code))
    })
}

fn doubt_about_locode(place: &Place) -> Option<String> {
    let code = place.locode.as_deref()?;
    let problem = match UnLocode::parse(code) {
        Err(_) => "is not a UN/LOCODE (two letters, then three letters or digits from 2 to 9)",
        Ok(code) if cfg!(feature = "places") && places::location(code.as_str()).is_none() => {
            "is not in the table of UN/LOCODEs"
        }
        Ok(_) => return None,
    };
    Some(format!("{} {problem}: it counts as a separate place", Quoted(code)))
}

fn doubt_about_text(pointer: &str, code: &serde_json::Value) -> Option<String> {
    let text = code.as_str().filter(|text| !is_time(&Timestamp::from(*text)))?;
    Some(format!("{} ({pointer}) is not a date or a time and was ignored", Quoted(text)))
}

fn doubt_about_clock(fact: &Fact, pointer: &str, at: &Timestamp, picture: &Picture) -> Option<String> {
    let shown = local(at)?;
    let (port, destination) = (picture.port_of_discharge.as_ref(), picture.destination.as_ref());
    let place = match &fact.statement {
        Statement::Event(event) => Some(&event.place),
        _ => clock_of(pointer, port, destination),
    };
    let named_zone = || Zone::named(place?.timezone.as_deref()?);
    let others = || Zone::named(picture.zones.get(&*place?.code_or_name())?);
    let Some(zone) = named_zone().or_else(others) else {
        let named = place.map(Place::code_or_name).filter(|name| !name.is_empty());
        let there = named.map_or("a place without a name".to_owned(), |name| Quoted(&name).to_string());
        return Some(format!(
            "times at {there} have no offset, and its time zone is unknown: they are shown as UTC and may be wrong by hours. Add \
             \"timezone\" to the place"
        ));
    };
    let (_, issue) = zone.moment(shown)?;
    Some(match issue? {
        LocalTimeIssue::Ambiguous => {
            format!("{at} exists twice in {}, because clocks are set back: the first is used", zone.name())
        }
        LocalTimeIssue::Nonexistent => format!(
            "{at} does not exist in {}, because clocks are set forward: the offset from before is used",
            zone.name()
        ),
    })
}

fn doubt_about_moment(fact: &Fact, pointer: &str, at: &Timestamp, now: DateTime<Utc>) -> Option<String> {
    let begins = earliest(at)?;
    if begins.year() < 1970 || begins.year() > now.year().saturating_add(LAST_YEARS) {
        return Some(format!("{at} ({pointer}) is unlikely: it is before 1970 or more than {LAST_YEARS} years ahead"));
    }
    match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual && begins > now + CLOCK_TOLERANCE => {
            Some(format!("{} is reported as actual, but its time {at} is in the future", event.motion.milestone()))
        }
        Statement::TerminalStatus(_) if pointer == "/reading/pickup_appointment_at" && at.is_date() => {
            Some(format!("the pickup appointment has no time of day: {at}"))
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
                r#"{{"version": 2, "event": {{"movement": "document_issued", "at": "2026-05-01T10:00:00Z"}}, "codes": {codes}}}"#
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
                {"withdrawn": "shipping_line|*|vesel_arrived|estimated|USLAX|9321483|0"}]"#,
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
                r#"{{"version": 2, "event": {{"movement": "arrived", "at": "2026-05-01T10:00:00Z", {event}}}}}"#
            ))
        };
        assert_one(&with_members(r#""phase": "improt""#), ["improt", "export, transshipment, import"]);
        assert_one(&with_members(r#""vesel": {"name": "x"}"#), ["\"vesel\"", "/event/vesel"]);
        assert_one(
            &with_members(r#""place": {"locode": "USLAX", "facilty": "x"}"#),
            ["\"facilty\"", "/event/place/facilty"],
        );
        let withdrawn = doubts_about_statement(r#"{"version": 2, "reading": {"pickup_lfd_lin": null}}"#);
        assert_one(&withdrawn, ["\"pickup_lfd_lin\"", "not a known member"]);
        assert_eq!(with_members(r#""phase": "import""#), [""; 0]);
    }

    #[test]
    fn an_unknown_kind_of_source_is_doubted() {
        let with_source = |source: &str| {
            doubts_about_statement(&format!(
                r#"{{"version": 2, "source": {source}, "event": {{"movement": "arrived", "at": "2026-05-01T10:00:00Z"}}}}"#
            ))
        };
        assert_one(&with_source(r#""terminl""#), ["terminl", "shipping_line, terminal"]);
        assert_one(&with_source(r#"{"kind": "terminl", "name": "WBCT"}"#), ["terminl", "kind of source"]);
        assert_eq!(with_source(r#"{"kind": "terminal", "name": "WBCT"}"#), [""; 0]);
    }

    #[test]
    fn facts_can_be_checked_before_they_are_recorded() {
        let facts = Fact::parse_all(r#"{"version": 2, "event": {"movement": "arived"}}"#).unwrap();
        assert_one(&doubts_alone(&facts, "2026-05-10T12:00:00Z".parse().unwrap()), ["arived", "movement"]);
    }

    #[test]
    fn movements_of_a_booking_are_not_doubted() {
        let with_movement = |movement: &str| {
            doubts_about_statement(&format!(
                r#"{{"version": 2, "event": {{"movement": "{movement}", "documents": ["B1"]}}}}"#
            ))
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
}

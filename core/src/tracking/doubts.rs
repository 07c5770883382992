//! Doubts about facts, which are recorded all the same: a source may know more than we do.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};

use super::fold::{FoldPolicy, clock_of, fold};
use super::moment::{earliest, is_time, local};
use super::{Certainty, Event, Fact, Picture, Place, Statement};
use crate::error::Quoted;
use crate::numbers::{ContainerNumber, UnLocode};
use crate::places;
use crate::resources::{DataSource, Timestamp};
use crate::zones::{LocalTimeIssue, Zone};

const MOST: usize = 20;

/// Clocks of sources are not exact: only events later than this from now are doubted.
const AHEAD: TimeDelta = TimeDelta::hours(1);

/// Voyages are not planned so many years ahead, nor tracked from before 1970.
const LAST_YEARS: i32 = 5;

/// What looks wrong about these facts, one sentence each: a movement that has no meaning here and so becomes no event, a
/// mode, a part of the voyage or a kind of source nobody knows, a number that no container has, a UN/LOCODE that no place
/// has, a time that nobody can have meant, or that can be read in more than one way, a member this version has no place for.
/// Of many, the first twenty, and that there are more.
///
/// `picture` is what all facts together say; it knows the zones of places that others named.
pub fn doubts(facts: &[Fact], picture: &Picture, now: DateTime<Utc>) -> Vec<String> {
    let mut doubts = Vec::new();
    for doubt in facts.iter().flat_map(|fact| doubts_about(fact, picture, now)) {
        if doubts.contains(&doubt) {
            continue;
        }
        if doubts.len() == MOST {
            doubts.push("there are more doubts than these".to_owned());
            break;
        }
        doubts.push(doubt);
    }
    doubts
}

/// What looks wrong about these facts when nothing else is known: for whoever checks what he is going to give. They are
/// checked as if received at `now`.
pub fn doubts_alone(facts: &[Fact], now: DateTime<Utc>) -> Vec<String> {
    doubts(facts, &fold(facts, now, &FoldPolicy::default()), now)
}

fn doubts_about(fact: &Fact, picture: &Picture, now: DateTime<Utc>) -> Vec<String> {
    let mut doubts = Vec::new();
    let kind = &fact.source.kind;
    if !kind.is_known() {
        let known = DataSource::ALL.iter().map(DataSource::as_str).collect::<Vec<_>>().join(", ");
        doubts.push(format!("{} is not a kind of source: there are {known}", Quoted(kind.as_str())));
    }
    let mut listed: &[String] = &[];
    match &fact.statement {
        Statement::Event(event) => doubts.extend(doubts_about_words(event, fact)),
        Statement::Particulars(particulars) => listed = &particulars.containers,
        _ => {}
    }
    doubts.extend(fact.container.iter().chain(listed).filter_map(|number| doubt_about_number(number)));
    doubts.extend(
        fact.statement.places().flat_map(|place| [doubt_about_zone(place), doubt_about_locode(place)]).flatten(),
    );
    doubts.extend(doubts_about_members(fact));
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

/// If the fact has a code of its source, the name of the movement is an interpretation of that code and is not doubted.
fn doubts_about_words(event: &Event, fact: &Fact) -> Vec<String> {
    let motion = &event.motion;
    let was_read = fact.codes.keys().any(|name| !name.starts_with('/'));
    let mut doubts = Vec::new();
    if !was_read && !motion.movement.has_meaning() {
        let movement = Quoted(motion.movement.as_str());
        doubts.push(format!("{movement} is not a movement this version knows, and makes no event"));
    }
    if let Some(mode) = motion.mode.as_ref().filter(|mode| !mode.is_known()) {
        doubts.push(format!(
            "{} is not a mode this version knows (vessel, barge, rail, truck): its event means nothing here",
            Quoted(mode.as_str())
        ));
    }
    if let Some(phase) = motion.phase.as_ref().filter(|phase| !phase.is_known()) {
        doubts.push(format!(
            "{} is not a phase this version knows (export, transshipment, import): the route alone says what its event means",
            Quoted(phase.as_str())
        ));
    }
    doubts
}

/// The parser keeps unknown members among the codes, under their pointers.
fn doubts_about_members(fact: &Fact) -> Vec<String> {
    let names = fact.codes.keys().filter(|name| name.starts_with('/') && !MAYBE_TIMES.contains(&name.as_str()));
    let doubt = |pointer: &String| {
        let name = pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        let name = Quoted(&name);
        format!(
            "{name} ({pointer}) is not a member this version knows: it is kept among the codes, and says nothing here"
        )
    };
    names.map(doubt).collect()
}

const MAYBE_TIMES: [&str; 5] = [
    "/event/at",
    "/reading/pickup_lfd_line",
    "/reading/pickup_lfd_terminal",
    "/reading/pickup_lfd_rail",
    "/reading/pickup_appointment_at",
];

fn doubt_about_number(number: &str) -> Option<String> {
    let problem = ContainerNumber::parse(number).err()?;
    Some(format!("{} is followed as a container, but {}", Quoted(number), problem.message()))
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
    let is_one = days.into_iter().flatten().all(|day| zone.start_of_day(day) == usual.start_of_day(day));
    let (named, usual) = (zone.name(), usual.name());
    (!is_one)
        .then(|| format!("the clocks of {} go by {usual}, not by {named}: times there may be hours off", Quoted(code)))
}

fn doubt_about_locode(place: &Place) -> Option<String> {
    let code = place.locode.as_deref()?;
    let problem = match UnLocode::parse(code) {
        Err(_) => "is not a UN/LOCODE, which has two letters, then three letters or digits from 2 to 9",
        Ok(code) if cfg!(feature = "places") && places::location(code.as_str()).is_none() => {
            "is in no table of UN/LOCODEs this version has"
        }
        Ok(_) => return None,
    };
    Some(format!("{} {problem}: it is a place of its own", Quoted(code)))
}

fn doubt_about_text(pointer: &str, code: &serde_json::Value) -> Option<String> {
    let text = code.as_str().filter(|text| !is_time(&Timestamp::from(*text)))?;
    Some(format!("{} ({pointer}) is not a date, nor a date with a time, and was ignored", Quoted(text)))
}

fn doubt_about_clock(fact: &Fact, pointer: &str, at: &Timestamp, picture: &Picture) -> Option<String> {
    let shown = local(at)?;
    let (port, destination) = (picture.port_of_discharge.as_ref(), picture.destination.as_ref());
    let place = match &fact.statement {
        Statement::Event(event) => Some(&event.place),
        _ => clock_of(pointer, port, destination),
    };
    let own = || Zone::named(place?.timezone.as_deref()?);
    let others = || Zone::named(picture.zones.get(&*place?.code_or_name())?);
    let Some(zone) = own().or_else(others) else {
        let named = place.map(Place::code_or_name).filter(|name| !name.is_empty());
        let there = named.map_or("a place without a name".to_owned(), |name| Quoted(&name).to_string());
        return Some(format!(
            "times at {there} have no offset, and no fact says the time zone there: they are shown as UTC, and may be \
             hours off; add \"timezone\" to the place"
        ));
    };
    let (_, oddity) = zone.moment(shown)?;
    Some(match oddity? {
        LocalTimeIssue::Ambiguous => {
            format!("{at} exists twice in {}, where clocks are set back: the first is taken", zone.name())
        }
        LocalTimeIssue::Nonexistent => format!(
            "{at} does not exist in {}, where clocks are set forward: it is read by the clock before that",
            zone.name()
        ),
    })
}

fn doubt_about_moment(fact: &Fact, pointer: &str, at: &Timestamp, now: DateTime<Utc>) -> Option<String> {
    let begins = earliest(at)?;
    if begins.year() < 1970 || begins.year() > now.year().saturating_add(LAST_YEARS) {
        return Some(format!(
            "{at} ({pointer}) is not likely: it lies before 1970 or more than {LAST_YEARS} years ahead"
        ));
    }
    match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual && begins > now + AHEAD => Some(format!(
            "{} is told as something that happened, at {at}, which is yet to come",
            event.motion.milestone()
        )),
        Statement::TerminalStatus(_) if pointer == "/reading/pickup_appointment_at" && at.is_date() => {
            Some(format!("the appointment for picking up has no time of day: {at}"))
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

    fn told(statement: &str) -> Vec<String> {
        let zone = r#"{"particulars": {"port_of_discharge": {"locode": "USLAX", "timezone": "America/Los_Angeles"}}}"#;
        doubts_of(&Fact::parse_all(&format!("{zone}\n{statement}")).unwrap())
    }

    fn event(at: &str, place: &str) -> Vec<String> {
        told(&format!(r#"{{"event": {{"milestone": "full_out", "at": "{at}", "place": {place}}}}}"#))
    }

    const LAX: &str = r#"{"locode": "USLAX"}"#;

    fn assert_one(told: &[String], words: [&str; 2]) {
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(words.iter().all(|word| told[0].contains(word)), "{told:?}");
    }

    #[test]
    fn a_movement_is_doubted_unless_the_code_that_it_was_read_from_stands_beside_it() {
        let of = |codes: &str| {
            told(&format!(
                r#"{{"version": 2, "event": {{"movement": "document_issued", "at": "2026-05-01T10:00:00Z"}}, "codes": {codes}}}"#
            ))
        };
        assert_one(&of("{}"), ["document_issued", "not a movement"]);
        assert_eq!(of(r#"{"shipmentEventTypeCode": "ISSU"}"#), [""; 0]);
    }

    #[test]
    fn a_clock_in_a_zone_nobody_names_is_doubted_once_for_its_place() {
        assert_eq!(event("2026-05-01T10:00:00", LAX), [""; 0], "others named its zone");
        assert_eq!(event("2026-05-01T10:00:00", r#"{"name": "x", "timezone": "Asia/Shanghai"}"#), [""; 0]);
        assert_eq!(event("2026-05-01", r#"{"name": "x"}"#), [""; 0], "a day is no clock");
        #[cfg(feature = "places")]
        assert_eq!(event("2026-05-01T10:00:00", r#"{"locode": "USOAK"}"#), [""; 0], "the tables know its zone");
        assert_one(&event("2026-05-01T10:00:00", r#"{"name": "Nowhere"}"#), ["NOWHERE", "UTC"]);
        assert_one(&event("2026-05-01T10:00:00", "null"), ["a place without a name", "UTC"]);
        let twice = ["01", "02"].map(|day| {
            format!(
                r#"{{"event": {{"milestone": "full_out", "at": "2026-05-{day}T10:00:00", "place": {{"name": "x"}}}}}}"#
            )
        });
        assert_eq!(told(&twice.join("\n")).len(), 1);
    }

    #[test]
    #[cfg(feature = "places")]
    fn a_zone_whose_clocks_are_not_those_of_the_place_is_doubted() {
        let told = event("2026-05-01T10:00:00", r#"{"locode": "USSEA", "timezone": "Asia/Tokyo"}"#);
        assert_eq!(
            told,
            ["the clocks of \"USSEA\" go by America/Los_Angeles, not by Asia/Tokyo: times there may be hours off"]
        );
        assert_eq!(event("2026-05-01T10:00:00", r#"{"locode": "USSEA", "timezone": "US/Pacific"}"#), [""; 0]);
        assert_eq!(
            event("2026-05-01T10:00:00", r#"{"locode": "USZZ9", "timezone": "America/Denver"}"#).len(),
            1,
            "the code"
        );
    }

    #[test]
    fn a_zone_nobody_knows_is_doubted_and_counts_as_none() {
        let told = event("2026-05-01T10:00:00", r#"{"name": "Nowhere", "timezone": "PT"}"#);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("\"PT\"") && told[1].contains("NOWHERE"), "{told:?}");
    }

    #[test]
    fn an_hour_that_comes_twice_or_never_is_doubted() {
        assert_one(&event("2026-03-08T02:30:00", LAX), ["does not exist", "America/Los_Angeles"]);
        let back = told(
            r#"{"event": {"milestone": "full_out", "certainty": "planned", "at": "2026-11-01T01:30:00",
                "place": {"locode": "USLAX"}}}"#,
        );
        assert_one(&back, ["twice", "the first"]);
    }

    #[test]
    fn what_happened_in_the_future_or_in_years_nobody_means_is_doubted() {
        assert_eq!(event("2026-05-10T12:59:00Z", LAX), [""; 0], "clocks of sources are not quite right");
        assert_eq!(event("2026-05-11", LAX), [""; 0], "it is the eleventh somewhere");
        assert_one(&event("2026-05-10T13:01:00Z", LAX), ["full_out", "yet to come"]);
        assert_one(&event("2026-05-12", LAX), ["full_out", "2026-05-12"]);
        for at in ["1969-12-31T12:00:00Z", "0001-01-01", "9999-12-31", "2032-01-01T00:00:00Z"] {
            assert_one(&event(at, LAX), [at, "not likely"]);
        }
    }

    #[test]
    fn times_of_readings_are_doubted_like_those_of_events() {
        assert_one(&told(r#"{"reading": {"pickup_appointment_at": "2026-05-12"}}"#), ["2026-05-12", "no time of day"]);
        assert_one(&told(r#"{"reading": {"pickup_lfd_line": "9999-12-31"}}"#), ["9999-12-31", "pickup_lfd_line"]);
        assert_eq!(told(r#"{"reading": {"pickup_lfd_line": "2026-05-12T08:00:00"}}"#), [""; 0]);
        let nowhere = Fact::parse_all(r#"{"reading": {"pickup_lfd_line": "2026-05-12T08:00:00"}}"#).unwrap();
        assert_one(&doubts_of(&nowhere), ["a place without a name", "UTC"]);
    }

    #[test]
    fn text_that_is_no_time_is_doubted_where_it_was_put_aside() {
        let aside = told(r#"{"event": {"milestone": "full_out"}, "codes": {"/event/at": "soon"}}"#);
        assert_one(&aside, ["\"soon\"", "/event/at"]);
        let read = told(r#"{"event": {"milestone": "full_out"}, "codes": {"/event/at": "2026-05-01T10:00:00"}}"#);
        assert_eq!(read, [""; 0]);
    }

    #[test]
    fn unknown_milestones_and_wrong_numbers_are_doubted_once_each() {
        let facts = Fact::parse_all(
            r#"[{"container": "MSKU0308961", "event": {"milestone": "vessel_departed"}},
                {"container": "MSKU0308961", "event": {"milestone": "vesel_departed"}},
                {"container": "TGHU1643396", "event": {"milestone": "vesel_departed"}},
                {"container": "MSCU1234567", "reading": {"seal_number": "1"}},
                {"particulars": {"containers": ["MSKU0308961", "MSCU1234567", "a box"]}},
                {"withdrawn": "shipping_line|*|vesel_arrived|estimated|USLAX|9321483|0"}]"#,
        );
        let told = doubts_of(&facts.unwrap());
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[0].contains("vesel_departed") && told[1].contains("MSCU1234567") && told[1].contains("check digit")
        );
        assert!(told[2].contains("a box"));
    }

    #[test]
    fn a_code_no_place_has_is_doubted() {
        assert_one(&event("2026-05-01", r#"{"locode": "LOSANGELES"}"#), ["LOSANGELES", "two letters"]);
        #[cfg(feature = "places")]
        assert_one(&event("2026-05-01", r#"{"locode": "uslxa"}"#), ["uslxa", "no table"]);
        #[cfg(feature = "places")]
        assert_eq!(event("2026-05-01", r#"{"locode": "us lax"}"#), [""; 0], "in any spelling");
        assert_one(&told(r#"{"particulars": {"destination": {"locode": "CHICAGO"}}}"#), ["CHICAGO", "UN/LOCODE"]);
    }

    #[test]
    fn a_phase_nobody_knows_and_members_nobody_asked_for_are_doubted() {
        let words = |event: &str| told(&format!(r#"{{"version": 2, "event": {{"movement": "arrived", {event}}}}}"#));
        assert_one(&words(r#""phase": "improt""#), ["improt", "export, transshipment, import"]);
        assert_one(&words(r#""vesel": {"name": "x"}"#), ["\"vesel\"", "/event/vesel"]);
        assert_one(&words(r#""place": {"locode": "USLAX", "facilty": "x"}"#), ["\"facilty\"", "/event/place/facilty"]);
        let taken_back = told(r#"{"version": 2, "reading": {"pickup_lfd_lin": null}}"#);
        assert_one(&taken_back, ["\"pickup_lfd_lin\"", "not a member"]);
        assert_eq!(words(r#""phase": "import""#), [""; 0]);
    }

    #[test]
    fn a_kind_of_source_nobody_knows_is_doubted() {
        let said_by = |source: &str| {
            told(&format!(r#"{{"version": 2, "source": {source}, "event": {{"movement": "arrived"}}}}"#))
        };
        assert_one(&said_by(r#""terminl""#), ["terminl", "shipping_line, terminal"]);
        assert_one(&said_by(r#"{"kind": "terminl", "name": "WBCT"}"#), ["terminl", "kind of source"]);
        assert_eq!(said_by(r#"{"kind": "terminal", "name": "WBCT"}"#), [""; 0]);
    }

    #[test]
    fn facts_are_checked_alone_before_anybody_has_them() {
        let facts = Fact::parse_all(r#"{"version": 2, "event": {"movement": "arived"}}"#).unwrap();
        assert_one(&doubts_alone(&facts, "2026-05-10T12:00:00Z".parse().unwrap()), ["arived", "movement"]);
    }

    #[test]
    fn words_about_a_booking_are_not_doubted() {
        let words = |movement: &str| {
            told(&format!(r#"{{"version": 2, "event": {{"movement": "{movement}", "documents": ["B1"]}}}}"#))
        };
        for movement in ["booking_cancelled", "booking_confirmed", "booking_cancellation_confirmed"] {
            assert_eq!(words(movement), [""; 0], "{movement}");
        }
        assert_one(&words("booking_canceled"), ["booking_canceled", "movement"]);
    }

    #[test]
    fn no_more_is_told_than_anybody_reads() {
        let fact = |number: usize| format!(r#"{{"event": {{"milestone": "strange_{number}"}}}}"#);
        let text = (0..100).map(fact).collect::<Vec<_>>().join("\n");
        let told = doubts_of(&Fact::parse_all(&text).unwrap());
        assert_eq!((told.len(), told.last().unwrap().as_str()), (MOST + 1, "there are more doubts than these"));
    }
}

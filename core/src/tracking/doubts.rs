//! What looks wrong about facts. Doubtful facts are taken in all the same: a source may know more than we do.

use chrono::{DateTime, Datelike, TimeDelta, Utc};

use super::fold::clock_of;
use super::moment::{earliest, is_time, local};
use super::{Certainty, Fact, Picture, Place, Statement};
use crate::error::Quoted;
use crate::numbers::ContainerNumber;
use crate::resources::Timestamp;
use crate::zones::{Oddity, Zone};

/// The most doubts told of at once: a source with another spelling for everything has told enough by then.
const MOST: usize = 20;

/// Clocks of sources are not quite right. What happened later than this after now is doubted.
const AHEAD: TimeDelta = TimeDelta::hours(1);

/// Nobody plans a voyage so many years ahead, and nobody tracks one from before 1970.
const LAST_YEARS: i32 = 5;

/// What looks wrong about these facts, one sentence each: a movement that has no meaning here and so becomes no event, a
/// number that no container has, a time that nobody can have meant, or that can be read in more than one way.
///
/// `picture` is what all facts together say; it knows the zones of places that others named.
pub fn doubts(facts: &[Fact], picture: &Picture, now: DateTime<Utc>) -> Vec<String> {
    let mut told = Vec::new();
    for doubt in facts.iter().flat_map(|fact| doubts_about(fact, picture, now)) {
        if !told.contains(&doubt) {
            told.push(doubt);
        }
        if told.len() == MOST {
            break;
        }
    }
    told
}

fn doubts_about(fact: &Fact, picture: &Picture, now: DateTime<Utc>) -> Vec<String> {
    let movement = match &fact.statement {
        Statement::Event(event) if !event.motion.movement.is_known() => Some(format!(
            "{} is not a movement this version knows, and makes no event",
            Quoted(event.motion.movement.as_str())
        )),
        _ => None,
    };
    let mode = match &fact.statement {
        Statement::Event(event) => event.motion.mode.as_ref().filter(|mode| !mode.is_known()),
        _ => None,
    };
    let mode = mode.map(|mode| {
        format!(
            "{} is not a mode this version knows (vessel, barge, rail, truck): its event means nothing here",
            Quoted(mode.as_str())
        )
    });
    let listed: &[String] = match &fact.statement {
        Statement::Particulars(particulars) => &particulars.containers,
        _ => &[],
    };
    let numbers = fact.container.iter().chain(listed).filter_map(|number| doubt_about_number(number));
    let zones = fact.statement.places().into_iter().filter_map(doubt_about_zone);
    let mut told: Vec<String> = movement.into_iter().chain(mode).chain(numbers).chain(zones).collect();
    let mut statement = fact.statement.clone();
    for (pointer, at) in statement.times() {
        match at {
            Some(at) => told.extend(doubts_about_time(fact, pointer, at, picture, now).into_iter().flatten()),
            None => told.extend(fact.codes.get(pointer).and_then(|code| doubt_about_text(pointer, code))),
        }
    }
    told
}

fn doubt_about_number(number: &str) -> Option<String> {
    let problem = ContainerNumber::parse(number).err()?;
    Some(format!("{} is followed as a container, but {}", Quoted(number), problem.sentence()))
}

fn doubt_about_zone(place: &Place) -> Option<String> {
    let name = place.timezone.as_deref().filter(|name| Zone::named(name).is_none())?;
    Some(format!("{} is not an IANA time zone, such as \"America/Los_Angeles\", and was ignored", Quoted(name)))
}

/// What is no time was put aside when the fact was taken in.
fn doubt_about_text(pointer: &str, code: &serde_json::Value) -> Option<String> {
    let text = code.as_str().filter(|text| !is_time(&Timestamp::from(*text)))?;
    Some(format!("{} ({pointer}) is not a date, nor a date with a time, and was ignored", Quoted(text)))
}

fn doubts_about_time(
    fact: &Fact,
    pointer: &str,
    at: &Timestamp,
    picture: &Picture,
    now: DateTime<Utc>,
) -> [Option<String>; 2] {
    [doubt_about_clock(fact, pointer, at, picture), doubt_about_moment(fact, pointer, at, now)]
}

/// A time without an offset: which moment is that?
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
        Oddity::Twice => format!("{at} exists twice in {}, where clocks are set back: the first is taken", zone.name()),
        Oddity::Never => format!(
            "{at} does not exist in {}, where clocks are set forward: it is read by the clock before that",
            zone.name()
        ),
    })
}

/// Whether anybody can have meant it.
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

    /// What looks wrong about the facts on 10 May 2026, all of them new.
    fn doubts_of(facts: &[Fact]) -> Vec<String> {
        let now = "2026-05-10T12:00:00Z".parse().unwrap();
        doubts(facts, &fold(facts, now, &FoldPolicy::default()), now)
    }

    /// The doubts about a fact with this statement, beside one that says where Los Angeles lies.
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
    fn a_clock_in_a_zone_nobody_names_is_doubted_once_for_its_place() {
        assert_eq!(event("2026-05-01T10:00:00", LAX), [""; 0], "others named its zone");
        assert_eq!(event("2026-05-01T10:00:00", r#"{"name": "x", "timezone": "Asia/Shanghai"}"#), [""; 0]);
        assert_eq!(event("2026-05-01", r#"{"name": "x"}"#), [""; 0], "a day is no clock");
        #[cfg(feature = "places")]
        assert_eq!(event("2026-05-01T10:00:00", r#"{"locode": "USOAK"}"#), [""; 0], "the tables know its zone");
        assert_one(&event("2026-05-01T10:00:00", r#"{"locode": "USZZ9"}"#), ["USZZ9", "UTC"]);
        assert_one(&event("2026-05-01T10:00:00", "null"), ["a place without a name", "UTC"]);
        let twice = ["01", "02"].map(|day| {
            format!(
                r#"{{"event": {{"milestone": "full_out", "at": "2026-05-{day}T10:00:00", "place": {{"name": "x"}}}}}}"#
            )
        });
        assert_eq!(told(&twice.join("\n")).len(), 1);
    }

    #[test]
    fn a_zone_nobody_knows_is_doubted_and_counts_as_none() {
        let told = event("2026-05-01T10:00:00", r#"{"locode": "USZZ9", "timezone": "PT"}"#);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("\"PT\"") && told[1].contains("USZZ9"), "{told:?}");
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
    fn no_more_is_told_than_anybody_reads() {
        let fact = |number: usize| format!(r#"{{"event": {{"milestone": "strange_{number}"}}}}"#);
        let text = (0..100).map(fact).collect::<Vec<_>>().join("\n");
        assert_eq!(doubts_of(&Fact::parse_all(&text).unwrap()).len(), MOST);
    }
}

//! Messages in every form can be decoded, and have the events that were written.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use shiptrack::decoders::{self, Form, ReadLimits, Reading};
use shiptrack::simulator::{CarrierEvent, Journey, Scenario};
use shiptrack::tracking::{Event, Fact, Mode, Motion, Movement, Statement};
use shiptrack::zones::Zone;

use super::begins;
use shiptrack_tests::with;

const DCSA: [Form; 4] = [Form::Dcsa2, Form::Dcsa3Beta, Form::Dcsa3Codes, Form::Dcsa3Words];
const EDI: [Form; 4] = [Form::X12StatusDetails, Form::Iftsta, Form::Codeco, Form::Coarri];

/// What every form can express: container, motion, certainty, time, place and IMO number of the vessel.
type Summary = (Option<String>, Motion, String, Option<DateTime<Utc>>, Option<String>, Option<String>);

fn summary(container: Option<&String>, event: &Event) -> Summary {
    let mode = event.motion.mode.clone().or(match event.motion.movement {
        Movement::GateIn | Movement::GateOut => Some(Mode::Truck),
        _ => None,
    });
    // Some forms leave out the phase, and whether a container on a vessel is laden.
    let empty = (event.motion.empty == Some(true)).then_some(true);
    let motion = with(event.motion.clone(), |it| {
        it.mode = mode;
        it.empty = empty;
        it.phase = None;
    });
    let imo = event.vessel.as_ref().and_then(|vessel| vessel.imo.clone());
    (container.cloned(), motion, event.certainty.as_str().to_owned(), moment(event), event.place.locode.clone(), imo)
}

/// The time of an event. A time without an offset is local time at the place.
fn moment(event: &Event) -> Option<DateTime<Utc>> {
    let at = event.at.as_ref()?;
    at.utc().or_else(|| {
        let shown: NaiveDateTime = at.as_str().parse().ok()?;
        let zone = Zone::named(event.place.locode.as_deref().and_then(shiptrack::places::timezone)?)?;
        let near = shown.and_utc();
        (-16..=16)
            .map(|hours| near + TimeDelta::hours(hours))
            .find(|at| zone.date_time(*at).map(|at| at.naive_local()) == Some(shown))
    })
}

fn events(reading: &Reading) -> Vec<Summary> {
    let event = |fact: &Fact| match &fact.statement {
        Statement::Event(event) => Some(summary(fact.container.as_ref(), event)),
        _ => None,
    };
    reading.facts().filter_map(event).collect()
}

fn read(bytes: &[u8], what: &str) -> Reading {
    let reading = decoders::read(bytes, &ReadLimits::default());
    let problems: Vec<_> = reading.all_problems().collect();
    assert!(problems.is_empty(), "{what}: {problems:?}\n{}", String::from_utf8_lossy(bytes));
    reading
}

fn journeys() -> impl Iterator<Item = Journey> {
    Scenario::built_in().iter().map(|scenario| scenario.starting(begins()))
}

#[test]
fn answers_in_every_form_have_the_known_events() {
    for journey in journeys() {
        for form in DCSA {
            let mut now = journey.tracked_at();
            while now <= journey.ends() + TimeDelta::days(1) {
                let what = format!("{}, {form:?}, {now}", journey.scenario.name);
                let reading = read(&journey.answer(form, now), &what);
                assert_eq!(reading.messages[0].form, form, "{what}");
                let decoded = events(&reading);
                let can_express = |known: &&CarrierEvent| known.event.motion.movement != Movement::NotAvailable;
                let known = journey.at(now);
                let current: Vec<_> =
                    known.events.iter().filter(|found| found.withdrawn_at.is_none()).filter(can_express).collect();
                let expected: Vec<Summary> =
                    current.iter().map(|found| summary(found.container.as_ref(), &found.event)).collect();
                assert_eq!(decoded, expected, "{what}");
                let numbers =
                    |fact: &&Fact| matches!(&fact.statement, Statement::Event(event) if !event.documents.is_empty());
                assert_eq!(reading.facts().filter(numbers).count(), expected.len(), "{what}: without its documents");
                now += TimeDelta::days(3);
            }
        }
    }
}

#[test]
fn messages_in_every_form_have_their_event() {
    for journey in journeys() {
        for form in EDI {
            let mut decoded = 0;
            for event in journey.between(begins(), journey.ends()).events {
                let at = event.withdrawn_at.unwrap_or(event.written_at);
                let is_at = |sent: &shiptrack::simulator::SentMessage| sent.at == at;
                for sent in journey.messages(form, at - TimeDelta::seconds(1), at).into_iter().filter(is_at) {
                    let what = format!("{}, {form:?}, {}", journey.scenario.name, String::from_utf8_lossy(&sent.bytes));
                    let reading = read(&sent.bytes, &what);
                    assert_eq!(reading.messages[0].form, form, "{what}");
                    decoded += 1;
                }
                let sent = journey.messages(form, at - TimeDelta::seconds(1), at);
                let read: Vec<Reading> = sent.iter().map(|sent| read(&sent.bytes, "")).collect();
                if event.withdrawn_at.is_some() || sent.is_empty() {
                    continue;
                }
                let mut expected = summary(event.container.as_ref(), &event.event);
                if expected.4.is_none() {
                    // Without a place, the zone of a local time is unknown.
                    expected.3 = None;
                }
                let is_same = |found: &Summary| {
                    let same_container = expected.0.is_none() || found.0 == expected.0;
                    let mode = found.1.mode.is_none() || found.1.mode == expected.1.mode;
                    let motion =
                        found.1.movement == expected.1.movement || expected.1.movement.as_str() == "booking_cancelled";
                    let rest = (&found.1.empty, &found.2, &found.3, &found.4)
                        == (&expected.1.empty, &expected.2, &expected.3, &expected.4);
                    same_container && mode && motion && rest && found.5 == expected.5
                };
                assert!(
                    read.iter().any(|reading| events(reading).iter().any(is_same)),
                    "{}, {form:?}: {expected:#?}\nin {:#?}",
                    journey.scenario.name,
                    read.iter().map(events).collect::<Vec<_>>()
                );
            }
            assert!(decoded > 0 || journey.scenario.name == "cancelled", "{}, {form:?}", journey.scenario.name);
        }
    }
}

#[test]
fn a_withdrawal_is_decoded_if_the_form_can_express_it() {
    let journey = Scenario::named("retraction").unwrap().starting(begins());
    let gone = begins() + TimeDelta::hours(25 * 24 + 20);
    let withdrawals =
        |reading: &Reading| reading.facts().filter(|fact| matches!(fact.statement, Statement::Withdrawn(_))).count();
    for form in DCSA {
        let reading = read(&journey.answer(form, gone), "");
        assert_eq!(withdrawals(&reading), usize::from(form != Form::Dcsa2), "{form:?}");
    }
    for form in EDI {
        let sent = journey.messages(form, gone - TimeDelta::seconds(1), gone);
        let withdrawn: usize = sent.iter().map(|sent| withdrawals(&read(&sent.bytes, ""))).sum();
        assert_eq!(withdrawn, usize::from(matches!(form, Form::Iftsta | Form::Codeco)), "{form:?}");
    }
}

#[test]
fn facts_have_the_events_of_an_answer() {
    for journey in journeys() {
        let now = journey.ends();
        let expected = events(&read(&journey.answer(Form::Dcsa3Codes, now), ""));
        let facts = journey.facts(now);
        let from_facts: Vec<Summary> = facts
            .iter()
            .filter_map(|fact| match &fact.statement {
                Statement::Event(event) => Some(summary(fact.container.as_ref(), event)),
                _ => None,
            })
            .collect();
        assert_eq!(from_facts, expected, "{}", journey.scenario.name);
    }
}

//! Scenarios in every form through a whole service, on the manual clock: the voyage and the notices that the scenario says.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::clock::{CancelToken, Clock, ManualClock};
use shiptrack::decoders::{self, Form, ReadLimits, Reading};
use shiptrack::http::Call;
use shiptrack::service::Service;
use shiptrack::simulator::{ExpectedEvent, ExpectedOutcome, Journey, Scenario};
use shiptrack_tests::scenario;

use super::begins;
use shiptrack_tests::with;

/// How often the carrier is asked: often enough to hear each word by itself, at changing times of the day.
const LOOKS: Duration = Duration::from_secs(20 * 3_600);

/// What a service heard of a journey.
pub struct Heard {
    voyage: BTreeSet<(String, Option<String>, String)>,
    notices: Vec<(String, Option<String>, String)>,
    stopped: Option<String>,
}

pub type Hears = Arc<dyn Fn(&LookUp) -> Result<Answer, LookUpFailure> + Send + Sync>;

/// Follows the journey to its end.
pub fn follow(journey: &Journey, kind: &str, hears: Hears) -> Heard {
    let clock = ManualClock::new(journey.tracked_at());
    let carrier = move |asked: &LookUp, _: &Call| hears(asked);
    let builder = Service::builder().clock(clock.clone()).carrier("SIML", carrier).expect("a code");
    let service = builder.in_memory().expect("a service in memory");
    let account = service.default_account().clone();
    let transport = service.transport(&account).expect("a transport");
    let number = if kind == "container" { &journey.containers[0] } else { &journey.bill_of_lading };
    let body = scenario::creation(kind, number, "SIML");
    let made = scenario::send(transport.as_ref(), shiptrack::http::Method::Post, "/v2/tracking_requests", Some(&body));
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    let until = journey.ends() + TimeDelta::days(2);
    service.run_until(until, &CancelToken::new()).expect("due work is done");
    assert_eq!(clock.now(), until);
    let get = |path: &str| {
        let answer = scenario::send(transport.as_ref(), shiptrack::http::Method::Get, path, None);
        assert_eq!(answer.status, 200, "{path}");
        scenario::json_of(&answer)
    };
    let mut voyage = BTreeSet::new();
    for container in get("/v2/containers?page[size]=100")["data"].as_array().unwrap() {
        let number = container["attributes"]["number"].as_str().map(str::to_owned);
        let path = format!("/v2/containers/{}/transport_events?page[size]=100", container["id"].as_str().unwrap());
        for event in get(&path)["data"].as_array().unwrap() {
            let attributes = &event["attributes"];
            let name = attributes["event"].as_str().unwrap().to_owned();
            // Last free days are events of a container, too.
            let moves = name.starts_with("container.transport.") && !name.ends_with("available");
            if attributes["invalidated_at"].is_null() && moves {
                voyage.insert((name, number.clone(), moment(&attributes["timestamp"])));
            }
        }
    }
    let events = service.events(&account, 0, usize::MAX).expect("the feed");
    let notices =
        events.iter().map(|event| notice(&serde_json::from_str(&event.document).unwrap(), event.created_at)).collect();
    let stopped =
        get("/v2/shipments")["data"][0]["attributes"]["line_tracking_stopped_reason"].as_str().map(str::to_owned);
    Heard { voyage, notices, stopped }
}

fn moment(text: &Value) -> String {
    let at: DateTime<Utc> = text.as_str().unwrap_or_default().parse().unwrap_or_default();
    at.to_rfc3339()
}

/// Name, container and time of a notice: the time of what it tells of where that has one.
fn notice(document: &Value, _told: DateTime<Utc>) -> (String, Option<String>, String) {
    let attributes = &document["data"]["attributes"];
    let included = document["included"].as_array().unwrap();
    let of = |kind: &str| included.iter().find(|resource| resource["type"] == kind);
    let container = of("container").and_then(|found| found["attributes"]["number"].as_str()).map(str::to_owned);
    let name = attributes["event"].as_str().unwrap().to_owned();
    let event = of("transport_event").or_else(|| of("estimated_event")).map(|event| &event["attributes"]);
    let at = event.map(|event| {
        moment(if event["timestamp"].is_null() { &event["estimated_timestamp"] } else { &event["timestamp"] })
    });
    (name, container, at.unwrap_or_default())
}

/// What differs between what was heard and what is expected, in words.
pub fn differences(heard: &Heard, expected: &ExpectedOutcome) -> Vec<String> {
    let key = |happened: &ExpectedEvent| (happened.event.clone(), happened.container.clone(), happened.at.to_rfc3339());
    let mut wrong = Vec::new();
    let voyage: BTreeSet<_> = expected.voyage.iter().map(key).collect();
    wrong.extend(voyage.difference(&heard.voyage).map(|event| format!("missing: {event:?}")));
    wrong.extend(heard.voyage.difference(&voyage).map(|event| format!("too much: {event:?}")));
    let about = |name: &str| !name.starts_with("tracking_request.") && name != "container.created";
    let timed = |name: &str| name.contains(".transport.") && !name.ends_with("available");
    let plain = |(event, container, at): (String, Option<String>, String)| {
        let container = container.filter(|_| event.starts_with("container."));
        let at = if timed(&event) { at } else { String::new() };
        (event, container, at)
    };
    let mut told: Vec<_> = heard.notices.iter().filter(|(name, ..)| about(name)).cloned().map(plain).collect();
    let mut meant: Vec<_> = expected.notices.iter().map(key).filter(|(name, ..)| about(name)).map(plain).collect();
    told.sort();
    meant.sort();
    for notice in &meant {
        match told.iter().position(|other| other == notice) {
            Some(at) => drop(told.remove(at)),
            None => wrong.push(format!("not told: {notice:?}")),
        }
    }
    wrong.extend(told.iter().map(|notice| format!("told: {notice:?}")));
    let stopped = expected.stop_reason.as_ref().map(ToString::to_string);
    if heard.stopped != stopped {
        wrong.push(format!("stopped: {:?}, not {stopped:?}", heard.stopped));
    }
    wrong
}

fn answered(reading: &Reading, complete: bool) -> Result<Answer, LookUpFailure> {
    let cancelled = reading.messages.iter().any(|message| !message.cancelled.is_empty());
    if cancelled {
        return Err(LookUpFailure::Cancelled);
    }
    let answer = Answer::complete(reading.facts().cloned().collect()).with_next_look(LOOKS);
    Ok(with(answer, |it| it.complete = complete))
}

pub fn check(name: &str, differs: Vec<String>, wrong: &mut Vec<String>) {
    if !differs.is_empty() {
        wrong.push(format!("{name}\n  {}", differs.join("\n  ")));
    }
}

fn journeys() -> impl Iterator<Item = Arc<Journey>> {
    Scenario::shipped().iter().map(|scenario| Arc::new(scenario.starting(begins())))
}

/// These many of the forms, others for each scenario; all of them where there is time.
fn some_of<const N: usize>(forms: [Form; N], usual: usize, at: usize) -> Vec<Form> {
    let count = shiptrack_tests::depth::depth(usual, usual, N);
    (0..count).map(|more| forms[(at * usual + more) % N]).collect()
}

#[test]
fn every_scenario_in_every_shape_of_dcsa_gives_its_voyage_and_its_notices() {
    let mut wrong = Vec::new();
    for (at, journey) in journeys().enumerate() {
        for form in some_of([Form::Dcsa2, Form::Dcsa3Beta, Form::Dcsa3Codes, Form::Dcsa3Words], 2, at) {
            let known = Arc::clone(&journey);
            let hears: Hears = Arc::new(move |asked: &LookUp| {
                let reading = decoders::read(&known.answer(form, asked.now), &ReadLimits::default());
                answered(&reading, true)
            });
            let heard = follow(&journey, "bill_of_lading", hears);
            check(
                &format!("{} in {form:?}", journey.scenario.name),
                differences(&heard, &journey.expected_in(form)),
                &mut wrong,
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_scenario_as_edi_gives_its_voyage_and_its_notices() {
    let mut wrong = Vec::new();
    for (at, journey) in journeys().enumerate() {
        for form in some_of([Form::X12StatusDetails, Form::Iftsta], 1, at) {
            let (known, last) = (Arc::clone(&journey), Mutex::new(begins()));
            let hears: Hears = Arc::new(move |asked: &LookUp| {
                let mut last = last.lock().unwrap();
                let mut reading = Reading::default();
                for sent in known.messages(form, *last, asked.now) {
                    reading.join(decoders::read(&sent.bytes, &ReadLimits::default()));
                }
                *last = asked.now;
                answered(&reading, false)
            });
            let heard = follow(&journey, "bill_of_lading", hears);
            check(
                &format!("{} in {form:?}", journey.scenario.name),
                differences(&heard, &journey.expected_in(form)),
                &mut wrong,
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_scenario_as_facts_gives_its_voyage_and_its_notices_those_of_the_terminal_too() {
    let mut wrong = Vec::new();
    for journey in journeys() {
        let known = Arc::clone(&journey);
        let hears: Hears = Arc::new(move |asked: &LookUp| {
            if known.is_cancelled(asked.now) {
                return Err(LookUpFailure::Cancelled);
            }
            Ok(Answer::complete(known.facts(asked.now)).with_next_look(LOOKS))
        });
        let heard = follow(&journey, "bill_of_lading", hears);
        check(&journey.scenario.name, differences(&heard, &journey.expected()), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

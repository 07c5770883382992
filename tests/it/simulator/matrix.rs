//! Runs scenarios in every form through a whole service on a manual clock, and checks the expected voyage and notifications.

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
use shiptrack::simulator::{ExpectedEvent, ExpectedOutcome, Journey, ReportingFault, Scenario};
use shiptrack_tests::scenario;

use super::begins;
use shiptrack_tests::with;

/// The pause between look-ups: short enough to receive each event separately, at changing times of day.
const PAUSE: Duration = Duration::from_secs(20 * 3_600);

const DCSA: [Form; 4] = [Form::Dcsa2, Form::Dcsa3Beta, Form::Dcsa3Codes, Form::Dcsa3Words];
const EDI: [Form; 2] = [Form::X12StatusDetails, Form::Iftsta];

/// What a service derived from a journey.
pub struct Observed {
    voyage: BTreeSet<(String, Option<String>, String)>,
    notices: Vec<(String, Option<String>, String)>,
    stopped: Option<String>,
}

pub type LookUpFn = Arc<dyn Fn(&LookUp) -> Result<Answer, LookUpFailure> + Send + Sync>;

/// Tracks the journey to its end.
pub fn follow(journey: &Journey, kind: &str, look_up: LookUpFn) -> Observed {
    let clock = ManualClock::new(journey.tracked_at());
    let carrier = move |asked: &LookUp, _: &Call| look_up(asked);
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
            // Changes of last free days are also events of a container.
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
    Observed { voyage, notices, stopped }
}

fn moment(text: &Value) -> String {
    let at: DateTime<Utc> = text.as_str().unwrap_or_default().parse().unwrap_or_default();
    at.to_rfc3339()
}

/// Name, container and time of a notification. The time is that of its event.
fn notice(document: &Value, _created_at: DateTime<Utc>) -> (String, Option<String>, String) {
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

/// Describes the differences between the observed and the expected results.
pub fn differences(observed: &Observed, expected: &ExpectedOutcome) -> Vec<String> {
    let key = |happened: &ExpectedEvent| (happened.event.clone(), happened.container.clone(), happened.at.to_rfc3339());
    let mut wrong = Vec::new();
    let voyage: BTreeSet<_> = expected.voyage.iter().map(key).collect();
    wrong.extend(voyage.difference(&observed.voyage).map(|event| format!("missing: {event:?}")));
    wrong.extend(observed.voyage.difference(&voyage).map(|event| format!("unexpected: {event:?}")));
    let about = |name: &str| !name.starts_with("tracking_request.") && name != "container.created";
    let has_time = |name: &str| name.contains(".transport.") && !name.ends_with("available");
    let plain = |(event, container, at): (String, Option<String>, String)| {
        let container = container.filter(|_| event.starts_with("container."));
        let at = if has_time(&event) { at } else { String::new() };
        (event, container, at)
    };
    let mut actual: Vec<_> = observed.notices.iter().filter(|(name, ..)| about(name)).cloned().map(plain).collect();
    let mut expected_notices: Vec<_> =
        expected.notices.iter().map(key).filter(|(name, ..)| about(name)).map(plain).collect();
    actual.sort();
    expected_notices.sort();
    for notice in &expected_notices {
        match actual.iter().position(|other| other == notice) {
            Some(at) => drop(actual.remove(at)),
            None => wrong.push(format!("missing notification: {notice:?}")),
        }
    }
    // A container whose published values are corrected has further updates.
    actual.retain(|(name, ..)| name != "container.updated");
    wrong.extend(actual.iter().map(|notice| format!("unexpected notification: {notice:?}")));
    let stopped = expected.stop_reason.as_ref().map(ToString::to_string);
    if observed.stopped != stopped {
        wrong.push(format!("stopped: {:?}, not {stopped:?}", observed.stopped));
    }
    wrong
}

fn to_answer(reading: &Reading, complete: bool) -> Result<Answer, LookUpFailure> {
    let cancelled = reading.messages.iter().any(|message| !message.cancelled.is_empty());
    if cancelled {
        return Err(LookUpFailure::Cancelled);
    }
    let answer = Answer::complete(reading.facts().cloned().collect()).with_next_look(PAUSE);
    Ok(with(answer, |it| it.complete = complete))
}

pub fn check(name: &str, differs: Vec<String>, wrong: &mut Vec<String>) {
    if !differs.is_empty() {
        wrong.push(format!("{name}\n  {}", differs.join("\n  ")));
    }
}

fn journeys() -> impl Iterator<Item = Arc<Journey>> {
    Scenario::built_in().iter().map(|scenario| Arc::new(scenario.starting(begins())))
}

/// Some of the items, different ones for each number, or all items in a long test run.
fn some_of<T: Copy, const N: usize>(forms: [T; N], usual: usize, at: usize) -> Vec<T> {
    let count = shiptrack_tests::depth::depth(usual, N);
    (0..count).map(|more| forms[(at * usual + more) % N]).collect()
}

/// Answers in a form of DCSA Track & Trace.
fn in_dcsa(journey: &Arc<Journey>, form: Form) -> LookUpFn {
    let known = Arc::clone(journey);
    Arc::new(move |asked: &LookUp| {
        let reading = decoders::read(&known.answer(form, asked.now), &ReadLimits::default());
        to_answer(&reading, true)
    })
}

/// Answers with the EDI messages since the last look-up.
fn in_edi(journey: &Arc<Journey>, form: Form) -> LookUpFn {
    let (known, last) = (Arc::clone(journey), Mutex::new(begins()));
    Arc::new(move |asked: &LookUp| {
        let mut last = last.lock().unwrap();
        let mut reading = Reading::default();
        for sent in known.messages(form, *last, asked.now) {
            reading.join(decoders::read(&sent.bytes, &ReadLimits::default()));
        }
        *last = asked.now;
        to_answer(&reading, false)
    })
}

/// Answers with facts, including those of the terminal.
fn as_facts(journey: &Arc<Journey>) -> LookUpFn {
    let known = Arc::clone(journey);
    Arc::new(move |asked: &LookUp| {
        if known.is_cancelled(asked.now) {
            return Err(LookUpFailure::Cancelled);
        }
        Ok(Answer::complete(known.facts(asked.now)).with_next_look(PAUSE))
    })
}

#[test]
fn every_scenario_in_dcsa_forms_gives_the_expected_results() {
    let mut wrong = Vec::new();
    for (at, journey) in journeys().enumerate() {
        for form in some_of(DCSA, 2, at) {
            let observed = follow(&journey, "bill_of_lading", in_dcsa(&journey, form));
            check(
                &format!("{} in {form:?}", journey.scenario.name),
                differences(&observed, &journey.expected_in(form)),
                &mut wrong,
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_scenario_as_edi_gives_the_expected_results() {
    let mut wrong = Vec::new();
    for (at, journey) in journeys().enumerate() {
        for form in some_of(EDI, 1, at) {
            let observed = follow(&journey, "bill_of_lading", in_edi(&journey, form));
            check(
                &format!("{} in {form:?}", journey.scenario.name),
                differences(&observed, &journey.expected_in(form)),
                &mut wrong,
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_scenario_as_facts_gives_the_expected_results_with_the_terminal() {
    let mut wrong = Vec::new();
    for journey in journeys() {
        let observed = follow(&journey, "bill_of_lading", as_facts(&journey));
        check(&journey.scenario.name, differences(&observed, &journey.expected()), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Some of the scenarios in which the reporting fault can be played, or all of them in a long test run.
fn with_fault(fault: ReportingFault, at: usize) -> Vec<Scenario> {
    let all: Vec<Scenario> =
        Scenario::built_in().iter().filter_map(|scenario| scenario.with_reporting_faults(&[fault]).ok()).collect();
    let count = shiptrack_tests::depth::depth(1, all.len());
    (0..count).map(|more| all[(at * count + more) % all.len()].clone()).collect()
}

#[test]
fn a_reporting_fault_does_not_change_the_voyage_at_the_end() {
    let mut wrong = Vec::new();
    for (at, fault) in ReportingFault::ALL.into_iter().enumerate() {
        for scenario in with_fault(fault, at) {
            let journey = Arc::new(Arc::new(scenario).starting(begins()));
            let mut check_in = |form: Option<Form>, look_up: LookUpFn| {
                let expected = form.map_or_else(|| journey.expected(), |form| journey.expected_in(form));
                let mut differs = differences(&follow(&journey, "bill_of_lading", look_up), &expected);
                // A fault has further notifications.
                differs.retain(|difference| !difference.contains(" notification: "));
                check(&format!("{} with {fault} in {form:?}", journey.scenario.name), differs, &mut wrong);
            };
            check_in(None, as_facts(&journey));
            some_of(DCSA, 1, at).into_iter().for_each(|form| check_in(Some(form), in_dcsa(&journey, form)));
            // EDI cannot express that an event is no longer reported at a place. If the vessel omits that port, no later arrival there corrects it.
            let is_omitted = journey.scenario.name.starts_with("omitted_port");
            let is_lost =
                fault == ReportingFault::PlaceCorrected || fault == ReportingFault::ActualTakenBack && is_omitted;
            let edi = some_of(EDI, 1, at).into_iter().filter(|_| !is_lost);
            edi.for_each(|form| check_in(Some(form), in_edi(&journey, form)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

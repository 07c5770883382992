//! Clocks that jump: no work is lost, hangs, or is done twice.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::carriers::{Carrier, LookUp, LookUpFailure};
use shiptrack::client::{NewTrackingRequest, Wait};
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock, SystemClock};
use shiptrack::http::{Call, Method};
use shiptrack::service::{Budget, LogLevel, Service};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::log_lines::LogLines;
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, start};
use shiptrack_tests::scratch::Scratch;

use super::*;

const YEARS: TimeDelta = TimeDelta::days(10 * 365);

#[test]
fn a_clock_set_back_loses_no_due_work_and_repeats_none() {
    must_end(|| {
        let (scenario, request, shipment) = tracked_bill();
        scenario.clock.set(start() - TimeDelta::days(400));
        scenario.run();
        assert_eq!(scenario.carrier.asked().len(), 1, "nothing is due yet");
        scenario.pass(2 * DAY);
        let asked: Vec<_> = scenario.carrier.asked().iter().map(|asked| asked.now).collect();
        let first = start() - TimeDelta::days(399);
        assert_eq!(
            asked[1..],
            [-12, 0, 12, 24].map(|hours| first + TimeDelta::hours(hours)),
            "work continues after its pause"
        );
        assert_eq!(scenario.request(&request)["status"], "created");
        let shown = scenario.get(&format!("/v2/shipments/{shipment}"));
        assert_eq!(shown["data"]["attributes"]["line_tracking_stopped_at"], Value::Null);
    });
}

#[test]
fn work_scheduled_by_a_clock_that_ran_ahead_is_rescheduled_to_at_most_a_day() {
    must_end(|| {
        let scenario = Scenario::new();
        scenario.clock.set(start() + YEARS);
        let waiting = scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        assert_eq!(scenario.request(&waiting)["status"], "awaiting_manifest");
        scenario.clock.set(start());
        assert_eq!(scenario.service.next_due().unwrap(), Some(start()), "there is work to reschedule");
        assert_eq!(scenario.service.run_due(Budget::ALL).unwrap().items(), 0, "rescheduling asks no carrier");
        assert_eq!(scenario.service.next_due().unwrap(), Some(start() + TimeDelta::days(1)));
        scenario.carrier.knows(NORMALIZED, &voyage());
        scenario.pass(DAY);
        assert_eq!(scenario.request(&waiting)["status"], "created");
    });
}

#[test]
fn many_requests_scheduled_years_ahead_are_all_rescheduled_while_another_is_due() {
    must_end(|| {
        let scenario = Scenario::new();
        scenario.clock.set(start() + YEARS);
        for n in 0..600 {
            scenario.create("bill_of_lading", &format!("MAEU{}", 100_000_000 + n), "MAEU");
        }
        scenario.run();
        scenario.clock.set(start());
        scenario.create("container", CONTAINERS[0], "MAEU");
        assert_eq!(scenario.service.run_due(Budget::ALL).unwrap().look_ups, 1);
        scenario.clock.advance(DAY);
        assert_eq!(scenario.service.run_due(Budget::ALL).unwrap().look_ups, 600);
    });
}

#[test]
fn a_clock_set_back_by_a_second_does_not_make_work_due() {
    let scenario = Scenario::new();
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario.clock.set(start() - TimeDelta::seconds(1));
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), 1);
    let due = scenario.service.next_due().unwrap().unwrap();
    assert_eq!(due, start() + TimeDelta::days(1) - TimeDelta::seconds(1));
}

#[test]
fn a_service_reopened_after_its_clock_ran_ahead_continues() {
    must_end(|| {
        let scratch = Scratch::new();
        let path = scratch.path("s.db");
        let open = |now| {
            let (clock, carrier) = (ManualClock::new(now), ScriptedCarrier::default());
            carrier.knows(NORMALIZED, &voyage());
            let builder = Service::builder().clock(clock.clone()).carrier("MAEU", carrier).unwrap();
            (builder.open(&path).unwrap(), clock)
        };
        let (service, _) = open(start() + YEARS);
        let bill = NewTrackingRequest::bill_of_lading(BILL, "MAEU");
        let id = service.client().tracking_requests().create(bill).unwrap().id.clone();
        service.run_due(Budget::ALL).unwrap();
        drop(service);
        let (service, clock) = open(start());
        while let Some(due) = service.next_due().unwrap().filter(|due| *due <= start() + TimeDelta::days(2)) {
            clock.advance_to(due);
            service.run_due(Budget::ALL).unwrap();
        }
        let request = service.client().tracking_requests().get(&id).unwrap();
        let shipment = service.client().shipments().get(&request.shipment().unwrap()).unwrap();
        let asked = shipment.line_tracking_last_attempted_at.clone().unwrap();
        assert!(asked.instant().unwrap() > start() + TimeDelta::days(1), "asked {asked:?}");
    });
}

/// Creates so many requests, which fail at once, and does what is due.
fn fail(service: &Service, numbers: Range<u32>) {
    for number in numbers {
        let bill = NewTrackingRequest::bill_of_lading(format!("MAEU{}", 100_000_000 + number), "MAEU");
        service.client().tracking_requests().create(bill).unwrap();
    }
    service.run_due(Budget::ALL).unwrap();
}

fn down(carrier: &ScriptedCarrier) {
    for _ in 0..20 {
        carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }));
    }
}

#[test]
fn pause_of_a_failing_carrier_lasts_minutes_although_the_clock_was_ahead() {
    for ahead in [TimeDelta::hours(3), YEARS] {
        let scenario = Scenario::new();
        down(&scenario.carrier);
        scenario.run();
        scenario.clock.set(start() + ahead);
        fail(&scenario.service, 0..6);
        assert_eq!(scenario.carrier.asked().len(), 5, "the carrier is paused");
        scenario.clock.set(start());
        fail(&scenario.service, 6..7);
        assert_eq!(scenario.carrier.asked().len(), 5, "the pause has not ended");
        scenario.pass(Duration::from_secs(300));
        assert!(scenario.carrier.asked().len() > 5, "{ahead}");
    }
}

#[test]
fn pause_of_a_failing_carrier_lasts_minutes_if_the_process_ended_while_the_clock_was_ahead() {
    let scratch = Scratch::new();
    let open = |now| {
        let (clock, carrier) = (ManualClock::new(now), ScriptedCarrier::default());
        let builder = Service::builder().clock(clock.clone()).carrier("MAEU", carrier.clone()).unwrap();
        (builder.open(scratch.path("s.db")).unwrap(), clock, carrier)
    };
    let (service, _, carrier) = open(start() + YEARS);
    down(&carrier);
    fail(&service, 0..6);
    drop(service);
    let (service, clock, carrier) = open(start());
    fail(&service, 6..7);
    assert_eq!(carrier.asked().len(), 0, "the carrier is paused");
    service.run_until(clock.now() + TimeDelta::minutes(5), &CancelToken::new()).unwrap();
    assert!(!carrier.asked().is_empty());
}

#[test]
fn step_of_the_clock_is_one_warning_with_its_size() {
    let lines = LogLines::default();
    let log = lines.clone();
    let scenario = Scenario::with(|builder| builder.observer(log));
    scenario.run();
    scenario.clock.set(start() + TimeDelta::seconds(59));
    scenario.run();
    assert_eq!(lines.take(LogLevel::Warn), [""; 0]);
    scenario.clock.set(start() + TimeDelta::days(6));
    scenario.run();
    scenario.run();
    let warnings = lines.take(LogLevel::Warn);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("the wall clock went ahead by 5 d 23 h 59 min 1 s"), "{}", warnings[0]);
}

#[test]
fn an_answer_after_the_clock_was_set_back_replaces_earlier_ones() {
    let (scenario, _, shipment) = tracked_bill();
    scenario.clock.set(start() - TimeDelta::days(30));
    let mut moved = voyage();
    moved[4]["event"]["at"] = json!("2026-05-11T12:00:00Z");
    scenario.carrier.knows(NORMALIZED, &moved);
    scenario.pass(2 * DAY);
    let shown = scenario.get(&format!("/v2/shipments/{shipment}"));
    assert_eq!(shown["data"]["attributes"]["pod_eta_at"], "2026-05-11T12:00:00Z");
    assert!(scenario.events().contains(&"shipment.estimated.arrival".to_owned()));
}

#[test]
fn an_answer_that_was_received_out_of_order_is_examined_again_when_it_comes_in_order() {
    let (scenario, _, shipment) = tracked_bill();
    let departed_at = || scenario.get(&format!("/v2/shipments/{shipment}"))["data"]["attributes"]["pol_atd_at"].take();
    let mut taken_back = voyage();
    taken_back[3]["event"]["at"] = json!("2026-05-08T12:00:00Z");
    taken_back[3]["event"]["certainty"] = json!("estimated");
    scenario.carrier.knows(NORMALIZED, &taken_back);
    scenario.clock.set(start() - TimeDelta::days(3));
    scenario.pass(2 * DAY);
    assert!(scenario.carrier.asked().len() > 1);
    assert_eq!(departed_at(), "2026-04-20T12:00:00Z", "an earlier answer takes nothing back");
    scenario.pass(2 * DAY);
    assert_eq!(departed_at(), Value::Null);
}

#[test]
fn a_wait_ends_when_the_clock_is_set_back_during_it() {
    must_end(|| {
        let (clock, script) = (ManualClock::new(start()), ScriptedCarrier::default());
        script.then(Err(LookUpFailure::Unreachable { retry_after: None })).knows(NORMALIZED, &voyage());
        let set = clock.clone();
        let clock_setter = move |look_up: &LookUp, call: &Call| {
            set.set(start() - TimeDelta::days(400));
            script.look_up(look_up, call)
        };
        let builder = Service::builder().clock(clock.clone()).carrier("MAEU", clock_setter).unwrap();
        let service = builder.in_memory().unwrap();
        let client = service.client();
        let bill = NewTrackingRequest::bill_of_lading(BILL, "MAEU");
        let id = client.tracking_requests().create(bill).unwrap().id.clone();
        let wait = Wait::until_settled().timeout(10 * DAY);
        let request = client.tracking_requests().wait(&id, wait).unwrap();
        assert_eq!(request.status.as_str(), "created");
        assert!(clock.now() < start());
    });
}

#[test]
fn lists_and_links_work_after_the_clock_jumped_between_requests() {
    let scenario = Scenario::new();
    let mut created = Vec::new();
    for (at, days) in [0, 4_000, -4_000, 1].into_iter().enumerate() {
        scenario.clock.set(start() + TimeDelta::days(days));
        created.push(scenario.create("bill_of_lading", &format!("MAEU12345678{at}"), "MAEU"));
    }
    let (mut path, mut found) = ("/v2/tracking_requests?page[size]=1".to_owned(), Vec::new());
    loop {
        let page = scenario.get(&path);
        found.push(page["data"][0]["id"].as_str().unwrap().to_owned());
        match page["links"]["next"].as_str() {
            Some(next) => path = next.to_owned(),
            None => break,
        }
    }
    let newest_first = [1, 3, 0, 2].map(|at: usize| created[at].clone());
    assert_eq!(found, newest_first, "newest according to the clock");
}

#[test]
fn a_clock_at_either_end_of_the_calendar_causes_no_panic() {
    must_end(|| {
        for now in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            let (scenario, request, shipment) = tracked_bill();
            scenario.clock.set(now);
            let _ = scenario.service.run_due(Budget::items(3));
            let _ = scenario.service.next_due();
            let _ = scenario.send(Method::Get, &format!("/v2/tracking_requests/{request}"), None);
            let _ = scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
            scenario.clock.set(start());
            assert_eq!(scenario.send(Method::Get, "/v2/tracking_requests", None).status, 200);
        }
    });
}

#[test]
fn work_that_becomes_due_during_a_run_is_done_once_in_the_run() {
    must_end(|| {
        let clock = ManualClock::new(start());
        let passing = clock.clone();
        let slow = move |_: &LookUp, _: &Call| {
            passing.advance(2 * DAY);
            Err(LookUpFailure::NoDataYet)
        };
        let service = Service::builder().clock(clock).carrier("MAEU", slow).unwrap().in_memory().unwrap();
        for number in [BILL, "MAEU123456780"] {
            service.client().tracking_requests().create(NewTrackingRequest::bill_of_lading(number, "MAEU")).unwrap();
        }
        // While one request is looked up, the other becomes due.
        assert_eq!(service.run_due(Budget::ALL).unwrap().look_ups, 2);
        service.run_due(Budget::ALL).unwrap();
    });
}

#[test]
fn stopping_and_resuming_apply_to_the_live_request_after_the_clock_was_set_back() {
    let (scenario, first, shipment) = tracked_bill();
    act(&scenario, &shipment, "stop_tracking");
    // The second request is created later and has the lower id.
    scenario.clock.set(start() - TimeDelta::days(30));
    let second = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert!(second < first);
    let status = |id: &str| scenario.request(id)["status"].as_str().unwrap().to_owned();
    assert_eq!((status(&first), status(&second)), ("tracking_stopped".into(), "created".into()));
    act(&scenario, &shipment, "stop_tracking");
    assert_eq!(status(&second), "tracking_stopped");
    act(&scenario, &shipment, "resume_tracking");
    assert_eq!((status(&first), status(&second)), ("tracking_stopped".into(), "created".into()));
}

#[test]
fn resuming_a_shipment_whose_last_request_failed_uses_the_request_that_tracked_it() {
    let (scenario, first, shipment) = tracked_bill();
    act(&scenario, &shipment, "stop_tracking");
    scenario.carrier.then(Err(LookUpFailure::InvalidNumber));
    scenario.clock.advance(DAY);
    let second = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&second)["status"], "failed");
    act(&scenario, &shipment, "resume_tracking");
    assert_eq!(scenario.request(&first)["status"], "created");
}

/// Stops or resumes tracking of a shipment.
fn act(scenario: &Scenario, shipment: &str, action: &str) {
    let answer = scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/{action}"), None);
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
}

/// A clock that runs faster than the system's clock, and whose wall-clock time can be set forward.
#[derive(Clone)]
struct FastClock {
    system: SystemClock,
    set_forward: Arc<Mutex<TimeDelta>>,
}

impl FastClock {
    const FACTOR: u32 = 120;
}

impl Clock for FastClock {
    fn now(&self) -> DateTime<Utc> {
        start() + TimeDelta::from_std(self.monotonic()).unwrap() + *self.set_forward.lock().unwrap()
    }

    fn monotonic(&self) -> Duration {
        self.system.monotonic() * Self::FACTOR
    }

    fn sleep(&self, time: Duration, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.system.sleep(time / Self::FACTOR, cancel)
    }
}

#[test]
fn an_idle_service_notices_within_a_minute_that_the_clock_was_set_forward() {
    type Idle = fn(&Service, &CancelToken);
    let waits: [Idle; 3] = [
        |service, cancel| {
            service.start_worker(1).unwrap();
            let _ = SystemClock::new().sleep(DAY, cancel);
            service.stop_worker();
        },
        |service, cancel| drop(service.run_until(start() + YEARS, cancel)),
        |service, cancel| {
            drop(service.wait_events(service.default_account(), 1_000, 1, 300 * DAY, cancel));
        },
    ];
    for wait in waits {
        must_end(move || {
            let clock = FastClock { system: SystemClock::new(), set_forward: Arc::default() };
            let carrier = ScriptedCarrier::default();
            carrier.knows(NORMALIZED, &voyage());
            let builder = Service::builder().clock(clock.clone()).carrier("MAEU", carrier.clone()).unwrap();
            let service = builder.in_memory().unwrap();
            let requests = service.client();
            requests.tracking_requests().create(NewTrackingRequest::bill_of_lading(BILL, "MAEU")).unwrap();
            let cancel = CancelToken::new();
            std::thread::scope(|scope| {
                scope.spawn(|| wait(&service, &cancel));
                let wait_for = |look_ups: usize| {
                    while carrier.asked().len() < look_ups {
                        std::thread::sleep(Duration::from_millis(2));
                    }
                };
                wait_for(1);
                // The service goes to sleep until the next look-up, in 12 hours.
                std::thread::sleep(Duration::from_millis(50));
                *clock.set_forward.lock().unwrap() += TimeDelta::days(1);
                // Without the jump, the next look-up is due after six minutes, and the test would hang.
                wait_for(2);
                cancel.cancel();
            });
        });
    }
}

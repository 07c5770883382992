//! `settle`: runs all due work, then returns.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use chrono::TimeDelta;
use serde_json::json;
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::client::{Client, NewTrackingRequest};
use shiptrack::clock::{CancelToken, Clock, ManualClock};
use shiptrack::error::ErrorKind;
use shiptrack::http::{Call, ExchangePhase, Failure, TransportError};
use shiptrack::numbers::NumberKind;
use shiptrack::resources::RequestStatus;
use shiptrack::service::{Activity, Progress, WorkCounts};
use shiptrack::store::Counterparty;
use shiptrack::tracking::Fact;
use shiptrack::{Service, Settle, SettleReport};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario, scenario_on};
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, start};
use shiptrack_tests::scratch::Scratch;

use super::{RECEIVER, register, statuses};

fn settle(service: &Service) -> SettleReport {
    service.settle(Settle::new()).unwrap()
}

/// A scenario with this number of due look-ups, each of which causes one delivery.
fn with_due(outbound: &Outbound, number: usize) -> Scenario {
    let stage = scenario(outbound, |builder| builder);
    register(&stage, &json!({ "url": RECEIVER }));
    (0..number).for_each(|n| {
        stage.create("booking_number", &format!("TST{n:05}"), "TEST");
    });
    stage
}

#[test]
fn a_program_that_was_closed_settles_before_it_exports() {
    let folder = Scratch::new();
    let (clock, carrier) = (ManualClock::new(start()), ScriptedCarrier::default());
    let voyage = |arrival: &str| {
        let event = json!({ "milestone": "vessel_arrived", "certainty": "estimated", "at": arrival,
                            "place": { "locode": "USLAX" } });
        json!([{ "particulars": { "containers": ["MSKU0308961"], "port_of_discharge": { "locode": "USLAX" } } },
               { "event": event }])
    };
    let exported = |client: &Client| -> Vec<String> {
        let rows = client.shipments().list().into_iter();
        rows.map(|row| row.unwrap().pod_eta_at.map(|at| at.to_string()).unwrap_or_default()).collect()
    };

    carrier.knows("123456789", &voyage("2026-05-09T12:00:00Z"));
    let evening = scenario_on(&folder.path("tracking.db"), &clock, &carrier);
    let number = NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU");
    evening.service.client().tracking_requests().track(number).unwrap();
    settle(&evening.service);
    let yesterday = exported(&evening.service.client());
    evening.service.close().unwrap();
    drop(evening);

    clock.advance(Duration::from_secs(14 * 3_600));
    carrier.knows("123456789", &voyage("2026-05-13T12:00:00Z"));
    let morning = scenario_on(&folder.path("tracking.db"), &clock, &carrier);
    let client = morning.service.client();
    assert_eq!(exported(&client), yesterday, "nothing was asked yet");
    let settled = settle(&morning.service);
    assert!(settled.is_settled());
    assert_eq!(settled.done.look_ups, 1);
    assert_eq!(
        (yesterday[0].as_str(), exported(&client)[0].as_str()),
        ("2026-05-09T12:00:00Z", "2026-05-13T12:00:00Z")
    );
}

#[test]
fn settle_runs_due_work_and_resulting_work_but_not_scheduled_work() {
    let outbound = Outbound::default();
    let stage = with_due(&outbound, 3);
    stage.create("bill_of_lading", "TEST-TR-AWAITING", "TEST");
    let settled = settle(&stage.service);
    assert_eq!((settled.done.look_ups, settled.done.deliveries, settled.done.subscriptions), (4, outbound.count(), 0));
    assert!(outbound.count() >= 4);
    assert_eq!((settled.left, settled.next_due), (0, stage.service.next_due().unwrap()));
    assert!(settled.next_due > Some(start()));
    assert_eq!(stage.clock.now(), start(), "a manual clock is not moved");
    assert_eq!(settle(&stage.service).done, WorkCounts::default(), "nothing was left");
}

#[test]
fn progress_reports_completed_and_remaining_work() {
    let stage = with_due(&Outbound::default(), 3);
    let mut reports: Vec<Progress> = Vec::new();
    let settled = stage.service.settle(Settle::new().progress(|progress| reports.push(*progress))).unwrap();
    let first = (reports[0].done.items(), reports[0].left);
    assert_eq!(first, (0, 3));
    let last = reports.last().unwrap();
    assert_eq!((last.done, last.left), (settled.done, 0));
    assert!(reports.windows(2).all(|pair| pair[0].done.items() < pair[1].done.items()), "{reports:?}");
}

#[test]
fn cancelled_work_stays_due_and_is_reported() {
    must_end(|| {
        let outbound = Outbound::default();
        let stage = with_due(&outbound, 2);
        let broken_off = || Err(TransportError::new(Failure::Cancelled, ExchangePhase::Receive, "broken off"));
        outbound.then_answer(broken_off()).then_answer(broken_off());
        let settled = settle(&stage.service);
        assert!(!settled.is_settled());
        assert_eq!((settled.left, settled.next_due), (2, Some(start())));
        assert_eq!(outbound.count(), 2, "each was tried once");
        assert!(settle(&stage.service).is_settled());
    });
}

#[test]
fn work_of_a_suspended_carrier_is_left_and_the_suspension_is_observed_once() {
    let observed = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&observed);
    let stage = scenario(&Outbound::default(), |builder| {
        let down = |_: &LookUp, _: &Call| -> Result<Answer, LookUpFailure> {
            Err(LookUpFailure::Unreachable { retry_after: None })
        };
        builder.carrier("HLCU", down).unwrap().observer(move |activity: &Activity<'_>| {
            if let Activity::Resting { counterparty, until, .. } = activity {
                log.lock().unwrap().push(((*counterparty).clone(), *until));
            }
        })
    });
    for n in 0..9 {
        stage.create("bill_of_lading", &format!("HLCU12345678{n:02}"), "HLCU");
    }
    let settled = settle(&stage.service);
    assert_eq!((settled.done.look_ups, settled.left, settled.is_settled()), (5, 4, false));
    let rest = start() + TimeDelta::seconds(30);
    assert_eq!(settled.next_due, Some(rest), "when the suspension ends");
    assert_eq!(*observed.lock().unwrap(), [(Counterparty::Carrier("HLCU".to_owned()), rest)]);
    // The probe fails, too: the suspension gets longer, and is not reported again.
    stage.clock.advance_to(rest);
    let settled = settle(&stage.service);
    assert_eq!((settled.done.look_ups, observed.lock().unwrap().len()), (1, 1));
    assert!(settled.left >= 3 && settled.next_due > Some(rest), "{settled:?}");
}

#[test]
fn work_of_a_suspended_receiver_is_left() {
    let outbound = Outbound::default();
    let observed = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&observed);
    let stage = scenario(&outbound, |builder| {
        builder.observer(move |activity: &Activity<'_>| {
            if let Activity::Resting { counterparty, .. } = activity {
                log.lock().unwrap().push((*counterparty).clone());
            }
        })
    });
    let webhook = register(&stage, &json!({ "url": RECEIVER }));
    (0..9).for_each(|n| {
        stage.create("booking_number", &format!("TST{n:05}"), "TEST");
    });
    outbound.always(500);
    let settled = settle(&stage.service);
    assert_eq!((settled.done.deliveries, settled.is_settled()), (5, false));
    assert!(settled.left >= 4, "{settled:?}");
    assert_eq!(*observed.lock().unwrap(), [Counterparty::Webhook(webhook["id"].as_str().unwrap().parse().unwrap())]);
}

#[test]
fn work_of_a_missing_carrier_is_left() {
    let folder = Scratch::new();
    let (clock, carrier) = (ManualClock::new(start()), ScriptedCarrier::default());
    carrier.knows("123456789", &json!([{ "particulars": { "containers": ["MSKU0308961"] } }]));
    let evening = scenario_on(&folder.path("tracking.db"), &clock, &carrier);
    let number = NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU");
    evening.service.client().tracking_requests().track(number).unwrap();
    assert!(settle(&evening.service).is_settled());
    evening.service.close().unwrap();

    clock.advance(Duration::from_secs(14 * 3_600));
    let service = Service::builder().clock(clock.clone()).open(folder.path("tracking.db")).unwrap();
    let number = NewTrackingRequest::new(NumberKind::BillOfLading, "MAEU987654321").auto_detect();
    service.client().tracking_requests().create(number).unwrap();
    let settled = settle(&service);
    assert_eq!((settled.done, settled.left, settled.next_due), (WorkCounts::default(), 2, None));
    assert!(!settled.is_settled());
    let mut observed = Vec::new();
    let _ = service.settle(Settle::new().progress(|progress| observed.push(progress.left))).unwrap();
    assert_eq!(observed, [2], "progress reports the same");
}

#[test]
fn settle_stops_at_its_timeout_and_reports_the_remaining_work() {
    let stage = with_due(&Outbound::default(), 3);
    let none = stage.service.settle(Settle::new().timeout(Duration::ZERO)).unwrap();
    assert_eq!((none.done, none.left), (WorkCounts::default(), 3));
    let slow =
        Settle::new().timeout(Duration::from_secs(90)).progress(|_| stage.clock.advance(Duration::from_secs(40)));
    let some = stage.service.settle(slow).unwrap();
    assert_eq!(some.done.items(), 2);
    assert!(!some.is_settled());
    assert!(settle(&stage.service).is_settled());
}

#[test]
fn a_cancelled_settle_is_an_error_and_completed_work_is_kept() {
    let stage = with_due(&Outbound::default(), 3);
    let cancel = CancelToken::new();
    let settle = Settle::new().cancel(cancel.clone()).progress(|progress| {
        if progress.done.items() == 2 {
            cancel.cancel();
        }
    });
    assert_eq!(stage.service.settle(settle).unwrap_err().kind(), ErrorKind::Cancelled);
    let rest = self::settle(&stage.service);
    assert_eq!(rest.done.items(), 4);
    assert_eq!(statuses(&stage), vec!["succeeded"; 3]);
}

#[test]
fn settle_waits_for_work_claimed_by_another_thread() {
    must_end(|| {
        for round in 0..20 {
            let (asked, reached) = channel();
            let (release, gate) = channel::<()>();
            let gate = Mutex::new(gate);
            let carrier = move |_: &LookUp, _: &Call| -> Result<Answer, LookUpFailure> {
                asked.send(()).unwrap();
                gate.lock().unwrap().recv().unwrap();
                let facts = json!([{ "particulars": { "containers": ["MSKU0308961"] } }]);
                Ok(Answer::complete(Fact::parse_all(&facts.to_string()).unwrap()))
            };
            let builder = |builder: shiptrack::ServiceBuilder| builder.carrier("HLCU", carrier).unwrap();
            let outbound = Outbound::default();
            let stage = scenario(&outbound, builder);
            register(&stage, &json!({ "url": RECEIVER }));
            stage.create("bill_of_lading", "HLCU1234567890", "HLCU");
            std::thread::scope(|scope| {
                let other = scope.spawn(|| stage.service.run_due(shiptrack::Budget::ALL).unwrap());
                reached.recv().unwrap();
                let mut release = Some(release);
                let report = |progress: &Progress| {
                    // Only the first report is checked: later, resulting work may be due before the look-up counts as done.
                    if let Some(release) = release.take() {
                        assert_eq!((progress.done.items(), progress.left), (0, 1));
                        release.send(()).unwrap();
                    }
                };
                let settled = stage.service.settle(Settle::new().progress(report)).unwrap();
                assert!(settled.is_settled(), "round {round}: {settled:?}");
                let done = settled.done;
                assert_eq!((done.look_ups, done.deliveries, done.subscriptions), (1, outbound.count(), 0));
                assert_eq!(stage.clock.now(), start());
                other.join().unwrap();
            });
            assert_eq!(stage.events().len(), outbound.count());
        }
    });
}

#[test]
fn settle_works_next_to_a_worker() {
    must_end(|| {
        let service = Service::in_memory().unwrap();
        let client = service.client();
        service.start_worker(3).unwrap();
        for n in 0..40 {
            client.tracking_requests().track(NewTrackingRequest::booking_number(format!("TST{n:05}"), "TEST")).unwrap();
        }
        assert!(settle(&service).is_settled());
        let pending = client.tracking_requests().list().status(RequestStatus::Pending);
        assert_eq!(pending.into_iter().count(), 0);
    });
}

#[test]
fn settle_inside_a_callback_is_a_conflict() {
    must_end(|| {
        let (service, refused) = (Arc::new(OnceLock::<Service>::new()), Arc::new(Mutex::new(Vec::new())));
        let (known, observed) = (Arc::clone(&service), Arc::clone(&refused));
        let stage = scenario(&Outbound::default(), |builder| {
            builder.observer(move |_: &Activity<'_>| {
                let answer = known.get().unwrap().settle(Settle::new());
                observed.lock().unwrap().push(answer.unwrap_err().kind());
            })
        });
        let _ = service.set(stage.service.clone());
        stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
        assert!(settle(&stage.service).is_settled());
        assert_eq!(*refused.lock().unwrap(), [ErrorKind::Conflict]);
    });
}

#[test]
fn a_retry_that_falls_due_meanwhile_is_left() {
    let outbound = Outbound::default();
    outbound.always(500);
    let stage = with_due(&outbound, 2);
    let hours = |_: &Progress| stage.clock.advance(Duration::from_secs(3_600));
    let settled = stage.service.settle(Settle::new().progress(hours)).unwrap();
    assert_eq!(outbound.count(), 2, "each delivery was attempted once");
    assert!(settled.left > 0 && settled.next_due <= Some(stage.clock.now()), "{settled:?}");
    assert!(settled.next_due > Some(start() + TimeDelta::seconds(1)));
}

#[test]
fn settle_of_a_closed_service_is_an_error() {
    let stage = with_due(&Outbound::default(), 1);
    stage.service.close().unwrap();
    assert_eq!(stage.service.settle(Settle::new()).unwrap_err().kind(), ErrorKind::Closed);
}

//! `settle`: everything that is due is done, then the program goes on.

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
use shiptrack_tests::scenario::{Scenario, Scripted, start};
use shiptrack_tests::scratch::Scratch;

use super::{RECEIVER, register, statuses};

fn settle(service: &Service) -> SettleReport {
    service.settle(Settle::new()).unwrap()
}

/// A stage on which so many look-ups are due, each of which leads to one delivery.
fn with_due(outbound: &Outbound, number: usize) -> Scenario {
    let stage = scenario(outbound, |builder| builder);
    register(&stage, &json!({ "url": RECEIVER }));
    (0..number).for_each(|n| {
        stage.create("booking_number", &format!("TST{n:05}"), "TEST");
    });
    stage
}

#[test]
fn a_program_that_was_away_settles_and_exports_what_the_carriers_say_today() {
    let folder = Scratch::new();
    let (clock, carrier) = (ManualClock::new(start()), Scripted::default());
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
fn everything_due_is_done_and_what_falls_due_through_it_but_not_what_is_scheduled_for_later() {
    let outbound = Outbound::default();
    let stage = with_due(&outbound, 3);
    stage.create("bill_of_lading", "TEST-TR-AWAITING", "TEST");
    let settled = settle(&stage.service);
    assert_eq!((settled.done.look_ups, settled.done.deliveries, settled.done.subscriptions), (4, outbound.count(), 0));
    assert!(outbound.count() >= 4);
    assert_eq!((settled.left, settled.next_due), (0, stage.service.next_due().unwrap()));
    assert!(settled.next_due > Some(start()));
    assert_eq!(stage.clock.now(), start(), "a clock that is moved by hand is not moved");
    assert_eq!(settle(&stage.service).done, WorkCounts::default(), "nothing was left");
}

#[test]
fn progress_tells_what_is_done_and_what_is_left_and_ends_with_nothing_left() {
    let stage = with_due(&Outbound::default(), 3);
    let mut told: Vec<Progress> = Vec::new();
    let settled = stage.service.settle(Settle::new().progress(|progress| told.push(*progress))).unwrap();
    let first = (told[0].done.items(), told[0].left);
    assert_eq!(first, (0, 3));
    let last = told.last().unwrap();
    assert_eq!((last.done, last.left), (settled.done, 0));
    assert!(told.windows(2).all(|two| two[0].done.items() < two[1].done.items()), "{told:?}");
}

#[test]
fn what_stays_due_because_nobody_can_do_it_is_left_and_told_of() {
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
fn what_waits_for_a_carrier_that_rests_is_left_and_the_observer_is_told_once_that_it_rests() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let stage = scenario(&Outbound::default(), |builder| {
        let down = |_: &LookUp, _: &Call| -> Result<Answer, LookUpFailure> {
            Err(LookUpFailure::Unreachable { retry_after: None })
        };
        builder.carrier("HLCU", down).unwrap().observer(move |activity: &Activity<'_>| {
            if let Activity::Resting { counterparty, until, .. } = activity {
                heard.lock().unwrap().push(((*counterparty).clone(), *until));
            }
        })
    });
    for n in 0..9 {
        stage.create("bill_of_lading", &format!("HLCU12345678{n:02}"), "HLCU");
    }
    let settled = settle(&stage.service);
    assert_eq!((settled.done.look_ups, settled.left, settled.is_settled()), (5, 4, false));
    let rest = start() + TimeDelta::seconds(30);
    assert_eq!(settled.next_due, Some(rest), "when the rest is over");
    assert_eq!(*told.lock().unwrap(), [(Counterparty::Carrier("HLCU".to_owned()), rest)]);
    // The probe fails, too: a longer rest, of which nobody is told anew.
    stage.clock.advance_to(rest);
    let settled = settle(&stage.service);
    assert_eq!((settled.done.look_ups, told.lock().unwrap().len()), (1, 1));
    assert!(settled.left >= 3 && settled.next_due > Some(rest), "{settled:?}");
}

#[test]
fn what_waits_for_a_receiver_that_rests_is_left_as_well() {
    let outbound = Outbound::default();
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let stage = scenario(&outbound, |builder| {
        builder.observer(move |activity: &Activity<'_>| {
            if let Activity::Resting { counterparty, .. } = activity {
                heard.lock().unwrap().push((*counterparty).clone());
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
    assert_eq!(*told.lock().unwrap(), [Counterparty::Webhook(webhook["id"].as_str().unwrap().parse().unwrap())]);
}

#[test]
fn what_waits_for_a_carrier_that_is_not_plugged_in_is_left_requests_and_followed_shipments_alike() {
    let folder = Scratch::new();
    let (clock, carrier) = (ManualClock::new(start()), Scripted::default());
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
    let mut told = Vec::new();
    let _ = service.settle(Settle::new().progress(|progress| told.push(progress.left))).unwrap();
    assert_eq!(told, [2], "progress says the same");
}

#[test]
fn when_the_time_is_up_nothing_more_begins_and_the_answer_says_what_is_left() {
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
fn cancelling_ends_it_with_an_error_and_what_was_done_is_kept() {
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
fn what_another_thread_has_in_hand_is_waited_for() {
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
                let tell = |progress: &Progress| {
                    // Told at the beginning; later on what came of the look-up may be due before it counts as done.
                    if let Some(release) = release.take() {
                        assert_eq!((progress.done.items(), progress.left), (0, 1));
                        release.send(()).unwrap();
                    }
                };
                let settled = stage.service.settle(Settle::new().progress(tell)).unwrap();
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
fn beside_a_worker_it_ends_when_all_is_done() {
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
fn whoever_the_service_is_calling_cannot_wait_for_it_to_settle() {
    must_end(|| {
        let (service, refused) = (Arc::new(OnceLock::<Service>::new()), Arc::new(Mutex::new(Vec::new())));
        let (known, told) = (Arc::clone(&service), Arc::clone(&refused));
        let stage = scenario(&Outbound::default(), |builder| {
            builder.observer(move |_: &Activity<'_>| {
                let answer = known.get().unwrap().settle(Settle::new());
                told.lock().unwrap().push(answer.unwrap_err().kind());
            })
        });
        let _ = service.set(stage.service.clone());
        stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
        assert!(settle(&stage.service).is_settled());
        assert_eq!(*refused.lock().unwrap(), [ErrorKind::Conflict]);
    });
}

#[test]
fn a_try_that_falls_due_meanwhile_is_left_for_the_next_time() {
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
fn a_closed_service_says_so() {
    let stage = with_due(&Outbound::default(), 1);
    stage.service.close().unwrap();
    assert_eq!(stage.service.settle(Settle::new()).unwrap_err().kind(), ErrorKind::Closed);
}

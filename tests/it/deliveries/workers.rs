//! Worker threads, with carriers and receivers that hang, panic or call the service.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Mutex, Weak};

use serde_json::json;
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::client::{NewTrackingRequest, NewWebhook, Wait};
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock, SystemClock};
use shiptrack::error::ErrorKind;
use shiptrack::http::Call;
use shiptrack::resources::{EventName, TrackingRequest};
use shiptrack::service::{Budget, Service, ServiceBuilder};
use shiptrack::tracking::Fact;
use shiptrack::tracking::lifecycle::Policy;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::start;
use shiptrack_tests::script_server::{Script, Server};
use shiptrack_tests::with;

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
const LONG: std::time::Duration = std::time::Duration::from_secs(3_600);

/// A carrier that is a function.
struct CarrierFn<F>(F);

impl<F: Fn(&LookUp, &Call) -> Result<Answer, LookUpFailure> + Send + Sync> Carrier for CarrierFn<F> {
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        (self.0)(look_up, call)
    }
}

fn found() -> Result<Answer, LookUpFailure> {
    let facts = json!([{ "particulars": { "containers": ["MSKU0308961"] } }]);
    Ok(Answer::complete(Fact::parse_all(&facts.to_string()).unwrap()))
}

/// A carrier that reports each look-up and hangs until it is released.
fn hanging() -> (impl Carrier + 'static, Receiver<String>, Sender<()>) {
    let (asked, reached) = channel();
    let (release, gate) = channel::<()>();
    let gate = Mutex::new(gate);
    let carrier = CarrierFn(move |look_up: &LookUp, _: &Call| {
        let _ = asked.send(look_up.number.clone());
        let _ = gate.lock().unwrap().recv();
        found()
    });
    (carrier, reached, release)
}

fn service(set_up: impl FnOnce(ServiceBuilder) -> ServiceBuilder) -> Service {
    set_up(Service::builder().allow_loopback()).in_memory().unwrap()
}

fn track(service: &Service, number: &str, scac: &str) -> TrackingRequest {
    let new = NewTrackingRequest::bill_of_lading(number, scac);
    (*service.client().tracking_requests().create(new).unwrap()).clone()
}

/// Waits until the worker has changed the status of the request from `pending`.
fn settled(service: &Service, request: &TrackingRequest) -> TrackingRequest {
    let mut after = 0;
    loop {
        let now = service.client().tracking_requests().get(&request.id).unwrap();
        if now.status.as_str() != "pending" {
            return (*now).clone();
        }
        let events = service.wait_events(service.default_account(), after, 99, LONG, &CancelToken::new()).unwrap();
        after = events.last().map_or(after, |event| event.sequence);
    }
}

#[test]
fn a_worker_runs_look_ups_and_deliveries() {
    must_end(|| {
        let receiver = Server::answering(OK);
        let service = service(|builder| builder);
        service.client().webhooks().create(NewWebhook::new(receiver.url("/"))).unwrap();
        service.start_worker(2).unwrap();
        track(&service, "TEST-TR-FAILED", "TEST");
        receiver.wait_for_requests(1);
        service.stop_worker();
        assert_eq!(receiver.requests().len(), 1);
    });
}

#[test]
fn a_worker_can_be_restarted_and_starting_twice_has_no_effect() {
    must_end(|| {
        let (asked, reached) = channel();
        let carrier = CarrierFn(move |_: &LookUp, _: &Call| {
            let _ = asked.send(());
            Err(LookUpFailure::InvalidNumber)
        });
        let service = service(|builder| builder.carrier("MAEU", carrier).unwrap());
        service.stop_worker();
        for round in 0..3 {
            service.start_worker(1).unwrap();
            service.start_worker(4).unwrap();
            track(&service, &format!("MAEU12345678{round}"), "MAEU");
            reached.recv().unwrap();
            service.stop_worker();
            service.stop_worker();
            service.run_due(Budget::ALL).unwrap();
        }
        while reached.try_recv().is_ok() {}
        track(&service, "MAEU123456789", "MAEU");
        assert!(service.next_due().unwrap().is_some_and(|due| due <= service.clock().now()));
        assert!(reached.try_recv().is_err(), "a look-up after the worker was stopped");
    });
}

#[test]
fn a_worker_without_threads_or_on_a_manual_clock_is_an_error() {
    let none = service(|builder| builder).start_worker(0).unwrap_err();
    assert_eq!((none.kind(), none.pointer()), (ErrorKind::Configuration, Some("threads")));
    let manual = service(|builder| builder.clock(ManualClock::new(start()))).start_worker(1).unwrap_err();
    assert_eq!((manual.kind(), manual.pointer()), (ErrorKind::Configuration, Some("clock")));
}

#[test]
fn a_worker_without_threads_is_an_error_while_one_runs() {
    let service = service(|builder| builder);
    service.start_worker(1).unwrap();
    assert_eq!(service.start_worker(0).unwrap_err().pointer(), Some("threads"));
}

/// A clock that panics in threads of a worker as long as the flag is set.
#[derive(Clone)]
struct PanicsInWorkers(SystemClock, Arc<Mutex<bool>>, Sender<()>);

impl Clock for PanicsInWorkers {
    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        let in_worker = std::thread::current().name().is_some_and(|name| name.starts_with("shiptrack-"));
        if in_worker && *self.1.lock().unwrap() {
            let _ = self.2.send(());
            panic!("the clock of a test");
        }
        self.0.now()
    }

    fn monotonic(&self) -> std::time::Duration {
        self.0.monotonic()
    }

    fn sleep(&self, time: std::time::Duration, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.0.sleep(time, cancel)
    }
}

#[test]
fn a_worker_whose_thread_panicked_can_be_restarted() {
    must_end(|| {
        let (panicked, met) = channel();
        let panics = Arc::new(Mutex::new(true));
        let clock = PanicsInWorkers(SystemClock::new(), panics.clone(), panicked);
        let receiver = Server::answering(OK);
        let service = service(|builder| builder.clock(clock));
        service.client().webhooks().create(NewWebhook::new(receiver.url("/"))).unwrap();
        track(&service, "TEST-TR-FAILED", "TEST");
        service.start_worker(1).unwrap();
        met.recv().unwrap();
        *panics.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = false;
        // The thread ends shortly after its panic.
        while receiver.connections() == 0 {
            service.start_worker(1).unwrap();
            std::thread::yield_now();
        }
        receiver.wait_for_requests(1);
    });
}

#[test]
fn a_carrier_may_stop_its_worker_while_the_host_does() {
    must_end(|| {
        let handle: Arc<Mutex<Option<Service>>> = Arc::default();
        let held = handle.clone();
        let (asked, reached) = channel();
        let carrier = CarrierFn(move |_: &LookUp, call: &Call| {
            let service = held.lock().unwrap().clone().unwrap();
            let _ = asked.send(());
            // Until the host has begun to stop the worker.
            while !call.cancel.is_cancelled() {
                std::thread::yield_now();
            }
            service.stop_worker();
            found()
        });
        let service = service(|builder| builder.carrier("MAEU", carrier).unwrap());
        *handle.lock().unwrap() = Some(service.clone());
        track(&service, "MAEU123456789", "MAEU");
        service.start_worker(1).unwrap();
        reached.recv().unwrap();
        service.stop_worker();
        *handle.lock().unwrap() = None;
    });
}

#[test]
fn carriers_are_called_concurrently_each_at_most_twice() {
    must_end(|| {
        // The calls only return when all four run at the same time.
        let all = Arc::new(Barrier::new(4));
        let meet = || {
            let all = Arc::clone(&all);
            CarrierFn(move |_: &LookUp, _: &Call| {
                all.wait();
                found()
            })
        };
        let (maersk, cma) = (meet(), meet());
        let service = service(|builder| builder.carrier("MAEU", maersk).unwrap().carrier("CMDU", cma).unwrap());
        let requests: Vec<_> = [("A111111", "MAEU"), ("B222222", "MAEU"), ("C333333", "CMDU"), ("D444444", "CMDU")]
            .map(|(number, scac)| track(&service, number, scac))
            .into();
        service.start_worker(6).unwrap();
        for request in &requests {
            assert_eq!(settled(&service, request).status.as_str(), "created");
        }
    });
}

#[test]
fn a_hanging_carrier_does_not_delay_others() {
    must_end(|| {
        let (carrier, asked, release) = hanging();
        let service = service(|builder| builder.carrier("MAEU", carrier).unwrap());
        for n in 0..6 {
            track(&service, &format!("MAEU10000{n}"), "MAEU");
        }
        service.start_worker(3).unwrap();
        asked.recv().unwrap();
        asked.recv().unwrap();
        // Two threads hang. The third one skips the four requests that wait for the same carrier.
        for _ in 0..5 {
            let request = track(&service, "TEST-TR-FAILED", "TEST");
            let deadline = Wait::until_settled().timeout(LONG);
            let settled = service.client().tracking_requests().wait(&request.id, deadline).unwrap();
            assert_eq!(settled.status.as_str(), "failed");
        }
        assert!(asked.try_recv().is_err(), "a third look-up was started");
        drop(release);
    });
}

#[test]
fn a_hanging_carrier_does_not_delay_requests_without_a_carrier() {
    must_end(|| {
        let (carrier, asked, release) = hanging();
        let service = service(|builder| builder.carrier("MAEU", carrier).unwrap());
        let detect = |number: &str| {
            let new = NewTrackingRequest::new(shiptrack::numbers::NumberKind::BillOfLading, number).auto_detect();
            (*service.client().tracking_requests().create(new).unwrap()).clone()
        };
        // More than one search for work reads.
        for n in 0..40 {
            detect(&format!("MAEU1234567{n:02}"));
        }
        service.start_worker(3).unwrap();
        asked.recv().unwrap();
        asked.recv().unwrap();
        let other = detect("TEST-TR-FAILED");
        assert_eq!(settled(&service, &other).status.as_str(), "failed");
        assert!(asked.try_recv().is_err(), "a third look-up was started");
        drop(release);
    });
}

#[test]
fn a_hanging_receiver_does_not_delay_others_and_gets_one_delivery_at_a_time() {
    must_end(|| {
        let (slow, quick) = (Server::start([Script::new().receive().hold().send(OK)]), Server::answering(OK));
        let service = service(|builder| builder);
        for receiver in [&slow, &quick] {
            service.client().webhooks().create(NewWebhook::new(receiver.url("/"))).unwrap();
        }
        service.start_worker(2).unwrap();
        for n in 1..=5 {
            track(&service, "TEST-TR-FAILED", "TEST");
            quick.wait_for_requests(n);
        }
        assert_eq!((slow.connections(), slow.requests().len()), (1, 1));
        slow.release();
        slow.wait_for_requests(5);
        // One after the other, in the order of events.
        let sequences: Vec<u64> = slow
            .requests()
            .iter()
            .map(|request| serde_json::from_slice::<serde_json::Value>(&request.body).unwrap())
            .map(|document| document["meta"]["sequence"].as_u64().unwrap())
            .collect();
        assert!(sequences.is_sorted_by(|a, b| a < b), "{sequences:?}");
    });
}

#[test]
fn stopping_cancels_a_running_delivery_and_it_stays_due() {
    must_end(|| {
        let receiver = Server::start([Script::new().receive().hold(), Script::new().answer(OK)]);
        let service = service(|builder| builder);
        service.client().webhooks().create(NewWebhook::new(receiver.url("/"))).unwrap();
        service.start_worker(1).unwrap();
        track(&service, "TEST-TR-FAILED", "TEST");
        receiver.wait_for_requests(1);
        service.stop_worker();
        assert!(service.next_due().unwrap().is_some_and(|due| due <= service.clock().now()));
        assert_eq!(service.run_due(Budget::ALL).unwrap().deliveries, 1);
        assert_eq!(service.next_due().unwrap(), None);
    });
}

#[test]
fn stopping_cancels_a_running_look_up_and_its_request_stays_due() {
    must_end(|| {
        let (asked, reached) = channel();
        // A carrier that returns when its call is cancelled.
        let carrier = CarrierFn(move |_: &LookUp, call: &Call| {
            let _ = asked.send(());
            let _ = SystemClock::new().sleep(LONG, &call.cancel);
            Err(LookUpFailure::Unreachable { retry_after: None })
        });
        let service = service(|builder| builder.carrier("MAEU", carrier).unwrap());
        let request = track(&service, "MAEU123456789", "MAEU");
        service.start_worker(1).unwrap();
        reached.recv().unwrap();
        service.stop_worker();
        let now = service.client().tracking_requests().get(&request.id).unwrap();
        assert_eq!(
            (now.status.as_str(), now.retry_count),
            ("pending", None),
            "a cancelled look-up does not count as a try"
        );
        assert!(service.next_due().unwrap().is_some_and(|due| due <= service.clock().now()));
    });
}

#[test]
fn dropping_the_last_handle_ends_the_threads_and_frees_everything() {
    must_end(|| {
        let held = Arc::new(());
        let seen: Weak<()> = Arc::downgrade(&held);
        let carrier = CarrierFn(move |_: &LookUp, _: &Call| {
            let _ = &held;
            Err(LookUpFailure::NoDataYet)
        });
        let scratch = shiptrack_tests::scratch::Scratch::new();
        let path = scratch.path("s.db");
        let service = Service::builder().carrier("MAEU", carrier).unwrap().open(&path).unwrap();
        service.start_worker(3).unwrap();
        let request = track(&service, "MAEU123456789", "MAEU");
        assert_eq!(settled(&service, &request).status.as_str(), "awaiting_manifest");
        let clone = service.clone();
        drop(service);
        assert!(seen.upgrade().is_some(), "a clone keeps it");
        drop(clone);
        assert!(seen.upgrade().is_none(), "a thread is left");
        Service::open(&path).expect("the file is free");
    });
}

#[test]
fn a_panic_of_a_carrier_counts_as_a_try() {
    must_end(|| {
        let tries = Mutex::new(0);
        let carrier = CarrierFn(move |_: &LookUp, _: &Call| {
            let mut tries = tries.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            *tries += 1;
            if *tries < 3 { panic!("the carrier of a test") } else { found() }
        });
        let policy = with(Policy::default(), |value| value.first_retry = chrono::TimeDelta::zero());
        let service = service(|builder| builder.lifecycle(policy).carrier("MAEU", carrier).unwrap());
        service.start_worker(1).unwrap();
        let request = track(&service, "MAEU123456789", "MAEU");
        assert_eq!(settled(&service, &request).status.as_str(), "created");
        let other = track(&service, "TEST-TR-FAILED", "TEST");
        assert_eq!(settled(&service, &other).status.as_str(), "failed");
    });
}

#[test]
fn a_panic_of_a_transport_keeps_the_delivery() {
    struct Panics(Outbound, Mutex<u32>);

    impl shiptrack::http::Transport for Panics {
        fn send(
            &self,
            request: shiptrack::http::Request,
            call: &Call,
        ) -> Result<shiptrack::http::Response, shiptrack::http::TransportError> {
            let first = std::mem::replace(&mut *self.1.lock().unwrap(), 1) == 0;
            if first { panic!("the transport of a test") } else { self.0.send(request, call) }
        }

        fn pause(&self, _: chrono::DateTime<chrono::Utc>, _: &CancelToken) -> Result<(), Cancelled> {
            Ok(())
        }
    }

    let outbound = Outbound::default();
    let clock = ManualClock::new(start());
    let store = shiptrack::store::sqlite::SqliteStore::in_memory().unwrap();
    let builder = Service::builder().clock(clock.clone());
    let service = builder.build(store, Panics(outbound.clone(), Mutex::default())).unwrap();
    service.client().webhooks().create(NewWebhook::new("https://receiver.example/")).unwrap();
    track(&service, "TEST-TR-FAILED", "TEST");
    service.run_due(Budget::ALL).unwrap();
    let due = service.next_due().unwrap().expect("a retry");
    clock.advance_to(due);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!((outbound.count(), service.next_due().unwrap()), (1, None));
}

#[test]
fn a_carrier_may_call_its_service() {
    must_end(|| {
        let handle: Arc<Mutex<Option<Service>>> = Arc::default();
        let held = Arc::clone(&handle);
        let carrier = CarrierFn(move |look_up: &LookUp, _: &Call| {
            let service = held.lock().unwrap().clone().expect("the service is there");
            if look_up.number == "MAEU123456789" {
                // Reads, writes and runs other work during the look-up.
                assert_eq!(service.client().tracking_requests().list().into_iter().count(), 1);
                track(&service, "MAEU987654321", "MAEU");
                track(&service, "TEST-TR-FAILED", "TEST");
                service.ingest_email(service.default_account(), b"Subject: x\r\n\r\n", None).unwrap();
                assert_eq!(service.run_due(Budget::ALL).unwrap().look_ups, 2);
                assert_eq!(service.events(service.default_account(), 0, 99).unwrap().len(), 3);
            }
            found()
        });
        let stage = scenario(&Outbound::default(), |builder| builder.carrier("MAEU", carrier).unwrap());
        *handle.lock().unwrap() = Some(stage.service.clone());
        let request = track(&stage.service, "MAEU123456789", "MAEU");
        stage.run();
        assert_eq!(stage.request(&request.id.to_string())["status"], "created");
        let succeeded = EventName::TrackingRequestSucceeded.to_string();
        assert_eq!(stage.events().iter().filter(|event| **event == succeeded).count(), 2);
        *handle.lock().unwrap() = None;
    });
}

#[test]
fn a_carrier_may_stop_its_request() {
    must_end(|| {
        let handle: Arc<Mutex<Option<Service>>> = Arc::default();
        let held = Arc::clone(&handle);
        let carrier = CarrierFn(move |_: &LookUp, _: &Call| {
            let service = held.lock().unwrap().clone().expect("the service is there");
            let again = NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU");
            let refused = service.client().tracking_requests().create(again).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::Duplicate);
            for shipment in service.client().shipments().list() {
                service.client().shipments().stop_tracking(&shipment.unwrap().id).unwrap();
            }
            found()
        });
        let stage = scenario(&Outbound::default(), |builder| builder.carrier("MAEU", carrier).unwrap());
        *handle.lock().unwrap() = Some(stage.service.clone());
        let request = track(&stage.service, "MAEU123456789", "MAEU").id.to_string();
        stage.run();
        assert_eq!(stage.request(&request)["status"], "created");
        stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
        stage.run();
        assert_eq!(stage.request(&request)["status"], "tracking_stopped", "the stop counts");
        assert_eq!(stage.service.next_due().unwrap(), None);
        *handle.lock().unwrap() = None;
    });
}

#[test]
fn a_receiver_in_the_same_process_may_call_the_service() {
    must_end(|| {
        // The receiver answers after further calls to the service have returned: no lock is held during a delivery.
        let receiver = Server::start([Script::new().receive().hold().send(OK)]);
        let service = service(|builder| builder);
        service.client().webhooks().create(NewWebhook::new(receiver.url("/"))).unwrap();
        service.start_worker(1).unwrap();
        track(&service, "TEST-TR-FAILED", "TEST");
        receiver.wait_for_requests(1);
        track(&service, "TEST-TR-SUCCEEDED", "TEST");
        let listed = service.client().webhook_notifications().list().into_iter().count();
        assert!(listed >= 1, "the second number may have been looked up meanwhile");
        service.client().webhooks().create(NewWebhook::new(receiver.url("/two"))).unwrap();
        receiver.release();
        service.stop_worker();
    });
}

#[test]
fn a_panic_of_an_adapter_ends_no_worker_and_releases_its_work() {
    struct PanicsOnce(Mutex<bool>);

    impl shiptrack::ids::Entropy for PanicsOnce {
        fn fill(&self, out: &mut [u8]) {
            shiptrack::ids::SystemEntropy.fill(out);
        }

        fn fraction(&self) -> f64 {
            let first = !std::mem::replace(&mut *self.0.lock().unwrap(), true);
            if first { panic!("the entropy of a test") } else { 0.5 }
        }
    }

    must_end(|| {
        let receiver = Server::answering(OK);
        let service = service(|builder| builder.entropy(PanicsOnce(Mutex::default())));
        service.client().webhooks().create(NewWebhook::new(receiver.url("/"))).unwrap();
        track(&service, "TEST-TR-FAILED", "TEST");
        service.start_worker(1).unwrap();
        receiver.wait_for_requests(1);
    });
}

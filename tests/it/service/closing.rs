//! Closing a service that other handles still use, and the errors that its host gets for internal failures.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use shiptrack::carriers::{Answer, LookUp};
use shiptrack::client::{Client, NewTrackingRequest, Wait};
use shiptrack::clock::CancelToken;
use shiptrack::error::{Error, ErrorKind, Result};
use shiptrack::http::{Call, Method, Request, Transport};
use shiptrack::service::{Budget, LogLevel, Service, Settle};
use shiptrack_tests::failing_store::FailingStore;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::log_lines::LogLines;
use shiptrack_tests::scenario::{Scenario, refusal};
use shiptrack_tests::scratch::Scratch;

use super::{BILL, HOUR, tracked_bill};
use shiptrack::webhooks::DeliveryPolicy;
use shiptrack_tests::with;

#[track_caller]
fn assert_closed<T: std::fmt::Debug>(answer: Result<T>) {
    let error = answer.unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt(), error.is_retryable()), (ErrorKind::Closed, false, false), "{error}");
}

#[test]
fn a_closed_service_releases_its_file_and_returns_closed_from_every_handle() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let service = Service::open(&path).unwrap();
    let (clone, client) = (service.clone(), service.client());
    let created =
        client.tracking_requests().create(NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST")).unwrap();
    let mut listing = client.tracking_requests().list().into_iter();
    assert_eq!(listing.next().unwrap().unwrap().id, created.id);
    let key = service.create_key(service.default_account(), "test").unwrap();
    let error = Service::open(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StoreBusy);
    assert!(error.to_string().contains("close that service") && error.to_string().contains("listings"), "{error}");

    service.close().unwrap();
    service.close().unwrap();
    let account = clone.default_account().clone();
    assert_closed(clone.run_due(Budget::ALL));
    assert_closed(clone.next_due());
    assert_closed(clone.start_worker(1));
    assert_closed(clone.accounts());
    assert_closed(clone.create_account("other", "Other Ltd"));
    assert_closed(clone.keys(&account));
    assert_closed(clone.events(&account, 0, 10));
    assert_closed(clone.wait_events(&account, 0, 10, HOUR, &CancelToken::new()));
    assert_closed(clone.ingest_email(&account, b"Subject: x\r\n\r\nx", None));
    assert_closed(clone.quarantined_emails(&account));
    assert_closed(clone.client_of(&account));
    assert_closed(client.tracking_requests().get(&created.id));
    assert_closed(client.tracking_requests().create(NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST")));
    assert_closed(client.tracking_requests().infer_number(BILL));
    assert_closed(client.tracking_requests().wait(&created.id, Wait::until_settled()));
    assert_closed(client.shipping_lines().list().into_iter().next().unwrap());
    let outsider =
        Request::new(Method::Get, "/v2/shipments").header("Authorization", format!("Token {}", key.key.reveal()));
    let (status, errors) = refusal(&service.send(outsider, &Call::default()).unwrap());
    assert_eq!((status, errors[0]["code"].as_str()), (503, Some("unavailable")), "other callers get no details");

    let again = Service::open(&path).unwrap();
    assert_eq!(again.client().tracking_requests().get(&created.id).unwrap().id, created.id);
    drop(listing);
}

#[test]
fn closing_ends_waits_and_stops_the_worker() {
    must_end(|| {
        let service = Service::in_memory().unwrap();
        service.start_worker(2).unwrap();
        let (waiting, account) = (service.clone(), service.default_account().clone());
        let waiter =
            std::thread::spawn(move || waiting.wait_events(&account, 0, 1, Duration::MAX, &CancelToken::new()));
        service.close().unwrap();
        assert_closed(waiter.join().unwrap());
    });
}

#[test]
fn closing_abandons_a_carrier_that_does_not_return() {
    must_end(|| {
        let scratch = Scratch::new();
        let path = scratch.path("s.db");
        let (called, was_called) = mpsc::channel();
        let (release, may_return) = mpsc::channel::<()>();
        let may_return = std::sync::Mutex::new(may_return);
        let captured = Arc::new(());
        let (lines, carrier_data) = (LogLines::default(), Arc::clone(&captured));
        let carrier = move |_: &LookUp, _: &Call| {
            called.send(()).unwrap();
            may_return.lock().unwrap().recv().unwrap();
            drop(Arc::clone(&carrier_data));
            Ok(Answer::default())
        };
        let builder = Service::builder().observer(lines.clone()).carrier("MAEU", carrier).unwrap();
        let service = builder.open(&path).unwrap();
        // The database is new.
        lines.take(LogLevel::Warn);
        service.start_worker(2).unwrap();
        let request = NewTrackingRequest::bill_of_lading(BILL, "MAEU");
        let id = service.client().tracking_requests().create(request).unwrap().id.clone();
        was_called.recv().unwrap();

        service.close_within(Duration::from_millis(10)).unwrap();
        assert_closed(service.next_due());
        drop(service);
        let warnings = lines.take(LogLevel::Warn);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].contains("still runs on its threads (look-ups at MAEU)"), "{warnings:?}");

        let again = Service::open(&path).unwrap();
        assert_eq!(Arc::strong_count(&captured), 2, "the carrier keeps what it captured");
        release.send(()).unwrap();
        while Arc::strong_count(&captured) > 1 {
            std::thread::yield_now();
        }
        assert_eq!(again.client().tracking_requests().get(&id).unwrap().status.as_str(), "pending");
        let due = again.settle(Settle::new().timeout(Duration::ZERO)).unwrap();
        assert_eq!(due.left, 1, "the look-up is still due");
        assert_eq!(lines.take(LogLevel::Debug), [""; 0], "the late answer is ignored");
    });
}

#[test]
fn the_client_of_the_host_gets_internal_errors_with_their_cause() {
    let store = FailingStore::new();
    let switch = store.switch();
    let clock = shiptrack::clock::ManualClock::new(shiptrack_tests::scenario::start());
    let service = Service::builder().clock(clock).build(store, Service::in_memory().unwrap()).unwrap();
    let client = service.client();
    let errors: [fn() -> Error; 4] = [
        || Error::new(ErrorKind::Store, "the store failed").with_source(std::io::Error::other("disk I/O error")),
        || Error::new(ErrorKind::Closed, "the store refuses writes"),
        || Error::new(ErrorKind::Forked, "a fork came in between"),
        || Error::new(ErrorKind::StoreBusy, "another program is using the database"),
    ];
    for error in errors {
        switch.fail(error);
        let kind = error().kind();
        let read = client.shipments().list().into_iter().next().unwrap().unwrap_err();
        let written = client.tracking_requests().create(NewTrackingRequest::bill_of_lading(BILL, "TEST")).unwrap_err();
        for failure in [read, written] {
            assert_eq!((failure.kind(), failure.code(), failure.is_in_doubt()), (kind, Some(kind.code()), false));
            assert!(failure.to_string().contains(&error().to_string()), "{failure}");
        }
    }
    switch.fail(errors[0]);
    let failure = client.shipments().list().into_iter().next().unwrap().unwrap_err();
    assert!(failure.to_string().contains("the store failed: disk I/O error"), "{failure}");
    switch.fail(|| Error::new(ErrorKind::Store, "the commit failed").in_doubt());
    let failure = client.tracking_requests().create(NewTrackingRequest::bill_of_lading(BILL, "TEST")).unwrap_err();
    assert_eq!((failure.kind(), failure.is_in_doubt()), (ErrorKind::Store, true));
}

#[test]
fn over_http_a_failed_write_reports_whether_it_may_have_taken_effect() {
    let store = FailingStore::new();
    let switch = store.switch();
    let service = Service::builder().build(store, Service::in_memory().unwrap()).unwrap();
    let key = service.create_key(service.default_account(), "k").unwrap();
    let server = service.server().start().unwrap();
    let client = Client::new(format!("{}/v2", server.url()), key.key.reveal()).unwrap();
    let failures: [(fn() -> Error, bool); 3] = [
        (|| Error::new(ErrorKind::Store, "the commit failed").in_doubt(), true),
        (|| Error::new(ErrorKind::Store, "the store failed before anything was written"), false),
        (|| Error::new(ErrorKind::StoreBusy, "another program is using the database"), false),
    ];
    for (failure, in_doubt) in failures {
        switch.fail_writes(failure);
        let failure = client.tracking_requests().create(NewTrackingRequest::bill_of_lading(BILL, "TEST")).unwrap_err();
        assert_eq!((failure.http_status() >= Some(500), failure.is_in_doubt()), (true, in_doubt), "{failure}");
    }
}

#[test]
fn an_unknown_account_is_not_found_in_every_method_of_the_host() {
    let (scenario, ..) = tracked_bill();
    let service = &scenario.service;
    for unknown in ["unknown", "018f0000-0000-7000-8000-00000000dead"] {
        let unknown = unknown.into();
        let errors = [
            service.client_of(&unknown).map(drop).unwrap_err(),
            service.transport(&unknown).map(drop).unwrap_err(),
            service.events(&unknown, 0, 10).unwrap_err(),
            service.wait_events(&unknown, 0, 10, HOUR, &CancelToken::new()).unwrap_err(),
            service.replay_failed(&unknown).unwrap_err(),
            service.keys(&unknown).unwrap_err(),
            service.create_key(&unknown, "x").map(drop).unwrap_err(),
            service.quarantined_emails(&unknown).unwrap_err(),
            service.ingest_email(&unknown, b"Subject: x\r\n\r\nx", None).map(drop).unwrap_err(),
        ];
        for error in errors {
            assert_eq!((error.kind(), error.pointer()), (ErrorKind::NotFound, Some("account")), "{error}");
            assert!(
                error.to_string().contains("an account is identified by its id")
                    || error.to_string().contains("there is no account with the id"),
                "{error}"
            );
        }
    }
}

#[test]
fn an_invalid_setting_is_rejected_with_its_name() {
    let settings = |error: Error| (error.kind(), error.pointer().map(str::to_owned));
    let named = |name: &str| (ErrorKind::Configuration, Some(name.to_owned()));
    for scac in ["MAERSK", "ONE", "", "MA3U"] {
        let refused = Service::builder().carrier(scac, shiptrack::sandbox::Sandbox).unwrap_err();
        assert!(refused.to_string().contains(&format!("{scac:?}")), "{refused}");
        assert_eq!(settings(refused), named("carrier"));
    }
    assert_eq!(settings(Service::builder().allow_networks(["10.0.0.1/33"]).unwrap_err()), named("allow_networks"));
    let scratch = Scratch::new();
    let limits = with(shiptrack::limits::RateLimits::interface(), |limits| limits.infer = Some(0));
    let path = scratch.path("s.db");
    assert_eq!(settings(Service::builder().limits(limits).open(&path).unwrap_err()), named("limits"));
    assert!(!path.exists(), "no file is created for a rejected service");
    assert_eq!(settings(Service::builder().limits(limits).in_memory().unwrap_err()), named("limits"));
}

#[test]
fn the_path_memory_of_sqlite_opens_a_database_in_memory() {
    let one = Service::open(":memory:").unwrap();
    let other = Service::open(":memory:").unwrap();
    one.create_account("acme", "Acme").unwrap();
    assert_eq!((one.accounts().unwrap().len(), other.accounts().unwrap().len()), (2, 1));
    assert!(!std::path::Path::new(":memory:").exists());
}

#[test]
fn a_damaged_database_is_reported_with_its_path() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    drop(Service::open(&path).unwrap());
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[4_096..].fill(0xff);
    std::fs::write(&path, &bytes).unwrap();
    let error = Service::open(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Store);
    let text = error.to_string();
    assert!(text.starts_with(path.to_str().unwrap()) && text.contains("damaged: restore"), "{text}");
}

#[test]
fn the_longest_duration_is_accepted_for_every_timeout() {
    let scenario = Scenario::with(|builder| {
        let delivery = with(DeliveryPolicy::default(), |delivery| delivery.timeout = Duration::MAX);
        builder.look_up_timeout(Duration::MAX).delivery(delivery)
    });
    scenario.clock.advance(Duration::from_secs(1));
    let id = scenario.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    scenario.run();
    assert_eq!(scenario.request(&id)["status"], "failed");
}

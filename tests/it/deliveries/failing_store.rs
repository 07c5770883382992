//! Due work with a store that cannot be written, rows that cannot be read, and missing carriers.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::json;
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::client::{NewTrackingRequest, NewWebhook};
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock};
use shiptrack::error::{Error, ErrorKind};
use shiptrack::http::Call;
use shiptrack::service::{Activity, Budget, Service};
use shiptrack_tests::failing_store::FailingStore;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario_on};
use shiptrack_tests::scenario::{ScriptedCarrier, start};
use shiptrack_tests::scratch::Scratch;

use super::RECEIVER;

/// A clock that only moves when a test advances it, and on which threads sleep until then.
#[derive(Clone, Default)]
struct Stepped(Arc<(Mutex<Steps>, Condvar)>);

#[derive(Default)]
struct Steps {
    passed: Duration,
    /// When the sleeping thread wakes. `None` if no thread sleeps.
    asleep_until: Option<Duration>,
}

impl Stepped {
    /// Waits until a thread sleeps, and returns for how long.
    fn asleep(&self) -> Duration {
        let (steps, changed) = &*self.0;
        let mut steps = steps.lock().unwrap();
        loop {
            match steps.asleep_until {
                Some(end) if end > steps.passed => return end - steps.passed,
                _ => steps = changed.wait(steps).unwrap(),
            }
        }
    }

    fn advance(&self, time: Duration) {
        let (steps, changed) = &*self.0;
        let mut steps = steps.lock().unwrap();
        steps.passed += time;
        steps.asleep_until = None;
        changed.notify_all();
    }
}

impl Clock for Stepped {
    fn now(&self) -> DateTime<Utc> {
        start() + self.monotonic()
    }

    fn monotonic(&self) -> Duration {
        self.0.0.lock().unwrap().passed
    }

    fn sleep(&self, time: Duration, cancel: &CancelToken) -> Result<(), Cancelled> {
        let (steps, changed) = &*self.0;
        let mut steps = steps.lock().unwrap();
        let end = steps.passed + time;
        loop {
            cancel.check()?;
            if steps.passed >= end {
                return Ok(());
            }
            steps.asleep_until = Some(end);
            changed.notify_all();
            // Cancelling a token wakes no thread, so it is polled.
            steps = changed.wait_timeout(steps, Duration::from_millis(5)).unwrap().0;
        }
    }
}

fn failing() -> Error {
    Error::new(ErrorKind::Store, "the disk of a test is broken")
}

fn track(service: &Service, number: &str) {
    service.client().tracking_requests().create(NewTrackingRequest::bill_of_lading(number, "TEST")).unwrap();
}

#[test]
fn a_worker_whose_writes_fail_pauses_longer_after_each_attempt() {
    must_end(|| {
        let (clock, outbound, store) = (Stepped::default(), Outbound::default(), FailingStore::new());
        let switch = store.switch();
        let service = Service::builder().clock(clock.clone()).build(store, outbound.clone()).unwrap();
        for n in 0..3 {
            service.client().webhooks().create(NewWebhook::new(format!("https://{n}.example/"))).unwrap();
        }
        track(&service, "TEST-TR-FAILED");
        while service.run_due(Budget::items(1)).unwrap().look_ups == 0 {}
        switch.fail_writes_unforeseen(failing);
        service.start_worker(8).unwrap();
        let mut posted = Vec::new();
        for pause in [1, 2, 4, 8] {
            assert_eq!(clock.asleep(), Duration::from_secs(pause));
            posted.push(outbound.count());
            clock.advance(Duration::from_secs(pause));
        }
        println!("posts after each failed round: {posted:?}");
        // Deliveries that are sent when the first write fails, some of them after its pause has begun; then one at a time.
        assert!(posted[0] <= 3 && posted[1] <= 4, "{posted:?}");
        assert!(posted[1..].is_sorted_by(|before, after| after - before == 1), "{posted:?}");
        clock.asleep();
        switch.recover();
        let failed = outbound.count();
        clock.advance(Duration::from_secs(16));
        while service.next_due().unwrap().is_some() {
            std::thread::yield_now();
        }
        assert_eq!(outbound.count(), failed + 3);
    });
}

#[test]
fn nothing_is_sent_while_the_store_cannot_be_written() {
    let (clock, outbound, store) = (ManualClock::new(start()), Outbound::default(), FailingStore::new());
    let switch = store.switch();
    let carrier = ScriptedCarrier::default();
    let builder = Service::builder().clock(clock.clone()).carrier("MAEU", carrier.clone()).unwrap();
    let service = builder.build(store, outbound.clone()).unwrap();
    service.client().webhooks().create(NewWebhook::new(RECEIVER)).unwrap();
    track(&service, "TEST-TR-FAILED");
    let new = NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU");
    service.client().tracking_requests().create(new).unwrap();
    switch.fail_writes(failing);
    for _ in 0..5 {
        assert_eq!(service.run_due(Budget::ALL).unwrap_err().kind(), ErrorKind::Store);
    }
    service.wait_events(service.default_account(), 0, 1, Duration::from_secs(60), &CancelToken::new()).unwrap_err();
    assert_eq!((outbound.count(), carrier.asked().len()), (0, 0));
    switch.recover();
    assert_eq!(service.run_due(Budget::ALL).unwrap().look_ups, 2);
    assert_eq!((outbound.count(), carrier.asked().len()), (2, 1));
}

/// Runs `script` on a closed database.
fn tamper(path: &Path, script: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(script).unwrap();
}

#[test]
fn unreadable_rows_are_reported_once_and_other_work_continues() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let (clock, carrier) = (ManualClock::new(start()), ScriptedCarrier::default());
    let receivers = ["one", "two", "three"].map(|name| format!("https://{name}.example/"));
    {
        let stage = scenario_on(&path, &clock, &carrier);
        for url in &receivers {
            stage.service.client().webhooks().create(NewWebhook::new(url.clone())).unwrap();
        }
        for number in ["MAEU000000001", "MAEU000000002", "MAEU000000003", "MAEU000000004"] {
            stage.create("bill_of_lading", number, "MAEU");
        }
        carrier.then(Err(LookUpFailure::InvalidNumber));
        assert_eq!(stage.service.run_due(Budget::items(1)).unwrap().look_ups, 1);
        stage.service.close().unwrap();
    }
    // A webhook, a delivery, a request and the facts of another request become unreadable.
    tamper(
        &path,
        "UPDATE webhooks SET body = '{' WHERE body LIKE '%one.example%';
         UPDATE deliveries SET body = '[]' WHERE webhook = (SELECT id FROM webhooks WHERE body LIKE '%two.example%');
         UPDATE requests SET body = 'null' WHERE number = '000000002';
         INSERT INTO facts (account, scac, number, body)
         SELECT account, scac, number, '{\"nested\":' FROM requests WHERE number = '000000003';",
    );
    let reports = Arc::new(Mutex::new(Vec::new()));
    let writer = reports.clone();
    let outbound = Outbound::default();
    let service = Service::builder()
        .clock(clock.clone())
        .carrier("MAEU", carrier.clone())
        .unwrap()
        .observer(move |activity: &Activity<'_>| {
            if let Activity::Trouble { error, .. } = activity {
                writer.lock().unwrap().push(error.to_string());
            }
        })
        .build(shiptrack::store::sqlite::SqliteStore::open(&path).unwrap(), outbound.clone())
        .unwrap();
    carrier.then(Err(LookUpFailure::NoDataYet));
    carrier.then_facts(&json!([{ "particulars": { "containers": ["MSKU0308961"] } }]));
    for _ in 0..3 {
        service.run_due(Budget::ALL).unwrap();
    }
    let sent = receivers.each_ref().map(|url| outbound.sent().iter().filter(|sent| sent.url == *url).count());
    // The second receiver does not get the unreadable delivery.
    assert!(sent[0] == 0 && sent[2] > 1 && sent[1] + 1 == sent[2], "{sent:?}");
    let asked: Vec<String> = carrier.asked().iter().map(|look_up| look_up.normalized_number.clone()).collect();
    assert!(asked.contains(&"000000004".to_owned()), "{asked:?}");
    let troubles = reports.lock().unwrap().clone();
    for what in ["the webhook ", "the webhook notification ", "the tracking request "] {
        let count = troubles.iter().filter(|trouble| trouble.contains(what)).count();
        assert!(count >= 1, "{what}: {troubles:?}");
    }
    let once: std::collections::HashSet<_> = troubles.iter().collect();
    assert_eq!(once.len(), troubles.len(), "each is reported once: {troubles:?}");
    assert!(service.next_due().unwrap() > Some(clock.now()), "unreadable work is not due");
    // They are tried again later, because a newer version may be able to read them.
    clock.advance(Duration::from_secs(3_700));
    service.run_due(Budget::ALL).unwrap();
    assert!(reports.lock().unwrap().len() > troubles.len());
}

#[test]
fn a_request_without_its_carrier_waits_without_retries() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let clock = ManualClock::new(start());
    let answered = |_: &LookUp, _: &Call| {
        let facts =
            shiptrack::tracking::Fact::parse_all(r#"[{"particulars":{"containers":["MSKU0308961"]}}]"#).unwrap();
        Ok(Answer::complete(facts))
    };
    let with = Service::builder().clock(clock.clone()).carrier("MAEU", answered).unwrap().open(&path).unwrap();
    let requests = with.client();
    let new = NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU");
    let named = requests.tracking_requests().create(new).unwrap().id.clone();
    let kind = shiptrack::numbers::NumberKind::BillOfLading;
    let new = NewTrackingRequest::new(kind, "MAEU987654321").auto_detect();
    let detected = requests.tracking_requests().create(new).unwrap().id.clone();
    with.close().unwrap();

    let reports = Arc::new(Mutex::new(Vec::new()));
    let writer = reports.clone();
    let without = Service::builder()
        .clock(clock.clone())
        .observer(move |activity: &Activity<'_>| writer.lock().unwrap().push(format!("{activity:?}")))
        .open(&path)
        .unwrap();
    assert_eq!(without.next_due().unwrap(), None, "no carrier can answer");
    for _ in 0..20 {
        assert_eq!(without.run_due(Budget::ALL).unwrap().items(), 0);
        clock.advance(Duration::from_secs(24 * 3_600));
    }
    let settled = without.settle(shiptrack::Settle::new()).unwrap();
    assert_eq!((settled.left, settled.next_due), (2, None), "{settled:?}");
    for id in [&named, &detected] {
        let request = without.client().tracking_requests().get(id).unwrap();
        assert_eq!((request.status.as_str(), request.retry_count), ("pending", None));
    }
    let reports = std::mem::take(&mut *reports.lock().unwrap());
    assert!(reports.len() == 1 && reports[0].contains("MAEU"), "reported once: {reports:?}");
    // Other requests are looked up.
    track(&without, "TEST-TR-FAILED");
    assert_eq!(without.run_due(Budget::ALL).unwrap().look_ups, 1);
    without.close().unwrap();

    let with = Service::builder().clock(clock).carrier("MAEU", answered).unwrap().open(&path).unwrap();
    assert_eq!(with.run_due(Budget::ALL).unwrap().look_ups, 2);
    for id in [&named, &detected] {
        assert_eq!(with.client().tracking_requests().get(id).unwrap().status.as_str(), "created");
    }
}

/// A write that is reported as certainly failed must not have happened.
#[test]
fn a_read_that_fails_after_a_write_leaves_the_write_in_doubt() {
    let (outbound, store) = (Outbound::default(), FailingStore::new());
    let switch = store.switch();
    let service = Service::builder().clock(ManualClock::new(start())).build(store, outbound).unwrap();
    let account = service.default_account().clone();
    let mail = b"From: a@b.example\r\nSubject: notice\r\n\r\nMSKU0308961\r\n";

    switch.fail_reads_after_write(failing);
    let error = service.ingest_email(&account, mail, None).unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Store, true));
    switch.recover();
    assert!(!service.ingest_email(&account, mail, None).unwrap().is_new, "the message was stored");

    switch.fail_reads_after_write(failing);
    let request = || NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST");
    let error = service.client().tracking_requests().create(request()).unwrap_err();
    assert!(error.is_in_doubt(), "{error}");
    switch.recover();
    let error = service.client().tracking_requests().create(request()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Duplicate, "the request was created");

    // Before the write, nothing is in doubt.
    switch.fail(failing);
    let error = service.ingest_email(&account, b"Subject: 2\r\n\r\n", None).unwrap_err();
    assert!(!error.is_in_doubt());
    let error = service.client().tracking_requests().create(request()).unwrap_err();
    assert!(!error.is_in_doubt());
}

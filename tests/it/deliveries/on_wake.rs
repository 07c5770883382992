//! `on_wake`: callbacks of the host program for changes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use serde_json::json;
use shiptrack::service::{Activity, OnWake};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::{NewTrackingRequest, Service};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::scratch::Scratch;

use super::{RECEIVER, register};

fn stage() -> Scenario {
    scenario(&Outbound::default(), |builder| builder)
}

fn counting(woken: &Arc<AtomicUsize>) -> impl Fn() + Send + Sync + 'static {
    let woken = Arc::clone(woken);
    move || {
        woken.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_panic_in_a_callback_is_observed_and_does_not_fail_the_change() {
    let errors = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&errors);
    let stage = scenario(&Outbound::default(), |builder| {
        builder.observer(move |activity: &Activity<'_>| {
            if let Activity::Trouble { error, .. } = activity {
                log.lock().unwrap().push(error.to_string());
            }
        })
    });
    let woken = Arc::new(AtomicUsize::new(0));
    stage.service.on_wake(|| panic!("a bug of the host program"));
    stage.service.on_wake(counting(&woken));
    // The request is answered with 201, not 500.
    let created = stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    assert_eq!((errors.lock().unwrap().len(), woken.load(Ordering::Relaxed)), (1, 1));
    assert!(errors.lock().unwrap()[0].contains("on_wake"), "{errors:?}");
    register(&stage, &json!({ "url": RECEIVER }));
    stage.run();
    assert_eq!(stage.request(&created)["status"], "failed");
    stage.service.close().unwrap();
}

#[test]
fn a_stopped_callback_is_dropped_and_not_called_again() {
    let stage = stage();
    let woken = Arc::new(AtomicUsize::new(0));
    let on_wake = stage.service.on_wake(counting(&woken));
    stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    let before = woken.load(Ordering::Relaxed);
    assert!(before > 0);
    on_wake.stop();
    on_wake.clone().stop();
    assert_eq!(Arc::strong_count(&woken), 1);
    stage.run();
    assert_eq!(woken.load(Ordering::Relaxed), before);
}

#[test]
fn stopping_waits_for_a_running_call() {
    must_end(|| {
        let stage = stage();
        let (entered, reached) = channel();
        let (release, gate) = channel::<()>();
        let (gate, over) = (Mutex::new(gate), Arc::new(AtomicUsize::new(0)));
        let ended = Arc::clone(&over);
        let on_wake = stage.service.on_wake(move || {
            let _ = entered.send(());
            let _ = gate.lock().unwrap().recv();
            ended.fetch_add(1, Ordering::SeqCst);
        });
        std::thread::scope(|scope| {
            scope.spawn(|| stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST"));
            reached.recv().unwrap();
            let stopping = scope.spawn(|| {
                on_wake.stop();
                over.load(Ordering::SeqCst)
            });
            release.send(()).unwrap();
            assert_eq!(stopping.join().unwrap(), 1, "stop returns after the call");
        });
    });
}

#[test]
fn a_callback_can_stop_itself() {
    must_end(|| {
        let stage = stage();
        let own = Arc::new(OnceLock::<OnWake>::new());
        let (known, woken) = (Arc::clone(&own), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&woken);
        let on_wake = stage.service.on_wake(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            known.get().unwrap().stop();
        });
        own.set(on_wake).unwrap();
        stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
        stage.run();
        assert_eq!((woken.load(Ordering::Relaxed), Arc::strong_count(&woken)), (1, 1));
    });
}

/// The release of a look-up wakes the thread that looks for work, which then maintains the store and sleeps. The thread that did the look-up
/// may still be busy.
#[test]
fn the_worker_maintains_the_store_after_the_last_work() {
    must_end(|| {
        let scratch = Scratch::new();
        let path = scratch.path("s.db");
        let (maintain, maintained) = channel();
        let (maintain, maintained) = (Mutex::new(maintain), Mutex::new(maintained));
        let service = Service::builder()
            .observer(move |activity: &Activity<'_>| {
                if let Activity::Trouble { error, .. } = activity {
                    let _ = maintain.lock().unwrap().send(error.to_string());
                }
            })
            .build(SqliteStore::open(&path).unwrap(), Outbound::default())
            .unwrap();
        let _opened_by_another_library = std::fs::File::open(&path).unwrap();
        let (ended, end) = channel();
        let ended = Mutex::new(ended);
        let on_wake = service.on_wake(move || {
            if std::thread::current().name().is_some_and(|name| name.starts_with("shiptrack-")) {
                let _ = ended.lock().unwrap().send(maintained.lock().unwrap().recv_timeout(Duration::from_secs(20)));
            }
        });
        service.start_worker(2).unwrap();
        let request = NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST");
        service.client().tracking_requests().create(request).unwrap();
        let warning = end.recv().unwrap().expect("the store was maintained");
        assert!(warning.contains("another copy of SQLite"), "{warning}");
        on_wake.stop();
        service.close().unwrap();
    });
}

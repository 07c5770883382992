//! `on_wake`: the host is called when something happened, until it says otherwise.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock};

use serde_json::json;
use shiptrack::service::{Activity, OnWake};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::Scenario;

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
fn a_panic_in_what_is_woken_is_told_to_the_observer_and_not_to_who_made_the_change() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let stage = scenario(&Outbound::default(), |builder| {
        builder.observer(move |activity: &Activity<'_>| {
            if let Activity::Trouble { error, .. } = activity {
                heard.lock().unwrap().push(error.to_string());
            }
        })
    });
    let woken = Arc::new(AtomicUsize::new(0));
    stage.service.on_wake(|| panic!("a bug of the host's"));
    stage.service.on_wake(counting(&woken));
    // Answered 201, where it was 500 although the request was there.
    let made = stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    assert_eq!((told.lock().unwrap().len(), woken.load(Ordering::Relaxed)), (1, 1));
    assert!(told.lock().unwrap()[0].contains("on_wake"), "{told:?}");
    register(&stage, &json!({ "url": RECEIVER }));
    stage.run();
    assert_eq!(stage.request(&made)["status"], "failed");
    stage.service.close().unwrap();
}

#[test]
fn what_was_stopped_is_never_called_again_and_was_let_go_of() {
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
fn stopping_waits_for_a_call_that_another_thread_is_in() {
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
            assert_eq!(stopping.join().unwrap(), 1, "it returned when the call was over");
        });
    });
}

#[test]
fn what_is_woken_can_stop_itself() {
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

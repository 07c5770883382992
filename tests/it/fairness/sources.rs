//! Threads for look-ups: a source that hangs leaves threads for the other sources, and an account for the other accounts.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use shiptrack::Client;
use shiptrack::carriers::{Carrier, LookUp, LookUpFailure};
use shiptrack::client::NewTrackingRequest;
use shiptrack::http::Call;
use shiptrack::service::Service;
use shiptrack_tests::guard::must_end;

const CARRIERS: [&str; 16] = [
    "MAEU", "MSCU", "CMDU", "HLCU", "EGLV", "COSU", "YMLU", "HDMU", "ZIMU", "OOLU", "APLU", "SUDU", "WHLC", "MATS",
    "SEAU", "SAFM",
];
const THREADS: usize = 8;

type Answer = Result<shiptrack::carriers::Answer, LookUpFailure>;

/// A carrier that hangs until the sender is dropped, and reports each look-up.
fn hanging() -> (impl Fn(&LookUp, &Call) -> Answer + Send + Sync + Clone + 'static, Receiver<String>, Sender<()>) {
    let (asked, reached) = channel();
    let (release, gate) = channel::<()>();
    let gate = std::sync::Arc::new(Mutex::new(gate));
    let carrier = move |look_up: &LookUp, _: &Call| {
        let _ = asked.send(look_up.scac.clone());
        let _ = gate.lock().unwrap().recv();
        Err(LookUpFailure::InvalidNumber)
    };
    (carrier, reached, release)
}

/// A carrier that rejects every number, and reports each look-up.
fn healthy() -> (impl Fn(&LookUp, &Call) -> Answer + Send + Sync + 'static, Receiver<String>) {
    let (asked, reached) = channel();
    let carrier = move |look_up: &LookUp, _: &Call| {
        let _ = asked.send(look_up.number.clone());
        Err(LookUpFailure::InvalidNumber)
    };
    (carrier, reached)
}

fn track(client: &Client, number: &str, scac: &str) {
    client.tracking_requests().create(NewTrackingRequest::bill_of_lading(number, scac)).unwrap();
}

fn track_at_all(client: &Client) {
    for scac in CARRIERS {
        for number in 0..3 {
            track(client, &format!("{scac}12345678{number}"), scac);
        }
    }
}

#[test]
fn source_of_many_carriers_that_hangs_leaves_threads_for_other_sources() {
    must_end(|| {
        let (stuck, reached, release) = hanging();
        let (carrier, asked) = healthy();
        let service = Service::builder().any_carrier(stuck).carrier("ONEY", carrier).unwrap().in_memory().unwrap();
        track_at_all(&service.client());
        service.start_worker(THREADS).unwrap();
        reached.recv().unwrap();
        for number in 0..10 {
            track(&service.client(), &format!("ONEY12345678{number}"), "ONEY");
            asked.recv().unwrap();
        }
        drop(release);
    });
}

#[test]
fn account_whose_carriers_hang_leaves_threads_for_other_accounts() {
    must_end(|| {
        let (stuck, reached, release) = hanging();
        let (carrier, asked) = healthy();
        let mut builder = Service::builder().carrier("ONEY", carrier).unwrap();
        for scac in CARRIERS {
            builder = builder.carrier(scac, stuck.clone()).unwrap();
        }
        let service = builder.in_memory().unwrap();
        let other = service.create_account("other", "Other Ltd").unwrap();
        track_at_all(&service.client());
        service.start_worker(THREADS).unwrap();
        // One account gets as many look-ups at a time as the worker was started with.
        (0..THREADS).for_each(|_| drop(reached.recv().unwrap()));
        let client = service.client_of(&other.id).unwrap();
        for number in 0..10 {
            track(&client, &format!("ONEY12345678{number}"), "ONEY");
            asked.recv().unwrap();
        }
        assert!(reached.try_recv().is_err(), "one account has more than its share");
        drop(release);
    });
}

/// One source that is installed for several carriers.
struct Installed<F>(F);

impl<F: Fn(&LookUp, &Call) -> Answer + Send + Sync> Carrier for Installed<F> {
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Answer {
        (self.0)(look_up, call)
    }

    fn source_id(&self) -> Option<usize> {
        Some(1)
    }
}

#[test]
fn source_that_is_installed_for_several_carriers_leaves_threads_for_other_sources() {
    must_end(|| {
        let (stuck, reached, release) = hanging();
        let (carrier, asked) = healthy();
        let mut builder = Service::builder().carrier("ONEY", carrier).unwrap();
        for scac in CARRIERS {
            builder = builder.carrier(scac, Installed(stuck.clone())).unwrap();
        }
        let service = builder.in_memory().unwrap();
        track_at_all(&service.client());
        service.start_worker(THREADS).unwrap();
        // A quarter of twice as many threads.
        (0..THREADS / 2).for_each(|_| drop(reached.recv().unwrap()));
        for number in 0..10 {
            track(&service.client(), &format!("ONEY12345678{number}"), "ONEY");
            asked.recv().unwrap();
        }
        assert!(reached.try_recv().is_err(), "the source has more than its share");
        drop(release);
    });
}

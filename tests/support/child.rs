//! A process of its own for tests that must have one: to be refused a file, or to be killed.
//!
//! `shiptrack-test-child <task> <database> …`. What it says on its standard output, line by line, is what was
//! acknowledged: a line is written when the call it tells of has returned.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use peak_alloc::PeakAlloc;
use serde_json::{Value, json};
use shiptrack::Client;
use shiptrack::clock::ManualClock;
use shiptrack::hosted_account::{Adoption, HostedAccount};
use shiptrack::http::Method;
use shiptrack::limits::RateLimits;
use shiptrack::service::Service;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{RequestFilter, Slice, Store, Tx};
use shiptrack_tests::crash::{self, MESSAGE};
use shiptrack_tests::puppet;
use shiptrack_tests::scenario::{Scenario, creation, json_of};
use shiptrack_tests::store_suite::Maker;
use shiptrack_tests::weighing::{weigh_mail, weigh_received, weigh_upload};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["open-store", path] => open_store(Path::new(path)),
        ["write-store", path] => write_store(Path::new(path)),
        ["puppet", path] => puppet::play(Path::new(path)),
        ["work", path, now] => work(Path::new(path), now, Stops::never()),
        ["work", path, now, moment, write] => work(Path::new(path), now, Stops::at(moment, write.parse()?)),
        ["adopt", path, now, url, key, moment, write] => {
            adopt(Path::new(path), now, (url, key), Stops::at(moment, write.parse()?))
        }
        ["weigh-mail", path, folder] => weigh_mail(Path::new(path), Path::new(folder)),
        ["weigh-received", path, file] => weigh_received(Path::new(path), Path::new(file)),
        ["weigh-upload", base_url, file] => weigh_upload(base_url, Path::new(file)),
        _ => Err("the tasks are open-store, write-store, puppet, work, adopt, weigh-mail and weigh-upload".into()),
    }
}

fn say(line: impl std::fmt::Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Opens a store and says whether it could.
fn open_store(path: &Path) -> Result<(), Box<dyn Error>> {
    match SqliteStore::open(path) {
        Ok(_) => say("opened")?,
        Err(error) => say(format_args!("{:?}: {error}", error.kind()))?,
    }
    Ok(())
}

/// Adds requests to a store for ever, and says how many there are.
fn write_store(path: &Path) -> Result<(), Box<dyn Error>> {
    let store: Box<dyn Store> = Box::new(SqliteStore::open(path)?);
    let maker = Maker::new(1);
    let count = || {
        let slice = Slice { before: None, skip: 0, limit: 100_000 };
        store.reading(|tx| Ok(tx.requests(&maker.account, &RequestFilter::default(), &slice)?.len()))
    };
    for _ in 0..count()? {
        maker.request("there already");
    }
    loop {
        store.writing(|tx| tx.put_request(&maker.ended("N")))?;
        say(format_args!("wrote {}", count()?))?;
    }
}

/// Works a service for ever, or until it stops: takes in requests and mail, does what falls due, and lets time pass.
fn work(path: &Path, now: &str, stops: Stops) -> Result<(), Box<dyn Error>> {
    let stage =
        crash::over(Stopping { store: SqliteStore::open(path)?, stops, writes: AtomicU64::new(0) }, now.parse()?)?;
    ensure_webhook(&stage)?;
    let mut number = stage.get("/v2/tracking_requests?page[size]=1")["meta"]["total"].as_u64().unwrap_or(0);
    let mut heard = stage.service.events(&stage.account, 0, usize::MAX)?.last().map_or(0, |event| event.sequence);
    loop {
        number += 1;
        let body = creation("bill_of_lading", &crash::number(number), "MAEU");
        acknowledge(&stage, "tracking_requests", &body)?;
        if number.is_multiple_of(3) {
            let message = MESSAGE.replace("NUMBER", &number.to_string());
            let ingested = stage.service.ingest_email(&stage.account, message.as_bytes(), None)?;
            say(format_args!("email_submissions {}", ingested.submission.id))?;
        }
        stage.run();
        for event in stage.service.events(&stage.account, heard, usize::MAX)? {
            heard = event.sequence;
            say(format_args!("event {heard}"))?;
        }
        if number.is_multiple_of(2) {
            stage.clock.advance(std::time::Duration::from_secs(3 * 3_600));
            say(format_args!("time {}", stage.service.clock().now().to_rfc3339()))?;
        }
    }
}

/// Takes a hosted account over, to its end or until it stops.
fn adopt(path: &Path, now: &str, (url, key): (&str, &str), stops: Stops) -> Result<(), Box<dyn Error>> {
    let client = Client::builder(url, key).limits(RateLimits::unlimited()).build()?;
    let hosted = HostedAccount::new(client);
    let store = Stopping { store: SqliteStore::open(path)?, stops, writes: AtomicU64::new(0) };
    let builder = Service::builder().clock(ManualClock::new(now.parse()?)).any_carrier(hosted.clone());
    let service = builder.build(store, crash::Receiver::default())?;
    let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new())?;
    say(format_args!("made {}", adopted.created))?;
    Ok(())
}

/// Where a store stops for ever.
#[derive(Clone, Copy)]
struct Stops {
    /// In which write, counted from 0.
    write: u64,
    /// Once it is acknowledged; else when all of it is done and nothing committed.
    after: bool,
}

impl Stops {
    fn never() -> Self {
        Stops { write: u64::MAX, after: true }
    }

    fn at(moment: &str, write: u64) -> Self {
        Stops { write, after: moment == "after" }
    }
}

/// A store that stops at a point where it is to be killed, and says that it is there.
struct Stopping {
    store: SqliteStore,
    stops: Stops,
    writes: AtomicU64,
}

impl Store for Stopping {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        let here = self.writes.fetch_add(1, Ordering::Relaxed) == self.stops.write;
        let answer = self.store.write(&mut |tx| {
            let answer = work(tx);
            if here && !self.stops.after {
                wait_to_be_killed();
            }
            answer
        });
        if here {
            wait_to_be_killed();
        }
        answer
    }

    fn check_writable(&self) -> shiptrack::Result<()> {
        self.store.check_writable()
    }

    fn maintain(&self) -> shiptrack::Result<()> {
        self.store.maintain()
    }

    fn close(&self) -> shiptrack::Result<()> {
        self.store.close()
    }
}

fn wait_to_be_killed() -> ! {
    let _ = say("kill me");
    loop {
        std::thread::park();
    }
}

fn ensure_webhook(stage: &Scenario) -> io::Result<()> {
    if stage.get("/v2/webhooks")["meta"]["total"] == 0 {
        let attributes = json!({ "url": "https://receiver.example/" });
        acknowledge(stage, "webhooks", &json!({ "data": { "type": "webhook", "attributes": attributes } }))?;
    }
    Ok(())
}

fn acknowledge(stage: &Scenario, family: &str, body: &Value) -> io::Result<()> {
    let answer = stage.send(Method::Post, &format!("/v2/{family}"), Some(body));
    assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
    say(format_args!("{family} {}", json_of(&answer)["data"]["id"].as_str().unwrap_or_default()))
}

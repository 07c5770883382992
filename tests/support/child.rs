//! A separate process for tests that lock a file or kill the process.
//!
//! Usage: `shiptrack-test-child <task> <database> …`. The process writes a line to its standard output after each call that has returned,
//! so the lines list what was acknowledged.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use peak_alloc::PeakAlloc;
use serde_json::{Value, json};
use shiptrack::Client;
use shiptrack::clock::ManualClock;
use shiptrack::hosted_account::{Adoption, HostedAccount};
use shiptrack::http::Method;
use shiptrack::limits::RateLimits;
use shiptrack::service::{Policies, Service, StoragePolicy};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{RequestFilter, Slice, Store, Tx};
use shiptrack_tests::aborting_reader::read_documents;
use shiptrack_tests::child_service;
use shiptrack_tests::crash::{self, MESSAGE};
use shiptrack_tests::memory_use::{measure_edi, measure_mail, measure_received, measure_upload};
use shiptrack_tests::scenario::{Scenario, creation, json_of};
use shiptrack_tests::store_suite::Maker;
use shiptrack_tests::with;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() -> Result<(), Box<dyn Error>> {
    shiptrack::documents::serve_reader();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["open-store", path] => open_store(Path::new(path)),
        ["write-store", path] => write_store(Path::new(path)),
        ["serve", path] => child_service::serve(Path::new(path)),
        ["serve-http", path] => serve_http(Path::new(path)),
        ["work", path, now] => work(Path::new(path), now, StopPoint::never()),
        ["work", path, now, moment, write] => work(Path::new(path), now, StopPoint::at(moment, write.parse()?)),
        ["ingest-mail", path, now, moment, write] => ingest_mail(Path::new(path), now, StopPoint::at(moment, write.parse()?)),
        ["adopt", path, now, url, key, moment, write] => {
            adopt(Path::new(path), now, (url, key), StopPoint::at(moment, write.parse()?))
        }
        ["read-documents", path, task] => read_documents(Path::new(path), task),
        ["measure-edi", path, folder] => measure_edi(Path::new(path), Path::new(folder)),
        ["measure-mail", path, folder] => measure_mail(Path::new(path), Path::new(folder)),
        ["measure-received", path, file] => measure_received(Path::new(path), Path::new(file)),
        ["measure-upload", base_url, file] => measure_upload(base_url, Path::new(file)),
        _ => Err(
            "use a task: open-store, write-store, serve, serve-http, work, ingest-mail, adopt, read-documents, measure-edi, measure-mail, \
             measure-received or measure-upload"
                .into(),
        ),
    }
}

fn print_line(line: impl std::fmt::Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Serves a file over HTTP without limits on requests, prints the URL, and ends with the standard input.
fn serve_http(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut policies = Policies::default();
    policies.limits = RateLimits::unlimited();
    let service = Service::builder().policies(policies).open(path)?;
    let server = service.server().address("127.0.0.1:0").start()?;
    print_line(server.url())?;
    io::copy(&mut io::stdin(), &mut io::sink())?;
    server.stop();
    Ok(service.close()?)
}

/// Opens a store and prints whether that succeeded.
fn open_store(path: &Path) -> Result<(), Box<dyn Error>> {
    let policy = with(StoragePolicy::default(), |policy| policy.busy_timeout = Duration::ZERO);
    match SqliteStore::open_with(path, &policy) {
        Ok(_) => print_line("opened")?,
        Err(error) => print_line(format_args!("{:?}: {error}", error.kind()))?,
    }
    Ok(())
}

/// Adds requests to a store until the process is killed, and prints their number after each.
fn write_store(path: &Path) -> Result<(), Box<dyn Error>> {
    let store: Box<dyn Store> = Box::new(SqliteStore::open(path)?);
    let maker = Maker::new(1);
    let count = || {
        let slice = Slice { before: None, skip: 0, limit: 100_000 };
        store.reading(|tx| Ok(tx.requests(&maker.account, &RequestFilter::default(), &slice)?.len()))
    };
    for _ in 0..count()? {
        maker.request("existing");
    }
    loop {
        store.writing(|tx| tx.put_request(&maker.ended("N")))?;
        print_line(format_args!("wrote {}", count()?))?;
    }
}

/// Runs a service until the process is killed or reaches its stop point: creates requests, ingests mail, does due work and advances the
/// clock.
fn work(path: &Path, now: &str, stop_point: StopPoint) -> Result<(), Box<dyn Error>> {
    let stage = crash::open_store(
        StoppingStore { store: SqliteStore::open(path)?, stop_point, writes: AtomicU64::new(0) },
        now.parse()?,
    )?;
    ensure_webhook(&stage)?;
    let mut number = stage.get("/v2/tracking_requests?page[size]=1")["meta"]["total"].as_u64().unwrap_or(0);
    let mut last_event = stage.service.events(&stage.account, 0, usize::MAX)?.last().map_or(0, |event| event.sequence);
    loop {
        number += 1;
        let body = creation("bill_of_lading", &crash::number(number), "MAEU");
        acknowledge(&stage, "tracking_requests", &body)?;
        if number.is_multiple_of(3) {
            let message = MESSAGE.replace("NUMBER", &number.to_string());
            let ingested = stage.service.ingest_email(&stage.account, message.as_bytes(), None)?;
            print_line(format_args!("email_submissions {}", ingested.submission.id))?;
        }
        stage.run();
        for event in stage.service.events(&stage.account, last_event, usize::MAX)? {
            last_event = event.sequence;
            print_line(format_args!("event {last_event}"))?;
        }
        if number.is_multiple_of(2) {
            stage.clock.advance(Duration::from_secs(3 * 3_600));
            print_line(format_args!("time {}", stage.service.clock().now().to_rfc3339()))?;
        }
    }
}

/// Ingests a message with documents that report facts, completely or up to the stop point.
fn ingest_mail(path: &Path, now: &str, stop_point: StopPoint) -> Result<(), Box<dyn Error>> {
    let store = StoppingStore { store: SqliteStore::open(path)?, stop_point, writes: AtomicU64::new(0) };
    crash::ingest_cargo_mail(&crash::open_store(store, now.parse()?)?)?;
    Ok(print_line("complete")?)
}

/// Imports a hosted account, completely or up to the stop point.
fn adopt(path: &Path, now: &str, (url, key): (&str, &str), stop_point: StopPoint) -> Result<(), Box<dyn Error>> {
    let client = Client::builder(url, key).limits(RateLimits::unlimited()).build()?;
    let hosted = HostedAccount::new(client);
    let store = StoppingStore { store: SqliteStore::open(path)?, stop_point, writes: AtomicU64::new(0) };
    let builder = Service::builder().clock(ManualClock::new(now.parse()?)).any_carrier(hosted.clone());
    let service = builder.build(store, crash::Receiver::default())?;
    let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new())?;
    print_line(format_args!("created {}", adopted.created))?;
    Ok(())
}

/// The write at which a store stops and waits to be killed.
#[derive(Clone, Copy)]
struct StopPoint {
    /// The number of the write, counted from 0.
    write: u64,
    /// `true`: after the commit. `false`: when the transaction is complete but not committed.
    after: bool,
}

impl StopPoint {
    fn never() -> Self {
        StopPoint { write: u64::MAX, after: true }
    }

    fn at(moment: &str, write: u64) -> Self {
        StopPoint { write, after: moment == "after" }
    }
}

/// A store that stops at its stop point and prints `kill me`.
struct StoppingStore {
    store: SqliteStore,
    stop_point: StopPoint,
    writes: AtomicU64,
}

impl Store for StoppingStore {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        let is_stop_point = self.writes.fetch_add(1, Ordering::Relaxed) == self.stop_point.write;
        let answer = self.store.write(&mut |tx| {
            let answer = work(tx);
            if is_stop_point && !self.stop_point.after {
                wait_to_be_killed();
            }
            answer
        });
        if is_stop_point {
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
    let _ = print_line("kill me");
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
    print_line(format_args!("{family} {}", json_of(&answer)["data"]["id"].as_str().unwrap_or_default()))
}

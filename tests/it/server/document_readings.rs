//! Uploaded documents are read by the worker, and not by the handlers of the server.

use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::thread;

use chrono::{TimeDelta, Utc};
use shiptrack::client::NewUpload;
use shiptrack::clock::ManualClock;
use shiptrack::error::{Error, ErrorKind};
use shiptrack::http::{Method, Roots};
use shiptrack::limits::RateLimits;
use shiptrack::resources::{AccountId, Document};
use shiptrack::service::{Budget, DocumentInput, DocumentReader, Extraction, Settle};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::{Client, Service};
use shiptrack_tests::aborting_reader;
use shiptrack_tests::depth::depth;
use shiptrack_tests::interleaved::{Gap, InterleavedStore};
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::sample_files::iftsta;
use shiptrack_tests::scenario::{ScriptedCarrier, json_of, send};
use shiptrack_tests::scratch::Scratch;

use super::*;

const NOTICE: &str = "ARRIVAL NOTICE\nB/L No: MAEU123456789\n";

/// A reader that reports the name of each document, and waits until the sender is dropped. It reads nothing.
struct HangingReader {
    begun: mpsc::Sender<String>,
    held: Mutex<mpsc::Receiver<()>>,
}

impl DocumentReader for HangingReader {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        self.begun.send(source.name.to_owned()).unwrap();
        let _ = self.held.lock().unwrap().recv_timeout(GUARD);
        Ok(None)
    }
}

fn hanging_reader() -> (HangingReader, mpsc::Receiver<String>, mpsc::Sender<()>) {
    let (begun, begins) = mpsc::channel();
    let (release, held) = mpsc::channel();
    (HangingReader { begun, held: Mutex::new(held) }, begins, release)
}

fn client(service: &Service, server: &Server, account: &AccountId) -> Client {
    let key = service.create_key(account, "k").unwrap();
    Client::builder(format!("{}/v2", server.url()), key.key.reveal()).roots(Roots::Bundled).build().unwrap()
}

fn upload(client: &Client, name: &str, text: &str) -> Document {
    client.documents().upload(NewUpload::reader(name, Cursor::new(text.as_bytes().to_vec()))).unwrap().into_inner()
}

fn shown(client: &Client, document: &Document) -> Document {
    client.documents().get(&document.id).unwrap().into_inner()
}

#[test]
fn documents_are_read_by_the_worker_in_turns_of_the_accounts_and_hold_no_handler() {
    let scratch = Scratch::new();
    let (reader, begins, release) = hanging_reader();
    let builder = Service::builder().limits(RateLimits::unlimited()).extractor(reader);
    let service = builder.open(scratch.path("tracking.db")).unwrap();
    let other = service.create_account("other", "Other Company").unwrap().id;
    service.start_worker(2).unwrap();
    let server = service.server().limits(limits(|limits| limits.handlers = 4)).start().unwrap();
    let (greedy, modest) = (client(&service, &server, service.default_account()), client(&service, &server, &other));
    let documents: Vec<Document> =
        (0..8).map(|at| upload(&greedy, &format!("a{at}.txt"), &format!("{NOTICE}{at}\n"))).collect();
    assert!(documents.iter().all(|document| document.document_type.is_none()));
    assert_eq!(begins.recv_timeout(GUARD).unwrap(), "a0.txt");
    assert_eq!(greedy.documents().reextract(&documents[7].id).unwrap()["status"], "accepted");

    assert!(modest.tracking_requests().list().first().unwrap().is_none());
    let document = upload(&modest, "b0.txt", NOTICE);
    assert_eq!(begins.recv_timeout(GUARD).unwrap(), "b0.txt", "the account does not wait for the documents of another");
    assert_eq!(shown(&modest, &document).document_type, None);

    drop(release);
    assert!(service.settle(Settle::new().timeout(GUARD)).unwrap().is_settled());
    let are_read = documents.iter().all(|document| shown(&greedy, document).document_type.is_some());
    assert!(are_read && shown(&modest, &document).document_type.as_deref() == Some("arrival_notice"));
    assert_eq!(begins.try_iter().count(), 7, "each document is read once");
    server.stop();
}

/// Closes the service while its reader waits for the sender, so that no other document is begun.
fn close_while_reading(service: &Service, release: mpsc::Sender<()>) {
    thread::scope(|scope| {
        let closing = scope.spawn(|| service.close());
        while service.next_due().is_ok() {
            thread::yield_now();
        }
        drop(release);
        closing.join().unwrap().unwrap();
    });
}

#[test]
fn a_document_that_was_not_read_before_the_end_is_read_by_the_next_process() {
    let scratch = Scratch::new();
    let path = scratch.path("tracking.db");
    let (reader, begins, release) = hanging_reader();
    let service = Service::builder().extractor(reader).open(&path).unwrap();
    service.start_worker(2).unwrap();
    let documents: Vec<Document> =
        (0..3).map(|at| upload(&service.client(), &format!("a{at}.txt"), &format!("{NOTICE}{at}\n"))).collect();
    assert_eq!(begins.recv_timeout(GUARD).unwrap(), "a0.txt");
    close_while_reading(&service, release);
    assert_eq!(begins.try_iter().count(), 0, "no document is begun after the end");

    let service = Service::open(&path).unwrap();
    let count = service.run_due(Budget::ALL).unwrap().documents;
    assert!((2..=3).contains(&count), "{count}");
    assert!(documents.iter().all(|document| shown(&service.client(), document).document_type.is_some()));
}

/// Calls `work` before the write with this number, counted from 1.
fn before_write(gap: &Gap, number: usize, work: impl FnOnce() + Send + 'static) {
    let next = gap.clone();
    match number {
        1 => gap.once(work),
        _ => gap.once(move || before_write(&next, number - 1, Box::new(work) as Box<dyn FnOnce() + Send>)),
    }
}

#[test]
fn the_recording_of_a_large_edi_document_can_be_cancelled_and_continues_later() {
    let scratch = Scratch::new();
    let path = scratch.path("tracking.db");
    let (reader, begins, release) = hanging_reader();
    let service = Service::builder().extractor(reader).open(&path).unwrap();
    service.start_worker(2).unwrap();
    let first = upload(&service.client(), "a.txt", NOTICE);
    assert_eq!(begins.recv_timeout(GUARD).unwrap(), "a.txt");
    let file = iftsta("1", "MSKU0308961", (10..40).map(|minute| (format!("2026042014{minute}"), "CNSHA".to_owned())));
    let document = upload(&service.client(), "a.edi", &file);
    close_while_reading(&service, release);

    // The first write is the interchange, the next ones are its messages.
    let (gap, cancel) = (Gap::default(), CancelToken::new());
    let clock = ManualClock::new(Utc::now() + TimeDelta::hours(1));
    let store = InterleavedStore::over(SqliteStore::open(&path).unwrap(), &gap);
    let service = Service::builder().clock(clock).build(store, Outbound::default()).unwrap();
    if shown(&service.client(), &first).document_type.is_none() {
        service.run_due(Budget::items(1)).unwrap();
    }
    let cancels = cancel.clone();
    before_write(&gap, 3, move || cancels.cancel());
    let ended = service.run_until(service.clock().now(), &cancel);
    assert!(ended.is_err_and(|error| error.kind() == ErrorKind::Cancelled) && gap.is_over());
    assert_eq!(shown(&service.client(), &document).document_type, None, "the rest was not recorded");

    assert_eq!(service.run_due(Budget::ALL).unwrap().documents, 1);
    assert_eq!(shown(&service.client(), &document).document_type.as_deref(), Some("edi"));
    let transport = service.transport(service.default_account()).unwrap();
    let path = format!("/v2/documents/{}?include=last_document_representation", document.id);
    let read = json_of(&send(transport.as_ref(), Method::Get, &path, None))["included"][0].take();
    let interchange = &read["attributes"]["payload"]["interchanges"][0];
    assert_eq!((&interchange["messages"], &interchange["taken_in"]), (&30.into(), &30.into()), "{read}");
}

/// Runs a process that does the task and reads what is due. Returns what it printed; `None` if the reader aborted it.
fn read_in_child(path: &Path, task: &str) -> Option<String> {
    let child = env!("CARGO_BIN_EXE_shiptrack-test-child");
    let output = Command::new(child).arg("read-documents").arg(path).arg(task).output().expect("the child starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() || output.status.code().is_none(), "{}", String::from_utf8_lossy(&output.stderr));
    output.status.success().then_some(printed)
}

/// Name and type of each document, oldest first.
fn types(service: &Service) -> Vec<(String, Option<String>)> {
    let documents: Result<Vec<_>, _> = service.client().documents().list().sort("created_at").into_iter().collect();
    documents.unwrap().into_iter().map(|document| (document.name.clone(), document.document_type.clone())).collect()
}

#[test]
fn a_document_whose_reader_aborted_two_processes_is_read_again_only_on_request() {
    let scratch = Scratch::new();
    let path = scratch.path("tracking.db");
    assert_eq!([read_in_child(&path, "upload"), read_in_child(&path, "work")], [None, None]);
    let printed = read_in_child(&path, "work").unwrap();
    assert!(printed.contains("2 processes") && printed.contains("reextract"), "{printed}");
    assert_eq!(read_in_child(&path, "work").as_deref(), Some(""), "the reading is not due any more");
    // On request it is read again. A reading that ends, by another reader, does not count with later ones.
    assert_eq!(read_in_child(&path, "reextract"), None);
    let service = Service::open(&path).unwrap();
    assert_eq!(service.run_due(Budget::ALL).unwrap().documents, 1);
    assert_eq!(types(&service), [("deadly.txt".to_owned(), None)]);
    service.close().unwrap();
    assert_eq!([read_in_child(&path, "reextract"), read_in_child(&path, "work")], [None, None]);
    assert!(read_in_child(&path, "work").unwrap().contains("2 processes"));
}

#[test]
fn a_mail_whose_document_aborts_its_reader_is_stored_and_its_other_documents_are_read() {
    let scratch = Scratch::new();
    let path = scratch.path("tracking.db");
    let runs: Vec<Option<String>> = (0..3).map(|_| read_in_child(&path, "mail")).collect();
    assert_eq!(runs[..2], [const { None }; 2]);
    assert!(runs[2].as_ref().unwrap().contains("2 processes"), "{runs:?}");
    let service = Service::open(&path).unwrap();
    let name = |name: &str, kind: Option<&str>| (name.to_owned(), kind.map(str::to_owned));
    let expected =
        [name("deadly.txt", None), name("list.txt", Some("packing_list")), name("message.eml", Some("arrival_notice"))];
    assert_eq!(types(&service), expected);
    assert_eq!(service.client().email_submissions().list().into_iter().count(), 1);
    assert_eq!(service.run_due(Budget::ALL).unwrap().documents, 0);
}

#[test]
fn numbers_in_documents_that_are_read_later_than_their_mail_are_tracked() {
    let service = Service::builder().any_carrier(ScriptedCarrier::default()).in_memory().unwrap();
    let account = service.default_account();
    service.change_account(account, |account| account.track_numbers_in_mail = true).unwrap();
    let stored = service.ingest_email_later(account, &aborting_reader::mail(), None).unwrap();
    assert_eq!(stored.due_documents, 3, "two attachments and the text");
    let tracked = || -> Vec<String> {
        let requests = service.client().tracking_requests().list().into_iter();
        let mut numbers: Vec<String> = requests.map(|request| request.unwrap().request_number.clone()).collect();
        numbers.sort();
        numbers
    };
    assert_eq!(tracked(), ["MAEU123456789"], "the number is in the text");
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(tracked(), ["MAEU123456789", "MAEU987654321"]);
}

#[test]
fn many_uploads_of_edi_leave_the_handlers_to_other_accounts() {
    let (files, messages) = (depth(20, 40), depth(10, 3_000));
    let service = Service::builder().limits(RateLimits::unlimited()).in_memory().unwrap();
    let other = service.create_account("other", "Other Company").unwrap().id;
    service.start_worker(2).unwrap();
    let server = service.server().limits(limits(|limits| limits.handlers = 4)).start().unwrap();
    let (greedy, modest) = (client(&service, &server, service.default_account()), client(&service, &server, &other));
    let file = |number: usize| {
        let time = |at: usize| format!("2026{:02}{:02}1410", 1 + at % 12, 1 + number % 28);
        let departures = (1..=messages).map(|at| (time(at), "CNSHA".to_owned()));
        iftsta(&number.to_string(), "MSKU0308961", departures)
    };
    let documents: Vec<Document> = thread::scope(|scope| {
        let uploading = |from: usize| {
            let (greedy, file) = (&greedy, &file);
            move || (from..files).step_by(4).map(|at| upload(greedy, "a.edi", &file(at))).collect::<Vec<_>>()
        };
        let uploads: Vec<_> = (0..4).map(|from| scope.spawn(uploading(from))).collect();
        while uploads.iter().any(|upload| !upload.is_finished()) {
            assert!(modest.tracking_requests().list().first().unwrap().is_none());
        }
        uploads.into_iter().flat_map(|upload| upload.join().unwrap()).collect()
    });
    assert!(modest.tracking_requests().list().first().unwrap().is_none());
    assert!(service.settle(Settle::new()).unwrap().is_settled());
    for document in &documents {
        assert_eq!(shown(&greedy, document).document_type.as_deref(), Some("edi"));
    }
    for number in 0..files {
        let report = service.ingest_edi(service.default_account(), file(number).as_bytes()).unwrap();
        assert!(report.interchanges[0].is_repeated && report.is_whole(), "{report:?}");
    }
    server.stop();
}

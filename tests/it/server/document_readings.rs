//! Uploaded documents are read by the worker, and not by the handlers of the server.

use std::io::Cursor;
use std::thread;

use shiptrack::client::NewUpload;
use shiptrack::error::Error;
use shiptrack::http::Roots;
use shiptrack::limits::RateLimits;
use shiptrack::resources::{AccountId, Document};
use shiptrack::service::{Budget, DocumentInput, DocumentReader, Extraction, Settle};
use shiptrack::{Client, Service};
use shiptrack_tests::depth::depth;
use shiptrack_tests::sample_files::iftsta;
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
    thread::scope(|scope| {
        let closing = scope.spawn(|| service.close());
        while service.next_due().is_ok() {
            thread::yield_now();
        }
        drop(release);
        closing.join().unwrap().unwrap();
    });
    assert_eq!(begins.try_iter().count(), 0, "no document is begun after the end");

    let service = Service::open(&path).unwrap();
    let count = service.run_due(Budget::ALL).unwrap().documents;
    assert!((2..=3).contains(&count), "{count}");
    assert!(documents.iter().all(|document| shown(&service.client(), document).document_type.is_some()));
}

#[test]
fn many_uploads_of_edi_leave_the_handlers_to_other_accounts() {
    let (files, messages) = (depth(20, 40, 40), depth(10, 300, 3_000));
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

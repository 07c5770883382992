//! Tests of uploads: the file is announced, sent to the URL of the service, and becomes a document.

use std::fs;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use shiptrack::chrono::{DateTime, Utc};
use shiptrack::client::{Attempt, Client, ClientBuilder, NewUpload};
use shiptrack::clock::{CancelToken, Cancelled, ManualClock};
use shiptrack::error::Result;
use shiptrack::http::{Call, Egress, Failure, Method, Request, Response, Stream, Transport, TransportError};
use shiptrack::{ErrorKind, Service};
use shiptrack_tests::scenario::start;
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::script_server::{Received, Respond, Script, Server, answer};

use super::{JSON_API, KEY, SOON, Stage, builder, everything_about};

/// Closes the connection, so that the next attempt uses the next script.
const CLOSE: (&str, &str) = ("Connection", "close");

const PLACE: &str = "/bucket/k7?signature=hush";
const DOCUMENT: &str = "7a5e6c2b-13d4-46bc-a7d8-b2c605d42001";

/// A service, a storage server with another origin, a client, and a folder for files.
struct Upload {
    stage: Stage,
    storage: Server,
    files: Scratch,
}

impl Upload {
    /// A storage server that accepts everything.
    fn accepted() -> Self {
        Upload::with([accepts_all()], |builder| builder)
    }

    fn with(storage: impl Into<Vec<Script>>, set_up: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let storage = Server::start(storage);
        let direct = json!({ "url": storage.url(PLACE), "headers": {
            "Content-Type": "application/pdf", "Content-MD5": "as given", "x-ms-blob-type": "BlockBlob",
        } });
        let service = answering(move |request| respond(request, &direct));
        Upload { stage: Stage::with([service], set_up), storage, files: Scratch::new() }
    }

    /// A service that answers the announcement with this response.
    fn announced(answered: impl Fn(&Received) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        let service = answering(move |request| answered(request).unwrap_or_else(|| respond(request, &Value::Null)));
        let storage = Server::start([accepts_all()]);
        Upload { stage: Stage::of([service]), storage, files: Scratch::new() }
    }

    fn client(&self) -> &Client {
        &self.stage.client
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.files.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn upload(&self, new: NewUpload<'_>) -> Result<String> {
        send(self.client(), new)
    }

    /// The requests to the service, in order.
    fn requests(&self) -> Vec<String> {
        self.stage.server.requests().iter().map(|request| format!("{} {}", request.method, request.target)).collect()
    }

    /// Checks that no document was created.
    fn assert_no_document(&self) {
        assert!(!self.requests().contains(&CREATED.to_owned()), "{:?}", self.requests());
    }
}

fn send(client: &Client, new: NewUpload<'_>) -> Result<String> {
    Ok(client.documents().upload(new)?.id.to_string())
}

const ANNOUNCED: &str = "POST /rails/active_storage/direct_uploads";
const CREATED: &str = "POST /v2/documents";

fn answering(with: impl Fn(&Received) -> Vec<u8> + Send + Sync + 'static) -> Script {
    let with: Arc<Respond> = Arc::new(with);
    (0..20).fold(Script::new(), |script, _| script.respond(&with))
}

fn accepts_all() -> Script {
    let accept: Arc<Respond> = Arc::new(|_: &Received| answer(200, &[], b""));
    (0..20).fold(Script::new(), |script, _| script.respond(&accept))
}

fn respond(request: &Received, direct: &Value) -> Vec<u8> {
    match request.target.as_str() {
        "/v2/documents" => created(),
        _ => announcement(direct),
    }
}

fn announcement(direct: &Value) -> Vec<u8> {
    let body = json!({ "id": 7, "signed_id": "signed-7", "byte_size": 11, "direct_upload": direct });
    answer(200, &[("Content-Type", "application/json; charset=utf-8")], body.to_string().as_bytes())
}

fn created() -> Vec<u8> {
    let data = json!({ "id": DOCUMENT, "type": "document", "attributes": { "name": "invoice-17.pdf" } });
    answer(201, &[JSON_API], json!({ "data": data }).to_string().as_bytes())
}

fn body_of(request: &Received) -> Value {
    serde_json::from_slice(&request.body).unwrap()
}

/// Long enough for several pieces.
fn long() -> Vec<u8> {
    (0..300_000_u32).map(|at| (at % 251) as u8).collect()
}

#[test]
fn file_is_announced_sent_and_becomes_a_document() {
    let upload = Upload::accepted();
    let bytes = long();
    let path = upload.file("invoice-17.pdf", &bytes);
    assert_eq!(upload.upload(NewUpload::file(&path)).unwrap(), DOCUMENT);

    let [announced, made] = &upload.stage.server.requests()[..] else { panic!("{:?}", upload.requests()) };
    assert_eq!(upload.requests(), [ANNOUNCED, CREATED]);
    let blob = json!({
        "filename": "invoice-17.pdf",
        "content_type": "application/pdf",
        "byte_size": 300_000,
        "checksum": "NPrfKXWDTpo1fsQdPm3wZw==",
    });
    assert_eq!(body_of(announced), json!({ "blob": blob }));
    assert_eq!(announced.header("content-type"), Some("application/json"));
    let attributes = json!({ "name": "invoice-17.pdf", "attached_document": "signed-7" });
    assert_eq!(body_of(made)["data"]["attributes"], attributes);

    let [sent] = &upload.storage.requests()[..] else { panic!("the file is sent once") };
    assert_eq!((sent.method.as_str(), sent.target.as_str()), ("PUT", PLACE));
    assert!(sent.body == bytes);
    let given = ["content-type", "content-md5", "x-ms-blob-type", "content-length", "transfer-encoding"];
    let given = given.map(|name| sent.header(name));
    assert_eq!(given, [Some("application/pdf"), Some("as given"), Some("BlockBlob"), Some("300000"), None]);
}

#[test]
fn name_and_media_type_can_be_set_and_a_reader_is_sent_from_its_position() {
    let upload = Upload::accepted();
    let mut bytes = Cursor::new(b"not this: hello world".to_vec());
    bytes.set_position(10);
    let new = NewUpload::reader("scan", &mut bytes).name("Invoice 17").content_type("image/jp2");
    upload.upload(new).unwrap();
    let [announced, made] = &upload.stage.server.requests()[..] else { panic!("{:?}", upload.requests()) };
    let blob = json!({
        "filename": "scan", "content_type": "image/jp2", "byte_size": 11, "checksum": "XrY7u+Ae7tCTyyK7j1rNww==",
    });
    assert_eq!(body_of(announced)["blob"], blob);
    assert_eq!(body_of(made)["data"]["attributes"]["name"], "Invoice 17");
    assert_eq!(upload.storage.requests()[0].body, b"hello world");
}

#[test]
fn empty_file_can_be_uploaded() {
    let upload = Upload::accepted();
    let mut progress = Vec::new();
    let path = upload.file("empty.txt", b"");
    upload.upload(NewUpload::file(path).progress(|sent, total| progress.push((sent, total)))).unwrap();
    assert_eq!(body_of(&upload.stage.server.requests()[0])["blob"]["checksum"], "1B2M2Y8AsgTpgAmY7PhCfg==");
    assert_eq!(upload.storage.requests()[0].header("content-length"), Some("0"));
    assert_eq!(progress, [(0, 0)]);
}

#[test]
fn key_and_headers_of_the_client_are_not_sent_to_the_storage() {
    let upload = Upload::with([accepts_all()], |builder| builder.header("X-Gateway", "canary-gateway"));
    upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap();
    assert!(upload.stage.server.requests().iter().all(|request| request.header("authorization").is_some()));
    let [sent] = &upload.storage.requests()[..] else { panic!("the file is sent once") };
    assert!(!format!("{sent:?}").contains("canary"), "{sent:?}");
}

#[test]
fn storage_at_the_origin_of_the_service_gets_headers_and_no_key() {
    let service = answering(|request| match request.target.as_str() {
        "/v2/documents" => created(),
        "/disk/7" => answer(204, &[], b""),
        _ => announcement(&json!({ "url": format!("http://{}/disk/7", request.header("host").unwrap()) })),
    });
    let stage = Stage::with([service], |builder| builder.header("X-Gateway", "open sesame"));
    let new = NewUpload::reader("a.pdf", Cursor::new(b"hello world"));
    send(&stage.client, new).unwrap();
    let sent = &stage.server.requests()[1];
    assert_eq!((sent.target.as_str(), sent.header("x-gateway")), ("/disk/7", Some("open sesame")));
    assert!(!format!("{sent:?}").contains(KEY));
}

#[test]
fn progress_never_decreases() {
    let upload = Upload::with([Script::new().answer(answer(503, &[CLOSE], b"")), accepts_all()], |builder| builder);
    let mut progress = Vec::new();
    let path = upload.file("a.pdf", &long());
    upload.upload(NewUpload::file(path).progress(|sent, total| progress.push((sent, total)))).unwrap();
    assert_eq!(upload.storage.requests().len(), 2);
    assert!(progress.iter().all(|(_, total)| *total == 300_000));
    let sent: Vec<u64> = progress.into_iter().map(|(sent, _)| sent).collect();
    assert_eq!((sent[0], *sent.last().unwrap()), (0, 300_000));
    assert!(sent.len() > 4 && sent.is_sorted_by(|earlier, later| earlier < later), "{sent:?}");
}

#[test]
fn lost_file_is_sent_again_from_its_start() {
    let lost = [
        Script::new(),
        Script::new().peek(),
        Script::new().take(900),
        Script::new().receive(),
        Script::new().answer(answer(503, &[CLOSE], b"")),
        Script::new().answer(answer(504, &[("Retry-After", "1"), CLOSE], b"")),
        Script::new().answer(answer(429, &[CLOSE], b"")),
    ];
    for (at, script) in lost.into_iter().enumerate() {
        let upload = Upload::with([script, accepts_all()], |builder| builder);
        assert_eq!(upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap(), DOCUMENT, "{at}");
        assert_eq!(upload.storage.requests().last().unwrap().body, b"hello world", "{at}");
        assert_eq!(upload.requests(), [ANNOUNCED, CREATED], "{at}");
    }
}

#[test]
fn long_file_is_sent_again_after_a_cut() {
    // The connection ends before most of the file is sent.
    let cut = Script::new().send("");
    let upload = Upload::with([cut, accepts_all()], |builder| builder);
    let bytes = vec![b'x'; 8 << 20];
    upload.upload(NewUpload::file(upload.file("a.pdf", &bytes))).unwrap();
    assert!(upload.storage.requests().last().unwrap().body == bytes);
}

#[test]
fn failing_storage_is_an_error_without_doubt() {
    let failing: [(Script, ErrorKind, usize); 4] = [
        (Script::new().receive(), ErrorKind::Connection, 3),
        (Script::new().answer("nonsense\r\n\r\n"), ErrorKind::UnexpectedResponse, 1),
        (Script::new().answer(answer(500, &[CLOSE], b"")), ErrorKind::Internal, 1),
        (Script::new().answer(answer(503, &[CLOSE], b"")), ErrorKind::Unavailable, 3),
    ];
    for (script, kind, times) in failing {
        let upload = Upload::with([script], |builder| builder);
        let error = upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap_err();
        assert_eq!((error.kind(), error.is_in_doubt()), (kind, false), "{error}");
        assert_eq!(upload.storage.connections(), times, "{error}");
        upload.assert_no_document();
    }
}

#[test]
fn refusal_of_the_storage_names_its_origin_and_keeps_the_key_valid() {
    for (status, kind) in [
        (400, ErrorKind::BadRequest),
        (401, ErrorKind::Forbidden),
        (403, ErrorKind::Forbidden),
        (307, ErrorKind::UnexpectedResponse),
        (413, ErrorKind::TooLarge),
    ] {
        let elsewhere = Server::start([accepts_all()]);
        let location = elsewhere.url("/elsewhere");
        let refusing = Script::new().answer(answer(status, &[("Location", &location), CLOSE], b"<Code>hush</Code>"));
        let upload = Upload::with([refusing], |builder| builder);
        let path = upload.file("a.pdf", b"hello world");
        let error = upload.upload(NewUpload::file(&path)).unwrap_err();
        assert_eq!((error.kind(), error.http_status()), (kind, Some(status)), "{error}");
        let origin = upload.storage.url("");
        assert!(error.to_string().contains(&origin) && !error.to_string().contains("signature"), "{error}");
        assert_eq!((upload.storage.connections(), elsewhere.connections()), (1, 0));
        upload.assert_no_document();
        // The key was not rejected, so the client continues.
        upload.client().documents().get(&shiptrack::ids::Id::new("d")).map(drop).unwrap_err();
        assert!(upload.requests().len() > 1);
    }
}

#[test]
fn lost_announcement_is_retried_without_doubt() {
    let storage = Server::start([accepts_all()]);
    let direct = json!({ "url": storage.url(PLACE) });
    let stage = Stage::of([Script::new().receive(), answering(move |request| respond(request, &direct))]);
    let upload = || NewUpload::reader("a.pdf", Cursor::new(b"hello world"));
    send(&stage.client, upload()).unwrap();
    assert_eq!((stage.sent(), storage.requests().len()), (3, 1));

    let stage = Stage::of([Script::new().receive()]);
    let error = send(&stage.client, upload()).unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Connection, false));
}

#[test]
fn unknown_creation_of_the_document_is_in_doubt() {
    let storage = Server::start([accepts_all()]);
    let announced = announcement(&json!({ "url": storage.url(PLACE) }));
    let stage = Stage::of([Script::new().answer(announced).receive()]);
    let new = NewUpload::reader("a.pdf", Cursor::new(b"hello world"));
    let error = send(&stage.client, new).unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Connection, true), "{error}");
    assert_eq!((stage.sent(), storage.requests().len()), (2, 1));
}

#[test]
fn duplicate_file_is_a_conflict_with_the_existing_document() {
    let storage = Server::start([accepts_all()]);
    let conflict = json!({ "errors": [{
        "status": "409",
        "title": "Conflict",
        "code": "duplicate_document",
        "detail": "This document was uploaded before",
        "meta": { "existing_document_id": DOCUMENT, "existing_document_name": "Invoice 17" },
    }] });
    let direct = json!({ "url": storage.url(PLACE) });
    let stage = Stage::of([answering(move |request| match request.target.as_str() {
        "/v2/documents" => answer(409, &[JSON_API], conflict.to_string().as_bytes()),
        _ => announcement(&direct),
    })]);
    let new = NewUpload::reader("a.pdf", Cursor::new(b"hello world"));
    let error = send(&stage.client, new).unwrap_err();
    assert_eq!(
        (error.kind(), error.code(), error.is_in_doubt()),
        (ErrorKind::Conflict, Some("duplicate_document"), false)
    );
    let meta = error.errors()[0].meta.as_ref().unwrap();
    assert_eq!(meta["existing_document_id"], DOCUMENT);
    assert_eq!(meta["existing_document_name"], "Invoice 17");
}

#[test]
fn file_that_changes_during_the_upload_is_not_completed() {
    type Change = fn(&Path);
    let changes: [(&str, Change); 4] = [
        ("shorter", |path| fs::write(path, &long()[..200_000]).unwrap()),
        ("shorter", |path| fs::write(path, b"").unwrap()),
        ("longer", |path| fs::write(path, [long(), b"x".to_vec()].concat()).unwrap()),
        ("other content", |path| fs::write(path, [b"x", &long()[1..]].concat()).unwrap()),
    ];
    for (how, change) in changes {
        let upload = Upload::accepted();
        let path = upload.file("a.pdf", &long());
        let new = NewUpload::file(&path).progress(|sent, _| {
            if sent == 0 {
                change(&path);
            }
        });
        let error = upload.upload(new).unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Invalid, Some("file")), "{error}");
        assert!(error.to_string().contains(how), "{error}");
        assert!(upload.storage.requests().is_empty(), "the last piece is never sent");
        upload.assert_no_document();
    }
}

#[test]
fn change_of_an_empty_file_is_noticed() {
    let upload = Upload::announced(|_| None);
    let path = upload.file("a.pdf", b"");
    let storage = upload.storage.url(PLACE);
    let grown = path.clone();
    let stage = Stage::of([answering(move |request| {
        fs::write(&grown, b"x").unwrap();
        respond(request, &json!({ "url": storage }))
    })]);
    let error = send(&stage.client, NewUpload::file(&path)).unwrap_err();
    assert_eq!(error.pointer(), Some("file"), "{error}");
    assert!(upload.storage.requests().is_empty());
}

#[test]
fn invalid_files_and_names_are_rejected_without_a_request() {
    let upload = Upload::accepted();
    let folder = upload.files.path("");
    let there = upload.file("a.pdf", b"hello world");
    let cases: Vec<(NewUpload<'_>, &str)> = vec![
        (NewUpload::file(upload.files.path("missing.pdf")), "path"),
        (NewUpload::file(&folder), "path"),
        (NewUpload::file(""), "path"),
        (NewUpload::file("/"), "path"),
        (NewUpload::reader("", Cursor::new(b"x")), "name"),
        (NewUpload::file(&there).name(""), "name"),
        (NewUpload::file(&there).content_type("pdf"), "content_type"),
        (NewUpload::file(&there).content_type("a/b\r\nX-Evil: 1"), "content_type"),
        #[cfg(target_os = "linux")]
        (NewUpload::file("/dev/zero"), "path"),
    ];
    for (new, field) in cases {
        let error = upload.upload(new).unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Invalid, Some(field)), "{error}");
    }
    assert_eq!((upload.stage.sent(), upload.storage.connections()), (0, 0));
}

#[test]
fn upload_can_be_cancelled_between_pieces() {
    let upload = Upload::accepted();
    let cancel = CancelToken::new();
    let client = upload.client().with_cancel(cancel.clone());
    let new = NewUpload::file(upload.file("a.pdf", &long())).progress(|sent, _| {
        if sent > 0 {
            cancel.cancel();
        }
    });
    let error = send(&client, new).unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Cancelled, false));
    upload.assert_no_document();
}

#[test]
fn hanging_upload_ends_by_cancellation_or_time_out() {
    for cancelled in [true, false] {
        let upload = Upload::with([Script::new().hold()], |builder| builder);
        let path = upload.file("a.pdf", &vec![b'x'; 20 << 20]);
        let cancel = CancelToken::new();
        let client = upload.client().with_cancel(cancel.clone());
        let client = if cancelled { client } else { client.with_timeout(SOON) };
        let error = std::thread::scope(|scope| {
            scope.spawn(|| {
                upload.storage.wait_for_connections(1);
                if cancelled {
                    cancel.cancel();
                }
            });
            send(&client, NewUpload::file(path)).unwrap_err()
        });
        let kind = if cancelled { ErrorKind::Cancelled } else { ErrorKind::Timeout };
        assert_eq!((error.kind(), error.is_in_doubt()), (kind, false), "{error}");
        upload.assert_no_document();
    }
}

#[test]
fn invalid_announcement_is_an_error_without_secrets() {
    let place = |url: &str| Some(announcement(&json!({ "url": url })));
    let with = |headers: Value| Some(announcement(&json!({ "url": "https://files.example/x", "headers": headers })));
    let answers = [
        place("http://files.example/x?signature=hush"),
        place("ftp://files.example/x?signature=hush"),
        place("https://canary:hush@files.example/x"),
        place("/x?signature=hush"),
        place("https://files.example/\r\nX-Evil: hush"),
        with(json!({ "X-List": ["hush"] })),
        with(json!({ "Content-Length": "12" })),
        with(json!({ "Host": "evil.example" })),
        with(json!({ "X-Evil": "hush\r\nAuthorization: hush" })),
        Some(announcement(&Value::Null)),
        Some(answer(200, &[("Content-Type", "application/json")], b"{}")),
        Some(answer(200, &[("Content-Type", "text/html")], b"<html>")),
    ];
    for (at, answered) in answers.into_iter().enumerate() {
        let upload = Upload::announced(move |_| answered.clone());
        let error = upload.upload(NewUpload::reader("a.pdf", Cursor::new(b"hello world"))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedResponse, "{at}: {error}");
        assert!(!error.to_string().contains("hush") && !everything_about(&error).contains(KEY), "{at}: {error}");
        assert!(!error.is_in_doubt());
        upload.assert_no_document();
    }
}

#[test]
fn service_without_uploads_answers_404() {
    let upload = Upload::announced(|_| Some(answer(404, &[("Content-Type", "text/html")], b"<p>No route matches</p>")));
    let error = upload.upload(NewUpload::reader("a.pdf", Cursor::new(b"hello world"))).unwrap_err();
    assert_eq!((error.kind(), error.http_status(), error.code()), (ErrorKind::NotFound, Some(404), None));
    assert_eq!((upload.requests(), upload.storage.connections()), (vec![ANNOUNCED.to_owned()], 0));
}

#[test]
fn embedded_service_accepts_files_in_process_and_over_http() {
    let service = Service::in_memory().unwrap();
    let key = service.create_key(service.default_account(), "k").unwrap();
    let keyed = ClientBuilder::in_process().api_key(key.key.reveal()).over(Arc::new(service.clone())).unwrap();
    let server = service.server().start().unwrap();
    let over_http = builder(&format!("{}/v2", server.url()), &ManualClock::new(start()));
    let over_http = over_http.api_key(key.key.reveal()).build().unwrap();
    for (at, client) in [service.client(), keyed, over_http].into_iter().enumerate() {
        // Different files with many pieces, and an empty file.
        let bytes = vec![at as u8; 1_000_000 * at];
        let id = send(&client, NewUpload::reader("a.bin", Cursor::new(bytes.clone()))).unwrap();
        let stored = service.document_content(service.default_account(), &id.as_str().into()).unwrap();
        assert!(stored.as_deref() == Some(&*bytes), "{at}");
        let error = send(&client, NewUpload::reader("b.bin", Cursor::new(bytes))).unwrap_err();
        assert_eq!((error.kind(), error.code()), (ErrorKind::Conflict, Some("duplicate_document")));
        let meta = error.errors()[0].meta.as_ref().unwrap();
        assert_eq!((&meta["existing_document_id"], &meta["existing_document_name"]), (&json!(id), &json!("a.bin")));
    }
    let refused = service.client().documents().upload(NewUpload::file("/there/is/no/such.pdf")).unwrap_err();
    assert_eq!(refused.pointer(), Some("path"));
}

#[test]
fn transport_without_streams_rejects_a_streamed_body() {
    let service = Service::in_memory().unwrap();
    let mut bytes = Cursor::new(b"hello world");
    let request = Request::new(Method::Put, "/v2/documents");
    let refused = service.send_stream(request, Stream::new(11, &mut bytes), &Default::default()).unwrap_err();
    assert_eq!((refused.failure, bytes.position()), (Failure::Malformed, 0));
}

#[test]
fn observer_receives_every_step_without_the_path_of_the_storage() {
    let attempts = Arc::new(Mutex::new(Vec::new()));
    let recorded = Arc::clone(&attempts);
    let upload = Upload::with([Script::new().answer(answer(503, &[CLOSE], b"")), accepts_all()], move |builder| {
        builder.observer(move |attempt: &Attempt<'_>| {
            recorded.lock().unwrap().push(format!("{} {} {:?}", attempt.method, attempt.path, attempt.status));
        })
    });
    upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap();
    let announced = format!("{ANNOUNCED} Some(200)");
    let created = format!("{CREATED} Some(201)");
    let attempts = attempts.lock().unwrap().clone();
    assert_eq!(attempts, [&*announced, "PUT (storage) Some(503)", "PUT (storage) Some(200)", &created]);
}

#[test]
fn errors_of_an_upload_contain_no_secrets() {
    let upload = Upload::with([Script::new().receive()], |builder| builder);
    let error = upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap_err();
    let text = everything_about(&error);
    assert!(!text.contains("hush") && !text.contains(KEY), "{text}");
}

/// A transport of a service at a public address. It records the egress rules of uploads.
struct PublicService(Mutex<Vec<Egress>>);

impl Transport for PublicService {
    fn send(&self, request: Request, _: &Call) -> Result<Response, TransportError> {
        Ok(match request.path() {
            "/v2/documents" => Response::new(201).body("application/json", br#"{"data":{"id":"d","type":"document"}}"#),
            _ => Response::new(200)
                .body("application/json", br#"{"signed_id":"s","direct_upload":{"url":"https://files.example/x"}}"#),
        })
    }

    fn send_stream(&self, _: Request, mut body: Stream<'_>, call: &Call) -> Result<Response, TransportError> {
        self.0.lock().unwrap().push(call.egress.clone());
        io::copy(&mut body, &mut io::sink()).unwrap();
        Ok(Response::new(204))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}

#[test]
fn service_at_a_public_address_can_name_only_public_addresses() {
    let transport = Arc::new(PublicService(Mutex::default()));
    let client = Client::builder("https://api.example.com/v2", KEY).over(transport.clone()).unwrap();
    send(&client, NewUpload::reader("a.pdf", Cursor::new(b"hello world"))).unwrap();
    assert_eq!(*transport.0.lock().unwrap(), [Egress::PublicOnly]);
}

/// Ten times the allowed memory, which is measured in another process.
const HEAVY: usize = 20 << 20;
const ALLOWED: usize = 2 << 20;

#[test]
fn memory_does_not_depend_on_the_size_of_the_file() {
    let upload = Upload::accepted();
    let path = upload.file("scan.tiff", &vec![b'x'; HEAVY]);
    let child = Command::new(env!("CARGO_BIN_EXE_shiptrack-test-child"))
        .args(["measure-upload", &upload.stage.server.url("/v2")])
        .arg(path)
        .output()
        .expect("the child starts");
    let output = String::from_utf8_lossy(&child.stdout).into_owned();
    assert!(child.status.success(), "{output}{}", String::from_utf8_lossy(&child.stderr));
    let peak: usize = output.trim().parse().expect("the peak of memory");
    println!("{} bytes of memory for a file of {HEAVY}", peak);
    assert!(peak <= ALLOWED, "{peak} bytes");
    assert_eq!(upload.storage.requests()[0].body.len(), HEAVY);
}

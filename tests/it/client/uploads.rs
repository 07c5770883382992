//! A file on its way: announced to the service, sent to the place it names, made a document.

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

/// The next attempt takes another connection, and so plays the next script.
const CLOSE: (&str, &str) = ("Connection", "close");

const PLACE: &str = "/bucket/k7?signature=hush";
const DOCUMENT: &str = "7a5e6c2b-13d4-46bc-a7d8-b2c605d42001";

/// A service, a storage of another origin, a client, and a folder for files.
struct Upload {
    stage: Stage,
    storage: Server,
    files: Scratch,
}

impl Upload {
    /// A storage that takes everything.
    fn taken() -> Self {
        Upload::with([takes_all()], |builder| builder)
    }

    fn with(storage: impl Into<Vec<Script>>, set_up: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let storage = Server::start(storage);
        let direct = json!({ "url": storage.url(PLACE), "headers": {
            "Content-Type": "application/pdf", "Content-MD5": "as given", "x-ms-blob-type": "BlockBlob",
        } });
        let service = serves(move |request| respond(request, &direct));
        Upload { stage: Stage::with([service], set_up), storage, files: Scratch::new() }
    }

    /// A service that answers the announcement with this place, or with anything else.
    fn announced(answered: impl Fn(&Received) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        let service = serves(move |request| answered(request).unwrap_or_else(|| respond(request, &Value::Null)));
        let storage = Server::start([takes_all()]);
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

    /// What the service was asked, in order.
    fn asked(&self) -> Vec<String> {
        self.stage.server.requests().iter().map(|request| format!("{} {}", request.method, request.target)).collect()
    }

    /// Nothing was created.
    fn assert_no_document(&self) {
        assert!(!self.asked().contains(&CREATED.to_owned()), "{:?}", self.asked());
    }
}

fn send(client: &Client, new: NewUpload<'_>) -> Result<String> {
    Ok(client.documents().upload(new)?.id.to_string())
}

const ANNOUNCED: &str = "POST /rails/active_storage/direct_uploads";
const CREATED: &str = "POST /v2/documents";

fn serves(with: impl Fn(&Received) -> Vec<u8> + Send + Sync + 'static) -> Script {
    let with: Arc<Respond> = Arc::new(with);
    (0..20).fold(Script::new(), |script, _| script.respond(&with))
}

fn takes_all() -> Script {
    let taken: Arc<Respond> = Arc::new(|_: &Received| answer(200, &[], b""));
    (0..20).fold(Script::new(), |script, _| script.respond(&taken))
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

/// Enough for several pieces.
fn long() -> Vec<u8> {
    (0..300_000_u32).map(|at| (at % 251) as u8).collect()
}

#[test]
fn a_file_is_announced_sent_where_the_service_says_and_made_a_document() {
    let upload = Upload::taken();
    let bytes = long();
    let path = upload.file("invoice-17.pdf", &bytes);
    assert_eq!(upload.upload(NewUpload::file(&path)).unwrap(), DOCUMENT);

    let [announced, made] = &upload.stage.server.requests()[..] else { panic!("{:?}", upload.asked()) };
    assert_eq!(upload.asked(), [ANNOUNCED, CREATED]);
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

    let [sent] = &upload.storage.requests()[..] else { panic!("it is sent once") };
    assert_eq!((sent.method.as_str(), sent.target.as_str()), ("PUT", PLACE));
    assert!(sent.body == bytes);
    let given = ["content-type", "content-md5", "x-ms-blob-type", "content-length", "transfer-encoding"];
    let given = given.map(|name| sent.header(name));
    assert_eq!(given, [Some("application/pdf"), Some("as given"), Some("BlockBlob"), Some("300000"), None]);
}

#[test]
fn name_and_media_type_can_be_said_and_a_reader_is_sent_from_where_it_stands() {
    let upload = Upload::taken();
    let mut bytes = Cursor::new(b"not this: hello world".to_vec());
    bytes.set_position(10);
    let new = NewUpload::reader("scan", &mut bytes).name("Invoice 17").content_type("image/jp2");
    upload.upload(new).unwrap();
    let [announced, made] = &upload.stage.server.requests()[..] else { panic!("{:?}", upload.asked()) };
    let blob = json!({
        "filename": "scan", "content_type": "image/jp2", "byte_size": 11, "checksum": "XrY7u+Ae7tCTyyK7j1rNww==",
    });
    assert_eq!(body_of(announced)["blob"], blob);
    assert_eq!(body_of(made)["data"]["attributes"]["name"], "Invoice 17");
    assert_eq!(upload.storage.requests()[0].body, b"hello world");
}

#[test]
fn an_empty_file_is_a_file() {
    let upload = Upload::taken();
    let mut told = Vec::new();
    let path = upload.file("empty.txt", b"");
    upload.upload(NewUpload::file(path).progress(|sent, total| told.push((sent, total)))).unwrap();
    assert_eq!(body_of(&upload.stage.server.requests()[0])["blob"]["checksum"], "1B2M2Y8AsgTpgAmY7PhCfg==");
    assert_eq!(upload.storage.requests()[0].header("content-length"), Some("0"));
    assert_eq!(told, [(0, 0)]);
}

#[test]
fn the_key_and_the_clients_own_fields_go_to_the_service_and_not_to_the_place() {
    let upload = Upload::with([takes_all()], |builder| builder.header("X-Gateway", "canary-gateway"));
    upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap();
    assert!(upload.stage.server.requests().iter().all(|request| request.header("authorization").is_some()));
    let [sent] = &upload.storage.requests()[..] else { panic!("it is sent once") };
    assert!(!format!("{sent:?}").contains("canary"), "{sent:?}");
}

#[test]
fn a_place_beside_the_service_gets_what_its_gateway_wants_and_no_key() {
    let service = serves(|request| match request.target.as_str() {
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
fn progress_never_falls_and_ends_with_all_of_it_also_when_the_file_is_sent_again() {
    let upload = Upload::with([Script::new().answer(answer(503, &[CLOSE], b"")), takes_all()], |builder| builder);
    let mut told = Vec::new();
    let path = upload.file("a.pdf", &long());
    upload.upload(NewUpload::file(path).progress(|sent, total| told.push((sent, total)))).unwrap();
    assert_eq!(upload.storage.requests().len(), 2);
    assert!(told.iter().all(|(_, total)| *total == 300_000));
    let sent: Vec<u64> = told.into_iter().map(|(sent, _)| sent).collect();
    assert_eq!((sent[0], *sent.last().unwrap()), (0, 300_000));
    assert!(sent.len() > 4 && sent.is_sorted_by(|earlier, later| earlier < later), "{sent:?}");
}

#[test]
fn a_file_that_gets_lost_is_sent_again_from_its_start() {
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
        let upload = Upload::with([script, takes_all()], |builder| builder);
        assert_eq!(upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap(), DOCUMENT, "{at}");
        assert_eq!(upload.storage.requests().last().unwrap().body, b"hello world", "{at}");
        assert_eq!(upload.asked(), [ANNOUNCED, CREATED], "{at}");
    }
}

#[test]
fn a_long_file_that_is_cut_off_in_the_middle_is_sent_again_whole() {
    // The connection ends with most of the file still to come.
    let cut = Script::new().send("");
    let upload = Upload::with([cut, takes_all()], |builder| builder);
    let bytes = vec![b'x'; 8 << 20];
    upload.upload(NewUpload::file(upload.file("a.pdf", &bytes))).unwrap();
    assert!(upload.storage.requests().last().unwrap().body == bytes);
}

#[test]
fn a_place_that_keeps_failing_is_given_up_and_nothing_is_in_doubt() {
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
fn a_place_that_refuses_is_told_by_its_origin_and_says_nothing_about_the_key() {
    for (status, kind) in [
        (400, ErrorKind::BadRequest),
        (401, ErrorKind::Forbidden),
        (403, ErrorKind::Forbidden),
        (307, ErrorKind::UnexpectedResponse),
        (413, ErrorKind::TooLarge),
    ] {
        let elsewhere = Server::start([takes_all()]);
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
        // The key was not refused: the client goes on.
        upload.client().documents().get(&shiptrack::ids::Id::new("d")).map(drop).unwrap_err();
        assert!(upload.asked().len() > 1);
    }
}

#[test]
fn an_announcement_that_got_lost_is_made_again_and_never_in_doubt() {
    let storage = Server::start([takes_all()]);
    let direct = json!({ "url": storage.url(PLACE) });
    let stage = Stage::of([Script::new().receive(), serves(move |request| respond(request, &direct))]);
    let upload = || NewUpload::reader("a.pdf", Cursor::new(b"hello world"));
    send(&stage.client, upload()).unwrap();
    assert_eq!((stage.sent(), storage.requests().len()), (3, 1));

    let stage = Stage::of([Script::new().receive()]);
    let error = send(&stage.client, upload()).unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Connection, false));
}

#[test]
fn a_document_that_may_have_been_created_is_in_doubt_and_not_created_again() {
    let storage = Server::start([takes_all()]);
    let announced = announcement(&json!({ "url": storage.url(PLACE) }));
    let stage = Stage::of([Script::new().answer(announced).receive()]);
    let new = NewUpload::reader("a.pdf", Cursor::new(b"hello world"));
    let error = send(&stage.client, new).unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Connection, true), "{error}");
    assert_eq!((stage.sent(), storage.requests().len()), (2, 1));
}

#[test]
fn the_same_file_again_is_a_conflict_that_names_the_document_there_is() {
    let storage = Server::start([takes_all()]);
    let conflict = json!({ "errors": [{
        "status": "409",
        "title": "Conflict",
        "code": "duplicate_document",
        "detail": "This document was uploaded before",
        "meta": { "existing_document_id": DOCUMENT, "existing_document_name": "Invoice 17" },
    }] });
    let direct = json!({ "url": storage.url(PLACE) });
    let stage = Stage::of([serves(move |request| match request.target.as_str() {
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
fn a_file_that_changes_while_it_is_sent_never_arrives_whole() {
    type Change = fn(&Path);
    let changes: [(&str, Change); 4] = [
        ("shorter", |path| fs::write(path, &long()[..200_000]).unwrap()),
        ("shorter", |path| fs::write(path, b"").unwrap()),
        ("longer", |path| fs::write(path, [long(), b"x".to_vec()].concat()).unwrap()),
        ("other content", |path| fs::write(path, [b"x", &long()[1..]].concat()).unwrap()),
    ];
    for (how, change) in changes {
        let upload = Upload::taken();
        let path = upload.file("a.pdf", &long());
        let new = NewUpload::file(&path).progress(|sent, _| {
            if sent == 0 {
                change(&path);
            }
        });
        let error = upload.upload(new).unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Invalid, Some("file")), "{error}");
        assert!(error.to_string().contains(how), "{error}");
        assert!(upload.storage.requests().is_empty(), "it is never sent to its end");
        upload.assert_no_document();
    }
}

#[test]
fn an_empty_file_that_is_no_longer_empty_is_noticed_too() {
    let upload = Upload::announced(|_| None);
    let path = upload.file("a.pdf", b"");
    let storage = upload.storage.url(PLACE);
    let grown = path.clone();
    let stage = Stage::of([serves(move |request| {
        fs::write(&grown, b"x").unwrap();
        respond(request, &json!({ "url": storage }))
    })]);
    let error = send(&stage.client, NewUpload::file(&path)).unwrap_err();
    assert_eq!(error.pointer(), Some("file"), "{error}");
    assert!(upload.storage.requests().is_empty());
}

#[test]
fn what_is_no_file_or_has_no_name_is_refused_before_anything_is_sent() {
    let upload = Upload::taken();
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
fn an_upload_is_cancelled_between_two_pieces() {
    let upload = Upload::taken();
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
fn an_upload_nobody_takes_is_cancelled_from_another_thread_and_ends_with_the_time_out() {
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
fn an_announcement_that_cannot_be_used_is_told_and_no_secret_is_repeated() {
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
fn a_service_without_a_place_for_files_says_so_with_404() {
    let upload = Upload::announced(|_| Some(answer(404, &[("Content-Type", "text/html")], b"<p>No route matches</p>")));
    let error = upload.upload(NewUpload::reader("a.pdf", Cursor::new(b"hello world"))).unwrap_err();
    assert_eq!((error.kind(), error.http_status(), error.code()), (ErrorKind::NotFound, Some(404), None));
    assert_eq!((upload.asked(), upload.storage.connections()), (vec![ANNOUNCED.to_owned()], 0));
}

#[test]
fn the_embedded_service_takes_a_file_in_this_process_and_behind_a_socket() {
    let service = Service::in_memory().unwrap();
    let key = service.create_key(service.default_account(), "k").unwrap();
    let keyed = ClientBuilder::in_process().api_key(key.key.reveal()).over(Arc::new(service.clone())).unwrap();
    let server = service.server().start().unwrap();
    let over_http = builder(&format!("{}/v2", server.url()), &ManualClock::new(start()));
    let over_http = over_http.api_key(key.key.reveal()).build().unwrap();
    for (at, client) in [service.client(), keyed, over_http].into_iter().enumerate() {
        // More than a few pieces, each another file, and the emptiest of all.
        let bytes = vec![at as u8; 1_000_000 * at];
        let id = send(&client, NewUpload::reader("a.bin", Cursor::new(bytes.clone()))).unwrap();
        let kept = service.document_content(service.default_account(), &id.as_str().into()).unwrap();
        assert!(kept.as_deref() == Some(&*bytes), "{at}");
        let error = send(&client, NewUpload::reader("b.bin", Cursor::new(bytes))).unwrap_err();
        assert_eq!((error.kind(), error.code()), (ErrorKind::Conflict, Some("duplicate_document")));
        let meta = error.errors()[0].meta.as_ref().unwrap();
        assert_eq!((&meta["existing_document_id"], &meta["existing_document_name"]), (&json!(id), &json!("a.bin")));
    }
    let refused = service.client().documents().upload(NewUpload::file("/there/is/no/such.pdf")).unwrap_err();
    assert_eq!(refused.pointer(), Some("path"));
}

#[test]
fn a_transport_that_hands_requests_on_whole_takes_no_body_that_is_read_on_the_way() {
    let service = Service::in_memory().unwrap();
    let mut bytes = Cursor::new(b"hello world");
    let request = Request::new(Method::Put, "/v2/documents");
    let refused = service.send_stream(request, Stream::new(11, &mut bytes), &Default::default()).unwrap_err();
    assert_eq!((refused.failure, bytes.position()), (Failure::Malformed, 0));
}

#[test]
fn an_observer_hears_of_every_step_and_not_of_the_path_of_the_place() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let upload = Upload::with([Script::new().answer(answer(503, &[CLOSE], b"")), takes_all()], move |builder| {
        builder.observer(move |attempt: &Attempt<'_>| {
            ears.lock().unwrap().push(format!("{} {} {:?}", attempt.method, attempt.path, attempt.status));
        })
    });
    upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap();
    let announced = format!("{ANNOUNCED} Some(200)");
    let created = format!("{CREATED} Some(201)");
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard, [&*announced, "PUT (storage) Some(503)", "PUT (storage) Some(200)", &created]);
}

#[test]
fn nothing_about_an_upload_is_told_that_is_a_secret() {
    let upload = Upload::with([Script::new().receive()], |builder| builder);
    let error = upload.upload(NewUpload::file(upload.file("a.pdf", b"hello world"))).unwrap_err();
    let told = everything_about(&error);
    assert!(!told.contains("hush") && !told.contains(KEY), "{told}");
}

/// A service at a public address, as its transport says: it says where the file goes, and how that may be reached.
struct Public(Mutex<Vec<Egress>>);

impl Transport for Public {
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
fn a_service_at_a_public_address_leads_to_public_addresses_alone() {
    let transport = Arc::new(Public(Mutex::default()));
    let client = Client::builder("https://api.example.com/v2", KEY).over(transport.clone()).unwrap();
    send(&client, NewUpload::reader("a.pdf", Cursor::new(b"hello world"))).unwrap();
    assert_eq!(*transport.0.lock().unwrap(), [Egress::PublicOnly]);
}

/// Ten times what is allowed in memory. What it takes is counted in a process of its own.
const HEAVY: usize = 20 << 20;
const ALLOWED: usize = 2 << 20;

#[test]
fn a_long_file_takes_no_more_memory_than_a_short_one() {
    let upload = Upload::taken();
    let path = upload.file("scan.tiff", &vec![b'x'; HEAVY]);
    let child = Command::new(env!("CARGO_BIN_EXE_shiptrack-test-child"))
        .args(["weigh-upload", &upload.stage.server.url("/v2")])
        .arg(path)
        .output()
        .expect("the child starts");
    let said = String::from_utf8_lossy(&child.stdout).into_owned();
    assert!(child.status.success(), "{said}{}", String::from_utf8_lossy(&child.stderr));
    let peak: usize = said.trim().parse().expect("the most that was in use at once");
    println!("{} bytes of memory for a file of {HEAVY}", peak);
    assert!(peak <= ALLOWED, "{peak} bytes");
    assert_eq!(upload.storage.requests()[0].body.len(), HEAVY);
}

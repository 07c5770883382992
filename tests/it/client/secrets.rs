//! The key goes to the service alone and is told to nobody else, whatever happens.

use std::process::Command;
use std::sync::{Arc, Mutex};

use log::{LevelFilter, Log, Metadata, Record};
use shiptrack::ErrorKind;
use shiptrack::client::{Attempt, Client};
use shiptrack::clock::{CancelToken, ManualClock};
use shiptrack::http::Roots;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::scenario::start;
use shiptrack_tests::script_server::{Script, Server, answer, chunked, head};

use super::{GET, JSON_API, KEY, SOON, Stage, builder, every_operation, everything_about, one, page};

/// Everything that can happen to a request, with servers that repeat the key wherever they can.
fn failures() -> Vec<Script> {
    let told = format!(r#"{{"errors":[{{"title":"{KEY}","detail":"Token {KEY} is wrong","code":"{KEY}"}}]}}"#);
    let echoes = [("X-Request-Id", KEY), JSON_API];
    let mut scripts: Vec<Script> = [200, 302, 400, 401, 403, 404, 408, 409, 418, 422, 500, 501, 502, 503, 504]
        .into_iter()
        .flat_map(|status| [told.clone(), format!("<p>{KEY}</p>")].map(|body| answer(status, &echoes, body.as_bytes())))
        .map(|bytes| Script::new().answer(bytes))
        .collect();
    scripts.extend([
        Script::new(),
        Script::new().peek(),
        Script::new().receive(),
        Script::new().receive().hold(),
        Script::new().answer(format!("{KEY} is no HTTP\r\n\r\n")),
        Script::new().answer("HTTP/1.1 200 OK\r\nContent-"),
        Script::new().answer(answer(200, &[("Content-Type", "text/html")], b"<html>Please log in</html>")),
        Script::new().answer(&answer(200, &[JSON_API], b"{\"data\":{}}")[..60]),
        Script::new().answer(answer(200, &[JSON_API], b"{\"data\":")),
        Script::new().answer(chunked(200, &[JSON_API, ("Content-Encoding", "br")], &[b"x"])),
        Script::new().answer(page(&["a"], Some("https://evil.example/v2/x"))),
        Script::new().receive().send(head(200, &[])).flood(vec![b' '; 100_000]),
        Script::new().answer(answer(429, &[("Retry-After", "999")], told.as_bytes())),
    ]);
    scripts
}

/// Keeps what is logged on this test's own thread.
struct Diary(Mutex<String>);

static DIARY: Diary = Diary(Mutex::new(String::new()));

impl Log for Diary {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let line = format!("{} {}\n", record.target(), record.args());
        if line.contains("canary") || line.contains("ureq") {
            self.0.lock().unwrap().push_str(&line);
        }
    }

    fn flush(&self) {}
}

#[test]
fn the_key_is_in_no_error_no_log_line_and_no_event_whatever_happens() {
    log::set_logger(&DIARY).expect("no other test logs");
    log::set_max_level(LevelFilter::Trace);
    must_end(|| {
        for script in failures() {
            for operation in every_operation() {
                let told = Arc::new(Mutex::new(String::new()));
                let noted = Arc::clone(&told);
                let note =
                    move |attempt: &Attempt<'_>| noted.lock().unwrap().push_str(&format!("{attempt:?} {attempt:#?}"));
                let stage = Stage::with([script.clone()], |builder| builder.observer(note).body_limit(1_000_000));
                // Long enough for all but those that hang.
                let client = stage.client.with_timeout(SOON);
                if let Err(error) = operation.run(&client) {
                    let text = everything_about(&error);
                    assert!(!text.contains(KEY), "{} {text}", operation.name);
                }
                assert!(!told.lock().unwrap().contains(KEY));
                let shown = format!("{client:?} {:?}", builder(&stage.server.url("/v2"), &stage.clock));
                assert!(!shown.contains(KEY), "{shown}");
                for request in stage.server.requests() {
                    assert!(request.header("Authorization").is_some_and(|value| value == format!("Token {KEY}")));
                    assert!(!request.target.contains(KEY));
                }
            }
        }
    });
    log::set_max_level(LevelFilter::Off);
    let diary = DIARY.0.lock().unwrap();
    assert!(diary.contains("ureq"), "the library beneath logs something");
    assert!(!diary.contains(KEY), "{diary}");
}

#[test]
fn a_proxy_that_is_none_is_refused_when_the_client_is_built() {
    for proxy in ["nonsense", "proxy:canary", "canary://proxy:3128", ""] {
        let clock = ManualClock::new(start());
        let refused = builder("https://service.invalid/v2", &clock).proxy(proxy).build().unwrap_err();
        assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("proxy")), "{proxy}");
        assert!(!everything_about(&refused).contains("canary"));
    }
}

#[test]
fn a_proxy_is_told_nothing_but_where_to_connect() {
    let proxy = Server::start([Script::new().answer(answer(407, &[], KEY.as_bytes())), Script::new().receive()]);
    let clock = ManualClock::new(start());
    let url = format!("http://user:canary@{}", proxy.address());
    let client = builder("https://service.invalid/v2", &clock).proxy(url).build().unwrap();
    let text = everything_about(&GET.run(&client).unwrap_err());
    assert!(!text.contains("canary"), "{text}");
    assert!(
        proxy.requests().iter().all(|request| request.method == "CONNECT" && request.header("Authorization").is_none())
    );
    assert_eq!(proxy.requests().len(), 3);
}

/// The variables that other programs take for a proxy.
const VARIABLES: [&str; 6] = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/// Where the child of the next test finds its service.
const SERVICE: &str = "SHIPTRACK_TEST_SERVICE";

#[test]
fn a_proxy_in_the_environment_is_not_asked() {
    if let Ok(base) = std::env::var(SERVICE) {
        let client = Client::builder(base, KEY).roots(Roots::Bundled).build().unwrap();
        return GET.run(&client.with_cancel(CancelToken::new())).unwrap();
    }
    must_end(|| {
        let (service, proxy) = (Server::answering(one()), Server::answering(one()));
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "client::secrets::a_proxy_in_the_environment_is_not_asked"]);
        child.env(SERVICE, service.url("/v2"));
        for name in VARIABLES {
            child.env(name, format!("http://{}", proxy.address()));
        }
        let output = child.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        assert_eq!((service.requests().len(), proxy.connections()), (1, 0));
    });
}

#[test]
fn the_key_is_not_sent_unencrypted_to_another_machine() {
    let clock = ManualClock::new(start());
    for base in ["http://192.0.2.1/v2", "http://service.invalid/v2"] {
        let refused = builder(base, &clock).build().unwrap_err();
        assert_eq!(refused.pointer(), Some("base_url"));
        builder(base, &clock).allow_insecure_http().build().unwrap();
    }
}

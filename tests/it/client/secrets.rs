//! Tests that the API key is sent only to the service, and is in no output.

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

/// All kinds of failures, with servers that repeat the key in every place.
fn failures() -> Vec<Script> {
    let body = format!(r#"{{"errors":[{{"title":"{KEY}","detail":"Token {KEY} is wrong","code":"{KEY}"}}]}}"#);
    let echoes = [("X-Request-Id", KEY), JSON_API];
    let mut scripts: Vec<Script> = [200, 302, 400, 401, 403, 404, 408, 409, 418, 422, 500, 501, 502, 503, 504]
        .into_iter()
        .flat_map(|status| [body.clone(), format!("<p>{KEY}</p>")].map(|body| answer(status, &echoes, body.as_bytes())))
        .map(|bytes| Script::new().answer(bytes))
        .collect();
    scripts.extend([
        Script::new(),
        Script::new().peek(),
        Script::new().receive(),
        Script::new().receive().hold(),
        Script::new().answer(format!("{KEY} is not HTTP\r\n\r\n")),
        Script::new().answer("HTTP/1.1 200 OK\r\nContent-"),
        Script::new().answer(answer(200, &[("Content-Type", "text/html")], b"<html>Please log in</html>")),
        Script::new().answer(&answer(200, &[JSON_API], b"{\"data\":{}}")[..60]),
        Script::new().answer(answer(200, &[JSON_API], b"{\"data\":")),
        Script::new().answer(chunked(200, &[JSON_API, ("Content-Encoding", "br")], &[b"x"])),
        Script::new().answer(page(&["a"], Some("https://evil.example/v2/x"))),
        Script::new().receive().send(head(200, &[])).flood(vec![b' '; 100_000]),
        Script::new().answer(answer(429, &[("Retry-After", "999")], body.as_bytes())),
    ]);
    scripts
}

/// Records log lines with the key, and those of the HTTP library.
struct LogRecorder(Mutex<String>);

static LOG: LogRecorder = LogRecorder(Mutex::new(String::new()));

impl Log for LogRecorder {
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
fn key_is_in_no_error_log_line_or_event() {
    log::set_logger(&LOG).expect("no other test logs");
    log::set_max_level(LevelFilter::Trace);
    must_end(|| {
        for script in failures() {
            for operation in every_operation() {
                let events = Arc::new(Mutex::new(String::new()));
                let recorded = Arc::clone(&events);
                let record = move |attempt: &Attempt<'_>| {
                    recorded.lock().unwrap().push_str(&format!("{attempt:?} {attempt:#?}"))
                };
                let stage = Stage::with([script.clone()], |builder| builder.observer(record).body_limit(1_000_000));
                // Long enough for all servers that answer.
                let client = stage.client.with_timeout(SOON);
                if let Err(error) = operation.run(&client) {
                    let text = everything_about(&error);
                    assert!(!text.contains(KEY), "{} {text}", operation.name);
                }
                assert!(!events.lock().unwrap().contains(KEY));
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
    let log = LOG.0.lock().unwrap();
    assert!(log.contains("ureq"), "the HTTP library logs something");
    assert!(!log.contains(KEY), "{log}");
}

#[test]
fn invalid_proxy_is_rejected_when_the_client_is_built() {
    for proxy in ["nonsense", "proxy:canary", "canary://proxy:3128", ""] {
        let clock = ManualClock::new(start());
        let refused = builder("https://service.invalid/v2", &clock).proxy(proxy).build().unwrap_err();
        assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("proxy")), "{proxy}");
        assert!(!everything_about(&refused).contains("canary"));
    }
}

#[test]
fn proxy_receives_only_the_address() {
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

/// Environment variables for proxies.
const VARIABLES: [&str; 6] = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/// The variable with the base URL for the child process of the next test.
const SERVICE: &str = "SHIPTRACK_TEST_SERVICE";

#[test]
fn proxy_in_the_environment_is_ignored() {
    if let Ok(base) = std::env::var(SERVICE) {
        let client = Client::builder(base, KEY).roots(Roots::Bundled).build().unwrap();
        return GET.run(&client.with_cancel(CancelToken::new())).unwrap();
    }
    must_end(|| {
        let (service, proxy) = (Server::answering(one()), Server::answering(one()));
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "client::secrets::proxy_in_the_environment_is_ignored"]);
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
fn key_is_not_sent_unencrypted_to_another_machine() {
    let clock = ManualClock::new(start());
    for base in ["http://192.0.2.1/v2", "http://service.invalid/v2"] {
        let refused = builder(base, &clock).build().unwrap_err();
        assert_eq!(refused.pointer(), Some("base_url"));
        builder(base, &clock).allow_insecure_http().build().unwrap();
    }
}

//! Recorded look-ups: they contain no secrets and can be replayed.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{Bundle, CarrierAccess, Check, Credentials, Replay, Secret};
use shiptrack::numbers::NumberKind;
use shiptrack_tests::http_carrier::{HttpCarrier, Reply};
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::script_server::Received;

use super::profiles::journey;

/// Texts that no file may contain: credentials, tokens, plain secrets of a profile, response headers, the account.
const SECRETS: [&str; 8] =
    ["the-id", "the-secret", "tok-1", "in-clear", "plain-tenant", "a-cookie", "eyJhbGciOiJSUzI1NiJ9", "acme"];

fn access(carrier: &HttpCarrier) -> CarrierAccess {
    let url = carrier.url();
    let text = format!(
        "[MAEU]\nbase_url = '{url}'\nheaders = {{ X-Key = 'in-clear', API-Version = '2', Other = '{{client_id}}' }}\n\
         query = {{ tenant = 'plain-tenant' }}\n\
         [MAEU.oauth2]\ntoken_url = '{url}/token'\nheaders = {{ X-Key = 'in-clear' }}\n"
    );
    let keys = "[MAEU]\nclient_id = 'the-id'\nclient_secret = 'the-secret'";
    let credentials = Credentials::of_account("acme").from_text(keys).expect("credentials");
    CarrierAccess::new(Profiles::parse(&text).expect("a profile"), credentials)
}

fn check(carrier: &HttpCarrier, number: &str) -> Check {
    access(carrier).check("MAEU", number, None, "acme").expect("a check")
}

/// Events that repeat secrets, as a careless carrier may do.
fn events_with_secrets() -> Vec<Value> {
    let mut events = journey();
    for (event, secret) in
        events.iter_mut().zip(["tok-1", "the-secret of the-id", "in-clear", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"])
    {
        event["carrierSpecificData"] = json!({ "note": secret });
    }
    events
}

fn record_and_replay(check: &Check, folder: &Path) -> Replay {
    Bundle::create(folder).expect("a new folder").write(check).expect("the bundle is written");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let found: Vec<&str> = SECRETS.into_iter().filter(|secret| text.contains(secret)).collect();
        assert_eq!(found, [""; 0], "{}: {text}", path.display());
    }
    Bundle::open(folder).and_then(|bundle| bundle.replay()).expect("the bundle is replayed")
}

#[test]
fn a_recorded_look_up_has_no_secrets_and_replays_to_the_same_voyage() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    carrier.knows("123456789", &events_with_secrets());
    carrier.intercept(|_| None);
    let check = check(&carrier, "MAEU123456789");
    assert_eq!((check.outcome(), check.calls.len()), ("facts", 3), "{}", check.to_json());
    let folder = scratch.path("bundle");
    let replay = record_and_replay(&check, &folder);
    assert!(replay.is_same(), "{}", replay.to_json());
    assert_eq!((replay.check.calls.len(), replay.now.voyage.len()), (3, 5));
    let report: Value = serde_json::from_str(&replay.to_json()).unwrap();
    assert_eq!((&report["is_same"], &report["missing"], &report["added"]), (&json!(true), &json!([]), &json!([])));
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join("bundle.json")).unwrap()).unwrap();
    assert_eq!((&manifest["is_altered"], &manifest["number"]), (&json!(false), &json!("MAEU123456789")));
    assert!(fs::read_to_string(folder.join("call-2.body")).unwrap().contains("\"note\":\"***\""));
}

#[test]
fn a_replay_with_another_result_lists_the_differences() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    carrier.knows("123456789", &journey());
    let folder = scratch.path("bundle");
    record_and_replay(&check(&carrier, "MAEU123456789"), &folder);
    let path = folder.join("call-2.body");
    let changed = fs::read_to_string(&path).unwrap().replace("2026-04-18T11:00:00+08:00", "2026-04-18T12:00:00+08:00");
    fs::write(&path, changed).unwrap();
    let replay = Bundle::open(&folder).unwrap().replay().unwrap();
    let report: Value = serde_json::from_str(&replay.to_json()).unwrap();
    assert_eq!(report["is_same"], false);
    assert!(report["missing"][0].as_str().unwrap().contains("2026-04-18T03:00:00Z"), "{report}");
    assert!(report["added"][0].as_str().unwrap().contains("2026-04-18T04:00:00Z"), "{report}");
    // An unreadable page does not fail the replay.
    fs::write(folder.join("call-3.body"), "<html>").unwrap();
    assert_eq!(Bundle::open(&folder).unwrap().replay().unwrap().now.outcome, "facts");
}

#[test]
fn a_recorded_failure_replays_to_the_same_outcome_and_contains_no_key() {
    let key = "0123456789abcdef0123456789abcdef";
    let words = format!(r#"{{"message":"Access denied: key {key}, in-clear, the-secret"}}"#);
    for (method, status, fields, outcome) in [
        ("GET", 401, vec![("Set-Cookie", "a-cookie"), ("WWW-Authenticate", key)], "refused"),
        ("GET", 404, vec![], "not_found"),
        ("GET", 429, vec![("Retry-After", "7")], "rate_limited"),
        ("GET", 503, vec![], "unreachable"),
        ("POST", 401, vec![], "refused"),
        ("POST", 503, vec![], "unreachable"),
    ] {
        let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
        let words = words.clone();
        carrier.intercept(move |received| {
            let reply = Reply::new(status, words.clone());
            let reply = fields.iter().fold(reply, |reply, (name, value)| reply.field(name, value));
            (received.method == method).then_some(reply)
        });
        let check = check(&carrier, "MAEU123456789");
        assert_eq!(check.outcome(), outcome, "{method} {status}");
        let folder = scratch.path("bundle");
        let replay = record_and_replay(&check, &folder);
        assert!(replay.is_same() && replay.now.outcome == outcome, "{}", replay.to_json());
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            assert!(!fs::read_to_string(&path).unwrap().contains(key), "{}", path.display());
        }
    }
}

#[test]
fn a_recorded_failure_has_the_urls_of_its_calls() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    carrier.knows("123456789", &journey());
    let key = "0123456789abcdef0123456789abcdef";
    carrier.intercept(move |received| {
        let second = received.target.contains("cursor=");
        second.then(|| Reply::new(503, format!(r#"{{"message":"no key {key}"}}"#)))
    });
    let folder = scratch.path("bundle");
    record_and_replay(&check(&carrier, "MAEU123456789"), &folder);
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join("bundle.json")).unwrap()).unwrap();
    let urls: Vec<&str> =
        manifest["calls"].as_array().unwrap().iter().map(|call| call["url"].as_str().unwrap()).collect();
    let question = "/events?transportDocumentReference=123456789&tenant=***";
    assert!(urls[1].starts_with(&carrier.url()) && decode_asterisks(urls[1]).contains(question), "{urls:?}");
    assert!(decode_asterisks(urls[2]).contains(question) && urls[2].ends_with("cursor=page-2"), "{urls:?}");
    assert!(!fs::read_to_string(folder.join("call-3.body")).unwrap().contains(key));
}

/// The URL with decoded asterisks.
fn decode_asterisks(url: &str) -> String {
    url.replace("%2A", "*")
}

#[test]
fn a_look_up_with_a_signed_assertion_is_recorded_without_secrets_and_replays_to_the_same_outcome() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    carrier.knows("B100", &journey());
    let token = |received: &Received| {
        (received.method == "POST").then(|| Reply::new(200, r#"{"access_token":"tok-1","expires_in":60}"#))
    };
    carrier.intercept(token);
    let url = carrier.url();
    for key_name in ["none", "x5t"] {
        let text = format!(
            "[SIGN]\nbase_url = '{url}'\npath = '/events'\n\
             parameters = {{ bill_of_lading = 'transportDocumentReference' }}\n\
             [SIGN.signed_jwt]\ntoken_url = '{url}/token'\nkey_name = '{key_name}'\nheaders = {{ X-Key = 'in-clear' }}\n"
        );
        let certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let credentials = Credentials::of_every_account().from_function(|credential| {
            Ok(Some(Secret::new(match credential.name {
                "private_key" => include_str!("../../fixtures/keys/rsa.pem"),
                "certificate" => certificate,
                _ => "the-id",
            })))
        });
        let access = CarrierAccess::new(Profiles::parse(&text).unwrap(), credentials);
        let check = access.check("SIGN", "B100", Some(NumberKind::BillOfLading), "acme").unwrap();
        assert_eq!(check.outcome(), "facts", "{}", check.to_json());
        let replay = record_and_replay(&check, &scratch.path(key_name));
        assert!(replay.is_same() && replay.now.outcome == "facts", "{}", replay.to_json());
    }
}

#[test]
fn the_base64_pair_of_client_id_and_secret_is_hidden() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    // Base64 of `the-id:the-secret`.
    let pair = "dGhlLWlkOnRoZS1zZWNyZXQ=";
    carrier.intercept(move |_| Some(Reply::new(401, format!(r#"{{"error":"Basic {pair} is refused"}}"#))));
    let url = carrier.url();
    let text = format!("[MAEU]\nbase_url = '{url}'\n[MAEU.oauth2]\ntoken_url = '{url}/token'\nsecret_in = 'basic'\n");
    let keys = "[MAEU]\nclient_id = 'the-id'\nclient_secret = 'the-secret'\nkey = 'k'";
    let credentials = Credentials::of_every_account().from_text(keys).unwrap();
    let access = CarrierAccess::new(Profiles::parse(&text).unwrap(), credentials);
    let check = access.check("MAEU", "MAEU123456789", None, "acme").unwrap();
    let shown = check.to_json();
    assert!(check.outcome() == "refused" && shown.contains("Basic *** is refused") && !shown.contains(pair), "{shown}");
    record_and_replay(&check, &scratch.path("bundle"));
}

#[test]
fn a_check_hides_json_escaped_and_truncated_secrets() {
    let carrier = HttpCarrier::new();
    let secret = "se/cret-of-the-carrier-0123456789";
    let body = format!("{}{}", " ".repeat(1_990), secret);
    carrier.intercept(move |received| {
        let escaped = secret.replace('/', "\\/");
        Some(match received.target.contains("half") {
            true => Reply::new(500, body.clone()),
            false => Reply::new(500, format!(r#"{{"message":"{escaped}"}}"#)).field("X-Request-Id", &escaped),
        })
    });
    let url = carrier.url();
    for path in ["/half", "/escaped"] {
        let text = format!(
            "[XLIN]\nbase_url = '{url}'\npath = '{path}'\nheaders = {{ X-Key = '{{key}}' }}\n\
             parameters = {{ bill_of_lading = 'b' }}"
        );
        let credentials = Credentials::of_every_account().from_function(move |_| Ok(Some(Secret::new(secret))));
        let access = CarrierAccess::new(Profiles::parse(&text).unwrap(), credentials);
        let shown = access.check("XLIN", "B100", Some(NumberKind::BillOfLading), "acme").unwrap().to_json();
        assert!(!shown.contains("cret-of") && !shown.contains("se/cret"), "{shown}");
    }
}

#[test]
fn a_look_up_without_a_call_is_recorded() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    let check = access(&carrier).check("MAEU", "MAEU123456789", None, "another").expect("a check");
    let replay = record_and_replay(&check, &scratch.path("bundle"));
    assert!(replay.is_same() && replay.now.outcome == "refused" && replay.check.calls.is_empty());
    let unreachable = CarrierAccess::new(
        Profiles::parse("[HLCU]\nbase_url = 'http://127.0.0.1:1'").unwrap(),
        Credentials::of_every_account().from_variables(|_| Some("the-secret".to_owned())),
    );
    let check = unreachable.check("HLCU", "HLCU123456789", Some(NumberKind::BillOfLading), "default").expect("a check");
    let replay = record_and_replay(&check, &scratch.path("other"));
    assert!(replay.is_same() && replay.now.outcome == "unreachable", "{}", replay.to_json());
}

#[test]
fn a_bundle_needs_a_new_folder_and_cannot_name_files_outside_of_it() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    carrier.knows("123456789", &journey());
    let folder = scratch.path("bundle");
    record_and_replay(&check(&carrier, "MAEU123456789"), &folder);
    let rejected = Bundle::create(&folder).unwrap_err();
    assert_eq!(rejected.pointer(), Some("folder"));
    assert!(rejected.to_string().contains("name a new folder"), "{rejected}");
    assert_eq!(Bundle::open(scratch.path("nowhere")).unwrap_err().pointer(), Some("folder"));
    let manifest = folder.join("bundle.json");
    let text = fs::read_to_string(&manifest).unwrap();
    for (original, replacement) in [
        ("call-2.body", "../outside.body"),
        ("call-2.body", ".."),
        ("call-2.body", "/etc/passwd"),
        ("shiptrack-check-1", "shiptrack-check-2"),
        ("\"calls\"", "\"cals\""),
    ] {
        fs::write(&manifest, text.replace(original, replacement)).unwrap();
        assert_eq!(Bundle::open(&folder).unwrap_err().pointer(), Some("folder"), "{replacement}");
    }
}

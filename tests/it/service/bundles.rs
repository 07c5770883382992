//! Look-ups that were recorded: without secrets, and to be read again.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use shiptrack::carriers::api::{Bundle, CarrierAccess, Check, Credentials, Replay};
use shiptrack::carriers::profiles::Profiles;
use shiptrack::numbers::NumberKind;
use shiptrack_tests::http_carrier::{HttpCarrier, Reply};
use shiptrack_tests::scratch::Scratch;

use super::profiles::journey;

/// What must stand in no file: credentials, tokens, what a host wrote into its profile in clear, what only headers hold, the account.
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

fn checked(carrier: &HttpCarrier, number: &str) -> Check {
    access(carrier).check("MAEU", number, None, "acme").expect("a check")
}

/// The events with everything in them that a carrier may repeat.
fn telling() -> Vec<Value> {
    let mut events = journey();
    for (event, told) in
        events.iter_mut().zip(["tok-1", "the-secret of the-id", "in-clear", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"])
    {
        event["carrierSpecificData"] = json!({ "told": told });
    }
    events
}

fn recorded(check: &Check, folder: &Path) -> Replay {
    Bundle::create(folder).expect("a new folder").write(check).expect("it is written");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let found: Vec<&str> = SECRETS.into_iter().filter(|secret| text.contains(secret)).collect();
        assert_eq!(found, [""; 0], "{}: {text}", path.display());
    }
    Bundle::open(folder).and_then(|bundle| bundle.replay()).expect("it is read again")
}

#[test]
fn a_look_up_that_was_recorded_holds_no_secret_and_comes_to_the_same_voyage() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    carrier.knows("123456789", &telling());
    carrier.is_in(|_| None);
    let check = checked(&carrier, "MAEU123456789");
    assert_eq!((check.outcome(), check.calls.len()), ("facts", 3), "{}", check.to_json());
    let folder = scratch.path("bundle");
    let replay = recorded(&check, &folder);
    assert!(replay.is_same(), "{}", replay.to_json());
    assert_eq!((replay.check.calls.len(), replay.now.voyage.len()), (3, 5));
    let told: Value = serde_json::from_str(&replay.to_json()).unwrap();
    assert_eq!((&told["is_same"], &told["missing"], &told["added"]), (&json!(true), &json!([]), &json!([])));
    let kept: Value = serde_json::from_slice(&fs::read(folder.join("bundle.json")).unwrap()).unwrap();
    assert_eq!((&kept["is_altered"], &kept["number"]), (&json!(false), &json!("MAEU123456789")));
    assert!(fs::read_to_string(folder.join("call-2.body")).unwrap().contains("\"told\":\"***\""));
}

#[test]
fn a_reader_that_makes_something_else_of_it_is_told_line_by_line() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    carrier.knows("123456789", &journey());
    let folder = scratch.path("bundle");
    recorded(&checked(&carrier, "MAEU123456789"), &folder);
    let path = folder.join("call-2.body");
    let changed = fs::read_to_string(&path).unwrap().replace("2026-04-18T11:00:00+08:00", "2026-04-18T12:00:00+08:00");
    fs::write(&path, changed).unwrap();
    let replay = Bundle::open(&folder).unwrap().replay().unwrap();
    let told: Value = serde_json::from_str(&replay.to_json()).unwrap();
    assert_eq!(told["is_same"], false);
    assert!(told["missing"][0].as_str().unwrap().contains("2026-04-18T03:00:00Z"), "{told}");
    assert!(told["added"][0].as_str().unwrap().contains("2026-04-18T04:00:00Z"), "{told}");
    // A page that is missing is no answer, and no reason to give up.
    fs::write(folder.join("call-3.body"), "<html>").unwrap();
    assert_eq!(Bundle::open(&folder).unwrap().replay().unwrap().now.outcome, "facts");
}

#[test]
fn what_a_carrier_refuses_comes_to_the_same_again_and_repeats_no_key() {
    let key = "0123456789abcdef0123456789abcdef";
    let words = format!(r#"{{"message":"Access denied: key {key}, in-clear, the-secret"}}"#);
    for (purpose, status, fields, outcome) in [
        ("GET", 401, vec![("Set-Cookie", "a-cookie"), ("WWW-Authenticate", key)], "refused"),
        ("GET", 404, vec![], "not_found"),
        ("GET", 429, vec![("Retry-After", "7")], "rate_limited"),
        ("GET", 503, vec![], "unreachable"),
        ("POST", 401, vec![], "refused"),
        ("POST", 503, vec![], "unreachable"),
    ] {
        let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
        let words = words.clone();
        carrier.is_in(move |received| {
            let reply = Reply::new(status, words.clone());
            let reply = fields.iter().fold(reply, |reply, (name, value)| reply.field(name, value));
            (received.method == purpose).then_some(reply)
        });
        let check = checked(&carrier, "MAEU123456789");
        assert_eq!(check.outcome(), outcome, "{purpose} {status}");
        let folder = scratch.path("bundle");
        let replay = recorded(&check, &folder);
        assert!(replay.is_same() && replay.now.outcome == outcome, "{}", replay.to_json());
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            assert!(!fs::read_to_string(&path).unwrap().contains(key), "{}", path.display());
        }
    }
}

#[test]
fn whoever_was_not_asked_is_recorded_too() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    let check = access(&carrier).check("MAEU", "MAEU123456789", None, "another").expect("a check");
    let replay = recorded(&check, &scratch.path("bundle"));
    assert!(replay.is_same() && replay.now.outcome == "refused" && replay.check.calls.is_empty());
    let nobody = CarrierAccess::new(
        Profiles::parse("[HLCU]\nbase_url = 'http://127.0.0.1:1'").unwrap(),
        Credentials::of_every_account().from_variables(|_| Some("the-secret".to_owned())),
    );
    let check = nobody.check("HLCU", "HLCU123456789", Some(NumberKind::BillOfLading), "default").expect("a check");
    let replay = recorded(&check, &scratch.path("other"));
    assert!(replay.is_same() && replay.now.outcome == "unreachable", "{}", replay.to_json());
}

#[test]
fn a_bundle_is_written_into_a_new_folder_and_names_no_file_of_another() {
    let (carrier, scratch) = (HttpCarrier::new(), Scratch::new());
    carrier.knows("123456789", &journey());
    let folder = scratch.path("bundle");
    recorded(&checked(&carrier, "MAEU123456789"), &folder);
    let taken = Bundle::create(&folder).unwrap_err();
    assert_eq!(taken.pointer(), Some("folder"));
    assert!(taken.to_string().contains("name a new folder"), "{taken}");
    assert_eq!(Bundle::open(scratch.path("nowhere")).unwrap_err().pointer(), Some("folder"));
    let manifest = folder.join("bundle.json");
    let text = fs::read_to_string(&manifest).unwrap();
    for (of, with) in [
        ("call-2.body", "../outside.body"),
        ("call-2.body", ".."),
        ("call-2.body", "/etc/passwd"),
        ("shiptrack-check-1", "shiptrack-check-2"),
        ("\"calls\"", "\"cals\""),
    ] {
        fs::write(&manifest, text.replace(of, with)).unwrap();
        assert_eq!(Bundle::open(&folder).unwrap_err().pointer(), Some("folder"), "{with}");
    }
}

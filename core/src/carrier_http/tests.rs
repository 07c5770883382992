//! Tests a carrier with a transport that answers from a script.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};

use super::*;
use crate::carrier_http::profiles::{Profile, Profiles, Since};
use crate::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use crate::clock::{CancelToken, Cancelled, Clock, ManualClock};
use crate::http::{Call, Egress, Request, Response, Transport, TransportError};
use crate::resources::RequestType;

const EVENT: &str = r#"[{"transportEventTypeCode":"ARRI","eventDateTime":"2026-01-05T22:19:00Z","eventID":"1"}]"#;
const OTHER: &str = r#"[{"transportEventTypeCode":"DEPA","eventDateTime":"2026-01-01T22:19:00Z","eventID":"2"}]"#;

/// Status, body and header fields.
type ScriptedAnswer<'t> = (u16, &'t str, &'t [(&'static str, &'t str)]);

/// Returns one scripted answer for each request, then an empty list.
#[derive(Clone, Default)]
struct Scripted {
    answers: Arc<Mutex<VecDeque<Response>>>,
    sent: Arc<Mutex<Vec<(Request, Call)>>>,
}

impl Scripted {
    fn then(&self, status: u16, body: &str, fields: &[(&'static str, &str)]) -> &Self {
        let mut response = Response { body: body.into(), ..Response::new(status) };
        fields.iter().for_each(|(name, value)| response.headers.set(*name, *value));
        self.answers.lock().unwrap().push_back(response);
        self
    }

    fn urls(&self) -> Vec<String> {
        self.sent.lock().unwrap().iter().map(|(request, _)| request.url.clone()).collect()
    }
}

impl Transport for Scripted {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        self.sent.lock().unwrap().push((request, call.clone()));
        let answer = self.answers.lock().unwrap().pop_front();
        Ok(answer.unwrap_or_else(|| Response { body: b"[]".into(), ..Response::new(200) }))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}

const PROFILE: &str = r#"
[XLIN]
base_url = "https://api.line.example/"
path = "/v2/events"
headers = { X-Key = "{key}", API-Version = "2" }
query = { behalf_of = "{customer}", mode = "a b" }
[XLIN.parameters]
bill_of_lading = "transportDocumentReference"
container = "equipmentReference"
limit = "limit"
page_size = 50
"#;

fn credentials() -> Credentials {
    Credentials::of_account("acme")
        .from_text("[XLIN]\nkey = 's3cr3t'\ncustomer = 'cust omer'\nclient_id = 'id'\nclient_secret = 'top'")
        .unwrap()
}

fn carrier(profile: &str, change: impl FnOnce(&mut Profile)) -> (Arc<ApiCarrier>, Scripted) {
    let transport = Scripted::default();
    let mut profile = Profiles::parse(profile).unwrap().get("XLIN").unwrap().clone();
    change(&mut profile);
    let access = CarrierAccess::new(Profiles::new().with(profile).unwrap(), credentials());
    let over: Arc<dyn Transport> = Arc::new(transport.clone());
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(now()));
    (access.carriers(&over, &clock).unwrap().remove("XLIN").unwrap(), transport)
}

fn now() -> DateTime<Utc> {
    "2026-05-01T12:00:00Z".parse().unwrap()
}

fn look_up_of(kind: RequestType, number: &str) -> LookUp {
    LookUp { account_name: "acme".into(), ..LookUp::about("XLIN", kind, number, now()) }
}

fn bill() -> LookUp {
    look_up_of(RequestType::BillOfLading, "B1")
}

fn look_up(carrier: &ApiCarrier, asked: &LookUp) -> Result<Answer, (&'static str, String)> {
    let result = carrier.look_up(asked, &Call::default());
    result.map_err(|failure| (failure.name(), failure.why().unwrap_or_default().to_owned()))
}

#[test]
fn request_is_built_from_the_profile() {
    let (carrier, transport) = carrier(PROFILE, |_| {});
    transport.then(200, EVENT, &[]);
    let answer = look_up(&carrier, &bill()).unwrap();
    assert_eq!((answer.facts.len(), answer.complete), (1, true));
    let sent = transport.sent.lock().unwrap();
    let (request, call) = &sent[0];
    assert_eq!(
        request.url,
        "https://api.line.example/v2/events?transportDocumentReference=B1&behalf_of=cust+omer&mode=a+b&limit=50"
    );
    assert_eq!((request.headers.get("x-key"), request.headers.get("API-Version")), (Some("s3cr3t"), Some("2")));
    assert_eq!(call.egress, Egress::Open);
}

#[test]
fn without_tls_only_this_machine_is_allowed() {
    let (carrier, transport) = carrier(PROFILE, |profile| profile.base_url = "http://line.example".into());
    let _ = look_up(&carrier, &bill());
    let rule = transport.sent.lock().unwrap()[0].1.egress.clone();
    assert_eq!(rule, Egress::Only(["127.0.0.0/8".to_owned(), "::1/128".to_owned()].into()));
}

#[test]
fn pages_are_followed_by_cursor_and_by_link() {
    let (carrier, transport) = carrier(PROFILE, |_| {});
    let own = "https://api.line.example/v2/events?cursor=3&key=s3cr3t";
    transport.then(200, EVENT, &[("Next-Page-Cursor", "two")]).then(200, OTHER, &[("Next-Page", own)]);
    let answer = look_up(&carrier, &bill()).unwrap();
    assert_eq!((answer.facts.len(), answer.complete), (2, true));
    let urls = transport.urls();
    assert_eq!(urls[1], format!("{}&cursor=two", urls[0]));
    assert_eq!(urls[2], own);
}

#[test]
fn missing_pages_make_the_answer_incomplete() {
    let cases: [(&str, &[ScriptedAnswer<'_>], u32); 7] = [
        (
            "more pages than are read",
            &[(200, EVENT, &[("Next-Page-Cursor", "2")]), (200, OTHER, &[("Next-Page-Cursor", "3")])],
            2,
        ),
        ("a page that fails", &[(200, EVENT, &[("Next-Page-Cursor", "2")]), (503, "", &[])], 9),
        ("a page that is refused", &[(200, EVENT, &[("Next-Page-Cursor", "2")]), (401, "", &[])], 9),
        ("a link that leads away", &[(200, EVENT, &[("Next-Page", "https://evil.example/?cursor=2")])], 9),
        (
            "a cursor that repeats",
            &[(200, EVENT, &[("Next-Page-Cursor", "2")]), (200, OTHER, &[("Next-Page-Cursor", "2")])],
            9,
        ),
        (
            "pages in a circle",
            &[
                (200, EVENT, &[("Next-Page-Cursor", "2")]),
                (200, OTHER, &[("Next-Page-Cursor", "3")]),
                (200, EVENT, &[("Next-Page-Cursor", "2")]),
            ],
            9,
        ),
        (
            "a later page that was cut off",
            &[(200, EVENT, &[("Next-Page-Cursor", "2")]), (200, &OTHER[..OTHER.len() - 1], &[])],
            9,
        ),
    ];
    for (what, answers, most_pages) in cases {
        let (carrier, transport) = carrier(PROFILE, |profile| profile.most_pages = most_pages);
        for (status, body, fields) in answers {
            transport.then(*status, body, fields);
        }
        let answer = look_up(&carrier, &bill()).unwrap();
        assert!(!answer.complete && !answer.facts.is_empty(), "{what}");
        assert!(transport.urls().iter().all(|url| url.starts_with("https://api.line.example/")), "{what}");
    }
}

#[test]
fn a_first_page_that_was_cut_off_is_unreadable() {
    let (carrier, transport) = carrier(PROFILE, |_| {});
    transport.then(200, &EVENT[..EVENT.len() - 1], &[]);
    let (failure, why) = look_up(&carrier, &bill()).unwrap_err();
    assert_eq!(failure, "unreadable");
    assert!(why.contains("cut off"), "{why}");
}

#[test]
fn cycle_of_pages_ends() {
    let (carrier, transport) = carrier(PROFILE, |_| {});
    for cursor in ["2", "3", "2", "3", "2"] {
        transport.then(200, EVENT, &[("Next-Page-Cursor", cursor)]);
    }
    assert_eq!(look_up(&carrier, &bill()).unwrap().facts.len(), 3);
    assert_eq!(transport.urls().len(), 3);
}

#[test]
fn service_without_paging_gives_a_complete_answer() {
    for last in [EVENT, "[]"] {
        let (carrier, transport) = carrier(PROFILE, |_| {});
        transport.then(200, EVENT, &[("Next-Page-Cursor", "2")]).then(200, last, &[("Next-Page-Cursor", "2")]);
        assert!(look_up(&carrier, &bill()).unwrap().complete, "{last}");
    }
}

#[test]
fn body_limit_covers_all_pages() {
    let (carrier, transport) = carrier(PROFILE, |_| {});
    transport.then(200, EVENT, &[("Next-Page-Cursor", "2")]);
    let call = Call { body_limit: 1_000, ..Call::default() };
    carrier.look_up(&bill(), &call).unwrap();
    let limits: Vec<usize> = transport.sent.lock().unwrap().iter().map(|(_, call)| call.body_limit).collect();
    assert_eq!(limits, [1_000, 1_000 - EVENT.len()]);
}

#[test]
fn unsupported_kind_of_number_is_withheld_without_a_call() {
    let (carrier, transport) = carrier(PROFILE, |_| {});
    let (name, why) = look_up(&carrier, &look_up_of(RequestType::BookingNumber, "B1")).unwrap_err();
    assert_eq!(name, "withheld");
    assert!(why.contains("no parameter for a booking number"), "{why}");
    assert!(transport.urls().is_empty());
}

#[test]
fn account_without_credentials_is_refused_without_a_call() {
    let (carrier, transport) = carrier(PROFILE, |_| {});
    let other = LookUp { account_name: "default".into(), ..bill() };
    let (name, why) = look_up(&carrier, &other).unwrap_err();
    assert_eq!(name, "refused");
    assert!(why.contains("SHIPTRACK_XLIN_CUSTOMER"), "{why}");
    assert!(transport.urls().is_empty());
}

#[test]
fn statuses_are_mapped_to_failures_without_secrets() {
    for (status, body, name) in [
        (401, r#"{"message":"key s3cr3t expired"}"#, "refused"),
        (403, r#"{"message":"not found"}"#, "refused"),
        (404, r#"{"message":"no such thing"}"#, "not_found"),
        (429, "", "rate_limited"),
        (500, "s3cr3t", "unreachable"),
        (200, "<html>Log in</html>", "unreadable"),
    ] {
        let (carrier, transport) = carrier(PROFILE, |profile| profile.own_shipments_only = true);
        transport.then(status, body, &[("Retry-After", "7")]);
        let (failure, why) = look_up(&carrier, &bill()).unwrap_err();
        assert_eq!(failure, name, "{status}");
        assert!(!why.contains("s3cr3t"), "{why}");
        assert!(status != 404 || why.starts_with("not visible with these credentials"), "{why}");
    }
    let (carrier, transport) = carrier(PROFILE, |_| {});
    transport.then(429, "", &[("Retry-After", "7")]);
    let Err(LookUpFailure::Because { failure, .. }) = carrier.look_up(&bill(), &Call::default()) else { panic!() };
    assert_eq!(*failure, LookUpFailure::RateLimited { retry_after: Some(std::time::Duration::from_secs(7)) });
}

#[test]
fn pace_of_the_profile_limits_calls() {
    let (carrier, transport) = carrier(PROFILE, |profile| profile.pace.per_minute = Some(2));
    for _ in 0..2 {
        transport.then(200, EVENT, &[]);
        look_up(&carrier, &bill()).unwrap();
    }
    let Err(LookUpFailure::Because { failure, why }) = carrier.look_up(&bill(), &Call::default()) else { panic!() };
    assert_eq!(*failure, LookUpFailure::RateLimited { retry_after: Some(std::time::Duration::from_secs(60)) });
    assert!(why.contains("the profile allows no more calls"), "{why}");
    assert_eq!(transport.urls().len(), 2);
}

#[test]
fn etag_is_sent_if_the_profile_relies_on_it() {
    let (carrier, transport) = carrier(PROFILE, |profile| profile.etag = true);
    transport.then(200, EVENT, &[("ETag", "W/\"7\"")]).then(304, "", &[]);
    let first = look_up(&carrier, &bill()).unwrap();
    let again = LookUp { bookmark: first.bookmark, ..bill() };
    let second = look_up(&carrier, &again).unwrap();
    assert_eq!((second.unchanged, second.bookmark.as_deref(), second.facts.len()), (true, Some("W/\"7\""), 0));
    let sent = transport.sent.lock().unwrap();
    let asked: Vec<Option<&str>> = sent.iter().map(|(request, _)| request.headers.get("If-None-Match")).collect();
    assert_eq!(asked, [None, Some("W/\"7\"")]);
    drop(sent);
    let (unreliable, transport) = self::carrier(PROFILE, |_| {});
    transport.then(200, EVENT, &[("ETag", "\"7\"")]);
    assert_eq!(look_up(&unreliable, &again).unwrap().bookmark, None);
    assert_eq!(transport.sent.lock().unwrap()[0].0.headers.get("If-None-Match"), None);
}

#[test]
fn not_found_with_since_is_verified_by_a_full_request() {
    let since = Since { parameter: "from".to_owned(), sound: true };
    let (carrier, transport) = carrier(PROFILE, |profile| profile.since = Some(since));
    let asked = LookUp { since: Some(bill().now), ..bill() };
    transport.then(404, "", &[]).then(200, EVENT, &[]).then(404, "", &[]).then(404, "", &[]).then(204, "", &[]);
    let full = look_up(&carrier, &asked).unwrap();
    assert_eq!((full.complete, full.until, full.facts.len()), (true, Some(asked.now), 1));
    let gone = carrier.look_up(&asked, &Call::default()).unwrap_err();
    assert_eq!(gone.name(), "not_found");
    let nothing_new = look_up(&carrier, &asked).unwrap();
    assert_eq!((nothing_new.complete, nothing_new.until, nothing_new.facts.len()), (false, Some(asked.now), 0));
    let has_since: Vec<bool> = transport.urls().iter().map(|url| url.contains("from=")).collect();
    assert_eq!(has_since, [true, false, true, false, true]);
}

const TOKEN: &str =
    "\n[XLIN.oauth2]\ntoken_url = 'https://id.line.example/token'\nscope = 'a b'\nheaders = { X-Own = '{key}' }\n";

#[test]
fn rejected_token_is_replaced_once() {
    let (carrier, transport) = carrier(&format!("{PROFILE}{TOKEN}"), |_| {});
    transport
        .then(200, r#"{"access_token":"one","expires_in":3600}"#, &[])
        .then(200, EVENT, &[])
        .then(401, "", &[])
        .then(200, r#"{"access_token":"two","expires_in":3600}"#, &[])
        .then(200, EVENT, &[])
        .then(401, r#"{"message":"token two"}"#, &[])
        .then(200, r#"{"access_token":"three","expires_in":3600}"#, &[])
        .then(401, r#"{"message":"token threee"}"#, &[]);
    look_up(&carrier, &bill()).unwrap();
    look_up(&carrier, &bill()).unwrap();
    let (name, _) = look_up(&carrier, &bill()).unwrap_err();
    assert_eq!(name, "refused");
    let sent = transport.sent.lock().unwrap();
    let tokens: Vec<&str> =
        sent.iter().map(|(request, _)| request.headers.get("Authorization").unwrap_or("-")).collect();
    assert_eq!(tokens, ["-", "Bearer one", "Bearer one", "-", "Bearer two", "Bearer two", "-", "Bearer three"]);
    let form = String::from_utf8_lossy(&sent[0].0.body).into_owned();
    assert_eq!(form, "grant_type=client_credentials&client_id=id&client_secret=top&scope=a+b");
    assert_eq!(sent[0].0.headers.get("X-Own"), Some("s3cr3t"));
}

#[test]
fn client_id_and_secret_are_sent_as_basic_authorization() {
    let (carrier, transport) = carrier(&format!("{PROFILE}{TOKEN}secret_in = 'basic'"), |_| {});
    transport.then(200, r#"{"access_token":"one"}"#, &[]);
    let _ = look_up(&carrier, &bill());
    let sent = transport.sent.lock().unwrap();
    assert_eq!(sent[0].0.headers.get("Authorization"), Some("Basic aWQ6dG9w"));
    assert_eq!(sent[0].0.body, b"grant_type=client_credentials&scope=a+b");
}

#[test]
fn check_reports_calls_without_secrets() {
    let (carrier, transport) = carrier(&format!("{PROFILE}{TOKEN}"), |_| {});
    let echo = r#"{"message":"s3cr3t top cust+omer abc.def.tokenvalue are not yours"}"#;
    transport.then(200, r#"{"access_token":"abc.def.tokenvalue"}"#, &[]).then(403, echo, &[("API-Version", "2.2.0")]);
    let check = carrier.check(&bill(), &Call::default());
    assert_eq!((check.outcome(), check.calls.len()), ("refused", 2));
    assert!(check.advice().contains("rejects the credentials"));
    let json = check.to_json();
    for secret in ["s3cr3t", "\"top\"", "client_secret=top", "cust+omer", "cust omer", "tokenvalue"] {
        assert!(!json.contains(secret), "{secret}: {json}");
        assert!(!format!("{check:?} {carrier:?}").contains(secret), "{secret}");
    }
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let events = &report["calls"][1];
    assert_eq!(
        events["url"],
        "https://api.line.example/v2/events?transportDocumentReference=B1&behalf_of=***&mode=a+b&limit=50"
    );
    assert_eq!((&events["status"], &events["answer_headers"][0][1]), (&403.into(), &"2.2.0".into()));
    assert_eq!(report["calls"][0]["body"], "", "the body contains a token");
}

#[test]
fn documents_of_a_shipment_are_its_references() {
    let named = r#"[{"transportEventTypeCode":"ARRI","eventDateTime":"2026-01-05T22:19:00Z","documentReferences":
        [{"documentReferenceType":"BKG","documentReferenceValue":"K1"},{"documentReferenceType":"TRD","documentReferenceValue":"B1"}]}]"#;
    let (carrier, transport) = carrier(PROFILE, |_| {});
    transport.then(200, named, &[]).then(200, named, &[]);
    assert_eq!(look_up(&carrier, &bill()).unwrap().references, ["K1"]);
    let container = look_up(&carrier, &look_up_of(RequestType::Container, "MSKU0308961")).unwrap();
    assert_eq!(container.references, [""; 0], "the documents may be of another voyage");
}

#[test]
fn advice_depends_on_server_and_answer() {
    const TOKEN: &str = "\n[XLIN.oauth2]\ntoken_url = 'https://api.line.example/token'\nscope = 'all'\n";
    let plain: &[&str] = &["has an internal error"];
    let cases: [(&str, ScriptedAnswer<'_>, &[&str]); 8] = [
        ("", (503, "down", &[]), plain),
        ("", (408, "", &[]), plain),
        ("", (425, "", &[]), plain),
        ("", (429, "", &[("Retry-After", "90")]), &["Wait", "a pause of 90 s", "\"retry_after_seconds\":90"]),
        (TOKEN, (200, "<html>", &[]), &["oauth2.token_url"]),
        (TOKEN, (200, "{}", &[]), &["oauth2.token_url"]),
        (
            TOKEN,
            (400, r#"{"error":"invalid_scope","error_description":"all is too much"}"#, &[]),
            &["oauth2.scope", "all is too much"],
        ),
        (TOKEN, (502, "", &[]), &["The token service was reached", "has an internal error"]),
    ];
    for (more, (status, body, fields), words) in cases {
        let (carrier, transport) = carrier(&format!("{PROFILE}{more}"), |_| {});
        transport.then(status, body, fields);
        let json = carrier.check(&bill(), &Call::default()).to_json();
        assert!(words.iter().all(|word| json.contains(word)), "{status} {body}: {words:?} {json}");
        assert!(!json.contains("base_url"), "{json}");
    }
}

#[test]
fn empty_credential_is_refused_without_a_call() {
    let empty = Credentials::of_every_account().from_function(|_| Ok(Some(Secret::new(""))));
    let profile = Profiles::parse(PROFILE).unwrap();
    let transport = Scripted::default();
    let (over, clock): (Arc<dyn Transport>, Arc<dyn Clock>) =
        (Arc::new(transport.clone()), Arc::new(ManualClock::new(now())));
    let carrier = CarrierAccess::new(profile, empty).carriers(&over, &clock).unwrap().remove("XLIN").unwrap();
    let (name, why) = look_up(&carrier, &bill()).unwrap_err();
    assert!(name == "refused" && why.contains("the credential `customer` of XLIN is empty"), "{why}");
    assert!(transport.urls().is_empty());
}

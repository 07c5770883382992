//! Tests that the API key is sent only to the service, and is in no output.

use std::sync::{Arc, Mutex};

use serde_json::json;

use super::support::*;
use crate::client::{Attempt, Client, ClientBuilder, NewTrackingRequest, Wait};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{ExchangePhase, Failure, Method, Request, Response};
use crate::ids::Id;
use crate::jsonapi::{AnyResource, Query, media};
use std::error::Error as _;

type Operation = fn(&Client) -> Result<()>;

const OPERATIONS: [Operation; 9] = [
    |c| c.tracking_requests().create(NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")).map(drop),
    |c| {
        c.tracking_requests().track_until_certain(NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")).map(drop)
    },
    |c| c.tracking_requests().wait(&Id::new("r-1"), Wait::until_settled()).map(drop),
    |c| c.tracking_requests().infer_number("MAEU123456789").map(drop),
    |c| c.tracking_requests().list().into_iter().try_for_each(|item| item.map(drop)),
    |c| c.webhooks().delete(&Id::new("w-1")),
    |c| c.shipments().stop_tracking(&Id::new("s-1")).map(drop),
    |c| c.send(Method::Put, "anything", &Query::new(), Some(&json!({ "data": {} }))).map(drop),
    |c| c.get::<AnyResource>("ports/USLAX").map(drop),
];

/// Responses and failures of all kinds, many of which contain the key.
fn answers() -> Vec<Answer> {
    let mut answers: Vec<Answer> = [200, 204, 302, 400, 401, 403, 404, 408, 409, 418, 422, 429, 500, 502, 503, 504]
        .into_iter()
        .flat_map(|status| {
            let detail = json!({ "errors": [{ "title": CANARY, "detail": format!("Token {CANARY} is wrong"), "code": CANARY }] });
            [answer(status, detail), Ok(Response::new(status).body("text/html", format!("<p>{CANARY}")))]
        })
        .collect();
    let phases = [
        ExchangePhase::Prepare,
        ExchangePhase::Resolve,
        ExchangePhase::Connect,
        ExchangePhase::Handshake,
        ExchangePhase::Send,
        ExchangePhase::Receive,
        ExchangePhase::Body,
    ];
    let failures =
        [Failure::Cancelled, Failure::Timeout, Failure::Refused, Failure::TooLarge, Failure::Protocol, Failure::Io];
    answers
        .extend(phases.into_iter().flat_map(|phase| failures.into_iter().map(move |failure| failed(failure, phase))));
    answers.push(Ok(Response::new(200).body(media::JSON_API, "{\"data\":")));
    answers.push(page(&["a"], Some("https://evil.example/v2/x")));
    answers
}

fn everything_about(error: &Error) -> String {
    let mut text = format!("{error} {error:?} {error:#?} {:?} {:?}", error.errors(), error.pointer());
    text.push_str(&String::from_utf8_lossy(error.body().unwrap_or_default()));
    text.push_str(error.request_id().unwrap_or_default());
    let mut cause = error.source();
    while let Some(source) = cause {
        text.push_str(&format!("{source} {source:?}"));
        cause = source.source();
    }
    text
}

#[test]
fn key_is_in_no_error_and_no_event() {
    for answer in answers() {
        for operation in OPERATIONS {
            let events = Arc::new(Mutex::new(String::new()));
            let recorded = Arc::clone(&events);
            let script = Script::of([answer.clone()]);
            let observer = move |attempt: &Attempt<'_>| recorded.lock().unwrap().push_str(&format!("{attempt:?}"));
            let client = script.connect(script.builder().observer(observer));
            if let Err(error) = operation(&client) {
                assert!(!everything_about(&error).contains(CANARY), "{error:?}");
            }
            assert!(!events.lock().unwrap().contains(CANARY));
            assert!(!format!("{client:?} {:?}", script.builder()).contains(CANARY));
        }
    }
}

#[test]
fn unencrypted_base_url_is_rejected_by_the_name_of_the_variable() {
    let script = Script::new(|_, _| unreachable!("nothing is sent"));
    let over = |builder: ClientBuilder| builder.over(Arc::new(script.clone())).error();
    let from_environment = ClientBuilder::from_variables(|name| {
        let value = if name == ClientBuilder::BASE_URL_VARIABLE { "http://service.example/v2" } else { CANARY };
        Ok(value.to_owned())
    });
    let builder = from_environment.unwrap();
    let refused = over(builder.clone());
    assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some(ClientBuilder::BASE_URL_VARIABLE)));
    assert!(refused.to_string().contains(ClientBuilder::BASE_URL_VARIABLE), "{refused}");
    // A key that was set with a method is named after its setting.
    assert_eq!(over(builder.api_key("a b")).pointer(), Some("api_key"));
}

#[test]
fn key_is_sent_only_to_the_origin_of_the_base_url() {
    let elsewhere = [
        "https://evil.example/v2/tracking_requests?page=2",
        "//evil.example/v2",
        "http://api.example.com/v2",
        "https://api.example.com:8443/v2",
        "https://api.example.com.evil.example/v2",
        "https://api.example.com@evil.example/v2",
        "https://API.EXAMPLE.COM:443/v2/fine",
    ];
    let script = Script::new(move |n, _: &Request| page(&[&n.to_string()], Some(elsewhere[n % elsewhere.len()])));
    let client = script.unlimited();
    for url in elsewhere {
        client.tracking_requests().list().max_items(3).into_iter().for_each(drop);
        client.tracking_requests().list().resume_from(url).max_items(3).into_iter().for_each(drop);
        let _ = client.send(Method::Get, url, &Query::new(), None);
        let _ = client.get::<AnyResource>(url);
    }
    assert!(script.count() > elsewhere.len());
    for seen in script.seen() {
        assert_eq!(seen.request.origin(), "https://api.example.com");
        assert!(!seen.request.url.contains(CANARY) && !format!("{:?}", seen.request).contains(CANARY));
    }
}

#[test]
fn panic_of_the_observer_is_ignored() {
    let script = Script::of([created()]);
    let client = script.connect(script.builder().observer(|_: &Attempt<'_>| panic!("a bug of the host program")));
    let created =
        client.tracking_requests().create(NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")).unwrap();
    assert_eq!(&*created.id.to_string(), "r-1");
}

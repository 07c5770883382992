//! API keys and pages, for webhooks, notifications, email submissions and documents.

use serde_json::{Value, json};
use shiptrack::http::{Call, Method, Request, Response, Transport};
use shiptrack_tests::json_api::assert_well_formed;
use shiptrack_tests::scenario::{Scenario, json_of};

use super::mail::{ingest, stage};
use super::{RECEIVER, cause_event, register};

const FAMILIES: [&str; 4] = ["webhooks", "webhook_notifications", "email_submissions", "documents"];

/// A scenario with three resources of each family.
fn filled() -> Scenario {
    let stage = stage();
    for n in 0..3 {
        register(&stage, &json!({ "url": RECEIVER, "active": n == 0 }));
        ingest(&stage, &format!("Subject: {n}\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\n{n}"));
    }
    (0..3).for_each(|_| cause_event(&stage));
    stage
}

fn ask(stage: &Scenario, method: Method, path: &str, key: Option<&str>, body: Option<&Value>) -> Response {
    let mut request = Request::new(method, path);
    if let Some(key) = key {
        request = request.header("Authorization", format!("Token {key}"));
    }
    if let Some(body) = body {
        request = request.body("application/vnd.api+json", body.to_string());
    }
    stage.service.send(request, &Call::default()).unwrap()
}

#[test]
fn a_missing_or_wrong_key_is_rejected_with_401() {
    let stage = filled();
    for family in FAMILIES {
        let path = format!("/v2/{family}");
        let first = format!("{path}/{}", stage.get(&path)["data"][0]["id"].as_str().unwrap());
        for key in [None, Some("wrong"), Some("")] {
            for path in [&path, &first] {
                let answer = ask(&stage, Method::Get, path, key, None);
                assert_eq!(
                    (answer.status, super::refused(&answer)["code"].as_str()),
                    (401, Some("unauthorized")),
                    "{path}"
                );
            }
        }
    }
    let body = json!({ "data": { "type": "webhook", "attributes": { "url": RECEIVER } } });
    assert_eq!(ask(&stage, Method::Post, "/v2/webhooks", None, Some(&body)).status, 401);
}

#[test]
fn a_request_with_a_key_has_the_same_answer_as_one_of_the_host() {
    let stage = filled();
    let key = stage.service.create_key(&stage.account, "test").unwrap();
    for family in FAMILIES {
        let path = format!("/v2/{family}");
        let answer = ask(&stage, Method::Get, &path, Some(key.key.reveal()), None);
        assert_eq!((answer.status, json_of(&answer)), (200, stage.get(&path)), "{family}");
        assert!(answer.headers.get("Content-Type").is_some_and(|found| found.starts_with("application/vnd.api+json")));
    }
}

#[test]
fn a_read_only_key_cannot_change_webhooks() {
    let stage = filled();
    let key = stage.service.create_read_only_key(&stage.account, "reader").unwrap();
    let key = Some(key.key.reveal());
    let webhook = format!("/v2/webhooks/{}", stage.get("/v2/webhooks")["data"][0]["id"].as_str().unwrap());
    let body = json!({ "data": { "type": "webhook", "attributes": { "url": RECEIVER } } });
    assert_eq!(ask(&stage, Method::Get, &webhook, key, None).status, 200);
    assert_eq!(ask(&stage, Method::Post, "/v2/webhooks", key, Some(&body)).status, 403);
    assert_eq!(ask(&stage, Method::Patch, &webhook, key, Some(&body)).status, 403);
    assert_eq!(ask(&stage, Method::Delete, &webhook, key, None).status, 403);
    assert_eq!(stage.get("/v2/webhooks")["meta"]["total"], 3);
}

#[test]
fn a_page_has_links_to_its_neighbors_its_size_and_the_total() {
    let stage = filled();
    for family in FAMILIES {
        let page = |query: &str| {
            let document = stage.get(&format!("/v2/{family}{query}"));
            assert_well_formed(&document);
            document
        };
        let first = page("?page[size]=1");
        assert_eq!(first["meta"], json!({ "size": 1, "total": 3 }), "{family}");
        assert_eq!(first["links"].get("prev"), None, "{family}");
        let second = stage.get(first["links"]["next"].as_str().unwrap());
        for link in ["first", "prev", "self", "next", "last"] {
            let link = second["links"][link].as_str().unwrap_or_else(|| panic!("{family} has no link {link}"));
            assert!(link.starts_with(&format!("/v2/{family}?")), "{link}");
        }
        let last = stage.get(second["links"]["last"].as_str().unwrap());
        assert_eq!(last["links"].get("next"), None, "{family}");
        assert_eq!(stage.get(second["links"]["prev"].as_str().unwrap())["data"], first["data"], "{family}");
        assert_eq!(page("?page[size]=1000")["meta"], json!({ "size": 3, "total": 3 }), "{family}");
    }
}

#[test]
fn a_read_only_key_cannot_see_secrets_and_headers_of_webhooks() {
    let stage = filled();
    let reader = stage.service.create_read_only_key(&stage.account, "reader").unwrap();
    let writer = stage.service.create_key(&stage.account, "writer").unwrap();
    let webhook = stage.get("/v2/webhooks")["data"][0].take();
    let secret = webhook["attributes"]["secret"].as_str().unwrap();
    for path in
        ["/v2/webhooks".to_owned(), super::path_of(&webhook), "/v2/webhook_notifications?include=webhook".to_owned()]
    {
        let shown = |key: &str| String::from_utf8(ask(&stage, Method::Get, &path, Some(key), None).body).unwrap();
        let read = shown(reader.key.reveal());
        assert!(read.contains("\"secret\":null") && !read.contains("whsec_"), "{path}: {read}");
        assert!(read.contains("\"headers\":null"), "{path}: {read}");
        assert!(shown(writer.key.reveal()).contains("whsec_"), "{path}");
    }
    let list = json_of(&ask(&stage, Method::Get, "/v2/webhooks", Some(writer.key.reveal()), None));
    assert_eq!(list["data"][0]["attributes"]["secret"], secret);
}

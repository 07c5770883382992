//! Runs the corpus of API cases (`tests/corpus/api/*.json`, format in `tests/corpus/README.md`), each case in process and over HTTP.

#[path = "corpus_api/case.rs"]
mod case;
#[path = "corpus_api/home.rs"]
mod home;
#[path = "corpus_api/pattern.rs"]
mod pattern;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use chrono::TimeDelta;
use serde_json::Value;
use shiptrack::error::{Error, ErrorKind};
use shiptrack::http::{Response, retry_after};
use shiptrack_tests::depth::depth;

use case::{Case, Expect, Step, cases};
use home::{Home, Stage};
use pattern::{fill, fill_text, mismatch};

#[test]
fn every_case_of_the_api_corpus_passes_in_process() {
    run_all(Home::Process, 1);
}

#[test]
fn every_case_of_the_api_corpus_passes_over_http() {
    run_all(Home::Http, depth(3, 1));
}

/// Runs every case (or every `step`th case) in this home and panics with the names of all that fail.
fn run_all(home: Home, step: usize) {
    let cases = cases().iter().filter(|case| case.homes.contains(&home)).step_by(step);
    let failed: Vec<&str> = cases
        .filter(|case| catch_unwind(AssertUnwindSafe(|| run(case, home))).is_err())
        .map(|case| case.name.as_str())
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
}

fn run(case: &Case, home: Home) {
    let stage = Stage::open(home);
    let mut saved = stage.names();
    for (at, step) in case.steps.iter().enumerate() {
        let place = format!("{} ({home:?}), step {at}", case.name);
        match step {
            Step::Advance(seconds) => stage.scenario.clock.advance(Duration::from_secs(*seconds)),
            Step::Run(_) => stage.scenario.run(),
            Step::Carrier(answer) => drop(stage.scenario.carrier.then(answer.read(&place))),
            Step::Email(lines) => {
                let message = fill_text(&lines.join("\r\n"), &saved);
                let account = &stage.scenario.account;
                stage.scenario.service.ingest_email(account, message.as_bytes(), None).expect("mail is accepted");
            }
            Step::Ask(ask) => {
                for time in 0..ask.times {
                    let answer = stage.send(ask, &saved);
                    let place = format!("{place}, time {time}: {} {}", ask.method, ask.path);
                    check(&place, &ask.expect, &answer, &saved, &stage);
                    keep(&place, &ask.save, &answer, &mut saved);
                }
            }
        }
    }
}

fn check(place: &str, expect: &Expect, answer: &Response, saved: &BTreeMap<String, String>, stage: &Stage) {
    let body: Value = match answer.body.as_slice() {
        [] => Value::Null,
        body => serde_json::from_slice(body).unwrap_or_else(|problem| panic!("{place}: {problem}")),
    };
    assert_eq!(answer.status, expect.status, "{place}: {body:#}");
    for (name, value) in &expect.headers {
        let found = answer.headers.get(name);
        let right = mismatch(&fill(value, saved), found.map(Value::from).as_ref()).is_none();
        assert!(right, "{place}: header {name} is {found:?}, not {value}");
    }
    if let Some(wanted) = &expect.body
        && let Some(wrong) = mismatch(&fill(wanted, saved), Some(&body))
    {
        panic!("{place}: {wrong} in {body:#}");
    }
    if answer.status < 400 {
        assert!(expect.error.is_none(), "{place}: the answer is not an error");
        return;
    }
    let pause = retry_after(&answer.headers, stage.scenario.now(), TimeDelta::days(1).to_std().unwrap());
    let error = Error::from_answer(answer.status, pause, &answer.body);
    let expected = expect.error.as_ref().unwrap_or_else(|| panic!("{place}: the case must name the error"));
    assert_eq!(error.kind().code(), expected, "{place}: {error}");
    for object in error.errors() {
        // Every error object must be complete, even if the case does not name all members.
        assert!(object.title.as_deref().is_some_and(|title| !title.is_empty()), "{place}: {object:?}");
        assert!(object.code.is_some() && object.detail.is_some(), "{place}: {object:?}");
        assert_eq!(object.status.as_deref(), Some(&*answer.status.to_string()), "{place}");
    }
    assert!(!error.errors().is_empty(), "{place}: {body:#}");
}

fn keep(place: &str, save: &BTreeMap<String, String>, answer: &Response, saved: &mut BTreeMap<String, String>) {
    if save.is_empty() {
        return;
    }
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    for (name, pointer) in save {
        let found = body.pointer(pointer).unwrap_or_else(|| panic!("{place}: nothing at {pointer}"));
        let text = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
        saved.insert(name.clone(), text);
    }
}

/// Every route of the service except `POST /v2/webhooks/trigger`, which only succeeds for public addresses.
const ROUTES: [&str; 80] = [
    "GET /v2/tracking_requests",
    "POST /v2/tracking_requests",
    "GET /v2/tracking_requests/*",
    "GET /v2/tracking_request/*",
    "PATCH /v2/tracking_requests/*",
    "POST /v2/tracking_requests/infer_number",
    "GET /v2/search",
    "GET /v2/shipments",
    "GET /v2/shipments/*",
    "PATCH /v2/shipments/*",
    "PATCH /v2/shipments/*/stop_tracking",
    "PATCH /v2/shipments/*/resume_tracking",
    "GET /v2/containers",
    "GET /v2/containers/*",
    "PATCH /v2/containers/*",
    "GET /v2/containers/*/transport_events",
    "GET /v2/custom_field_definitions",
    "POST /v2/custom_field_definitions",
    "GET /v2/custom_field_definitions/*",
    "PATCH /v2/custom_field_definitions/*",
    "DELETE /v2/custom_field_definitions/*",
    "GET /v2/custom_field_definitions/*/options",
    "POST /v2/custom_field_definitions/*/options",
    "GET /v2/custom_field_definitions/*/options/*",
    "PATCH /v2/custom_field_definitions/*/options/*",
    "DELETE /v2/custom_field_definitions/*/options/*",
    "GET /v2/custom_fields",
    "POST /v2/custom_fields",
    "GET /v2/custom_fields/*",
    "PATCH /v2/custom_fields/*",
    "DELETE /v2/custom_fields/*",
    "GET /v2/shipments/*/custom_fields",
    "POST /v2/shipments/*/custom_fields",
    "PATCH /v2/shipments/*/custom_fields/*",
    "DELETE /v2/shipments/*/custom_fields/*",
    "GET /v2/containers/*/custom_fields",
    "POST /v2/containers/*/custom_fields",
    "PATCH /v2/containers/*/custom_fields/*",
    "DELETE /v2/containers/*/custom_fields/*",
    "GET /v2/tracking_requests/*/custom_fields",
    "POST /v2/tracking_requests/*/custom_fields",
    "PATCH /v2/tracking_requests/*/custom_fields/*",
    "DELETE /v2/tracking_requests/*/custom_fields/*",
    "GET /v2/parties",
    "POST /v2/parties",
    "GET /v2/parties/*",
    "PATCH /v2/parties/*",
    "GET /v2/containers/*/raw_events",
    "GET /v2/containers/*/map_geojson",
    "GET /v2/ports/*",
    "GET /v2/metro_areas/*",
    "GET /v2/terminals/*",
    "GET /v2/vessels/*",
    "GET /v2/shipping_lines",
    "GET /v2/shipping_lines/*",
    "GET /v2/email_submissions",
    "GET /v2/email_submissions/*",
    "GET /v2/documents",
    "GET /v2/documents/*",
    "POST /v2/documents",
    "GET /v2/documents/types",
    "PATCH /v2/documents/*",
    "DELETE /v2/documents/*",
    "GET /v2/documents/*/download_url",
    "POST /v2/documents/*/reextract",
    "POST /v2/documents/*/reclassify",
    "POST /v2/documents/*/relink",
    "POST /v2/documents/*/rotate",
    "GET /v2/document_schemas/*",
    "POST /rails/active_storage/direct_uploads",
    "GET /v2/webhooks",
    "POST /v2/webhooks",
    "GET /v2/webhooks/*",
    "GET /v2/webhooks/events",
    "GET /v2/webhooks/ips",
    "PATCH /v2/webhooks/*",
    "DELETE /v2/webhooks/*",
    "GET /v2/webhook_notifications",
    "GET /v2/webhook_notifications/*",
    "GET /v2/webhook_notifications/examples",
];

#[test]
fn every_route_succeeds_in_some_case() {
    let mut covered = BTreeSet::new();
    for case in cases() {
        for ask in case.steps.iter().filter_map(Step::ask).filter(|ask| ask.expect.status < 300) {
            // A path that starts with a saved link belongs to a route that another request covers.
            if ask.path.starts_with("${") {
                continue;
            }
            let path = ask.path.split('?').next().unwrap_or_default();
            let pattern = |at: usize, part: &str| if at > 2 && is_id(part) { "*".to_owned() } else { part.to_owned() };
            let path: Vec<String> = path.split('/').enumerate().map(|(at, part)| pattern(at, part)).collect();
            covered.insert(format!("{} {}", ask.method, path.join("/")));
        }
    }
    let missing: Vec<_> = ROUTES.iter().filter(|route| !covered.contains(**route)).collect();
    assert!(missing.is_empty(), "no case succeeds on {missing:?}");
    let unknown: Vec<_> = covered.iter().filter(|route| !ROUTES.contains(&route.as_str())).collect();
    assert!(unknown.is_empty(), "not in the table of routes: {unknown:?}");
}

fn is_id(part: &str) -> bool {
    const WORDS: [&str; 19] = [
        "infer_number",
        "stop_tracking",
        "resume_tracking",
        "transport_events",
        "raw_events",
        "custom_fields",
        "options",
        "types",
        "download_url",
        "reextract",
        "reclassify",
        "relink",
        "rotate",
        "direct_uploads",
        "map_geojson",
        "events",
        "ips",
        "trigger",
        "examples",
    ];
    !WORDS.contains(&part)
}

/// Error kinds of answers that no request of a case can cause (such as a full disk). The wire corpus has cases for them.
const ONLY_READ: [ErrorKind; 3] = [ErrorKind::Internal, ErrorKind::Unavailable, ErrorKind::StorageFull];

#[test]
fn every_error_kind_of_an_answer_has_a_case() {
    let answered: BTreeSet<String> = cases()
        .iter()
        .flat_map(|case| case.steps.iter().filter_map(Step::ask).filter_map(|ask| ask.expect.error.clone()))
        .collect();
    let read = crate::corpus::error_kinds();
    for kind in ErrorKind::ALL.into_iter().filter(|kind| is_answered(*kind)) {
        match ONLY_READ.contains(&kind) {
            true => assert!(read.contains(kind.code()), "no wire case reads {kind:?}"),
            false => assert!(answered.contains(kind.code()), "no API case has the error {kind:?}"),
        }
    }
}

/// Whether a client reads this kind from an answer with this kind.
fn is_answered(kind: ErrorKind) -> bool {
    let sent = Error::new(kind, "no").render();
    let body = serde_json::json!({ "errors": sent.errors }).to_string();
    Error::from_answer(sent.status, None, body.as_bytes()).kind() == kind
}

#[test]
fn the_corpus_has_a_case_for_each_rule_about_errors() {
    // The names of the cases of the rules.
    for name in [
        "create_duplicate_of_a_pending_request",
        "create_duplicate_of_a_created_request",
        "email_submissions_refused_parameters",
        "authorization_missing",
        "authorization_wrong",
        "rate_limit_of_requests",
        "rate_limit_of_creates",
        "read_only_key",
        "not_found_is_the_same_for_foreign_ids",
    ] {
        assert!(cases().iter().any(|case| case.name == name), "there is no case {name}");
    }
    assert!(cases().len() >= 60, "the corpus has {} cases", cases().len());
}

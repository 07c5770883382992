//! Tests of tracking numbers that may be tracked already, and of waiting.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::support::*;
use crate::client::{NewTrackingRequest, RetrackPolicy, TrackOutcome, Wait};
use crate::clock::{CancelToken, Clock};
use crate::error::ErrorKind;
use crate::http::{Method, Request};
use crate::ids::Id;
use crate::jsonapi::Query;
use crate::numbers::NumberKind;

fn bill() -> NewTrackingRequest {
    NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")
}

fn dated(id: &str, number: &str, scac: &str, status: &str, day: u32) -> Value {
    let mut request = request(id, number, status);
    request["attributes"]["scac"] = scac.into();
    request["attributes"]["created_at"] = format!("2026-05-{day:02}T00:00:00Z").into();
    request
}

/// A service that rejects every create as a duplicate, and lists these requests without regard to filters.
fn with_requests(requests: Vec<Value>) -> Script {
    Script::new(move |_, request| match request.method {
        Method::Post => refused(422, "duplicate"),
        _ => answer(200, json!({ "data": requests.clone() })),
    })
}

/// A service without requests that gives these answers to creates in order, and repeats the last one.
fn answering_creates_with(answers: impl IntoIterator<Item = Answer>) -> Script {
    let (answers, creates) = (answers.into_iter().collect::<Vec<_>>(), AtomicUsize::new(0));
    Script::new(move |_, request| match request.method {
        Method::Post => answers[creates.fetch_add(1, Ordering::Relaxed).min(answers.len() - 1)].clone(),
        _ => answer(200, json!({ "data": [] })),
    })
}

fn creates(script: &Script) -> usize {
    script.seen().iter().filter(|seen| seen.request.method == Method::Post).count()
}

/// A request for [`bill`] that failed 23 hours before [`clock`].
fn failed_yesterday(reason: &str) -> Value {
    let mut failed = dated("failed", "MAEU123456789", "MAEU", "failed", 1);
    failed["attributes"]["failed_reason"] = reason.into();
    failed["attributes"]["updated_at"] = (clock().now() - TimeDelta::hours(23)).to_rfc3339().into();
    failed
}

#[test]
fn request_that_failed_because_of_the_number_is_returned() {
    for (reason, how) in [
        ("invalid_number", TrackOutcome::Returned),
        ("not_found", TrackOutcome::Returned),
        ("retries_exhausted", TrackOutcome::Created),
        ("data_unavailable", TrackOutcome::Created),
    ] {
        let known = failed_yesterday(reason);
        let script = Script::new(move |_, request| match request.method {
            Method::Post => created(),
            _ => answer(200, json!({ "data": [known.clone()] })),
        });
        let tracked = script.client().tracking_requests().track(bill().ref_numbers(["A"])).unwrap();
        assert_eq!(tracked.how, how, "{reason}");
        if how == TrackOutcome::Returned {
            assert_eq!((&*tracked.id.to_string(), &*tracked.left_out), ("failed", &["ref_numbers".to_owned()][..]));
            assert_eq!(script.count(), 1, "one read, and no change");
        }
    }
}

#[test]
fn retrack_policy_decides_about_failed_requests() {
    let known = |reason: &str| {
        let known = failed_yesterday(reason);
        Script::new(move |_, request| match request.method {
            Method::Post => created(),
            _ => answer(200, json!({ "data": [known.clone()] })),
        })
    };
    let script = known("not_found");
    let tracked = script.client().tracking_requests().retrack(RetrackPolicy::Always).track(bill()).unwrap();
    assert_eq!((tracked.how, script.count()), (TrackOutcome::Created, 1));
    let tracked = known("duplicate")
        .client()
        .tracking_requests()
        .retrack(RetrackPolicy::Never)
        .track_until_certain(bill())
        .unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate), (TrackOutcome::Returned, false));
}

#[test]
fn only_the_newest_request_for_number_and_carrier_counts() {
    for (id, number, scac, status) in [
        ("stopped", "MAEU123456789", "MAEU", "tracking_stopped"),
        ("other-carrier", "MAEU123456789", "MSCU", "failed"),
        ("other-number", "MAEU999999999", "MAEU", "failed"),
    ] {
        let newer = dated(id, number, scac, status, 5);
        let mut older = failed_yesterday("not_found");
        if status == "failed" {
            older = newer.clone();
            older["attributes"]["failed_reason"] = "not_found".into();
        }
        let script = Script::new(move |_, request| match request.method {
            Method::Post => created(),
            _ => answer(200, json!({ "data": [older.clone(), newer.clone()] })),
        });
        assert_eq!(script.client().tracking_requests().track(bill()).unwrap().how, TrackOutcome::Created, "{id}");
    }
}

#[test]
fn failed_request_counts_for_the_detected_carrier_only() {
    let detecting = || NewTrackingRequest::new(NumberKind::BillOfLading, "MAEU123456789").auto_detect();
    for (selected, how) in [("MAEU", TrackOutcome::Returned), ("MSCU", TrackOutcome::Created)] {
        let script = Script::new(move |_, request: &Request| {
            if request.url.ends_with("/infer_number") {
                let line = json!({ "decision": "auto_select", "selected": { "scac": selected } });
                let attributes = json!({ "shipping_line": line });
                return answer(
                    200,
                    json!({ "data": { "id": "i", "type": "infer_number_results", "attributes": attributes } }),
                );
            }
            match request.method {
                Method::Post => created(),
                _ => answer(200, json!({ "data": [failed_yesterday("not_found")] })),
            }
        });
        assert_eq!(script.client().tracking_requests().track(detecting()).unwrap().how, how);
    }
}

#[test]
fn key_without_read_permission_can_track() {
    let script = Script::new(|_, request| match request.method {
        Method::Post => created(),
        _ => refused(403, "forbidden"),
    });
    assert_eq!(script.client().tracking_requests().track(bill()).unwrap().how, TrackOutcome::Created);
}

#[test]
fn new_number_is_created() {
    let script = answering_creates_with([created()]);
    let tracked = script.client().tracking_requests().track(bill()).unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate, &*tracked.id.to_string()), (TrackOutcome::Created, false, "r-1"));
}

#[test]
fn newest_live_request_is_adopted_for_a_duplicate() {
    let script = with_requests(vec![
        dated("other-number", "MAEU999999999", "MAEU", "created", 9),
        dated("other-carrier", "MAEU123456789", "MSCU", "created", 8),
        dated("failed", "MAEU123456789", "MAEU", "failed", 7),
        dated("stopped", "MAEU123456789", "MAEU", "tracking_stopped", 6),
        dated("old", "123456789", "MAEU", "created", 3),
        dated("newest", "maeu 123-456-789", "MAEU", "awaiting_manifest", 5),
    ]);
    let tracked = script.client().tracking_requests().track(bill()).unwrap();
    assert_eq!((tracked.how, &*tracked.id.to_string()), (TrackOutcome::Adopted, "newest"));
    let query = Query::parse(script.seen()[0].request.query());
    assert_eq!((query.get("filter[request_number]"), query.get("filter[scac]")), (Some("MAEU123456789"), Some("MAEU")));
}

/// A service that rejects every create as a duplicate, and has one request, whose references can be changed if `accepts_changes`.
fn with_one(first: Value, accepts_changes: bool) -> Script {
    Script::new(move |_, request: &Request| match request.method {
        Method::Post => refused(422, "duplicate"),
        Method::Patch if !accepts_changes => refused(404, "not_found"),
        Method::Patch => {
            let body: Value = serde_json::from_slice(&request.body).unwrap();
            let mut changed = first.clone();
            changed["attributes"]["ref_numbers"] = body["data"]["attributes"]["ref_numbers"].clone();
            answer(200, json!({ "data": changed }))
        }
        _ => answer(200, json!({ "data": [first.clone()] })),
    })
}

#[test]
fn adopted_request_gets_missing_references() {
    let mut first = dated("first", "MAEU123456789", "MAEU", "created", 1);
    first["attributes"]["ref_numbers"] = json!(["A"]);
    let new = || bill().ref_numbers(["B", "A", "B"]).shipment_tags(["urgent"]).attribute("initial_custom_fields", 1);
    let script = with_one(first.clone(), true);
    let tracked = script.client().tracking_requests().track(new()).unwrap();
    assert_eq!((tracked.how, &*tracked.ref_numbers), (TrackOutcome::Adopted, &["A".to_owned(), "B".to_owned()][..]));
    assert_eq!(tracked.left_out, ["shipment_tags", "initial_custom_fields"]);

    let script = with_one(first.clone(), false);
    let tracked = script.client().tracking_requests().track(new().attribute("ref_numbers", json!(["C"]))).unwrap();
    assert_eq!((&*tracked.ref_numbers, &*tracked.left_out[0]), (&["A".to_owned()][..], "ref_numbers"));

    let script = with_one(first, true);
    assert!(script.client().tracking_requests().track(bill().ref_numbers(["A"])).unwrap().left_out.is_empty());
    assert_eq!(script.count(), 1, "nothing is changed if nothing is missing");
}

#[test]
fn request_in_another_spelling_is_found() {
    let script = Script::new(|_, request: &Request| {
        if request.method == Method::Post {
            return refused(422, "duplicate");
        }
        let found = match Query::parse(request.query()).get("filter[request_number]") {
            Some("123456789") => vec![dated("bare", "123456789", "MAEU", "pending", 1)],
            _ => Vec::new(),
        };
        answer(200, json!({ "data": found }))
    });
    let tracked = script.client().tracking_requests().track(bill()).unwrap();
    assert_eq!(&*tracked.id.to_string(), "bare");
}

#[test]
fn request_at_any_carrier_is_adopted_with_detection() {
    let detecting = || NewTrackingRequest::new(NumberKind::BillOfLading, "MAEU 123456789").auto_detect();
    let script = with_requests(vec![
        dated("failed", "MAEU123456789", "MAEU", "failed", 9),
        dated("other-number", "MAEU999999999", "MAEU", "created", 8),
        dated("live", "123456789", "MAEU", "created", 5),
    ]);
    let tracked = script.client().tracking_requests().track(detecting()).unwrap();
    assert_eq!((tracked.how, &*tracked.id.to_string()), (TrackOutcome::Adopted, "live"));
    assert!(script.seen().iter().all(|seen| seen.request.method == Method::Get), "no request is created");

    let script = Script::new(|_, request: &Request| match request.method {
        Method::Post => created(),
        _ => answer(200, json!({ "data": [dated("failed", "MAEU123456789", "MAEU", "failed", 9)] })),
    });
    let tracked = script.client().tracking_requests().track(detecting()).unwrap();
    assert_eq!((tracked.how, &*tracked.id.to_string()), (TrackOutcome::Created, "r-1"));
}

#[test]
fn duplicate_that_is_not_found_is_an_error() {
    let error = with_requests(Vec::new()).client().tracking_requests().track(bill()).error();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
}

#[test]
fn unknown_outcome_is_an_error() {
    let script = answering_creates_with([lost(), created()]);
    let error = script.client().tracking_requests().track(bill()).error();
    assert_eq!((error.is_in_doubt(), creates(&script)), (true, 1));
}

#[test]
fn repeated_create_reports_possible_duplicate() {
    let script = answering_creates_with([lost(), created()]);
    let tracked = script.client().tracking_requests().track_until_certain(bill()).unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate, creates(&script)), (TrackOutcome::Created, true, 2));

    let listed = answer(200, json!({ "data": [dated("first", "MAEU123456789", "MAEU", "pending", 1)] }));
    let script = Script::of([lost(), refused(422, "duplicate"), listed]);
    let always = script.client();
    let tracked = always.tracking_requests().retrack(RetrackPolicy::Always).track_until_certain(bill()).unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate), (TrackOutcome::Adopted, false));

    let script = answering_creates_with([created()]);
    assert!(!script.client().tracking_requests().track_until_certain(bill()).unwrap().maybe_duplicate);
}

#[test]
fn create_without_outcome_fails_in_doubt() {
    let script = answering_creates_with([lost()]);
    assert!(script.client().tracking_requests().track_until_certain(bill()).error().is_in_doubt());
    assert_eq!(creates(&script), 3);
    let script = answering_creates_with([lost(), refused(403, "forbidden")]);
    assert!(script.client().tracking_requests().track_until_certain(bill()).error().is_in_doubt());
}

#[test]
fn deadline_covers_create_and_search() {
    let clock = clock();
    let slow = clock.clone();
    let script = Script::on(clock, move |_, request| {
        slow.advance(Duration::from_secs(4));
        if request.method == Method::Post { refused(422, "duplicate") } else { answer(200, json!({ "data": [] })) }
    });
    let error = script.client().with_timeout(Duration::from_secs(10)).tracking_requests().track(bill()).error();
    assert_eq!((error.kind(), script.count()), (ErrorKind::Timeout, 3));
}

#[test]
fn wait_ends_when_the_request_is_settled() {
    for settled in ["created", "failed", "tracking_stopped"] {
        let script = Script::new(move |n, _| {
            let status = ["pending", "awaiting_manifest", settled][n.min(2)];
            answer(200, json!({ "data": request("r-1", "MAEU123456789", status) }))
        });
        let client = script.client();
        let waited = client.tracking_requests().wait(&Id::new("r-1"), Wait::until_settled()).unwrap();
        assert_eq!((waited.status.as_str(), script.moments()), (settled, vec![0, 250, 750]));
    }
}

#[test]
fn wait_until_answered_ends_when_a_manifest_is_awaited() {
    for last in ["awaiting_manifest", "created", "failed", "tracking_stopped"] {
        let script = Script::new(move |n, _| {
            answer(200, json!({ "data": request("r-1", "MAEU123456789", ["pending", last][n.min(1)]) }))
        });
        let waited = script.client().tracking_requests().wait(&Id::new("r-1"), Wait::until_answered()).unwrap();
        assert_eq!((waited.status.as_str(), script.count()), (last, 2));
    }
}

fn pending() -> Script {
    Script::of([answer(200, json!({ "data": request("r-1", "MAEU123456789", "pending") }))])
}

#[test]
fn wait_reads_less_often_and_ends_in_time() {
    let script = pending();
    let wait = Wait::until_settled().timeout(Duration::from_secs(10)).poll(Duration::from_secs(2));
    let error = script.client().tracking_requests().wait(&Id::new("r-1"), wait).error();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.to_string().contains("r-1 is still pending after 10 s"), "{error}");
    assert_eq!(script.moments(), [0, 250, 750, 1_750, 3_750, 5_750, 7_750, 9_750]);
    assert_eq!(script.clock.monotonic(), Duration::from_secs(10));
}

#[test]
fn wait_can_be_cancelled() {
    let cancel = CancelToken::new();
    let by_the_service = cancel.clone();
    let script = Script::new(move |_, _| {
        by_the_service.cancel();
        answer(200, json!({ "data": request("r-1", "MAEU123456789", "pending") }))
    });
    let error = script.client().tracking_requests().wait(&Id::new("r-1"), Wait::until_settled().cancel(cancel)).error();
    assert_eq!((error.kind(), script.count()), (ErrorKind::Cancelled, 1));
}

#[test]
fn only_lasting_failure_ends_the_wait() {
    let settled = answer(200, json!({ "data": request("r-1", "MAEU123456789", "created") }));
    let script = Script::of([status(503), status(503), status(503), settled]);
    script.client().tracking_requests().wait(&Id::new("r-1"), Wait::until_settled()).unwrap();
    let script = Script::of([status(503)]);
    let error = script.client().tracking_requests().wait(&Id::new("r-1"), Wait::until_settled()).error();
    assert_eq!((error.kind(), script.count()), (ErrorKind::Unavailable, 9));
    let script = Script::of([refused(404, "not_found")]);
    let error = script.client().tracking_requests().wait(&Id::new("r-1"), Wait::until_settled()).error();
    assert_eq!((error.kind(), script.count()), (ErrorKind::NotFound, 1));
}

#[test]
fn extreme_poll_times_are_limited() {
    for poll in [Duration::ZERO, Duration::MAX] {
        let script = pending();
        let wait = Wait::until_settled().timeout(Duration::from_secs(1)).poll(poll);
        assert_eq!(
            script.unlimited().tracking_requests().wait(&Id::new("r-1"), wait).error().kind(),
            ErrorKind::Timeout
        );
        assert!(script.count() <= 100);
    }
    let wait = Wait::until_settled().timeout(Duration::MAX).poll(Duration::MAX);
    let script = Script::new(|n, _| {
        let status = if n == 0 { "pending" } else { "created" };
        answer(200, json!({ "data": request("r-1", "MAEU123456789", status) }))
    });
    script.client().tracking_requests().wait(&Id::new("r-1"), wait).unwrap();
}

//! Tracking a number that may be tracked already, and waiting for it.

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

/// A service that refuses every create as a duplicate and answers every listing with these, whatever the filter.
fn with_requests(requests: Vec<Value>) -> Script {
    Script::new(move |_, request| match request.method {
        Method::Post => refused(422, "duplicate"),
        _ => answer(200, json!({ "data": requests.clone() })),
    })
}

/// A service that knows no request, and answers creates with these, one after the other, the last one for ever.
fn creating(answers: impl IntoIterator<Item = Answer>) -> Script {
    let (answers, creates) = (answers.into_iter().collect::<Vec<_>>(), AtomicUsize::new(0));
    Script::new(move |_, request| match request.method {
        Method::Post => answers[creates.fetch_add(1, Ordering::Relaxed).min(answers.len() - 1)].clone(),
        _ => answer(200, json!({ "data": [] })),
    })
}

fn creates(script: &Script) -> usize {
    script.seen().iter().filter(|seen| seen.request.method == Method::Post).count()
}

/// The failed request for [`bill`], of the day before [`clock`].
fn failed_yesterday(reason: &str) -> Value {
    let mut failed = dated("failed", "MAEU123456789", "MAEU", "failed", 1);
    failed["attributes"]["failed_reason"] = reason.into();
    failed["attributes"]["updated_at"] = (clock().now() - TimeDelta::hours(23)).to_rfc3339().into();
    failed
}

#[test]
fn a_number_that_failed_for_a_reason_of_its_own_is_returned_and_not_made_again() {
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
            assert_eq!(script.count(), 1, "one look, and nothing is changed");
        }
    }
}

#[test]
fn whoever_tracks_again_decides_what_becomes_of_a_failure() {
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
fn only_the_newest_request_for_the_very_number_and_carrier_speaks_for_it() {
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
fn what_a_carrier_said_counts_for_a_number_whose_carrier_is_to_be_found_out_if_that_is_the_one() {
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
fn a_key_that_may_not_read_can_track_all_the_same() {
    let script = Script::new(|_, request| match request.method {
        Method::Post => created(),
        _ => refused(403, "forbidden"),
    });
    assert_eq!(script.client().tracking_requests().track(bill()).unwrap().how, TrackOutcome::Created);
}

#[test]
fn a_new_number_is_created() {
    let script = creating([created()]);
    let tracked = script.client().tracking_requests().track(bill()).unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate, &*tracked.id.to_string()), (TrackOutcome::Created, false, "r-1"));
}

#[test]
fn a_duplicate_adopts_the_newest_live_request_for_that_number_and_carrier() {
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

/// The same, whose first request is changed as asked when `takes` says so, and which counts nothing else as a change.
fn with_one(first: Value, takes: bool) -> Script {
    Script::new(move |_, request: &Request| match request.method {
        Method::Post => refused(422, "duplicate"),
        Method::Patch if !takes => refused(404, "not_found"),
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
fn an_adopted_request_gets_the_references_it_lacks_and_names_what_it_cannot_get() {
    let mut first = dated("first", "MAEU123456789", "MAEU", "created", 1);
    first["attributes"]["ref_numbers"] = json!(["A"]);
    let wanted = || bill().ref_numbers(["B", "A", "B"]).shipment_tags(["urgent"]).attribute("initial_custom_fields", 1);
    let script = with_one(first.clone(), true);
    let tracked = script.client().tracking_requests().track(wanted()).unwrap();
    assert_eq!((tracked.how, &*tracked.ref_numbers), (TrackOutcome::Adopted, &["A".to_owned(), "B".to_owned()][..]));
    assert_eq!(tracked.left_out, ["shipment_tags", "initial_custom_fields"]);

    let script = with_one(first.clone(), false);
    let tracked = script.client().tracking_requests().track(wanted().attribute("ref_numbers", json!(["C"]))).unwrap();
    assert_eq!((&*tracked.ref_numbers, &*tracked.left_out[0]), (&["A".to_owned()][..], "ref_numbers"));

    let script = with_one(first, true);
    assert!(script.client().tracking_requests().track(bill().ref_numbers(["A"])).unwrap().left_out.is_empty());
    assert_eq!(script.count(), 1, "nothing is changed when nothing is missing");
}

#[test]
fn a_request_that_was_submitted_in_another_spelling_is_found() {
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
fn a_number_whose_carrier_is_to_be_found_out_adopts_what_tracks_it_already_at_any_carrier() {
    let detecting = || NewTrackingRequest::new(NumberKind::BillOfLading, "MAEU 123456789").auto_detect();
    let script = with_requests(vec![
        dated("failed", "MAEU123456789", "MAEU", "failed", 9),
        dated("other-number", "MAEU999999999", "MAEU", "created", 8),
        dated("live", "123456789", "MAEU", "created", 5),
    ]);
    let tracked = script.client().tracking_requests().track(detecting()).unwrap();
    assert_eq!((tracked.how, &*tracked.id.to_string()), (TrackOutcome::Adopted, "live"));
    assert!(script.seen().iter().all(|seen| seen.request.method == Method::Get), "nothing is created");

    let script = Script::new(|_, request: &Request| match request.method {
        Method::Post => created(),
        _ => answer(200, json!({ "data": [dated("failed", "MAEU123456789", "MAEU", "failed", 9)] })),
    });
    let tracked = script.client().tracking_requests().track(detecting()).unwrap();
    assert_eq!((tracked.how, &*tracked.id.to_string()), (TrackOutcome::Created, "r-1"));
}

#[test]
fn a_duplicate_that_nobody_can_find_stays_an_error() {
    let error = with_requests(Vec::new()).client().tracking_requests().track(bill()).error();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
}

#[test]
fn an_unknown_outcome_is_an_error_unless_one_asked_to_go_on() {
    let script = creating([lost(), created()]);
    let error = script.client().tracking_requests().track(bill()).error();
    assert_eq!((error.is_in_doubt(), creates(&script)), (true, 1));
}

#[test]
fn a_create_that_is_repeated_says_whether_it_may_be_the_second() {
    let script = creating([lost(), created()]);
    let tracked = script.client().tracking_requests().track_until_certain(bill()).unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate, creates(&script)), (TrackOutcome::Created, true, 2));

    let listed = answer(200, json!({ "data": [dated("first", "MAEU123456789", "MAEU", "pending", 1)] }));
    let script = Script::of([lost(), refused(422, "duplicate"), listed]);
    let always = script.client();
    let tracked = always.tracking_requests().retrack(RetrackPolicy::Always).track_until_certain(bill()).unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate), (TrackOutcome::Adopted, false));

    let script = creating([created()]);
    assert!(!script.client().tracking_requests().track_until_certain(bill()).unwrap().maybe_duplicate);
}

#[test]
fn a_create_that_stays_unknown_is_given_up_in_doubt() {
    let script = creating([lost()]);
    assert!(script.client().tracking_requests().track_until_certain(bill()).error().is_in_doubt());
    assert_eq!(creates(&script), 3);
    let script = creating([lost(), refused(403, "forbidden")]);
    assert!(script.client().tracking_requests().track_until_certain(bill()).error().is_in_doubt());
}

#[test]
fn one_deadline_covers_a_create_and_the_search_after_it() {
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
fn waiting_ends_when_the_request_is_settled() {
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
fn waiting_for_an_answer_ends_when_a_manifest_is_awaited() {
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
fn waiting_looks_more_and_more_seldom_and_gives_up_in_time() {
    let script = pending();
    let wait = Wait::until_settled().timeout(Duration::from_secs(10)).poll(Duration::from_secs(2));
    let error = script.client().tracking_requests().wait(&Id::new("r-1"), wait).error();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.to_string().contains("r-1 is still pending after 10 s"), "{error}");
    assert_eq!(script.moments(), [0, 250, 750, 1_750, 3_750, 5_750, 7_750, 9_750]);
    assert_eq!(script.clock.monotonic(), Duration::from_secs(10));
}

#[test]
fn waiting_can_be_cancelled() {
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
fn a_passing_failure_does_not_end_the_wait_but_a_lasting_one_does() {
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
fn a_pause_of_nothing_or_of_for_ever_neither_spins_nor_overflows() {
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

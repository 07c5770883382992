//! Tests of listings, also with broken paging.

use proptest::prelude::*;
use serde_json::json;

use super::support::*;
use crate::client::{Items, List};
use crate::error::{ErrorKind, Result};
use crate::http::Request;
use crate::jsonapi::Query;
use crate::resources::TrackingRequest;

fn list(script: &Script) -> List<TrackingRequest> {
    script.unlimited().tracking_requests().list()
}

fn ids(items: Items<TrackingRequest>) -> Vec<String> {
    items.map(|item| item.unwrap().id.to_string()).collect()
}

fn number_of(request: &Request) -> usize {
    Query::parse(request.query()).get("page[number]").map_or(1, |number| number.parse().unwrap())
}

#[test]
fn relative_and_absolute_links_are_followed_to_the_end() {
    let script = Script::of([
        page(&["a", "b"], Some("/v2/tracking_requests?page[number]=2")),
        page(&["c"], Some("https://api.example.com/v2/tracking_requests?page%5Bnumber%5D=3")),
        page(&["d"], Some("?page[number]=4")),
        page(&["e"], None),
    ]);
    assert_eq!(ids(list(&script).page_size(2).into_iter()), ["a", "b", "c", "d", "e"]);
    assert_eq!(script.seen()[0].request.query(), "page%5Bsize%5D=2");
    assert_eq!(script.seen()[3].request.url, "https://api.example.com/v2/tracking_requests?page[number]=4");
}

#[test]
fn pages_are_fetched_on_demand() {
    let script = Script::of([page(&["a", "b"], Some("?page[number]=2")), page(&["c"], None)]);
    let mut items = list(&script).into_iter();
    assert_eq!(script.count(), 0);
    items.next().unwrap().unwrap();
    items.next().unwrap().unwrap();
    assert_eq!(script.count(), 1);
    assert_eq!(ids(items), ["c"]);
}

#[test]
fn empty_page_does_not_end_the_walk() {
    let script = Script::of([page(&["a"], Some("?page=2")), page(&[], Some("?page=3")), page(&["b"], None)]);
    assert_eq!(ids(list(&script).into_iter()), ["a", "b"]);
}

#[test]
fn empty_link_and_link_back_end_the_walk() {
    for link in [
        "",
        "?page[number]=1",
        "?page%5Bnumber%5D=1#top",
        "https://api.example.com/v2/tracking_requests?page[number]=1",
    ] {
        let script = Script::of([page(&["a"], Some(link))]);
        assert_eq!(ids(list(&script).page_number(1).into_iter()), ["a"], "{link}");
        assert_eq!(script.count(), 1);
    }
}

#[test]
fn listing_that_ignores_the_page_number_ends() {
    let script = Script::new(|n, _| page(&["a", "b"], Some(&format!("?page={}", n + 2))));
    assert_eq!(ids(list(&script).into_iter()), ["a", "b"]);
    assert_eq!(script.count(), 2);
}

#[test]
fn page_without_new_items_does_not_end_the_walk_before_the_total() {
    let with_total = |ids: &[&str], next: Option<&str>| {
        let data: Vec<_> = ids.iter().map(|id| request(id, "MAEU123456789", "pending")).collect();
        answer(200, json!({ "data": data, "links": { "next": next }, "meta": { "total": 3 } }))
    };
    let script = Script::of([
        with_total(&["a", "b"], Some("?page=2")),
        with_total(&["a", "b"], Some("?page=3")),
        with_total(&["c"], Some("?page=4")),
        with_total(&["c"], Some("?page=5")),
    ]);
    assert_eq!(ids(list(&script).into_iter()), ["a", "b", "c"]);
    let endless = Script::new(move |n, _| with_total(&["a"], Some(&format!("?page={}", n + 2))));
    let last = list(&endless).into_iter().last().unwrap();
    assert_eq!(last.error().kind(), ErrorKind::UnexpectedResponse);
}

#[test]
fn pages_after_a_cursor_are_followed_although_they_repeat_items() {
    let script = |total: u64, repeated: &[&str]| {
        let page_of = |ids: &[&str], next: Option<&str>| {
            let data: Vec<_> = ids.iter().map(|id| request(id, "MAEU123456789", "pending")).collect();
            answer(200, json!({ "data": data, "links": { "next": next }, "meta": { "total": total } }))
        };
        let link = |n: u64| format!("?page[number]={}&page[cursor]={n}", n + 1);
        let repeated = (2..20).map(|n| page_of(repeated, Some(&link(n))));
        let pages = std::iter::once(page_of(&["a", "b"], Some(&link(1)))).chain(repeated);
        Script::of(pages.chain([page_of(&["c"], None)]))
    };
    let more_to_come = script(3, &["a", "b"]);
    assert_eq!(ids(list(&more_to_come).into_iter()), ["a", "b", "c"]);
    assert_eq!(more_to_come.count(), 20);
    let complete = script(2, &["a", "b"]);
    assert_eq!(ids(list(&complete).into_iter()), ["a", "b"]);
    assert_eq!(complete.count(), 11, "it ends although items are changed all the time");
    let empty = script(3, &[]);
    assert_eq!(list(&empty).into_iter().last().unwrap().error().kind(), ErrorKind::UnexpectedResponse);
    assert_eq!(empty.count(), 11);
}

#[test]
fn repeated_items_are_returned_once() {
    let script = Script::of([page(&["a", "b", "a"], Some("?page=2")), page(&["b", "c"], None)]);
    assert_eq!(ids(list(&script).into_iter()), ["a", "b", "c"]);
    let fresh: Vec<_> = list(&Script::of([page(&["a"], Some("?page=2")), page(&["a", "c"], None)]))
        .pages()
        .map(|page| page.unwrap().fresh().to_vec())
        .collect();
    assert_eq!(fresh, [vec![0], vec![1]]);
    let script = Script::of([page(&["a"], Some("?page=2")), page(&["b", "a", "c"], None)]);
    let repeated: Vec<_> = list(&script).pages().map(|page| page.unwrap().repeated()).collect();
    assert_eq!(repeated, [vec![], vec![1]]);
}

#[test]
fn endless_listing_fails_with_the_place() {
    let script = Script::new(|n, _| page(&[], Some(&format!("?page={}", n + 2))));
    let mut items = list(&script).into_iter();
    let error = items.next().unwrap().error();
    assert_eq!(error.kind(), ErrorKind::UnexpectedResponse);
    assert!(error.resume_from().unwrap().ends_with("?page=11"));
    assert_eq!(script.count(), 10);
    assert!(items.next().is_none());
}

#[test]
fn link_to_another_origin_is_an_error_after_its_page() {
    for link in
        ["https://evil.example/v2/x", "//evil.example/x", "http://api.example.com/v2/x", "https://api.example.com:444/"]
    {
        let script = Script::of([page(&["a"], Some(link))]);
        let mut items = list(&script).into_iter();
        assert_eq!(items.next().unwrap().unwrap().id.to_string(), "a");
        let error = items.next().unwrap().error();
        assert_eq!(error.kind(), ErrorKind::UnexpectedResponse);
        assert!(error.to_string().contains("another origin"), "{error}");
        assert!(items.next().is_none());
        assert_eq!(script.count(), 1);
    }
}

#[test]
fn unreadable_item_does_not_affect_others() {
    let data = json!([request("a", "M", "pending"), { "id": "b", "type": "ghost" }, 7, request("c", "M", "pending")]);
    let script = Script::of([answer(200, json!({ "data": data }))]);
    let items: Vec<Result<TrackingRequest>> = list(&script).into_iter().collect();
    let read: Vec<bool> = items.iter().map(Result::is_ok).collect();
    assert_eq!(read, [true, false, false, true]);
}

#[test]
fn failed_page_ends_the_walk_with_the_place() {
    let script = Script::of([page(&["a"], Some("?page=2")), status(403)]);
    let mut items = list(&script).into_iter();
    items.next().unwrap().unwrap();
    let error = items.next().unwrap().error();
    let resume_from = "https://api.example.com/v2/tracking_requests?page=2";
    assert_eq!((error.resume_from(), items.resume_from()), (Some(resume_from), Some(resume_from)));
    assert!(items.next().is_none() && items.next().is_none());
    let script = Script::of([page(&["b"], None)]);
    assert_eq!(ids(list(&script).resume_from(resume_from).into_iter()), ["b"]);
    assert_eq!(script.seen()[0].request.url, resume_from);
}

#[test]
fn invalid_place_is_rejected_without_a_request() {
    let script = Script::of([page(&["a"], None)]);
    for junk in ["junk", "", "?page=2", "https://evil.example/", "/v2/tracking requests"] {
        let refused = list(&script).resume_from(junk).first().error();
        assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Invalid, Some("resume_from")), "{junk}");
    }
    assert_eq!(script.count(), 0);
    assert!(list(&script).resume_from("/v2/tracking_requests?page=2").first().unwrap().is_some());
}

#[test]
fn walk_is_resumed_at_the_current_page() {
    let first = page(&["a", "b"], Some("?page[number]=2"));
    let script = Script::of([first, page(&["b", "c", "d"], Some("?page[number]=3")), page(&["e"], None)]);
    let mut items = list(&script).page_size(2).into_iter();
    let base = "https://api.example.com/v2/tracking_requests";
    let places = ["?page%5Bsize%5D=2", "?page%5Bsize%5D=2", "?page[number]=2", "?page[number]=2", "?page[number]=3"];
    for (read, place) in places.iter().enumerate() {
        assert_eq!(items.resume_from(), Some(&*format!("{base}{place}")), "after {read}");
        items.next().unwrap().unwrap();
    }
    assert_eq!(items.resume_from(), None);
    assert_eq!((script.count(), items.next().is_none()), (3, true));
}

#[test]
fn walk_ends_after_max_items() {
    let script = Script::new(|n, _| page(&[&format!("{n}-a"), &format!("{n}-b")], Some(&format!("?page={}", n + 2))));
    assert_eq!(list(&script).max_items(3).into_iter().count(), 3);
    assert_eq!(script.count(), 2);
    assert_eq!(list(&script).max_items(4).pages().count(), 2);
    assert_eq!(list(&script).max_items(0).pages().count(), 0);
    assert!(list(&script).first().unwrap().is_some());
    assert_eq!(script.count(), 5);
}

#[test]
fn page_size_is_limited_by_max_items() {
    let script = Script::of([page(&["a"], None)]);
    let size = |list: List<TrackingRequest>| {
        assert!(list.first_page().unwrap().is_some());
        let query = script.seen().pop().unwrap().request.query().to_owned();
        Query::parse(&query).get("page[size]").map(str::to_owned)
    };
    assert_eq!(size(list(&script).max_items(5)).as_deref(), Some("5"));
    assert_eq!(size(list(&script).page_size(50).max_items(40)).as_deref(), Some("40"));
    assert_eq!(size(list(&script).page_size(50).max_items(60)).as_deref(), Some("50"));
    assert_eq!(size(list(&script).max_items(30)).as_deref(), Some("30"));
    assert_eq!(size(list(&script).page_number(2).max_items(5)), None);
    assert_eq!(size(list(&script).page_number(2)), None, "page 2 of the default size");
    assert_eq!(size(list(&script)).as_deref(), Some("100"));
    assert_eq!(size(list(&script).max_items(1_000)).as_deref(), Some("100"));
    assert_eq!(size(list(&script).page_size(100)).as_deref(), Some("100"));
    assert_eq!(size(list(&script).page_size(7).page_number(1)).as_deref(), Some("7"));
    list(&script).first().unwrap();
    assert_eq!(script.seen().pop().unwrap().request.query(), "page%5Bsize%5D=1");
    // The listing of carriers has one page, and rejects parameters of paging.
    script.unlimited().shipping_lines().list().max_items(1).first_page().unwrap();
    assert_eq!(script.seen().pop().unwrap().request.query(), "");
}

#[test]
fn page_number_below_one_is_rejected_without_a_request() {
    let script = Script::of([page(&["a"], None)]);
    for refused in [list(&script).page_size(0).first(), list(&script).page_number(0).first()] {
        assert_eq!(refused.error().kind(), ErrorKind::BadRequest);
    }
    assert_eq!(script.count(), 0);
}

#[test]
fn page_has_its_document_and_headers() {
    let body = json!({ "data": [], "meta": { "total": 7 }, "included": [{ "type": "port", "id": "p" }] });
    let script = Script::of([answer(200, body)]);
    let page = list(&script).first_page().unwrap().unwrap();
    assert_eq!((page.total(), page.status()), (Some(7), 200));
    assert!(page.find_included("port", "p").is_some() && page.headers().get("content-type").is_some());
}

proptest! {
    #[test]
    fn walk_over_a_growing_listing_misses_nothing(
        rows in 1..60_usize, size in 1..7_usize, inserts in prop::collection::vec(0..4_usize, 30),
        faults in prop::collection::vec(any::<bool>(), 40),
    ) {
        // Newest first: added rows move the others to later pages.
        let script = Script::new(move |n, request| {
            if faults.get(n).copied().unwrap_or(false) {
                return if n % 2 == 0 { lost() } else { status(502) };
            }
            let number = number_of(request);
            let added: usize = inserts.iter().take(number - 1).sum();
            let all: Vec<String> = (0..rows + added).rev().map(|row| format!("row-{row}")).collect();
            let shown: Vec<&str> = all.iter().skip((number - 1) * size).take(size).map(String::as_str).collect();
            let next = (number * size < all.len()).then(|| format!("?page[number]={}", number + 1));
            let data: Vec<_> = shown.iter().map(|id| super::support::request(id, "M", "pending")).collect();
            answer(200, json!({ "data": data, "links": { "next": next }, "meta": { "total": all.len() } }))
        });
        let mut found = std::collections::HashSet::new();
        let mut ended_well = true;
        for item in list(&script) {
            match item {
                Ok(item) => prop_assert!(found.insert(item.id.to_string())),
                Err(error) => {
                    ended_well = false;
                    prop_assert!(error.resume_from().is_some());
                }
            }
        }
        if ended_well {
            let missed = (0..rows).filter(|row| !found.contains(&format!("row-{row}"))).count();
            prop_assert_eq!(missed, 0);
        }
    }
}

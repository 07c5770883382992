//! Tests of listings with unusual paging.

use shiptrack::client::Items;
use shiptrack::error::ErrorKind;
use shiptrack::resources::TrackingRequest;
use shiptrack_tests::script_server::{Script, Server, answer};

use super::{JSON_API, Stage, page};

fn items(stage: &Stage) -> Items<TrackingRequest> {
    stage.client.tracking_requests().list().into_iter()
}

fn ids(stage: &Stage) -> Vec<String> {
    items(stage).map(|item| item.unwrap().id.to_string()).collect()
}

/// Answers with these pages in order on one connection.
fn stage_with(pages: impl IntoIterator<Item = Vec<u8>>) -> Stage {
    Stage::of([pages.into_iter().fold(Script::new(), Script::answer)])
}

fn targets(stage: &Stage) -> Vec<String> {
    stage.server.requests().into_iter().map(|request| request.target).collect()
}

#[test]
fn relative_links_are_resolved_against_their_page() {
    let stage = stage_with([
        page(&["a"], Some("/v2/tracking_requests?page[number]=2")),
        page(&["b"], Some("?page[number]=3")),
        page(&["c"], Some("tracking_requests?page[number]=4")),
        page(&["d"], None),
    ]);
    assert_eq!(ids(&stage), ["a", "b", "c", "d"]);
    assert_eq!(
        targets(&stage)[1..],
        [
            "/v2/tracking_requests?page[number]=2",
            "/v2/tracking_requests?page[number]=3",
            "/v2/tracking_requests?page[number]=4",
        ]
    );
}

#[test]
fn absolute_links_of_the_same_origin_are_followed() {
    let server = Server::start([Script::new()]);
    let url = server.url("/v2/tracking_requests?page=2");
    drop(server);
    // The first page links to a closed port, which is another origin.
    let stage = stage_with([page(&["a"], Some(&url))]);
    assert!(items(&stage).nth(1).unwrap().is_err());

    let stage = Stage::of([Script::new()]);
    let link = stage.server.url("/v2/tracking_requests?page=2");
    assert!(stage.client.tracking_requests().list().resume_from(link).first_page().is_err());
    assert_eq!(stage.server.connections(), 3, "three attempts");
}

#[test]
fn empty_link_ends_the_walk_and_empty_page_does_not() {
    for link in [Some(""), None] {
        let stage = stage_with([page(&["a"], Some("?page=2")), page(&[], Some("?page=3")), page(&["b"], link)]);
        assert_eq!(ids(&stage), ["a", "b"]);
        assert_eq!(stage.sent(), 3);
    }
}

#[test]
fn link_to_an_earlier_page_ends_the_walk() {
    for link in ["?page=1", "?page=2", "/v2/tracking_requests?page=2#top"] {
        let stage =
            stage_with([page(&["a"], Some("?page=2")), page(&["b"], Some("?page=1")), page(&["c"], Some(link))]);
        assert_eq!(ids(&stage), ["a", "b", "c"]);
    }
}

#[test]
fn listing_with_repeated_items_ends() {
    let endless = |n: usize| page(&["a", "b"], Some(&format!("?page={n}")));
    let stage = stage_with((2..40).map(endless));
    assert_eq!(ids(&stage), ["a", "b"]);
    assert_eq!(stage.sent(), 2);
}

#[test]
fn endless_listing_is_fetched_on_demand_and_ends_with_an_error() {
    let endless = |n: usize| page(&[&format!("r-{n}")], Some(&format!("?page={}", n + 1)));
    let stage = stage_with((1..100).map(endless));
    let walk = stage.client.tracking_requests().list().max_items(50).into_iter();
    assert_eq!(walk.filter(|item| item.is_ok()).count(), 50);
    assert_eq!(stage.sent(), 50);
    // A listing of empty pages with links ends with an error.
    let stage = Stage::of([(0..20).fold(Script::new(), |s, n| s.answer(page(&[], Some(&format!("?page={n}")))))]);
    let last = items(&stage).last().unwrap().unwrap_err();
    assert_eq!((last.kind(), stage.sent()), (ErrorKind::UnexpectedResponse, 10));
    assert!(last.resume_from().is_some());
}

#[test]
fn link_to_another_origin_is_rejected() {
    let elsewhere = Server::answering(page(&["stolen"], None));
    let port = elsewhere.address().port();
    for link in [
        elsewhere.url("/v2/tracking_requests"),
        format!("//127.0.0.1:{port}/v2/tracking_requests"),
        format!("http://localhost:{port}/v2/tracking_requests"),
        format!("https://127.0.0.1:{port}/v2/tracking_requests"),
        format!("http://user@127.0.0.1:{port}/"),
    ] {
        let stage = stage_with([page(&["a"], Some(&link))]);
        let mut walk = items(&stage);
        assert_eq!(walk.next().unwrap().unwrap().id.to_string(), "a");
        assert_eq!(walk.next().unwrap().unwrap_err().kind(), ErrorKind::UnexpectedResponse, "{link}");
        assert!(walk.next().is_none());
        assert_eq!(stage.sent(), 1);
        assert!(stage.client.tracking_requests().list().resume_from(link).first_page().is_err());
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[test]
fn walk_is_resumed_after_an_error() {
    let gone = answer(403, &[JSON_API], br#"{"errors":[{"title":"Forbidden"}]}"#);
    let stage = stage_with([page(&["a"], Some("?page=2")), gone, page(&["b"], None)]);
    let mut walk = items(&stage);
    walk.next().unwrap().unwrap();
    let error = walk.next().unwrap().unwrap_err();
    let place = error.resume_from().unwrap().to_owned();
    assert_eq!(place, stage.server.url("/v2/tracking_requests?page=2"));
    let rest = stage.client.tracking_requests().list().resume_from(place);
    assert_eq!(rest.into_iter().map(|item| item.unwrap().id.to_string()).collect::<Vec<_>>(), ["b"]);
}

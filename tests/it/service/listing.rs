//! Tests of `GET /tracking_requests`: order, filters, includes, pages.

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::client::{NewCustomFieldDefinition, NewCustomFieldOption};
use shiptrack::http::Method;
use shiptrack::jsonapi::ResourceId;
use shiptrack_tests::scenario::Scenario;

use super::*;

/// Creates this number of requests; the number of the first is `MAEU100000000`.
fn with_requests(count: usize) -> (Scenario, Vec<String>) {
    let scenario = Scenario::new();
    let ids = (0..count).map(|n| scenario.create("bill_of_lading", &format!("MAEU{}", 100_000_000 + n), "MAEU"));
    let ids = ids.collect();
    (scenario, ids)
}

fn ids(list: &Value) -> Vec<String> {
    list["data"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

/// A link of the list: path and query.
fn link(list: &Value, name: &str) -> String {
    list["links"][name].as_str().unwrap_or_else(|| panic!("no link {name}: {}", list["links"])).to_owned()
}

#[test]
fn get_tracking_requests_lists_newest_first_and_ties_by_id() {
    let (scenario, mut made) = with_requests(3);
    scenario.clock.advance(Duration::from_secs(1));
    made.push(scenario.create("container", CONTAINERS[0], "MAEU"));
    made.reverse();
    let list = scenario.get("/v2/tracking_requests");
    assert_eq!(ids(&list), made);
    assert_eq!(list["meta"], json!({ "size": 4, "total": 4 }));
}

#[test]
fn an_iteration_stopped_within_a_page_is_resumed_without_losing_a_row() {
    let (scenario, mut made) = with_requests(9);
    made.reverse();
    let client = scenario.service.client();
    let list = || client.tracking_requests().list();
    let mut items = list().page_size(4).into_iter();
    let mut read: Vec<String> = items.by_ref().take(5).map(|item| item.unwrap().id.to_string()).collect();
    let place = items.resume_from().expect("the iteration has more rows").to_owned();
    let rest: Vec<String> = list().resume_from(place).into_iter().map(|item| item.unwrap().id.to_string()).collect();
    assert_eq!(rest, made[4..], "the current page is repeated from its beginning");
    read.truncate(4);
    read.extend(rest);
    assert_eq!(read, made);
    assert_eq!(client.shipping_lines().list().first().map(|line| line.is_some()).ok(), Some(true));
}

#[test]
fn an_empty_list_has_data_links_and_meta() {
    let list = Scenario::new().get("/v2/tracking_requests");
    let page = "/v2/tracking_requests?page%5Bnumber%5D=1&page%5Bsize%5D=30";
    assert_eq!(
        list,
        json!({ "data": [], "included": [], "links": { "self": page, "current": page, "first": page, "last": page },
                "meta": { "size": 0, "total": 0 } })
    );
}

#[test]
fn filter_request_number_and_q_find_a_number_in_any_spelling() {
    let (scenario, made) = with_requests(3);
    for query in ["filter[request_number]=MAEU100000001", "filter[request_number]=100000001", "q=maeu100000001"] {
        assert_eq!(ids(&scenario.get(&format!("/v2/tracking_requests?{query}"))), [made[1].clone()], "{query}");
    }
    assert_eq!(scenario.get("/v2/tracking_requests?filter[request_number]=MAEU9")["meta"]["total"], 0);
}

#[test]
fn filter_status_finds_every_status_of_the_interface() {
    let scenario = Scenario::new();
    let number = |name: &str| (name.to_owned(), scenario.create("bill_of_lading", name, "TEST"));
    let created = [
        ("failed", number("TEST-TR-FAILED")),
        ("awaiting_manifest", number("TEST-TR-EXPIRED")),
        ("created", number("TEST-TR-SUCCEEDED")),
        ("pending", number("TEST-TR-UNREACHABLE")),
    ];
    scenario.carrier.then_facts(&finished_voyage());
    let over = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    for (status, (_, id)) in created {
        assert_eq!(ids(&scenario.get(&format!("/v2/tracking_requests?filter[status]={status}"))), [id], "{status}");
    }
    assert_eq!(ids(&scenario.get("/v2/tracking_requests?filter[status]=tracking_stopped")), [over]);
}

#[test]
fn filter_scac_finds_a_carrier_by_any_of_its_codes() {
    let (scenario, made) = with_requests(1);
    scenario.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    for scac in ["MAEU", "maeu", "SUDU"] {
        assert_eq!(ids(&scenario.get(&format!("/v2/tracking_requests?filter[scac]={scac}"))), made, "{scac}");
    }
}

#[test]
fn filter_created_at_and_updated_at_accept_times_and_whole_days_inclusively() {
    let (scenario, mut made) = with_requests(1);
    scenario.clock.advance(DAY);
    made.push(scenario.create("container", CONTAINERS[0], "MAEU"));
    let (first, second) = (&made[..1], &made[1..]);
    scenario.clock.advance(DAY);
    patch(&scenario, &format!("/v2/tracking_requests/{}", made[0]), "tracking_request", json!({}));
    for (query, found) in [
        ("filter[created_at][start]=2026-05-02T12:00:00Z", second),
        ("filter[created_at][start]=2026-05-02T12:00:01Z", &[]),
        ("filter[created_at][end]=2026-05-01T12:00:00Z", first),
        ("filter[created_at][end]=2026-05-01T11:59:59Z", &[]),
        ("filter[created_at][start]=2026-05-02", second),
        ("filter[created_at][end]=2026-05-01", first),
        ("filter[created_at][start]=2026-05-01&filter[created_at][end]=2026-05-01", first),
        ("filter[created_at][start]=2026-05-02T14:00:00%2B02:00", second),
        ("filter[updated_at][start]=2026-05-03", first),
        ("filter[updated_at][end]=2026-05-02T12:00:00Z", second),
        ("filter[updated_at][start]=2026-05-03&filter[created_at][start]=2026-05-02", &[]),
    ] {
        assert_eq!(ids(&scenario.get(&format!("/v2/tracking_requests?{query}"))), found, "{query}");
    }
}

#[test]
fn an_unknown_customer_matches_nothing_and_produces_a_no_match_warning() {
    let (scenario, ..) = tracked_bill();
    let unknown = "0191ea2c-0000-7000-8000-000000000001";
    let own = scenario.account.to_string();
    for list in ["tracking_requests", "shipments", "containers"] {
        let warnings = |query: &str| {
            let page = scenario.get(&format!("/v2/{list}?{query}"));
            assert_eq!(page["meta"]["total"], 0, "{list} {query}");
            let codes = page["meta"]["warnings"].as_array().cloned().unwrap_or_default();
            codes
                .iter()
                .map(|warning| format!("{} {}", warning["code"], warning["source"]["parameter"]))
                .collect::<Vec<_>>()
        };
        let by_id = r#""no_match" "filter[customer_id]""#;
        assert_eq!(warnings(&format!("filter[customer_id]={unknown}")), [by_id]);
        assert_eq!(warnings("filter[customer_id]=Acme"), [by_id]);
        assert_eq!(warnings("filter[customer_name]=Acme"), [r#""no_match" "filter[customer_name]""#]);
        assert!(warnings(&format!("filter[customer_id]={own}")).is_empty(), "a known customer without resources");
    }
}

#[test]
fn invalid_carriers_places_and_options_produce_warnings_and_an_option_is_found_by_its_label() {
    let (scenario, _, shipment) = tracked_bill();
    let client = scenario.service.client();
    let definitions = client.custom_field_definitions();
    let team = definitions.create(NewCustomFieldDefinition::new("Shipment", "team", "Team", "enum")).unwrap();
    definitions.create_option(&team.id, NewCustomFieldOption::new("North-West", "nw")).unwrap();
    let resource = ResourceId { kind: "shipment".into(), id: shipment.as_str().into() };
    client.custom_fields().create("team", "nw", &resource).unwrap();
    let total_and_warnings = |list: &str, query: &str| {
        let page = scenario.get(&format!("/v2/{list}?{query}"));
        let warnings = page["meta"]["warnings"].as_array().into_iter().flatten();
        let warnings: Vec<String> = warnings.map(|warning| warning["source"]["parameter"].to_string()).collect();
        (page["meta"]["total"].as_u64().unwrap(), warnings.join(" "))
    };
    for value in ["nw", "NW", "North-West", "north-west"] {
        assert_eq!(
            total_and_warnings("shipments", &format!("filter[custom_fields][team]={value}")),
            (1, String::new()),
            "{value}"
        );
    }
    let field = "filter[custom_fields][team]";
    assert_eq!(total_and_warnings("shipments", &format!("{field}=South")), (0, format!("{field:?}")));
    for (list, filter) in [
        ("tracking_requests", "filter[scac]"),
        ("shipments", "filter[shipping_line_scac]"),
        ("containers", "filter[shipping_line_scac]"),
    ] {
        assert_eq!(total_and_warnings(list, &format!("{filter}=Maersk")), (0, format!("{filter:?}")));
        assert_eq!(total_and_warnings(list, &format!("{filter}=HLCU")).1, "");
    }
    for filter in ["filter[pol_code]", "filter[pod_code]", "filter[destination_code]"] {
        for list in ["shipments", "containers"] {
            assert_eq!(total_and_warnings(list, &format!("{filter}=Los Angeles")), (0, format!("{filter:?}")));
            assert_eq!(total_and_warnings(list, &format!("{filter}=USLAX")).1, "");
        }
    }
}

#[test]
fn include_tracked_object_is_the_default_and_can_be_left_out() {
    let (scenario, _, shipment) = tracked_bill();
    for query in ["", "?include=tracked_object"] {
        let list = scenario.get(&format!("/v2/tracking_requests{query}"));
        assert_eq!(list["included"][0]["id"], json!(shipment), "{query}");
        assert_eq!(list["included"][0]["attributes"]["bill_of_lading_number"], BILL);
    }
    assert_eq!(scenario.get("/v2/tracking_requests?include=").get("included"), None);
}

#[test]
fn a_shipment_that_several_requests_track_is_included_once() {
    let (scenario, _, shipment) = tracked_bill();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    scenario.create("bill_of_lading", BILL, "MAEU");
    assert_eq!(included(&scenario.get("/v2/tracking_requests")), ["shipment"]);
}

#[test]
fn links_next_visits_every_page_once_and_is_absent_on_the_last() {
    let (scenario, mut made) = with_requests(7);
    made.reverse();
    let (mut path, mut found, mut sizes) = ("/v2/tracking_requests?page[size]=3".to_owned(), Vec::new(), Vec::new());
    loop {
        let page = scenario.get(&path);
        found.extend(ids(&page));
        sizes.push(page["meta"]["size"].as_u64().unwrap());
        assert_eq!(page["meta"]["total"], 7);
        match page["links"].get("next") {
            Some(next) => path = next.as_str().unwrap().to_owned(),
            None => break,
        }
    }
    assert_eq!((found, sizes), (made, vec![3, 3, 1]));
}

#[test]
fn a_request_created_while_paging_does_not_shift_the_pages() {
    let (scenario, mut made) = with_requests(4);
    made.reverse();
    let first = scenario.get("/v2/tracking_requests?page[size]=2");
    scenario.create("container", CONTAINERS[0], "MAEU");
    let second = scenario.get(&link(&first, "next"));
    assert_eq!([ids(&first), ids(&second)].concat(), made);
}

#[test]
fn links_self_first_prev_and_last_return_the_right_page_and_keep_the_filters() {
    let (scenario, mut made) = with_requests(5);
    made.reverse();
    let middle = scenario.get("/v2/tracking_requests?filter[status]=pending&page[number]=2&page[size]=2");
    for (name, expected) in [("self", &made[2..4]), ("first", &made[..2]), ("prev", &made[..2]), ("last", &made[4..])] {
        let path = link(&middle, name);
        assert!(path.contains("filter%5Bstatus%5D=pending"), "{path}");
        assert_eq!(ids(&scenario.get(&path)), expected, "{name}");
    }
    let first = scenario.get("/v2/tracking_requests?page[size]=2");
    assert_eq!(first["links"].get("prev"), None);
}

#[test]
fn page_number_and_page_size_select_a_page_and_pages_after_the_last_are_empty() {
    let (scenario, mut made) = with_requests(5);
    made.reverse();
    let page = |query: &str| ids(&scenario.get(&format!("/v2/tracking_requests?{query}")));
    assert_eq!(page("page[number]=1&page[size]=2"), made[..2]);
    assert_eq!(page("page[number]=3&page[size]=2"), made[4..]);
    assert_eq!(page("page[number]=4&page[size]=2"), [""; 0]);
    assert_eq!(page("page[number]=18446744073709551615&page[size]=100"), [""; 0]);
}

#[test]
fn page_size_is_30_by_default_and_100_at_most() {
    let (scenario, _) = with_requests(101);
    for (query, size) in [("", 30), ("?page[size]=100", 100), ("?page[size]=101", 100), ("?page[size]=4000000000", 100)]
    {
        assert_eq!(scenario.get(&format!("/v2/tracking_requests{query}"))["meta"]["size"], size, "{query}");
    }
}

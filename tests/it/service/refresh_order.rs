//! The order of `GET /containers`: most recently refreshed first.

use shiptrack::error::ErrorKind;
use shiptrack::resources::Container;
use shiptrack::tracking::EstimateOrder;
use shiptrack_tests::scenario::Scenario;

use super::recorded_facts::Recording;
use super::*;

const NUMBERS: [&str; 6] = ["CSQU3054383", "MSKU0308961", "TGHU1643396", "MSCU6639870", "MRKU3529140", "TCLU5265413"];

/// Facts of a shipment with these containers.
fn facts_of(containers: &[&str]) -> Value {
    let shanghai = json!({ "locode": "CNSHA", "name": "Shanghai", "timezone": "Asia/Shanghai" });
    json!([
        { "particulars": { "port_of_lading": shanghai, "containers": containers } },
        { "event": { "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z", "place": shanghai } },
    ])
}

/// Tracks three bills with two containers each, an hour apart.
fn three_bills() -> Scenario {
    let scenario = Scenario::new();
    for (at, containers) in NUMBERS.chunks(2).enumerate() {
        scenario.carrier.knows(&format!("12345678{at}"), &facts_of(containers));
        scenario.create("bill_of_lading", &format!("MAEU12345678{at}"), "MAEU");
        scenario.run();
        scenario.pass(HOUR);
    }
    scenario
}

/// The bills of the containers, in the order of the list.
fn order(scenario: &Scenario) -> Vec<usize> {
    let numbers = attributes(&scenario.get("/v2/containers"), "number");
    let mut bills: Vec<usize> = numbers.iter().map(|number| bill_of(number)).collect();
    assert_eq!(bills.len(), 6);
    bills.dedup();
    bills
}

fn bill_of(number: &str) -> usize {
    NUMBERS.iter().position(|known| *known == number).expect("a container of the test") / 2
}

/// Asks the carrier for the shipment of a bill.
fn look_up(scenario: &Scenario, bill: usize) {
    let found = scenario.get(&format!("/v2/containers?filter[number]={}", NUMBERS[2 * bill]));
    let container = found["data"][0]["id"].as_str().unwrap();
    scenario.send(Method::Patch, &format!("/v2/containers/{container}/refresh"), None);
    let asked = scenario.carrier.asked().len();
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), asked + 1, "only one shipment is due");
}

/// The links of a list of containers, from its first page.
fn next(scenario: &Scenario, path: &str) -> (Vec<String>, Option<String>) {
    let page = scenario.get(path);
    (attributes(&page, "number"), page["links"]["next"].as_str().map(str::to_owned))
}

#[test]
fn get_containers_begins_with_the_shipment_that_was_looked_up_last() {
    let scenario = three_bills();
    assert_eq!(order(&scenario), [2, 1, 0]);
    look_up(&scenario, 0);
    assert_eq!(order(&scenario), [0, 2, 1], "an unchanged answer counts");
    let mut facts = facts_of(&NUMBERS[2..4]);
    let arrived =
        json!({ "milestone": "vessel_arrived", "at": "2026-05-01T06:00:00Z", "place": { "locode": "USLAX" } });
    facts.as_array_mut().unwrap().push(json!({ "event": arrived }));
    scenario.carrier.knows("123456781", &facts);
    look_up(&scenario, 1);
    assert_eq!(order(&scenario), [1, 0, 2], "a changed answer counts");
}

#[test]
fn a_change_by_another_source_is_a_refresh_and_other_changes_are_none() {
    let scenario = three_bills();
    let out = json!([{ "source": { "kind": "terminal", "name": "WBCT" }, "event": {
        "movement": "gate_out", "mode": "truck", "at": "2026-05-01T16:00:00Z", "place": { "locode": "USLAX" } } }]);
    scenario.record(NUMBERS[0], &out);
    assert_eq!(order(&scenario), [0, 2, 1]);
    let message = format!(
        "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260430*1501*U*00401*000000001*0*P*>~\
         GS*QO*LINE*ME*20260430*1500*7*X*004010~ST*315*0001~B4***VD*20260421*1200**{}*{}*L*45G1*CNSHA*UN*{}~N9*BM*123456781~\
         Q2*9321483********042E***L*TEST VOYAGER~R4*L*UN*CNSHA~R4*D*UN*USLAX~SE*7*0001~GE*1*7~IEA*1*000000001~",
        &NUMBERS[2][..4],
        &NUMBERS[2][4..10],
        &NUMBERS[2][10..]
    );
    let report = scenario.service.ingest_edi(&scenario.account, message.as_bytes()).unwrap();
    assert!(report.is_whole(), "{report:?}");
    assert_eq!(order(&scenario), [1, 0, 2]);
    // The same message again reports nothing new.
    scenario.record(NUMBERS[0], &out);
    let shipment = scenario.get("/v2/shipments")["data"][0]["id"].as_str().unwrap().to_owned();
    patch(&scenario, &format!("/v2/shipments/{shipment}"), "shipment", json!({ "ref_numbers": ["PO 7"] }));
    assert_eq!(order(&scenario), [1, 0, 2]);
}

#[test]
fn deriving_a_shipment_again_is_no_refresh() {
    let scenario = three_bills();
    let estimate = |source: &str, at: &str| {
        json!({ "source": { "kind": source }, "event": { "movement": "arrived", "mode": "vessel",
            "certainty": "estimated", "at": at, "place": { "locode": "USLAX" } } })
    };
    let (line, terminal) = ("2026-05-20T08:00:00Z", "2026-05-21T06:00:00Z");
    scenario.record("MAEU123456780", &json!([estimate("shipping_line", line), estimate("terminal", terminal)]));
    look_up(&scenario, 1);
    look_up(&scenario, 2);
    let arrival = || scenario.get("/v2/containers?include=shipment")["included"].to_string().contains(terminal);
    assert_eq!((order(&scenario), arrival()), (vec![2, 1, 0], false));
    let order_of_estimates = EstimateOrder::new(&["terminal"]).unwrap();
    scenario
        .service
        .change_account(&scenario.account, |account| account.estimate_order = order_of_estimates.clone())
        .unwrap();
    scenario.service.rederive(&scenario.account, false).unwrap();
    assert_eq!((order(&scenario), arrival()), (vec![2, 1, 0], true));
}

#[test]
fn a_list_that_is_followed_shows_containers_again_that_were_refreshed_meanwhile() {
    let scenario = three_bills();
    let (first_page, second) = next(&scenario, "/v2/containers?page[size]=2");
    assert_eq!(first_page.iter().map(|number| bill_of(number)).collect::<Vec<_>>(), [2, 2]);
    look_up(&scenario, 0);
    let (found, third) = next(&scenario, &second.unwrap());
    assert_eq!(found.iter().map(|number| bill_of(number)).collect::<Vec<_>>(), [1, 1]);
    let (found, end) = next(&scenario, &third.expect("a shipment was refreshed meanwhile"));
    assert_eq!(found.iter().map(|number| bill_of(number)).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(end, None);
}

#[test]
fn a_client_returns_each_container_once_while_shipments_are_looked_up() {
    let scenario = three_bills();
    let client = scenario.service.client();
    let mut numbers = Vec::new();
    for (at, container) in client.containers().list().page_size(1).into_iter().enumerate() {
        let container: Container = container.unwrap();
        numbers.push(container.number);
        look_up(&scenario, at % 3);
    }
    numbers.sort();
    let mut wanted = NUMBERS.map(str::to_owned);
    wanted.sort();
    assert_eq!(numbers, wanted);
}

#[test]
fn a_list_with_a_filter_is_sorted_newest_first() {
    let scenario = three_bills();
    look_up(&scenario, 0);
    let list = scenario.get("/v2/containers?filter[shipping_line_scac]=MAEU");
    let bills: Vec<usize> = attributes(&list, "number").iter().map(|number| bill_of(number)).collect();
    assert_eq!(bills, [2, 2, 1, 1, 0, 0]);
}

#[test]
fn a_cursor_of_another_list_is_rejected() {
    let scenario = three_bills();
    let cursor_of = |path: &str| {
        let (_, next) = next(&scenario, path);
        let next = next.expect("there is another page");
        next.split('&').find_map(|part| part.strip_prefix("page%5Bcursor%5D=")).expect("a cursor").to_owned()
    };
    let (by_refresh, by_id) = (
        cursor_of("/v2/containers?page[size]=1"),
        cursor_of("/v2/containers?page[size]=1&filter[shipping_line_scac]=MAEU"),
    );
    let id = "0191ea2c-0000-7000-8000-000000000001";
    for (path, cursor) in [
        ("containers", &*by_id),
        ("containers?filter[shipping_line_scac]=MAEU", &by_refresh),
        ("shipments", &by_refresh),
        ("containers", "1"),
        ("containers", "."),
        ("containers", &format!("x.{id}.1")),
        ("containers", &format!("-1.{id}.1")),
        ("containers", &format!("1.{id}.1.1")),
        ("containers", &format!("1.{id}.")),
        ("containers", "1.2.3"),
        ("containers", &format!("99999999999999999999999.{id}.1")),
    ] {
        let separator = if path.contains('?') { '&' } else { '?' };
        let (status, error) =
            scenario.refused(Method::Get, &format!("/v2/{path}{separator}page[cursor]={cursor}"), None);
        assert_eq!(
            (status, &error[0]["source"]["parameter"]),
            (400, &json!("page[cursor]")),
            "{path} {cursor}: {error}"
        );
    }
    // Any position is valid, and shows containers of the account only.
    for cursor in [format!("{}.{id}.{}", u64::MAX, u64::MAX), format!("0.{id}"), format!("{}.{id}", u64::MAX)] {
        assert!(attributes(&scenario.get(&format!("/v2/containers?page[cursor]={cursor}")), "number").len() <= 6);
    }
    assert_eq!(
        scenario.service.client().containers().list().page_size(0).first().unwrap_err().kind(),
        ErrorKind::BadRequest
    );
}

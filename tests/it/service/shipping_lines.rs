//! Tests of `/shipping_lines`, and of the codes with which a tracking request can name its carrier.

use serde_json::{Value, json};
use shiptrack::client::NewTrackingRequest;
use shiptrack::http::Method;
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, creation};

use super::*;

/// The carriers that the hosted service lists: code, alternative codes, and what can be tracked (`b`ills of lading, booking `n`umbers,
/// `c`ontainers).
const HOSTED: [(&str, &str, &str); 38] = [
    ("ACLU", "", "bnc"),
    ("ANNU", "", "bnc"),
    ("APLU", "", "bnc"),
    ("ARKU", "", "bnc"),
    ("CHVW", "QWJA PLLU", "bn"),
    ("CLAM", "CWLQ", "bn"),
    ("CMDU", "", "bnc"),
    ("COSU", "", "bnc"),
    ("CULU", "", "bnc"),
    ("EGLV", "", "bnc"),
    ("GOSU", "", "bn"),
    ("HDMU", "", "bnc"),
    ("HDUJ", "", "bnc"),
    ("HLCU", "", "bnc"),
    ("IILU", "", "bn"),
    ("MAEU", "", "bnc"),
    ("MATS", "", "bn"),
    ("MSCU", "MEDU", "bnc"),
    ("ONEY", "", "bnc"),
    ("OOLU", "", "bnc"),
    ("PCIU", "", "bnc"),
    ("SAFM", "", "bn"),
    ("SEAU", "SEAL", "bnc"),
    ("SEJJ", "", "bnc"),
    ("SMLM", "", "bnc"),
    ("SMLU", "", "bnc"),
    ("SQQY", "SJHH", "bnc"),
    ("SSBF", "WWSU", "bn"),
    ("SSPH", "", "bn"),
    ("TEST", "", "bn"),
    ("TJFH", "", "bn"),
    ("TRBR", "TBIE PYRR", "n"),
    ("TRKU", "", "bnc"),
    ("TXZJ", "", "bnc"),
    ("WDSB", "", ""),
    ("WHLC", "", "bnc"),
    ("YMLU", "YMPR YMSG YMJA", "bnc"),
    ("ZIMU", "", "bnc"),
];

#[test]
fn shipping_lines_have_the_addresses_of_their_pages_as_at_the_hosted_service() {
    let scenario = Scenario::new();
    let pages = |scac: &str| {
        let shown = scenario.get(&format!("/v2/shipping_lines/{scac}"));
        ["tracking_url", "contact_url"].map(|name| shown["data"]["attributes"][name].clone())
    };
    let matson = json!("https://www.matson.com/shipment-tracking.html");
    for (scac, tracking, contact) in [
        ("MAEU", json!("https://www.maersk.com/tracking/#tracking?${BLNUM}"), json!(null)),
        ("MATS", matson, json!(null)),
        (
            "SEAL",
            json!("https://my.sealand.com/tracking/#tracking/${BLNUM}"),
            json!("https://www.sealandmaersk.com/contact"),
        ),
        ("ARKU", json!(null), json!("http://www.arkasline.com.tr/en/contact_us.html")),
        ("ZIMU", json!(null), json!(null)),
    ] {
        assert_eq!(pages(scac), [tracking, contact], "{scac}");
    }
}

#[test]
fn every_carrier_of_the_hosted_service_is_listed_with_its_codes_and_supported_numbers() {
    let scenario = Scenario::new();
    let list = scenario.get("/v2/shipping_lines");
    for (scac, alternatives, kinds) in HOSTED {
        let line = list["data"].as_array().unwrap().iter().find(|line| line["id"] == scac);
        let attributes = &line.unwrap_or_else(|| panic!("{scac} is missing"))["attributes"];
        let codes = attributes["alternative_scacs"].as_array().unwrap();
        for code in alternatives.split_whitespace() {
            assert!(codes.contains(&json!(code)), "{scac} {codes:?}");
            assert_eq!(scenario.get(&format!("/v2/shipping_lines/{code}"))["data"]["id"], scac);
        }
        for (letter, kind) in [('b', "bill_of_lading"), ('n', "booking_number"), ('c', "container_number")] {
            assert_eq!(attributes[format!("{kind}_tracking_support")], kinds.contains(letter), "{scac} {kind}");
        }
        for name in ["name", "short_name"] {
            assert!(attributes[name].as_str().is_some_and(|name| !name.is_empty()), "{scac} {name}");
        }
    }
    let names: Vec<_> = ["MAEU", "HDMU", "PCIU"].map(|scac| name_of(&list, scac)).into();
    assert_eq!(names, ["Maersk", "Hyundai Merchant Marine", "Pacific International Lines"]);
}

fn name_of(list: &Value, scac: &str) -> String {
    let line = list["data"].as_array().unwrap().iter().find(|line| line["id"] == scac).unwrap();
    line["attributes"]["name"].as_str().unwrap().to_owned()
}

#[test]
fn request_shows_the_code_with_which_it_was_created() {
    let scenario = Scenario::new();
    let request = scenario.create("bill_of_lading", BILL, "SUDU");
    assert_eq!(scenario.request(&request)["scac"], "SUDU");
    for code in ["SUDU", "MAEU", "sudu", "MSKU"] {
        let found = scenario.get(&format!("/v2/tracking_requests?filter[scac]={code}&include=shipping_line"));
        assert_eq!(attributes(&found, "scac"), ["SUDU"], "{code}");
        assert_eq!(found["included"][0]["id"], "MAEU");
    }
    let again = creation("bill_of_lading", BILL, "MAEU");
    assert_eq!(scenario.refused(Method::Post, "/v2/tracking_requests", Some(&again)).1[0]["code"], "duplicate");
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.run();
    assert_eq!(scenario.carrier.asked()[0].scac, "MAEU", "the carrier gets its own code");
    assert_eq!(scenario.request(&request)["scac"], "SUDU");
}

#[test]
fn client_finds_the_request_of_a_number_under_any_code_of_its_carrier() {
    let scenario = Scenario::new();
    let client = scenario.service.client();
    let track = |number: &str, scac: &str| {
        client.tracking_requests().track(NewTrackingRequest::bill_of_lading(number, scac)).unwrap().id.clone()
    };
    assert_eq!(track(BILL, "SUDU"), track(NORMALIZED, "MAEU"));
}

#[test]
fn owner_prefix_of_containers_names_the_carrier() {
    let scenario = Scenario::new();
    let request = scenario.create("container", CONTAINERS[1], "MSKU");
    assert_eq!(scenario.request(&request)["scac"], "MAEU");
    let lessor = creation("container", "TGHU1643396", "TGHU");
    let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests", Some(&lessor));
    assert_eq!((status, &errors[0]["source"]["pointer"]), (422, &json!("/data/attributes/scac")));
    assert!(errors[0]["detail"].as_str().unwrap().contains("lessor"), "{errors}");
}

#[test]
fn owner_prefix_is_resolved_although_a_carrier_answers_for_every_code() {
    let scenario = Scenario::with(|builder| builder.any_carrier(ScriptedCarrier::default()));
    for (sent, shown) in [("MSKU", "MAEU"), ("CGMU", "CMDU"), ("SEAU", "SEAU"), ("XQLN", "XQLN")] {
        let digits = format!("{sent}12345678");
        let request = scenario.create("bill_of_lading", &digits, sent);
        assert_eq!(scenario.request(&request)["scac"], shown);
    }
}

#[test]
fn installed_carrier_keeps_a_code_that_is_an_owner_prefix() {
    let scenario = Scenario::with(|builder| builder.carrier("MSKU", ScriptedCarrier::default()).unwrap());
    let request = scenario.create("bill_of_lading", BILL, "MSKU");
    assert_eq!(scenario.request(&request)["scac"], "MSKU");
}

#[test]
fn installed_carrier_that_is_not_in_the_table_is_listed_with_its_name() {
    let carrier = ScriptedCarrier::default();
    carrier.knows("12345678", &voyage());
    let scenario = Scenario::with(|builder| {
        let builder = builder.carrier("XQLN", carrier.clone()).unwrap().carrier("YQLN", carrier.clone()).unwrap();
        builder.carrier_name("xqln", " Xanadu Lines ").unwrap()
    });
    let list = scenario.get("/v2/shipping_lines");
    assert_eq!((name_of(&list, "XQLN"), name_of(&list, "YQLN")), ("Xanadu Lines".to_owned(), "YQLN".to_owned()));
    assert_eq!(attributes(&scenario.get("/v2/shipping_lines?search=xanadu"), "scac"), ["XQLN"]);
    let line = scenario.get("/v2/shipping_lines/xqln");
    assert_eq!(line["data"]["attributes"]["container_number_tracking_support"], Value::Null);
    scenario.create("bill_of_lading", "12345678", "XQLN");
    scenario.run();
    let shipments = scenario.get("/v2/shipments");
    assert_eq!(attributes(&shipments, "shipping_line_name"), ["Xanadu Lines"]);
    let requests = scenario.get("/v2/tracking_requests?include=shipping_line");
    assert_eq!(requests["included"][0]["attributes"]["name"], "Xanadu Lines");
}

#[test]
fn name_of_a_carrier_is_rejected_if_the_table_has_the_carrier_or_the_name_is_not_valid() {
    let builder = shiptrack::service::Service::builder;
    for (scac, name) in [("SUDU", "Hamburg"), ("XQLN", " "), ("XQLN", "a\nb"), ("XQLN", &*"x".repeat(101)), ("X", "Y")]
    {
        let refusal = builder().carrier_name(scac, name).unwrap_err();
        assert_eq!(refusal.pointer(), Some("carrier_name"), "{scac} {name:?}");
    }
}

#[test]
fn get_shipping_lines_lists_carriers_with_codes_and_supported_number_kinds() {
    let scenario = Scenario::new();
    let list = scenario.get("/v2/shipping_lines");
    assert_eq!(list["links"], json!({ "self": "/v2/shipping_lines", "current": "/v2/shipping_lines" }));
    let lines = list["data"].as_array().unwrap();
    let maersk = lines.iter().find(|line| line["id"] == "MAEU").unwrap();
    assert_eq!(maersk["type"], "shipping_line");
    let attributes = &maersk["attributes"];
    assert_eq!((&attributes["scac"], &attributes["short_name"]), (&json!("MAEU"), &json!("Maersk")));
    assert!(
        attributes["name"].is_string() && attributes["alternative_scacs"].as_array().unwrap().contains(&json!("SUDU"))
    );
    for kind in ["bill_of_lading", "booking_number", "container_number"] {
        assert!(attributes[format!("{kind}_tracking_support")].is_boolean(), "{attributes}");
    }
    assert!(lines.iter().any(|line| line["id"] == "TEST"), "the sandbox is listed, too");
    let mut ids: Vec<_> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), lines.len());
}

#[test]
fn shipping_lines_are_searched_by_code_and_name() {
    let scenario = Scenario::new();
    let found = |text: &str| attributes(&scenario.get(&format!("/v2/shipping_lines?search={text}")), "scac");
    assert_eq!(found("maersk"), ["MAEU"]);
    assert_eq!(found("sudu"), ["MAEU"]);
    assert_eq!(found("no+such+line"), [""; 0]);
}

#[test]
fn get_shipping_lines_id_accepts_any_code_of_the_line() {
    let scenario = Scenario::new();
    for code in ["MAEU", "maeu", "SUDU"] {
        assert_eq!(scenario.get(&format!("/v2/shipping_lines/{code}"))["data"]["id"], "MAEU", "{code}");
    }
    assert_eq!(scenario.refused(Method::Get, "/v2/shipping_lines/QQQQ", None).0, 404);
}

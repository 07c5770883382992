//! Carriers that are named in place of their code, and numbers with and without the code of the carrier.

use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials};
use shiptrack::service::{Budget, Service};
use shiptrack::simulator::{Scenario as Voyage, SimulatedCarrier};
use shiptrack::{Client, NewTrackingRequest};
use shiptrack_tests::http_carrier::HttpCarrier;
use shiptrack_tests::scenario::{ScriptedCarrier, start};

use super::*;

fn client_of(scenario: &Scenario) -> Client {
    scenario.service.client()
}

#[test]
fn a_carrier_is_found_by_its_name() {
    let scenario = Scenario::with(|builder| {
        let builder = builder.carrier("HLCU", ScriptedCarrier::default()).unwrap();
        let builder = builder.carrier("OOLU", ScriptedCarrier::default()).unwrap();
        builder.carrier("MSCU", ScriptedCarrier::default()).unwrap()
    });
    let client = client_of(&scenario);
    let names = [("Maersk", "MAEU"), ("Hapag", "HLCU"), ("MSC", "MSCU"), ("hapag-lloyd", "HLCU"), ("OOCL", "OOLU")];
    for (at, (name, scac)) in names.into_iter().enumerate() {
        let number = format!("20000000{at}");
        let new = || NewTrackingRequest::bill_of_lading(&*number, name);
        let tracked = client.tracking_requests().track(new()).unwrap();
        assert_eq!(tracked.scac.as_deref(), Some(scac), "{name}");
        assert_eq!(client.tracking_requests().track(new()).unwrap().id, tracked.id, "{name}");
        let attributes =
            json!({ "request_type": "bill_of_lading", "request_number": format!("30000000{at}"), "scac": name });
        assert_eq!(create_request(&scenario, attributes)["attributes"]["scac"], scac, "{name} over HTTP");
    }
}

#[test]
fn an_ambiguous_or_unknown_name_of_a_carrier_is_rejected_with_candidates() {
    let scenario = Scenario::new();
    let client = client_of(&scenario);
    for (name, candidates) in [("Maersk Broker", json!(["MAEU"])), ("Acme Shipping", json!([]))] {
        let refused =
            client.tracking_requests().track(NewTrackingRequest::bill_of_lading("200000000", name)).unwrap_err();
        assert_eq!(refused.pointer(), Some("/data/attributes/scac"), "{name}");
        assert_eq!(refused.errors()[0].meta.as_ref().unwrap()["candidates"], candidates, "{name}");
        let attributes = json!({ "request_type": "bill_of_lading", "request_number": "200000000", "scac": name });
        let body = document("tracking_request", attributes);
        let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body));
        assert_eq!((status, &errors[0]["meta"]["candidates"]), (422, &candidates), "{name} over HTTP");
    }
}

#[test]
fn a_bill_reaches_the_carrier_in_the_form_of_its_profile() {
    const BARE: &str = "6123456789";
    const PREFIXED: &str = "COSU6123456789";
    for (form, wanted) in [("normal", BARE), ("without_prefix", BARE), ("with_prefix", PREFIXED)] {
        for submitted in [BARE, PREFIXED] {
            let carrier = HttpCarrier::new();
            carrier.knows(wanted, &profiles::journey());
            let text = format!(
                "[COSU]\nbase_url = '{}'\npath = '/events'\nheaders = {{ Authorization = 'Bearer tok-1' }}\nnumber = '{form}'\n\
                 parameters = {{ bill_of_lading = 'transportDocumentReference' }}\n",
                carrier.url()
            );
            let access = CarrierAccess::new(Profiles::parse(&text).unwrap(), Credentials::of_account("default"));
            let clock = shiptrack::clock::ManualClock::new(start());
            let service = Service::builder().clock(clock).carrier_access(access).in_memory().unwrap();
            let client = service.client();
            let new = NewTrackingRequest::bill_of_lading(submitted, "COSCO");
            let request = client.tracking_requests().track(new).unwrap();
            service.run_due(Budget::ALL).unwrap();
            let request = client.tracking_requests().get(&request.id).unwrap();
            assert_eq!(request.status.as_str(), "created", "{submitted} in the form {form}: {:?}", carrier.asked());
        }
    }
}

#[test]
fn a_simulated_carrier_knows_a_bill_with_and_without_its_code() {
    for known in ["6123456789", "COSU6123456789"] {
        for submitted in ["6123456789", "COSU6123456789"] {
            let journey = Voyage::built_in()[0].starting(start()).with_numbers("6123456780", known, &[CONTAINERS[0]]);
            let carrier = SimulatedCarrier::builder(journey).build();
            let scenario = Scenario::with(|builder| builder.carrier("COSU", carrier).unwrap());
            let request = scenario.create("bill_of_lading", submitted, "COSU");
            scenario.pass(30 * DAY);
            assert_eq!(scenario.request(&request)["status"], "created", "{submitted}, known as {known}");
        }
    }
}

#[test]
fn former_lines_liner_codes_and_legal_forms_name_the_line_of_today() {
    let scenario = Scenario::with(|builder| {
        ["HLCU", "ONEY", "EGLV", "WHLC", "CMDU"]
            .into_iter()
            .fold(builder, |builder, scac| builder.carrier(scac, ScriptedCarrier::default()).unwrap())
    });
    let client = client_of(&scenario);
    let names = [
        ("Mærsk", "MAEU"),
        ("MSK", "MAEU"),
        ("Hamburg Süd", "MAEU"),
        ("Maersk Line A/S", "MAEU"),
        ("HAPAG LLOYD AG", "HLCU"),
        ("UASC", "HLCU"),
        ("CSAV", "HLCU"),
        ("NYK", "ONEY"),
        ("MOL", "ONEY"),
        ("K-Line", "ONEY"),
        ("EMC", "EGLV"),
        ("WHL", "WHLC"),
        ("APL", "CMDU"),
        ("APL Ltd.", "CMDU"),
    ];
    for (at, (name, scac)) in names.into_iter().enumerate() {
        let new = NewTrackingRequest::bill_of_lading(format!("4000000{at:02}"), name);
        let tracked = client.tracking_requests().track(new).unwrap();
        assert_eq!(tracked.scac.as_deref(), Some(scac), "{name}");
    }
}

#[test]
fn a_code_with_exchanged_letters_is_rejected_with_the_code_that_was_meant() {
    let of_listed = Scenario::new();
    let of_any = Scenario::with(|builder| builder.any_carrier(ScriptedCarrier::default()));
    for scenario in [&of_listed, &of_any] {
        let client = client_of(scenario);
        let track =
            |scac: &str| client.tracking_requests().track(NewTrackingRequest::bill_of_lading("200000000", scac));
        let refused = track("MEAU").unwrap_err();
        assert_eq!(refused.pointer(), Some("/data/attributes/scac"));
        assert!(refused.to_string().contains("Did you mean MAEU (Maersk)?"), "{refused}");
    }
    let other = NewTrackingRequest::bill_of_lading("200000001", "QQQQ");
    assert!(client_of(&of_any).tracking_requests().track(other).is_ok(), "another code is asked for");
    let refused = client_of(&of_listed)
        .tracking_requests()
        .track(NewTrackingRequest::bill_of_lading("200000001", "HLCX"))
        .unwrap_err();
    assert!(refused.to_string().contains("Did you mean HLCU (Hapag-Lloyd)?"), "{refused}");
}

#[test]
fn two_carriers_in_one_text_are_named_in_the_error() {
    let client = client_of(&Scenario::new());
    let refused =
        client.tracking_requests().track(NewTrackingRequest::bill_of_lading("200000000", "Maersk / HLCU")).unwrap_err();
    let words = "names two carriers, MAEU (Maersk) and HLCU (Hapag-Lloyd)";
    assert!(refused.to_string().contains(words), "{refused}");
}

#[test]
fn a_name_for_the_carrier_of_all_other_codes_is_listed_and_found() {
    let scenario = Scenario::with(|builder| {
        builder.any_carrier(ScriptedCarrier::default()).carrier_name("QZXW", "Quay Lines").unwrap()
    });
    let client = client_of(&scenario);
    let tracked =
        client.tracking_requests().track(NewTrackingRequest::bill_of_lading("200000000", "quay lines")).unwrap();
    assert_eq!(tracked.scac.as_deref(), Some("QZXW"));
    let listed: Vec<_> = client.shipping_lines().list().into_iter().map(|line| line.unwrap()).collect();
    assert!(listed.iter().any(|line| (&*line.scac, &*line.name) == ("QZXW", "Quay Lines")));
}

//! Records that an earlier version wrote link nothing: the next look-up gives them their places, and tells nobody.

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::carriers::{Answer, LookUp};
use shiptrack::http::{Call, Method, Transport};
use shiptrack_tests::scenario::{json_of, send};
use shiptrack_tests::scratch::Scratch;

use super::{VERSIONS, make, unpacked};

/// The version from which on records have their links.
pub(super) const LINKED: u32 = 7;

/// All of a listing.
fn all(transport: &dyn Transport, path: &str) -> Vec<Value> {
    let (mut path, mut found) = (format!("{path}?page[size]=100"), Vec::new());
    loop {
        let mut page = json_of(&send(transport, Method::Get, &path, None));
        found.append(page["data"].as_array_mut().expect("a list"));
        let Some(next) = page["links"]["next"].as_str() else { return found };
        path = next.to_owned();
    }
}

fn link<'r>(resource: &'r Value, name: &str) -> &'r Value {
    &resource["relationships"][name]["data"]
}

#[test]
fn records_of_an_earlier_version_get_their_links_at_their_next_look_up_and_nothing_is_told_of_it() {
    for version in VERSIONS.into_iter().filter(|version| *version < LINKED) {
        let scratch = Scratch::new();
        // It answers, and says nothing.
        let nothing = |_: &LookUp, _: &Call| Ok(Answer::default());
        let opened = make::asking(&unpacked(version, &scratch), nothing);
        let account = opened.service.default_account().clone();
        let transport = opened.transport(&account);
        let transport = transport.as_ref();
        let before = all(transport, "/v2/shipments");
        assert!(before.iter().all(|shipment| link(shipment, "port_of_lading").is_null()), "opening changes nothing");
        let told = opened.service.events(&account, 0, usize::MAX).unwrap().len();
        opened.pass(Duration::from_secs(2 * 24 * 3_600));

        let after = all(transport, "/v2/shipments");
        assert_eq!(after.len(), before.len());
        let followed = |shipment: &&Value| shipment["attributes"]["line_tracking_stopped_at"].is_null();
        let mut linked = 0;
        for shipment in after.iter().filter(followed) {
            for (name, locode) in
                [("port_of_lading", "port_of_lading_locode"), ("port_of_discharge", "port_of_discharge_locode")]
            {
                let locode = &shipment["attributes"][locode];
                if locode.is_null() {
                    continue;
                }
                let target = link(shipment, name);
                assert_eq!(target["type"], "port", "version {version}: {shipment}");
                let path = format!("/v2/ports/{}", target["id"].as_str().unwrap());
                let port = json_of(&send(transport, Method::Get, &path, None));
                assert_eq!(&port["data"]["attributes"]["code"], locode);
                linked += 1;
            }
        }
        let events = all(transport, "/v2/containers").iter().find_map(|container| {
            let path = format!("/v2/containers/{}/transport_events", container["id"].as_str().unwrap());
            let events = all(transport, &path);
            events.iter().any(|event| !link(event, "vessel").is_null()).then_some(events)
        });
        assert!(events.is_some(), "version {version}: events link their vessels");
        let news = opened.service.events(&account, 0, usize::MAX).unwrap().split_off(told);
        let news: Vec<String> = news.iter().map(|event| event.event.to_string()).collect();
        println!("version {version}: {linked} links of shipments; told meanwhile: {news:?}");
        assert!(linked > 10 && news.iter().all(|name| name.starts_with("tracking_request.")), "{}", json!(news));
    }
}

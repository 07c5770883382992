//! Tests a service from end to end: months of tracking in one SQLite file, with webhooks, carriers and a client on loopback sockets.
//!
//! The test uses a manual clock. The webhook receiver is an HTTP server. The carrier `MAEU` answers from a file of facts, `ONEY` from
//! code, and `SIML` over HTTP.

mod facts_file;
mod receiver;
mod shipping_line;
mod simulated;
mod voyages;

use std::collections::BTreeMap;

use shiptrack::client::{Client, NewTrackingRequest, NewWebhook};
use shiptrack::clock::{CancelToken, ManualClock};
use shiptrack::resources::{Container, Document, DocumentRepresentation, EmailSubmission};
use shiptrack::service::{Service, Settle};
use shiptrack_tests::scratch::Scratch;

use facts_file::FactsFile;
use receiver::Receiver;
use shipping_line::ShippingLine;

const MESSAGE: &[u8] = include_bytes!("arrival-notice.eml");

/// The service and what all steps of the test use.
struct Stage {
    service: Service,
    client: Client,
    clock: ManualClock,
    receiver: Receiver,
}

impl Stage {
    /// Runs due work until this time, and returns how often each event was delivered.
    fn run_until(&self, moment: &str) -> BTreeMap<String, usize> {
        self.service.run_until(moment.parse().unwrap(), &CancelToken::new()).unwrap();
        self.receiver.delivered()
    }

    /// The statuses of all tracking requests, oldest first.
    fn statuses(&self) -> Vec<String> {
        let requests = self.client.tracking_requests().list().into_iter();
        let mut statuses: Vec<_> = requests.map(|request| request.unwrap().status.to_string()).collect();
        statuses.reverse();
        statuses
    }
}

fn count(deliveries: &BTreeMap<String, usize>, event: &str) -> usize {
    deliveries.get(event).copied().unwrap_or_default()
}

#[test]
fn one_service_tracks_receives_mail_and_serves_from_end_to_end() {
    let folder = Scratch::new();
    let clock = ManualClock::new("2026-05-01T08:00:00Z".parse().unwrap());
    let simulated = simulated::Site::start(clock.clone());
    let service = Service::builder()
        .clock(clock.clone())
        .carrier("MAEU", FactsFile::read())
        .and_then(|builder| builder.carrier("ONEY", ShippingLine::new()))
        .and_then(|builder| {
            builder.carrier_access(simulated.access()).allow_loopback().open(folder.path("tracking.db"))
        })
        .unwrap();
    let client = service.client();
    let receiver = Receiver::start(clock.clone());
    let webhook = client.webhooks().create(NewWebhook::new(receiver.url())).unwrap();
    receiver.trust(webhook.secret.as_ref().unwrap().reveal());
    let stage = Stage { service, client, clock, receiver };

    requests_are_followed_until_the_containers_are_returned(&stage);
    voyages::one_container_makes_two_voyages(&stage);
    simulated.bill_is_tracked_by_its_profile(&stage);
    mail_becomes_documents(&stage);
    requests_and_mail_are_served_over_http(&stage);
}

fn requests_are_followed_until_the_containers_are_returned(stage: &Stage) {
    let requests = stage.client.tracking_requests();
    for new in [
        NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU"),
        NewTrackingRequest::container("MSKU 030896-1", "MAEU"),
        NewTrackingRequest::booking_number("TEST-TR-AWAITING", "TEST"),
        NewTrackingRequest::bill_of_lading("TEST-TR-RETRYING", "TEST"),
        NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST"),
    ] {
        assert_eq!(requests.create(new.ref_numbers(["PO-4711"])).unwrap().status.as_str(), "pending");
    }
    let refused = requests.create(NewTrackingRequest::bill_of_lading("maeu 123456789", "MAEU")).unwrap_err();
    assert_eq!(
        (refused.http_status(), refused.code(), refused.pointer()),
        (Some(422), Some("duplicate"), Some("/data/attributes/request_number")),
        "the same bill in another spelling"
    );

    let first = stage.run_until("2026-05-01T08:00:00Z");
    assert_eq!(stage.statuses(), ["created", "created", "awaiting_manifest", "pending", "failed"]);
    for (event, times) in [("succeeded", 2), ("awaiting_manifest", 1), ("failed", 1)] {
        assert_eq!(count(&first, &format!("tracking_request.{event}")), times, "{event}: {first:?}");
    }
    let retried = stage.run_until("2026-05-01T08:10:00Z");
    assert_eq!(stage.statuses(), ["created", "created", "awaiting_manifest", "created", "failed"]);
    assert_eq!((count(&retried, "tracking_request.succeeded"), count(&retried, "container.created")), (1, 2));
    let found = stage.run_until("2026-05-03T08:10:00Z");
    assert_eq!(stage.statuses(), ["created", "created", "created", "created", "failed"]);
    assert_eq!((count(&found, "tracking_request.succeeded"), count(&found, "container.created")), (1, 2));
    let arrived = stage.run_until("2026-05-15T08:10:00Z");
    for event in ["vessel_arrived", "vessel_discharged", "available", "full_out"] {
        assert_eq!(count(&arrived, &format!("container.transport.{event}")), 7, "{event}: {arrived:?}");
    }
    assert_eq!(count(&arrived, "shipment.estimated.arrival"), 2);
    let returned = stage.run_until("2026-05-23T08:10:00Z");
    assert_eq!(count(&returned, "container.transport.empty_in"), 7, "{returned:?}");
    assert_eq!(count(&returned, "tracking_request.tracking_stopped"), 4, "{returned:?}");
    assert_eq!(stage.statuses(), ["tracking_stopped"; 4].into_iter().chain(["failed"]).collect::<Vec<_>>());

    let shipment = stage.client.shipments().list().number("MAEU123456789").first().unwrap().unwrap();
    let ports = [&shipment.port_of_lading_name, &shipment.port_of_discharge_name].map(Option::as_deref);
    assert_eq!(ports, [Some("Ningbo"), Some("Long Beach")]);
    assert_eq!(shipment.pod_ata_at.as_ref().unwrap().as_str(), "2026-05-12T12:20:00Z");
    let containers: Vec<_> = shipment.containers.ids::<Container>().collect();
    assert_eq!(containers.len(), 2);
    for id in containers {
        let container = stage.client.containers().get(&id).unwrap();
        assert_eq!(container.current_status.as_str(), "empty_returned", "{}", container.number);
        let events = voyages::events(stage, &id).into_iter().filter(|event| !event.withdrawn);
        let names: Vec<_> = events.map(|event| event.name).collect();
        assert_eq!(
            names,
            "empty_out full_in vessel_loaded vessel_departed vessel_arrived vessel_discharged available full_out empty_in"
                .split(' ')
                .collect::<Vec<_>>(),
            "{}",
            container.number
        );
    }
}

fn mail_becomes_documents(stage: &Stage) {
    let account = stage.service.default_account();
    let ingested = stage.service.ingest_email(account, MESSAGE, None).unwrap();
    let again = stage.service.ingest_email(account, MESSAGE, None).unwrap();
    assert_eq!(
        (again.is_new, &again.submission.id),
        (false, &ingested.submission.id),
        "the same bytes are one submission"
    );
    stage.service.settle(Settle::new()).unwrap();
    let delivered = stage.receiver.delivered();
    assert_eq!((count(&delivered, "document.extracted"), count(&delivered, "document.extraction_failed")), (1, 1));
    mail_is_listed(&stage.client);
}

/// Checks that one submission with two documents is listed, and that the packing list was read.
fn mail_is_listed(client: &Client) {
    let list = client.email_submissions().list().include(["documents", "documents.last_document_representation"]);
    let page = list.first_page().unwrap().expect("there is a page");
    let emails: Vec<EmailSubmission> = page.iter().collect::<Result<_, _>>().unwrap();
    let [email] = &emails[..] else { panic!("one email submission, not {}", emails.len()) };
    assert_eq!(email.subject, "Arrival notice – bill of lading MAEU123456789");
    assert_eq!(email.from, ["imports@carrier.example"]);
    let documents = email.documents.ids().map(|id| page.included::<Document>(&id).unwrap().unwrap());
    let mut readings: Vec<(String, String)> = documents
        .map(|document| {
            let id = document.last_document_representation.id::<DocumentRepresentation>();
            let representation = id.and_then(|id| page.included::<DocumentRepresentation>(&id)).transpose().unwrap();
            let payload = representation.map(|read| serde_json::to_string(&read.payload).unwrap());
            (document.name.clone(), payload.unwrap_or_default())
        })
        .collect();
    readings.sort();
    let [(notice, _), (packing_list, read)] = &readings[..] else { panic!("two documents, not {readings:?}") };
    assert_eq!([notice, packing_list], ["arrival-notice.pdf", "packing-list.csv"]);
    assert!(read.contains("MSKU0308961") && read.contains("MRKU0516710"), "{read}");
}

fn requests_and_mail_are_served_over_http(stage: &Stage) {
    let key = stage.service.create_key(stage.service.default_account(), "end to end").unwrap().key;
    assert!(!format!("{key:?}").contains(key.reveal()), "the text of a key is not printed");
    let server = stage.service.server().start().unwrap();
    let client = Client::new(format!("{}/v2", server.url()), key.reveal()).unwrap();
    let pages: Vec<_> = client.tracking_requests().list().page_size(2).pages().collect::<Result<_, _>>().unwrap();
    assert_eq!(pages.iter().map(|page| page.len()).collect::<Vec<_>>(), [2; 4]);
    assert!(pages.iter().all(|page| page.total() == Some(8)));
    let numbers = pages.iter().flat_map(|page| page.iter()).map(|request| request.unwrap().request_number);
    assert_eq!(
        numbers.collect::<Vec<_>>(),
        [
            "SIML2600002",
            "CSQU3054383",
            "ONEYSHAK0410",
            "TEST-TR-FAILED",
            "TEST-TR-RETRYING",
            "TEST-TR-AWAITING",
            "MSKU 030896-1",
            "MAEU123456789",
        ]
    );
    mail_is_listed(&client);
    server.stop();
}

//! Makes every call of the client on two equal services, one in process and one over HTTP. Results, documents and errors must be the same.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::client::{
    Client, ContainerUpdate, CustomFieldDefinitionUpdate, CustomFieldOptionUpdate, DocumentUpdate, Fetched, List,
    NewCustomFieldDefinition, NewCustomFieldOption, NewTrackingRequest, NewUpload, NewWebhook, PartyUpdate,
    ShipmentUpdate, TrackResult, TrackingRequestUpdate, Wait, WebhookTrigger, WebhookUpdate,
};
use shiptrack::error::{Error, Result};
use shiptrack::http::{Method, Roots};
use shiptrack::ids::Id;
use shiptrack::jsonapi::{AnyResource, Query, Resource, ResourceId};
use shiptrack::resources::{Answer, EventName, INTERFACE};
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::seeded::SeededRandom;

const BILL: &str = "MAEU123456789";
const HOOK: &str = "http://127.0.0.1:1/hook";

/// A client of one of the services, and the results of its calls.
struct Recording {
    client: Client,
    /// The start of links.
    origin: String,
    results: Vec<(String, String)>,
}

/// Returns a service with a scripted carrier. All services from this function are equal.
fn scenario() -> Scenario {
    let scenario = Scenario::with(|builder| builder.entropy(SeededRandom::new(7)));
    scenario.carrier.then_facts(&json!([
        { "particulars": { "port_of_lading": { "locode": "CNSHA" }, "port_of_discharge": { "locode": "USLAX" },
                           "containers": ["MSKU0308961", "TGHU1643396"] } },
        { "container": "MSKU0308961",
          "event": { "milestone": "vessel_loaded", "at": "2026-04-26T11:00:00Z", "place": { "locode": "CNSHA" } } },
        { "event": { "milestone": "vessel_departed", "at": "2026-04-27T01:00:00Z", "place": { "locode": "CNSHA" } } },
    ]));
    scenario
}

const MAIL: &[u8] =
    b"From: a@forwarder.example\r\nSubject: Arrival\r\nMessage-ID: <1@a.example>\r\nContent-Type: text/plain; \
name=n.txt\r\nContent-Disposition: attachment; filename=n.txt\r\n\r\nTGHU1643396\r\n";

impl Recording {
    fn record(&mut self, verb: &str, result: String) {
        // Only links differ: over HTTP they are whole URLs.
        let result = if self.origin.is_empty() { result } else { result.replace(&self.origin, "") };
        self.results.push((verb.to_owned(), result));
    }

    /// Records a document.
    fn record_document<T: Resource>(&mut self, verb: &str, result: Result<Fetched<T>>) -> Option<T> {
        self.record(
            verb,
            match &result {
                Ok(found) => {
                    let media_type = found.headers().get("Content-Type");
                    format!("{} {media_type:?} {}", found.status(), found.document().text())
                }
                Err(error) => describe_error(error),
            },
        );
        result.ok().map(Fetched::into_inner)
    }

    /// Records plain JSON.
    fn record_json(&mut self, verb: &str, result: Result<Value>) {
        self.record(verb, result.map_or_else(|error| describe_error(&error), |found| found.to_string()));
    }

    fn record_deletion(&mut self, verb: &str, result: Result<()>) {
        self.record(verb, result.map_or_else(|error| describe_error(&error), |()| "deleted".to_owned()));
    }

    /// Records every page of a listing.
    fn record_pages<T: Resource>(&mut self, verb: &str, list: List<T>) -> Vec<T> {
        let mut items = Vec::new();
        for page in list.pages() {
            match page {
                Ok(page) => {
                    self.record(verb, format!("{} {}", page.status(), page.text()));
                    items.extend(page.iter().map(|item| item.expect("an item of our own service")));
                }
                Err(error) => self.record(verb, describe_error(&error)),
            }
        }
        items
    }

    fn record_track(&mut self, verb: &str, result: Result<TrackResult>) {
        self.record(
            verb,
            match &result {
                Ok(tracked) => format!("{tracked:?}"),
                Err(error) => describe_error(error),
            },
        );
    }
}

fn describe_error(error: &Error) -> String {
    let body = String::from_utf8_lossy(error.body().unwrap_or_default()).into_owned();
    format!(
        "{:?} {error} {:?} {:?} {:?} {:?} {} {body}",
        error.kind(),
        error.http_status(),
        error.errors(),
        error.retry_after(),
        error.resume_from(),
        error.is_in_doubt()
    )
}

fn bill(number: &str) -> NewTrackingRequest {
    NewTrackingRequest::bill_of_lading(number, "MAEU")
}

/// Makes all calls.
fn make_calls(scenario: &Scenario, recording: &mut Recording) {
    tracking_requests(scenario, recording);
    shipments_and_containers(recording);
    mail(scenario, recording);
    // The rate limit of the key is per minute.
    scenario.clock.advance(Duration::from_secs(60));
    webhooks(scenario, recording);
    parties(recording);
    custom_fields(scenario, recording);
    everything_else(recording);
}

fn tracking_requests(scenario: &Scenario, recording: &mut Recording) {
    let client = recording.client.clone();
    let requests = client.tracking_requests();
    let new = || bill(BILL).ref_numbers(["PO-1"]).shipment_tags(["urgent"]);
    let created =
        recording.record_document("tracking_requests.create", requests.create(new())).expect("the request is created");
    recording.record_document("tracking_requests.create", requests.create(new()));
    recording.record_document(
        "tracking_requests.create",
        requests.create(NewTrackingRequest::container("MSCU1234567", "MSCU")),
    );
    recording.record_document(
        "tracking_requests.create",
        requests.create(NewTrackingRequest::bill_of_lading("MEDUF5399896", "MSCU")),
    );
    recording.record_track("tracking_requests.track", requests.track(bill("maeu 123-456-789")));
    recording.record_track("tracking_requests.track", requests.track(bill("MAEU200000000")));
    recording
        .record_track("tracking_requests.track_until_certain", requests.track_until_certain(bill("MAEU300000000")));
    recording
        .record_track("tracking_requests.track_until_certain", requests.track_until_certain(bill("PO-4500012345")));
    scenario.run();
    recording.record_document("tracking_requests.wait", requests.wait(&created.id, Wait::until_settled()));
    let waiting = requests.list().number("MAEU200000000").first().unwrap().unwrap();
    let short = Wait::until_settled().timeout(Duration::from_secs(60));
    recording.record_document("tracking_requests.wait", requests.wait(&waiting.id, short.clone()));
    let mut wait = requests.start_wait(&waiting.id, short.timeout(Duration::ZERO));
    recording.record("tracking_requests.start_wait", format!("{:?}", wait.look().map(|status| format!("{status:?}"))));
    recording.record("tracking_requests.start_wait", describe_error(&wait.look().unwrap_err()));
    recording.record_document("tracking_requests.get", requests.get(&created.id));
    recording.record_document("tracking_requests.get", requests.get(&Id::new("unknown")));
    recording.record_document("tracking_requests.get", requests.get(&Id::new("a/../b?c#d")));
    recording
        .record_document("tracking_requests.get_including", requests.get_including(&created.id, ["tracked_object"]));
    recording.record_document("tracking_requests.get_including", requests.get_including(&created.id, ["kittens"]));
    let changes = TrackingRequestUpdate::new().ref_numbers(["PO-2", "PO-3"]);
    recording.record_document("tracking_requests.update", requests.update(&created.id, changes));
    let wrong = TrackingRequestUpdate::new().customer("00000000-0000-4000-8000-000000000404");
    recording.record_document("tracking_requests.update", requests.update(&created.id, wrong));
    let wrong = TrackingRequestUpdate::new().attribute("ref_numbers", 7);
    recording.record_document("tracking_requests.update", requests.update(&created.id, wrong));
    for list in [
        requests.list(),
        requests.list().page_size(1),
        requests.list().page_number(2).page_size(2),
        requests.list().page_size(0),
        requests.list().number(BILL).scac("MAEU"),
        requests.list().query("filter[colour]", "red"),
        requests.list().include(["kittens"]),
    ] {
        recording.record_pages("tracking_requests.list", list);
    }
    for number in [BILL, "MSCU5956818", "123456789", "", "PO-4500012345"] {
        let inferred = requests.infer_number(number);
        let line = match &inferred {
            Ok(found) => format!("{} {:?} {:?}", found.answer().document().text(), found.selected(), found.decision()),
            Err(error) => describe_error(error),
        };
        recording.record("tracking_requests.infer_number", line);
    }
    let mistaken = requests.create(NewTrackingRequest::bill_of_lading("MAEU000000009", "MAEU")).unwrap();
    for _ in 0..2 {
        recording.record_deletion("tracking_requests.delete", requests.delete(&mistaken.id));
    }
}

fn shipments_and_containers(recording: &mut Recording) {
    let client = recording.client.clone();
    let shipments = client.shipments();
    let shipment = recording.record_pages("shipments.list", shipments.list()).remove(0);
    recording
        .record_pages("shipments.list", shipments.list().number(BILL).tracking_stopped(false).include(["containers"]));
    recording.record_document("shipments.get", shipments.get(&shipment.id));
    recording.record_document("shipments.get", shipments.get(&Id::new("unknown")));
    recording.record_document("shipments.get_including", shipments.get_including(&shipment.id, ["containers"]));
    recording.record_document(
        "shipments.update",
        shipments.update(&shipment.id, ShipmentUpdate::new().ref_numbers(["S-1"]).tags(["t"])),
    );
    recording.record_json("shipments.doubts", shipments.doubts(&shipment.id));
    recording.record_json("shipments.doubts", shipments.doubts(&Id::new("unknown")));
    recording.record_document("shipments.stop_tracking", shipments.stop_tracking(&shipment.id));
    recording.record_document("shipments.stop_tracking", shipments.stop_tracking(&shipment.id));
    recording.record_document("shipments.resume_tracking", shipments.resume_tracking(&shipment.id));
    recording.record_document("shipments.resume_tracking", shipments.resume_tracking(&shipment.id));
    let containers = client.containers();
    let found = recording.record_pages("containers.list", containers.list());
    recording.record_pages("containers.list", containers.list().page_size(1).include(["shipment"]));
    let changes = ContainerUpdate::new().ref_numbers(["C-1"]);
    recording.record_document("containers.update", containers.update(&found[0].id, changes));
    for container in &found {
        recording.record_document("containers.get", containers.get(&container.id));
        recording.record_document(
            "containers.get_including",
            containers.get_including(&container.id, ["shipment", "transport_events"]),
        );
        recording.record_pages("containers.transport_events", containers.transport_events(&container.id).page_size(1));
        recording.record_pages("containers.raw_events", containers.raw_events(&container.id));
        recording.record_json("containers.map_geojson", containers.map_geojson(&container.id));
        recording.record_json("containers.route", containers.route(&container.id));
    }
    recording.record_pages("containers.transport_events", containers.transport_events(&Id::new("unknown")));
    for id in [found[0].id.clone(), Id::new("unknown")] {
        let message = containers.refresh(&id);
        recording.record(
            "containers.refresh",
            message.map_or_else(|error| describe_error(&error), |message| message.to_string()),
        );
    }
}

fn mail(scenario: &Scenario, recording: &mut Recording) {
    scenario.service.ingest_email(&scenario.account, MAIL, None).unwrap();
    let client = recording.client.clone();
    let emails = client.email_submissions();
    let email = recording.record_pages("email_submissions.list", emails.list()).remove(0);
    let every = ["account", "user", "documents"];
    recording.record_pages("email_submissions.list", emails.list().include(every));
    recording.record_pages("email_submissions.list", emails.list().query("page[number]", "0"));
    recording.record_document("email_submissions.get", emails.get(&email.id));
    recording.record_document("email_submissions.get", emails.get(&Id::new("unknown")));
    recording.record_document("email_submissions.get_including", emails.get_including(&email.id, every));
    let documents = client.documents();
    let document = recording.record_pages("documents.list", documents.list()).remove(0);
    recording.record_document("documents.get", documents.get(&document.id));
    let with = ["email_submission", "last_document_representation"];
    recording.record_document("documents.get_including", documents.get_including(&document.id, with));
    let uploaded = documents.upload(NewUpload::reader("a.txt", Cursor::new(b"MSKU0308961"))).unwrap();
    recording.record_document("documents.create", documents.create("b", "unknown"));
    recording.record_document(
        "documents.update",
        documents.update(&uploaded.id, DocumentUpdate::new().document_type_manual("invoice")),
    );
    recording.record_json("documents.types", documents.types());
    recording.record_json("documents.reextract", documents.reextract(&uploaded.id));
    recording.record_json("documents.reclassify", documents.reclassify(&uploaded.id));
    recording.record_json("documents.relink", documents.relink(&uploaded.id));
    recording.record_json("documents.rotate", documents.rotate(&uploaded.id, 90));
    // The URL is different each time.
    recording.record_json(
        "documents.download_url",
        documents.download_url(&uploaded.id).map(|answer| Value::from(answer.is_object())),
    );
    recording.record_json("documents.download_url", documents.download_url(&Id::new("unknown")));
    for _ in 0..2 {
        recording.record_json("documents.delete", documents.delete(&uploaded.id).map(|()| Value::Null));
    }
    recording
        .record_document("document_schemas.get", client.document_schemas().get(&Id::new("arrival_notice@2026-11-01")));
}

fn webhooks(scenario: &Scenario, recording: &mut Recording) {
    let client = recording.client.clone();
    let webhooks = client.webhooks();
    let new = NewWebhook::new(HOOK).events([EventName::TrackingRequestSucceeded, EventName::TrackingRequestFailed]);
    let webhook = recording.record_document("webhooks.create", webhooks.create(new)).expect("the webhook is created");
    for refused in ["", "ftp://127.0.0.1/", "http://10.0.0.1/"] {
        recording.record_document("webhooks.create", webhooks.create(NewWebhook::new(refused)));
    }
    recording.record_document("webhooks.get", webhooks.get(&webhook.id));
    recording.record_pages("webhooks.list", webhooks.list());
    recording.record_pages("webhooks.events", webhooks.events());
    recording.record_json("webhooks.ips", webhooks.ips());
    // The in-process client is the host program, which gets a more detailed message.
    let refused = webhooks.trigger(WebhookTrigger::new("http://10.0.0.1/", EventName::ContainerCreated)).unwrap_err();
    recording.record("webhooks.trigger", format!("{:?} {:?}", refused.kind(), refused.http_status()));
    client.tracking_requests().create(NewTrackingRequest::container("MSCU5956818", "MAEU")).unwrap();
    scenario.run();
    let notifications = client.webhook_notifications();
    let notification = recording.record_pages("webhook_notifications.list", notifications.list()).remove(0);
    recording.record_pages("webhook_notifications.examples", notifications.examples(EventName::ContainerCreated));
    recording.record_document("webhook_notifications.get", notifications.get(&notification.id));
    let with = ["webhook", "reference_object"];
    recording
        .record_document("webhook_notifications.get_including", notifications.get_including(&notification.id, with));
    recording.record_document(
        "webhooks.update",
        webhooks.update(&webhook.id, WebhookUpdate::new().active(false).url("http://127.0.0.1:2/")),
    );
    recording.record_document("webhooks.update", webhooks.update(&webhook.id, WebhookUpdate::new().events([])));
    for overlap in [Duration::ZERO, Duration::from_secs(3_600), Duration::MAX] {
        recording.record_document("webhooks.rotate_secret", webhooks.rotate_secret(&webhook.id, overlap));
    }
    for active in [false, true] {
        webhooks.update(&webhook.id, WebhookUpdate::new().active(active)).unwrap();
        recording
            .record_json("webhooks.replay", webhooks.replay(&webhook.id, notification.created_at.clone().unwrap()));
    }
    for _ in 0..2 {
        recording.record_deletion("webhooks.delete", webhooks.delete(&webhook.id));
    }
}

fn parties(recording: &mut Recording) {
    let client = recording.client.clone();
    let parties = client.parties();
    let party = recording.record_document("parties.create", parties.create("Acme")).expect("the resource is created");
    for refused in ["Acme", "", &"x".repeat(256)] {
        recording.record_document("parties.create", parties.create(refused));
    }
    recording.record_document("parties.get", parties.get(&party.id));
    recording.record_document("parties.get", parties.get(&Id::new("unknown")));
    for name in ["Beta", " "] {
        recording.record_document("parties.update", parties.update(&party.id, PartyUpdate::new().company_name(name)));
    }
    recording.record_pages("parties.list", parties.list().page_size(1));
}

fn custom_fields(scenario: &Scenario, recording: &mut Recording) {
    // The rate limit of the key is per minute.
    scenario.clock.advance(Duration::from_secs(60));
    let client = recording.client.clone();
    let definitions = client.custom_field_definitions();
    let mut defined = Vec::new();
    for (entity, kind) in [("Shipment", "enum"), ("Container", "number"), ("TrackingRequest", "date"), ("Kitten", "x")]
    {
        let new = NewCustomFieldDefinition::new(entity, "grade", "Grade", kind);
        defined.extend(recording.record_document("custom_field_definitions.create", definitions.create(new)));
    }
    let definition = &defined[0];
    let changes = CustomFieldDefinitionUpdate::new().display_name("Quality grade");
    recording.record_document("custom_field_definitions.update", definitions.update(&definition.id, changes));
    let option = recording.record_document(
        "custom_field_definitions.create_option",
        definitions.create_option(&definition.id, NewCustomFieldOption::new("A", "a")),
    );
    let option = option.expect("the resource is created");
    recording
        .record_document("custom_field_definitions.get_option", definitions.get_option(&definition.id, &option.id));
    let changes = CustomFieldOptionUpdate::new().label("Ä");
    recording.record_document(
        "custom_field_definitions.update_option",
        definitions.update_option(&definition.id, &option.id, changes),
    );
    recording.record_document("custom_field_definitions.get", definitions.get(&definition.id));
    recording.record_pages("custom_field_definitions.list", definitions.list().page_size(1));
    recording.record_pages("custom_field_definitions.options", definitions.options(&definition.id));
    let shipment = client.shipments().list().first().unwrap().unwrap();
    let container = client.containers().list().first().unwrap().unwrap();
    let request = client.tracking_requests().list().first().unwrap().unwrap();
    let (shipments, containers, requests) = (client.shipments(), client.containers(), client.tracking_requests());
    for value in [json!("a"), json!("b"), Value::Null] {
        let result = shipments.create_custom_field(&shipment.id, "grade", value.clone());
        recording.record_document("shipments.create_custom_field", result);
        let result = shipments.update_custom_field(&shipment.id, "grade", value);
        recording.record_document("shipments.update_custom_field", result);
    }
    recording
        .record_document("containers.create_custom_field", containers.create_custom_field(&container.id, "grade", 1));
    recording
        .record_document("containers.update_custom_field", containers.update_custom_field(&container.id, "grade", 2));
    let day = "2026-01-31";
    recording.record_document(
        "tracking_requests.create_custom_field",
        requests.create_custom_field(&request.id, "grade", day),
    );
    recording.record_document(
        "tracking_requests.update_custom_field",
        requests.update_custom_field(&request.id, "grade", "today"),
    );
    recording.record_pages("shipments.custom_fields", shipments.custom_fields(&shipment.id));
    recording.record_pages("containers.custom_fields", containers.custom_fields(&container.id));
    recording.record_pages("tracking_requests.custom_fields", requests.custom_fields(&request.id));
    let fields = client.custom_fields();
    let field = recording.record_pages("custom_fields.list", fields.list().page_size(2)).remove(0);
    recording.record_document("custom_fields.get", fields.get(&field.id));
    recording.record_document("custom_fields.update", fields.update(&field.id, "2026-02-01"));
    recording.record_document("custom_fields.create", fields.create("grade", "a", &ResourceId::of(&shipment.id)));
    for (verb, gone) in [
        ("shipments.delete_custom_field", shipments.delete_custom_field(&shipment.id, "grade")),
        ("shipments.delete_custom_field", shipments.delete_custom_field(&shipment.id, "grade")),
        ("containers.delete_custom_field", containers.delete_custom_field(&container.id, "grade")),
        ("tracking_requests.delete_custom_field", requests.delete_custom_field(&request.id, "grade")),
        ("custom_fields.delete", fields.delete(&field.id)),
        ("custom_field_definitions.delete_option", definitions.delete_option(&definition.id, &option.id)),
        ("custom_field_definitions.delete", definitions.delete(&definition.id)),
    ] {
        recording.record_deletion(verb, gone);
    }
}

fn everything_else(recording: &mut Recording) {
    let client = recording.client.clone();
    recording.record_pages("shipping_lines.list", client.shipping_lines().list());
    recording.record_document("shipping_lines.get", client.shipping_lines().get(&Id::new("MAEU")));
    recording.record_document("shipping_lines.get", client.shipping_lines().get(&Id::new("ZZZZ")));
    recording.record_document::<AnyResource>("client.get", client.get("shipping_lines/MSCU"));
    recording.record_document::<AnyResource>("client.get", client.get("ports/USLAX"));
    let events = client.containers().list().include(["transport_events", "pod_terminal"]);
    let container = recording.record_pages("containers.list", events).remove(0);
    for id in ["USLAX", "QQQQQ"] {
        recording.record_document("ports.get", client.ports().get(&Id::new(id)));
        recording.record_document("metro_areas.get", client.metro_areas().get(&Id::new(id)));
    }
    let terminal = container.pod_terminal.id().unwrap_or_else(|| Id::new("unknown"));
    recording.record_document("terminals.get", client.terminals().get(&terminal));
    recording.record_document("vessels.get", client.vessels().get(&Id::new("9321483")));
    for words in ["MAEU", "no such text"] {
        recording.record_pages("search.search", client.search(words));
    }
    recording.record_pages::<AnyResource>("client.list", client.list("tracking_requests"));
    recording.record_pages::<AnyResource>("client.list", client.list("vessels"));
    let document = json!({ "data": { "type": "tracking_request", "attributes": { "request_type": "nonsense" } } });
    for (method, path, body) in [
        (Method::Get, "tracking_requests?page[size]=1", None),
        (Method::Get, "kittens", None),
        (Method::Put, "tracking_requests", Some(&document)),
        (Method::Post, "tracking_requests", Some(&document)),
        (Method::Post, "tracking_requests", Some(&Value::Null)),
        (Method::Delete, "shipments", None),
        (Method::Post, "tracking_requests/infer_number", None),
        (Method::Get, "", None),
    ] {
        let sent = client.send(method, path, &Query::new(), body);
        recording.record(
            "client.send",
            match &sent {
                Ok(answer) => format!("{} {}", answer.status, String::from_utf8_lossy(&answer.body)),
                Err(error) => describe_error(error),
            },
        );
    }
}

fn in_process() -> Vec<(String, String)> {
    let scenario = scenario();
    // Both services create a key, so that the random values that follow are the same.
    scenario.service.create_key(&scenario.account, "parity").unwrap();
    let mut recording = Recording { client: scenario.service.client(), origin: String::new(), results: Vec::new() };
    make_calls(&scenario, &mut recording);
    recording.results
}

fn over_http() -> Vec<(String, String)> {
    let scenario = scenario();
    let key = scenario.service.create_key(&scenario.account, "parity").unwrap().key;
    let server = scenario.service.server().start().unwrap();
    let builder = Client::builder(format!("{}/v2", server.url()), key.reveal()).roots(Roots::Bundled);
    let client = builder.clock(Arc::new(scenario.clock.clone())).build().unwrap();
    let mut recording = Recording { client, origin: server.url().to_owned(), results: Vec::new() };
    make_calls(&scenario, &mut recording);
    recording.results
}

#[test]
fn every_call_has_the_same_result_in_process_and_over_http() {
    let (in_process, over_http) = (in_process(), over_http());
    for (local, remote) in in_process.iter().zip(&over_http) {
        assert_eq!(local, remote);
    }
    assert_eq!(in_process.len(), over_http.len());
    let called: BTreeSet<String> = in_process.into_iter().map(|(verb, _)| verb).collect();
    assert_eq!(called, verbs(), "the test makes every call of the client");
}

/// Returns the calls of the client that the embedded service supports: from the description of the interface, and from the source of the
/// hand-written calls.
fn verbs() -> BTreeSet<String> {
    let mut verbs = BTreeSet::new();
    for family in INTERFACE {
        for operation in family.operations.iter().filter(|operation| operation.not_served().is_none()) {
            verbs.insert(format!("{}.{}", family.name, operation.name));
            if matches!(operation.answer, Answer::One(_)) && !operation.client_includes().is_empty() {
                verbs.insert(format!("{}.{}_including", family.name, operation.name));
            }
        }
    }
    let by_hand = [
        ("tracking_requests", "TrackingRequests", &["track.rs", "wait.rs"][..]),
        ("webhooks", "Webhooks", &["webhooks.rs"]),
        ("client", "Client", &["raw.rs"]),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/client");
    for (handle, class, files) in by_hand {
        for file in files {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            let blocks = text.split("\nimpl ").filter(|block| block.starts_with(class));
            for function in blocks.flat_map(|block| block.split("    pub fn ").skip(1)) {
                let (name, rest) = function.split_at(function.find(['(', '<']).unwrap());
                let arguments = rest.split(')').next().unwrap();
                if arguments.contains("&self") {
                    verbs.insert(format!("{handle}.{name}"));
                }
            }
        }
    }
    verbs
}

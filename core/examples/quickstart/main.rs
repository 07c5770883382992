//! Ocean freight tracked from end to end inside one program, then once more over HTTP.
//!
//! ```sh
//! cargo run --example quickstart
//! ```
//!
//! The service lives in one SQLite file and on a clock that this program moves by hand, so weeks pass in a second. Its
//! webhook receiver is a real HTTP server on loopback, the carrier `MAEU` answers from a file of facts, and `SIML` over HTTP.

mod carrier;
mod loopback;
mod receiver;
mod shipping_line;
mod story;
mod voyages;

use std::error::Error;
use std::time::Duration;

use shiptrack::client::{Client, EmailSubmissionInclude, NewTrackingRequest, NewWebhook};
use shiptrack::clock::{CancelToken, Clock, ManualClock};
use shiptrack::resources::{Document, DocumentRepresentation, EmailSubmission, TrackingRequest};
use shiptrack::service::{Service, Settle};

use carrier::FactsFile;
use receiver::Receiver;
use shipping_line::Line;
use story::{date, line, table, title};

const MESSAGE: &[u8] = include_bytes!("arrival-notice.eml");
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::temp_dir().join(format!("shiptrack-quickstart-{}.db", std::process::id()));
    let clock = ManualClock::new("2026-05-01T08:00:00Z".parse()?);

    title("A service inside this program");
    let simulated = loopback::Carrier::start(clock.clone())?;
    let service =
        Service::builder().clock(clock.clone()).carrier("MAEU", FactsFile::read()?)?.carrier("ONEY", Line::new())?;
    let service = service.carrier_access(simulated.access()?).allow_loopback().open(&file)?;
    let client = service.client();
    line(format!("opened on the SQLite file {}", file.display()));
    line("the carrier TEST is built in; MAEU is plugged in and answers from a file of facts, ONEY from a program,");
    line("and SIML is asked over HTTP as a profile says");

    title("A webhook, and a real HTTP server on loopback that receives it");
    let receiver = Receiver::start(clock.clone())?;
    let webhook = client.webhooks().create(NewWebhook::new(receiver.url()))?;
    receiver.trust(webhook.secret.as_ref().map(|secret| secret.reveal()).unwrap_or_default());
    line(format!("registered {} for {} events", webhook.url, webhook.events.len()));

    let stage = Stage { service: &service, client: &client, clock: &clock, receiver: &receiver };
    track(&stage)?;
    voyages::follow(&stage)?;
    loopback::follow(&stage, &simulated)?;
    mail(&stage)?;
    over_http(&stage)?;

    drop((client, service));
    for ending in ["db", "db-wal", "db-shm", "db.lock"] {
        let _ = std::fs::remove_file(file.with_extension(ending));
    }
    Ok(())
}

/// What every scene plays on.
struct Stage<'a> {
    service: &'a Service,
    client: &'a Client,
    clock: &'a ManualClock,
    receiver: &'a Receiver,
}

impl Stage<'_> {
    /// Lets time pass, does what fell due, and shows what became of it.
    fn wait(&self, time: Duration, why: &str) -> Result<(), Box<dyn Error>> {
        let until = self.clock.now() + chrono::TimeDelta::from_std(time)?;
        // Work is done when it falls due, not when the wait is over.
        self.service.run_until(until, &CancelToken::new())?;
        title(&format!("{}: {why}", date(until)));
        for told in self.receiver.heard() {
            line(told);
        }
        table(self.client)?;
        Ok(())
    }
}

fn track(stage: &Stage<'_>) -> Result<(), Box<dyn Error>> {
    title("Tracking requests");
    let requests = stage.client.tracking_requests();
    for (what, new) in [
        ("a master bill of lading", NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")),
        ("a container", NewTrackingRequest::container("MSKU 030896-1", "MAEU")),
        ("a booking the carrier has no data for yet", NewTrackingRequest::booking_number("TEST-TR-AWAITING", "TEST")),
        ("a bill at a carrier that is down", NewTrackingRequest::bill_of_lading("TEST-TR-RETRYING", "TEST")),
        ("a number that is none", NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST")),
    ] {
        let request = requests.create(new.ref_numbers(["PO-4711"]))?;
        line(format!("{:<20} {:<18} {what}", request.request_number, request.status));
    }

    let refused = requests.create(NewTrackingRequest::bill_of_lading("maeu 123456789", "MAEU")).unwrap_err();
    line(format!(
        "the same bill again, written differently: HTTP {} {} at {}",
        refused.http_status().unwrap_or_default(),
        refused.code().unwrap_or_default(),
        refused.pointer().unwrap_or_default(),
    ));

    stage.wait(Duration::ZERO, "the first look-ups")?;
    stage.wait(Duration::from_secs(600), "ten minutes later, retries have reached the carrier")?;
    stage.wait(2 * DAY, "the booking's manifest is there")?;
    stage.wait(12 * DAY, "vessels arrived, containers are discharged and picked up")?;
    stage.wait(8 * DAY, "every container came back empty: nothing is left to follow")?;

    title("A container's journey");
    for shipment in stage.client.shipments().list().number("MAEU123456789") {
        let shipment = shipment?;
        line(format!(
            "{} from {} to {}, arrived {}",
            shipment.bill_of_lading_number,
            shipment.port_of_lading_name.unwrap_or_default(),
            shipment.port_of_discharge_name.unwrap_or_default(),
            shipment.pod_ata_at.map(|at| at.to_string()).unwrap_or_default(),
        ));
        for id in shipment.containers.ids() {
            let container = stage.client.containers().get(&id)?;
            line(format!("container {} is {}", container.number, container.current_status));
            let mut events =
                stage.client.containers().transport_events(&id).into_iter().collect::<Result<Vec<_>, _>>()?;
            events.sort_by_key(|event| event.timestamp.as_ref().and_then(|at| at.utc()));
            for event in events.into_iter().filter(|event| event.invalidated_at.is_none()) {
                let at = event.timestamp.map(|at| at.to_string()).unwrap_or_default();
                line(format!("  {at:<20}  {}", event.event));
            }
        }
    }
    Ok(())
}

fn mail(stage: &Stage<'_>) -> Result<(), Box<dyn Error>> {
    title("An inbound message, taken apart");
    let account = stage.service.default_account();
    let taken = stage.service.ingest_email(account, MESSAGE, None)?;
    line(format!("{} bytes in, email_submission {}", MESSAGE.len(), taken.submission.id));
    let again = stage.service.ingest_email(account, MESSAGE, None)?;
    line(format!("the same bytes again: new = {}, the same submission", again.is_new));
    list_mail(stage.client)?;
    stage.service.settle(Settle::new())?;
    for told in stage.receiver.heard() {
        line(told);
    }
    Ok(())
}

fn list_mail(client: &Client) -> Result<(), Box<dyn Error>> {
    use EmailSubmissionInclude::{DocumentRepresentations, Documents};
    for page in client.email_submissions().list().include([Documents, DocumentRepresentations]).pages() {
        let page = page?;
        for email in page.iter() {
            let email: EmailSubmission = email?;
            line(format!("email_submission: {:?} from {}", email.subject, email.from.join(", ")));
            for id in email.documents.ids::<Document>() {
                let Some(document) = page.included::<Document>(&id).transpose()? else { continue };
                line(format!("  document: {} (source {})", document.name, document.source));
                let made = document.last_document_representation.id::<DocumentRepresentation>();
                if let Some(read) = made.and_then(|id| page.included::<DocumentRepresentation>(&id)).transpose()? {
                    let payload = serde_json::to_string(&read.payload)?;
                    line(format!("    document_representation {}: {payload}", read.schema_version));
                }
            }
        }
    }
    Ok(())
}

fn over_http(stage: &Stage<'_>) -> Result<(), Box<dyn Error>> {
    title("The same once more, over HTTP");
    let account = stage.service.default_account();
    let key = stage.service.create_key(account, "quickstart")?.key;
    let server = stage.service.server().start()?;
    let client = Client::new(format!("{}/v2", server.url()), key.reveal())?;
    line(format!("serving {}/v2, with an API key {key:?}", server.url()));
    for (number, page) in client.tracking_requests().list().page_size(2).pages().enumerate() {
        let page = page?;
        line(format!("page {} ({} requests in all)", number + 1, page.total().unwrap_or_default()));
        for request in page.iter() {
            let request: TrackingRequest = request?;
            line(format!("  {:<20} {}", request.request_number, request.status));
        }
    }
    list_mail(&client)?;
    server.stop();
    Ok(())
}

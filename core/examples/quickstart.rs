//! Tracks a bill of lading, a booking and a container at the built-in test carrier, and prints the results.
//!
//! ```sh
//! cargo run --example quickstart
//! ```
//!
//! It needs no network and no account. The service runs inside this program on one SQLite file. The program moves the
//! clock of the service by hand, so that two weeks pass in a second. A real program does not set a clock, and calls
//! `start_worker`.

use std::io::{BufRead, BufReader, Read, Write};
use std::{env, fs, net::TcpListener, process, sync::mpsc, thread, time::Duration};

use shiptrack::client::{Client, NewTrackingRequest, NewWebhook};
use shiptrack::clock::{CancelToken, Clock, ManualClock};
use shiptrack::jsonapi::Document;
use shiptrack::resources::{EventName, Shipment, Timestamp, WebhookNotification};
use shiptrack::webhooks::{SigningSecret, Verifier};
use shiptrack::zones::{LocalTime, Zone};
use shiptrack::{Service, tracking::in_order};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> Result<()> {
    let folder = env::temp_dir().join(format!("shiptrack-quickstart-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("tracking.db");
    let clock = ManualClock::new("2026-05-01T08:00:00Z".parse()?);
    let service = Service::builder().clock(clock.clone()).allow_loopback().open(&file)?;
    let client = service.client();
    println!("The service is open on {}; the program moves its clock.\n", file.display());

    // A webhook, and a small HTTP server that receives its deliveries.
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let webhook = NewWebhook::new(format!("http://{}/", listener.local_addr()?));
    let webhook = client.webhooks().create(webhook.events([EventName::TrackingRequestAwaitingManifest]))?;
    let verifier = Verifier::new([SigningSecret::try_from(webhook.secret.as_ref().ok_or("a webhook has a secret")?)?])?;
    let (sender, received) = mpsc::channel();
    let time = clock.clone();
    thread::spawn(move || drop(sender.send(receive(&listener, &verifier, &time))));

    let requests = client.tracking_requests();
    requests.create(NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST"))?;
    requests.create(NewTrackingRequest::booking_number("TEST-TR-AWAITING", "TEST"))?;
    requests.create(NewTrackingRequest::container("TEST-TR-RETRYING", "TEST"))?;
    service.run_until(clock.now(), &CancelToken::new())?; // asks the carrier, and delivers to the webhook
    println!("Tracking requests, newest first");
    for request in requests.list() {
        let request = request?;
        let meaning = match request.status.as_str() {
            "created" => "the carrier knows the number",
            "awaiting_manifest" => "the carrier has nothing about it yet, and is asked again",
            _ => "the carrier did not answer, and is asked again",
        };
        println!("{:<15} {:<17} {:<17}  {meaning}", request.request_type, request.request_number, request.status);
    }
    let event = received.recv_timeout(Duration::from_secs(10))??.event;
    println!("Received by the webhook, its signature verified: {event}\n");

    println!("Date        Container    Status    Vessel        From      To           ETA               Last free day");
    for date in ["2026-05-04T20:00:00Z", "2026-05-12T20:00:00Z"] {
        service.run_until(date.parse()?, &CancelToken::new())?;
        show_containers(&client, &date[..10])?;
    }
    show_milestones(&client)?;
    drop((client, service));
    Ok(fs::remove_dir_all(folder)?)
}

/// Prints the containers of the bill of lading.
fn show_containers(client: &Client, date: &str) -> Result<()> {
    let bill = client.shipments().list().number("TEST-TR-SUCCEEDED").first()?.ok_or("the bill has a shipment")?;
    let Shipment { pod_vessel_name, port_of_lading_name, port_of_discharge_name, pod_eta_at, .. } = &bill;
    let [vessel, from, to] =
        [pod_vessel_name, port_of_lading_name, port_of_discharge_name].map(|name| name.as_deref().unwrap_or("-"));
    for id in bill.containers.ids() {
        let container = client.containers().get(&id)?;
        let zone = container.pod_timezone.as_deref();
        let (eta, free) = (local(pod_eta_at.as_ref(), zone), local(container.pickup_lfd.as_ref(), zone));
        let (number, status) = (&container.number, container.current_status.as_str());
        println!("{date}  {number}  {status:<9} {vessel}  {from}  {to}  {eta:<16}  {free}");
    }
    Ok(())
}

/// Prints the events of the first container, in order and in local times.
fn show_milestones(client: &Client) -> Result<()> {
    let container = client.containers().list().number("TSTU1000019").first()?.ok_or("the container is tracked")?;
    println!("\nMilestones of {}", container.number);
    let events: Vec<_> =
        client.containers().transport_events(&container.id).into_iter().collect::<shiptrack::Result<_>>()?;
    let happened = in_order(events).into_iter().filter(|event| !event.event.as_str().contains(".estimated."));
    for event in happened {
        let Some(milestone) = event.event.as_str().strip_prefix("container.transport.") else { continue };
        let at = local(event.timestamp.as_ref(), event.timezone.as_deref());
        println!("{at:<16}  {:<5}  {milestone}", event.location_locode.as_deref().unwrap_or("-"));
    }
    Ok(())
}

/// A time at a place: `2026-05-09 07:00`, a day, or `-` if it is unknown.
fn local(time: Option<&Timestamp>, zone: Option<&str>) -> String {
    let zone = zone.and_then(Zone::named);
    match time.and_then(|time| time.at_place(&zone?)) {
        Some(LocalTime::Moment(moment)) => moment.format("%Y-%m-%d %H:%M").to_string(),
        Some(LocalTime::Day(day)) => day.to_string(),
        None => "-".to_owned(),
    }
}

/// Receives one delivery. The signature is verified before the body is parsed.
fn receive(listener: &TcpListener, verifier: &Verifier, clock: &ManualClock) -> Result<WebhookNotification> {
    let mut stream = BufReader::new(listener.accept()?.0);
    let (mut headers, mut line) = (Vec::new(), String::new());
    while stream.read_line(&mut line)? > 2 {
        if let Some((name, value)) = line.trim_end().split_once(": ") {
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        line.clear();
    }
    let header = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let mut body = vec![0; header("content-length").ok_or("a delivery has a length")?.parse()?];
    stream.read_exact(&mut body)?;
    verifier.verify(header, &body, clock.now())?;
    let notification = Document::<WebhookNotification>::parse(body)?.into_inner();
    stream.get_mut().write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")?;
    Ok(notification)
}

//! One container followed through two voyages.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use chrono::{DateTime, Utc};
use shiptrack::client::NewTrackingRequest;
use shiptrack::clock::{CancelToken, Clock};
use shiptrack::jsonapi::Page;
use shiptrack::resources::{DataSource, RailTerminal, Terminal, TransportEvent, Vessel, WebhookNotification};
use shiptrack::tracking::{Event, Fact, Mode, Motion, Movement, Source};
use shiptrack::zones::{LocalTime, Zone};

use super::Stage;
use super::shipping_line::{BILL, CONTAINER, los_angeles};
use super::story::{date, line, title};

pub fn follow(stage: &Stage<'_>) -> Result<(), Box<dyn Error>> {
    title("One container, two voyages");
    let requests = stage.client.tracking_requests();
    requests.create(NewTrackingRequest::bill_of_lading(BILL, "ONEY"))?;
    line(format!("{BILL} goes from Shanghai by Busan and Los Angeles to Chicago"));
    until(stage, "2026-05-27", "a container of the bill was swapped for another")?;
    until(stage, "2026-05-30", "it is in Busan, and said to be on its next vessel")?;
    until(stage, "2026-06-02", "its arrival was corrected, the load taken back: the vessel left without it")?;
    three_sources_expect_it(stage)?;
    until(stage, "2026-07-05", "by train to Chicago, and back empty")?;
    until(stage, "2026-10-12", "months later the container is under way again")?;
    let request = requests.track(NewTrackingRequest::container(CONTAINER, "ONEY"))?;
    line(format!("{CONTAINER} is tracked by itself: {}", request.status));
    until(stage, "2026-11-05", "the second voyage is over, too")?;
    show_events(stage, CONTAINER)?;
    everything_was_told_once(stage)
}

fn until(stage: &Stage<'_>, day: &str, why: &str) -> Result<(), Box<dyn Error>> {
    let until: DateTime<Utc> = format!("{day}T08:00:00Z").parse()?;
    stage.service.run_until(until, &CancelToken::new())?;
    title(&format!("{}: {why}", date(until)));
    for told in stage.receiver.heard() {
        line(told);
    }
    Ok(())
}

/// The carrier, the terminal and the vessel's own position reports.
fn three_sources_expect_it(stage: &Stage<'_>) -> Result<(), Box<dyn Error>> {
    until(stage, "2026-06-12", "three sources expect the vessel in Los Angeles")?;
    let arrived = Motion { mode: Some(Mode::Vessel), ..Movement::Arrived.into() };
    for (kind, who, at) in [
        (DataSource::Terminal, "WBCT", "2026-06-19T07:30:00-07:00"),
        (DataSource::Ais, "the vessel", "2026-06-18T21:00:00-07:00"),
    ] {
        let expected = Event::estimated(arrived.clone(), at).at_place(los_angeles());
        let fact = Fact::shipment_event(expected).said_by(Source::named(kind, who));
        let account = stage.service.default_account();
        let recorded = stage.service.record_facts(account, BILL, &[fact])?;
        line(format!(
            "{who} expects it at {at}: {} new",
            recorded.requests.iter().map(|known| known.new).sum::<usize>()
        ));
    }
    stage.service.run_until(stage.clock.now() + Duration::from_secs(60), &CancelToken::new())?;
    for shipment in stage.client.shipments().list().number(BILL) {
        let eta = shipment?.pod_eta_at.map(|at| at.to_string()).unwrap_or_default();
        line(format!("the shipment's ETA is {eta}"));
    }
    Ok(())
}

/// What happened to the container on each of its voyages, by the clocks of the places.
pub fn show_events(stage: &Stage<'_>, number: &str) -> Result<(), Box<dyn Error>> {
    for container in stage.client.containers().list().number(number) {
        let container = container?;
        title(&format!("{} on one of its voyages: {}", container.number, container.current_status));
        let pages = stage.client.containers().transport_events(&container.id).include(["vessel", "terminal"]).pages();
        let mut lines = Vec::new();
        for page in pages {
            let page = page?;
            for event in page.iter() {
                let event: TransportEvent = event?;
                let vessel = event.vessel.id::<Vessel>().and_then(|id| page.included::<Vessel>(&id)).transpose()?;
                let terminal = terminal_of(&event, &page)?;
                let taken_back = if event.invalidated_at.is_some() { "(taken back)" } else { "" };
                lines.push((
                    event.timestamp.as_ref().and_then(|at| at.utc()),
                    format!(
                        "  {:<22} {:<54} {:<15} {} {taken_back}",
                        local(&event),
                        event.event.to_string(),
                        vessel.map(|vessel| vessel.name).unwrap_or_default(),
                        terminal,
                    ),
                ));
            }
        }
        lines.sort();
        lines.into_iter().for_each(|(_, told)| line(told.trim_end()));
    }
    Ok(())
}

/// Where it was: the terminal of a port or a railway.
fn terminal_of(event: &TransportEvent, page: &Page<TransportEvent>) -> Result<String, Box<dyn Error>> {
    let at_port = event.terminal.id::<Terminal>().and_then(|id| page.included::<Terminal>(&id)).transpose()?;
    let inland = event.terminal.id::<RailTerminal>().and_then(|id| page.included::<RailTerminal>(&id)).transpose()?;
    Ok(at_port.map(|known| known.name).or(inland.map(|known| known.name)).unwrap_or_default())
}

/// When it was, by the clock at the place.
fn local(event: &TransportEvent) -> String {
    let zone = event.timezone.as_deref().and_then(Zone::named);
    let at = event.timestamp.as_ref();
    match at.and_then(|at| at.at_place(&zone?)) {
        Some(LocalTime::Moment(clock)) => clock.format("%Y-%m-%d %H:%M %z").to_string(),
        Some(LocalTime::Day(day)) => day.to_string(),
        None => String::new(),
    }
}

/// No event that happened was told twice.
fn everything_was_told_once(stage: &Stage<'_>) -> Result<(), Box<dyn Error>> {
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for notification in stage.client.webhook_notifications().list() {
        let notification: WebhookNotification = notification?;
        let about = notification.reference_object.id::<TransportEvent>();
        if let Some(id) = about.filter(|_| !notification.event.is_estimate()) {
            *told.entry(id.to_string()).or_default() += 1;
        }
    }
    let most = told.values().max().copied().unwrap_or_default();
    title("Told exactly once");
    assert_eq!(most, 1, "an event was told twice");
    line(format!("{} events happened, and each of them was told once", told.len()));
    Ok(())
}

//! A carrier that is asked over HTTP, with nothing but a profile and two credentials.
//!
//! It is simulated, listens on this machine, and is as unreliable as carriers are: it gives tokens to whoever has the credentials,
//! pages its answers, and answers every fourth call with an error.

use std::error::Error;

use chrono::{DateTime, TimeDelta, Utc};
use shiptrack::carriers::api::{CarrierAccess, Credentials};
use shiptrack::carriers::profiles::Profiles;
use shiptrack::client::NewTrackingRequest;
use shiptrack::clock::{CancelToken, ManualClock};
use shiptrack::simulator::{Access, Fault, Faults, Journey, Loopback, Paging, Scenario, SimulatedCarrier};

use super::story::{date, line, title};
use super::{Stage, voyages};

/// The carrier, and the journey it knows.
pub struct Carrier {
    journey: Journey,
    server: Loopback,
}

impl Carrier {
    pub fn start(clock: ManualClock) -> Result<Self, Box<dyn Error>> {
        let scenario = Scenario::named("transshipment").ok_or("there is such a scenario")?;
        let journey = scenario.starting("2026-11-06T00:00:00Z".parse()?);
        let carrier = SimulatedCarrier::builder(journey.clone())
            .clock(clock)
            .access(Access::open().client_credentials("quickstart", "a-secret"))
            .pages(Paging::Cursor, 5)
            .faults(Faults::seeded(7, 250, [Fault::Status(503), Fault::BrokenOff, Fault::ExpiredTokens]))
            .build();
        Ok(Carrier { journey, server: Loopback::start(carrier)? })
    }

    /// How it is asked. A service of yours reads a file with the first, and the environment for the second.
    pub fn access(&self) -> Result<CarrierAccess, Box<dyn Error>> {
        let url = self.server.url();
        let profile = format!(
            "[SIML]
             base_url = '{url}'
             path = '/events'
             parameters = {{ bill_of_lading = 'transportDocumentReference' }}
             oauth2 = {{ token_url = '{url}/token' }}"
        );
        let credentials = Credentials::of_every_account().from_variables(|name| match name {
            "SHIPTRACK_SIML_CLIENT_ID" => Some("quickstart".to_owned()),
            "SHIPTRACK_SIML_CLIENT_SECRET" => Some("a-secret".to_owned()),
            _ => None,
        });
        Ok(CarrierAccess::new(Profiles::parse(&profile)?, credentials))
    }
}

pub fn follow(stage: &Stage<'_>, carrier: &Carrier) -> Result<(), Box<dyn Error>> {
    let booked: DateTime<Utc> = carrier.journey.tracked_at();
    stage.service.run_until(booked, &CancelToken::new())?;
    title(&format!("{}: a carrier that is asked over HTTP", date(booked)));
    let bill = &carrier.journey.bill_of_lading;
    stage.client.tracking_requests().create(NewTrackingRequest::bill_of_lading(bill, "SIML"))?;
    stage.service.run_until(carrier.journey.ends() + TimeDelta::days(2), &CancelToken::new())?;
    for told in stage.receiver.heard() {
        line(told);
    }
    let server = carrier.server.carrier();
    line(format!("{bill} was asked for by its profile: {} calls, {} tokens", server.calls(), server.tokens_given()));
    voyages::show_events(stage, &carrier.journey.containers[0])
}

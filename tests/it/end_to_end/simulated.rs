//! A carrier over HTTP that is configured only with a profile and two credentials.
//!
//! The carrier is simulated and unreliable: it requires tokens, splits its answers into pages, and fails every fourth call.

use chrono::TimeDelta;
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials};
use shiptrack::client::NewTrackingRequest;
use shiptrack::clock::ManualClock;
use shiptrack::simulator::{Access, Fault, Faults, Journey, Loopback, Paging, Scenario, SimulatedCarrier};

use super::{Stage, count, voyages};

/// The carrier's server, and the journey it reports.
pub struct Site {
    journey: Journey,
    server: Loopback,
}

impl Site {
    pub fn start(clock: ManualClock) -> Self {
        let journey = Scenario::named("transshipment").unwrap().starting("2026-11-06T00:00:00Z".parse().unwrap());
        let carrier = SimulatedCarrier::builder(journey.clone())
            .clock(clock)
            .access(Access::open().client_credentials("end-to-end", "a-secret"))
            .pages(Paging::Cursor, 5)
            .faults(Faults::seeded(7, 250, [Fault::Status(503), Fault::BrokenOff, Fault::ExpiredTokens]))
            .build();
        Site { journey, server: Loopback::start(carrier).unwrap() }
    }

    pub fn access(&self) -> CarrierAccess {
        let url = self.server.url();
        let profile = format!(
            "[SIML]
             base_url = '{url}'
             path = '/events'
             parameters = {{ bill_of_lading = 'transportDocumentReference' }}
             oauth2 = {{ token_url = '{url}/token' }}"
        );
        let credentials = Credentials::of_every_account().from_variables(|name| match name {
            "SHIPTRACK_SIML_CLIENT_ID" => Some("end-to-end".to_owned()),
            "SHIPTRACK_SIML_CLIENT_SECRET" => Some("a-secret".to_owned()),
            _ => None,
        });
        CarrierAccess::new(Profiles::parse(&profile).unwrap(), credentials)
    }

    pub fn bill_is_tracked_by_its_profile(&self, stage: &Stage) {
        stage.run_until(&self.journey.tracked_at().to_rfc3339());
        let bill = &self.journey.bill_of_lading;
        stage.client.tracking_requests().create(NewTrackingRequest::bill_of_lading(bill, "SIML")).unwrap();
        let delivered = stage.run_until(&(self.journey.ends() + TimeDelta::days(2)).to_rfc3339());
        for event in [
            "tracking_request.succeeded",
            "container.created",
            "container.transport.empty_out",
            "container.transport.transshipment_arrived",
            "container.transport.transshipment_discharged",
            "container.transport.transshipment_loaded",
            "container.transport.transshipment_departed",
            "container.transport.vessel_arrived",
            "container.transport.empty_in",
            "tracking_request.tracking_stopped",
        ] {
            assert_eq!(count(&delivered, event), 1, "{event}: {delivered:?}");
        }
        let carrier = self.server.carrier();
        assert!(
            carrier.calls() > carrier.tokens_given() && carrier.tokens_given() > 1,
            "tokens expire and are renewed"
        );

        let container = stage.client.containers().list().number(&self.journey.containers[0]).first().unwrap().unwrap();
        assert_eq!(container.current_status.as_str(), "empty_returned");
        let loaded = voyages::events(stage, &container.id).into_iter().filter(|event| event.name.ends_with("_loaded"));
        assert_eq!(
            loaded.map(|event| (event.local, event.vessel)).collect::<Vec<_>>(),
            [
                ("2026-11-11 19:00 +0800".to_owned(), "SIMULATED RUNNER".to_owned()),
                ("2026-11-23 13:00 +0800".to_owned(), "SIMULATED TRADER".to_owned()),
            ]
        );
    }
}

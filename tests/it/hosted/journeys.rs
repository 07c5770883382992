//! Tests that the events of a journey are the same in a hosted account and in the service that copies it, at its end or from its beginning.

use std::collections::BTreeMap;

use super::*;

/// An account that tracks one journey.
struct TrackingAccount {
    service: Service,
    clock: ManualClock,
    journey: Journey,
}

impl TrackingAccount {
    fn new(name: &str) -> Self {
        let (journey, clock) = (journey(name), ManualClock::new(start_time()));
        let carrier = SimulatedCarrier::builder(journey.clone()).clock(clock.clone()).build();
        let service = Service::builder().clock(clock.clone()).carrier("SIML", carrier).unwrap().in_memory().unwrap();
        let account = TrackingAccount { service, clock, journey };
        account.run_until(account.journey.tracked_at());
        let booking = NewTrackingRequest::new(NumberKind::BookingNumber, &*account.journey.booking).scac("SIML");
        account.service.client().tracking_requests().create(booking).unwrap();
        account.service.run_due(Budget::ALL).unwrap();
        account
    }

    fn run_until(&self, moment: DateTime<Utc>) {
        self.service.run_until(moment, &CancelToken::new()).unwrap();
    }

    fn hosted(&self) -> HostedAccount {
        let transport = self.service.transport(self.service.default_account()).unwrap();
        HostedAccount::new(ClientBuilder::in_process().over(transport).unwrap())
    }
}

/// The valid events of all containers.
fn events(service: &Service) -> BTreeSet<String> {
    let mut events = BTreeSet::new();
    for container in list(service, "/v2/containers?page[size]=100") {
        let path = format!("/v2/containers/{}/transport_events?page[size]=100", container["id"].as_str().unwrap());
        for event in list(service, &path) {
            let event = &event["attributes"];
            if event["invalidated_at"].is_null() {
                let values = ["event", "timestamp", "location_locode"].map(|name| event[name].to_string());
                events.insert(format!("{} {}", container["attributes"]["number"], values.join(" ")));
            }
        }
    }
    events
}

/// Events with the time at which a change was noticed, which is unknown for the time before the adoption.
const DATED_BY_NOTICE: &str = "container.pickup_lfd";

#[test]
fn journey_copied_after_its_end_has_the_same_events() {
    let all = ["rail_inland", "terminal_hold", "transshipment", "moving_eta"];
    for name in depth(&all[..2], &all) {
        let account = TrackingAccount::new(name);
        account.run_until(account.journey.ends());
        let hosted = account.hosted();
        let service = Service::builder().clock(account.clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
        service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        let comparable = |service: &Service| {
            let events = events(service).into_iter().filter(|event| !event.contains(DATED_BY_NOTICE));
            events.collect::<BTreeSet<_>>()
        };
        assert_eq!(comparable(&service), comparable(&account.service), "{name}");
    }
}

#[test]
fn journey_tracked_from_its_beginning_has_the_same_notifications() {
    let all = ["rail_inland", "swapped_container", "terminal_hold", "direct"];
    for name in depth(&all[..2], &all) {
        let account = TrackingAccount::new(name);
        let hosted = account.hosted();
        let service = Service::builder().clock(account.clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
        service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        while account.clock.now() < account.journey.ends() + days(2) {
            account.run_until(account.clock.now() + Duration::from_secs(43_200));
            service.run_due(Budget::ALL).unwrap();
        }
        let feed = |service: &Service| {
            let mut counts = BTreeMap::<String, usize>::new();
            for event in service.events(service.default_account(), 0, 10_000).unwrap() {
                *counts.entry(event.event.as_str().to_owned()).or_default() += 1;
            }
            counts
        };
        assert_eq!(feed(&service), feed(&account.service), "{name}");
    }
}

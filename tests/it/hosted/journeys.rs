//! Journeys that an account has followed to their end, as they are here when they are taken over then, or followed from their beginning.

use std::collections::BTreeMap;

use super::*;

/// An account that follows one journey.
struct Followed {
    service: Service,
    clock: ManualClock,
    journey: Journey,
}

impl Followed {
    fn new(name: &str) -> Self {
        let (journey, clock) = (journey(name), ManualClock::new(begins()));
        let carrier = SimulatedCarrier::builder(journey.clone()).clock(clock.clone()).build();
        let service = Service::builder().clock(clock.clone()).carrier("SIML", carrier).unwrap().in_memory().unwrap();
        let followed = Followed { service, clock, journey };
        followed.until(followed.journey.tracked_at());
        let booking = NewTrackingRequest::new(NumberKind::BookingNumber, &*followed.journey.booking).scac("SIML");
        followed.service.client().tracking_requests().create(booking).unwrap();
        followed.service.run_due(Budget::ALL).unwrap();
        followed
    }

    fn until(&self, moment: DateTime<Utc>) {
        self.service.run_until(moment, &CancelToken::new()).unwrap();
    }

    fn hosted(&self) -> HostedAccount {
        let way = self.service.transport(self.service.default_account()).unwrap();
        HostedAccount::new(ClientBuilder::in_process().over(way).unwrap())
    }
}

/// What is told of each container that stands.
fn told(service: &Service) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    for container in list(service, "/v2/containers?page[size]=100") {
        let path = format!("/v2/containers/{}/transport_events?page[size]=100", container["id"].as_str().unwrap());
        for event in list(service, &path) {
            let event = &event["attributes"];
            if event["invalidated_at"].is_null() {
                let of = ["event", "timestamp", "location_locode"].map(|name| event[name].to_string());
                told.insert(format!("{} {}", container["attributes"]["number"], of.join(" ")));
            }
        }
    }
    told
}

/// What is dated by when it was seen: what was seen before the adoption, nobody tells.
const OF_THE_DAY_IT_WAS_SEEN: &str = "container.pickup_lfd";

#[test]
fn a_journey_that_is_taken_over_after_its_end_is_told_as_it_was_there() {
    let all = ["rail_inland", "terminal_hold", "transshipment", "moving_eta"];
    for name in depth(&all[..2], &all, &all) {
        let followed = Followed::new(name);
        followed.until(followed.journey.ends());
        let hosted = followed.hosted();
        let service = Service::builder().clock(followed.clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
        service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        let told = |service: &Service| {
            let told = told(service).into_iter().filter(|event| !event.contains(OF_THE_DAY_IT_WAS_SEEN));
            told.collect::<BTreeSet<_>>()
        };
        assert_eq!(told(&service), told(&followed.service), "{name}");
    }
}

#[test]
fn a_journey_that_is_followed_is_told_event_by_event_as_it_was_there() {
    let all = ["rail_inland", "swapped_container", "terminal_hold", "direct"];
    for name in depth(&all[..2], &all, &all) {
        let followed = Followed::new(name);
        let hosted = followed.hosted();
        let service = Service::builder().clock(followed.clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
        service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        while followed.clock.now() < followed.journey.ends() + days(2) {
            followed.until(followed.clock.now() + Duration::from_secs(43_200));
            service.run_due(Budget::ALL).unwrap();
        }
        let feed = |service: &Service| {
            let mut told = BTreeMap::<String, usize>::new();
            for event in service.events(service.default_account(), 0, 10_000).unwrap() {
                *told.entry(event.event.as_str().to_owned()).or_default() += 1;
            }
            told
        };
        assert_eq!(feed(&service), feed(&followed.service), "{name}");
    }
}

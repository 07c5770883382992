//! The simulated carrier in process: the suite for carriers, and journeys with many faults.

use std::sync::Arc;
use std::time::Duration;

use shiptrack::carriers::{Carrier, LookUp};
use shiptrack::clock::ManualClock;
use shiptrack::decoders::Form;
use shiptrack::http::Call;
use shiptrack::resources::RequestType;
use shiptrack::simulator::{Fault, Faults, Fleet, Scenario, SimulatedCarrier};

use super::begins;
use super::matrix::{check, differences, follow};

mod as_facts {
    use shiptrack::simulator::{Scenario, SimulatedCarrier};
    use shiptrack_tests::carrier_suite::CarrierCase;

    fn run(case: fn(CarrierCase)) {
        let journey = Scenario::named("transshipment").unwrap().starting(super::begins());
        let now = super::begins() + std::time::Duration::from_secs(15 * 86_400);
        let carrier = Box::new(SimulatedCarrier::of(journey));
        case(CarrierCase { carrier, scac: "SIML", known: "SIML2600002", unknown: "SIML2699999", now });
    }

    shiptrack_tests::carrier_suite!(run);
}

mod in_a_form {
    use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
    use shiptrack::decoders::Form;
    use shiptrack::http::Call;
    use shiptrack::simulator::{Paging, Scenario, SimulatedCarrier};
    use shiptrack_tests::carrier_suite::CarrierCase;

    /// Removes the reasons in words from failures.
    struct WithoutReasons(SimulatedCarrier);

    impl Carrier for WithoutReasons {
        fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
            self.0.look_up(look_up, call).map_err(|failure| match failure {
                LookUpFailure::Because { failure, .. } => *failure,
                failure => failure,
            })
        }
    }

    fn run(case: fn(CarrierCase)) {
        let journey = Scenario::named("transshipment").unwrap().starting(super::begins());
        let now = super::begins() + std::time::Duration::from_secs(15 * 86_400);
        let carrier = SimulatedCarrier::builder(journey).form(Form::Dcsa3Beta).pages(Paging::Link, 3).build();
        case(CarrierCase {
            carrier: Box::new(WithoutReasons(carrier)),
            scac: "SIML",
            known: "SIML2600002",
            unknown: "SIML2699999",
            now,
        });
    }

    shiptrack_tests::carrier_suite!(run);
}

/// All faults of a look-up that a service recovers from.
fn faults() -> Vec<Fault> {
    vec![
        Fault::Status(401),
        Fault::Status(404),
        Fault::Status(429),
        Fault::RetryAfter(429, Duration::from_secs(600)),
        Fault::Status(500),
        Fault::RetryAfter(503, Duration::from_secs(30)),
        Fault::Slow(Duration::from_secs(2)),
        Fault::BrokenOff,
        Fault::CutShort,
        Fault::LoginPage,
        Fault::InForm(Form::Dcsa3Words),
        Fault::InForm(Form::Dcsa3Beta),
    ]
}

#[test]
fn a_voyage_with_faults_gives_the_expected_results() {
    let mut wrong = Vec::new();
    // Every third scenario, or all scenarios several times.
    let (rounds, apart) = (shiptrack_tests::depth::depth(1, 5), 4 - shiptrack_tests::depth::depth(1, 3));
    let scenarios = || Scenario::built_in().iter().step_by(apart);
    for (seed, scenario) in (0..rounds).flat_map(|round| scenarios().map(move |scenario| (round, scenario))) {
        let journey = Arc::new(scenario.starting(begins()));
        let seed = seed as u64 ^ u64::from(scenario.name.len() as u32);
        let faults = Faults::seeded(seed, 250, faults());
        let builder = SimulatedCarrier::builder((*journey).clone()).form(Form::Dcsa3Codes).faults(faults);
        // With a manual clock, slow answers take no time.
        let carrier = builder.clock(ManualClock::new(begins())).build();
        let asked = carrier.clone();
        let observed =
            follow(&journey, "bill_of_lading", Arc::new(move |look_up| asked.look_up(look_up, &Call::default())));
        check(
            &format!("{} with seed {seed}", scenario.name),
            differences(&observed, &journey.expected_in(Form::Dcsa3Codes)),
            &mut wrong,
        );
        assert!(carrier.calls() > 20 || scenario.name == "cancelled");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_carrier_answers_about_a_fleet_of_a_million_containers() {
    let now = begins();
    let fleet = Fleet::new(42, 1_000_000, now);
    let carrier = SimulatedCarrier::builder(fleet.clone()).form(Form::Dcsa2).build();
    let mut known = 0;
    for at in (0..1_000_000).step_by(9_973) {
        let journey = fleet.journey(at).unwrap();
        let asked = LookUp::about("SIML", RequestType::Container, &journey.containers[0], now);
        known += usize::from(carrier.look_up(&asked, &Call::default()).is_ok());
    }
    assert!(known > 90, "{known} of 101 are known");
}

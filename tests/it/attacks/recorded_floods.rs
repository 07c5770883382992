//! Recording very many facts: those of untracked numbers are bounded for each account, and tracked numbers with many facts stay usable.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shiptrack::error::{Error, ErrorKind};
use shiptrack::resources::AccountId;
use shiptrack::service::{Policies, RecordingReport};
use shiptrack::tracking::Fact;
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::Scenario;

const CONTAINER: &str = "MSKU0308961";

/// A gate movement that a terminal reports.
fn gate_move(at: usize) -> Value {
    let movement = if at.is_multiple_of(2) { "gate_in" } else { "gate_out" };
    let time = format!("2026-{:02}-{:02}T{:02}:00:00Z", 1 + at / 672 % 12, 1 + at / 24 % 28, at % 24);
    json!({ "source": { "kind": "terminal", "name": format!("T{}", at % 7) },
        "event": { "movement": movement, "mode": "truck", "at": time, "place": { "locode": "USLAX" } } })
}

fn record(scenario: &Scenario, account: &AccountId, number: &str, facts: &[Value]) -> Result<RecordingReport, Error> {
    let facts = Fact::parse_all(&Value::from(facts.to_vec()).to_string()).unwrap();
    scenario.service.record_facts(account, number, &facts)
}

#[test]
fn facts_of_untracked_numbers_are_bounded_for_each_account() {
    let most = depth(500, 100_000);
    let mut policies = Policies::default();
    policies.recording.most_kept = most;
    let scenario = Scenario::with(|builder| builder.policies(policies));
    let other = scenario.service.create_account("other", "Other").unwrap().id;
    let started = Instant::now();
    let (mut stored, mut number) = (0, 0);
    let refused = loop {
        let facts: Vec<Value> = (0..10).map(gate_move).collect();
        match record(&scenario, &scenario.account, &format!("BK{number:08}"), &facts) {
            Ok(recorded) => stored += recorded.kept,
            Err(refused) => break refused,
        }
        number += 1;
    };
    println!("{stored} facts about {number} numbers were stored in {:.1?}, then {refused}", started.elapsed());
    assert_eq!((stored, refused.kind()), (most, ErrorKind::Conflict));
    assert_eq!(
        record(&scenario, &other, "BK00000000", &[gate_move(1)]).unwrap().kept,
        1,
        "other accounts are not affected"
    );
    scenario.carrier.knows(
        CONTAINER,
        &json!([{ "container": CONTAINER, "event": { "milestone": "vessel_loaded", "at": "2026-04-01" } }]),
    );
    scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    assert_eq!(
        record(&scenario, &scenario.account, CONTAINER, &[gate_move(1)]).unwrap().requests[0].new,
        1,
        "facts of tracked numbers are accepted"
    );
    scenario.pass(Duration::from_secs(91 * 24 * 3_600));
    assert_eq!(
        record(&scenario, &scenario.account, "BK00000001", &[gate_move(1)]).unwrap().kept,
        1,
        "old facts are deleted"
    );
}

#[test]
fn a_tracked_number_may_have_many_facts() {
    let (calls, each) = (depth(10, 100), depth(50, 200));
    let scenario = Scenario::new();
    scenario.carrier.knows(
        CONTAINER,
        &json!([{ "container": CONTAINER, "event": { "milestone": "vessel_loaded", "at": "2025-12-01" } }]),
    );
    let request = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    let mut longest = Duration::ZERO;
    for call in 0..calls {
        let facts: Vec<Value> = (0..each).map(|at| gate_move(call * each + at)).collect();
        let started = Instant::now();
        let recorded = record(&scenario, &scenario.account, CONTAINER, &facts).unwrap();
        longest = longest.max(started.elapsed());
        assert!(recorded.requests[0].new > 0);
        assert_eq!(
            record(&scenario, &scenario.account, CONTAINER, &facts).unwrap().requests[0].new,
            0,
            "repeated facts add nothing"
        );
    }
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let started = Instant::now();
    let raw_events = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].as_array().unwrap().len();
    println!(
        "{} facts in {calls} calls: the longest call {longest:.1?}; {raw_events} raw events read in {:.1?}",
        calls * each,
        started.elapsed()
    );
    assert!(raw_events > each && scenario.request(&request)["status"] != "failed");
}

//! Somebody records facts without end: what is kept for numbers nobody tracks has its bound, an account that is full stands in
//! no other's way, and a number that hears a great deal can be followed and read all the same.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shiptrack::error::{Error, ErrorKind};
use shiptrack::resources::AccountId;
use shiptrack::service::{Policies, RecordingReport};
use shiptrack::tracking::Fact;
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::Scenario;

const BOX: &str = "MSKU0308961";

/// A word of a terminal: the container moved through its gate.
fn moved(at: usize) -> Value {
    let movement = if at.is_multiple_of(2) { "gate_in" } else { "gate_out" };
    let time = format!("2026-{:02}-{:02}T{:02}:00:00Z", 1 + at / 672 % 12, 1 + at / 24 % 28, at % 24);
    json!({ "version": 2, "source": { "kind": "terminal", "name": format!("T{}", at % 7) },
        "event": { "movement": movement, "mode": "truck", "at": time, "place": { "locode": "USLAX" } } })
}

fn record(scenario: &Scenario, account: &AccountId, number: &str, told: &[Value]) -> Result<RecordingReport, Error> {
    let facts = Fact::parse_all(&Value::from(told.to_vec()).to_string()).unwrap();
    scenario.service.record_facts(account, number, &facts)
}

#[test]
fn what_nobody_tracks_is_kept_up_to_its_bound_and_no_other_account_pays_for_it() {
    let most = depth(500, 500, 100_000);
    let mut policies = Policies::default();
    policies.recording.most_kept = most;
    let scenario = Scenario::with(|builder| builder.policies(policies));
    let other = scenario.service.create_account("other", "Other").unwrap().id;
    let begun = Instant::now();
    let (mut kept, mut number) = (0, 0);
    let refused = loop {
        let facts: Vec<Value> = (0..10).map(moved).collect();
        match record(&scenario, &scenario.account, &format!("BK{number:08}"), &facts) {
            Ok(recorded) => kept += recorded.kept,
            Err(refused) => break refused,
        }
        number += 1;
    };
    println!("{kept} facts about {number} numbers were kept in {:.1?}, then {refused}", begun.elapsed());
    assert_eq!((kept, refused.kind()), (most, ErrorKind::Conflict));
    assert_eq!(
        record(&scenario, &other, "BK00000000", &[moved(1)]).unwrap().kept,
        1,
        "another account has its own room"
    );
    scenario
        .carrier
        .knows(BOX, &json!([{ "container": BOX, "event": { "milestone": "vessel_loaded", "at": "2026-04-01" } }]));
    scenario.create("container", BOX, "MAEU");
    scenario.run();
    assert_eq!(
        record(&scenario, &scenario.account, BOX, &[moved(1)]).unwrap().requests[0].new,
        1,
        "tracked numbers hear"
    );
    scenario.pass(Duration::from_secs(91 * 24 * 3_600));
    assert_eq!(record(&scenario, &scenario.account, "BK00000001", &[moved(1)]).unwrap().kept, 1, "time makes room");
}

#[test]
fn a_number_that_hears_a_great_deal_is_followed_and_read_all_the_same() {
    let (calls, each) = (depth(10, 10, 100), depth(50, 50, 200));
    let scenario = Scenario::new();
    scenario
        .carrier
        .knows(BOX, &json!([{ "container": BOX, "event": { "milestone": "vessel_loaded", "at": "2025-12-01" } }]));
    let request = scenario.create("container", BOX, "MAEU");
    scenario.run();
    let mut longest = Duration::ZERO;
    for call in 0..calls {
        let told: Vec<Value> = (0..each).map(|at| moved(call * each + at)).collect();
        let begun = Instant::now();
        let recorded = record(&scenario, &scenario.account, BOX, &told).unwrap();
        longest = longest.max(begun.elapsed());
        assert!(recorded.requests[0].new > 0);
        assert_eq!(record(&scenario, &scenario.account, BOX, &told).unwrap().requests[0].new, 0, "the same again");
    }
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let begun = Instant::now();
    let words = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].as_array().unwrap().len();
    println!(
        "{} facts in {calls} calls: the longest call {longest:.1?}; {words} raw events read in {:.1?}",
        calls * each,
        begun.elapsed()
    );
    assert!(words > each && scenario.request(&request)["status"] != "failed");
}

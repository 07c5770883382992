//! Containers on several voyages, tracked by container, bill and booking, over months: checks the notifications of each step, and the
//! shipments at the end.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use shiptrack_tests::scenario::Scenario;

use super::fact_lines::{fact, time};
use super::rows::Dice;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Journey {
    what: String,
    steps: Vec<Step>,
    /// The shipments at the end, oldest first.
    shipments: Vec<Shipment>,
}

/// Time passes until `at`, and all due work is done. Then the answers of the carrier change, and requests are created.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    at: String,
    /// The facts that the carrier answers for each number from now on.
    #[serde(default)]
    answers: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    track: Vec<String>,
    /// The notifications until the next look-up of all requests, in order.
    notifications: Vec<String>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Shipment {
    number: String,
    /// Why tracking stopped.
    stopped: Option<String>,
    /// The events of each container it has.
    containers: BTreeMap<String, Vec<String>>,
}

fn short(event: &Value) -> String {
    event.as_str().unwrap().replace("container.transport.", "")
}

impl Journey {
    fn play(&self, dice: &mut Option<Dice>) -> Vec<Shipment> {
        let stage = Scenario::new();
        for (number, step) in self.steps.iter().enumerate() {
            let at: DateTime<Utc> = time(&step.at).parse().unwrap();
            let before = stage.events().len();
            stage.pass((at - stage.now()).to_std().unwrap_or_default());
            assert_eq!(stage.events().len(), before, "{}: before step {}", self.what, number + 1);
            for (tracked, lines) in &step.answers {
                let facts: Vec<Value> = lines.iter().map(|line| json!(fact(line))).collect();
                let order = dice.as_mut().map_or_else(|| (0..facts.len()).collect(), |dice| dice.shuffled(facts.len()));
                let facts: Vec<&Value> = order.into_iter().map(|at| &facts[at]).collect();
                stage.carrier.knows(tracked, &json!(facts));
            }
            for tracked in &step.track {
                let kind = if tracked.len() == 11 { "container" } else { "bill_of_lading" };
                stage.create(kind, tracked, "MAEU");
            }
            stage.run();
            stage.pass(std::time::Duration::from_secs(24 * 3_600));
            let notifications: Vec<String> = stage.events()[before..]
                .iter()
                .map(|name| short(&json!(name)).replace("tracking_request", "request"))
                .collect();
            assert_eq!(notifications, step.notifications, "{}: step {}", self.what, number + 1);
        }
        shipments(&stage)
    }
}

fn shipments(stage: &Scenario) -> Vec<Shipment> {
    let listed = stage.get("/v2/shipments?page[size]=100");
    let mut all: Vec<Shipment> =
        listed["data"].as_array().unwrap().iter().map(|resource| shipment(stage, resource)).collect();
    all.reverse();
    all
}

fn shipment(stage: &Scenario, resource: &Value) -> Shipment {
    let mut containers = BTreeMap::new();
    for link in resource["relationships"]["containers"]["data"].as_array().unwrap() {
        let path = format!("/v2/containers/{}", link["id"].as_str().unwrap());
        let number = stage.get(&path)["data"]["attributes"]["number"].as_str().unwrap().to_owned();
        let listed = stage.get(&format!("{path}/transport_events?page[size]=100"));
        let mut events: Vec<&Value> = listed["data"].as_array().unwrap().iter().collect();
        events.retain(|event| event["attributes"]["invalidated_at"].is_null());
        events.reverse();
        events.sort_by_key(|event| event["attributes"]["timestamp"].as_str().map(str::to_owned));
        containers.insert(number, events.iter().map(|event| short(&event["attributes"]["event"])).collect());
    }
    Shipment {
        number: resource["attributes"]["normalized_number"].as_str().unwrap().to_owned(),
        stopped: resource["attributes"]["line_tracking_stopped_reason"].as_str().map(str::to_owned),
        containers,
    }
}

#[test]
fn voyages_of_a_container_do_not_depend_on_the_order_of_an_answer() {
    let journeys: Vec<Journey> = serde_json::from_str(include_str!("../../corpus/voyage/journeys.json")).unwrap();
    for journey in journeys {
        let by_chance = (0..shiptrack_tests::depth::depth(1, 50)).map(|seed| Some(Dice(seed as u64)));
        for mut dice in std::iter::once(None).chain(by_chance) {
            assert_eq!(journey.play(&mut dice), journey.shipments, "{}", journey.what);
        }
    }
}

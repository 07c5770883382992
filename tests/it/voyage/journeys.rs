//! Containers on one voyage after the other, tracked by container, bill and booking, over months: what each step is told of, and
//! which shipments there are in the end.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use shiptrack_tests::scenario::Scenario;

use super::line::{fact, time};
use super::rows::Dice;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Journey {
    what: String,
    steps: Vec<Step>,
    /// The shipments in the end, oldest first.
    shipments: Vec<Shipment>,
}

/// Time passes up to a moment, all due work done on the way; then the carrier knows something else, and requests are made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    at: String,
    /// What the carrier answers for each number from now on.
    #[serde(default)]
    knows: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    track: Vec<String>,
    /// What is told from then on to the next look-up of all, in order.
    told: Vec<String>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Shipment {
    number: String,
    /// Why it is no longer followed.
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
            for (tracked, lines) in &step.knows {
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
            let told: Vec<String> = stage.events()[before..]
                .iter()
                .map(|name| short(&json!(name)).replace("tracking_request", "request"))
                .collect();
            assert_eq!(told, step.told, "{}: step {}", self.what, number + 1);
        }
        shipments(&stage)
    }
}

fn shipments(stage: &Scenario) -> Vec<Shipment> {
    let listed = stage.get("/v2/shipments?page[size]=100");
    let mut all: Vec<Shipment> = listed["data"].as_array().unwrap().iter().map(|told| shipment(stage, told)).collect();
    all.reverse();
    all
}

fn shipment(stage: &Scenario, told: &Value) -> Shipment {
    let mut containers = BTreeMap::new();
    for link in told["relationships"]["containers"]["data"].as_array().unwrap() {
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
        number: told["attributes"]["normalized_number"].as_str().unwrap().to_owned(),
        stopped: told["attributes"]["line_tracking_stopped_reason"].as_str().map(str::to_owned),
        containers,
    }
}

#[test]
fn a_box_makes_one_voyage_after_the_other_whatever_the_order_of_an_answer() {
    let journeys: Vec<Journey> = serde_json::from_str(include_str!("../../corpus/voyage/journeys.json")).unwrap();
    for journey in journeys {
        let by_chance = (0..shiptrack_tests::depth::depth(1, 1, 50)).map(|seed| Some(Dice(seed as u64)));
        for mut dice in std::iter::once(None).chain(by_chance) {
            assert_eq!(journey.play(&mut dice), journey.shipments, "{}", journey.what);
        }
    }
}

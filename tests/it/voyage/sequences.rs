//! Answers of a carrier one after the other, in a whole service: what each is told of, and what there is in the end.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Value, json};
use shiptrack_tests::scenario::Scenario;

use super::line::{BOX, fact};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sequence {
    what: String,
    answers: Vec<Answer>,
    /// The events of the container in the end, in order.
    events: Vec<String>,
    /// Its events that hold no more, in any order.
    gone: Vec<String>,
    /// The event that each of these replaced.
    #[serde(default)]
    links: BTreeMap<String, String>,
    /// The containers of the shipment in the end, where they matter.
    containers: Option<Vec<String>>,
    /// Why the shipment is no longer followed, where it matters.
    stopped: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    facts: Vec<String>,
    /// What it is told of, in order, tracking requests aside.
    told: Vec<String>,
}

fn short(event: &str) -> String {
    event.replace("container.transport.", "")
}

impl Sequence {
    fn play(&self) {
        let stage = Scenario::new();
        for (at, answer) in self.answers.iter().enumerate() {
            let before = stage.events().len();
            let facts: Vec<Value> = answer.facts.iter().map(|line| json!(fact(line))).collect();
            stage.carrier.then_facts(&json!(facts));
            match at {
                0 => drop(stage.create("bill_of_lading", "MAEU123456789", "MAEU")),
                _ => stage
                    .clock
                    .advance_to(stage.service.next_due().unwrap().expect("a followed shipment is looked up again")),
            }
            stage.run();
            let told: Vec<String> = stage.events()[before..]
                .iter()
                .filter(|name| !name.starts_with("tracking_request."))
                .map(|name| short(name))
                .collect();
            assert_eq!(told, answer.told, "{}: answer {}", self.what, at + 1);
        }
        self.compare(&stage);
    }

    fn compare(&self, stage: &Scenario) {
        let shipment = &stage.get("/v2/shipments?include=containers");
        if let Some(expected) = &self.containers {
            let linked = shipment["data"][0]["relationships"]["containers"]["data"].as_array().unwrap();
            let number = |link: &Value| {
                let path = format!("/v2/containers/{}", link["id"].as_str().unwrap());
                stage.get(&path)["data"]["attributes"]["number"].as_str().unwrap().to_owned()
            };
            let numbers: BTreeSet<String> = linked.iter().map(number).collect();
            assert_eq!(numbers.iter().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>(), "{}", self.what);
            assert_eq!(shipment["included"].as_array().unwrap().len(), expected.len(), "{}: included", self.what);
        }
        if let Some(expected) = &self.stopped {
            let stopped = &shipment["data"][0]["attributes"]["line_tracking_stopped_reason"];
            assert_eq!(stopped, expected, "{}", self.what);
        }
        let containers = stage.get(&format!("/v2/containers?filter[number]={BOX}"));
        let container = containers["data"][0]["id"].as_str().unwrap();
        let listed = stage.get(&format!("/v2/containers/{container}/transport_events?page[size]=100"));
        let events = listed["data"].as_array().unwrap();
        let name = |event: &Value| short(event["attributes"]["event"].as_str().unwrap());
        let (mut holding, gone): (Vec<&Value>, Vec<&Value>) =
            events.iter().partition(|event| event["attributes"]["invalidated_at"].is_null());
        // Listed are the newest first.
        holding.reverse();
        holding.sort_by_key(|event| event["attributes"]["timestamp"].as_str().map(str::to_owned));
        assert_eq!(holding.iter().map(|event| name(event)).collect::<Vec<_>>(), self.events, "{}", self.what);
        assert_eq!(gone.iter().map(|event| name(event)).collect::<Vec<_>>(), self.gone, "{}: gone", self.what);
        for (event, earlier) in &self.links {
            let event = holding.iter().find(|known| name(known) == *event).unwrap();
            let linked = &event["relationships"]["previous_version"]["data"]["id"];
            let found =
                gone.iter().find(|known| known["id"] == *linked).unwrap_or_else(|| panic!("{}: {event}", self.what));
            assert_eq!(name(found), *earlier);
        }
    }
}

#[test]
fn what_each_answer_is_told_of_and_what_there_is_in_the_end() {
    let sequences: Vec<Sequence> = serde_json::from_str(include_str!("../../corpus/voyage/sequences.json")).unwrap();
    sequences.iter().for_each(Sequence::play);
}

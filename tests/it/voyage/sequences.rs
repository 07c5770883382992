//! Answers of a carrier one after the other, in a whole service: checks the notifications of each answer, and the result at the end.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Value, json};
use shiptrack_tests::scenario::Scenario;

use super::fact_lines::{CONTAINER, fact};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sequence {
    what: String,
    answers: Vec<Answer>,
    /// The valid events of the container at the end, in order.
    events: Vec<String>,
    /// Its invalidated events, in order.
    invalidated: Vec<String>,
    /// The event that each of these events replaced.
    #[serde(default)]
    replaces: BTreeMap<String, String>,
    /// The containers of the shipment at the end; `None` if they are not checked.
    containers: Option<Vec<String>>,
    /// Why tracking stopped; `None` if it is not checked.
    stopped: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    facts: Vec<String>,
    /// The notifications in order, without those about tracking requests.
    notifications: Vec<String>,
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
                    .advance_to(stage.service.next_due().unwrap().expect("a tracked shipment is looked up again")),
            }
            stage.run();
            let notifications: Vec<String> = stage.events()[before..]
                .iter()
                .filter(|name| !name.starts_with("tracking_request."))
                .map(|name| short(name))
                .collect();
            assert_eq!(notifications, answer.notifications, "{}: answer {}", self.what, at + 1);
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
        let containers = stage.get(&format!("/v2/containers?filter[number]={CONTAINER}"));
        let container = containers["data"][0]["id"].as_str().unwrap();
        let listed = stage.get(&format!("/v2/containers/{container}/transport_events?page[size]=100"));
        let events = listed["data"].as_array().unwrap();
        let name = |event: &Value| short(event["attributes"]["event"].as_str().unwrap());
        let (mut valid, invalidated): (Vec<&Value>, Vec<&Value>) =
            events.iter().partition(|event| event["attributes"]["invalidated_at"].is_null());
        // The newest events are listed first.
        valid.reverse();
        valid.sort_by_key(|event| event["attributes"]["timestamp"].as_str().map(str::to_owned));
        assert_eq!(valid.iter().map(|event| name(event)).collect::<Vec<_>>(), self.events, "{}", self.what);
        assert_eq!(
            invalidated.iter().map(|event| name(event)).collect::<Vec<_>>(),
            self.invalidated,
            "{}: invalidated",
            self.what
        );
        for (event, earlier) in &self.replaces {
            let event = valid.iter().find(|known| name(known) == *event).unwrap();
            let linked = &event["relationships"]["previous_version"]["data"]["id"];
            let found = invalidated
                .iter()
                .find(|known| known["id"] == *linked)
                .unwrap_or_else(|| panic!("{}: {event}", self.what));
            assert_eq!(name(found), *earlier);
        }
    }
}

#[test]
fn each_sequence_of_answers_has_its_notifications_and_result() {
    let sequences: Vec<Sequence> = serde_json::from_str(include_str!("../../corpus/voyage/sequences.json")).unwrap();
    sequences.iter().for_each(Sequence::play);
}

//! Voyages that are played in a whole service over days: answers of the carrier, facts of other sources, and the published state after each.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::decoders::{self, ReadLimits};
use shiptrack::http::Call;
use shiptrack::tracking::Fact;
use shiptrack::webhooks::DeliveryPolicy;
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::with;

use super::fact_lines::{CONTAINER, fact, json_fact, source, time};
use super::rows::Dice;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Voyage {
    pub(super) what: String,
    /// The tracked bill of lading, or container.
    #[serde(default = "bill")]
    pub(super) number: String,
    pub(super) days: Vec<Day>,
}

pub(super) fn bill() -> String {
    "MAEU123456789".to_owned()
}

/// What is received at a time, and the published state afterwards. Without anything received, the carrier repeats its last answer.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Day {
    pub(super) at: String,
    /// The complete answer of the carrier from now on.
    pub(super) answer: Option<Vec<Value>>,
    /// An incomplete answer.
    pub(super) partial: Option<Vec<Value>>,
    /// Facts that are recorded for the number.
    pub(super) recorded: Option<Vec<Value>>,
    /// The source of the recorded facts that name none.
    pub(super) source: Option<String>,
    /// The notifications since the previous day, in order, without those about tracking requests and without `shipment.updated`.
    pub(super) notifications: Option<Vec<String>>,
    /// The changesets of `container.updated` for the container `MSKU0308961` and of `shipment.updated` since the previous day, by the names
    /// of these events. Without a member: nothing was sent.
    pub(super) changesets: Option<Map<String, Value>>,
    /// Attributes of the newest shipment.
    pub(super) shipment: Option<Map<String, Value>>,
    /// Parts of the texts of the doubts, in any order.
    pub(super) doubts: Option<Vec<String>>,
    /// Attributes of the container `MSKU0308961`.
    pub(super) container: Option<Map<String, Value>>,
    pub(super) status: Option<String>,
    pub(super) events: Option<Vec<String>>,
    pub(super) invalidated: Option<Vec<String>>,
    /// The states of other containers.
    #[serde(default)]
    pub(super) containers: BTreeMap<String, State>,
}

/// The expected state of a container.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// Attributes.
    container: Option<Map<String, Value>>,
    status: Option<String>,
    /// The valid events in order of time: name, place and time of each.
    events: Option<Vec<String>>,
    /// The invalidated events in order of time.
    invalidated: Option<Vec<String>>,
}

impl Day {
    pub(super) fn at(&self) -> DateTime<Utc> {
        time(&self.at).parse().unwrap_or_else(|error| panic!("{}: {error}", self.at))
    }

    fn state(&self) -> State {
        State {
            container: self.container.clone(),
            status: self.status.clone(),
            events: self.events.clone(),
            invalidated: self.invalidated.clone(),
        }
    }

    pub(super) fn carrier_answer(&self, dice: &mut Option<Dice>) -> Option<Answer> {
        let (lines, complete) = match (&self.answer, &self.partial) {
            (Some(lines), None) => (lines, true),
            (None, Some(lines)) => (lines, false),
            (None, None) => return None,
            _ => panic!("{}: an answer is complete or partial", self.at),
        };
        let facts: Vec<Fact> = lines.iter().flat_map(|line| facts(line, None)).collect();
        let order = dice.as_mut().map_or_else(|| (0..facts.len()).collect(), |dice| dice.shuffled(facts.len()));
        let facts = order.into_iter().map(|at| facts[at].clone()).collect();
        Some(with(Answer::complete(facts), |answer| answer.complete = complete))
    }
}

/// Reads a fact, or all facts of a message in the form of a carrier.
fn facts(written: &Value, by: Option<&str>) -> Vec<Fact> {
    let Some(message) = written.get("decode") else { return vec![one_fact(written, by)] };
    let segments = message.as_array().map(|parts| parts.iter().map_while(Value::as_str).collect::<String>());
    let text = segments.filter(|text| !text.is_empty()).unwrap_or_else(|| message.to_string());
    decoders::read(text.as_bytes(), &ReadLimits::default()).facts().cloned().collect()
}

/// Reads a line or an object.
fn one_fact(written: &Value, by: Option<&str>) -> Fact {
    let mut fact = match written {
        Value::String(line) => serde_json::to_value(fact(line)).unwrap().as_object().cloned().unwrap(),
        object => object.as_object().cloned().unwrap_or_else(|| panic!("{object}: not a fact")),
    };
    if let Some(by) = by
        && !written.to_string().contains(" by ")
        && written.get("source").is_none()
    {
        fact.insert("source".into(), source(by));
    }
    if fact.contains_key("reading") {
        fact.entry("container").or_insert_with(|| json!(CONTAINER));
    }
    json_fact(fact)
}

/// The answers of the days, each from its time on. The next look-up is at the time of the next day.
fn carrier(days: Vec<(DateTime<Utc>, Option<Answer>)>) -> impl Fn(&LookUp, &Call) -> Result<Answer, LookUpFailure> {
    move |asked, _| {
        let next = days.iter().map(|(at, _)| *at).find(|at| *at > asked.now);
        let pause = next.map_or(std::time::Duration::from_secs(86_400), |at| (at - asked.now).to_std().unwrap());
        let known = days.iter().filter(|(at, _)| *at <= asked.now).filter_map(|(_, answer)| answer.clone()).next_back();
        known.map(|answer| answer.with_next_look(pause)).ok_or(LookUpFailure::NotFound)
    }
}

struct Played<'v> {
    stage: Scenario,
    voyage: &'v Voyage,
    wrong: Vec<String>,
}

impl Day {
    pub(super) fn recorded_facts(&self) -> Vec<Fact> {
        self.recorded.iter().flatten().flat_map(|line| facts(line, self.source.as_deref())).collect()
    }
}

impl Voyage {
    /// Plays the voyage, and returns the differences.
    fn play(&self, dice: Option<Dice>) -> Vec<String> {
        let mut played = Played { stage: self.stage(dice), voyage: self, wrong: Vec::new() };
        self.days.iter().for_each(|day| played.play(day));
        played.wrong
    }

    /// A service in which the number is tracked, at the first day.
    pub(super) fn stage(&self, mut dice: Option<Dice>) -> Scenario {
        let days: Vec<_> = self.days.iter().map(|day| (day.at(), day.carrier_answer(&mut dice))).collect();
        assert!(days.is_sorted_by(|first, second| first.0 < second.0), "{}: days are not in order", self.what);
        let begins = days[0].0;
        let feed = with(DeliveryPolicy::default(), |policy| policy.shipment_updates_in_feed = true);
        let stage =
            Scenario::starting(begins, |builder| builder.carrier("MAEU", carrier(days)).unwrap().delivery(feed));
        let kind = if self.number.len() == CONTAINER.len() { "container" } else { "bill_of_lading" };
        stage.create(kind, &self.number, "MAEU");
        stage
    }

    /// Receives what is received on a day.
    pub(super) fn receive(&self, day: &Day, stage: &Scenario) {
        stage.pass((day.at() - stage.now()).to_std().unwrap());
        let recorded = day.recorded_facts();
        if !recorded.is_empty() {
            stage.service.record_facts(&stage.account, &self.number, &recorded).unwrap();
        }
        stage.run();
    }
}

impl Played<'_> {
    fn play(&mut self, day: &Day) {
        let stage = &self.stage;
        let before = stage.service.events(&stage.account, 0, usize::MAX).unwrap().len();
        self.voyage.receive(day, stage);
        let fed = stage.service.events(&stage.account, 0, usize::MAX).unwrap();
        let notified: Vec<String> = fed[before..].iter().filter_map(|event| notification(&event.document)).collect();
        self.compare(day, "notifications", &json!(notified), day.notifications.as_ref());
        let changesets: Map<String, Value> =
            fed[before..].iter().filter_map(|event| changeset(&event.document)).collect();
        self.compare(day, "changesets", &json!(changesets), day.changesets.as_ref());
        self.compare_attributes(day, "shipment", "/v2/shipments", day.shipment.as_ref());
        self.compare_doubts(day);
        self.compare_container(day, CONTAINER, &day.state());
        for (number, state) in &day.containers {
            self.compare_container(day, number, state);
        }
    }

    fn compare<T: serde::Serialize>(&mut self, day: &Day, what: &str, actual: &Value, expected: Option<&T>) {
        if let Some(expected) = expected.map(|expected| json!(expected))
            && *actual != expected
        {
            self.wrong.push(format!("{}: {what}\n    actual   {actual}\n    expected {expected}", day.at));
        }
    }

    fn compare_attributes(&mut self, day: &Day, what: &str, path: &str, expected: Option<&Map<String, Value>>) {
        let Some(expected) = expected else { return };
        let listed = self.stage.get(path);
        let attributes = &listed["data"][0]["attributes"];
        for (name, expected) in expected {
            match attributes.get(name) {
                None => self.wrong.push(format!("{}: {what} has no attribute {name}", day.at)),
                Some(actual) => {
                    let is_time = expected.as_str().is_some_and(|text| text.contains('T') && text.contains('-'));
                    let actual = if is_time { json!(short_time(actual)) } else { actual.clone() };
                    self.compare(day, &format!("{what}: {name}"), &actual, Some(expected));
                }
            }
        }
    }

    fn compare_container(&mut self, day: &Day, number: &str, expected: &State) {
        let path = format!("/v2/containers?filter[number]={number}");
        self.compare_attributes(day, number, &path, expected.container.as_ref());
        let listed = self.stage.get(&path);
        let container = &listed["data"][0];
        let status = &container["attributes"]["current_status"];
        self.compare(day, &format!("{number}: status"), status, expected.status.as_ref());
        if expected.events.is_none() && expected.invalidated.is_none() {
            return;
        }
        let Some(id) = container["id"].as_str() else {
            return self.wrong.push(format!("{}: there is no container {number}", day.at));
        };
        let listed = self.stage.get(&format!("/v2/containers/{id}/transport_events?page[size]=100"));
        // The newest events are listed first.
        let mut events: Vec<&Value> =
            listed["data"].as_array().unwrap().iter().map(|event| &event["attributes"]).rev().collect();
        events.sort_by_key(|event| event["timestamp"].as_str().map(str::to_owned));
        let (valid, invalidated): (Vec<&Value>, Vec<&Value>) =
            events.into_iter().partition(|event| event["invalidated_at"].is_null());
        let lines = |events: Vec<&Value>| events.into_iter().map(event_line).collect();
        self.compare(day, &format!("{number}: events"), &lines(valid), expected.events.as_ref());
        self.compare(day, &format!("{number}: invalidated"), &lines(invalidated), expected.invalidated.as_ref());
    }

    fn compare_doubts(&mut self, day: &Day) {
        let Some(expected) = &day.doubts else { return };
        let listed = self.stage.get("/v2/shipments");
        let Some(id) = listed["data"][0]["id"].as_str() else {
            return self.wrong.push(format!("{}: there is no shipment", day.at));
        };
        let found = self.stage.get(&format!("/v2/shipments/{id}/doubts"));
        let doubts = found["doubts"].as_array().unwrap().iter();
        let mut texts: Vec<&str> = doubts.map(|doubt| doubt["text"].as_str().unwrap()).collect();
        for part in expected {
            match texts.iter().position(|text| text.contains(part.as_str())) {
                Some(at) => drop(texts.remove(at)),
                None => self.wrong.push(format!("{}: there is no doubt about {part}", day.at)),
            }
        }
        self.wrong.extend(texts.into_iter().map(|text| format!("{}: not expected: the doubt that {text}", day.at)));
    }
}

/// The name of an event with a changeset, and the changeset; `None` for other events and other containers.
fn changeset(document: &str) -> Option<(String, Value)> {
    let document: Value = serde_json::from_str(document).unwrap();
    let name = document["data"]["attributes"]["event"].as_str().unwrap().to_owned();
    let included = document["included"].as_array()?;
    let of = |kind: &str| included.iter().find(|resource| resource["type"] == kind).map(|found| &found["attributes"]);
    let is_other = of("container").is_some_and(|container| container["number"] != CONTAINER);
    let changed = of("container_updated_event").or_else(|| of("shipment_updated_event"))?["changeset"].as_object()?;
    let values = changed.iter().map(|(name, values)| {
        let values: Vec<Value> = values.as_array().into_iter().flatten().map(short_value).collect();
        (name.clone(), Value::Array(values))
    });
    (!is_other).then(|| (name, Value::Object(values.collect())))
}

fn short_value(value: &Value) -> Value {
    match value.as_str() {
        Some(_) => json!(short_time(value)),
        None => value.clone(),
    }
}

/// The name of a notification, and the number of the container unless it is `MSKU0308961`; `None` if it is about a tracking request.
fn notification(document: &str) -> Option<String> {
    let document: Value = serde_json::from_str(document).unwrap();
    let name = document["data"]["attributes"]["event"].as_str().unwrap();
    let included = document["included"].as_array().into_iter().flatten();
    let mut containers = included.filter(|resource| resource["type"] == "container");
    let number = containers.next().and_then(|found| found["attributes"]["number"].as_str());
    let number = number.filter(|number| *number != CONTAINER && name.starts_with("container."));
    let name = name.strip_prefix("container.transport.").unwrap_or(name);
    let line = number.map_or_else(|| name.to_owned(), |number| format!("{name} {number}"));
    (!name.starts_with("tracking_request.") && name != "shipment.updated").then_some(line)
}

fn event_line(event: &Value) -> String {
    let name = event["event"].as_str().unwrap().replace("container.transport.", "");
    let place = event["location_locode"].as_str().map_or_else(String::new, |place| format!(" {place}"));
    format!("{name}{place} {}", short_time(&event["timestamp"]))
}

/// `2026-01-08T12:00:00Z` is `01-08T12:00`.
fn short_time(time: &Value) -> String {
    let text = time.as_str().unwrap_or("-");
    let text = text.strip_suffix(":00Z").unwrap_or(text);
    text.strip_prefix("2026-").unwrap_or(text).to_owned()
}

/// The voyages of all files, with the topics.
pub(super) fn voyages() -> Vec<(String, Voyage)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/voyage/days");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: PathBuf| {
        let topic = file.file_stem().unwrap().to_string_lossy().into_owned();
        let voyages: Vec<Voyage> = serde_json::from_str(&fs::read_to_string(&file).unwrap())
            .unwrap_or_else(|error| panic!("{topic}: {error}"));
        voyages.into_iter().map(move |voyage| (topic.clone(), voyage))
    };
    files.into_iter().flat_map(read).collect()
}

/// Returns the first voyage of each topic, and each further one after `step` voyages.
pub(super) fn some_voyages(step: usize) -> Vec<(String, Voyage)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut voyages = voyages();
    voyages.retain(|(topic, _)| {
        let count = counts.entry(topic.clone()).or_default();
        *count += 1;
        (*count - 1).is_multiple_of(step)
    });
    voyages
}

fn assert_all(voyages: Vec<(String, Voyage)>, dice: impl Fn() -> Option<Dice>) {
    let mut wrong = Vec::new();
    for (topic, voyage) in voyages {
        let differences = voyage.play(dice());
        if !differences.is_empty() {
            wrong.push(format!("{topic}: {}\n  {}", voyage.what, differences.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_day_of_a_voyage_has_its_published_state() {
    assert_all(voyages(), || None);
}

#[test]
fn the_order_of_the_rows_of_a_daily_answer_does_not_matter() {
    let step = depth(10, 1);
    (0..depth(1, 20)).for_each(|seed| assert_all(some_voyages(step), || Some(Dice(seed))));
}

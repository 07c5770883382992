//! Parses facts that are written in one line each.

use std::iter::Peekable;
use std::str::SplitWhitespace;

use serde_json::{Map, Value, json};
use shiptrack::tracking::Fact;

pub const CONTAINER: &str = "MSKU0308961";

const MODES: [&str; 5] = ["vessel", "barge", "rail", "truck", "hovercraft"];
const PHASES: [&str; 3] = ["export", "transshipment", "import"];

/// Parses a line such as `est 05-18T06:00 arrived vessel USLAX on A`.
///
/// A line has `est` or `plan` if the event is not actual, the time (in 2026 unless it has a year; 12:00 unless it has a time of day; `-`
/// if it is unknown), the movement, and in any order these words. `_` stands for a blank in a name.
///
/// | Word | Meaning |
/// |---|---|
/// | `vessel`, `barge`, `rail`, `truck` | mode |
/// | `empty`, `laden` | whether the container was empty |
/// | `export`, `transshipment`, `import` | phase |
/// | `USLAX` | UN/LOCODE of the place |
/// | `named Los_Angeles`, `facility APMT`, `zone Asia/Shanghai` | name, facility and time zone of the place |
/// | `on A`, `imo 9321483`, `voyage 042E` | vessel and voyage |
/// | `date`, `local` | the time is a date without a time of day; the time has no offset |
/// | `container MSKU0308961` | another container; `all` for the whole shipment |
/// | `by terminal:WBCT` | another source |
/// | `under B1` | number of a document |
/// | `id 84db923d` | the `eventID` among the codes |
///
/// `booked CNSHA USLAX USCHI` followed by containers states the booked ports, the destination if there is a third place, and the containers of
/// the shipment; `left` before a container removes it. A line that begins with `{` is a fact in JSON.
pub fn fact(line: &str) -> Fact {
    if line.starts_with('{') {
        return json_fact(serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    }
    let mut words = line.split_whitespace().peekable();
    if words.next_if_eq(&"booked").is_some() {
        return json_fact(particulars(words));
    }
    json_fact(event(line, words))
}

fn event(line: &str, mut words: Peekable<SplitWhitespace<'_>>) -> Map<String, Value> {
    let certainty = words.next_if(|word| ["est", "plan"].contains(word));
    let at = words.next().expect("a time");
    let movement = words.next().expect("a movement");
    let mut event = Map::from_iter([("movement".to_owned(), json!(movement))]);
    let mut fact = Map::from_iter([("container".to_owned(), json!(CONTAINER))]);
    if let Some(certainty) = certainty {
        event.insert("certainty".into(), json!(if certainty == "est" { "estimated" } else { "planned" }));
    }
    if at != "-" {
        event.insert("at".into(), json!(time(at)));
    }
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap_or_else(|| panic!("{line}: nothing after {word}")).replace('_', " ");
        let (object, name, value) = match word {
            "empty" | "laden" => ("", "empty", json!(word == "empty")),
            "date" => ("", "at", json!(event["at"].as_str().unwrap()[..10])),
            "local" => ("", "at", json!(event["at"].as_str().unwrap().trim_end_matches('Z'))),
            "on" => ("vessel", "name", json!(next())),
            "imo" => ("vessel", "imo", json!(next())),
            "voyage" => ("", "voyage", json!(next())),
            "under" => ("", "documents", json!([next()])),
            "named" => ("place", "name", json!(next())),
            "facility" => ("place", "facility", json!(next())),
            "zone" => ("place", "timezone", json!(words.next())),
            "container" => {
                let number = next();
                fact.insert("container".into(), if number == "all" { Value::Null } else { json!(number) });
                continue;
            }
            "by" => {
                fact.insert("source".into(), source(&next()));
                continue;
            }
            "id" => {
                fact.insert("codes".into(), json!({ "eventID": next() }));
                continue;
            }
            mode if MODES.contains(&mode) => ("", "mode", json!(mode)),
            phase if PHASES.contains(&phase) => ("", "phase", json!(phase)),
            place if is_locode(place) => ("place", "locode", json!(place)),
            other => panic!("{line}: {other} is not a word of a fact"),
        };
        let members = match object {
            "" => &mut event,
            object => event.entry(object).or_insert_with(|| json!({})).as_object_mut().unwrap(),
        };
        members.insert(name.into(), value);
    }
    fact.insert("event".into(), Value::Object(event));
    fact
}

fn particulars(words: Peekable<SplitWhitespace<'_>>) -> Map<String, Value> {
    let mut places = ["port_of_lading", "port_of_discharge", "destination"].into_iter();
    let (mut containers, mut left, mut leaves) = (Vec::new(), Vec::new(), false);
    let mut booked = Map::new();
    for word in words {
        match word {
            "left" => leaves = true,
            place if is_locode(place) => {
                let name = places.next().expect("three places at most");
                booked.insert(name.into(), json!({ "locode": place }));
            }
            number if leaves => left.push(number),
            number => containers.push(number),
        }
    }
    booked.extend([("containers".to_owned(), json!(containers)), ("left".to_owned(), json!(left))]);
    Map::from_iter([("particulars".to_owned(), Value::Object(booked))])
}

/// `terminal:WBCT` is a terminal with a name.
pub fn source(written: &str) -> Value {
    match written.split_once(':') {
        Some((kind, name)) => json!({ "kind": kind, "name": name }),
        None => json!(written),
    }
}

/// Reads a fact in JSON, whose version is 2.
pub fn json_fact(mut fact: Map<String, Value>) -> Fact {
    fact.insert("version".into(), json!(2));
    let fact = json!(fact).to_string();
    let read = Fact::parse_all(&fact).unwrap_or_else(|error| panic!("{fact}: {error}"));
    read.into_iter().next().expect("a fact")
}

fn is_locode(word: &str) -> bool {
    word.len() == 5 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// Converts the time of a line to RFC 3339.
pub fn time(written: &str) -> String {
    let (day, clock) = written.split_once('T').unwrap_or((written, "12:00"));
    let year = if day.len() > "05-18".len() { "" } else { "2026-" };
    format!("{year}{day}T{clock}:00Z")
}

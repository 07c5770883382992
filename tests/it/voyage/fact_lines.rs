//! Parses facts that are written in one line each.

use serde_json::{Map, Value, json};
use shiptrack::tracking::Fact;

pub const CONTAINER: &str = "MSKU0308961";

const MODES: [&str; 5] = ["vessel", "barge", "rail", "truck", "hovercraft"];
const PHASES: [&str; 3] = ["export", "transshipment", "import"];

/// Parses a line such as `est 05-18T06:00 arrived vessel USLAX on A`.
///
/// A line has `est` or `plan` if the event is not actual, the time (in 2026 unless it has a year), the movement, and in any order the
/// mode, `empty`, the phase and the UN/LOCODE of the place. `on` is followed by the name of the vessel, `container` by another container
/// (`all` for the whole shipment), `by` by another source, and `under` by the number of a document. A line that begins with `{` is a
/// fact in JSON.
pub fn fact(line: &str) -> Fact {
    if line.starts_with('{') {
        let mut fact: Map<String, Value> = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        fact.insert("version".into(), json!(2));
        return only(&fact, line);
    }
    let mut words = line.split_whitespace().peekable();
    let certainty = words.next_if(|word| ["est", "plan"].contains(word));
    let at = words.next().expect("a time");
    let movement = words.next().expect("a movement");
    let mut event = Map::from_iter([("movement".to_owned(), json!(movement)), ("at".to_owned(), json!(time(at)))]);
    let mut fact = Map::from_iter([("version".to_owned(), json!(2)), ("container".to_owned(), json!(CONTAINER))]);
    if let Some(certainty) = certainty {
        event.insert("certainty".into(), json!(if certainty == "est" { "estimated" } else { "planned" }));
    }
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap_or_else(|| panic!("{line}: nothing after {word}"));
        let (name, value) = match word {
            "empty" => ("empty", json!(true)),
            "on" => ("vessel", json!({ "name": next() })),
            "under" => ("documents", json!([next()])),
            "container" | "by" => {
                let (name, value) = if word == "by" { ("source", next()) } else { ("container", next()) };
                fact.insert(name.into(), if value == "all" { Value::Null } else { json!(value) });
                continue;
            }
            mode if MODES.contains(&mode) => ("mode", json!(mode)),
            phase if PHASES.contains(&phase) => ("phase", json!(phase)),
            place => ("place", json!({ "locode": place })),
        };
        event.insert(name.into(), value);
    }
    fact.insert("event".into(), Value::Object(event));
    only(&fact, line)
}

fn only(fact: &Map<String, Value>, line: &str) -> Fact {
    let read = Fact::parse_all(&json!(fact).to_string()).unwrap_or_else(|error| panic!("{line}: {error}"));
    read.into_iter().next().expect("a fact")
}

/// Converts the time of a line to RFC 3339.
pub fn time(written: &str) -> String {
    let (day, clock) = written.split_once('T').unwrap_or((written, "12:00"));
    let year = if day.len() > "05-18".len() { "" } else { "2026-" };
    format!("{year}{day}T{clock}:00Z")
}

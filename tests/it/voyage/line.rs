//! Facts written in a line each, so that a voyage can be read at a glance.

use serde_json::{Map, Value, json};
use shiptrack::tracking::Fact;

pub const BOX: &str = "MSKU0308961";

const MODES: [&str; 5] = ["vessel", "barge", "rail", "truck", "hovercraft"];
const PHASES: [&str; 3] = ["export", "transshipment", "import"];

/// The fact a line says: `est 05-18T06:00 arrived vessel USLAX on A`. `est` or `plan` comes first where it has not
/// happened; then the time, in 2026 where it has no year, the movement, and in any order mode, `empty`, phase, the place's
/// UN/LOCODE, and behind `on`, `box`, `by` and `under` the vessel's name, another container (`all` for all), another source and
/// the number of a document. A line that begins with `{`
/// is a fact's reading, or its particulars, in JSON.
pub fn fact(line: &str) -> Fact {
    if line.starts_with('{') {
        let mut fact: Map<String, Value> =
            serde_json::from_str(line).unwrap_or_else(|refused| panic!("{line}: {refused}"));
        fact.insert("version".into(), json!(2));
        return only(&fact, line);
    }
    let mut words = line.split_whitespace().peekable();
    let certainty = words.next_if(|word| ["est", "plan"].contains(word));
    let at = words.next().expect("a time");
    let movement = words.next().expect("a movement");
    let mut event = Map::from_iter([("movement".to_owned(), json!(movement)), ("at".to_owned(), json!(time(at)))]);
    let mut fact = Map::from_iter([("version".to_owned(), json!(2)), ("container".to_owned(), json!(BOX))]);
    if let Some(certainty) = certainty {
        event.insert("certainty".into(), json!(if certainty == "est" { "estimated" } else { "planned" }));
    }
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap_or_else(|| panic!("{line}: nothing behind {word}"));
        let (name, value) = match word {
            "empty" => ("empty", json!(true)),
            "on" => ("vessel", json!({ "name": next() })),
            "under" => ("documents", json!([next()])),
            "box" | "by" => {
                let (name, said) = if word == "by" { ("source", next()) } else { ("container", next()) };
                fact.insert(name.into(), if said == "all" { Value::Null } else { json!(said) });
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
    let read = Fact::parse_all(&json!(fact).to_string()).unwrap_or_else(|refused| panic!("{line}: {refused}"));
    read.into_iter().next().expect("a fact")
}

/// The moment, as it is written in a line.
pub fn time(written: &str) -> String {
    let (day, clock) = written.split_once('T').unwrap_or((written, "12:00"));
    let year = if day.len() > "05-18".len() { "" } else { "2026-" };
    format!("{year}{day}T{clock}:00Z")
}

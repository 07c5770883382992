//! Custom fields that come with a new tracking request. They are kept until custom fields are served.

use serde_json::Value;

use super::payload::{pointer, wrong};
use super::problems::Problems;
use crate::error::{Error, Result};
use crate::jsonapi::{MOST_NESTED, Members, is_shallow};

const NAME: &str = "initial_custom_fields";

/// The parts of the attribute: fields of the shipment, and of its containers.
const PARTS: [&str; 2] = ["shipment", "containers"];

/// Fields of one part.
const MOST_FIELDS: usize = 100;

/// Characters of all of it, as JSON.
const LONGEST: usize = 32 * 1024;

/// Reads `{"shipment": [{"api_slug", "value"}], "containers": [{"api_slug", "value", "number"?}]}`.
pub(super) fn read(value: Option<&Value>) -> Result<Option<Members>> {
    let parts = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(parts)) => parts,
        Some(other) => return Err(wrong(NAME, "an object of shipment and containers", other)),
    };
    let mut problems = Problems::default();
    if Value::Object(parts.clone()).to_string().len() > LONGEST {
        return Err(Error::invalid(&pointer(NAME), format!("{NAME} has {LONGEST} characters at most")));
    }
    if !is_shallow(parts) {
        return Err(Error::invalid(&pointer(NAME), format!("{NAME} is nested more than {MOST_NESTED} levels deep")));
    }
    for (part, fields) in parts {
        let place = format!("{NAME}/{part}");
        match fields {
            _ if !PARTS.contains(&part.as_str()) => {
                problems.add(Error::invalid(&pointer(&place), format!("{NAME} has shipment and containers only")));
            }
            Value::Null => {}
            Value::Array(fields) if fields.len() > MOST_FIELDS => {
                problems.add(Error::invalid(&pointer(&place), format!("{part} has {MOST_FIELDS} fields at most")));
            }
            Value::Array(fields) => fields.iter().enumerate().for_each(|(at, field)| {
                problems.note(check(&format!("{place}/{at}"), field));
            }),
            other => problems.add(wrong(&place, "a list of fields", other)),
        }
    }
    problems.end().map(|()| Some(parts.clone()))
}

fn check(place: &str, field: &Value) -> Result<()> {
    let Value::Object(members) = field else { return Err(wrong(place, "{api_slug, value}", field)) };
    match members.get("api_slug") {
        Some(Value::String(slug)) if !slug.trim().is_empty() => {}
        None | Some(Value::Null | Value::String(_)) => {
            return Err(Error::blank(&pointer(&format!("{place}/api_slug")), "api_slug can't be blank"));
        }
        Some(other) => return Err(wrong(&format!("{place}/api_slug"), "text", other)),
    }
    match members.get("value") {
        Some(_) => Ok(()),
        None => Err(Error::blank(&pointer(&format!("{place}/value")), "a field has a value, which may be null")),
    }
}

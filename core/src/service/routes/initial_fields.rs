//! Custom fields that come with a new tracking request: its shipment and containers get them when they come to be.

use std::collections::HashSet;

use serde_json::Value;

use super::context::RequestContext;
use super::custom_fields::check_initial;
use super::payload::{pointer, wrong};
use super::problems::Problems;
use crate::error::{Error, Result};
use crate::jsonapi::{MAX_NESTING, Members, is_shallow};
use crate::resources::CustomFieldEntityType;
use crate::service::engine::derive::custom_fields::number_of;

const NAME: &str = "initial_custom_fields";

const PARTS: [(&str, CustomFieldEntityType); 2] =
    [("shipment", CustomFieldEntityType::Shipment), ("containers", CustomFieldEntityType::Container)];

/// Per part.
const MOST_FIELDS: usize = 100;

/// Characters of the whole attribute as JSON.
const LONGEST: usize = 32 * 1024;

/// Reads `{"shipment": [{"api_slug", "value"}], "containers": [{"api_slug", "value", "number"?}]}`.
pub(super) fn read(context: &RequestContext<'_>, value: Option<&Value>) -> Result<Option<Members>> {
    let parts = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(parts)) => parts,
        Some(other) => return Err(wrong(NAME, "an object of shipment and containers", other)),
    };
    if Value::Object(parts.clone()).to_string().len() > LONGEST {
        return Err(Error::invalid(&pointer(NAME), format!("{NAME} has {LONGEST} characters at most")));
    }
    if !is_shallow(parts) {
        return Err(Error::invalid(&pointer(NAME), format!("{NAME} is nested more than {MAX_NESTING} levels deep")));
    }
    let mut problems = Problems::default();
    for (part, fields) in parts {
        let place = format!("{NAME}/{part}");
        let Some((_, kind)) = PARTS.iter().find(|(known, _)| known == part) else {
            problems.add(Error::invalid(&pointer(&place), format!("{NAME} has shipment and containers only")));
            continue;
        };
        match fields {
            Value::Null => {}
            Value::Array(fields) if fields.len() > MOST_FIELDS => {
                problems.add(Error::invalid(&pointer(&place), format!("{part} has {MOST_FIELDS} fields at most")));
            }
            Value::Array(fields) => {
                problems.note(check_part(context, kind, &place, fields));
            }
            other => problems.add(wrong(&place, "a list of fields", other)),
        }
    }
    problems.end().map(|()| Some(parts.clone()))
}

fn check_part(context: &RequestContext<'_>, kind: &CustomFieldEntityType, place: &str, fields: &[Value]) -> Result<()> {
    let (mut problems, mut sent, mut seen) = (Problems::default(), Vec::new(), HashSet::new());
    for (at, field) in fields.iter().enumerate() {
        let place = format!("{place}/{at}");
        let Some((slug, value, number)) = problems.note(members(&place, kind, field)) else { continue };
        if !seen.insert((slug, number)) {
            let told = "the field is there twice";
            problems.add(Error::invalid(&pointer(&format!("{place}/api_slug")), told));
        }
        sent.push((place, slug, value));
    }
    problems.note(check_initial(context, kind, &sent));
    problems.end()
}

fn members<'f>(
    place: &str,
    kind: &CustomFieldEntityType,
    field: &'f Value,
) -> Result<(&'f str, &'f Value, Option<String>)> {
    let Value::Object(members) = field else { return Err(wrong(place, "{api_slug, value}", field)) };
    let slug = match members.get("api_slug") {
        Some(Value::String(slug)) if !slug.trim().is_empty() => slug.trim(),
        None | Some(Value::Null | Value::String(_)) => {
            return Err(Error::blank(&pointer(&format!("{place}/api_slug")), "api_slug can't be blank"));
        }
        Some(other) => return Err(wrong(&format!("{place}/api_slug"), "text", other)),
    };
    match members.get("number") {
        None | Some(Value::Null | Value::String(_)) => {}
        Some(other) => return Err(wrong(&format!("{place}/number"), "the number of a container", other)),
    }
    let number = number_of(members).filter(|_| *kind == CustomFieldEntityType::Container);
    match members.get("value") {
        Some(value) => Ok((slug, value, number)),
        None => Err(Error::blank(&pointer(&format!("{place}/value")), "a field has a value, which may be null")),
    }
}

//! Checks the custom fields of a new tracking request, which its shipment and containers get when they are created.

use std::collections::HashSet;

use serde_json::Value;

use super::context::RequestContext;
use super::custom_fields::check_initial_fields;
use super::payload::{pointer, wrong_type};
use super::problems::Problems;
use crate::error::{Error, Result};
use crate::jsonapi::{MAX_NESTING, Members, is_shallow};
use crate::resources::CustomFieldEntityType;
use crate::service::engine::derive::custom_fields::number_of;

const NAME: &str = "initial_custom_fields";

const PARTS: [(&str, CustomFieldEntityType); 2] =
    [("shipment", CustomFieldEntityType::Shipment), ("containers", CustomFieldEntityType::Container)];

/// Maximum number of fields of the shipment, and of the containers.
const MAX_FIELDS: usize = 100;

/// Maximum length of the attribute, in characters of JSON.
const MAX_LENGTH: usize = 32 * 1024;

/// Reads `{"shipment": [{"api_slug", "value"}], "containers": [{"api_slug", "value", "number"?}]}`.
pub(super) fn read(context: &RequestContext<'_>, value: Option<&Value>) -> Result<Option<Members>> {
    let parts = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(parts)) => parts,
        Some(other) => return Err(wrong_type(NAME, "an object with shipment and containers", other)),
    };
    if Value::Object(parts.clone()).to_string().len() > MAX_LENGTH {
        return Err(Error::invalid(&pointer(NAME), format!("{NAME} can have at most {MAX_LENGTH} characters as JSON")));
    }
    if !is_shallow(parts) {
        return Err(Error::invalid(&pointer(NAME), format!("{NAME} is nested more than {MAX_NESTING} levels deep")));
    }
    let mut problems = Problems::default();
    for (part, fields) in parts {
        let place = format!("{NAME}/{part}");
        let Some((_, kind)) = PARTS.iter().find(|(known, _)| known == part) else {
            problems.add(Error::invalid(
                &pointer(&place),
                format!("{NAME} can only have the members shipment and containers"),
            ));
            continue;
        };
        match fields {
            Value::Null => {}
            Value::Array(fields) if fields.len() > MAX_FIELDS => {
                problems.add(Error::invalid(&pointer(&place), format!("{part} can have at most {MAX_FIELDS} fields")));
            }
            Value::Array(fields) => {
                problems.note(check_part(context, kind, &place, fields));
            }
            other => problems.add(wrong_type(&place, "a list of fields", other)),
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
            let detail = "the field occurs twice";
            problems.add(Error::invalid(&pointer(&format!("{place}/api_slug")), detail));
        }
        sent.push((place, slug, value));
    }
    problems.note(check_initial_fields(context, kind, &sent));
    problems.end()
}

fn members<'f>(
    place: &str,
    kind: &CustomFieldEntityType,
    field: &'f Value,
) -> Result<(&'f str, &'f Value, Option<String>)> {
    let Value::Object(members) = field else { return Err(wrong_type(place, "{api_slug, value}", field)) };
    let slug = match members.get("api_slug") {
        Some(Value::String(slug)) if !slug.trim().is_empty() => slug.trim(),
        None | Some(Value::Null | Value::String(_)) => {
            return Err(Error::blank(&pointer(&format!("{place}/api_slug")), "api_slug can't be blank"));
        }
        Some(other) => return Err(wrong_type(&format!("{place}/api_slug"), "text", other)),
    };
    match members.get("number") {
        None | Some(Value::Null | Value::String(_)) => {}
        Some(other) => return Err(wrong_type(&format!("{place}/number"), "the number of a container", other)),
    }
    let number = number_of(members).filter(|_| *kind == CustomFieldEntityType::Container);
    match members.get("value") {
        Some(value) => Ok((slug, value, number)),
        None => Err(Error::blank(&pointer(&format!("{place}/value")), "value is required; it may be null")),
    }
}

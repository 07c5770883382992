//! Checks that a document is well-formed JSON:API.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// Panics with the first problem unless `document` is well-formed.
#[track_caller]
pub fn assert_well_formed(document: &Value) {
    if let Err(problem) = check(document) {
        panic!("{problem} in {document:#}");
    }
}

/// Returns the included resource with the type and id of `linkage`.
pub fn included<'d>(document: &'d Value, linkage: &Value) -> Option<&'d Value> {
    let found = document["included"].as_array()?;
    found.iter().find(|resource| resource["type"] == linkage["type"] && resource["id"] == linkage["id"])
}

/// Returns the types of the included resources, sorted.
pub fn included_types(document: &Value) -> Vec<&str> {
    let found = document["included"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut types: Vec<&str> = found.iter().filter_map(|resource| resource["type"].as_str()).collect();
    types.sort_unstable();
    types
}

fn check(document: &Value) -> Result<(), String> {
    let members = document.as_object().ok_or("a document is an object")?;
    let known = ["data", "included", "links", "meta", "errors", "jsonapi"];
    if let Some(member) = members.keys().find(|member| !known.contains(&member.as_str())) {
        return Err(format!("top-level member {member}"));
    }
    if !members.contains_key("data") || members.contains_key("errors") {
        return Err("a document has `data` and no `errors`".into());
    }
    let mut seen = HashSet::new();
    let data = match &members["data"] {
        Value::Array(items) => items.iter().collect(),
        Value::Null => Vec::new(),
        resource => vec![resource],
    };
    let others = members.get("included").map_or(Ok(Vec::new()), |included| {
        included.as_array().map(|items| items.iter().collect()).ok_or("included is a list")
    })?;
    for resource in data.into_iter().chain(others) {
        let (kind, id) = check_resource(resource)?;
        if !seen.insert((kind.clone(), id.clone())) {
            return Err(format!("{kind} {id} occurs twice"));
        }
    }
    Ok(())
}

fn check_resource(resource: &Value) -> Result<(String, String), String> {
    let members = resource.as_object().ok_or("a resource is an object")?;
    let (kind, id) = check_linkage(resource)?;
    let known = ["id", "type", "attributes", "relationships", "links", "meta"];
    if let Some(member) = members.keys().find(|member| !known.contains(&member.as_str())) {
        return Err(format!("member {member} of {kind} {id}"));
    }
    let none = Map::new();
    let object = |name: &str| match members.get(name) {
        None => Ok(none.clone()),
        Some(Value::Object(found)) => Ok(found.clone()),
        Some(_) => Err(format!("{name} of {kind} {id} is not an object")),
    };
    let (attributes, relationships) = (object("attributes")?, object("relationships")?);
    if let Some(name) = attributes.keys().find(|name| relationships.contains_key(*name)) {
        return Err(format!("{name} of {kind} {id} is both attribute and relationship"));
    }
    for (name, relationship) in relationships {
        let data = relationship.get("data").ok_or(format!("{name} of {kind} {id} has no data"))?;
        match data {
            Value::Null => {}
            Value::Array(items) => items.iter().try_for_each(|item| check_linkage(item).map(|_| ()))?,
            linkage => check_linkage(linkage).map(|_| ())?,
        }
    }
    Ok((kind, id))
}

/// Returns type and id, which must be non-empty text.
fn check_linkage(resource: &Value) -> Result<(String, String), String> {
    let text = |name: &str| match resource[name].as_str() {
        Some(text) if !text.is_empty() => Ok(text.to_owned()),
        _ => Err(format!("{name} is missing in {resource}")),
    };
    Ok((text("type")?, text("id")?))
}

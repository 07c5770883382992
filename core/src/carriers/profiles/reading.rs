//! Tables of a file, TOML or JSON, and what is wrong with them.

use std::path::Path;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::profile::{Profile, check_code, own_code, refused};
use crate::error::{Error, ErrorKind, Result};

/// The tables of ours, by code.
pub(super) fn shipped() -> &'static Map<String, Value> {
    static SHIPPED: OnceLock<Map<String, Value>> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let read = document("profiles", include_str!("shipped.toml")).expect("a test reads the shipped profiles");
        read.into_iter().collect()
    })
}

/// The members of a document, in JSON where it begins with a brace, else in TOML. `setting` is what a refusal names.
pub(in crate::carriers) fn document(setting: &str, text: &str) -> Result<Vec<(String, Value)>> {
    let text = text.trim_start_matches('\u{feff}');
    let refused = |detail: String| Error::refused(ErrorKind::Configuration, setting, detail);
    let read: Map<String, Value> = match text.trim_start().starts_with('{') {
        true => serde_json::from_str(text).map_err(|problem| refused(problem.to_string()))?,
        false => toml::from_str(text).map_err(|problem| {
            let before = problem.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.lines().count().max(1);
            refused(format!("line {line}: {}", problem.message()))
        })?,
    };
    Ok(read.into_iter().collect())
}

/// A refusal of what stands in a file, with the name of that.
pub(in crate::carriers) fn in_file(path: &Path, refused: &Error) -> Error {
    let detail = refused.errors().first().and_then(|object| object.detail.clone());
    let told = detail.unwrap_or_else(|| refused.to_string());
    Error::refused(refused.kind(), refused.pointer().unwrap_or_default(), format!("{}: {told}", path.display()))
}

/// A table over the one of ours for the same carrier.
pub(super) fn over_shipped(scac: &str, table: Value) -> Result<Value> {
    if !table.is_object() {
        return Err(refused(scac, "", "a table is expected".to_owned()));
    }
    let Some(ours) = shipped().get(&own_code(scac)) else { return Ok(table) };
    let says_something = table.as_object().is_some_and(|table| !table.is_empty());
    let mut merged = ours.clone();
    if let Some(merged) = merged.as_object_mut().filter(|_| says_something) {
        // What was tried was not this.
        merged.retain(|name, _| !["status", "tried_on"].contains(&name.as_str()));
    }
    merge(&mut merged, table);
    Ok(merged)
}

fn merge(under: &mut Value, over: Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (name, value) in over {
                merge(under.entry(name).or_insert(Value::Null), value);
            }
        }
        (under, over) => *under = over,
    }
}

/// The profile in a table.
pub(super) fn profile(scac: &str, table: Value) -> Result<Profile> {
    check_code(scac, "", scac)?;
    let has_server = table.get("base_url").is_some();
    let read: Result<Profile, _> = serde_path_to_error::deserialize(table);
    let profile = read.map_err(|problem| {
        let path = problem.path().to_string();
        refused(scac, if path == "." { "" } else { &path }, problem.inner().to_string())
    })?;
    match has_server {
        true => Ok(Profile { scac: scac.to_ascii_uppercase(), ..profile }),
        false => Err(refused(scac, "", "missing field `base_url`".to_owned())),
    }
}

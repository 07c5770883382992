//! Compares an answer with the pattern of a case.

use std::collections::BTreeMap;

use serde_json::Value;

/// Replaces `${name}` in every text of a value with the saved value.
pub fn fill(value: &Value, saved: &BTreeMap<String, String>) -> Value {
    match value {
        Value::String(text) => fill_text(text, saved).into(),
        Value::Array(items) => items.iter().map(|item| fill(item, saved)).collect(),
        Value::Object(members) => members.iter().map(|(name, item)| (name.clone(), fill(item, saved))).collect(),
        other => other.clone(),
    }
}

pub fn fill_text(text: &str, saved: &BTreeMap<String, String>) -> String {
    let mut text = text.to_owned();
    for (name, value) in saved {
        text = text.replace(&format!("${{{name}}}"), value);
    }
    assert!(!text.contains("${"), "nothing was saved for {text}");
    text
}

/// Describes the first difference between `found` and `wanted`; `None` if they match.
pub fn mismatch(wanted: &Value, found: Option<&Value>) -> Option<String> {
    compare("", wanted, found)
}

fn compare(place: &str, wanted: &Value, found: Option<&Value>) -> Option<String> {
    let difference = |found: &dyn std::fmt::Display| Some(format!("{place} is {found}, not {wanted}"));
    let Some(found) = found else {
        return if wanted == "$absent" { None } else { difference(&"absent") };
    };
    let matches = match (wanted, found) {
        (Value::String(mark), _) if mark.starts_with('$') => matches_mark(mark, found),
        (Value::Object(wanted), Value::Object(members)) => {
            return wanted
                .iter()
                .find_map(|(name, wanted)| compare(&format!("{place}/{name}"), wanted, members.get(name)));
        }
        (Value::Array(wanted), Value::Array(items)) if wanted.len() == items.len() => {
            let pairs = wanted.iter().zip(items).enumerate();
            return pairs
                .map(|(at, (wanted, item))| compare(&format!("{place}/{at}"), wanted, Some(item)))
                .find_map(|difference| difference);
        }
        (Value::Number(wanted), Value::Number(number)) => wanted.as_f64() == number.as_f64(),
        (wanted, found) => wanted == found,
    };
    if matches { None } else { difference(found) }
}

fn matches_mark(mark: &str, found: &Value) -> bool {
    match mark {
        "$any" => true,
        "$absent" => false,
        "$text" => found.as_str().is_some_and(|text| !text.is_empty()),
        "$uuid" => found.as_str().is_some_and(|text| text.len() == 36 && uuid::Uuid::try_parse(text).is_ok()),
        "$list" => found.as_array().is_some_and(|items| !items.is_empty()),
        other => panic!("unknown mark {other}"),
    }
}

//! Formats values for readers.

use std::fmt::Write as _;

use serde_json::Value;

use super::decimal::Decimal;
use super::definition::places;
use super::value::{day, moment};
use crate::resources::{CustomFieldDataType, CustomFieldDefinition, CustomFieldOption};

pub(crate) fn display_value(
    definition: &CustomFieldDefinition,
    options: &[CustomFieldOption],
    value: &Value,
) -> Option<String> {
    let format = definition.default_format.as_deref();
    match (&definition.data_type, value) {
        (_, Value::Null) => None,
        (CustomFieldDataType::Boolean, Value::Bool(yes)) => Some(if *yes { "Yes" } else { "No" }.to_owned()),
        (CustomFieldDataType::Number, _) => {
            let (with_commas, places) = format.and_then(places).unwrap_or_default();
            Decimal::of(value).map(|number| number.written(places, with_commas))
        }
        (CustomFieldDataType::Date, Value::String(text)) => {
            let formatted = day(text).zip(format).and_then(|(day, format)| written(day.format(format)));
            Some(formatted.unwrap_or_else(|| text.clone()))
        }
        (CustomFieldDataType::Datetime, Value::String(text)) => {
            let formatted = moment(text).zip(format).and_then(|(moment, format)| written(moment.format(format)));
            Some(formatted.unwrap_or_else(|| text.clone()))
        }
        (CustomFieldDataType::Enum, Value::String(text)) => Some(label(options, text)),
        (CustomFieldDataType::EnumMulti, Value::Array(items)) => {
            let labels: Vec<String> = items.iter().filter_map(Value::as_str).map(|text| label(options, text)).collect();
            Some(labels.join(", "))
        }
        (_, Value::String(text)) => Some(text.clone()),
        (_, other) => Some(other.to_string()),
    }
}

fn written(told: impl std::fmt::Display) -> Option<String> {
    let mut text = String::new();
    write!(text, "{told}").ok().map(|()| text)
}

/// A deleted option has no label.
fn label(options: &[CustomFieldOption], value: &str) -> String {
    options.iter().find(|option| option.value == value).map_or_else(|| value.to_owned(), |option| option.label.clone())
}

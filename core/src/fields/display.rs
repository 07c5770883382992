//! Formats values of custom fields for people.

use std::fmt::Write as _;

use serde_json::Value;

use super::decimal::Decimal;
use super::definition::parse_number_format;
use super::value::{TIME_FORMAT, parse_date, parse_time};
use crate::resources::{CustomFieldDataType, CustomFieldDefinition, CustomFieldOption};

/// Formats a value as its definition says: `Yes` or `No`, numbers, dates and times in the default format, the labels of options. `None` for
/// null.
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
            let (with_commas, places) = format.and_then(parse_number_format).unwrap_or_default();
            Decimal::of(value).map(|number| number.format(places, with_commas))
        }
        (CustomFieldDataType::Date, Value::String(text)) => {
            let formatted = parse_date(text).zip(format).and_then(|(day, format)| try_to_string(day.format(format)));
            Some(formatted.unwrap_or_else(|| text.clone()))
        }
        (CustomFieldDataType::Datetime, Value::String(text)) => {
            let format = format.unwrap_or(TIME_FORMAT);
            let formatted = parse_time(text).and_then(|time| try_to_string(time.format(format)));
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

/// Formats a date or time; `None` if the format contains a specifier that chrono cannot apply to it.
fn try_to_string(value: impl std::fmt::Display) -> Option<String> {
    let mut text = String::new();
    write!(text, "{value}").ok().map(|()| text)
}

/// The label of an option, or its value if the option was deleted.
fn label(options: &[CustomFieldOption], value: &str) -> String {
    options.iter().find(|option| option.value == value).map_or_else(|| value.to_owned(), |option| option.label.clone())
}

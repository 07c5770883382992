//! Checks values of custom fields against their definition.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime};
use serde_json::Value;

use super::decimal::Decimal;
use super::rules::Rules;
use super::{entity_named, resource_type};
use crate::error::{Error, Quoted, Result};
use crate::jsonapi::{Resource, ResourceId};
use crate::resources::{CustomFieldDataType, CustomFieldDefinition, CustomFieldOption, Party};

const MAX_TEXT_LENGTH: usize = 255;

/// The options of a definition; `None` if the data type has no options.
pub(crate) type Options<'o> = Option<&'o [CustomFieldOption]>;

pub(crate) fn has_options(data_type: &CustomFieldDataType) -> bool {
    matches!(data_type, CustomFieldDataType::Enum | CustomFieldDataType::EnumMulti)
}

/// Checks a value, and returns it as it is stored. `place` is its JSON pointer, for errors.
pub(crate) fn check_value(
    definition: &CustomFieldDefinition,
    options: Options<'_>,
    place: &str,
    value: &Value,
) -> Result<Value> {
    let rules = Rules::read(place, definition.validation.as_ref()).unwrap_or_default();
    let is_empty =
        matches!(value, Value::Null) || value.as_str().is_some_and(str::is_empty) || *value == Value::Array(Vec::new());
    rules.check_required(place, !is_empty)?;
    if value.is_null() {
        return Ok(Value::Null);
    }
    let wrong =
        |expected: &str| Err(Error::invalid(place, format!("the value of {} must be {expected}", definition.api_slug)));
    match (&definition.data_type, value) {
        (CustomFieldDataType::ShortText, Value::String(text)) if is_line(text) => rules.check_text(place, text)?,
        (CustomFieldDataType::ShortText, _) => {
            return wrong(&format!("one line of text with at most {MAX_TEXT_LENGTH} characters"));
        }
        (CustomFieldDataType::Number, _) => match Decimal::of(value) {
            Some(number) => rules.check_number(place, &number)?,
            None => return wrong("a number with at most 12 digits before and 6 digits after the decimal point"),
        },
        (CustomFieldDataType::Date, Value::String(text)) if parse_date(text).is_some() => {}
        (CustomFieldDataType::Date, _) => return wrong("a date such as 2026-01-31"),
        (CustomFieldDataType::Datetime, Value::String(text)) if parse_time(text).is_some() => {}
        (CustomFieldDataType::Datetime, _) => {
            return wrong("a time such as 2026-01-31T12:00:00Z or 2026-01-31 12:00:00");
        }
        (CustomFieldDataType::Boolean, Value::Bool(_)) => {}
        (CustomFieldDataType::Boolean, _) => return wrong("true or false"),
        (CustomFieldDataType::Enum, Value::String(text)) => check_option(options, place, text)?,
        (CustomFieldDataType::Enum, _) => return wrong("the value of one of its options"),
        (CustomFieldDataType::EnumMulti, Value::Array(items)) => return check_options(options, place, items),
        (CustomFieldDataType::EnumMulti, _) => return wrong("a list of the values of its options"),
        (CustomFieldDataType::Reference, _) => return check_reference(definition, place, value),
        (CustomFieldDataType::Other(_), _) => return wrong("of a data type that this service knows"),
    }
    Ok(value.clone())
}

pub(super) fn parse_date(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|day| day.to_string() == text)
}

/// The form of a time that has no other format.
pub(super) const TIME_FORMAT: &str = "%Y-%m-%d %H:%M:%S";

/// Parses a time with an offset, or one in the form [`TIME_FORMAT`] without an offset, which is read as UTC.
pub(super) fn parse_time(text: &str) -> Option<DateTime<FixedOffset>> {
    let without_offset = || {
        let time = NaiveDateTime::parse_from_str(text, TIME_FORMAT).ok()?;
        (time.format(TIME_FORMAT).to_string() == text).then(|| time.and_utc().fixed_offset())
    };
    let has_separator = text.as_bytes().get(10) == Some(&b'T');
    DateTime::parse_from_rfc3339(text).ok().filter(|_| has_separator).or_else(without_offset)
}

fn is_line(text: &str) -> bool {
    text.chars().count() <= MAX_TEXT_LENGTH && !text.chars().any(char::is_control)
}

fn check_option(options: Options<'_>, place: &str, text: &str) -> Result<()> {
    let Some(options) = options else { return Ok(()) };
    if options.iter().any(|option| option.value == text) {
        return Ok(());
    }
    let values: Vec<&str> = options.iter().map(|option| option.value.as_str()).take(20).collect();
    let detail = match values.as_slice() {
        [] => "the field has no options yet".to_owned(),
        _ => format!("{} is not the value of an option. Use one of {}", Quoted(text), values.join(", ")),
    };
    Err(Error::invalid(place, detail))
}

fn check_options(options: Options<'_>, place: &str, items: &[Value]) -> Result<Value> {
    let (mut chosen, mut problems): (Vec<Value>, Vec<Error>) = (Vec::new(), Vec::new());
    for (at, item) in items.iter().enumerate() {
        let place = format!("{place}/{at}");
        let checked = match item {
            Value::String(text) => check_option(options, &place, text),
            _ => Err(Error::invalid(&place, "the value of an option must be text")),
        };
        match checked {
            Err(error) => problems.push(error),
            Ok(()) if chosen.contains(item) => {}
            Ok(()) => chosen.push(item.clone()),
        }
    }
    problems.into_iter().reduce(Error::and).map_or(Ok(chosen.into()), Err)
}

fn check_reference(definition: &CustomFieldDefinition, place: &str, value: &Value) -> Result<Value> {
    let text = |name: &str| value.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let (Some(kind), Some(id)) = (text("type"), text("id")) else {
        return Err(Error::invalid(
            place,
            format!("the value of {} must be an object with `type` and `id`", definition.api_slug),
        ));
    };
    let expected = definition.reference_type.as_deref().and_then(referred_type);
    match referred_type(kind) {
        Some(kind) if Some(kind) == expected => Ok(serde_json::json!({ "type": kind, "id": id })),
        _ => {
            let expected = expected.unwrap_or_default();
            Err(Error::invalid(
                &format!("{place}/type"),
                format!("the value of {} must refer to a {expected}", definition.api_slug),
            ))
        }
    }
}

pub(super) fn referred_type(name: &str) -> Option<&'static str> {
    match name {
        "Party" | "party" => Some(Party::TYPE),
        _ => entity_named(name).map(|entity| resource_type(&entity)),
    }
}

/// The resource to which a value refers; `None` if the data type is not `reference`.
pub(crate) fn referenced_resource(definition: &CustomFieldDefinition, value: &Value) -> Option<ResourceId> {
    match definition.data_type {
        CustomFieldDataType::Reference => serde_json::from_value(value.clone()).ok(),
        _ => None,
    }
}

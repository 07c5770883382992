//! Normalizes values of custom fields for filters.

use chrono::SecondsFormat;
use serde_json::Value;

use super::decimal::Decimal;
use super::value::{parse_date, parse_time};
use crate::resources::CustomFieldDataType;

/// The normalized texts that a filter can match: one for each item of a list, one for any other value.
pub(crate) fn search_values(data_type: &CustomFieldDataType, value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().filter_map(|item| normalize(data_type, item)).collect(),
        value => normalize(data_type, value).into_iter().collect(),
    }
}

/// The normalized text for the value of a filter; `None` if no value of this data type can be equal to it.
pub(crate) fn search_value(data_type: &CustomFieldDataType, text: &str) -> Option<String> {
    let text = text.trim();
    match data_type {
        CustomFieldDataType::Boolean => text.to_ascii_lowercase().parse().ok().map(|value: bool| value.to_string()),
        CustomFieldDataType::Reference => Some(text.to_owned()),
        _ => normalize(data_type, &Value::from(text)),
    }
}

fn normalize(data_type: &CustomFieldDataType, value: &Value) -> Option<String> {
    match data_type {
        CustomFieldDataType::Number => Decimal::of(value).map(|number| number.format(0, false)),
        CustomFieldDataType::Boolean => value.as_bool().map(|value| value.to_string()),
        CustomFieldDataType::Date => value.as_str().filter(|text| parse_date(text).is_some()).map(str::to_owned),
        CustomFieldDataType::Datetime => {
            let moment = value.as_str().and_then(parse_time)?;
            Some(moment.to_utc().to_rfc3339_opts(SecondsFormat::AutoSi, true))
        }
        CustomFieldDataType::Reference => value.get("id")?.as_str().map(str::to_owned),
        _ => value.as_str().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_is_found_by_every_form_of_it() {
        for (data_type, value, text) in [
            ("number", json!("1.50"), "1.5"),
            ("number", json!(7), "7.0"),
            ("boolean", json!(true), "True"),
            ("date", json!("2026-01-31"), " 2026-01-31 "),
            ("datetime", json!("2026-01-31T12:00:00+01:00"), "2026-01-31T11:00:00Z"),
            ("short_text", json!("Blue crate"), "Blue crate"),
            ("enum_multi", json!(["a", "b"]), "b"),
            ("reference", json!({ "type": "party", "id": "x" }), "x"),
        ] {
            let data_type = CustomFieldDataType::parse(data_type);
            let text = search_value(&data_type, text).unwrap();
            assert!(search_values(&data_type, &value).contains(&text), "{value} is found by {text}");
        }
    }

    #[test]
    fn a_text_that_is_no_value_finds_nothing() {
        for (data_type, text) in [("number", "many"), ("boolean", "perhaps"), ("date", "31.1."), ("datetime", "noon")] {
            assert_eq!(search_value(&CustomFieldDataType::parse(data_type), text), None);
        }
        assert_eq!(search_values(&CustomFieldDataType::ShortText, &Value::Null), Vec::<String>::new());
    }
}

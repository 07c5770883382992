//! Normal forms by which values are found.

use chrono::SecondsFormat;
use serde_json::Value;

use super::decimal::Decimal;
use super::value::{day, moment};
use crate::resources::CustomFieldDataType;

pub(crate) fn search_values(data_type: &CustomFieldDataType, value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().filter_map(|item| of(data_type, item)).collect(),
        value => of(data_type, value).into_iter().collect(),
    }
}

pub(crate) fn search_value(data_type: &CustomFieldDataType, text: &str) -> Option<String> {
    let text = text.trim();
    match data_type {
        CustomFieldDataType::Boolean => text.to_ascii_lowercase().parse().ok().map(|value: bool| value.to_string()),
        CustomFieldDataType::Reference => Some(text.to_owned()),
        _ => of(data_type, &Value::from(text)),
    }
}

fn of(data_type: &CustomFieldDataType, value: &Value) -> Option<String> {
    match data_type {
        CustomFieldDataType::Number => Decimal::of(value).map(|number| number.written(0, false)),
        CustomFieldDataType::Boolean => value.as_bool().map(|value| value.to_string()),
        CustomFieldDataType::Date => value.as_str().filter(|text| day(text).is_some()).map(str::to_owned),
        CustomFieldDataType::Datetime => {
            let moment = value.as_str().and_then(moment)?;
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
    fn a_value_is_found_however_it_and_the_question_are_written() {
        for (data_type, value, asked) in [
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
            let asked = search_value(&data_type, asked).unwrap();
            assert!(search_values(&data_type, &value).contains(&asked), "{value} is found by {asked}");
        }
    }

    #[test]
    fn what_no_value_is_written_as_finds_none() {
        for (data_type, text) in [("number", "many"), ("boolean", "perhaps"), ("date", "31.1."), ("datetime", "noon")] {
            assert_eq!(search_value(&CustomFieldDataType::parse(data_type), text), None);
        }
        assert_eq!(search_values(&CustomFieldDataType::ShortText, &Value::Null), Vec::<String>::new());
    }
}

//! Tests of custom fields: accepted values, rules, slugs and formats.

use serde_json::{Value, json};

use super::*;
use crate::resources::{CustomFieldDataType, CustomFieldDefinition, CustomFieldEntityType, CustomFieldOption};

fn definition(data_type: &str, validation: Value) -> CustomFieldDefinition {
    CustomFieldDefinition {
        api_slug: "field".to_owned(),
        data_type: CustomFieldDataType::parse(data_type),
        reference_type: (data_type == "reference").then(|| "Party".to_owned()),
        validation: validation.as_object().cloned(),
        ..Default::default()
    }
}

fn options() -> Vec<CustomFieldOption> {
    [("a", "Ä"), ("b", "B")]
        .map(|(value, label)| CustomFieldOption { value: value.into(), label: label.into(), ..Default::default() })
        .into()
}

fn fits(definition: &CustomFieldDefinition, value: &Value) -> bool {
    check_value(definition, Some(&options()), "/v", value).is_ok()
}

#[test]
fn a_value_of_another_type_is_rejected() {
    for (data_type, good, bad) in [
        (
            "short_text",
            vec![json!(""), json!("ä ".repeat(127)), json!(null)],
            vec![json!(1), json!("a\nb"), json!("x".repeat(256)), json!(["a"]), json!({})],
        ),
        (
            "number",
            vec![
                json!(0),
                json!(-1.5),
                json!(0.000_001),
                json!(999_999_999_999_u64),
                json!("123456789012.123456"),
                json!("-0012.50"),
            ],
            vec![
                json!(1e12),
                json!(0.000_000_1),
                json!("1e3"),
                json!(""),
                json!("."),
                json!("1."),
                json!("١"),
                json!(true),
                json!(u64::MAX),
                json!(f64::MAX),
            ],
        ),
        (
            "date",
            vec![json!("2024-02-29")],
            vec![json!("2026-02-29"), json!("26-1-1"), json!("2026-01-31T00:00:00Z"), json!(20260131), json!("")],
        ),
        (
            "datetime",
            vec![json!("2026-01-31T12:00:00Z"), json!("2026-01-31T12:00:00.5+05:30"), json!("2026-01-31 12:00:00")],
            vec![
                json!("2026-01-31"),
                json!("2026-01-31T12:00:00"),
                json!("2026-1-31 12:00:00"),
                json!("2026-01-31 12:00"),
                json!("2026-01-31T25:00:00Z"),
                json!(1),
            ],
        ),
        ("boolean", vec![json!(true), json!(false)], vec![json!("true"), json!(1), json!("Yes")]),
        ("enum", vec![json!("a")], vec![json!("A"), json!("Ä"), json!(["a"]), json!("")]),
        (
            "enum_multi",
            vec![json!(["a", "b"]), json!([])],
            vec![json!("a"), json!(["c"]), json!(["a", 1]), json!("a,b")],
        ),
        (
            "reference",
            vec![json!({ "type": "party", "id": "p" }), json!({ "type": "Party", "id": "p", "more": 1 })],
            vec![
                json!("p"),
                json!({ "id": "p" }),
                json!({ "type": "party" }),
                json!({ "type": "shipment", "id": "p" }),
                json!({ "type": "party", "id": "" }),
            ],
        ),
        ("kittens", vec![], vec![json!("a")]),
    ] {
        let definition = definition(data_type, json!(null));
        good.iter().for_each(|value| assert!(fits(&definition, value), "{data_type} {value}"));
        bad.iter().for_each(|value| assert!(!fits(&definition, value), "{data_type} {value}"));
    }
}

#[test]
fn a_value_is_stored_unchanged_without_redundant_parts() {
    let stored = |data_type: &str, value: Value| {
        check_value(&definition(data_type, json!(null)), Some(&options()), "", &value).unwrap()
    };
    assert_eq!(stored("number", json!("1.50")), json!("1.50"));
    assert_eq!(stored("enum_multi", json!(["b", "a", "b"])), json!(["b", "a"]));
    assert_eq!(
        stored("reference", json!({ "type": "Party", "id": "p", "more": 1 })),
        json!({ "type": "party", "id": "p" })
    );
}

#[test]
fn rules_apply_to_values_of_their_data_type() {
    for (data_type, rules, good, bad) in [
        ("short_text", json!({ "required": true }), json!("a"), json!("")),
        ("boolean", json!({ "required": true }), json!(false), json!(null)),
        ("enum_multi", json!({ "required": true }), json!(["a"]), json!([])),
        ("short_text", json!({ "pattern": "^[A-Z]{2}$" }), json!("AB"), json!("ABC")),
        ("short_text", json!({ "pattern": "^[A-Z]{2}$" }), json!(null), json!("ab")),
        ("short_text", json!({ "min_length": 2, "max_length": 3 }), json!("äöü"), json!("äöüß")),
        ("short_text", json!({ "min_length": 2 }), json!("äö"), json!("ä")),
        ("number", json!({ "min": 0, "max": "10.5" }), json!(10.5), json!(10.6)),
        ("number", json!({ "min": -1 }), json!("-1.0"), json!(-2)),
    ] {
        let definition = definition(data_type, rules.clone());
        assert!(fits(&definition, &good) && !fits(&definition, &bad), "{data_type} {rules}");
    }
    for (name, value) in [
        ("required", json!("yes")),
        ("pattern", json!("(")),
        ("pattern", json!(7)),
        ("pattern", json!("a".repeat(201))),
        ("min_length", json!(-1)),
        ("max_length", json!("5")),
        ("min", json!("low")),
        ("max", json!(1e300)),
    ] {
        let rules = [(name.to_owned(), value)].into_iter().collect();
        assert_eq!(Rules::read("/r", Some(&rules)).unwrap_err().pointer(), Some(format!("/r/{name}").as_str()));
    }
    let rules = json!({ "required": true, "pattern": "a", "colour": 1 });
    assert_eq!(Rules::without_effect(rules.as_object().unwrap(), &CustomFieldDataType::Date), ["colour", "pattern"]);
}

#[test]
fn matching_a_pattern_takes_linear_time() {
    let evil = definition("short_text", json!({ "pattern": "^(a+)+$" }));
    let text = format!("{}!", "a".repeat(250));
    assert!(!fits(&evil, &json!(text)), "the test ends soon");
}

#[test]
fn a_slug_is_a_word_that_is_not_reserved() {
    let check = |slug: &str| check_slug("", &CustomFieldEntityType::Shipment, slug).is_ok();
    for good in ["cost_centre", "A-1", "number", "x"] {
        assert!(check(good), "{good}");
    }
    for bad in [
        "",
        "1a",
        "a b",
        "ä",
        "a/b",
        "a.b",
        "id",
        "TYPE",
        "custom_fields",
        "ref_numbers",
        "containers",
        &"a".repeat(101),
    ] {
        assert!(!check(bad), "{bad}");
    }
    assert!(check_slug("", &CustomFieldEntityType::Container, "number").is_err());
    assert!(check_slug("", &CustomFieldEntityType::TrackingRequest, "status").is_err());
}

#[test]
fn a_value_is_formatted_as_its_definition_requires() {
    for (data_type, format, value, text) in [
        ("short_text", None, json!("a"), Some("a")),
        ("boolean", None, json!(true), Some("Yes")),
        ("boolean", None, json!(false), Some("No")),
        ("number", None, json!(1.5), Some("1.5")),
        ("number", None, json!("-0.0"), Some("0")),
        ("number", Some("#,##0.00"), json!(1_234_567.5), Some("1,234,567.50")),
        ("number", Some("0"), json!("12.345"), Some("12.345")),
        ("number", Some("2"), json!(1.5), Some("1.50")),
        ("number", Some("#,##0"), json!(-123_456), Some("-123,456")),
        ("number", Some("money"), json!(7), Some("7")),
        ("date", None, json!("2026-01-31"), Some("2026-01-31")),
        ("date", Some("%d.%m.%Y"), json!("2026-01-31"), Some("31.01.2026")),
        ("date", Some("%H:%M"), json!("2026-01-31"), Some("2026-01-31")),
        ("datetime", None, json!("2026-01-31T12:05:00+01:00"), Some("2026-01-31 12:05:00")),
        ("datetime", None, json!("2026-01-31 12:05:00"), Some("2026-01-31 12:05:00")),
        ("datetime", Some("%d.%m. %H:%M"), json!("2026-01-31 12:05:00"), Some("31.01. 12:05")),
        ("datetime", Some("%d.%m. %H:%M"), json!("2026-01-31T12:05:00+01:00"), Some("31.01. 12:05")),
        ("enum", None, json!("a"), Some("Ä")),
        ("enum", None, json!("gone"), Some("gone")),
        ("enum_multi", None, json!(["b", "gone"]), Some("B, gone")),
        ("enum_multi", None, json!([]), Some("")),
        ("date", None, json!(null), None),
    ] {
        let definition =
            CustomFieldDefinition { default_format: format.map(str::to_owned), ..definition(data_type, json!(null)) };
        assert_eq!(display_value(&definition, &options(), &value).as_deref(), text, "{data_type} {value}");
    }
    let is = |data_type: &str, format: &str| is_format(&CustomFieldDataType::parse(data_type), format);
    assert!(is("number", "0.000000") && is("date", "%Y") && is("datetime", "%c"));
    assert!(
        !is("number", "0.")
            && !is("number", "7")
            && !is("number", "0.0000000")
            && !is("date", "DD.MM.YYYY")
            && !is("date", "%Q")
            && !is("short_text", "%Y")
    );
}

#[test]
fn default_values_and_reference_types_are_checked() {
    let with = |data_type: &str, default: Value| CustomFieldDefinition {
        default_value: Some(default),
        ..definition(data_type, json!(null))
    };
    assert!(check_default("", &with("number", json!("x")), None).is_err());
    assert!(check_default("", &with("enum", json!("x")), Some(&[])).is_ok());
    assert!(check_default("", &with("enum", json!("x")), Some(&options())).is_err());
    assert!(check_default("", &with("enum", json!("a")), Some(&options())).is_ok());
    let check = |data_type: &str, name| check_reference_type("", &CustomFieldDataType::parse(data_type), name).is_ok();
    assert!(check("reference", Some("Shipment")) && check("reference", Some("party")) && check("date", None));
    assert!(!check("reference", None) && !check("reference", Some("User")) && !check("date", Some("Shipment")));
}

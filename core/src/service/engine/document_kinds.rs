//! The types of documents the service tells apart, and the schema of what it reads out of them.

use chrono::DateTime;
use serde_json::{Value, json};

use crate::jsonapi::Members;
use crate::resources::{DocumentSchema, SchemaFormat};

use super::extract::BuiltInReader;

/// The types, each with its name for readers.
pub(in crate::service) const KINDS: &[(&str, &str)] = &[
    ("arrival_notice", "Arrival notice"),
    ("bill_of_lading", "Bill of lading"),
    ("booking_confirmation", "Booking confirmation"),
    ("certificate_of_origin", "Certificate of origin"),
    ("commercial_invoice", "Commercial invoice"),
    ("customs_declaration", "Customs declaration"),
    ("delivery_order", "Delivery order"),
    ("freight_invoice", "Freight invoice"),
    ("packing_list", "Packing list"),
    ("shipping_instructions", "Shipping instructions"),
];

/// The schema with this id: `arrival_notice@2026-11-01`.
pub(in crate::service) fn schema(id: &str) -> Option<DocumentSchema> {
    let (kind, version) = id.split_once('@')?;
    let (code, label) = KINDS.iter().find(|(code, _)| *code == kind)?;
    if version != BuiltInReader::SCHEMA_VERSION {
        return None;
    }
    let since = DateTime::parse_from_rfc3339(&format!("{version}T00:00:00Z")).ok().map(Into::into);
    Some(DocumentSchema {
        id: id.into(),
        document_type: (*code).to_owned(),
        label: (*label).to_owned(),
        schema_version: version.to_owned(),
        full_version: id.to_owned(),
        current: true,
        draft: false,
        active_at: since.clone(),
        schema_format: Some(SchemaFormat::JsonSchema),
        schema_payload: payload(),
        created_at: since.clone(),
        updated_at: since,
        ..Default::default()
    })
}

fn payload() -> Option<Members> {
    let numbers = json!({
        "type": "array",
        "items": {
            "type": "object",
            "required": ["number", "found_in"],
            "properties": {
                "number": { "type": "string" },
                "found_in": { "enum": ["document", "email_body"] },
                "place": { "type": "object" },
            },
        },
    });
    let value = |format: Option<&str>| {
        let value = match format {
            Some(format) => json!({ "type": "string", "format": format }),
            None => json!({ "type": "string" }),
        };
        let properties = json!({ "value": value, "place": { "type": "object" }, "others": { "type": "boolean" } });
        json!({ "type": "object", "required": ["value"], "properties": properties })
    };
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "bills_of_lading": numbers,
            "bookings": numbers,
            "containers": numbers,
            "vessel_name": value(None),
            "voyage_number": value(None),
            "eta": value(Some("date")),
            "last_free_day": value(Some("date")),
            "incomplete": { "type": "boolean" },
        },
    });
    match schema {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_schema_and_nothing_else_has() {
        assert!(KINDS.is_sorted());
        for (code, label) in KINDS {
            let found = schema(&format!("{code}@{}", BuiltInReader::SCHEMA_VERSION)).unwrap();
            assert_eq!((found.document_type.as_str(), found.label.as_str()), (*code, *label));
        }
        for id in ["arrival_notice", "arrival_notice@2020-01-01", "kittens@2026-11-01", "@", ""] {
            assert!(schema(id).is_none(), "{id}");
        }
    }
}

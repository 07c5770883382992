//! The types of documents the service tells apart, and the schema of what it reads out of them.

use chrono::DateTime;
use serde_json::{Value, json};

use crate::jsonapi::Members;
use crate::resources::{Document, DocumentSchema, SchemaFormat};

use super::extract::BuiltInReader;
use super::notices::day_of;

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

/// What one thing that is read out of a document looks like.
#[derive(Clone, Copy)]
enum Form {
    Numbers,
    Text,
    Day,
    Flag,
}

/// What is read out of documents.
const MEMBERS: [(&str, Form); 8] = [
    ("bills_of_lading", Form::Numbers),
    ("bookings", Form::Numbers),
    ("containers", Form::Numbers),
    ("vessel_name", Form::Text),
    ("voyage_number", Form::Text),
    ("eta", Form::Day),
    ("last_free_day", Form::Day),
    ("incomplete", Form::Flag),
];

impl Form {
    fn schema(self) -> Value {
        let value = |value: Value| {
            let properties = json!({ "value": value, "place": { "type": "object" }, "others": { "type": "boolean" } });
            json!({ "type": "object", "required": ["value"], "properties": properties })
        };
        match self {
            Form::Numbers => json!({
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
            }),
            Form::Text => value(json!({ "type": "string" })),
            Form::Day => value(json!({ "type": "string", "format": "date" })),
            Form::Flag => json!({ "type": "boolean" }),
        }
    }

    /// What a user has to write where he did not.
    fn wanted(self, said: &Value) -> Option<&'static str> {
        let text = said.as_str().or_else(|| said.get("value")?.as_str());
        let is_number = |item: &Value| item.is_string() || item.get("number").is_some_and(Value::is_string);
        let (is_well, wanted) = match self {
            Form::Numbers => {
                (said.as_array().is_some_and(|items| items.iter().all(is_number)), "a list of numbers, each in quotes")
            }
            Form::Text => (text.is_some(), "a text"),
            Form::Day => (text.and_then(day_of).is_some(), "a day, such as \"2026-05-14\""),
            Form::Flag => (said.is_boolean(), "true or false"),
        };
        (!is_well).then_some(wanted)
    }
}

/// What is wrong with what a user says was read: the member, and what it has to be. Null takes away what was found, and members
/// that have no meaning here are the user's own.
pub(in crate::service) fn wrong_value(said: &Members) -> Option<(&'static str, &'static str)> {
    let given = MEMBERS.iter().filter_map(|(name, form)| Some((*name, form, said.get(*name)?)));
    given.filter(|(.., said)| !said.is_null()).find_map(|(name, form, said)| Some((name, form.wanted(said)?)))
}

/// Whether a user may say that a document is of this type: one that this service tells apart, or that its reader gave it.
pub(in crate::service) fn may_be(kind: &str, document: &Document) -> bool {
    KINDS.iter().any(|(code, _)| *code == kind) || document.document_type.as_deref() == Some(kind)
}

fn payload() -> Option<Members> {
    let properties: Members = MEMBERS.iter().map(|(name, form)| ((*name).to_owned(), form.schema())).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
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

//! The types of documents, the schemas of their data, and the check of values that a user sets.

use chrono::DateTime;
use serde_json::{Value, json};

use super::arrival_notices::day_of;
use crate::jsonapi::Members;
use crate::resources::{Document, DocumentSchema, SchemaFormat};
use crate::service::engine::base::document_reader::BuiltInReader;
use crate::spelling::nearest;
use crate::store::DocumentRecord;

pub(in crate::service) const DOCUMENT_TYPES: &[(&str, &str)] = &[
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

/// Returns the schema with this id, such as `arrival_notice@2026-11-01`; `None` if it does not exist.
pub(in crate::service) fn schema(id: &str) -> Option<DocumentSchema> {
    let (kind, version) = id.split_once('@')?;
    let (code, label) = DOCUMENT_TYPES.iter().find(|(code, _)| *code == kind)?;
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
        schema_payload: payload_schema(),
        created_at: since.clone(),
        updated_at: since,
        ..Default::default()
    })
}

/// The form of a member of extracted data.
#[derive(Clone, Copy)]
enum Form {
    Numbers,
    Text,
    Day,
    /// A date for each of several containers.
    DaysOfContainers,
    Flag,
    /// Names of data that was not found.
    Names,
}

/// The members of the extracted data of the built-in reader.
const MEMBERS: [(&str, Form); 16] = [
    ("bills_of_lading", Form::Numbers),
    ("bookings", Form::Numbers),
    ("containers", Form::Numbers),
    ("vessel_name", Form::Text),
    ("voyage_number", Form::Text),
    ("port_of_discharge", Form::Text),
    ("eta", Form::Day),
    ("last_free_day", Form::Day),
    ("last_free_days", Form::DaysOfContainers),
    ("detention_last_free_day", Form::Day),
    ("combined_last_free_day", Form::Day),
    ("good_through", Form::Day),
    ("doubtful_containers", Form::Numbers),
    ("unread_containers", Form::Flag),
    ("missing", Form::Names),
    ("incomplete", Form::Flag),
];

impl Form {
    fn schema(self) -> Value {
        let value = |value: Value| {
            let properties = json!({
                "value": value,
                "place": { "type": "object" },
                "others": { "type": "boolean" },
                "computed": { "type": "boolean" },
            });
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
                        "problem": { "type": "string" },
                    },
                },
            }),
            Form::Text => value(json!({ "type": "string" })),
            Form::Day => value(json!({ "type": "string", "format": "date" })),
            Form::DaysOfContainers => json!({
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["container", "value"],
                    "properties": {
                        "container": { "type": "string" },
                        "value": { "type": "string", "format": "date" },
                        "place": { "type": "object" },
                    },
                },
            }),
            Form::Flag => json!({ "type": "boolean" }),
            Form::Names => json!({ "type": "array", "items": { "type": "string" } }),
        }
    }

    /// Returns what the value must be, for an error message; `None` if it is valid.
    fn expected(self, value: &Value) -> Option<&'static str> {
        let text = value.as_str().or_else(|| value.get("value")?.as_str());
        let is_number = |item: &Value| item.is_string() || item.get("number").is_some_and(Value::is_string);
        let (is_valid, expected) = match self {
            Form::Numbers => {
                (value.as_array().is_some_and(|items| items.iter().all(is_number)), "a list of numbers, as strings")
            }
            Form::Text => (text.is_some(), "a string"),
            Form::Day => (text.and_then(day_of).is_some(), "a date, such as \"2026-05-14\""),
            Form::DaysOfContainers => {
                let is_day = |item: &Value| {
                    let day = item.get("value").and_then(Value::as_str).and_then(day_of);
                    day.is_some() && item.get("container").is_some_and(Value::is_string)
                };
                (value.as_array().is_some_and(|items| items.iter().all(is_day)), "a list of containers with dates")
            }
            Form::Flag => (value.is_boolean(), "true or false"),
            Form::Names => (
                value.as_array().is_some_and(|items| items.iter().all(Value::is_string)),
                "a list of names, as strings",
            ),
        };
        (!is_valid).then_some(expected)
    }
}

/// Returns the name of the first invalid member, and what its value must be. A null value is valid: it removes the member.
pub(in crate::service) fn wrong_value(value: &Members) -> Option<(&'static str, &'static str)> {
    let given = MEMBERS.iter().filter_map(|(name, form)| Some((*name, form, value.get(*name)?)));
    given.filter(|(.., value)| !value.is_null()).find_map(|(name, form, value)| Some((name, form.expected(value)?)))
}

/// Returns the first member that is unknown, and the known name that is most like it. Known are the members of the built-in reader, and
/// those that `record` has: readers of the host program have their own.
pub(in crate::service) fn unknown_member<'m>(
    values: &'m Members,
    record: &'m DocumentRecord,
) -> Option<(&'m str, &'m str)> {
    let extracted = record.representation.as_ref().and_then(|read| read.payload.as_ref());
    let own = [extracted, record.manual.as_ref()].into_iter().flatten().flat_map(Members::keys).map(String::as_str);
    let known: Vec<&str> = MEMBERS.iter().map(|(name, _)| *name).chain(own).collect();
    let unknown = values.keys().find(|name| !known.contains(&name.as_str()))?;
    Some((unknown, nearest(unknown, known.into_iter())?))
}

/// Whether a document may have this type: one of `DOCUMENT_TYPES`, or the type that it has already.
pub(in crate::service) fn is_valid_type(kind: &str, document: &Document) -> bool {
    DOCUMENT_TYPES.iter().any(|(code, _)| *code == kind) || document.document_type.as_deref() == Some(kind)
}

fn payload_schema() -> Option<Members> {
    let properties: Members = MEMBERS.iter().map(|(name, form)| ((*name).to_owned(), form.schema())).collect();
    let draft = "https://json-schema.org/draft/2020-12/schema";
    json!({ "$schema": draft, "type": "object", "properties": properties }).as_object().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_document_types_have_a_schema() {
        assert!(DOCUMENT_TYPES.is_sorted());
        for (code, label) in DOCUMENT_TYPES {
            let found = schema(&format!("{code}@{}", BuiltInReader::SCHEMA_VERSION)).unwrap();
            assert_eq!((found.document_type.as_str(), found.label.as_str()), (*code, *label));
        }
        for id in ["arrival_notice", "arrival_notice@2020-01-01", "kittens@2026-11-01", "@", ""] {
            assert!(schema(id).is_none(), "{id}");
        }
    }
}

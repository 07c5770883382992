//! Stores, changes and deletes documents and the data that was extracted from them.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::arrival_notices::{day_of, is_due, make_due};
use super::document_reads::{CompactExtraction, ReadResult, check_sender, check_sender_of, file_of, is_edi};
use super::messages;
use crate::clock::CancelToken;
use crate::email::Attachment;
use crate::error::Result;
use crate::jsonapi::{Members, ResourceId, ToOne};
use crate::resources::{
    AccountId, Document, DocumentId, DocumentRepresentation, DocumentSchema, EventName, SchemaFormat,
};
use crate::service::engine::base::document_reader::BuiltInReader;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::observer::Activity;
use crate::service::engine::intake::edi::SCHEMA_VERSION;
use crate::service::engine::notify::deliveries::{self, NewNotification};
use crate::service::rendering::document_links::{self, DocumentLinks};
use crate::service::rendering::{IncludedResource, IncludedSet, documents};
use crate::store::{BlobId, DocumentRecord, DueReading, ReadingStep, Tx};

/// What was found in a document.
struct FoundInDocument {
    reading: ReadResult,
    links: DocumentLinks,
    /// The attachments of an uploaded message.
    attachments: Vec<(BlobId, Attachment)>,
}

/// What is needed to read a document that is due.
struct DueDocument {
    /// `None` if the document is too large to be read.
    bytes: Option<Vec<u8>>,
    /// The text of the message to which it was attached.
    body: Option<String>,
    /// Whether it may report facts, or why not, see [`check_sender_of`].
    is_allowed: Result<(), String>,
}

impl Engine {
    /// Finds the resources that a document links to. Called before the write transaction, because the search may be slow.
    pub(super) fn links_of(&self, record: &DocumentRecord, reading: &ReadResult) -> Result<DocumentLinks> {
        let mut record = record.clone();
        if let Ok(found) = reading {
            let representation =
                |found: &CompactExtraction| DocumentRepresentation { payload: found.payload(), ..Default::default() };
            record.representation = found.as_ref().map(representation);
        }
        self.store.reading(|tx| document_links::find(tx, &record))
    }

    /// Stores a document with the result of reading it, notifies of the extraction, and makes the recording of its facts due. If nothing
    /// was found, the previous extraction is deleted. If reading failed, the previous extraction stays.
    pub(super) fn store_reading(
        &self,
        tx: &Tx<'_>,
        mut record: DocumentRecord,
        (reading, links, is_allowed): (&ReadResult, &DocumentLinks, &Result<(), String>),
        now: DateTime<Utc>,
    ) -> Result<DocumentRecord> {
        let extracted = reading.as_ref().ok().and_then(Option::as_ref).filter(|found| !found.is_note_alone());
        if let Ok(found) = reading {
            set_type(&mut record, found.as_ref());
            record.representation = match extracted {
                Some(found) => Some(self.representation(&found.schema_version, found.payload(), now)),
                None => record.manual.as_ref().map(|_| self.representation_of_user(now)),
            };
            let id = record.representation.as_ref().map(|representation| &representation.id);
            record.document.last_document_representation = ToOne::to_or_empty(id);
        } else if record.representation.is_none() {
            record.document.last_document_representation = ToOne::Empty;
        }
        make_due(tx, &mut record, is_allowed, now)?;
        tx.put_document(&record)?;
        let event = match (reading, extracted) {
            (Ok(_), None) => return Ok(record),
            (Ok(_), Some(_)) => EventName::DocumentExtracted,
            (Err(_), _) => EventName::DocumentExtractionFailed,
        };
        self.notify_of_document(tx, (&record, links), event, now)?;
        Ok(record)
    }

    /// The representation of a document that only has values of the user.
    fn representation_of_user(&self, now: DateTime<Utc>) -> DocumentRepresentation {
        self.representation(BuiltInReader::SCHEMA_VERSION, None, now)
    }

    fn representation(&self, version: &str, payload: Option<Members>, now: DateTime<Utc>) -> DocumentRepresentation {
        DocumentRepresentation {
            id: self.new_id(now),
            schema_version: version.to_owned(),
            payload,
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            ..Default::default()
        }
    }

    fn notify_of_document(
        &self,
        tx: &Tx<'_>,
        (record, links): (&DocumentRecord, &DocumentLinks),
        event: EventName,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let reference = ResourceId::of(&record.document.id);
        // A random key: there is a notification each time that the document is read.
        let key = format!("{}/{event}/{}", record.document.id, self.new_uuid(now));
        let mut included = IncludedSet::default();
        included.add(IncludedResource::of(documents::with_links(record, links)));
        included.extend(documents::representation(record).map(IncludedResource::of));
        let included = included.into_stored();
        deliveries::publish(self.within(tx, now), &record.account, NewNotification { event, reference, included, key })
    }

    /// Reports a failed extraction to the observer. No lock may be held.
    pub(super) fn report_reading_failure(&self, record: &DocumentRecord, reading: &ReadResult) {
        if let Err(error) = reading {
            let (account, document) = (&record.account, &record.document.id);
            self.report(&Activity::ExtractionFailed { account, document, error });
        }
    }

    /// Reads a document again, as [`read_soon`](Self::read_soon). With `only_type`, detects only its type. Returns false if the account has
    /// no such document.
    pub fn read_again(&self, account: &AccountId, id: &DocumentId, only_type: bool) -> Result<bool> {
        let now = self.now();
        let changed = self.store.writing(|tx| {
            let Some(mut record) = live_document(tx, account, id)? else { return Ok(None) };
            // Reading all data also detects the type.
            let waits_for_all = |reading: &DueReading| only_type && reading.step == ReadingStep::All;
            let step = if only_type { ReadingStep::Type } else { ReadingStep::All };
            record.reading = record.reading.filter(waits_for_all).or(Some(DueReading { due: now, step }));
            tx.put_document(&record)?;
            Ok(Some(record))
        })?;
        changed.iter().for_each(|record| self.read_soon(record));
        Ok(changed.is_some())
    }

    /// Leaves a due document to the worker, so that no request waits for it. Without a worker, reads it and the attachments of an uploaded
    /// message now. What fails stays due.
    pub(super) fn read_soon(&self, record: &DocumentRecord) {
        self.wake.wake();
        if self.has_worker() {
            return;
        }
        let never = CancelToken::new();
        let read = self.read_and_add_attachments(record, &never);
        let read = read.and_then(|added| added.iter().try_for_each(|added| self.read_due_document(added, &never)));
        if let Err(error) = read {
            self.report(&Activity::Trouble { account: Some(&record.account), error: &error });
        }
    }

    /// Does what is due for a document: reads it and stores the extraction, or only records its facts. Does nothing if the record is not
    /// due. EDI that was ingested is not ingested again. If the document was changed since the record was read, so that it is not due, or
    /// due again, the extraction is dropped. Fails with `Cancelled` if it is cancelled: then the document stays due, and the recording of EDI
    /// continues with its next message.
    pub fn read_due_document(&self, due: &DocumentRecord, cancel: &CancelToken) -> Result<()> {
        self.read_and_add_attachments(due, cancel).map(drop)
    }

    /// Does what is due, as [`read_due_document`](Self::read_due_document), and returns the documents that it added for the attachments of an
    /// uploaded message.
    fn read_and_add_attachments(&self, due: &DocumentRecord, cancel: &CancelToken) -> Result<Vec<DocumentRecord>> {
        let Some(reading) = due.reading.clone() else { return Ok(Vec::new()) };
        if reading.step == ReadingStep::Facts {
            return self.record_notice(due).map(|()| Vec::new());
        }
        let source = self.store.reading(|tx| self.due_document(tx, due))?;
        let found = self.read_source(due, reading.step, &source, cancel)?;
        let now = self.now();
        let stored = self.store.writing(|tx| {
            if let Some(content) = &due.content {
                tx.end_reading(&due.account, content)?;
            }
            let current = live_document(tx, &due.account, &due.document.id)?;
            let Some(mut record) = current.filter(|current| current.reading.as_ref() == Some(&reading)) else {
                return Ok(None);
            };
            record.reading = None;
            self.store_found(tx, record, (reading.step, found.as_ref(), &source.is_allowed), now).map(Some)
        })?;
        self.wake.wake();
        let Some((record, added)) = stored else { return Ok(Vec::new()) };
        if let Some(found) = &found {
            self.report_reading_failure(&record, &found.reading);
        }
        if is_due(&record) {
            self.record_notice(&record)?;
        }
        Ok(added)
    }

    /// Reads a document. `None` if it is EDI that was ingested, or whose type is known.
    fn read_source(
        &self,
        due: &DocumentRecord,
        step: ReadingStep,
        source: &DueDocument,
        cancel: &CancelToken,
    ) -> Result<Option<FoundInDocument>> {
        let DueDocument { bytes, body, is_allowed } = source;
        let (name, content_type) = file_of(&due.document);
        let begun = match (bytes, &due.content) {
            // The facts of EDI are recorded message by message, so a reading that did not end continues. If EDI were ingested again after its
            // interchanges have expired, its old facts would count as the newest facts.
            (Some(bytes), Some(_)) if is_edi(name, content_type, bytes) => {
                if step == ReadingStep::Type || is_ingested_edi(due) {
                    return Ok(None);
                }
                Ok(())
            }
            (Some(_), Some(content)) => self.begin_reading(&due.account, content)?,
            _ => Ok(()),
        };
        let (reading, attachments) = match begun {
            Ok(()) => {
                let attachments = bytes.as_deref().map_or_else(Vec::new, |bytes| self.attachments_of(due, step, bytes));
                (self.read_document(due, bytes.as_deref(), (body.as_deref(), is_allowed), cancel)?, attachments)
            }
            Err(refused) => (Err(refused), Vec::new()),
        };
        let links = self.links_of(due, &reading)?;
        Ok(Some(FoundInDocument { reading, links, attachments }))
    }

    /// Stores what was found in a document, and its attachments. Makes the recording of its facts due.
    fn store_found(
        &self,
        tx: &Tx<'_>,
        mut record: DocumentRecord,
        (step, found, is_allowed): (ReadingStep, Option<&FoundInDocument>, &Result<(), String>),
        now: DateTime<Utc>,
    ) -> Result<(DocumentRecord, Vec<DocumentRecord>)> {
        if found.is_some() {
            record.document.updated_at = Some(now.into());
        }
        if let (ReadingStep::All, Some(found)) = (step, found) {
            let is_first_reading = record.representation.is_none();
            let record = self.store_reading(tx, record, (&found.reading, &found.links, is_allowed), now)?;
            messages::refresh_numbers(tx, &record)?;
            if is_first_reading && let Some(email) = &record.email {
                tx.email(&record.account, email)?.map_or(Ok(()), |email| self.track_named_numbers(tx, &email, now))?;
            }
            let added = self.add_attachments(tx, &record, &found.attachments, now)?;
            return Ok((record, added));
        }
        if let Some(Ok(found)) = found.map(|found| &found.reading) {
            set_type(&mut record, found.as_ref());
        }
        make_due(tx, &mut record, is_allowed, now)?;
        tx.put_document(&record)?;
        Ok((record, Vec::new()))
    }

    fn due_document(&self, tx: &Tx<'_>, record: &DocumentRecord) -> Result<DueDocument> {
        let email = record.email.as_ref().map(|email| tx.email(&record.account, email)).transpose()?.flatten();
        let is_allowed = check_sender_of(tx, record, email.as_ref())?;
        let body = email.and_then(|email| email.submission.body);
        let is_small = record.document.file_size_bytes.unwrap_or(0) <= self.policies.documents.read_bytes as i64;
        let bytes = record.content.as_ref().filter(|_| is_small).map(|content| tx.blob(content)).transpose()?.flatten();
        Ok(DueDocument { bytes, body, is_allowed })
    }

    /// Changes a document, and records or withdraws the facts of an arrival notice. `None` if the account has no such document.
    pub fn change_document(
        &self,
        account: &AccountId,
        id: &DocumentId,
        change: impl Fn(&mut DocumentRecord),
    ) -> Result<Option<DocumentRecord>> {
        let now = self.now();
        let changed = self.store.writing(|tx| {
            let Some(mut record) = live_document(tx, account, id)? else { return Ok(None) };
            change(&mut record);
            record.document.updated_at = Some(now.into());
            if record.manual.is_some() && record.representation.is_none() {
                let representation = self.representation_of_user(now);
                record.document.last_document_representation = ToOne::to(&representation.id);
                record.representation = Some(representation);
            }
            let is_allowed = check_sender(tx, &record)?;
            make_due(tx, &mut record, &is_allowed, now)?;
            tx.put_document(&record)?;
            messages::refresh_numbers(tx, &record)?;
            Ok(Some(record))
        })?;
        self.record_notices(changed.as_slice());
        Ok(changed)
    }

    /// Discards a document, and withdraws the facts of an arrival notice. Returns false if the account has no such document.
    pub fn discard_document(&self, account: &AccountId, id: &DocumentId) -> Result<bool> {
        let now = self.now();
        let found = self.change_document(account, id, |record| {
            (record.discarded_at, record.reading) = (Some(now), None);
        })?;
        Ok(found.is_some())
    }
}

/// Whether the document is EDI whose facts were recorded. EDI of a sender who is not allowed has an empty payload.
fn is_ingested_edi(record: &DocumentRecord) -> bool {
    let read = record.representation.as_ref();
    read.is_some_and(|read| {
        read.payload.as_ref().is_some_and(|payload| !payload.is_empty()) && read.schema_version == SCHEMA_VERSION
    })
}

fn set_type(record: &mut DocumentRecord, found: Option<&CompactExtraction>) {
    record.document.document_type = found.and_then(|found| found.document_type.clone());
    record.document.classification_notes = found.and_then(|found| found.notes.clone());
}

/// Returns a document; `None` if it does not exist or was discarded.
pub(in crate::service) fn live_document(
    tx: &Tx<'_>,
    account: &AccountId,
    id: &DocumentId,
) -> Result<Option<DocumentRecord>> {
    Ok(tx.document(account, id)?.filter(|record| record.discarded_at.is_none()))
}

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
    Flag,
}

/// The members of the extracted data of the built-in reader.
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
            Form::Flag => (value.is_boolean(), "true or false"),
        };
        (!is_valid).then_some(expected)
    }
}

/// Returns the name of the first invalid member, and what its value must be. A null value is valid: it removes the member. Members that the
/// built-in reader does not use may have any value.
pub(in crate::service) fn wrong_value(value: &Members) -> Option<(&'static str, &'static str)> {
    let given = MEMBERS.iter().filter_map(|(name, form)| Some((*name, form, value.get(*name)?)));
    given.filter(|(.., value)| !value.is_null()).find_map(|(name, form, value)| Some((name, form.expected(value)?)))
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

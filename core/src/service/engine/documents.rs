//! Keeping documents with what was read out of them.

use chrono::{DateTime, Utc};

use super::deliveries::{self, NewNotification};
use super::extract::BuiltInReader;
use super::observer::Activity;
use super::parts::Engine;
use super::readings::{Extracted, Reading};
use super::{edi_report, mail};
use crate::carriers::edi;
use crate::error::Result;
use crate::jsonapi::{Members, ResourceId, ToOne};
use crate::resources::{AccountId, Document, DocumentId, DocumentRepresentation, DocumentSource, EventName};
use crate::service::rendering::document_links::{self, Linked};
use crate::service::rendering::{Along, Included, documents};
use crate::store::{BlobId, DocumentRecord, Tx, UploadRecord};

impl Engine {
    /// A document of an upload, which has no id and no times yet.
    pub(super) fn uploaded(&self, upload: &UploadRecord, name: &str, content: BlobId) -> DocumentRecord {
        let document = Document {
            name: name.to_owned(),
            source: DocumentSource::Api,
            file_name: Some(upload.file_name.clone()),
            file_content_type: Some(upload.content_type.clone()),
            file_size_bytes: i64::try_from(upload.byte_size).ok(),
            account: ToOne::to(&upload.account),
            user: ToOne::Empty,
            email_submission: ToOne::Empty,
            ..Default::default()
        };
        DocumentRecord {
            account: upload.account.clone(),
            document,
            content: Some(content),
            ..DocumentRecord::default()
        }
    }

    /// What a document is of, once this was read out of it. It is looked up before the writer is taken from everybody else.
    pub(super) fn links_of(&self, record: &DocumentRecord, reading: &Reading) -> Result<Linked> {
        let mut record = record.clone();
        if let Ok(found) = reading {
            let read = |found: &Extracted| DocumentRepresentation { payload: found.payload(), ..Default::default() };
            record.representation = found.as_ref().map(read);
        }
        self.store.reading(|tx| document_links::of(tx, &record))
    }

    /// Keeps a document with what was read out of it, and tells what came of that. Where there was nothing to read, nothing that was
    /// read before stands; where reading failed, that does.
    pub(super) fn keep_reading(
        &self,
        tx: &Tx<'_>,
        mut record: DocumentRecord,
        (reading, linked): (&Reading, &Linked),
        now: DateTime<Utc>,
    ) -> Result<DocumentRecord> {
        let told = reading.as_ref().ok().and_then(Option::as_ref).filter(|found| !found.is_note_alone());
        if let Ok(found) = reading {
            set_type(&mut record, found.as_ref());
            record.representation = match told {
                Some(found) => Some(self.representation(&found.schema_version, found.payload(), now)),
                None => record.manual.as_ref().map(|_| self.representation_of_user(now)),
            };
            let told = record.representation.as_ref().map(|told| &told.id);
            record.document.last_document_representation = ToOne::to_or_empty(told);
        } else if record.representation.is_none() {
            record.document.last_document_representation = ToOne::Empty;
        }
        tx.put_document(&record)?;
        let event = match (reading, told) {
            (Ok(_), None) => return Ok(record),
            (Ok(_), Some(_)) => EventName::DocumentExtracted,
            (Err(_), _) => EventName::DocumentExtractionFailed,
        };
        self.tell_document(tx, (&record, linked), event, now)?;
        Ok(record)
    }

    /// Values that a user gives are told as a representation, also where nothing was read.
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

    fn tell_document(
        &self,
        tx: &Tx<'_>,
        (record, linked): (&DocumentRecord, &Linked),
        event: EventName,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let reference = ResourceId::of(&record.document.id);
        // A document that is read again is told of again.
        let key = format!("{}/{event}/{}", record.document.id, self.new_uuid(now));
        let mut along = Along::default();
        along.add(Included::of(&documents::linked(record, linked)));
        along.extend(documents::representation(record).as_ref().map(Included::of));
        let included = along.into_stored();
        deliveries::publish(self, tx, &record.account, NewNotification { event, reference, included, key }, now)
    }

    /// Tells the observer of a reading that failed. Nothing may be locked.
    pub(super) fn tell_reading(&self, record: &DocumentRecord, reading: &Reading) {
        if let Err(error) = reading {
            self.tell(&Activity::ExtractionFailed { document: &record.document.id, error });
        }
    }

    /// Reads a document again: everything, or its type alone. EDI that was taken in stays as it is. False when the account has no such
    /// document.
    pub fn read_again(&self, account: &AccountId, id: &DocumentId, type_alone: bool) -> Result<bool> {
        let found = self.store.reading(|tx| {
            let Some(record) = kept(tx, account, id)? else { return Ok(None) };
            let email = record.email.as_ref().map(|email| tx.email(account, email)).transpose()?.flatten();
            let is_small = record.document.file_size_bytes.unwrap_or(0) <= self.policies.documents.read_bytes as i64;
            let bytes = record.content.as_ref().filter(|_| is_small).map(|content| tx.blob(content)).transpose()?;
            Ok(Some((record, bytes.flatten(), email.and_then(|email| email.submission.body))))
        })?;
        let Some((record, bytes, body)) = found else { return Ok(false) };
        // Once its interchanges are forgotten, what it says would be news, and the newest words.
        if bytes.as_deref().is_some_and(edi::recognises) && (type_alone || is_taken_in(&record)) {
            return Ok(true);
        }
        let reading = self.read_document(&record, bytes.as_deref(), body.as_deref())?;
        let linked = self.links_of(&record, &reading)?;
        let now = self.now();
        let kept = self.store.writing(|tx| {
            let Some(mut record) = kept(tx, account, id)? else { return Ok(None) };
            record.document.updated_at = Some(now.into());
            if !type_alone {
                let record = self.keep_reading(tx, record, (&reading, &linked), now)?;
                mail::note_anew(tx, &record)?;
                return Ok(Some(record));
            }
            if let Ok(found) = &reading {
                set_type(&mut record, found.as_ref());
            }
            tx.put_document(&record)?;
            Ok(Some(record))
        })?;
        self.wake.wake();
        kept.iter().for_each(|record| self.tell_reading(record, &reading));
        self.record_notices(kept.as_slice());
        Ok(kept.is_some())
    }

    /// Changes what a user says of a document. `None` when the account has no such document.
    pub fn change_document(
        &self,
        account: &AccountId,
        id: &DocumentId,
        change: impl Fn(&mut DocumentRecord),
    ) -> Result<Option<DocumentRecord>> {
        let now = self.now();
        let changed = self.store.writing(|tx| {
            let Some(mut record) = kept(tx, account, id)? else { return Ok(None) };
            change(&mut record);
            record.document.updated_at = Some(now.into());
            if record.manual.is_some() && record.representation.is_none() {
                let representation = self.representation_of_user(now);
                record.document.last_document_representation = ToOne::to(&representation.id);
                record.representation = Some(representation);
            }
            tx.put_document(&record)?;
            mail::note_anew(tx, &record)?;
            Ok(Some(record))
        })?;
        self.record_notices(changed.as_slice());
        Ok(changed)
    }

    /// Discards a document: it is no longer listed or counted. False when the account has no such document, or none any more.
    pub fn discard_document(&self, account: &AccountId, id: &DocumentId) -> Result<bool> {
        let now = self.now();
        let found = self.change_document(account, id, |record| record.discarded_at = Some(now))?;
        if found.is_none() {
            // Where taking back what it said was broken off, that still stands.
            let gone = self.store.reading(|tx| tx.document(account, id))?;
            self.record_notices(gone.as_slice());
        }
        Ok(found.is_some())
    }
}

/// Whether it was read as EDI.
fn is_taken_in(record: &DocumentRecord) -> bool {
    let read = record.representation.as_ref();
    read.is_some_and(|read| read.payload.is_some() && read.schema_version == edi_report::SCHEMA_VERSION)
}

/// What the document is, as this reading has it.
fn set_type(record: &mut DocumentRecord, found: Option<&Extracted>) {
    record.document.document_type = found.and_then(|found| found.document_type.clone());
    record.document.classification_notes = found.and_then(|found| found.notes.clone());
}

/// The account's document with this id, unless it was discarded.
pub(in crate::service) fn kept(tx: &Tx<'_>, account: &AccountId, id: &DocumentId) -> Result<Option<DocumentRecord>> {
    Ok(tx.document(account, id)?.filter(|record| record.discarded_at.is_none()))
}

//! Reading documents within bounds, and keeping what was read.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::extract::{BuiltInReader, DocumentReader, Extraction, Source};
use super::mail_numbers;
use super::observer::{Activity, panicked};
use super::outbox::{self, NewNotification};
use super::parts::Engine;
use crate::email::extract;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::{MOST_NESTED, Members, ResourceId, ToOne, is_shallow};
use crate::resources::{AccountId, Document, DocumentId, DocumentRepresentation, DocumentSource, EventName};
use crate::service::rendering::{Along, Included, documents};
use crate::store::{BlobId, DocumentRecord, Tx, UploadRecord};

/// Bytes of JSON that are kept of what was read out of the documents of one message. A covering text that names many
/// containers is told with each of its documents, of which there may be many as well.
const ROOM: usize = 2 << 20;

/// What was read out of a document.
///
/// Its payload is text: as values it would be twenty times as large, and those of all documents of a message wait for their
/// transaction together.
pub(super) struct Extracted {
    pub document_type: Option<String>,
    pub notes: Option<String>,
    pub schema_version: String,
    payload: String,
}

impl Extracted {
    pub fn payload(&self) -> Option<Members> {
        serde_json::from_str(&self.payload).ok()
    }
}

/// Reads one document after the other, as long as there is room for what they say.
pub(super) struct Readings<'e> {
    extractors: &'e [Arc<dyn DocumentReader>],
    room: usize,
    /// Whether something was left out because there was no more room.
    pub full: bool,
}

impl<'e> Readings<'e> {
    pub fn new(extractors: &'e [Arc<dyn DocumentReader>]) -> Self {
        Readings { extractors, room: ROOM, full: false }
    }

    pub fn read(&mut self, source: &Source<'_>) -> Result<Option<Extracted>> {
        self.ask(source)?.map(|found| self.take(found)).transpose()
    }

    /// Asks the extractors in turn. One that fails or panics fails the extraction, never the message.
    fn ask(&self, source: &Source<'_>) -> Result<Option<Extraction>> {
        for extractor in self.extractors {
            match catch_unwind(AssertUnwindSafe(|| extractor.read(source))) {
                Ok(Ok(None)) => {}
                Ok(answer) => return answer,
                Err(_) => return Err(panicked("the extractor")),
            }
        }
        Ok(None)
    }

    /// Takes what was found, as far as there is room.
    pub fn take(&mut self, found: Extraction) -> Result<Extracted> {
        if !is_shallow(&found.payload) {
            let sentence = format!("the extractor's payload is nested deeper than {MOST_NESTED} levels");
            return Err(Error::invalid("/payload", sentence));
        }
        let Extraction { document_type, classification_notes: notes, schema_version, payload } = found;
        let payload = serde_json::to_string(&payload).map_err(|e| Error::from(ErrorKind::Internal).with_source(e))?;
        let length = payload.len()
            + schema_version.len()
            + [&document_type, &notes].into_iter().flatten().map(String::len).sum::<usize>();
        match self.room.checked_sub(length) {
            Some(rest) => {
                self.room = rest;
                Ok(Extracted { document_type, notes, schema_version, payload })
            }
            None => {
                self.full = true;
                let sentence = format!("more than {ROOM} bytes were read out of the documents of this message");
                Err(Error::new(ErrorKind::TooLarge, sentence))
            }
        }
    }
}

/// What came of reading a document.
pub(super) type Reading = Result<Option<Extracted>>;

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

    /// Reads one document by itself. `bytes` are missing where it is too large to be read. No transaction may be open.
    pub(super) fn read_document(&self, record: &DocumentRecord, bytes: Option<&[u8]>, body: Option<&str>) -> Reading {
        let Some(content) = bytes.filter(|bytes| bytes.len() <= self.policies.documents.read_bytes) else {
            return Err(self.too_long_to_read());
        };
        let containers = body.map(extract::container_numbers).unwrap_or_default();
        let document = &record.document;
        Readings::new(&self.extractors).read(&Source {
            name: document.file_name.as_deref().unwrap_or_default(),
            content_type: document.file_content_type.as_deref().unwrap_or_default(),
            content,
            email_body: body,
            email_containers: &containers,
        })
    }

    /// Why a document is not read that is too long.
    pub(super) fn too_long_to_read(&self) -> Error {
        let most = self.policies.documents.read_bytes;
        Error::new(ErrorKind::TooLarge, format!("the document has more than the {most} bytes that are read"))
    }

    /// Keeps a document with what was read out of it, and tells what came of that.
    pub(super) fn keep_reading(
        &self,
        tx: &dyn Tx,
        mut record: DocumentRecord,
        reading: &Reading,
        now: DateTime<Utc>,
    ) -> Result<DocumentRecord> {
        let event = match reading {
            Ok(None) => None,
            Ok(Some(found)) => {
                let representation = self.representation(found, now);
                record.document.last_document_representation = ToOne::to(&representation.id);
                if found.document_type.is_some() {
                    record.document.document_type = found.document_type.clone();
                    record.document.classification_notes = found.notes.clone();
                }
                record.representation = Some(representation);
                Some(EventName::DocumentExtracted)
            }
            Err(_) => Some(EventName::DocumentExtractionFailed),
        };
        if record.representation.is_none() {
            record.document.last_document_representation = ToOne::Empty;
        }
        tx.put_document(&record)?;
        if let Some(event) = event {
            self.tell_document(tx, &record, event, now)?;
        }
        Ok(record)
    }

    fn representation(&self, found: &Extracted, now: DateTime<Utc>) -> DocumentRepresentation {
        DocumentRepresentation {
            id: self.new_id(now),
            schema_version: found.schema_version.clone(),
            payload: found.payload(),
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            ..Default::default()
        }
    }

    fn tell_document(&self, tx: &dyn Tx, record: &DocumentRecord, event: EventName, now: DateTime<Utc>) -> Result<()> {
        let reference = ResourceId::of(&record.document.id);
        // A document that is read again is told of again.
        let key = format!("{}/{event}/{}", record.document.id, self.new_uuid(now));
        let mut along = Along::default();
        along.add(Included::of(&documents::resource(tx, record)?));
        along.extend(documents::representation(record).as_ref().map(Included::of));
        let included = along.into_stored();
        outbox::add(self, tx, &record.account, NewNotification { event, reference, included, key }, now)
    }

    /// Tells the observer of a reading that failed. Nothing may be locked.
    pub(super) fn tell_reading(&self, record: &DocumentRecord, reading: &Reading) {
        if let Err(error) = reading {
            self.tell(&Activity::ExtractionFailed { document: &record.document.id, error });
        }
    }

    /// Reads a document again: everything, or its type alone. False when the account has no such document.
    pub fn read_again(&self, account: &AccountId, id: &DocumentId, type_alone: bool) -> Result<bool> {
        let found = self.store.reading(|tx| {
            let Some(record) = kept(tx, account, id)? else { return Ok(None) };
            let email = record.email.as_ref().map(|email| tx.email(account, email)).transpose()?.flatten();
            let is_small = record.document.file_size_bytes.unwrap_or(0) <= self.policies.documents.read_bytes as i64;
            let bytes = record.content.as_ref().filter(|_| is_small).map(|content| tx.blob(content)).transpose()?;
            Ok(Some((record, bytes.flatten(), email.and_then(|email| email.submission.body))))
        })?;
        let Some((record, bytes, body)) = found else { return Ok(false) };
        let reading = self.read_document(&record, bytes.as_deref(), body.as_deref());
        let now = self.now();
        let kept = self.store.writing(|tx| {
            let Some(mut record) = kept(tx, account, id)? else { return Ok(None) };
            record.document.updated_at = Some(now.into());
            if !type_alone {
                let record = self.keep_reading(tx, record, &reading, now)?;
                mail_numbers::note_anew(tx, &record)?;
                return Ok(Some(record));
            }
            if let Ok(Some(found)) = &reading {
                record.document.document_type = found.document_type.clone();
                record.document.classification_notes = found.notes.clone();
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
            // Values that a user gives are told as a representation: there is one from now on.
            if record.manual.is_some() && record.representation.is_none() {
                let representation = DocumentRepresentation {
                    id: self.new_id(now),
                    schema_version: BuiltInReader::SCHEMA_VERSION.to_owned(),
                    created_at: Some(now.into()),
                    updated_at: Some(now.into()),
                    ..Default::default()
                };
                record.document.last_document_representation = ToOne::to(&representation.id);
                record.representation = Some(representation);
            }
            tx.put_document(&record)?;
            mail_numbers::note_anew(tx, &record)?;
            Ok(Some(record))
        })?;
        let discarded = |record: &&DocumentRecord| record.discarded_at.is_some();
        if !changed.iter().any(|record| discarded(&record)) {
            self.record_notices(changed.as_slice());
        }
        Ok(changed)
    }

    /// Discards a document: it is no longer listed or counted. False when the account has no such document.
    pub fn discard_document(&self, account: &AccountId, id: &DocumentId) -> Result<bool> {
        let now = self.now();
        let found = self.change_document(account, id, |record| record.discarded_at = Some(now))?;
        Ok(found.is_some())
    }
}

/// The account's document with this id, unless it was discarded.
pub(in crate::service) fn kept(tx: &dyn Tx, account: &AccountId, id: &DocumentId) -> Result<Option<DocumentRecord>> {
    Ok(tx.document(account, id)?.filter(|record| record.discarded_at.is_none()))
}

//! Stores, changes and deletes documents and the data that was extracted from them.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::arrival_notices::{is_due, make_due};
use super::document_reads::{
    CompactExtraction, DocumentRead, DueDocument, ReadResult, check_sender, check_sender_of, extracted_size, file_of,
    is_edi,
};
use super::message_numbers;
use super::message_state;
use super::message_updates;
use crate::clock::CancelToken;
use crate::email::Attachment;
use crate::error::{Error, Result};
use crate::jsonapi::{Members, ResourceId, ToOne};
use crate::resources::{AccountId, DocumentId, DocumentRepresentation, EventName};
use crate::service::engine::base::document_reader::{BuiltInReader, ReaderUnavailable};
use crate::service::engine::base::engine::{Engine, MessageText};
use crate::service::engine::base::observer::Activity;
use crate::service::engine::intake::edi::{EdiReport, SCHEMA_VERSION};
use crate::service::engine::notify::deliveries::{self, NewNotification};
use crate::service::rendering::document_links::{self, DocumentLinks};
use crate::service::rendering::{IncludedResource, IncludedSet, documents};
use crate::store::{BlobId, DocumentRecord, DueReading, EmailState, ReadingStep, Tx};
use crate::threads::lock;
use crate::time::saturating_add;

/// What was found in a document.
struct FoundInDocument {
    read: DocumentRead,
    links: DocumentLinks,
    /// The attachments of an uploaded message.
    attachments: Vec<(BlobId, Attachment)>,
}

/// What was done with a document that was due.
#[derive(Default)]
pub(super) struct DoneDocument {
    /// The documents that were added for the attachments of an uploaded message.
    pub added: Vec<DocumentRecord>,
    /// The report on the EDI in a document from mail.
    pub edi: Option<EdiReport>,
    /// Why the facts of the document could not be recorded. They stay due.
    pub unrecorded: Option<Error>,
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
            record.reading = record.reading.filter(waits_for_all).or(Some(DueReading { due: Some(now), step }));
            tx.put_document(&record)?;
            message_updates::grant_time(tx, &record)?;
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
        let read = self.process_due_document(record, &never).and_then(|done| {
            done.added.iter().try_for_each(|added| self.read_due_document(added, &never))?;
            done.unrecorded.map_or(Ok(()), Err)
        });
        if let Err(error) = read {
            self.report(&Activity::Trouble { account: Some(&record.account), error: &error });
        }
    }

    /// Does what is due for a document, as [`process_due_document`](Self::process_due_document).
    pub fn read_due_document(&self, due: &DocumentRecord, cancel: &CancelToken) -> Result<()> {
        self.process_due_document(due, cancel)?.unrecorded.map_or(Ok(()), Err)
    }

    /// Does what is due for a document: reads it and stores the extraction, or only records its facts. Does nothing if the record is not
    /// due. EDI that was ingested is not ingested again. If the document was changed since the record was read, so that it is not due, or
    /// due again, the extraction is dropped. Fails with `Cancelled` if it is cancelled: then the document stays due, and the recording of EDI
    /// continues with its next message.
    pub(super) fn process_due_document(&self, due: &DocumentRecord, cancel: &CancelToken) -> Result<DoneDocument> {
        let Some(reading) = due.reading.clone() else { return Ok(DoneDocument::default()) };
        match reading.step {
            ReadingStep::Facts => {
                Ok(DoneDocument { unrecorded: self.record_notice(due).err(), ..DoneDocument::default() })
            }
            ReadingStep::Text => self.read_text(due, &reading, cancel),
            ReadingStep::All | ReadingStep::Type => self.read_file(due, &reading, cancel),
        }
    }

    /// Reads a document, stores what was found, and records its facts.
    fn read_file(&self, due: &DocumentRecord, reading: &DueReading, cancel: &CancelToken) -> Result<DoneDocument> {
        let source = self.store.reading(|tx| self.due_document(tx, due))?;
        let found = match self.read_source(due, reading.step, &source, cancel)? {
            Ok(found) => found,
            Err(unavailable) => {
                self.wait_for_reader(due, (reading, due.content.as_ref()), &unavailable)?;
                return Ok(DoneDocument::default());
            }
        };
        let now = self.now();
        let stored = self.store.writing(|tx| {
            if let Some(content) = &due.content {
                tx.end_reading(&due.account, content)?;
            }
            let current = live_document(tx, &due.account, &due.document.id)?;
            let Some(mut record) = current.filter(|current| current.reading.as_ref() == Some(reading)) else {
                return Ok(None);
            };
            record.reading = None;
            self.store_found(tx, record, (reading.step, found.as_ref(), &source.is_allowed), now).map(Some)
        })?;
        self.wake.wake();
        let edi = found.as_ref().and_then(|found| message_updates::report_on_edi(&found.read, &source.is_allowed));
        let Some((record, added)) = stored else { return Ok(DoneDocument { edi, ..DoneDocument::default() }) };
        if let Some(found) = &found {
            self.report_reading_failure(&record, &found.read.reading);
        }
        let unrecorded = if is_due(&record) { self.record_notice(&record).err() } else { None };
        Ok(DoneDocument { added, edi, unrecorded })
    }

    /// Postpones a document whose reader is not available. That is no result of the document. `begun` is the file whose reading began.
    pub(super) fn wait_for_reader(
        &self,
        due: &DocumentRecord,
        (reading, begun): (&DueReading, Option<&BlobId>),
        unavailable: &ReaderUnavailable,
    ) -> Result<()> {
        let later = saturating_add(self.now(), unavailable.retry_in);
        self.store.writing(|tx| {
            begun.map_or(Ok(()), |content| tx.end_reading(&due.account, content))?;
            let current = tx.document(&due.account, &due.document.id)?;
            match current.filter(|current| current.reading.as_ref() == Some(reading)) {
                Some(mut record) => {
                    record.reading = Some(DueReading { due: Some(later), step: reading.step });
                    tx.put_document(&record)
                }
                None => Ok(()),
            }
        })?;
        if unavailable.is_reported {
            self.report_trouble(None, &unavailable.error);
        }
        Ok(())
    }

    /// Reads a document. `None` if it is EDI that was ingested, or whose type is known. `Err` inside if the reader that it needs is not available.
    fn read_source(
        &self,
        due: &DocumentRecord,
        step: ReadingStep,
        source: &DueDocument,
        cancel: &CancelToken,
    ) -> Result<Result<Option<FoundInDocument>, ReaderUnavailable>> {
        let bytes = source.bytes.as_deref();
        let (name, content_type) = file_of(&due.document);
        let begun = match (bytes, &due.content) {
            // The facts of EDI are recorded message by message, so a reading that did not end continues. If EDI were ingested again after its
            // interchanges have expired, its old facts would count as the newest facts.
            (Some(bytes), Some(_)) if is_edi(name, content_type, bytes) => {
                if step == ReadingStep::Type || is_ingested_edi(due) {
                    return Ok(Ok(None));
                }
                Ok(())
            }
            (Some(_), Some(content)) => self.begin_reading(&due.account, content)?,
            _ => Ok(()),
        };
        let (read, attachments) = match begun {
            Ok(()) => {
                let attachments = bytes.map_or_else(Vec::new, |bytes| self.attachments_of(due, step, bytes));
                match self.read_document(due, source, cancel)? {
                    Ok(read) => (read, attachments),
                    Err(unavailable) => return Ok(Err(unavailable)),
                }
            }
            Err(refused) => (DocumentRead::failed(refused), Vec::new()),
        };
        let links = self.links_of(due, &read.reading)?;
        Ok(Ok(Some(FoundInDocument { read, links, attachments })))
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
            let before = record.clone();
            let record = self.store_reading(tx, record, (&found.read.reading, &found.links, is_allowed), now)?;
            self.update_message(tx, (&before, &record), (&found.read, is_allowed), now)?;
            let added = self.add_attachments(tx, &record, &found.attachments, now)?;
            return Ok((record, added));
        }
        if let Some(Ok(found)) = found.map(|found| &found.read.reading) {
            set_type(&mut record, found.as_ref());
        }
        make_due(tx, &mut record, is_allowed, now)?;
        tx.put_document(&record)?;
        message_updates::make_text_due(tx, &record, now)?;
        Ok((record, Vec::new()))
    }

    fn due_document(&self, tx: &Tx<'_>, record: &DocumentRecord) -> Result<DueDocument> {
        let email = message_state::of_document(tx, record)?;
        let is_allowed = check_sender_of(tx, record, email.as_ref())?;
        let body = email.as_ref().map_or(Ok(None), |email| self.text_for_readers(tx, email))?;
        let (containers, mut used) = email.map_or_else(Default::default, |email| (email.containers, email.usage));
        used.extracted = used.extracted.saturating_sub(extracted_size(record));
        let is_small = record.document.file_size_bytes.unwrap_or(0) <= self.policies.documents.read_bytes as i64;
        let bytes = record.content.as_ref().filter(|_| is_small).map(|content| tx.blob(content)).transpose()?.flatten();
        Ok(DueDocument { bytes, body, containers, is_allowed, used })
    }

    /// The text of a message, which readers of the host program get with each of its documents. `None` without such readers.
    fn text_for_readers(&self, tx: &Tx<'_>, email: &EmailState) -> Result<Option<Arc<str>>> {
        if self.extractors.is_empty() {
            return Ok(None);
        }
        if let Some(last) = &*lock(&self.last_message)
            && last.email == email.id
        {
            return Ok(last.text.clone());
        }
        let text = tx.email(&email.account, &email.id)?.and_then(|email| email.submission.body).map(Arc::from);
        *lock(&self.last_message) = Some(MessageText { email: email.id.clone(), text: text.clone() });
        Ok(text)
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
            message_numbers::refresh_numbers(tx, &record)?;
            message_updates::make_text_due(tx, &record, now)?;
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

/// Returns a document; `None` if it does not exist, was discarded, or is not listed yet.
pub(in crate::service) fn live_document(
    tx: &Tx<'_>,
    account: &AccountId,
    id: &DocumentId,
) -> Result<Option<DocumentRecord>> {
    Ok(tx.document(account, id)?.filter(|record| record.discarded_at.is_none() && !record.is_unread_text()))
}

//! Ingests email messages. A message is stored with its documents in one transaction; the documents are due work, like uploaded ones.

use std::io;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::body_notice;
use super::message_numbers::numbers_in_text;
use super::message_state;
use super::message_updates::doubtful_numbers;
use crate::clock::CancelToken;
use crate::email::{self, Attachment, Draft, Problem, ProblemCode};
use crate::error::Result;
use crate::jsonapi::ToOne;
use crate::resources::{AccountId, Document, DocumentId, DocumentSource, EmailSubmission, UserId};
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::intake::edi::EdiReport;
use crate::service::rendering::email_submissions;
use crate::store::{BlobId, DocumentRecord, DueReading, EmailRecord, ReadingStep, Tx};

/// Maximum size of a submission in bytes of JSON. The default limits for messages are far lower.
const MAX_RECORD_BYTES: usize = 32 << 20;

/// The result of ingesting a message.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct IngestedEmail {
    /// The email submission.
    pub submission: EmailSubmission,
    /// Whether the submission is new; false if the same bytes were ingested before.
    pub is_new: bool,
    /// Whether the message could not be read completely. Its bytes are stored.
    pub quarantined: bool,
    /// Problems of the message.
    pub problems: Vec<String>,
    /// Reports on the attached EDI that this call ingested.
    pub edi: Vec<AttachedEdi>,
    /// Number of documents that are left to the worker, `run_due` or `settle`: to be read, or to have their facts recorded. The text of the
    /// message counts as one if it may be an arrival notice, is only HTML, or is longer than 64 KiB.
    pub due_documents: usize,
}

/// Report on EDI that was attached to a message.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AttachedEdi {
    /// Name of the document.
    pub document: String,
    /// The report.
    pub report: EdiReport,
}

/// A message that was stored, and the documents of it that are due.
struct StoredMessage<'e> {
    is_new: bool,
    /// Documents that no other thread reads. Empty if they are left to the worker.
    reserved: ReservedDocuments<'e>,
}

/// Documents that this thread reads. No other thread claims them until this is dropped.
struct ReservedDocuments<'e> {
    engine: &'e Engine,
    documents: Vec<DocumentId>,
}

impl<'e> ReservedDocuments<'e> {
    /// Reserves those of the documents that no other thread reads.
    fn new(engine: &'e Engine, account: &AccountId, documents: Vec<DocumentId>) -> Self {
        let mut reserved = ReservedDocuments { engine, documents: Vec::new() };
        for document in documents {
            if document.uuid().is_some_and(|id| engine.claims.reserve_document(id, account)) {
                reserved.documents.push(document);
            }
        }
        reserved
    }
}

impl Drop for ReservedDocuments<'_> {
    fn drop(&mut self) {
        self.documents.iter().filter_map(DocumentId::uuid).for_each(|id| self.engine.claims.release(id));
        if !self.documents.is_empty() {
            self.engine.wake.wake();
        }
    }
}

impl Engine {
    /// Stores a message with its documents, unless the same bytes were ingested before, and leaves the documents to the worker.
    pub fn ingest_email_later(
        &self,
        account: &AccountId,
        bytes: &[u8],
        user: Option<&UserId>,
    ) -> Result<IngestedEmail> {
        let StoredMessage { is_new, .. } = self.store_message(account, bytes, user, false)?;
        self.ingested(account, bytes, is_new)
    }

    /// Ingests a message, unless the same bytes were ingested before, and reads its documents. Documents of an earlier call that are still due
    /// are read, too. Documents that cannot be read because the store fails are left to the worker.
    pub fn ingest_email(&self, account: &AccountId, bytes: &[u8], user: Option<&UserId>) -> Result<IngestedEmail> {
        let StoredMessage { is_new, reserved } = self.store_message(account, bytes, user, true)?;
        let (never, mut edi) = (CancelToken::new(), Vec::new());
        for id in &reserved.documents {
            let record = self.store.reading(|tx| tx.document(account, id))?;
            let is_due = |reading: &DueReading| reading.due.is_some_and(|due| due <= self.now());
            let Some(record) = record.filter(|record| record.reading.as_ref().is_some_and(is_due)) else { continue };
            let done = match self.process_due_document(&record, &never) {
                Ok(done) => done,
                // The message is stored, so the document is left to the worker.
                Err(error) => {
                    self.report_trouble(Some(account), &error);
                    if error.is_retryable() || self.is_closed() || self.store.check_writable().is_err() {
                        break;
                    }
                    continue;
                }
            };
            if let Some(error) = &done.unrecorded {
                self.report_trouble(Some(account), error);
            }
            edi.extend(done.edi.map(|report| AttachedEdi { document: record.document.name, report }));
        }
        drop(reserved);
        Ok(IngestedEmail { edi, ..self.ingested(account, bytes, is_new)? })
    }

    fn ingested(&self, account: &AccountId, bytes: &[u8], is_new: bool) -> Result<IngestedEmail> {
        let raw = BlobId::of(bytes);
        self.store.reading(|tx| {
            let record = tx.email_by_raw_bytes(account, &raw)?.expect("an ingested message is not deleted");
            let due_documents = tx.waiting_documents_of(account, &record.submission.id)?.len();
            let (quarantined, problems) = (record.quarantined, record.problems.clone());
            let submission = email_submissions::resource(tx, record)?;
            Ok(IngestedEmail { submission, is_new, quarantined, problems, edi: Vec::new(), due_documents })
        })
    }

    /// Stores a message with its documents, which are due. With `reserves`, no other thread reads them.
    fn store_message<'e>(
        &'e self,
        account: &'e AccountId,
        bytes: &[u8],
        user: Option<&UserId>,
        reserves: bool,
    ) -> Result<StoredMessage<'e>> {
        let raw = BlobId::of(bytes);
        let reserve = |is_new, documents: Vec<DocumentId>| {
            let documents = if reserves { documents } else { Vec::new() };
            StoredMessage { is_new, reserved: ReservedDocuments::new(self, account, documents) }
        };
        if let Some(waiting) = self.reading_for(account, |tx| waiting_documents(tx, account, &raw))? {
            return Ok(reserve(false, waiting));
        }
        let mut draft = email::read(bytes, &self.policies.mail_limits);
        if draft_size(&draft) > MAX_RECORD_BYTES {
            draft = Draft { problems: draft.problems, attachments: draft.attachments, ..Draft::default() };
            quarantine(&mut draft, ProblemCode::RecordTooLarge, "its headers and text exceed the size of a record");
        }
        let now = self.now();
        let attachments = std::mem::take(&mut draft.attachments);
        let contents: Vec<BlobId> = attachments.iter().map(|attachment| BlobId::of(&attachment.content)).collect();
        let has_text = body_notice::is_to_be_read(&draft);
        let email = self.email_record(account, draft, raw, user, now);
        let mut documents: Vec<DocumentRecord> = (0..)
            .zip(attachments.iter().zip(&contents))
            .map(|(position, file)| self.attached_document(&email, position, file, now))
            .collect();
        if has_text {
            documents.push(self.unread_text(&email, &documents, now));
        }
        // Before they are stored, so that no other thread finds them first.
        let stored = reserve(true, documents.iter().map(|record| record.document.id.clone()).collect());
        let is_new = self.store.writing(|tx| {
            // Another thread may have ingested the same message.
            if tx.email_by_raw_bytes(account, &raw)?.is_some() {
                return Ok(false);
            }
            require_account(tx, account)?;
            let parts: Vec<(BlobId, &[u8])> =
                contents.iter().zip(&attachments).map(|(id, attachment)| (*id, &*attachment.content)).collect();
            tx.put_message(&raw, bytes, &parts)?;
            parts.iter().try_for_each(|(id, content)| tx.put_blob(id, content))?;
            documents.iter().try_for_each(|record| tx.put_document(record))?;
            tx.put_email(&email)?;
            let mut state = message_state::of_record(&email);
            self.track_named_numbers(tx, &mut state, now)?;
            if !documents.is_empty() {
                tx.put_email_state(&state)?;
            }
            Ok(true)
        })?;
        self.wake.wake();
        if is_new {
            return Ok(stored);
        }
        drop(stored);
        let waiting = self.store.reading(|tx| waiting_documents(tx, account, &raw))?;
        Ok(reserve(false, waiting.unwrap_or_default()))
    }

    fn email_record(
        &self,
        account: &AccountId,
        draft: Draft,
        raw: BlobId,
        user: Option<&UserId>,
        now: DateTime<Utc>,
    ) -> EmailRecord {
        // A body that is only HTML, and a long text, are read with the documents.
        let numbers = match body_notice::is_long(&draft) {
            true => Vec::new(),
            false => numbers_in_text(&draft.subject, body_notice::plain_text(&draft)),
        };
        let submission = EmailSubmission {
            id: self.new_id(now),
            subject: draft.subject,
            body: draft.body,
            from: draft.from,
            to: draft.to,
            cc: draft.cc,
            sent_at: draft.sent_at.map(Into::into),
            message_id: draft.message_id,
            in_reply_to: draft.in_reply_to,
            references: Some(draft.references),
            content_type: draft.content_type,
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            account: ToOne::to(account),
            user: ToOne::to_or_empty(user),
            ..Default::default()
        };
        EmailRecord {
            account: account.clone(),
            submission,
            raw,
            problems: draft
                .problems
                .iter()
                .chain(&doubtful_numbers("message", &numbers))
                .map(ToString::to_string)
                .collect(),
            quarantined: draft.quarantined,
            numbers,
            authentication: draft.authentication,
            indirection: draft.indirection,
        }
    }

    fn attached_document(
        &self,
        email: &EmailRecord,
        position: u32,
        (attachment, content): (&Attachment, &BlobId),
        now: DateTime<Utc>,
    ) -> DocumentRecord {
        let record = self.new_document(email, position, (&attachment.name, &attachment.content_type), now);
        DocumentRecord {
            document: Document { file_size_bytes: i64::try_from(attachment.content.len()).ok(), ..record.document },
            content: Some(*content),
            is_nested: attachment.is_nested,
            reading: Some(DueReading { due: Some(now), step: ReadingStep::All }),
            ..record
        }
    }

    /// The text of a message, which is read after its attachments.
    fn unread_text(&self, email: &EmailRecord, attached: &[DocumentRecord], now: DateTime<Utc>) -> DocumentRecord {
        let position = u32::try_from(attached.len()).unwrap_or(u32::MAX);
        let record = self.new_document(email, position, (body_notice::NAME, body_notice::CONTENT_TYPE), now);
        let due = attached.is_empty().then_some(now);
        DocumentRecord { reading: Some(DueReading { due, step: ReadingStep::Text }), ..record }
    }

    fn new_document(
        &self,
        email: &EmailRecord,
        position: u32,
        (name, content_type): (&str, &str),
        now: DateTime<Utc>,
    ) -> DocumentRecord {
        let document = Document {
            id: self.new_id(now),
            name: name.to_owned(),
            source: DocumentSource::Email,
            file_name: Some(name.to_owned()),
            file_content_type: Some(content_type.to_owned()),
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            account: ToOne::to(&email.account),
            user: email.submission.user.clone(),
            email_submission: ToOne::to(&email.submission.id),
            last_document_representation: ToOne::Empty,
            ..Default::default()
        };
        DocumentRecord {
            account: email.account.clone(),
            email: Some(email.submission.id.clone()),
            position,
            document,
            ..DocumentRecord::default()
        }
    }
}

/// The documents of a message with something left to do; `None` if the message was not ingested.
fn waiting_documents(tx: &Tx<'_>, account: &AccountId, raw: &BlobId) -> Result<Option<Vec<DocumentId>>> {
    let email = tx.email_by_raw_bytes(account, raw)?;
    email.map(|email| tx.waiting_documents_of(account, &email.submission.id)).transpose()
}

fn quarantine(draft: &mut Draft, code: ProblemCode, detail: &str) {
    draft.problems.push(Problem { code, place: "message".to_owned(), detail: detail.to_owned() });
    draft.quarantined = true;
}

/// Returns the size as JSON, in which a control character has six bytes.
fn draft_size(draft: &Draft) -> usize {
    let Draft { subject, body, from, to, cc, message_id, in_reply_to, references, content_type, .. } = draft;
    let written = (subject, body, from, to, cc, message_id, in_reply_to, references, content_type);
    struct Length(usize);
    impl io::Write for Length {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut length = Length(0);
    serde_json::to_writer(&mut length, &written).map_or(usize::MAX, |()| length.0)
}

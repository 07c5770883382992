//! Taking in mail.

use std::io;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::Service;
use super::accounts::known_account;
use super::documents::{DocumentReader, Extracted};
use super::engine::Engine;
use super::extract::Source;
use super::notices::{self, Telling};
use super::observer::Activity;
use super::reply::{Included, own_links};
use crate::email::{self, Attachment, Draft, Problem, ProblemCode, extract};
use crate::error::{Error, Result};
use crate::ids::Id;
use crate::jsonapi::{Extra, Links, ResourceId, ToMany, ToOne};
use crate::resources::{
    AccountId, Document, DocumentId, DocumentRepresentation, DocumentSource, EmailSubmission, EmailSubmissionId,
    EventName, UserId,
};
use crate::store::{BlobId, DocumentRecord, EmailRecord, Tx};

/// The most bytes the record of a message may have, which the store must be able to keep: with the default limits it comes
/// nowhere near.
const LARGEST_RECORD: usize = 32 << 20;

/// What taking in a message gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Ingested {
    /// The submission.
    pub submission: EmailSubmission,
    /// Whether it was made now; false when the same bytes were taken in before.
    pub is_new: bool,
    /// Whether the message could not be read. Its bytes are kept all the same.
    pub quarantined: bool,
    /// What was wrong with the message.
    pub problems: Vec<String>,
}

/// A message that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// Its submission.
    pub id: EmailSubmissionId,
    /// What was wrong with it.
    pub problems: Vec<String>,
}

impl Service {
    /// Takes in a message, RFC 5322 bytes as they came. A message that cannot be read is kept in quarantine, never
    /// refused, unless it is larger than any value the store keeps (a thousand million bytes); the same bytes twice are one
    /// submission.
    pub fn ingest_email(&self, account: &AccountId, bytes: &[u8], user: Option<&UserId>) -> Result<Ingested> {
        self.engine().ingest(account, bytes, user)
    }

    /// The bytes of a document; `None` when the account has no such document, or discarded it, or the document no bytes.
    pub fn document_content(&self, account: &AccountId, id: &DocumentId) -> Result<Option<Vec<u8>>> {
        self.engine().store.reading(|tx| {
            let kept = tx.document(account, id)?.filter(|record| record.discarded_at.is_none());
            let content = kept.and_then(|record| record.content).map(|content| tx.blob(&content));
            content.unwrap_or(Ok(None)).map_err(|error| of_whom("document", id, error))
        })
    }

    /// The account's messages in quarantine, newest first. Their bytes are kept: see
    /// [`email_content`](Service::email_content).
    pub fn quarantined_emails(&self, account: &AccountId) -> Result<Vec<Quarantined>> {
        let found = self.engine().store.reading(|tx| {
            known_account(tx, account)?;
            tx.quarantined_emails(account)
        })?;
        Ok(found
            .into_iter()
            .map(|record| Quarantined { id: record.submission.id, problems: record.problems })
            .collect())
    }

    /// What was wrong with a message, quarantined or not; `None` when the account has no such submission.
    pub fn email_problems(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<Vec<String>>> {
        let found = self.engine().store.reading(|tx| tx.email(account, id))?;
        Ok(found.map(|record| record.problems))
    }

    /// The bytes of a message as it was taken in.
    pub fn email_content(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<Vec<u8>>> {
        self.engine().store.reading(|tx| match tx.email(account, id)? {
            Some(record) => tx.blob(&record.raw).map_err(|error| of_whom("email submission", id, error)),
            None => Ok(None),
        })
    }

    /// Discards a document: it is no longer listed or counted. False when the account has no such document.
    pub fn discard_document(&self, account: &AccountId, id: &DocumentId) -> Result<bool> {
        let now = self.engine().now();
        self.engine().store.writing(|tx| match tx.document(account, id)? {
            Some(mut record) if record.discarded_at.is_none() => {
                record.discarded_at = Some(now);
                tx.put_document(&record)?;
                Ok(true)
            }
            _ => Ok(false),
        })
    }
}

/// A document that is about to be kept.
struct Prepared {
    attachment: Attachment,
    content: BlobId,
    /// What was read out of it, or why that failed.
    extraction: Result<Option<Extracted>>,
}

impl Engine {
    fn ingest(&self, account: &AccountId, bytes: &[u8], user: Option<&UserId>) -> Result<Ingested> {
        let raw = BlobId::of(bytes);
        let known_already = self.store.reading(|tx| {
            known_account(tx, account)?;
            known(tx, account, &raw)
        })?;
        if let Some(known) = known_already {
            return Ok(known);
        }
        // Reading the message and its documents happens outside of any transaction: extractors are the host's own code.
        let mut draft = email::read(bytes, &self.policies.mail);
        if draft_size(&draft) > LARGEST_RECORD {
            draft = Draft { problems: draft.problems, attachments: draft.attachments, ..Draft::default() };
            quarantine(&mut draft, ProblemCode::RecordTooLarge, "its header and text are larger than a record may be");
        }
        let documents = self.prepare(&mut draft);
        let now = self.now();
        let record = self.email_record(account, draft, raw, user, now);
        let (ingested, failed) = self.store.writing(|tx| {
            if let Some(known) = known(tx, account, &raw)? {
                return Ok((known, Vec::new()));
            }
            known_account(tx, account)?;
            tx.put_blob(&raw, bytes)?;
            tx.put_email(&record)?;
            let mut failed = Vec::new();
            for (position, prepared) in (0..).zip(&documents) {
                let document = self.keep_document(tx, &record, position, prepared, now)?;
                failed.extend(prepared.extraction.as_ref().err().map(|error| (document, error)));
            }
            Ok((ingested(tx, record.clone(), true)?, failed))
        })?;
        self.wake.wake();
        for (document, error) in &failed {
            self.tell(&Activity::ExtractionFailed { document, error });
        }
        Ok(ingested)
    }

    /// Takes the attachments out of a draft and reads them.
    fn prepare(&self, draft: &mut Draft) -> Vec<Prepared> {
        let attachments = std::mem::take(&mut draft.attachments);
        let body = draft.body.as_deref().filter(|_| !attachments.is_empty());
        let containers = body.map(extract::container_numbers).unwrap_or_default();
        let mut reader = DocumentReader::new(&self.extractors);
        let prepare = |attachment: Attachment| {
            let extraction = reader.read(&Source {
                name: &attachment.name,
                content_type: &attachment.content_type,
                content: &attachment.content,
                email_body: body,
                email_containers: &containers,
            });
            Prepared { content: BlobId::of(&attachment.content), attachment, extraction }
        };
        let prepared = attachments.into_iter().map(prepare).collect();
        if reader.full {
            quarantine(draft, ProblemCode::TooMuchExtracted, "more was read out of its documents than is kept");
        }
        prepared
    }

    fn email_record(
        &self,
        account: &AccountId,
        draft: Draft,
        raw: BlobId,
        user: Option<&UserId>,
        now: DateTime<Utc>,
    ) -> EmailRecord {
        let written = EmailSubmission {
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
            ..Default::default()
        };
        let submission = EmailSubmission {
            id: self.new_id(now),
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            account: ToOne::to(account),
            user: ToOne::to_or_empty(user),
            ..written
        };
        EmailRecord {
            account: account.clone(),
            submission,
            raw,
            problems: draft.problems.iter().map(ToString::to_string).collect(),
            quarantined: draft.quarantined,
        }
    }

    /// Keeps a document and tells what came of reading it. Answers its id.
    fn keep_document(
        &self,
        tx: &dyn Tx,
        email: &EmailRecord,
        position: u32,
        prepared: &Prepared,
        now: DateTime<Utc>,
    ) -> Result<DocumentId> {
        let Prepared { attachment, content, extraction } = prepared;
        tx.put_blob(content, &attachment.content)?;
        let found = extraction.as_ref().ok().and_then(Option::as_ref);
        let representation = found.map(|found| DocumentRepresentation {
            id: self.new_id(now),
            schema_version: found.schema_version.clone(),
            payload: found.payload(),
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            ..Default::default()
        });
        let document = Document {
            id: self.new_id(now),
            name: attachment.name.clone(),
            source: DocumentSource::Email,
            document_type: found.and_then(|found| found.document_type.clone()),
            file_name: Some(attachment.name.clone()),
            file_content_type: Some(attachment.content_type.clone()),
            file_size_bytes: i64::try_from(attachment.content.len()).ok(),
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            account: ToOne::to(&email.account),
            user: email.submission.user.clone(),
            email_submission: ToOne::to(&email.submission.id),
            last_document_representation: ToOne::to_or_empty(representation.as_ref().map(|made| &made.id)),
            ..Default::default()
        };
        let record = DocumentRecord {
            account: email.account.clone(),
            email: Some(email.submission.id.clone()),
            position,
            document,
            content: Some(*content),
            representation,
            discarded_at: None,
        };
        tx.put_document(&record)?;
        let id = record.document.id.clone();
        match extraction {
            Ok(None) => {}
            Ok(Some(_)) => self.tell_document(tx, record, EventName::DocumentExtracted, now)?,
            Err(_) => self.tell_document(tx, record, EventName::DocumentExtractionFailed, now)?,
        }
        Ok(id)
    }

    fn tell_document(&self, tx: &dyn Tx, record: DocumentRecord, event: EventName, now: DateTime<Utc>) -> Result<()> {
        let account = record.account.clone();
        let reference = ResourceId::of(&record.document.id);
        let key = format!("{}/{event}", record.document.id);
        let representation = record.representation.clone().map(Included::Representation);
        let included = std::iter::once(Included::Document(document(record))).chain(representation);
        let included = notices::all_told(included)?;
        notices::tell(self, tx, &account, Telling { event, reference, included, key }, now)
    }
}

/// Adds a problem for which a person should look at the message.
fn quarantine(draft: &mut Draft, code: ProblemCode, detail: &str) {
    draft.problems.push(Problem { code, place: "message".to_owned(), detail: detail.to_owned() });
    draft.quarantined = true;
}

/// The bytes what a draft says takes as JSON, in which a control character becomes six.
fn draft_size(draft: &Draft) -> usize {
    let Draft { subject, body, from, to, cc, message_id, in_reply_to, references, content_type, .. } = draft;
    json_size(&(subject, body, from, to, cc, message_id, in_reply_to, references, content_type))
}

/// How long `value` is as JSON, without writing it anywhere.
fn json_size(value: &impl Serialize) -> usize {
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
    serde_json::to_writer(&mut length, value).map_or(usize::MAX, |()| length.0)
}

fn known(tx: &dyn Tx, account: &AccountId, raw: &BlobId) -> Result<Option<Ingested>> {
    tx.email_from(account, raw)?.map(|record| ingested(tx, record, false)).transpose()
}

fn ingested(tx: &dyn Tx, record: EmailRecord, is_new: bool) -> Result<Ingested> {
    let (quarantined, problems) = (record.quarantined, record.problems.clone());
    Ok(Ingested { submission: resource(tx, record)?, is_new, quarantined, problems })
}

/// The submission with its documents counted and linked.
pub(super) fn resource(tx: &dyn Tx, record: EmailRecord) -> Result<EmailSubmission> {
    let documents = tx.document_ids_of(&record.account, &record.submission.id)?;
    let mut submission = record.submission;
    submission.documents_count = i64::try_from(documents.len()).ok();
    submission.documents = ToMany::to(&documents);
    submission.extra = Extra { links: own_links("email_submissions", &submission.id), ..Default::default() };
    Ok(submission.full())
}

/// The document as its own endpoint tells it.
pub(super) fn document(record: DocumentRecord) -> Document {
    let links: Links = own_links("documents", &record.document.id);
    Document { extra: Extra { links, ..Default::default() }, ..record.document }.full()
}

/// A failure of the store to give out the bytes of something, with what that is.
fn of_whom<T>(family: &str, id: &Id<T>, error: Error) -> Error {
    let told = format!("{family} {id}: {}", error.sentence());
    error.with_sentence(told)
}

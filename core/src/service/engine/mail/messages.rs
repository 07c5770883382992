//! Ingests email messages with their attachments.

use std::io;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::document_reads::{DocumentRead, ReadResult, ReadSession};
use super::{arrival_notices, body_notice};
use crate::clock::CancelToken;
use crate::decoders;
use crate::documents::{Text, TextBudget, find};
use crate::email::{self, Attachment, Draft, Problem, ProblemCode, extract};
use crate::error::{Error, Result};
use crate::jsonapi::ToOne;
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{
    AccountId, Document, DocumentId, DocumentSource, EmailSubmission, RequestType, UntrackedNumber, UserId,
};
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::document_reader::DocumentInput;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::observer::Activity;
use crate::service::engine::derive::new_requests;
use crate::service::engine::intake::edi::EdiReport;
use crate::service::engine::look_up::detect_carrier;
use crate::service::rendering::document_links::DocumentLinks;
use crate::service::rendering::{email_submissions, untracked_numbers};
use crate::store::{BlobId, DocumentRecord, DueReading, EmailRecord, NamedNumber, ReadingStep, Tx};

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
    /// Reports on attached EDI; empty if the message was ingested before.
    pub edi: Vec<AttachedEdi>,
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

/// An attachment, or a version of the text.
struct PreparedDocument {
    attachment: Attachment,
    content: BlobId,
    /// `None` if the document is left to the worker.
    extraction: Option<ReadResult>,
    links: DocumentLinks,
}

#[derive(Default)]
struct StoredDocuments<'e> {
    /// Documents with a failed extraction.
    failed: Vec<(DocumentId, &'e Error)>,
    /// Arrival notices whose facts are to be recorded.
    notices: Vec<DocumentRecord>,
}

impl Engine {
    /// Ingests a message, unless the same bytes were ingested before.
    pub fn ingest_email(&self, account: &AccountId, bytes: &[u8], user: Option<&UserId>) -> Result<IngestedEmail> {
        let raw = BlobId::of(bytes);
        let ingested_before = self.reading_for(account, |tx| find_ingested(tx, account, &raw, false))?;
        if let Some(ingested) = ingested_before {
            return Ok(ingested);
        }
        // No transaction is open while the message and its documents are read: document readers may be code of the host
        // program.
        let mut draft = email::read(bytes, &self.policies.mail_limits);
        if draft_size(&draft) > MAX_RECORD_BYTES {
            draft = Draft { problems: draft.problems, attachments: draft.attachments, ..Draft::default() };
            quarantine(&mut draft, ProblemCode::RecordTooLarge, "its headers and text exceed the size of a record");
        }
        let settings = self.store.reading(|tx| require_account(tx, account))?.settings;
        let is_allowed = settings.check_sender(&draft.from, &draft.authentication);
        let texts = body_notice::candidates(&draft);
        let has_documents = !draft.attachments.is_empty() || !texts.is_empty();
        // If reading the documents seems to have ended earlier processes, each one is left to the worker, so that only the one that is the
        // cause fails.
        let (documents, edi) = if !has_documents || self.begin_reading(account, &raw)?.is_ok() {
            self.prepare_documents(account, &mut draft, texts, (&is_allowed, settings.record_arrival_notices))?
        } else {
            (unread_documents(&mut draft, texts), Vec::new())
        };
        let now = self.now();
        let record = self.email_record(account, draft, raw, user, now);
        let stored = self.store.writing(|tx| {
            // Another thread may have ingested the same message.
            if tx.email_by_raw_bytes(account, &raw)?.is_some() {
                return Ok(None);
            }
            require_account(tx, account)?;
            tx.end_reading(account, &raw)?;
            let attachments: Vec<_> =
                documents.iter().map(|prepared| (prepared.content, &*prepared.attachment.content)).collect();
            tx.put_message(&raw, bytes, &attachments)?;
            let (mut record, mut stored) = (record.clone(), StoredDocuments::default());
            for (position, prepared) in (0..).zip(&documents) {
                let document = self.store_document(tx, &record, (position, prepared), &is_allowed, now)?;
                update_numbers(&mut record, &document);
                let failed = prepared.extraction.as_ref().and_then(|extraction| extraction.as_ref().err());
                stored.failed.extend(failed.map(|error| (document.document.id.clone(), error)));
                // Other documents are dropped to save memory.
                stored.notices.extend(Some(document).filter(arrival_notices::is_due));
            }
            tx.put_email(&record)?;
            self.track_named_numbers(tx, &record, now)?;
            Ok(Some(stored))
        })?;
        self.wake.wake();
        let is_new = stored.is_some();
        let StoredDocuments { failed, notices } = stored.unwrap_or_default();
        for (document, error) in &failed {
            self.report(&Activity::ExtractionFailed { account, document, error });
        }
        self.record_notices(&notices);
        let found = self.store.reading(|tx| find_ingested(tx, account, &raw, is_new))?;
        let ingested = found.expect("an ingested message is not deleted");
        Ok(IngestedEmail { edi: if is_new { edi } else { Vec::new() }, ..ingested })
    }

    fn prepare_documents(
        &self,
        account: &AccountId,
        draft: &mut Draft,
        texts: Vec<Attachment>,
        (is_allowed, records_notices): (&Result<(), String>, bool),
    ) -> Result<(Vec<PreparedDocument>, Vec<AttachedEdi>)> {
        let attachments = std::mem::take(&mut draft.attachments);
        let body = draft.body.as_deref().filter(|_| !attachments.is_empty());
        let containers = body.map(extract::container_numbers).unwrap_or_default();
        let never = CancelToken::new();
        let mut session = self.read_session(&never);
        let (mut edi, mut problems) = (Vec::new(), Vec::new());
        let prepare = |attachment: Attachment| {
            let Attachment { name, content_type, content, .. } = &attachment;
            let (email_body, email_containers) = (body, &containers[..]);
            let source = DocumentInput { name, content_type, content, email_body, email_containers, text: None };
            let DocumentRead { reading, edi: edi_report } =
                self.read_or_ingest(account, &mut session, (&source, None), (true, is_allowed))?;
            match edi_report {
                None => {}
                Some(Ok(report)) => {
                    problems.extend(edi_problems(name, &report));
                    edi.push(AttachedEdi { document: name.clone(), report });
                }
                // One problem of the message reports this for all attachments.
                Some(Err(why)) if is_allowed.is_err() => {
                    let problems = vec![decoders::Problem::new("", format!("not recorded: {why}"))];
                    let report = EdiReport { problems, ..EdiReport::default() };
                    edi.push(AttachedEdi { document: name.clone(), report });
                }
                Some(Err(why)) => problems.push(edi_problem(name, &why)),
            }
            Ok((attachment, reading))
        };
        let mut read: Vec<(Attachment, ReadResult)> = attachments.into_iter().map(prepare).collect::<Result<_>>()?;
        read.extend(self.read_body(account, &mut session, texts, (&read, is_allowed))?);
        draft.problems.extend(problems);
        let has_notice = || records_notices && read.iter().any(|(_, reading)| is_notice(reading));
        let unrecorded = if edi.is_empty() { has_notice().then_some("arrival notice") } else { Some("EDI") };
        if let (Err(why), Some(kind)) = (is_allowed, unrecorded) {
            let detail = format!("its {kind} was not recorded: {why}");
            draft.problems.push(Problem { code: ProblemCode::SenderNotAllowed, place: "message".to_owned(), detail });
        }
        if session.full {
            quarantine(draft, ProblemCode::TooMuchExtracted, "its documents have more extracted data than is stored");
        }
        let with_links = |(attachment, extraction): (Attachment, ReadResult)| {
            let content = BlobId::of(&attachment.content);
            let document = Document { created_at: Some(self.now().into()), ..Document::default() };
            let record = DocumentRecord { account: account.clone(), document, ..DocumentRecord::default() };
            let links = self.links_of(&record, &extraction)?;
            Ok(PreparedDocument { attachment, content, extraction: Some(extraction), links })
        };
        Ok((read.into_iter().map(with_links).collect::<Result<_>>()?, edi))
    }

    /// Reads the text of a message as a document, if it is an arrival notice and no attachment is one.
    fn read_body(
        &self,
        account: &AccountId,
        session: &mut ReadSession<'_>,
        texts: Vec<Attachment>,
        (attached, is_allowed): (&[(Attachment, ReadResult)], &Result<(), String>),
    ) -> Result<Option<(Attachment, ReadResult)>> {
        if attached.iter().any(|(_, reading)| is_notice(reading)) {
            return Ok(None);
        }
        for message in texts {
            let Attachment { name, content_type, content, .. } = &message;
            let source = DocumentInput { name, content_type, content, ..DocumentInput::default() };
            if let Some(found) = session.find_notice(&source) {
                let origin = (true, is_allowed);
                let reading = self.read_or_ingest(account, session, (&source, Some(found)), origin)?.reading;
                return Ok(Some((message, reading)));
            }
        }
        Ok(None)
    }

    fn email_record(
        &self,
        account: &AccountId,
        draft: Draft,
        raw: BlobId,
        user: Option<&UserId>,
        now: DateTime<Utc>,
    ) -> EmailRecord {
        let numbers = numbers_in_message(&draft.subject, draft.body.as_deref().unwrap_or_default());
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
            problems: draft.problems.iter().map(ToString::to_string).collect(),
            quarantined: draft.quarantined,
            numbers,
            authentication: draft.authentication,
        }
    }

    fn store_document(
        &self,
        tx: &Tx<'_>,
        email: &EmailRecord,
        (position, prepared): (u32, &PreparedDocument),
        is_allowed: &Result<(), String>,
        now: DateTime<Utc>,
    ) -> Result<DocumentRecord> {
        let PreparedDocument { attachment, content, extraction, links } = prepared;
        tx.put_blob(content, &attachment.content)?;
        let document = Document {
            id: self.new_id(now),
            name: attachment.name.clone(),
            source: DocumentSource::Email,
            file_name: Some(attachment.name.clone()),
            file_content_type: Some(attachment.content_type.clone()),
            file_size_bytes: i64::try_from(attachment.content.len()).ok(),
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            account: ToOne::to(&email.account),
            user: email.submission.user.clone(),
            email_submission: ToOne::to(&email.submission.id),
            ..Default::default()
        };
        let mut record = DocumentRecord {
            account: email.account.clone(),
            email: Some(email.submission.id.clone()),
            position,
            document,
            content: Some(*content),
            ..DocumentRecord::default()
        };
        if let Some(extraction) = extraction {
            return self.store_reading(tx, record, (extraction, links, is_allowed), now);
        }
        record.reading = Some(DueReading { due: now, step: ReadingStep::All });
        tx.put_document(&record)?;
        Ok(record)
    }
}

/// The documents of a message, which the worker reads later. Whether its text is an arrival notice is not known.
fn unread_documents(draft: &mut Draft, texts: Vec<Attachment>) -> Vec<PreparedDocument> {
    let prepare = |attachment: Attachment| PreparedDocument {
        content: BlobId::of(&attachment.content),
        attachment,
        extraction: None,
        links: DocumentLinks::default(),
    };
    std::mem::take(&mut draft.attachments).into_iter().chain(texts).map(prepare).collect()
}

fn is_notice(reading: &ReadResult) -> bool {
    matches!(reading, Ok(Some(found)) if found.is_notice())
}

fn edi_problems(name: &str, report: &EdiReport) -> Vec<Problem> {
    let messages = report.interchanges.iter().flat_map(|interchange| &interchange.messages);
    let unread = messages.filter(|message| !message.is_recorded() && !message.is_acknowledgement());
    let count = unread.count();
    let outside = report.problems.iter().map(|problem| edi_problem(name, &problem.to_string()));
    let mut problems: Vec<Problem> = outside.take(10).collect();
    problems.extend((count > 0).then(|| edi_problem(name, &format!("{count} of its messages were not recorded"))));
    problems
}

fn edi_problem(name: &str, detail: &str) -> Problem {
    Problem { code: ProblemCode::UnreadEdi, place: name.to_owned(), detail: detail.to_owned() }
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

fn find_ingested(tx: &Tx<'_>, account: &AccountId, raw: &BlobId, is_new: bool) -> Result<Option<IngestedEmail>> {
    let Some(record) = tx.email_by_raw_bytes(account, raw)? else { return Ok(None) };
    let (quarantined, problems) = (record.quarantined, record.problems.clone());
    let submission = email_submissions::resource(tx, record)?;
    Ok(Some(IngestedEmail { submission, is_new, quarantined, problems, edi: Vec::new() }))
}

const MESSAGE_TEXT: TextBudget = TextBudget { bytes: 1 << 20, cells: 20_000 };
const MAX_NUMBERS: usize = 200;

pub(super) fn numbers_in_message(subject: &str, body: &str) -> Vec<NamedNumber> {
    let found = find::findings(&Text::of(&format!("{subject}\n{body}"), MESSAGE_TEXT));
    let kinds = [
        (RequestType::BillOfLading, found.bills_of_lading),
        (RequestType::BookingNumber, found.bookings),
        (RequestType::Container, found.containers),
    ];
    let named = kinds.into_iter().flat_map(|(kind, numbers)| {
        let named = move |number| NamedNumber { kind: kind.clone(), number, document: None };
        numbers.into_iter().map(move |found| named(found.value))
    });
    named.take(MAX_NUMBERS).collect()
}

pub(super) fn update_numbers(email: &mut EmailRecord, document: &DocumentRecord) {
    email.numbers.retain(|named| named.document.as_ref() != Some(&document.document.id));
    let room = MAX_NUMBERS.saturating_sub(email.numbers.len());
    email.numbers.extend(document.named_numbers(room));
}

pub(super) fn refresh_numbers(tx: &Tx<'_>, document: &DocumentRecord) -> Result<()> {
    let email = document.email.as_ref().map(|email| tx.email(&document.account, email)).transpose()?.flatten();
    let Some(mut email) = email else { return Ok(()) };
    let before = email.numbers.clone();
    update_numbers(&mut email, document);
    if email.numbers == before { Ok(()) } else { tx.put_email(&email) }
}

impl Engine {
    /// Tracks the numbers in a message, if the account has that setting, up to the limit of a message. Numbers without a
    /// carrier to ask, and those of a message in quarantine, are only offered.
    pub(super) fn track_named_numbers(&self, tx: &Tx<'_>, email: &EmailRecord, now: DateTime<Utc>) -> Result<()> {
        let is_enabled = tx.account(&email.account)?.is_some_and(|account| account.settings.track_numbers_in_mail);
        if !is_enabled || email.quarantined {
            return Ok(());
        }
        let documents = tx.document_ids_of(&email.account, &email.submission.id)?;
        let offered = untracked_numbers::find(tx, email, &documents)?;
        let askable = offered.iter().filter_map(|offered| self.askable(offered));
        for (number, scac) in askable.take(self.policies.documents.most_tracked) {
            let mut record = new_requests::draft(self, &email.account, &number, scac.as_ref(), now);
            record.user = email.submission.user.id();
            new_requests::create(self.within(tx, now), record)?;
        }
        Ok(())
    }

    fn askable(&self, offered: &UntrackedNumber) -> Option<(TrackingNumber, Option<Scac>)> {
        let kind = NumberKind::parse(offered.request_type.as_str()).ok()?;
        let number = TrackingNumber::parse(kind, &offered.number).ok()?;
        match &offered.scac {
            Some(scac) => self.carrier(scac).and_then(|_| Scac::parse(scac).ok()).map(|scac| (number, Some(scac))),
            None => (!detect_carrier::candidates(self, &offered.request_type).is_empty()).then_some((number, None)),
        }
    }
}

//! Reads documents within limits: EDI is ingested, other documents are read by the document readers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::body_notice;
use super::message_state;
use crate::clock::{CancelToken, Clock};
use crate::decoders::edi;
use crate::documents::FileFormat;
use crate::documents::find::remove_from_missing;
use crate::email::Indirection;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::{MAX_NESTING, Members, is_shallow};
use crate::resources::{AccountId, Document};
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::document_reader::{
    DocumentInput, DocumentReader, Extraction, LastReader, ReadFailure, ReaderUnavailable,
};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::reporter::panic_error;
use crate::service::engine::base::store_health::internal_write;
use crate::service::engine::intake::edi::{EdiReport, SCHEMA_VERSION, extraction};
use crate::store::{BlobId, DocumentRecord, EmailState, MailUsage, Tx};
use crate::threads::run_host_code;

/// Maximum size of the extracted JSON of all documents of one message, in bytes. The container numbers in the text of the message count for
/// each document.
const MAX_EXTRACTED: u64 = 2 << 20;

/// Number of processes that may begin to read a file. One can end for another reason, such as a deployment.
const MAX_PROCESSES: u64 = 2;

/// The time limit of the built-in reader for all documents of a message is that of one document, times this factor.
const TIME_FACTOR: u32 = 6;

/// An extraction with its payload as text, whose size is limited.
pub(super) struct CompactExtraction {
    pub document_type: Option<String>,
    pub notes: Option<String>,
    pub schema_version: String,
    payload: String,
}

impl CompactExtraction {
    pub fn payload(&self) -> Option<Members> {
        serde_json::from_str(&self.payload).ok()
    }

    pub fn is_notice(&self) -> bool {
        body_notice::is_notice(self.document_type.as_deref(), || self.payload().unwrap_or_default())
    }

    fn size(&self) -> u64 {
        let texts = [&self.document_type, &self.notes].into_iter().flatten().map(String::len).sum::<usize>();
        (self.payload.len() + self.schema_version.len() + texts) as u64
    }

    /// Whether the reader found nothing and only explained why.
    pub fn is_note_alone(&self) -> bool {
        self.notes.is_some() && self.document_type.is_none() && self.payload().is_none_or(|payload| payload.is_empty())
    }
}

pub(super) type ReadResult = Result<Option<CompactExtraction>>;

/// The result of reading one document.
pub(super) struct DocumentRead {
    pub reading: ReadResult,
    /// The report if the document is EDI, or why it could not be ingested.
    pub edi: Option<Result<EdiReport, String>>,
    pub effort: ReadEffort,
}

/// What reading one document used of the limits of its message.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReadEffort {
    /// Size of the extraction.
    pub extracted: u64,
    /// Time of the built-in reader.
    pub time: Duration,
    /// Whether the extraction was dropped because `MAX_EXTRACTED` would be exceeded.
    pub is_full: bool,
}

impl DocumentRead {
    pub fn failed(error: Error) -> Self {
        DocumentRead { reading: Err(error), edi: None, effort: ReadEffort::default() }
    }
}

/// What is needed to read a document that is due.
pub(super) struct DueDocument {
    /// `None` if the document is too large to be read.
    pub bytes: Option<Vec<u8>>,
    /// The text of the message to which it was attached. `None` without readers of the host program: only they get it.
    pub body: Option<Arc<str>>,
    /// The container numbers in that text.
    pub containers: Vec<String>,
    /// Whether it may report facts, or why not, see [`check_sender_of`].
    pub is_allowed: Result<(), String>,
    /// What the documents of its message have used of the limits of a message, without this one.
    pub used: MailUsage,
}

/// Reads one document within the limits of its message.
pub(super) struct ReadSession<'e> {
    account: &'e AccountId,
    /// The readers of the host program, and the reader that is called after them.
    extractors: &'e [Arc<dyn DocumentReader>],
    last: &'e dyn LastReader,
    clock: &'e dyn Clock,
    /// Cancels the recording of EDI between its messages.
    cancel: &'e CancelToken,
    /// Bytes that the other documents of the message leave of `MAX_EXTRACTED`.
    bytes_left: u64,
    /// The time limit of the built-in reader for all documents of the message.
    time: Duration,
    time_left: Duration,
    effort: ReadEffort,
}

impl<'e> ReadSession<'e> {
    /// `used` is what the other documents of the message have used of its limits.
    pub fn new(
        account: &'e AccountId,
        (extractors, last): (&'e [Arc<dyn DocumentReader>], &'e dyn LastReader),
        clock: &'e dyn Clock,
        (document_time, used): (Duration, MailUsage),
        cancel: &'e CancelToken,
    ) -> Self {
        let time = document_time.saturating_mul(TIME_FACTOR);
        ReadSession {
            account,
            extractors,
            last,
            clock,
            cancel,
            bytes_left: MAX_EXTRACTED.saturating_sub(used.extracted),
            time,
            time_left: time.saturating_sub(Duration::from_millis(used.milliseconds)),
            effort: ReadEffort::default(),
        }
    }

    /// What was used of the limits of the message so far.
    pub fn effort(&self) -> ReadEffort {
        self.effort
    }

    /// `built_in` is what the built-in reader has already found in this document, if it was called before.
    fn read(
        &mut self,
        source: &DocumentInput<'_>,
        built_in: Option<Extraction>,
    ) -> Result<ReadResult, ReaderUnavailable> {
        match self.ask_readers(source, built_in) {
            Ok(found) => Ok(found.map(|found| self.compact(found)).transpose()),
            Err(ReadFailure::Failed(error)) => Ok(Err(error)),
            Err(ReadFailure::Unavailable(unavailable)) => Err(unavailable),
        }
    }

    /// Calls the readers in turn. The built-in reader is the last, and the only one with a time limit. If a reader fails or
    /// panics, the extraction of this document fails.
    fn ask_readers(
        &mut self,
        source: &DocumentInput<'_>,
        built_in: Option<Extraction>,
    ) -> Result<Option<Extraction>, ReadFailure> {
        for extractor in self.extractors {
            if let Some(found) = guarded(|| run_host_code(|| extractor.read(source)).map_err(ReadFailure::Failed))? {
                return if found.text.is_some() { self.complete(source, found) } else { Ok(Some(found)) };
            }
        }
        if built_in.is_some() { Ok(built_in) } else { self.read_built_in(source) }
    }

    /// Lets the built-in reader search the text that a custom reader returned. The data of the custom reader takes precedence.
    fn complete(
        &mut self,
        source: &DocumentInput<'_>,
        mut found: Extraction,
    ) -> Result<Option<Extraction>, ReadFailure> {
        let text = found.text.take();
        let source = DocumentInput { text: text.as_deref(), ..*source };
        if let Some(more) = self.read_built_in(&source)? {
            if found.document_type.is_none() {
                found.document_type = more.document_type;
                found.classification_notes = found.classification_notes.or(more.classification_notes);
            }
            if found.schema_version.is_empty() {
                found.schema_version = more.schema_version;
            }
            let mut payload = more.payload;
            remove_from_missing(&mut payload, |member| found.payload.contains_key(member));
            for (member, value) in payload {
                found.payload.entry(member).or_insert(value);
            }
        }
        Ok(Some(found).filter(|found| *found != Extraction::default()))
    }

    /// Calls the built-in reader only.
    pub fn read_built_in(&mut self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, ReadFailure> {
        if self.time_left.is_zero() {
            let sentence = format!("reading the documents of this message took longer than {:?}", self.time);
            return Err(ReadFailure::Failed(Error::new(ErrorKind::Timeout, sentence)));
        }
        let began = self.clock.monotonic();
        let found = guarded(|| self.last.extract(self.account, source));
        let time = self.clock.monotonic().saturating_sub(began);
        self.time_left = self.time_left.saturating_sub(time);
        self.effort.time += time;
        found
    }

    fn compact(&mut self, found: Extraction) -> Result<CompactExtraction> {
        if !is_shallow(&found.payload) {
            let sentence = format!("the payload of the document reader is nested deeper than {MAX_NESTING} levels");
            return Err(Error::invalid("/payload", sentence));
        }
        let Extraction { document_type, classification_notes: notes, schema_version, payload, .. } = found;
        let payload = serde_json::to_string(&payload).map_err(|e| Error::from(ErrorKind::Internal).with_source(e))?;
        let found = CompactExtraction { document_type, notes, schema_version, payload };
        if found.size() > self.bytes_left {
            self.effort.is_full = true;
            let sentence = format!("more than {MAX_EXTRACTED} bytes were extracted from the documents of this message");
            return Err(Error::new(ErrorKind::TooLarge, sentence));
        }
        self.bytes_left -= found.size();
        self.effort.extracted += found.size();
        Ok(found)
    }
}

fn guarded(read: impl FnOnce() -> Result<Option<Extraction>, ReadFailure>) -> Result<Option<Extraction>, ReadFailure> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(ReadFailure::Failed(panic_error("the document reader"))))
}

/// The size of the data that is stored for a document, as that of an extraction.
pub(super) fn extracted_size(record: &DocumentRecord) -> u64 {
    let Document { document_type, classification_notes, .. } = &record.document;
    let stored = record.representation.as_ref().map(|read| CompactExtraction {
        document_type: document_type.clone(),
        notes: classification_notes.clone(),
        schema_version: read.schema_version.clone(),
        payload: read.payload.as_ref().and_then(|payload| serde_json::to_string(payload).ok()).unwrap_or_default(),
    });
    stored.map_or(0, |stored| stored.size())
}

impl Engine {
    pub(super) fn read_session<'e>(
        &'e self,
        account: &'e AccountId,
        used: MailUsage,
        cancel: &'e CancelToken,
    ) -> ReadSession<'e> {
        let readers = (&self.extractors[..], &self.built_in_reader as &dyn LastReader);
        let limits = (self.policies.documents.read_time, used);
        ReadSession::new(account, readers, self.clock.as_ref(), limits, cancel)
    }

    /// Reads a document, or ingests it if it is EDI. The facts of EDI are recorded at once: if the document is not stored
    /// afterwards, it is read again, and its EDI is not recorded twice. Fails if the store fails. No transaction may be open.
    ///
    /// `built_in` is what the built-in reader has already found in the document, if it was called before. If the sender is not allowed to report
    /// facts, EDI is not recorded, and the reason is in its extraction. `Err` inside if the document needs a reader that is not available.
    pub(super) fn read_or_ingest(
        &self,
        account: &AccountId,
        mut session: ReadSession<'_>,
        (source, built_in): (&DocumentInput<'_>, Option<Extraction>),
        (is_mailed, is_allowed): (bool, &Result<(), String>),
    ) -> Result<Result<DocumentRead, ReaderUnavailable>> {
        let (reading, edi) = if !is_edi(source.name, source.content_type, source.content) {
            let is_small = source.content.len() <= self.policies.documents.read_bytes;
            let reading = if is_small { session.read(source, built_in) } else { Ok(Err(self.too_large_error())) };
            match reading {
                Ok(reading) => (reading, None),
                Err(unavailable) => return Ok(Err(unavailable)),
            }
        } else if let Err(why) = is_allowed {
            (session.compact(unrecorded(why)).map(Some), Some(Err(why.clone())))
        } else {
            match self.ingest_edi(account, source.content, is_mailed, session.cancel) {
                Ok(report) => (session.compact(extraction(&report)).map(Some), Some(Ok(report))),
                Err(refused) if refused.kind() == ErrorKind::Conflict => {
                    let why = refused.message().to_owned();
                    (Err(refused), Some(Err(why)))
                }
                Err(error) => return Err(error),
            }
        };
        Ok(Ok(DocumentRead { reading, edi, effort: session.effort() }))
    }

    /// Stores that a file is about to be read, because a reader of the host program may end the process. Returns why it is not read, if that
    /// probably happened before. The caller ends the reading with [`Tx::end_reading`], in the transaction that stores the result.
    pub(super) fn begin_reading(&self, account: &AccountId, content: &BlobId) -> Result<Result<()>> {
        if self.extractors.is_empty() {
            return Ok(Ok(()));
        }
        let begin = || self.store.writing(|tx| tx.begin_reading(account, content, self.opened_at));
        let processes = internal_write(begin)?;
        if processes <= MAX_PROCESSES {
            return Ok(Ok(()));
        }
        let sentence = format!(
            "the document was not read: {MAX_PROCESSES} processes began to read it and ended before it was read, and its reader may have \
             ended them. Request `reextract` to read it again"
        );
        Ok(Err(Error::new(ErrorKind::Invalid, sentence)))
    }

    /// `Err` inside if the reader that the document needs is not available.
    pub(super) fn read_document(
        &self,
        record: &DocumentRecord,
        source: &DueDocument,
        cancel: &CancelToken,
    ) -> Result<Result<DocumentRead, ReaderUnavailable>> {
        let DueDocument { bytes, body, containers, is_allowed, used } = source;
        let Some(content) = bytes else { return Ok(Ok(DocumentRead::failed(self.too_large_error()))) };
        let (name, content_type) = file_of(&record.document);
        let email_body = body.as_deref();
        let source =
            DocumentInput { name, content_type, content, email_body, email_containers: containers, text: None };
        let origin = (record.email.is_some(), is_allowed);
        let session = self.read_session(&record.account, *used, cancel);
        self.read_or_ingest(&record.account, session, (&source, None), origin)
    }

    fn too_large_error(&self) -> Error {
        let most = self.policies.documents.read_bytes;
        Error::new(ErrorKind::TooLarge, format!("the document is larger than {most} bytes, the limit for reading"))
    }
}

/// Checks whether a document may report facts, and returns why not: a document from mail may if the account allows the sender at present.
pub(super) fn check_sender(tx: &Tx<'_>, record: &DocumentRecord) -> Result<Result<(), String>> {
    check_sender_of(tx, record, message_state::of_document(tx, record)?.as_ref())
}

/// The same for a document whose message was already looked up; `email` is `None` if the document is not from mail, or its message is not
/// stored.
pub(super) fn check_sender_of(
    tx: &Tx<'_>,
    record: &DocumentRecord,
    email: Option<&EmailState>,
) -> Result<Result<(), String>> {
    if record.email.is_none() {
        return Ok(Ok(()));
    }
    let settings = require_account(tx, &record.account)?.settings;
    let nested = record.is_nested.then_some(Indirection::AttachedMessage);
    let check =
        |sent: &EmailState| settings.check_sender(&sent.from, &sent.authentication, sent.indirection.or(nested));
    Ok(email.map_or_else(|| Err("its message is not stored".to_owned()), check))
}

/// Whether a file is EDI. A message is not: the EDI attached to it is a document.
pub(super) fn is_edi(name: &str, content_type: &str, content: &[u8]) -> bool {
    edi::recognises(content) && FileFormat::of(name, content_type, content) != FileFormat::Message
}

/// Name and media type of the file of a document; empty if unknown.
pub(super) fn file_of(document: &Document) -> (&str, &str) {
    let Document { file_name, file_content_type, .. } = document;
    (file_name.as_deref().unwrap_or_default(), file_content_type.as_deref().unwrap_or_default())
}

/// The extraction of EDI that was not recorded.
fn unrecorded(why: &str) -> Extraction {
    let notes = format!("The EDI was not recorded: {why}.");
    Extraction {
        document_type: Some("edi".to_owned()),
        classification_notes: Some(notes),
        schema_version: SCHEMA_VERSION.to_owned(),
        ..Extraction::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;
    use crate::service::engine::base::document_reader::BuiltInReader;
    use crate::service::engine::base::policies::DocumentPolicy;

    struct Slow(ManualClock);

    impl LastReader for Slow {
        fn extract(
            &self,
            _: &AccountId,
            _: &DocumentInput<'_>,
        ) -> std::result::Result<Option<Extraction>, ReadFailure> {
            self.0.advance(Duration::from_secs(60));
            Ok(None)
        }
    }

    impl DocumentReader for Slow {
        fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
            Ok(self.extract(&AccountId::default(), source).unwrap_or_default())
        }
    }

    #[test]
    fn built_in_reader_has_one_time_limit_for_a_message_and_other_readers_have_none() {
        let clock = ManualClock::new(chrono::DateTime::UNIX_EPOCH);
        let cancel = CancelToken::new();
        let account = AccountId::default();
        let read = |extractors: &[Arc<dyn DocumentReader>], last: &dyn LastReader| {
            let mut used = MailUsage::default();
            let read = |used: &mut MailUsage| {
                let mut session =
                    ReadSession::new(&account, (extractors, last), &clock, (Duration::from_secs(20), *used), &cancel);
                let is_read = session.read(&DocumentInput::default(), None).unwrap().is_ok();
                used.milliseconds += session.effort().time.as_millis() as u64;
                is_read
            };
            (0..4).filter(|_| read(&mut used)).count()
        };
        assert_eq!(read(&[], &Slow(clock.clone())), 2, "the limit of two minutes ends after two documents");
        assert_eq!(read(&[Arc::new(Slow(clock.clone()))], &BuiltInReader::new(&DocumentPolicy::default())), 4);
    }
}

//! Reads documents within limits: EDI is ingested, other documents are read by the document readers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::body_notice;
use crate::clock::{CancelToken, Clock};
use crate::decoders::edi;
use crate::documents::FileFormat;
use crate::email::extract;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::{MAX_NESTING, Members, is_shallow};
use crate::resources::{AccountId, Document};
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::document_reader::{DocumentInput, DocumentReader, Extraction};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::reporter::panic_error;
use crate::service::engine::base::store_health::internal_write;
use crate::service::engine::intake::edi::{EdiReport, SCHEMA_VERSION, extraction};
use crate::store::{BlobId, DocumentRecord, EmailRecord, Tx};

/// Maximum size of the extracted JSON of all documents of one message, in bytes. The container numbers in the text of the message count for
/// each document.
const MAX_EXTRACTED: usize = 2 << 20;

/// Number of processes that may begin to read a file. One can end for another reason, such as a deployment.
const MAX_PROCESSES: u64 = 2;

/// The time limit of the built-in reader for all documents of a message is that of one document, times this factor.
const TIME_FACTOR: u32 = 6;

/// An extraction with its payload as text. Text needs a twentieth of the memory of parsed values, and the extractions of all documents of a
/// message are in memory until they are stored.
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
}

/// Reads the documents of one message within its limits.
pub(super) struct ReadSession<'e> {
    extractors: &'e [Arc<dyn DocumentReader>],
    clock: &'e dyn Clock,
    /// Cancels the recording of EDI between its messages.
    cancel: &'e CancelToken,
    /// Bytes of `MAX_EXTRACTED` that are not used yet.
    bytes_left: usize,
    time: Duration,
    time_left: Duration,
    /// Whether an extraction was dropped because `MAX_EXTRACTED` would be exceeded.
    pub full: bool,
}

impl<'e> ReadSession<'e> {
    pub fn new(
        extractors: &'e [Arc<dyn DocumentReader>],
        clock: &'e dyn Clock,
        document_time: Duration,
        cancel: &'e CancelToken,
    ) -> Self {
        let time = document_time.saturating_mul(TIME_FACTOR);
        ReadSession { extractors, clock, cancel, bytes_left: MAX_EXTRACTED, time, time_left: time, full: false }
    }

    /// Returns what the built-in reader finds, if it is an arrival notice.
    pub fn find_notice(&mut self, source: &DocumentInput<'_>) -> Option<Extraction> {
        let found = self.read_built_in(source).ok()??;
        body_notice::is_notice(found.document_type.as_deref(), || &found.payload).then_some(found)
    }

    /// `built_in` is what the built-in reader has already found in this document, if it was called before.
    fn read(&mut self, source: &DocumentInput<'_>, built_in: Option<Extraction>) -> ReadResult {
        self.ask_readers(source, built_in)?.map(|found| self.compact(found)).transpose()
    }

    /// Calls the readers in turn. The built-in reader is the last, and the only one with a time limit. If a reader fails or
    /// panics, the extraction of this document fails, and the message is ingested.
    fn ask_readers(&mut self, source: &DocumentInput<'_>, built_in: Option<Extraction>) -> Result<Option<Extraction>> {
        let custom = self.extractors.split_last().map_or(&[][..], |(_, custom)| custom);
        for extractor in custom {
            if let Some(found) = read_guarded(extractor, source)? {
                return if found.text.is_some() { self.complete(source, found) } else { Ok(Some(found)) };
            }
        }
        if built_in.is_some() { Ok(built_in) } else { self.read_built_in(source) }
    }

    /// Lets the built-in reader search the text that a custom reader returned. The data of the custom reader takes precedence.
    fn complete(&mut self, source: &DocumentInput<'_>, mut found: Extraction) -> Result<Option<Extraction>> {
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
            for (member, value) in more.payload {
                found.payload.entry(member).or_insert(value);
            }
        }
        Ok(Some(found).filter(|found| *found != Extraction::default()))
    }

    fn read_built_in(&mut self, source: &DocumentInput<'_>) -> Result<Option<Extraction>> {
        let Some(built_in) = self.extractors.last() else { return Ok(None) };
        if self.time_left.is_zero() {
            let sentence = format!("reading the documents of this message took longer than {:?}", self.time);
            return Err(Error::new(ErrorKind::Timeout, sentence));
        }
        let began = self.clock.monotonic();
        let found = read_guarded(built_in, source);
        self.time_left = self.time_left.saturating_sub(self.clock.monotonic().saturating_sub(began));
        found
    }

    fn compact(&mut self, found: Extraction) -> Result<CompactExtraction> {
        if !is_shallow(&found.payload) {
            let sentence = format!("the payload of the document reader is nested deeper than {MAX_NESTING} levels");
            return Err(Error::invalid("/payload", sentence));
        }
        let Extraction { document_type, classification_notes: notes, schema_version, payload, .. } = found;
        let payload = serde_json::to_string(&payload).map_err(|e| Error::from(ErrorKind::Internal).with_source(e))?;
        let length = payload.len()
            + schema_version.len()
            + [&document_type, &notes].into_iter().flatten().map(String::len).sum::<usize>();
        match self.bytes_left.checked_sub(length) {
            Some(rest) => {
                self.bytes_left = rest;
                Ok(CompactExtraction { document_type, notes, schema_version, payload })
            }
            None => {
                self.full = true;
                let sentence =
                    format!("more than {MAX_EXTRACTED} bytes were extracted from the documents of this message");
                Err(Error::new(ErrorKind::TooLarge, sentence))
            }
        }
    }
}

fn read_guarded(extractor: &Arc<dyn DocumentReader>, source: &DocumentInput<'_>) -> Result<Option<Extraction>> {
    catch_unwind(AssertUnwindSafe(|| extractor.read(source)))
        .unwrap_or_else(|_| Err(panic_error("the document reader")))
}

impl Engine {
    pub(super) fn read_session<'e>(&'e self, cancel: &'e CancelToken) -> ReadSession<'e> {
        ReadSession::new(&self.extractors, self.clock.as_ref(), self.policies.documents.read_time, cancel)
    }

    /// Reads a document, or ingests it if it is EDI. The facts of EDI are recorded at once: if the document is not stored
    /// afterwards, the caller sends it again, and its EDI is not recorded twice. Fails if the store fails. No transaction may be open.
    ///
    /// `built_in` is what the built-in reader has already found in the document, if it was called before. If the sender is not allowed to report
    /// facts, EDI is not recorded, and the reason is in its extraction.
    pub(super) fn read_or_ingest(
        &self,
        account: &AccountId,
        session: &mut ReadSession<'_>,
        (source, built_in): (&DocumentInput<'_>, Option<Extraction>),
        (is_mailed, is_allowed): (bool, &Result<(), String>),
    ) -> Result<DocumentRead> {
        if !is_edi(source.name, source.content_type, source.content) {
            let is_small = source.content.len() <= self.policies.documents.read_bytes;
            let reading = if is_small { session.read(source, built_in) } else { Err(self.too_large_error()) };
            return Ok(DocumentRead { reading, edi: None });
        }
        if let Err(why) = is_allowed {
            let reading = session.compact(unrecorded(why)).map(Some);
            return Ok(DocumentRead { reading, edi: Some(Err(why.clone())) });
        }
        match self.ingest_edi(account, source.content, is_mailed, session.cancel) {
            Ok(report) => {
                let reading = session.compact(extraction(&report)).map(Some);
                Ok(DocumentRead { reading, edi: Some(Ok(report)) })
            }
            Err(refused) if refused.kind() == ErrorKind::Conflict => {
                let why = refused.message().to_owned();
                Ok(DocumentRead { reading: Err(refused), edi: Some(Err(why)) })
            }
            Err(error) => Err(error),
        }
    }

    /// Stores that a file or message is about to be read, because its reader may end the process. Returns why it is not read, if that
    /// probably happened before. The caller ends the reading with [`Tx::end_reading`], in the transaction that stores the result.
    pub(super) fn begin_reading(&self, account: &AccountId, content: &BlobId) -> Result<Result<()>> {
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

    /// `bytes` is `None` if the document is too large to be read. `body` is the text of the message to which the document was attached.
    pub(super) fn read_document(
        &self,
        record: &DocumentRecord,
        bytes: Option<&[u8]>,
        (body, is_allowed): (Option<&str>, &Result<(), String>),
        cancel: &CancelToken,
    ) -> Result<ReadResult> {
        let Some(content) = bytes else { return Ok(Err(self.too_large_error())) };
        let containers = body.map(extract::container_numbers).unwrap_or_default();
        let (name, content_type) = file_of(&record.document);
        let source =
            DocumentInput { name, content_type, content, email_body: body, email_containers: &containers, text: None };
        let origin = (record.email.is_some(), is_allowed);
        let mut session = self.read_session(cancel);
        Ok(self.read_or_ingest(&record.account, &mut session, (&source, None), origin)?.reading)
    }

    fn too_large_error(&self) -> Error {
        let most = self.policies.documents.read_bytes;
        Error::new(ErrorKind::TooLarge, format!("the document is larger than {most} bytes, the limit for reading"))
    }
}

/// Checks whether a document may report facts, and returns why not: a document from mail may if the account allows the sender at present.
pub(super) fn check_sender(tx: &Tx<'_>, record: &DocumentRecord) -> Result<Result<(), String>> {
    let email = record.email.as_ref().map(|email| tx.email(&record.account, email)).transpose()?.flatten();
    check_sender_of(tx, record, email.as_ref())
}

/// The same for a document whose message was already looked up; `email` is `None` if the document is not from mail, or its message is not
/// stored.
pub(super) fn check_sender_of(
    tx: &Tx<'_>,
    record: &DocumentRecord,
    email: Option<&EmailRecord>,
) -> Result<Result<(), String>> {
    if record.email.is_none() {
        return Ok(Ok(()));
    }
    let settings = require_account(tx, &record.account)?.settings;
    let check = |sent: &EmailRecord| settings.check_sender(&sent.submission.from, &sent.authentication);
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

    impl DocumentReader for Slow {
        fn read(&self, _: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
            self.0.advance(Duration::from_secs(60));
            Ok(None)
        }
    }

    #[test]
    fn built_in_reader_has_one_time_limit_for_a_message_and_other_readers_have_none() {
        let clock = ManualClock::new(chrono::DateTime::UNIX_EPOCH);
        let slow = || Arc::new(Slow(clock.clone())) as Arc<dyn DocumentReader>;
        let cancel = CancelToken::new();
        let read = |extractors: &[Arc<dyn DocumentReader>]| {
            let mut session = ReadSession::new(extractors, &clock, Duration::from_secs(20), &cancel);
            (0..4).filter(|_| session.read(&DocumentInput::default(), None).is_ok()).count()
        };
        assert_eq!(read(&[slow()]), 2, "the limit of two minutes ends after two documents");
        let prompt = Arc::new(BuiltInReader::new(&DocumentPolicy::default()));
        assert_eq!(read(&[slow(), prompt]), 4);
    }
}

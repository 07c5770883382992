//! `DocumentReader`, the trait of document readers, and the built-in reader.

use std::collections::HashSet;

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::policies::DocumentPolicy;
use crate::documents::find::{self, MAX_NUMBERS};
use crate::documents::{
    ARRIVAL_NOTICE, File, Limits, Problem, Reader, ReaderCommand, ReaderOptions, Unavailable, detect_document_type,
    read_plain_text, read_text,
};
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::Members;
use crate::resources::AccountId;
use crate::time::time_delta;

/// Extracts data from documents. The service calls the readers of the host program first, then the built-in reader, and
/// uses the first extraction that a reader returns. A reader may also return the [text](Extraction::of_text) of a document only, for
/// example from a scanned image, and leave the rest to the built-in reader.
///
/// A reader is called from several threads at once, and never while the service holds a lock or a transaction.
pub trait DocumentReader: Send + Sync {
    /// Returns the data in the document; `None` if this reader does not support such documents. An error is reported as
    /// [`Activity::ExtractionFailed`](super::observer::Activity::ExtractionFailed), and no other reader is called.
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error>;
}

/// The document that a reader is called with.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct DocumentInput<'a> {
    /// File name.
    pub name: &'a str,
    /// Media type.
    pub content_type: &'a str,
    /// The bytes of the file.
    pub content: &'a [u8],
    /// Text of the message that the document was attached to; `None` if it was uploaded.
    pub email_body: Option<&'a str>,
    /// The container numbers in that text, at most 2,001.
    pub email_containers: &'a [String],
    /// Text of the document that another reader has extracted. Only the built-in reader gets it, and searches it instead of the content.
    pub text: Option<&'a str>,
}

/// Why a document was not read.
#[derive(Debug)]
pub(in crate::service) enum ReadFailure {
    /// The built-in reader cannot read any document at present. This is no result of the document, which stays due.
    Unavailable(ReaderUnavailable),
    /// Reading failed: a result of this document.
    Failed(Error),
}

/// Why the built-in reader cannot read documents at present.
#[derive(Debug)]
pub(in crate::service) struct ReaderUnavailable {
    /// The reason and the cure. Its kind is [`ErrorKind::Unavailable`].
    pub error: Error,
    /// How long the document waits until it is read again.
    pub retry_in: TimeDelta,
    /// Whether the reason is reported to the observer: it needs a cure, and was not reported before.
    pub is_reported: bool,
}

/// The reader that is called after all readers of the host program. A trait, because tests replace the built-in reader.
pub(in crate::service) trait LastReader: Send + Sync {
    /// Returns the data in the document of an account; `None` if the document has none.
    fn extract(&self, account: &AccountId, source: &DocumentInput<'_>) -> Result<Option<Extraction>, ReadFailure>;
}

/// The data that was extracted from a document.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Extraction {
    /// Type of the document, such as `arrival_notice`; `None` if it is unknown.
    pub document_type: Option<String>,
    /// Why the document has this type, for people. Without a type and a payload: why nothing was extracted.
    pub classification_notes: Option<String>,
    /// Version of the payload's schema: a date.
    pub schema_version: String,
    /// The extracted values. The documents of one message can have 2 MiB of JSON in total; the extraction of a document
    /// that exceeds this fails.
    pub payload: Members,
    /// Text of the document. The built-in reader searches it, and adds the members that the payload does not have. If the document
    /// type or the version of the schema is missing, it adds those, too. The text itself is not stored.
    pub text: Option<String>,
}

impl Extraction {
    /// Creates an extraction with the version of the schema (a date) and the extracted values.
    pub fn new(schema_version: impl Into<String>, payload: Members) -> Self {
        Extraction { schema_version: schema_version.into(), payload, ..Extraction::default() }
    }

    /// Creates an extraction with the text of the document, and leaves the rest to the built-in reader.
    pub fn of_text(text: impl Into<String>) -> Self {
        Extraction { text: Some(text.into()), ..Extraction::default() }
    }

    /// Sets the type of the document.
    pub fn with_document_type(mut self, document_type: impl Into<String>) -> Self {
        self.document_type = Some(document_type.into());
        self
    }

    /// Sets a sentence for people that explains the type of the document.
    pub fn with_classification_notes(mut self, notes: impl Into<String>) -> Self {
        self.classification_notes = Some(notes.into());
        self
    }
}

/// The built-in document reader.
///
/// It extracts bills of lading, bookings, containers, vessel, voyage, expected arrival and last free day, each with its place in the
/// document, and the containers in the text of the message. It lists at most 1,000 numbers of each kind, those of the document first;
/// if there are more, the payload has `incomplete`.
///
/// It always reads plain text, and messages whose body is plain text. The features `read-csv`, `read-html`, `read-xlsx` and `read-pdf` add tables, HTML, workbooks and PDFs.
/// Files in other formats are stored without an extraction.
///
/// HTML, workbooks and PDFs are read in a process apart, see [`serve_reader`](crate::documents::serve_reader).
#[derive(Debug)]
pub struct BuiltInReader {
    reader: Reader,
    limits: Limits,
}

impl BuiltInReader {
    /// Version of the payload's schema; see `core/docs/documents.md`.
    pub const SCHEMA_VERSION: &'static str = "2026-11-01";

    /// Creates a reader with the limits of this policy. Its processes are started with the default command when they are needed, and end with
    /// the reader.
    pub fn new(policy: &DocumentPolicy) -> Self {
        BuiltInReader::with_command(policy, None)
    }

    pub(in crate::service) fn with_command(policy: &DocumentPolicy, command: Option<ReaderCommand>) -> Self {
        let options = ReaderOptions {
            readers: policy.readers,
            memory: policy.read_memory,
            in_process: policy.trusted_documents_in_process,
            command,
        };
        BuiltInReader { reader: Reader::new(options), limits: policy.limits() }
    }

    /// Ends the reader processes. Documents that are being read stay due.
    pub(in crate::service) fn close(&self) {
        self.reader.close();
    }
}

impl DocumentReader for BuiltInReader {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        self.extract(&AccountId::default(), source).map_err(|failure| match failure {
            ReadFailure::Unavailable(unavailable) => unavailable.error,
            ReadFailure::Failed(error) => error,
        })
    }
}

impl LastReader for BuiltInReader {
    fn extract(&self, account: &AccountId, source: &DocumentInput<'_>) -> Result<Option<Extraction>, ReadFailure> {
        let DocumentInput { name, content_type, content, .. } = *source;
        let text = match source.text {
            Some(text) => Ok(Some(read_plain_text(text, &self.limits))),
            None => {
                let account = &account.to_string();
                let file = File { account, name, content_type, bytes: content };
                read_text(&self.reader, file, &self.limits)
            }
        };
        let (text, unread) = match text {
            Ok(text) => (text, None),
            Err(problem @ (Problem::NotRead(_) | Problem::SwitchedOff(_))) => (None, Some(problem.to_string())),
            Err(Problem::Unavailable(unavailable)) => return Err(ReadFailure::Unavailable(unavailable.into())),
            Err(problem) => return Err(ReadFailure::Failed(read_error(&problem))),
        };
        let found = text.as_ref().map(find::findings);
        let mut payload = found.as_ref().map(find::Findings::payload).unwrap_or_default();
        add_message_containers(&mut payload, source.email_containers);
        let (document_type, notes) = match detect_document_type(text.as_ref(), source.name) {
            Some((kind, notes)) => (Some(kind.to_owned()), Some(notes)),
            None if payload.contains_key("last_free_days") => {
                (Some(ARRIVAL_NOTICE.to_owned()), Some("a table lists the last free days of containers".to_owned()))
            }
            None => (None, unread),
        };
        if payload.is_empty() && notes.is_none() {
            return Ok(None);
        }
        if let Some(found) = found.filter(|_| document_type.as_deref() == Some(ARRIVAL_NOTICE)) {
            find::add_missing(&mut payload, &found.unread);
        }
        let schema_version = Self::SCHEMA_VERSION.to_owned();
        Ok(Some(Extraction { document_type, classification_notes: notes, schema_version, payload, text: None }))
    }
}

fn add_message_containers(payload: &mut Members, containers: &[String]) {
    let mut listed = match payload.remove("containers") {
        Some(Value::Array(listed)) => listed,
        _ => Vec::new(),
    };
    let number = |item: &Value| item["number"].as_str().map(str::to_owned);
    let known: HashSet<String> = listed.iter().filter_map(number).collect();
    let mut new = containers.iter().filter(|number| !known.contains(*number));
    let room = MAX_NUMBERS.saturating_sub(listed.len());
    listed.extend(new.by_ref().take(room).map(|number| json!({ "number": number, "found_in": "email_body" })));
    if new.next().is_some() {
        payload.insert("incomplete".to_owned(), true.into());
    }
    if !listed.is_empty() {
        payload.insert("containers".to_owned(), listed.into());
    }
}

fn read_error(problem: &Problem) -> Error {
    let kind = match problem {
        Problem::BeyondLimits { .. } => ErrorKind::TooLarge,
        _ => ErrorKind::Invalid,
    };
    Error::new(kind, format!("the document could not be read: {problem}"))
}

impl From<Unavailable> for ReaderUnavailable {
    fn from(unavailable: Unavailable) -> Self {
        let Unavailable { sentence, retry_in, is_new } = unavailable;
        let error = Error::new(ErrorKind::Unavailable, sentence);
        ReaderUnavailable { error, retry_in: time_delta(retry_in), is_reported: is_new }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::email::extract::container_numbers;

    fn text(count: u32) -> String {
        let numbers = (0..count).map(|n| format!("MSCU{n:06}"));
        let digit = |ten: &str| crate::numbers::ContainerNumber::check_digit_of(ten).unwrap();
        numbers.map(|ten| format!("{ten}{}\n", digit(&ten))).collect()
    }

    fn read(content: &[u8], body: &str) -> Members {
        let email_containers = &container_numbers(body)[..];
        let source =
            DocumentInput { content_type: "text/plain", content, email_containers, ..DocumentInput::default() };
        let reader = BuiltInReader::new(&DocumentPolicy::default());
        reader.read(&source).unwrap().unwrap().payload
    }

    #[test]
    fn more_than_a_thousand_numbers_are_marked_as_incomplete() {
        let (all, over) = (read(text(1_000).as_bytes(), ""), read(text(1_001).as_bytes(), ""));
        assert_eq!((all["containers"].as_array().unwrap().len(), all.get("incomplete")), (1_000, None));
        assert_eq!((&over["containers"], over.get("incomplete")), (&all["containers"], Some(&json!(true))));
        let both = read(text(999).as_bytes(), &text(1_001));
        let last = both["containers"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["found_in"], &both["incomplete"]), (&json!("email_body"), &json!(true)));
    }

    #[test]
    fn invalid_utf8_is_not_part_of_a_number() {
        let payload = read(b"\xffMSCU5956818\xff MSCU\xff5956818", "");
        let place = json!({ "line": 1 });
        assert_eq!(payload["containers"], json!([{ "number": "MSCU5956818", "found_in": "document", "place": place }]));
    }
}

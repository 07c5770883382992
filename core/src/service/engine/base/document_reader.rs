//! Document readers: the trait, and the built-in reader.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::policies::DocumentPolicy;
use crate::documents::find::{self, MOST_NUMBERS};
use crate::documents::{Guard, Limits, Problem, detect_document_type, read_text};
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::Members;

/// Reads something out of a document. Readers a host plugs in are asked before the built-in one, and the first that has
/// something to say is taken.
///
/// It is called from several threads at once, and never while the service holds a lock or a transaction.
pub trait DocumentReader: Send + Sync {
    /// What the document says; `None` when this reader cannot read such documents.
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error>;
}

/// A document to be read.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct DocumentInput<'a> {
    /// Name of the file.
    pub name: &'a str,
    /// Media type.
    pub content_type: &'a str,
    /// The bytes.
    pub content: &'a [u8],
    /// Text of the message it was attached to.
    pub email_body: Option<&'a str>,
    /// The container numbers in that text, found once for all its documents.
    pub email_containers: &'a [String],
}

/// What was read out of a document.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Extraction {
    /// What the document is, when that can be told.
    pub document_type: Option<String>,
    /// Why it is taken for that, for readers; without a type and a payload, why nothing was read: then that alone is told.
    pub classification_notes: Option<String>,
    /// Version of the payload's schema, a date.
    pub schema_version: String,
    /// The values: together with those of the other documents of the message 2 MiB of JSON at most, else they count as
    /// a failure.
    pub payload: Members,
}

impl Extraction {
    /// What was read out of a document: values by a version of their schema, which is a date.
    pub fn new(schema_version: impl Into<String>, payload: Members) -> Self {
        Extraction { schema_version: schema_version.into(), payload, ..Extraction::default() }
    }

    /// The same with what the document is.
    pub fn with_document_type(mut self, document_type: impl Into<String>) -> Self {
        self.document_type = Some(document_type.into());
        self
    }

    /// The same with a sentence for readers: why the document is taken for what it is.
    pub fn with_classification_notes(mut self, notes: impl Into<String>) -> Self {
        self.classification_notes = Some(notes.into());
        self
    }
}

/// The built-in reader: bills, bookings and containers, vessel, voyage, expected arrival and last free day, each with where it
/// stands, and the containers of the message a document came with. Of each kind of number it lists a thousand at most, those of the
/// document first, and says so when there are more.
///
/// What it reads depends on the features of this build: plain text always, tables, HTML, workbooks and PDFs where `read-csv`,
/// `read-html`, `read-xlsx` and `read-pdf` are built in. What is not built in is kept and not read.
#[derive(Debug)]
pub struct BuiltInReader {
    guard: Guard,
    limits: Limits,
}

impl BuiltInReader {
    /// Version of its payload; see `core/docs/documents.md`.
    pub const SCHEMA_VERSION: &'static str = "2026-11-01";

    /// A reader within the limits of this policy.
    pub fn new(policy: &DocumentPolicy) -> Self {
        BuiltInReader { guard: Guard::default(), limits: policy.limits() }
    }
}

impl DocumentReader for BuiltInReader {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        let (text, unread) =
            match read_text(&self.guard, source.name, source.content_type, source.content, &self.limits) {
                Ok(text) => (text, None),
                Err(problem @ Problem::NotRead(_)) => (None, Some(problem.to_string())),
                Err(problem) => return Err(read_error(&problem)),
            };
        let mut payload = text.as_ref().map(|text| find::findings(text).payload()).unwrap_or_default();
        add_message_containers(&mut payload, source.email_containers);
        let (document_type, notes) = match detect_document_type(text.as_ref(), source.name) {
            Some((kind, notes)) => (Some(kind.to_owned()), Some(notes)),
            None => (None, unread),
        };
        if payload.is_empty() && notes.is_none() {
            return Ok(None);
        }
        let schema_version = Self::SCHEMA_VERSION.to_owned();
        Ok(Some(Extraction { document_type, classification_notes: notes, schema_version, payload }))
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
    let room = MOST_NUMBERS.saturating_sub(listed.len());
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
        Problem::Unpacks(_) => ErrorKind::TooLarge,
        Problem::TooSlow(_) => ErrorKind::Timeout,
        Problem::Stuck => ErrorKind::Unavailable,
        _ => ErrorKind::Invalid,
    };
    Error::new(kind, format!("the document was not read: {problem}"))
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
    fn a_thousand_numbers_are_listed_and_what_is_left_out_is_told() {
        let (all, over) = (read(text(1_000).as_bytes(), ""), read(text(1_001).as_bytes(), ""));
        assert_eq!((all["containers"].as_array().unwrap().len(), all.get("incomplete")), (1_000, None));
        assert_eq!((&over["containers"], over.get("incomplete")), (&all["containers"], Some(&json!(true))));
        let both = read(text(999).as_bytes(), &text(1_001));
        let last = both["containers"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["found_in"], &both["incomplete"]), (&json!("email_body"), &json!(true)));
    }

    #[test]
    fn bytes_that_are_no_text_belong_to_no_number() {
        let payload = read(b"\xffMSCU5956818\xff MSCU\xff5956818", "");
        let place = json!({ "line": 1 });
        assert_eq!(payload["containers"], json!([{ "number": "MSCU5956818", "found_in": "document", "place": place }]));
    }
}

//! Reading documents: the port, and the built-in extractor.

use serde_json::{Value, json};

use crate::email::extract::container_numbers;
use crate::error::Error;
use crate::jsonapi::Members;

/// Reads something out of a document. Extractors a host plugs in are asked before the built-in one, and the first that
/// has something to say is taken.
///
/// It is called from several threads at once, and never while the service holds a lock or a transaction.
pub trait Extractor: Send + Sync {
    /// What the document says; `None` when this extractor cannot read such documents.
    fn extract(&self, source: &Source<'_>) -> Result<Option<Extraction>, Error>;
}

/// A document to be read.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Name of the file.
    pub name: &'a str,
    /// Media type.
    pub content_type: &'a str,
    /// The bytes.
    pub content: &'a [u8],
    /// Text of the message it was attached to.
    pub email_body: Option<&'a str>,
}

/// What was read out of a document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extraction {
    /// What the document is, when that can be told.
    pub document_type: Option<String>,
    /// Version of the payload's schema, a date.
    pub schema_version: String,
    /// The values.
    pub payload: Members,
}

/// The built-in extractor: container numbers with a right check digit, in text attachments and in the message they
/// came with.
#[derive(Debug, Clone, Copy, Default)]
pub struct ContainerNumbers;

impl ContainerNumbers {
    /// Version of its payload: `{"containers": [{"number": "MSCU5956818", "found_in": "document"}]}`.
    pub const SCHEMA_VERSION: &'static str = "2026-11-01";
}

impl Extractor for ContainerNumbers {
    fn extract(&self, source: &Source<'_>) -> Result<Option<Extraction>, Error> {
        let own = match source.content_type.starts_with("text/") {
            true => container_numbers(&String::from_utf8_lossy(source.content)),
            false => Vec::new(),
        };
        let in_body = source.email_body.map(container_numbers).unwrap_or_default();
        let in_body =
            in_body.into_iter().filter(|number| !own.contains(number)).map(|number| found(&number, "email_body"));
        let numbers: Vec<Value> = own.iter().map(|number| found(number, "document")).chain(in_body).collect();
        if numbers.is_empty() {
            return Ok(None);
        }
        let payload = Members::from_iter([("containers".to_owned(), Value::Array(numbers))]);
        Ok(Some(Extraction { document_type: None, schema_version: Self::SCHEMA_VERSION.to_owned(), payload }))
    }
}

fn found(number: &str, place: &str) -> Value {
    json!({ "number": number, "found_in": place })
}

//! Reading documents: the port, and the built-in extractor.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::email::extract::container_numbers_in;
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
#[derive(Debug, Clone, Copy, Default)]
pub struct Source<'a> {
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
pub struct Extraction {
    /// What the document is, when that can be told.
    pub document_type: Option<String>,
    /// Version of the payload's schema, a date.
    pub schema_version: String,
    /// The values: together with those of the other documents of the message 2 MiB of JSON at most, else they count as
    /// a failure.
    pub payload: Members,
}

/// The built-in extractor: container numbers with a right check digit, in text attachments and in the message they
/// came with. It lists a thousand at most, those of the document first, and says so when there are more.
#[derive(Debug, Clone, Copy, Default)]
pub struct ContainerNumbers;

impl ContainerNumbers {
    /// Version of its payload: `{"containers": [{"number": "MSCU5956818", "found_in": "document"}]}`, with
    /// `"incomplete": true` when there are more.
    pub const SCHEMA_VERSION: &'static str = "2026-11-01";

    /// A bill with more containers than any ship's largest customer has.
    const MOST: usize = 1_000;
}

impl Extractor for ContainerNumbers {
    fn extract(&self, source: &Source<'_>) -> Result<Option<Extraction>, Error> {
        let content = if source.content_type.starts_with("text/") { source.content } else { b"" };
        let own: Vec<String> = container_numbers_in(content).take(Self::MOST + 1).collect();
        let known: HashSet<&String> = own.iter().collect();
        let in_body = source.email_containers.iter().filter(|number| !known.contains(number));
        let places = own.iter().map(|number| (number, "document")).chain(in_body.map(|number| (number, "email_body")));
        let mut numbers: Vec<Value> =
            places.take(Self::MOST + 1).map(|(number, place)| json!({ "number": number, "found_in": place })).collect();
        if numbers.is_empty() {
            return Ok(None);
        }
        let incomplete = numbers.len() > Self::MOST;
        numbers.truncate(Self::MOST);
        let mut payload = Members::from_iter([("containers".to_owned(), Value::Array(numbers))]);
        if incomplete {
            payload.insert("incomplete".to_owned(), true.into());
        }
        Ok(Some(Extraction { document_type: None, schema_version: Self::SCHEMA_VERSION.to_owned(), payload }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::email::extract::container_numbers;

    /// A text of so many container numbers, each another.
    fn text(count: u32) -> String {
        let numbers = (0..count).map(|n| format!("MSCU{n:06}"));
        let digit = |ten: &str| crate::numbers::ContainerNumber::check_digit_of(ten).unwrap();
        numbers.map(|ten| format!("{ten}{}\n", digit(&ten))).collect()
    }

    fn read(content: &str, body: &str) -> Members {
        let email_containers = &container_numbers(body)[..];
        let source =
            Source { content_type: "text/csv", content: content.as_bytes(), email_containers, ..Source::default() };
        ContainerNumbers.extract(&source).unwrap().unwrap().payload
    }

    #[test]
    fn a_thousand_numbers_are_listed_and_what_is_left_out_is_told() {
        let (all, over) = (read(&text(1_000), ""), read(&text(1_001), ""));
        assert_eq!((all["containers"].as_array().unwrap().len(), all.get("incomplete")), (1_000, None));
        assert_eq!((&over["containers"], over.get("incomplete")), (&all["containers"], Some(&json!(true))));
        let both = read(&text(999), &text(1_001));
        let last = both["containers"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["found_in"], &both["incomplete"]), (&json!("email_body"), &json!(true)));
    }

    #[test]
    fn bytes_that_are_no_text_belong_to_no_number() {
        let source =
            Source { content_type: "text/csv", content: b"\xffMSCU5956818\xff MSCU\xff5956818", ..Source::default() };
        let payload = ContainerNumbers.extract(&source).unwrap().unwrap().payload;
        assert_eq!(payload["containers"], json!([{ "number": "MSCU5956818", "found_in": "document" }]));
    }
}

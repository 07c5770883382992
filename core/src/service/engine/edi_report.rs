//! What came of EDI that was taken in.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use super::extract::Extraction;
use super::recorded::RecordedFor;
use crate::carriers::edi::Syntax;
use crate::carriers::{Named, Problem};
use crate::jsonapi::Members;
use crate::resources::Timestamp;

/// What came of EDI that was taken in, an interchange after the other.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EdiReport {
    /// The interchanges, in their order.
    pub interchanges: Vec<InterchangeReport>,
    /// What is wrong with no interchange in particular. What is told here is kept nowhere.
    pub problems: Vec<Problem>,
}

impl EdiReport {
    /// Whether everything in it was taken in: something was, and no message was left out, but for acknowledgements.
    pub fn is_whole(&self) -> bool {
        let mut messages = self.interchanges.iter().flat_map(|interchange| &interchange.messages);
        let any = !self.interchanges.is_empty();
        any && self.problems.is_empty() && messages.all(|message| message.is_taken_in() || message.is_acknowledgement())
    }

    /// The JSON form, which is the same in every language; `core/docs/edi.md` describes it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Serialize for EdiReport {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        map.serialize_entry("is_whole", &self.is_whole())?;
        map.serialize_entry("interchanges", &self.interchanges)?;
        map.serialize_entry("problems", &self.problems)?;
        map.end()
    }
}

/// What came of an interchange.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct InterchangeReport {
    /// How it is written.
    pub syntax: Syntax,
    /// Who sent it, as it says.
    pub sender: String,
    /// Whom it is for, as it says.
    pub recipient: String,
    /// The number its sender gave it.
    pub control_number: String,
    /// When it was made, by the sender's clock.
    pub sent_at: Option<Timestamp>,
    /// Whether its sender calls it a test. It is taken in all the same.
    pub is_test: bool,
    /// Whether the account has it already: then nothing was taken in, and the rest is what came of it the first time.
    pub is_repeated: bool,
    /// Its messages, in their order.
    pub messages: Vec<MessageReport>,
    /// What is wrong with its envelope.
    pub problems: Vec<Problem>,
    /// The 997 or the CONTRL for whoever must send it back; `None` where there is nothing to acknowledge. It is the same each time.
    #[serde(serialize_with = "as_text")]
    pub acknowledgement: Option<Vec<u8>>,
}

/// What came of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MessageReport {
    /// What it is: `315`, `IFTSTA` …
    pub kind: String,
    /// The number its sender gave it.
    pub control_number: String,
    /// The containers, bookings and bills of lading that it names, each once.
    pub numbers: Vec<Named>,
    /// How many facts it says. None where it could not be read.
    pub facts: usize,
    /// Whether it could be read.
    pub is_read: bool,
    /// The numbers of the account its facts are about, each with the tracking request that stands for it.
    pub requests: Vec<RecordedFor>,
    /// How many facts are kept for whoever comes to track their numbers; see [`Recorded::kept`](super::Recorded::kept).
    pub kept: usize,
    /// What looks wrong about the facts that are news.
    pub doubts: Vec<String>,
    /// What of it could not be read or recorded, and where.
    pub problems: Vec<Problem>,
    /// Where nothing was taken in of it: what it is kept under, among the account's unread EDI.
    pub unread: Option<String>,
}

impl MessageReport {
    /// Whether its facts were recorded.
    pub fn is_taken_in(&self) -> bool {
        self.unread.is_none()
    }

    /// Whether it is an acknowledgement, of which nothing is to be taken in.
    pub fn is_acknowledgement(&self) -> bool {
        ["997", "999", "CONTRL"].iter().any(|kind| self.kind.eq_ignore_ascii_case(kind))
    }
}

/// A message of EDI of which nothing was taken in, as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct UnreadEdi {
    /// What it is kept under.
    pub id: String,
    /// Who sent it.
    pub sender: String,
    /// The number the sender gave its interchange.
    pub interchange_control_number: String,
    /// When it was received first.
    pub received_at: Timestamp,
    /// What came of it.
    pub report: MessageReport,
    /// The message as it came.
    pub text: String,
}

/// Version of what is told of EDI as a document.
pub(super) const SCHEMA_VERSION: &str = "2026-11-22";

/// The most interchanges of a document that are told of.
const MOST: usize = 1_000;

/// What a document says that is EDI: its interchanges, and how many messages each has.
pub(super) fn extraction(report: &EdiReport) -> Extraction {
    let told = |interchange: &InterchangeReport| {
        let taken_in = interchange.messages.iter().filter(|message| message.is_taken_in()).count();
        let facts: usize = interchange.messages.iter().map(|message| message.facts).sum();
        json!({
            "syntax": interchange.syntax, "sender": interchange.sender, "control_number": interchange.control_number,
            "is_repeated": interchange.is_repeated, "messages": interchange.messages.len(), "taken_in": taken_in, "facts": facts,
        })
    };
    let interchanges: Vec<Value> = report.interchanges.iter().take(MOST).map(told).collect();
    let mut payload = Members::from_iter([("interchanges".to_owned(), Value::Array(interchanges))]);
    if report.interchanges.len() > MOST {
        payload.insert("incomplete".to_owned(), true.into());
    }
    let schema_version = SCHEMA_VERSION.to_owned();
    Extraction { document_type: Some("edi".to_owned()), classification_notes: None, schema_version, payload }
}

/// EDI is text.
fn as_text<S: Serializer>(bytes: &Option<Vec<u8>>, out: S) -> Result<S::Ok, S::Error> {
    bytes.as_deref().map(String::from_utf8_lossy).serialize(out)
}

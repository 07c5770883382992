//! Records the facts of EDI messages, with the result of each message in the same transaction: a repeated interchange
//! adds nothing, and an interrupted one continues.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use super::facts_by_number::{Part, RecordedBatches, batches, facts_by_number};
use super::record_facts::{FactsAbout, RequestReport, ask_carriers_again, record_all};
use crate::decoders::edi::{self, EdiLimits, Interchange, Message, Syntax};
use crate::decoders::{NamedNumber, Problem};
use crate::error::{Error, ErrorKind, ErrorObject, ErrorSource, Quoted, Result};
use crate::jsonapi::Members;
use crate::resources::{AccountId, Timestamp};
use crate::service::engine::base::document_reader::Extraction;
use crate::service::engine::base::engine::Engine;
use crate::store::{BlobId, InterchangeRecord, Tx};
use crate::tracking::approximate_utc;

impl Engine {
    pub fn ingest_edi(&self, account: &AccountId, bytes: &[u8]) -> Result<EdiReport> {
        self.reading_for(account, |_| Ok(()))?;
        let limits = EdiLimits::default();
        if bytes.len() > limits.bytes {
            let detail = format!("this has {} bytes, more than the {} that are read", bytes.len(), limits.bytes);
            return Ok(EdiReport { problems: vec![Problem::new("", detail)], ..EdiReport::default() });
        }
        let text = edi::text(bytes);
        let read = edi::read_text(&text, &self.senders, &limits);
        let mut problems: Vec<Problem> = read.problems.iter().map(|problem| edi::to_problem("", problem)).collect();
        if read.interchanges.is_empty() && problems.is_empty() {
            problems.push(Problem::new("", "this is no EDI: X12 or EDIFACT is expected"));
        }
        // The newest statement counts, so the oldest interchange is recorded first.
        let mut order: Vec<(usize, Interchange)> = read.interchanges.into_iter().enumerate().collect();
        order.sort_by_key(|(_, interchange)| interchange.sent_at.as_ref().and_then(approximate_utc));
        let mut reports: BTreeMap<usize, InterchangeReport> = BTreeMap::new();
        for (place, interchange) in order {
            let report = self.record_interchange(account, interchange, &text);
            self.wake.wake();
            reports.insert(place, report?);
        }
        Ok(EdiReport { interchanges: reports.into_values().collect(), problems })
    }

    fn record_interchange(
        &self,
        account: &AccountId,
        interchange: Interchange,
        text: &str,
    ) -> Result<InterchangeReport> {
        let record = InterchangeRecord {
            account: account.clone(),
            digest: digest(&text[interchange.span.clone()]),
            sender: interchange.sender.id.clone(),
            control_number: interchange.control_number.clone(),
            received_at: self.now(),
        };
        let messages = interchange.groups.iter().flat_map(|group| &group.messages);
        let count = messages.clone().count();
        let (known, done, is_taken) = self.store.reading(|tx| {
            let known = tx.interchange(account, &record.digest)?;
            let done = known.as_ref().map_or(Ok(Vec::new()), |(number, _)| tx.interchange_messages(*number))?;
            let same_number = tx.count_interchanges(account, &record.sender, &record.control_number)?;
            Ok((known, done, same_number > 0))
        })?;
        let is_repeated = known.is_some() && done.len() == count;
        let mut problems = problems_of(&interchange);
        if known.is_none() && is_taken && !record.control_number.is_empty() {
            let (sender, number) = (Quoted(&record.sender), Quoted(&record.control_number));
            let detail = format!(
                "{sender} has sent another interchange as {number}; this one says something else, and was taken in"
            );
            problems.push(Problem::new("", detail));
        }
        let (number, received_at) = match known {
            Some((number, known)) => (number, known.received_at),
            None => (self.store.writing(|tx| interchange_number(tx, &record))?, record.received_at),
        };
        let mut reports = done.iter().map(|report| parse_report(report)).collect::<Result<Vec<_>>>()?;
        for (position, message) in (1..).zip(messages).skip(reports.len()) {
            reports.push(self.record_message(account, (number, position), message, text)?);
        }
        let acknowledged = u32::try_from(number % 999_999_999).unwrap_or(1);
        Ok(InterchangeReport {
            syntax: interchange.syntax,
            acknowledgement: edi::acknowledge(&interchange, acknowledged, received_at),
            sender: interchange.sender.id,
            recipient: interchange.recipient.id,
            control_number: interchange.control_number,
            sent_at: interchange.sent_at,
            is_test: interchange.is_test,
            is_repeated,
            messages: reports,
            problems,
        })
    }

    /// A message about many shipments takes several transactions, the last of which marks it as done. What a crash
    /// leaves out is recorded when the interchange is sent again, and nothing is published twice.
    fn record_message(
        &self,
        account: &AccountId,
        at: (u64, u32),
        message: &Message,
        text: &str,
    ) -> Result<MessageReport> {
        let now = self.now();
        let decoded = edi::to_message(message.clone());
        let facts = decoded.facts.len();
        let batches = batches(Part::all_of(decoded));
        let mut problems: Vec<Problem> = message.problems.iter().map(|problem| edi::to_problem("", problem)).collect();
        let mut in_batches: Vec<Vec<FactsAbout<'_>>> = Vec::new();
        for batch in &batches {
            let (facts_by_number, not_recorded) = facts_by_number(batch);
            problems.extend(not_recorded);
            in_batches.push(facts_by_number);
        }
        let is_any = in_batches.iter().any(|facts| !facts.is_empty());
        let last = in_batches.pop().unwrap_or_default();
        let report = MessageReport {
            kind: message.kind.clone(),
            control_number: message.control_number.clone(),
            numbers: edi::number_list(&message.numbers),
            facts,
            is_read: message.is_read,
            requests: Vec::new(),
            kept: 0,
            doubts: Vec::new(),
            problems,
            unread: None,
        };
        let done = |tx: &Tx<'_>| tx.interchange_message(at.0, at.1)?.as_deref().map(parse_report).transpose();
        let mut before = RecordedBatches::default();
        for facts in &in_batches {
            let written = record_all(
                self,
                account,
                facts,
                |tx| Ok(done(tx)?.map(Err)),
                |tx, outcome| {
                    ask_carriers_again(self.within(tx, now), account, &outcome.recorded.requests)?;
                    Ok(Ok(outcome))
                },
            )?;
            match written {
                Ok(outcome) => before.add(outcome),
                Err(report) => return Ok(report),
            }
            self.wake.wake();
        }
        record_all(self, account, &last, done, |tx, outcome| {
            ask_carriers_again(self.within(tx, now), account, &outcome.recorded.requests)?;
            let (recorded, refused) = before.with_last(outcome);
            let mut report = report.clone();
            report.problems.extend(refused.iter().map(|refused| Problem::new("", refused.as_str())));
            let is_recorded = message.is_read && refused.is_none() && (facts == 0 || is_any);
            // Acknowledgements have no facts.
            let is_recorded = is_recorded || report.is_acknowledgement();
            report.unread = (!is_recorded).then(|| format!("{}-{}", at.0, at.1));
            let unread = report.unread.as_ref().map(|_| text[message.span.clone()].trim());
            self.check_room(tx, account, unread)?;
            (report.requests, report.kept, report.doubts) = (recorded.requests, recorded.kept, recorded.doubts);
            let outcome =
                serde_json::to_string(&report).map_err(|e| Error::from(ErrorKind::Internal).with_source(e))?;
            tx.add_interchange_message(account, at.0, at.1, &outcome, unread)?;
            Ok(report)
        })
    }

    /// An unread text is never dropped to make room for a newer one.
    fn check_room(&self, tx: &Tx<'_>, account: &AccountId, unread: Option<&str>) -> Result<()> {
        let Some(unread) = unread else { return Ok(()) };
        let most = self.policies.recording.most_unread_edi;
        if tx.unread_bytes(account)?.saturating_add(unread.len() as u64) <= most as u64 {
            return Ok(());
        }
        let detail = format!(
            "a message cannot be read, and an account keeps {most} bytes of such messages at most \
             (recording.most_unread_edi): discard unread EDI, or wait until older messages are dropped"
        );
        let object =
            ErrorObject::new(ErrorKind::Conflict.title()).with_code("too_much_unread_edi").with_detail(&detail);
        Err(Error::new(ErrorKind::Conflict, detail).with_objects(vec![object.with_source(ErrorSource::naming("edi"))]))
    }

    pub fn unread_edi(&self, account: &AccountId, limit: usize) -> Result<Vec<UnreadEdi>> {
        let found = self.reading_for(account, |tx| tx.unread_messages(account, limit))?;
        let unread = found.into_iter().map(|record| {
            Ok(UnreadEdi {
                id: format!("{}-{}", record.interchange, record.position),
                sender: record.sender,
                interchange_control_number: record.control_number,
                received_at: record.received_at.into(),
                report: parse_report(&record.outcome)?,
                text: record.text,
            })
        });
        unread.collect()
    }

    pub fn discard_unread_edi(&self, account: &AccountId, id: &str) -> Result<bool> {
        let parts =
            id.split_once('-').and_then(|(number, position)| Some((number.parse().ok()?, position.parse().ok()?)));
        let Some((interchange, position)) = parts else { return Ok(false) };
        self.store.writing(|tx| tx.discard_unread_message(account, interchange, position))
    }
}

fn interchange_number(tx: &Tx<'_>, record: &InterchangeRecord) -> Result<u64> {
    match tx.interchange(&record.account, &record.digest)? {
        Some((number, _)) => Ok(number),
        None => tx.add_interchange(record),
    }
}

/// Without regard to line breaks, which transports change.
fn digest(text: &str) -> BlobId {
    let text = text.trim();
    let whole: Cow<'_, str> = match memchr::memchr2(b'\r', b'\n', text.as_bytes()) {
        None => text.into(),
        Some(_) => text.replace(['\r', '\n'], "").into(),
    };
    BlobId::of(whole.as_bytes())
}

fn parse_report(report: &str) -> Result<MessageReport> {
    serde_json::from_str(report)
        .map_err(|_| Error::new(ErrorKind::Store, "a report on EDI in the store cannot be read"))
}

fn problems_of(interchange: &Interchange) -> Vec<Problem> {
    let groups = interchange.groups.iter().flat_map(|group| &group.problems);
    interchange.problems.iter().chain(groups).map(|problem| edi::to_problem("", problem)).collect()
}

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
    pub numbers: Vec<NamedNumber>,
    /// How many facts it says. None where it could not be read.
    pub facts: usize,
    /// Whether it could be read.
    pub is_read: bool,
    /// The numbers of the account its facts are about, each with the tracking request that stands for it.
    pub requests: Vec<RequestReport>,
    /// How many facts are stored for numbers that are not tracked yet; see
    /// [`RecordingReport::kept`](super::record_facts::RecordingReport::kept).
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

pub(in crate::service::engine) const SCHEMA_VERSION: &str = "2026-11-22";
const MOST_INTERCHANGES: usize = 1_000;

pub(in crate::service::engine) fn extraction(report: &EdiReport) -> Extraction {
    let summary = |interchange: &InterchangeReport| {
        let taken_in = interchange.messages.iter().filter(|message| message.is_taken_in()).count();
        let facts: usize = interchange.messages.iter().map(|message| message.facts).sum();
        json!({
            "syntax": interchange.syntax, "sender": interchange.sender, "control_number": interchange.control_number,
            "is_repeated": interchange.is_repeated, "messages": interchange.messages.len(), "taken_in": taken_in, "facts": facts,
        })
    };
    let interchanges: Vec<Value> = report.interchanges.iter().take(MOST_INTERCHANGES).map(summary).collect();
    let mut payload = Members::from_iter([("interchanges".to_owned(), Value::Array(interchanges))]);
    if report.interchanges.len() > MOST_INTERCHANGES {
        payload.insert("incomplete".to_owned(), true.into());
    }
    let schema_version = SCHEMA_VERSION.to_owned();
    Extraction { document_type: Some("edi".to_owned()), classification_notes: None, schema_version, payload }
}

fn as_text<S: Serializer>(bytes: &Option<Vec<u8>>, out: S) -> Result<S::Ok, S::Error> {
    bytes.as_deref().map(String::from_utf8_lossy).serialize(out)
}

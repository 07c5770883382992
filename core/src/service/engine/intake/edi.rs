//! Ingests EDI. The facts of a message and the report on it are written in the same transaction, so a repeated interchange
//! adds nothing, and an interrupted one continues.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use super::facts_by_number::{Part, RecordedBatches, batches, facts_by_number};
use super::record_facts::{FactsAbout, RequestReport, ask_carriers_again, record_all};
use crate::clock::CancelToken;
use crate::decoders::edi::{self, EdiLimits, Interchange, Message, ProblemCode, Syntax};
use crate::decoders::{NamedNumber, Problem};
use crate::error::{Error, ErrorKind, ErrorObject, ErrorSource, Quoted, Result};
use crate::jsonapi::Members;
use crate::resources::{AccountId, Timestamp};
use crate::service::engine::base::document_reader::Extraction;
use crate::service::engine::base::engine::Engine;
use crate::store::{BlobId, InterchangeRecord, Tx};
use crate::tracking::{MessageOrigin, approximate_utc};

impl Engine {
    /// Records the facts of EDI messages. A repeated interchange adds nothing. EDI that is sent by mail has less room for facts about numbers
    /// that are not tracked. If it is cancelled, fails before the next message, and the same bytes continue there.
    pub fn ingest_edi(
        &self,
        account: &AccountId,
        bytes: &[u8],
        is_mailed: bool,
        cancel: &CancelToken,
    ) -> Result<EdiReport> {
        self.reading_for(account, |_| Ok(()))?;
        let limits = EdiLimits::default();
        if bytes.len() > limits.bytes {
            let detail = format!("the EDI has {} bytes, and at most {} are read", bytes.len(), limits.bytes);
            return Ok(EdiReport { problems: vec![Problem::new("", detail)], ..EdiReport::default() });
        }
        let text = edi::text(bytes);
        let mut read = edi::read_text(&text, &self.senders, &limits);
        let mut problems: Vec<Problem> = read.problems.iter().map(|problem| edi::to_problem("", problem)).collect();
        if read.interchanges.is_empty() && problems.is_empty() {
            problems.push(Problem::new("", "not EDI: X12 or EDIFACT is expected"));
        }
        for (number, interchange) in (1..).zip(&mut read.interchanges) {
            let stray = interchange.problems.extract_if(.., |problem| problem.code == ProblemCode::Stray);
            problems.extend(stray.map(|problem| edi::to_problem(&format!("interchange {number}"), &problem)));
        }
        if problems.is_empty() && read.messages().next().is_none() {
            problems.push(Problem::new("", "the file has no message that can be read"));
        }
        // Newer statements replace older ones, so the oldest interchange is recorded first.
        let mut order: Vec<(usize, Interchange)> = read.interchanges.into_iter().enumerate().collect();
        order.sort_by_key(|(_, interchange)| interchange.sent_at.as_ref().and_then(approximate_utc));
        let mut reports: BTreeMap<usize, InterchangeReport> = BTreeMap::new();
        for (place, interchange) in order {
            let report = self.record_interchange(account, interchange, &text, (is_mailed, cancel));
            self.wake.wake();
            reports.insert(place, report?);
        }
        Ok(EdiReport { interchanges: reports.into_values().collect(), problems })
    }

    fn record_interchange(
        &self,
        account: &AccountId,
        mut interchange: Interchange,
        text: &str,
        (is_mailed, cancel): (bool, &CancelToken),
    ) -> Result<InterchangeReport> {
        let record = InterchangeRecord {
            account: account.clone(),
            digest: digest(&text[interchange.span.clone()]),
            sender: interchange.sender.id.clone(),
            control_number: interchange.control_number.clone(),
            received_at: self.now(),
        };
        let count = interchange.groups.iter().map(|group| group.messages.len()).sum::<usize>();
        let (stored, done, is_number_used) = self.store.reading(|tx| {
            let stored = tx.interchange(account, &record.digest)?;
            let done = stored.as_ref().map_or(Ok(Vec::new()), |(number, _)| tx.interchange_messages(*number))?;
            let same_number = tx.count_interchanges(account, &record.sender, &record.control_number)?;
            Ok((stored, done, same_number > 0))
        })?;
        let is_repeated = stored.is_some() && done.len() == count;
        let mut problems = problems_of(&interchange);
        if stored.is_none() && is_number_used && !record.control_number.is_empty() {
            let (sender, number) = (Quoted(&record.sender), Quoted(&record.control_number));
            let detail = format!(
                "{sender} has sent another interchange with the control number {number}; this one has other content, and was \
                 recorded"
            );
            problems.push(Problem::new("", detail));
        }
        let (number, received_at) = match stored {
            Some((number, stored)) => (number, stored.received_at),
            None => (self.store.writing(|tx| interchange_number(tx, &record))?, record.received_at),
        };
        let mut reports = done.iter().map(|report| parse_report(report)).collect::<Result<Vec<_>>>()?;
        let sender = &interchange.sender.id;
        let messages = interchange.groups.iter_mut().flat_map(|group| {
            let sent_at = group.sent_at.clone().or_else(|| interchange.sent_at.clone());
            group.messages.iter_mut().map(move |message| (sent_at.clone(), message))
        });
        for (position, (group_sent_at, message)) in (1..).zip(messages).skip(reports.len()) {
            let control_number = std::mem::take(&mut message.control_number);
            let sent_at = message.sent_at.as_ref().or(group_sent_at.as_ref()).and_then(approximate_utc);
            let control_numbers = [interchange.control_number.as_str(), control_number.as_str()];
            let origin = MessageOrigin { sender, sent_at, control_numbers };
            let facts = std::mem::take(&mut message.facts);
            message.facts = facts.into_iter().map(|fact| fact.with_message(&origin)).collect();
            message.control_number = control_number;
            reports.push(self.record_message(account, (number, position), message, text, (is_mailed, cancel))?);
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

    /// A message about many shipments takes several transactions, and the last one marks it as done. After a crash, the
    /// rest is recorded when the interchange is sent again, and nothing is published twice. The facts are taken out of the message, because
    /// they need most of the memory.
    fn record_message(
        &self,
        account: &AccountId,
        at: (u64, u32),
        message: &mut Message,
        text: &str,
        (is_mailed, cancel): (bool, &CancelToken),
    ) -> Result<MessageReport> {
        let check = || self.check_open().and_then(|()| cancel.check().map_err(|_| ErrorKind::Cancelled.into()));
        check()?;
        let now = self.now();
        let taken = std::mem::take(&mut message.facts);
        let facts = taken.len();
        let decoded = edi::to_message(Message { facts: taken, ..message.clone() });
        let parts = Part::all_of(&decoded);
        let batches = batches(&parts);
        let mut problems: Vec<Problem> = message.problems.iter().map(|problem| edi::to_problem("", problem)).collect();
        let mut in_batches: Vec<Vec<FactsAbout<'_>>> = Vec::new();
        for batch in &batches {
            let (mut facts_by_number, not_recorded) = facts_by_number(batch);
            facts_by_number.iter_mut().for_each(|facts| facts.is_mailed = is_mailed);
            problems.extend(not_recorded);
            in_batches.push(facts_by_number);
        }
        let has_numbers = in_batches.iter().any(|facts| !facts.is_empty());
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
        let mut previous_batches = RecordedBatches::default();
        for facts in &in_batches {
            let written = record_all(
                self,
                account,
                facts,
                |tx| Ok(done(tx)?.map(Err)),
                |tx, outcome| {
                    ask_carriers_again(self.within(tx, now), account, &outcome.report.requests)?;
                    Ok(Ok(outcome))
                },
            )?;
            match written {
                Ok(outcome) => previous_batches.add(outcome),
                Err(report) => return Ok(report),
            }
            self.wake.wake();
            check()?;
        }
        record_all(self, account, &last, done, |tx, outcome| {
            ask_carriers_again(self.within(tx, now), account, &outcome.report.requests)?;
            let (recorded, refused) = previous_batches.with_last(outcome);
            let mut report = report.clone();
            report.problems.extend(refused.iter().map(|refused| Problem::new("", refused.as_str())));
            let is_recorded = message.is_read && refused.is_none() && (facts == 0 || has_numbers);
            // Acknowledgements have no facts to record.
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

    /// Fails if there is no room for the text of an unread message. Older unread messages are not deleted to make room.
    fn check_room(&self, tx: &Tx<'_>, account: &AccountId, unread: Option<&str>) -> Result<()> {
        let Some(unread) = unread else { return Ok(()) };
        let most = self.policies.recording.most_unread_edi;
        if tx.unread_bytes(account)?.saturating_add(unread.len() as u64) <= most as u64 {
            return Ok(());
        }
        let detail = format!(
            "a message could not be recorded, and an account can store at most {most} bytes of such messages \
             (recording.most_unread_edi): discard unread EDI, or wait until older messages are deleted"
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

/// Ignores line breaks, because transports change them.
fn digest(text: &str) -> BlobId {
    let text = text.trim();
    let without_breaks: Cow<'_, str> = match memchr::memchr2(b'\r', b'\n', text.as_bytes()) {
        None => text.into(),
        Some(_) => text.replace(['\r', '\n'], "").into(),
    };
    BlobId::of(without_breaks.as_bytes())
}

fn parse_report(report: &str) -> Result<MessageReport> {
    serde_json::from_str(report).map_err(|_| Error::new(ErrorKind::Store, "an EDI report in the store cannot be read"))
}

fn problems_of(interchange: &Interchange) -> Vec<Problem> {
    let groups = interchange.groups.iter().flat_map(|group| &group.problems);
    interchange.problems.iter().chain(groups).map(|problem| edi::to_problem("", problem)).collect()
}

/// Report on ingested EDI.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EdiReport {
    /// The interchanges, in their order.
    pub interchanges: Vec<InterchangeReport>,
    /// Text outside of any message, and why a file has no message. These problems are not stored.
    pub problems: Vec<Problem>,
}

impl EdiReport {
    /// Whether there is a message and all messages, except acknowledgements, were recorded, without text outside of messages.
    pub fn is_whole(&self) -> bool {
        let mut messages = self.interchanges.iter().flat_map(|interchange| &interchange.messages).peekable();
        messages.peek().is_some()
            && self.problems.is_empty()
            && messages.all(|message| message.is_recorded() || message.is_acknowledgement())
    }

    /// Returns the JSON form, which is the same in all languages; see `core/docs/edi.md`.
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

/// Report on an interchange.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct InterchangeReport {
    /// X12 or EDIFACT.
    pub syntax: Syntax,
    /// The sender in the envelope.
    pub sender: String,
    /// The recipient in the envelope.
    pub recipient: String,
    /// The control number of the interchange.
    pub control_number: String,
    /// When it was created, by the sender's clock.
    pub sent_at: Option<Timestamp>,
    /// Whether the sender marked it as a test. Tests are recorded, too.
    pub is_test: bool,
    /// Whether the account has ingested it before: then nothing was recorded, and this is the report from the first time.
    pub is_repeated: bool,
    /// The messages, in their order.
    pub messages: Vec<MessageReport>,
    /// Problems of the envelope.
    pub problems: Vec<Problem>,
    /// The 997 or CONTRL to send back; `None` if there is nothing to acknowledge. It is the same if the interchange is repeated.
    #[serde(serialize_with = "as_text")]
    pub acknowledgement: Option<Vec<u8>>,
}

/// Report on a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MessageReport {
    /// Message type, such as `315` or `IFTSTA`.
    pub kind: String,
    /// The control number of the message.
    pub control_number: String,
    /// The containers, bookings and bills of lading in the message, each once.
    pub numbers: Vec<NamedNumber>,
    /// Number of facts in the message; 0 if it could not be read.
    pub facts: usize,
    /// Whether the message could be read.
    pub is_read: bool,
    /// The tracking requests of the account that the facts are about.
    pub requests: Vec<RequestReport>,
    /// Number of facts that are stored for numbers that are not tracked yet; see
    /// [`RecordingReport::kept`](super::record_facts::RecordingReport::kept).
    pub kept: usize,
    /// Problems of new facts, which are recorded nevertheless: one sentence each.
    pub doubts: Vec<String>,
    /// What could not be read or recorded, and where.
    pub problems: Vec<Problem>,
    /// The id of the message in the account's unread EDI; `None` if its facts were recorded.
    pub unread: Option<String>,
}

impl MessageReport {
    /// Whether the facts of the message were recorded.
    pub fn is_recorded(&self) -> bool {
        self.unread.is_none()
    }

    /// Whether the message is an acknowledgement, which has no facts.
    pub fn is_acknowledgement(&self) -> bool {
        ["997", "999", "CONTRL"].iter().any(|kind| self.kind.eq_ignore_ascii_case(kind))
    }
}

/// An EDI message without recorded facts, as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct UnreadEdi {
    /// Id of the message, to discard it.
    pub id: String,
    /// The sender of the interchange.
    pub sender: String,
    /// The control number of the interchange.
    pub interchange_control_number: String,
    /// When the interchange was first received.
    pub received_at: Timestamp,
    /// Report on the message.
    pub report: MessageReport,
    /// Text of the message.
    pub text: String,
}

pub(in crate::service::engine) const SCHEMA_VERSION: &str = "2026-11-22";
const MAX_INTERCHANGES: usize = 1_000;

pub(in crate::service::engine) fn extraction(report: &EdiReport) -> Extraction {
    let summary = |interchange: &InterchangeReport| {
        let taken_in = interchange.messages.iter().filter(|message| message.is_recorded()).count();
        let facts: usize = interchange.messages.iter().map(|message| message.facts).sum();
        json!({
            "syntax": interchange.syntax, "sender": interchange.sender, "control_number": interchange.control_number,
            "is_repeated": interchange.is_repeated, "messages": interchange.messages.len(), "taken_in": taken_in, "facts": facts,
        })
    };
    let interchanges: Vec<Value> = report.interchanges.iter().take(MAX_INTERCHANGES).map(summary).collect();
    let mut payload = Members::from_iter([("interchanges".to_owned(), Value::Array(interchanges))]);
    if report.interchanges.len() > MAX_INTERCHANGES {
        payload.insert("incomplete".to_owned(), true.into());
    }
    let schema_version = SCHEMA_VERSION.to_owned();
    Extraction::new(schema_version, payload).with_document_type("edi")
}

fn as_text<S: Serializer>(bytes: &Option<Vec<u8>>, out: S) -> Result<S::Ok, S::Error> {
    bytes.as_deref().map(String::from_utf8_lossy).serialize(out)
}

//! Facts that the host hands in, and facts that are checked before anybody has them.

#[path = "../generated/objects/service/facts.rs"]
mod generated;

use std::ffi::c_char;

use shiptrack::serde_json::json;
use shiptrack::service::{RecordingReport as CoreRecordingReport, RequestReport};
use shiptrack::tracking::{Fact, doubts_alone};

use super::{Service, account_of};
use crate::boundary::{
    ABSENT, Error, Failure, OwnedText, call, object, required_text, text_of_bytes, write_optional,
    write_optional_object,
};
use crate::buffer::{self, Buffer};
use crate::time::moment;

/// What became of facts that were recorded.
///
/// Ownership: yours; free it with shiptrack_recording_report_free(), which ends what was borrowed from it.
/// Threads: any number may read it at a time.
pub struct RecordingReport(());

object!(RecordingReport, "shiptrack_recording_report", 0x1b, RecordingReportBody);

pub(crate) struct RecordingReportBody {
    requests: Vec<RequestEntry>,
    kept: usize,
    doubts: Vec<OwnedText>,
}

struct RequestEntry {
    request: OwnedText,
    shipment: OwnedText,
    new: usize,
}

impl RequestEntry {
    fn new(report: &RequestReport) -> Self {
        let shipment = OwnedText::optional(report.shipment.as_ref().map(ToString::to_string));
        RequestEntry { request: OwnedText::new(report.request.to_string()), shipment, new: report.new }
    }
}

impl RecordingReportBody {
    fn new(recorded: &CoreRecordingReport) -> Self {
        RecordingReportBody {
            requests: recorded.requests.iter().map(RequestEntry::new).collect(),
            kept: recorded.kept,
            doubts: recorded.doubts.iter().map(OwnedText::new).collect(),
        }
    }
}

/// Records what somebody told without being asked: a terminal, a trucker, an EDI message, a clerk. `number` is a bill of
/// lading, a booking or a container, in any spelling; every number of the account that is that number, or whose shipment
/// has that container, gets the facts as if its carrier had told them, and what is news is told at once. Nobody is looked
/// up, nothing is withdrawn because it is not named, and when the carrier is asked next stays as it was, unless the last
/// container has come back empty by it. Recording the same again adds nothing; of what is expected, it says when that was
/// confirmed last.
///
/// `json` is facts as shiptrack_answer_facts() takes them. Facts about a container need not name it; what they say of a
/// whole shipment (`particulars`) reaches only the shipment whose own number is given.
///
/// What nobody tracks yet is kept for a while (`recording.keep_ms`), and joins when the number, or a shipment with that container, comes
/// to be tracked. More than an account may keep (`recording.most_kept`) are refused with SHIPTRACK_ERROR_CONFLICT, code
/// `too_many_kept_facts`.
///
/// `account_id` may be NULL for the account `default`, and so may `recorded` be NULL for whoever does not want to know.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_record_facts(
    service: *const Service,
    account_id: *const c_char,
    number: *const c_char,
    json: *const u8,
    json_length: usize,
    recorded: *mut *mut RecordingReport,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, account) = account_of(service, account_id)?;
        let report = service.record_facts(&account, required_text(number, "number")?, &facts(json, json_length)?)?;
        write_optional_object(recorded, RecordingReportBody::new(&report));
        Ok(())
    })
}

/// Checks facts without giving them to anybody. `count` gets how many there are, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_facts_check(
    json: *const u8,
    json_length: usize,
    count: *mut usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        write_optional(count, facts(json, json_length)?.len());
        Ok(())
    })
}

/// What looks wrong about facts that can be read: a member, a movement or a phase nobody knows, a UN/LOCODE no place has, a
/// container number whose check digit is wrong, a time that cannot be meant. A JSON array of sentences, `[]` for nothing.
/// They are judged as if received at `unix_ms`, milliseconds since 1970.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_facts_doubts(
    json: *const u8,
    json_length: usize,
    unix_ms: i64,
    doubts_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(doubts_json, "doubts_json", error, || {
        Ok(json!(doubts_alone(&facts(json, json_length)?, moment(unix_ms, "unix_ms")?)).to_string())
    })
}

/// The key that a fact's event is known by, for a fact that takes it back: `{"version": 2, "withdrawn": "<key>"}`. `json` is the one fact
/// that was stated, as shiptrack_answer_facts() took it; SHIPTRACK_ABSENT when it says something other than an event.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_fact_key(
    json: *const u8,
    json_length: usize,
    key: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(key, "key", error, || match facts(json, json_length)?.as_slice() {
        [fact] => fact.key().ok_or(ABSENT),
        several => Err(Failure::argument("json", format!("one fact is expected, not {}", several.len()))),
    })
}

pub(super) fn facts(json: *const u8, json_length: usize) -> Result<Vec<Fact>, Failure> {
    Ok(Fact::parse_all(text_of_bytes(json, json_length, "json")?)?)
}

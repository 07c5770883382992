//! Facts that the host program records, and checks of facts.

use std::ffi::c_char;

use shiptrack::serde_json::json;
use shiptrack::service::{RecordingReport as CoreRecordingReport, RequestReport};
use shiptrack::tracking::{Fact, doubts_alone};

use super::{Service, account_of};
use crate::boundary::{
    ABSENT, Error, Failure, OwnedText, Text, call, free, object, peek, required_text, text_of_bytes, value_or,
    write_optional, write_optional_object,
};
use crate::buffer::{self, Buffer};
use crate::time::moment;

/// The result of recording facts.
///
/// Ownership: yours; free it with shiptrack_recording_report_free(). Its texts are valid until then.
/// Threads: any number of threads may read it at the same time.
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

/// Records facts from a source that was not asked: a terminal, a trucker, an EDI message, a clerk. `number` is a bill
/// of lading, a booking or a container, in any spelling; `account_id` NULL means the account `default`. The facts are
/// recorded for each tracking request of the account that is for this number, or whose shipment has this container, as
/// if its carrier had reported them. Notifications are published at once. No carrier is asked. Earlier facts stay valid
/// even if they are not repeated here. The time of the next look-up does not change, unless the last container was
/// returned empty. Recording the same facts again adds nothing, but confirms estimates.
///
/// `json` has the facts in the form of shiptrack_answer_facts(). A fact about a container does not need to name it.
/// Facts about a whole shipment (`particulars`) apply only to the shipment with the given number.
///
/// Facts about a number that is not tracked are stored for some time (`recording.keep_ms`), and are used when the
/// number, or a shipment with that container, is tracked. If an account has more of them than `recording.most_kept`,
/// the call fails with SHIPTRACK_ERROR_CONFLICT and the code `too_many_kept_facts`. The output may be NULL.
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

/// Checks facts without recording them. `count` receives their number, and may be NULL.
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

/// Writes what looks wrong about facts that can be parsed: an unknown member, movement or phase, an unknown UN/LOCODE,
/// a container number with a wrong check digit, an implausible time. `doubts_json` receives a JSON array of sentences,
/// `[]` for no problem. The facts are judged as if received at `unix_ms`, in milliseconds since
/// 1970-01-01T00:00:00Z.
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

/// Writes the key of an event, for a fact that withdraws it: `{"withdrawn": "<key>"}`. `json` is the one
/// fact that was recorded, in the form of shiptrack_answer_facts(). Returns SHIPTRACK_ABSENT if the fact is not about
/// an event.
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

/// The number of tracking requests that received the facts.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_count(recorded: *const RecordingReport) -> usize {
    value_or(0, || Some(peek::<RecordingReportBody>(recorded)?.requests.len()))
}

/// The id of a tracking request that received the facts; `index` counts from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_request_id(recorded: *const RecordingReport, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<RecordingReportBody>(recorded)?.requests.get(index)?.request.get()))
}

/// The id of its shipment; no value if its carrier has not reported any data yet, after which the shipment uses the
/// facts.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_shipment_id(recorded: *const RecordingReport, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<RecordingReportBody>(recorded)?.requests.get(index)?.shipment.get()))
}

/// The number of facts that were new to it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_new_count(recorded: *const RecordingReport, index: usize) -> usize {
    value_or(0, || Some(peek::<RecordingReportBody>(recorded)?.requests.get(index)?.new))
}

/// The number of facts that were stored because no tracking request has the number yet; facts that were stored before
/// do not count.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_kept_count(recorded: *const RecordingReport) -> usize {
    value_or(0, || Some(peek::<RecordingReportBody>(recorded)?.kept))
}

/// The number of problems of the new facts.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_doubts_count(recorded: *const RecordingReport) -> usize {
    value_or(0, || Some(peek::<RecordingReportBody>(recorded)?.doubts.len()))
}

/// A sentence that says what looks wrong, such as an unknown member or an unknown UN/LOCODE; `index` counts from 0.
/// The facts are recorded nevertheless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_doubt(recorded: *const RecordingReport, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<RecordingReportBody>(recorded)?.doubts.get(index)?.get()))
}

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_free(recorded: *mut RecordingReport) {
    free::<RecordingReportBody>(recorded);
}

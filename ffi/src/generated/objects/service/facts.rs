// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `service/facts.rs`, or free them.

use super::{RecordingReport, RecordingReportBody};
use crate::boundary::{Text, free, peek, value_or};

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

// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `service/facts.rs` that read a value of one, or free it.

use super::{RecordingReport, RecordingReportBody};
use crate::boundary::{Text, free, peek, value_or};

/// How many numbers of the account the facts are about.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_count(recorded: *const RecordingReport) -> usize {
    value_or(0, || Some(peek::<RecordingReportBody>(recorded)?.requests.len()))
}

/// The id of the tracking request that stands for a number they are about.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_request_id(recorded: *const RecordingReport, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<RecordingReportBody>(recorded)?.requests.get(index)?.request.get()))
}

/// The id of its shipment; NULL while its carrier has said nothing, which takes the facts in when it does.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_shipment_id(recorded: *const RecordingReport, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<RecordingReportBody>(recorded)?.requests.get(index)?.shipment.get()))
}

/// How many of the facts were news to it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_new_count(recorded: *const RecordingReport, index: usize) -> usize {
    value_or(0, || Some(peek::<RecordingReportBody>(recorded)?.requests.get(index)?.new))
}

/// How many facts are kept for whoever comes to track the number, because nobody does yet; those that are kept already do
/// not count.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_kept_count(recorded: *const RecordingReport) -> usize {
    value_or(0, || Some(peek::<RecordingReportBody>(recorded)?.kept))
}

/// How many things look wrong about those that are news.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_doubts_count(recorded: *const RecordingReport) -> usize {
    value_or(0, || Some(peek::<RecordingReportBody>(recorded)?.doubts.len()))
}

/// What looks wrong, one sentence each: a member nobody knows, a UN/LOCODE no place has. They are taken in all the same.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_doubt(recorded: *const RecordingReport, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<RecordingReportBody>(recorded)?.doubts.get(index)?.get()))
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_recording_report_free(recorded: *mut RecordingReport) {
    free::<RecordingReportBody>(recorded);
}

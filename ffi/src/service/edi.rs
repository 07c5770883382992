//! EDI that the host hands in.

use std::ffi::c_char;

use shiptrack::serde_json;

use super::{Service, absent_unless, account_of};
use crate::boundary::{Error, bytes as bytes_of, call, required_text};
use crate::buffer::{self, Buffer};

/// Takes in EDI, bytes as they came: one interchange of X12 or EDIFACT or several. What each message says is recorded for the
/// bookings, bills and containers that it names, as shiptrack_service_record_facts() does. An interchange that the account has
/// already adds nothing, and one of which a crash left a part goes on where that ended.
///
/// `report_json` gets a JSON object with `interchanges`, each with its `messages`, whether it `is_repeated`, and its
/// `acknowledgement` (the 997 or the CONTRL to be sent back, or null), and the `problems` of the whole; share/doc/shiptrack/edi.md describes
/// it. It may be NULL for whoever does not want to know.
///
/// A message that could not be read or recorded is kept: see shiptrack_service_unread_edi(). When there is no more room for such
/// messages (`recording.most_unread_edi`), the call is refused at the first of them with SHIPTRACK_ERROR_CONFLICT, code
/// `too_much_unread_edi`; what stands before it was taken in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_ingest_edi(
    service: *const Service,
    account_id: *const c_char,
    bytes: *const u8,
    bytes_length: usize,
    report_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_optional_buffer(report_json, error, || {
        let (service, account) = account_of(service, account_id)?;
        Ok(service.ingest_edi(&account, bytes_of(bytes, bytes_length, "bytes")?)?.to_json())
    })
}

/// The messages of EDI of which nothing was taken in, those of the newest interchange first, at most `limit`: a JSON array of
/// objects with `id`, `sender`, `interchange_control_number`, `received_at`, `report` and `text`, the message as it came.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_unread_edi(
    service: *const Service,
    account_id: *const c_char,
    limit: usize,
    unread_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(unread_json, "unread_json", error, || {
        let (service, account) = account_of(service, account_id)?;
        Ok(serde_json::to_string(&service.unread_edi(&account, limit)?).unwrap_or_default())
    })
}

/// Lets go of a message of EDI of which nothing was taken in, and makes room for others. SHIPTRACK_ABSENT when none is kept under
/// this id.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_discard_unread_edi(
    service: *const Service,
    account_id: *const c_char,
    id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, account) = account_of(service, account_id)?;
        absent_unless(service.discard_unread_edi(&account, required_text(id, "id")?)?)
    })
}

//! EDI that the host program passes to the service.

use std::ffi::c_char;

use shiptrack::serde_json;

use super::{Service, absent_unless, account_of};
use crate::boundary::{Error, bytes as bytes_of, call, required_text};
use crate::buffer::{self, Buffer};

/// Ingests EDI for an account (NULL for the account `default`): one or more X12 or EDIFACT interchanges, as the bytes
/// that were received. Each message is recorded for the bookings, bills of lading and containers that it names, as
/// shiptrack_service_record_facts() does. An interchange that the account already has adds nothing; an interchange that
/// was interrupted by a crash is continued.
///
/// `report_json` receives a JSON object with `interchanges`, each with its `messages`, whether it `is_repeated`, and
/// its `acknowledgement` (the 997 or CONTRL to send back, or null), and with the `problems` of the whole;
/// share/doc/shiptrack/edi.md describes it. It may be NULL.
///
/// A message that cannot be decoded or recorded is stored: see shiptrack_service_unread_edi(). If there is no space for
/// such messages (`recording.most_unread_edi`), the call fails at the first one with SHIPTRACK_ERROR_CONFLICT and the
/// code `too_much_unread_edi`; the messages before it were ingested.
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

/// Writes the EDI messages of an account (NULL for the account `default`) that could not be ingested, newest
/// interchange first: a JSON array of objects with `id`, `sender`, `interchange_control_number`, `received_at`,
/// `report` and `text`, the message as it was received. `limit` is the largest number of messages; 0 returns none.
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

/// Deletes a stored EDI message that could not be ingested, and frees its space. `account_id` may be NULL for the
/// account `default`. Returns SHIPTRACK_ABSENT if no message has this id.
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

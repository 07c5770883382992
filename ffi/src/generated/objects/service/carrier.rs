// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `service/carrier.rs`, or free them.

use super::{LookUp, LookUpBody};
use crate::boundary::{Text, peek, value_or};

/// The id of the account that looks up the number. If the carrier shows each customer only its own shipments, use the
/// credentials of this account.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_account_id(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.account_id.get()))
}

/// The name that you gave that account; `default` for the account that every service has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_account_name(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.account_name.get()))
}

/// The text that your last answer about this request stored with shiptrack_answer_bookmark(); no value if it did not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_bookmark(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.bookmark.get()))
}

/// The time up to which your earlier answers about this request are complete, as shiptrack_answer_until() set it, in
/// milliseconds since 1970-01-01T00:00:00Z; -1 if it is not set. It is enough to answer with the data since then; do
/// not call shiptrack_answer_complete() for such an answer.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_since_unix_ms(look_up: *const LookUp) -> i64 {
    value_or(-1, || peek::<LookUpBody>(look_up)?.since_unix_ms)
}

/// The number of other known numbers of the same shipment. An answer about one of them may also be used.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_references_count(look_up: *const LookUp) -> usize {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.references.len()))
}

/// Another number of the same shipment; `index` counts from 0. No value past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_reference(look_up: *const LookUp, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.references.get(index)?.get()))
}

/// The number of known containers of the shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_containers_count(look_up: *const LookUp) -> usize {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.containers.len()))
}

/// A container of the shipment; `index` counts from 0. No value past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_container(look_up: *const LookUp, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.containers.get(index)?.get()))
}

/// The code of the carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_scac(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.scac.get()))
}

/// The type of the number: `bill_of_lading`, `booking_number`, `container`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_request_type(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.request_type.get()))
}

/// The number as it was submitted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_number(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.number.get()))
}

/// The form of the number that the carrier uses: upper case, without spaces, without a redundant prefix.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_normalized_number(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.normalized_number.get()))
}

/// Time stamp of the first look-up of the number.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_first_asked_at(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.first_asked_at.get()))
}

/// The time of the service, as a time stamp.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_now(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.now.get()))
}

/// The number of the try, from 1.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_attempt(look_up: *const LookUp) -> u32 {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.attempt))
}

/// The time of the service, in milliseconds since 1970-01-01T00:00:00Z.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_now_unix_ms(look_up: *const LookUp) -> i64 {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.now_unix_ms))
}

/// 1 if the answer is no longer needed, else 0: for callbacks that take long.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_is_cancelled(look_up: *const LookUp) -> i32 {
    value_or(0, || Some((peek::<LookUpBody>(look_up)?.cancelled)().into()))
}

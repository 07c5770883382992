// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `service/carrier.rs` that read a value of one, or free it.

use super::{LookUp, LookUpBody};
use crate::boundary::{Text, peek, value_or};

/// The id of the account that asks. A carrier that shows each customer its own shipments is asked with that account's
/// credentials.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_account_id(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.account_id.get()))
}

/// What you called that account; `default` for the one a service has from the start.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_account_name(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.account_name.get()))
}

/// What your last answer about this request gave to be reminded of, with shiptrack_answer_bookmark(); none when it gave
/// nothing.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_bookmark(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.bookmark.get()))
}

/// Up to when you told everything with your last answer about this request, in milliseconds since 1970, as shiptrack_answer_until() said:
/// what was written since is enough, and is an answer that is not complete. -1 when it said nothing.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_since_unix_ms(look_up: *const LookUp) -> i64 {
    value_or(-1, || peek::<LookUpBody>(look_up)?.since_unix_ms)
}

/// How many other numbers of the same shipment are known: an answer about one of them may serve as well.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_references_count(look_up: *const LookUp) -> usize {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.references.len()))
}

/// One of the other numbers of the same shipment, from 0; none beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_reference(look_up: *const LookUp, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.references.get(index)?.get()))
}

/// How many containers of the shipment are known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_containers_count(look_up: *const LookUp) -> usize {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.containers.len()))
}

/// One of the containers of the shipment, from 0; none beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_container(look_up: *const LookUp, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.containers.get(index)?.get()))
}

/// The carrier's code.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_scac(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.scac.get()))
}

/// Kind of the number: `bill_of_lading`, `booking_number`, `container`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_request_type(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.request_type.get()))
}

/// The number as it was submitted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_number(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.number.get()))
}

/// The form of it the carrier wants: upper case, no spaces, no redundant prefix.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_normalized_number(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.normalized_number.get()))
}

/// When the number was first asked about.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_first_asked_at(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.first_asked_at.get()))
}

/// The service's time.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_now(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.now.get()))
}

/// Which try this is, from 1.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_attempt(look_up: *const LookUp) -> u32 {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.attempt))
}

/// The service's time, in milliseconds since 1970.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_now_unix_ms(look_up: *const LookUp) -> i64 {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.now_unix_ms))
}

/// 1 when nobody waits for the answer any more, else 0: for callbacks that take long.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_is_cancelled(look_up: *const LookUp) -> i32 {
    value_or(0, || Some((peek::<LookUpBody>(look_up)?.cancelled)().into()))
}

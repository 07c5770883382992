// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `numbers.rs`, or free them.

use super::{Number, NumberBody};
use crate::boundary::{Text, free, peek, value_or};

/// The type of the number: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_kind(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.kind.get()))
}

/// The number as it was passed, without white space around it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_text(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.text.get()))
}

/// The normalized form of the number: upper case, without spaces, dashes and other separators.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_normalized(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.normalized.get()))
}

/// After shiptrack_number_infer(): what showed the type, `check_digit`, `shape` or `sandbox`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_evidence(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.evidence.get()))
}

/// After shiptrack_number_infer(): the carrier whose prefix and form the number has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_scac(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.scac.get()))
}

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_free(number: *mut Number) {
    free::<NumberBody>(number);
}

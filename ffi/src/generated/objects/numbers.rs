// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `numbers.rs` that read a value of one, or free it.

use super::{Number, NumberBody};
use crate::boundary::{Text, free, peek, value_or};

/// What it is: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_kind(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.kind.get()))
}

/// The number as it was given, without the white space around it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_text(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.text.get()))
}

/// The number in its one form: upper case, no spaces, dashes and other separators.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_normalized(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.normalized.get()))
}

/// After shiptrack_number_infer(): what gave it away, `check_digit`, `shape` or `sandbox`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_evidence(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.evidence.get()))
}

/// After shiptrack_number_infer(): the carrier whose prefix and shape it has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_scac(number: *const Number) -> Text {
    value_or(Text::NONE, || Some(peek::<NumberBody>(number)?.scac.get()))
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_free(number: *mut Number) {
    free::<NumberBody>(number);
}

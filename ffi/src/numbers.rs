//! Checks freight numbers without a request.

use std::ffi::c_char;

use shiptrack::error::Quoted;
use shiptrack::numbers::{
    BillOfLading, BookingNumber, ContainerNumber, Evidence, Imo, NumberKind, Scac, TrackingNumber, UnLocode,
};

use crate::boundary::{
    Error, Failure, OwnedText, Text, call, free, object, optional_text, peek, required_text, value_or, write,
    write_object, write_optional_object,
};
use crate::buffer::{self, Buffer};

/// A number that was checked.
///
/// Ownership: yours; free it with shiptrack_number_free().
/// Lifetime: its texts are valid until it is freed.
/// Threads: any number of threads may read it at the same time.
pub struct Number(());

object!(Number, "shiptrack_number", 0x18, NumberBody);

#[derive(Default)]
pub(crate) struct NumberBody {
    kind: OwnedText,
    text: OwnedText,
    normalized: OwnedText,
    evidence: OwnedText,
    scac: OwnedText,
}

impl NumberBody {
    fn tracking(number: &TrackingNumber) -> Self {
        NumberBody::code(number.kind().as_str(), number.text(), number.normalized())
    }

    fn code(kind: &str, text: &str, normalized: &str) -> Self {
        NumberBody {
            kind: OwnedText::new(kind),
            text: OwnedText::new(text.trim()),
            normalized: OwnedText::new(normalized),
            ..NumberBody::default()
        }
    }
}

/// Kinds that [`shiptrack_number_check`] accepts in addition to the kinds of a tracking request.
const VALUES: [&str; 7] =
    ["container_number", "bill_of_lading_value", "booking_value", "scac", "request_scac", "imo", "un_locode"];

/// The error also lists `values`, and has the pointer of a tracking request.
fn kind_of(kind: &str, values: &[&str]) -> Result<NumberKind, Failure> {
    NumberKind::parse(kind).map_err(|_| {
        let known: Vec<&str> = NumberKind::ALL.iter().map(|kind| kind.as_str()).chain(values.iter().copied()).collect();
        let detail = format!("{} is not a type of number. Use one of {}", Quoted(kind), known.join(", "));
        Failure::argument("/data/attributes/request_type", detail)
    })
}

/// Checks a number without a request. `kind` is one of:
///
/// - a type of tracking request: `container`, `bill_of_lading`, `booking_number`;
/// - a value: `container_number`, `bill_of_lading_value`, `booking_value`, `scac`, `imo`, `un_locode`;
/// - `request_scac`: the code of a carrier that can be tracked.
///
/// `number` receives the checked number and may be NULL. A text that is not a valid number is rejected with
/// SHIPTRACK_ERROR_INVALID and a message that says why. For a type of tracking request, shiptrack_error_pointer() is
/// what it would be for the request: `/data/attributes/request_type` for an unknown `kind`,
/// `/data/attributes/request_number` or `/data/attributes/scac` for an invalid `text`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_check(
    kind: *const c_char,
    text: *const c_char,
    number: *mut *mut Number,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (kind, text) = (required_text(kind, "kind")?, required_text(text, "text")?);
        let checked = match kind {
            "container_number" => NumberBody::code(kind, text, ContainerNumber::parse(text)?.as_str()),
            "bill_of_lading_value" => NumberBody::code(kind, text, BillOfLading::parse(text)?.as_str()),
            "booking_value" => NumberBody::code(kind, text, BookingNumber::parse(text)?.as_str()),
            "scac" => NumberBody::code(kind, text, Scac::parse(text)?.as_str()),
            "request_scac" => NumberBody::code(kind, text, Scac::for_request(text)?.as_str()),
            "imo" => NumberBody::code(kind, text, Imo::parse(text)?.as_str()),
            "un_locode" => NumberBody::code(kind, text, UnLocode::parse(text)?.as_str()),
            _ => NumberBody::tracking(&TrackingNumber::parse(kind_of(kind, &VALUES)?, text)?),
        };
        write_optional_object(number, checked);
        Ok(())
    })
}

/// Determines the type of a number without a request. It accepts a container number with a valid check digit, and a
/// bill of lading or booking number with the prefix and form of its carrier. Any other text is rejected with
/// SHIPTRACK_ERROR_INVALID and the pointer `/data/attributes/request_number`. Then shiptrack_error_code() is
/// `ambiguous_number` if the number may be of several types or of an unknown one, and `invalid` if it cannot be
/// tracked, or is empty. shiptrack_tracking_request_infer() asks the service instead.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_infer(text: *const c_char, number: *mut *mut Number, error: *mut *mut Error) -> i32 {
    write_object(number, "number", error, || {
        let inferred = TrackingNumber::infer(required_text(text, "text")?)?;
        let (evidence, scac) = match inferred.evidence {
            Evidence::Sandbox => ("sandbox", Some(Scac::SANDBOX)),
            Evidence::CheckDigit => ("check_digit", None),
            Evidence::Shape(shape) => ("shape", Some(shape.scac)),
            _ => ("other", None),
        };
        let (evidence, scac) = (OwnedText::new(evidence), OwnedText::optional(scac));
        Ok(NumberBody { evidence, scac, ..NumberBody::tracking(&inferred.number) })
    })
}

/// Computes the check digit of a container number. `first_ten` is the first ten characters of the number
/// (`MSCU595681`); `digit` receives 0 to 9.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_check_digit(
    first_ten: *const c_char,
    digit: *mut i32,
    error: *mut *mut Error,
) -> i32 {
    write(digit, "digit", error, || {
        let first_ten = required_text(first_ten, "first_ten")?;
        let found = ContainerNumber::check_digit_of(first_ten);
        let unlike = || {
            let expected =
                "the first ten characters of a container number: three letters, then U, J or Z, then six digits";
            Failure::argument("first_ten", format!("{} is not {expected}", Quoted(first_ten)))
        };
        Ok(found.ok_or_else(unlike)?.into())
    })
}

/// Writes the form of a number that the carrier `scac` uses: upper case, without separators, and without a prefix that
/// the carrier does not count as a part of it. `kind` is a type of tracking request; with `scac` NULL the prefix stays.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_number_normalize(
    kind: *const c_char,
    text: *const c_char,
    scac: *const c_char,
    normalized: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(normalized, "normalized", error, || {
        let kind = kind_of(required_text(kind, "kind")?, &[])?;
        let number = TrackingNumber::parse(kind, required_text(text, "text")?)?;
        Ok(match optional_text(scac, "scac")? {
            Some(scac) => number.normalized_for(&Scac::parse(scac)?).to_owned(),
            None => number.normalized().to_owned(),
        })
    })
}

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

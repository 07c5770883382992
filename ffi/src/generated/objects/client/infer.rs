// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `client/infer.rs`, or free them.

use super::{Inference, InferenceBody};
use crate::boundary::{ABSENT, Text, free, lend, peek, value_or, write};

/// The type of the number, as for a tracking request.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_request_type(inference: *const Inference) -> Text {
    value_or(Text::NONE, || Some(peek::<InferenceBody>(inference)?.kind.get()))
}

/// The number as the service parsed it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_parsed_number(inference: *const Inference) -> Text {
    value_or(Text::NONE, || Some(peek::<InferenceBody>(inference)?.parsed_number.get()))
}

/// Why the number is valid or not, in a text of the service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_reason(inference: *const Inference) -> Text {
    value_or(Text::NONE, || Some(peek::<InferenceBody>(inference)?.reason.get()))
}

/// How certain the carrier is.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_decision(inference: *const Inference) -> Text {
    value_or(Text::NONE, || Some(peek::<InferenceBody>(inference)?.decision.get()))
}

/// The code of the most likely carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_selected_scac(inference: *const Inference) -> Text {
    value_or(Text::NONE, || Some(peek::<InferenceBody>(inference)?.selected.get()))
}

/// The response, as it was received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_json(inference: *const Inference) -> Text {
    value_or(Text::NONE, || Some(peek::<InferenceBody>(inference)?.json.get()))
}

/// How certain the carrier is: SHIPTRACK_LINE_DECISION_….
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_decision_code(inference: *const Inference) -> i32 {
    value_or(0, || Some(peek::<InferenceBody>(inference)?.decision_code))
}

/// Whether the number can be valid: 1 yes, 0 no, -1 if the service does not know.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_is_valid(inference: *const Inference) -> i32 {
    value_or(-1, || peek::<InferenceBody>(inference)?.is_valid.map(i32::from))
}

/// Whether the check digit of a container number is correct: 1 yes, 0 no, -1 if the service did not report it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_check_digit_passed(inference: *const Inference) -> i32 {
    value_or(-1, || peek::<InferenceBody>(inference)?.check_digit_passed.map(i32::from))
}

/// The number of carriers to which the number may belong.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_candidates_count(inference: *const Inference) -> usize {
    value_or(0, || Some(peek::<InferenceBody>(inference)?.candidates.len()))
}

/// The code of a carrier to which the number may belong, the most likely one first; `index` counts from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_candidate_scac(inference: *const Inference, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<InferenceBody>(inference)?.candidates.get(index)?.1.get()))
}

/// The name of that carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_candidate_name(inference: *const Inference, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<InferenceBody>(inference)?.candidates.get(index)?.2.get()))
}

/// Writes how likely that carrier is, from 0 to 1. Returns SHIPTRACK_ABSENT if the service did not report it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_candidate_confidence(
    inference: *const Inference,
    index: usize,
    confidence: *mut f64,
) -> i32 {
    write(confidence, "confidence", std::ptr::null_mut(), || {
        lend::<InferenceBody>(inference)?
            .candidates
            .get(index)
            .and_then(|(candidate, ..)| candidate.confidence)
            .ok_or(ABSENT)
    })
}

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_free(inference: *mut Inference) {
    free::<InferenceBody>(inference);
}

//! What the service infers from a number.

use std::ffi::c_char;

use shiptrack::client::{Inference as CoreInference, LineCandidate};
use shiptrack::numbers::NumberKind;

use super::{Client, client_of};
use crate::boundary::{
    ABSENT, Error, OwnedText, Text, free, lend, object, peek, required_text, value_or, write, write_object,
};
use crate::codes::{SHIPTRACK_CODE_NONE, code_of_name};

/// What the service infers from a number. Any of its values may be missing.
///
/// Ownership: yours; free it with shiptrack_inference_free().
/// Lifetime: its texts are valid until it is freed.
/// Threads: any number of threads may read it at the same time.
pub struct Inference(());

object!(Inference, "shiptrack_inference", 0x0c, InferenceBody);

/// An inference with its texts as C reads them. If a carrier was selected, it is candidate 0.
pub(crate) struct InferenceBody {
    kind: OwnedText,
    parsed_number: OwnedText,
    reason: OwnedText,
    decision: OwnedText,
    decision_code: i32,
    selected: OwnedText,
    is_valid: Option<bool>,
    check_digit_passed: Option<bool>,
    candidates: Vec<(LineCandidate, OwnedText, OwnedText)>,
    json: OwnedText,
}

impl InferenceBody {
    fn new(inference: &CoreInference) -> Self {
        let decision = inference.decision();
        InferenceBody {
            kind: OwnedText::optional(inference.kind().map(NumberKind::as_str)),
            parsed_number: OwnedText::optional(inference.parsed_number()),
            reason: OwnedText::optional(inference.reason()),
            decision_code: decision
                .as_ref()
                .map_or(SHIPTRACK_CODE_NONE, |decision| code_of_name("LineDecision", decision.as_str())),
            decision: OwnedText::optional(decision.as_ref().map(|decision| decision.as_str())),
            selected: OwnedText::optional(inference.selected().map(|selected| selected.scac)),
            is_valid: inference.is_valid(),
            check_digit_passed: inference.check_digit_passed(),
            candidates: inference.candidates().into_iter().map(candidate).collect(),
            json: OwnedText::new(inference.answer().document().text()),
        }
    }
}

fn candidate(found: LineCandidate) -> (LineCandidate, OwnedText, OwnedText) {
    let (scac, name) = (OwnedText::new(&found.scac), OwnedText::optional(found.name.as_ref()));
    (found, scac, name)
}

/// Asks the service which type a number has and which carrier it belongs to. The service creates nothing.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_infer(
    client: *const Client,
    number: *const c_char,
    inference: *mut *mut Inference,
    error: *mut *mut Error,
) -> i32 {
    write_object(inference, "inference", error, || {
        let found = client_of(client)?.tracking_requests().infer_number(required_text(number, "number")?)?;
        Ok(InferenceBody::new(&found))
    })
}

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

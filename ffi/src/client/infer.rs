//! What the service makes of a bare number.

use std::ffi::c_char;

use shiptrack::client::{Inference as CoreInference, LineCandidate};
use shiptrack::numbers::NumberKind;

use super::{Client, client_of};
use crate::boundary::{ABSENT, Error, Kept, Text, free, give, lend, object, peek, required_text, value, write};
use crate::codes::{SHIPTRACK_CODE_NONE, code_of_name};

/// What the service makes of a bare number. Everything in it may have no value.
///
/// Ownership: yours; free it with shiptrack_inference_free().
/// Lifetime: its texts live as long as it does.
/// Threads: any number may read it at a time.
pub struct Inference(());

object!(Inference, "shiptrack_inference", 0x0c, InferenceBody);

/// An inference with its texts laid out. The most likely carrier is candidate 0 when it was selected.
pub(crate) struct InferenceBody {
    kind: Kept,
    parsed_number: Kept,
    reason: Kept,
    decision: Kept,
    decision_code: i32,
    selected: Kept,
    is_valid: Option<bool>,
    check_digit_passed: Option<bool>,
    candidates: Vec<(LineCandidate, Kept, Kept)>,
    json: Kept,
}

impl InferenceBody {
    fn new(inference: &CoreInference) -> Self {
        let decision = inference.decision();
        InferenceBody {
            kind: Kept::maybe(inference.kind().map(NumberKind::as_str)),
            parsed_number: Kept::maybe(inference.parsed_number()),
            reason: Kept::maybe(inference.reason()),
            decision_code: decision
                .as_ref()
                .map_or(SHIPTRACK_CODE_NONE, |decision| code_of_name("LineDecision", decision.as_str())),
            decision: Kept::maybe(decision.as_ref().map(|decision| decision.as_str())),
            selected: Kept::maybe(inference.selected().map(|selected| selected.scac)),
            is_valid: inference.is_valid(),
            check_digit_passed: inference.check_digit_passed(),
            candidates: inference.candidates().into_iter().map(candidate).collect(),
            json: Kept::new(inference.answer().document().text()),
        }
    }
}

fn candidate(found: LineCandidate) -> (LineCandidate, Kept, Kept) {
    let (scac, name) = (Kept::new(&found.scac), Kept::maybe(found.name.as_ref()));
    (found, scac, name)
}

/// Asks the service what a number is and which carrier it belongs to.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_infer(
    client: *const Client,
    number: *const c_char,
    inference: *mut *mut Inference,
    error: *mut *mut Error,
) -> i32 {
    give(inference, "inference", error, || {
        let found = client_of(client)?.tracking_requests().infer_number(required_text(number, "number")?)?;
        Ok(InferenceBody::new(&found))
    })
}

/// The kind of the number, in the words a tracking request takes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_request_type(inference: *const Inference) -> Text {
    value(Text::NONE, || Some(peek::<InferenceBody>(inference)?.kind.get()))
}

/// The number as the service reads it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_parsed_number(inference: *const Inference) -> Text {
    value(Text::NONE, || Some(peek::<InferenceBody>(inference)?.parsed_number.get()))
}

/// Why the number is valid or not, in the service's words.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_reason(inference: *const Inference) -> Text {
    value(Text::NONE, || Some(peek::<InferenceBody>(inference)?.reason.get()))
}

/// How sure the service is of the carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_decision(inference: *const Inference) -> Text {
    value(Text::NONE, || Some(peek::<InferenceBody>(inference)?.decision.get()))
}

/// The code of the most likely carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_selected_scac(inference: *const Inference) -> Text {
    value(Text::NONE, || Some(peek::<InferenceBody>(inference)?.selected.get()))
}

/// The answer as it came.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_json(inference: *const Inference) -> Text {
    value(Text::NONE, || Some(peek::<InferenceBody>(inference)?.json.get()))
}

/// How sure the service is of the carrier: SHIPTRACK_LINE_DECISION_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_decision_code(inference: *const Inference) -> i32 {
    value(0, || Some(peek::<InferenceBody>(inference)?.decision_code))
}

/// Whether the number can be right: 1 yes, 0 no, -1 when the service cannot tell.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_is_valid(inference: *const Inference) -> i32 {
    value(-1, || peek::<InferenceBody>(inference)?.is_valid.map(i32::from))
}

/// Whether the check digit of a container number is right: 1 yes, 0 no, -1 not told.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_check_digit_passed(inference: *const Inference) -> i32 {
    value(-1, || peek::<InferenceBody>(inference)?.check_digit_passed.map(i32::from))
}

/// How many carriers the number may belong to.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_candidate_count(inference: *const Inference) -> usize {
    value(0, || Some(peek::<InferenceBody>(inference)?.candidates.len()))
}

/// The code of a carrier the number may belong to, the most likely first.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_candidate_scac(inference: *const Inference, index: usize) -> Text {
    value(Text::NONE, || Some(peek::<InferenceBody>(inference)?.candidates.get(index)?.1.get()))
}

/// The name of that carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_candidate_name(inference: *const Inference, index: usize) -> Text {
    value(Text::NONE, || Some(peek::<InferenceBody>(inference)?.candidates.get(index)?.2.get()))
}

/// How likely it is, from 0 to 1; SHIPTRACK_ABSENT when the service does not say.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_candidate_confidence(
    inference: *const Inference,
    index: usize,
    confidence: *mut f64,
) -> i32 {
    write(confidence, "confidence", std::ptr::null_mut(), || {
        let inference = lend::<InferenceBody>(inference)?;
        let found = inference.candidates.get(index).and_then(|(candidate, ..)| candidate.confidence);
        found.ok_or(ABSENT)
    })
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_inference_free(inference: *mut Inference) {
    free::<InferenceBody>(inference);
}

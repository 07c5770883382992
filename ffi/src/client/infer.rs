//! What the service infers from a number.

#[path = "../generated/objects/client/infer.rs"]
mod generated;

use std::ffi::c_char;

use shiptrack::client::{Inference as CoreInference, LineCandidate};
use shiptrack::numbers::NumberKind;

use super::{Client, client_of};
use crate::boundary::{Error, OwnedText, object, required_text, write_object};
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

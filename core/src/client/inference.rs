//! What the service inferred from a number: its kind and its carrier.

use std::fmt;

use serde_json::Value;

use super::Fetched;
use crate::jsonapi::AnyResource;
use crate::numbers::NumberKind;
use crate::resources::open_enum::open_enum;

open_enum! {
    /// How certain the service is about the carrier.
    pub enum LineDecision {
        /// Certain enough to use the selected carrier without asking.
        AutoSelect => "auto_select",
        /// A person should confirm the carrier.
        NeedsConfirmation => "needs_confirmation",
        /// No carrier is likely enough.
        NoPrediction => "no_prediction",
    }
}

/// A carrier that a number may belong to.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LineCandidate {
    /// The carrier's code.
    pub scac: String,
    /// The carrier's name.
    pub name: Option<String>,
    /// How likely it is, from 0 to 1.
    pub confidence: Option<f64>,
    /// Whether the carrier confirmed the number. False if the carrier is a candidate only because of the form of the number; `None` if no
    /// carrier was asked.
    pub confirmed: Option<bool>,
}

/// What the service inferred from a number. Every value can be missing.
pub struct Inference {
    answer: Fetched<AnyResource>,
}

impl Inference {
    pub(super) fn new(answer: Fetched<AnyResource>) -> Self {
        Inference { answer }
    }

    /// The kind of the number, as in a tracking request.
    pub fn kind(&self) -> Option<NumberKind> {
        self.at("/number_type").and_then(Value::as_str).and_then(|kind| NumberKind::parse(kind).ok())
    }

    /// Whether the number is valid; `None` if unknown.
    pub fn is_valid(&self) -> Option<bool> {
        self.at("/validation/is_valid")?.as_bool()
    }

    /// Whether the check digit of a container number is right; `None` for other numbers.
    pub fn check_digit_passed(&self) -> Option<bool> {
        self.at("/validation/check_digit_passed")?.as_bool()
    }

    /// The number in normalized form.
    pub fn parsed_number(&self) -> Option<&str> {
        self.at("/validation/parsed_number")?.as_str()
    }

    /// An explanation of the service for people.
    pub fn reason(&self) -> Option<&str> {
        self.at("/validation/reason")?.as_str()
    }

    /// How certain the service is about the carrier.
    pub fn decision(&self) -> Option<LineDecision> {
        self.at("/shipping_line/decision").and_then(Value::as_str).map(LineDecision::parse)
    }

    /// The most likely carrier.
    pub fn selected(&self) -> Option<LineCandidate> {
        read_candidate(self.at("/shipping_line/selected")?)
    }

    /// All possible carriers, the most likely first.
    pub fn candidates(&self) -> Vec<LineCandidate> {
        let candidates = self.at("/shipping_line/candidates").and_then(Value::as_array);
        candidates.into_iter().flatten().filter_map(read_candidate).collect()
    }

    /// The original response.
    pub fn answer(&self) -> &Fetched<AnyResource> {
        &self.answer
    }

    fn at(&self, pointer: &str) -> Option<&Value> {
        self.answer.members.get("attributes")?.pointer(pointer)
    }
}

impl fmt::Debug for Inference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inference")
            .field("kind", &self.kind())
            .field("decision", &self.decision())
            .field("selected", &self.selected())
            .finish_non_exhaustive()
    }
}

fn read_candidate(value: &Value) -> Option<LineCandidate> {
    Some(LineCandidate {
        scac: value.get("scac")?.as_str()?.to_owned(),
        name: value.get("name").and_then(Value::as_str).map(str::to_owned),
        confidence: value.get("confidence").and_then(Value::as_f64),
        confirmed: value.get("confirmed").and_then(Value::as_bool),
    })
}

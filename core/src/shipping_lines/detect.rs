//! Detects the kind and the carrier of a number from its text.
//!
//! No carrier is asked. The prefix of a bill of lading is reliable. The owner prefix of a container is only a hint, because lines exchange
//! containers, and many containers belong to lessors. Digits without a prefix may be a number of several lines.

use serde::Serialize;

use crate::error::Result;
use crate::numbers::{
    BillOfLading, ContainerNumber, ContainerSlip, NonCarrierNumber, NumberKind, NumberShape, Scac, bounded, compact,
    is_sandbox,
};

use super::lines::{self, Line};

/// Confidence for the prefix of a line, followed by digits in the format of this line.
const KNOWN_FORMAT: f64 = 0.97;
/// Confidence for the owner prefix of a container with a valid check digit.
const OWNER_PREFIX: f64 = 0.90;
/// Confidence for the prefix of a line, followed by a number in another format.
const UNKNOWN_FORMAT: f64 = 0.80;
/// Confidence for the owner prefix of a container with an invalid check digit: the typing error may be in the prefix.
const DOUBTFUL_OWNER: f64 = 0.60;
/// Confidence for digits without a prefix, in a format that only one line is known to use.
const DIGITS_OF_ONE_LINE: f64 = 0.40;
/// Confidence for digits without a prefix, in a format that several lines use.
const DIGITS_OF_SEVERAL_LINES: f64 = 0.30;

/// The result of a detection. It serializes as the attributes of the response to `POST /tracking_requests/infer_number`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Detection {
    /// The most likely type of the number.
    pub number_type: NumberType,
    /// Whether the number is valid.
    pub validation: Validation,
    /// The lines that the number may belong to.
    pub shipping_line: Prediction,
}

/// The type of a number, as in the inference response. A booking number is `booking` there, and `booking_number` in a tracking request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberType {
    /// A container number.
    Container,
    /// A master bill of lading. If the number may also be a booking number, [`Validation::reason`] says so.
    BillOfLading,
    /// The carrier's booking number.
    Booking,
}

/// Whether a number is valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Validation {
    /// Whether the number is valid; `None` if it cannot be checked.
    pub is_valid: Option<bool>,
    /// What the number tracks.
    #[serde(rename = "type")]
    pub kind: TrackedObject,
    /// Whether the check digit is valid; `None` for numbers without a check digit.
    pub check_digit_passed: Option<bool>,
    /// The number in normal form; `None` if the text is not a number of a carrier.
    pub parsed_number: Option<String>,
    /// An explanation for people.
    pub reason: Option<String>,
}

/// What a number tracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TrackedObject {
    /// One container.
    Container,
    /// A shipment with all its containers.
    Shipment,
}

/// The lines that a number may belong to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Prediction {
    /// What to do with the candidates.
    pub decision: Decision,
    /// The most likely line, which a person should confirm unless the decision is [`Decision::AutoSelect`]. `None` if it is
    /// [`Decision::NoPrediction`].
    pub selected: Option<Candidate>,
    /// All possible lines, the most likely first.
    pub candidates: Vec<Candidate>,
}

/// What to do with the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The most likely line is reliable (0.95 or more).
    AutoSelect,
    /// A person should confirm the most likely line (0.70 or more).
    NeedsConfirmation,
    /// No line is likely enough.
    NoPrediction,
}

/// A line that a number may belong to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The line's SCAC.
    pub scac: &'static str,
    /// The line's name.
    pub name: &'static str,
    /// How likely it is, from 0 to 1.
    pub confidence: f64,
}

/// Detects the type and the carrier of the number in `text`. Fails (at `/number`) only if the text is empty or too long for any number. For
/// other invalid texts, [`Validation::is_valid`] is false.
pub fn detect(text: &str) -> Result<Detection> {
    let text = &*bounded(text).map_err(|problem| problem.at("/number"))?;
    if let Some(what) = NonCarrierNumber::recognise(text) {
        return Ok(invalid(what.error_text(text)));
    }
    let number = match (compact(text), ContainerNumber::read(text)) {
        (Ok(number), _) => number,
        // A container number may have other marks between its groups.
        (Err(_), Ok(container)) => return detect(container.as_str()),
        (Err(reason), Err(_)) => return Ok(invalid(reason.to_string())),
    };
    if is_sandbox(text) {
        return Ok(sandbox_number(number));
    }
    if let Err(refusal) = BillOfLading::parse(text) {
        return Ok(invalid(refusal.errors().iter().find_map(|object| object.detail.clone()).unwrap_or_default()));
    }
    Ok(detect_slip(&number)
        .or_else(|| detect_container(&number))
        .or_else(|| detect_by_format(&number))
        .or_else(|| detect_by_prefix(&number))
        .unwrap_or_else(|| detect_without_prefix(&number)))
}

impl NumberType {
    /// The kind with which a tracking request is created.
    pub fn kind(self) -> NumberKind {
        match self {
            NumberType::Container => NumberKind::Container,
            NumberType::BillOfLading => NumberKind::BillOfLading,
            NumberType::Booking => NumberKind::BookingNumber,
        }
    }
}

impl From<NumberKind> for NumberType {
    fn from(kind: NumberKind) -> Self {
        match kind {
            NumberKind::Container => NumberType::Container,
            NumberKind::BillOfLading => NumberType::BillOfLading,
            NumberKind::BookingNumber => NumberType::Booking,
        }
    }
}

impl Decision {
    /// The decision for this confidence.
    pub fn at(confidence: f64) -> Self {
        if confidence >= 0.95 {
            Decision::AutoSelect
        } else if confidence >= 0.70 {
            Decision::NeedsConfirmation
        } else {
            Decision::NoPrediction
        }
    }
}

impl Prediction {
    fn from(candidates: Vec<Candidate>) -> Self {
        let best = candidates.first().copied();
        let decision = Decision::at(best.map_or(0.0, |candidate| candidate.confidence));
        Prediction { decision, selected: best.filter(|_| decision != Decision::NoPrediction), candidates }
    }
}

impl Prediction {
    /// The selected line, if it need not be confirmed.
    pub(crate) fn auto_selected(self) -> Option<Candidate> {
        self.selected.filter(|_| self.decision == Decision::AutoSelect)
    }
}

impl Candidate {
    fn new(line: &Line, confidence: f64) -> Self {
        Candidate { scac: line.scac, name: line.name, confidence }
    }
}

/// Detects a container number. `None` for a bill of lading that looks like a container number: the numbers of some lines are their code and
/// seven digits.
fn detect_container(number: &str) -> Option<Detection> {
    if !ContainerNumber::has_shape(number) {
        return None;
    }
    let prefix = &number[..4];
    let owner = lines::by_container_prefix(prefix);
    let read = ContainerNumber::read(number);
    if NumberShape::of(number).is_some() && !(read.is_ok() && owner.is_some()) {
        return None;
    }
    let confidence = if read.is_ok() { OWNER_PREFIX } else { DOUBTFUL_OWNER };
    let is_valid = read.is_ok();
    let problem = read.err().map(|problem| problem.to_string());
    let reason = problem.or_else(|| owner.is_none().then(|| unknown_owner(prefix)));
    let candidates = owner.map(|line| Candidate::new(line, confidence)).into_iter().collect();
    Some(container(number, is_valid, reason, candidates))
}

fn container(number: &str, is_valid: bool, reason: Option<String>, candidates: Vec<Candidate>) -> Detection {
    Detection {
        number_type: NumberType::Container,
        validation: Validation {
            is_valid: Some(is_valid),
            kind: TrackedObject::Container,
            check_digit_passed: Some(is_valid),
            parsed_number: Some(number.to_owned()),
            reason,
        },
        shipping_line: Prediction::from(candidates),
    }
}

/// Detects a container number with one typing error.
fn detect_slip(number: &str) -> Option<Detection> {
    let slip = ContainerSlip::of(number)?;
    let owner = lines::by_container_prefix(slip.number.owner_prefix());
    let candidates = owner.map(|line| Candidate::new(line, DOUBTFUL_OWNER)).into_iter().collect();
    Some(container(number, false, Some(slip.to_string()), candidates))
}

/// Explains why the owner prefix of a container names no line.
fn unknown_owner(prefix: &str) -> String {
    if lines::is_lessor_prefix(prefix) {
        format!("containers of {prefix} belong to a lessor, and any line may carry them")
    } else {
        format!("no line is known for containers of {prefix}")
    }
}

/// Detects a number with the prefix of a line, in the format of this line.
fn detect_by_format(number: &str) -> Option<Detection> {
    let shape = NumberShape::of(number)?;
    let line = lines::by_scac(shape.scac)?;
    Some(shipment_number(shape.kind.into(), Some(true), number, None, vec![Candidate::new(line, KNOWN_FORMAT)]))
}

/// Detects a number with the prefix of a line, in another format.
fn detect_by_prefix(number: &str) -> Option<Detection> {
    let (prefix, rest) = number.split_at_checked(4)?;
    let shape = NumberShape::all().iter().find(|shape| shape.prefix == prefix);
    let line = lines::by_scac(shape.map_or(prefix, |shape| shape.scac)).filter(|line| !line.is_sandbox())?;
    let kind = shape.map_or(NumberKind::BillOfLading, |shape| shape.kind);
    let reason = format!("begins with {prefix}, but does not have the form of numbers of {}", line.name);
    let is_number = rest.len() >= 5 && rest.bytes().any(|byte| byte.is_ascii_digit());
    let confidence = if is_number { UNKNOWN_FORMAT } else { DIGITS_OF_ONE_LINE };
    Some(shipment_number(kind.into(), None, number, Some(reason), vec![Candidate::new(line, confidence)]))
}

/// Finds the lines that use numbers of this format without a prefix.
fn detect_without_prefix(number: &str) -> Detection {
    let formats: Vec<&NumberShape> = NumberShape::all().iter().filter(|shape| shape.fits_bare(number)).collect();
    let confidence = if formats.len() == 1 { DIGITS_OF_ONE_LINE } else { DIGITS_OF_SEVERAL_LINES };
    let candidates = formats.iter().filter_map(|shape| lines::by_scac(shape.scac));
    let candidates = candidates.map(|line| Candidate::new(line, confidence)).collect();
    let all_bookings = !formats.is_empty() && formats.iter().all(|shape| shape.kind == NumberKind::BookingNumber);
    let number_type = if all_bookings { NumberType::Booking } else { NumberType::BillOfLading };
    let reason = "may be a bill of lading or a booking number".to_owned();
    shipment_number(number_type, None, number, Some(reason), candidates)
}

fn sandbox_number(number: String) -> Detection {
    let candidates = lines::by_scac(Scac::SANDBOX).map(|line| Candidate::new(line, 1.0)).into_iter().collect();
    shipment_number(
        NumberType::BillOfLading,
        Some(true),
        &number,
        Some("a test number of the sandbox".to_owned()),
        candidates,
    )
}

fn shipment_number(
    number_type: NumberType,
    is_valid: Option<bool>,
    number: &str,
    reason: Option<String>,
    candidates: Vec<Candidate>,
) -> Detection {
    Detection {
        number_type,
        validation: Validation {
            is_valid,
            kind: TrackedObject::Shipment,
            check_digit_passed: None,
            parsed_number: Some(number.to_owned()),
            reason,
        },
        shipping_line: Prediction::from(candidates),
    }
}

fn invalid(reason: String) -> Detection {
    let mut detection = shipment_number(NumberType::BillOfLading, Some(false), "", Some(reason), Vec::new());
    detection.validation.parsed_number = None;
    detection
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line_of(text: &str) -> (NumberType, Decision, Option<&'static str>) {
        let found = detect(text).unwrap();
        let best = found.shipping_line.candidates.first().map(|candidate| candidate.scac);
        (found.number_type, found.shipping_line.decision, best)
    }

    #[test]
    fn bill_with_prefix_and_shape_of_a_line_selects_the_line() {
        for (text, scac) in [
            ("maeu 123456789", "MAEU"),
            ("MEDUF5399896", "MSCU"),
            ("HLCUSEL251063257", "HLCU"),
            ("CMDUSHZ5223740", "CMDU"),
            ("CMDU1234567", "CMDU"),
            ("EGLV084900042045", "EGLV"),
            ("YMJAW237351291", "YMLU"),
            ("HDMUTAOM72244900", "HDMU"),
        ] {
            let found = detect(text).unwrap();
            assert_eq!(line_of(text), (NumberType::BillOfLading, Decision::AutoSelect, Some(scac)), "{text}");
            assert_eq!(found.shipping_line.selected, found.shipping_line.candidates.first().copied());
            assert_eq!((found.validation.is_valid, found.validation.kind), (Some(true), TrackedObject::Shipment));
        }
        assert_eq!(line_of("EBKG01234567"), (NumberType::Booking, Decision::AutoSelect, Some("MSCU")));
    }

    #[test]
    fn bill_with_prefix_and_other_shape_needs_confirmation() {
        for text in ["MAEU12345678", "EGLV0849000420456", "HLCU1234567890", "MSCU12345678"] {
            let (number_type, decision, _) = line_of(text);
            assert_eq!((number_type, decision), (NumberType::BillOfLading, Decision::NeedsConfirmation), "{text}");
            let found = detect(text).unwrap();
            assert_eq!(found.shipping_line.selected, found.shipping_line.candidates.first().copied());
            assert_eq!(found.validation.is_valid, None);
        }
        assert_eq!(line_of("MAEU12").1, Decision::NoPrediction);
    }

    #[test]
    fn owner_of_container_needs_confirmation() {
        let found = detect("mscu 595681-8").unwrap();
        assert_eq!(line_of("mscu 595681-8"), (NumberType::Container, Decision::NeedsConfirmation, Some("MSCU")));
        assert_eq!(found.validation.check_digit_passed, Some(true));
        assert_eq!(found.validation.parsed_number.as_deref(), Some("MSCU5956818"));
        assert_eq!(line_of("CSQU3054383").2, Some("HLCU"));
    }

    #[test]
    fn wrong_check_digit_is_reported_and_lowers_confidence() {
        let found = detect("MSCU1234567").unwrap();
        assert_eq!(line_of("MSCU1234567"), (NumberType::Container, Decision::NoPrediction, Some("MSCU")));
        assert_eq!((found.validation.is_valid, found.validation.check_digit_passed), (Some(false), Some(false)));
        assert!(found.validation.reason.unwrap().contains("the correct one is 6"));
    }

    #[test]
    fn leased_container_points_to_no_line() {
        for text in ["TCKU7248999", "TRHU4307252", "TGHU1643396", "FCIU9908030", "GMCU6094137"] {
            assert_eq!(line_of(text), (NumberType::Container, Decision::NoPrediction, None), "{text}");
        }
        assert!(detect("TCKU7248999").unwrap().validation.reason.unwrap().contains("lessor"));
    }

    #[test]
    fn digits_without_prefix_give_candidates_of_low_confidence() {
        assert_eq!(line_of("123456789"), (NumberType::BillOfLading, Decision::NoPrediction, Some("MAEU")));
        let shared = detect("1234567890").unwrap().shipping_line;
        assert_eq!(shared.candidates.iter().map(|candidate| candidate.scac).collect::<Vec<_>>(), ["COSU", "OOLU"]);
        assert_eq!(line_of("I470260415"), (NumberType::Booking, Decision::NoPrediction, Some("YMLU")));
        assert_eq!(line_of("ABC1234567"), (NumberType::BillOfLading, Decision::NoPrediction, None));
        assert_eq!(detect("123456789").unwrap().validation.is_valid, None);
    }

    #[test]
    fn number_of_another_document_is_invalid_and_named() {
        for (text, name) in
            [("PO-4500012345", "purchase order"), ("ABC-1234567-8", "customs entry"), ("HBL1234", "house bill")]
        {
            let found = detect(text).unwrap();
            assert_eq!((found.validation.is_valid, found.validation.parsed_number), (Some(false), None));
            assert!(found.validation.reason.unwrap().contains(name));
        }
        for text in ["???", "12\u{0}45678", "---", "hello", "230000012.0", "1230000/1230001"] {
            assert_eq!(detect(text).unwrap().validation.is_valid, Some(false), "{text:?}");
        }
    }

    #[test]
    fn test_number_selects_sandbox_line() {
        assert_eq!(line_of("test-tr-succeeded"), (NumberType::BillOfLading, Decision::AutoSelect, Some("TEST")));
    }

    #[test]
    fn empty_or_overlong_text_is_rejected() {
        for text in ["", " \n", &"1".repeat(51), &"x".repeat(1_000_000)] {
            let refusal = detect(text).unwrap_err();
            assert_eq!(refusal.pointer(), Some("/number"));
            assert!(refusal.to_string().len() < 100);
        }
    }

    #[test]
    fn detection_serializes_as_attributes_of_the_response() {
        let answer = serde_json::to_value(detect("MAEU123456789").unwrap()).unwrap();
        let line = serde_json::json!({"scac": "MAEU", "name": "Maersk", "confidence": 0.97});
        assert_eq!(
            answer,
            serde_json::json!({
                "number_type": "bill_of_lading",
                "validation": {"is_valid": true, "type": "shipment", "check_digit_passed": null,
                               "parsed_number": "MAEU123456789", "reason": null},
                "shipping_line": {"decision": "auto_select", "selected": line, "candidates": [line]},
            })
        );
    }

    proptest! {
        #[test]
        fn detection_never_panics_and_a_line_of_a_container_needs_confirmation(text in any::<String>()) {
            if let Ok(found) = detect(&text) {
                prop_assert!(found.number_type != NumberType::Container || found.shipping_line.decision != Decision::AutoSelect);
            }
        }

        #[test]
        fn candidates_are_sorted_and_determine_the_decision(text in "[A-Z]{0,6}[0-9]{0,13}") {
            if let Ok(found) = detect(&text) {
                let confidences: Vec<f64> = found.shipping_line.candidates.iter().map(|c| c.confidence).collect();
                prop_assert!(confidences.is_sorted_by(|a, b| a >= b));
                prop_assert!(confidences.iter().all(|confidence| (0.0..=1.0).contains(confidence)));
                let best = confidences.first().copied().unwrap_or_default();
                prop_assert_eq!(found.shipping_line.decision, Decision::at(best));
            }
        }

        #[test]
        fn owner_of_container_is_never_selected(first_ten in "[A-Z]{3}U[0-9]{6}") {
            let digit = ContainerNumber::check_digit_of(&first_ten).unwrap();
            let found = detect(&format!("{first_ten}{digit}")).unwrap();
            if found.number_type == NumberType::Container {
                prop_assert!(found.shipping_line.decision != Decision::AutoSelect);
            } else {
                prop_assert!(first_ten.starts_with("CMDU"));
            }
        }
    }
}

//! The codes of movements in DCSA Track & Trace and in X12, and what each form can express.

use super::journey::CarrierEvent;
use super::scenario_event::ScenarioEvent;
use crate::decoders::Form;
use crate::tracking::{Certainty, Mode, Motion, Movement};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Code {
    Transport(&'static str),
    Equipment(&'static str),
    Shipment(&'static str, &'static str),
}

/// The DCSA code; `None` if the standard has no code.
pub(super) fn code(motion: &Motion) -> Option<Code> {
    Some(match &motion.movement {
        Movement::Arrived => Code::Transport("ARRI"),
        Movement::Departed => Code::Transport("DEPA"),
        Movement::Loaded => Code::Equipment("LOAD"),
        Movement::Discharged => Code::Equipment("DISC"),
        Movement::GateIn => Code::Equipment("GTIN"),
        Movement::GateOut => Code::Equipment("GTOT"),
        Movement::PickedUp => Code::Equipment("PICK"),
        Movement::Dropped => Code::Equipment("DROP"),
        Movement::Available => Code::Equipment("AVPU"),
        Movement::CustomsReleased => Code::Shipment("CUS", "RELS"),
        Movement::CarrierReleased => Code::Shipment("SRM", "RELS"),
        Movement::VgmReceived => Code::Shipment("VGM", "RECE"),
        other => match other.as_str() {
            "booking_confirmed" => Code::Shipment("BKG", "CONF"),
            "booking_cancelled" => Code::Shipment("BKG", "CANC"),
            "transport_document_issued" => Code::Shipment("TRD", "ISSU"),
            "shipping_instruction_received" => Code::Shipment("SHI", "RECE"),
            _ => return None,
        },
    })
}

/// The X12 status code; `None` if no code has exactly this meaning.
pub(super) fn status(certainty: Certainty, motion: &Motion) -> Option<&'static str> {
    use Mode::{Barge, Rail, Truck, Vessel};
    let empty = motion.empty == Some(true);
    if certainty != Certainty::Actual {
        return match (&motion.movement, motion.mode.as_ref()?) {
            (Movement::Departed, Vessel) => Some("C"),
            (Movement::Arrived, Vessel | Rail | Truck) => Some("E"),
            _ => None,
        };
    }
    Some(match (&motion.movement, motion.mode.as_ref()) {
        (Movement::Loaded, Some(Vessel)) => "AE",
        (Movement::Loaded, Some(Barge)) => "AO",
        (Movement::Loaded, Some(Rail)) => "AL",
        (Movement::Departed, Some(Vessel)) => "VD",
        (Movement::Departed, Some(Rail)) => "RL",
        (Movement::Arrived, Some(Vessel)) => "VA",
        (Movement::Arrived, Some(Rail)) => "AR",
        (Movement::Arrived, Some(Truck)) => "X1",
        (Movement::Discharged, Some(Vessel)) => "UV",
        (Movement::Discharged, Some(Rail)) => "UR",
        (Movement::GateOut, Some(Truck) | None) if empty => "EE",
        (Movement::GateIn, Some(Truck) | None) if empty => "RD",
        (Movement::GateOut, Some(Truck) | None) => "OA",
        (Movement::GateIn, Some(Truck) | None) => "I",
        (Movement::Available, _) => "AV",
        (Movement::NotAvailable, _) => "DN",
        (Movement::CustomsReleased, _) => "CT",
        (Movement::CarrierReleased, _) => "CR",
        (other, _) => match other.as_str() {
            "booking_confirmed" => "BF",
            "booking_cancelled" => "CA",
            _ => return None,
        },
    })
}

pub(super) fn can_express_event(form: Form, event: &ScenarioEvent) -> bool {
    can_express_motion(form, event.certainty, &event.motion)
}

/// Whether a form can express an event and, if it was withdrawn, the withdrawal.
pub(super) fn can_express(form: Form, report: &CarrierEvent) -> bool {
    can_express_motion(form, report.event.certainty, &report.event.motion)
        && (report.withdrawn_at.is_none() || can_withdraw(form))
}

pub(super) fn can_withdraw(form: Form) -> bool {
    !matches!(form, Form::Dcsa2 | Form::X12StatusDetails)
}

fn can_express_motion(form: Form, certainty: Certainty, motion: &Motion) -> bool {
    match form {
        Form::Dcsa2 | Form::Dcsa3Beta => motion.movement != Movement::Available && code(motion).is_some(),
        Form::Dcsa3Codes | Form::Dcsa3Words => code(motion).is_some(),
        Form::X12StatusDetails | Form::Iftsta => status(certainty, motion).is_some(),
        Form::Codeco => {
            let is_gate = matches!(motion.movement, Movement::GateIn | Movement::GateOut);
            is_gate && certainty == Certainty::Actual
        }
        Form::Coarri => {
            let is_quay = matches!(motion.movement, Movement::Loaded | Movement::Discharged);
            is_quay && certainty == Certainty::Actual && motion.mode == Some(Mode::Vessel)
        }
        // The simulator does not write these.
        Form::DcsaArrivalNotice
        | Form::X12ArrivalNotice
        | Form::X12TerminalActivity
        | Form::Iftman
        | Form::OtherEdi => false,
    }
}

//! What can be said in each form.

use super::codes;
use super::journey::Said;
use super::word::Word;
use crate::carriers::Form;
use crate::tracking::{Certainty, Mode, Motion, Movement};

/// Whether a form has words for what is said.
pub(super) fn can_say(form: Form, word: &Word) -> bool {
    says(form, word.certainty, &word.motion)
}

/// The same, of what is said on the calendar.
pub(super) fn can_tell(form: Form, said: &Said) -> bool {
    says(form, said.event.certainty, &said.event.motion)
}

/// Whether a form can take back what was said.
pub(super) fn can_take_back(form: Form) -> bool {
    !matches!(form, Form::Dcsa2 | Form::X12StatusDetails)
}

fn says(form: Form, certainty: Certainty, motion: &Motion) -> bool {
    match form {
        Form::Dcsa2 | Form::Dcsa3Beta => motion.movement != Movement::Available && codes::code(motion).is_some(),
        Form::Dcsa3Codes | Form::Dcsa3Words => codes::code(motion).is_some(),
        Form::X12StatusDetails | Form::Iftsta => codes::status(certainty, motion).is_some(),
        Form::Codeco => {
            let is_gate = matches!(motion.movement, Movement::GateIn | Movement::GateOut);
            is_gate && certainty == Certainty::Actual
        }
        Form::Coarri => {
            let is_quay = matches!(motion.movement, Movement::Loaded | Movement::Discharged);
            is_quay && certainty == Certainty::Actual && motion.mode == Some(Mode::Vessel)
        }
        Form::OtherEdi => false,
    }
}

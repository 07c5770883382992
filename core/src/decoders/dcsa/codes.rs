//! The code lists of DCSA, the words that 3.0 has for them, and the spellings that carriers use.

use std::borrow::Cow;

use crate::numbers::NumberKind;
use crate::tracking::{Certainty, Mode, Movement, Phase};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Shipment,
    Transport,
    Equipment,
    Device,
}

impl Kind {
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(match &*word(text) {
            "SHIPMENT" => Kind::Shipment,
            "TRANSPORT" => Kind::Transport,
            "EQUIPMENT" | "TRANSPORT_EQUIPMENT" | "TRANSPORTEQUIPMENT" => Kind::Equipment,
            "IOT" | "REEFER" => Kind::Device,
            _ => return None,
        })
    }

    pub(super) fn of_list(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let kind = name.strip_suffix('s').unwrap_or(&name).strip_suffix("event")?;
        Kind::parse(kind)
    }
}

/// Normalizes a code or words: `Gated in` becomes `GATED_IN`.
pub(super) fn word(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_') {
        return text.into();
    }
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_uppercase).collect::<Vec<_>>().join("_").into()
}

pub(super) fn movement(code: &str) -> Movement {
    let code = word(code);
    match &*code {
        "ARRI" | "ARRIVED" | "ARRIVAL" => Movement::Arrived,
        "DEPA" | "DEPARTED" | "DEPARTURE" => Movement::Departed,
        "LOAD" | "LOADED" => Movement::Loaded,
        "DISC" | "DISCHARGED" | "DISCHARGE" => Movement::Discharged,
        "GTIN" | "GATED_IN" | "GATE_IN" => Movement::GateIn,
        "GTOT" | "GATED_OUT" | "GATE_OUT" => Movement::GateOut,
        "PICK" | "PICKED_UP" | "PICK_UP" | "PICKUP" => Movement::PickedUp,
        "DROP" | "DROPPED_OFF" | "DROP_OFF" => Movement::Dropped,
        "AVPU" | "AVAILABLE_FOR_PICKUP" | "AVAILABLE_FOR_PICK_UP" => Movement::Available,
        "CUSR" | "CUSTOMS_RELEASED" => Movement::CustomsReleased,
        other => Movement::parse(&in_words(other, OTHER_MOVEMENTS)),
    }
}

/// Some carriers write the movement code into the member for the type of event.
pub(super) fn is_movement(code: &str) -> bool {
    let code = word(code);
    movement(&code).is_known() || OTHER_MOVEMENTS.iter().any(|(known, name)| *known == code || is_word(&code, name))
}

/// Whether the code is known and, if a document is named, its type is.
pub(super) fn is_shipment_movement(document: Option<&str>, code: &str) -> bool {
    let is_in = |text: &str, table| matches!(in_words(&word(text), table), Cow::Borrowed(_));
    document.is_none_or(|document| is_in(document, DOCUMENTS)) && is_in(code, SHIPMENT_EVENTS)
}

pub(super) fn shipment_movement(document: Option<&str>, code: &str) -> Movement {
    let (document, code) = (document.map(word).unwrap_or_default(), word(code));
    let document = in_words(&document, DOCUMENTS);
    let code = in_words(&code, SHIPMENT_EVENTS);
    match (&*document, &*code) {
        ("verified_gross_mass", "received") => Movement::VgmReceived,
        ("customs_inspection" | "customs_clearance", "released") => Movement::CustomsReleased,
        ("shipment_release_message" | "container_release_order" | "delivery_order", "released") => {
            Movement::CarrierReleased
        }
        ("", code) => Movement::parse(&format!("document_{code}")),
        (document, code) => Movement::parse(&format!("{document}_{code}")),
    }
}

pub(super) fn certainty(text: &str) -> Option<Certainty> {
    Some(match &*word(text) {
        "ACT" | "ACTUAL" => Certainty::Actual,
        "EST" | "ESTIMATED" | "ESTIMATE" => Certainty::Estimated,
        "PLN" | "PLAN" | "PLANNED" | "REQ" | "REQUESTED" => Certainty::Planned,
        _ => return None,
    })
}

pub(super) fn empty(text: &str) -> Option<bool> {
    Some(match &*word(text) {
        "EMPTY" | "E" | "MT" | "TRUE" => true,
        "LADEN" | "L" | "FULL" | "F" | "FALSE" => false,
        _ => return None,
    })
}

pub(super) fn empty_in_words(text: &str) -> Option<bool> {
    match word(text).split('_').next() {
        Some("EMPTY") => Some(true),
        Some("FULL" | "LADEN") => Some(false),
        _ => None,
    }
}

pub(super) fn mode(text: &str) -> Mode {
    match &*word(text) {
        "VESSEL" | "OCEAN" | "SEA" | "MARITIME" | "MARITIME_TRANSPORT" | "WATER" | "1" => Mode::Vessel,
        "RAIL" | "RAIL_TRANSPORT" | "TRAIN" | "2" => Mode::Rail,
        "TRUCK" | "ROAD" | "ROAD_TRANSPORT" | "3" => Mode::Truck,
        "BARGE" | "FEEDER" | "INLAND_WATER" | "INLAND_WATER_TRANSPORT" | "INLAND_WATERWAY" | "8" => Mode::Barge,
        _ => Mode::parse(&text.to_lowercase()),
    }
}

pub(super) fn phase(text: &str) -> Option<Phase> {
    let word = word(text);
    if word.contains("TRANSSHIPMENT") || word.contains("TRANSHIPMENT") {
        return Some(Phase::Transshipment);
    }
    match word.split('_').next() {
        Some("EXPORT") => Some(Phase::Export),
        Some("IMPORT") => Some(Phase::Import),
        _ => None,
    }
}

pub(super) fn phase_of_location(text: &str) -> Option<Phase> {
    match &*word(text) {
        "PRE" | "POL" | "PLACE_OF_RECEIPT" | "PORT_OF_LOADING" => Some(Phase::Export),
        "POD" | "PDE" | "PORT_OF_DISCHARGE" | "PLACE_OF_DELIVERY" => Some(Phase::Import),
        "PTS" | "PORT_OF_TRANSSHIPMENT" => Some(Phase::Transshipment),
        _ => None,
    }
}

pub(super) fn number_kind(text: &str) -> Option<NumberKind> {
    // One sample of the standard writes `BKG (Booking)`.
    match word(text).split('_').next()? {
        "BKG" | "BOOKING" => Some(NumberKind::BookingNumber),
        "TRD" | "TRANSPORT" | "BOL" | "BL" | "MBL" | "SWB" => Some(NumberKind::BillOfLading),
        _ => None,
    }
}

pub(super) fn is_equipment_reference(text: &str) -> bool {
    matches!(&*word(text), "EQ" | "EQUIPMENT" | "EQUIPMENT_REFERENCE")
}

/// The lower-case words for a code. An unknown code is only put into lower case.
fn in_words(code: &str, table: &[(&str, &'static str)]) -> Cow<'static, str> {
    match table.iter().find(|(known, name)| *known == code || is_word(code, name)) {
        Some((_, name)) => Cow::Borrowed(name),
        None => code.to_lowercase().into(),
    }
}

fn is_word(code: &str, name: &str) -> bool {
    code.eq_ignore_ascii_case(name)
}

const OTHER_MOVEMENTS: &[(&str, &str)] = &[
    ("STUF", "stuffed"),
    ("STRP", "stripped"),
    ("INSP", "inspected"),
    ("RSEA", "resealed"),
    ("RMVD", "removed"),
    ("AVDO", "available_for_drop_off"),
    ("CUSS", "customs_selected_for_scan"),
    ("CUSI", "customs_selected_for_inspection"),
    ("CROS", "crossed"),
    ("DETC", "detected"),
    ("MEAS", "measured"),
    ("ADJU", "adjusted"),
];

const DOCUMENTS: &[(&str, &str)] = &[
    ("CBR", "carrier_booking_request"),
    ("BKG", "booking"),
    ("SHI", "shipping_instruction"),
    ("SHI", "shipping_instructions"),
    ("SRM", "shipment_release_message"),
    ("CRO", "container_release_order"),
    ("TRD", "transport_document"),
    ("ARN", "arrival_notice"),
    ("VGM", "verified_gross_mass"),
    ("CAS", "cargo_survey"),
    ("CUS", "customs_inspection"),
    ("CUC", "customs_clearance"),
    ("DGD", "dangerous_goods_declaration"),
    ("OOG", "out_of_gauge"),
    ("DEO", "delivery_order"),
];

const SHIPMENT_EVENTS: &[(&str, &str)] = &[
    ("RECE", "received"),
    ("DRFT", "drafted"),
    ("PENA", "pending_approval"),
    ("PENU", "pending_update"),
    ("PENC", "pending_confirmation"),
    ("PENM", "pending_amendment"),
    ("REJE", "rejected"),
    ("APPR", "approved"),
    ("ISSU", "issued"),
    ("SURR", "surrendered"),
    ("SUBM", "submitted"),
    ("VOID", "voided"),
    ("CONF", "confirmed"),
    ("REQS", "requested"),
    ("CMPL", "completed"),
    ("HOLD", "on_hold"),
    ("RELS", "released"),
    ("CANC", "cancelled"),
    ("DECL", "declined"),
    ("AMCF", "amendment_confirmed"),
    ("AMCN", "amendment_cancelled"),
    ("AMDC", "amendment_declined"),
    ("AMPR", "amendment_processing"),
    ("AMRE", "amendment_received"),
    ("CACF", "cancellation_confirmed"),
    ("CADC", "cancellation_declined"),
    ("CARE", "cancellation_received"),
    ("PSAM", "pending_surrender_for_amendment"),
    ("PSDL", "pending_surrender_for_delivery"),
    ("SUAM", "surrendered_for_amendment"),
    ("SUDL", "surrendered_for_delivery"),
    ("UPCF", "update_confirmed"),
    ("UPCN", "update_cancelled"),
    ("UPDC", "update_declined"),
    ("UPDT", "updated"),
    ("UPRE", "update_received"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_words_and_other_spellings_mean_the_same() {
        for text in ["GTIN", "GATED_IN", "Gated In", "gate-in", " gtin "] {
            assert_eq!(movement(text), Movement::GateIn, "{text}");
        }
        assert_eq!(movement("STUF"), movement("Stuffed"));
        assert_eq!(movement("Fumigated at dawn").as_str(), "fumigated_at_dawn");
        assert_eq!(
            (mode("Vessel"), mode("ROAD"), mode("Airship")),
            (Mode::Vessel, Mode::Truck, Mode::parse("airship"))
        );
        assert_eq!((certainty("Plan"), certainty("actual")), (Some(Certainty::Planned), Some(Certainty::Actual)));
    }

    #[test]
    fn document_events_become_named_movements() {
        for (document, code, name) in [
            ("VGM", "RECE", "vgm_received"),
            ("SRM", "RELS", "carrier_released"),
            ("DELIVERY_ORDER", "RELEASED", "carrier_released"),
            ("CUS", "RELS", "customs_released"),
            ("BKG", "CONF", "booking_confirmed"),
            ("TRD", "ISSU", "transport_document_issued"),
            ("XYZ", "ABCD", "xyz_abcd"),
        ] {
            assert_eq!(shipment_movement(Some(document), code).as_str(), name);
        }
        assert_eq!(shipment_movement(None, "CONF").as_str(), "document_confirmed");
    }

    #[test]
    fn only_bookings_are_cancelled() {
        let cancels = |document: &str, code: &str| shipment_movement(Some(document), code).cancels_booking();
        assert_eq!(cancels("BKG", "CANC"), Some(true));
        assert_eq!(cancels("Booking", "Declined"), Some(true));
        assert_eq!(cancels("BKG", "CONF"), Some(false));
        assert_eq!(cancels("SHI", "VOID"), None);
    }
}

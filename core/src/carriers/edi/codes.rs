//! The status codes of X12 (data element 157), which carriers use in IFTSTA as well, those of IFTSTA itself (UN/ECE recommendation 24,
//! which are numbers), and what each says was seen.
//!
//! The table is that of `core/docs/edi.md`. What carriers document differs: a [sender's own table](super::Senders) comes first.

use std::borrow::Cow;

use super::text::capitals;
use crate::tracking::{Certainty, Mode, Motion, Movement, Phase};

/// What a status code says.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Meaning {
    /// Something happened, or is expected to.
    Seen {
        /// What was seen. Where it leaves open whether the container was empty, the message says so.
        motion: Motion,
        /// How sure.
        certainty: Certainty,
    },
    /// Carrier and customs released it, both at once.
    Released,
    /// The time is that of an appointment for picking it up.
    Appointment,
    /// The time is the end of its free time.
    FreeTime,
    /// A hold of this name was placed: `customs`, `freight`, `USDA`, `other`.
    Held(Cow<'static, str>),
    /// The holds of this name were lifted; `*` for all.
    Lifted(Cow<'static, str>),
    /// Something that is kept under this name, and means nothing on a voyage.
    Noted(Cow<'static, str>),
}

impl Meaning {
    /// That this was seen: a [`Motion`], a [`Movement`] alone, or what a
    /// [`Milestone`](crate::tracking::Milestone) says.
    pub fn seen(motion: impl Into<Motion>) -> Self {
        Meaning::Seen { motion: motion.into(), certainty: Certainty::Actual }
    }

    /// That this is expected.
    pub fn expected(motion: impl Into<Motion>) -> Self {
        Meaning::Seen { motion: motion.into(), certainty: Certainty::Estimated }
    }
}

/// A status code of the standard table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct StatusCode {
    /// The code.
    pub code: &'static str,
    /// What it stands for, in words.
    pub words: &'static str,
    /// What it says.
    pub meaning: Meaning,
}

/// The standard table, in the order of the codes.
pub fn status_codes() -> impl Iterator<Item = StatusCode> {
    ROWS.iter().map(|row| StatusCode { code: row.0, words: row.1, meaning: meaning_of(row) })
}

/// What a code says by the standard table, in capitals or not.
pub(super) fn meaning(code: &str) -> Option<Meaning> {
    row(code).map(meaning_of)
}

fn meaning_of((code, _, meaning): &Row) -> Meaning {
    match meaning {
        Meaning::Noted(name) if name.is_empty() => {
            Meaning::Noted(format!("noted_{}", code.to_ascii_lowercase()).into())
        }
        meaning => meaning.clone(),
    }
}

/// What a code stands for, in words.
pub(super) fn words(code: &str) -> Option<&'static str> {
    row(code).map(|(_, words, _)| *words)
}

fn row(code: &str) -> Option<&'static Row> {
    let code = capitals(code);
    ROWS.binary_search_by(|(known, ..)| (*known).cmp(&*code)).ok().and_then(|at| ROWS.get(at))
}

type Row = (&'static str, &'static str, Meaning);

/// A movement, by what, and whether the container is empty whatever the message says.
const fn seen(movement: Movement, mode: Option<Mode>, empty: Option<bool>) -> Meaning {
    Meaning::Seen { motion: Motion { movement, mode, empty, phase: None }, certainty: Certainty::Actual }
}

/// Where the goods come to, by truck.
const fn inland(movement: Movement, mode: Option<Mode>) -> Meaning {
    let motion = Motion { movement, mode, empty: Some(false), phase: Some(Phase::Import) };
    Meaning::Seen { motion, certainty: Certainty::Actual }
}

const fn expected(movement: Movement) -> Meaning {
    let motion = Motion { movement, mode: None, empty: None, phase: None };
    Meaning::Seen { motion, certainty: Certainty::Estimated }
}

const fn held(name: &'static str) -> Meaning {
    Meaning::Held(Cow::Borrowed(name))
}

const fn lifted(name: &'static str) -> Meaning {
    Meaning::Lifted(Cow::Borrowed(name))
}

const fn noted(name: &'static str) -> Meaning {
    Meaning::Noted(Cow::Borrowed(name))
}

/// Kept as `noted_` with the code: its own name is empty.
const NOTED: Meaning = noted("");

const ROWS: &[Row] = {
    use Meaning::{Appointment, FreeTime, Released};
    use Mode::{Barge, Rail, Truck, Vessel};
    use Movement::*;
    &[
        ("1", "arrived", seen(Arrived, None, None)),
        ("10", "cleared by agriculture, food or fisheries authorities", NOTED),
        ("100", "transshipped", noted("transshipped")),
        ("101", "transit delayed", noted("delayed")),
        ("102", "unknown", NOTED),
        ("103", "unplugged", NOTED),
        ("11", "cleared by the port authority", NOTED),
        ("12", "cleared by customs", seen(CustomsReleased, None, None)),
        ("13", "collected", noted("collected")),
        ("14", "completed", NOTED),
        ("15", "consolidated", NOTED),
        ("16", "crossed a border", NOTED),
        ("17", "customs clearance refused", held("customs")),
        ("18", "damaged", NOTED),
        ("19", "damage of equipment estimated", NOTED),
        ("2", "may be loaded", NOTED),
        ("20", "delayed", noted("delayed")),
        ("21", "delivered", inland(Dropped, None)),
        ("22", "delivered as instructed", inland(Dropped, None)),
        ("23", "not delivered completely", NOTED),
        ("24", "departed", seen(Departed, None, None)),
        ("25", "departure delayed", noted("delayed")),
        ("26", "taken off the rail car", seen(Discharged, Some(Rail), None)),
        ("27", "dispatched", noted("dispatched")),
        ("28", "unpacked", noted("stripped")),
        ("29", "discharged", seen(Discharged, None, None)),
        ("3", "arrived in defective condition", seen(Arrived, None, None)),
        ("30", "found empty", NOTED),
        ("31", "on the way", noted("en_route")),
        ("32", "equipment back from repair", NOTED),
        ("33", "equipment sent for repair", NOTED),
        ("34", "equipment repaired", NOTED),
        ("35", "forwarded to its destination", NOTED),
        ("36", "not found", NOTED),
        ("37", "found", NOTED),
        ("38", "freight paid", noted("freight_paid")),
        ("39", "out of bond", NOTED),
        ("4", "defective equipment is in order again", NOTED),
        ("40", "at the port", noted("arrived_at_port")),
        ("41", "handed over", NOTED),
        ("42", "handed over, delivered", NOTED),
        ("43", "handed over, received", NOTED),
        ("44", "wrong route put right", NOTED),
        ("45", "consignee told of arrival", NOTED),
        ("46", "into bond", NOTED),
        ("47", "into packing depot", NOTED),
        ("48", "loaded", seen(Loaded, None, None)),
        ("49", "lost", NOTED),
        ("5", "begun", NOTED),
        ("50", "on the manifest", NOTED),
        ("51", "means of transport damaged", NOTED),
        ("52", "mechanical breakdown", NOTED),
        ("53", "no pick-up", NOTED),
        ("54", "not identified", NOTED),
        ("55", "not collected", NOTED),
        ("56", "not delivered", NOTED),
        ("57", "not loaded", noted("not_loaded")),
        ("58", "off hire", NOTED),
        ("59", "off-loaded", NOTED),
        ("6", "booked", noted("booking_confirmed")),
        ("60", "on hire", NOTED),
        ("61", "claims settled", NOTED),
        ("62", "over-landed", NOTED),
        ("63", "package not ready", NOTED),
        ("64", "pick-up awaited", NOTED),
        ("65", "plugged in", NOTED),
        ("66", "plundered", NOTED),
        ("67", "positioned", NOTED),
        ("68", "told in advance", NOTED),
        ("69", "put to refuse", NOTED),
        ("7", "booking cancelled", noted("booking_cancelled")),
        ("70", "put on the rail car", seen(Loaded, Some(Rail), None)),
        ("71", "ready for transport", NOTED),
        ("72", "receipt acknowledged", NOTED),
        ("73", "receipt acknowledged in part", NOTED),
        ("74", "received", noted("cargo_received")),
        ("75", "reconsigned", NOTED),
        ("76", "forwarded anew on request", NOTED),
        ("77", "refused without a reason", NOTED),
        ("78", "released", noted("released")),
        ("79", "loaded again", seen(Loaded, None, None)),
        ("8", "import restrictions lifted", NOTED),
        ("80", "returned as instructed", NOTED),
        ("81", "returned as a wreck", NOTED),
        ("82", "returned", NOTED),
        ("83", "sealed", noted("sealed")),
        ("84", "service ordered", NOTED),
        ("85", "short-landed", NOTED),
        ("86", "short-shipped", NOTED),
        ("87", "sorted to a wrong route", NOTED),
        ("88", "split", NOTED),
        ("89", "steam cleaned", NOTED),
        ("9", "export restrictions lifted", NOTED),
        ("90", "stopped", NOTED),
        ("91", "stored", NOTED),
        ("92", "stowed", NOTED),
        ("93", "packed", noted("stuffed")),
        ("94", "packed and sealed", noted("stuffed")),
        ("95", "sub-leased in", NOTED),
        ("96", "sub-leased out", NOTED),
        ("97", "damage surveyed", NOTED),
        ("98", "transferred in", NOTED),
        ("99", "transferred out", NOTED),
        ("A", "arrived", NOTED),
        ("A1", "agriculture hold, Canada", held("other")),
        ("A2", "agriculture release, Canada", lifted("other")),
        ("A3", "agriculture refused entry, Canada", held("other")),
        ("A4", "agriculture conditional release, Canada", lifted("other")),
        ("AA", "pick-up appointment", Appointment),
        ("AB", "delivery appointment", noted("delivery_appointment")),
        ("AD", "delivery appointment", noted("delivery_appointment")),
        ("AE", "loaded on vessel", seen(Loaded, Some(Vessel), None)),
        ("AF", "departed pick-up location", noted("departed_pick_up_location")),
        ("AG", "estimated delivery, or estimated arrival", expected(Arrived)),
        ("AL", "loaded on rail", seen(Loaded, Some(Rail), None)),
        ("AM", "loaded on truck", seen(Loaded, Some(Truck), None)),
        ("AO", "loaded on barge", seen(Loaded, Some(Barge), None)),
        ("AP", "loaded on feeder vessel", seen(Loaded, Some(Barge), None)),
        ("AR", "rail arrival at destination ramp", seen(Arrived, Some(Rail), None)),
        ("AV", "available for delivery", seen(Available, None, None)),
        ("B", "bad order", NOTED),
        ("BF", "booking confirmed", noted("booking_confirmed")),
        ("C", "estimated departure, or its delay", expected(Departed)),
        ("C1", "customs hold, Canada", held("customs")),
        ("CA", "shipment cancelled", noted("booking_cancelled")),
        ("CB", "chassis tie", NOTED),
        ("CC", "chassis untie", NOTED),
        ("CD", "carrier departed delivery location", noted("departed_delivery_location")),
        ("CH", "customs hold", held("customs")),
        ("CO", "cargo received at contractual place of receipt", noted("cargo_received")),
        ("CR", "carrier release", seen(CarrierReleased, None, None)),
        ("CS", "container sealed", noted("sealed")),
        ("CT", "customs release", seen(CustomsReleased, None, None)),
        ("CU", "carrier and customs release", Released),
        ("D", "completed unloading at delivery location", inland(Dropped, None)),
        ("DN", "not available for pick-up", seen(NotAvailable, None, None)),
        ("E", "estimated arrival, or its delay", expected(Arrived)),
        ("EE", "empty equipment dispatched", seen(GateOut, None, Some(true))),
        ("FD", "freight is due", held("freight")),
        ("FP", "freight paid", noted("freight_paid")),
        ("FT", "free time expired", FreeTime),
        ("HG", "held on ground", held("other")),
        ("HR", "hold released", lifted("*")),
        ("I", "in-gate", seen(GateIn, None, None)),
        ("IB", "in-bond movement authorized", noted("in_bond_authorized")),
        ("IR", "changed from in-bond to not in-bond", NOTED),
        ("K", "arrived at customs", noted("arrived_at_customs")),
        ("LD", "late delivery", NOTED),
        ("N", "no paperwork received", NOTED),
        ("NF", "free time to expire", FreeTime),
        ("NH", "no hazardous material document received", NOTED),
        ("NO", "notification", NOTED),
        ("NP", "terminal charges paid", NOTED),
        ("NR", "shipment information not received", NOTED),
        ("NT", "notification", NOTED),
        ("OA", "out-gate", seen(GateOut, None, None)),
        ("OB", "original bill of lading received", noted("original_bill_received")),
        ("P", "departed terminal location, on the way by rail", noted("passed_by_rail")),
        ("PA", "customs hold, intensive examination", held("customs")),
        ("PB", "customs hold, insufficient paperwork", held("customs")),
        ("PC", "customs hold, discrepancy in paperwork", held("customs")),
        ("PD", "customs hold, discrepancy in piece count", held("customs")),
        ("PE", "customs hold by coast guard", held("customs")),
        ("PF", "customs hold by F.B.I.", held("customs")),
        ("PG", "customs hold by local law enforcement", held("customs")),
        ("PH", "customs hold by court-imposed lien", held("customs")),
        ("PI", "customs hold by food and drug", held("customs")),
        ("PJ", "customs hold by fish and wildlife", held("customs")),
        ("PK", "customs hold by drug enforcement", held("customs")),
        ("PL", "agriculture hold for intensive investigation", held("USDA")),
        ("PM", "agriculture hold for unregistered producer", held("USDA")),
        ("PN", "agriculture hold for restricted commodity", held("USDA")),
        ("PO", "agriculture hold for insect infestation", held("USDA")),
        ("PP", "agriculture hold for bacterial contamination", held("USDA")),
        ("PQ", "customs hold at place of vessel arrival", held("customs")),
        ("PR", "customs hold at in-bond destination", held("customs")),
        ("PS", "agriculture hold at place of vessel arrival", held("USDA")),
        ("PT", "agriculture hold at in-bond destination", held("USDA")),
        ("PU", "other agency hold at place of vessel arrival", held("other")),
        ("PV", "other agency hold at in-bond destination", held("other")),
        ("PW", "agriculture hold for fumigation", held("USDA")),
        ("PX", "agriculture hold for inspection or documentation review", held("USDA")),
        ("R", "received from prior carrier", NOTED),
        ("RD", "return container", seen(GateIn, None, Some(true))),
        ("RI", "changed from not in-bond to in-bond", NOTED),
        ("RL", "rail departure from origin ramp", seen(Departed, Some(Rail), None)),
        ("SA", "shipment split", NOTED),
        ("SB", "shipment consolidation", NOTED),
        ("SD", "shipment delayed", noted("delayed")),
        ("SI", "receipt of shipping instructions", noted("shipping_instructions_received")),
        ("TC", "held for terminal charges", held("other")),
        ("TM", "intra-terminal movement", NOTED),
        ("UR", "unloaded from rail car", seen(Discharged, Some(Rail), None)),
        ("UV", "unloaded from vessel", seen(Discharged, Some(Vessel), None)),
        ("VA", "vessel arrival", seen(Arrived, Some(Vessel), None)),
        ("VD", "vessel departure", seen(Departed, Some(Vessel), None)),
        ("X1", "arrived at delivery location", inland(Arrived, Some(Truck))),
        ("X2", "estimated arrival at consignee's location", noted("consignee_arrival_estimated")),
        ("X3", "arrived at pick-up location", noted("arrived_at_pick_up_location")),
        ("X4", "arrived at terminal location", noted("arrived_at_terminal")),
        ("X5", "arrived at loading dock of delivery location", NOTED),
        ("X6", "en route to delivery location", noted("en_route_to_delivery")),
        ("X7", "en route to pick-up location", NOTED),
        ("X8", "arrived at loading dock of pick-up location", NOTED),
        ("X9", "delivery appointment secured", noted("delivery_appointment")),
    ]
};

/// The part of the voyage that a movement at a port of lading, of discharge, or between them belongs to, as far as its kind tells.
pub(super) fn may_have_phase(motion: &Motion) -> bool {
    let by_vessel = motion.mode.as_ref().is_none_or(|mode| *mode == Mode::Vessel);
    match motion.movement {
        Movement::Loaded | Movement::Departed | Movement::Arrived | Movement::Berthed | Movement::Discharged => {
            by_vessel
        }
        Movement::GateIn | Movement::GateOut => motion.empty != Some(true) && motion.mode != Some(Mode::Rail),
        _ => false,
    }
}

/// Whether a vessel makes the movement.
pub(super) fn is_by_vessel(motion: &Motion) -> bool {
    let moves = matches!(
        motion.movement,
        Movement::Loaded | Movement::Departed | Movement::Arrived | Movement::Berthed | Movement::Discharged
    );
    moves && motion.mode.as_ref().is_none_or(|mode| matches!(mode, Mode::Vessel | Mode::Barge))
}

/// The same movement, in a part of the voyage; what its table says stands.
pub(super) fn in_phase(mut motion: Motion, phase: Option<Phase>) -> Motion {
    motion.phase = motion.phase.or(phase);
    motion
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::Milestone;

    #[test]
    fn every_code_stands_once_in_the_order_of_the_codes() {
        let codes: Vec<&str> = status_codes().map(|row| row.code).collect();
        let mut sorted = codes.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(codes, sorted);
        assert_eq!(meaning("vd"), Some(Meaning::seen(Milestone::VesselDeparted)));
        assert_eq!((words("CT"), words("Q?")), (Some("customs release"), None));
    }
}

//! The status codes of X12 (data element 157), which carriers use in IFTSTA as well, those of IFTSTA itself (UN/ECE recommendation 24,
//! which are numbers), and what each says was seen.
//!
//! The table is that of `core/docs/edi.md`. What carriers document differs: a [sender's own table](super::Senders) comes first.

use super::text::capitals;
use crate::tracking::{Certainty, Milestone, Mode, Motion, Movement, Phase};

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
    Held(Box<str>),
    /// The holds of this name were lifted; `*` for all.
    Lifted(Box<str>),
    /// Something that is kept under this name, and means nothing on a voyage.
    Noted(Box<str>),
}

impl Meaning {
    /// That this was seen: a [`Motion`], a [`Movement`] alone, or what a [`Milestone`] says.
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
    ROWS.iter().map(|(code, words, says)| StatusCode { code, words, meaning: says.meaning(code) })
}

/// What a code says by the standard table, in capitals or not.
pub(super) fn meaning(code: &str) -> Option<Meaning> {
    row(code).map(|(known, _, says)| says.meaning(known))
}

/// What a code stands for, in words.
pub(super) fn words(code: &str) -> Option<&'static str> {
    row(code).map(|(_, words, _)| *words)
}

fn row(code: &str) -> Option<&'static Row> {
    let code = capitals(code);
    ROWS.binary_search_by(|(known, ..)| (*known).cmp(&*code)).ok().and_then(|at| ROWS.get(at))
}

type Row = (&'static str, &'static str, Says);

/// What a row says, in a form that can be written down once.
enum Says {
    /// A movement, by what, and whether the container is empty whatever the message says.
    Seen(Movement, Option<Mode>, Option<bool>),
    /// What a milestone of the first version of facts says.
    Known(Milestone),
    Expected(Movement),
    Released,
    Appointment,
    FreeTime,
    /// A hold of this name, or that such holds were lifted; it is noted with its code, for one hold is not another one.
    Held(&'static str),
    Lifted(&'static str),
    Noted(&'static str),
    /// Noted with its code.
    Coded(&'static str),
}

impl Says {
    fn meaning(&self, code: &str) -> Meaning {
        match self {
            Says::Seen(movement, mode, empty) => {
                Meaning::seen(Motion { movement: movement.clone(), mode: mode.clone(), empty: *empty, phase: None })
            }
            Says::Known(milestone) => Meaning::seen(milestone.clone()),
            Says::Expected(movement) => Meaning::expected(movement.clone()),
            Says::Released => Meaning::Released,
            Says::Appointment => Meaning::Appointment,
            Says::FreeTime => Meaning::FreeTime,
            Says::Held(name) => Meaning::Held((*name).into()),
            Says::Lifted(name) => Meaning::Lifted((*name).into()),
            Says::Noted(name) => Meaning::Noted((*name).into()),
            Says::Coded(name) => Meaning::Noted(format!("{name}_{}", code.to_ascii_lowercase()).into()),
        }
    }
}

const NOTED: Says = Says::Coded("noted");

const ROWS: &[Row] = {
    use Mode::{Barge, Rail, Truck, Vessel};
    use Movement::*;
    use Says::{Appointment, Expected, FreeTime, Held, Known, Lifted, Noted, Released, Seen};
    &[
        ("1", "arrived", Seen(Arrived, None, None)),
        ("10", "cleared by agriculture, food or fisheries authorities", NOTED),
        ("100", "transshipped", Noted("transshipped")),
        ("101", "transit delayed", Noted("delayed")),
        ("102", "unknown", NOTED),
        ("103", "unplugged", NOTED),
        ("11", "cleared by the port authority", NOTED),
        ("12", "cleared by customs", Seen(CustomsReleased, None, None)),
        ("13", "collected", Noted("collected")),
        ("14", "completed", NOTED),
        ("15", "consolidated", NOTED),
        ("16", "crossed a border", NOTED),
        ("17", "customs clearance refused", Held("customs")),
        ("18", "damaged", NOTED),
        ("19", "damage of equipment estimated", NOTED),
        ("2", "may be loaded", NOTED),
        ("20", "delayed", Noted("delayed")),
        ("21", "delivered", Known(Milestone::Delivered)),
        ("22", "delivered as instructed", Known(Milestone::Delivered)),
        ("23", "not delivered completely", NOTED),
        ("24", "departed", Seen(Departed, None, None)),
        ("25", "departure delayed", Noted("delayed")),
        ("26", "taken off the rail car", Seen(Discharged, Some(Rail), None)),
        ("27", "dispatched", Noted("dispatched")),
        ("28", "unpacked", Noted("stripped")),
        ("29", "discharged", Seen(Discharged, None, None)),
        ("3", "arrived in defective condition", Seen(Arrived, None, None)),
        ("30", "found empty", NOTED),
        ("31", "on the way", Noted("en_route")),
        ("32", "equipment back from repair", NOTED),
        ("33", "equipment sent for repair", NOTED),
        ("34", "equipment repaired", NOTED),
        ("35", "forwarded to its destination", NOTED),
        ("36", "not found", NOTED),
        ("37", "found", NOTED),
        ("38", "freight paid", Noted("freight_paid")),
        ("39", "out of bond", NOTED),
        ("4", "defective equipment is in order again", NOTED),
        ("40", "at the port", Noted("arrived_at_port")),
        ("41", "handed over", NOTED),
        ("42", "handed over, delivered", NOTED),
        ("43", "handed over, received", NOTED),
        ("44", "wrong route put right", NOTED),
        ("45", "consignee told of arrival", NOTED),
        ("46", "into bond", NOTED),
        ("47", "into packing depot", NOTED),
        ("48", "loaded", Seen(Loaded, None, None)),
        ("49", "lost", NOTED),
        ("5", "begun", NOTED),
        ("50", "on the manifest", NOTED),
        ("51", "means of transport damaged", NOTED),
        ("52", "mechanical breakdown", NOTED),
        ("53", "no pick-up", NOTED),
        ("54", "not identified", NOTED),
        ("55", "not collected", NOTED),
        ("56", "not delivered", NOTED),
        ("57", "not loaded", Noted("not_loaded")),
        ("58", "off hire", NOTED),
        ("59", "off-loaded", NOTED),
        ("6", "booked", Noted("booking_confirmed")),
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
        ("7", "booking cancelled", Noted("booking_cancelled")),
        ("70", "put on the rail car", Seen(Loaded, Some(Rail), None)),
        ("71", "ready for transport", NOTED),
        ("72", "receipt acknowledged", NOTED),
        ("73", "receipt acknowledged in part", NOTED),
        ("74", "received", Noted("cargo_received")),
        ("75", "reconsigned", NOTED),
        ("76", "forwarded anew on request", NOTED),
        ("77", "refused without a reason", NOTED),
        ("78", "released", Noted("released")),
        ("79", "loaded again", Seen(Loaded, None, None)),
        ("8", "import restrictions lifted", NOTED),
        ("80", "returned as instructed", NOTED),
        ("81", "returned as a wreck", NOTED),
        ("82", "returned", NOTED),
        ("83", "sealed", Noted("sealed")),
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
        ("93", "packed", Noted("stuffed")),
        ("94", "packed and sealed", Noted("stuffed")),
        ("95", "sub-leased in", NOTED),
        ("96", "sub-leased out", NOTED),
        ("97", "damage surveyed", NOTED),
        ("98", "transferred in", NOTED),
        ("99", "transferred out", NOTED),
        ("A", "arrived", NOTED),
        ("A1", "agriculture hold, Canada", Held("other")),
        ("A2", "agriculture release, Canada", Lifted("other")),
        ("A3", "agriculture refused entry, Canada", Held("other")),
        ("A4", "agriculture conditional release, Canada", Lifted("other")),
        ("AA", "pick-up appointment", Appointment),
        ("AB", "delivery appointment", Noted("delivery_appointment")),
        ("AD", "delivery appointment", Noted("delivery_appointment")),
        ("AE", "loaded on vessel", Seen(Loaded, Some(Vessel), None)),
        ("AF", "departed pick-up location", Noted("departed_pick_up_location")),
        ("AG", "estimated delivery, or estimated arrival", Expected(Arrived)),
        ("AL", "loaded on rail", Seen(Loaded, Some(Rail), None)),
        ("AM", "loaded on truck", Seen(Loaded, Some(Truck), None)),
        ("AO", "loaded on barge", Seen(Loaded, Some(Barge), None)),
        ("AP", "loaded on feeder vessel", Seen(Loaded, Some(Barge), None)),
        ("AR", "rail arrival at destination ramp", Seen(Arrived, Some(Rail), None)),
        ("AV", "available for delivery", Seen(Available, None, None)),
        ("B", "bad order", NOTED),
        ("BF", "booking confirmed", Noted("booking_confirmed")),
        ("C", "estimated departure, or its delay", Expected(Departed)),
        ("C1", "customs hold, Canada", Held("customs")),
        ("CA", "shipment cancelled", Noted("booking_cancelled")),
        ("CB", "chassis tie", NOTED),
        ("CC", "chassis untie", NOTED),
        ("CD", "carrier departed delivery location", Noted("departed_delivery_location")),
        ("CH", "customs hold", Held("customs")),
        ("CO", "cargo received at contractual place of receipt", Noted("cargo_received")),
        ("CR", "carrier release", Seen(CarrierReleased, None, None)),
        ("CS", "container sealed", Noted("sealed")),
        ("CT", "customs release", Seen(CustomsReleased, None, None)),
        ("CU", "carrier and customs release", Released),
        ("D", "completed unloading at delivery location", Known(Milestone::Delivered)),
        ("DN", "not available for pick-up", Seen(NotAvailable, None, None)),
        ("E", "estimated arrival, or its delay", Expected(Arrived)),
        ("EE", "empty equipment dispatched", Seen(GateOut, None, Some(true))),
        ("FD", "freight is due", Held("freight")),
        ("FP", "freight paid", Noted("freight_paid")),
        ("FT", "free time expired", FreeTime),
        ("HG", "held on ground", Held("other")),
        ("HR", "hold released", Lifted("*")),
        ("I", "in-gate", Seen(GateIn, None, None)),
        ("IB", "in-bond movement authorized", Noted("in_bond_authorized")),
        ("IR", "changed from in-bond to not in-bond", NOTED),
        ("K", "arrived at customs", Noted("arrived_at_customs")),
        ("LD", "late delivery", NOTED),
        ("N", "no paperwork received", NOTED),
        ("NF", "free time to expire", FreeTime),
        ("NH", "no hazardous material document received", NOTED),
        ("NO", "notification", NOTED),
        ("NP", "terminal charges paid", NOTED),
        ("NR", "shipment information not received", NOTED),
        ("NT", "notification", NOTED),
        ("OA", "out-gate", Seen(GateOut, None, None)),
        ("OB", "original bill of lading received", Noted("original_bill_received")),
        ("P", "departed terminal location, on the way by rail", Noted("passed_by_rail")),
        ("PA", "customs hold, intensive examination", Held("customs")),
        ("PB", "customs hold, insufficient paperwork", Held("customs")),
        ("PC", "customs hold, discrepancy in paperwork", Held("customs")),
        ("PD", "customs hold, discrepancy in piece count", Held("customs")),
        ("PE", "customs hold by coast guard", Held("customs")),
        ("PF", "customs hold by F.B.I.", Held("customs")),
        ("PG", "customs hold by local law enforcement", Held("customs")),
        ("PH", "customs hold by court-imposed lien", Held("customs")),
        ("PI", "customs hold by food and drug", Held("customs")),
        ("PJ", "customs hold by fish and wildlife", Held("customs")),
        ("PK", "customs hold by drug enforcement", Held("customs")),
        ("PL", "agriculture hold for intensive investigation", Held("USDA")),
        ("PM", "agriculture hold for unregistered producer", Held("USDA")),
        ("PN", "agriculture hold for restricted commodity", Held("USDA")),
        ("PO", "agriculture hold for insect infestation", Held("USDA")),
        ("PP", "agriculture hold for bacterial contamination", Held("USDA")),
        ("PQ", "customs hold at place of vessel arrival", Held("customs")),
        ("PR", "customs hold at in-bond destination", Held("customs")),
        ("PS", "agriculture hold at place of vessel arrival", Held("USDA")),
        ("PT", "agriculture hold at in-bond destination", Held("USDA")),
        ("PU", "other agency hold at place of vessel arrival", Held("other")),
        ("PV", "other agency hold at in-bond destination", Held("other")),
        ("PW", "agriculture hold for fumigation", Held("USDA")),
        ("PX", "agriculture hold for inspection or documentation review", Held("USDA")),
        ("R", "received from prior carrier", NOTED),
        ("RD", "return container", Seen(GateIn, None, Some(true))),
        ("RI", "changed from not in-bond to in-bond", NOTED),
        ("RL", "rail departure from origin ramp", Seen(Departed, Some(Rail), None)),
        ("SA", "shipment split", NOTED),
        ("SB", "shipment consolidation", NOTED),
        ("SD", "shipment delayed", Noted("delayed")),
        ("SI", "receipt of shipping instructions", Noted("shipping_instructions_received")),
        ("TC", "held for terminal charges", Held("other")),
        ("TM", "intra-terminal movement", NOTED),
        ("UR", "unloaded from rail car", Seen(Discharged, Some(Rail), None)),
        ("UV", "unloaded from vessel", Seen(Discharged, Some(Vessel), None)),
        ("VA", "vessel arrival", Seen(Arrived, Some(Vessel), None)),
        ("VD", "vessel departure", Seen(Departed, Some(Vessel), None)),
        ("X1", "arrived at delivery location", Known(Milestone::ArrivedAtDestination)),
        ("X2", "estimated arrival at consignee's location", Noted("consignee_arrival_estimated")),
        ("X3", "arrived at pick-up location", Noted("arrived_at_pick_up_location")),
        ("X4", "arrived at terminal location", Noted("arrived_at_terminal")),
        ("X5", "arrived at loading dock of delivery location", NOTED),
        ("X6", "en route to delivery location", Noted("en_route_to_delivery")),
        ("X7", "en route to pick-up location", NOTED),
        ("X8", "arrived at loading dock of pick-up location", NOTED),
        ("X9", "delivery appointment secured", Noted("delivery_appointment")),
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

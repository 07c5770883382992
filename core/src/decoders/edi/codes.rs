//! The status codes of X12 (data element 157, also used in IFTSTA) and of IFTSTA itself (UN/ECE recommendation 24,
//! numbers), as listed in `core/docs/edi.md`. A [sender's own table](super::Senders) comes first.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;

use super::text::capitals;
use crate::error::{Error, Quoted, Result};
use crate::tracking::{Certainty, Fact, Milestone, Mode, Motion, Movement, Phase, Source, Statement};

/// What a status code says.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Meaning {
    /// Something happened, or is expected to.
    Event {
        /// What was seen. Where it leaves open whether the container was empty, the message says so.
        motion: Motion,
        /// How sure.
        certainty: Certainty,
    },
    /// Carrier and customs released it, both at once.
    Release,
    /// The time is that of an appointment for picking it up.
    Appointment,
    /// The time is the end of its free time.
    FreeTime,
    /// A hold of this name was placed: `customs`, `freight`, `USDA`, `other`.
    HoldPlaced(Cow<'static, str>),
    /// The holds of this name were lifted; `*` for all.
    HoldLifted(Cow<'static, str>),
    /// Something that is kept under this name, and means nothing on a voyage.
    Note(Cow<'static, str>),
}

impl Meaning {
    /// That this was seen: a [`Motion`], a [`Movement`] alone, or what a
    /// [`Milestone`](crate::tracking::Milestone) says.
    pub fn actual(motion: impl Into<Motion>) -> Self {
        Meaning::Event { motion: motion.into(), certainty: Certainty::Actual }
    }

    /// That this is expected.
    pub fn estimated(motion: impl Into<Motion>) -> Self {
        Meaning::Event { motion: motion.into(), certainty: Certainty::Estimated }
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

pub(super) fn meaning(code: &str) -> Option<Meaning> {
    row(code).map(meaning_of)
}

fn meaning_of((code, _, meaning): &Row) -> Meaning {
    match meaning {
        Meaning::Note(name) if name.is_empty() => Meaning::Note(format!("noted_{}", code.to_ascii_lowercase()).into()),
        meaning => meaning.clone(),
    }
}

pub(super) fn words(code: &str) -> Option<&'static str> {
    row(code).map(|(_, words, _)| *words)
}

fn row(code: &str) -> Option<&'static Row> {
    let code = capitals(code);
    ROWS.binary_search_by(|(known, ..)| (*known).cmp(&*code)).ok().and_then(|at| ROWS.get(at))
}

type Row = (&'static str, &'static str, Meaning);

const fn seen(movement: Movement, mode: Option<Mode>, empty: Option<bool>) -> Meaning {
    Meaning::Event { motion: Motion { movement, mode, empty, phase: None }, certainty: Certainty::Actual }
}

const fn inland(movement: Movement, mode: Option<Mode>) -> Meaning {
    let motion = Motion { movement, mode, empty: Some(false), phase: Some(Phase::Import) };
    Meaning::Event { motion, certainty: Certainty::Actual }
}

const fn expected(movement: Movement) -> Meaning {
    let motion = Motion { movement, mode: None, empty: None, phase: None };
    Meaning::Event { motion, certainty: Certainty::Estimated }
}

const fn held(name: &'static str) -> Meaning {
    Meaning::HoldPlaced(Cow::Borrowed(name))
}

const fn lifted(name: &'static str) -> Meaning {
    Meaning::HoldLifted(Cow::Borrowed(name))
}

const fn noted(name: &'static str) -> Meaning {
    Meaning::Note(Cow::Borrowed(name))
}

/// Kept as `noted_` and the code.
const NOTED: Meaning = noted("");

const ROWS: &[Row] = {
    use Meaning::{Appointment, FreeTime, Release};
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
        ("CU", "carrier and customs release", Release),
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

/// Whether the movement is at a port, whose part of the voyage the kind of movement leaves open.
pub(super) fn may_have_phase(motion: &Motion) -> bool {
    match motion.movement {
        Movement::GateIn | Movement::GateOut => motion.empty != Some(true) && motion.mode != Some(Mode::Rail),
        _ => is_by_vessel(motion) && motion.mode != Some(Mode::Barge),
    }
}

pub(super) fn is_by_vessel(motion: &Motion) -> bool {
    use Movement::{Arrived, Berthed, Departed, Discharged, Loaded};
    matches!(motion.movement, Loaded | Departed | Arrived | Berthed | Discharged)
        && motion.mode.as_ref().is_none_or(|mode| matches!(mode, Mode::Vessel | Mode::Barge))
}

/// What senders of EDI mean by their codes, where that is not what the standard table says, and as whose words theirs count. A sender is
/// known by the identification in its interchanges (ISA06, UNB 0004) or groups (GS02), in any case.
///
/// The table that comes with the library knows what is published; whoever receives from a carrier adds what its guide says:
///
/// ```
/// # use shiptrack::decoders::edi::Senders;
/// let senders = Senders::built_in().merge(Senders::from_json(r#"{
///     "OCEANLINE": {
///         "codes": {
///             "OA": "full_in",
///             "Z9": { "movement": "arrived", "mode": "vessel", "certainty": "estimated" },
///             "XX": null
///         }
///     },
///     "DEPOT7": { "source": { "kind": "terminal", "name": "Depot 7" } }
/// }"#)?);
/// # Ok::<(), shiptrack::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Senders {
    table: BTreeMap<String, Sender>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Sender {
    codes: BTreeMap<String, Meaning>,
    source: Option<Source>,
}

impl Senders {
    /// Nobody has codes of his own.
    pub fn empty() -> Self {
        Senders::default()
    }

    /// What is published of senders, in what public notes say; nobody has tried it against them.
    pub fn built_in() -> Self {
        let transshipped = |movement: Movement| {
            let motion = Motion::from(movement);
            Meaning::actual(Motion { mode: Some(Mode::Vessel), phase: Some(Phase::Transshipment), ..motion })
        };
        // CargoSmart, for OOCL and COSCO: a full container gates out where it is received and in at the first port.
        Senders::empty()
            .with("CARGOSMART", "OA", Meaning::Note("received_at_origin".into()))
            .with("CARGOSMART", "I", Meaning::actual(Milestone::FullIn))
            .with("CARGOSMART", "Z2", transshipped(Movement::Arrived))
            .with("CARGOSMART", "Z3", transshipped(Movement::Loaded))
            .with("CARGOSMART", "Z4", transshipped(Movement::Discharged))
            .with("CARGOSMART", "Z5", transshipped(Movement::Departed))
            .with("CARGOSMART", "W1", Meaning::Note("inland_gate".into()))
            .with("CARGOSMART", "W2", Meaning::Note("inland_gate".into()))
    }

    /// The same, and what a sender means by a code.
    pub fn with(mut self, sender: &str, code: &str, meaning: Meaning) -> Self {
        self.table.entry(key(sender).into()).or_default().codes.insert(key(code).into(), meaning);
        self
    }

    /// The same, and as whose words those of a sender count. Where nobody says, what a carrier's message says (315, IFTSTA) counts as
    /// the carrier's, and what a gate or a quay reports (CODECO, COARRI) as that of the terminal with the sender's name.
    pub fn with_source(mut self, sender: &str, source: impl Into<Source>) -> Self {
        self.table.entry(key(sender).into()).or_default().source = Some(source.into());
        self
    }

    /// Both; what `other` says of a code of a sender counts.
    pub fn merge(mut self, other: Senders) -> Self {
        for (name, sender) in other.table {
            let known = self.table.entry(name).or_default();
            known.codes.extend(sender.codes);
            known.source = sender.source.or(known.source.take());
        }
        self
    }

    /// The table in JSON: an object of senders, each with `codes` and `source` as far as it has them. A meaning is an event of the
    /// [form of facts](crate::tracking::Fact) without time and place, a milestone of its first version (`"full_in"`), or `null` for what
    /// means nothing. A source is written as in a fact.
    ///
    /// What is not right is refused by its JSON pointer: `/OCEANLINE/codes/Z9`.
    pub fn from_json(json: &str) -> Result<Self> {
        let value: Value =
            serde_json::from_str(json).map_err(|error| Error::invalid("", format!("the table of senders: {error}")))?;
        Senders::from_value(&value)
    }

    /// The table, read from values that were JSON, TOML or anything like them.
    pub fn from_value(value: &Value) -> Result<Self> {
        let senders = value.as_object().ok_or_else(|| refused("", "an object of senders is expected"))?;
        let mut table = Senders::empty();
        for (name, sender) in senders {
            let at = format!("/{name}");
            let sender = sender.as_object().ok_or_else(|| refused(&at, "an object of codes and source is expected"))?;
            let known = |member: &String| matches!(member.as_str(), "codes" | "source");
            if let Some(other) = sender.keys().find(|member| !known(member)) {
                return Err(refused(&format!("{at}/{other}"), "a sender has codes and source, and nothing else"));
            }
            if let Some(source) = sender.get("source") {
                table = table.with_source(name, read_source(source, &format!("{at}/source"))?);
            }
            for (code, meaning) in codes_of(sender.get("codes"), &format!("{at}/codes"))? {
                table = table.with(name, &code, meaning);
            }
        }
        Ok(table)
    }

    pub(super) fn meaning(&self, senders: [&str; 2], code: &str) -> Option<Meaning> {
        let own = senders.iter().filter_map(|sender| self.of(sender)?.codes.get(&*key(code))).next();
        own.cloned().or_else(|| meaning(code))
    }

    pub(super) fn source(&self, senders: [&str; 2]) -> Option<&Source> {
        senders.iter().find_map(|sender| self.of(sender)?.source.as_ref())
    }

    fn of(&self, sender: &str) -> Option<&Sender> {
        if self.table.is_empty() || sender.is_empty() { None } else { self.table.get(&*key(sender)) }
    }
}

fn key(text: &str) -> Cow<'_, str> {
    capitals(text.trim())
}

fn refused(pointer: &str, detail: &str) -> Error {
    Error::invalid(pointer, detail.to_owned())
}

fn codes_of(codes: Option<&Value>, at: &str) -> Result<Vec<(String, Meaning)>> {
    let Some(codes) = codes.filter(|codes| !codes.is_null()) else { return Ok(Vec::new()) };
    let codes = codes.as_object().ok_or_else(|| refused(at, "an object of codes is expected"))?;
    codes.iter().map(|(code, meaning)| Ok((code.clone(), read_meaning(meaning, &format!("{at}/{code}"))?))).collect()
}

fn read_meaning(value: &Value, at: &str) -> Result<Meaning> {
    match value {
        Value::Null => Ok(Meaning::Note("noted".into())),
        Value::String(name) => {
            let milestone = Milestone::parse(name);
            if !Milestone::ALL.contains(&milestone) {
                let detail = format!("{} is not a milestone, such as \"full_in\" or \"vessel_loaded\"", Quoted(name));
                return Err(refused(at, &detail));
            }
            Ok(Meaning::actual(milestone))
        }
        Value::Object(event) => {
            let misplaced = |detail: &str| refused(at, &format!("not an event without time and place: {detail}"));
            let fact = serde_json::json!({ "version": 2, "event": event }).to_string();
            let facts = Fact::parse_all(&fact).map_err(|error| misplaced(&error.to_string()))?;
            match facts.into_iter().next().map(|fact| (fact.statement, fact.codes)) {
                Some((Statement::Event(event), codes)) if codes.is_empty() => {
                    Ok(Meaning::Event { motion: event.motion, certainty: event.certainty })
                }
                _ => Err(misplaced("it has members that no event has")),
            }
        }
        _ => Err(refused(at, "an event, a milestone or null is expected")),
    }
}

fn read_source(value: &Value, at: &str) -> Result<Source> {
    let fact = serde_json::json!({ "version": 2, "source": value, "event": { "movement": "loaded" } }).to_string();
    let facts = Fact::parse_all(&fact).map_err(|error| refused(at, &error.to_string()))?;
    facts.into_iter().next().map(|fact| fact.source).ok_or_else(|| refused(at, "a source is expected"))
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
        assert_eq!(meaning("vd"), Some(Meaning::actual(Milestone::VesselDeparted)));
        assert_eq!((words("CT"), words("Q?")), (Some("customs release"), None));
    }

    #[test]
    fn a_sender_means_by_a_code_what_its_table_says_and_else_what_all_do() {
        let senders = Senders::from_json(
            r#"{"line": {"codes": {"oa": "full_in", "Z9": {"movement": "arrived", "certainty": "estimated"}, "Q": null},
                "source": {"kind": "rail", "name": "BNSF"}}}"#,
        )
        .expect("a table");
        assert_eq!(senders.meaning(["LINE", ""], "OA"), Some(Meaning::actual(Milestone::FullIn)));
        assert_eq!(senders.meaning(["GATEWAY", "Line"], "z9"), Some(Meaning::estimated(Movement::Arrived)));
        assert_eq!(senders.meaning(["LINE", ""], "Q"), Some(Meaning::Note("noted".into())));
        assert_eq!(senders.meaning(["LINE", ""], "AE"), Some(Meaning::actual(Milestone::VesselLoaded)));
        assert_eq!(senders.meaning(["OTHER", ""], "Z9"), None);
        assert_eq!(senders.source(["", "LINE"]).map(ToString::to_string).as_deref(), Some("rail:BNSF"));
        let changed = senders.merge(Senders::empty().with("LINE", "OA", Meaning::Release));
        assert_eq!(changed.meaning(["LINE", ""], "OA"), Some(Meaning::Release));
        assert_eq!(changed.meaning(["LINE", ""], "Q"), Some(Meaning::Note("noted".into())));
    }

    #[test]
    fn what_is_not_right_in_a_table_is_refused_by_its_place() {
        for (json, pointer) in [
            ("[]", ""),
            ("{", ""),
            (r#"{"A": 1}"#, "/A"),
            (r#"{"A": {"colour": 1}}"#, "/A/colour"),
            (r#"{"A": {"codes": 1}}"#, "/A/codes"),
            (r#"{"A": {"codes": {"OA": 1}}}"#, "/A/codes/OA"),
            (r#"{"A": {"codes": {"OA": "full"}}}"#, "/A/codes/OA"),
            (r#"{"A": {"codes": {"OA": {"movment": "loaded"}}}}"#, "/A/codes/OA"),
            (r#"{"A": {"source": []}}"#, "/A/source"),
        ] {
            assert_eq!(Senders::from_json(json).expect_err(json).pointer(), Some(pointer), "{json}");
        }
    }
}

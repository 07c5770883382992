//! The status codes of X12 (data element 157, also used in IFTSTA) and of IFTSTA (UN/ECE recommendation 24, numbers), as listed in
//! `core/docs/edi.md`, and the [table of senders](super::Senders) that overrides them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;

use super::text::capitals;
use crate::error::{Error, Quoted, Result};
use crate::tracking::{Certainty, Fact, Milestone, Mode, Motion, Movement, Phase, Source, Statement};

/// The meaning of a status code.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Meaning {
    /// Something happened, or is expected to.
    Event {
        /// What happened. If `empty` is `None`, the message decides whether the container is empty.
        motion: Motion,
        /// Whether it happened or is expected.
        certainty: Certainty,
    },
    /// The carrier and customs released the container.
    Release,
    /// The time is that of a pickup appointment.
    Appointment,
    /// The time is the end of the free time.
    FreeTime,
    /// A hold with this name was placed: `customs`, `freight`, `USDA`, `other`.
    HoldPlaced(Cow<'static, str>),
    /// All holds with this name were lifted; `*` means all holds.
    HoldLifted(Cow<'static, str>),
    /// A status that is stored under this name, but has no effect on the voyage.
    Note(Cow<'static, str>),
}

impl Meaning {
    /// An event that happened: a [`Motion`], a [`Movement`] or a [`Milestone`](crate::tracking::Milestone).
    pub fn actual(motion: impl Into<Motion>) -> Self {
        Meaning::Event { motion: motion.into(), certainty: Certainty::Actual }
    }

    /// An event that is expected.
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
    /// Its description.
    pub words: &'static str,
    /// Its meaning.
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

const fn event(movement: Movement, mode: Option<Mode>, empty: Option<bool>) -> Meaning {
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

const fn hold(name: &'static str) -> Meaning {
    Meaning::HoldPlaced(Cow::Borrowed(name))
}

const fn lifted(name: &'static str) -> Meaning {
    Meaning::HoldLifted(Cow::Borrowed(name))
}

const fn note(name: &'static str) -> Meaning {
    Meaning::Note(Cow::Borrowed(name))
}

/// Stored as `noted_` and the code.
const NOTED: Meaning = note("");

const ROWS: &[Row] = {
    use Meaning::{Appointment, FreeTime, Release};
    use Mode::{Barge, Rail, Truck, Vessel};
    use Movement::*;
    &[
        ("1", "arrived", event(Arrived, None, None)),
        ("10", "cleared by agriculture, food or fisheries authorities", NOTED),
        ("100", "transshipped", note("transshipped")),
        ("101", "transit delayed", note("delayed")),
        ("102", "unknown", NOTED),
        ("103", "unplugged", NOTED),
        ("11", "cleared by the port authority", NOTED),
        ("12", "cleared by customs", event(CustomsReleased, None, None)),
        ("13", "collected", note("collected")),
        ("14", "completed", NOTED),
        ("15", "consolidated", NOTED),
        ("16", "crossed a border", NOTED),
        ("17", "customs clearance refused", hold("customs")),
        ("18", "damaged", NOTED),
        ("19", "damage of equipment estimated", NOTED),
        ("2", "may be loaded", NOTED),
        ("20", "delayed", note("delayed")),
        ("21", "delivered", inland(Dropped, None)),
        ("22", "delivered as instructed", inland(Dropped, None)),
        ("23", "not delivered completely", NOTED),
        ("24", "departed", event(Departed, None, None)),
        ("25", "departure delayed", note("delayed")),
        ("26", "taken off the rail car", event(Discharged, Some(Rail), None)),
        ("27", "dispatched", note("dispatched")),
        ("28", "unpacked", note("stripped")),
        ("29", "discharged", event(Discharged, None, None)),
        ("3", "arrived in defective condition", event(Arrived, None, None)),
        ("30", "found empty", NOTED),
        ("31", "on the way", note("en_route")),
        ("32", "equipment back from repair", NOTED),
        ("33", "equipment sent for repair", NOTED),
        ("34", "equipment repaired", NOTED),
        ("35", "forwarded to its destination", NOTED),
        ("36", "not found", NOTED),
        ("37", "found", NOTED),
        ("38", "freight paid", note("freight_paid")),
        ("39", "out of bond", NOTED),
        ("4", "defective equipment is in order again", NOTED),
        ("40", "at the port", note("arrived_at_port")),
        ("41", "handed over", NOTED),
        ("42", "handed over, delivered", NOTED),
        ("43", "handed over, received", NOTED),
        ("44", "wrong route put right", NOTED),
        ("45", "consignee notified of arrival", NOTED),
        ("46", "into bond", NOTED),
        ("47", "into packing depot", NOTED),
        ("48", "loaded", event(Loaded, None, None)),
        ("49", "lost", NOTED),
        ("5", "begun", NOTED),
        ("50", "on the manifest", NOTED),
        ("51", "means of transport damaged", NOTED),
        ("52", "mechanical breakdown", NOTED),
        ("53", "no pick-up", NOTED),
        ("54", "not identified", NOTED),
        ("55", "not collected", NOTED),
        ("56", "not delivered", NOTED),
        ("57", "not loaded", note("not_loaded")),
        ("58", "off hire", NOTED),
        ("59", "off-loaded", NOTED),
        ("6", "booked", note("booking_confirmed")),
        ("60", "on hire", NOTED),
        ("61", "claims settled", NOTED),
        ("62", "over-landed", NOTED),
        ("63", "package not ready", NOTED),
        ("64", "pick-up awaited", NOTED),
        ("65", "plugged in", NOTED),
        ("66", "plundered", NOTED),
        ("67", "positioned", NOTED),
        ("68", "pre-informed", NOTED),
        ("69", "put to refuse", NOTED),
        ("7", "booking cancelled", note("booking_cancelled")),
        ("70", "put on the rail car", event(Loaded, Some(Rail), None)),
        ("71", "ready for transport", NOTED),
        ("72", "receipt acknowledged", NOTED),
        ("73", "receipt acknowledged in part", NOTED),
        ("74", "received", note("cargo_received")),
        ("75", "reconsigned", NOTED),
        ("76", "forwarded anew on request", NOTED),
        ("77", "refused without a reason", NOTED),
        ("78", "released", note("released")),
        ("79", "loaded again", event(Loaded, None, None)),
        ("8", "import restrictions lifted", NOTED),
        ("80", "returned as instructed", NOTED),
        ("81", "returned as a wreck", NOTED),
        ("82", "returned", NOTED),
        ("83", "sealed", note("sealed")),
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
        ("93", "packed", note("stuffed")),
        ("94", "packed and sealed", note("stuffed")),
        ("95", "sub-leased in", NOTED),
        ("96", "sub-leased out", NOTED),
        ("97", "damage surveyed", NOTED),
        ("98", "transferred in", NOTED),
        ("99", "transferred out", NOTED),
        ("A", "arrived", NOTED),
        ("A1", "agriculture hold, Canada", hold("other")),
        ("A2", "agriculture release, Canada", lifted("other")),
        ("A3", "agriculture refused entry, Canada", hold("other")),
        ("A4", "agriculture conditional release, Canada", lifted("other")),
        ("AA", "pick-up appointment", Appointment),
        ("AB", "delivery appointment", note("delivery_appointment")),
        ("AD", "delivery appointment", note("delivery_appointment")),
        ("AE", "loaded on vessel", event(Loaded, Some(Vessel), None)),
        ("AF", "departed pick-up location", note("departed_pick_up_location")),
        ("AG", "estimated delivery, or estimated arrival", expected(Arrived)),
        ("AL", "loaded on rail", event(Loaded, Some(Rail), None)),
        ("AM", "loaded on truck", event(Loaded, Some(Truck), None)),
        ("AO", "loaded on barge", event(Loaded, Some(Barge), None)),
        ("AP", "loaded on feeder vessel", event(Loaded, Some(Barge), None)),
        ("AR", "rail arrival at destination ramp", event(Arrived, Some(Rail), None)),
        ("AV", "available for delivery", event(Available, None, None)),
        ("B", "bad order", NOTED),
        ("BF", "booking confirmed", note("booking_confirmed")),
        ("C", "estimated departure, or its delay", expected(Departed)),
        ("C1", "customs hold, Canada", hold("customs")),
        ("CA", "shipment cancelled", note("booking_cancelled")),
        ("CB", "chassis tie", NOTED),
        ("CC", "chassis untie", NOTED),
        ("CD", "carrier departed delivery location", note("departed_delivery_location")),
        ("CH", "customs hold", hold("customs")),
        ("CO", "cargo received at contractual place of receipt", note("cargo_received")),
        ("CR", "carrier release", event(CarrierReleased, None, None)),
        ("CS", "container sealed", note("sealed")),
        ("CT", "customs release", event(CustomsReleased, None, None)),
        ("CU", "carrier and customs release", Release),
        ("D", "completed unloading at delivery location", inland(Dropped, None)),
        ("DN", "not available for pick-up", event(NotAvailable, None, None)),
        ("E", "estimated arrival, or its delay", expected(Arrived)),
        ("EE", "empty equipment dispatched", event(GateOut, None, Some(true))),
        ("FD", "freight is due", hold("freight")),
        ("FP", "freight paid", note("freight_paid")),
        ("FT", "free time expired", FreeTime),
        ("HG", "held on ground", hold("other")),
        ("HR", "hold released", lifted("*")),
        ("I", "in-gate", event(GateIn, None, None)),
        ("IB", "in-bond movement authorized", note("in_bond_authorized")),
        ("IR", "changed from in-bond to not in-bond", NOTED),
        ("K", "arrived at customs", note("arrived_at_customs")),
        ("LD", "late delivery", NOTED),
        ("N", "no paperwork received", NOTED),
        ("NF", "free time to expire", FreeTime),
        ("NH", "no hazardous material document received", NOTED),
        ("NO", "notification", NOTED),
        ("NP", "terminal charges paid", NOTED),
        ("NR", "shipment information not received", NOTED),
        ("NT", "notification", NOTED),
        ("OA", "out-gate", event(GateOut, None, None)),
        ("OB", "original bill of lading received", note("original_bill_received")),
        ("P", "departed terminal location, on the way by rail", note("passed_by_rail")),
        ("PA", "customs hold, intensive examination", hold("customs")),
        ("PB", "customs hold, insufficient paperwork", hold("customs")),
        ("PC", "customs hold, discrepancy in paperwork", hold("customs")),
        ("PD", "customs hold, discrepancy in piece count", hold("customs")),
        ("PE", "customs hold by coast guard", hold("customs")),
        ("PF", "customs hold by F.B.I.", hold("customs")),
        ("PG", "customs hold by local law enforcement", hold("customs")),
        ("PH", "customs hold by court-imposed lien", hold("customs")),
        ("PI", "customs hold by food and drug", hold("customs")),
        ("PJ", "customs hold by fish and wildlife", hold("customs")),
        ("PK", "customs hold by drug enforcement", hold("customs")),
        ("PL", "agriculture hold for intensive investigation", hold("USDA")),
        ("PM", "agriculture hold for unregistered producer", hold("USDA")),
        ("PN", "agriculture hold for restricted commodity", hold("USDA")),
        ("PO", "agriculture hold for insect infestation", hold("USDA")),
        ("PP", "agriculture hold for bacterial contamination", hold("USDA")),
        ("PQ", "customs hold at place of vessel arrival", hold("customs")),
        ("PR", "customs hold at in-bond destination", hold("customs")),
        ("PS", "agriculture hold at place of vessel arrival", hold("USDA")),
        ("PT", "agriculture hold at in-bond destination", hold("USDA")),
        ("PU", "other agency hold at place of vessel arrival", hold("other")),
        ("PV", "other agency hold at in-bond destination", hold("other")),
        ("PW", "agriculture hold for fumigation", hold("USDA")),
        ("PX", "agriculture hold for inspection or documentation review", hold("USDA")),
        ("R", "received from prior carrier", NOTED),
        ("RD", "return container", event(GateIn, None, Some(true))),
        ("RI", "changed from not in-bond to in-bond", NOTED),
        ("RL", "rail departure from origin ramp", event(Departed, Some(Rail), None)),
        ("SA", "shipment split", NOTED),
        ("SB", "shipment consolidation", NOTED),
        ("SD", "shipment delayed", note("delayed")),
        ("SI", "receipt of shipping instructions", note("shipping_instructions_received")),
        ("TC", "held for terminal charges", hold("other")),
        ("TM", "intra-terminal movement", NOTED),
        ("UR", "unloaded from rail car", event(Discharged, Some(Rail), None)),
        ("UV", "unloaded from vessel", event(Discharged, Some(Vessel), None)),
        ("VA", "vessel arrival", event(Arrived, Some(Vessel), None)),
        ("VD", "vessel departure", event(Departed, Some(Vessel), None)),
        ("X1", "arrived at delivery location", inland(Arrived, Some(Truck))),
        ("X2", "estimated arrival at consignee's location", note("consignee_arrival_estimated")),
        ("X3", "arrived at pick-up location", note("arrived_at_pick_up_location")),
        ("X4", "arrived at terminal location", note("arrived_at_terminal")),
        ("X5", "arrived at loading dock of delivery location", NOTED),
        ("X6", "en route to delivery location", note("en_route_to_delivery")),
        ("X7", "en route to pick-up location", NOTED),
        ("X8", "arrived at loading dock of pick-up location", NOTED),
        ("X9", "delivery appointment secured", note("delivery_appointment")),
    ]
};

/// Whether the movement happens at a port, and in more than one phase of a voyage.
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

/// Status codes and sources by sender.
///
/// The table overrides the meaning of codes in the standard table, and sets the source of a sender's facts. Senders are identified
/// by ISA06, UNB 0004 or GS02, without regard to case. The built-in table contains published codes. Add the codes from the implementation
/// guide of your carrier:
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
    /// An empty table.
    pub fn empty() -> Self {
        Senders::default()
    }

    /// The built-in table. It is based on public notes and was not tested with the senders.
    pub fn built_in() -> Self {
        let transshipped = |movement: Movement| {
            let motion = Motion::from(movement);
            Meaning::actual(Motion { mode: Some(Mode::Vessel), phase: Some(Phase::Transshipment), ..motion })
        };
        // CargoSmart, for OOCL and COSCO: the codes mean the gate-out of a full container at the place of receipt, and its gate-in at the first port.
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

    /// Adds the meaning of a sender's code.
    pub fn with(mut self, sender: &str, code: &str, meaning: Meaning) -> Self {
        self.table.entry(key(sender).into()).or_default().codes.insert(key(code).into(), meaning);
        self
    }

    /// Sets the source of a sender's facts. The default is the carrier for 315 and IFTSTA, and the terminal with the sender's name
    /// for CODECO and COARRI.
    pub fn with_source(mut self, sender: &str, source: impl Into<Source>) -> Self {
        self.table.entry(key(sender).into()).or_default().source = Some(source.into());
        self
    }

    /// Merges two tables. Entries of `other` have precedence.
    pub fn merge(mut self, other: Senders) -> Self {
        for (name, sender) in other.table {
            let known = self.table.entry(name).or_default();
            known.codes.extend(sender.codes);
            known.source = sender.source.or(known.source.take());
        }
        self
    }

    /// Reads the table from JSON: an object of senders, each with optional `codes` and `source`. A meaning is an event in the
    /// [JSON form of facts](crate::tracking::Fact) without time and place, the name of a milestone (`"full_in"`), or `null` for a code
    /// without effect. A source is written as in a fact.
    ///
    /// An error states the JSON pointer of the invalid value: `/OCEANLINE/codes/Z9`.
    pub fn from_json(json: &str) -> Result<Self> {
        let value: Value =
            serde_json::from_str(json).map_err(|error| Error::invalid("", format!("the table of senders: {error}")))?;
        Senders::from_value(&value)
    }

    /// Reads the table from a parsed JSON value, which may also come from TOML or a similar format.
    pub fn from_value(value: &Value) -> Result<Self> {
        let senders = value.as_object().ok_or_else(|| refused("", "expected an object of senders"))?;
        let mut table = Senders::empty();
        for (name, sender) in senders {
            let at = format!("/{name}");
            let sender =
                sender.as_object().ok_or_else(|| refused(&at, "expected an object with `codes` and `source`"))?;
            let known = |member: &String| matches!(member.as_str(), "codes" | "source");
            if let Some(other) = sender.keys().find(|member| !known(member)) {
                return Err(refused(
                    &format!("{at}/{other}"),
                    "unknown member: a sender has only `codes` and `source`",
                ));
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
        let own = senders.iter().filter_map(|sender| self.find(sender)?.codes.get(&*key(code))).next();
        own.cloned().or_else(|| meaning(code))
    }

    pub(super) fn source(&self, senders: [&str; 2]) -> Option<&Source> {
        senders.iter().find_map(|sender| self.find(sender)?.source.as_ref())
    }

    fn find(&self, sender: &str) -> Option<&Sender> {
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
    let codes = codes.as_object().ok_or_else(|| refused(at, "expected an object of codes"))?;
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
            let fact = serde_json::json!({ "event": event }).to_string();
            let facts = Fact::parse_all(&fact).map_err(|error| misplaced(&error.to_string()))?;
            match facts.into_iter().next().map(|fact| (fact.statement, fact.codes)) {
                Some((Statement::Event(event), codes)) if codes.is_empty() => {
                    Ok(Meaning::Event { motion: event.motion, certainty: event.certainty })
                }
                _ => Err(misplaced("it has unknown members")),
            }
        }
        _ => Err(refused(at, "expected an event, a milestone or null")),
    }
}

fn read_source(value: &Value, at: &str) -> Result<Source> {
    let fact = serde_json::json!({ "source": value, "event": { "movement": "loaded" } }).to_string();
    let facts = Fact::parse_all(&fact).map_err(|error| refused(at, &error.to_string()))?;
    facts.into_iter().next().map(|fact| fact.source).ok_or_else(|| refused(at, "expected a source"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::Milestone;

    #[test]
    fn codes_are_sorted_and_unique() {
        let codes: Vec<&str> = status_codes().map(|row| row.code).collect();
        let mut sorted = codes.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(codes, sorted);
        assert_eq!(meaning("vd"), Some(Meaning::actual(Milestone::VesselDeparted)));
        assert_eq!((words("CT"), words("Q?")), (Some("customs release"), None));
    }

    #[test]
    fn the_table_of_a_sender_overrides_the_standard_table() {
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
    fn an_invalid_table_is_rejected_with_the_pointer_of_the_error() {
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

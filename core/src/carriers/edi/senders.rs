//! What single senders mean by their status codes, and who they are.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;

use super::codes::{self, Meaning};
use super::text::capitals;
use crate::error::{Error, Quoted, Result};
use crate::tracking::{Fact, Milestone, Mode, Motion, Movement, Phase, Source, Statement};

/// What senders of EDI mean by their codes, where that is not what the standard table says, and as whose words theirs count. A sender is
/// known by the identification in its interchanges (ISA06, UNB 0004) or groups (GS02), in any case.
///
/// The table that comes with the library knows what is published; whoever receives from a carrier adds what its guide says:
///
/// ```
/// # use shiptrack::carriers::edi::Senders;
/// let senders = Senders::known().and(Senders::from_json(r#"{
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
    pub fn none() -> Self {
        Senders::default()
    }

    /// What is published of senders, in what public notes say; nobody has tried it against them.
    pub fn known() -> Self {
        let transshipped = |movement: Movement| {
            let motion = Motion::from(movement);
            Meaning::seen(Motion { mode: Some(Mode::Vessel), phase: Some(Phase::Transshipment), ..motion })
        };
        // CargoSmart, for OOCL and COSCO: a full box is out-gated where it is received, and in-gated at the first port.
        Senders::none()
            .with("CARGOSMART", "OA", Meaning::Noted("received_at_origin".into()))
            .with("CARGOSMART", "I", Meaning::seen(Milestone::FullIn))
            .with("CARGOSMART", "Z2", transshipped(Movement::Arrived))
            .with("CARGOSMART", "Z3", transshipped(Movement::Loaded))
            .with("CARGOSMART", "Z4", transshipped(Movement::Discharged))
            .with("CARGOSMART", "Z5", transshipped(Movement::Departed))
            .with("CARGOSMART", "W1", Meaning::Noted("inland_gate".into()))
            .with("CARGOSMART", "W2", Meaning::Noted("inland_gate".into()))
    }

    /// The same, and what a sender means by a code.
    pub fn with(mut self, sender: &str, code: &str, meaning: Meaning) -> Self {
        self.table.entry(key(sender).into()).or_default().codes.insert(key(code).into(), meaning);
        self
    }

    /// The same, and as whose words those of a sender count. Where nobody says, what a carrier's message says (315, IFTSTA) counts as
    /// the carrier's, and what a gate or a quay reports (CODECO, COARRI) as that of the terminal with the sender's name.
    pub fn said_by(mut self, sender: &str, source: impl Into<Source>) -> Self {
        self.table.entry(key(sender).into()).or_default().source = Some(source.into());
        self
    }

    /// Both; what `other` says of a code of a sender counts.
    pub fn and(mut self, other: Senders) -> Self {
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
        let mut table = Senders::none();
        for (name, sender) in senders {
            let at = format!("/{name}");
            let sender = sender.as_object().ok_or_else(|| refused(&at, "an object of codes and source is expected"))?;
            let known = |member: &String| matches!(member.as_str(), "codes" | "source");
            if let Some(other) = sender.keys().find(|member| !known(member)) {
                return Err(refused(&format!("{at}/{other}"), "a sender has codes and source, and nothing else"));
            }
            if let Some(source) = sender.get("source") {
                table = table.said_by(name, read_source(source, &format!("{at}/source"))?);
            }
            for (code, meaning) in codes_of(sender.get("codes"), &format!("{at}/codes"))? {
                table = table.with(name, &code, meaning);
            }
        }
        Ok(table)
    }

    /// What the first of these senders that has the code means by it, else what the standard table says.
    pub(super) fn meaning(&self, senders: [&str; 2], code: &str) -> Option<Meaning> {
        let own = senders.iter().filter_map(|sender| self.of(sender)?.codes.get(&*key(code))).next();
        own.cloned().or_else(|| codes::meaning(code))
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
        Value::Null => Ok(Meaning::Noted("noted".into())),
        Value::String(name) => {
            let milestone = Milestone::parse(name);
            if !Milestone::ALL.contains(&milestone) {
                let detail = format!("{} is not a milestone, such as \"full_in\" or \"vessel_loaded\"", Quoted(name));
                return Err(refused(at, &detail));
            }
            Ok(Meaning::seen(milestone))
        }
        Value::Object(event) => {
            let misplaced = |detail: &str| refused(at, &format!("not an event without time and place: {detail}"));
            let fact = serde_json::json!({ "version": 2, "event": event }).to_string();
            let facts = Fact::parse_all(&fact).map_err(|error| misplaced(&error.to_string()))?;
            match facts.into_iter().next().map(|fact| (fact.statement, fact.codes)) {
                Some((Statement::Event(event), codes)) if codes.is_empty() => {
                    Ok(Meaning::Seen { motion: event.motion, certainty: event.certainty })
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

    #[test]
    fn a_sender_means_by_a_code_what_its_table_says_and_else_what_all_do() {
        let senders = Senders::from_json(
            r#"{"line": {"codes": {"oa": "full_in", "Z9": {"movement": "arrived", "certainty": "estimated"}, "Q": null},
                "source": {"kind": "rail", "name": "BNSF"}}}"#,
        )
        .expect("a table");
        assert_eq!(senders.meaning(["LINE", ""], "OA"), Some(Meaning::seen(Milestone::FullIn)));
        assert_eq!(senders.meaning(["GATEWAY", "Line"], "z9"), Some(Meaning::expected(Movement::Arrived)));
        assert_eq!(senders.meaning(["LINE", ""], "Q"), Some(Meaning::Noted("noted".into())));
        assert_eq!(senders.meaning(["LINE", ""], "AE"), Some(Meaning::seen(Milestone::VesselLoaded)));
        assert_eq!(senders.meaning(["OTHER", ""], "Z9"), None);
        assert_eq!(senders.source(["", "LINE"]).map(ToString::to_string).as_deref(), Some("rail:BNSF"));
        let changed = senders.and(Senders::none().with("LINE", "OA", Meaning::Released));
        assert_eq!(changed.meaning(["LINE", ""], "OA"), Some(Meaning::Released));
        assert_eq!(changed.meaning(["LINE", ""], "Q"), Some(Meaning::Noted("noted".into())));
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

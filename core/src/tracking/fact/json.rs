//! Reads and writes the JSON form of facts, which `core/docs/facts.md` describes.

use std::fmt;

use chrono::DateTime;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::object::{Fault, Node, Object, Path, Refusal, escape};
use super::{
    Certainty, Event, Fact, HoldChanges, Milestone, Mode, Motion, Movement, Particulars, Phase, Source, Statement,
    TerminalStatus, Vessel,
};
use crate::error::{Error, Quoted};
use crate::jsonapi::{MAX_NESTING, Members, fits};
use crate::resources::{DataSource, TerminalFee, TerminalHold};
use crate::tracking::key::is_name;
use crate::tracking::moment::is_time;

impl Fact {
    /// Parses an array of facts, a single fact, or several facts one after the other, usually one on each line.
    ///
    /// The JSON pointer of an error begins with the index of the fact, from 0: `/3/event/at`.
    pub fn parse_all(json: &str) -> Result<Vec<Fact>, Error> {
        if json.trim_start_matches('\u{feff}').trim().is_empty() {
            let fault = Fault::Value("the text is empty. To pass no facts, write an empty array: []".to_owned());
            return Err(Refusal { pointer: String::new(), fault }.into());
        }
        let mut reader = Reader::default();
        let mut json = serde_json::Deserializer::from_str(json.trim_start_matches('\u{feff}'));
        while json.end().is_err() {
            json.deserialize_any(&mut reader).map_err(|error| reader.refusal(&error))?;
        }
        Ok(reader.facts)
    }

    /// Rejects facts that [`parse_all`](Fact::parse_all) would reject, because a program could store them but not read them back. The
    /// error has the same form.
    pub(crate) fn check_all(facts: &[Fact]) -> Result<(), Error> {
        let mut numbered = facts.iter().enumerate();
        Ok(numbered.try_for_each(|(at, fact)| check_nesting(Path::Fact(Some(at)), fact))?)
    }
}

#[derive(Default)]
struct Reader {
    facts: Vec<Fact>,
    refusal: Option<Refusal>,
    has_begun: bool,
}

impl Reader {
    fn read_next<E: serde::de::Error>(&mut self, node: Node<'_>) -> Result<(), E> {
        let fact = parse_fact(Path::Fact(Some(self.facts.len())), node);
        self.facts.push(fact.map_err(|refusal| {
            self.refusal = Some(refusal);
            E::custom("this is not a fact")
        })?);
        Ok(())
    }

    fn refusal(&mut self, error: &serde_json::Error) -> Refusal {
        self.refusal.take().unwrap_or_else(|| {
            let fault =
                if error.is_data() { Fault::NotAnObject } else { Fault::Whole(format!("this is not JSON: {error}")) };
            // An error before the first fact is about the whole text.
            let at_fault = self.has_begun.then(|| Path::Fact(Some(self.facts.len())).pointer(""));
            Refusal { pointer: at_fault.unwrap_or_default(), fault }
        })
    }
}

impl<'de> Visitor<'de> for &mut Reader {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact, or an array of facts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.has_begun = true;
        while let Some(item) = items.next_element()? {
            self.read_next(item)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        self.has_begun = true;
        self.read_next(Node::deserialize(MapAccessDeserializer::new(members))?)
    }
}

fn parse_fact(path: Path<'_>, node: Node<'_>) -> Result<Fact, Refusal> {
    let mut fact = read(path, node)?;
    check_times(path, &mut fact)?;
    check_key(path, &fact)?;
    check_nesting(path, &fact)?;
    Ok(fact)
}

/// A fact must be readable wherever it is embedded. Only its codes can be nested.
fn check_nesting(path: Path<'_>, fact: &Fact) -> Result<(), Refusal> {
    // Two levels of nesting are the fact and its codes.
    let Some((name, _)) = fact.codes.iter().find(|(_, code)| !fits(code, MAX_NESTING - 2)) else { return Ok(()) };
    let pointer = match name.starts_with('/') {
        // Unknown members are stored under their pointers.
        true => path.pointer("") + name,
        false => path.pointer(&format!("codes/{}", escape(name))),
    };
    let detail = format!("this is nested deeper than {MAX_NESTING} levels, including the level of the fact");
    Err(Refusal { pointer, fault: Fault::Whole(detail) })
}

fn check_times(path: Path<'_>, fact: &mut Fact) -> Result<(), Refusal> {
    let mut times = fact.statement.times().filter_map(|(member, at)| Some((member, at.as_ref()?)));
    match times.find(|(_, at)| !is_time(at)) {
        Some((member, at)) => {
            let detail = format!(
                "{} is not a date or a time. Write 2026-05-02, 2026-05-02T10:00:00 (local time at the place) or \
                 2026-05-02T10:00:00+08:00",
                Quoted(at.as_str())
            );
            Err(Refusal { pointer: path.pointer("") + member, fault: Fault::Whole(detail) })
        }
        None => Ok(()),
    }
}

/// A withdrawal names an event by its key or by its id.
fn check_key(path: Path<'_>, fact: &Fact) -> Result<(), Refusal> {
    let Statement::Withdrawn(key) = &fact.statement else { return Ok(()) };
    if is_name(key) {
        return Ok(());
    }
    let detail = format!(
        "{} is not the key of an event, such as 2|shipping_line|*|arrived|expected|laden|USLAX|0. The library computes the \
         key of a fact",
        Quoted(key)
    );
    Err(Refusal { pointer: path.pointer("withdrawn"), fault: Fault::Value(detail) })
}

fn read(path: Path<'_>, node: Node<'_>) -> Result<Fact, Refusal> {
    let mut unknown = Members::new();
    let mut object = Object::new(path, node, &mut unknown)?;
    check_version(&mut object)?;
    let container = object.text("container")?;
    let source = read_source(&mut object)?;
    let received_at = object.value("received_at")?.unwrap_or(DateTime::UNIX_EPOCH);
    let codes = object.members("codes")?.unwrap_or_default();
    let statement = read_statement(&mut object)?;
    object.keep_unknown();
    let codes = if unknown.is_empty() { codes } else { unknown.into_iter().chain(codes).collect() };
    Ok(Fact { container, source, received_at, statement, codes })
}

/// Facts need no version. 2 is accepted.
fn check_version(object: &mut Object<'_>) -> Result<(), Refusal> {
    match object.whole::<u64>("version") {
        Ok(None | Some(2)) => Ok(()),
        _ => Err(object.wrong("version", "facts have no version: remove it")),
    }
}

fn read_source(object: &mut Object<'_>) -> Result<Source, Refusal> {
    if object.is_object("source") {
        let named = |source: &mut Object<'_>| {
            Ok(Source { kind: DataSource::parse(&required_text(source, "kind")?), name: source.text("name")? })
        };
        return Ok(object.object("source", named)?.unwrap_or_else(|| DataSource::ShippingLine.into()));
    }
    Ok(object.text("source")?.map_or(DataSource::ShippingLine, |name| DataSource::parse(&name)).into())
}

fn required_text(object: &mut Object<'_>, name: &str) -> Result<String, Refusal> {
    object.text(name)?.ok_or_else(|| object.refuse(name, Fault::Missing))
}

fn read_statement(object: &mut Object<'_>) -> Result<Statement, Refusal> {
    let there: Vec<_> =
        ["event", "reading", "particulars", "withdrawn"].into_iter().filter(|name| object.has(name)).collect();
    let read = match there.as_slice() {
        [] => {
            let names = object.names();
            let detail = format!("the fact has no statement. Add one of event, reading, particulars, withdrawn{names}");
            Err(object.wrong("", detail))
        }
        ["event"] => object.object("event", |event| read_event(event).map(Statement::Event)),
        ["reading"] => object.object("reading", |reading| read_reading(reading).map(Statement::TerminalStatus)),
        ["particulars"] => {
            object.object("particulars", |particulars| read_particulars(particulars).map(Statement::Particulars))
        }
        ["withdrawn"] => object.value("withdrawn").map(|key| key.map(Statement::Withdrawn)),
        several => Err(object.wrong("", format!("the fact has {}. Keep only one of them", several.join(" and ")))),
    };
    read?.ok_or_else(|| object.refuse("", Fault::Missing))
}

fn required<T: DeserializeOwned>(object: &mut Object<'_>, name: &str) -> Result<T, Refusal> {
    object.value(name)?.ok_or_else(|| object.refuse(name, Fault::Missing))
}

fn read_event(object: &mut Object<'_>) -> Result<Event, Refusal> {
    let motion = if object.has("milestone") { read_milestone(object)?.into() } else { read_motion(object)? };
    if object.has("repeat") {
        return Err(object.wrong("repeat", "the number of an event among equal ones is occurrence"));
    }
    let certainty = match object.text("certainty")? {
        None => Certainty::Actual,
        Some(text) => Certainty::parse(&text).ok_or_else(|| {
            object.wrong("certainty", format!("{} is not actual, estimated or planned", Quoted(&text)))
        })?,
    };
    Ok(Event {
        motion,
        certainty,
        at: object.time("at")?,
        place: object.place("place")?.unwrap_or_default(),
        vessel: object
            .object("vessel", |vessel| Ok(Vessel { name: vessel.text("name")?, imo: vessel.text("imo")? }))?,
        voyage: object.text("voyage")?,
        documents: object.value("documents")?.unwrap_or_default(),
        description: object.text("description")?,
        occurrence: object.whole("occurrence")?.unwrap_or_default(),
    })
}

/// A milestone is the short form of a movement, its mode, whether the container is empty, and its phase.
fn read_milestone(object: &mut Object<'_>) -> Result<Milestone, Refusal> {
    match ["movement", "mode", "empty", "phase"].into_iter().find(|name| object.has(name)) {
        Some(name) => {
            let detail = format!("a milestone contains {name}: remove {name}, or replace milestone by movement");
            Err(object.wrong(name, detail))
        }
        None => required(object, "milestone"),
    }
}

fn read_motion(object: &mut Object<'_>) -> Result<Motion, Refusal> {
    Ok(Motion {
        movement: Movement::parse(&required_text(object, "movement")?),
        mode: object.text("mode")?.as_deref().map(Mode::parse),
        empty: object.flag("empty")?,
        phase: object.text("phase")?.as_deref().map(Phase::parse),
    })
}

fn read_reading(object: &mut Object<'_>) -> Result<TerminalStatus, Refusal> {
    Ok(TerminalStatus {
        taken_back: object.nulls(TerminalStatus::MEMBERS),
        available_for_pickup: object.value("available_for_pickup")?,
        pickup_lfd_line: object.time("pickup_lfd_line")?,
        pickup_lfd_terminal: object.time("pickup_lfd_terminal")?,
        pickup_lfd_rail: object.time("pickup_lfd_rail")?,
        pickup_good_through: object.time("pickup_good_through")?,
        return_lfd_line: object.time("return_lfd_line")?,
        pickup_appointment_at: object.time("pickup_appointment_at")?,
        holds: object.objects("holds", read_hold)?,
        hold_changes: read_hold_changes(object)?,
        fees: object.objects("fees", read_fee)?,
        terminal: object.text("terminal")?,
        location_at_terminal: object.text("location_at_terminal")?,
        size_type: object.text("size_type")?,
        seal_number: object.text("seal_number")?,
        weight_in_lbs: object.number("weight_in_lbs")?,
        weight_kind: object.text("weight_kind")?,
        chassis_number: object.text("chassis_number")?,
        pod_rail_carrier_scac: object.text("pod_rail_carrier_scac")?,
        ind_rail_carrier_scac: object.text("ind_rail_carrier_scac")?,
    })
}

fn read_hold_changes(object: &mut Object<'_>) -> Result<Option<Box<HoldChanges>>, Refusal> {
    let (placed, lifted) = (object.objects("holds_placed", read_hold)?, object.value("holds_lifted")?);
    let is_given = placed.is_some() || lifted.is_some();
    let changes = HoldChanges { placed: placed.unwrap_or_default(), lifted: lifted.unwrap_or_default() };
    Ok(is_given.then(|| changes.into()))
}

fn read_hold(object: &mut Object<'_>) -> Result<TerminalHold, Refusal> {
    let status = object.text("status")?.unwrap_or_else(|| "hold".to_owned());
    let (description, detail) = (object.value("description")?, object.value("detail")?);
    Ok(TerminalHold { name: required(object, "name")?, status, description, detail, unconfirmed_since: None })
}

fn read_fee(object: &mut Object<'_>) -> Result<TerminalFee, Refusal> {
    Ok(TerminalFee {
        kind: required(object, "type")?,
        amount: object.number("amount")?.ok_or_else(|| object.refuse("amount", Fault::Missing))?,
        currency_code: object.text("currency_code")?,
    })
}

fn read_particulars(object: &mut Object<'_>) -> Result<Particulars, Refusal> {
    Ok(Particulars {
        port_of_lading: object.place("port_of_lading")?,
        port_of_discharge: object.place("port_of_discharge")?,
        destination: object.place("destination")?,
        containers: object.value("containers")?.unwrap_or_default(),
        left: object.value("left")?.unwrap_or_default(),
    })
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        if let Some(container) = &self.container {
            map.serialize_entry("container", container)?;
        }
        map.serialize_entry("source", &self.source)?;
        map.serialize_entry("received_at", &self.received_at)?;
        match &self.statement {
            Statement::Event(event) => map.serialize_entry("event", event)?,
            Statement::TerminalStatus(reading) => map.serialize_entry("reading", reading)?,
            Statement::Particulars(particulars) => map.serialize_entry("particulars", particulars)?,
            Statement::Withdrawn(key) => map.serialize_entry("withdrawn", key)?,
        }
        if !self.codes.is_empty() {
            map.serialize_entry("codes", &self.codes)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Fact {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        read(Path::Fact(None), Node::deserialize(input)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::error::ErrorKind;
    use crate::resources::Timestamp;
    use crate::tracking::{Milestone, Movement};

    fn one(json: &str) -> Fact {
        let facts = Fact::parse_all(json).unwrap();
        assert_eq!(facts.len(), 1);
        facts.into_iter().next().unwrap()
    }

    fn pointer(json: &str) -> String {
        let error = Fact::parse_all(json).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        error.pointer().unwrap().to_owned()
    }

    #[test]
    fn an_event_is_read_and_written_with_all_members() {
        let json = json!({
            "container": "MSKU0308961", "source": {"kind": "terminal", "name": "APM"},
            "received_at": "2026-05-02T15:00:00Z",
            "event": {
                "movement": "arrived", "mode": "vessel", "empty": false, "certainty": "estimated", "at": "2026-05-09T06:00:00-07:00",
                "place": {"locode": "USLAX", "name": "Los Angeles", "facility": "APM", "timezone": "America/Los_Angeles"},
                "vessel": {"name": "Test Voyager", "imo": "9321483"}, "voyage": "001E",
                "documents": ["MAEU123456789"], "phase": "import", "description": "Arrival", "occurrence": 1
            },
            "codes": {"eventID": "e-1"}
        });
        let fact = one(&json.to_string());
        assert_eq!(serde_json::to_value(&fact).unwrap(), json);
    }

    #[test]
    fn a_reading_particulars_and_a_withdrawal_are_read_and_written() {
        for statement in [
            json!({"reading": {
                "available_for_pickup": false, "pickup_lfd_line": "2026-05-12", "pickup_lfd_terminal": "2026-05-13",
                "pickup_lfd_rail": "2026-05-14", "pickup_appointment_at": "2026-05-12T08:00:00Z",
                "holds": [{"name": "customs", "status": "hold", "description": ""}],
                "fees": [{"type": "total", "amount": 12.50, "currency_code": "USD"}],
                "terminal": "APM", "location_at_terminal": "B12", "size_type": "45G1", "seal_number": "S1",
                "weight_in_lbs": 40000, "chassis_number": "C1", "pod_rail_carrier_scac": "BNSF",
                "ind_rail_carrier_scac": "UPRR"
            }}),
            json!({"particulars": {
                "port_of_lading": {"locode": "CNSHA"}, "port_of_discharge": {"name": "Los Angeles"},
                "destination": {"locode": "USCHI"}, "containers": ["MSKU0308961"], "left": ["TGHU1643396"]
            }}),
            json!({"withdrawn": "2|shipping_line|*|arrived|expected|laden|USLAX|0"}),
            json!({"withdrawn": "id|shipping_line|e-1"}),
        ] {
            let mut json = statement;
            json["source"] = "rail".into();
            json["received_at"] = "2026-05-02T15:00:00Z".into();
            assert_eq!(serde_json::to_value(one(&json.to_string())).unwrap(), json);
        }
    }

    #[test]
    fn a_fact_needs_only_a_statement() {
        let fact = one(r#"{"event": {"milestone": "full_in"}}"#);
        assert_eq!(fact, Fact::shipment_event(Event { motion: Milestone::FullIn.into(), ..Event::default() }));
    }

    #[test]
    fn unknown_members_are_kept_under_their_pointer() {
        let fact = one(r#"{"colour": "red", "codes": {"a": 1},
                "event": {"milestone": "fumigated", "gas": 1, "place": {"berth/no": 4, "name": null}}}"#);
        let kept = json!({"/colour": "red", "a": 1, "/event/gas": 1, "/event/place/berth~1no": 4});
        assert_eq!(Value::Object(fact.codes.clone()), kept);
        let Statement::Event(event) = &fact.statement else { panic!("{fact:?}") };
        assert_eq!(event.motion.movement, Movement::parse("fumigated"));
        assert_eq!(one(&serde_json::to_string(&fact).unwrap()), fact, "and stay there after writing and reading");
    }

    #[test]
    fn an_error_names_the_missing_member() {
        for (facts, message) in [
            (r#"{"event": {"at": "2026-05-02"}}"#, "event.movement is missing [/0/event/movement]"),
            (
                r#"[{"event": {"milestone": "full_in"}}, {"event": {}}]"#,
                "event.movement is missing [/1/event/movement]",
            ),
        ] {
            assert_eq!(Fact::parse_all(facts).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn an_error_names_the_invalid_member_and_its_value() {
        for (fact, message) in [
            (
                r#"{"event": {"milestone": "full_in", "at": "2026-02-30"}}"#,
                "\"2026-02-30\" is not a date or a time. Write 2026-05-02, 2026-05-02T10:00:00 (local time at the place) or 2026-05-02T10:00:00+08:00 [/0/event/at]",
            ),
            (
                r#"{"event": {"milestone": "full_in", "place": "CNSHA"}}"#,
                "event.place must be a JSON object [/0/event/place]",
            ),
            (
                r#"{"event": {"milestone": "full_in", "voyage": {}}}"#,
                "event.voyage: text is expected [/0/event/voyage]",
            ),
            ("[7]", "a fact must be a JSON object [/0]"),
        ] {
            assert_eq!(Fact::parse_all(fact).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_date_stays_a_date_and_a_number_can_be_a_text() {
        let fact = one(r#"{"event": {"milestone": "full_out", "at": "2026-05-02", "vessel": {"imo": 9321483}}}"#);
        let Statement::Event(event) = fact.statement else { panic!() };
        assert!(event.at.unwrap().is_date());
        assert_eq!(event.vessel.unwrap().imo.as_deref(), Some("9321483"));
    }

    #[test]
    fn a_decimal_text_is_a_number_if_no_digit_is_lost() {
        let amount = |written: &str| {
            let json = format!(r#"{{"reading":{{"fees":[{{"type":"total","amount":{written}}}]}}}}"#);
            Fact::parse_all(&json).map(|facts| match &facts[0].statement {
                Statement::TerminalStatus(reading) => reading.fees.as_ref().unwrap()[0].amount.to_string(),
                other => panic!("{other:?}"),
            })
        };
        for (written, kept) in [
            ("\"250.00\"", "250.0"),
            ("\"1234567.89\"", "1234567.89"),
            ("\"-0.1\"", "-0.1"),
            ("\"9007199254740993\"", "9007199254740993"),
            ("\"0\"", "0"),
            ("250.25", "250.25"),
        ] {
            assert_eq!(amount(written).unwrap(), kept, "{written}");
        }
        for written in
            ["\"\"", "\" 5\"", "\"5 USD\"", "\"1,000.00\"", "\"1e3\"", "\"NaN\"", "\"0.12345678901234567891\"", "true"]
        {
            assert_eq!(amount(written).unwrap_err().pointer(), Some("/0/reading/fees/0/amount"), "{written}");
        }
        let fact = one(r#"{"reading":{"weight_in_lbs":"40000"}}"#);
        assert_eq!(serde_json::to_value(&fact).unwrap()["reading"]["weight_in_lbs"], 40000);
    }

    #[test]
    fn facts_are_read_from_an_array_a_single_object_or_lines() {
        let fact = r#"{"event":{"milestone":"full_in"}}"#;
        for (json, count) in [
            (format!("[{fact},{fact}]"), 2),
            (fact.to_owned(), 1),
            (format!("\u{feff}{fact}\n{fact}\r\n\n{fact}\n"), 3),
            ("[]".to_owned(), 0),
        ] {
            assert_eq!(Fact::parse_all(&json).unwrap().len(), count, "{json}");
        }
    }

    #[test]
    fn an_empty_text_is_rejected_and_an_empty_array_is_not() {
        for nothing in ["", " \n", "\u{feff}\r\n"] {
            let refused = Fact::parse_all(nothing).unwrap_err().to_string();
            assert!(refused.contains("an empty array"), "{nothing:?}: {refused}");
        }
    }

    #[test]
    fn a_fact_without_or_with_two_statements_is_rejected() {
        for (json, part) in [
            (r#"{"container": "MSKU0308961", "evnt": {}}"#, "the fact has no statement. Add one of event, reading"),
            (r#"{"container": "MSKU0308961", "evnt": {}}"#, "it has evnt"),
            (r#"{"event": {}, "reading": {}}"#, "the fact has event and reading. Keep only one of them"),
        ] {
            let refused = Fact::parse_all(json).unwrap_err().to_string();
            assert!(refused.contains(part), "{refused}");
        }
    }

    #[test]
    fn an_error_names_the_fact_and_the_member() {
        let good = r#"{"event":{"milestone":"full_in"}}"#;
        for (bad, at) in [
            (r#"{"event":{"milestone":"full_in","at":"soon"}}"#, "/2/event/at"),
            (r#"{"event":{"milestone":"full_in","at":5}}"#, "/2/event/at"),
            (r#"{"event":{"certainty":"actual"}}"#, "/2/event/movement"),
            (r#"{"event":{"milestone":"full_in","certainty":"ACT"}}"#, "/2/event/certainty"),
            (r#"{"event":{"milestone":"full_in","place":"CNSHA"}}"#, "/2/event/place"),
            (r#"{"event":{"milestone":"full_in","repeat":1}}"#, "/2/event/repeat"),
            (r#"{"event":{"movement":"loaded","repeat":1}}"#, "/2/event/repeat"),
            (r#"{"event":{"milestone":"full_in"},"withdrawn":"x"}"#, "/2"),
            (r#"{"container":"MSKU0308961"}"#, "/2"),
            (r#"{"version":3,"event":{"milestone":"full_in"}}"#, "/2/version"),
            (r#"{"version":1,"event":{"milestone":"full_in"}}"#, "/2/version"),
            (r#"{"event":{"milestone":"full_in","movement":"gate_in"}}"#, "/2/event/movement"),
            (r#"{"event":{"milestone":"full_in","empty":false}}"#, "/2/event/empty"),
            (r#"{"event":{"movement":""}}"#, "/2/event/movement"),
            (r#"{"event":{"movement":"loaded","occurrence":-1}}"#, "/2/event/occurrence"),
            (r#"{"version":"two","event":{"movement":"loaded"}}"#, "/2/version"),
            (r#"{"withdrawn":"2|nonsense"}"#, "/2/withdrawn"),
            (r#"{"withdrawn":"id|shipping_line"}"#, "/2/withdrawn"),
            (r#"{"withdrawn":"shipping_line|*|vessel_arrived|estimated|USLAX||0"}"#, "/2/withdrawn"),
            (r#"{"withdrawn":""}"#, "/2/withdrawn"),
            (r#"{"event":{"movement":"loaded","empty":"yes"}}"#, "/2/event/empty"),
            (r#"{"source":{"name":"APM"},"event":{"movement":"loaded"}}"#, "/2/source/kind"),
            (r#"{"version":0,"event":{"milestone":"full_in"}}"#, "/2/version"),
            (r#"{"reading":{"available_for_pickup":"yes"}}"#, "/2/reading/available_for_pickup"),
            (r#"{"reading":{"pickup_lfd_rail":"?"}}"#, "/2/reading/pickup_lfd_rail"),
            (r#"{"reading":{"holds":[{"name":"customs"},{"status":"hold"}]}}"#, "/2/reading/holds/1/name"),
            (r#"{"reading":{"fees":[{"type":"total"}]}}"#, "/2/reading/fees/0/amount"),
            (r#"{"received_at":"now","event":{"milestone":"full_in"}}"#, "/2/received_at"),
            (r#"{"codes":[],"event":{"milestone":"full_in"}}"#, "/2/codes"),
            ("7", "/2"),
            ("{", "/2"),
        ] {
            assert_eq!(pointer(&format!("{good}\n{good}\n{bad}")), at, "{bad}");
        }
    }

    #[test]
    fn the_examples_in_the_documentation_are_valid_facts() {
        let document = include_str!("../../../docs/facts.md");
        let examples: Vec<&str> =
            document.split("```json").skip(1).filter_map(|after| after.split("```").next()).collect();
        assert_eq!(examples.len(), 5);
        for example in examples {
            assert!(one(example).codes.keys().all(|name| !name.starts_with('/')), "{example}");
        }
    }

    #[test]
    fn a_stored_fact_is_read_even_if_its_time_is_invalid() {
        let event = Event::actual(Milestone::FullIn, Timestamp::new("soon"));
        let fact = Fact::event("MSKU0308961", event);
        let json = serde_json::to_string(&fact).unwrap();
        assert_eq!(serde_json::from_str::<Fact>(&json).unwrap(), fact);
    }

    #[test]
    fn a_fact_that_is_nested_too_deep_is_rejected() {
        let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        let event = r#""event":{"milestone":"full_in"}"#;
        let codes = |levels| format!(r#"{{{event},"codes":{{"a/b":{}}}}}"#, nested(levels));
        let as_member = |levels| format!(r#"{{{event},"colour":{}}}"#, nested(levels));
        let within = |levels| format!(r#"{{"event":{{"milestone":"full_in","gas":{}}}}}"#, nested(levels));
        let most = MAX_NESTING - 2;
        for (written, at) in [
            (&codes as &dyn Fn(usize) -> String, "/0/codes/a~1b"),
            (&as_member, "/0/colour"),
            (&within, "/0/event/gas"),
        ] {
            assert_eq!(pointer(&written(most + 1)), at);
            let fact = one(&written(most));
            assert_eq!(serde_json::from_str::<Fact>(&serde_json::to_string(&fact).unwrap()).unwrap(), fact);
        }
        assert_eq!(pointer(&codes(100_000)), "/0", "the stack does not overflow");
    }
}

//! Doubts about vessels: numbers that are not IMO numbers, and names and numbers that contradict each other.

use std::collections::BTreeMap;

use super::{Fact, Statement, Vessel};
use crate::error::Quoted;

/// Returns what looks wrong about the vessels that these facts name, one sentence for each doubt, with the last fact that it is about.
pub(super) fn doubts_about_vessels<'f>(facts: impl IntoIterator<Item = &'f Fact>) -> Vec<(&'f Fact, String)> {
    let mut vessels: BTreeMap<_, (&Vessel, &'f Fact)> = BTreeMap::new();
    for fact in facts {
        vessels.extend(vessel_of(fact).map(|vessel| ((&vessel.imo, &vessel.name), (vessel, fact))));
    }
    let mut doubts = Vec::new();
    let mut by_number: BTreeMap<String, Namings<'_>> = BTreeMap::new();
    let mut by_name: BTreeMap<String, Namings<'_>> = BTreeMap::new();
    for (vessel, fact) in vessels.into_values() {
        if vessel.has_invalid_imo() {
            let number = Quoted(vessel.imo.as_deref().unwrap_or_default());
            let text = format!("{number} is not an IMO number, so it was ignored: the name of the vessel decides");
            doubts.push((fact, text));
        }
        let compared = vessel.compared_name();
        if let (Some(number), Some(name), false) = (vessel.imo_number(), &vessel.name, compared.is_empty()) {
            let number = number.into_owned();
            by_number.entry(number.clone()).or_default().add(compared.clone(), name, fact);
            by_name.entry(compared).or_default().add(number, name, fact);
        }
    }
    for (number, Namings { values, last }) in by_number {
        let names: Vec<String> = values.values().map(|name| Quoted(name).to_string()).collect();
        let names = names.join(" and ");
        let text = format!("the IMO number {number} is reported with the names {names}: they count as one vessel");
        if values.len() > 1 {
            doubts.extend(last.map(|fact| (fact, text)));
        }
    }
    for Namings { values, last } in by_name.into_values() {
        let (Some(name), true) = (values.values().next(), values.len() > 1) else { continue };
        let numbers: Vec<&str> = values.keys().map(String::as_str).collect();
        let text = format!(
            "the name {} is reported with the IMO numbers {}: they count as different vessels, and a report without a number is about the one \
             on the same voyage or of the same call",
            Quoted(name),
            numbers.join(" and ")
        );
        doubts.extend(last.map(|fact| (fact, text)));
    }
    doubts
}

/// The names of one IMO number by their compared form, or the IMO numbers of one name, each with a name as reported.
#[derive(Default)]
struct Namings<'f> {
    values: BTreeMap<String, &'f str>,
    /// The last fact with one of them.
    last: Option<&'f Fact>,
}

impl<'f> Namings<'f> {
    fn add(&mut self, value: String, name: &'f str, fact: &'f Fact) {
        self.values.entry(value).or_insert(name);
        if self.last.is_none_or(|last| last.received_at < fact.received_at) {
            self.last = Some(fact);
        }
    }
}

fn vessel_of(fact: &Fact) -> Option<&Vessel> {
    match &fact.statement {
        Statement::Event(event) => event.vessel.as_ref(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::{Event, Milestone};

    fn doubts_of(vessels: &[(&str, &str)]) -> Vec<String> {
        let fact = |(name, imo): &(&str, &str)| {
            let imo = (!imo.is_empty()).then(|| (*imo).to_owned());
            let vessel = Vessel { name: Some((*name).to_owned()), imo };
            Fact::shipment_event(Event::actual(Milestone::VesselDeparted, "2026-05-01").on_vessel(vessel))
        };
        let facts: Vec<Fact> = vessels.iter().map(fact).collect();
        doubts_about_vessels(&facts).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn names_and_numbers_of_vessels_that_contradict_each_other_are_doubted() {
        assert_eq!(
            doubts_of(&[("ALPHA", "9321483"), ("M/V Alpha", "9321483"), ("Beta", ""), ("Beta", "9074729")]),
            [""; 0]
        );
        let renamed = doubts_of(&[("ALPHA", "9321483"), ("BETA", "9321483")]);
        assert!(renamed[0].contains("9321483") && renamed[0].contains("\"ALPHA\" and \"BETA\""), "{renamed:?}");
        let namesakes = doubts_of(&[("ALPHA", "9321483"), ("MV Alpha", "9074729")]);
        assert!(namesakes[0].contains("9074729 and 9321483"), "{namesakes:?}");
        assert_eq!([renamed.len(), namesakes.len()], [1, 1]);
    }

    #[test]
    fn a_number_that_is_not_an_imo_number_is_doubted() {
        for number in ["0000000", "9999999", "9321484", "123"] {
            let doubts = doubts_of(&[("ALPHA", number)]);
            assert!(doubts.len() == 1 && doubts[0].contains(number), "{doubts:?}");
        }
    }
}

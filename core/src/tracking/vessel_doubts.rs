//! Doubts about vessels: numbers that are not IMO numbers, and names and numbers that contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use super::{Fact, Statement, Vessel};
use crate::error::Quoted;

/// Returns what looks wrong about the vessels that these facts name, one sentence for each doubt.
pub(super) fn doubts_about_vessels<'f>(facts: impl IntoIterator<Item = &'f Fact>) -> Vec<String> {
    let vessels: BTreeSet<(&Option<String>, &Option<String>)> =
        facts.into_iter().filter_map(vessel_of).map(|vessel| (&vessel.imo, &vessel.name)).collect();
    let mut doubts = Vec::new();
    let mut names: BTreeMap<String, BTreeMap<String, &str>> = BTreeMap::new();
    let mut numbers: BTreeMap<String, (&str, BTreeSet<String>)> = BTreeMap::new();
    for (imo, name) in vessels {
        let vessel = Vessel { imo: imo.clone(), name: name.clone() };
        if vessel.has_invalid_imo() {
            let number = Quoted(imo.as_deref().unwrap_or_default());
            doubts.push(format!("{number} is not an IMO number, so it was ignored: the name of the vessel decides"));
        }
        let compared = vessel.compared_name();
        if let (Some(number), Some(name), false) = (vessel.imo_number(), name, compared.is_empty()) {
            names.entry(number.to_string()).or_default().entry(compared.clone()).or_insert(name);
            numbers.entry(compared).or_insert((name, BTreeSet::new())).1.insert(number.into_owned());
        }
    }
    let with_several_names = names.into_iter().filter(|(_, names)| names.len() > 1);
    doubts.extend(with_several_names.map(|(number, names)| {
        let names: Vec<String> = names.values().map(|name| Quoted(name).to_string()).collect();
        format!("the IMO number {number} is reported with the names {}: they count as one vessel", names.join(" and "))
    }));
    let with_several_numbers = numbers.into_values().filter(|(_, numbers)| numbers.len() > 1);
    doubts.extend(with_several_numbers.map(|(name, numbers)| {
        let numbers: Vec<String> = numbers.into_iter().collect();
        format!(
            "the name {} is reported with the IMO numbers {}: they count as different vessels, and a report without a number is about the one \
             on the same voyage or of the same call",
            Quoted(name),
            numbers.join(" and ")
        )
    }));
    doubts
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
            let imo = Some(*imo).filter(|imo| !imo.is_empty()).map(str::to_owned);
            let vessel = Vessel { name: Some((*name).to_owned()), imo };
            Fact::shipment_event(Event::actual(Milestone::VesselDeparted, "2026-05-01").on_vessel(vessel))
        };
        let facts: Vec<Fact> = vessels.iter().map(fact).collect();
        doubts_about_vessels(&facts)
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

//! Every row of the table of meanings.

use serde::Deserialize;
use shiptrack::tracking::{Fact, FoldPolicy, Particulars, Picture, absorb, fold};

use super::line::fact;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    row: u32,
    what: String,
    /// Port of discharge, as booked.
    pod: Option<String>,
    /// Inland destination, as booked.
    destination: Option<String>,
    facts: Vec<String>,
    /// The names of the events, without `container.transport.`.
    events: Vec<String>,
    status: Option<String>,
}

impl Case {
    fn facts(&self) -> Vec<Fact> {
        let place = |locode: &Option<String>| locode.as_deref().map(Into::into);
        let booked = Particulars {
            port_of_discharge: place(&self.pod),
            destination: place(&self.destination),
            ..Particulars::default()
        };
        let booked = (booked != Particulars::default()).then(|| Fact::particulars(booked));
        self.facts.iter().map(|line| fact(line)).chain(booked).collect()
    }
}

fn picture(facts: Vec<Fact>) -> Picture {
    let now = "2026-05-30T00:00:00Z".parse().unwrap();
    fold(&absorb(&[], facts, true, now), now, &FoldPolicy::default())
}

fn names(picture: &Picture) -> Vec<String> {
    let events = picture.containers.iter().flat_map(|seen| &seen.events);
    events.map(|told| told.event.event.as_str().replace("container.transport.", "")).collect()
}

#[test]
fn every_row_of_the_table_has_its_meaning() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../corpus/voyage/rows.json")).unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let told = picture(case.facts());
        let status = told.containers[0].container.current_status.to_string();
        if names(&told) != case.events || case.status.as_ref().is_some_and(|expected| *expected != status) {
            wrong.push(format!(
                "row {}: {}\n  told {:?}, {status}\n  not  {:?}, {:?}",
                case.row,
                case.what,
                names(&told),
                case.events,
                case.status
            ));
        }
        let mut turned = case.facts();
        turned.reverse();
        assert_eq!(names(&picture(turned)), names(&told), "row {}: in another order", case.row);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

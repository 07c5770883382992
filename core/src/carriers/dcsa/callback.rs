//! Events that were sent without being asked for: what is about one shipment is kept together, and apart from what is about others.

use std::collections::HashMap;

use super::document::{Document, Events};
use super::event::Event;
use super::statements::Statements;
use super::told::{Told, told};
use crate::carriers::charset;
use crate::carriers::reading::{Problem, ReadLimits, Reading};
use crate::numbers::NumberKind;

/// Reads the events of a callback: a message for all that name the same bookings and bills, or, where they name none, the same
/// containers.
pub(in crate::carriers) fn callback(bytes: &[u8], limits: &ReadLimits) -> Reading {
    let text = charset::text(bytes);
    let document = Document::read(&text, limits, Apart::default());
    let mut reading = Reading { problems: document.problems, ..Reading::default() };
    if !document.is_answer {
        reading.problems.push(Problem::new("", "there is no event in it: a JSON array of DCSA events is expected"));
    }
    reading.messages = document.events.groups.into_iter().map(|told| Statements::of(told).into_message()).collect();
    reading
}

/// The events, in the groups that they stand in.
#[derive(Default)]
struct Apart {
    groups: Vec<Vec<Told>>,
    places: HashMap<Group, usize>,
}

/// Papers that are named together; containers where there are none.
type Group = (Vec<(NumberKind, String)>, Vec<String>);

impl<'t> Events<'t> for Apart {
    fn take(&mut self, event: &Event<'_, 't>) -> Result<(), String> {
        let told = told(event)?;
        let (mut papers, mut containers) = (told.documents.clone(), Vec::new());
        papers.sort_unstable();
        papers.dedup();
        if papers.is_empty() {
            containers.clone_from(&told.containers);
            containers.sort_unstable();
        }
        let place = *self.places.entry((papers, containers)).or_insert_with(|| {
            self.groups.push(Vec::new());
            self.groups.len() - 1
        });
        self.groups[place].push(told);
        Ok(())
    }
}

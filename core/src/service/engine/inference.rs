//! Which carrier a number belongs to, where nobody said, and how that carrier writes it.

use std::collections::BTreeSet;

use crate::carriers::Answer;
use crate::carriers::detect::{self, Decision};
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::RequestType;
use crate::store::{RequestRecord, ShipmentRecord, TrackedNumber};

/// The request with its carrier known, where it was said or the number tells; `None` where somebody has to be asked.
pub(super) fn detected(record: &RequestRecord) -> Option<RequestRecord> {
    match &record.tracked.scac {
        Some(_) => Some(record.clone()),
        None => Some(owned(record, inferred(record)?)),
    }
}

/// The request as one for a number of this carrier.
pub(super) fn owned(record: &RequestRecord, scac: String) -> RequestRecord {
    let number = normalised(&record.kind, &record.number, &scac).unwrap_or_else(|| record.tracked.number.clone());
    let tracked = TrackedNumber { scac: Some(scac), number, ..record.tracked.clone() };
    RequestRecord { tracked, ..record.clone() }
}

/// The carrier the number of a request points to, if it is certain.
pub(super) fn inferred(record: &RequestRecord) -> Option<String> {
    let line = detect::detect(&record.number).ok()?.shipping_line;
    match (&line.decision, &line.selected) {
        (Decision::AutoSelect, Some(selected)) => Some(selected.scac.to_string()),
        _ => None,
    }
}

/// The numbers that a carrier names beside this one, in their normal form, each once: an answer that is not complete adds to those that
/// are `known`, and one that names none says nothing of them.
pub(super) fn names_with(known: Option<&ShipmentRecord>, number: &TrackedNumber, answer: &Answer) -> Vec<String> {
    let mut names = named_beside(number, &answer.references);
    if let Some(known) = known.filter(|_| !answer.complete || names.is_empty()) {
        names.extend(known.named_numbers.iter().cloned());
        names.sort_unstable();
        names.dedup();
    }
    names
}

/// The numbers that are named beside this one, in their normal form, each once.
fn named_beside(number: &TrackedNumber, references: &[String]) -> Vec<String> {
    let scac = number.scac.as_deref().unwrap_or_default();
    let named = references.iter().filter_map(|other| normalised(&RequestType::BillOfLading, other, scac));
    let named: BTreeSet<String> = named.filter(|other| *other != number.number).collect();
    named.into_iter().collect()
}

pub(super) fn normalised(kind: &RequestType, number: &str, scac: &str) -> Option<String> {
    let kind = NumberKind::parse(kind.as_str()).ok()?;
    let number = TrackingNumber::parse(kind, number).ok()?;
    Some(number.normalised_for(&Scac::parse(scac).ok()?).to_owned())
}

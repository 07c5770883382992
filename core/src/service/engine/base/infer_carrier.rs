//! Infers the carrier of a number, and normalizes numbers and carrier codes.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use crate::carriers::Answer;
use crate::error::Result;
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{AccountId, RequestType};
use crate::shipping_lines;
use crate::shipping_lines::confirm::CarrierReport;
use crate::shipping_lines::detect;
use crate::store::{Lane, RequestRecord, ShipmentRecord, TrackedNumber};

/// Returns the request with its carrier, or with the carrier that is inferred from the number. `None` if neither is known.
pub(in crate::service::engine) fn with_inferred_carrier(record: &RequestRecord) -> Option<RequestRecord> {
    match &record.tracked.scac {
        Some(_) => Some(record.clone()),
        None => Some(with_carrier(record, inferred_carrier(record)?)),
    }
}

pub(in crate::service::engine) fn with_carrier(record: &RequestRecord, scac: String) -> RequestRecord {
    let number =
        normalized_number(&record.kind, &record.number, &scac).unwrap_or_else(|| record.tracked.number.clone());
    let tracked = TrackedNumber { scac: Some(scac), number, ..record.tracked.clone() };
    RequestRecord { tracked, ..record.clone() }
}

pub(in crate::service::engine) fn inferred_carrier(record: &RequestRecord) -> Option<String> {
    let selected = detect::detect(&record.number).ok()?.shipping_line.auto_selected()?;
    Some(selected.scac.to_string())
}

/// Returns the other numbers of the shipment, normalized and without duplicates. A complete answer with references
/// replaces the previous numbers; any other answer adds to them.
pub(in crate::service::engine) fn numbers_named_by(
    previous: Option<&ShipmentRecord>,
    number: &TrackedNumber,
    answer: &Answer,
) -> Vec<String> {
    let mut names = other_numbers(number, &answer.references);
    if let Some(previous) = previous.filter(|_| !answer.complete || names.is_empty()) {
        names.extend(previous.named_numbers.iter().cloned());
        names.sort_unstable();
        names.dedup();
    }
    names
}

fn other_numbers(number: &TrackedNumber, references: &[String]) -> Vec<String> {
    let scac = number.scac.as_deref().unwrap_or_default();
    // Sources write periods and slashes between the parts of a number.
    let named = references
        .iter()
        .filter_map(|other| normalized_number(&RequestType::BillOfLading, &other.replace(['.', '/'], ""), scac));
    let named: BTreeSet<String> = named.filter(|other| *other != number.number).collect();
    named.into_iter().collect()
}

pub(in crate::service::engine) fn normalized_number(kind: &RequestType, number: &str, scac: &str) -> Option<String> {
    let kind = NumberKind::parse(kind.as_str()).ok()?;
    let number = TrackingNumber::parse(kind, number).ok()?;
    Some(number.normalized_for(&Scac::parse(scac).ok()?).to_owned())
}

/// Returns the code under which the requests of a carrier are stored; a carrier can have several codes.
pub(in crate::service) fn primary_code(scac: &str) -> Result<String> {
    let scac = Scac::for_request(scac)?;
    Ok(shipping_lines::main_code(scac.as_str()).to_owned())
}

const REMEMBERED_FOR: Duration = Duration::from_secs(600);
const MAX_REMEMBERED: usize = 1_000;

/// Recent answers of carriers about numbers, and the pauses that carriers asked for. Times are monotonic.
#[derive(Default)]
pub struct ClaimMemory {
    claims: HashMap<(AccountId, String), (Duration, Vec<CarrierReport>)>,
    pauses: HashMap<Lane, Duration>,
}

impl ClaimMemory {
    pub fn recall(&self, record: &RequestRecord, now: Duration) -> Vec<CarrierReport> {
        let found = self.claims.get(&key(record)).filter(|(at, _)| now.saturating_sub(*at) < REMEMBERED_FOR);
        found.map(|(_, claims)| claims.clone()).unwrap_or_default()
    }

    pub fn remember(&mut self, record: &RequestRecord, claim: &CarrierReport, now: Duration) {
        if self.claims.len() >= MAX_REMEMBERED {
            self.claims.retain(|_, (at, _)| now.saturating_sub(*at) < REMEMBERED_FOR);
        }
        if self.claims.len() >= MAX_REMEMBERED {
            self.claims.clear();
        }
        let (at, all) = self.claims.entry(key(record)).or_default();
        if now.saturating_sub(*at) >= REMEMBERED_FOR {
            all.clear();
        }
        *at = now;
        all.retain(|previous| previous.scac != claim.scac);
        all.push(claim.clone());
    }

    pub fn pause(&mut self, lane: Lane, now: Duration, pause: Duration) {
        self.pauses.retain(|_, until| *until > now);
        self.pauses.insert(lane, now.saturating_add(pause));
    }

    pub fn pause_of(&self, lane: &Lane, now: Duration) -> Option<Duration> {
        self.pauses.get(lane)?.checked_sub(now).filter(|pause| !pause.is_zero())
    }
}

fn key(record: &RequestRecord) -> (AccountId, String) {
    let number = record.number.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_uppercase());
    (record.tracked.account.clone(), format!("{} {}", record.kind.as_str(), number.collect::<String>()))
}

//! The report of an adoption.

use std::collections::BTreeMap;

use serde::Serialize;

/// What [`Service::adopt`](crate::Service::adopt) copied.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AdoptionReport {
    /// Number of tracking requests of the hosted account that were read.
    pub seen: usize,
    /// Number of tracking requests that were created here.
    pub created: usize,
    /// Number of tracking requests that existed here already.
    pub existing: usize,
    /// Number of facts that were new.
    pub facts: usize,
    /// Tracking requests that were not copied, with the reasons.
    pub skipped: Vec<SkippedRequest>,
    /// What was not copied of the copied requests: its name, and of how many requests, shipments or containers.
    pub not_taken: BTreeMap<String, usize>,
    /// True if the run read the whole account. Otherwise the next run continues.
    pub is_complete: bool,
}

impl AdoptionReport {
    /// The JSON form, which is the same in every language: an object with the fields of this struct.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(super) fn record_omission(&mut self, name: &str) {
        *self.not_taken.entry(name.to_owned()).or_default() += 1;
    }
}

/// A tracking request that was not copied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SkippedRequest {
    /// The number.
    pub number: String,
    /// The carrier; `None` if unknown.
    pub scac: Option<String>,
    /// Why it was not copied.
    pub reason: String,
}

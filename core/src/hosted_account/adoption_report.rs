//! The result of taking over an account.

use std::collections::BTreeMap;

use serde::Serialize;

/// What became of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AdoptionReport {
    /// Tracking requests of the account that were looked at.
    pub seen: usize,
    /// Tracking requests that were made here.
    pub created: usize,
    /// Those that were here already.
    pub existing: usize,
    /// Facts that were news.
    pub facts: usize,
    /// Those that are not taken over, each with the reason.
    pub skipped: Vec<SkippedRequest>,
    /// What is not taken over of those that are, by its name, and of how many.
    pub not_taken: BTreeMap<String, usize>,
    /// Whether the account was looked through to its end; otherwise the next run goes on.
    pub is_complete: bool,
}

impl AdoptionReport {
    /// The JSON form, which is the same in every language: its members, by their names.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(super) fn leave(&mut self, name: &str) {
        *self.not_taken.entry(name.to_owned()).or_default() += 1;
    }
}

/// A tracking request that is not taken over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SkippedRequest {
    /// Its number.
    pub number: String,
    /// Its carrier, where that is known.
    pub scac: Option<String>,
    /// Why.
    pub reason: String,
}

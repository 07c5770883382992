//! From what is kept to what is told: a record and its relations into a resource, with the resources that come along.
//!
//! Answers, notifications and mail tell of the same resources in the same way. What is here reads a transaction, and knows
//! neither who asks nor why.

pub(super) mod accounts;
pub(super) mod containers;
pub(super) mod custom_fields;
pub(super) mod document_links;
pub(super) mod documents;
pub(super) mod email_submissions;
pub(super) mod examples;
mod included;
mod links;
pub(super) mod locations;
pub(super) mod notifications;
pub(super) mod parties;
pub(super) mod raw_events;
pub(super) mod route_map;
pub(super) mod search_results;
pub(super) mod shipments;
pub(super) mod shipping_lines;
pub(super) mod tracking_requests;
pub(super) mod untracked_numbers;
pub(super) mod webhooks;

pub(super) use included::{IncludedResource, IncludedSet, Related, behind, leads_to};
pub(super) use links::{PREFIX, own_link};

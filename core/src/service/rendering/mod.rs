//! Makes resources of stored records, with their links and included resources.
//!
//! Responses, notifications and mail use the same rendering. It only reads from a transaction, and does not depend on
//! the caller.

pub(super) mod accounts;
pub(super) mod containers;
pub(super) mod custom_fields;
pub(super) mod document_links;
pub(super) mod documents;
pub(super) mod doubts;
pub(super) mod email_submissions;
pub(super) mod examples;
mod included;
mod links;
pub(super) mod locations;
pub(super) mod notifications;
pub(super) mod parties;
pub(super) mod raw_events;
pub(super) mod route;
pub(super) mod route_map;
pub(super) mod search_results;
pub(super) mod shipments;
pub(super) mod shipping_lines;
pub(super) mod tracking_requests;
pub(super) mod untracked_numbers;
pub(super) mod webhooks;

pub(super) use included::{IncludedResource, IncludedSet, Related, leads_to, paths_after};
pub(super) use links::{PREFIX, own_link};

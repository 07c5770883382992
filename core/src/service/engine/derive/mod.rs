//! Creates tracking requests, and derives their shipments, containers and events from facts.
//!
//! In: a tracking request, its facts so far, and an answer or other new facts about its number.
//! Out: the new state of the request and its shipment, with links to places and custom fields, and the notifications of
//! changes, in one transaction.
//! May use: base, credentials, notify.

pub(super) mod answer_digest;
mod change_notifications;
pub(in crate::service) mod custom_fields;
pub(in crate::service) mod delete_request;
mod fact_digest;
pub(in crate::service) mod new_requests;
mod place_links;
pub(in crate::service) mod rederive;
pub(in crate::service) mod request_lifecycle;
pub(super) mod trips;
pub(super) mod unchanged_answer;
pub(super) mod unclaimed_facts;
pub(super) mod update;

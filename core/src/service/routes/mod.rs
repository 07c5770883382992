//! HTTP in and out, and nothing else. [`router`] finds the operation that a request asks for in the table of the interface
//! (`resources/interface.rs`) and checks the query against it. Each family of resources has a file with the handlers of its
//! operations; [`family`] has what they share: lists and single resources. [`authority`] checks who asks, [`context`] is a
//! request on its way, [`payload`] its body, [`reply`] and [`refusals`] are the answers. [`push`] takes what carriers send on
//! their own.

mod authority;
mod common_filters;
mod containers;
mod context;
mod custom_field_definitions;
mod custom_field_options;
mod custom_fields;
mod documents;
mod duplicate_members;
mod email_submissions;
mod family;
mod files;
mod initial_fields;
mod parties;
mod payload;
mod problems;
mod push;
mod receivers;
mod refusals;
mod reply;
mod router;
mod search;
mod shipments;
mod shipping_lines;
mod tracking_requests;
mod webhook_notifications;
mod webhook_trials;
mod webhooks;
mod whereabouts;

pub(super) use authority::Authority;
pub(super) use files::{answer_stream, takes_stream};
pub(super) use router::{answer, is_brief, turn_away};

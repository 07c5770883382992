//! HTTP in and out, and nothing else. [`router`] finds the operation that a request asks for in the table of the interface
//! (`resources/interface.rs`) and checks the query against it. Each family of resources has a file with the handlers of its
//! operations; [`family`] has what they share: lists and single resources. [`caller`] checks who asks, [`context`] is a
//! request on its way, [`payload`] its body, [`reply`] and [`refusals`] are the answers. [`push`] takes what carriers send on
//! their own.

mod caller;
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
mod locations;
mod parties;
mod payload;
mod problems;
mod push;
mod refusals;
mod reply;
mod router;
mod search;
mod shipments;
mod shipping_lines;
mod tracking_requests;
mod webhook_notifications;
mod webhook_trigger;
mod webhook_urls;
mod webhooks;

pub(super) use caller::Caller;
pub(super) use files::{accepts_stream, answer_stream};
pub(super) use router::{answer, is_brief, reject_early};

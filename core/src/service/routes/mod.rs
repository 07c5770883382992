//! HTTP in and out, and nothing else: who asks, what for, and the answer to it. One file a family of resources; beside them
//! [`router`] (from a request to its family), [`family`] (lists and single resources, which are alike in all of them), [`authority`] (who asks), [`context`] (a request on its way), [`payload`] (its
//! body), [`push`] (what is sent without being asked for, beside the interface), [`reply`] and [`refusals`] (what is answered).

mod authority;
mod containers;
mod context;
mod custom_field_definitions;
mod custom_field_options;
mod custom_fields;
mod documents;
mod email_submissions;
mod family;
mod files;
mod initial_fields;
mod parties;
mod payload;
mod periods;
mod problems;
mod push;
mod receivers;
mod refusals;
mod repeated;
mod reply;
mod request_filters;
mod router;
mod search;
mod shipments;
mod shipping_lines;
mod tracking_requests;
mod traits;
mod webhook_notifications;
mod webhook_trials;
mod webhooks;
mod whereabouts;

pub(super) use authority::Authority;
pub(super) use files::{answer_stream, takes_stream};
pub(super) use router::{answer, is_brief, turn_away};

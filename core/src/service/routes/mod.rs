//! Answers HTTP requests.
//!
//! * [`router`] finds the operation of a request in the table of the interface (`resources/interface.rs`), and its
//!   handler.
//! * [`caller`] checks the API key and the rate limit. [`context`] holds the request, and checks its query.
//!   [`payload`] reads its body.
//! * Each family of resources has a file with the handlers of its operations. [`family`] has what they share:
//!   listings and single resources.
//! * [`reply`] makes the responses, [`refusals`] common errors. [`failures`] writes failures of the service to the log. [`problems`] collects errors, so that one response
//!   reports all of them.
//! * [`push`] receives callbacks of carriers, [`files`] uploads and downloads.

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
mod failures;
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
pub(super) use files::{accepts_stream, answer_in_pieces, answer_stream, receive_stream};
pub(super) use router::{account_number, answer, is_brief, reject_early};

//! One file a family of resources.

pub(super) mod containers;
mod custom_fields;
pub(super) mod documents;
pub(super) mod email_submissions;
mod payload;
mod request_filters;
pub(super) mod shipments;
pub(super) mod shipping_lines;
pub(super) mod tracking_requests;
pub(super) mod webhook_notifications;
pub(super) mod webhooks;

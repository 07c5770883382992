//! Notifications: writes them to the outbox, delivers them to webhooks, and sends test notifications.
//!
//! In: notifications, written in the transaction of the change they describe; due deliveries; webhooks to test.
//! Out: signed HTTP requests to receivers, and the result of each.
//! May use: base, credentials.

pub(in crate::service) mod deliveries;
pub(in crate::service::engine) mod fan_out;
mod replay;
pub(in crate::service) mod secrets;
pub(in crate::service) mod test_notifications;

//! Tests the client with a scripted service: without a network, on a manual clock.

mod allowance;
mod ensure_webhook;
mod exchange;
mod families;
mod hygiene;
mod paging;
mod support;
mod tracking;

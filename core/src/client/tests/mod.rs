//! The client against a service that is a script: no network, no waiting, a clock that is moved by hand.

mod allowance;
mod ensure_webhook;
mod exchange;
mod families;
mod hygiene;
mod paging;
mod support;
mod tracking;

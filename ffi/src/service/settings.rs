//! The numbers of a service's policies, by name.

use std::time::Duration;

use shiptrack::chrono::TimeDelta;
use shiptrack::email;
use shiptrack::service::ServiceBuilder;
use shiptrack::tracking::{FoldPolicy, lifecycle};
use shiptrack::webhooks::DeliveryPolicy;

use crate::boundary::Failure;

/// The policies, as far as they were changed.
#[derive(Default, Clone)]
pub(super) struct Numbers {
    look_up_timeout: Option<Duration>,
    lifecycle: lifecycle::Policy,
    following: FoldPolicy,
    delivery: DeliveryPolicy,
    mail: email::Limits,
}

impl Numbers {
    /// Sets one of them.
    pub fn set(&mut self, name: &str, number: f64) -> Result<(), Failure> {
        let refused = |detail: &str| Failure::argument(name, detail);
        if !(0.0..=1e15).contains(&number) {
            return Err(refused("it is a number from 0"));
        }
        let time = Duration::from_secs_f64(number / 1e3);
        let delta = TimeDelta::from_std(time).map_err(|_| refused("no calendar has such a time span"))?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0, and cut to what fits")]
        let whole = number as usize;
        match name {
            "look_up_timeout_ms" => self.look_up_timeout = Some(time),
            "lifecycle.tries" => self.lifecycle.tries = u32::try_from(whole).unwrap_or(u32::MAX),
            "lifecycle.first_retry_ms" => self.lifecycle.first_retry = delta,
            "lifecycle.growth" => self.lifecycle.growth = number,
            "lifecycle.jitter" => self.lifecycle.jitter = number,
            "lifecycle.retry_after_limit_ms" => self.lifecycle.retry_after_limit = delta,
            "lifecycle.manifest_check_ms" => self.lifecycle.manifest_check = delta,
            "lifecycle.manifest_window_ms" => self.lifecycle.manifest_window = delta,
            "lifecycle.refresh_ms" => self.lifecycle.refresh = delta,
            "lifecycle.silence_window_ms" => self.lifecycle.silence_window = delta,
            "following.arrival_window_ms" => self.following.arrival_window = delta,
            "following.silence_window_ms" => self.following.silence_window = delta,
            "delivery.spread" => self.delivery.spread = number,
            "delivery.timeout_ms" => self.delivery.timeout = time,
            "delivery.longest_retry_after_ms" => self.delivery.longest_retry_after = time,
            "delivery.switch_off_after_ms" => self.delivery.switch_off_after = time,
            "mail.message_bytes" => self.mail.message_bytes = whole,
            "mail.header_bytes" => self.mail.header_bytes = whole,
            "mail.fields" => self.mail.fields = whole,
            "mail.depth" => self.mail.depth = whole,
            "mail.parts" => self.mail.parts = whole,
            _ => return Err(Failure::argument("name", format!("there is no setting {name}"))),
        }
        Ok(())
    }

    /// Sets the pauses between the attempts of a delivery.
    pub fn set_delivery_retries(&mut self, pauses: Vec<Duration>) {
        self.delivery.retries = pauses;
    }

    /// A builder with these policies.
    pub fn apply(&self, builder: ServiceBuilder) -> ServiceBuilder {
        let builder = builder
            .lifecycle(self.lifecycle.clone())
            .following(self.following.clone())
            .delivery(self.delivery.clone())
            .mail_limits(self.mail.clone());
        match self.look_up_timeout {
            Some(timeout) => builder.look_up_timeout(timeout),
            None => builder,
        }
    }
}

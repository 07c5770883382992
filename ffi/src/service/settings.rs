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
        let given = Given { name, number };
        match name {
            "look_up_timeout_ms" => self.look_up_timeout = Some(given.timeout()?),
            "lifecycle.tries" => self.lifecycle.tries = u32::try_from(given.count(1)?).unwrap_or(u32::MAX),
            "lifecycle.first_retry_ms" => self.lifecycle.first_retry = given.span()?,
            "lifecycle.growth" => self.lifecycle.growth = given.within(1.0, 1e3)?,
            "lifecycle.jitter" => self.lifecycle.jitter = given.within(0.0, 1.0)?,
            "lifecycle.retry_after_limit_ms" => self.lifecycle.retry_after_limit = given.span()?,
            "lifecycle.manifest_check_ms" => self.lifecycle.manifest_check = given.span()?,
            "lifecycle.manifest_window_ms" => self.lifecycle.manifest_window = given.span()?,
            "lifecycle.refresh_ms" => self.lifecycle.refresh = given.span()?,
            "lifecycle.silence_window_ms" => self.lifecycle.silence_window = given.span()?,
            "following.arrival_window_ms" => self.following.arrival_window = given.span()?,
            "following.silence_window_ms" => self.following.silence_window = given.span()?,
            "delivery.spread" => self.delivery.spread = given.within(0.0, 1.0)?,
            "delivery.timeout_ms" => self.delivery.timeout = given.timeout()?,
            "delivery.longest_retry_after_ms" => self.delivery.longest_retry_after = given.time(0.0)?,
            "delivery.switch_off_after_ms" => self.delivery.switch_off_after = given.time(0.0)?,
            "delivery.hosted_signature" => self.delivery.hosted_signature = given.flag()?,
            "mail.message_bytes" => self.mail.message_bytes = given.count(1)?,
            "mail.header_bytes" => self.mail.header_bytes = given.count(1)?,
            "mail.fields" => self.mail.fields = given.count(1)?,
            "mail.depth" => self.mail.depth = given.count(0)?,
            "mail.parts" => self.mail.parts = given.count(1)?,
            "mail.list_items" => self.mail.list_items = given.count(1)?,
            "mail.parameters" => self.mail.parameters = given.count(1)?,
            _ => return Err(Failure::argument("name", format!("there is no setting {name:?}"))),
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

/// What was given for a setting. Refusals name the setting.
struct Given<'a> {
    name: &'a str,
    number: f64,
}

impl Given<'_> {
    /// A number within bounds; what is no number is within none.
    fn within(&self, least: f64, most: f64) -> Result<f64, Failure> {
        match (least..=most).contains(&self.number) {
            true => Ok(self.number),
            false => Err(self.refused(&format!("a number from {least} to {most}"))),
        }
    }

    /// A whole number.
    fn count(&self, least: u32) -> Result<usize, Failure> {
        const MOST: f64 = 1e15;
        if self.number.fract() != 0.0 || !(f64::from(least)..=MOST).contains(&self.number) {
            return Err(self.refused(&format!("a whole number from {least}")));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, from 0, and cut to what fits"
        )]
        Ok(self.number as usize)
    }

    /// 1 or 0.
    fn flag(&self) -> Result<bool, Failure> {
        match self.number {
            0.0 => Ok(false),
            1.0 => Ok(true),
            _ => Err(self.refused("1 or 0")),
        }
    }

    /// A time given in milliseconds.
    fn time(&self, least: f64) -> Result<Duration, Failure> {
        // Thirty thousand years.
        const MOST: f64 = 1e15;
        match (least..=MOST).contains(&self.number) {
            true => Ok(Duration::from_secs_f64(self.number / 1e3)),
            false => Err(self.refused(&format!("a number of milliseconds from {least}"))),
        }
    }

    /// A time within which something can happen.
    fn timeout(&self) -> Result<Duration, Failure> {
        self.time(1.0)
    }

    fn span(&self) -> Result<TimeDelta, Failure> {
        TimeDelta::from_std(self.time(0.0)?).map_err(|_| self.refused("a time span that a calendar has"))
    }

    fn refused(&self, wanted: &str) -> Failure {
        Failure::argument(self.name, format!("{} is {wanted}, not {}", self.name, self.number))
    }
}

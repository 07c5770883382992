//! The numbers of a service's policies, by name.

use std::time::Duration;

use shiptrack::breaker::BreakerPolicy;
use shiptrack::chrono::TimeDelta;
use shiptrack::email;
use shiptrack::error::Quoted;
use shiptrack::service::ServiceBuilder;
use shiptrack::tracking::{FoldPolicy, lifecycle};
use shiptrack::webhooks::DeliveryPolicy;

use crate::boundary::Failure;

/// The policies, as far as they were changed.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Numbers {
    look_up_timeout: Option<Duration>,
    lifecycle: lifecycle::Policy,
    following: FoldPolicy,
    delivery: DeliveryPolicy,
    breaker: BreakerPolicy,
    mail: email::MailLimits,
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
            "breaker.failures" => self.breaker.failures = u32::try_from(given.count(1)?).unwrap_or(u32::MAX),
            "breaker.first_rest_ms" => self.breaker.first_rest = given.time(0.0)?,
            "breaker.growth" => self.breaker.growth = given.within(1.0, 1e3)?,
            "breaker.longest_rest_ms" => self.breaker.longest_rest = given.time(0.0)?,
            "mail.message_bytes" => self.mail.message_bytes = given.count(1)?,
            "mail.header_bytes" => self.mail.header_bytes = given.count(1)?,
            "mail.fields" => self.mail.fields = given.count(1)?,
            "mail.depth" => self.mail.depth = given.count(0)?,
            "mail.parts" => self.mail.parts = given.count(1)?,
            "mail.list_items" => self.mail.list_items = given.count(1)?,
            "mail.parameters" => self.mail.parameters = given.count(1)?,
            "mail.text_bytes" => self.mail.text_bytes = given.count(0)?,
            _ => return Err(Failure::argument("name", format!("there is no setting {}", Quoted(name)))),
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
            .breaker(self.breaker.clone())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every member is named here, so that one more does not go by unseen.
    #[test]
    fn every_number_of_every_policy_can_be_set() {
        let mut numbers = Numbers::default();
        for name in [
            "look_up_timeout_ms",
            "lifecycle.tries",
            "lifecycle.first_retry_ms",
            "lifecycle.growth",
            "lifecycle.jitter",
            "lifecycle.retry_after_limit_ms",
            "lifecycle.manifest_check_ms",
            "lifecycle.manifest_window_ms",
            "lifecycle.refresh_ms",
            "lifecycle.silence_window_ms",
            "following.arrival_window_ms",
            "following.silence_window_ms",
            "delivery.spread",
            "delivery.timeout_ms",
            "delivery.longest_retry_after_ms",
            "delivery.switch_off_after_ms",
            "delivery.hosted_signature",
            "breaker.failures",
            "breaker.first_rest_ms",
            "breaker.growth",
            "breaker.longest_rest_ms",
            "mail.message_bytes",
            "mail.header_bytes",
            "mail.fields",
            "mail.depth",
            "mail.parts",
            "mail.list_items",
            "mail.parameters",
            "mail.text_bytes",
        ] {
            assert!(numbers.set(name, 1.0).is_ok(), "{name}");
        }
        numbers.set_delivery_retries(vec![Duration::from_millis(1)]);
        let (span, time) = (TimeDelta::milliseconds(1), Duration::from_millis(1));
        let all = Numbers {
            look_up_timeout: Some(time),
            lifecycle: lifecycle::Policy {
                tries: 1,
                first_retry: span,
                growth: 1.0,
                jitter: 1.0,
                retry_after_limit: span,
                manifest_check: span,
                manifest_window: span,
                refresh: span,
                silence_window: span,
            },
            following: FoldPolicy { arrival_window: span, silence_window: span },
            delivery: DeliveryPolicy {
                retries: vec![time],
                spread: 1.0,
                timeout: time,
                longest_retry_after: time,
                switch_off_after: time,
                hosted_signature: true,
            },
            breaker: BreakerPolicy { failures: 1, first_rest: time, growth: 1.0, longest_rest: time },
            mail: email::MailLimits {
                message_bytes: 1,
                header_bytes: 1,
                fields: 1,
                depth: 1,
                parts: 1,
                list_items: 1,
                parameters: 1,
                text_bytes: 1,
            },
        };
        assert_eq!(numbers, all);
        numbers.set("delivery.hosted_signature", 0.0).ok().unwrap();
        assert!(!numbers.delivery.hosted_signature && numbers.set("delivery.hosted_signature", 0.5).is_err());
    }
}

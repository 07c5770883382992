//! The numbers by which a service goes, out of dicts: what is left out keeps its default.

use std::time::Duration;

use chrono::TimeDelta;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shiptrack::Error;
use shiptrack::breaker::BreakerPolicy;
use shiptrack::email;
use shiptrack::limits::RateLimits;
use shiptrack::tracking::{FoldPolicy, lifecycle};
use shiptrack::webhooks::DeliveryPolicy;

use crate::arguments;
use crate::errors::OrRaise;

/// One member of a dict: what it is called in a refusal, and its value.
struct Given<'a, 'py> {
    name: String,
    value: &'a Bound<'py, PyAny>,
}

impl Given<'_, '_> {
    fn time(&self) -> PyResult<Duration> {
        arguments::span(&self.name, self.value)
    }

    fn timeout(&self) -> PyResult<Duration> {
        arguments::timeout_above_zero(&self.name, self.value)
    }

    fn span(&self) -> PyResult<TimeDelta> {
        let problem = |_| PyValueError::new_err(format!("{}: a span that a calendar has expected", self.name));
        TimeDelta::from_std(self.time()?).map_err(problem)
    }

    fn flag(&self) -> PyResult<bool> {
        arguments::flag(&self.name, self.value)
    }

    fn count<T: TryFrom<u64>>(&self, least: u64) -> PyResult<T> {
        arguments::whole(&self.name, self.value, least)
    }

    fn within(&self, least: f64, most: f64) -> PyResult<f64> {
        arguments::within(&self.name, self.value, least, most)
    }

    /// How many requests; `None` is no limit.
    fn allowance(&self) -> PyResult<Option<u32>> {
        if self.value.is_none() { Ok(None) } else { self.count(1).map(Some) }
    }

    fn times(&self) -> PyResult<Vec<Duration>> {
        let refused = |_| arguments::expected(&self.name, "several times", self.value);
        let each = self.value.try_iter().map_err(refused)?;
        each.map(|pause| arguments::span(&format!("each of {}", self.name), &pause?)).collect()
    }
}

/// Sets the members of `policy` that the dict names, one by one. A member that is not `known` is refused with those that are.
fn read<T>(
    name: &str,
    given: &Bound<'_, PyAny>,
    known: &[&str],
    mut policy: T,
    set: impl Fn(&mut T, &str, &Given<'_, '_>) -> PyResult<()>,
) -> PyResult<T> {
    for (member, value) in arguments::dict(name, given)?.iter() {
        let member = arguments::text(name, &member)?;
        if !known.contains(&member.as_str()) {
            let problem = format!("{member} is not one of {}", known.join(", "));
            return Err(Error::invalid(name, problem)).or_raise(given.py());
        }
        set(&mut policy, &member, &Given { name: format!("{name}[{member:?}]"), value: &value })?;
    }
    Ok(policy)
}

/// How many requests each bucket allows in any minute, or any `per`.
pub fn limits(given: &Bound<'_, PyAny>) -> PyResult<RateLimits> {
    let known = ["default", "create", "infer", "refresh", "per"];
    read("limits", given, &known, RateLimits::interface(), |limits, member, given| {
        match member {
            "default" => limits.default = given.allowance()?,
            "create" => limits.create = given.allowance()?,
            "infer" => limits.infer = given.allowance()?,
            "refresh" => limits.refresh = given.allowance()?,
            _ => limits.per = given.timeout()?,
        }
        Ok(())
    })
}

/// When a carrier is asked.
pub fn lifecycle(given: &Bound<'_, PyAny>) -> PyResult<lifecycle::Policy> {
    let known = [
        "tries",
        "first_retry",
        "growth",
        "jitter",
        "retry_after_limit",
        "manifest_check",
        "manifest_window",
        "refresh",
        "silence_window",
    ];
    read("lifecycle", given, &known, lifecycle::Policy::default(), |policy, member, given| {
        match member {
            "tries" => policy.tries = given.count(1)?,
            "first_retry" => policy.first_retry = given.span()?,
            "growth" => policy.growth = given.within(1.0, 1e3)?,
            "jitter" => policy.jitter = given.within(0.0, 1.0)?,
            "retry_after_limit" => policy.retry_after_limit = given.span()?,
            "manifest_check" => policy.manifest_check = given.span()?,
            "manifest_window" => policy.manifest_window = given.span()?,
            "refresh" => policy.refresh = given.span()?,
            _ => policy.silence_window = given.span()?,
        }
        Ok(())
    })
}

/// How long a shipment is followed.
pub fn following(given: &Bound<'_, PyAny>) -> PyResult<FoldPolicy> {
    let known = ["arrival_window", "silence_window"];
    read("following", given, &known, FoldPolicy::default(), |policy, member, given| {
        match member {
            "arrival_window" => policy.arrival_window = given.span()?,
            _ => policy.silence_window = given.span()?,
        }
        Ok(())
    })
}

/// How notifications are delivered.
pub fn delivery(given: &Bound<'_, PyAny>) -> PyResult<DeliveryPolicy> {
    let known = ["retries", "spread", "timeout", "longest_retry_after", "switch_off_after", "hosted_signature"];
    read("delivery", given, &known, DeliveryPolicy::default(), |policy, member, given| {
        match member {
            "retries" => policy.retries = given.times()?,
            "spread" => policy.spread = given.within(0.0, 1.0)?,
            "timeout" => policy.timeout = given.timeout()?,
            "longest_retry_after" => policy.longest_retry_after = given.time()?,
            "hosted_signature" => policy.hosted_signature = given.flag()?,
            _ => policy.switch_off_after = given.time()?,
        }
        Ok(())
    })
}

/// When a receiver or a carrier that fails rests, and for how long.
pub fn breaker(given: &Bound<'_, PyAny>) -> PyResult<BreakerPolicy> {
    let known = ["failures", "first_rest", "growth", "longest_rest"];
    read("breaker", given, &known, BreakerPolicy::default(), |policy, member, given| {
        match member {
            "failures" => policy.failures = given.count(1)?,
            "first_rest" => policy.first_rest = given.time()?,
            "growth" => policy.growth = given.within(1.0, 1e3)?,
            _ => policy.longest_rest = given.time()?,
        }
        Ok(())
    })
}

/// What of a message is read; one beyond it is quarantined.
pub fn mail_limits(given: &Bound<'_, PyAny>) -> PyResult<email::MailLimits> {
    let known = ["message_bytes", "header_bytes", "fields", "depth", "parts", "list_items", "parameters", "text_bytes"];
    read("mail_limits", given, &known, email::MailLimits::default(), |limits, member, given| {
        match member {
            "message_bytes" => limits.message_bytes = given.count(1)?,
            "header_bytes" => limits.header_bytes = given.count(1)?,
            "fields" => limits.fields = given.count(1)?,
            "depth" => limits.depth = given.count(0)?,
            "parts" => limits.parts = given.count(1)?,
            "list_items" => limits.list_items = given.count(1)?,
            "parameters" => limits.parameters = given.count(1)?,
            _ => limits.text_bytes = given.count(1)?,
        }
        Ok(())
    })
}

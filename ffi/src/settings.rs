//! Numbers that are set by name: the policies of a service and the limits of a server.

use std::time::Duration;

use shiptrack::chrono::TimeDelta;
use shiptrack::error::Quoted;
use shiptrack::server::ServerLimits;
use shiptrack::service::Policies;
use shiptrack::settings::{Bounds, Setting, Settings, Value};

use crate::boundary::Failure;
use crate::generated::setting_names::{LIMITS, NUMBERS};

pub(crate) fn set_number(policies: &mut Policies, name: &str, number: f64) -> Result<(), Failure> {
    let unknown = || no_such("setting", name, "shiptrack_service_options_number");
    let carrier = carrier_pace(name);
    let usual = carrier.map_or(name, |(_, usual)| usual);
    let (_, group, member) = NUMBERS.iter().find(|(called, ..)| *called == usual).ok_or_else(unknown)?;
    let settings = match carrier {
        Some((scac, _)) => {
            let usual = policies.pace.clone();
            policies.paces.entry(scac.to_owned()).or_insert(usual).settings()
        }
        None => policies
            .groups()
            .into_iter()
            .filter(|known| known.name == *group)
            .flat_map(|group| group.settings)
            .collect(),
    };
    let setting = settings.into_iter().find(|known| known.name == *member).ok_or_else(unknown)?;
    NumericInput { name, number }.store_in(setting)
}

fn no_such(kind: &str, name: &str, function: &str) -> Failure {
    let name = Quoted(name);
    Failure::argument("name", format!("there is no {kind} {name}: {function}() lists them; names of times end in _ms"))
}

/// `pace.MAEU.at_once` is the setting `pace.at_once` of one carrier.
fn carrier_pace(name: &str) -> Option<(&str, &'static str)> {
    let (scac, member) = name.strip_prefix("pace.")?.split_once('.')?;
    let is_usual = |called: &&str| called.strip_prefix("pace.") == Some(member);
    NUMBERS.iter().map(|(called, ..)| *called).find(is_usual).map(|called| (scac, called))
}

pub(crate) fn set_limit(limits: &mut ServerLimits, name: &str, number: i64) -> Result<(), Failure> {
    let known = LIMITS.iter().find(|(called, _)| *called == name);
    let setting = known.and_then(|(_, member)| limits.settings().into_iter().find(|known| known.name == *member));
    match setting {
        #[expect(clippy::cast_precision_loss, reason = "a number that loses precision is out of bounds")]
        Some(setting) => NumericInput { name, number: number as f64 }.store_in(setting),
        None => Err(no_such("limit of a server", name, "shiptrack_server_options_limit")),
    }
}

/// A number and the name of its setting, which errors mention.
struct NumericInput<'a> {
    name: &'a str,
    number: f64,
}

impl NumericInput<'_> {
    fn store_in(&self, setting: Setting<'_>) -> Result<(), Failure> {
        let bounds = setting.bounds;
        match setting.value {
            Value::Time(time) => *time = self.time(bounds)?,
            Value::Span(span) => *span = self.span(bounds)?,
            Value::Count(count) => *count = self.count(bounds)?,
            Value::Allowance(allowance) => *allowance = Some(self.count(bounds)?),
            Value::Size(size) => *size = self.whole(bounds.least, bounds.most)?,
            Value::Flag(flag) => *flag = self.flag()?,
            _ => return Err(Failure::argument("name", format!("{} is not set as a number", self.name))),
        }
        Ok(())
    }

    fn count(&self, bounds: Bounds) -> Result<u32, Failure> {
        self.whole(bounds.least, bounds.most.min(u32::MAX.into()))
    }

    fn whole<T: TryFrom<u64>>(&self, least: f64, most: f64) -> Result<T, Failure> {
        let is_whole = self.number.fract() == 0.0 && (least..=most).contains(&self.number);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, from 0, within bounds")]
        let whole = is_whole.then_some(self.number as u64).and_then(|whole| T::try_from(whole).ok());
        whole.ok_or_else(|| self.refused(&format!("a whole number from {least} to {most}")))
    }

    /// 1 or 0.
    fn flag(&self) -> Result<bool, Failure> {
        match self.number {
            0.0 => Ok(false),
            1.0 => Ok(true),
            _ => Err(self.refused("1 or 0")),
        }
    }

    fn time(&self, bounds: Bounds) -> Result<Duration, Failure> {
        match bounds.contains(self.number) {
            true => Ok(Duration::from_secs_f64(self.number / 1e3)),
            false => Err(self.refused(&format!("a number of milliseconds from {}", bounds.least))),
        }
    }

    fn span(&self, bounds: Bounds) -> Result<TimeDelta, Failure> {
        TimeDelta::from_std(self.time(bounds)?).map_err(|_| self.refused("a shorter length of time"))
    }

    fn refused(&self, expected: &str) -> Failure {
        Failure::argument(self.name, format!("{} is {expected}, not {}", self.name, self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets each setting as if 1 had been given for it.
    fn set_all_to_one(settings: Vec<Setting<'_>>) {
        for setting in settings {
            match setting.value {
                Value::Time(time) => *time = Duration::from_millis(1),
                Value::Span(span) => *span = TimeDelta::milliseconds(1),
                Value::Count(count) => *count = 1,
                Value::Size(size) => *size = 1,
                Value::Allowance(allowance) => *allowance = Some(1),
                Value::Flag(flag) => *flag = true,
                _ => {}
            }
        }
    }

    #[test]
    fn every_numeric_policy_can_be_set_by_name() {
        let (mut set, mut expected) = (Policies::default(), Policies::default());
        for (name, ..) in NUMBERS {
            assert!(set_number(&mut set, name, 1.0).is_ok(), "{name}");
        }
        // Rate limits are set by functions of their buckets.
        expected
            .groups()
            .into_iter()
            .filter(|group| group.name != "limits")
            .for_each(|group| set_all_to_one(group.settings));
        assert_eq!(set, expected);
        assert!(set_number(&mut set, "delivery.hosted_signature", 0.0).is_ok() && !set.delivery.hosted_signature);
        assert!(set_number(&mut set, "delivery.hosted_signature", 0.5).is_err());
    }

    #[test]
    fn every_server_limit_can_be_set_by_name() {
        let (mut set, mut expected) = (ServerLimits::default(), ServerLimits::default());
        for (name, _) in LIMITS {
            assert!(set_limit(&mut set, name, 1).is_ok(), "{name}");
        }
        set_all_to_one(expected.settings());
        assert_eq!(set, expected);
        assert!(set_limit(&mut set, "head_bytes", 0).is_err() && set_limit(&mut set, "queue", i64::MAX).is_err());
    }
}

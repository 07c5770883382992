//! Reads the numeric settings of clients, services and servers from dicts. Members that are left out keep their
//! defaults.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::TimeDelta;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shiptrack::Error;
use shiptrack::limits::RateLimits;
use shiptrack::server::ServerLimits;
use shiptrack::service::{Pace, Policies};
use shiptrack::settings::{Bounds, Setting, Settings, Value};

use crate::arguments;
use crate::errors::OrRaise;

/// `None` if the keyword was not passed.
pub type Keyword<'a, 'py> = (&'static str, Option<&'a Bound<'py, PyAny>>);

pub fn policies(given: &[Keyword<'_, '_>]) -> PyResult<Policies> {
    let mut policies = Policies::default();
    for (name, value) in given.iter().filter_map(|(name, value)| Some((*name, (*value)?))) {
        if name == "paces" {
            policies.paces = paces(value, &policies.pace)?;
            continue;
        }
        let mut settings = settings_of(&mut policies, name);
        match settings.pop_if(|setting| setting.name == name) {
            Some(setting) => set(name, value, setting)?,
            None => read(name, value, settings)?,
        }
    }
    Ok(policies)
}

/// Members that are left out for a carrier have the values of `usual`.
fn paces(given: &Bound<'_, PyAny>, usual: &Pace) -> PyResult<BTreeMap<String, Pace>> {
    let mut paces = BTreeMap::new();
    for pair in arguments::mapping("paces", given)?.iter() {
        let (scac, own): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        let (scac, mut pace) = (arguments::text("paces", &scac)?, usual.clone());
        read(&format!("paces[{scac:?}]"), &own, pace.settings())?;
        paces.insert(scac, pace);
    }
    Ok(paces)
}

/// The settings of a group, or a single setting.
pub fn settings_of<'p>(policies: &'p mut Policies, name: &str) -> Vec<Setting<'p>> {
    let matches = |group: &str, setting: &Setting<'_>| group == name || group.is_empty() && setting.name == name;
    let groups = policies.groups().into_iter();
    groups.flat_map(|group| group.settings.into_iter().filter(move |setting| matches(group.name, setting))).collect()
}

/// Requests per minute, or per `per`, for each bucket.
pub fn limits(given: &Bound<'_, PyAny>) -> PyResult<RateLimits> {
    let mut limits = RateLimits::interface();
    read("limits", given, limits.settings())?;
    Ok(limits)
}

pub fn server_limits(given: &Bound<'_, PyAny>) -> PyResult<ServerLimits> {
    let mut limits = ServerLimits::default();
    // Zero is accepted here, because the server rejects it with an error that names the same limit.
    let mut settings = limits.settings();
    settings.iter_mut().for_each(|setting| setting.bounds = Bounds::count_or_zero());
    read("limits", given, settings)?;
    Ok(limits)
}

/// Rejects an unknown member with a list of the known ones.
fn read(name: &str, given: &Bound<'_, PyAny>, settings: Vec<Setting<'_>>) -> PyResult<()> {
    let known: Vec<_> = settings.iter().map(|setting| setting.name).collect();
    let given = arguments::dict(name, given)?;
    for member in given.keys() {
        let member = arguments::text(name, &member)?;
        if !known.contains(&member.as_str()) {
            let problem = format!("`{member}` is not a known member. Use one of {}", known.join(", "));
            return Err(Error::invalid(name, problem)).or_raise(given.py());
        }
    }
    for setting in settings {
        if let Some(value) = given.get_item(setting.name)? {
            set(&format!("{name}[{:?}]", setting.name), &value, setting)?;
        }
    }
    Ok(())
}

/// `name` is used in error messages.
fn set(name: &str, given: &Bound<'_, PyAny>, setting: Setting<'_>) -> PyResult<()> {
    let bounds = setting.bounds;
    match setting.value {
        Value::Time(time) => *time = read_duration(name, given, bounds)?,
        Value::Span(span_of) => {
            let problem = |_| PyValueError::new_err(format!("{name}: the duration is too long"));
            *span_of = TimeDelta::from_std(read_duration(name, given, bounds)?).map_err(problem)?;
        }
        Value::Times(times) => {
            let each = given.try_iter().map_err(|_| arguments::expected(name, "several times", given))?;
            let each = each.map(|pause| arguments::duration(&format!("each of {name}"), &pause?));
            *times = each.collect::<PyResult<_>>()?;
        }
        Value::Count(count) => *count = arguments::whole(name, given, least(bounds))?,
        Value::Size(size) => *size = arguments::whole(name, given, least(bounds))?,
        // `None` removes the limit.
        Value::Allowance(allowance) if given.is_none() => *allowance = None,
        Value::Allowance(allowance) => *allowance = Some(arguments::whole(name, given, least(bounds))?),
        Value::Flag(flag) => *flag = arguments::flag(name, given)?,
        _ => return Err(PyValueError::new_err(format!("{name} cannot be set"))),
    }
    Ok(())
}

fn read_duration(name: &str, given: &Bound<'_, PyAny>, bounds: Bounds) -> PyResult<Duration> {
    if bounds.least > 0.0 { arguments::timeout_above_zero(name, given) } else { arguments::duration(name, given) }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounds of whole numbers are small and whole"
)]
fn least(bounds: Bounds) -> u64 {
    bounds.least as u64
}

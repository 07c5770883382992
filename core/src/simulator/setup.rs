//! Builds a simulated carrier from a JSON description, for languages that have no builder.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::access::Access;
use super::carrier::SimulatedCarrier;
use super::endpoint::Paging;
use super::expected::{ExpectedEvent, ExpectedOutcome};
use super::faults::{Fault, Faults};
use super::fleet::{Fleet, Journeys};
use super::journey::Journey;
use super::reporting_faults::ReportingFault;
use super::scenario::Scenario;
use super::scenario_json;
use crate::clock::{Clock, SystemClock};
use crate::decoders::Form;
use crate::error::{Error, Quoted, Result};

/// A simulated carrier that was built from a description, with its journeys.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Simulation {
    /// The carrier.
    pub carrier: SimulatedCarrier,
    /// Its journeys; empty for a fleet.
    pub journeys: Vec<Journey>,
    /// The form of its answers; `None` if the description has none.
    pub form: Option<Form>,
}

/// The first part of error messages.
const WHAT: &str = "the simulated carrier";

impl Simulation {
    /// Builds a carrier from the name of a scenario, or from a JSON object as described in `core/docs/simulator.md`. Unless the
    /// description has a start time, the journeys are at the time of their first look-up. The default clock is the system clock.
    ///
    /// ```
    /// use shiptrack::simulator::Simulation;
    ///
    /// let simulation = Simulation::of(r#"{"scenario": "direct", "form": "dcsa3_codes", "faults": [{"status": 503}]}"#, None)?;
    /// assert_eq!(simulation.journeys[0].bill_of_lading, "SIML2600001");
    /// # Ok::<(), shiptrack::Error>(())
    /// ```
    pub fn of(description: &str, clock: Option<Arc<dyn Clock>>) -> Result<Self> {
        let carrier: CarrierJson = match description.trim_start().starts_with('{') {
            true => scenario_json::read(WHAT, description)?,
            false => CarrierJson {
                scenario: Some(RawValue::from_string(json!(description).to_string()).map_err(invalid_json)?),
                ..CarrierJson::default()
            },
        };
        carrier.simulation(clock.unwrap_or_else(|| Arc::new(SystemClock::new())))
    }

    /// The journeys in JSON: the scenario of each, its numbers, the times `begins`, `tracked_at` and `ends`, and the `expected` results.
    pub fn journeys_json(&self) -> String {
        Value::from_iter(self.journeys.iter().map(|journey| journey_json(journey, self.form))).to_string()
    }
}

fn invalid_json(error: serde_json::Error) -> Error {
    Error::invalid("", error.to_string())
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct CarrierJson {
    scenario: Option<Box<RawValue>>,
    scenarios: Vec<Box<RawValue>>,
    fleet: Option<FleetJson>,
    begins: Option<DateTime<Utc>>,
    form: Option<String>,
    paging: Option<String>,
    page_size: Option<usize>,
    headers: BTreeMap<String, String>,
    client_id: Option<String>,
    client_secret: Option<String>,
    token_seconds: Option<f64>,
    token_seconds_actual: Option<f64>,
    subscription_seconds: Option<f64>,
    quota: Option<QuotaJson>,
    faults: Option<Box<RawValue>>,
    reporting_faults: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FleetJson {
    seed: u64,
    size: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuotaJson {
    calls: usize,
    seconds: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedJson {
    seed: u64,
    per_thousand: u32,
    kinds: Vec<FaultJson>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FaultJson {
    status: Option<u16>,
    retry_after: Option<f64>,
    slow: Option<f64>,
    broken_off: bool,
    cut_short: bool,
    login_page: bool,
    expired_tokens: bool,
    form: Option<String>,
}

impl CarrierJson {
    fn simulation(self, clock: Arc<dyn Clock>) -> Result<Simulation> {
        let journeys = self.journeys(clock.now())?;
        let known: Journeys = match &self.fleet {
            Some(_) if !self.reporting_faults.is_empty() => {
                return Err(Error::invalid("/reporting_faults", "a fleet has no reporting faults. Use scenarios"));
            }
            Some(fleet) => Fleet::new(fleet.seed, fleet.size, self.begins.unwrap_or_else(|| clock.now())).into(),
            None if journeys.is_empty() => {
                return Err(Error::invalid("/scenario", "scenario or fleet is required"));
            }
            None => journeys.clone().into(),
        };
        let paging = match self.paging.as_deref() {
            None | Some("cursor") => Paging::Cursor,
            Some("link") => Paging::Link,
            Some("bare_cursor") => Paging::BareCursor,
            Some(other) => return Err(unknown("/paging", other, "cursor, link or bare_cursor")),
        };
        let mut builder = SimulatedCarrier::builder(known)
            .shared_clock(clock)
            .access(self.access()?)
            .pages(paging, self.page_size.unwrap_or(100));
        let form = self.form.as_deref().map(|name| form("/form", name)).transpose()?;
        if let Some(form) = form {
            builder = builder.form(form);
        }
        if let Some(seconds) = self.subscription_seconds {
            builder = builder.subscription_lifetime(span("/subscription_seconds", seconds)?);
        }
        if let Some(quota) = &self.quota {
            builder = builder.quota(quota.calls, span("/quota/seconds", quota.seconds)?);
        }
        if let Some(written) = &self.faults {
            builder = builder.faults(faults(written.get()).map_err(|error| below("/faults", &error))?);
        }
        Ok(Simulation { carrier: builder.build(), journeys, form })
    }

    fn journeys(&self, now: DateTime<Utc>) -> Result<Vec<Journey>> {
        let fault = |(at, name): (usize, &String)| {
            ReportingFault::parse(name).map_err(|error| below(&format!("/reporting_faults/{at}"), &error))
        };
        let faults = self.reporting_faults.iter().enumerate().map(fault).collect::<Result<Vec<_>>>()?;
        let journey = |(place, written): (String, &RawValue)| {
            let scenario = scenario(written.get()).map_err(|error| below(&place, &error))?;
            let scenario = match faults.as_slice() {
                [] => scenario,
                faults => Arc::new(
                    scenario.with_reporting_faults(faults).map_err(|error| below("/reporting_faults", &error))?,
                ),
            };
            let begins = self.begins.or_else(|| now.checked_sub_signed(scenario.tracked_at)).unwrap_or(now);
            Ok(scenario.starting(begins))
        };
        let alone = self.scenario.iter().map(|written| ("/scenario".to_owned(), &**written));
        let several = self.scenarios.iter().enumerate().map(|(at, written)| (format!("/scenarios/{at}"), &**written));
        alone.chain(several).map(journey).collect()
    }

    fn access(&self) -> Result<Access> {
        let mut access = Access::open();
        for (name, value) in &self.headers {
            access = access.header(name, value);
        }
        if let Some(id) = &self.client_id {
            access = access.client_credentials(id, self.client_secret.as_deref().unwrap_or_default());
        }
        let promised = span("/token_seconds", self.token_seconds.unwrap_or(3_600.0))?;
        let kept = self.token_seconds_actual.map(|kept| span("/token_seconds_actual", kept)).transpose()?;
        Ok(access.token_lifetimes(promised, kept.unwrap_or(promised)))
    }
}

fn below(pointer: &str, refused: &Error) -> Error {
    let detail = refused.errors().first().and_then(|object| object.detail.clone());
    let full = format!("{pointer}{}", refused.pointer().unwrap_or_default());
    Error::invalid(&full, detail.unwrap_or_else(|| refused.to_string()))
}

fn scenario(written: &str) -> Result<Arc<Scenario>> {
    match serde_json::from_str::<String>(written) {
        Ok(name) => Scenario::named(&name).ok_or_else(|| {
            let known: Vec<&str> = Scenario::built_in().iter().map(|scenario| scenario.name.as_str()).collect();
            unknown("", &name, &known.join(", "))
        }),
        Err(_) => Scenario::parse(written).map(Arc::new),
    }
}

fn unknown(pointer: &str, name: &str, known: &str) -> Error {
    Error::invalid(pointer, format!("{} is not known. Use one of {known}", Quoted(name)))
}

fn form(pointer: &str, name: &str) -> Result<Form> {
    let forms = [Form::Dcsa2, Form::Dcsa3Beta, Form::Dcsa3Codes, Form::Dcsa3Words];
    let found = forms.into_iter().find(|form| form.as_str() == name);
    found.ok_or_else(|| unknown(pointer, name, "dcsa2, dcsa3_beta, dcsa3_codes or dcsa3_words"))
}

fn span(pointer: &str, seconds: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|error| Error::invalid(pointer, error.to_string()))
}

/// Reads a list of faults, or an object with a seed.
fn faults(written: &str) -> Result<Faults> {
    let read = |faults: Vec<FaultJson>| faults.into_iter().map(FaultJson::read).collect::<Result<Vec<_>>>();
    match written.as_bytes().first() {
        Some(b'[') => {
            let script: Vec<Option<FaultJson>> = scenario_json::read(WHAT, written)?;
            let faults = script.into_iter().map(|fault| fault.map(FaultJson::read).transpose());
            Ok(Faults::script(faults.collect::<Result<Vec<_>>>()?))
        }
        Some(b'{') => {
            let SeedJson { seed, per_thousand, kinds } = scenario_json::read(WHAT, written)?;
            Ok(Faults::seeded(seed, per_thousand, read(kinds)?))
        }
        _ => {
            let expected = "a list of faults, or an object with seed, per_thousand and kinds";
            Err(Error::invalid("", format!("{WHAT}: {written} is not {expected}")))
        }
    }
}

impl FaultJson {
    fn read(self) -> Result<Fault> {
        let pause = |seconds: f64| span("", seconds);
        match self {
            FaultJson { status: Some(status), .. } if !(400..600).contains(&status) => {
                Err(Error::invalid("", format!("{status} is not a status from 400 to 599")))
            }
            FaultJson { status: Some(status), retry_after: Some(seconds), .. } => {
                Ok(Fault::RetryAfter(status, pause(seconds)?))
            }
            FaultJson { status: Some(status), .. } => Ok(Fault::Status(status)),
            FaultJson { slow: Some(seconds), .. } => Ok(Fault::Slow(pause(seconds)?)),
            FaultJson { form: Some(name), .. } => Ok(Fault::InForm(form("", &name)?)),
            FaultJson { broken_off: true, .. } => Ok(Fault::BrokenOff),
            FaultJson { cut_short: true, .. } => Ok(Fault::CutShort),
            FaultJson { login_page: true, .. } => Ok(Fault::LoginPage),
            FaultJson { expired_tokens: true, .. } => Ok(Fault::ExpiredTokens),
            _ => Err(Error::invalid(
                "",
                "a fault needs one of status, slow, form, broken_off, cut_short, login_page, expired_tokens",
            )),
        }
    }
}

/// The JSON form of a journey.
fn journey_json(journey: &Journey, form: Option<Form>) -> Value {
    let moment = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
    let event = |event: &ExpectedEvent| {
        json!({
            "event": event.event,
            "container": event.container,
            "at": moment(event.at),
            "locode": event.locode,
        })
    };
    let listed = |list: &[ExpectedEvent]| Value::from_iter(list.iter().map(event));
    let ExpectedOutcome { voyage, notices, stop_reason } =
        form.map_or_else(|| journey.expected(), |form| journey.expected_in(form));
    json!({
        "scenario": journey.scenario.name,
        "booking": journey.booking,
        "bill_of_lading": journey.bill_of_lading,
        "containers": journey.containers,
        "begins": moment(journey.begins),
        "tracked_at": moment(journey.tracked_at()),
        "ends": moment(journey.ends()),
        "expected": { "voyage": listed(&voyage), "notices": listed(&notices), "stop_reason": stop_reason },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_carrier_is_built_from_a_name_or_a_full_description() {
        let named = Simulation::of("feeder", None).unwrap();
        assert_eq!(named.journeys[0].scenario.name, "feeder");
        let full = Simulation::of(
            r#"{"scenarios": ["direct", "feeder"], "form": "dcsa3_words", "begins": "2026-05-01T00:00:00Z", "paging": "link",
                "page_size": 5, "headers": {"Key": "k"}, "client_id": "me", "client_secret": "s", "token_seconds": 60,
                "token_seconds_actual": 30, "quota": {"calls": 3, "seconds": 1.5},
                "faults": {"seed": 7, "per_thousand": 10, "kinds": [{"slow": 0.5}, {"form": "dcsa2"}, {"broken_off": true}]}}"#,
            None,
        )
        .unwrap();
        assert_eq!((full.journeys.len(), full.form), (2, Some(Form::Dcsa3Words)));
        assert!(full.journeys_json().contains("\"tracked_at\":\"2026-05-01T12:00:00Z\""));
        let fleet = Simulation::of(r#"{"fleet": {"seed": 1, "size": 10}}"#, None).unwrap();
        assert_eq!(fleet.journeys_json(), "[]");
    }

    #[test]
    fn an_error_has_the_pointer_of_the_invalid_value() {
        for (description, pointer) in [
            ("nowhere", "/scenario"),
            ("{}", "/scenario"),
            ("{", ""),
            (r#"{"colour": 1}"#, "/colour"),
            (r#"{"scenario": {"name": "x"}}"#, "/scenario"),
            (r#"{"scenario": {"name": "x", "tracked_at": "P1D", "colour": 3}}"#, "/scenario/colour"),
            (r#"{"scenarios": ["direct", {"colour": 3}]}"#, "/scenarios/1/colour"),
            (r#"{"scenario": "direct", "form": 3}"#, "/form"),
            (r#"{"scenario": "direct", "faults": "x"}"#, "/faults"),
            (r#"{"scenario": "direct", "faults": ["x"]}"#, "/faults/0"),
            (r#"{"scenario": "direct", "faults": [null, {"stat": 503}]}"#, "/faults/1/stat"),
            (r#"{"scenario": "direct", "faults": [{"status": "a"}]}"#, "/faults/0/status"),
            (
                r#"{"scenario": "direct", "faults": {"seed": 1, "per_thousand": 5, "kinds": [{"slow": "x"}]}}"#,
                "/faults/kinds/0/slow",
            ),
            (r#"{"scenario": "direct", "form": "x12_315"}"#, "/form"),
            (r#"{"scenario": "direct", "paging": "scroll"}"#, "/paging"),
            (r#"{"scenario": "direct", "quota": {"calls": 1, "seconds": -1}}"#, "/quota/seconds"),
            (r#"{"scenario": "direct", "faults": [{"status": 200}]}"#, "/faults"),
            (r#"{"scenario": "direct", "faults": [{}]}"#, "/faults"),
            (r#"{"scenario": "direct", "reporting_faults": ["time_corrected", "lost"]}"#, "/reporting_faults/1"),
            (r#"{"scenario": "cancelled", "reporting_faults": ["time_corrected"]}"#, "/reporting_faults"),
            (r#"{"fleet": {"seed": 1, "size": 1}, "reporting_faults": ["time_corrected"]}"#, "/reporting_faults"),
        ] {
            let refused = Simulation::of(description, None).unwrap_err();
            assert_eq!(refused.pointer(), Some(pointer), "{description}");
            let words = refused.to_string();
            for inner in ["Json", "untagged", "u16", "f64", " at line 1 column"] {
                assert!(!words.contains(inner) || description == "{", "{words}");
            }
        }
    }
}

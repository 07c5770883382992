//! Carriers that are written in Python.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shiptrack::Error;
use shiptrack::carriers::{Answer, Carrier, ConfirmationScope, LookUp, LookUpFailure};
use shiptrack::hosted_account::HostedAccount;
use shiptrack::http::Call;
use shiptrack::resources::RequestType;

use crate::client::PyClient;
use crate::exit;
use crate::hosted::PyHostedAccount;
use crate::plugins::PluginSlot;
use crate::{arguments, calls, convert, errors, facts, time};

/// Accepts a hosted account, its client, or a carrier.
pub fn carrier_argument(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if let Ok(client) = given.cast::<PyClient>() {
        return Ok(Py::new(given.py(), PyHostedAccount::of(client))?.into_any());
    }
    match given.is_instance_of::<PyHostedAccount>() {
        true => Ok(given.clone().unbind()),
        false => arguments::callable(name, given, Some("look_up")),
    }
}

/// A callable, an object with a method `look_up`, or a hosted account.
pub struct PyCarrier(pub PluginSlot);

impl PyCarrier {
    fn hosted(&self) -> Option<Result<HostedAccount, Error>> {
        exit::attached(|py| {
            let given = self.0.get(py).into_bound(py);
            Some(given.cast::<PyHostedAccount>().ok()?.get().account())
        })?
    }
}

impl Carrier for PyCarrier {
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        match self.hosted() {
            Some(Ok(hosted)) => return hosted.look_up(look_up, call),
            Some(Err(closed)) => {
                return Err(LookUpFailure::Unreachable { retry_after: None }.because(closed.to_string()));
            }
            None => {}
        }
        let asked = exit::attached(|py| call_carrier(py, &self.0, look_up));
        // The interpreter is shutting down.
        asked.unwrap_or(Err(LookUpFailure::Unreachable { retry_after: None }))
    }

    fn confirms(&self, kind: &RequestType) -> ConfirmationScope {
        match self.hosted() {
            Some(Ok(hosted)) => hosted.confirms(kind),
            _ => ConfirmationScope::Nothing,
        }
    }
}

fn call_carrier(py: Python<'_>, place: &PluginSlot, look_up: &LookUp) -> Result<Answer, LookUpFailure> {
    errors::forget_exceptions();
    let answered = (|| {
        let carrier = place.get(py).into_bound(py);
        let call = carrier.getattr_opt("look_up")?.unwrap_or(carrier);
        let answer = calls::call_host_function(&call, &[look_up_object(py, look_up)?])?;
        read_answer(&answer)
    })();
    answered.map_err(|raised| failure(py, &raised))
}

fn look_up_object<'py>(py: Python<'py>, look_up: &LookUp) -> PyResult<Bound<'py, PyAny>> {
    let since = PyDict::new(py);
    if let Some(at) = look_up.since {
        since.set_item("since", time::datetime(py, &at)?)?;
    }
    let asked = (
        &look_up.scac,
        look_up.kind.as_str(),
        &look_up.number,
        &look_up.normalized_number,
        look_up.attempt,
        time::datetime(py, &look_up.first_asked_at)?,
        time::datetime(py, &look_up.now)?,
        time::id(py, &look_up.account.to_string())?,
        &look_up.account_name,
        look_up.bookmark.as_deref(),
        PyTuple::new(py, &look_up.references)?,
        PyTuple::new(py, &look_up.containers)?,
    );
    convert::structure(py, "LookUp")?.call(asked, Some(&since))
}

/// Accepts an `Answer`, or only the facts: dicts, or JSON text.
fn read_answer(answer: &Bound<'_, PyAny>) -> PyResult<Answer> {
    let py = answer.py();
    let is_answer = answer.is_instance(&convert::structure(py, "Answer")?)?;
    let (facts, mut around) = if is_answer {
        let (next_look, bookmark) = (answer.getattr("next_look")?, answer.getattr("bookmark")?);
        let until = answer.getattr("until")?;
        let mut around = Answer::default();
        around.complete = arguments::flag("complete", &answer.getattr("complete")?)?;
        around.references = arguments::texts("references", &answer.getattr("references")?)?;
        around.next_look = (!next_look.is_none()).then(|| arguments::duration("next_look", &next_look)).transpose()?;
        around.bookmark = (!bookmark.is_none()).then(|| arguments::text("bookmark", &bookmark)).transpose()?;
        around.until = (!until.is_none()).then(|| arguments::moment("until", &until)).transpose()?;
        around.unchanged = arguments::flag("unchanged", &answer.getattr("unchanged")?)?;
        (answer.getattr("facts")?, around)
    } else {
        (answer.clone(), Answer::complete(Vec::new()))
    };
    let wrong = || {
        PyTypeError::new_err(format!("the carrier returned {facts}; expected facts, a list of dicts ([] for no data)"))
    };
    around.facts = facts::read(&facts, wrong)?;
    Ok(around)
}

/// An exception that is not defined in `shiptrack.carriers` counts as an unreadable answer.
fn failure(py: Python<'_>, raised: &PyErr) -> LookUpFailure {
    let name = py
        .import("shiptrack.carriers")
        .and_then(|carriers| carriers.call_method1("_name", (errors::exception_value(py, raised),)));
    let name: Option<String> = name.and_then(|name| name.extract()).unwrap_or(None);
    let why = if name.is_some() { errors::message(py, raised) } else { errors::describe(py, raised) };
    errors::remember_exception(py, raised, &why);
    let failure = match name.as_deref() {
        Some("NotFound") => LookUpFailure::NotFound,
        Some("NoDataYet") => LookUpFailure::NoDataYet,
        Some("InvalidNumber") => LookUpFailure::InvalidNumber,
        Some("BookingCancelled") => LookUpFailure::Cancelled,
        Some("Withheld") => LookUpFailure::Withheld,
        Some("Refused") => LookUpFailure::Refused,
        Some("RateLimited") => LookUpFailure::RateLimited { retry_after: retry_after(py, raised) },
        Some("Unreachable") => LookUpFailure::Unreachable { retry_after: retry_after(py, raised) },
        _ => LookUpFailure::Unreadable,
    };
    if why.is_empty() { failure } else { failure.because(why) }
}

fn retry_after(py: Python<'_>, raised: &PyErr) -> Option<Duration> {
    let pause = raised.value(py).getattr("retry_after").and_then(|pause| pause.extract::<Option<f64>>());
    pause.ok().flatten().and_then(|pause| Duration::try_from_secs_f64(pause).ok())
}

//! A simulated carrier, for tests of programs that track shipments. `shiptrack.testing` is its public interface.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use shiptrack::carriers::{Carrier, LookUp, LookUpFailure};
use shiptrack::clock::Clock;
use shiptrack::http::Call;
use shiptrack::resources::RequestType;
use shiptrack::simulator::{Loopback, Simulation};

use crate::arguments;
use crate::calls::Slot;
use crate::clock::PyManualClock;
use crate::errors::{self, OrRaise};
use crate::exit;

/// Name of the failure, the facts as JSON or the reason, whether the facts are complete, and a pause in seconds.
type LookUpResult = (Option<&'static str>, String, bool, Option<f64>);

/// A simulated carrier, in this process and over HTTP.
#[pyclass(frozen, module = "shiptrack._native", name = "_Simulation")]
pub struct PySimulation {
    simulation: Simulation,
    loopback: Mutex<Option<Arc<Slot<Arc<Loopback>>>>>,
}

#[pymethods]
impl PySimulation {
    #[new]
    #[pyo3(signature = (description, clock=None))]
    fn new(description: &Bound<'_, PyAny>, clock: Option<PyRef<'_, PyManualClock>>) -> PyResult<Self> {
        let py = description.py();
        let clock = clock.map(|clock| Arc::new(clock.clock.clone()) as Arc<dyn Clock>);
        let description = arguments::text("description", description)?;
        let simulation =
            Simulation::of(&description, clock).map_err(|error| errors::to_py_err_below(py, &error, ""))?;
        Ok(PySimulation { simulation, loopback: Mutex::default() })
    }

    /// Starts an HTTP server for the carrier and returns its URL.
    fn serve(&self, py: Python<'_>) -> PyResult<String> {
        let loopback = exit::detached(py, || Loopback::start(self.simulation.carrier.clone())).or_raise(py)?;
        let url = loopback.url().to_owned();
        let slot = Arc::new(Slot::new("carrier", Arc::new(loopback)));
        *self.loopback.lock().unwrap_or_else(PoisonError::into_inner) = Some(slot);
        Ok(url)
    }

    /// Stops the HTTP server.
    fn stop(&self, py: Python<'_>) {
        let slot = self.loopback.lock().unwrap_or_else(PoisonError::into_inner).take();
        exit::detached(py, || {
            if let Some(slot) = slot
                && let Ok(loopback) = slot.get()
            {
                loopback.stop();
                slot.close();
            }
        });
    }

    /// Sends new events to all subscriptions, and returns how many receivers accepted them.
    fn call_back(&self, py: Python<'_>) -> PyResult<usize> {
        let slot = self.loopback.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(slot) = slot else { return Ok(0) };
        let loopback = slot.get().or_raise(py)?;
        Ok(exit::detached(py, || loopback.call_back()))
    }

    /// Returns the journeys as JSON.
    fn journeys(&self) -> String {
        self.simulation.journeys_json()
    }

    /// How many requests for events it has received.
    #[getter]
    fn calls(&self) -> u64 {
        self.simulation.carrier.calls()
    }

    /// How many access tokens it gave out.
    #[getter]
    fn tokens_given(&self) -> u64 {
        self.simulation.carrier.tokens_given()
    }

    /// Answers a look-up.
    fn look_up(&self, py: Python<'_>, asked: &Bound<'_, PyAny>) -> PyResult<LookUpResult> {
        let text = |name: &str| arguments::text(name, &asked.getattr(name)?);
        let moment = |name: &str| arguments::moment(name, &asked.getattr(name)?);
        let kind = RequestType::parse(&text("kind")?);
        let look_up = LookUp::about(&text("scac")?, kind, &text("normalized_number")?, moment("now")?);
        let answer = exit::detached(py, || self.simulation.carrier.look_up(&look_up, &Call::default()));
        Ok(match answer {
            Ok(answer) => {
                let facts = serde_json::to_string(&answer.facts).unwrap_or_default();
                (None, facts, answer.complete, None)
            }
            Err(failure) => failure_result(&failure),
        })
    }
}

fn failure_result(failure: &LookUpFailure) -> LookUpResult {
    let (kind, why) = match failure {
        LookUpFailure::Because { failure, why } => (failure.as_ref(), why.clone()),
        plain => (plain, String::new()),
    };
    let (name, pause) = match kind {
        LookUpFailure::NotFound => ("NotFound", None),
        LookUpFailure::NoDataYet => ("NoDataYet", None),
        LookUpFailure::InvalidNumber => ("InvalidNumber", None),
        LookUpFailure::Cancelled => ("BookingCancelled", None),
        LookUpFailure::Withheld => ("Withheld", None),
        LookUpFailure::Refused | LookUpFailure::Forbidden => ("Refused", None),
        LookUpFailure::RateLimited { retry_after } => ("RateLimited", *retry_after),
        LookUpFailure::Unreachable { retry_after } => ("Unreachable", *retry_after),
        _ => ("Unreadable", None),
    };
    (Some(name), why, true, pause.map(|pause| pause.as_secs_f64()))
}

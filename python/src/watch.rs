//! Telling Python what a service does by itself: the logger `shiptrack.service`, and callables of the host's.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shiptrack::service::{Activity, Observer};
use shiptrack::tracking::lifecycle::Outcome;

use crate::plugins::Place;
use crate::{convert, errors, time};

/// Tells the logger, and the callable in its place, where there is one.
pub struct Watch(pub Place);

impl Observer for Watch {
    fn activity(&self, activity: &Activity<'_>) {
        let told = Python::try_attach(|py| -> PyResult<()> {
            let Some(told) = object(py, activity)? else { return Ok(()) };
            py.import("shiptrack._log")?.call_method1("activity", (told, self.0.get(py))).map(drop)
        });
        // Neither the work nor the next listener may suffer from one that fails.
        drop(told);
    }
}

/// Calls a callable that is told nothing but that something happened; `None` is not called.
pub fn wake(place: &Place) {
    let called = Python::try_attach(|py| -> PyResult<()> {
        let callable = place.get(py);
        if callable.is_none(py) {
            return Ok(());
        }
        let Err(raised) = callable.call0(py) else { return Ok(()) };
        py.import("shiptrack._log")?.call_method1("listener_failed", ("on_wake", errors::traced(py, &raised))).map(drop)
    });
    drop(called);
}

/// The activity as its class of `shiptrack.values`; `None` for one this version does not know.
fn object<'py>(py: Python<'py>, activity: &Activity<'_>) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(Some(match activity {
        Activity::LookUp { request, scac, number, attempt, outcome, .. } => {
            let (outcome, reason, retry_after) = outcome_of(outcome);
            let made = (time::id(py, &request.to_string())?, *scac, *number, *attempt, outcome, reason, retry_after);
            convert::structure(py, "LookedUp")?.call1(made)?
        }
        Activity::DoubtfulFacts { request, scac, number, doubts, .. } => {
            let made = (time::id(py, &request.to_string())?, *scac, *number, PyTuple::new(py, *doubts)?);
            convert::structure(py, "DoubtfulFacts")?.call1(made)?
        }
        Activity::Delivery { webhook, notification, attempt, status, failure, .. } => {
            let (webhook, notification) =
                (time::id(py, &webhook.to_string())?, time::id(py, &notification.to_string())?);
            let failure = failure.map(ToString::to_string);
            convert::structure(py, "Delivery")?.call1((webhook, notification, *attempt, *status, failure))?
        }
        Activity::ExtractionFailed { document, error, .. } => {
            let document = time::id(py, &document.to_string())?;
            convert::structure(py, "ExtractionFailed")?.call1((document, errors::exception(py, error)?))?
        }
        Activity::Trouble { error, .. } => {
            convert::structure(py, "Trouble")?.call1((errors::exception(py, error)?,))?
        }
        _ => return Ok(None),
    }))
}

/// What came of a look-up, why, and the pause the carrier asked for in seconds.
fn outcome_of(outcome: &Outcome) -> (&'static str, Option<String>, Option<f64>) {
    match outcome {
        Outcome::Found { concluded: Some(reason), .. } => ("found", Some(reason.to_string()), None),
        Outcome::Found { duplicate: true, .. } => ("found", Some("duplicate".to_owned()), None),
        Outcome::Found { .. } => ("found", None, None),
        Outcome::NoDataYet => ("no_data_yet", None, None),
        Outcome::NotFound => ("not_found", None, None),
        Outcome::InvalidNumber => ("invalid_number", None, None),
        Outcome::BookingCancelled => ("cancelled", None, None),
        Outcome::Withheld => ("withheld", None, None),
        Outcome::NoCarrier => ("no_carrier", None, None),
        Outcome::Trouble { reason, retry_after } => {
            ("trouble", Some(reason.to_string()), retry_after.map(|pause| pause.as_secs_f64()))
        }
    }
}

//! Reports the activity of a service to the logger `shiptrack.service` and to callables of the host program.

use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shiptrack::service::{Activity, ActivityObserver, LogLine};
use shiptrack::store::Counterparty;

use crate::exit;
use crate::plugins::PluginSlot;
use crate::{calls, convert, errors, time};

pub struct ActivityForwarder(pub PluginSlot);

impl ActivityObserver for ActivityForwarder {
    fn activity(&self, activity: &Activity<'_>) {
        let reported = exit::attached(|py| -> PyResult<()> {
            // Also without a callable: a stored exception is removed when it has been reported.
            let raised = take_exception_of(activity);
            let callable = self.0.get(py);
            if callable.is_none(py) {
                return Ok(());
            }
            let Some(value) = object(py, activity, raised)? else { return Ok(()) };
            let forward = py.import("shiptrack._log")?.getattr("activity")?;
            calls::call_host_function(&forward, &[value, callable.into_bound(py)]).map(drop)
        });
        // An error in a listener must not affect the work or other listeners.
        drop(reported);
    }

    fn log(&self, line: &LogLine<'_>) {
        let logged = exit::attached(|py| -> PyResult<()> {
            let raised =
                errors::find_exception(py, |words| line.message.contains(&words.replace(char::is_control, " ")));
            let account = line.account.map(|account| time::id(py, &account.to_string())).transpose()?;
            let fields = (line.level.as_str(), line.text(), line.message, account, line.request, line.repeated, raised);
            py.import("shiptrack._log")?.call_method1("line", fields).map(drop)
        });
        drop(logged);
    }
}

pub fn wake(place: &PluginSlot) {
    let called = exit::attached(|py| -> PyResult<()> {
        let callable = place.get(py);
        if callable.is_none(py) {
            return Ok(());
        }
        let Err(raised) = calls::call_host_function(callable.bind(py), &[]) else { return Ok(()) };
        py.import("shiptrack._log")?
            .call_method1("log_listener_failure", ("on_wake", errors::exception_value(py, &raised)))
            .map(drop)
    });
    drop(called);
}

/// Returns and removes the exception that a carrier or an extractor raised; `None` if the activity is not about one.
fn take_exception_of(activity: &Activity<'_>) -> Option<Py<PyBaseException>> {
    match activity {
        Activity::LookUp { why, .. } => errors::take_exception(|words| words == why.unwrap_or_default()),
        Activity::ExtractionFailed { error, .. } => {
            let message = error.to_string();
            errors::take_exception(|words| message.contains(words))
        }
        _ => None,
    }
}

/// An object of `shiptrack.values`; `None` for an activity that this version does not know.
fn object<'py>(
    py: Python<'py>,
    activity: &Activity<'_>,
    raised: Option<Py<PyBaseException>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(Some(match activity {
        Activity::LookUp { account, request, scac, number, attempt, outcome, why, .. } => {
            let (name, reason) = (outcome.as_str(), outcome.reason());
            let retry_after = outcome.retry_after().map(|pause| pause.as_secs_f64());
            let request = time::id(py, &request.to_string())?;
            let account = time::id(py, &account.to_string())?;
            let made = (request, *scac, *number, *attempt, name, reason, retry_after, *why, raised, account);
            convert::structure(py, "LookUpReport")?.call1(made)?
        }
        Activity::DoubtfulFacts { account, request, scac, number, doubts, .. } => {
            let (request, account) = (time::id(py, &request.to_string())?, time::id(py, &account.to_string())?);
            let made = (request, *scac, *number, PyTuple::new(py, *doubts)?, account);
            convert::structure(py, "DoubtfulFacts")?.call1(made)?
        }
        Activity::Delivery { account, webhook, url, notification, attempt, status, failure, .. } => {
            let (webhook, notification) =
                (time::id(py, &webhook.to_string())?, time::id(py, &notification.to_string())?);
            let (account, failure) = (time::id(py, &account.to_string())?, failure.map(ToString::to_string));
            convert::structure(py, "Delivery")?.call1((
                webhook,
                notification,
                *attempt,
                *status,
                failure,
                *url,
                account,
            ))?
        }
        Activity::ExtractionFailed { account, document, error, .. } => {
            let document = time::id(py, &document.to_string())?;
            let exception = errors::exception(py, error)?;
            if let Some(raised) = raised {
                exception.setattr("__cause__", raised)?;
            }
            let account = time::id(py, &account.to_string())?;
            convert::structure(py, "ExtractionFailed")?.call1((document, exception, account))?
        }
        Activity::Resting { counterparty, account, url, until, .. } => {
            let (scac, webhook) = match counterparty {
                Counterparty::Carrier(scac) => (Some(scac), None),
                Counterparty::Webhook(id) => (None, Some(time::id(py, &id.to_string())?)),
            };
            let account = account.map(|account| time::id(py, &account.to_string())).transpose()?;
            convert::structure(py, "Resting")?.call1((scac, webhook, time::datetime(py, until)?, *url, account))?
        }
        Activity::WebhookDisabled { account, webhook, url, reason, failing_since, .. } => {
            let (account, webhook) = (time::id(py, &account.to_string())?, time::id(py, &webhook.to_string())?);
            let since = failing_since.as_ref().map(|since| time::datetime(py, since)).transpose()?;
            convert::structure(py, "WebhookDisabled")?.call1((account, webhook, *url, reason.as_str(), since))?
        }
        Activity::WritesRefused { error, .. } => {
            convert::structure(py, "WritesRefused")?.call1((errors::exception(py, error)?,))?
        }
        Activity::RecordLeftOut { account, id, error, .. } => {
            let (id, account) = (time::id(py, &id.to_string())?, time::id(py, &account.to_string())?);
            convert::structure(py, "RecordLeftOut")?.call1((id, errors::exception(py, error)?, account))?
        }
        Activity::WritesResumed { .. } => convert::structure(py, "WritesResumed")?.call0()?,
        Activity::Migrated { from, to, copy, .. } => {
            convert::structure(py, "Migrated")?.call1((*from, *to, copy.display().to_string()))?
        }
        Activity::Trouble { account, error, .. } => {
            let account = account.map(|account| time::id(py, &account.to_string())).transpose()?;
            convert::structure(py, "Trouble")?.call1((errors::exception(py, error)?, account))?
        }
        _ => return Ok(None),
    }))
}

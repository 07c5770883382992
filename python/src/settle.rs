//! Doing everything that is due, in Python's hands: progress is shown, and Ctrl-C ends it.

use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::Service;
use shiptrack::clock::CancelToken;
use shiptrack::service::Settle;

use crate::progress::Shown;
use crate::records::done_object;
use crate::{calls, convert, time};

/// Does what is due, and answers how the service stands then.
pub fn settle<'py>(
    py: Python<'py>,
    service: Service,
    timeout: Option<Duration>,
    cancel: CancelToken,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let shown = progress.map(|wish| Shown::of(wish, " items", "what is due", &cancel)).transpose()?;
    let (token, tell) = (cancel.clone(), shown.clone());
    let settled = calls::waiting(py, &cancel, move || {
        let mut settle = Settle::new().cancel(token);
        if let Some(timeout) = timeout {
            settle = settle.timeout(timeout);
        }
        if let Some(shown) = tell {
            settle = settle.progress(move |progress| {
                let done = u64::try_from(progress.done.items()).unwrap_or(u64::MAX);
                shown.at(done, done.saturating_add(progress.left));
            });
        }
        service.settle(settle)
    });
    if let Some(shown) = shown {
        shown.close(py)?;
    }
    let settled = settled?;
    let next_due = settled.next_due.map(|due| time::datetime(py, &due)).transpose()?;
    convert::structure(py, "Settled")?.call1((done_object(py, settled.done)?, settled.left, next_due))
}

//! The event feed, and failed notifications.

use std::sync::Arc;

use pyo3::prelude::*;

use super::PyService;
use crate::events::PyEvents;
use crate::{arguments, calls, converters};

#[pymethods]
impl PyService {
    /// Returns an iterator over the events of an account, oldest first.
    ///
    /// * ``after``: Only events after this sequence number.
    /// * ``follow``: Wait for further events instead of ending.
    /// * ``timeout``: With ``follow``: end if no event arrives for so many seconds.
    #[pyo3(signature = (after=0, *, account=None, follow=false, timeout=None))]
    fn events(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::after)] after: u64,
        account: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = converters::follow)] follow: bool,
        timeout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyEvents> {
        let (_, account) = self.account(py, account)?;
        let timeout = timeout.map(|timeout| arguments::timeout("timeout", timeout)).transpose()?;
        Ok(PyEvents::new(Arc::clone(&self.open), account, after, follow, timeout))
    }

    /// Schedules every failed notification for another delivery, and returns their number.
    ///
    /// A notification has failed when all its attempts failed. A ``pending`` one is retried without this call.
    #[pyo3(signature = (*, account=None))]
    fn replay_failed(&self, py: Python<'_>, account: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let (service, account) = self.account(py, account)?;
        calls::run_detached(py, move || service.replay_failed(&account))
    }
}

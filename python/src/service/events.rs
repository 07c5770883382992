//! The event feed, and notifications that failed.

use std::sync::Arc;

use pyo3::prelude::*;

use super::PyService;
use crate::events::PyEvents;
use crate::{arguments, calls, converters};

#[pymethods]
impl PyService {
    /// The events behind ``after``, in the order they happened.
    ///
    /// With ``follow`` the iterator waits for those that come, and ends when none came for ``timeout``.
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

    /// Delivers once more every notification that failed. Answers how many.
    #[pyo3(signature = (*, account=None))]
    fn replay_failed(&self, py: Python<'_>, account: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let (service, account) = self.account(py, account)?;
        calls::run_detached(py, move || service.replay_failed(&account))
    }
}

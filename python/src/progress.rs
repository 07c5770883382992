//! Showing how far a call has come, from the thread that makes it.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use shiptrack::clock::CancelToken;

use crate::open::lock;

/// Who shows how far a call has come. What it raises ends the call.
#[derive(Clone)]
pub struct Shown(Arc<Showing>);

struct Showing {
    shown: Py<PyAny>,
    cancel: CancelToken,
    /// What it raised.
    raised: Mutex<Option<PyErr>>,
}

impl Shown {
    /// What `progress=` asks for under `label`, counting in `unit`; `cancel` is the token of the call.
    pub fn of(wish: &Bound<'_, PyAny>, unit: &str, label: &str, cancel: &CancelToken) -> PyResult<Self> {
        let shown = wish.py().import("shiptrack._progress")?.call_method1("of", (wish, unit, label))?;
        Ok(Shown(Arc::new(Showing { shown: shown.unbind(), cancel: cancel.clone(), raised: Mutex::new(None) })))
    }

    /// So many are done. Called without the interpreter lock.
    pub fn at(&self, done: u64, total: u64) {
        let told = Python::try_attach(|py| self.0.shown.call_method1(py, "at", (done, total)));
        if let Some(Err(raised)) = told {
            lock(&self.0.raised).get_or_insert(raised);
            self.0.cancel.cancel();
        }
    }

    /// Ends the showing, and raises what it raised.
    pub fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.0.shown.call_method0(py, "close")?;
        lock(&self.0.raised).take().map_or(Ok(()), Err)
    }
}

//! The service behind a socket.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::clock::{CancelToken, Clock, SystemClock};
use shiptrack::server::RunningServer;

use crate::calls::Slot;
use crate::named;
use crate::open::Open;
use crate::service::PyService;

pub struct ServerSlot {
    running: Slot<Arc<RunningServer>>,
    address: String,
    url: String,
    stopping: Mutex<()>,
}

impl ServerSlot {
    /// Called without the interpreter lock.
    pub fn stop(&self) {
        let running = self.running.get();
        let _one_at_a_time = self.stopping.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(running) = running {
            running.stop();
            self.running.close();
        }
    }
}

/// The service behind a socket, until it is stopped.
#[pyclass(frozen, module = "shiptrack", name = "Server")]
pub struct PyServer {
    slot: Arc<ServerSlot>,
    /// The service lives as long as its server.
    _service: Arc<Open>,
}

impl PyServer {
    pub fn new(running: RunningServer, service: Arc<Open>) -> Self {
        let (address, url) = (running.address().to_string(), running.url().to_owned());
        let running = Slot::new("server", Arc::new(running));
        let slot = ServerSlot { running, address, url, stopping: Mutex::new(()) };
        PyServer { slot: Arc::new(slot), _service: service }
    }

    pub fn weak(&self) -> Weak<ServerSlot> {
        Arc::downgrade(&self.slot)
    }
}

#[pymethods]
impl PyServer {
    #[new]
    #[pyo3(
        signature = (service, address="127.0.0.1:0".to_owned(), *, public_url=None, allow_remote=false, limits=None),
        text_signature = "(service, address='127.0.0.1:0', *, public_url=None, allow_remote=False, limits=None)"
    )]
    fn start(
        py: Python<'_>,
        #[pyo3(from_py_with = named::service)] service: Py<PyService>,
        #[pyo3(from_py_with = named::address)] address: String,
        #[pyo3(from_py_with = named::public_url)] public_url: Option<String>,
        #[pyo3(from_py_with = named::allow_remote)] allow_remote: bool,
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        service.get().serve(py, address, public_url, allow_remote, limits)
    }

    /// The address it listens on: host and port.
    #[getter]
    fn address(&self) -> &str {
        &self.slot.address
    }

    /// What a client takes for ``base_url``.
    #[getter]
    fn url(&self) -> String {
        format!("{}/v2", self.slot.url)
    }

    /// Takes no more connections, lets requests in flight finish, and closes.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.slot.stop());
    }

    /// Whether it still takes connections.
    #[getter]
    fn running(&self) -> bool {
        self.slot.running.is_open()
    }

    /// Waits until the server is stopped, or until Ctrl-C.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        while self.slot.running.is_open() {
            py.check_signals()?;
            let look = Duration::from_millis(50);
            py.detach(|| SystemClock::new().sleep(look, &CancelToken::new())).unwrap_or_default();
        }
        Ok(())
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.stop(py);
    }

    fn __repr__(&self) -> String {
        format!("<Server {}{}>", self.url(), if self.running() { "" } else { ", stopped" })
    }
}

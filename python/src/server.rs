//! The HTTP server of a service.

use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::clock::{CancelToken, Clock, SystemClock};

use crate::errors::OrRaise;
use crate::exit;
use crate::open_service::{OpenService, lock};
use crate::server_slot::ServerSlot;
use crate::service::PyService;
use crate::{arguments, calls, converters, policies};

/// The HTTP server of a service. It runs until :meth:`stop` is called or the service is closed. :meth:`Service.serve`
/// returns it.
#[pyclass(frozen, module = "shiptrack", name = "Server")]
pub struct PyServer {
    slot: Arc<ServerSlot>,
    /// Keeps the service open as long as its server.
    _service: Arc<OpenService>,
}

impl PyServer {
    pub fn serve(
        py: Python<'_>,
        service: &Arc<OpenService>,
        address: String,
        public_url: Option<String>,
        allow_remote: bool,
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut builder = service.service.get().or_raise(py)?.server().address(address);
        if let Some(url) = public_url {
            builder = builder.public_url(url);
        }
        if allow_remote {
            builder = builder.allow_remote();
        }
        if let Some(limits) = limits {
            builder = builder.limits(policies::server_limits(limits)?);
        }
        let slot = Arc::new(ServerSlot::new(calls::run_detached(py, move || builder.start())?));
        lock(&service.servers).push(Arc::downgrade(&slot));
        Ok(PyServer { slot, _service: Arc::clone(service) })
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
        #[pyo3(from_py_with = service_argument)] service: Py<PyService>,
        #[pyo3(from_py_with = converters::address)] address: String,
        #[pyo3(from_py_with = converters::public_url)] public_url: Option<String>,
        #[pyo3(from_py_with = converters::allow_remote)] allow_remote: bool,
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        PyServer::serve(py, &service.get().open, address, public_url, allow_remote, limits)
    }

    /// The address on which the server listens: host and port.
    #[getter]
    fn address(&self) -> &str {
        &self.slot.address
    }

    /// The base URL of the API: pass it to clients as ``base_url``.
    #[getter]
    fn url(&self) -> String {
        format!("{}/v2", self.slot.url)
    }

    /// Accepts no more connections, lets current requests finish, and closes the server.
    fn stop(&self, py: Python<'_>) {
        exit::detached(py, || self.slot.stop(Duration::MAX));
    }

    /// Whether the server accepts connections.
    #[getter]
    fn running(&self) -> bool {
        self.slot.running.is_open()
    }

    /// Waits until the server is stopped. Ctrl-C raises ``KeyboardInterrupt``.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        while self.slot.running.is_open() {
            py.check_signals()?;
            let look = Duration::from_millis(50);
            exit::detached(py, || SystemClock::new().sleep(look, &CancelToken::new())).unwrap_or_default();
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

fn service_argument(value: &Bound<'_, PyAny>) -> PyResult<Py<PyService>> {
    value.extract().map_err(|_| arguments::expected("service", "a Service", value))
}

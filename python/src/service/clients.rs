//! Clients of a service, requests from a web framework, and the HTTP server.

use std::sync::Arc;

use pyo3::prelude::*;
use shiptrack::http::{Call, Request, Transport};

use super::PyService;
use crate::client::{PyClient, PyResponse};
use crate::errors::OrRaise;
use crate::handle::Handle;
use crate::server::PyServer;
use crate::{arguments, calls, converters};

#[pymethods]
impl PyService {
    /// Returns a client of this service in this process. It needs no API key and has no rate limits. ``account`` is the
    /// name or id of the account (``default``).
    #[pyo3(signature = (account=None))]
    fn client(&self, py: Python<'_>, account: Option<&Bound<'_, PyAny>>) -> PyResult<PyClient> {
        let (service, account) = self.account(py, account)?;
        let handle = Handle::embedded(service.client_of(&account).or_raise(py)?, Arc::clone(&self.open));
        Ok(PyClient { handle })
    }

    /// Returns a client of this service for asyncio. Its calls run on at most ``threads`` threads.
    #[pyo3(signature = (account=None, *, threads=32))]
    fn async_client<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let client = self.client(py, account)?;
        py.import("shiptrack._async")?.call_method1("from_client", (client, threads))
    }

    /// Answers an HTTP request as the server does, so that a web framework can serve the API.
    ///
    /// ``path`` includes the query (``/v2/shipments?page[size]=5``). The API key is in the header ``Authorization:
    /// Token KEY``. An error is returned as a response, not raised.
    #[pyo3(signature = (method, path, *, headers=None, body=None))]
    fn send(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::method)] method: String,
        #[pyo3(from_py_with = converters::path)] path: String,
        headers: Option<&Bound<'_, PyAny>>,
        body: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyResponse> {
        let service = self.open.service.get().or_raise(py)?;
        let mut request = Request::new(arguments::method(py, &method)?, path);
        for (name, value) in
            headers.map(|headers| arguments::headers("headers", headers)).transpose()?.into_iter().flatten()
        {
            request.headers.append(name, value);
        }
        request.body = body.map(|body| arguments::bytes("body", body)).transpose()?.unwrap_or_default();
        calls::run_detached(py, move || Ok(service.send(request, &Call::default())?))
            .map(|answer| PyResponse { answer })
    }

    /// Starts an HTTP server for this service and returns it.
    ///
    /// * ``address``: Host and port to listen on; port 0 selects a free port.
    /// * ``public_url``: Beginning of the links in responses.
    /// * ``allow_remote``: Permits addresses that other machines can reach. The server has no TLS.
    /// * ``limits``: A dict of :class:`~shiptrack.types.ServerLimits`.
    #[pyo3(
        signature = (address="127.0.0.1:0".to_owned(), *, public_url=None, allow_remote=false, limits=None),
        text_signature = "($self, address='127.0.0.1:0', *, public_url=None, allow_remote=False, limits=None)"
    )]
    fn serve(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::address)] address: String,
        #[pyo3(from_py_with = converters::public_url)] public_url: Option<String>,
        #[pyo3(from_py_with = converters::allow_remote)] allow_remote: bool,
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyServer> {
        PyServer::serve(py, &self.open, address, public_url, allow_remote, limits)
    }
}

//! The client of a hosted service, or of a service in this process.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::Value;
use shiptrack::client::{ClientBuilder, RetryPolicy};
use shiptrack::http::{Response, Roots};
use shiptrack::jsonapi::{AnyResource, Query};
use shiptrack::limits::Bucket;
use shiptrack::{Client, Error, ErrorKind};

use crate::call_log::CallLog;
use crate::clock::PyCancel;
use crate::errors::OrRaise;
use crate::exit;
use crate::handle::Handle;
use crate::listing::PyListing;
use crate::objects::{self, ANY};
use crate::options::ListOptions;
use crate::{arguments, converters, json_arguments, policies};

/// A client of the tracking service. Threads can share it; all its calls count against one rate limit.
///
/// ``Client(api_key, base_url)`` connects to a hosted service. If a value is not given, it is read from
/// ``SHIPTRACK_API_KEY`` or ``SHIPTRACK_BASE_URL``. :meth:`Service.client` returns a client of a service in this
/// process, which needs neither.
///
/// * ``timeout``: Longest duration of a call, in seconds, including retries and waits. Without it, a call may spend 30
///   seconds on the network and waits for the rate limit as long as necessary.
/// * ``connect_timeout``: Longest time to establish a connection, in seconds (10).
/// * ``attempts``: How often a request is sent at most, including the first time. Responses with status 429 do not count.
/// * ``user_agent``, ``headers``: Sent with every request.
/// * ``proxy``: URL of an HTTP proxy.
/// * ``ca_file``: PEM file; only the certificates in it are trusted.
/// * ``allow_insecure_http``: Permits a base URL with plain ``http``.
/// * ``body_limit``: Largest response body in bytes, after decompression.
/// * ``limits``: The rate limits of the API key: requests per minute in the buckets ``default``, ``create``, ``infer``
///   and ``refresh`` (``{"default": 500}``); ``None`` removes a limit. Without this, the client keeps to the limits that
///   the service reports (``RateLimit-Policy``), and as long as it reports none, to 100, 100, 200 and 10.
///
/// Raises :class:`~shiptrack.errors.ConfigurationError` if key or URL is missing or a setting is invalid.
#[pyclass(frozen, module = "shiptrack", name = "Client")]
pub struct PyClient {
    pub handle: Handle,
}

#[pymethods]
impl PyClient {
    #[new]
    #[pyo3(signature = (api_key=None, base_url=None, *, timeout=None, connect_timeout=None, attempts=None,
        user_agent=None, headers=None, proxy=None, ca_file=None, allow_insecure_http=false, body_limit=None, limits=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        api_key: Option<&Bound<'_, PyAny>>,
        base_url: Option<&Bound<'_, PyAny>>,
        timeout: Option<&Bound<'_, PyAny>>,
        connect_timeout: Option<&Bound<'_, PyAny>>,
        attempts: Option<&Bound<'_, PyAny>>,
        user_agent: Option<&Bound<'_, PyAny>>,
        headers: Option<&Bound<'_, PyAny>>,
        proxy: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = converters::ca_file)] ca_file: Option<PathBuf>,
        #[pyo3(from_py_with = converters::allow_insecure_http)] allow_insecure_http: bool,
        body_limit: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        py.import("shiptrack._later_imports")?.call_method0("load")?;
        let api_key = api_key.map(|key| arguments::secret("api_key", key)).transpose()?;
        let base_url = base_url.map(|url| arguments::text("base_url", url)).transpose()?;
        if api_key.as_ref().is_some_and(|key| key.contains("://")) {
            let problem = "this is a URL, not an API key: the order is Client(api_key, base_url)";
            return Err(Error::refused(ErrorKind::Configuration, "api_key", problem)).or_raise(py);
        }
        let variable = |name: &str| std::env::var(name);
        let builder = ClientBuilder::default().service_or_variables(base_url, api_key, variable);
        let mut builder = builder.or_raise(py)?.observer(CallLog);
        if let Some(timeout) = timeout {
            builder = builder.timeout(arguments::timeout_above_zero("timeout", timeout)?);
        }
        if let Some(timeout) = connect_timeout {
            builder = builder.connect_timeout(arguments::timeout_above_zero("connect_timeout", timeout)?);
        }
        if let Some(attempts) = attempts {
            let attempts = arguments::whole("attempts", attempts, 1)?;
            let mut policy = RetryPolicy::default();
            policy.attempts = attempts;
            builder = builder.retries(policy);
        }
        if let Some(user_agent) = user_agent {
            builder = builder.user_agent(arguments::text("user_agent", user_agent)?);
        }
        for (name, value) in
            headers.map(|headers| arguments::headers("headers", headers)).transpose()?.into_iter().flatten()
        {
            builder = builder.header(name, value);
        }
        if let Some(proxy) = proxy {
            builder = builder.proxy(arguments::text("proxy", proxy)?);
        }
        if let Some(file) = ca_file {
            builder = builder.roots(Roots::PemFile(file));
        }
        if allow_insecure_http {
            builder = builder.allow_insecure_http();
        }
        if let Some(bytes) = body_limit {
            builder = builder.body_limit(arguments::whole("body_limit", bytes, 1)?);
        }
        if let Some(limits) = limits {
            builder = builder.limits(policies::limits(limits)?);
        }
        let client = exit::detached(py, || builder.build()).or_raise(py)?;
        let about = client.base_url();
        Ok(PyClient { handle: Handle::new(client, false, about, None) })
    }

    /// Returns how many requests can be sent now without waiting; ``None`` if the bucket has no limit.
    ///
    /// ``bucket`` is ``default``, ``create``, ``infer`` or ``refresh``.
    #[pyo3(signature = (bucket="default".to_owned()), text_signature = "($self, bucket='default')")]
    fn allowance(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::bucket)] bucket: String,
    ) -> PyResult<Option<u32>> {
        let known = Bucket::ALL.into_iter().find(|known| known.as_str() == bucket);
        let problem = || format!("`{bucket}` is not a bucket. Use default, create, infer or refresh");
        let bucket = known.ok_or_else(|| Error::invalid("bucket", problem())).or_raise(py)?;
        let client = self.handle.client().or_raise(py)?;
        Ok(client.allowance(bucket))
    }

    /// Replaces the API key. After the service rejected a key (401), this client sends nothing until this method is
    /// called.
    fn set_api_key(&self, py: Python<'_>, api_key: &Bound<'_, PyAny>) -> PyResult<()> {
        let api_key = arguments::secret("api_key", api_key)?;
        let client = self.handle.client().or_raise(py)?;
        client.set_api_key(&api_key).or_raise(py)
    }

    /// Returns a client with the same settings whose calls are each limited to ``timeout`` seconds. It shares the rate
    /// limit of this client.
    fn with_timeout(&self, py: Python<'_>, timeout: &Bound<'_, PyAny>) -> PyResult<Self> {
        let timeout = arguments::timeout_above_zero("timeout", timeout)?;
        let change = |client: &Client| client.with_timeout(timeout);
        let cancel = self.handle.cancel().child();
        Ok(PyClient { handle: self.handle.with_client(change, cancel).or_raise(py)? })
    }

    /// Returns a client with the same settings whose calls end with ``CancelledError`` when ``cancel`` is cancelled.
    fn with_cancel(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::cancel_token)] cancel: Py<PyCancel>,
    ) -> PyResult<Self> {
        let token = cancel.get().token.clone();
        let change = |client: &Client| client.with_cancel(token.clone());
        Ok(PyClient { handle: self.handle.with_client(change, token.clone()).or_raise(py)? })
    }

    /// Sends any request, with the API key, rate limit and retries of this client, and returns the response.
    ///
    /// ``path`` is relative to the base URL; ``query`` has further parameters; ``body`` is a dict: one with a member
    /// ``data`` is sent as JSON:API, any other as plain JSON. An error status, and a response that is not JSON, raise
    /// an exception.
    #[pyo3(signature = (method, path, *, query=None, body=None))]
    fn send(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::method)] method: String,
        #[pyo3(from_py_with = converters::path)] path: String,
        query: Option<&Bound<'_, PyAny>>,
        body: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyResponse> {
        let known = arguments::method(py, &method)?;
        let mut parameters = Query::new();
        for (name, value) in query.map(arguments::query).transpose()?.into_iter().flatten() {
            parameters.set(name, value);
        }
        let body: Option<Value> = body.map(|body| json_arguments::value("body", body)).transpose()?;
        // Errors about the body keep their JSON pointers, because the caller wrote the body.
        let client = self.handle.client().or_raise(py)?;
        let send = move || client.send(known, &path, &parameters, body.as_ref());
        self.handle.run(py, send).map(|answer| PyResponse { answer })
    }

    /// Reads one resource of any type by its path, for example ``shipments/ID``.
    fn get(&self, py: Python<'_>, #[pyo3(from_py_with = converters::path)] path: String) -> PyResult<Py<PyAny>> {
        let fetched = self.handle.call(py, move |client| client.get::<AnyResource>(&path))?;
        let page = Arc::new(fetched.into_document().into_page());
        match page.view(0) {
            Some(view) => objects::make(py, &page, view),
            None => Ok(py.None()),
        }
    }

    /// Lists resources of any type by their path. The keywords are those of every ``list``: ``include``, ``page_size``,
    /// ``page_number``, ``max_items``, ``resume_from``, ``query`` and ``progress``.
    #[pyo3(signature = (path, **options))]
    fn list(
        &self,
        #[pyo3(from_py_with = converters::path)] path: String,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyListing> {
        let (options, progress) = ListOptions::read(options)?;
        let most = options.most();
        let begin = move |client: &Client| Ok(options.apply(client.list::<AnyResource>(&path)));
        Ok(PyListing::new(self.handle.clone(), &ANY, progress, most, begin))
    }

    /// Cancels the calls that are in progress. Every later call raises ``ClosedError``.
    fn close(&self) {
        self.handle.close();
    }

    /// Whether the client, or the service in this process that it belongs to, is closed.
    #[getter]
    fn closed(&self) -> bool {
        !self.handle.is_open()
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        let about = self.handle.about();
        let state = self.handle.condition();
        if self.handle.is_embedded() {
            format!("Client({about}, {state})")
        } else {
            format!("Client('{about}', {state})")
        }
    }
}

/// The response to :meth:`Client.send` or :meth:`Service.send`.
#[pyclass(frozen, module = "shiptrack", name = "Response")]
pub struct PyResponse {
    pub answer: Response,
}

#[pymethods]
impl PyResponse {
    /// The HTTP status.
    #[getter]
    fn status(&self) -> u16 {
        self.answer.status
    }

    /// The header fields as pairs of name and value.
    #[getter]
    fn headers(&self) -> Vec<(String, String)> {
        self.answer.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// The bytes of the body.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.answer.body)
    }

    /// The body as dicts and lists; ``None`` if the body is empty.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.answer.body.is_empty() {
            return Ok(py.None().into_bound(py));
        }
        py.import("json")?.call_method1("loads", (PyBytes::new(py, &self.answer.body),))
    }

    fn __repr__(&self) -> String {
        format!("<Response {}, {} bytes>", self.answer.status, self.answer.body.len())
    }
}

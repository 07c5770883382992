//! Documents: the pages of listings, and the documents of single resources.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PyTuple, PyType};
use shiptrack::client::FetchedPage;
use shiptrack::jsonapi::{AnyResource, Page};

use crate::errors::{self, OrRaise};
use crate::exit;
use crate::kind::{Kind, Shared};
use crate::objects::{self, ANY, readable};
use crate::resource::{PyResource, check_secrets};
use crate::table::{self, Moments};
use crate::{arguments, converters, json};

/// A JSON:API document: its resources, the resources that were included, links and ``meta``.
#[pyclass(frozen, generic, module = "shiptrack", name = "Page")]
pub struct PyPage {
    page: Shared,
    /// Expected type of the items, or the type for all resources.
    kind: &'static Kind,
    /// Positions of items that were on no earlier page of the iteration.
    fresh: Vec<usize>,
    /// Positions of the other items.
    repeated: Vec<usize>,
    status: Option<u16>,
    headers: Vec<(String, String)>,
    url: Option<String>,
    items: OnceLock<Vec<Py<PyAny>>>,
}

impl PyPage {
    pub fn of_document(page: Shared, kind: Option<&'static Kind>) -> Self {
        let fresh = (0..page.len()).collect();
        let (kind, repeated) = (kind.unwrap_or(&ANY), Vec::new());
        PyPage { page, kind, fresh, repeated, status: None, headers: Vec::new(), url: None, items: OnceLock::new() }
    }

    pub fn fetched(fetched: FetchedPage<AnyResource>, kind: &'static Kind) -> Self {
        let headers = fetched.headers().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let (status, url) = (Some(fetched.status()), Some(fetched.url().to_owned()));
        let (fresh, repeated) = (fetched.fresh().to_vec(), fetched.repeated());
        let page = Arc::new(fetched.into_inner());
        PyPage { page, kind, fresh, repeated, status, headers, url, items: OnceLock::new() }
    }

    pub fn truncate(mut self, items: usize) -> Self {
        self.fresh.truncate(items);
        self
    }

    pub fn has_repeated(&self) -> bool {
        !self.repeated.is_empty()
    }

    /// Leaves out the items whose ids are in `later`, and adds those that were on earlier pages.
    pub fn keep_last(&mut self, later: &mut HashSet<String>) {
        let mut positions = [std::mem::take(&mut self.fresh), std::mem::take(&mut self.repeated)].concat();
        positions.sort_unstable();
        let page = &self.page;
        let mut is_last = |at: &usize| {
            let id = page.view(*at).map(|view| view.id()).unwrap_or_default();
            id.is_empty() || later.insert(id.into_owned())
        };
        self.fresh = positions.into_iter().rev().filter(|at| is_last(at)).collect();
        self.fresh.reverse();
    }

    pub fn shared(&self) -> &Shared {
        &self.page
    }

    /// Expected type of the items, or the type for all resources.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    pub fn fresh(&self) -> &[usize] {
        &self.fresh
    }

    /// `at` counts the new items.
    pub fn item(&self, py: Python<'_>, at: usize) -> Option<PyResult<Py<PyAny>>> {
        let view = self.page.view(*self.fresh.get(at)?)?;
        Some(match readable(view, self.kind) {
            Ok(kind) => objects::make_as(py, &self.page, view, kind),
            Err(problem) => Err(errors::to_py_err(py, &problem)),
        })
    }

    fn stream<'py>(&self, py: Python<'py>, moments: Moments) -> PyResult<Bound<'py, PyCapsule>> {
        table::stream(py, self.kind, vec![(Arc::clone(&self.page), self.fresh.clone())], moments)
    }

    fn built_items(&self, py: Python<'_>) -> PyResult<&[Py<PyAny>]> {
        if let Some(items) = self.items.get() {
            return Ok(items);
        }
        let items = self.build(py, &self.fresh)?;
        Ok(self.items.get_or_init(|| items))
    }

    /// The items at these positions, without those that cannot be read.
    fn build(&self, py: Python<'_>, positions: &[usize]) -> PyResult<Vec<Py<PyAny>>> {
        let views = positions.iter().filter_map(|at| self.page.view(*at));
        let known = views.filter_map(|view| Some((view, readable(view, self.kind).ok()?)));
        known.map(|(view, kind)| objects::make_as(py, &self.page, view, kind)).collect()
    }
}

#[pymethods]
impl PyPage {
    /// Parses a document from bytes or text. ``of`` is the class of its items; without it, each item has the class of
    /// its type.
    #[staticmethod]
    #[pyo3(signature = (data, of=None))]
    fn parse(py: Python<'_>, data: &Bound<'_, PyAny>, of: Option<&Bound<'_, PyType>>) -> PyResult<Self> {
        let kind = of.map(objects::kind_of_class).transpose()?;
        let bytes = arguments::document("data", data)?;
        let page = exit::detached(py, || Page::<AnyResource>::parse(bytes)).or_raise(py)?;
        Ok(PyPage::of_document(Arc::new(page), kind))
    }

    /// The items of the page, without those that cannot be read (see :attr:`problems`) and those that were on an
    /// earlier page of the iteration.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.built_items(py)?)
    }

    /// The items that were on an earlier page of the iteration, with their present data.
    fn _repeated(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.build(py, &self.repeated)
    }

    /// The errors of items that cannot be read, by their position.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let problems = PyDict::new(py);
        for index in &self.fresh {
            if let Some(Err(problem)) = self.page.view(*index).map(|view| readable(view, self.kind)) {
                problems.set_item(index, errors::exception(py, &problem)?)?;
            }
        }
        Ok(problems)
    }

    /// All resources that were included.
    #[getter]
    fn included<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = self.page.all_included().filter(|view| view.text().starts_with('{'));
        let all: Vec<_> = all.map(|view| objects::make(py, &self.page, view)).collect::<PyResult<_>>()?;
        PyList::new(py, all)
    }

    /// Returns the included resource of this type and id; ``None`` if it was not included.
    fn find_included(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::resource_type)] r#type: String,
        id: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let found = self.page.find_included(&r#type, &arguments::any_id("id", id)?);
        found.map(|view| objects::make(py, &self.page, view)).transpose()
    }

    /// The links of the document, such as ``self`` and ``next``.
    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &serde_json::to_value(self.page.links()).unwrap_or_default())
    }

    /// The ``meta`` object of the document; ``None`` if the document has no ``meta``.
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.page.meta().map(|meta| json::members_to_python(py, meta)).transpose()
    }

    /// The warnings of the service about the request: parts that it ignored or stored for later. Each is a dict with
    /// ``code``, ``detail`` and ``source``.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &serde_json::to_value(self.page.warnings()).unwrap_or_default())
    }

    /// Number of items in the whole listing; ``None`` if the service did not return it.
    #[getter]
    fn total(&self) -> Option<u64> {
        self.page.total()
    }

    /// The HTTP status; ``None`` if the page was not fetched.
    #[getter]
    fn status(&self) -> Option<u16> {
        self.status
    }

    /// The header fields of the response, as pairs of name and value; empty if the page was not fetched.
    #[getter]
    fn headers(&self) -> Vec<(String, String)> {
        self.headers.clone()
    }

    /// The URL that the page was fetched from; ``None`` if it was not fetched.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The document as it was received.
    #[getter]
    fn text(&self) -> &str {
        self.page.text()
    }

    /// Returns the document as dicts and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.page.text(),))
    }

    /// Returns the document as text.
    fn to_json(&self) -> &str {
        self.page.text()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.built_items(py)?.len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.built_items(py)?)?.try_iter()
    }

    fn __getitem__(&self, py: Python<'_>, at: isize) -> PyResult<Py<PyAny>> {
        let items = self.built_items(py)?;
        let index = if at < 0 { at + isize::try_from(items.len()).unwrap_or(isize::MAX) } else { at };
        let found = usize::try_from(index).ok().and_then(|index| items.get(index));
        found
            .map(|item| item.clone_ref(py))
            .ok_or_else(|| PyIndexError::new_err("the index is out of range: the page has fewer items"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPage>().is_ok_and(|other| {
            let other = other.get();
            std::ptr::eq(self.kind, other.kind) && self.fresh == other.fresh && self.page.text() == other.page.text()
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.page.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let what = if self.kind.is_any() { "resource" } else { self.kind.name };
        let total = self.page.total().map(|total| format!(" of {total}")).unwrap_or_default();
        format!("<Page: {}{total} {what}>", self.fresh.len())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack._html")?.call_method1("page", (slf,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        for item in self.built_items(py)? {
            check_secrets(self.kind, item.bind(py))?;
        }
        let native = py.import("shiptrack._native")?;
        let of = if self.kind.is_any() { None } else { Some(native.getattr(self.kind.class)?) };
        let parse = native.getattr("Page")?.getattr("parse")?;
        (parse, (self.page.text(), of)).into_pyobject(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Returns the items as an Arrow stream (PyCapsule interface).
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.stream(py, Moments::InUtc)
    }

    /// The same, with times as text.
    fn _as_written<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.stream(py, Moments::AsWritten)
    }

    /// Returns the items as a ``pandas.DataFrame``. Needs pandas and pyarrow (``pip install shiptrack[pandas]``).
    ///
    /// There is a column for each attribute and each relationship. Ids are text. A relationship to one resource has a
    /// second column with its id alone, to join by: ``shipment_id`` next to ``shipment``.
    ///
    /// Times are timestamps in UTC; a date without a time becomes noon UTC. Times at a place have a second column with
    /// the local time there, without an offset: ``pod_arrived_at_local`` next to ``pod_arrived_at``. There a date
    /// becomes midnight.
    ///
    /// * ``as_written``: ``True`` returns times as the text that the service sent, and no local times.
    /// * ``numpy``: ``True`` returns NumPy types instead of Arrow types; missing values are ``NaT``, ``NaN`` or
    ///   ``None``.
    ///
    /// Raises ``ImportError`` if pandas or pyarrow is not installed.
    #[pyo3(signature = (*, as_written=false, numpy=false))]
    fn to_pandas<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = converters::as_written)] as_written: bool,
        #[pyo3(from_py_with = converters::numpy)] numpy: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack._tables")?.call_method1("to_pandas", (slf, as_written, numpy))
    }

    /// Returns the items as a ``polars.DataFrame`` with the columns of :meth:`to_pandas`. Needs polars (``pip install
    /// shiptrack[polars]``).
    #[pyo3(signature = (*, as_written=false))]
    fn to_polars<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = converters::as_written)] as_written: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack._tables")?.call_method1("to_polars", (slf, as_written))
    }
}

#[pymethods]
impl PyResource {
    /// The document that contains this resource, with everything that was included.
    #[getter(page)]
    fn document(&self) -> PyPage {
        PyPage::of_document(Arc::clone(self.page()), None)
    }
}

//! Documents: pages of listings, and the documents single resources come in.

use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PyTuple, PyType};
use shiptrack::client::FetchedPage;
use shiptrack::jsonapi::{AnyResource, Page};

use crate::errors::{self, OrRaise};
use crate::kind::{Kind, Shared};
use crate::objects::{self, ANY, readable};
use crate::resource::PyResource;
use crate::table::{self, Moments};
use crate::{arguments, converters, json};

/// A document of the service: its resources, what was included with them, links and ``meta``.
#[pyclass(frozen, module = "shiptrack", name = "Page")]
pub struct PyPage {
    page: Shared,
    /// Expected type of the items, or the one of all types.
    kind: &'static Kind,
    /// Positions of items that no earlier page of the walk had.
    fresh: Vec<usize>,
    status: Option<u16>,
    headers: Vec<(String, String)>,
    url: Option<String>,
    items: OnceLock<Vec<Py<PyAny>>>,
}

impl PyPage {
    pub fn of_document(page: Shared, kind: Option<&'static Kind>) -> Self {
        let fresh = (0..page.len()).collect();
        let kind = kind.unwrap_or(&ANY);
        PyPage { page, kind, fresh, status: None, headers: Vec::new(), url: None, items: OnceLock::new() }
    }

    pub fn fetched(fetched: FetchedPage<AnyResource>, kind: &'static Kind) -> Self {
        let headers = fetched.headers().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let (status, url) = (Some(fetched.status()), Some(fetched.url().to_owned()));
        let fresh = fetched.fresh().to_vec();
        let page = Arc::new(fetched.into_inner());
        PyPage { page, kind, fresh, status, headers, url, items: OnceLock::new() }
    }

    pub fn truncate(mut self, items: usize) -> Self {
        self.fresh.truncate(items);
        self
    }

    pub fn shared(&self) -> &Shared {
        &self.page
    }

    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    pub fn fresh(&self) -> &[usize] {
        &self.fresh
    }

    /// `at` counts the fresh items.
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
        let mut items = Vec::with_capacity(self.fresh.len());
        for view in self.fresh.iter().filter_map(|index| self.page.view(*index)) {
            if let Ok(kind) = readable(view, self.kind) {
                items.push(objects::make_as(py, &self.page, view, kind)?);
            }
        }
        Ok(self.items.get_or_init(|| items))
    }
}

#[pymethods]
impl PyPage {
    /// Reads a document out of its bytes or text. ``of`` is the class its items should have.
    #[staticmethod]
    #[pyo3(signature = (data, of=None))]
    fn parse(py: Python<'_>, data: &Bound<'_, PyAny>, of: Option<&Bound<'_, PyType>>) -> PyResult<Self> {
        let kind = of.map(objects::kind_of_class).transpose()?;
        let bytes = arguments::document("data", data)?;
        let page = py.detach(|| Page::<AnyResource>::parse(bytes)).or_raise(py)?;
        Ok(PyPage::of_document(Arc::new(page), kind))
    }

    /// The items, without those that cannot be read (see ``problems``) and those an earlier page of the walk had.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.built_items(py)?)
    }

    /// Why items cannot be read, by their position.
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

    /// Everything that was included.
    #[getter]
    fn included<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = self.page.all_included().filter(|view| view.text().starts_with('{'));
        let all: Vec<_> = all.map(|view| objects::make(py, &self.page, view)).collect::<PyResult<_>>()?;
        PyList::new(py, all)
    }

    /// The included resource of this type and id.
    fn find_included(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::resource_type)] r#type: String,
        id: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let found = self.page.find_included(&r#type, &arguments::any_id("id", id)?);
        found.map(|view| objects::make(py, &self.page, view)).transpose()
    }

    /// The links of the document: ``self``, ``next`` and so on.
    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &serde_json::to_value(self.page.links()).unwrap_or_default())
    }

    /// The ``meta`` of the document, when it has one.
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.page.meta().map(|meta| json::members_to_python(py, meta)).transpose()
    }

    /// What the service passed over, or keeps for later, of the request that this answers: ``code``, ``detail`` and the
    /// ``source`` in the request of each.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &serde_json::to_value(self.page.warnings()).unwrap_or_default())
    }

    /// How many items the whole listing has, when the document says so.
    #[getter]
    fn total(&self) -> Option<u64> {
        self.page.total()
    }

    /// The HTTP status, of an answer.
    #[getter]
    fn status(&self) -> Option<u16> {
        self.status
    }

    /// The header fields, of an answer.
    #[getter]
    fn headers(&self) -> Vec<(String, String)> {
        self.headers.clone()
    }

    /// Where it came from.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The document as it came.
    #[getter]
    fn text(&self) -> &str {
        self.page.text()
    }

    /// The document as dicts and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.page.text(),))
    }

    /// The document as text.
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
        found.map(|item| item.clone_ref(py)).ok_or_else(|| PyIndexError::new_err("the page has no such item"))
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

    /// The items as an Arrow stream (PyCapsule interface).
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.stream(py, Moments::InUtc)
    }

    /// The same, with moments as they were written.
    fn _as_written<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.stream(py, Moments::AsWritten)
    }

    /// The items as a ``pandas.DataFrame`` with Arrow types; needs pandas and pyarrow.
    ///
    /// A column for each attribute and each relationship. One that leads to a single resource also has a column of its
    /// ids to join by: ``shipment_id`` beside ``shipment``. Ids are text. Moments are time stamps in UTC, a day alone stands
    /// for its noon, and beside those at a place stands what the clocks there show: ``pod_arrived_at_local`` beside
    /// ``pod_arrived_at``, midnight for a day.
    /// With ``as_written=True`` there is the text that came instead of both. With ``numpy=True`` types are NumPy's in place of
    /// Arrow's: what is missing is ``NaT``, ``NaN`` or ``None`` then.
    #[pyo3(signature = (*, as_written=false, numpy=false))]
    fn to_pandas<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = converters::as_written)] as_written: bool,
        #[pyo3(from_py_with = converters::numpy)] numpy: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack._tables")?.call_method1("to_pandas", (slf, as_written, numpy))
    }

    /// The items as a ``polars.DataFrame``; needs polars. The columns are those of :meth:`to_pandas`.
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
    /// The document it came in, with everything that was included.
    #[getter(page)]
    fn document(&self) -> PyPage {
        PyPage::of_document(Arc::clone(self.page()), None)
    }
}

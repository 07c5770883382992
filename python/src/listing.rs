//! Lazy listings, iterated item by item or page by page.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use shiptrack::client::{FetchedPage, List, Pages};
use shiptrack::jsonapi::{AnyResource, Warning};
use shiptrack::{Client, Error, ErrorKind};

use crate::errors::OrRaise;
use crate::handle::Handle;
use crate::kind::Kind;
use crate::open_service::lock;
use crate::page::PyPage;
use crate::table::{self, Moments};
use crate::{converters, progress};

type Begin = dyn Fn(&Client) -> Result<List<AnyResource>, Error> + Send + Sync;

/// A listing that is fetched lazily: every iteration sends the requests again, page by page.
///
/// ``for item in listing`` iterates over the items and :meth:`pages` over the pages. A listing has no length and no
/// truth value: ``bool(listing)`` raises ``TypeError``. :meth:`first` returns ``None`` for an empty listing.
#[pyclass(frozen, generic, module = "shiptrack", name = "Listing")]
pub struct PyListing {
    handle: Handle,
    begin: Arc<Begin>,
    kind: &'static Kind,
    progress: Option<Py<PyAny>>,
    most: usize,
    /// Whether the warnings of the service were already reported.
    warned: Arc<AtomicBool>,
}

impl PyListing {
    pub fn new(
        handle: Handle,
        kind: &'static Kind,
        progress: Option<Py<PyAny>>,
        most: usize,
        begin: impl Fn(&Client) -> Result<List<AnyResource>, Error> + Send + Sync + 'static,
    ) -> Self {
        PyListing { handle, begin: Arc::new(begin), kind, progress, most, warned: Arc::default() }
    }

    /// An iteration that ends after `most` items.
    fn walk(&self, py: Python<'_>, most: usize) -> PyResult<Walk> {
        let client = self.handle.client().or_raise(py)?;
        let most = most.min(self.most);
        let list = (self.begin)(&client).or_raise(py)?.max_items(most);
        let label = if self.kind.is_any() { "resources" } else { self.kind.name };
        let progress = match &self.progress {
            Some(wish) => {
                Some(py.import("shiptrack._progress")?.call_method1("create", (wish, " items", label))?.unbind())
            }
            None => None,
        };
        let state = Mutex::new(WalkState::Ready(Box::new(list.pages())));
        let (handle, left, warned) = (self.handle.clone(), AtomicUsize::new(most), Arc::clone(&self.warned));
        Ok(Walk { handle, kind: self.kind, state, left, progress, warned })
    }

    /// Fetches every page. An item that several pages have is an item of the last one, because its data there is the newest.
    fn all_pages(&self, py: Python<'_>) -> PyResult<Vec<PyPage>> {
        let walk = self.walk(py, usize::MAX)?;
        let mut pages = Vec::new();
        while let Some(page) = walk.next(py)? {
            pages.push(page);
        }
        if pages.iter().any(PyPage::has_repeated) {
            let mut later = HashSet::new();
            pages.iter_mut().rev().for_each(|page| page.keep_last(&mut later));
        }
        Ok(pages)
    }

    fn stream<'py>(&self, py: Python<'py>, moments: Moments) -> PyResult<Bound<'py, PyCapsule>> {
        let pages = self.all_pages(py)?;
        let pages = pages.iter().map(|page| (Arc::clone(page.shared()), page.fresh().to_vec())).collect();
        table::stream(py, self.kind, pages, moments)
    }
}

#[pymethods]
impl PyListing {
    fn __iter__(&self, py: Python<'_>) -> PyResult<PyItems> {
        Ok(PyItems { walk: self.walk(py, usize::MAX)?, current: Mutex::new(None) })
    }

    /// Iterates over the pages.
    fn pages(&self, py: Python<'_>) -> PyResult<PyPages> {
        Ok(PyPages { walk: self.walk(py, usize::MAX)? })
    }

    /// Returns the first item; ``None`` if the listing is empty. Fetches one item only.
    fn first(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let items = PyItems { walk: self.walk(py, 1)?, current: Mutex::new(None) };
        items.__next__(py)
    }

    /// Returns the first page; ``None`` if the listing is empty.
    fn first_page(&self, py: Python<'_>) -> PyResult<Option<PyPage>> {
        self.walk(py, usize::MAX)?.next(py)
    }

    /// Returns a list of every item. Items that cannot be read are left out; a ``ShiptrackWarning`` names their
    /// positions.
    fn all<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        for page in self.all_pages(py)? {
            let page = Bound::new(py, page)?;
            for item in page.getattr("items")?.try_iter()? {
                all.append(item?)?;
            }
            let problems = page.getattr("problems")?;
            if problems.len()? > 0 {
                py.import("shiptrack._log")?.call_method1("warn_unreadable", (&page, problems))?;
            }
        }
        Ok(all)
    }

    /// Returns a list of every item in order of time: events by when they happened, other resources by when they were
    /// created. The order is that of :func:`shiptrack.timeline.in_order`.
    fn in_order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("shiptrack._native")?.call_method1("_in_order", (self.all(py)?,))
    }

    fn __bool__(&self) -> PyResult<bool> {
        let problem = "a listing has no truth value: call first(), which returns None if the listing is empty";
        Err(PyTypeError::new_err(problem))
    }

    fn __repr__(&self) -> String {
        format!("<Listing of {}>", if self.kind.is_any() { "resources" } else { self.kind.name })
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack._html")?.call_method1("listing", (slf,))
    }

    /// Returns every item as an Arrow stream (PyCapsule interface).
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

    /// Returns every item as a ``pandas.DataFrame``. Needs pandas and pyarrow (``pip install shiptrack[pandas]``).
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

    /// Returns every item as a ``polars.DataFrame`` with the columns of :meth:`to_pandas`. Needs polars (``pip install
    /// shiptrack[polars]``).
    #[pyo3(signature = (*, as_written=false))]
    fn to_polars<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = converters::as_written)] as_written: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack._tables")?.call_method1("to_polars", (slf, as_written))
    }
}

struct Walk {
    handle: Handle,
    kind: &'static Kind,
    state: Mutex<WalkState>,
    left: AtomicUsize,
    progress: Option<Py<PyAny>>,
    warned: Arc<AtomicBool>,
}

enum WalkState {
    Ready(Box<Pages<AnyResource>>),
    /// A page is being fetched; the mutex is not held meanwhile.
    Fetching,
    Over,
}

impl Walk {
    fn next(&self, py: Python<'_>) -> PyResult<Option<PyPage>> {
        // Raises an error if the client is closed or was opened before a fork.
        self.handle.check().or_raise(py)?;
        let shown = self.progress.as_ref().map(|shown| shown.clone_ref(py));
        let fetched = self.handle.run(py, || progress::with_display(shown, || fetch_next(&self.state)))?;
        if let Some(page) = &fetched {
            self.warn(py, page.warnings())?;
        }
        let left = self.left.load(Ordering::Relaxed);
        let page = fetched.map(|page| PyPage::fetched(page, self.kind).truncate(left));
        self.left.store(left - page.as_ref().map_or(0, |page| page.fresh().len()), Ordering::Relaxed);
        if let Some(progress) = &self.progress {
            match &page {
                Some(page) => progress.call1(py, (page.fresh().len(), page.shared().total()))?,
                None => progress.call_method0(py, "close")?,
            };
        }
        Ok(page)
    }

    /// Reports warnings once per listing.
    fn warn(&self, py: Python<'_>, warnings: Vec<Warning>) -> PyResult<()> {
        if warnings.is_empty() || self.warned.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let details: Vec<String> = warnings.into_iter().map(|warning| warning.detail).collect();
        py.import("shiptrack._log")?.call_method1("warn_ignored", (self.kind.name, details)).map(drop)
    }

    fn resume_from(&self) -> Option<String> {
        match &*lock(&self.state) {
            WalkState::Ready(pages) => pages.resume_from().map(str::to_owned),
            WalkState::Fetching | WalkState::Over => None,
        }
    }
}

fn fetch_next(state: &Mutex<WalkState>) -> Result<Option<FetchedPage<AnyResource>>, Error> {
    let mut pages = match std::mem::replace(&mut *lock(state), WalkState::Fetching) {
        WalkState::Ready(pages) => pages,
        WalkState::Over => {
            *lock(state) = WalkState::Over;
            return Ok(None);
        }
        WalkState::Fetching => {
            let problem =
                "another thread is fetching the next page of this iteration; start a separate iteration in each thread";
            return Err(Error::new(ErrorKind::Conflict, problem));
        }
    };
    let page = pages.next();
    // At the end, the client is released.
    *lock(state) = if page.is_some() { WalkState::Ready(pages) } else { WalkState::Over };
    page.transpose()
}

/// An iterator over the pages of a listing.
#[pyclass(frozen, generic, module = "shiptrack", name = "Pages")]
pub struct PyPages {
    walk: Walk,
}

#[pymethods]
impl PyPages {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyPage>> {
        self.walk.next(py)
    }

    /// URL of the page that would be fetched next; after an error, of the page that could not be fetched. Pass it as
    /// ``resume_from`` to a new listing to continue.
    #[getter]
    fn resume_from(&self) -> Option<String> {
        self.walk.resume_from()
    }
}

/// An iterator over the items of a listing. Each item is returned once. An item that cannot be read raises an error;
/// the next call continues after it.
#[pyclass(frozen, generic, module = "shiptrack", name = "Items")]
pub struct PyItems {
    walk: Walk,
    current: Mutex<Option<(Py<PyPage>, usize)>>,
}

#[pymethods]
impl PyItems {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// An item that cannot be read raises an error; the next call continues after it.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            let taken = lock(&self.current).take();
            if let Some((page, at)) = taken
                && let Some(item) = page.get().item(py, at)
            {
                *lock(&self.current) = Some((page, at + 1));
                return item.map(Some);
            }
            match self.walk.next(py)? {
                Some(page) => {
                    let page = Py::new(py, page)?;
                    *lock(&self.current) = Some((page, 0));
                }
                None => return Ok(None),
            }
        }
    }

    /// Whether the next item is already fetched.
    fn _is_at_hand(&self) -> bool {
        lock(&self.current).as_ref().is_some_and(|(page, at)| *at < page.get().fresh().len())
    }

    /// URL of the page that would be fetched next; after an error, of the page that could not be fetched. Pass it as
    /// ``resume_from`` to a new listing to continue.
    #[getter]
    fn resume_from(&self) -> Option<String> {
        self.walk.resume_from()
    }
}

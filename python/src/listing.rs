//! Listings: lazy, walked item by item or page by page.

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

/// A listing that has not been fetched yet: every walk over it asks again, page by page as it gets there.
///
/// It has no length and no truth before it is fetched: ``bool(listing)`` raises ``TypeError``. ``first() is None`` tells
/// whether it is empty.
#[pyclass(frozen, module = "shiptrack", name = "Listing")]
pub struct PyListing {
    handle: Handle,
    begin: Arc<Begin>,
    kind: &'static Kind,
    progress: Option<Py<PyAny>>,
    most: usize,
    /// Whether the warnings of the service were reported.
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

    /// A walk that ends after `most` items.
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

    /// Every page there is.
    fn all_pages(&self, py: Python<'_>) -> PyResult<Vec<PyPage>> {
        let walk = self.walk(py, usize::MAX)?;
        let mut pages = Vec::new();
        while let Some(page) = walk.next(py)? {
            pages.push(page);
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

    /// Walks page by page.
    fn pages(&self, py: Python<'_>) -> PyResult<PyPages> {
        Ok(PyPages { walk: self.walk(py, usize::MAX)? })
    }

    /// The first item alone; ``None`` when the listing is empty.
    fn first(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let items = PyItems { walk: self.walk(py, 1)?, current: Mutex::new(None) };
        items.__next__(py)
    }

    /// The first page alone.
    fn first_page(&self, py: Python<'_>) -> PyResult<Option<PyPage>> {
        self.walk(py, usize::MAX)?.next(py)
    }

    /// Every item. Those that cannot be read are left out, and details by a ``ShiptrackWarning``.
    fn all<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        let walk = self.walk(py, usize::MAX)?;
        while let Some(page) = walk.next(py)? {
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

    /// Every item in order of time: events by when they happened, as ``timeline.in_order`` has them, anything else by when it
    /// was made.
    fn in_order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("shiptrack._native")?.call_method1("_in_order", (self.all(py)?,))
    }

    fn __bool__(&self) -> PyResult<bool> {
        let problem = "whether a listing has items is not known before it is fetched: compare first() with None";
        Err(PyTypeError::new_err(problem))
    }

    fn __repr__(&self) -> String {
        format!("<Listing of {}>", if self.kind.is_any() { "resources" } else { self.kind.name })
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack._html")?.call_method1("listing", (slf,))
    }

    /// Every item as an Arrow stream (PyCapsule interface).
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

    /// Every item as a ``pandas.DataFrame`` with Arrow types; needs pandas and pyarrow.
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

    /// Every item as a ``polars.DataFrame``; needs polars. The columns are those of :meth:`to_pandas`.
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
    /// A page is being fetched, without the lock.
    Fetching,
    Over,
}

impl Walk {
    fn next(&self, py: Python<'_>) -> PyResult<Option<PyPage>> {
        // A closed client, and one of before a fork, refuses here.
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

    /// Once per listing.
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
            let problem = "another thread is fetching the next page of this walk; begin a walk of your own";
            return Err(Error::new(ErrorKind::Conflict, problem));
        }
    };
    let page = pages.next();
    // At its end it lets go of the client.
    *lock(state) = if page.is_some() { WalkState::Ready(pages) } else { WalkState::Over };
    page.transpose()
}

/// The pages of a listing.
#[pyclass(frozen, module = "shiptrack", name = "Pages")]
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

    /// The page the walk would fetch next. After an error, the page it could not get past.
    #[getter]
    fn resume_from(&self) -> Option<String> {
        self.walk.resume_from()
    }
}

/// The items of a listing, each once. One that cannot be read is an error in its place; the next call goes on.
#[pyclass(frozen, module = "shiptrack", name = "Items")]
pub struct PyItems {
    walk: Walk,
    current: Mutex<Option<(Py<PyPage>, usize)>>,
}

#[pymethods]
impl PyItems {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// An item that cannot be read is an error in its place; the next call goes on behind it.
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

    /// Whether the next item is at hand: nothing is fetched for it.
    fn _is_at_hand(&self) -> bool {
        lock(&self.current).as_ref().is_some_and(|(page, at)| *at < page.get().fresh().len())
    }

    /// The page the walk would fetch next. After an error, the page it could not get past.
    #[getter]
    fn resume_from(&self) -> Option<String> {
        self.walk.resume_from()
    }
}

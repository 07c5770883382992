//! A folder whose files are ingested as EDI.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use serde_json::json;
use shiptrack::clock::CancelToken;
use shiptrack::service::EdiFolder;

use crate::convert::from_json;
use crate::{calls, converters};

/// A folder whose files are ingested as EDI. :meth:`Service.edi_folder` returns it.
#[pyclass(frozen, module = "shiptrack", name = "EdiFolder")]
pub struct PyEdiFolder {
    folder: Arc<Mutex<EdiFolder>>,
}

impl PyEdiFolder {
    pub fn new(folder: EdiFolder) -> Self {
        PyEdiFolder { folder: Arc::new(Mutex::new(folder)) }
    }
}

#[pymethods]
impl PyEdiFolder {
    /// Ingests the complete files, oldest first and at most ``limit``, and returns a report about each.
    ///
    /// A file that appears for the first time is left for a later call, because it may still be written. Keep this
    /// object, because another one has not seen the file.
    #[pyo3(signature = (limit=100))]
    fn sweep<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::limit)] limit: usize,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let folder = Arc::clone(&self.folder);
        let sweep = move || folder.lock().unwrap_or_else(PoisonError::into_inner).sweep(limit);
        let taken = calls::run_on_helper(py, &CancelToken::new(), sweep)?;
        taken.iter().map(|file| from_json(py, "EdiFileReport", json!(file))).collect()
    }
}

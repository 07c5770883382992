//! Facts that are recorded, as such or out of EDI.

use pyo3::prelude::*;
use serde_json::json;
use shiptrack::clock::CancelToken;

use super::PyService;
use crate::convert::from_json;
use crate::edi_folder::PyEdiFolder;
use crate::{arguments, calls, converters, facts};

#[pymethods]
impl PyService {
    /// Records what somebody told without being asked: a terminal, a trucker, an EDI message, a clerk.
    ///
    /// ``number`` is a bill of lading, a booking or a container, in any spelling; every number of the account that is that
    /// number, or whose shipment has that container, gets the ``facts`` (dicts, or their JSON text) as if its carrier had told
    /// them, and what is news is told at once. Nobody is looked up, nothing is withdrawn because it is not named, and when the
    /// carrier is asked next stays as it was, unless the last container has come back empty by it. Recording the same again adds
    /// nothing; of what is expected, it says when that was confirmed last. Facts about a container need not name it.
    ///
    /// What nobody tracks yet is kept for a while (``recording``), and joins when the number, or a shipment with that container,
    /// comes to be tracked. More than an account may keep raise :class:`~shiptrack.errors.ConflictError` with the code
    /// ``too_many_kept_facts``.
    #[pyo3(signature = (number, facts, *, account=None))]
    fn record_facts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::number)] number: String,
        facts: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let told = facts::read_argument(facts)?;
        let recorded = calls::run_detached(py, move || service.record_facts(&account, &number, &told))?;
        from_json(py, "RecordingReport", json!(recorded))
    }

    /// Takes in EDI, bytes as they came: one interchange of X12 or EDIFACT or several.
    ///
    /// What each message says is recorded for the bookings, bills and containers that it names, as :meth:`record_facts` does. An
    /// interchange that the account has already adds nothing, and is told as such; one of which a crash left a part goes on where
    /// that ended. The report carries the acknowledgement for whoever must send it back.
    ///
    /// A message that could not be read or recorded is kept (:meth:`unread_edi`). When there is no more room for such messages, the
    /// first of them raises :class:`~shiptrack.errors.ConflictError` with the code ``too_much_unread_edi``; what stands before it
    /// was taken in.
    #[pyo3(signature = (document, *, account=None))]
    fn ingest_edi<'py>(
        &self,
        py: Python<'py>,
        document: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let bytes = arguments::bytes("document", document)?;
        let report = calls::run_on_helper(py, &CancelToken::new(), move || service.ingest_edi(&account, &bytes))?;
        from_json(py, "EdiReport", report.to_json())
    }

    /// A folder whose files are taken in as EDI, by :meth:`EdiFolder.sweep` now and then.
    ///
    /// Files that were taken in as a whole go to ``done/`` in it, others to ``failed/``, each with a report beside it. ``acknowledge`` has
    /// the 997 or CONTRL of each interchange written to ``out/``; who sends them takes them from there. A file must have been as it
    /// is for ``quiet`` seconds.
    #[pyo3(signature = (path, *, acknowledge=false, quiet=None, account=None), text_signature = "($self, path, *, acknowledge=False, quiet=2, account=None)")]
    fn edi_folder(
        &self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = converters::acknowledge)] acknowledge: bool,
        quiet: Option<&Bound<'_, PyAny>>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyEdiFolder> {
        let path = arguments::path("path", path)?;
        let (service, account) = self.account(py, account)?;
        let quiet = quiet.map(|quiet| arguments::timeout("quiet", quiet)).transpose()?;
        let folder = calls::run_detached(py, move || service.edi_folder(&account, path))?.acknowledging(acknowledge);
        Ok(PyEdiFolder::new(match quiet {
            Some(quiet) => folder.quiet(quiet),
            None => folder,
        }))
    }

    /// The messages of EDI of which nothing was taken in, those of the newest interchange first.
    #[pyo3(signature = (limit=1000, *, account=None))]
    fn unread_edi<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::limit)] limit: usize,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let unread = calls::run_detached(py, move || service.unread_edi(&account, limit))?;
        unread.iter().map(|message| from_json(py, "UnreadEdi", json!(message))).collect()
    }

    /// Lets go of a message of EDI of which nothing was taken in, and makes room for others.
    #[pyo3(signature = (id, *, account=None))]
    fn discard_unread_edi(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::id)] id: String,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let (service, account) = self.account(py, account)?;
        calls::run_detached(py, move || service.discard_unread_edi(&account, &id))
    }
}

//! Records facts, directly or from EDI.

use pyo3::prelude::*;
use serde_json::json;
use shiptrack::clock::CancelToken;

use super::PyService;
use crate::convert::from_json;
use crate::edi_folder::PyEdiFolder;
use crate::{arguments, calls, converters, facts};

#[pymethods]
impl PyService {
    /// Records facts that a source other than the carrier reports: a terminal, a trucker, a user.
    ///
    /// * ``number``: A bill of lading, a booking or a container, in any spelling. The facts are recorded for every
    ///   tracked number of the account that is this number, or has this container in its shipment.
    /// * ``facts``: Dicts or their JSON text, in the format that ``shiptrack docs facts`` describes. Facts about a
    ///   container need not name it.
    ///
    /// New events are published at once. No carrier is asked, nothing is withdrawn because it is missing, and the next
    /// look-up stays scheduled, unless the facts say that the last container was returned empty. Recording the same
    /// facts again adds nothing; it only confirms estimates.
    ///
    /// Facts about a number that is not tracked are stored for some time (``recording=``) and used when the number, or
    /// a shipment with the container, is tracked. If the account stores too many,
    /// :class:`~shiptrack.errors.ConflictError` with the code ``too_many_kept_facts`` is raised.
    #[pyo3(signature = (number, facts, *, account=None))]
    fn record_facts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::number)] number: String,
        facts: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let read = facts::read_argument(facts)?;
        let recorded = calls::run_detached(py, move || service.record_facts(&account, &number, &read))?;
        from_json(py, "RecordingReport", json!(recorded))
    }

    /// Ingests EDI: the bytes of one or more X12 or EDIFACT interchanges. Returns a report about each message, and the
    /// acknowledgement to send back.
    ///
    /// The content of each message is recorded for the bookings, bills of lading and containers that it names, as
    /// :meth:`record_facts` does. An interchange that the account already has adds nothing and is marked as repeated.
    /// An interchange that was interrupted by a crash continues where it stopped.
    ///
    /// A message that cannot be read or recorded is stored (:meth:`unread_edi`). If there is no more room for such
    /// messages, :class:`~shiptrack.errors.ConflictError` with the code ``too_much_unread_edi`` is raised; the messages
    /// before it are ingested.
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

    /// Returns a folder whose files are ingested as EDI each time :meth:`EdiFolder.sweep` is called.
    ///
    /// Files that were ingested completely are moved to ``done/`` in the folder, others to ``failed/``, each with a
    /// report. With ``acknowledge``, the 997 or CONTRL of each interchange is written to ``out/``. A file is only read
    /// if it did not change for ``quiet`` seconds after a sweep first found it.
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

    /// Returns the stored EDI messages that could not be ingested, newest interchange first, at most ``limit``.
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

    /// Deletes a stored EDI message that could not be ingested. Returns whether it existed.
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

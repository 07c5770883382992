//! Emails and documents.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use serde_json::json;
use shiptrack::Service;
use shiptrack::clock::CancelToken;
use shiptrack::resources::{AccountId, DocumentId, EmailSubmissionId, UserId};
use shiptrack::service::IngestedEmail;

use super::PyService;
use crate::convert::{self, from_json};
use crate::{arguments, calls, objects};

#[pymethods]
impl PyService {
    /// Ingests an email: its raw bytes, or an ``email.message.Message``. Stores its attachments as documents and
    /// extracts tracking data from them. The same bytes are ingested only once.
    ///
    /// The message is stored first, and then its documents are read. Documents that could not be read, because the store
    /// failed or their reader is not available, stay due, for a worker or for another call with the same bytes.
    ///
    /// ``user`` is the user that forwarded the message. Raises ``TypeError`` for a ``str``, because decoding may have
    /// changed the bytes.
    #[pyo3(signature = (message, *, account=None, user=None))]
    fn ingest_email<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
        user: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ingest(py, message, (account, user), Service::ingest_email)
    }

    /// Stores an email like ``ingest_email``, and returns before its documents are read. A worker reads them, or ``run_due``
    /// and ``settle``; ``due_documents`` is their number. Use this in a loop that receives mail, because reading the documents
    /// of one message can take minutes.
    #[pyo3(signature = (message, *, account=None, user=None))]
    fn ingest_email_later<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
        user: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ingest(py, message, (account, user), Service::ingest_email_later)
    }

    /// Returns the messages that could not be read, newest first.
    #[pyo3(signature = (*, account=None))]
    fn quarantined_emails<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let found = calls::run_detached(py, move || service.quarantined_emails(&account))?;
        found.iter().map(|message| from_json(py, "QuarantinedEmail", json!(message))).collect()
    }

    /// Returns what was wrong with a message, quarantined or not; ``None`` if there is no such message.
    #[pyo3(signature = (id, *, account=None))]
    fn email_problems<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let ((service, account), id) =
            (self.account(py, account)?, EmailSubmissionId::new(&arguments::id(id, "email_submission")?));
        let found = calls::run_detached(py, move || service.email_problems(&account, &id))?;
        found.map(|problems| PyTuple::new(py, problems)).transpose()
    }

    /// Returns the bytes of a document; ``None`` if there is no such document.
    #[pyo3(signature = (id, *, account=None))]
    fn document_content<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let ((service, account), id) = (self.account(py, account)?, DocumentId::new(&arguments::id(id, "document")?));
        let found = calls::run_detached(py, move || service.document_content(&account, &id))?;
        Ok(found.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Returns the raw bytes of a message; ``None`` if there is no such message.
    #[pyo3(signature = (id, *, account=None))]
    fn email_content<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let ((service, account), id) =
            (self.account(py, account)?, EmailSubmissionId::new(&arguments::id(id, "email_submission")?));
        let found = calls::run_detached(py, move || service.email_content(&account, &id))?;
        Ok(found.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Discards a document, so that it is no longer listed or counted. Returns whether it existed.
    #[pyo3(signature = (id, *, account=None))]
    fn discard_document(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let ((service, account), id) = (self.account(py, account)?, DocumentId::new(&arguments::id(id, "document")?));
        calls::run_detached(py, move || service.discard_document(&account, &id))
    }
}

/// A method of the service that ingests the bytes of a message.
type Ingest = fn(&Service, &AccountId, &[u8], Option<&UserId>) -> shiptrack::Result<IngestedEmail>;

impl PyService {
    fn ingest<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        (account, user): (Option<&Bound<'py, PyAny>>, Option<&Bound<'py, PyAny>>),
        ingest: Ingest,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let bytes: Vec<u8> = match message.getattr_opt("as_bytes")? {
            Some(as_bytes) => as_bytes.call0()?.extract()?,
            None if message.is_instance_of::<PyString>() => {
                let problem = "message: bytes expected, not a str, because decoding may have changed them";
                return Err(PyTypeError::new_err(problem));
            }
            None => arguments::bytes("message", message)?,
        };
        let user = user.map(|user| arguments::id_named("user", user, "user")).transpose()?.map(|id| UserId::new(&id));
        let taken =
            calls::run_on_helper(py, &CancelToken::new(), move || ingest(&service, &account, &bytes, user.as_ref()))?;
        let submission = objects::from_resource(py, &taken.submission)?;
        let edi = taken.edi.iter().map(|edi| from_json(py, "AttachedEdi", json!(edi))).collect::<PyResult<Vec<_>>>()?;
        let (problems, edi) = (PyTuple::new(py, taken.problems)?, PyTuple::new(py, edi)?);
        let made = (submission, taken.is_new, taken.quarantined, problems, edi, taken.due_documents);
        convert::structure(py, "IngestedEmail")?.call1(made)
    }
}

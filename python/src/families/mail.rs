//! Inbound mail and documents.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shiptrack::Client;
use shiptrack::Error;
use shiptrack::client::EmailSubmissionInclude;
use shiptrack::resources::{DocumentId, EmailSubmissionId};

use super::one;
use crate::arguments::{self, texts};
use crate::classes::Kind;
use crate::client::Handle;
use crate::errors::OrRaise;
use crate::listing::PyListing;
use crate::options::ListOptions;

/// Reading the mail of an account.
#[pyclass(frozen, module = "shiptrack")]
pub struct EmailSubmissions {
    pub handle: Handle,
}

#[pymethods]
impl EmailSubmissions {
    /// Reads one, and with it the resources that ``include`` names (account, user, documents, documents.last_document_representation).
    #[pyo3(signature = (id, *, include=None))]
    fn get(&self, py: Python<'_>, id: &Bound<'_, PyAny>, include: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let id = EmailSubmissionId::new(&arguments::id(id, "email_submission")?);
        let include = include.map(|paths| texts("include", paths)).transpose()?;
        let include = include.map(|paths| paths.iter().map(|path| included(path)).collect::<Result<Vec<_>, _>>());
        let include = include.transpose().or_raise(py)?;
        one(py, &self.handle, move |client| match include {
            Some(include) => client.email_submissions().get_including(&id, include),
            None => client.email_submissions().get(&id),
        })
    }

    /// Lists them. ``include`` takes account, user, documents and documents.last_document_representation.
    #[pyo3(signature = (**options))]
    fn list(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyListing> {
        let (options, progress) = ListOptions::read(options)?;
        let most = options.most();
        let begin = move |client: &Client| Ok(options.apply(client.email_submissions().list()));
        Ok(PyListing::new(self.handle.clone(), Kind::named("email_submission"), progress, most, begin))
    }

    fn __repr__(&self) -> &'static str {
        "<EmailSubmissions>"
    }
}

fn included(path: &str) -> Result<EmailSubmissionInclude, Error> {
    use EmailSubmissionInclude::{Account, DocumentRepresentations, Documents, User};
    [Account, User, Documents, DocumentRepresentations].into_iter().find(|known| known.as_ref() == path).ok_or_else(
        || {
            Error::invalid(
                "include",
                format!("{path} is none of account, user, documents and documents.last_document_representation"),
            )
        },
    )
}

/// Reading documents.
#[pyclass(frozen, module = "shiptrack")]
pub struct Documents {
    pub handle: Handle,
}

#[pymethods]
impl Documents {
    /// Reads one, and with it the resources that ``include`` names (``last_document_representation``, ``email_submission`` …).
    #[pyo3(signature = (id, *, include=None))]
    fn get(&self, py: Python<'_>, id: &Bound<'_, PyAny>, include: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let id = DocumentId::new(&arguments::id(id, "document")?);
        let include = include.map(|paths| texts("include", paths)).transpose()?;
        one(py, &self.handle, move |client| match include {
            Some(include) => client.documents().get_including(&id, include),
            None => client.documents().get(&id),
        })
    }

    /// Lists documents. The filters and ``sort`` are the hosted service's; the one in this process refuses them with
    /// :class:`~shiptrack.errors.BadRequestError`.
    #[pyo3(signature = (*, file_name=None, reference=None, document_types=None, sort=None, **options))]
    fn list(
        &self,
        file_name: Option<String>,
        reference: Option<String>,
        document_types: Option<&Bound<'_, PyAny>>,
        sort: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyListing> {
        let (options, progress) = ListOptions::read(options)?;
        let most = options.most();
        let document_types = document_types.map(|types| texts("document_types", types)).transpose()?;
        let begin = move |client: &Client| {
            let mut list = client.documents().list();
            if let Some(name) = &file_name {
                list = list.file_name(name);
            }
            if let Some(reference) = &reference {
                list = list.reference(reference);
            }
            if let Some(types) = &document_types {
                list = list.document_types(types);
            }
            if let Some(by) = &sort {
                list = list.sort(by);
            }
            Ok(options.apply(list))
        };
        Ok(PyListing::new(self.handle.clone(), Kind::named("document"), progress, most, begin))
    }

    fn __repr__(&self) -> &'static str {
        "<Documents>"
    }
}

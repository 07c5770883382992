//! Uploads a file as a document.

use std::error::Error as _;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use shiptrack::client::NewUpload;
use shiptrack::{Error, ErrorKind};

use crate::client::PyClient;
use crate::errors::{self, OrRaise};
use crate::exit;
use crate::handle::Handle;
use crate::open_service::lock;
use crate::operations::PyFamily;
use crate::progress::Display;
use crate::{arguments, objects};

/// Calls of `client.documents` that are not generated from the description of the interface.
#[pyclass(frozen, subclass, extends = PyFamily, module = "shiptrack", name = "_Documents")]
pub struct Documents {
    handle: Handle,
}

#[pymethods]
impl Documents {
    #[new]
    fn new(client: &Bound<'_, PyClient>) -> PyClassInitializer<Self> {
        let own = Documents { handle: client.get().handle.clone() };
        PyClassInitializer::from(PyFamily::new(client)).add_subclass(own)
    }

    /// Uploads a file and returns the document that the service makes of it.
    ///
    /// * ``file``: A path, or a file that is open for reading bytes (``io.BytesIO(data)`` for bytes in memory). An open
    ///   file is read twice, from its current position to its end.
    /// * ``name``: Name of the document; the name of the file if left out.
    /// * ``content_type``: Media type; derived from the extension of the file name if left out.
    /// * ``progress``: ``True`` shows a bar, a callable receives ``(sent, total)`` in bytes.
    ///
    /// The time limit of :meth:`Client.with_timeout` applies to the whole upload. Without it, an upload may take as
    /// long as it makes progress. The API key is never sent to the storage URL that the service names.
    ///
    /// Raises ``ConflictError`` with the code ``duplicate_document`` if the account already has this file;
    /// ``errors[0]["meta"]["existing_document_id"]`` is the id of that document. Raises ``OSError`` if the path cannot
    /// be opened, and ``InvalidError`` if the file changes during the upload.
    #[pyo3(signature = (file, *, name=None, content_type=None, progress=None))]
    fn upload(
        &self,
        py: Python<'_>,
        file: &Bound<'_, PyAny>,
        name: Option<&Bound<'_, PyAny>>,
        content_type: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let source = Source::from_argument(file)?;
        let name = name.map(|name| arguments::text("name", name)).transpose()?;
        let content_type = content_type.map(|given| arguments::text("content_type", given)).transpose()?;
        let client = self.handle.client().or_raise(py)?;
        let shown = progress.map(|wish| Display::new(wish, "B", &source.label(), client.cancel_token())).transpose()?;
        let (path, raised) = (source.path(), source.raised());
        let uploaded = self.handle.run(py, || {
            let mut new = source.upload(name.as_deref());
            if let Some(name) = name {
                new = new.name(name);
            }
            if let Some(content_type) = content_type {
                new = new.content_type(content_type);
            }
            if let Some(shown) = &shown {
                new = new.progress(|sent, total| shown.at(sent, total));
            }
            // Not converted here: an error about the path becomes another exception below.
            Ok(client.documents().upload(new))
        });
        if let Some(shown) = &shown {
            shown.close(py)?;
        }
        let uploaded = uploaded?;
        if let Some(raised) = lock(&raised).take() {
            return Err(raised);
        }
        let fetched = uploaded.map_err(|error| upload_error(py, path, &error))?;
        objects::from_document(py, fetched.into_document())
    }
}

enum Source {
    Path(PathBuf),
    File(File),
}

impl Source {
    fn from_argument(file: &Bound<'_, PyAny>) -> PyResult<Self> {
        if file.hasattr("read")? {
            let named = file.getattr_opt("name")?.and_then(|name| name.extract::<String>().ok());
            let name = named.as_deref().and_then(|name| Path::new(name).file_name()?.to_str());
            let name = name.unwrap_or_default().to_owned();
            return Ok(Source::File(File { file: file.clone().unbind(), name, raised: Arc::default() }));
        }
        match file.extract::<PathBuf>() {
            Ok(path) if !arguments::is_bytes(file) => Ok(Source::Path(path)),
            _ => Err(arguments::expected("file", "a path, or a file opened for reading bytes", file)),
        }
    }

    fn path(&self) -> Option<PathBuf> {
        match self {
            Source::Path(path) => Some(path.clone()),
            Source::File(_) => None,
        }
    }

    fn label(&self) -> String {
        match self {
            Source::Path(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            Source::File(file) => file.name.clone(),
        }
    }

    fn raised(&self) -> FileException {
        match self {
            Source::Path(_) => FileException::default(),
            Source::File(file) => Arc::clone(&file.raised),
        }
    }

    /// Uses the name of the document if the file has no name.
    fn upload(self, name: Option<&str>) -> NewUpload<'static> {
        match self {
            Source::Path(path) => NewUpload::file(path),
            Source::File(file) => {
                let file_name = if file.name.is_empty() { name.unwrap_or_default() } else { &file.name };
                NewUpload::reader(file_name.to_owned(), file)
            }
        }
    }
}

/// Errors about a path become Python's `OSError`.
fn upload_error(py: Python<'_>, path: Option<PathBuf>, error: &Error) -> PyErr {
    if path.as_ref().is_some_and(|path| path.file_name().is_none()) && error.pointer() == Some("path") {
        // The core names this argument `path`.
        let detail = "file is an empty path, or has no file name";
        return errors::to_py_err(py, &Error::invalid("file", detail));
    }
    // Failed connections have an I/O error as their source, too.
    let of_file = error.source().filter(|_| error.kind() == ErrorKind::Invalid);
    let cause = of_file.and_then(|cause| cause.downcast_ref::<io::Error>());
    match (path, cause.and_then(io::Error::raw_os_error)) {
        (Some(path), Some(number)) => {
            let text = py.import("os").and_then(|os| os.call_method1("strerror", (number,))?.extract::<String>());
            PyOSError::new_err((number, text.unwrap_or_default(), path.into_os_string()))
        }
        _ => errors::to_py_err(py, error),
    }
}

/// The exception that a method of the file raised, if it ended the upload.
type FileException = Arc<Mutex<Option<PyErr>>>;

struct File {
    file: Py<PyAny>,
    name: String,
    raised: FileException,
}

impl File {
    fn call<R>(&self, call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<R>) -> io::Result<R> {
        let called = exit::attached(|py| call(self.file.bind(py)).map_err(|problem| self.store_exception(problem)));
        called.unwrap_or_else(|| Err(io::Error::other("the Python interpreter has shut down")))
    }

    fn store_exception(&self, problem: PyErr) -> io::Error {
        lock(&self.raised).get_or_insert(problem);
        io::Error::other("the file raised an exception")
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.call(|file| {
            let read = file.call_method1("read", (buffer.len(),))?;
            let bytes = read.cast::<PyBytes>().map_err(|_| {
                let problem = "file: read() did not return bytes; open the file in binary mode (\"rb\")";
                PyTypeError::new_err(problem)
            })?;
            let bytes = bytes.as_bytes();
            let room = buffer.get_mut(..bytes.len());
            let room = room.ok_or_else(|| PyTypeError::new_err("file: read() returned more bytes than requested"))?;
            room.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.call(|file| match to {
            SeekFrom::Start(offset) => file.call_method1("seek", (offset,))?.extract(),
            // `seek()` of some files returns nothing, so the position is read with `tell()`.
            SeekFrom::Current(0) => file.call_method0("tell")?.extract(),
            SeekFrom::Current(offset) => file.call_method1("seek", (offset, 1))?.extract(),
            SeekFrom::End(offset) => file.call_method1("seek", (offset, 2))?.extract(),
        })
    }
}

//! Converts the library's errors to Python exceptions. Their classes are in `shiptrack/errors.py`.

use std::cell::RefCell;

use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};
use shiptrack::{Error, ErrorKind};

use crate::json;

/// `shiptrack._kinds.build(code, message, members)`.
static BUILD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

pub trait OrRaise<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, Error> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| to_py_err(py, &error))
    }
}

pub fn to_py_err(py: Python<'_>, error: &Error) -> PyErr {
    exception(py, error).map_or_else(|problem| problem, PyErr::from_value)
}

/// The exception with its traceback, for logs.
pub fn exception_value(py: Python<'_>, raised: &PyErr) -> Py<PyBaseException> {
    raised.clone_ref(py).into_value(py)
}

/// Settings that have another name in Python than in the core.
const SETTINGS: [(&str, &str); 4] =
    [("carrier", "carriers"), ("carrier_name", "carrier_names"), ("roots", "ca_file"), ("retries", "attempts")];

/// `None` if the setting has the same name in Python.
fn with_python_name(error: &Error) -> Option<Error> {
    let pointer = error.pointer().filter(|_| error.kind() == ErrorKind::Configuration)?;
    let (_, name) = SETTINGS.iter().find(|(name, _)| *name == pointer)?;
    Some(renamed(error, name))
}

pub fn renamed(refusal: &Error, name: &str) -> Error {
    let detail = refusal.errors().first().and_then(|object| object.detail.clone()).unwrap_or_default();
    Error::refused(refusal.kind(), name, detail)
}

/// Replaces JSON pointers into the body by keyword names: `headers[0].name`. `names` maps attribute names to keywords
/// that differ.
pub fn to_py_err_with_keyword(py: Python<'_>, error: &Error, names: &[(&str, &str)]) -> PyErr {
    let place = error.pointer().and_then(|pointer| {
        let below = pointer.strip_prefix("/data/attributes/").or_else(|| pointer.strip_prefix("/data/relationships/"));
        below.or_else(|| pointer.strip_prefix('/').filter(|name| !name.contains('/') && *name != "data"))
    });
    to_py_err_at(py, error, place.map(|below| python_path("", below)), names)
}

/// Replaces JSON pointers by paths below `name`: `facts[0].event.at`.
pub fn to_py_err_below(py: Python<'_>, error: &Error, name: &str) -> PyErr {
    let place = error.pointer().and_then(|pointer| pointer.strip_prefix('/'));
    to_py_err_at(py, error, place.map(|below| python_path(name, below)), &[])
}

fn to_py_err_at(py: Python<'_>, error: &Error, place: Option<String>, names: &[(&str, &str)]) -> PyErr {
    let mut message = error.to_string();
    if let (Some(place), Some(pointer)) = (place, error.pointer()) {
        let attribute = place.split(['.', '[']).next().unwrap_or_default();
        let keyword = names.iter().find(|(wire, _)| *wire == attribute).map_or(attribute, |(_, keyword)| keyword);
        let place = format!("{keyword}{}", &place[attribute.len()..]);
        if let Some(rest) = message.strip_prefix(attribute).filter(|rest| rest.starts_with(' ')) {
            message = format!("{keyword}{rest}");
        }
        // If the message begins with the name, the name is not repeated.
        let begins_with_place = message.strip_prefix(&*place).is_some_and(|rest| rest.starts_with(' '));
        let (in_core, in_python) = (format!(" [{pointer}]"), format!(" [{place}]"));
        message = message.replacen(&in_core, if begins_with_place { "" } else { &in_python }, 1);
    }
    build_exception(py, error, message).map_or_else(|problem| problem, PyErr::from_value)
}

/// Writes a JSON pointer below `root` in Python notation.
fn python_path(root: &str, pointer: &str) -> String {
    pointer.split('/').fold(root.to_owned(), |path, part| match part.parse::<usize>() {
        Ok(index) => format!("{path}[{index}]"),
        Err(_) if path.is_empty() => part.to_owned(),
        Err(_) => format!("{path}.{}", part.replace("~1", "/").replace("~0", "~")),
    })
}

pub fn exception<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let renamed = with_python_name(error);
    let error = renamed.as_ref().unwrap_or(error);
    build_exception(py, error, error.to_string())
}

fn build_exception<'py>(py: Python<'py>, error: &Error, message: String) -> PyResult<Bound<'py, PyAny>> {
    let members = PyDict::new(py);
    let first = error.errors().first();
    // A closed client received no response. Its error still has the status that a server would use, which is removed.
    let status = error.http_status().filter(|_| error.kind() != ErrorKind::Closed);
    members.set_item("status", status)?;
    members.set_item("code", error.code())?;
    members.set_item("title", first.and_then(|object| object.title.as_deref()))?;
    members.set_item("detail", first.and_then(|object| object.detail.as_deref()))?;
    members.set_item("pointer", error.pointer())?;
    members.set_item("retry_after", error.retry_after().map(|pause| pause.as_secs_f64()))?;
    members.set_item("request_id", error.request_id())?;
    members.set_item("in_doubt", error.is_in_doubt())?;
    members.set_item("retryable", error.is_retryable())?;
    members.set_item("resume_from", error.resume_from())?;
    members.set_item("body", error.body())?;
    let object = |object| json::to_python(py, &serde_json::to_value(object).unwrap_or_default());
    let objects: Vec<_> = error.errors().iter().map(object).collect::<PyResult<_>>()?;
    members.set_item("errors", PyList::new(py, objects)?)?;
    let build =
        BUILD.get_or_try_init(py, || Ok::<_, PyErr>(py.import("shiptrack._kinds")?.getattr("build")?.unbind()))?;
    build.bind(py).call1((error.kind().code(), message, members))
}

thread_local! {
    /// Exceptions of carriers and extractors that are written in Python, each with its text in reports, until the
    /// service reports the result of the work on the same thread.
    static EXCEPTIONS: RefCell<Vec<(String, Py<PyBaseException>)>> = const { RefCell::new(Vec::new()) };
}

/// Stores an exception under the text that reports use for it.
pub fn remember_exception(py: Python<'_>, raised: &PyErr, words: &str) {
    EXCEPTIONS.with_borrow_mut(|all| all.push((words.to_owned(), exception_value(py, raised))));
}

/// Returns the exception of a report.
pub fn find_exception(py: Python<'_>, matches: impl Fn(&str) -> bool) -> Option<Py<PyBaseException>> {
    EXCEPTIONS.with_borrow(|all| all.iter().find(|(words, _)| matches(words)).map(|(_, raised)| raised.clone_ref(py)))
}

/// Returns and removes the exception of a report.
pub fn take_exception(matches: impl Fn(&str) -> bool) -> Option<Py<PyBaseException>> {
    EXCEPTIONS.with_borrow_mut(|all| all.iter().position(|(words, _)| matches(words)).map(|at| all.remove(at).1))
}

/// Drops exceptions that were not reported because the work was cancelled.
pub fn forget_exceptions() {
    // Dropped after the borrow ends: dropping an exception can run any code.
    drop(EXCEPTIONS.take());
}

/// The text with the class: `RuntimeError: no such table`.
pub fn describe(py: Python<'_>, raised: &PyErr) -> String {
    let name = raised.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    let message = message(py, raised);
    if message.is_empty() { name } else { format!("{name}: {message}") }
}

pub fn message(py: Python<'_>, raised: &PyErr) -> String {
    raised.value(py).str().map_or_else(|_| String::new(), |text| text.to_string_lossy().into_owned())
}

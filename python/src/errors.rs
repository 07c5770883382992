//! The library's errors as Python exceptions. The classes are Python's: `shiptrack/errors.py`.

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
        self.map_err(|error| raised(py, &error))
    }
}

pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    exception(py, error).map_or_else(|problem| problem, PyErr::from_value)
}

/// Logs show where it was raised.
pub fn traced(py: Python<'_>, raised: &PyErr) -> Py<PyBaseException> {
    raised.clone_ref(py).into_value(py)
}

/// Settings of the core with another name in Python.
const SETTINGS: [(&str, &str); 3] = [("carrier", "carriers"), ("roots", "ca_file"), ("retries", "attempts")];

/// `None` if the setting has the same name here.
fn named_here(error: &Error) -> Option<Error> {
    let pointer = error.pointer().filter(|_| error.kind() == ErrorKind::Configuration)?;
    let (_, name) = SETTINGS.iter().find(|(name, _)| *name == pointer)?;
    Some(renamed(error, name))
}

pub fn renamed(refusal: &Error, name: &str) -> Error {
    let detail = refusal.errors().first().and_then(|object| object.detail.clone()).unwrap_or_default();
    Error::refused(refusal.kind(), name, detail)
}

/// Pointers into the body become names of keywords: `headers[0].name`. `names` has those that differ from the wire.
pub fn raised_by_keyword(py: Python<'_>, error: &Error, names: &[(&str, &str)]) -> PyErr {
    let place = error.pointer().and_then(|pointer| {
        let below = pointer.strip_prefix("/data/attributes/").or_else(|| pointer.strip_prefix("/data/relationships/"));
        below.or_else(|| pointer.strip_prefix('/').filter(|name| !name.contains('/') && *name != "data"))
    });
    raised_at(py, error, place.map(|below| way("", below)), names)
}

/// Below `name`: `facts[0].event.at`.
pub fn raised_below(py: Python<'_>, error: &Error, name: &str) -> PyErr {
    let place = error.pointer().and_then(|pointer| pointer.strip_prefix('/'));
    raised_at(py, error, place.map(|below| way(name, below)), &[])
}

fn raised_at(py: Python<'_>, error: &Error, place: Option<String>, names: &[(&str, &str)]) -> PyErr {
    let mut message = error.to_string();
    if let (Some(place), Some(pointer)) = (place, error.pointer()) {
        let attribute = place.split(['.', '[']).next().unwrap_or_default();
        let keyword = names.iter().find(|(wire, _)| *wire == attribute).map_or(attribute, |(_, keyword)| keyword);
        let place = format!("{keyword}{}", &place[attribute.len()..]);
        if let Some(rest) = message.strip_prefix(attribute).filter(|rest| rest.starts_with(' ')) {
            message = format!("{keyword}{rest}");
        }
        // A sentence that begins with the name needs it no second time.
        let is_said = message.strip_prefix(&*place).is_some_and(|rest| rest.starts_with(' '));
        let (shown, told) = (format!(" [{pointer}]"), format!(" [{place}]"));
        message = message.replacen(&shown, if is_said { "" } else { &told }, 1);
    }
    told(py, error, message).map_or_else(|problem| problem, PyErr::from_value)
}

/// Python's notation for a pointer below `root`.
fn way(root: &str, pointer: &str) -> String {
    pointer.split('/').fold(root.to_owned(), |way, part| match part.parse::<usize>() {
        Ok(index) => format!("{way}[{index}]"),
        Err(_) if way.is_empty() => part.to_owned(),
        Err(_) => format!("{way}.{}", part.replace("~1", "/").replace("~0", "~")),
    })
}

pub fn exception<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let renamed = named_here(error);
    let error = renamed.as_ref().unwrap_or(error);
    told(py, error, error.to_string())
}

fn told<'py>(py: Python<'py>, error: &Error, message: String) -> PyResult<Bound<'py, PyAny>> {
    let members = PyDict::new(py);
    let first = error.errors().first();
    // What is closed answers nothing: its status is what a server would say in its place.
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
    /// Exceptions of carriers and extractors written in Python, each with its words in reports, until the service
    /// reports the result of the work on the same thread.
    static RAISED: RefCell<Vec<(String, Py<PyBaseException>)>> = const { RefCell::new(Vec::new()) };
}

/// Keeps an exception under the words that reports have for it.
pub fn keep_raised(py: Python<'_>, raised: &PyErr, words: &str) {
    RAISED.with_borrow_mut(|all| all.push((words.to_owned(), traced(py, raised))));
}

/// Returned once.
pub fn take_raised(is_told: impl Fn(&str) -> bool) -> Option<Py<PyBaseException>> {
    RAISED.with_borrow_mut(|all| all.iter().position(|(words, _)| is_told(words)).map(|at| all.remove(at).1))
}

/// Drops what was not reported because the work was cancelled.
pub fn forget_raised() {
    // Dropped behind the borrow: the end of an exception may run any code.
    drop(RAISED.take());
}

/// With its class: `RuntimeError: no such table`.
pub fn described(py: Python<'_>, raised: &PyErr) -> String {
    let name = raised.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    let said = said(py, raised);
    if said.is_empty() { name } else { format!("{name}: {said}") }
}

pub fn said(py: Python<'_>, raised: &PyErr) -> String {
    raised.value(py).str().map_or_else(|_| String::new(), |said| said.to_string_lossy().into_owned())
}

//! Arguments as Python gives them: what does not fit is refused under the name of the argument.

use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyInt, PyList, PyMapping, PyMemoryView, PyString, PyType};

use crate::convert;
use crate::time;

/// Longer than anybody waits.
const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// An argument that is of another type than it should be.
pub fn expected(name: &str, what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{name}: {what} expected, not {found}"))
}

/// A whole number that is at least `least`.
pub fn whole<T: TryFrom<u64>>(name: &str, value: &Bound<'_, PyAny>, least: u64) -> PyResult<T> {
    let what = format!("a whole number from {least}");
    let refused = || PyValueError::new_err(format!("{name}: {what} expected, not {value}"));
    if !value.is_instance_of::<PyInt>() {
        // Whatever says that it is a whole number is one (`operator.index`): numpy's integers do.
        let index = value.getattr_opt("__index__")?.ok_or_else(|| expected(name, &what, value))?;
        return whole(name, &index.call0()?, least);
    }
    let number = match value.extract::<u64>() {
        Ok(number) => number,
        Err(problem) if problem.is_instance_of::<PyOverflowError>(value.py()) => return Err(refused()),
        Err(problem) => return Err(problem),
    };
    T::try_from(number).ok().filter(|_| number >= least).ok_or_else(refused)
}

/// How many threads.
pub fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", value, 1)
}

/// A place in a feed.
pub fn after(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("after", value, 0)
}

/// Whether the worker is to run.
pub fn worker(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    flag("worker", value)
}

/// Whether deliveries may go to this machine.
pub fn allow_loopback(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    flag("allow_loopback", value)
}

/// The text of a number or a code.
pub fn number_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    text("text", value)
}

/// Yes or no; NumPy's too.
fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| expected(name, "True or False", value))
}

/// One text.
pub fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.to_str()?.to_owned()),
        Err(_) => Err(expected(name, "a str", value)),
    }
}

/// Texts: several, or one alone.
pub fn texts(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(one) = value.cast::<PyString>() {
        return Ok(vec![one.to_str()?.to_owned()]);
    }
    let items = value.try_iter().map_err(|_| expected(name, "a str or several", value))?;
    items.map(|item| text(&format!("each of {name}"), &item?)).collect()
}

/// The bytes of something: `bytes`, `bytearray` or `memoryview`.
pub fn bytes(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    if let Ok(bytes) = value.cast::<PyByteArray>() {
        return Ok(bytes.to_vec());
    }
    if value.is_instance_of::<PyMemoryView>() {
        return value.call_method0("tobytes")?.extract();
    }
    Err(expected(name, "bytes", value))
}

/// A span that can be nothing, out of seconds or a `timedelta`.
pub fn span(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds = seconds(name, value)?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{name}: seconds, or a timedelta, from 0 expected, not {value}")))
}

/// How long to wait, at most; `inf` is as long as it takes.
pub fn timeout(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    match seconds(name, value)? {
        f64::INFINITY => Ok(FOR_EVER),
        _ => span(name, value).map(|span| span.min(FOR_EVER)),
    }
}

/// The same, which cannot be nothing: nothing would ever be done in no time.
pub fn timeout_above_zero(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let timeout = timeout(name, value)?;
    if timeout.is_zero() {
        return Err(PyValueError::new_err(format!("{name}: more than 0 seconds expected")));
    }
    Ok(timeout)
}

/// By how much a clock is moved: a span, or weeks, days, hours, minutes and seconds by name.
pub fn step(by: Option<&Bound<'_, PyAny>>, parts: [Option<f64>; 5]) -> PyResult<Duration> {
    const LENGTHS: [f64; 5] = [604_800.0, 86_400.0, 3_600.0, 60.0, 1.0];
    let named: f64 = parts.iter().zip(LENGTHS).filter_map(|(part, length)| Some((*part)? * length)).sum();
    match by {
        Some(by) if parts.iter().all(Option::is_none) => span("by", by),
        None if parts.iter().any(Option::is_some) => Duration::try_from_secs_f64(named)
            .map_err(|_| PyValueError::new_err(format!("a clock is not moved by {named} seconds"))),
        _ => Err(PyTypeError::new_err("how far is said in one way: advance(3600), or advance(hours=1)")),
    }
}

fn seconds(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let total = value.getattr_opt("total_seconds")?;
    let seconds = total.map_or_else(|| Ok(value.clone()), |total| total.call0())?;
    // A text is none, even where it could be read as a number.
    if seconds.is_instance_of::<PyString>() {
        return Err(expected(name, "seconds or a timedelta", value));
    }
    seconds.extract().map_err(|_| expected(name, "seconds or a timedelta", value))
}

/// A dict.
pub fn dict<'a, 'py>(name: &str, value: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyDict>> {
    value.cast::<PyDict>().map_err(|_| expected(name, "a dict", value))
}

/// The pairs of a mapping.
pub fn mapping<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    value.cast::<PyMapping>().map_err(|_| expected(name, "a dict", value))?.items()
}

/// Something that can be called, or that has a method of this name.
pub fn callable(name: &str, value: &Bound<'_, PyAny>, method: Option<&str>) -> PyResult<Py<PyAny>> {
    let Some(method) = method else {
        return if value.is_callable() { Ok(value.clone().unbind()) } else { Err(expected(name, "a callable", value)) };
    };
    if value.is_instance_of::<PyType>() && value.hasattr(method)? {
        let class = value.repr()?;
        return Err(PyTypeError::new_err(format!("{name}: an object expected, and {class} is a class: call it")));
    }
    let method_of_it = value.getattr_opt(method)?;
    if method_of_it.unwrap_or_else(|| value.clone()).is_callable() {
        return Ok(value.clone().unbind());
    }
    Err(expected(name, &format!("a callable, or an object with a method {method},"), value))
}

/// The id of a resource of this type: of a `UUID`, a `str`, the resource, or what points at it.
pub fn id(value: &Bound<'_, PyAny>, kind: &str) -> PyResult<String> {
    if !value.is_instance_of::<PyString>()
        && let Some(told) = value.getattr_opt("type")?
        && let Ok(told) = told.extract::<String>()
        && told != kind
    {
        return Err(PyTypeError::new_err(format!("the id of a {kind} expected, this is a {told}")));
    }
    time::id_text(value)
}

/// Header fields: whatever has `items()`, or pairs; names and values as `str` or `bytes`, a value also as a `Secret`.
pub fn headers(name: &str, headers: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let what = "a mapping or pairs";
    let items = match headers.getattr_opt("items")? {
        Some(items) => items.call0()?,
        None if headers.is_instance_of::<PyString>() => return Err(expected(name, what, headers)),
        None => headers.clone(),
    };
    let pairs = items.try_iter().map_err(|_| expected(name, what, headers))?;
    pairs.map(|pair| field(name, &pair?)).collect()
}

fn field(argument: &str, pair: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let problem = || expected(argument, "a pair of name and value", pair);
    if pair.is_instance_of::<PyString>() {
        return Err(problem());
    }
    let parts: Vec<_> = pair.try_iter().map_err(|_| problem())?.collect::<PyResult<_>>()?;
    let [name, value] = parts.as_slice() else { return Err(problem()) };
    Ok((field_text(argument, name)?, field_text(argument, value)?))
}

fn field_text(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance(&convert::structure(value.py(), "Secret")?)? {
        return value.call_method0("reveal")?.extract();
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(String::from_utf8_lossy(bytes.as_bytes()).into_owned());
    }
    text(argument, value)
}

/// Refuses keywords nobody knows.
pub fn none_unknown(call: &str, keywords: Option<&Bound<'_, PyDict>>, known: &[&str]) -> PyResult<()> {
    match keywords.and_then(|keywords| keywords.keys().iter().next()) {
        Some(keyword) => Err(unknown(call, &keyword.extract::<String>()?, known)),
        None => Ok(()),
    }
}

/// A keyword nobody knows, told with those there are.
pub fn unknown(call: &str, keyword: &str, known: &[&str]) -> PyErr {
    PyTypeError::new_err(format!("{call} has no keyword {keyword}; it has {}", known.join(", ")))
}

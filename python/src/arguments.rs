//! Reads arguments of Python calls. Errors name the argument.

use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyInt, PyList, PyMapping, PyMemoryView, PyString, PyTuple, PyType};

use shiptrack::Error;
use shiptrack::clock::{Clock, SystemClock};
use shiptrack::http::Method;

use crate::errors::OrRaise;
use crate::{convert, time};

/// The longest duration: 100 years.
const MAX_DURATION: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

pub fn expected(name: &str, what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{name}: {what} expected, not {found}"))
}

/// Returns the same error with the name of the argument in front of its message.
pub fn name_argument(name: &str, value: &Bound<'_, PyAny>, problem: &PyErr) -> PyErr {
    let text = format!("{}{}", prefix(name), problem.value(value.py()));
    if problem.is_instance_of::<PyTypeError>(value.py()) {
        PyTypeError::new_err(text)
    } else {
        PyValueError::new_err(text)
    }
}

/// The beginning of a message about this argument. Empty if the argument has no name.
pub fn prefix(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{name}: ") }
}

/// Reads a whole number of at least `least` that fits into `T`.
pub fn whole<T: TryFrom<u64>>(name: &str, value: &Bound<'_, PyAny>, least: u64) -> PyResult<T> {
    let what = format!("a whole number from {least}");
    let refused = || PyValueError::new_err(format!("{name}: {what} to {} expected, not {value}", largest::<T>()));
    if is_flag(value) {
        return Err(expected(name, &what, value));
    }
    if !value.is_instance_of::<PyInt>() {
        // NumPy's integers are not instances of `int`, but have `__index__`.
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

/// Returns the largest value of the unsigned type.
fn largest<T: TryFrom<u64>>() -> u64 {
    (0..u64::BITS).map(|spare| u64::MAX >> spare).find(|number| T::try_from(*number).is_ok()).unwrap_or_default()
}

/// Upper or lower case.
pub fn method(py: Python<'_>, text: &str) -> PyResult<Method> {
    let refusal = || Error::invalid("method", format!("{text} is not a method of the interface"));
    Method::parse(&text.to_ascii_uppercase()).ok_or_else(refusal).or_raise(py)
}

pub fn path(name: &str, value: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let named = value.py().import("os")?.call_method1("fspath", (value,)).ok();
    match named.filter(|named| named.is_instance_of::<PyString>()) {
        Some(named) => named.extract(),
        None => Err(expected(name, "a str or an os.PathLike", value)),
    }
}

pub fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", value, 1)
}

pub fn count<T: TryFrom<u64>>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    whole(name, value, 0)
}

/// Accepts NumPy's booleans, too.
pub fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| expected(name, "True or False", value))
}

/// Python treats booleans as integers; arguments do not.
fn is_flag(value: &Bound<'_, PyAny>) -> bool {
    value.extract::<bool>().is_ok()
}

/// Does not convert numbers: they may already have lost leading zeros or digits.
pub fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| expected(name, "a str", value))?;
    let problem = || {
        format!(
            "{name}: an unpaired surrogate is not a character: {}",
            value.repr().map_or_else(|_| String::new(), |text| text.to_string())
        )
    };
    text.to_str().map(str::to_owned).map_err(|_| PyValueError::new_err(problem()))
}

/// Accepts one text or several.
pub fn texts(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![text(name, value)?]);
    }
    let refused = || expected(name, "a str or several", value);
    // For a mapping it is unclear whether keys, values or pairs are meant.
    if is_bytes(value) || value.cast::<PyMapping>().is_ok() {
        return Err(refused());
    }
    let items = value.try_iter().map_err(|_| refused())?;
    items.map(|item| text(&format!("each of {name}"), &item?)).collect()
}

/// Check this before iterating over several texts: bytes can be iterated, too, but their items are numbers.
pub fn is_bytes(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyMemoryView>()
}

pub fn document(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if value.is_instance_of::<PyString>() {
        return text(name, value).map(String::into_bytes);
    }
    bytes(name, value).map_err(|_| expected(name, "bytes or a str", value))
}

/// Reads an aware `datetime`.
pub fn moment(name: &str, value: &Bound<'_, PyAny>) -> PyResult<DateTime<Utc>> {
    time::moment(value).map_err(|problem| name_argument(name, value, &problem))
}

/// The current time if no argument is given.
pub fn now(given: Option<&Bound<'_, PyAny>>) -> PyResult<DateTime<Utc>> {
    given.map_or_else(|| Ok(SystemClock::new().now()), |given| moment("now", given))
}

/// A `datetime`, a `date` or a text, as a filter of the interface expects it.
pub fn moment_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return text(name, value);
    }
    let written = time::time_text(value).map_err(|problem| name_argument(name, value, &problem))?;
    written.ok_or_else(|| expected(name, "a datetime, a date or a str", value))
}

/// Texts, whole numbers, booleans and times, as the interface writes them.
pub fn query(value: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    dict("query", value)?.iter().map(|(name, value)| parameter(&text("query", &name)?, &value)).collect()
}

fn parameter(name: &str, value: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let place = format!("query[{name:?}]");
    let written = if value.is_instance_of::<PyString>() {
        text(&place, value)?
    } else if let Ok(flag) = value.extract::<bool>() {
        flag.to_string()
    } else if let Some(written) = time::wire_text(value).map_err(|problem| name_argument(&place, value, &problem))? {
        written
    } else {
        whole::<u64>(&place, value, 0)
            .map_err(|_| expected(&place, "a str, a whole number, a truth value or a time", value))?
            .to_string()
    };
    Ok((name.to_owned(), written))
}

/// `bytes`, `bytearray` or `memoryview`.
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

/// Reads seconds or a `timedelta`; 0 is allowed.
pub fn duration(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds = seconds(name, value)?;
    let fits = Duration::try_from_secs_f64(seconds).ok().filter(|span| *span <= MAX_DURATION);
    fits.ok_or_else(|| {
        let most = MAX_DURATION.as_secs();
        PyValueError::new_err(format!(
            "{name}: seconds, or a timedelta, from 0 to {most} (100 years) expected, not {value}"
        ))
    })
}

/// `inf` means no time limit.
pub fn timeout(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    match seconds(name, value)? {
        f64::INFINITY => Ok(MAX_DURATION),
        _ => duration(name, value),
    }
}

/// Rejects 0: every call would time out at once.
pub fn timeout_above_zero(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let timeout = timeout(name, value)?;
    if timeout.is_zero() {
        return Err(PyValueError::new_err(format!("{name}: more than 0 seconds expected")));
    }
    Ok(timeout)
}

/// Reads a duration, or weeks, days, hours, minutes and seconds by keyword.
pub fn step(by: Option<&Bound<'_, PyAny>>, parts: [Option<&Bound<'_, PyAny>>; 5]) -> PyResult<Duration> {
    const PARTS: [(&str, f64); 5] =
        [("weeks", 604_800.0), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0), ("seconds", 1.0)];
    let mut named = 0.0;
    for (part, (name, length)) in parts.iter().zip(PARTS) {
        named += length * part.map_or(Ok(0.0), |part| number(name, part))?;
    }
    match by {
        Some(by) if parts.iter().all(Option::is_none) => duration("by", by),
        None if parts.iter().any(Option::is_some) => Duration::try_from_secs_f64(named)
            .map_err(|_| PyValueError::new_err(format!("a clock cannot be moved by {named} seconds"))),
        _ => Err(PyTypeError::new_err("pass either a duration or keywords: advance(3600), or advance(hours=1)")),
    }
}

fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let refused = || expected(name, "a number", value);
    if is_flag(value) || value.is_instance_of::<PyString>() {
        Err(refused())
    } else {
        value.extract().map_err(|_| refused())
    }
}

/// Rejects NaN and infinity.
pub fn finite(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let given = number(name, value)?;
    let problem = || PyValueError::new_err(format!("{name}: a finite number expected, not {given}"));
    if given.is_finite() { Ok(given) } else { Err(problem()) }
}

fn seconds(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let total = value.getattr_opt("total_seconds")?;
    let seconds = total.map_or_else(|| Ok(value.clone()), |total| total.call0())?;
    // A text or a boolean is not a duration, even if it could be converted to a number.
    number(name, &seconds).map_err(|_| expected(name, "seconds or a timedelta", value))
}

pub fn dict<'a, 'py>(name: &str, value: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyDict>> {
    value.cast::<PyDict>().map_err(|_| expected(name, "a dict", value))
}

pub fn mapping<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    value.cast::<PyMapping>().map_err(|_| expected(name, "a dict", value))?.items()
}

/// Reads a boolean or a callable.
pub fn progress(value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if value.is_callable() || value.extract::<bool>().is_ok() {
        return Ok(value.clone().unbind());
    }
    Err(expected("progress", "True, False or a callable", value))
}

/// Accepts a callable, or an object with this method. A coroutine function is rejected: a thread of the service that calls it has no event loop.
pub fn callable(name: &str, value: &Bound<'_, PyAny>, method: Option<&str>) -> PyResult<Py<PyAny>> {
    let Some(method) = method else {
        if !value.is_callable() {
            return Err(expected(name, "a callable", value));
        }
        return reject_coroutine_function(name, value).map(|()| value.clone().unbind());
    };
    if value.is_instance_of::<PyType>() && value.hasattr(method)? {
        let class = value.repr()?;
        return Err(PyTypeError::new_err(format!(
            "{name}: an object expected, not the class {class}; create an instance of it"
        )));
    }
    let found = value.getattr_opt(method)?.unwrap_or_else(|| value.clone());
    if found.is_callable() {
        return reject_coroutine_function(name, &found).map(|()| value.clone().unbind());
    }
    Err(expected(name, &format!("a callable, or an object with a method {method},"), value))
}

fn reject_coroutine_function(name: &str, callable: &Bound<'_, PyAny>) -> PyResult<()> {
    let inspect = callable.py().import("inspect")?;
    let is_async = |function: &Bound<'_, PyAny>| inspect.call_method1("iscoroutinefunction", (function,))?.is_truthy();
    if !is_async(callable)? && !is_async(&callable.get_type().getattr("__call__")?)? {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!(
        "{name}: a coroutine function cannot be called, because threads of the service have no event loop; pass a function that calls \
         asyncio.run(…)"
    )))
}

/// Accepts a `UUID`, a `str`, the resource, or a reference to it.
pub fn id(value: &Bound<'_, PyAny>, kind: &str) -> PyResult<String> {
    id_named("id", value, kind)
}

/// `name` is the argument in error messages.
pub fn id_named(name: &str, value: &Bound<'_, PyAny>, kind: &str) -> PyResult<String> {
    if !value.is_instance_of::<PyString>()
        && let Some(found) = value.getattr_opt("type")?
        && let Ok(found) = found.extract::<String>()
        && found != kind
    {
        return Err(PyTypeError::new_err(format!("{name}: the id of a {kind} expected, not of a {found}")));
    }
    any_id(name, value)
}

/// Accepts a `UUID`, a `str`, or an object with such an `id`.
pub fn any_id(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let own = if is_id(value)? { Some(value.clone()) } else { value.getattr_opt("id")? };
    match own {
        Some(own) if own.is_instance_of::<PyString>() => text(name, &own),
        Some(own) if is_id(&own)? => own.str()?.extract(),
        _ => Err(expected(name, "a str, a uuid.UUID, or an object with such an id,", value)),
    }
}

fn is_id(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(value.is_instance_of::<PyString>() || time::is_uuid(value)?)
}

/// Reads header fields from any object with `items()`, or from an iterable of pairs, of `DeliveryHeader`s, or of
/// `{"name": …, "value": …}` mappings. Names and values are `str` or `bytes`; a value can also be a `Secret`.
pub fn headers(name: &str, headers: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let what = "a mapping, pairs, or several of {name, value}";
    if headers.is_instance_of::<PyString>() || is_bytes(headers) {
        return Err(expected(name, what, headers));
    }
    let items = match headers.getattr_opt("items")? {
        Some(_) if is_one_header(headers)? => {
            let problem = format!("{name}: this is a single header; put it into a list, or write {{name: value}}");
            return Err(PyTypeError::new_err(problem));
        }
        Some(items) => items.call0()?,
        None => headers.clone(),
    };
    let is_mapping = !items.is(headers);
    let each = items.try_iter().map_err(|_| expected(name, what, headers))?;
    each.enumerate()
        .map(|(at, each)| {
            let each = each?;
            // Errors name a field of a mapping by its key if that is a text, otherwise by its position.
            let own = if is_mapping { each.get_item(0)?.extract::<String>().ok() } else { None };
            header(&own.map_or_else(|| format!("{name}[{at}]"), |own| format!("{name}[{own:?}]")), &each)
        })
        .collect()
}

/// The members of a header that is written as an object.
const HEADER: [&str; 2] = ["name", "value"];

fn is_one_header(mapping: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Ok(mapping) = mapping.cast::<PyMapping>() else { return Ok(false) };
    Ok(mapping.len()? == HEADER.len() && mapping.contains(HEADER[0])? && mapping.contains(HEADER[1])?)
}

fn header(argument: &str, header: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let problem = || not_a_header(argument, header);
    let (name, value) = if header.is_instance(&convert::structure(header.py(), "DeliveryHeader")?)? {
        (header.getattr(HEADER[0])?, header.getattr(HEADER[1])?)
    } else if is_one_header(header)? {
        (header.get_item(HEADER[0])?, header.get_item(HEADER[1])?)
    } else if header.is_instance_of::<PyList>() || header.is_instance_of::<PyTuple>() {
        if header.len()? != HEADER.len() {
            return Err(problem());
        }
        (header.get_item(0)?, header.get_item(1)?)
    } else {
        return Err(problem());
    };
    Ok((header_text(argument, &name)?, header_text(argument, &value)?))
}

fn not_a_header(argument: &str, header: &Bound<'_, PyAny>) -> PyErr {
    let names = header.cast::<PyDict>().ok().map(|dict| dict.keys().extract::<Vec<String>>().unwrap_or_default());
    match names {
        Some(names) => {
            let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            PyTypeError::new_err(format!("{argument}: a dict must have exactly the keys name and value, not {has}"))
        }
        None => expected(argument, "a pair of name and value", header),
    }
}

/// Rejects the printed form of a `Secret`: the caller has stored `str(secret)` instead of its text.
pub fn secret(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance(&convert::structure(value.py(), "Secret")?)? {
        return text(name, &value.call_method0("reveal")?);
    }
    let given = text(name, value)?;
    if given == PRINTED_SECRET {
        let problem = "this is the printed form of a Secret, not its text: store secret.reveal(), not str(secret)";
        return Err(PyValueError::new_err(format!("{name}: {problem}")));
    }
    Ok(given)
}

/// What `str()` and `repr()` of a `Secret` return.
const PRINTED_SECRET: &str = "Secret('***')";

fn header_text(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(bytes) = value.cast::<PyBytes>() else { return secret(argument, value) };
    // Header fields that are not UTF-8 are read as Latin-1, so that no byte is lost.
    Ok(match std::str::from_utf8(bytes.as_bytes()) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.as_bytes().iter().map(|byte| char::from(*byte)).collect(),
    })
}

pub fn unknown_keyword(call: &str, keyword: &str, known: &[&str]) -> PyErr {
    PyTypeError::new_err(format!("{call} has no keyword {keyword}; it has {}", known.join(", ")))
}

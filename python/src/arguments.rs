//! Arguments as Python gives them: what does not fit is refused under the name of the argument.

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

/// A hundred years.
const MAX_DURATION: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

pub fn expected(name: &str, what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{name}: {what} expected, not {found}"))
}

/// The same refusal of the argument `name`.
pub fn name_argument(name: &str, value: &Bound<'_, PyAny>, problem: &PyErr) -> PyErr {
    let text = format!("{}{}", prefix(name), problem.value(value.py()));
    if problem.is_instance_of::<PyTypeError>(value.py()) {
        PyTypeError::new_err(text)
    } else {
        PyValueError::new_err(text)
    }
}

/// The name of an argument as the beginning of a message; empty for an argument without a name.
pub fn prefix(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{name}: ") }
}

/// At least `least`, within the range of `T`.
pub fn whole<T: TryFrom<u64>>(name: &str, value: &Bound<'_, PyAny>, least: u64) -> PyResult<T> {
    let what = format!("a whole number from {least}");
    let refused = || PyValueError::new_err(format!("{name}: {what} to {} expected, not {value}", largest::<T>()));
    if is_flag(value) {
        return Err(expected(name, &what, value));
    }
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

/// The largest unsigned number of the type.
fn largest<T: TryFrom<u64>>() -> u64 {
    (0..u64::BITS).map(|spare| u64::MAX >> spare).find(|number| T::try_from(*number).is_ok()).unwrap_or_default()
}

/// In any case.
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

/// NumPy's truth values too.
pub fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| expected(name, "True or False", value))
}

/// Python takes truth values for numbers.
fn is_flag(value: &Bound<'_, PyAny>) -> bool {
    value.extract::<bool>().is_ok()
}

/// Nothing is converted: a number may have lost zeros or digits before.
pub fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| expected(name, "a str", value))?;
    let problem = || {
        format!(
            "{name}: half a surrogate pair is not a character: {}",
            value.repr().map_or_else(|_| String::new(), |text| text.to_string())
        )
    };
    text.to_str().map(str::to_owned).map_err(|_| PyValueError::new_err(problem()))
}

/// Several texts, or a single one.
pub fn texts(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![text(name, value)?]);
    }
    let refused = || expected(name, "a str or several", value);
    // Whoever gives a mapping means its values, or its pairs.
    if is_bytes(value) || value.cast::<PyMapping>().is_ok() {
        return Err(refused());
    }
    let items = value.try_iter().map_err(|_| refused())?;
    items.map(|item| text(&format!("each of {name}"), &item?)).collect()
}

/// Bytes have items too: numbers.
pub fn is_bytes(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyMemoryView>()
}

pub fn document(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if value.is_instance_of::<PyString>() {
        return text(name, value).map(String::into_bytes);
    }
    bytes(name, value).map_err(|_| expected(name, "bytes or a str", value))
}

/// From an aware `datetime`.
pub fn moment(name: &str, value: &Bound<'_, PyAny>) -> PyResult<DateTime<Utc>> {
    time::moment(value).map_err(|problem| name_argument(name, value, &problem))
}

/// The present without an argument.
pub fn now(given: Option<&Bound<'_, PyAny>>) -> PyResult<DateTime<Utc>> {
    given.map_or_else(|| Ok(SystemClock::new().now()), |given| moment("now", given))
}

/// A `datetime`, a `date`, or text, as a filter has it.
pub fn moment_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return text(name, value);
    }
    let written = time::time_text(value).map_err(|problem| name_argument(name, value, &problem))?;
    written.ok_or_else(|| expected(name, "a datetime, a date or a str", value))
}

/// Texts, whole numbers, truth values and times, as the interface writes them.
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

/// Seconds or a `timedelta`; 0 is allowed.
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

/// `inf` waits as long as it takes.
pub fn timeout(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    match seconds(name, value)? {
        f64::INFINITY => Ok(MAX_DURATION),
        _ => duration(name, value),
    }
}

/// 0 is rejected: every call would end at once.
pub fn timeout_above_zero(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let timeout = timeout(name, value)?;
    if timeout.is_zero() {
        return Err(PyValueError::new_err(format!("{name}: more than 0 seconds expected")));
    }
    Ok(timeout)
}

/// A span, or weeks, days, hours, minutes and seconds by name.
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
            .map_err(|_| PyValueError::new_err(format!("a clock is not moved by {named} seconds"))),
        _ => Err(PyTypeError::new_err("how far is said in one way: advance(3600), or advance(hours=1)")),
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

/// Neither NaN nor infinite.
pub fn finite(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let given = number(name, value)?;
    let problem = || PyValueError::new_err(format!("{name}: a finite number expected, not {given}"));
    if given.is_finite() { Ok(given) } else { Err(problem()) }
}

fn seconds(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let total = value.getattr_opt("total_seconds")?;
    let seconds = total.map_or_else(|| Ok(value.clone()), |total| total.call0())?;
    // A text is none, even where it could be read as a number; nor is a truth value.
    number(name, &seconds).map_err(|_| expected(name, "seconds or a timedelta", value))
}

pub fn dict<'a, 'py>(name: &str, value: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyDict>> {
    value.cast::<PyDict>().map_err(|_| expected(name, "a dict", value))
}

pub fn mapping<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    value.cast::<PyMapping>().map_err(|_| expected(name, "a dict", value))?.items()
}

/// A truth value, or a callable.
pub fn progress(value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if value.is_callable() || value.extract::<bool>().is_ok() {
        return Ok(value.clone().unbind());
    }
    Err(expected("progress", "True, False or a callable", value))
}

/// A callable, or an object with this method.
pub fn callable(name: &str, value: &Bound<'_, PyAny>, method: Option<&str>) -> PyResult<Py<PyAny>> {
    let Some(method) = method else {
        return if value.is_callable() { Ok(value.clone().unbind()) } else { Err(expected(name, "a callable", value)) };
    };
    if value.is_instance_of::<PyType>() && value.hasattr(method)? {
        let class = value.repr()?;
        return Err(PyTypeError::new_err(format!("{name}: an object expected, and {class} is a class: call it")));
    }
    let found = value.getattr_opt(method)?;
    if found.unwrap_or_else(|| value.clone()).is_callable() {
        return Ok(value.clone().unbind());
    }
    Err(expected(name, &format!("a callable, or an object with a method {method},"), value))
}

/// A `UUID`, a `str`, the resource, or a reference to it.
pub fn id(value: &Bound<'_, PyAny>, kind: &str) -> PyResult<String> {
    id_named("id", value, kind)
}

/// `name` is the argument, for refusals.
pub fn id_named(name: &str, value: &Bound<'_, PyAny>, kind: &str) -> PyResult<String> {
    if !value.is_instance_of::<PyString>()
        && let Some(told) = value.getattr_opt("type")?
        && let Ok(told) = told.extract::<String>()
        && told != kind
    {
        return Err(PyTypeError::new_err(format!("{name}: the id of a {kind} expected, this is a {told}")));
    }
    any_id(name, value)
}

/// A `UUID`, a `str`, or an object whose `id` is one.
pub fn any_id(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let own = if is_id(value)? { Some(value.clone()) } else { value.getattr_opt("id")? };
    match own {
        Some(own) if own.is_instance_of::<PyString>() => text(name, &own),
        Some(own) if is_id(&own)? => own.str()?.extract(),
        _ => Err(expected(name, "a str, a uuid.UUID, or something that has one for its id,", value)),
    }
}

fn is_id(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(value.is_instance_of::<PyString>() || time::is_uuid(value)?)
}

/// Header fields: whatever has `items()`; or each by itself: a pair, a `DeliveryHeader`, or `{"name": …, "value": …}` as
/// the interface writes it. Names and values are `str` or `bytes`, a value also a `Secret`.
pub fn headers(name: &str, headers: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let what = "a mapping, pairs, or several of {name, value}";
    if headers.is_instance_of::<PyString>() || is_bytes(headers) {
        return Err(expected(name, what, headers));
    }
    let items = match headers.getattr_opt("items")? {
        Some(_) if is_one_header(headers)? => {
            let problem = format!("{name}: this is one header: put it into a list, or write {{name: value}}");
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
            // One of a mapping is known by its name, where that is a text.
            let own = if is_mapping { each.get_item(0)?.extract::<String>().ok() } else { None };
            header(&own.map_or_else(|| format!("{name}[{at}]"), |own| format!("{name}[{own:?}]")), &each)
        })
        .collect()
}

/// The members of a header written as an object.
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
            let has = if names.is_empty() { "neither".to_owned() } else { names.join(", ") };
            PyTypeError::new_err(format!("{argument}: a dict has exactly name and value; this has {has}"))
        }
        None => expected(argument, "a pair of name and value", header),
    }
}

/// The masked form of a `Secret` is rejected: a caller has stored that in place of the text.
pub fn secret(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance(&convert::structure(value.py(), "Secret")?)? {
        return text(name, &value.call_method0("reveal")?);
    }
    let given = text(name, value)?;
    if given == PRINTED_SECRET {
        let problem = "this is what a Secret prints in place of its text: keep secret.reveal(), not str(secret)";
        return Err(PyValueError::new_err(format!("{name}: {problem}")));
    }
    Ok(given)
}

/// Also the `repr` of a `Secret`.
const PRINTED_SECRET: &str = "Secret('***')";

fn header_text(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(bytes) = value.cast::<PyBytes>() else { return secret(argument, value) };
    // What is not UTF-8 is Latin-1, as header fields were written before: no byte is lost.
    Ok(match std::str::from_utf8(bytes.as_bytes()) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.as_bytes().iter().map(|byte| char::from(*byte)).collect(),
    })
}

pub fn refuse_unknown(call: &str, keywords: Option<&Bound<'_, PyDict>>, known: &[&str]) -> PyResult<()> {
    match keywords.and_then(|keywords| keywords.keys().iter().next()) {
        Some(keyword) => Err(unknown_keyword(call, &keyword.extract::<String>()?, known)),
        None => Ok(()),
    }
}

pub fn unknown_keyword(call: &str, keyword: &str, known: &[&str]) -> PyErr {
    PyTypeError::new_err(format!("{call} has no keyword {keyword}; it has {}", known.join(", ")))
}

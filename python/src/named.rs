//! Arguments that are read by their type alone, each under its own name: a refusal says which one it is.

use std::path::PathBuf;

use pyo3::prelude::*;

use crate::arguments;
use crate::clock::{PyCancel, PyManualClock};
use crate::service::PyService;

/// A converter for each argument, which a refusal names.
macro_rules! named {
    ($read:path as $type:ty: $($name:ident)+) => {
        $(pub fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            $read(stringify!($name), value)
        })+
    };
}

named!(arguments::text as String: address bucket carrier id kind method name number path scac source until url);
named!(maybe_text as Option<String>: company_name public_url);
named!(arguments::flag as bool: acknowledge active allow_insecure_http allow_remote as_written confirming creating follow numpy
    read_only);
named!(maybe_flag as Option<bool>: record_arrival_notices track_numbers_in_mail);
named!(maybe_clock as Option<Py<PyManualClock>>: clock);
named!(maybe_cancel as Option<Py<PyCancel>>: cancel);
named!(maybe_path as Option<PathBuf>: ca_file);

pub fn cancel_token(value: &Bound<'_, PyAny>) -> PyResult<Py<PyCancel>> {
    value.extract().map_err(|_| arguments::expected("cancel", "a CancelToken", value))
}

pub fn service(value: &Bound<'_, PyAny>) -> PyResult<Py<PyService>> {
    value.extract().map_err(|_| arguments::expected("service", "a Service", value))
}

pub fn resource_type(value: &Bound<'_, PyAny>) -> PyResult<String> {
    arguments::text("type", value)
}

fn maybe_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    maybe(value, |value| arguments::text(name, value))
}

fn maybe_flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
    maybe(value, |value| arguments::flag(name, value))
}

fn maybe_clock(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyManualClock>>> {
    maybe(value, |value| value.extract().map_err(|_| arguments::expected(name, "a ManualClock", value)))
}

fn maybe_cancel(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyCancel>>> {
    maybe(value, |value| value.extract().map_err(|_| arguments::expected(name, "a CancelToken", value)))
}

fn maybe_path(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    maybe(value, |value| value.extract().map_err(|_| arguments::expected(name, "a path", value)))
}

fn maybe<'a, 'py, T>(
    value: &'a Bound<'py, PyAny>,
    read: impl FnOnce(&'a Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    if value.is_none() { Ok(None) } else { read(value).map(Some) }
}

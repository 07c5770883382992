//! Converters for arguments that only need a check of their type. Errors name the argument.

use std::path::PathBuf;

use pyo3::prelude::*;

use crate::arguments;
use crate::clock::{PyCancel, PyManualClock};

/// Defines a converter for each argument: by a function, by a function unless the argument is `None`, or by the
/// extraction of PyO3.
macro_rules! converters {
    ($read:path as $type:ty: $($name:ident)+) => {
        $(pub fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            $read(stringify!($name), value)
        })+
    };
    (maybe $read:path as $type:ty: $($name:ident)+) => {
        $(pub fn $name(value: &Bound<'_, PyAny>) -> PyResult<Option<$type>> {
            if value.is_none() { Ok(None) } else { $read(stringify!($name), value).map(Some) }
        })+
    };
    ($what:literal as $type:ty: $name:ident) => {
        pub fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            value.extract().map_err(|_| arguments::expected(stringify!($name), $what, value))
        }
    };
}

converters!(arguments::text as String: address bucket carrier id kind method name number path scac source text until url);
converters!(maybe arguments::text as String: authentication_server company_name public_url);
converters!(arguments::flag as bool: acknowledge active allow_insecure_http allow_loopback allow_remote as_written use_for_detection create_missing
    dry_run follow numpy read_only unlimited);
converters!(maybe arguments::flag as bool: record_arrival_notices track_numbers_in_mail);
converters!(maybe arguments::texts as Vec<String>: allowed_senders estimate_order indirect_senders);
converters!(arguments::count as u64: after);
converters!(arguments::count as usize: limit);
converters!("a ManualClock" as Option<Py<PyManualClock>>: clock);
converters!("a CancelToken" as Option<Py<PyCancel>>: cancel);
converters!("a path" as Option<PathBuf>: ca_file);

pub fn cancel_token(value: &Bound<'_, PyAny>) -> PyResult<Py<PyCancel>> {
    value.extract().map_err(|_| arguments::expected("cancel", "a CancelToken", value))
}

pub fn resource_type(value: &Bound<'_, PyAny>) -> PyResult<String> {
    arguments::text("type", value)
}

//! What a service keeps besides resources, as Python objects, and settings read from them.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shiptrack::Error;
use shiptrack::server::ServerLimits;
use shiptrack::service::{Done, Quarantined};

use crate::errors::OrRaise;
use crate::{arguments, convert, time};

pub fn done_object(py: Python<'_>, done: Done) -> PyResult<Bound<'_, PyAny>> {
    convert::structure(py, "Done")?.call1((done.look_ups, done.deliveries))
}

pub fn account_object<'py>(py: Python<'py>, record: &shiptrack::store::AccountRecord) -> PyResult<Bound<'py, PyAny>> {
    let id = time::id(py, &record.id.to_string())?;
    let made = (id, &record.name, &record.company_name, time::datetime(py, &record.created_at)?);
    convert::structure(py, "AccountRecord")?.call1(made)
}

pub fn key_object<'py>(py: Python<'py>, record: &shiptrack::store::KeyRecord) -> PyResult<Bound<'py, PyAny>> {
    let revoked = record.revoked_at.map(|at| time::datetime(py, &at)).transpose()?;
    let made = (
        time::uuid(py, record.id)?,
        &record.name,
        &record.hint,
        record.read_only,
        time::datetime(py, &record.created_at)?,
        revoked,
    );
    convert::structure(py, "KeyRecord")?.call1(made)
}

pub fn quarantined_object<'py>(py: Python<'py>, message: &Quarantined) -> PyResult<Bound<'py, PyAny>> {
    let made = (time::id(py, &message.id.to_string())?, PyTuple::new(py, &message.problems)?);
    convert::structure(py, "Quarantined")?.call1(made)
}

const SERVER_LIMITS: [&str; 11] = [
    "head_deadline",
    "body_deadline",
    "idle_deadline",
    "write_deadline",
    "stop_deadline",
    "head_bytes",
    "body_bytes",
    "total_body_bytes",
    "connections",
    "handlers",
    "queue",
];

/// The limits of a server, by the names they have in the library.
pub fn read_server_limits(py: Python<'_>, wanted: &Bound<'_, PyAny>) -> PyResult<ServerLimits> {
    let mut limits = ServerLimits::default();
    for (name, value) in arguments::dict("limits", wanted)? {
        let name = arguments::text("limits", &name)?;
        let place = format!("limits[{name:?}]");
        match name.as_str() {
            "head_deadline" => limits.head_deadline = arguments::span(&place, &value)?,
            "body_deadline" => limits.body_deadline = arguments::span(&place, &value)?,
            "idle_deadline" => limits.idle_deadline = arguments::span(&place, &value)?,
            "write_deadline" => limits.write_deadline = arguments::span(&place, &value)?,
            "stop_deadline" => limits.stop_deadline = arguments::span(&place, &value)?,
            "head_bytes" => limits.head_bytes = arguments::whole(&place, &value, 0)?,
            "body_bytes" => limits.body_bytes = arguments::whole(&place, &value, 0)?,
            "total_body_bytes" => limits.total_body_bytes = arguments::whole(&place, &value, 0)?,
            "connections" => limits.connections = arguments::whole(&place, &value, 0)?,
            "handlers" => limits.handlers = arguments::whole(&place, &value, 0)?,
            "queue" => limits.queue = arguments::whole(&place, &value, 0)?,
            other => {
                return Err(Error::invalid(
                    "limits",
                    format!("{other} is not a limit of a server: there are {}", SERVER_LIMITS.join(", ")),
                ))
                .or_raise(py);
            }
        }
    }
    Ok(limits)
}

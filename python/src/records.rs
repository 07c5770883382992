//! What a service keeps besides resources, as Python objects, and settings read from them.

use std::collections::HashMap;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shiptrack::Error;
use shiptrack::limits::Limits;
use shiptrack::server::ServerLimits;
use shiptrack::service::{Done, Quarantined};

use crate::errors::OrRaise;
use crate::{convert, time};

/// The limits of API keys, by bucket.
pub fn read_limits(py: Python<'_>, wanted: &HashMap<String, Option<u32>>) -> PyResult<Limits> {
    let mut limits = Limits { per: Duration::from_secs(60), ..Limits::interface() };
    for (bucket, limit) in wanted {
        match bucket.as_str() {
            "default" => limits.default = *limit,
            "create" => limits.create = *limit,
            "infer" => limits.infer = *limit,
            "refresh" => limits.refresh = *limit,
            other => return Err(Error::invalid("limits", format!("{other} is no bucket"))).or_raise(py),
        }
    }
    Ok(limits)
}

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

/// The limits of a server, by the names they have in the library.
pub fn read_server_limits(py: Python<'_>, wanted: &Bound<'_, PyDict>) -> PyResult<ServerLimits> {
    let mut limits = ServerLimits::default();
    for (name, value) in wanted {
        let name: String = name.extract()?;
        match name.as_str() {
            "head_deadline" => limits.head_deadline = time::span(&value)?,
            "body_deadline" => limits.body_deadline = time::span(&value)?,
            "idle_deadline" => limits.idle_deadline = time::span(&value)?,
            "write_deadline" => limits.write_deadline = time::span(&value)?,
            "stop_deadline" => limits.stop_deadline = time::span(&value)?,
            "head_bytes" => limits.head_bytes = value.extract()?,
            "body_bytes" => limits.body_bytes = value.extract()?,
            "total_body_bytes" => limits.total_body_bytes = value.extract()?,
            "connections" => limits.connections = value.extract()?,
            "handlers" => limits.handlers = value.extract()?,
            "queue" => limits.queue = value.extract()?,
            other => return Err(Error::invalid("limits", format!("{other} is no limit of a server"))).or_raise(py),
        }
    }
    Ok(limits)
}

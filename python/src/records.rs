//! What a service keeps besides resources, as Python objects.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shiptrack::service::{Done, Quarantined, Recorded};
use shiptrack::store::{AccountRecord, AccountSettings};

use crate::{convert, time};

pub fn done_object(py: Python<'_>, done: Done) -> PyResult<Bound<'_, PyAny>> {
    convert::structure(py, "Done")?.call1((done.look_ups, done.deliveries, done.subscriptions))
}

pub fn account_object<'py>(py: Python<'py>, record: &AccountRecord) -> PyResult<Bound<'py, PyAny>> {
    let id = time::id(py, &record.id.to_string())?;
    let AccountSettings { track_numbers_in_mail, record_arrival_notices } = record.settings;
    let created = time::datetime(py, &record.created_at)?;
    let made = (id, &record.name, &record.company_name, created, track_numbers_in_mail, record_arrival_notices);
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

pub fn recorded_object<'py>(py: Python<'py>, recorded: &Recorded) -> PyResult<Bound<'py, PyAny>> {
    let class = convert::structure(py, "RecordedFor")?;
    let mut requests = Vec::new();
    for told in &recorded.requests {
        let shipment = told.shipment.as_ref().map(|id| time::id(py, &id.to_string())).transpose()?;
        requests.push(class.call1((time::id(py, &told.request.to_string())?, shipment, told.new))?);
    }
    let made = (PyTuple::new(py, requests)?, recorded.kept, PyTuple::new(py, &recorded.doubts)?);
    convert::structure(py, "Recorded")?.call1(made)
}

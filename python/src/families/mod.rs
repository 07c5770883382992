//! Calls of families that are written by hand. All others are generated from the description of the interface:
//! `python/shiptrack/_families.py`, which uses the generic call in `operations.rs`.

pub mod documents;
pub mod tracking_requests;
pub mod webhooks;

use pyo3::prelude::*;
use shiptrack::Client;
use shiptrack::Error;
use shiptrack::client::Fetched;
use shiptrack::jsonapi::Resource;

use crate::handle::Handle;
use crate::objects;

fn fetch_one<T: Resource + Send + 'static>(
    py: Python<'_>,
    handle: &Handle,
    work: impl FnOnce(&Client) -> Result<Fetched<T>, Error> + Send + 'static,
) -> PyResult<Py<PyAny>> {
    let fetched = handle.call(py, work)?;
    objects::from_document(py, fetched.into_document())
}

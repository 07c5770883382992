//! The families of resources, each with the verbs of the interface.

mod mail;
mod shipments;
mod tracking_requests;
mod webhooks;

pub use mail::{Documents, EmailSubmissions};
pub use shipments::{Containers, Shipments, ShippingLines};
pub use tracking_requests::TrackingRequests;
pub use webhooks::{WebhookNotifications, Webhooks};

use pyo3::prelude::*;
use shiptrack::Client;
use shiptrack::Error;
use shiptrack::client::Fetched;
use shiptrack::jsonapi::Resource;

use crate::client::Handle;
use crate::resource::PyResource;

/// Makes a call whose answer is one resource.
fn one<T: Resource + Send + 'static>(
    py: Python<'_>,
    handle: &Handle,
    work: impl FnOnce(&Client) -> Result<Fetched<T>, Error> + Send + 'static,
) -> PyResult<Py<PyAny>> {
    let fetched = handle.call(py, work)?;
    PyResource::of_document(py, fetched.into_document())
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<TrackingRequests>()?;
    module.add_class::<Shipments>()?;
    module.add_class::<Containers>()?;
    module.add_class::<ShippingLines>()?;
    module.add_class::<EmailSubmissions>()?;
    module.add_class::<Documents>()?;
    module.add_class::<Webhooks>()?;
    module.add_class::<WebhookNotifications>()
}

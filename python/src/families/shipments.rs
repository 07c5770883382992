//! Shipments, containers and ocean carriers.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shiptrack::Client;
use shiptrack::client::ShipmentUpdate;
use shiptrack::resources::{ContainerId, ShipmentId, ShippingLineId};

use super::one;
use crate::arguments::{self, texts};
use crate::classes::Kind;
use crate::client::Handle;
use crate::listing::PyListing;
use crate::options::ListOptions;

/// Reading shipments, and following them or not.
#[pyclass(frozen, module = "shiptrack")]
pub struct Shipments {
    pub handle: Handle,
}

#[pymethods]
impl Shipments {
    /// Reads one, and with it the resources that ``include`` names (``containers``, ``port_of_lading`` …).
    #[pyo3(signature = (id, *, include=None))]
    fn get(&self, py: Python<'_>, id: &Bound<'_, PyAny>, include: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let id = ShipmentId::new(&arguments::id(id, "shipment")?);
        let include = include.map(|paths| texts("include", paths)).transpose()?;
        one(py, &self.handle, move |client| match include {
            Some(include) => client.shipments().get_including(&id, include),
            None => client.shipments().get(&id),
        })
    }

    /// Lists them, newest first: all, those with this number, those that are followed or not.
    #[pyo3(signature = (*, number=None, tracking_stopped=None, **options))]
    fn list(
        &self,
        number: Option<&Bound<'_, PyAny>>,
        tracking_stopped: Option<bool>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyListing> {
        let number = number.map(|number| arguments::text("number", number)).transpose()?;
        let (options, progress) = ListOptions::read(options)?;
        let most = options.most();
        let begin = move |client: &Client| {
            let mut list = client.shipments().list();
            if let Some(number) = &number {
                list = list.number(number);
            }
            if let Some(stopped) = tracking_stopped {
                list = list.tracking_stopped(stopped);
            }
            Ok(options.apply(list))
        };
        Ok(PyListing::new(self.handle.clone(), Kind::named("shipment"), progress, most, begin))
    }

    /// Changes the customer's own references and labels. Lists are replaced; what is not named stays.
    #[pyo3(signature = (id, *, ref_numbers=None, tags=None, **unknown))]
    fn update(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        ref_numbers: Option<&Bound<'_, PyAny>>,
        tags: Option<&Bound<'_, PyAny>>,
        unknown: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        arguments::none_unknown("update()", unknown, &["ref_numbers", "tags"])?;
        let id = ShipmentId::new(&arguments::id(id, "shipment")?);
        let mut changes = ShipmentUpdate::new();
        if let Some(numbers) = ref_numbers {
            changes = changes.ref_numbers(texts("ref_numbers", numbers)?);
        }
        if let Some(tags) = tags {
            changes = changes.tags(texts("tags", tags)?);
        }
        one(py, &self.handle, move |client| client.shipments().update(&id, changes))
    }

    /// Stops following a shipment and all its containers.
    fn stop_tracking(&self, py: Python<'_>, id: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let id = ShipmentId::new(&arguments::id(id, "shipment")?);
        one(py, &self.handle, move |client| client.shipments().stop_tracking(&id))
    }

    /// Follows a shipment again that was stopped.
    fn resume_tracking(&self, py: Python<'_>, id: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let id = ShipmentId::new(&arguments::id(id, "shipment")?);
        one(py, &self.handle, move |client| client.shipments().resume_tracking(&id))
    }

    fn __repr__(&self) -> &'static str {
        "<Shipments>"
    }
}

/// Reading containers, and what happened to them.
#[pyclass(frozen, module = "shiptrack")]
pub struct Containers {
    pub handle: Handle,
}

#[pymethods]
impl Containers {
    /// Reads one, and with it the resources that ``include`` names (``shipment``, ``pod_terminal`` …).
    #[pyo3(signature = (id, *, include=None))]
    fn get(&self, py: Python<'_>, id: &Bound<'_, PyAny>, include: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let id = ContainerId::new(&arguments::id(id, "container")?);
        let include = include.map(|paths| texts("include", paths)).transpose()?;
        one(py, &self.handle, move |client| match include {
            Some(include) => client.containers().get_including(&id, include),
            None => client.containers().get(&id),
        })
    }

    /// Lists them, newest first.
    #[pyo3(signature = (**options))]
    fn list(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyListing> {
        let (options, progress) = ListOptions::read(options)?;
        let most = options.most();
        let begin = move |client: &Client| Ok(options.apply(client.containers().list()));
        Ok(PyListing::new(self.handle.clone(), Kind::named("container"), progress, most, begin))
    }

    /// What happened to a container, and what is expected to, in no order of time: ``in_order()`` of the listing has it.
    #[pyo3(signature = (id, **options))]
    fn transport_events(&self, id: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyListing> {
        let id = ContainerId::new(&arguments::id(id, "container")?);
        let (options, progress) = ListOptions::read(options)?;
        let most = options.most();
        let begin = move |client: &Client| Ok(options.apply(client.containers().transport_events(&id)));
        Ok(PyListing::new(self.handle.clone(), Kind::named("transport_event"), progress, most, begin))
    }

    /// All containers with what an analyst asks for first: status, arrival, delay, last free day, ports and vessel, a row each.
    ///
    /// It takes what :meth:`list` takes, but ``include``. The columns are those of
    /// :class:`~shiptrack.tables.ContainerRow`.
    #[pyo3(signature = (**options))]
    fn table<'py>(slf: &Bound<'py, Self>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack.tables")?.call_method1("fetch", (slf, options))
    }

    /// The picture of a container's journey.
    #[pyo3(signature = (id, *, now=None))]
    fn timeline<'py>(
        slf: &Bound<'py, Self>,
        id: &Bound<'py, PyAny>,
        now: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack.timeline")?.call_method1("fetch", (slf, id, now))
    }

    fn __repr__(&self) -> &'static str {
        "<Containers>"
    }
}

/// Reading the carriers whose numbers can be tracked.
#[pyclass(frozen, module = "shiptrack")]
pub struct ShippingLines {
    pub handle: Handle,
}

#[pymethods]
impl ShippingLines {
    /// Reads one. Its id is its code: ``get("MAEU")``.
    fn get(&self, py: Python<'_>, id: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let id = ShippingLineId::new(&arguments::id(id, "shipping_line")?);
        one(py, &self.handle, move |client| client.shipping_lines().get(&id))
    }

    /// Lists all of them, in one page.
    #[pyo3(signature = (**options))]
    fn list(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyListing> {
        let (options, progress) = ListOptions::read(options)?;
        let most = options.most();
        let begin = move |client: &Client| Ok(options.apply(client.shipping_lines().list()));
        Ok(PyListing::new(self.handle.clone(), Kind::named("shipping_line"), progress, most, begin))
    }

    fn __repr__(&self) -> &'static str {
        "<ShippingLines>"
    }
}

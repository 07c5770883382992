//! Journeys of containers: events in order, steps, arrivals and table rows. The core computes them; this module
//! converts.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use shiptrack::ids::Id;
use shiptrack::jsonapi::{Resource, ToOne, View};
use shiptrack::resources::{Container, ContainerId, Shipment, Timestamp, TransportEvent};
use shiptrack::tracking::{self, ContainerRow, Journey, JourneyEvent, Step, TrackingState};
use shiptrack::{Error, ErrorKind};

use crate::arguments;
use crate::errors::OrRaise;
use crate::resource::PyResource;
use crate::time;

type Item<'py> = Bound<'py, PyResource>;

struct EventItem<'py>(TransportEvent, Item<'py>);

impl Borrow<TransportEvent> for EventItem<'_> {
    fn borrow(&self) -> &TransportEvent {
        &self.0
    }
}

/// Sorts resources by time: events by when they happened (dates and moments mixed), others by when they were created.
#[pyfunction]
#[pyo3(signature = (resources, /))]
pub fn _in_order<'py>(py: Python<'py>, resources: Vec<Item<'py>>) -> PyResult<Vec<Item<'py>>> {
    if resources.iter().all(|item| item.get().kind().name == TransportEvent::TYPE) {
        let placed = resources.into_iter().map(|item| Ok(EventItem(read(py, &item)?, item)));
        let placed = placed.collect::<PyResult<Vec<_>>>()?;
        return Ok(tracking::in_order(placed).into_iter().map(|EventItem(_, item)| item).collect());
    }
    let mut resources = resources;
    resources.sort_by_cached_key(|item| sort_key(item.get()));
    Ok(resources)
}

/// When an event happened, or when another resource was created.
pub fn time_of(resource: &PyResource) -> Option<Timestamp> {
    let name = if resource.kind().name == TransportEvent::TYPE { "timestamp" } else { "created_at" };
    let known = resource.kind().names().contains(&name).then(|| resource.view().attribute(name)).flatten();
    known?.as_str().map(|text| Timestamp::new(text.as_ref()))
}

/// The moment, the rank of the milestone in a usual journey, and the id.
pub fn sort_key(resource: &PyResource) -> (DateTime<Utc>, usize, String) {
    let moment = time_of(resource).and_then(|at| at.comparable_instant());
    let event = resource.view().attribute("event").and_then(|event| event.as_str());
    (moment.unwrap_or(LAST), tracking::milestone_rank(&event.unwrap_or_default()), id_of(resource.view()))
}

/// The end of Python's calendar: sorts resources without a time last.
const LAST: DateTime<Utc> = match NaiveDate::from_ymd_opt(9999, 12, 31) {
    Some(day) => match day.and_hms_micro_opt(23, 59, 59, 999_999) {
        Some(last) => last.and_utc(),
        None => DateTime::<Utc>::MAX_UTC,
    },
    None => DateTime::<Utc>::MAX_UTC,
};

/// Returns a milestone in words, for its name or the name of its event.
#[pyfunction]
#[pyo3(signature = (event, /))]
pub fn _milestone_label(event: &str) -> String {
    tracking::milestone_label(event).into_owned()
}

/// Returns the day of a moment in a time zone.
#[pyfunction]
#[pyo3(signature = (moment, zone, /))]
pub fn _local_day<'py>(moment: &Bound<'py, PyAny>, zone: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let py = moment.py();
    if time::time_text(moment)?.is_none() {
        return Ok(py.None().into_bound(py));
    }
    // Written with the moment's own offset, which decides if the zone is unknown.
    let text: String = moment.call_method0("isoformat")?.extract()?;
    match Timestamp::new(text).day_at_place(&time::zones(zone)) {
        Some(day) => time::date(py, day),
        None => Ok(py.None().into_bound(py)),
    }
}

/// Parses the whole resource.
fn read<T: Resource>(py: Python<'_>, item: &Item<'_>) -> PyResult<T> {
    item.get().view().read().or_raise(py)
}

/// The same text as `str()` of the id in Python.
fn id_text<T>(id: &Id<T>) -> String {
    id.uuid().map_or_else(|| id.to_string(), |uuid| uuid.to_string())
}

fn id_of(view: View<'_>) -> String {
    id_text(&Id::<()>::new(&view.id()))
}

fn included<'p>(resource: &'p PyResource, link: &ToOne) -> Option<View<'p>> {
    let id = link.get()?;
    resource.page().find_included(&id.kind, &id.id.to_string())
}

fn included_events(resource: &PyResource, container: &Container) -> Vec<JourneyEvent> {
    JourneyEvent::included(container, |id| resource.page().find_included(&id.kind, &id.id.to_string()))
}

/// Returns the steps of a journey, each with the values of a `Step`, and the vessel that arrives at the port of
/// discharge.
#[pyfunction]
#[pyo3(signature = (container, events, shipment, now, /))]
pub fn _steps<'py>(
    py: Python<'py>,
    container: Item<'py>,
    events: Vec<Item<'py>>,
    shipment: Option<Item<'py>>,
    now: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyList>, Option<String>)> {
    let now = arguments::moment("now", now)?;
    let container: Container = read(py, &container)?;
    let shipment: Option<Shipment> = shipment.map(|shipment| read(py, &shipment)).transpose()?;
    let events = events.iter().map(|item| {
        let page = item.get().page();
        Ok(JourneyEvent::new(read(py, item)?, |id| page.find_included(&id.kind, &id.id.to_string())))
    });
    let events = events.collect::<PyResult<Vec<_>>>()?;
    let journey = Journey::new(&container).with_events(&events).with_shipment(shipment.as_ref());
    let steps = journey.steps(now).into_iter().map(|step| step_object(py, step)).collect::<PyResult<Vec<_>>>()?;
    Ok((PyList::new(py, steps)?, journey.arrival().vessel))
}

fn step_object(py: Python<'_>, step: Step) -> PyResult<Bound<'_, PyTuple>> {
    let voyage = step.voyage.map(|voyage| format!("voyage {voyage}"));
    let vessel: Vec<String> = step.vessel.into_iter().chain(voyage).collect();
    let at = step.at.map(|at| time::at_place(py, at.as_str(), &time::zones(step.timezone.as_deref()))).transpose()?;
    let late = step.late.map(|late| time::timedelta(py, late)).transpose()?;
    let vessel = (!vessel.is_empty()).then(|| vessel.join(", "));
    let terminal = step.terminal;
    (step.name, at, step.place, step.place_name, vessel, terminal, step.happened, step.passed, late).into_pyobject(py)
}

/// Returns the arrival of a container according to what its document includes: vessel, expected arrival in local time
/// of the port, and tracking state.
#[pyfunction]
#[pyo3(signature = (container, /))]
pub fn _arrival<'py>(py: Python<'py>, container: Item<'py>) -> PyResult<Bound<'py, PyTuple>> {
    let resource = container.get();
    let container: Container = read(py, &container)?;
    let shipment = included(resource, &container.shipment).and_then(|view| view.read::<Shipment>().ok());
    let events = included_events(resource, &container);
    let arrival = Journey::new(&container).with_events(&events).with_shipment(shipment.as_ref()).arrival();
    let zones = time::zones(container.pod_timezone.as_deref());
    let eta = arrival.eta.map(|eta| time::at_place(py, eta.as_str(), &zones)).transpose()?;
    (arrival.vessel, eta, arrival.tracking.as_ref().map(TrackingState::as_str)).into_pyobject(py)
}

/// Table rows of containers, collected page by page.
#[pyclass(frozen, module = "shiptrack._native", name = "_ContainerRows")]
pub struct PyContainerRows {
    rows: Mutex<Rows>,
}

/// The rows in the order of their containers, and where each container is.
#[derive(Default)]
struct Rows {
    rows: Vec<ContainerRow>,
    places: HashMap<ContainerId, usize>,
}

#[pymethods]
impl PyContainerRows {
    #[new]
    fn new() -> Self {
        PyContainerRows { rows: Mutex::default() }
    }

    /// Adds the containers of one page, with the shipments that the page includes. A container that was added before
    /// keeps its place and gets the new data.
    fn add(&self, py: Python<'_>, containers: Vec<Item<'_>>) -> PyResult<()> {
        let mut shipments: HashMap<String, Option<Arc<Shipment>>> = HashMap::new();
        for item in &containers {
            let resource = item.get();
            let container: Container = read(py, item)?;
            let shipment = match included(resource, &container.shipment) {
                Some(view) => {
                    let shipment = shipments.entry(id_of(view));
                    shipment.or_insert_with(|| view.read().ok().map(Arc::new)).clone()
                }
                None => None,
            };
            self.push(resource, &container, shipment.as_deref());
        }
        Ok(())
    }

    /// Adds one container with its shipment, if that is known.
    fn add_one(&self, py: Python<'_>, container: &Item<'_>, shipment: Option<Item<'_>>) -> PyResult<()> {
        let shipment: Option<Shipment> = shipment.map(|shipment| read(py, &shipment)).transpose()?;
        self.push(container.get(), &read(py, container)?, shipment.as_ref());
        Ok(())
    }

    /// Returns all rows, each with the values of a `ContainerRow`. With `related`, a callable that returns the ids of
    /// shipments on the same voyage as a shipment, duplicate rows of containers that are tracked twice are left out.
    fn finish<'py>(&self, py: Python<'py>, related: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyList>> {
        let mut rows = std::mem::take(&mut *self.rows.lock().unwrap_or_else(PoisonError::into_inner)).rows;
        tracking::clear_shared_first_eta(&mut rows);
        if let Some(related) = related {
            let mut raised = None;
            let kept = tracking::remove_duplicate_rows(rows, |shipment| {
                let ids = related.call1((shipment.to_string(),)).and_then(|ids| ids.extract::<Vec<String>>());
                let ids = ids.map_err(|problem| {
                    raised = Some(problem);
                    Error::new(ErrorKind::Internal, "the callable `related` raised an exception")
                })?;
                Ok(ids.iter().map(|id| id.as_str().into()).collect())
            });
            rows = match raised {
                Some(problem) => return Err(problem),
                None => kept.or_raise(py)?,
            };
        }
        PyList::new(py, rows.into_iter().map(|row| row_object(py, row)).collect::<PyResult<Vec<_>>>()?)
    }
}

impl PyContainerRows {
    fn push(&self, resource: &PyResource, container: &Container, shipment: Option<&Shipment>) {
        let events = included_events(resource, container);
        let terminal =
            included(resource, &container.pod_terminal).and_then(|terminal| terminal.attribute("name")?.as_str());
        let journey = Journey::new(container).with_events(&events).with_shipment(shipment);
        let row = journey.with_terminal_name(terminal.as_deref()).row();
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let Rows { rows, places } = &mut *rows;
        let place = *places.entry(row.id.clone()).or_insert(rows.len());
        match rows.get_mut(place) {
            Some(known) => *known = row,
            None => rows.push(row),
        }
    }
}

fn row_object(py: Python<'_>, row: ContainerRow) -> PyResult<Bound<'_, PyTuple>> {
    let moment = |at: Option<DateTime<Utc>>| at.map(|at| time::datetime(py, &at)).transpose();
    let clock = |at: Option<NaiveDateTime>| at.map(|at| time::naive(py, at)).transpose();
    let values = [
        row.number.into_bound_py_any(py)?,
        row.status.as_str().into_bound_py_any(py)?,
        row.tracking.as_ref().map(TrackingState::as_str).into_bound_py_any(py)?,
        row.bill_of_lading.into_bound_py_any(py)?,
        row.line.into_bound_py_any(py)?,
        row.port_of_lading.into_bound_py_any(py)?,
        row.port_of_lading_name.into_bound_py_any(py)?,
        row.port_of_discharge.into_bound_py_any(py)?,
        row.port_of_discharge_name.into_bound_py_any(py)?,
        row.destination.into_bound_py_any(py)?,
        row.destination_name.into_bound_py_any(py)?,
        row.vessel.into_bound_py_any(py)?,
        row.voyage.into_bound_py_any(py)?,
        row.terminal.into_bound_py_any(py)?,
        moment(row.eta)?.into_bound_py_any(py)?,
        clock(row.eta_local)?.into_bound_py_any(py)?,
        moment(row.first_eta)?.into_bound_py_any(py)?,
        moment(row.arrived)?.into_bound_py_any(py)?,
        clock(row.arrived_local)?.into_bound_py_any(py)?,
        row.delay_days.into_bound_py_any(py)?,
        row.last_free_day.map(|day| time::date(py, day)).transpose()?.into_bound_py_any(py)?,
        row.last_free_day_source.into_bound_py_any(py)?,
        id_text(&row.id).into_bound_py_any(py)?,
        row.shipment_id.as_ref().map(id_text).into_bound_py_any(py)?,
    ];
    PyTuple::new(py, values)
}

#[pymethods]
impl PyResource {
    /// The time as a ``datetime`` that can be compared with any other: when an event happened, or when another resource
    /// was created.
    ///
    /// A date without a time counts as noon UTC. ``None`` if no time is known.
    #[getter]
    fn instant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        time_of(self).map(|at| time::instant(py, &at)).transpose()
    }

    /// A sort key for any resources: ``sorted(resources, key=lambda resource: resource.sort_key)``.
    ///
    /// Sorts by ``instant``, at equal times by the usual order of milestones, and resources without a time last. If
    /// some events have a date and others a moment, the order is approximate, because a date counts as noon UTC.
    /// :meth:`Listing.in_order` and :func:`shiptrack.timeline.in_order` are exact.
    #[getter]
    fn sort_key<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, usize, String)> {
        let (moment, rank, id) = sort_key(self);
        Ok((time::datetime(py, &moment)?, rank, id))
    }
}

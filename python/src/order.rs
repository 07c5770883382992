//! Events in the order they happened.

use std::borrow::Borrow;

use pyo3::prelude::*;
use shiptrack::resources::{EventName, Timestamp, TransportEvent};
use shiptrack::tracking;

/// An event, and as much of it as says when it was.
struct Placed<'py> {
    told: TransportEvent,
    object: Bound<'py, PyAny>,
}

impl Borrow<TransportEvent> for Placed<'_> {
    fn borrow(&self) -> &TransportEvent {
        &self.told
    }
}

impl<'py> Placed<'py> {
    fn of(object: Bound<'py, PyAny>) -> PyResult<Self> {
        let text = |name: &str| -> PyResult<Option<String>> {
            let value = object.call_method1("raw", (name,))?;
            Ok(value.extract().ok())
        };
        let told = TransportEvent {
            id: object.getattr("id")?.str()?.to_string().into(),
            event: EventName::parse(&text("event")?.unwrap_or_default()),
            timestamp: text("timestamp")?.map(Timestamp::from),
            timezone: text("timezone")?,
            ..TransportEvent::default()
        };
        Ok(Placed { told, object })
    }
}

/// The events of a container in order.
#[pyfunction]
#[pyo3(signature = (events, /))]
pub fn _in_order<'py>(events: Vec<Bound<'py, PyAny>>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let placed = events.into_iter().map(Placed::of).collect::<PyResult<Vec<_>>>()?;
    Ok(tracking::in_order(placed).into_iter().map(|placed| placed.object).collect())
}

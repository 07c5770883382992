//! The Python face of shiptrack: conversions and nothing else. What a person writes against is `python/shiptrack/`.

#![forbid(unsafe_code)]

mod access;
mod arguments;
mod calls;
mod classes;
mod client;
mod clock;
mod convert;
mod edi_folder;
mod errors;
mod events;
mod facts;
mod families;
mod hosted;
mod journey;
mod json;
mod listing;
mod named;
mod numbers;
mod open;
mod operations;
mod options;
mod page;
mod pages;
mod plugins;
mod policies;
mod progress;
mod push;
mod resource;
mod server;
mod service;
mod simulator;
mod table;
mod time;
mod types;
mod watch;
mod webhooks;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shiptrack::error::ErrorKind;
use shiptrack::resources::EventName;

/// What an answer of this status and body says is wrong: the exception a client raises.
#[pyfunction]
#[pyo3(signature = (status, body, retry_after=None))]
fn read_error<'py>(
    py: Python<'py>,
    status: &Bound<'py, PyAny>,
    body: &Bound<'py, PyAny>,
    retry_after: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let pause = retry_after.map(|pause| arguments::span("retry_after", pause)).transpose()?;
    let (status, body) = (arguments::whole("status", status, 0)?, arguments::bytes("body", body)?);
    errors::exception(py, &shiptrack::Error::from_answer(status, pause, &body))
}

#[pymodule(name = "_native", gil_used = true)]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ERROR_KINDS", PyTuple::new(py, ErrorKind::ALL.map(ErrorKind::code))?)?;
    let events = PyDict::new(py);
    for event in EventName::ALL {
        events.set_item(event.as_str(), event.description())?;
    }
    module.add("EVENTS", events)?;
    classes::add_to(module)?;
    families::add_to(module)?;
    numbers::add_to(module)?;
    module.add_class::<page::PyPage>()?;
    module.add_class::<listing::PyListing>()?;
    module.add_class::<listing::PyPages>()?;
    module.add_class::<listing::PyItems>()?;
    module.add_class::<client::PyClient>()?;
    module.add_class::<client::PyResponse>()?;
    module.add_class::<hosted::PyHostedAccount>()?;
    module.add_class::<clock::PyManualClock>()?;
    module.add_class::<clock::PyCancel>()?;
    module.add_class::<service::PyService>()?;
    module.add_class::<events::PyEvents>()?;
    module.add_class::<edi_folder::PyEdiFolder>()?;
    module.add_class::<server::PyServer>()?;
    module.add_class::<simulator::PySimulation>()?;
    module.add_function(wrap_pyfunction!(read_error, module)?)?;
    module.add_function(wrap_pyfunction!(table::_columns, module)?)?;
    module.add_class::<journey::PyContainerRows>()?;
    module.add_function(wrap_pyfunction!(journey::_in_order, module)?)?;
    module.add_function(wrap_pyfunction!(journey::_steps, module)?)?;
    module.add_function(wrap_pyfunction!(journey::_arrival, module)?)?;
    module.add_function(wrap_pyfunction!(journey::_milestone_label, module)?)?;
    module.add_function(wrap_pyfunction!(journey::_local_day, module)?)?;
    module.add_function(wrap_pyfunction!(time::_at_place, module)?)?;
    module.add_function(wrap_pyfunction!(facts::_doubts, module)?)?;
    module.add_function(wrap_pyfunction!(facts::_key, module)?)?;
    module.add_function(wrap_pyfunction!(facts::_is_edi, module)?)?;
    module.add_function(wrap_pyfunction!(facts::_read, module)?)?;
    module.add_function(wrap_pyfunction!(facts::_voyage, module)?)?;
    module.add_function(wrap_pyfunction!(pages::_pages, module)?)?;
    module.add_function(wrap_pyfunction!(access::_profiles, module)?)?;
    module.add_function(wrap_pyfunction!(access::_check, module)?)?;
    module.add_function(wrap_pyfunction!(access::_replay, module)?)?;
    module.add_function(wrap_pyfunction!(webhooks::sign, module)?)?;
    module.add_function(wrap_pyfunction!(webhooks::verify, module)?)?;
    module.add_function(wrap_pyfunction!(webhooks::parse_notification, module)?)
}

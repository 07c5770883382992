//! The native module of the Python package. It only converts between Python and the core; the public package is
//! `python/shiptrack/`.

#![forbid(unsafe_code)]

mod access;
mod activity;
mod arguments;
mod call_log;
mod calls;
mod carrier_check;
mod classes;
mod client;
mod clock;
mod convert;
mod converters;
mod edi_folder;
mod errors;
mod events;
mod exit;
mod facts;
mod families;
mod handle;
mod hosted;
mod journey;
mod json;
mod json_arguments;
mod kind;
mod listing;
mod numbers;
mod objects;
mod open_files;
mod open_service;
mod operations;
mod options;
mod page;
mod pages;
mod plugins;
mod policies;
mod progress;
mod push;
mod python_carrier;
mod python_extractor;
mod reader;
mod resource;
mod server;
mod server_slot;
mod service;
mod simulator;
mod table;
mod time;
mod types;
mod webhooks;

use std::sync::OnceLock;
use std::thread;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// Returns the exception that a client raises for an HTTP answer with this status and body. ``retry_after`` is the
/// pause from the ``Retry-After`` header, in seconds.
#[pyfunction]
#[pyo3(signature = (status, body, retry_after=None))]
fn read_error<'py>(
    py: Python<'py>,
    status: &Bound<'py, PyAny>,
    body: &Bound<'py, PyAny>,
    retry_after: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let pause = retry_after.map(|pause| arguments::duration("retry_after", pause)).transpose()?;
    let (status, body) = (arguments::whole("status", status, 0)?, arguments::bytes("body", body)?);
    errors::exception(py, &shiptrack::Error::from_answer(status, pause, &body))
}

/// Fails in an interpreter that is not the main one of this process, because threads of the library call Python in the main one; also in
/// a later main interpreter, because classes of the package that the native module keeps belong to the first one.
fn require_main_interpreter(py: Python<'_>) -> PyResult<()> {
    /// The address of `sys.modules`, which each interpreter has.
    static FIRST: OnceLock<usize> = OnceLock::new();
    let modules = |py: Python<'_>| -> PyResult<usize> { Ok(py.import("sys")?.getattr("modules")?.as_ptr() as usize) };
    let own = modules(py)?;
    // Without another thread this cannot be found out.
    let of_threads = py.detach(|| thread::Builder::new().spawn(move || Python::attach(modules)).ok()?.join().ok());
    if of_threads.transpose()?.is_none_or(|main| main == own) && *FIRST.get_or_init(|| own) == own {
        return Ok(());
    }
    Err(PyImportError::new_err(
        "shiptrack works in the main interpreter of a process only, and this is another one; with mod_wsgi, set \
         WSGIApplicationGroup %{GLOBAL}",
    ))
}

#[pymodule(gil_used = true)]
mod _native {
    use pyo3::prelude::*;
    use pyo3::types::{PyDict, PyTuple};
    use shiptrack::error::ErrorKind;
    use shiptrack::resources::EventName;

    #[pymodule_export]
    use crate::{
        carrier_check::{_check, _profiles, _replay},
        client::{PyClient, PyResponse},
        clock::{PyCancel, PyManualClock},
        edi_folder::PyEdiFolder,
        events::PyEvents,
        exit::{_after_fork_in_child, _after_fork_in_parent, _before_fork, _end_calls},
        facts::{_doubts, _is_edi, _key, _read, _voyage},
        families::documents::Documents,
        families::tracking_requests::{PyWaiting, TrackingRequests},
        families::webhooks::Webhooks,
        hosted::PyHostedAccount,
        journey::{_arrival, _in_order, _local_day, _milestone_label, _steps, PyContainerRows},
        listing::{PyItems, PyListing, PyPages},
        numbers::{
            PyBillOfLading, PyBookingNumber, PyContainerNumber, PyImo, PyScac, PyTrackingNumber, PyUnLocode,
            infer_number,
        },
        operations::PyFamily,
        page::PyPage,
        pages::_pages,
        read_error,
        reader::serve_reader,
        server::PyServer,
        service::PyService,
        simulator::PySimulation,
        table::_columns,
        time::_at_place,
        webhooks::{parse_notification, sign, verify},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        crate::require_main_interpreter(py)?;
        crate::exit::begin();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("ERROR_KINDS", PyTuple::new(py, ErrorKind::ALL.map(ErrorKind::code))?)?;
        let events = PyDict::new(py);
        for event in EventName::ALL {
            events.set_item(event.as_str(), event.description())?;
        }
        module.add("EVENTS", events)?;
        crate::objects::add_to(module)
    }
}

//! Opening and closing a service.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use shiptrack::clock::CancelToken;
use shiptrack::decoders::edi::Senders;
use shiptrack::service::ServiceBuilder;
use shiptrack::{Error, ErrorKind, Service};

use super::PyService;
use crate::access::{AccessSettings, Keywords};
use crate::activity::ActivityForwarder;
use crate::calls::{self, Slot};
use crate::clock::PyManualClock;
use crate::errors::OrRaise;
use crate::open_files::Found;
use crate::open_service::{FILES, OpenService, Settings, resolved};
use crate::plugins::{NewPlugins, PluginSlot, Plugins};
use crate::python_carrier::{self, PyCarrier};
use crate::python_extractor::PyExtractor;
use crate::{access, arguments, converters, json_arguments, policies, reader};

#[pymethods]
impl PyService {
    #[new]
    #[pyo3(signature = (path=None, *, worker=None, threads=None, clock=None, carriers=None, carrier_names=None, any_carrier=None,
        extractors=None, allow_loopback=false, allow_networks=None, webhook_ips=None, limits=None, look_up_timeout=None, lifecycle=None,
        following=None, delivery=None, pace=None, paces=None, mail_limits=None, recording=None, documents=None,
        storage=None, on_activity=None, profiles=None, credentials=None, shared_credentials=None, carrier_proxy=None, carrier_ca_file=None,
        carrier_public_only=None, carrier_networks=None, edi_senders=None, store_key=None, reader_command=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        path: Option<&Bound<'_, PyAny>>,
        worker: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = converters::clock)] clock: Option<Py<PyManualClock>>,
        carriers: Option<&Bound<'_, PyAny>>,
        carrier_names: Option<&Bound<'_, PyAny>>,
        any_carrier: Option<&Bound<'_, PyAny>>,
        extractors: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = converters::allow_loopback)] allow_loopback: bool,
        allow_networks: Option<&Bound<'_, PyAny>>,
        webhook_ips: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
        look_up_timeout: Option<&Bound<'_, PyAny>>,
        lifecycle: Option<&Bound<'_, PyAny>>,
        following: Option<&Bound<'_, PyAny>>,
        delivery: Option<&Bound<'_, PyAny>>,
        pace: Option<&Bound<'_, PyAny>>,
        paces: Option<&Bound<'_, PyAny>>,
        mail_limits: Option<&Bound<'_, PyAny>>,
        recording: Option<&Bound<'_, PyAny>>,
        documents: Option<&Bound<'_, PyAny>>,
        storage: Option<&Bound<'_, PyAny>>,
        on_activity: Option<&Bound<'_, PyAny>>,
        profiles: Option<&Bound<'_, PyAny>>,
        credentials: Option<&Bound<'_, PyAny>>,
        shared_credentials: Option<&Bound<'_, PyAny>>,
        carrier_proxy: Option<&Bound<'_, PyAny>>,
        carrier_ca_file: Option<&Bound<'_, PyAny>>,
        carrier_public_only: Option<&Bound<'_, PyAny>>,
        carrier_networks: Option<&Bound<'_, PyAny>>,
        edi_senders: Option<&Bound<'_, PyAny>>,
        store_key: Option<&Bound<'_, PyAny>>,
        reader_command: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        py.import("shiptrack._later_imports")?.call_method0("load")?;
        let worker = worker.map(|worker| arguments::flag("worker", worker)).transpose()?;
        let threads = threads.map(arguments::threads).transpose()?;
        let given = read_plugins(carriers, any_carrier, extractors, on_activity)?;
        let keywords = [
            ("limits", limits),
            ("look_up_timeout", look_up_timeout),
            ("lifecycle", lifecycle),
            ("following", following),
            ("delivery", delivery),
            ("pace", pace),
            ("paces", paces),
            ("mail_limits", mail_limits),
            ("recording", recording),
            ("documents", documents),
            ("storage", storage),
        ];
        let settings = Settings {
            allow_loopback,
            allow_networks: allow_networks.map(|texts| arguments::texts("allow_networks", texts)).transpose()?,
            webhook_ips: webhook_ips.map(|texts| arguments::texts("webhook_ips", texts)).transpose()?,
            reader_command: reader_command.map(|command| reader::command("reader_command", command)).transpose()?,
            access: AccessSettings::read(
                py,
                &Keywords {
                    profiles,
                    credentials,
                    shared_credentials,
                    proxy: carrier_proxy,
                    ca_file: carrier_ca_file,
                    public_only: carrier_public_only,
                    networks: carrier_networks,
                },
            )?,
            store_key: Mutex::new(store_key.map(|key| access::store_key("store_key", key)).transpose()?),
            edi_senders: edi_senders.map(senders).transpose()?,
            carrier_names: carrier_names.map(names_by_code).transpose()?,
            policies: policies::policies(&keywords)?,
            given: keywords.iter().filter(|(_, value)| value.is_some()).map(|(name, _)| *name).collect(),
        };
        let path = path.map(|path| file(py, path)).transpose()?.filter(|path| path.as_os_str() != ":memory:");
        let path = path.map(|path| std::path::absolute(resolved(&path))).transpose()?;
        let turn = match &path {
            None => None,
            Some(path) => match find_or_begin(py, path)? {
                Found::Closed(turn) => Some(turn),
                Found::Open(open) => {
                    open.check_reopening(py, &given, &settings, clock.as_ref(), (worker, threads))?;
                    open.plugins.replace(given);
                    return Ok(PyService { open });
                }
            },
        };
        reader::set_default(py)?;
        let on_activity = PluginSlot::new(given.on_activity.unwrap_or_else(|| py.None()));
        let mut builder = ServiceBuilder::new().observer(ActivityForwarder(on_activity.clone()));
        if let Some(clock) = &clock {
            builder = builder.clock(clock.get().clock.clone());
        }
        let mut places = HashMap::new();
        for (scac, carrier) in given.carriers {
            let place = PluginSlot::new(carrier);
            builder = builder.carrier(&scac, PyCarrier(place.clone())).or_raise(py)?;
            places.insert(scac.to_ascii_uppercase(), place);
        }
        let any_carrier = given.any_carrier.map(PluginSlot::new);
        if let Some(place) = &any_carrier {
            builder = builder.any_carrier(PyCarrier(place.clone()));
        }
        let extractors: Vec<_> = given.extractors.into_iter().flatten().map(PluginSlot::new).collect();
        for place in &extractors {
            builder = builder.extractor(PyExtractor(place.clone()));
        }
        builder = settings.apply(builder).or_raise(py)?;
        let (file, cancel) = (path.clone(), CancelToken::new());
        let builder = builder.cancel_opening(cancel.clone());
        let opened = calls::run_on_helper(py, &cancel, move || match file {
            Some(file) => builder.open(file),
            None => builder.in_memory(),
        })?;
        let manual = clock.is_some();
        let plugins = Plugins { carriers: places, any_carrier, extractors, on_activity, on_wake: OnceLock::new() };
        let service = Slot::new("service", opened);
        let open = Arc::new(OpenService::new(service, path, clock, plugins, settings));
        let service = PyService { open };
        service.start_worker_unless_off(
            py,
            worker.unwrap_or(true) && !manual,
            threads.unwrap_or(Service::WORKER_THREADS),
        )?;
        // Only now, because another thread may close a service that it finds.
        if let Some(turn) = turn {
            turn.opened(&service.open);
        }
        Ok(service)
    }

    /// The file of the service as a ``pathlib.Path``; ``None`` if it is in memory.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.open.path.clone()
    }

    /// Stops servers and workers, and closes the file.
    ///
    /// Every later call raises :class:`~shiptrack.errors.ClosedError`, including calls of its clients, listings and
    /// feeds. Ctrl-C ends the wait, and closing continues in the background.
    ///
    /// * ``timeout``: How many seconds to wait for carriers and other callables on threads of the worker (10). Then the
    ///   service is closed without them, and a warning names the carriers: the answers are ignored, and the work is due
    ///   again when the file is opened. The end of the interpreter waits for them for at most 5 seconds.
    #[pyo3(signature = (timeout=None))]
    fn close(&self, py: Python<'_>, timeout: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let timeout = timeout.map(|timeout| arguments::timeout("timeout", timeout)).transpose()?;
        self.open.close(py, timeout.unwrap_or(Service::CLOSE_TIMEOUT))
    }

    /// Whether the service is closed.
    #[getter]
    fn closed(&self) -> bool {
        !self.open.service.is_open()
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.open.close(py, Service::CLOSE_TIMEOUT)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyService>().is_ok_and(|other| Arc::ptr_eq(&self.open, &other.get().open))
    }

    fn __hash__(&self) -> usize {
        Arc::as_ptr(&self.open) as usize
    }

    fn __repr__(&self) -> String {
        let place = self.open.path.as_ref().map_or("in memory".to_owned(), |path| format!("on {}", path.display()));
        let condition = self.open.service.condition();
        format!("<Service {place}{}{condition}>", if condition.is_empty() { "" } else { ", " })
    }
}

/// Waits while another thread opens or closes the file.
fn find_or_begin(py: Python<'_>, path: &Path) -> PyResult<Found<OpenService>> {
    let (cancel, path) = (CancelToken::new(), path.to_owned());
    let token = cancel.clone();
    calls::run_on_helper(py, &cancel, move || FILES.find_or_begin(&path, &token))
}

fn names_by_code(names: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let pairs = arguments::mapping("carrier_names", names)?;
    let pair = |pair: Bound<'_, PyAny>| {
        let (scac, name): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        Ok((arguments::text("carrier_names", &scac)?, arguments::text("carrier_names", &name)?))
    };
    pairs.iter().map(pair).collect()
}

fn read_plugins(
    carriers: Option<&Bound<'_, PyAny>>,
    any_carrier: Option<&Bound<'_, PyAny>>,
    extractors: Option<&Bound<'_, PyAny>>,
    on_activity: Option<&Bound<'_, PyAny>>,
) -> PyResult<NewPlugins> {
    let mut given = NewPlugins { carriers: Vec::new(), any_carrier: None, extractors: None, on_activity: None };
    if let Some(carriers) = carriers {
        for pair in arguments::mapping("carriers", carriers)?.iter() {
            let (scac, carrier): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let scac = arguments::text("carriers", &scac)?;
            let carrier = python_carrier::carrier_argument(&format!("carriers[{scac:?}]"), &carrier)?;
            if given.carriers.iter().any(|(known, _)| known.eq_ignore_ascii_case(&scac)) {
                let problem = format!("carriers: {} is given twice", scac.to_ascii_uppercase());
                return Err(PyValueError::new_err(problem));
            }
            given.carriers.push((scac, carrier));
        }
    }
    let any_carrier = any_carrier.map(|carrier| python_carrier::carrier_argument("any_carrier", carrier));
    given.any_carrier = any_carrier.transpose()?;
    if let Some(extractors) = extractors {
        let all = extractors.try_iter().map_err(|_| arguments::expected("extractors", "a list", extractors))?;
        let each = all
            .enumerate()
            .map(|(at, extractor)| arguments::callable(&format!("extractors[{at}]"), &extractor?, Some("extract")));
        given.extractors = Some(each.collect::<PyResult<_>>()?);
    }
    let on_activity = on_activity.map(|listener| arguments::callable("on_activity", listener, None));
    given.on_activity = on_activity.transpose()?;
    Ok(given)
}

/// A dict by sender, or its JSON text.
fn senders(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = match given.cast::<PyString>() {
        Ok(text) => text.to_str()?.to_owned(),
        Err(_) => {
            arguments::mapping("edi_senders", given)?;
            json_arguments::value("edi_senders", given)?.to_string()
        }
    };
    Senders::from_json(&text).map(|_| text).or_raise(given.py())
}

fn file(py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let file = arguments::path("path", path)?;
    if file.as_os_str().is_empty() {
        let problem = "the path is empty: pass None for a service in memory";
        return Err(Error::refused(ErrorKind::Configuration, "path", problem)).or_raise(py);
    }
    Ok(file)
}

// Signatures show this default as a number.
const _: () = assert!(Service::WORKER_THREADS == 32);

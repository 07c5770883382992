//! Tracking requests.

use std::sync::Mutex;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shiptrack::client::{Again, Looked, NewTrackingRequest, Tracked, TrackedHow, TrackingRequestUpdate, Wait, Waiting};
use shiptrack::numbers::{NumberKind, TrackingNumber};
use shiptrack::resources::TrackingRequestId;
use shiptrack::{Client, Error};

use super::fetch_one;
use crate::arguments::{self, texts};
use crate::client::PyClient;
use crate::clock::PyCancel;
use crate::errors::OrRaise;
use crate::handle::Handle;
use crate::open_service::lock;
use crate::operations::PyFamily;
use crate::{calls, convert, converters, errors, json_arguments, numbers, objects, progress};

/// What tracking requests can be asked beside what the description of the interface says.
#[pyclass(frozen, subclass, extends = PyFamily, module = "shiptrack", name = "_TrackingRequests")]
pub struct TrackingRequests {
    handle: Handle,
}

#[pymethods]
impl TrackingRequests {
    #[new]
    fn new(client: &Bound<'_, PyClient>) -> PyClassInitializer<Self> {
        let own = TrackingRequests { handle: client.get().handle.clone() };
        PyClassInitializer::from(PyFamily::new(client)).add_subclass(own)
    }

    /// Creates a tracking request for one number: ``bill_of_lading=``, ``booking_number=`` or ``container=``.
    ///
    /// With ``request_number=`` alone the kind is inferred, and an ambiguous number refused. A number is a ``str``: an
    /// ``int`` has lost its leading zeros. A second request for the same number and carrier raises ``DuplicateError``;
    /// :meth:`track` takes over the first one instead.
    ///
    /// * ``scac``: The carrier's code. One of ``scac`` and ``auto_detect`` is needed.
    /// * ``auto_detect``: ``True`` has the service find the carrier by the number.
    /// * ``request_type``: What ``request_number`` is: ``bill_of_lading``, ``booking_number`` or ``container``.
    /// * ``ref_numbers``, ``shipment_tags``: References and tags of the customer's own.
    /// * ``customer``: The party it is tracked for.
    /// * ``initial_custom_fields``: Values of custom fields for what is found.
    #[pyo3(signature = (**request), text_signature = "($self, *, bill_of_lading=None, booking_number=None, container=None, request_number=None, request_type=None, \
            scac=None, auto_detect=False, ref_numbers=None, shipment_tags=None, customer=None, initial_custom_fields=None)")]
    fn create(&self, py: Python<'_>, request: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        let (new, names) = read_new(py, request)?;
        let fetched = self.handle.call_with(py, &names, move |client| client.tracking_requests().create(new))?;
        objects::from_document(py, fetched.into_document())
    }

    /// Tracks a number. Safe to call twice: a live request for the number and carrier is taken over.
    ///
    /// The keywords are those of :meth:`create`. A request that was taken over gets the ``ref_numbers`` it lacks; what else
    /// was asked for and cannot be set any more is named in ``left_out``.
    ///
    /// A number that failed for a reason of its own is not asked for again every day: the failed request is returned
    /// (``how == "returned"``), for a week when there can be no such number, for a day when the carrier did not know it.
    /// ``again="always"`` asks for it anew, ``again="never"`` returns it for whatever reason it failed.
    ///
    /// A container that is on its next voyage gets a new request for that, where the service runs in this process.
    #[pyo3(signature = (*, again=None, **request), text_signature = "($self, *, again=None, bill_of_lading=None, booking_number=None, container=None, request_number=None, request_type=None, \
            scac=None, auto_detect=False, ref_numbers=None, shipment_tags=None, customer=None, initial_custom_fields=None)")]
    fn track<'py>(
        &self,
        py: Python<'py>,
        again: Option<&Bound<'py, PyAny>>,
        request: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (again, (new, names)) = (read_again(py, again)?, read_new(py, request)?);
        let track = move |client: &Client| client.tracking_requests().again(again).track(new);
        let tracked = self.handle.call_with(py, &names, track)?;
        tracked_object(py, &tracked)
    }

    /// Tracks a number as :meth:`track` does, and sends the create again when nobody knows whether it took effect.
    ///
    /// ``maybe_second`` of the result says whether that may have made two requests.
    #[pyo3(signature = (*, again=None, **request), text_signature = "($self, *, again=None, bill_of_lading=None, booking_number=None, container=None, request_number=None, request_type=None, \
            scac=None, auto_detect=False, ref_numbers=None, shipment_tags=None, customer=None, initial_custom_fields=None)")]
    fn track_until_certain<'py>(
        &self,
        py: Python<'py>,
        again: Option<&Bound<'py, PyAny>>,
        request: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (again, (new, names)) = (read_again(py, again)?, read_new(py, request)?);
        let track = move |client: &Client| client.tracking_requests().again(again).track_until_certain(new);
        let tracked = self.handle.call_with(py, &names, track)?;
        tracked_object(py, &tracked)
    }

    /// Changes one. Lists are replaced; what is not named stays.
    ///
    /// The hosted service documents this for ``ref_number``, a single reference; the one in this process takes the others.
    #[pyo3(signature = (id, *, ref_number=None, ref_numbers=None, shipment_tags=None, **unknown))]
    fn update(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        ref_number: Option<&Bound<'_, PyAny>>,
        ref_numbers: Option<&Bound<'_, PyAny>>,
        shipment_tags: Option<&Bound<'_, PyAny>>,
        unknown: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        arguments::refuse_unknown("update()", unknown, &["ref_number", "ref_numbers", "shipment_tags"])?;
        let id = TrackingRequestId::new(&arguments::id(id, "tracking_request")?);
        let mut changes = TrackingRequestUpdate::new();
        if let Some(number) = ref_number {
            changes = changes.attribute("ref_number", arguments::text("ref_number", number)?);
        }
        if let Some(numbers) = ref_numbers {
            changes = changes.ref_numbers(texts("ref_numbers", numbers)?);
        }
        if let Some(tags) = shipment_tags {
            changes = changes.attribute("shipment_tags", texts("shipment_tags", tags)?);
        }
        fetch_one(py, &self.handle, move |client| client.tracking_requests().update(&id, changes))
    }

    /// Waits until a request is settled: created, failed or stopped. Five minutes unless told otherwise.
    ///
    /// It takes a request, its id, or what :meth:`track` gave. With ``until="answered"`` the wait also ends when the carrier
    /// has no data yet and is asked again every day. A request that is not settled in time raises ``TimedOutError``, and
    /// lives on. Ctrl-C ends the wait at once. Where the service is on a manual clock, the wait moves that clock.
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    #[pyo3(signature = (id, *, until="settled".to_owned(), timeout=None, poll=None, cancel=None, progress=None),
        text_signature = "($self, id, *, until='settled', timeout=None, poll=None, cancel=None, progress=None)")]
    fn wait(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = converters::until)] until: String,
        timeout: Option<&Bound<'_, PyAny>>,
        poll: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = converters::cancel)] cancel: Option<Py<PyCancel>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let id = TrackingRequestId::new(&arguments::id(id, "tracking_request")?);
        let timeout = timeout.map_or(Ok(TIMEOUT), |timeout| arguments::timeout("timeout", timeout))?;
        let client = self.handle.client().or_raise(py)?;
        let token = client.cancel_token().child();
        // Two may break it off: Ctrl-C by its own token, the caller by theirs.
        let token = cancel.map_or(token, |cancel| cancel.get().token.child());
        let wait = read_wait(py, &until, timeout, poll)?.cancel(token.clone());
        let shown = match progress {
            Some(wish) => Some(py.import("shiptrack._progress")?.call_method1("create", (wish, "s", "waiting"))?),
            None => None,
        };
        let tick = |_: Python<'_>| match &shown {
            Some(shown) => shown.call_method1("elapsed", (timeout.as_secs_f64(),)).map(drop),
            None => Ok(()),
        };
        let waiting = shown.as_ref().map(|shown| shown.clone().unbind());
        let work = move || progress::with_display(waiting, || client.tracking_requests().wait(&id, wait));
        let fetched = calls::run_on_helper_with_tick(py, &token, work, tick);
        if let Some(shown) = &shown {
            shown.call_method0("close")?;
        }
        objects::from_document(py, fetched?.into_document())
    }

    /// The same wait, look by look, for an event loop.
    #[pyo3(signature = (id, until, timeout=None, poll=None))]
    fn _waiting(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = converters::until)] until: String,
        timeout: Option<&Bound<'_, PyAny>>,
        poll: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyWaiting> {
        let id = TrackingRequestId::new(&arguments::id(id, "tracking_request")?);
        let timeout = timeout.map_or(Ok(TIMEOUT), |timeout| arguments::timeout("timeout", timeout))?;
        let wait = read_wait(py, &until, timeout, poll)?;
        let client = self.handle.client().or_raise(py)?;
        let waiting = Mutex::new(client.tracking_requests().waiting(&id, wait));
        Ok(PyWaiting { handle: self.handle.clone(), waiting, timeout })
    }

    /// Asks the service what a number is and which carrier it belongs to.
    fn infer_number<'py>(&self, py: Python<'py>, number: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let number = arguments::text("number", number)?;
        let inferred = self.handle.call(py, move |client| client.tracking_requests().infer_number(&number))?;
        numbers::inference(py, &inferred)
    }
}

const TIMEOUT: Duration = Duration::from_secs(300);

fn read_wait(py: Python<'_>, until: &str, timeout: Duration, poll: Option<&Bound<'_, PyAny>>) -> PyResult<Wait> {
    let wait = match until {
        "settled" => Wait::until_settled(),
        "answered" => Wait::until_answered(),
        other => {
            return Err(Error::invalid("until", format!("until is \"settled\" or \"answered\", not {other:?}")))
                .or_raise(py);
        }
    };
    let wait = wait.timeout(timeout);
    Ok(match poll {
        Some(poll) => wait.poll(arguments::duration("poll", poll)?),
        None => wait,
    })
}

/// A wait whose looks are taken one by one.
#[pyclass(frozen, module = "shiptrack._native", name = "_Waiting")]
pub struct PyWaiting {
    handle: Handle,
    waiting: Mutex<Waiting>,
    timeout: Duration,
}

#[pymethods]
impl PyWaiting {
    /// Looks: the request when it is as was waited for, or the seconds until the next look.
    fn look(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.handle.run(py, || lock(&self.waiting).look())? {
            Looked::Reached(fetched) => objects::from_document(py, fetched.into_document()),
            Looked::After(pause) => Ok(pause.as_secs_f64().into_pyobject(py)?.into_any().unbind()),
        }
    }

    /// Lets so much time pass. A service without a worker does its due work meanwhile, and a manual clock is moved.
    fn pause(&self, py: Python<'_>, seconds: f64) -> PyResult<()> {
        let pause = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        self.handle.run(py, || lock(&self.waiting).pause(pause))
    }

    /// Whether nobody but who waits does the work that is due: a service in this process without a worker.
    #[getter]
    fn does_the_work(&self) -> bool {
        self.handle.wait_does_the_work()
    }

    /// How long it waits, in seconds.
    #[getter]
    fn timeout(&self) -> f64 {
        self.timeout.as_secs_f64()
    }
}

/// What to do about a number whose last request failed.
fn read_again(py: Python<'_>, wanted: Option<&Bound<'_, PyAny>>) -> PyResult<Again> {
    let wanted = wanted.map(|wanted| arguments::text("again", wanted)).transpose()?;
    match wanted.as_deref() {
        None | Some("by_reason") => Ok(Again::ByReason),
        Some("always") => Ok(Again::Always),
        Some("never") => Ok(Again::Never),
        Some(other) => {
            Err(Error::invalid("again", format!("again is \"by_reason\", \"always\" or \"never\", not {other:?}")))
                .or_raise(py)
        }
    }
}

/// Keywords that differ from the wire, for refusals.
type KeywordNames = [(&'static str, &'static str); 2];

fn read_new(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<(NewTrackingRequest, KeywordNames)> {
    let Some(keywords) = keywords else { return Err(PyTypeError::new_err(NUMBER_NEEDED)) };
    for keyword in keywords.keys() {
        let keyword: String = keyword.extract()?;
        if !KEYWORDS.contains(&keyword.as_str()) {
            return Err(arguments::unknown_keyword("a tracking request", &keyword, &KEYWORDS));
        }
    }
    let keywords = keywords.copy()?;
    let take = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        let value = keywords.get_item(name)?;
        if value.is_some() {
            keywords.del_item(name)?;
        }
        Ok(value.filter(|value| !value.is_none()))
    };
    let text = |name: &str| take(name)?.map(|value| arguments::text(name, &value)).transpose();
    let mut numbers = Vec::new();
    for (name, kind) in [
        ("bill_of_lading", NumberKind::BillOfLading),
        ("booking_number", NumberKind::BookingNumber),
        ("container", NumberKind::Container),
    ] {
        numbers.extend(text(name)?.map(|number| (name, kind, number)));
    }
    let refused = |error| errors::to_py_err_with_keyword(py, &error, &[]);
    let kind = text("request_type")?.map(|kind| NumberKind::parse(&kind)).transpose().map_err(refused)?;
    if let Some(number) = text("request_number")? {
        let kind = kind.map_or_else(|| TrackingNumber::infer(&number).map(|known| known.number.kind()), Ok);
        numbers.push(("request_number", kind.map_err(refused)?, number));
    }
    let (keyword, kind, number) = match numbers.as_slice() {
        [only] => only,
        [] => return Err(PyTypeError::new_err(NUMBER_NEEDED)),
        several => {
            let given = several.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(" and ");
            return Err(PyTypeError::new_err(format!("only one number may be given, not {given}")));
        }
    };
    let mut new = NewTrackingRequest::new(*kind, number);
    let detecting = take("auto_detect")?.map_or(Ok(false), |wanted| arguments::flag("auto_detect", &wanted))?;
    match text("scac")? {
        Some(_) if detecting => return Err(PyTypeError::new_err("either scac= or auto_detect=True, not both")),
        Some(scac) => new = new.scac(scac),
        None if detecting => new = new.auto_detect(),
        None => {}
    }
    if let Some(numbers) = take("ref_numbers")? {
        new = new.ref_numbers(texts("ref_numbers", &numbers)?);
    }
    if let Some(tags) = take("shipment_tags")? {
        new = new.shipment_tags(texts("shipment_tags", &tags)?);
    }
    if let Some(customer) = take("customer")? {
        new = new.customer(arguments::id_named("customer", &customer, "party")?);
    }
    for (name, value) in keywords.iter() {
        let name = name.extract::<String>()?;
        let value = json_arguments::value(&name, &value)?;
        new = new.attribute(name, value);
    }
    Ok((new, [("request_number", keyword), ("auto_detect_vocc_scac", "auto_detect")]))
}

const KEYWORDS: [&str; 11] = [
    "bill_of_lading",
    "booking_number",
    "container",
    "request_number",
    "request_type",
    "scac",
    "auto_detect",
    "ref_numbers",
    "shipment_tags",
    "customer",
    "initial_custom_fields",
];

const NUMBER_NEEDED: &str =
    "one number is needed: bill_of_lading=, booking_number= or container=, or request_number= with a request_type=";

fn tracked_object<'py>(py: Python<'py>, tracked: &Tracked) -> PyResult<Bound<'py, PyAny>> {
    let how = match tracked.how {
        TrackedHow::Created => "created",
        TrackedHow::Adopted => "adopted",
        TrackedHow::Returned => "returned",
    };
    let request = objects::from_resource(py, &tracked.request)?;
    let left_out = PyTuple::new(py, &tracked.left_out)?;
    convert::structure(py, "TrackResult")?.call1((request, how, tracked.maybe_second, left_out))
}
